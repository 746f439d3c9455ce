"""The variant draft: players pick face-up tiles one at a time, then pay for them as a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import IllegalError, InvalidError, quote
from ...tiles.hand import Play
from ...tiles.tile_set import ALPHABET
from ..rules import BuyPhase, ChoosePhase, Phase, take_letters
from ..state import Event, State
from .variant import Variant


@dataclass(frozen=True, slots=True)
class Pick:
    """Take one of the open tiles."""

    letter: str

    def data(self) -> object:
        return self.letter

    @classmethod
    def read(cls, data: Any) -> Pick:
        if not isinstance(data, str) or len(data) != 1 or data not in ALPHABET:
            raise InvalidError(f"a picked tile cannot be {quote(repr(data))}")
        return cls(data)


def open_tiles(state: State) -> str:
    """Return the tiles that are open in the middle, A to Z."""
    return state.table if isinstance(state.table, str) else ""


class OpenDrawPhase(ChoosePhase):
    """As in the printed rules, but drawn tiles go to the middle."""

    def draw(self, state: State, bag: str, drawn: str) -> State:
        pool = "".join(sorted(open_tiles(state) + drawn))
        return self.rules.end_turn(state._replace(bag=bag), state.player)._replace(table=pool)


class PickPhase(Phase[Pick]):
    """The players pick open tiles one at a time until all are picked."""

    name = "pick"
    events = (Pick,)
    buying = True

    def step(self, state: State, event: Pick) -> State:
        if len(event.letter) != 1:
            raise IllegalError("tiles are picked one at a time")
        pool = take_letters(open_tiles(state), event.letter, "the open tiles include")
        player = state.player._replace(drawn="".join(sorted(state.player.drawn + event.letter)))
        turn = (state.turn + 1) % len(state.players)
        state = state.with_player(player)._replace(turn=turn, table=pool)
        return state if pool else self.rules.end_phase(state, state.players)

    def legal(self, state: State, _plays: Sequence[Play]) -> Iterator[Event]:
        yield from map(Pick, sorted(set(open_tiles(state))))

    def forced(self, state: State) -> Event | None:
        pool = open_tiles(state)
        return Pick(pool[0]) if len(set(pool)) == 1 else None


VARIANT = Variant(
    (
        "Draft: the drawn tiles are placed open in the middle, as many for each player as the die "
        "shows. In turn order from the leader each player picks one of them, and again, until all "
        "are picked. Each player then buys or passes on the tiles picked, as one set.",
    ),
    {"choose": (OpenDrawPhase,), "buy": (PickPhase, BuyPhase)},
    alone="there is nobody who could pick a tile before you, so nothing changes",
)
