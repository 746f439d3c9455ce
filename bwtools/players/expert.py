"""The computer player expert: exact near the end of the game, else one round of lookahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar

from ..evaluation.endgame import Endgame, TooManyError, open_endgame
from ..evaluation.evaluator import Evaluator, PlayerView, TurnEnd, thorough
from ..evaluation.one_ply import OnePly
from ..game.state import State
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, Play, remove_letters
from ..tiles.tile_set import price
from .master import Master, leads_next, player_view

_T = TypeVar("_T")
MOST_STEPS = 20_000_000  # of enumerating an ending: more than any takes


class Stage(NamedTuple):
    """A stage of the lookahead: which options it examines, how closely, and its weight."""

    most: int  # options
    within: float  # dollars of the best so far
    samples: int
    trust: float  # weight of the lookahead; V has the rest


class Option(NamedTuple):
    """A way to end the turn."""

    total: float  # dollars by V: the gain plus the expected future income
    gain: int  # dollars sold for, minus the price of a set bought
    plays: tuple[Play, ...]
    leave: Hand
    buys: bool = False

    def order(self) -> tuple[float, bool, Hand, list[str]]:
        """Return the sort key: best first, with a fixed order of ties."""
        return -self.total, self.buys, self.leave, list(map(str, self.plays))


class Expert(Master):
    """Plays like master where V is decisive, and otherwise looks a round ahead. About $1,629 alone.

    Each stage examines fewer options more closely, with the same draws for all of them. The draws
    depend on the seed, the round and the bag.
    """

    stages: Sequence[Stage] = (
        Stage(10, 12, 10, 0.3),
        Stage(6, 6, 28, 0.5),
        Stage(4, 4, 84, 0.7),
        Stage(3, 2, 200, 0.8),
    )
    exchanged = 4  # sales for which leaves with one letter exchanged are tried too
    # Letters and wilds held, and twice the tiles in the bag per player: with no more, endings are
    # enumerated, which takes 90 ms at most. The limit depends on nothing but the position, so that
    # a game that is continued goes on as it would have.
    exact = 20
    low = 15  # tiles in the bag per player: with fewer, second words are tried

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:
        super().__init__(lexicon, seed)
        self._latest: OnePly | None = None
        self._listed: dict[tuple[int, PlayerView], list[Option]] = {}  # in this round

    def choose(self, state: State) -> int:
        numbers, (money, hand, _) = self.lexicon.tiles.choice, state.player
        with suppress(TooManyError):
            game = self._endgame(state, hand, leads=True)
            exact = {
                number: game.after_number(number, hand, money, state.bag, len(state.bag))
                for number in numbers
            }
            return min(exact, key=lambda number: (-exact[number], number))
        view, ahead = player_view(state), self._ahead(state, 0)

        def with_draw(numbers: Sequence[int], samples: int) -> list[float]:
            left = [(view.hand, view.money)]
            return [ahead.values_with_draw(left, number, samples)[0] for number in numbers]

        by_value = self._evaluator(state).values_by_draw(view)
        values: dict[int, float] = {
            number: with_draw([number], 1)[0] if ahead.ends(number) else value
            for number, value in zip(ahead.numbers, by_value, strict=True)
        }
        return self._select(
            sorted(values, key=lambda number: (-values[number], number)),
            lambda number: values[number],
            lambda numbers, samples: with_draw(numbers, samples // 2),
            lambda number: number,
        )

    def buy(self, state: State) -> bool:
        player = state.player
        cost = price(self.lexicon.tiles.set_pips(player.drawn))
        if cost > player.money:
            return False
        with suppress(TooManyError):
            hand, after, bag = player.hand.plus(player.drawn), player.money - cost, state.bag
            game = self._endgame(state, hand, leads_next(state))
            value = game.before_sale(hand, after, bag, len(bag))
            return value > game.before_sale(player.hand, player.money, bag, len(bag))
        bought = self._options(state, player.hand.plus(player.drawn), player.money - cost)
        options = [
            option._replace(total=option.total - cost, gain=option.gain - cost, buys=True)
            for option in bought
        ]
        options += self._options(state, player.hand, player.money)
        return self._best(state, options, lambda option: option.buys).buys

    def sell(self, state: State) -> tuple[Play, ...]:
        if state.last:
            return super().sell(state)
        money, hand, _ = state.player
        with suppress(TooManyError):
            game, bag = self._endgame(state, hand, leads_next(state)), state.bag
            sales = game.best_sale(hand, Hand(""), money, bag, len(bag)).sales
            return tuple(sale.play for sale in sales)
        options = self._options(state, hand, money)
        return self._best(state, options, lambda option: option.plays).plays

    def discard(self, state: State) -> str:
        discarded = super().discard(state)
        if state.last or not discarded:
            return discarded
        money, hand, _ = state.player
        with suppress(TooManyError):
            game, bag = self._endgame(state, hand, leads_next(state)), state.bag
            return remove_letters(
                hand.letters, game.best_kept(hand, money, bag, len(bag))[0].letters
            )
        evaluator, view = self._evaluator(state), player_view(state)
        options = [
            Option(evaluator.leave_value(view._replace(hand=leave)), 0, (), leave)
            for leave in exchanged(hand.minus(discarded), discarded)
        ]
        best = self._best(state, options, lambda option: option.leave)
        return remove_letters(hand.letters, best.leave.letters)

    def _options(self, state: State, hand: Hand, money: int) -> list[Option]:
        """Return the most promising ways to end a turn with a hand, before selling."""
        evaluator = self._evaluator(state)
        view = player_view(state)._replace(hand=hand, money=money)
        key = evaluator.players, view
        if any(listed.bag != view.bag for _, listed in self._listed):
            self._listed = {}
        if key in self._listed:  # found when buying
            return self._listed[key]
        best: dict[Hand, TurnEnd] = {}

        def add(end: TurnEnd) -> None:
            if end.left not in best or end.total > best[end.left].total:
                best[end.left] = end

        within = self.stages[0].within
        outcomes = evaluator.outcomes(view, within)
        for end in outcomes:
            add(end)
        near = outcomes[: self.exchanged]
        if len(state.bag) < self.low * evaluator.players:
            for end in near:
                if end.plays:
                    left, cash = hand.after(*end.plays), money + end.revenue
                    for more in evaluator.outcomes(view._replace(hand=left, money=cash), within):
                        total, revenue = end.revenue + more.total, end.revenue + more.revenue
                        add(TurnEnd(total, revenue, end.plays + more.plays, more.left))
        for end in near:
            discarded = remove_letters(hand.after(*end.plays).letters, end.left.letters)
            for leave in exchanged(end.left, discarded):
                after = view._replace(hand=leave, money=money + end.revenue)
                value = evaluator.leave_value(after)
                add(end._replace(total=end.revenue + value, left=leave))
        self._listed[key] = [Option(*end) for end in best.values()]
        return self._listed[key]

    def _best(
        self, state: State, options: Sequence[Option], answer: Callable[[Option], object]
    ) -> Option:
        money, ahead = state.player.money, self._ahead(state, 1)

        def look(options: Sequence[Option], samples: int) -> list[float]:
            left = [(option.leave, money + option.gain) for option in options]
            values = ahead.leave_values(left, samples)
            return [option.gain + value for option, value in zip(options, values, strict=True)]

        if ahead.ends(ahead.numbers[0]):  # whatever the die shows: the lookahead is exact
            exact = zip(options, look(options, 1), strict=True)
            return min((each._replace(total=total) for each, total in exact), key=Option.order)
        return self._select(
            sorted(options, key=Option.order), lambda option: option.total, look, answer
        )

    def _select(
        self,
        options: Sequence[_T],
        by_value: Callable[[_T], float],
        by_lookahead: Callable[[Sequence[_T], int], list[float]],
        answer: Callable[[_T], object],
    ) -> _T:
        """Return the best of the options, which come best first by V.

        Options that lead to the same answer are not examined further.
        """
        scored = [(by_value(option), option) for option in options]
        for most, within, samples, trust in self.stages:
            near = [option for total, option in scored[:most] if total >= scored[0][0] - within]
            if all(answer(option) == answer(near[0]) for option in near):
                break
            scored = [
                (trust * value + (1 - trust) * by_value(option), option)
                for value, option in zip(by_lookahead(near, samples), near, strict=True)
            ]
            scored.sort(key=lambda each: -each[0])
        return scored[0][1]

    def _endgame(self, state: State, hand: Hand, leads: bool) -> Endgame:
        """Return the endgame, or raise TooManyError if there is too much to enumerate."""
        players = len(state.players)
        if len(hand.letters) + hand.wilds + 2 * len(state.bag) / players > self.exact:
            raise TooManyError
        return open_endgame(self.lexicon, players, leads, state.last, MOST_STEPS)

    def _evaluator(self, state: State) -> Evaluator:
        return thorough(super()._evaluator(state))

    def _ahead(self, state: State, rounds: int) -> OnePly:
        """Return the lookahead into this round, before the draw (0), or into the next (1)."""
        leader, players = state.leader + rounds, len(state.players)
        ahead = OnePly(
            self._evaluator(state),
            state.bag,
            (self.seed, state.round),
            state.turn == leader % players,
            state.turn == (leader + 1) % players,
        )
        if self._latest:  # when buying, the sale was planned
            ahead.share_totals(self._latest)
        self._latest = ahead
        return ahead


def exchanged(leave: Hand, discarded: str) -> list[Hand]:
    """Return a leave, and those with one letter exchanged for a discarded one."""
    letters = {
        "".join(sorted(remove_letters(leave.letters, old) + new))
        for old in set(leave.letters)
        for new in set(discarded)
    }
    return [Hand._make((each, leave.wilds)) for each in sorted({*letters, leave.letters})]
