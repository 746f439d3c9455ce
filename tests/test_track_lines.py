"""bw track: the entries of several players on one line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from track_table import SMALL, Track, answers, enter, events, state

from bwtools.tiles.tile_set import load_tiles

BOUGHT = "4 quiz+ tine+ gate-"  # by Anna, Ben B and you


@pytest.fixture
def track(path: Path) -> Track:
    """Return a function that enters lines about a game of Anna, Ben B and you."""
    return partial(enter, path, args=("--players", "Anna,Ben B,you"))


def sales(path: Path) -> list[str]:
    return [event for event in events(path) if " sell" in event]


@pytest.mark.parametrize(
    "lines",
    [
        ("quiz / tin ed / -",),
        ("quiz/tin+ ed/",),
        ("quiz", "tin, ed / "),
        ("you: - ben b: tin ed anna: quiz",),
        ("BEN: tin ed / y: / a: quiz",),
        ("quiz", "you:, ben: tin ed"),
        ("anna: quiz", "tin ed", "you: -"),
    ],
)
def test_sales_of_several_players_are_entered_on_a_line(
    track: Track, path: Path, lines: tuple[str, ...]
) -> None:
    track(BOUGHT, *lines)
    assert sales(path) == ["Anna sell QUIZ", "Ben B sell TIN Ed", "you sell"]


@pytest.mark.parametrize(
    "lines",
    [
        ("4", "you: gate- anna: quiz+ ben: tine+"),
        ("4 ben b: tine y, you: gate n, anna: quiz y",),
        ("4 quiz tine gate", "you: n ben: y anna: y"),
        ("4 anna: quiz ben: tine+", "you: gate", "anna: y", "n"),
    ],
)
def test_draws_and_purchases_can_be_entered_by_name(
    track: Track, path: Path, lines: tuple[str, ...]
) -> None:
    track(*lines)
    assert events(path)[1:] == [
        *("Anna draw IQUZ", "Ben B draw EINT", "you draw AEGT"),
        *("Anna buy IQUZ", "Ben B buy EINT", "you pass AEGT"),
    ]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((BOUGHT, "quiz / - / - / -"), "4 sales are too many: 3 players can still sell this round"),
        ((BOUGHT, "quiz / quiz / -"), "Ben B: for QUIZ 3 wilds needed"),
        ((BOUGHT, "ben: tin"), "it is Anna's turn: enter that first, or on the same line"),
        ((BOUGHT, "you: - anna: -"), "it is Ben B's turn"),
        ((BOUGHT, "-", "anna: -"), "Anna has had this turn: edit changes earlier entries"),
        ((BOUGHT, "cleo: -"), "'cleo' is not one of the players: they are Anna, Ben B, you"),
        ((BOUGHT, "anna: - a: -"), "there are two entries for Anna: keep one of them"),
        (("4", "anna: quiz tine"), "'quiz tine' is not one entry: type one after anna:"),
        (("4", "anna: quiz+ ben: zzzz-"), "Ben B: ZZZZ cannot be drawn"),
        (("4", ":"), "is not"),
    ],
)
def test_nothing_of_a_line_that_does_not_fit_is_recorded(
    track: Track, path: Path, lines: tuple[str, ...], reason: str
) -> None:
    track(*lines[:-1])
    before = events(path)
    path.unlink()
    assert reason in answers(track(*lines))
    assert events(path) == before


def test_a_discard_can_be_entered_by_name(track: Track, path: Path) -> None:
    track("5 aeior+ tnsla+ eeeee-", "//", "4 ddgg+ hhcc- eeoo-", "//", "ben: gd")
    assert "Ben B discard DG" in events(path)


def test_an_edit_can_name_players(track: Track, path: Path) -> None:
    track(BOUGHT, "quiz / tin / -", "edit 8 ben: - anna: quid")
    assert sales(path) == ["Anna sell QUId", "Ben B sell", "you sell"]


def test_the_last_sale_of_the_user_is_confirmed_on_a_line_of_several(
    path: Path, tmp_path: Path
) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    args = ("--players", "Anna,you", "-t", str(tmp_path / "small.toml"))
    done = enter(path, "3 ate- ear+", "-/-", "a", "2 rs- st-", "-/-", "2", "-/-", "n", args=args)
    assert "and you can still sell " in answers(done)
    assert not state(path)["over"]


# Keystrokes, with Enter


def keystrokes(lines: tuple[str, ...]) -> int:
    return sum(len(line) + 1 for line in lines)


def rounds(count: int) -> list[str]:
    """Return the lines of rounds in which three players draw two tiles each, and sell nothing."""
    bag = "".join(letter * number for letter, number in load_tiles().counts.items()).lower()
    sets = [bag[at : at + 2] for at in range(0, 6 * count, 2)]
    draws = [f"2 {'- '.join(sets[at : at + 3])}-" for at in range(0, 3 * count, 3)]
    return [line for draw in draws for line in (draw, "//")]


def test_a_round_of_three_players_takes_at_most_30_keystrokes(track: Track, path: Path) -> None:
    lines = ("3 ing+ tea- ret+", "gin/-/-")
    track(*lines)
    assert state(path)["round"] == 2
    assert keystrokes(lines) <= 30


@pytest.mark.parametrize(
    ("lines", "limit", "number"),
    [
        (("e 132 ty+",), 14, 132),  # in the last round: the number is on the screen
        (("log", "e 102 ty+", "y"), 20, 102),  # three rounds back
    ],
)
def test_a_correction_takes_few_keystrokes(
    track: Track, path: Path, lines: tuple[str, ...], limit: int, number: int
) -> None:
    out = answers(track(*rounds(14), *lines))
    assert f" {number} " in out
    entries = [event for event in events(path) if not event.endswith("discard")]
    assert entries[number - 1].endswith("draw TY")
    assert entries[number + 2].endswith("buy TY")
    assert len(entries) == 140
    assert keystrokes(lines) + len("abc") <= limit  # also with a set of five tiles
