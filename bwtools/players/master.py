"""The computer player master: the leave value V decides everything, without lookahead."""

from __future__ import annotations

from ..evaluation.evaluator import Evaluator, PlayerView, TurnEnd, open_evaluator
from ..game.state import State
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import best_sale_or_greedy
from ..tiles.hand import Play
from ..tiles.tile_set import price


class Master:
    """Knows the whole dictionary, and the value of every hand. About $1,610 alone.

    All decisions maximise the money made at once plus the expected future income. Raises
    InvalidError when asked to decide in a game whose numbers V is not trained for.
    """

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:
        self.lexicon = lexicon
        self.seed = seed
        self._planned: tuple[PlayerView, TurnEnd] | None = None

    def choose(self, state: State) -> int:
        return self._evaluator(state).best_number(player_view(state))

    def buy(self, state: State) -> bool:
        view, drawn = player_view(state), state.player.drawn
        buys, end = self._evaluator(state).best_turn(view, drawn)
        if buys:
            cost = price(self.lexicon.tiles.set_pips(drawn))
            view = view._replace(hand=view.hand.plus(drawn), money=view.money - cost)
        self._planned = view, end
        return buys

    def sell(self, state: State) -> tuple[Play, ...]:
        if state.last:
            sales = best_sale_or_greedy(self.lexicon, state.player.hand).sales
            return tuple(sale.play for sale in sales)
        view = player_view(state)
        if self._planned and self._planned[0] == view:  # found when buying
            return self._planned[1].plays
        return self._evaluator(state).sell(view).plays

    def discard(self, state: State) -> str:
        letters, limit = state.player.hand.letters, self.lexicon.tiles.hand_limit
        if len(letters) <= limit or state.last:
            return letters[limit:]
        return self._evaluator(state).discard(player_view(state))

    def hand_value(self, state: State) -> float:
        """Return the expected dollars from the hand of the player to move before it sells."""
        if state.last:
            return float(best_sale_or_greedy(self.lexicon, state.player.hand).revenue)
        return self._evaluator(state).sell(player_view(state)).total

    def leave_value(self, state: State) -> float:
        """Return the expected dollars from the hand of the player to move after it has sold."""
        if state.last:
            return 0.0
        view = player_view(state)
        leave = view.hand.minus(Master.discard(self, state))  # without an expert's lookahead
        return self._evaluator(state).leave_value(view._replace(hand=leave))

    def _evaluator(self, state: State) -> Evaluator:
        return open_evaluator(self.lexicon, len(state.players))


def player_view(state: State) -> PlayerView:
    """Return the view of the player to move."""
    player = state.player
    return PlayerView(player.hand, state.bag, player.money, leads_next(state))


def leads_next(state: State) -> bool:
    """Return whether the player to move leads the next round."""
    return state.turn == (state.leader + 1) % len(state.players)
