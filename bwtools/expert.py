"""The computer player expert: V, and one round of lookahead where V alone is not sure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .game import State
from .lexicon import Lexicon
from .lookahead import Lookahead, chance_of
from .master import Master, leads_next
from .tiles import Hand, Play
from .value import Kept, Valuer


class Stage(NamedTuple):
    """A stage of the lookahead: which candidates it looks at, how closely, how far it trusts that."""

    most: int  # candidates
    within: float  # dollars of the best by V
    samples: int
    trust: float  # in the lookahead; the rest in V


class Way(NamedTuple):
    """A way to end the turn."""

    total: float
    gain: int  # dollars: what is sold, less what is bought
    plays: tuple[Play, ...]
    left: Hand
    buys: bool = False


class Expert(Master):
    """Plays as master does where that is clear, and else looks a round ahead. About $1,6xx alone."""

    stages: Sequence[Stage] = (Stage(6, 12, 28, 0.5), Stage(3, 10, 84, 0.8))
    second = 3
    swaps = 2
    looks = frozenset({"choose", "buy", "sell", "discard"})

    def __init__(self, lexicon: Lexicon, seed: int = 0) -> None:
        super().__init__(lexicon, seed)
        self.seed = seed

    def choose(self, state: State) -> int:
        if "choose" not in self.looks:
            return super().choose(state)
        value, (money, hand, _) = self._valuer(state), state.player
        ahead = self._lookahead(state, 0)
        numbers = []
        for number, head in zip(ahead.numbers, value.heads(hand, state.bag, money), strict=True):
            if number * value.players > len(state.bag):
                numbers.append((number, ahead.worth_of(hand, money, number, 1)))
                break
            numbers.append((number, head))
        numbers.sort(key=lambda pair: -pair[1])
        for stage in self.stages:
            best = numbers[0][1]
            numbers = [pair for pair in numbers if pair[1] >= best - stage.within]
            if len(numbers) == 1:
                break
            found = [
                (
                    stage.trust * ahead.worth_of(hand, money, number, stage.samples // 2)
                    + (1 - stage.trust) * head,
                    number,
                    head,
                )
                for number, head in numbers[: stage.most]
            ]
            found.sort(key=lambda each: -each[0])
            numbers = [(number, head) for _, number, head in found]
            if stage is not self.stages[-1]:
                numbers = [(number, max(head, 0)) for number, head in numbers]
        return numbers[0][0]

    def buy(self, state: State) -> bool:
        value, (money, hand, drawn) = self._valuer(state), state.player
        cost = self.lexicon.tiles.set_pips(drawn) ** 2
        if cost > money:
            return False
        if "buy" not in self.looks:
            return super().buy(state)
        leads = leads_next(state)
        both = Hand("".join(sorted(hand.letters + drawn)), hand.wilds)
        stay = self._ways(value, hand, state.bag, money, leads)
        bought = [
            way._replace(total=way.total - cost, gain=way.gain - cost, buys=True)
            for way in self._ways(value, both, state.bag, money - cost, leads)
        ]
        if abs(stay[0].total - bought[0].total) > self.stages[0].within:
            return bought[0].total > stay[0].total
        return self._best(state, stay + bought).buys

    def sell(self, state: State) -> tuple[Play, ...]:
        if state.last or "sell" not in self.looks:
            return super().sell(state)
        value, (money, hand, _) = self._valuer(state), state.player
        ways = self._ways(value, hand, state.bag, money, leads_next(state))
        return self._best(state, ways).plays

    def discard(self, state: State) -> str:
        money, hand, _ = state.player
        over = len(hand.letters) - self.lexicon.tiles.hand_limit
        if state.last or over <= 0 or "discard" not in self.looks:
            return super().discard(state)
        value = self._valuer(state)
        bag, leads = state.bag, leads_next(state)
        gone = value.discard(hand, bag, money, leads)
        kept = _without(hand.letters, gone)
        ways = [
            Way(value.worth(left, bag, money, leads), 0, (), left)
            for left in (Hand(letters, hand.wilds) for letters in [kept, *_swapped(kept, gone)])
        ]
        left = self._best(state, ways).left
        return _without(hand.letters, left.letters)

    def _ways(
        self, value: Valuer, hand: Hand, bag: str, money: int, leads: bool
    ) -> list[Way]:
        """The most promising ways to end a turn, the best first."""
        outcomes = value.outcomes(hand, bag, money, leads)
        found = {}
        for kept in outcomes:
            _add(found, kept)
        most = outcomes[0].total
        near = [kept for kept in outcomes if kept.total > most - self.stages[0].within]
        for kept in [kept for kept in near if kept.plays][: self.second]:
            rest = _unsold(hand, kept.plays)
            for other in value.outcomes(rest, bag, money + kept.revenue, leads)[:3]:
                if other.plays:
                    _add(
                        found,
                        Kept(
                            kept.revenue + other.total,
                            kept.revenue + other.revenue,
                            kept.plays + other.plays,
                            other.left,
                        ),
                    )
        for kept in near[: self.swaps]:
            rest = _unsold(hand, kept.plays)
            gone = _without(rest.letters, kept.left.letters)
            for letters in _swapped(kept.left.letters, gone):
                left = Hand(letters, kept.left.wilds)
                worth = value.worth(left, bag, money + kept.revenue, leads)
                _add(found, kept._replace(total=kept.revenue + worth, left=left))
        return sorted((Way(*kept) for kept in found.values()), key=_order)

    def _best(self, state: State, ways: Iterable[Way]) -> Way:
        """The best way by lookahead in stages."""
        money, ahead = state.player.money, self._lookahead(state, 1)
        ranked = sorted(ways, key=_order)
        ends = 2 * len(state.players) > len(state.bag)
        for stage in self.stages:
            most = max(way.total for way in ranked)
            near = [way for way in ranked if way.total >= most - stage.within][: stage.most]
            if len(near) == 1:
                return near[0]
            scores = {}
            for way in near:
                worth = way.gain + ahead.worth(way.left, money + way.gain, stage.samples)
                trust = 1 if ends else stage.trust
                scores[way] = trust * worth + (1 - trust) * way.total
            ranked = sorted(near, key=lambda way: (-scores[way], *_order(way)))
        return ranked[0]

    def _lookahead(self, state: State, rounds: int) -> Lookahead:
        players, turn = len(state.players), state.turn
        first = state.leader + rounds
        return Lookahead(
            self._valuer(state),
            state.bag,
            chance_of(self.seed, state.round, state.bag),
            turn == first % players,
            turn == (first + 1) % players,
        )


def _order(way: Way) -> tuple[float, Hand, list[str], bool]:
    """By which ways are sorted: the best by V first, and those of equal worth always alike."""
    return -way.total, way.left, list(map(str, way.plays)), way.buys


def _add(found: dict[Hand, Kept], kept: Kept) -> None:
    """Add a way, if it is the best that keeps this."""
    before = found.get(kept.left)
    if before is None or kept.total > before.total:
        found[kept.left] = kept


def _unsold(hand: Hand, plays: Iterable[Play]) -> Hand:
    letters, wilds = hand
    for play in plays:
        letters = _without(letters, play.letters)
        wilds -= play.wild is not None
    return Hand(letters, wilds)


def _without(letters: str, gone: str) -> str:
    left = list(letters)
    for letter in gone:
        left.remove(letter)
    return "".join(left)


def _swapped(kept: str, gone: str) -> list[str]:
    """What is kept with one letter exchanged for one of those gone."""
    return sorted(
        {
            "".join(sorted(_without(kept, old) + new))
            for old in set(kept)
            for new in set(gone) - {old}
        }
    )
