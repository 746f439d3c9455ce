"""Quiz questions from real play, and marks for the answers.

A question is a state in which the player to move has to decide. It comes from a deal that a
computer player has played up to that point, or from a mistake in a recorded game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Literal, NamedTuple

from ..advice.rules_of_thumb import discard_by_rule
from ..advice.situation import Method
from ..errors import InvalidError
from ..game.deal import Deal
from ..game.rules import Rules
from ..game.state import Buy, Choose, Discard, Event, Sell, State
from ..lexicon import search
from ..lexicon.lexicon import Lexicon
from ..players.game_loop import play_game
from ..players.registry import open_player
from ..players.strategy import Computer
from ..records.game_record import YOU, Game
from ..sales.best_sales import Outcome, best_sales
from ..tiles.hand import Hand, revenue_of
from ..tiles.tile_set import price
from .review import NOTHING, Decision, GradedDecision, grade_decision, grade_decisions

By = Literal["revenue", "equity"]
PLAYER = "club"  # plays the deals up to a question
ROUNDS = 20  # at most, before a question
TRIES = 50  # deals without a question before giving up


class Mark(NamedTuple):
    """An answer compared with the best one.

    `actual` and `best` are a number, `buy` or `pass`, plays separated by spaces, or letters; `-` is
    nothing.
    """

    actual: str
    best: str
    lost: float  # dollars
    stderr: float  # of the sampling, with the error of V
    share: float | None = None  # of the best revenue; None if expected money is compared
    kept: Hand | None = None  # after the best sale and discard; None for other decisions


def random_questions(lexicon: Lexicon, decision: Decision, seed: int) -> Iterator[State]:
    """Yield an endless sequence of states of solo games with this decision, by the seed.

    Raise InvalidError if no such state comes up.
    """
    rules = Rules(lexicon.tiles)
    seat = Computer(PLAYER, open_player(PLAYER, lexicon))
    without = 0
    for number in count():
        random = Random(f"{seed} {number}").random
        deal = Deal(lexicon.tiles, int(random() * 2**32))
        played = int(random() * ROUNDS)
        states = (state for _, state in play_game(rules, lexicon, deal, [seat], rules.start(1)))
        found = next(
            (
                state
                for state in states
                if state.round > played
                and state.phase == decision
                and not deal.event(state)
                and is_open(lexicon, state)
            ),
            None,
        )
        if found:
            yield found
        without = 0 if found else without + 1
        if without == TRIES:
            raise InvalidError(
                f"there was nothing to {decision} in {TRIES} deals: use another dictionary or "
                "tile set"
            )


def is_open(lexicon: Lexicon, state: State) -> bool:
    """Return whether the player to move has a choice that can matter."""
    money, hand, drawn = state.player
    tiles = lexicon.tiles
    match state.phase:
        case "choose":
            return not state.number and len(tiles.choice) > 1
        case "buy":
            return price(tiles.set_pips(drawn)) <= money
        case "sell":
            return any(islice(search.plays(lexicon, hand), 1))
        case "discard":
            return not state.last and len(hand.letters) > tiles.hand_limit
    return False


def mistakes(
    game: Game, lexicon: Lexicon, decision: Decision | None, samples: int
) -> list[GradedDecision]:
    """Return the user's decisions in a game that lost money, the costliest first.

    The user's decisions are those of the player `you` in a tracked game, otherwise those of all
    people. If `decision` is not None, the others are left out. Raise InvalidError if only computer
    players play, or as `review`.
    """
    seats = game.header.seats
    own = [at for at, seat in enumerate(seats) if seat.kind == YOU]
    own = own or [at for at, seat in enumerate(seats) if seat.is_person]
    if not own:
        raise InvalidError("only computer players play in this game: choose one of your own")
    found = [
        each
        for each in grade_decisions(game, lexicon, samples)
        if each.seat in own and each.grade != "best" and decision in (None, each.decision)
    ]
    return sorted(found, key=lambda each: -each.lost)


def no_answer(lexicon: Lexicon, state: State) -> Event:
    """Return the answer to a question that is not answered in time."""
    match state.phase:
        case "choose":
            return Choose(lexicon.tiles.choice[0])
        case "buy":
            return Buy(False)
        case "sell":
            return Sell()
    return Discard(discard_by_rule(state.player.hand.letters, lexicon.tiles))


def mark(lexicon: Lexicon, state: State, event: Event, method: Method) -> Mark:
    """Mark an answer by the expected final money. Raise InvalidError as `advise`."""
    found = grade_decision(lexicon, state, event, method)
    if found is None:  # there is no alternative
        return Mark(_answer_text(event), _answer_text(event), 0.0, 0.0)
    kept = found.kept if found.decision == "sell" else None
    return Mark(_answer_text(event), found.best, found.lost, found.stderr, kept=kept)


def mark_revenue(lexicon: Lexicon, state: State, event: Sell) -> tuple[Mark, Outcome]:
    """Return the mark of a sale by its revenue today, and the best outcome."""
    best = best_sales(lexicon, state.player.hand, top=1)[0]
    revenue = revenue_of(event.plays, lexicon.tiles)
    actual = _answer_text(event)
    plays = tuple(sale.play for sale in best.sales)
    name = actual if revenue == best.revenue else _answer_text(Sell(plays))
    return Mark(actual, name, best.revenue - revenue, 0.0, revenue / best.revenue), best


def _answer_text(event: Event) -> str:
    match event:
        case Choose(number):
            return str(number)
        case Buy(yes):
            return "buy" if yes else "pass"
        case Sell(plays):
            return " ".join(map(str, plays)) or NOTHING
        case Discard(letters):
            return letters or NOTHING
    raise AssertionError(f"{event} is not a decision")
