"""What tiles are worth to a computer player, for the decisions that only variants have.

A player may have a method `worth(state)`: the dollars that the player at turn can expect from what
it holds, before it sells. Those who play by V have it. For any other a rule of thumb answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...advice.rules_of_thumb import LAST_TILES, WORTH_OF_A_PIP, discard_by_rule
from ...game.state import Player, State, with_player
from ...lexicon.lexicon import Lexicon
from ...sales.best_sales import best_sale_or_greedy
from ...tiles.hand import Hand, remove_letters
from ...tiles.tile_set import TileSet

if TYPE_CHECKING:
    from ..strategy import Strategy

WORTH_OF_A_WILD = 30  # dollars, while there is time to use it


def worth(
    strategy: Strategy, lexicon: Lexicon, state: State, seat: int, money: int, hand: Hand
) -> float:
    """The dollars that a seat can expect to end with, by the judgement of a computer player.

    The money counts for more than itself: without it nothing can be bought. The judgement is as
    good as the player's: the hand is one that has room (`has_room`).
    """
    players = with_player(state, Player(money, hand), seat)
    state = state._replace(turn=seat, players=players, table=None)
    judge = getattr(strategy, "worth", None)
    return money + (float(judge(state)) if judge else _by_rule(lexicon, state))


def worth_kept(strategy: Strategy, lexicon: Lexicon, state: State) -> float:
    """The dollars that the hand of the player at turn promises when its turn to sell is over.

    A player may have a method `kept(state)` that judges it; for any other a rule of thumb answers.
    """
    hand, tiles = state.player.hand, lexicon.tiles
    judge = getattr(strategy, "kept", None)
    if judge and has_room(tiles, hand):
        return float(judge(state))
    if len(state.bag) < LAST_TILES * len(state.players):
        return 0.0
    kept = remove_letters(hand.letters, discard_by_rule(hand.letters, tiles))
    return float(WORTH_OF_A_PIP * tiles.set_pips(kept) + WORTH_OF_A_WILD * hand.wilds)


def has_room(tiles: TileSet, hand: Hand) -> bool:
    """Whether a hand is no larger than the printed rules allow: computer players keep to that."""
    return len(hand.letters) <= tiles.hand_limit + tiles.most_drawn


def _by_rule(lexicon: Lexicon, state: State) -> float:
    """The best sale of today, and the pips that are left if there is time to use them."""
    hand, tiles = state.player.hand, lexicon.tiles
    revenue, _, left = best_sale_or_greedy(lexicon, hand)
    if len(state.bag) < LAST_TILES * len(state.players):
        return revenue
    sold = WORTH_OF_A_PIP * (tiles.set_pips(hand.letters) - tiles.set_pips(left.letters))
    kept = WORTH_OF_A_PIP * tiles.set_pips(left.letters) + WORTH_OF_A_WILD * left.wilds
    return kept + max(revenue, sold + WORTH_OF_A_WILD * (hand.wilds - left.wilds))
