"""Statistics of a player's own games.

Games are compared with games of the same kind: with the same number of players, variants and tile
set, played here or at a real table. These do not count: games that are not over; a deal that was
played before, because its tiles were known; and games without the player. The game of the day
counts as a game alone, and in statistics of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from statistics import mean, median, stdev
from typing import NamedTuple

from ..records.daily_games import DeletedDaily, noted_games
from ..records.game_folder import SavedGame, game_files, games_dir, read_summaries
from ..records.game_record import YOU, Header
from ..records.game_summary import GameSummary, SeatSummary, SoldWord
from ..storage.dates import now
from .review import Decision
from .saved_reviews import DECISIONS, Losses, saved_losses

ALONE = "alone"
CLASSIC = "classic"  # the tile set that is not named


class GameKind(NamedTuple):
    """The properties that games must share for their results to be compared."""

    players: int
    variants: tuple[str, ...] = ()
    tiles: str = CLASSIC
    real_table: bool = False

    @property
    def name(self) -> str:
        """The kind in words, such as `alone`, `2 players, auction` or `real table, 3 players`."""
        parts = (
            "real table" if self.real_table else "",
            ALONE if self.players == 1 else f"{self.players} players",
            *self.variants,
            "" if self.tiles == CLASSIC else f"tiles {self.tiles}",
        )
        return ", ".join(filter(None, parts))


def kind_of(game: Header | GameSummary) -> GameKind:
    """Return the kind of a game."""
    tiles = game.tiles if isinstance(game.tiles, str) else game.tiles.name
    return GameKind(len(game.seats), tuple(game.variants), tiles, game.seed is None)


class OwnGame(NamedTuple):
    """A game, its record, and the player's seat in it."""

    path: Path
    game: GameSummary
    seat: int

    @property
    def own(self) -> SeatSummary:
        """The summary of the player's own seat."""
        return self.game.seats[self.seat]

    @property
    def is_won(self) -> bool:
        """Whether no other player has more money."""
        return self.own.money == max(seat.money for seat in self.game.seats)


@dataclass(frozen=True, slots=True)
class BestSale:
    """A word that was sold, and the game in which it was."""

    word: SoldWord
    game: OwnGame


@dataclass(frozen=True, slots=True)
class KindStatistics:
    """The player's results in the games of one kind; money in dollars."""

    kind: GameKind
    games: tuple[OwnGame, ...]  # that count, oldest first
    mean: float
    median: float
    spread: float | None  # the standard deviation; None for one game
    best: OwnGame  # the earliest with the most money
    worst: OwnGame
    won: int  # games that the player won, a shared win included; 0 in games alone
    words: int  # sold
    mean_sale: float | None  # the mean price of a word; None without words
    highest: BestSale | None  # the word with the highest price
    longest: BestSale | None  # the word with the most letters


@dataclass(frozen=True, slots=True)
class DailyStatistics:
    """The player's games of the day: the first of each day. Days are in UTC, as the game's.

    A day counts when its game is over.
    """

    days: tuple[str, ...]  # in order, such as 2026-02-28
    money: tuple[int, ...]  # of each day
    streak: int  # successive days up to today, or up to yesterday if today's is still to come
    longest_streak: int
    is_today_played: bool

    @property
    def mean(self) -> float | None:
        """The mean result; None without games."""
        return mean(self.money) if self.money else None

    @property
    def best(self) -> int | None:
        """The best result; None without games."""
        return max(self.money, default=None)


@dataclass(frozen=True, slots=True)
class OpponentStatistics:
    """The player's record against one opponent, compared by money at the end of each game."""

    name: str  # of the computer player, or of the person
    is_computer: bool
    variants: tuple[str, ...]
    won: int
    drawn: int
    lost: int
    margin: float  # dollars: the mean lead over the opponent

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost


class ReviewedGame(NamedTuple):
    """The dollars that the player's decisions lost in a reviewed game."""

    game: OwnGame
    losses: Losses


@dataclass(frozen=True, slots=True)
class PeriodLosses:
    """The dollars that decisions lost in the reviewed games of one kind in a period, per game."""

    kind: GameKind
    period: str  # a year, month or day, such as 2026-02; empty for all
    games: int
    lost: Mapping[Decision, float]
    best: float  # the share of decisions graded best

    @property
    def total(self) -> float:
        """Dollars a game lost by all kinds of decisions."""
        return sum(self.lost.values())


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a player."""

    kinds: tuple[KindStatistics, ...]  # alone first, without the kinds that were never played
    daily: DailyStatistics
    opponents: tuple[OpponentStatistics, ...]  # computer players first, by name
    reviewed: tuple[ReviewedGame, ...]  # oldest first
    unreviewed: tuple[OwnGame, ...]  # that could be reviewed, oldest first
    unfinished: int  # games that are not over
    repeated: int  # games of a deal that was played before

    def of(self, game: Header | GameSummary) -> KindStatistics | None:
        """Return the results in games of the same kind; None without any."""
        kind = kind_of(game)
        return next((each for each in self.kinds if each.kind == kind), None)


def load_statistics(
    player: str | None = None,
    today: str | None = None,
    without: Path | None = None,
    report: Callable[[str], object] = lambda _: None,
) -> Statistics:
    """Return the statistics of the saved games.

    player: the name of a person; the user if left out, as `own_seat`.
    today: the day in UTC; today's if left out.
    without: the record of a game to leave out, to compare that game with the others.
    report: is called with a message about each game that cannot be read.

    Raise InvalidError if the folder of games cannot be read.
    """
    noted, deleted = noted_games()
    folder = games_dir().resolve()
    paths = {folder / path.name: path for path in game_files()}
    paths |= {path.resolve(): path for path in noted if path.exists()}
    if without:
        paths.pop(without.resolve(), None)
    games = read_summaries(paths.values(), report)
    return statistics_of(games, today or now()[:10], player, deleted)


def statistics_of(
    games: Iterable[SavedGame],
    today: str,
    player: str | None = None,
    deleted: Sequence[DeletedDaily] = (),
    losses: Callable[[Path, str, int], Sequence[Losses] | None] = saved_losses,
) -> Statistics:
    """Return the statistics of games.

    games: the games, in any order.
    today: the day in UTC.
    player: the name of a person; the user if left out, as `own_seat`.
    deleted: the games of the day that were deleted; they count as the user's.
    losses: finds the losses by the review of a game, from its path, digest and number of players.
    """
    own = [
        OwnGame(path, game, seat)
        for path, game in games
        if (seat := own_seat(game, player)) is not None
    ]
    own.sort(key=lambda each: (each.game.date, each.path))
    first_plays = _first_plays(own)
    counting = [each for each in first_plays if each.game.over]
    by_kind: defaultdict[GameKind, list[OwnGame]] = defaultdict(list)
    for each in counting:
        by_kind[kind_of(each.game)].append(each)
    reviewed, unreviewed = [], []
    for each in counting:
        game = each.game
        if game.variants:
            continue
        if found := losses(each.path, game.digest, len(game.seats)):
            reviewed.append(ReviewedGame(each, found[each.seat]))
        else:
            unreviewed.append(each)
    return Statistics(
        tuple(_of_kind(kind, by_kind[kind]) for kind in sorted(by_kind, key=_order)),
        _daily(counting, () if player else deleted, today),
        tuple(_opponents(counting)),
        tuple(reviewed),
        tuple(unreviewed),
        sum(not each.game.over for each in own),
        len(own) - len(first_plays),
    )


def own_seat(game: GameSummary, player: str | None = None) -> int | None:
    """Return the seat of a player in a game; None if there is none.

    The user is `you` at a real table, else the person named you, else the only person.
    """
    people = [seat for seat, each in enumerate(game.seats) if each.is_person]
    if player is not None:
        name = player.casefold()
        return next((seat for seat in people if game.seats[seat].name.casefold() == name), None)
    if game.seed is None:
        return next((seat for seat in people if game.seats[seat].kind == YOU), None)
    named = [seat for seat in people if game.seats[seat].name == YOU]
    return named[0] if named else people[0] if len(people) == 1 else None


def _first_plays(games: Iterable[OwnGame]) -> list[OwnGame]:
    """Return the games whose deals were not played before; at a real table no deal comes again."""
    found, deals, digests = [], set(), set()
    for each in games:
        game = each.game
        is_again = game.first is not None or (game.deal in deals and not game.daily)
        if game.digest not in digests and (game.seed is None or not is_again):
            found.append(each)
        deals.add(game.deal)
        digests.add(game.digest)
    return found


def _order(kind: GameKind) -> tuple[object, ...]:
    return kind.real_table, kind.tiles != CLASSIC, bool(kind.variants), kind.players, kind


def _of_kind(kind: GameKind, games: Sequence[OwnGame]) -> KindStatistics:
    money = [each.own.money for each in games]
    words = sum(each.own.words for each in games)
    highest = [BestSale(word, each) for each in games if (word := each.own.highest)]
    longest = [BestSale(word, each) for each in games if (word := each.own.longest)]
    return KindStatistics(
        kind,
        tuple(games),
        mean(money),
        median(money),
        stdev(money) if len(money) > 1 else None,
        max(games, key=lambda each: each.own.money),
        min(games, key=lambda each: each.own.money),
        sum(each.is_won for each in games) if kind.players > 1 else 0,
        words,
        sum(each.own.revenue for each in games) / words if words else None,
        max(highest, key=lambda sale: sale.word.price, default=None),
        max(longest, key=lambda sale: (len(sale.word.play), sale.word.price), default=None),
    )


def _daily(
    games: Iterable[OwnGame], deleted: Iterable[DeletedDaily], today: str
) -> DailyStatistics:
    results = {each.day: each.money for each in deleted if each.over}
    results |= {each.game.day: each.own.money for each in games if each.game.daily}
    days = sorted(filter(_is_day, results))
    runs = list(_runs(days))
    yesterday = f"{date.fromisoformat(today) - timedelta(1)}"
    is_alive = bool(days) and days[-1] in (today, yesterday)
    return DailyStatistics(
        tuple(days),
        tuple(results[day] for day in days),
        runs[-1] if is_alive else 0,
        max(runs, default=0),
        today in results,
    )


def _is_day(text: str) -> bool:
    """Return whether a text is a day: a record written by hand may have any date."""
    try:
        return f"{date.fromisoformat(text)}" == text
    except ValueError:
        return False


def _runs(days: Iterable[str]) -> Iterator[int]:
    """Yield the lengths of the runs of successive days, in order."""
    numbers = (date.fromisoformat(day).toordinal() for day in days)
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        yield len(list(run))


def _opponents(games: Iterable[OwnGame]) -> Iterator[OpponentStatistics]:
    leads: defaultdict[tuple[bool, str, tuple[str, ...]], list[int]] = defaultdict(list)
    for each in games:
        if each.game.seed is None:
            continue
        for seat, other in enumerate(each.game.seats):
            if seat != each.seat:
                name = other.name if other.is_person else other.kind
                key = other.is_person, name, each.game.variants
                leads[key].append(each.own.money - other.money)
    for (is_person, name, variants), found in sorted(leads.items()):
        yield OpponentStatistics(
            name,
            not is_person,
            variants,
            sum(lead > 0 for lead in found),
            sum(lead == 0 for lead in found),
            sum(lead < 0 for lead in found),
            mean(found),
        )


def losses_over_time(reviewed: Iterable[ReviewedGame], length: int = 7) -> list[PeriodLosses]:
    """Return what decisions lost in each kind of games, by period, oldest first.

    length: the characters of a day that make a period: 4 for years, 7 for months, 10 for days, and
        0 for one period.
    """
    by_period: defaultdict[tuple[GameKind, str], list[Losses]] = defaultdict(list)
    for (_, game, _), losses in reviewed:
        by_period[kind_of(game), game.day[:length]].append(losses)
    return [
        PeriodLosses(
            kind,
            period,
            len(found),
            {each: mean(losses.lost[each] for losses in found) for each in DECISIONS},
            sum(sum(losses.best.values()) for losses in found)
            / max(1, sum(sum(losses.graded.values()) for losses in found)),
        )
        for (kind, period), found in sorted(
            by_period.items(), key=lambda item: (_order(item[0][0]), item[0][1])
        )
    ]
