"""The variant draft: players pick face-up tiles one at a time, then pay for them as a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import IllegalError, InvalidError
from ..game import BUY, CHOOSE, Draw, Event, Phase, Rules, State, seated, taken
from ..lexicon import Lexicon
from ..tiles import ALPHABET, Play, TileSet, quote
from .variant import Round, Variant, replaced
from .worth import worth

if TYPE_CHECKING:
    from ..players import Strategy


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
    pool = taken(open_tiles(state), event.letter, "this tile does not lie open:")
    player = state.player._replace(drawn="".join(sorted(state.player.drawn + event.letter)))
    turn = (state.turn + 1) % len(state.players)
    state = state._replace(players=seated(state, player), turn=turn, table=pool)
    return state if pool else rules.phase_over(state, state.players)


def _legal(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    yield from map(Pick, sorted(set(open_tiles(state))))


def _last_tile(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    pool = open_tiles(state)
    return Pick(pool[0]) if len(set(pool)) == 1 else None


def _decide(rules: Rules, lexicon: Lexicon, state: State, strategy: Strategy) -> Event:
    """The tile with which the set is worth most, for what it is then likely to cost.

    Of tiles with which it is likely to cost too much, the one with the fewest pips.
    """
    tiles, pool = rules.tiles, open_tiles(state)
    money, hand, drawn = state.player
    to_come = (len(pool) - 1) // len(state.players) * tiles.set_pips(pool) / len(pool)

    def promise(letter: str) -> tuple[float, int]:
        left = money - round((tiles.set_pips(drawn + letter) + to_come) ** 2)
        left, held = (money, hand) if left < 0 else (left, hand.plus(drawn + letter))
        return worth(strategy, lexicon, state, state.turn, left, held), -tiles.pips[letter]

    return Pick(max(sorted(set(pool)), key=promise))


PICK = Phase("pick", {Pick: _pick}, _legal, _last_tile, _decide, buying=True)
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
