"""The variant crossword: words are laid on a shared grid, each crossing an earlier one.

The phase `lay` replaces `sell`. The grid is the board of the state, None while it is empty. Each
word is an event of its own, and is paid for at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import IllegalError, InvalidError, quote
from ...tiles.hand import Hand, Play
from ...tiles.tile_set import price
from ..rules import Phase, take_letters
from ..state import Event, State
from .grid import Grid, Placement, parse_placement, placements
from .variant import Variant


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a word on the grid and be paid for it, or end the turn (None)."""

    placement: Placement | None = None

    def data(self) -> str | None:
        return None if self.placement is None else str(self.placement)

    @classmethod
    def read(cls, data: Any) -> Lay:
        if data is None:
            return cls()
        placement = parse_placement(str(data))
        if str(placement) != data:
            raise InvalidError(f"{quote(repr(data))} is not a placement: write {placement}")
        return cls(placement)


def grid_of(state: State) -> Grid:
    """Return the grid."""
    return state.board if isinstance(state.board, Grid) else Grid()


class LayPhase(Phase[Lay]):
    """Each player lays words on the grid."""

    name = "lay"
    events = (Lay,)

    def step(self, state: State, event: Lay) -> State:
        player, placement = state.player, event.placement
        if placement is None:
            return self.rules.end_turn(state, player)
        grid = grid_of(state)
        board = grid.laid(placement)
        spent = grid.spent(placement)
        complaint = f"{placement} cannot be laid: you hold"
        letters = take_letters(player.hand.letters, spent.letters, complaint)
        if spent.wilds > player.hand.wilds:
            raise IllegalError(f"{complaint} no wild")
        money = player.money + price(grid.pips(placement, self.rules.tiles))
        hand = Hand._make((letters, player.hand.wilds - spent.wilds))
        return state.with_player(player._replace(money=money, hand=hand))._replace(board=board)

    def legal(self, state: State, plays: Sequence[Play]) -> Iterator[Event]:
        yield Lay()
        grid, hand = grid_of(state), state.player.hand
        for play in plays:
            for placement in placements(grid, play):
                letters, wilds = grid.spent(placement)
                if not Counter(letters) - Counter(hand.letters) and wilds <= hand.wilds:
                    yield Lay(placement)

    def forced(self, state: State) -> Event | None:
        return None if any(state.player.hand) else Lay()

    def words(self, state: State, event: Lay) -> list[str]:
        grid, placement = grid_of(state), event.placement
        return [made.play.word for made in grid.words(placement)] if placement else []


VARIANT = Variant(
    (
        "Crossword: instead of selling, all lay words on a shared grid of 25 by 25 squares, as "
        "many as they like, across or down. The first word is laid across the middle. Every other "
        "word must cross an earlier one, sharing a letter with a word in the other direction.",
        "A word uses at least one tile from the hand, with at most one wild among them, which "
        "keeps its letter. The tiles stay on the grid. Wherever tiles touch they must form words, "
        "across and down.",
        "A new word earns its pips squared, counting all its letters, also those already on the "
        "grid. A wild keeps its own pips. Other words completed by the new one earn nothing.",
    ),
    {"sell": (LayPhase,)},
)
