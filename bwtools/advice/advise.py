"""Advice: the options of a decision, best first, with their values and the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from ..errors import IllegalError, counted
from ..game.state import Buy, Choose, Discard, Player, Sell, State
from ..lexicon.lexicon import Lexicon
from ..sales.best_sales import Outcome, most_words
from ..tiles.hand import Hand, remove_letters
from .decisions import (
    Evaluation,
    SaleOption,
    evaluate_discards,
    evaluate_hands,
    evaluate_numbers,
    evaluate_sales,
)
from .rules_of_thumb import (
    Purchase,
    buy_by_rule,
    choose_by_rule,
    discard_by_rule,
    sales_by_rule,
)
from .situation import AUTO, Basis, Method, Situation, situation_of

_SHOWN = 5  # options in the text of an advice
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a decision.

    event: what the player does: `Choose`, `Buy`, `Sell` or `Discard`.
    value: expected final money in dollars, to the cent; None by a rule of thumb.
    stderr: standard error of the difference to the best option, in dollars, to the cent. It covers
        the sampling and the error of V: 0 for an exact value and for the best option; None by a
        rule of thumb.
    lost: how much worse the option is than the best one, in dollars, to the cent (the difference of
        the rounded values may be off by a cent); None by a rule of thumb.
    sale: the outcome of a sale, with its alternatives; None for other decisions.
    discard: the letters to discard, at once or after the sale.
    kept: the hand after the discard; None if the decision is to choose or to buy.

    >>> import bwtools
    >>> position = "bw1 buy 25 1 1 AEI 150,AERST,1,GIN"
    >>> best = bwtools.advise(bwtools.open_lexicon(), position).verdict
    >>> best.event, best.value, best.stderr
    (Buy(yes=True), 259.83, 0.0)
    """

    event: Choose | Buy | Sell | Discard
    value: float | None = None
    stderr: float | None = None
    lost: float | None = None
    sale: Outcome | None = None
    discard: str = ""
    kept: Hand | None = None

    @property
    def action(self) -> str:
        """What the player does, in words."""
        match self.event:
            case Choose(number):
                return f"choose {number}"
            case Buy(yes):
                return "buy" if yes else "pass"
            case Sell(plays):
                return f"sell {' '.join(map(str, plays)) or 'nothing'}"
            case Discard(letters):
                return f"discard {letters or 'nothing'}"

    def __str__(self) -> str:
        if self.value is None:
            return self.action
        error = f" ± {self.stderr:.2f}" if self.stderr else ""
        return f"{self.action}: ${self.value:.2f}{error}"


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """Advice on a decision.

    decision: `choose`, `buy`, `sell` or `discard`.
    options: the evaluated options, best first. A rule of thumb gives sales by revenue, and for
        the other decisions its verdict.
    basis: where the values come from: `exact`, `lookahead`, `playout`, `value`, or `rule`.
    trained_on: what V was trained on if that is not this game, so that the values are rough.
    purchase: what buying the set does today; None for other decisions.

    >>> import bwtools
    >>> position = "bw1 buy 25 1 1 AEI 150,AERST,1,GIN"
    >>> bwtools.advise(bwtools.open_lexicon(), position)
    <Advice buy (exact)
      buy: $259.83
      pass: $208.00>
    """

    decision: str
    options: tuple[Option, ...]
    basis: Basis = "rule"
    trained_on: str | None = None
    purchase: Purchase | None = None

    @property
    def verdict(self) -> Option:
        """The best option."""
        return self.options[0]

    def option(self, event: Choose | Buy | Sell | Discard) -> Option | None:
        """Return the option in which the player does this; None if it was not evaluated."""
        return next((option for option in self.options if option.event == event), None)

    @property
    def gain(self) -> float | None:
        """What buying is worth above passing, in dollars, to the cent.

        None if there are no values for both, as by a rule of thumb.
        """
        buying, passing = self.option(Buy(True)), self.option(Buy(False))
        if not buying or not passing or buying.value is None or passing.value is None:
            return None
        return cents(buying.value - passing.value)

    def __str__(self) -> str:
        lines = [f"{self.verdict.action} ({self.basis})", *map(str, self.options[:_SHOWN])]
        if len(self.options) > _SHOWN:
            lines.append(f"and {len(self.options) - _SHOWN} more")
        return "\n  ".join(lines)

    def __repr__(self) -> str:
        return f"<Advice {self}>"


def advise(lexicon: Lexicon, state: State | str, method: Method = AUTO) -> Advice:
    """Evaluate what the player to move can do, and return the options, best first.

    lexicon: the words that may be sold, and the tile set.
    state: a state of the printed game, or a position as text.
    method: how options are valued; by default exactly where that is feasible, otherwise with one
        round of lookahead, and by a rule of thumb where hands cannot be valued.

    Raise InvalidError if the basis of the method is not available or a position cannot be read,
    and IllegalError if there is nothing to decide, or the decision is one of a variant.

    >>> import bwtools
    >>> position = "bw1 sell 25 1 1 - 150,AEGINRST,1,-"
    >>> advice = bwtools.advise(bwtools.open_lexicon(), position)
    >>> print(advice.verdict)
    sell AGENTRIeS: $250.00
    >>> advice.basis, advice.verdict.sale.revenue
    ('exact', 100)
    """
    if isinstance(state, str):
        from ..game.position import parse_position

        state = parse_position(state, lexicon.tiles)
    hand, situation = state.player.hand, situation_of(state)
    match state.phase:
        case "choose" if state.number:
            raise IllegalError(
                f"player {state.turn + 1} is to draw {counted(state.number, 'tile')}: "
                "there is nothing to decide until all have drawn"
            )
        case "choose":
            return advise_number(lexicon, hand, situation, method)
        case "buy":
            return advise_purchase(lexicon, state.player.drawn, hand, situation, method)
        case "sell":
            nothing, most = Hand(""), most_words(hand)
            return advise_sale(lexicon, hand, nothing, situation, method, max_words=most)
        case "discard":
            return advise_discard(lexicon, hand, situation, method)
        case "over":
            raise IllegalError("the game is over: there is nothing to decide")
    raise IllegalError(f"there is no advice for the phase {state.phase}")


def advise_purchase(
    lexicon: Lexicon, drawn: str, hand: Hand, situation: Situation, method: Method
) -> Advice:
    """Advise whether to buy a drawn set. Raise InvalidError as `advise`."""
    rule = buy_by_rule(lexicon, drawn, hand, situation.money, situation.size, situation.players)
    players = [Player(situation.money, hand)]
    if rule.affordable:
        players.append(Player(situation.money - rule.cost, hand.plus(drawn)))
    evaluation = evaluate_hands(lexicon, players, situation, method)
    if evaluation is None:
        options = [Option(Buy(yes)) for yes in (False, True)[: len(players)]]
        return Advice("buy", tuple(options[:: -1 if rule.buy else 1]), purchase=rule)
    values = list(map(cents, evaluation.values))
    # Buying has to be better by a cent.
    order = sorted(range(len(values)), key=lambda option: -values[option])
    options = [
        Option(Buy(option == 1), values[option], *_behind(evaluation, option, order[0]))
        for option in order
    ]
    return Advice("buy", tuple(options), evaluation.basis, evaluation.trained_on, rule)


def advise_number(lexicon: Lexicon, hand: Hand, situation: Situation, method: Method) -> Advice:
    """Advise the leader on *choice* which number to name. Raise InvalidError as `advise`."""
    evaluation = evaluate_numbers(lexicon, hand, situation, method)
    if evaluation is None:
        number = choose_by_rule(len(hand.letters), lexicon.tiles)
        return Advice("choose", (Option(Choose(number)),))
    return _advice("choose", evaluation, lambda number: Option(Choose(number)))


def advise_discard(
    lexicon: Lexicon, hand: Hand, situation: Situation, method: Method, top: int = 1
) -> Advice:
    """Advise what to discard, with at least `top` options unless the values are exact.

    Raise InvalidError as `advise`.
    """

    def option(kept: Hand) -> Option:
        gone = remove_letters(hand.letters, kept.letters)
        return Option(Discard(gone), discard=gone, kept=kept)

    evaluation = evaluate_discards(lexicon, hand, situation, method, top)
    if evaluation is None:
        gone = discard_by_rule(hand.letters, lexicon.tiles)
        kept = hand.minus(gone)
        return Advice("discard", (option(kept),))
    return _advice("discard", evaluation, option)


def advise_sale(
    lexicon: Lexicon,
    sellable: Hand,
    reserved: Hand,
    situation: Situation,
    method: Method,
    top: int = 10,
    max_words: int | None = None,
) -> Advice:
    """Advise what to sell, with at least `top` options if there are that many.

    sellable, reserved: the tiles held that may be sold, and those that may not.
    max_words: the most words to sell; None for any number.

    Raise InvalidError as `advise`, or if the hand is too large for an exact sale.
    """
    evaluation = evaluate_sales(lexicon, sellable, reserved, situation, method, top, max_words)
    if evaluation is None:
        found = sales_by_rule(lexicon, sellable, reserved, top, max_words)
        return Advice("sell", tuple(_sale_option(*sale) for sale in found))

    def option(way: SaleOption) -> Option:
        left = way.outcome.left.plus(*reserved).letters
        return _sale_option(way.outcome, way.kept, remove_letters(left, way.kept.letters))

    return _advice("sell", evaluation, option)


def _sale_option(outcome: Outcome, kept: Hand, gone: str) -> Option:
    plays = tuple(sale.play for sale in outcome.sales)
    return Option(Sell(plays), sale=outcome, discard=gone, kept=kept)


def _advice(decision: str, evaluation: Evaluation[_T], option: Callable[[_T], Option]) -> Advice:
    """Return the advice with an option for each evaluated one."""
    order, values = evaluation.order(), evaluation.values
    options = []
    for at in order:
        stderr, lost = _behind(evaluation, at, order[0])
        found = option(evaluation.options[at])
        options.append(replace(found, value=cents(values[at]), stderr=stderr, lost=lost))
    return Advice(decision, tuple(options), evaluation.basis, evaluation.trained_on)


def _behind(evaluation: Evaluation[_T], option: int, best: int) -> tuple[float, float]:
    """Return the standard error of what an option loses against the best one, and what it loses."""
    lost, stderr = evaluation.gain(best, option)
    return cents(stderr), cents(lost)


def cents(dollars: float) -> float:
    """Return dollars rounded to the cent."""
    return round(dollars, 2) + 0.0  # no negative zero
