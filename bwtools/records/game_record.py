"""The model of a recorded game: a header, entries, and the states that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import IllegalError, InvalidError, counted, shortened
from ..game.deal import Deal
from ..game.position import parse_position
from ..game.rules import Rules
from ..game.state import Buy, Draw, Event, Roll, State
from ..game.variants import make_rules
from ..lexicon.theme import Theme
from ..storage.dates import local_time
from ..tiles.tile_set import TileSet

PERSON = "person"
YOU = "you"  # the user, at a real table


class Seat(NamedTuple):
    """A player: the name, and `person`, `you` or the name of the computer player."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        """Whether the player is a person."""
        return self.kind in (PERSON, YOU)


class Header(NamedTuple):
    """The facts of a game that are fixed before the first event."""

    tiles: TileSet
    seats: tuple[Seat, ...]
    dictionary: str  # its name
    sha256: str  # of its effective list
    seed: int | None = None  # None: the tiles come from a real table
    leader: int = 0  # the seat that leads the first round
    date: str = ""  # of the start: ISO 8601, UTC
    variants: tuple[str, ...] = ()
    theme: Theme | None = None  # of the variant theme
    daily: bool = False  # whether it is the game of the day, which bw play --daily starts
    first: int | None = None  # dollars in the first game of that day, if it was played before
    position: str = ""  # with which a tracked game starts: the start of a round, of any game

    @property
    def day(self) -> str:
        """The day on which the game began: local, or of the game of the day, its day in UTC."""
        return day_of(self.date, self.daily)


def day_of(date: str, daily: bool) -> str:
    """Return the day of a game from its date: local, or of a game of the day, in UTC."""
    return (date if daily else local_time(date))[:10]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last event that has not been taken back."""


@dataclass(frozen=True, slots=True)
class Accept:
    """A ruling: the word (capitals) is valid in this game."""

    word: str


@dataclass(frozen=True, slots=True)
class WillBuy:
    """An announcement, before the turn to buy, whether a seat will buy the set it has drawn."""

    seat: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice was shown in a game of the day."""


Entry = Event | Undo | Accept | WillBuy | Hint


class Game(NamedTuple):
    """A game as far as it is recorded.

    `events` are those not taken back. `states` has one more: the state before each event, and the
    present state.
    """

    header: Header
    rules: Rules
    deal: Deal | None
    states: tuple[State, ...]
    events: tuple[Event, ...] = ()
    accepted: frozenset[str] = frozenset()
    will_buy: Mapping[int, bool] = {}  # of seats whose turn to buy is still to come
    hints: int = 0
    undone: tuple[Entry, ...] = ()  # taken back since the last new entry; the last can come next

    @classmethod
    def start(cls, header: Header) -> Game:
        """Return the game before its first event. Raise InvalidError or IllegalError."""
        rules = make_rules(header.tiles, header.variants, len(header.seats))
        if ("theme" in header.variants) != (header.theme is not None):
            raise InvalidError("the variant theme needs a list of words, and the list the variant")
        deal = None if header.seed is None else Deal(header.tiles, header.seed)
        start = rules.start(len(header.seats), header.leader)
        if header.position:
            start = _start_from(header)
        return cls(header, rules, deal, (start,))

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def after(self, entry: Entry) -> Game:
        """Return the game with one more entry. Raise IllegalError against the rules or the deal."""
        replayer = Replayer(self)
        replayer.add(entry)
        return replayer.game()


def _start_from(header: Header) -> State:
    """Return the state of the position of a header. Raise InvalidError or IllegalError."""
    state, seats = parse_position(header.position, header.tiles), len(header.seats)
    if header.variants or header.seed is not None:
        raise InvalidError("only a game on a real table can start from a position")
    if state.phase != "choose" or state.turn != state.leader:
        raise IllegalError("a game can only start before the die is rolled: PHASE is choose")
    if len(state.players) != seats:
        raise IllegalError(
            f"the position has {counted(len(state.players), 'player')}, but the game {seats}"
        )
    return state


class Replayer:
    """A game that is extended by many entries, without copying it each time."""

    def __init__(self, game: Game) -> None:
        self._start = game
        self.rules = game.rules
        self._states = list(game.states)
        self._events = list(game.events)
        self._accepted = set(game.accepted)
        self._will_buy = dict(game.will_buy)
        self._hints = game.hints
        self._undone = list(game.undone)

    @property
    def state(self) -> State:
        """The present state."""
        return self._states[-1]

    def game(self) -> Game:
        """Return the game as far as it has come."""
        return self._start._replace(
            states=tuple(self._states),
            events=tuple(self._events),
            accepted=frozenset(self._accepted),
            will_buy=dict(self._will_buy),
            hints=self._hints,
            undone=tuple(self._undone),
        )

    def add(self, entry: Entry) -> None:
        """Add an entry. Raise IllegalError, leaving the game unchanged, as `Game.after`."""
        match entry:
            case Accept(word):
                self._accepted.add(word)
            case WillBuy(seat, yes):
                self._announce(seat, yes)
            case Hint():
                self._hints += 1
            case Undo():
                if not self._events:
                    raise IllegalError("there is nothing to undo")
                del self._states[-1]
                self._undone += [*self._drop_announcements(), self._events.pop()]
            case _:
                self._step(entry)
        if not isinstance(entry, Accept | Hint | Undo):
            self._undone = self._undone[:-1] if self._undone[-1:] == [entry] else []

    def _announce(self, seat: int, yes: bool) -> None:
        players = self.state.players
        if not (0 <= seat < len(players) and players[seat].drawn):
            raise IllegalError(f"player {seat + 1} has not drawn a set to buy")
        self.rules.step(self.state._replace(phase="buy", turn=seat), Buy(yes))
        self._will_buy[seat] = yes

    def _step(self, event: Event) -> None:
        state, deal = self.rules.step(self.state, event), self._start.deal
        if deal and deal.event(self.state) != (event if isinstance(event, Roll | Draw) else None):
            seed = shortened(str(self._start.header.seed))
            raise IllegalError(f"the deal of seed {seed} differs here")
        self._states.append(state)
        self._events.append(event)
        self._drop_announcements()

    def _drop_announcements(self) -> list[WillBuy]:
        """Drop and return the announcements of seats that no longer have a set."""
        dropped = [seat for seat in self._will_buy if not self.state.players[seat].drawn]
        return [WillBuy(seat, self._will_buy.pop(seat)) for seat in dropped]
