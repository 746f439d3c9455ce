"""The variant draft: players pick face-up tiles one at a time, then pay for them as a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import IllegalError, InvalidError, quote
from ...tiles.hand import Play
from ...tiles.tile_set import ALPHABET, TileSet
from ..rules import BUY, CHOOSE, Phase, Rules, take_letters
from ..state import Draw, Event, State, with_player
from .variant import Round, Variant, replaced


class Pick(NamedTuple):
    """Take one of the open tiles."""

    letter: str

    def data(self) -> object:
        return self.letter

    @classmethod
    def read(cls, data: Any) -> Pick:
        if not isinstance(data, str) or len(data) != 1 or data not in ALPHABET:
            raise InvalidError(f"a tile picked cannot be {quote(repr(data))}")
        return cls(data)


def open_tiles(state: State) -> str:
    """The tiles that lie open in the middle, A to Z."""
    return state.table or ""


def _draw(rules: Rules, state: State, event: Draw) -> State:
    bag, drawn = rules.drawn(state, event)
    pool = "".join(sorted(open_tiles(state) + drawn))
    return rules.turn_over(state._replace(bag=bag), state.player)._replace(table=pool)


def _pick(rules: Rules, state: State, event: Pick) -> State:
    if len(event.letter) != 1:
        raise IllegalError("tiles are picked one at a time")
    pool = take_letters(open_tiles(state), event.letter, "this tile does not lie open:")
    player = state.player._replace(drawn="".join(sorted(state.player.drawn + event.letter)))
    turn = (state.turn + 1) % len(state.players)
    state = state._replace(players=with_player(state, player), turn=turn, table=pool)
    return state if pool else rules.phase_over(state, state.players)


def _legal(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    yield from map(Pick, sorted(set(open_tiles(state))))


def _last_tile(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    pool = open_tiles(state)
    return Pick(pool[0]) if len(set(pool)) == 1 else None


PICK = Phase("pick", {Pick: _pick}, _legal, _last_tile, buying=True)

OPEN = CHOOSE._replace(steps={**CHOOSE.steps, Draw: _draw})


def _text(tiles: TileSet) -> list[str]:  # noqa: ARG001
    return [
        "Draft: the tiles that are drawn lie open in the middle, as many for each player as the "
        "die says. In turn order from the leader each player picks one of them, and again, until "
        "all are picked. What a player has picked is the set to be bought or passed on, as always.",
    ]


def _change(phases: Round) -> Round:
    return replaced(replaced(phases, "choose", OPEN), "buy", PICK, BUY)


VARIANT = Variant(
    _text, _change, alone="there is nobody who could pick a tile before you, so nothing changes"
)
