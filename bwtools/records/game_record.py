"""The model of a recorded game: header, entries, and the states that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..errors import IllegalError, InvalidError, shortened
from ..game.deal import Deal
from ..game.rules import Rules
from ..game.state import Buy, Draw, Event, Roll, State
from ..game.variants import make_rules
from ..lexicon.theme import Theme
from ..tiles.tile_set import TileSet

PERSON = "person"

YOU = "you"  # the user, at a real table


class Seat(NamedTuple):
    """Who plays: the name, and `person`, `you` or the name of the computer player."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        """Whether no computer player sits here."""
        return self.kind in (PERSON, YOU)


class Header(NamedTuple):
    """What is fixed before the first event."""

    tiles: TileSet
    seats: tuple[Seat, ...]
    dictionary: str  # its name
    sha256: str  # of its effective list
    seed: int | None = None  # None: the tiles come from a real table
    leader: int = 0  # the seat that leads the first round
    date: str = ""  # when it began: ISO 8601, UTC
    variants: tuple[str, ...] = ()
    theme: Theme | None = None  # of the variant theme


class Undo(NamedTuple):
    """Take back the last event that is not taken back yet."""


class Accept(NamedTuple):
    """A ruling: the word (capitals) is valid in this game."""

    word: str


class WillBuy(NamedTuple):
    """What a seat will do with the set that it has drawn, told before its turn to buy."""

    seat: int
    yes: bool


Entry = Event | Undo | Accept | WillBuy


class Game(NamedTuple):
    """A game as far as it is recorded: `events` are those not taken back.

    `states` has one more: the state before each event, and the present one.
    """

    header: Header
    rules: Rules
    deal: Deal | None
    states: tuple[State, ...]
    events: tuple[Event, ...] = ()
    accepted: frozenset[str] = frozenset()
    will_buy: Mapping[int, bool] = {}  # of seats whose turn to buy is still to come

    @classmethod
    def start(cls, header: Header) -> Game:
        """The game before its first event. Raises InvalidError, IllegalError: it cannot be."""
        rules = make_rules(header.tiles, header.variants, len(header.seats))
        if ("theme" in header.variants) != (header.theme is not None):
            raise InvalidError("the variant theme and a list of words go together")
        deal = None if header.seed is None else Deal(header.tiles, header.seed)
        return cls(header, rules, deal, (rules.start(len(header.seats), header.leader),))

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def after(self, entry: Entry) -> Game:
        """The game with one more entry. Raises IllegalError: the rules or the deal are against."""
        course = Replayer(self)
        course.add(entry)
        return course.game()


class Replayer:
    """A game that goes on for many entries: what takes place is appended, not copied each time."""

    def __init__(self, game: Game) -> None:
        self._begun = game
        self.rules = game.rules
        self._states = list(game.states)
        self._events = list(game.events)
        self._accepted = set(game.accepted)
        self._will_buy = dict(game.will_buy)

    @property
    def state(self) -> State:
        """The present state."""
        return self._states[-1]

    def game(self) -> Game:
        """The game as far as it has come."""
        return self._begun._replace(
            states=tuple(self._states),
            events=tuple(self._events),
            accepted=frozenset(self._accepted),
            will_buy=dict(self._will_buy),
        )

    def add(self, entry: Entry) -> None:
        """Go on by one entry. Raises IllegalError, with nothing changed, as `Game.after`."""
        match entry:
            case Accept(word):
                self._accepted.add(word)
            case WillBuy(seat, yes):
                self._tell(seat, yes)
            case Undo():
                if not self._events:
                    raise IllegalError("there is nothing to take back")
                del self._states[-1], self._events[-1]
                self._forget_purchases()
            case _:
                self._happen(entry)

    def _tell(self, seat: int, yes: bool) -> None:
        """Have a seat say what it will do with the set that it has drawn."""
        players = self.state.players
        if not (0 <= seat < len(players) and players[seat].drawn):
            raise IllegalError(f"player {seat + 1} has drawn no set to buy")
        self.rules.step(self.state._replace(phase="buy", turn=seat), Buy(yes))
        self._will_buy[seat] = yes

    def _happen(self, event: Event) -> None:
        state, deal = self.rules.step(self.state, event), self._begun.deal
        if deal and deal.event(self.state) != (event if isinstance(event, Roll | Draw) else None):
            seed = shortened(str(self._begun.header.seed))
            raise IllegalError(f"the seed {seed} does not deal this here")
        self._states.append(state)
        self._events.append(event)
        self._forget_purchases()

    def _forget_purchases(self) -> None:
        """Drop what was told of purchases by seats that have no set now."""
        for seat in list(self._will_buy):
            if not self.state.players[seat].drawn:
                del self._will_buy[seat]
