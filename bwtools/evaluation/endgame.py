"""Exact values near the end of the game, where everything that can still come is enumerated."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from threading import get_ident
from typing import Any, TypeVar

from .._engine import constants
from .._engine.ending import Ending
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import Outcome, best_revenue, best_sales
from ..sales.engine import COMPILED, shared_solver
from ..tiles.hand import Hand
from ..tiles.tile_set import ALPHABET

MOST_TILES = 6  # in the bag for each player; more are not enumerated
# How often the best sale of a hand may be asked for in one answer: a fifth of a second.
MOST_STEPS = 1_500_000 if COMPILED else 50_000

_T = TypeVar("_T")


class TooManyError(Exception):
    """There is too much to enumerate."""


class Endgame:
    """Computes exact expected final money in dollars, assuming optimal play.

    Bags are given as letters and size: a random subset of the letters if the size is smaller. With
    several players only the next round is enumerated, because later ones depend on what others do.
    The methods raise TooManyError if there is too much to enumerate.
    """

    def __init__(
        self, lexicon: Lexicon, players: int, leads: bool, last: bool, steps: int = MOST_STEPS
    ) -> None:
        """Take whether this player leads the next round, and whether this is the last one.

        `steps` is how often the best sale of a hand may be asked for in one answer.
        """
        tiles = lexicon.tiles
        die = [face or 0 for face in tiles.die]
        self.lexicon, self.players, self.last = lexicon, players, last
        self.hand_limit = tiles.hand_limit
        self.fewest = min({*die, *tiles.choice} - {0}) * players  # tiles drawn in a round
        self.rules: Any = tiles.hand_limit, die, [*tiles.choice], players, leads, last
        self.steps = steps
        self.in_play = ""
        self.has_wilds = False
        self.ending: Ending | None = None

    def before_sale(self, hand: Hand, money: int, bag: str, size: int) -> float:
        """Return the value of a hand before the sale of the turn."""
        if self._is_last(size):
            return money + best_revenue(self.lexicon, hand)
        return float(self._ask(Ending.value_before_sale, hand, money, bag, size))

    def after_turn(self, hand: Hand, money: int, bag: str, size: int) -> float:
        """Return the value of a hand after the sale and discard of the turn."""
        if self._is_last(size):
            return money if self.last else money + best_revenue(self.lexicon, hand)
        return float(self._ask(Ending.value_after_turn, hand, money, bag, size))

    def after_number(self, number: int, hand: Hand, money: int, bag: str, size: int) -> float:
        """Return the value if each player is to draw `number` tiles."""
        if number * self.players > size:
            return money + best_revenue(self.lexicon, hand)
        return float(self._ask(Ending.value_of_number, hand, money, bag, size, number))

    def best_sale(self, sellable: Hand, reserved: Hand, money: int, bag: str, size: int) -> Outcome:
        """Return the sale with the highest value; the reserved tiles are held too, but not sold."""
        kept = Hand("")
        if not self._is_last(size):
            if len(reserved.letters) > self.hand_limit:
                raise TooManyError
            held = sellable.plus(*reserved)
            letters, wilds = self._ask(Ending.part_to_keep, held, money, bag, size, *reserved)
            kept = Hand(letters, wilds).minus(*reserved)
        others = sellable.minus(*kept)
        best = best_sales(self.lexicon, others, 1) or [Outcome(0, (), others)]
        return best[0]._replace(left=best[0].left.plus(*kept))

    def best_kept(self, hand: Hand, money: int, bag: str, size: int) -> tuple[Hand, float]:
        """Return the best hand to keep if nothing more is sold this turn, and its value."""
        letters, limit = hand.letters, self.hand_limit
        if len(letters) > limit and not self.last:
            letters = self._ask(Ending.letters_to_keep, hand, money, bag, size)
        kept = Hand(letters[:limit], hand.wilds)
        return kept, self.after_turn(kept, money, bag, size)

    def _is_last(self, size: int) -> bool:
        """Return whether a round after which the bag has `size` tiles is the last."""
        return self.last or size < self.fewest

    def _ask(
        self, ask: Callable[..., _T], hand: Hand, money: int, bag: str, size: int, *more: object
    ) -> _T:
        bag = "" if size < self.fewest else bag  # nothing is drawn
        try:
            return ask(self._ending_with(hand, bag, size), *hand, money, bag, size, *more)
        except OverflowError:
            self.ending = None
            raise TooManyError from None

    def _ending_with(self, hand: Hand, bag: str, size: int) -> Ending:
        """Return an ending with these tiles in play, if possible the one that was used before."""
        letters = hand.letters + bag
        if (
            size > MOST_TILES * self.players
            or len(letters) > constants.MOST_IN_PLAY
            or hand.wilds > constants.MOST_WILDS
        ):
            raise TooManyError
        if (
            self.ending is None
            or self.has_wilds < (hand.wilds > 0)
            or any(letters.count(c) > self.in_play.count(c) for c in {*letters})
        ):
            self.in_play, self.has_wilds = letters, hand.wilds > 0
            counts = [letters.count(c) for c in ALPHABET]
            self.ending = Ending(shared_solver(self.lexicon), counts, self.has_wilds, self.rules)
        self.ending.allow(self.steps)
        return self.ending


def open_endgame(
    lexicon: Lexicon, players: int, leads: bool, last: bool, steps: int = MOST_STEPS
) -> Endgame:
    """Return the endgame of this thread. It remembers what it found for earlier decisions."""
    return _endgame_of(get_ident(), lexicon, players, leads, last, steps)


@lru_cache(maxsize=8)
def _endgame_of(_thread: int, *rules: Any) -> Endgame:
    return Endgame(*rules)
