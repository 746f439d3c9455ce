"""Statistics of a player's own games."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from game_records import HEADER, TABLE, damage, written
from playing import HALF

from bwtools.analysis.game_statistics import (
    GameKind,
    Statistics,
    kind_of,
    load_statistics,
    losses_over_time,
    own_seat,
    statistics_of,
)
from bwtools.analysis.saved_reviews import DECISIONS, Losses
from bwtools.lexicon.lexicon import Lexicon
from bwtools.players.game_loop import decide
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records import game_folder
from bwtools.records.daily_games import DeletedDaily, note_daily, note_deleted
from bwtools.records.game_folder import SavedGame, games_dir, read_summaries
from bwtools.records.game_record import Game, Seat
from bwtools.records.game_summary import GameSummary, SeatSummary, SoldWord, summarise_game
from bwtools.records.record_file import read_game

TODAY = "2026-03-10"
_numbers = count()


def seat(money: int, name: str = "you", kind: str = "person", *words: SoldWord) -> SeatSummary:
    best = max(words, key=lambda word: word.price, default=None)
    longest = max(words, key=lambda word: len(word.play), default=None)
    revenue = sum(word.price for word in words)
    return SeatSummary(name, kind, money, len(words), revenue, best, longest)


def game(*seats: SeatSummary, date: str = "2026-03-01T12:00:00Z", **fields: Any) -> SavedGame:
    number = next(_numbers)
    summary = GameSummary(
        digest=str(number),
        deal=str(number),
        date=date,
        seed=number,
        tiles="classic",
        dictionary="enable",
        variants=(),
        daily=False,
        first=None,
        rounds=30,
        over=True,
        hints=0,
        seats=seats,
    )
    return SavedGame(Path(f"{number}.jsonl"), summary._replace(**fields))


def daily(day: str, money: int = 900, **fields: Any) -> SavedGame:
    return game(seat(money), date=f"{day}T23:30:00Z", daily=True, **fields)


def stats(*games: SavedGame, player: str | None = None) -> Statistics:
    return statistics_of(games, TODAY, player, losses=lambda *_: None)


def test_results_are_summed_up_by_kind_of_game() -> None:
    quiz, ox = SoldWord("QUIZ", 100), SoldWord("OX", 25)
    found = stats(
        game(seat(800, "you", "person", quiz, ox)),
        game(seat(1000, "you", "person", ox)),
        game(seat(600), seat(700, "club", "club")),
        game(seat(500), variants=("crossword",)),
    )
    assert [each.kind.name for each in found.kinds] == ["alone", "2 players", "alone, crossword"]
    alone = found.kinds[0]
    assert (len(alone.games), alone.mean, alone.median) == (2, 900, 900)
    assert alone.spread == pytest.approx(141.42, abs=0.01)
    assert (alone.best.own.money, alone.worst.own.money, alone.won) == (1000, 800, 0)
    assert (alone.words, alone.mean_sale) == (3, 50)
    assert alone.highest
    assert alone.highest.word == quiz
    assert alone.longest
    assert alone.longest.game is alone.worst
    assert (found.kinds[1].spread, found.kinds[1].mean_sale, found.kinds[1].highest) == (None,) * 3


def test_games_of_a_real_table_and_other_tile_sets_are_kinds_of_their_own() -> None:
    found = stats(
        game(seat(500, "Anna", "you"), seat(400, "Ben"), seed=None),
        game(seat(500), tiles="half"),
    )
    assert [each.kind.name for each in found.kinds] == [
        "alone, tiles half",
        "real table, 2 players",
    ]
    assert found.kinds[1].won == 1
    assert found.opponents == ()


def test_a_deal_counts_once() -> None:
    first = game(seat(700))
    again = game(seat(1500), date="2026-03-02T12:00:00Z", deal=first.game.deal)
    found = stats(again, first)
    assert found.kinds[0].best.own.money == 700
    assert found.repeated == 1


def test_a_deal_seen_in_an_unfinished_game_does_not_count() -> None:
    first = game(seat(700), over=False)
    again = game(seat(1500), date="2026-03-02T12:00:00Z", deal=first.game.deal)
    found = stats(first, again)
    assert (found.kinds, found.repeated, found.unfinished) == ((), 1, 1)


def test_a_copy_of_a_record_counts_once() -> None:
    first = game(seat(700, "you", "you"), seed=None)
    assert len(stats(first, first).kinds[0].games) == 1


def test_the_record_against_computer_players() -> None:
    club, expert = seat(700, "club", "club"), seat(900, "rival", "expert")
    found = stats(
        game(seat(800), club, expert),
        game(seat(700), club),
        game(seat(600), club, variants=("auction",)),
        game(seat(600), seat(500, "Anna")),
    )
    assert [
        (each.name, each.is_computer, each.variants, each.won, each.drawn, each.lost, each.margin)
        for each in found.opponents
    ] == [
        ("club", True, (), 1, 1, 0, 50),
        ("club", True, ("auction",), 0, 0, 1, -100),
        ("expert", True, (), 0, 0, 1, -100),
        ("Anna", False, (), 1, 0, 0, 100),
    ]


@pytest.mark.parametrize(
    ("people", "player", "expected"),
    [
        (["you"], None, 0),
        (["Anna", "you"], None, 1),
        (["Anna"], None, 0),
        (["Anna", "Ben"], None, None),
        (["Anna", "Ben"], "BEN", 1),
        (["you"], "Ben", None),
        (["you"], "club", None),
    ],
)
def test_the_seat_of_a_player(people: list[str], player: str | None, expected: int | None) -> None:
    seats = [seat(500, name) for name in people]
    assert own_seat(game(*seats, seat(1, "club", "club")).game, player) == expected


def test_only_you_are_the_user_at_a_real_table() -> None:
    table = game(seat(500, "Anna"), seat(400, "club", "club"), seed=None).game
    assert own_seat(table) is None


@pytest.mark.parametrize(
    ("days", "streak", "longest"),
    [
        ([], 0, 0),
        (["2026-03-08", "2026-03-09", "2026-03-10"], 3, 3),
        (["2026-03-08", "2026-03-09"], 2, 2),  # today's is still to come
        (["2026-03-07", "2026-03-08"], 0, 2),
        (["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-10"], 1, 3),
    ],
)
def test_the_streak_of_games_of_the_day(days: list[str], streak: int, longest: int) -> None:
    found = stats(*map(daily, days)).daily
    assert (found.streak, found.longest_streak) == (streak, longest)
    assert found.is_today_played == (TODAY in days)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no tzset on Windows")
def test_the_streak_counts_days_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    # Both games are played on the 9th in Honolulu, where it is 10 hours earlier than in UTC.
    monkeypatch.setenv("TZ", "Pacific/Honolulu")
    time.tzset()
    try:
        games = [
            game(seat(900), date="2026-03-09T11:00:00Z", daily=True),
            game(seat(800), date="2026-03-10T01:00:00Z", daily=True),
        ]
        assert {each.game._replace(daily=False).day for each in games} == {"2026-03-09"}
        found = stats(*games).daily
        assert (found.days, found.streak) == (("2026-03-09", "2026-03-10"), 2)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_game_of_the_day_counts_once_and_as_a_game_alone() -> None:
    found = stats(
        daily("2026-03-10", 700),
        daily("2026-03-10", 1500, first=700),
        daily("2026-03-09", 600, over=False),
    )
    assert (found.daily.days, found.daily.money) == (("2026-03-10",), (700,))
    assert (found.daily.mean, found.daily.best) == (700, 700)
    assert found.kinds[0].best.own.money == 700
    assert (found.repeated, found.unfinished) == (1, 1)


def test_a_deleted_game_of_the_day_remains_in_the_streak() -> None:
    deleted = [DeletedDaily("2026-03-09", 800, True), DeletedDaily("2026-03-08", 100, False)]
    found = statistics_of([daily("2026-03-10", 900)], TODAY, deleted=deleted).daily
    assert (found.days, found.money) == (("2026-03-09", "2026-03-10"), (800, 900))


def test_a_date_that_is_none_is_left_out_of_the_streak() -> None:
    assert stats(game(seat(900), date="yesterday", daily=True)).daily.days == ()


def test_losses_over_time() -> None:
    def losses(_: Path, digest: str, __: int) -> list[Losses] | None:
        lost = float(digest)
        if not lost:
            return None
        return [
            Losses(
                dict.fromkeys(DECISIONS, lost),
                dict.fromkeys(DECISIONS, 10),
                dict.fromkeys(DECISIONS, 9 if lost == 1 else 8),
            )
        ]

    games = [
        game(seat(900), date="2026-02-03T12:00:00Z", digest="1"),
        game(seat(900), date="2026-02-05T12:00:00Z", digest="2"),
        game(seat(900), date="2026-03-01T12:00:00Z", digest="5"),
        game(seat(900), date="2026-03-02T12:00:00Z", digest="0"),
        game(seat(900), variants=("crossword",), digest="7"),  # cannot be reviewed
    ]
    found = statistics_of(games, TODAY, losses=losses)
    assert len(found.reviewed) == 3
    assert [each.game for each in found.unreviewed] == [games[3].game]
    months = losses_over_time(found.reviewed)
    assert [(each.period, each.games, each.lost["buy"], each.total) for each in months] == [
        ("2026-02", 2, 1.5, 6),
        ("2026-03", 1, 5, 20),
    ]
    assert months[0].best == pytest.approx(0.85)
    (whole,) = losses_over_time(found.reviewed, 0)
    assert (whole.period, whole.games) == ("", 3)


def test_games_of_one_kind_are_found_by_a_header(tmp_path: Path) -> None:
    written(tmp_path / "game.jsonl")
    saved = read_summaries([tmp_path / "game.jsonl"])
    found = stats(*saved)
    assert kind_of(HEADER) == GameKind(2, (), "few")
    assert found.of(HEADER) is found.kinds[0]
    assert found.of(TABLE) is None


def test_a_summary_says_what_was_sold(tmp_path: Path) -> None:
    last = written(tmp_path / "game.jsonl")[-1]
    summary = summarise_game(last)
    assert [each.money for each in summary.seats] == [each.money for each in last.state.players]
    for each in summary.seats:
        assert each.highest
        assert each.longest
        assert each.revenue >= each.highest.price >= each.longest.price
        assert len(each.highest.play) <= len(each.longest.play)
    assert (summary.over, summary.rounds) == (True, last.state.round)


@pytest.mark.slow
def test_words_laid_on_a_grid_are_sold(enable: Lexicon) -> None:
    last = Game.start(HEADER._replace(tiles=HALF, variants=("crossword",)))
    assert last.deal
    club = Computer("club", open_player("club", enable))
    while last.state.round < 8:
        event = last.deal.event(last.state)
        last = last.after(event or decide(last.rules, enable, last.state, club))
    summary = summarise_game(last)
    bought = [0, 0]
    for before, after in zip(last.states, last.states[1:], strict=False):
        for number in range(2):
            bought[number] += max(0, before.players[number].money - after.players[number].money)
    assert sum(each.words for each in summary.seats) > 4
    for each, paid in zip(summary.seats, bought, strict=True):
        assert each.money == 200 - paid + each.revenue


def test_summaries_are_cached(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = games_dir() / "one.jsonl"
    written(path)
    (first,) = read_summaries([path])
    monkeypatch.setattr(game_folder, "read_game", None)
    assert read_summaries([path]) == [first]
    cached = own_home / "cache" / "games.jsonl"
    monkeypatch.undo()
    monkeypatch.setenv("BW_HOME", str(own_home))
    for data in (
        b"",
        b"{}\n",
        b'{"version": 1, "games": 7}\n',
        damage(cached.read_bytes(), 1, b"["),
    ):
        cached.write_bytes(data)
        assert read_summaries([path]) == [first]


@pytest.mark.usefixtures("own_home")
def test_a_cached_summary_of_the_wrong_form_is_remade() -> None:
    path = games_dir() / "one.jsonl"
    written(path)
    (first,) = read_summaries([path])
    known = game_folder._read_cache()
    known[str(path)][1] = [1, 2]
    game_folder._write_cache(known)
    assert read_summaries([path]) == [first]


@pytest.mark.usefixtures("own_home")
def test_a_game_that_went_on_has_a_new_summary() -> None:
    path = games_dir() / "one.jsonl"
    written(path)
    data = path.read_bytes()
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:20]))
    assert not read_summaries([path])[0].game.over
    path.write_bytes(data)
    assert read_summaries([path])[0].game.over


def test_without_a_cache_folder_summaries_are_read(own_home: Path) -> None:
    path = games_dir() / "one.jsonl"
    written(path)
    (own_home / "cache").write_bytes(b"")  # a file in place of the folder
    assert len(read_summaries([path])) == 1


@pytest.mark.usefixtures("own_home")
def test_damaged_games_are_reported() -> None:
    path = games_dir() / "one.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"nonsense\n")
    messages: list[str] = []
    assert load_statistics(report=messages.append).kinds == ()
    assert len(messages) == 1
    assert "one.jsonl" in messages[0]


@pytest.mark.usefixtures("own_home")
def test_games_of_the_day_count_wherever_they_are(tmp_path: Path) -> None:
    alone = HEADER._replace(seats=(Seat("you", "person"),), daily=True)
    for number, path in enumerate([games_dir() / "one.jsonl", tmp_path / "elsewhere.jsonl"]):
        header = alone._replace(date=f"2024-05-0{number + 1}T14:22:33Z", seed=number)
        note_daily(path, written(path, header)[-1])
    note_daily(tmp_path / "missing.jsonl", read_game(tmp_path / "elsewhere.jsonl"))
    note_deleted("2024-05-03", 700, over=True)
    found = load_statistics(today="2024-05-03")
    assert found.daily.streak == 3
    assert len(found.kinds[0].games) == 2
    found = load_statistics(today="2024-05-03", without=tmp_path / "elsewhere.jsonl")
    assert found.daily.streak == 1
