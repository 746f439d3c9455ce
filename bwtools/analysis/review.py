"""Review a game: grade every decision, and split each result into skill and luck.

A decision is graded by the dollars that it lost: the lead of the best option over the one taken,
evaluated exactly near the end of the game, else by one round of lookahead. The option that looks
best in a sample looks better than it is. So the best option is picked on one half of the samples
and its lead measured on the other, both ways; and a lead within its sampling error counts as zero.

The result of a game is split by V:

    result = start + dice + draws - lost + rest

`start` is the expected result before the first roll, `dice` and `draws` are luck (see `luck`), and
`lost` is the sum of the losses of the decisions. With an exact V and no sampling the residual
`rest` would be 0, because each round changes the expected result by luck less losses. The residual
is the sum of per-round residuals, whose spread estimates its standard error: it has the sampling
error, the error of V, and the numbers that other leaders name. V is wrong in the same direction for
some rounds in a row, so rounds are not independent, but blocks of rounds nearly are. V knows the
hands of good players best: the residual of a weak player is larger.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any, Literal, NamedTuple

from ..advice.decisions import (
    Evaluation,
    evaluate_discards,
    evaluate_hands,
    evaluate_numbers,
    evaluate_sales,
)
from ..advice.sampling import MonteCarlo, SampledValues
from ..advice.situation import Basis, Method, situation_of
from ..errors import InvalidError
from ..evaluation.evaluator import Evaluator, open_evaluator
from ..game.state import Buy, Choose, Discard, Event, Player, Sell, State
from ..lexicon.lexicon import Lexicon, open_lexicon
from ..records.game_record import Game
from ..sales.alphagrams import Sale
from ..sales.best_sales import Outcome, best_revenue
from ..tiles.hand import Hand, Play, parse_play, remove_letters, revenue_of
from ..tiles.tile_set import TileSet, price
from .luck import luck_of

SAMPLES = 24  # draws for each option
LUCK_SAMPLES = 6  # factor: alternatives to each draw, for its luck
START_SAMPLES = 10  # factor: draws for the expected result at the start, where V is less exact
WITHIN = 15  # dollars: options that V finds worse than the best by more are not sampled
BLOCK = 5  # rounds in which the errors of V are correlated
NOTHING = "-"  # sold or discarded
GRADES = ((1, "best"), (5, "good"), (15, "inaccuracy"), (40, "mistake"))  # below these losses
WORST = "blunder"

Decision = Literal["choose", "buy", "sell", "discard"]


class GradedDecision(NamedTuple):
    """A decision and its grade.

    `actual` and `best` are a number, `buy` or `pass`, plays separated by spaces, or letters; `-`
    is nothing sold or discarded. A sale is everything sold in a turn.
    """

    state: State  # before the decision
    seat: int
    decision: Decision
    actual: str
    best: str
    lost: float  # dollars; 0 or more
    stderr: float  # of the sampling, with the error of V
    basis: Basis
    after: int  # events of the game up to and including the decision
    kept: Hand = Hand("")  # after the best sale and discard; empty for other decisions

    @property
    def grade(self) -> str:
        """The grade for the dollars lost: `best`, `good`, `inaccuracy`, `mistake`, `blunder`."""
        return next((name for limit, name in GRADES if self.lost < limit), WORST)


class ResultBreakdown(NamedTuple):
    """Where the result of a player comes from, in dollars.

    `result` is `start` + `dice` + `draws` - `lost` + `residual`. If the game is not over, it is the
    expected result before the current round.
    """

    seat: int
    start: float
    dice: float
    draws: float
    lost: float
    residual: float
    stderr: float  # of the residual
    result: float
    expected: tuple[float, ...]  # before each round; the last is the result


class Review(NamedTuple):
    """A reviewed game.

    game: the game.
    decisions: the graded decisions, in order.
    breakdowns: where the result of each player comes from, by seat.
    trained_on: what V was trained on if that is not this game, so that the values are rough.

    >>> import bwtools
    >>> result = bwtools.review(bwtools.read_game("game.jsonl"), samples=12)
    >>> worst = result.costliest()[0]
    >>> worst.decision, worst.actual, worst.best, worst.grade
    ('sell', 'CROWINg JOb', 'CONJOIN', 'blunder')
    """

    game: Game
    decisions: tuple[GradedDecision, ...]
    breakdowns: tuple[ResultBreakdown, ...]  # by seat
    trained_on: str | None  # what V was trained on, if that is not this game

    def costliest(self, count: int = 3) -> list[GradedDecision]:
        """Return the decisions that lost most, the worst first, without those graded best."""
        found = [each for each in self.decisions if each.grade != GRADES[0][1]]
        return sorted(found, key=lambda each: -each.lost)[:count]


def review(
    game: Game, lexicon: Lexicon | None = None, samples: int = SAMPLES, seed: int = 0
) -> Review:
    """Grade every decision of a game, and split each result into skill and luck.

    game: a game of the printed rules, over or not, as from `read_game`.
    lexicon: the words that may be sold; the dictionary of the game if left out.
    samples: draws for each option of a decision.
    seed: seed of the draws.

    Raise InvalidError if V does not support the game, or the dictionary cannot be opened.

    >>> import bwtools
    >>> result = bwtools.review(bwtools.read_game("game.jsonl"), samples=12)
    >>> novice = result.breakdowns[0]
    >>> round(novice.result), novice.lost > 1000
    (519, True)
    """
    if lexicon is None:
        lexicon = open_lexicon(game.header.dictionary, game.header.tiles)
        lexicon = lexicon.without_house() if game.header.daily else lexicon
        lexicon = lexicon.with_words(game.accepted)
    return summarise(game, lexicon, grade_decisions(game, lexicon, samples, seed), samples)


def summarise(
    game: Game, lexicon: Lexicon, decisions: Iterable[GradedDecision], samples: int = SAMPLES
) -> Review:
    """Return the review of a game with the decisions from `grade_decisions`. Raise as that does."""
    decisions = tuple(decisions)
    evaluator = open_evaluator(lexicon, len(game.header.seats))
    breakdowns = tuple(_breakdowns(game, evaluator, decisions, samples))
    return Review(game, decisions, breakdowns, evaluator.trained_elsewhere)


def grade_decisions(
    game: Game, lexicon: Lexicon, samples: int = SAMPLES, seed: int = 0
) -> Iterator[GradedDecision]:
    """Yield every decision of all players that had a choice, in order.

    Left out are sets that are not affordable, sales without a word to sell, discards of nothing
    within the limit, and the last discard. The draws depend on the seed and the place in the game.
    Raise InvalidError as `review`.
    """
    if variants := game.header.variants:
        raise InvalidError(
            f"a game with the variant{'s' if len(variants) > 1 else ''} {', '.join(variants)} "
            "cannot be reviewed: hands can be valued for the printed rules only"
        )
    open_evaluator(lexicon, len(game.header.seats))
    return _grade_decisions(game, lexicon, samples, seed)


def _grade_decisions(
    game: Game, lexicon: Lexicon, samples: int, seed: int
) -> Iterator[GradedDecision]:
    for before, event, after in whole_sales(game):
        if isinstance(event, Sell) and event.more:
            continue  # the player has not finished selling
        found = grade_decision(
            lexicon, before, event, Method("auto", samples, seed * 10_000 + after)
        )
        if found:
            yield found._replace(after=after)


def whole_sales(game: Game) -> Iterator[tuple[State, Event, int]]:
    """Yield each event with the state before it and the number of events up to it.

    A sale made in several steps is one event; `more` is set if it is not finished.
    """
    sold: tuple[Play, ...] = ()
    before, after = game.states[0], 0
    for after, (state, event) in enumerate(zip(game.states, game.events, strict=False), 1):
        if not sold:
            before = state
        if not isinstance(event, Sell):
            yield before, event, after
            continue
        sold += event.plays
        if not event.more:
            yield before, Sell(sold), after
            sold = ()
    if sold:
        yield before, Sell(sold, more=True), after


def grade_decision(
    lexicon: Lexicon, state: State, event: Event, method: Method
) -> GradedDecision | None:
    """Grade what the player to move does; return None without a choice or without values.

    Raise InvalidError as `advise`.
    """
    match event:
        case Choose(number):
            return _grade_number(lexicon, state, number, method)
        case Buy(yes):
            return _grade_purchase(lexicon, state, yes, method)
        case Sell(plays):
            return _grade_sale(lexicon, state, plays, method)
        case Discard(letters):
            return _grade_discard(lexicon, state, letters, method)
    return None


def _grade_number(
    lexicon: Lexicon, state: State, number: int, method: Method
) -> GradedDecision | None:
    evaluation = evaluate_numbers(
        lexicon, state.player.hand, situation_of(state), method, number, WITHIN
    )
    if not evaluation:
        return None
    numbers = evaluation.options
    return _compare(state, "choose", [*map(str, numbers)], evaluation, numbers.index(number))


def _grade_purchase(
    lexicon: Lexicon, state: State, yes: bool, method: Method
) -> GradedDecision | None:
    money, hand, drawn = state.player
    cost = price(lexicon.tiles.set_pips(drawn))
    if cost > money:
        return None
    options = [Player(money, hand), Player(money - cost, hand.plus(drawn))]
    actual = options[yes]
    evaluation = evaluate_hands(lexicon, options, situation_of(state), method, actual, WITHIN)
    if not evaluation:
        return None
    names = ["buy" if option == options[True] else "pass" for option in evaluation.options]
    return _compare(state, "buy", names, evaluation, evaluation.options.index(actual))


def _grade_sale(
    lexicon: Lexicon, state: State, plays: Sequence[Play], method: Method
) -> GradedDecision | None:
    hand, tiles, situation = state.player.hand, lexicon.tiles, situation_of(state)
    sales = tuple(Sale(play, play.pips(tiles), price(play.pips(tiles)), ()) for play in plays)
    actual = Outcome(sum(sale.price for sale in sales), sales, hand.after(*plays))
    if not best_revenue(lexicon, hand):
        return None  # nothing can be sold
    evaluation = evaluate_sales(
        lexicon, hand, Hand(""), situation, method, actual=actual, within=WITHIN
    )
    if not evaluation:
        return None
    options = evaluation.options
    chosen = next(at for at, option in enumerate(options) if option.is_like(actual))
    names = [_plays_text(sale.play for sale in option.outcome.sales) for option in options]
    names[chosen] = _plays_text(plays)
    found = _compare(state, "sell", names, evaluation, chosen)
    return found._replace(kept=options[names.index(found.best)].kept)


def _grade_discard(
    lexicon: Lexicon, state: State, letters: str, method: Method
) -> GradedDecision | None:
    hand = state.player.hand
    if state.last or (not letters and len(hand.letters) <= lexicon.tiles.hand_limit):
        return None
    kept = hand.minus(letters)
    evaluation = evaluate_discards(
        lexicon, hand, situation_of(state), method, actual=kept, within=WITHIN
    )
    if not evaluation:
        return None
    options = evaluation.options
    names = [remove_letters(hand.letters, each.letters) or NOTHING for each in options]
    return _compare(state, "discard", names, evaluation, options.index(kept))


def _plays_text(plays: Iterable[Play]) -> str:
    return " ".join(map(str, plays)) or NOTHING


def _compare(
    state: State, decision: Decision, names: Sequence[str], evaluation: Evaluation[Any], actual: int
) -> GradedDecision:
    """Return the grade of the option with the index `actual`. Without others it is the best."""
    sampled = evaluation.sampled
    best, lost, error = actual, 0.0, evaluation.model_error
    for other in [option for option in evaluation.order() if option != actual][:1]:
        lead, error = evaluation.gain(other, actual)
        _, sampling = sampled.gain(other, actual)
        unbiased = _unbiased_lead(sampled, actual)
        if lead > 0 and unbiased > sampling:
            best, lost = other, unbiased
    basis = evaluation.basis
    return GradedDecision(
        state, state.turn, decision, names[actual], names[best], lost, error, basis, 0
    )


def _unbiased_lead(sampled: SampledValues, actual: int) -> float:
    """Return the lead of the best option over the actual one.

    It is picked on one half of the samples, measured on the other, and averaged both ways.
    """
    halves = [
        SampledValues(
            [[values[first::2] or values for values in strata] for strata in sampled.samples]
        )
        for first in (0, 1)
    ]
    options = range(len(sampled.samples))
    leads = [
        measured.gain(max(options, key=picking.value), actual)[0]
        for picking, measured in (halves, reversed(halves))
    ]
    return sum(leads) / 2


def describe(found: GradedDecision, tiles: TileSet) -> str:
    """Return what was done and what was better as a phrase."""
    lost = f"worth ${found.lost:.2f} more"
    if found.stderr:
        lost += f" (± {found.stderr:.2f})"
    actual, best, player = found.actual, found.best, found.state.player
    match found.decision:
        case "choose":
            return f"named {actual} on choice; {best} was {lost}"
        case "buy":
            cost = f"${price(tiles.set_pips(player.drawn))}"
            if actual == "buy":
                return f"bought {player.drawn} for {cost}; to pass was {lost}"
            return f"passed on {player.drawn}; to buy it for {cost} was {lost}"
        case "sell":
            kept = f", keeping {found.kept}," if str(found.kept) else ""
            return f"sold {sale_text(actual, tiles)}; {sale_text(best, tiles)}{kept} was {lost}"
        case "discard":
            return f"discarded {letters_text(actual)}; {letters_text(best)} was {lost}"


def sale_text(plays: str, tiles: TileSet) -> str:
    """Return the plays of a graded sale with their price, as in "QUIZ and TEA for $109"."""
    if plays == NOTHING:
        return "nothing"
    words = plays.split()
    return f"{' and '.join(words)} for ${revenue_of(map(parse_play, words), tiles)}"


def letters_text(letters: str) -> str:
    """Return the letters of a graded discard, or "nothing"."""
    return "nothing" if letters == NOTHING else letters


def _breakdowns(
    game: Game, evaluator: Evaluator, decisions: Sequence[GradedDecision], samples: int
) -> Iterator[ResultBreakdown]:
    """Yield the breakdown of each seat, over the rounds that are complete."""
    starts = [
        at
        for at, state in enumerate(game.states)
        if state.phase == "over" or (state.phase == "choose" and not state.number)
    ]
    rounds = list(pairwise(starts))
    luck = [_luck(game, evaluator, *each, LUCK_SAMPLES * samples) for each in rounds]
    thorough, quick = Method("lookahead", START_SAMPLES * samples), Method("value")
    for seat in range(len(game.header.seats)):
        expected = [
            _expected_money(
                evaluator, game.states[at], seat, thorough if at in (0, starts[-1]) else quick
            )
            for at in starts
        ]
        dice = [die[seat] / 256 for die, _ in luck]
        draws = [drawn[seat] / 256 for _, drawn in luck]
        lost = [
            sum(each.lost for each in decisions if each.seat == seat and start < each.after <= end)
            for start, end in rounds
        ]
        residuals = [
            after - before - die - drawn + loss
            for (before, after), die, drawn, loss in zip(
                pairwise(expected), dice, draws, lost, strict=True
            )
        ]
        sums = (sum(dice), sum(draws), sum(lost), sum(residuals))
        yield ResultBreakdown(
            seat, expected[0], *sums, _stderr(residuals), expected[-1], tuple(expected)
        )


def _stderr(residuals: Sequence[float]) -> float:
    """Return the standard error of the sum, from all blocks; each round is in BLOCK of them."""
    edge = [0.0] * (BLOCK - 1)
    padded = [*edge, *residuals, *edge]
    squares = (sum(padded[at : at + BLOCK]) ** 2 for at in range(len(residuals) + len(edge)))
    return sqrt(sum(squares) / BLOCK)


def _luck(
    game: Game, evaluator: Evaluator, start: int, end: int, samples: int
) -> tuple[list[int], list[int]]:
    """Return the luck of the seats in a round, in 1/256 dollar: of the die, and of the draws."""
    seed, drawn = game.header.seed or 0, start + 1
    die = luck_of(evaluator, game.states[start:end], game.events[start:drawn], seed)
    draws = luck_of(evaluator, game.states[drawn:end], game.events[drawn:end], seed, samples)
    return die, draws


def _expected_money(evaluator: Evaluator, state: State, seat: int, method: Method) -> float:
    """Return the expected final money of a seat at the start of a round."""
    player = state.players[seat]
    if state.phase == "over":
        return player.money
    monte_carlo = MonteCarlo(evaluator, situation_of(state._replace(turn=seat)), method)
    return monte_carlo.turn_ends([player]).value(0)
