"""Rules of thumb for the decisions of the game."""

from __future__ import annotations

from typing import NamedTuple

from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import Outcome, best_revenue, best_sales
from ..tiles.hand import Hand
from ..tiles.tile_set import TileSet, price

# Words of strong play bring about $196 from 14 pips: $14 a pip, or $10 counting tiles that fit no
# word. So a set of up to 10 pips pays for itself while there is time to use it.
WORTH_OF_A_PIP = 10  # dollars

LAST_TILES = 12  # with fewer in the bag for each player, only today's profit counts


class Purchase(NamedTuple):
    """What buying a set does today: pips, and dollars. Revenues are those of the best sales."""

    pips: int
    cost: int
    affordable: bool
    sell_without: int
    sell_with: int
    buy: bool  # the verdict of the rule

    @property
    def profit_now(self) -> int:
        """The dollars gained if the best sale is made at once."""
        return self.sell_with - self.sell_without - self.cost


def buy_by_rule(
    lexicon: Lexicon, drawn: str, hand: Hand, money: int, left: int, players: int = 1
) -> Purchase:
    """Return whether to buy the drawn letters, with `money` dollars and `left` tiles in the bag.

    The rule: buy a set that pays at once; and while the bag has 12 tiles or more for each player,
    a set of at most $10 a pip. Raise InvalidError if the hand is too large for an exact sale.
    """
    pips = lexicon.tiles.set_pips(drawn)
    cost = price(pips)
    without, with_ = best_revenue(lexicon, hand), best_revenue(lexicon, hand.plus(drawn))
    affordable = cost <= money
    pays_now = with_ - without >= cost
    pays_later = cost <= pips * WORTH_OF_A_PIP and left >= LAST_TILES * players
    return Purchase(pips, cost, affordable, without, with_, affordable and (pays_now or pays_later))


def choose_by_rule(held: int, tiles: TileSet) -> int:
    """Return the number for a leader with `held` letters to name on *choice*.

    The rule: 4 with 8 letters or more, 3 with 5 or more, else 2.
    """
    number = 4 if held >= 8 else 3 if held >= 5 else 2
    return min(max(number, tiles.choice[0]), tiles.choice[-1])


def discard_by_rule(letters: str, tiles: TileSet) -> str:
    """Return the letters to discard to get down to the limit: lowest pips first, then A to Z."""
    over = max(0, len(letters) - tiles.hand_limit)
    return "".join(sorted(sorted(letters, key=lambda c: (tiles.pips[c], c))[:over]))


def sales_by_rule(
    lexicon: Lexicon, sellable: Hand, reserved: Hand, top: int, max_words: int | None
) -> list[tuple[Outcome, Hand, str]]:
    """Return the best sales by revenue, each with the leave and the letters discarded.

    The reserved tiles are held too, but not sold. If nothing can be sold, there is an empty sale.
    Raise InvalidError if the hand is too large for an exact sale.
    """
    found = []
    for outcome in best_sales(lexicon, sellable, top, max_words) or [Outcome(0, (), sellable)]:
        left = outcome.left.plus(*reserved)
        gone = discard_by_rule(left.letters, lexicon.tiles)
        found.append((outcome, left.minus(gone), gone))
    return found
