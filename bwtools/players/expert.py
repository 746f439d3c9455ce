"""The computer player expert: V, and one round of lookahead where V alone is not sure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from ..evaluation.evaluator import Evaluator, TurnEnd, thorough
from ..evaluation.one_ply import OnePly
from ..game.state import State
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Hand, Play, remove_letters
from ..tiles.tile_set import price
from .master import Master, player_view

_T = TypeVar("_T")


class Stage(NamedTuple):
    """A stage of the lookahead: which options it looks at, how closely, and how far it counts."""

    most: int  # options
    within: float  # dollars of the best so far
    samples: int
    trust: float  # in the lookahead; the rest in V


class Way(NamedTuple):
    """A way to end the turn."""

    total: float  # dollars by V: the gain, and the further money expected
    gain: int  # dollars: what is sold, less what is bought
    plays: tuple[Play, ...]
    left: Hand
    buys: bool = False

    def order(self) -> tuple[float, bool, Hand, list[str]]:
        """By which ways are sorted: the best first, and those of equal worth always alike."""
        return -self.total, self.buys, self.left, list(map(str, self.plays))


class Expert(Master):
    """Plays as master does where V is sure, and else looks a round ahead. About $1,625 alone.

    Each stage looks closer at fewer options, with the same draws for all of them. The draws come
    from the seed, the round and the bag.
    """

    stages: Sequence[Stage] = (
        Stage(10, 12, 10, 0.3),
        Stage(6, 6, 28, 0.5),
        Stage(4, 4, 84, 0.7),
        Stage(3, 2, 200, 0.8),
    )
    exchanged = 4  # ways to sell of which other letters are kept
    low = 15  # tiles in the bag for each player: with fewer a second word is tried

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:
        super().__init__(lexicon, seed)
        self.seed = seed

    def choose(self, state: State) -> int:
        money, hand, _ = state.player
        ahead = self._ahead(state, 0)
        heads = self._evaluator(state).values_by_draw(player_view(state))
        worth: dict[int, float] = {
            number: ahead.value_with_draw(hand, money, number, 1) if ahead.ends(number) else head
            for number, head in zip(ahead.numbers, heads, strict=True)
        }
        return self._settle(
            sorted(worth, key=lambda number: (-worth[number], number)),
            lambda number: worth[number],
            lambda number, samples: ahead.value_with_draw(hand, money, number, samples // 2),
            lambda number: number,
        )

    def buy(self, state: State) -> bool:
        money, hand, drawn = state.player
        cost = price(self.lexicon.tiles.set_pips(drawn))
        if cost > money:
            return False
        both = hand.plus(drawn)
        bought = self._ways(state, both, money - cost)
        ways = [
            way._replace(total=way.total - cost, gain=way.gain - cost, buys=True) for way in bought
        ]
        return self._best(state, ways + self._ways(state, hand, money), lambda way: way.buys).buys

    def sell(self, state: State) -> tuple[Play, ...]:
        if state.last:
            return super().sell(state)
        money, hand, _ = state.player
        ways = self._ways(state, hand, money)
        return self._best(state, ways, lambda way: way.plays).plays

    def discard(self, state: State) -> str:
        gone = super().discard(state)
        if state.last or not gone:
            return gone
        evaluator, view, hand = self._evaluator(state), player_view(state), state.player.hand
        ways = [
            Way(evaluator.leave_value(view._replace(hand=left)), 0, (), left)
            for left in exchanged(hand.minus(gone), gone)
        ]
        return remove_letters(
            hand.letters, self._best(state, ways, lambda way: way.left).left.letters
        )

    def _ways(self, state: State, hand: Hand, money: int) -> list[Way]:
        """The most promising ways to end a turn with a hand, before it is sold."""
        evaluator = self._evaluator(state)
        view = player_view(state)._replace(hand=hand, money=money)
        best: dict[Hand, TurnEnd] = {}

        def add(kept: TurnEnd) -> None:
            if kept.left not in best or kept.total > best[kept.left].total:
                best[kept.left] = kept

        within = self.stages[0].within
        outcomes = evaluator.outcomes(view, within)
        for kept in outcomes:
            add(kept)
        near = outcomes[: self.exchanged]
        if len(state.bag) < self.low * evaluator.players:
            for _, revenue, plays, _ in [each for each in near if each.plays]:
                after = view._replace(hand=hand.after(*plays), money=money + revenue)
                for more in evaluator.outcomes(after, within):
                    total, revenues = revenue + more.total, revenue + more.revenue
                    add(TurnEnd(total, revenues, plays + more.plays, more.left))
        for kept in near:
            gone = remove_letters(hand.after(*kept.plays).letters, kept.left.letters)
            for left in exchanged(kept.left, gone):
                after = view._replace(hand=left, money=money + kept.revenue)
                worth = evaluator.leave_value(after)
                add(kept._replace(total=kept.revenue + worth, left=left))
        return [Way(*kept) for kept in best.values()]

    def _best(self, state: State, ways: Iterable[Way], answer: Callable[[Way], object]) -> Way:
        money, ahead = state.player.money, self._ahead(state, 1)

        def look(way: Way, samples: int) -> float:
            return way.gain + ahead.leave_value(way.left, money + way.gain, samples)

        if ahead.ends(ahead.numbers[0]):  # whatever the die shows: then looking is exact
            ways = [way._replace(total=look(way, 1)) for way in ways]
            return min(ways, key=Way.order)
        return self._settle(sorted(ways, key=Way.order), lambda way: way.total, look, answer)

    def _settle(
        self,
        options: Sequence[_T],
        by_value: Callable[[_T], float],
        by_looking: Callable[[_T, int], float],
        answer: Callable[[_T], object],
    ) -> _T:
        """The best of the options, which come in order of their worth by V.

        It looks no closer at options that all give the same answer.
        """
        scored = [(by_value(option), option) for option in options]
        for most, within, samples, trust in self.stages:
            near = [each for each in scored[:most] if each[0] >= scored[0][0] - within]
            if all(answer(option) == answer(near[0][1]) for _, option in near):
                break
            scored = [
                (trust * by_looking(option, samples) + (1 - trust) * by_value(option), option)
                for _, option in near
            ]
            scored.sort(key=lambda each: -each[0])
        return scored[0][1]

    def _evaluator(self, state: State) -> Evaluator:
        return thorough(super()._evaluator(state))

    def _ahead(self, state: State, rounds: int) -> OnePly:
        """The lookahead into this round, before the draw, or the next."""
        leader, players = state.leader + rounds, len(state.players)
        return OnePly(
            self._evaluator(state),
            state.bag,
            (self.seed, state.round),
            state.turn == leader % players,
            state.turn == (leader + 1) % players,
        )


class SlowExpert(Expert):
    """Looks at more options with more samples, three times as slow; 100 deals show no gain."""

    stages = (Stage(12, 12, 40, 0.5), Stage(8, 8, 120, 0.7), Stage(5, 5, 400, 0.9))


def exchanged(kept: Hand, gone: str) -> list[Hand]:
    """What is kept; and that with one letter exchanged for one of those that are to go."""
    letters = {
        "".join(sorted(remove_letters(kept.letters, old) + new))
        for old in set(kept.letters)
        for new in set(gone)
    }
    return [Hand._make((each, kept.wilds)) for each in sorted({*letters, kept.letters})]
