"""The computer player master: V decides everything, without looking ahead."""

from __future__ import annotations

from ..evaluation.evaluator import Evaluator, TurnEnd, open_evaluator
from ..game.state import State
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import best_sale_or_greedy
from ..tiles.hand import Hand, Play, remove_letters
from ..tiles.tile_set import price


class Master:
    """Knows the whole dictionary, and what every hand is worth. About $1,610 alone.

    It buys, sells, throws away and names numbers so that the money it makes at once and the
    further money it can expect are the most together. Raises InvalidError when it is to decide in
    a game whose numbers V does not know.
    """

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:  # noqa: ARG002
        self.lexicon = lexicon
        self._planned: tuple[tuple[Hand, str, int, bool], TurnEnd] | None = None

    def choose(self, state: State) -> int:
        money, hand, _ = state.player
        return self._valuer(state).number(hand, state.bag, money)

    def buy(self, state: State) -> bool:
        money, hand, drawn = state.player
        leads = leads_next(state)
        buys, kept = self._valuer(state).turn(hand, state.bag, money, drawn, leads)
        if buys:
            hand, money = hand.plus(drawn), money - price(self.lexicon.tiles.set_pips(drawn))
        self._planned = (hand, state.bag, money, leads), kept
        return buys

    def sell(self, state: State) -> tuple[Play, ...]:
        money, hand, _ = state.player
        if not state.last:
            turn = hand, state.bag, money, leads_next(state)
            if self._planned and self._planned[0] == turn:  # buying has found the sale already
                return self._planned[1].plays
            return self._valuer(state).sell(*turn).plays
        return tuple(sale.play for sale in best_sale_or_greedy(self.lexicon, hand).sales)

    def discard(self, state: State) -> str:
        money, hand, _ = state.player
        if len(hand.letters) <= self.lexicon.tiles.hand_limit or state.last:
            return hand.letters[self.lexicon.tiles.hand_limit :]
        return self._valuer(state).discard(hand, state.bag, money, leads_next(state))

    def worth(self, state: State) -> float:
        """The dollars that the player at turn can expect from what it holds, before it sells."""
        money, hand, _ = state.player
        if state.last:
            return float(best_sale_or_greedy(self.lexicon, hand).revenue)
        return self._valuer(state).sell(hand, state.bag, money, leads_next(state)).total

    def kept(self, state: State) -> float:
        """The dollars that the player at turn can expect from what it keeps, when it has sold."""
        money, hand, _ = state.player
        if state.last:
            return 0.0
        valuer, leads = self._valuer(state), leads_next(state)
        if len(hand.letters) > self.lexicon.tiles.hand_limit:
            thrown = valuer.discard(hand, state.bag, money, leads)
            hand = Hand(remove_letters(hand.letters, thrown), hand.wilds)
        return valuer.worth(hand, state.bag, money, leads)

    def _valuer(self, state: State) -> Evaluator:
        return open_evaluator(self.lexicon, len(state.players))


def leads_next(state: State) -> bool:
    """Whether the player at turn leads the next round."""
    return state.turn == (state.leader + 1) % len(state.players)
