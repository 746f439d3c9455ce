"""The variant crossword: words are laid on a common grid, each crossing an earlier one.

The phase `lay` stands in place of `sell`. The grid is the board of the state, None while it is
empty. A word is paid as it is laid, so that each is an event of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import IllegalError, InvalidError, quote
from ...tiles.hand import Hand, Play
from ...tiles.tile_set import TileSet, price
from ..rules import Phase, Rules, take_letters
from ..state import Event, State, with_player
from .grid import Grid, Placement, parse_placement, placements
from .variant import Round, Variant, replaced


class Lay(NamedTuple):
    """Lay a word on the grid and be paid for it; without one the player is done."""

    placement: Placement | None = None

    def data(self) -> str | None:
        return None if self.placement is None else str(self.placement)

    @classmethod
    def read(cls, data: Any) -> Lay:
        if data is None:
            return cls()
        placement = parse_placement(str(data))
        if str(placement) != data:
            raise InvalidError(f"{quote(repr(data))} is no placement: {placement} could be")
        return cls(placement)


def grid_of(state: State) -> Grid:
    """What lies on the table."""
    grid: Grid = state.board or Grid()
    return grid


def _lay(rules: Rules, state: State, event: Lay) -> State:
    player, placement = state.player, event.placement
    if placement is None:
        return rules.turn_over(state, player)
    grid = grid_of(state)
    board = grid.laid(placement)
    spent = grid.spent(placement)
    complaint = f"for {placement} you do not hold"
    letters = take_letters(player.hand.letters, spent.letters, complaint)
    if spent.wilds > player.hand.wilds:
        raise IllegalError(f"{complaint} a wild")
    money = player.money + price(grid.pips(placement, rules.tiles))
    left = player._replace(money=money, hand=Hand(letters, player.hand.wilds - spent.wilds))
    return state._replace(players=with_player(state, left), board=board)


def _legal(rules: Rules, state: State, plays: Sequence[Play]) -> Iterator[Event]:  # noqa: ARG001
    yield Lay()
    grid, hand = grid_of(state), state.player.hand
    for play in plays:
        for placement in placements(grid, play):
            letters, wilds = grid.spent(placement)
            if not Counter(letters) - Counter(hand.letters) and wilds <= hand.wilds:
                yield Lay(placement)


def _nothing_to_lay(rules: Rules, state: State) -> Event | None:  # noqa: ARG001
    return None if any(state.player.hand) else Lay()


def _words(state: State, event: Lay) -> list[str]:
    grid, placement = grid_of(state), event.placement
    return [made.play.word for made in grid.words(placement)] if placement else []


LAY = Phase("lay", {Lay: _lay}, _legal, _nothing_to_lay, _words)


def _text(tiles: TileSet) -> list[str]:
    pips = "1 pip" if tiles.wild_pips == 1 else f"{tiles.wild_pips} pips"
    return [
        "Crossword: instead of selling, all lay words on a common grid of 25 by 25 squares, as "
        "many as they like, across or down. The first lies across the middle. Every other one must "
        "cross an earlier word, which is to share a letter with one that runs the other way.",
        "A word takes a tile from the hand or more, with at most one wild among them, which stands "
        "for its letter for good. The tiles stay. Wherever tiles touch they must make words, "
        "across and down.",
        "A word laid brings its pips squared. Every letter of it counts, those that lay there "
        f"before too; a wild shows {pips} wherever it lies. Other words that it completes bring "
        "nothing.",
    ]


def _laid_not_sold(phases: Round) -> Round:
    return replaced(phases, "sell", LAY)


VARIANT = Variant(_text, _laid_not_sold)
