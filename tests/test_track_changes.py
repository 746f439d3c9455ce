"""bw track: changing, removing and inserting earlier entries."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import bw
from track_table import SMALL, Track, answers, events, state

ROUND = ("3 ing+ tea-", "gin", "-")  # entries 1 to 7; the next round has 8 to 14
TWO_ROUNDS = (*ROUND, "2 no+ re+", "-", "-")


def without_discards(path: Path) -> list[str]:
    return [event for event in events(path) if not event.endswith("discard")]


def test_log_numbers_the_entries_of_the_last_rounds(track: Track) -> None:
    out = answers(track(*TWO_ROUNDS, "4", "log", "log 1", "log 0"))
    rounds = (
        "Round 3: 15 die 4 Round 2: 8 die 2; 9 You drew NO; 10 Anna drew ER; 11 You bought; "
        "12 Anna bought; 13 You sold nothing; 14 Anna sold nothing "
        "Round 1: 1 die 3; 2 Anna drew GIN; 3 You drew AET; 4 Anna bought; 5 You passed; "
        "6 Anna sold GIN; 7 You sold nothing"
    )
    assert rounds in out
    assert "log 1 Round 3: 15 die 4 Anna's set" in out
    assert "0 rounds have no entries: type a number from 1" in out


def test_news_name_the_number_of_the_entry(track: Track) -> None:
    out = answers(track(*TWO_ROUNDS))
    assert "6 Anna sold GIN for $16: $200 now." in out
    assert "14 Anna sold nothing." in out


@pytest.mark.parametrize(
    ("line", "number", "event"),
    [
        ("edit 14 er", 14, "Anna sell ER"),
        ("edit 6 -", 6, "Anna sell"),
        ("edit 3 tan", 3, "you draw ANT"),
        ("e 5 y", 5, "you buy AET"),
    ],
)
def test_an_entry_is_changed_and_the_following_stay(
    track: Track, path: Path, line: str, number: int, event: str
) -> None:
    track(*TWO_ROUNDS)
    expected = without_discards(path)
    expected[number - 1] = event
    path.unlink()
    track(*TWO_ROUNDS, line, "y")
    if number == 3:
        expected[4] = "you pass ANT"
    assert without_discards(path) == expected


def test_a_set_is_changed_together_with_its_purchase(track: Track, path: Path) -> None:
    track(*TWO_ROUNDS, "edit 3 tan+", "y")
    assert without_discards(path)[2:5] == ["you draw ANT", "Anna buy GIN", "you buy ANT"]
    assert len(without_discards(path)) == 14
    assert state(path)["round"] == 3


def test_a_change_of_the_set_alone_does_not_change_the_purchase(track: Track, path: Path) -> None:
    track("3 ing+", "edit 2 tin", "tea-")
    assert events(path)[1:] == [
        *("Anna draw INT", "you draw AET", "Anna buy INT", "you pass AET"),
    ]


def test_an_announced_purchase_is_changed_with_the_set(track: Track, path: Path) -> None:
    track("3 ing+", "edit 2 ing-", "tea-")
    assert events(path)[-2:] == ["Anna pass GIN", "you pass AET"]


def test_more_than_one_entry_can_be_changed_at_once(track: Track, path: Path) -> None:
    track(*TWO_ROUNDS, "edit 1 2 in+ te-; 6 in", "y")
    assert events(path)[:6] == [
        *("Anna roll 2", "Anna draw IN", "you draw ET", "Anna buy IN", "you pass ET"),
        "Anna sell IN",
    ]
    assert state(path)["round"] == 3


def test_the_first_entry_that_does_not_fit_is_named_and_nothing_changes(
    track: Track, path: Path
) -> None:
    track(*TWO_ROUNDS)
    before = path.read_bytes()
    done = bw("resume", str(path), stdin="edit 1 2\nedit 2 tax\nedit 7 gin\nremove 6\n")
    out = answers(done)
    assert "entry 2 (Anna drew GIN) no longer fits: GIN cannot be drawn: each player" in out
    assert "entry 6 (Anna sold GIN) no longer fits: for GIN 3 wilds needed" in out
    assert "No: edit 7: for GIN 3 wilds needed" in out
    assert "entry 8 (die 2) no longer fits: your sale comes before it" in out
    assert path.read_bytes().startswith(before)
    assert state(path)["round"] == 3


def test_a_sale_is_laid_again_from_the_corrected_hand(track: Track, path: Path) -> None:
    track("3 inx+ tea-", "gin", "-", "edit 2 ing")
    assert events(path)[5] == "Anna sell GIN"


def test_a_sale_with_a_wild_as_written_keeps_it(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "gIN", "-", "edit 2 inx")
    assert "Anna sell gIN" in events(path)


def test_a_missing_entry_is_inserted(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "gin", args=("--players", "Anna,Ben"))
    bw("resume", str(path), stdin="insert 6 -\n")
    assert events(path)[5] == "Anna sell GIN"
    path.unlink()
    track("3 ing+ tea+", "-", "insert 6 gin", args=("--players", "Anna,Ben"))
    assert without_discards(path)[5:] == ["Anna sell GIN", "Ben sell"]


def test_a_forgotten_round_is_inserted_on_one_line(track: Track, path: Path) -> None:
    track(*TWO_ROUNDS, "insert 8 2 ta+ il-; 8 - / -")
    assert state(path)["round"] == 4
    drawn = [event for event in without_discards(path) if " draw " in event]
    assert drawn[2:] == ["you draw AT", "Anna draw IL", "Anna draw NO", "you draw ER"]


def test_insertions_come_before_a_change_of_the_same_entry(track: Track, path: Path) -> None:
    track("3 ing+ tea-", "remove 2; insert 2 ink")
    assert events(path)[1:3] == ["Anna draw IKN", "you draw AET"]


def test_an_entry_entered_twice_is_removed(track: Track, path: Path) -> None:
    track("3 ing+ tea+", "-", "-", "remove 6", "tea")
    assert without_discards(path)[5:] == ["Anna sell", "you sell TEA"]


def test_a_change_of_more_than_a_round_asks_first(track: Track, path: Path) -> None:
    done = track(*TWO_ROUNDS, "3 abe- ior-", "-", "-", "edit 6 -", "n", "edit 6 -", "y")
    assert done.out.count("Change entry 6, which 15 entries follow? [y/n] ") == 2
    assert events(path)[5] == "Anna sell"
    assert state(path)["round"] == 4


def test_a_change_is_recorded_by_undo_and_new_entries(track: Track, path: Path) -> None:
    track(*TWO_ROUNDS)
    before = path.read_bytes()
    bw("resume", str(path), stdin="edit 13 no\n")
    after = path.read_bytes()
    assert after.startswith(before)
    added = after.removeprefix(before).splitlines()
    assert [b"undo" in line for line in added] == [True] * 4 + [False] * 4


def test_changes_without_a_valid_number_are_rejected(track: Track, path: Path) -> None:
    done = track("edit 1 4", "4", "edit 2 ing", "edit x", "remove 1 x", "edit 1 3; 1 2")
    out = answers(done)
    assert "No: nothing has been entered that can be changed." in out
    assert "No: there is no entry 2: log lists those from 1 to 1." in out
    assert "add the number of an entry, as in edit 12 ears+" in out
    assert "entry 1 can be changed only once on a line" in out
    assert events(path) == ["Anna roll 4"]


OVER_THE_LIMIT = ("5 aeior+ tnsla+", "", "", "4 ddgg+ hhcc-", "", "", "gd")


def test_a_discard_that_is_not_due_any_more_is_named(track: Track, path: Path) -> None:
    done = track(*OVER_THE_LIMIT, "edit 11 n", "edit 11 n; remove 15")
    assert "entry 15 (You discarded DG) no longer fits: the die comes before it" in answers(done)
    assert "DG" not in "".join(events(path)[-3:])
    assert state(path)["round"] == 3


def test_a_discard_that_becomes_due_is_named(track: Track, path: Path) -> None:
    lines = (*OVER_THE_LIMIT[:3], "4 ddgg- hhcc-", "", "", "3")
    done = track(*lines, "edit 11 y", "edit 11 y; insert 15 dg")
    assert "entry 15 (die 3) no longer fits: your discard comes before it" in answers(done)
    assert events(path)[-3:] == ["you discard DG", "Anna discard", "Anna roll 3"]


def test_a_finished_game_can_be_corrected(track: Track, path: Path, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    args = ("--players", "Anna,you", "-t", str(tmp_path / "small.toml"))
    track("3 ate+ ear-", "eat", "", "2 re- ss+", "", "", "2", "-", "-", "e 16 ass", args=args)
    assert state(path)["winners"] == ["Anna"]
