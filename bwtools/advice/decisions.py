"""What every option of a decision is worth: the final money to expect from it.

Near the end the values are `exact`. Before that they come from one round of `lookahead`, or, if
asked for, from V alone (`value`) or from games played to the end (`playout`). Where V does not
know the game, the advice is by `rule` of thumb and has no values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ..errors import InvalidError
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import Outcome, Sale, best_sales
from ..tiles.hand import Hand, Play, remove_letters, revenue_of
from .endgame import Endgame, TooManyError, choices
from .situation import Situation

if TYPE_CHECKING:
    from .sampling import MonteCarlo, SampledValues

Basis = Literal["auto", "rule", "value", "lookahead", "playout", "exact"]
BASES: tuple[Basis, ...] = get_args(Basis)
WAYS_TO_DISCARD = 4  # that are looked at closely, however few are asked for
WAYS_TO_SELL = 10
BEAM = 6  # sales to which another word is added
MOST_WORDS = 3  # in a sale, but for the best sales by revenue

_Spent = tuple[tuple[str, bool], ...]


class Method(NamedTuple):
    """How values are found; the numbers are those of `lookahead.Sampling`."""

    basis: Basis = "auto"
    samples: int | None = None
    seed: int = 0
    seconds: float | None = None


class Evaluation(NamedTuple):
    """The values of the options of a decision, in the order in which they were given."""

    basis: Basis
    totals: SampledValues
    trained_on: str | None  # what V was trained on, if it was asked and that is not this game

    @property
    def values(self) -> list[float]:
        """The final money to expect from each option, in dollars."""
        return [self.totals.value(option) for option in range(len(self.totals.samples))]

    def order(self) -> list[int]:
        """The options, the best first; of equal ones the first."""
        values = self.values
        return sorted(range(len(values)), key=lambda option: -values[option])


class DiscardOption(NamedTuple):
    """A way to get down to the limit of letters."""

    discard: str
    kept: Hand


class SaleOption(NamedTuple):
    """A sale, and the letters to throw away after it."""

    outcome: Outcome
    discard: str


def evaluate_hands(
    lexicon: Lexicon, options: Sequence[tuple[Hand, int]], situation: Situation, method: Method
) -> Evaluation | None:
    """Value hands to sell from, each with the money that goes with it.

    As of all judges: None says that there are no values, only the rule of thumb. Raises
    InvalidError: the basis asked for cannot be had, or the weights of V cannot be read.
    """
    from ..evaluation.evaluator import PlayerView
    from .sampling import FinalHand

    def exact(game: Endgame) -> list[float]:
        return [game.finish(hand, money, situation.bag, situation.size) for hand, money in options]

    def sampled(ahead: MonteCarlo) -> SampledValues:
        ends = []
        for hand, money in options:
            view = PlayerView(hand, ahead.bag, money, situation.ahead == 0)
            kept = ahead.evaluator.sell(view)
            ends.append(FinalHand(kept.left, money + kept.revenue))
        return ahead.ends(ends, _basis(method))

    return _judge(lexicon, situation, method, exact, sampled)


def evaluate_numbers(
    lexicon: Lexicon, hand: Hand, situation: Situation, method: Method
) -> Evaluation | None:
    """Value the numbers that the leader with this hand may name on *choice*."""
    numbers = lexicon.tiles.choice

    def exact(game: Endgame) -> list[float]:
        return [
            game.after_number(number, hand, situation.money, situation.bag, situation.size)
            for number in numbers
        ]

    def sampled(ahead: MonteCarlo) -> SampledValues:
        return ahead.numbers(hand, numbers, _basis(method))

    return _judge(lexicon, situation, method, exact, sampled)


def evaluate_discards(
    lexicon: Lexicon,
    hand: Hand,
    situation: Situation,
    method: Method,
    top: int = 1,
    done: Hand | None = None,
) -> tuple[list[DiscardOption], Evaluation] | None:
    """Value the most promising ways to get down to the limit of letters, with nothing more sold.

    There are `top` or more of them; the exact best one stands alone. What was kept by whoever has
    `done` it is valued too, as one of them or behind them.
    """
    kept: list[Hand] = []

    def exact(game: Endgame) -> list[float]:
        best, value = game.best_kept(hand, situation.money, situation.bag, situation.size)
        kept[:] = [best]
        if done is None or done == best:
            return [value]
        kept.append(done)
        return [value, game.worth(done, situation.money, situation.bag, situation.size)]

    def sampled(ahead: MonteCarlo) -> SampledValues:
        from .sampling import FinalHand

        kept[:] = _kept(ahead, hand, situation.money)[: max(WAYS_TO_DISCARD, top)]
        if done is not None and done not in kept:
            kept.append(done)
        return ahead.ends([FinalHand(hand, situation.money) for hand in kept], _basis(method))

    judged = _judge(lexicon, situation, method, exact, sampled)
    if judged is None:
        return None
    return [
        DiscardOption(remove_letters(hand.letters, left.letters), left) for left in kept
    ], judged


def evaluate_sales(
    lexicon: Lexicon,
    free: Hand,
    held: Hand,
    situation: Situation,
    method: Method,
    top: int = 10,
    max_words: int | None = None,
    done: Outcome | None = None,
) -> tuple[list[SaleOption], Evaluation] | None:
    """Value the most promising sales from the tiles that are free, and selling nothing.

    There are `top` or more of them, if there are so many. What is held besides is not sold. A sale
    that somebody has `done` is valued too, if none of them spends the same tiles for as much.
    """
    found: list[tuple[Outcome, Hand]] = []  # with what is kept
    top = max(WAYS_TO_SELL, top)
    best = [*best_sales(lexicon, free, top, max_words), Outcome(0, (), free)]

    def is_done(outcome: Outcome) -> bool:
        return done is not None and (outcome.revenue, outcome.left) == (done.revenue, done.left)

    if done is not None and not any(map(is_done, best)):
        best.append(done)

    def exact(game: Endgame) -> list[float]:
        found.clear()
        values = []
        for outcome in best:
            money = situation.money + outcome.revenue
            left = outcome.left.plus(*held)
            kept, value = game.best_kept(left, money, situation.bag, situation.size)
            found.append((outcome, kept))
            values.append(value)
        return values

    def sampled(ahead: MonteCarlo) -> SampledValues:
        from .sampling import FinalHand

        found.clear()
        worth = {}
        for outcome in _sales(ahead, free, held, best, max_words):
            money = situation.money + outcome.revenue
            kept = _kept(ahead, outcome.left.plus(*held), money)[0]
            worth[outcome] = money + ahead.worth(FinalHand(kept, money))
            found.append((outcome, kept))
        found.sort(key=lambda way: (-worth[way[0]], -way[0].revenue, _words(way[0])))
        found[top:] = [way for way in found[top:] if is_done(way[0])]
        ends = [FinalHand(kept, situation.money + outcome.revenue) for outcome, kept in found]
        return ahead.ends(ends, _basis(method))

    judged = _judge(lexicon, situation, method, exact, sampled)
    if judged is None:
        return None
    return [
        SaleOption(outcome, remove_letters(outcome.left.plus(*held).letters, kept.letters))
        for outcome, kept in found
    ], judged


def _words(outcome: Outcome) -> list[str]:
    return [str(sale.play) for sale in outcome.sales]


def _basis(method: Method) -> Literal["value", "lookahead", "playout"]:
    if method.basis == "value" or method.basis == "playout":
        return method.basis
    return "lookahead"


def _judge(
    lexicon: Lexicon,
    situation: Situation,
    method: Method,
    exact: Callable[[Endgame], list[float]],
    sampled: Callable[[MonteCarlo], SampledValues],
) -> Evaluation | None:
    if method.basis == "rule":
        return None
    from ..evaluation.evaluator import UnvaluedError, open_evaluator
    from .sampling import MonteCarlo, SampledValues, Sampling

    if method.basis in ("auto", "exact"):
        try:
            values = exact(Endgame(lexicon, situation))
            return Evaluation("exact", SampledValues([[[float(value)]] for value in values]), None)
        except (TooManyError, InvalidError):
            if method.basis == "exact":
                raise InvalidError(
                    "there is too much to go through for an exact answer: ask for another basis"
                ) from None
    try:
        asked = open_evaluator(lexicon, situation.players)
        ahead = MonteCarlo(asked, situation, Sampling(method.samples, method.seed, method.seconds))
        return Evaluation(_basis(method), sampled(ahead), asked.trained_elsewhere)
    except UnvaluedError:
        if method.basis != "auto":
            raise
        return None


def _kept(ahead: MonteCarlo, hand: Hand, money: int) -> list[Hand]:
    """The ways to get down to the limit, the best by V first."""
    from ..evaluation.evaluator import MOST_VALUED, UnvaluedError
    from .sampling import FinalHand

    limit = ahead.tiles.hand_limit
    if len(hand.letters) <= limit:
        return [hand]
    if len(hand.letters) > MOST_VALUED:
        raise UnvaluedError(
            f"a hand of {len(hand.letters)} letters cannot be valued: the most is {MOST_VALUED}"
        )
    ways = [Hand(letters, hand.wilds) for letters, _ in choices(hand.letters, limit)]
    worth = {kept: ahead.worth(FinalHand(kept, money)) for kept in ways}
    return sorted(ways, key=lambda kept: (-worth[kept], kept))


def _sales(
    ahead: MonteCarlo, free: Hand, held: Hand, best: Iterable[Outcome], max_words: int | None
) -> list[Outcome]:
    """The best sales by revenue, and the most promising ones by V, each once."""
    found = {_spent(sale.play for sale in outcome.sales): outcome for outcome in best}
    beam: list[tuple[Play, ...]] = [()]
    for _ in range(min(max_words or MOST_WORDS, MOST_WORDS)):
        reached: dict[_Spent, tuple[float, tuple[Play, ...]]] = {}
        for plays in beam:
            for total, play in _next_words(ahead, free, held, plays):
                reached.setdefault(_spent((*plays, play)), (-total, (*plays, play)))
        for key, (_, plays) in reached.items():
            if key not in found:
                found[key] = _outcome(ahead.evaluator.lexicon, free, plays)
        best_first = sorted(reached.values(), key=lambda way: (way[0], [*map(str, way[1])]))
        beam = [plays for _, plays in best_first[:BEAM]]
    return list(found.values())


def _next_words(
    ahead: MonteCarlo, free: Hand, held: Hand, plays: tuple[Play, ...]
) -> Iterator[tuple[float, Play]]:
    """What may be sold after some plays, with the total of all by V: revenue and what is kept."""
    from ..evaluation.evaluator import PlayerView

    tiles, situation = ahead.tiles, ahead.situation
    left = free.after(*plays)
    revenue = revenue_of(plays, tiles)
    money = situation.money + revenue
    view = PlayerView(left.plus(*held), ahead.bag, money, situation.ahead == 0)
    for kept in ahead.evaluator.outcomes(view):
        for play in kept.plays:
            if not Counter(play.letters) - Counter(left.letters) and (
                play.wild is None or left.wilds
            ):
                yield revenue + kept.total, play


def _spent(plays: Iterable[Play]) -> _Spent:
    """The tiles that a sale spends for its words, in any order."""
    return tuple(sorted((play.letters, play.wild is not None) for play in plays))


def _outcome(lexicon: Lexicon, hand: Hand, plays: Sequence[Play]) -> Outcome:
    """The outcome of selling these words, each with the other plays that spend its tiles."""
    sales: list[Sale] = []
    for play in plays:
        spent = Hand(play.letters, int(play.wild is not None))
        sales += best_sales(lexicon, spent, top=1, max_words=1)[0].sales
    sales.sort(key=lambda sale: (-sale.pips, str(sale.play)))
    return Outcome(sum(sale.price for sale in sales), tuple(sales), hand.after(*plays))
