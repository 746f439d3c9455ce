"""The command stats, reviews that are saved by commands, and games that are deleted."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from game_records import FEW
from game_records import HEADER as TABLE
from game_records import written as written_game
from shell import Done, bw

from bwtools.analysis import game_statistics, saved_reviews
from bwtools.cli import game_reviews
from bwtools.cli.terminal import new_game
from bwtools.game.deal import Deal
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.daily_games import note_daily
from bwtools.records.game_folder import games_dir
from bwtools.records.game_record import Game, Header, Seat
from bwtools.records.record_file import game_record, resume_game

pytestmark = pytest.mark.usefixtures("own_games")
YOU = Seat("you", "person")
SAMPLES = 12  # the fewest, which tests save as if they were the default


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_statistics, "now", lambda: "2026-03-10T12:00:00Z")
    monkeypatch.setattr(saved_reviews, "SAMPLES", SAMPLES)
    monkeypatch.setattr(game_reviews.game_review, "__defaults__", (None, SAMPLES, 0, "events"))


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    """Return the dictionary with a small tile set, for short games."""
    return open_lexicon("enable", FEW)


def save(name: str, lexicon: Lexicon, *seats: Seat, seed: int = 5, **fields: Any) -> Path:
    """Save a finished game, in which people play as casual does."""
    header = Header(FEW, seats or (YOU,), "enable", lexicon.sha256(), seed=seed)
    header = header._replace(**{"date": f"2026-03-0{seed % 9 + 1}T12:00:00Z", **fields})
    kinds = ["casual" if seat.is_person else seat.kind for seat in header.seats]
    players = [Computer(kind, open_player(kind, lexicon)) for kind in kinds]
    game = Game.start(header)
    events = [event for event, _ in play_game(game.rules, lexicon, Deal(FEW, seed), players)]
    path = games_dir() / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(game_record(header, events))
    return path


def figures(*options: str) -> dict[tuple[str, str, str | None], Any]:
    """Return the values by kind, what they are, and period."""
    rows = bw("stats", *options, "-f", "jsonl").rows
    return {(row["kind"], row["what"], row["period"]): row["value"] for row in rows}


def test_without_games_there_are_no_results() -> None:
    done = bw("stats")
    assert (done.status, done.out) == (0, "No finished game of yours yet: bw play starts one.\n")
    assert figures()["all", "games", None] == 0


def test_a_row_is_a_figure(lexicon: Lexicon) -> None:
    save("one", lexicon)
    save("two", lexicon, YOU, Seat("club", "club"), seed=6)
    found = figures()
    (one,) = (row for row in bw("games", "-f", "jsonl").rows if row["name"] == "one")
    kind = "alone, tiles few"
    assert found["all", "games", None] == 2
    assert found[kind, "games", None] == 1
    assert found[kind, "mean", None] == found[kind, "best", None] == one["money"][0]
    assert found[kind, "spread", None] is None
    against = [found["against club", what, None] for what in ("won", "drawn", "lost")]
    assert sum(against) == 1
    assert sum(against[:2]) == found["2 players, tiles few", "won", None]
    best = [row for row in json.loads(bw("stats", "-f", "json").out) if row["what"] == "best"]
    assert [row["name"] for row in best] == ["one", "two", None]
    lines = list(csv.reader(bw("stats", "-f", "csv").lines))
    assert lines[0] == ["what", "value", "games", "kind", "period", "name", "play"]
    assert bw("stats", "-f", "plain").lines[0] == "all games 2"
    assert bw("stats", "-f", "tsv").lines[1].split("\t")[:4] == ["games", "2", "2", "all"]


def test_the_tables(lexicon: Lexicon) -> None:
    save("one", lexicon)
    save("two", lexicon, YOU, Seat("club", "club"), seed=6)
    out = bw("stats").out
    headings = [line for line in out.splitlines() if line in ("Results", "Records", "Words sold")]
    assert headings == ["Results", "Records", "Words sold"]
    assert "Reviewed: 0 of 2 games; bw stats --review reviews the rest." in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_games_of_another_person(lexicon: Lexicon) -> None:
    save("one", lexicon, Seat("Anna", "person"), Seat("Ben", "person"))
    assert figures()["all", "games", None] == 0
    assert figures("--player", "anna")["against Ben", "margin", None] is not None
    error = bw("stats", "--player", "Cleo").error
    assert error == "no person named 'Cleo' has played a saved game: see bw games"


def test_what_is_repeated_or_unfinished_is_said(lexicon: Lexicon) -> None:
    save("one", lexicon)
    save("two", lexicon)
    bw("play", "--seed", "1")
    out = bw("stats").out
    assert "Not counted: 1 game of a deal that you had played before." in out
    assert "Not finished: 1 game; bw games lists them." in out


def test_games_of_the_day_have_a_streak(lexicon: Lexicon) -> None:
    for number in (8, 9):
        save(f"{number}", lexicon, seed=number, daily=True, date=f"2026-03-0{number}T23:00:00Z")
    found = figures()
    assert [found["daily", what, None] for what in ("streak", "longest_streak")] == [2, 2]
    assert "Game of the day: 2 days, " in bw("stats").out
    assert "streak 2 days, longest 2." in bw("stats").out


@pytest.mark.slow
def test_all_games_are_reviewed_once(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    save("one", lexicon, seed=1)
    save("two", lexicon, seed=2)
    assert ("alone, tiles few", "lost_sell", None) not in figures()
    done = bw("stats", "--review")
    assert "Dollars lost a game" in done.out
    assert "Reviewed: 2 of 2 games." in done.out
    monkeypatch.setattr(game_reviews, "grade_decisions", None)  # they are not graded again
    found = figures("--review", "--by", "day")
    kind = "alone, tiles few"
    total = found[kind, "lost_total", None]
    days = [found[kind, "lost_total", f"2026-03-0{day}"] for day in (2, 3)]
    assert total == pytest.approx(sum(days) / 2, abs=0.02)
    parts = [found[kind, f"lost_{each}", None] for each in ("choose", "buy", "sell", "discard")]
    assert total == pytest.approx(sum(parts), abs=0.02)
    assert 0 <= found[kind, "best_share", None] <= 1
    rows = bw("review", "one", "--samples", f"{SAMPLES}", "-f", "jsonl").rows
    assert sum(row["lost"] for row in rows) == pytest.approx(days[0], abs=0.05)


def test_a_game_that_cannot_be_reviewed_is_named(lexicon: Lexicon) -> None:
    save("one", lexicon, dictionary="missing")
    done = bw("stats", "--review")
    assert done.status == 0
    assert done.err.startswith("Warning: ")
    assert "missing" in done.err
    assert "Reviewed: 0 of 1 game; " in done.out


# Saved reviews


def reviewed(*options: str) -> Done:
    done = bw("review", "one", "--samples", f"{SAMPLES}", *options)
    assert done.status == 0
    return done


def test_a_review_is_made_once(
    lexicon: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save("one", lexicon)
    first = reviewed()
    with monkeypatch.context() as patch:
        patch.setattr(game_reviews, "grade_decisions", None)
        assert reviewed() == first
        assert reviewed("--html", str(tmp_path / "page.html")) == first
        assert reviewed("--summary", "-f", "csv").out
    (games_dir() / "one.review").write_bytes(b"damaged")
    assert reviewed() == first
    assert reviewed("--seed", "1") != first


@pytest.mark.slow
def test_a_review_by_another_dictionary_is_not_saved(lexicon: Lexicon) -> None:
    save("one", lexicon)
    reviewed("-d", "common")
    assert not (games_dir() / "one.review").exists()
    reviewed("-d", "enable")
    assert (games_dir() / "one.review").exists()


@pytest.mark.slow
def test_house_words_make_a_review_anew(lexicon: Lexicon) -> None:
    save("one", lexicon)
    reviewed()
    before = (games_dir() / "one.review").read_bytes()
    bw("dict", "add", "enable", "nreiat")
    reviewed()
    assert (games_dir() / "one.review").read_bytes() != before


@pytest.mark.slow
def test_damage_to_what_is_saved_changes_nothing(lexicon: Lexicon, own_games: Path) -> None:
    save("one", lexicon)
    reviewed()
    expected = bw("stats", "-f", "json"), bw("games"), reviewed("-f", "json")
    random = Random(1)
    for file in (own_games / "cache" / "games.jsonl", games_dir() / "one.review"):
        whole = file.read_bytes()
        for _ in range(20):
            at = random.randrange(len(whole))
            flipped = whole[:at] + bytes([whole[at] ^ 1 << random.randrange(8)]) + whole[at + 1 :]
            for data in (flipped, whole[:at]):
                file.write_bytes(data)
                found = bw("stats", "-f", "json"), bw("games")
                if file.suffix == ".review":  # a damaged review is not counted
                    assert found[0].status == 0
                else:
                    assert found == expected[:2]
        assert reviewed("-f", "json") == expected[2]
        assert bw("stats", "-f", "json") == expected[0]


# Deleted games


@pytest.fixture
def three(lexicon: Lexicon) -> list[Path]:
    """Save three games and return their records."""
    return [save(name, lexicon, seed=seed) for seed, name in enumerate(("one", "two", "three"))]


def test_a_deleted_game_is_gone_with_its_review(three: list[Path]) -> None:
    reviewed()
    done = bw("games", "--delete", "one", stdin="y\n")
    assert (done.status, done.err) == (0, "")
    assert re.fullmatch(
        r"Delete one \(you \$\d+, over\) for good\? \[y/n\] y\n1 game deleted.\n", done.out
    )
    assert sorted(path.name for path in games_dir().iterdir()) == ["three.jsonl", "two.jsonl"]
    assert not three[0].exists()


@pytest.mark.parametrize("answer", ["n\n", "\n", "yea\n", "\xff\n"])
def test_a_game_is_not_deleted_without_a_yes(three: list[Path], answer: str) -> None:
    done = bw("games", "--delete", "one", stdin=answer.encode("latin-1"))
    assert (done.status, done.lines[-1]) == (0, "0 games deleted.")
    assert three[0].exists()


def test_a_game_is_not_deleted_without_an_answer(three: list[Path]) -> None:
    done = bw("games", "--delete", "one")
    assert done.error == "nobody answered, so the game was not deleted: use --yes"
    assert three[0].exists()


def test_games_are_deleted_without_asking(three: list[Path]) -> None:
    done = bw("games", "--yes", "-f", "jsonl", "--delete", "one", "--delete", str(three[1]))
    assert done.err == ""
    assert [row["name"] for row in done.rows] == ["one", "two"]
    assert [row["name"] for row in bw("games", "-f", "jsonl").rows] == ["three"]


@pytest.mark.parametrize("name", ["four", "", ".", "../games/one.review", "/etc/passwd"])
def test_only_saved_games_are_deleted(three: list[Path], name: str) -> None:
    reviewed()
    error = bw("games", "--yes", "--delete", "one", "--delete", name).error
    assert "saved game" in error
    assert all(path.exists() for path in three)


def test_a_damaged_game_can_be_deleted(three: list[Path]) -> None:
    three[0].write_bytes(b"nonsense\n")
    done = bw("games", "--delete", "one", stdin="n\n")
    assert done.lines[0] == "Delete one, which cannot be read? [y/n] n"
    done = bw("games", "--delete", "one", "--yes", "-f", "jsonl")
    assert done.rows[0]["file"] == str(three[0])
    assert not three[0].exists()


def test_a_game_that_is_being_played_is_not_deleted(three: list[Path]) -> None:
    with resume_game(three[0]):
        assert "another process" in bw("games", "--yes", "--delete", "one").error
    assert three[0].exists()


def test_a_link_among_the_games_is_deleted_alone(three: list[Path], tmp_path: Path) -> None:
    real = tmp_path / "real.jsonl"
    three[0].rename(real)
    three[0].symlink_to(real)
    assert bw("games", "--yes", "--delete", "one").status == 0
    assert real.exists()
    assert not three[0].is_symlink()


@pytest.mark.parametrize(
    "options",
    [
        ("--yes",),
        ("--best", "--delete", "one"),
        ("--best", "--yes"),
        ("--delete", "one", "-f", "csv"),
    ],
)
def test_options_that_do_not_go_together(options: tuple[str, ...]) -> None:
    assert bw("games", *options).error


def test_the_result_of_a_deleted_game_of_the_day_remains(
    lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save("one", lexicon, daily=True, date="2026-03-10T01:00:00Z")
    with resume_game(path) as writer:
        note_daily(path, writer.game)
        money = writer.game.state.player.money
    done = bw("games", "--delete", "one", stdin="y\n")
    assert ", the game of the day, whose result remains)" in done.out
    found = figures()
    assert (found["daily", "streak", None], found["daily", "best", None]) == (1, money)
    assert found["all", "games", None] == 0
    monkeypatch.setattr(new_game, "now", lambda: "2026-03-10T12:00:00Z")
    out = bw("play", "--daily").out
    assert out.startswith(f"You have played the game of the day: your result is ${money}.")
    (row,) = bw("games", "-f", "jsonl").rows
    assert row["daily"]


def test_rounds_and_the_mark_of_the_day_are_listed(lexicon: Lexicon) -> None:
    save("one", lexicon, daily=True)
    heading, row = bw("games").lines
    assert heading.split() == ["name", "result", "over", "rounds", "seed", "daily"]
    assert row.split()[-3:] == [row.split()[-3], "5", "yes"]


def test_names_of_saved_games_are_completed(three: list[Path]) -> None:
    del three
    from click.testing import CliRunner

    from bwtools.cli import bw as group

    environment = {"COMP_WORDS": "bw games --delete t", "COMP_CWORD": "3"}
    found = CliRunner().invoke(group, env={**environment, "_BW_COMPLETE": "bash_complete"})
    assert sorted(found.output.split()) == ["plain,three", "plain,two"]


def test_tracked_games_are_a_kind_of_their_own(lexicon: Lexicon) -> None:
    seats = Seat("Anna", "you"), Seat("Ben", "person")
    path = save("one", lexicon, *seats, seed=3)
    lines = path.read_bytes().replace(b'"seed":3,', b'"seed":null,', 1).splitlines(keepends=True)
    lines[0] = lines[0].rpartition(b',"sum"')[0] + b"}\n"
    path.write_bytes(b"".join(lines))
    found = figures()
    assert found["real table, 2 players, tiles few", "games", None] == 1
    assert ("against Ben", "won", None) not in found


def test_records_are_read_once(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    written_game(games_dir() / "game.jsonl", TABLE)
    save("one", lexicon)
    first = bw("stats", "-f", "json").out
    monkeypatch.setattr("bwtools.records.game_folder.read_game", None)  # the records are not read
    assert bw("stats", "-f", "json").out == first
    assert len(bw("games", "-f", "plain").lines) == 2
