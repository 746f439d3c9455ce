"""The computer player master: V decides everything, without looking ahead."""

from __future__ import annotations

from ..evaluation.evaluator import Evaluator, PlayerView, TurnEnd, open_evaluator
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
        self._planned: tuple[PlayerView, TurnEnd] | None = None

    def choose(self, state: State) -> int:
        return self._evaluator(state).best_number(player_view(state))

    def buy(self, state: State) -> bool:
        money, hand, drawn = state.player
        view = player_view(state)
        buys, end = self._evaluator(state).best_turn(view, drawn)
        if buys:
            cost = price(self.lexicon.tiles.set_pips(drawn))
            view = view._replace(hand=hand.plus(drawn), money=money - cost)
        self._planned = view, end
        return buys

    def sell(self, state: State) -> tuple[Play, ...]:
        if not state.last:
            view = player_view(state)
            if self._planned and self._planned[0] == view:  # buying has found the sale already
                return self._planned[1].plays
            return self._evaluator(state).sell(view).plays
        sales = best_sale_or_greedy(self.lexicon, state.player.hand).sales
        return tuple(sale.play for sale in sales)

    def discard(self, state: State) -> str:
        letters, limit = state.player.hand.letters, self.lexicon.tiles.hand_limit
        if len(letters) <= limit or state.last:
            return letters[limit:]
        return self._evaluator(state).discard(player_view(state))

    def worth(self, state: State) -> float:
        """The dollars that the player at turn can expect from what it holds, before it sells."""
        if state.last:
            return float(best_sale_or_greedy(self.lexicon, state.player.hand).revenue)
        return self._evaluator(state).sell(player_view(state)).total

    def kept(self, state: State) -> float:
        """The dollars that the player at turn can expect from what it keeps, when it has sold."""
        if state.last:
            return 0.0
        evaluator, view = self._evaluator(state), player_view(state)
        if len(view.hand.letters) > self.lexicon.tiles.hand_limit:
            left = remove_letters(view.hand.letters, evaluator.discard(view))
            view = view._replace(hand=Hand._make((left, view.hand.wilds)))
        return evaluator.leave_value(view)

    def _evaluator(self, state: State) -> Evaluator:
        return open_evaluator(self.lexicon, len(state.players))


def player_view(state: State) -> PlayerView:
    """Return the view of the player at turn."""
    money, hand, _ = state.player
    return PlayerView(hand, state.bag, money, leads_next(state))


def leads_next(state: State) -> bool:
    """Whether the player at turn leads the next round."""
    return state.turn == (state.leader + 1) % len(state.players)
