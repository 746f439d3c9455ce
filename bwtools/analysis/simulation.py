"""Simulate many games between computer players, on this machine or on a cluster.

A game depends only on the table and the seed of the deal: the seats rotate by the seed, and players
do not use a clock. So a run is cut into batches of a fixed size that any process may play, in any
order, and replay if one is lost. The results are combined in the order of the deals, and are the
same for any number of processes.

    table = set_table(open_lexicon(), ["club", "casual"])
    batches = list(play_deals(table, range(1, 101), lambda: processes(2)))
    for row in rows(table, batches): ...

A pool is any function that returns a context manager of a `concurrent.futures.Executor`, such as
those in the module `executors`.
"""

from __future__ import annotations

import json
import os
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from itertools import islice
from threading import Lock
from time import thread_time
from typing import NamedTuple, TypeVar

from .._version import __version__
from ..errors import BwError, InvalidError
from ..game.deal import Deal
from ..game.rules import Rules
from ..game.state import Choose, Draw, Event, Player, Roll, State
from ..lexicon.lexicon import Lexicon, open_lexicon
from ..players.game_loop import play_game
from ..players.registry import BUILT_IN, open_player, player_seed, unique_names
from ..players.strategy import Computer
from ..records import game_record, record_file
from ..storage.files import make_folder, write_atomically
from ..tiles.tile_set import build_tiles

BATCH = 12  # games: a multiple of 2, 3 and 4, so that every player has each seat equally often
MOST_AHEAD = 1000  # maximum batches in flight
LUCK_UNIT = 256  # luck is counted in whole fractions of a dollar, so that sums are exact
TRIES = 3  # for a batch whose processes die

_PLAYING = Lock()  # Dask workers may have several threads, but the players support only one

_T = TypeVar("_T")

Pool = Callable[[], AbstractContextManager[Executor]]


class Table(NamedTuple):
    """A table of computer players, as sent to other processes."""

    players: tuple[str, ...]  # the computer players, in the order of the seats for seed 0
    names: tuple[str, ...]  # unique names: club, club-2
    dictionary: str  # name or path
    sha256: str  # of its words, including house words
    tiles: str  # the layout of the tile set, as JSON
    version: str = __version__


class Batch(NamedTuple):
    """The results of some deals."""

    deals: range  # the seeds
    money: tuple[array[int], ...]  # of each player of the table: dollars at the end of each game
    seconds: float  # processor time for playing
    luck: tuple[array[int], ...] | None  # of each player, in 1/256 dollar; None without V
    records: tuple[bytes, ...] = ()  # of each game, if wanted


def set_table(lexicon: Lexicon, players: Sequence[str]) -> Table:
    """Return a table for computer players, by name, and a dictionary that has a file.

    Raise InvalidError if there is no such player, IllegalError if there are too many players.
    """
    table = Table(
        tuple(players),
        unique_names(players),
        lexicon.reopen_name,
        lexicon.sha256(),
        json.dumps(lexicon.tiles.layout()),
    )
    rules, _, _ = _opened(table)
    rules.start(len(players))
    return table


def play_deals(
    table: Table, deals: range, pool: Pool, recorded: bool = False, raw: bool = False
) -> Generator[Batch]:
    """Play the deals of the given seeds, and yield batches in order.

    `raw` leaves out the luck of the draws, which takes most of the time. Close the iterator to stop
    early. If processes of the pool die, a new pool continues. Raise InvalidError or IllegalError if
    a player or the pool fails.
    """
    tries = 0
    while deals:
        try:
            with pool() as executor:
                for batch in _in_order(executor, table, deals, recorded, raw):
                    deals = deals[len(batch.deals) :]
                    tries = 0
                    yield batch
        except BrokenExecutor as error:
            tries += 1
            if tries == TRIES:
                raise InvalidError(
                    f"cannot continue: {tries} times a process died that played the deals from "
                    f"{deals[0]} on: play a few of them with --jobs 1 to see which"
                ) from error


def _in_order(
    executor: Executor, table: Table, deals: range, recorded: bool, raw: bool
) -> Iterator[Batch]:
    waiting = (
        executor.submit(play_batch, table, deals[at : at + BATCH], recorded, raw)
        for at in range(0, len(deals), BATCH)
    )
    ahead = deque(islice(waiting, MOST_AHEAD))
    while ahead:
        try:
            batch = ahead.popleft().result()
        except (BwError, BrokenExecutor):
            raise
        except Exception as error:
            text = " ".join(f"{type(error).__name__} {error}".split())
            raise InvalidError(f"cannot continue: a worker failed: {text}") from error
        yield batch
        ahead.extend(islice(waiting, 1))


def play_batch(table: Table, deals: range, recorded: bool = False, raw: bool = False) -> Batch:
    """Play deals in this process. Raise InvalidError or IllegalError if a player fails."""
    luck = None
    with _PLAYING:
        rules, lexicon, seats = _opened(table)
        begun = thread_time()
        if recorded or set(table.players) != {"master"}:
            games = [
                _play(rules, lexicon, _rotated(_for_deal(table, lexicon, seats, seed), seed), seed)
                for seed in deals
            ]
        else:
            games = [_play_in_engine(rules, lexicon, len(seats), seed, raw) for seed in deals]
        seconds = thread_time() - begun
        if not raw:
            luck = _luck(table, lexicon, deals, games)
    records = (
        _record(table, lexicon, seed, events)
        for seed, (events, _) in zip(deals, games, strict=True)
    )
    return Batch(
        deals,
        _by_player(deals, ([player.money for player in states[-1].players] for _, states in games)),
        seconds,
        _by_player(deals, luck) if luck is not None else None,
        tuple(records) if recorded else (),
    )


def _play_in_engine(
    rules: Rules, lexicon: Lexicon, players: int, seed: int, raw: bool
) -> tuple[list[Event], list[State]]:
    """Do as `_play` for masters, much faster, but with the events of the die and draws alone.

    If `raw`, there are no events.
    """
    from ..evaluation.evaluator import open_evaluator

    deal, state = Deal(rules.tiles, seed), rules.start(players)
    hands, money = zip(*((player.hand, player.money) for player in state.players), strict=True)
    evaluator, game = open_evaluator(lexicon, players), (hands, money, deal.order, deal.faces)
    if raw:
        ended = map(Player, evaluator.play_out(*game), hands)
        return [], [state._replace(players=tuple(ended))]
    events: list[Event] = []
    states: list[State] = []
    gone = 0
    tables = evaluator.play_rounds(*game)  # before each round and at the end
    for turn, (seats, drawn) in enumerate(tables):
        leader, number = turn % players, len(drawn) // players
        held = tuple(Player(money, hand) for hand, money in seats)
        bag = "".join(sorted(deal.order[gone:]))
        states.append(State("choose", turn + 1, leader, leader, bag, held))
        if turn < len(tables) - 1:
            face = deal.faces[turn]
            events.append(Choose(number) if face is None else Roll(face))
            events += [Draw(drawn[at : at + number]) for at in range(0, len(drawn), number or 1)]
            states += states[-1:] * (len(events) - len(states))
            gone += len(drawn)
    return events, states


def _by_player(deals: range, games: Iterable[Sequence[int]]) -> tuple[array[int], ...]:
    """Turn a list of games, by seat, into columns by player, in the order of the table."""
    turned = (_rotated(tuple(seats), -seed) for seed, seats in zip(deals, games, strict=True))
    return tuple(array("q", own) for own in zip(*turned, strict=True))


def _luck(
    table: Table, lexicon: Lexicon, deals: range, games: Sequence[tuple[list[Event], list[State]]]
) -> list[list[int]] | None:
    """Return the luck of the seats in each game, or None if V does not support the table."""
    from ..evaluation.evaluator import open_evaluator
    from .luck import luck_of

    try:
        evaluator = open_evaluator(lexicon, len(table.players))
    except InvalidError:
        return None
    return [
        luck_of(evaluator, states, events, seed)
        for seed, (events, states) in zip(deals, games, strict=True)
    ]


@lru_cache(maxsize=1)
def _opened(table: Table) -> tuple[Rules, Lexicon, tuple[Computer, ...]]:
    """Return what a table plays with, opened once a process. Raise InvalidError."""
    if table.version != __version__:
        raise InvalidError(
            f"a worker has bwtools {__version__}, not {table.version}: install the same version"
        )
    tiles = build_tiles(json.loads(table.tiles), "the tile set")
    lexicon = open_lexicon(table.dictionary, tiles)
    if lexicon.sha256() != table.sha256:
        raise InvalidError(
            f"a worker has other words in the dictionary {lexicon.name}: use the same list and "
            "house words everywhere (bw dict info shows both)"
        )
    # Each player has its own seed, so that two novices do not overlook the same words.
    seats = [
        Computer(name, open_player(player, lexicon, seed))
        for seed, (player, name) in enumerate(zip(table.players, table.names, strict=True))
    ]
    return Rules(tiles), lexicon, tuple(seats)


def _for_deal(
    table: Table, lexicon: Lexicon, seats: tuple[Computer, ...], deal: int
) -> tuple[Computer, ...]:
    """Return the players for a deal: plug-ins are opened anew, since they may keep a state.

    Their seeds follow from the deal, so that their random choices differ between deals. Built-in
    players decide by their seed and the state of the game alone.
    """
    return tuple(
        seat
        if player in BUILT_IN
        else Computer(seat.name, open_player(player, lexicon, player_seed(deal, number)))
        for number, (player, seat) in enumerate(zip(table.players, seats, strict=True))
    )


def _rotated(players: tuple[_T, ...], seed: int) -> tuple[_T, ...]:
    """Return the players of a table in the order of the seats for a seed."""
    first = -seed % len(players)
    return players[first:] + players[:first]


def _play(
    rules: Rules, lexicon: Lexicon, seats: Sequence[Computer], seed: int
) -> tuple[list[Event], list[State]]:
    """Return the events of a deal, and the states before and after each."""
    states = [rules.start(len(seats))]
    events = []
    for event, state in play_game(rules, lexicon, Deal(rules.tiles, seed), seats, states[0]):
        events.append(event)
        states.append(state)
    return events, states


def _record(table: Table, lexicon: Lexicon, seed: int, events: list[Event]) -> bytes:
    seats = tuple(map(game_record.Seat, table.names, table.players))
    header = game_record.Header(
        lexicon.tiles, _rotated(seats, seed), table.dictionary, table.sha256, seed=seed
    )
    return record_file.game_record(header, events)


def make_record_folder(folder: str, deals: range) -> None:
    """Make a folder for the records of deals. Raise InvalidError if it has one of them already."""
    with _writing(folder):
        make_folder(folder, 0o777)
        seeds = [name.removesuffix(".jsonl") for name in os.listdir(folder)]
    taken = [int(seed) for seed in seeds if seed.isdecimal() and int(seed) in deals]
    if taken:
        file = os.path.join(folder, _record_name(min(taken)))
        raise InvalidError(f"{file} exists already: use another folder")


def save_records(folder: str, batch: Batch) -> None:
    """Write the records of a batch, a file each, named by the seed. Raise InvalidError."""
    with _writing(folder):
        for seed, data in zip(batch.deals, batch.records, strict=True):
            write_atomically(os.path.join(folder, _record_name(seed)), data)


def _record_name(seed: int) -> str:
    return f"{seed}.jsonl"


@contextmanager
def _writing(folder: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InvalidError(f"cannot save games in {folder}: {error.strerror or error}") from None
