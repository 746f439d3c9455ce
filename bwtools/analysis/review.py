"""A game reviewed: every decision graded, and each result split into skill and luck.

A decision is graded by the dollars that it lost: what the best option was worth above the one that
was taken, as `decisions` values them: exactly near the end of the game, else by one round of
lookahead. Whatever looks best in a sample looks better than it is. So the best option is picked by
one half of the samples and its lead measured by the other half, both ways round; and a lead that
is no larger than its standard error is none.

The result of a game is split by V, what a player holds being worth its money and V:

    result = start + dice + draws - lost + rest

`start` is what can be expected before the first roll. `dice` and `draws` are luck (see `luck`),
`lost` is the sum of the grades. If V were right to the cent and nothing sampled, the rest would be
0: in every round what a player holds is worth more, by as much as luck gave and decisions did not
lose. So the rest is the sum of what each round leaves over, and how much that is tells its
standard error: the error of the samples, that of V, and what other leaders named on *choice*. Where
V is wrong it is so for some rounds on end, so that rounds are not independent, but stretches of
them nearly are. V knows the hands of good players best: a weak player's rest is larger.
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
from ..lexicon.lexicon import Lexicon
from ..records.game_record import Game
from ..sales.best_sales import Outcome, Sale
from ..tiles.hand import Hand, Play, parse_play, remove_letters, revenue_of
from ..tiles.tile_set import TileSet, price
from .luck import luck_of

SAMPLES = 60  # draws for each option
LUCK_SAMPLES = 6  # times as many other draws, to which each that came is compared
STRETCH = 5  # rounds for which V is wrong the same way
START_SAMPLES = 10  # times as many, for what can be expected at the start: V knows it less well
NOTHING = "-"  # sold or thrown away
GRADES = ((1, "best"), (5, "good"), (15, "inexact"), (40, "mistake"))  # below so many dollars lost
WORST = "blunder"

Decision = Literal["choose", "buy", "sell", "discard"]


class Graded(NamedTuple):
    """A decision and its grade.

    `done` and `best` are a number, `buy` or `pass`, plays with spaces between, or letters; `-` is
    nothing sold or thrown away. A sale is all that was sold in a turn. `keep` is what the best
    sale keeps; else it is empty.
    """

    state: State  # before the decision
    seat: int
    decision: Decision
    done: str
    best: str
    lost: float  # dollars; 0 or more
    stderr: float  # of the samples
    basis: Basis
    after: int  # events of the game until it was made
    keep: Hand = Hand("")

    @property
    def grade(self) -> str:
        """The dollars lost in a word."""
        return next((name for limit, name in GRADES if self.lost < limit), WORST)


class Split(NamedTuple):
    """Where the result of a player comes from, in dollars; the parts add up to it."""

    seat: int
    start: float
    dice: float
    draws: float
    lost: float
    rest: float
    stderr: float  # of the rest
    result: float  # of a game that is not over: what can be expected before the round it is in
    course: tuple[float, ...]  # what could be expected before each round, and the result


class Review(NamedTuple):
    """A game reviewed, as far as it went."""

    game: Game
    graded: tuple[Graded, ...]
    splits: tuple[Split, ...]  # of each seat
    trained_on: str | None  # what V was trained on, if that is not this game

    def costliest(self, number: int = 3) -> list[Graded]:
        """The decisions that lost most, the worst first; none that is graded best."""
        found = [each for each in self.graded if each.grade != GRADES[0][1]]
        return sorted(found, key=lambda each: -each.lost)[:number]


def in_words(graded: Graded, tiles: TileSet) -> str:
    """What was done and what was better, as a player would say it."""
    lost = f"worth ${graded.lost:.2f} more"
    if graded.stderr:
        lost += f" (± {graded.stderr:.2f})"
    done, best, player = graded.done, graded.best, graded.state.player
    match graded.decision:
        case "choose":
            return f"named {done} on choice; {best} was {lost}"
        case "buy":
            cost = f"${price(tiles.set_pips(player.drawn))}"
            if done == "buy":
                return f"bought {player.drawn} for {cost}; to pass was {lost}"
            return f"passed on {player.drawn}; to buy it for {cost} was {lost}"
        case "sell":
            kept = f", keeping {graded.keep}," if str(graded.keep) else ""
            return f"sold {_sold(done, tiles)}; {_sold(best, tiles)}{kept} was {lost}"
        case "discard":
            return f"threw {_thrown(done)} away; {_thrown(best)} was {lost}"


def _sold(plays: str, tiles: TileSet) -> str:
    """The plays of a sale, with its dollars."""
    if plays == NOTHING:
        return "nothing"
    words = plays.split()
    return f"{' and '.join(words)} for ${revenue_of(map(parse_play, words), tiles)}"


def _thrown(letters: str) -> str:
    return "nothing" if letters == NOTHING else letters


def review(game: Game, lexicon: Lexicon, found: Iterable[Graded], samples: int = SAMPLES) -> Review:
    """Put together what `graded` finds in a game. Raises InvalidError as that does."""
    found = tuple(found)
    value = open_evaluator(lexicon, len(game.header.seats))
    splits = tuple(_splits(game, value, found, samples))
    return Review(game, found, splits, value.trained_elsewhere)


def graded(game: Game, lexicon: Lexicon, samples: int = SAMPLES, seed: int = 0) -> Iterator[Graded]:
    """Every decision of all players with a choice in it, in order.

    Left out are sets that cannot be paid, sales without a word to sell, hands within the limit of
    which nothing was thrown away, and what is thrown away at the very end. Each option is tried on
    `samples` draws, which belong to the seed and the place in the game. Raises UnvaluedError: V
    does not know such a game; InvalidError: it is played with a variant, or the weights of V
    cannot be read.
    """
    if variants := game.header.variants:
        raise InvalidError(
            f"a game with the variant{'s' if len(variants) > 1 else ''} {', '.join(variants)} "
            "cannot be reviewed: what hands are worth is known for the printed rules alone"
        )
    open_evaluator(lexicon, len(game.header.seats))
    return _grades(game, lexicon, samples, seed)


def _grades(game: Game, lexicon: Lexicon, samples: int, seed: int) -> Iterator[Graded]:
    sold: tuple[Play, ...] = ()
    before = game.states[0]
    for after, (state, event) in enumerate(zip(game.states, game.events, strict=False), 1):
        if not sold:
            before = state
        if isinstance(event, Sell):
            sold += event.plays
            if event.more:
                continue
            event, sold = Sell(sold), ()
        found = grade(lexicon, before, event, Method("auto", samples, seed * 10_000 + after))
        if found:
            yield found._replace(after=after)


def grade(lexicon: Lexicon, state: State, event: Event, method: Method) -> Graded | None:
    """Grade what the player at turn does; None if there is nothing else to do, or no value of it.

    Raises as the judges of `decisions`.
    """
    match event:
        case Choose(number):
            return _choose(lexicon, state, number, method)
        case Buy(yes):
            return _buy(lexicon, state, yes, method)
        case Sell(plays):
            return _sell(lexicon, state, plays, method)
        case Discard(letters):
            return _discard(lexicon, state, letters, method)
    return None


def _choose(lexicon: Lexicon, state: State, number: int, method: Method) -> Graded | None:
    numbers = lexicon.tiles.choice
    evaluation = evaluate_numbers(lexicon, state.player.hand, situation_of(state), method)
    names = list(map(str, numbers))
    return evaluation and _compared(state, "choose", names, evaluation, numbers.index(number))


def _buy(lexicon: Lexicon, state: State, yes: bool, method: Method) -> Graded | None:
    money, hand, drawn = state.player
    cost = price(lexicon.tiles.set_pips(drawn))
    if cost > money:
        return None
    options = [Player(money, hand), Player(money - cost, hand.plus(drawn))]
    evaluation = evaluate_hands(lexicon, options, situation_of(state), method)
    return evaluation and _compared(state, "buy", ["pass", "buy"], evaluation, int(yes))


def _sell(lexicon: Lexicon, state: State, plays: Sequence[Play], method: Method) -> Graded | None:
    hand, tiles = state.player.hand, lexicon.tiles
    sales = tuple(Sale(play, play.pips(tiles), price(play.pips(tiles)), ()) for play in plays)
    actual = Outcome(sum(sale.price for sale in sales), sales, hand.after(*plays))
    situation = situation_of(state)
    evaluation = evaluate_sales(lexicon, hand, Hand(""), situation, method, actual=actual)
    if not evaluation or len(evaluation.options) == 1:
        return None
    options = evaluation.options
    chosen = next(at for at, option in enumerate(options) if option.is_like(actual))
    names = [_listed(sale.play for sale in option.outcome.sales) for option in options]
    names[chosen] = _listed(plays)
    graded = _compared(state, "sell", names, evaluation, chosen)
    return graded._replace(keep=options[names.index(graded.best)].kept)


def _discard(lexicon: Lexicon, state: State, letters: str, method: Method) -> Graded | None:
    hand = state.player.hand
    if state.last or (not letters and len(hand.letters) <= lexicon.tiles.hand_limit):
        return None
    kept = hand.minus(letters)
    evaluation = evaluate_discards(lexicon, hand, situation_of(state), method, actual=kept)
    if not evaluation:
        return None
    options = evaluation.options
    names = [remove_letters(hand.letters, each.letters) or NOTHING for each in options]
    return _compared(state, "discard", names, evaluation, options.index(kept))


def _listed(plays: Iterable[Play]) -> str:
    return " ".join(map(str, plays)) or NOTHING


def _compared(
    state: State, decision: Decision, names: Sequence[str], evaluation: Evaluation[Any], done: int
) -> Graded:
    """The grade of one of some options."""
    sampled = evaluation.sampled
    others = [option for option in evaluation.order() if option != done]
    lead, error = sampled.gain(others[0], done) if others else (0.0, 0.0)
    lost = _lead(sampled, done)
    if lead <= 0 or lost <= error:
        best, lost = done, 0.0
    else:
        best = others[0]
    return Graded(
        state, state.turn, decision, names[done], names[best], lost, error, evaluation.basis, 0
    )


def _lead(totals: SampledValues, done: int) -> float:
    """What the best option is worth above the one done, without favour to what looks best."""
    halves = [
        SampledValues(
            [[values[first::2] or values for values in strata] for strata in totals.samples]
        )
        for first in (0, 1)
    ]
    options = range(len(totals.samples))
    leads = [
        measured.gain(max(options, key=picking.value), done)[0]
        for picking, measured in (halves, reversed(halves))
    ]
    return sum(leads) / 2


def _splits(
    game: Game, value: Evaluator, graded: Sequence[Graded], samples: int
) -> Iterator[Split]:
    """The split of each seat, over the rounds that are complete."""
    starts = [
        at
        for at, state in enumerate(game.states)
        if state.phase == "over" or (state.phase == "choose" and not state.number)
    ]
    rounds = list(pairwise(starts))
    luck = [_luck(game, value, *each, LUCK_SAMPLES * samples) for each in rounds]
    for seat in range(len(game.header.seats)):
        worth = [
            _worth(
                value,
                game.states[at],
                seat,
                Method("lookahead", START_SAMPLES * samples)
                if at in (0, starts[-1])
                else Method("value"),
            )
            for at in starts
        ]
        dice, draws, lost, rest = [], [], [], []
        for which, (start, end) in enumerate(rounds):
            dice.append(luck[which][0][seat] / 256)
            draws.append(luck[which][1][seat] / 256)
            lost.append(sum(g.lost for g in graded if g.seat == seat and start < g.after <= end))
            gained = worth[which + 1] - worth[which]
            rest.append(gained - dice[-1] - draws[-1] + lost[-1])
        parts = (sum(dice), sum(draws), sum(lost), sum(rest))
        yield Split(seat, worth[0], *parts, _error(rest), worth[-1], tuple(worth))


def _error(rest: Sequence[float]) -> float:
    """The standard error of the sum, from all stretches; each round is in as many as it is long."""
    edge = [0.0] * (STRETCH - 1)
    padded = [*edge, *rest, *edge]
    squares = (sum(padded[at : at + STRETCH]) ** 2 for at in range(len(rest) + len(edge)))
    return sqrt(sum(squares) / STRETCH)


def _luck(
    game: Game, value: Evaluator, start: int, end: int, samples: int
) -> tuple[list[int], list[int]]:
    """The luck of the seats in a round, in 1/256 dollar: of the die, and of the draws."""
    seed = game.header.seed or 0
    drawn = start + 1
    die = luck_of(value, game.states[start:end], game.events[start:drawn], seed)
    draws = luck_of(value, game.states[drawn:end], game.events[drawn:end], seed, samples)
    return die, draws


def _worth(value: Evaluator, state: State, seat: int, method: Method) -> float:
    """What a player can expect to end with at the start of a round: looking ahead, or by V."""
    player = state.players[seat]
    if state.phase == "over":
        return player.money
    monte_carlo = MonteCarlo(value, situation_of(state._replace(turn=seat)), method)
    return monte_carlo.turn_ends([player]).value(0)
