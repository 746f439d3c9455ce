"""Rules of thumb for the decisions of the game, and what is known at the table when one is due."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .errors import InvalidError
from .lexicon import Lexicon
from .sales import best_revenue
from .tiles import Hand, TileSet, price

if TYPE_CHECKING:
    from .game import Player, State

# Words of strong play bring about $196 from 14 pips: $14 a pip, of which $10 are left when tiles
# that fit nothing are counted in. So a set of up to 10 pips pays while there is time to use it.
WORTH_OF_A_PIP = 10  # dollars
LAST_TILES = 12  # with fewer left for each player only today's profit counts


class Situation(NamedTuple):
    """What is known when a decision is due. The bag may be only some of its letters, at random."""

    bag: str  # the letters, A to Z, that can be in the bag
    size: int  # tiles in the bag
    money: int  # of the player who decides
    players: int = 1
    ahead: int = 0  # rounds to come before the one in which this player leads
    last: bool = False  # this is the last round
    others: tuple[Player, ...] = ()  # in turn order from this player; empty: nothing is known

    def likely_bag(self) -> str:
        """A bag of the size with each letter in proportion, as nearly as whole tiles allow."""
        if self.size == len(self.bag):
            return self.bag
        chosen = [at * len(self.bag) // self.size for at in range(self.size)]
        return "".join(self.bag[at] for at in chosen)


def situation_of(state: State) -> Situation:
    """What the player at turn knows."""
    players = len(state.players)
    leader = state.leader if state.phase == "choose" else state.leader + 1  # of the next draw
    return Situation(
        state.bag,
        len(state.bag),
        state.player.money,
        players,
        (state.turn - leader) % players,
        state.last,
        tuple(state.players[(state.turn + i) % players] for i in range(1, players)),
    )


class Purchase(NamedTuple):
    """What buying a set does today. All but pips in dollars; revenues are those of best sales."""

    pips: int
    cost: int
    affordable: bool
    sell_without: int
    sell_with: int
    buy: bool  # the rule's verdict

    @property
    def profit_now(self) -> int:
        """What is gained if everything that sells best is sold at once."""
        return self.sell_with - self.sell_without - self.cost


def buy_by_rule(
    lexicon: Lexicon, drawn: str, hand: Hand, money: int, left: int, players: int = 1
) -> Purchase:
    """Whether to buy the letters drawn, with `money` dollars and `left` tiles in the bag.

    The rule: buy what pays at once; and while the bag has 12 tiles or more for each player, a set
    of at most $10 a pip. Raises InvalidError: the hand is too large for an exact sale.
    """
    pips = lexicon.tiles.set_pips(drawn)
    cost = price(pips)
    both = hand.plus(drawn)
    without, with_ = best_revenue(lexicon, hand), best_revenue(lexicon, both)
    affordable = cost <= money
    pays_now = with_ - without >= cost
    pays_later = cost <= pips * WORTH_OF_A_PIP and left >= LAST_TILES * players
    return Purchase(pips, cost, affordable, without, with_, affordable and (pays_now or pays_later))


def choose_by_rule(held: int, tiles: TileSet) -> int:
    """The number for a leader to name on *choice*, with so many letters held.

    The rule: 4 with 8 letters or more, 3 with 5 or more, else 2.
    """
    number = 4 if held >= 8 else 3 if held >= 5 else 2
    return min(max(number, tiles.choice[0]), tiles.choice[-1])


def discard_by_rule(letters: str, tiles: TileSet) -> str:
    """The letters to throw away to get down to the limit: lowest pips first, then A to Z."""
    over = max(0, len(letters) - tiles.hand_limit)
    return "".join(sorted(sorted(letters, key=lambda c: (tiles.pips[c], c))[:over]))


def unseen(
    tiles: TileSet, held: str, seen: str = "", bag: str | None = None, size: int | None = None
) -> tuple[str, int]:
    """The letters that can be in the bag, A to Z, and how many tiles are in it.

    All that is not held or seen can be, or the bag is as stated. A size below that means that the
    bag holds some of it. Raises IllegalError naming a letter that the tile set has not so often,
    InvalidError: more tiles than can be.
    """
    counts = tiles.bag_without(held, seen, bag or "")
    letters = "".join(letter * count for letter, count in counts.items())
    if bag is not None:
        letters = "".join(sorted(bag))
    if size is not None and size > len(letters):
        raise InvalidError(f"a bag of {size} tiles cannot be: at most {len(letters)} are left")
    return letters, len(letters) if size is None else size
