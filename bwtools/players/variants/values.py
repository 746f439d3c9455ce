"""What a computer player expects from tiles, for the decisions that only variants have.

The methods `hand_value` and `leave_value` of a strategy are used where it has them. For other
strategies a rule of thumb estimates both.
"""

from __future__ import annotations

from ...advice.rules_of_thumb import LAST_TILES, WORTH_OF_A_PIP, discard_by_rule
from ...game.state import Player, State
from ...lexicon.lexicon import Lexicon
from ...sales.best_sales import best_sale_or_greedy
from ...tiles.hand import Hand, remove_letters
from ...tiles.tile_set import TileSet
from ..strategy import Strategy

WILD_VALUE = 30  # dollars, while there is time to use it


def expected_money(
    strategy: Strategy, lexicon: Lexicon, state: State, seat: int, money: int, hand: Hand
) -> float:
    """Return the final dollars that a seat can expect with this money and hand.

    The hand must have room (`has_room`). A strategy may value money above its face value, since it
    buys sets.
    """
    state = state.with_player(Player(money, hand), seat)._replace(turn=seat, table=None)
    hand_value = getattr(strategy, "hand_value", None)
    return money + (float(hand_value(state)) if hand_value else _hand_value(lexicon, state))


def leave_value(strategy: Strategy, lexicon: Lexicon, state: State) -> float:
    """Return the dollars that the player to move can expect from its hand after selling."""
    hand, tiles = state.player.hand, lexicon.tiles
    own = getattr(strategy, "leave_value", None)
    if own and has_room(tiles, hand):
        return float(own(state))
    if _is_late(state):
        return 0.0
    leave = remove_letters(hand.letters, discard_by_rule(hand.letters, tiles))
    return float(WORTH_OF_A_PIP * tiles.set_pips(leave) + WILD_VALUE * hand.wilds)


def has_room(tiles: TileSet, hand: Hand) -> bool:
    """Return whether a hand is within the printed rules, which computer players keep to."""
    return len(hand.letters) <= tiles.hand_limit + tiles.most_drawn


def _hand_value(lexicon: Lexicon, state: State) -> float:
    """Return the best sale now plus the pips left over, if there is time to use them."""
    hand, tiles = state.player.hand, lexicon.tiles
    revenue, _, left = best_sale_or_greedy(lexicon, hand)
    if _is_late(state):
        return revenue
    pips = tiles.set_pips(left.letters)
    sold = WORTH_OF_A_PIP * (tiles.set_pips(hand.letters) - pips)
    leave = WORTH_OF_A_PIP * pips + WILD_VALUE * left.wilds
    return leave + max(revenue, sold + WILD_VALUE * (hand.wilds - left.wilds))


def _is_late(state: State) -> bool:
    """Return whether too few tiles are left in the bag for a leave to be useful."""
    return len(state.bag) < LAST_TILES * len(state.players)
