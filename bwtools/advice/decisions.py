"""Evaluate the options of a decision: the final money to expect from each.

Near the end of the game the values are `exact`. Before that they come from one round of
`lookahead`, or, on request, from V alone (`value`) or from games played to the end (`playout`).
Every `evaluate_*` function returns None where V does not know the game and the basis is `auto`, or
where a rule of thumb is asked for. They raise InvalidError if the requested basis is not available
or the weights of V cannot be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from math import hypot, inf
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ..errors import InvalidError
from ..evaluation.endgame import Endgame, TooManyError, open_endgame
from ..game.state import Player
from ..lexicon.lexicon import Lexicon
from ..sales.alphagrams import Sale
from ..sales.best_sales import Outcome, best_sales
from ..tiles.hand import Hand, Play, revenue_of
from .situation import Basis, Method, Situation

if TYPE_CHECKING:
    from .sampling import MonteCarlo, SampledValues

WAYS_TO_DISCARD = 4  # evaluated, even if fewer are asked for
WAYS_TO_SELL = 10
SMALL_HAND = 8  # letters; near the end of the game, of a hand with no more,
MANY_SALES = 1000  # the best-paid sales are all evaluated
BEAM = 6  # sales to which another word is added
MARGIN = 20  # dollars by which another word can make up for a poor first one
NOTHING_HELD = Hand("")
MOST_WORDS = 3  # in a sale, except for the best sales by revenue

_Spent = tuple[tuple[str, bool], ...]
_T = TypeVar("_T")


class Evaluation(NamedTuple, Generic[_T]):
    """The options of a decision and their values, in the same order."""

    options: Sequence[_T]
    sampled: SampledValues
    basis: Basis
    trained_on: str | None  # what V was trained on, if it was used and that is not this game
    model_error: float = 0.0  # standard deviation in dollars of what V adds to a gain

    def gain(self, option: int, other: int) -> tuple[float, float]:
        """Return how much better one option is than another, and the standard error of that.

        It covers both the sampling and the error of V.
        """
        dollars, error = self.sampled.gain(option, other)
        return dollars, hypot(error, self.model_error) if option != other else 0.0

    @property
    def values(self) -> list[float]:
        """The expected final money of each option, in dollars."""
        return [self.sampled.value(option) for option in range(len(self.options))]

    def order(self) -> list[int]:
        """Return the indexes of the options, best first; the first of equal ones first."""
        values = [round(value, 6) for value in self.values]  # sums of one value may differ a bit
        return sorted(range(len(values)), key=lambda option: -values[option])


class SaleOption(NamedTuple):
    """A sale, and the hand kept after the discard that follows it."""

    outcome: Outcome
    kept: Hand

    def is_like(self, outcome: Outcome) -> bool:
        """Return whether an outcome brings as much and leaves the same tiles."""
        return (self.outcome.revenue, self.outcome.left) == (outcome.revenue, outcome.left)


def evaluate_hands(
    lexicon: Lexicon,
    options: Sequence[Player],
    situation: Situation,
    method: Method,
    actual: Player | None = None,
    within: float = inf,
) -> Evaluation[Player] | None:
    """Evaluate hands to sell from, each with the money that goes with it.

    Before values are sampled, options that V finds more than `within` dollars worse than the best
    are left out, except `actual`.
    """

    def exact(game: Endgame) -> tuple[Sequence[Player], list[float]]:
        bag, size = situation.bag, situation.size
        # The last hand has the most tiles: all others are parts of it.
        values = [game.before_sale(hand, money, bag, size) for money, hand, _ in options[::-1]]
        return options, values[::-1]

    def sampled(monte_carlo: MonteCarlo) -> tuple[Sequence[Player], SampledValues]:
        ends = {option: monte_carlo.after_sale(option) for option in options}

        def value(option: Player) -> float:
            return monte_carlo.value_of_end(ends[option])

        near = _contenders(monte_carlo, options, value, within, actual)
        return near, monte_carlo.turn_ends([ends[option] for option in near])

    return _evaluate(lexicon, situation, method, exact, sampled)


def evaluate_numbers(
    lexicon: Lexicon,
    hand: Hand,
    situation: Situation,
    method: Method,
    actual: int | None = None,
    within: float = inf,
) -> Evaluation[int] | None:
    """Evaluate the numbers that the leader with this hand may name on *choice*.

    `within` and `actual` are as for `evaluate_hands`.
    """
    numbers = lexicon.tiles.choice
    money, bag, size = situation.money, situation.bag, situation.size

    def exact(game: Endgame) -> tuple[Sequence[int], list[float]]:
        return numbers, [game.after_number(each, hand, money, bag, size) for each in numbers]

    def sampled(monte_carlo: MonteCarlo) -> tuple[Sequence[int], SampledValues]:
        def value(number: int) -> float:
            return monte_carlo.value_of_number(hand, number)

        near = _contenders(monte_carlo, numbers, value, within, actual)
        return near, monte_carlo.numbers(hand, near)

    return _evaluate(lexicon, situation, method, exact, sampled)


def evaluate_discards(
    lexicon: Lexicon,
    hand: Hand,
    situation: Situation,
    method: Method,
    top: int = 1,
    actual: Hand | None = None,
    within: float = inf,
) -> Evaluation[Hand] | None:
    """Evaluate the most promising hands to keep at the letter limit, with nothing more sold.

    There are at least `top` of them, but only one if the values are exact. The hand `actual` is
    evaluated too, last if it is not among them. `within` is as for `evaluate_hands`.
    """
    money, bag, size = situation.money, situation.bag, situation.size

    def exact(game: Endgame) -> tuple[Sequence[Hand], list[float]]:
        best, value = game.best_kept(hand, money, bag, size)
        if actual is None or actual == best:
            return [best], [value]
        return [best, actual], [value, game.after_turn(actual, money, bag, size)]

    def sampled(monte_carlo: MonteCarlo) -> tuple[Sequence[Hand], SampledValues]:
        kept = _hands_to_keep(monte_carlo, hand, money)[: max(WAYS_TO_DISCARD, top)]
        if actual is not None and actual not in kept:
            kept.append(actual)

        def value(hand: Hand) -> float:
            return monte_carlo.leave_value(Player(money, hand))

        near = _contenders(monte_carlo, kept, value, within, actual)
        return near, monte_carlo.turn_ends([Player(money, hand) for hand in near])

    return _evaluate(lexicon, situation, method, exact, sampled)


def evaluate_sales(
    lexicon: Lexicon,
    sellable: Hand,
    reserved: Hand,
    situation: Situation,
    method: Method,
    top: int = 10,
    max_words: int | None = None,
    actual: Outcome | None = None,
    within: float = inf,
) -> Evaluation[SaleOption] | None:
    """Evaluate the most promising sales from the sellable tiles, and selling nothing.

    There are at least `top` options if that many exist. The reserved tiles are held too, but not
    sold. The sale `actual` is evaluated too, unless an option spends the same tiles for as much.
    `within` is as for `evaluate_hands`.
    """
    top = max(WAYS_TO_SELL, top)
    best = [*best_sales(lexicon, sellable, top, max_words), Outcome(0, (), sellable)]
    if actual:
        _add_new(best, [actual])

    def exact(game: Endgame) -> tuple[Sequence[SaleOption], list[float]]:
        found: list[SaleOption] = []
        values: list[float] = []
        bag, size = situation.bag, situation.size

        def evaluate(outcomes: Iterable[Outcome]) -> None:
            for outcome in outcomes:
                money, left = situation.money + outcome.revenue, outcome.left.plus(*reserved)
                kept, value = game.best_kept(left, money, bag, size)
                found.append(SaleOption(outcome, kept))
                values.append(value)

        outcomes = best.copy()
        if max_words is None:
            sale = game.best_sale(sellable, reserved, situation.money, bag, size)
            _add_new(outcomes, [sale])
        evaluate(outcomes)
        if len(sellable.letters) <= SMALL_HAND or max_words:
            more = _add_new(outcomes, best_sales(lexicon, sellable, MANY_SALES, max_words))
            with suppress(TooManyError):
                evaluate(more)
        # The first of equal options is the best: put them in the order of sales.
        order = sorted(range(len(found)), key=lambda at: found[at].outcome.order)
        return [found[at] for at in order], [values[at] for at in order]

    def sampled(monte_carlo: MonteCarlo) -> tuple[Sequence[SaleOption], SampledValues]:
        found = []  # of each sale: a sort key, the plays, the hands before and after the discard
        for plays in _promising_sales(
            monte_carlo, sellable, reserved, best, max_words, within + MARGIN
        ):
            money = situation.money + revenue_of(plays, monte_carlo.tiles)
            left = sellable.after(*plays)
            kept = _hands_to_keep(monte_carlo, left.plus(*reserved), money)[0]
            value = money + monte_carlo.leave_value(Player(money, kept))
            found.append(((-value, -money), plays, left, kept))
        keys = sorted(each[0] for each in found)[:top]
        size = sum(key[0] <= keys[0][0] + within for key in keys)
        like = actual and (-situation.money - actual.revenue, actual.left)
        known = {_plays(outcome): outcome for outcome in best}
        ranked = []
        for key, plays, left, kept in found:
            if key in keys[:size] or (key[1], left) == like:  # the others need no alternatives
                option = SaleOption(known.get(plays) or _outcome(lexicon, sellable, plays), kept)
                names = [str(sale.play) for sale in option.outcome.sales]
                ranked.append(((*key, names), option))
        options = [option for _, option in sorted(ranked, key=lambda each: each[0])]
        options[size:] = [each for each in options[size:] if actual and each.is_like(actual)]
        if len(options) == 1 and within < inf:
            monte_carlo.trust_value()
        ends = [Player(situation.money + sold.revenue, kept) for sold, kept in options]
        return options, monte_carlo.turn_ends(ends)

    return _evaluate(lexicon, situation, method, exact, sampled)


def _add_new(outcomes: list[Outcome], others: Iterable[Outcome]) -> list[Outcome]:
    """Add the outcomes that spend other tiles for their words; return those added."""

    def spent(outcome: Outcome) -> _Spent:
        return _spent(_plays(outcome))

    known = set(map(spent, outcomes))
    new = [outcome for outcome in others if spent(outcome) not in known]
    outcomes += new
    return new


def _evaluate(
    lexicon: Lexicon,
    situation: Situation,
    method: Method,
    exact: Callable[[Endgame], tuple[Sequence[_T], list[float]]],
    sampled: Callable[[MonteCarlo], tuple[Sequence[_T], SampledValues]],
) -> Evaluation[_T] | None:
    if method.basis == "rule":
        return None
    from ..evaluation.evaluator import UnvaluedError, open_evaluator
    from .sampling import MonteCarlo, SampledValues

    if method.basis in ("auto", "exact"):
        try:
            leads = situation.ahead == 0
            game = open_endgame(lexicon, situation.players, leads, situation.last)
            options, values = exact(game)
            return Evaluation(
                options, SampledValues([[[float(value)]] for value in values]), "exact", None
            )
        except (TooManyError, InvalidError):
            if method.basis == "exact":
                raise InvalidError(
                    "there is too much to enumerate for an exact answer: use another basis"
                ) from None
    try:
        evaluator = open_evaluator(lexicon, situation.players)
        monte_carlo = MonteCarlo(evaluator, situation, method)
        return Evaluation(
            *sampled(monte_carlo),
            monte_carlo.basis,
            evaluator.trained_elsewhere,
            monte_carlo.model_error,
        )
    except UnvaluedError:
        if method.basis != "auto":
            raise
        return None


def _contenders(
    monte_carlo: MonteCarlo,
    options: Sequence[_T],
    value: Callable[[_T], float],
    within: float,
    actual: _T | None,
) -> Sequence[_T]:
    """Return `actual` and the options that V finds at most `within` dollars worse than the best.

    A single one is valued by V: there is nothing to compare it with.
    """
    if within == inf:
        return options
    values = list(map(value, options))
    least = max(values) - within
    near = [each for each, worth in zip(options, values, strict=True) if worth >= least]
    near += [each for each in options if each == actual and each not in near]
    if len(near) == 1:
        monte_carlo.trust_value()
    return near


def _hands_to_keep(monte_carlo: MonteCarlo, hand: Hand, money: int) -> list[Hand]:
    """Return the hands that a discard down to the limit can leave, best by V first."""
    from ..evaluation.evaluator import MOST_VALUED, UnvaluedError

    limit = monte_carlo.tiles.hand_limit
    if len(hand.letters) <= limit:
        return [hand]
    if len(hand.letters) > MOST_VALUED:
        raise UnvaluedError(
            f"a hand of {len(hand.letters)} letters cannot be valued: the most is {MOST_VALUED}"
        )
    ways = [Hand._make((letters, hand.wilds)) for letters, _ in choices(hand.letters, limit)]
    values = {kept: monte_carlo.leave_value(Player(money, kept)) for kept in ways}
    return sorted(ways, key=lambda kept: (-values[kept], kept))


def _promising_sales(
    monte_carlo: MonteCarlo,
    sellable: Hand,
    reserved: Hand,
    best: Iterable[Outcome],
    max_words: int | None,
    within: float,
) -> list[tuple[Play, ...]]:
    """Return the best sales by revenue, and those that a beam search by V finds, each once.

    Words that V finds more than `within` dollars worse than the best next word are left out.
    """
    found = {_spent(plays): plays for plays in map(_plays, best)}
    beam: list[tuple[Play, ...]] = [()]
    for _ in range(min(max_words or MOST_WORDS, MOST_WORDS)):
        reached: dict[_Spent, tuple[float, tuple[Play, ...]]] = {}
        for plays in beam:
            for total, play in _next_words(monte_carlo, sellable, reserved, plays, within):
                reached.setdefault(_spent((*plays, play)), (-total, (*plays, play)))
        for key, (_, plays) in reached.items():
            found.setdefault(key, plays)
        best_first = sorted(reached.values(), key=lambda way: (way[0], [*map(str, way[1])]))
        beam = [plays for _, plays in best_first[:BEAM]]
    return list(found.values())


def _next_words(
    monte_carlo: MonteCarlo,
    sellable: Hand,
    reserved: Hand,
    plays: tuple[Play, ...],
    within: float,
) -> Iterator[tuple[float, Play]]:
    """Yield the plays that can follow, each with the revenue of all plus the leave value."""
    left = sellable.after(*plays)
    revenue = revenue_of(plays, monte_carlo.tiles)
    player = Player(monte_carlo.situation.money + revenue, left.plus(*reserved))
    for end in monte_carlo.evaluator.outcomes(monte_carlo.view(player), within):
        for play in end.plays:
            if reserved == NOTHING_HELD or (
                not Counter(play.letters) - Counter(left.letters)
                and (play.wild is None or left.wilds)
            ):
                yield revenue + end.total, play


def choices(letters: str, number: int) -> Iterable[tuple[str, int]]:
    """Return every multiset of `number` of the letters, and how many ways there are.

    Letters are A to Z, and so are the multisets.
    """
    return Counter(map("".join, combinations(letters, number))).items()


def _plays(outcome: Outcome) -> tuple[Play, ...]:
    return tuple(sale.play for sale in outcome.sales)


def _spent(plays: Iterable[Play]) -> _Spent:
    """Return the tiles that plays spend, as a key that does not depend on their order."""
    return tuple(sorted((play.letters, play.wild is not None) for play in plays))


def _outcome(lexicon: Lexicon, hand: Hand, plays: Sequence[Play]) -> Outcome:
    """Return the outcome of selling words, with the alternatives that spend the same tiles."""
    sales: list[Sale] = []
    for play in plays:
        spent = Hand(play.letters, int(play.wild is not None))
        sales += best_sales(lexicon, spent, top=1, max_words=1)[0].sales
    sales.sort(key=lambda sale: (-sale.pips, str(sale.play)))
    return Outcome(sum(sale.price for sale in sales), tuple(sales), hand.after(*plays))
