"""The luck of the die and of the draws in a game, measured by V.

Luck is what the die and the tiles that came are worth above what could be expected of them. Its
mean is zero whatever the players do and however good V is, so that money less luck has the same
mean as money; and as V explains most of what the tiles do, it varies far less.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from operator import mul

from ..evaluation.evaluator import Evaluator, PlayerView, fast
from ..evaluation.one_ply import sample_draws
from ..game.state import Choose, Draw, Event, Roll, State

SAMPLES = 12  # other draws, to which the one that came is compared


def luck_of(
    value: Evaluator,
    states: Sequence[State],
    events: Sequence[Event],
    seed: int,
    samples: int = SAMPLES,
) -> list[int]:
    """The luck of each seat in a game, or in a part of one, in 1/256 dollar.

    `states` are those before and after each event. The `samples` draws to which one that came is
    compared depend on the seed of the deal and the round, and not on the players.
    """
    players = len(states[0].players)
    die, draws = [0] * players, [0] * players
    before, drawn = states[0], list[str]()
    for state, event in zip(states, events, strict=False):
        if isinstance(event, Roll | Choose):
            before, drawn = state, []
            face = event.number if isinstance(event, Roll) else None
            for seat in range(players):
                die[seat] += _luck_of_die(value, before, seat, face)
        elif isinstance(event, Draw):
            drawn.append(event.letters)
            if len(drawn) == players:
                for seat, luck in enumerate(_luck_of_draw(value, before, drawn, seed, samples)):
                    draws[seat] += luck
    whole = samples * len(value.tiles.die)
    return [
        (2 * (samples * one + other) + whole) // (2 * whole)
        for one, other in zip(die, draws, strict=True)
    ]


def _luck_of_die(value: Evaluator, state: State, seat: int, face: int | None) -> int:
    """What a face is worth above the mean of the faces, in 1/256 dollar times their number."""
    money, hand, _ = state.players[seat]
    heads = value.values_by_draw(PlayerView(hand, state.bag, money))
    worth = [round(256 * dollars) for dollars in heads]
    for number in range(2, 6):
        if number * len(state.players) > len(state.bag):
            worth[number - 2] = 256 * value.best_revenue(hand)
    choice = max(worth)
    if seat != state.leader:
        choice = sum(map(mul, worth, value.mix)) // sum(value.mix)
    die: list[int] = [choice if each is None else worth[each - 2] for each in value.tiles.die]
    return len(die) * die[value.tiles.die.index(face)] - sum(die)


def _luck_of_draw(
    value: Evaluator, state: State, drawn: Sequence[str], seed: int, samples: int
) -> list[int]:
    """What the draw is worth above the mean of others, in units of totals times their number."""
    number, players = len(drawn[0]), len(state.players)
    sampled = sample_draws(state.bag, number * players, "luck", seed, state.round)
    others = islice(sampled, samples)
    listed = ["".join(drawn), *others]
    found = []
    for seat, (money, hand, _) in enumerate(state.players):
        turn = (seat - state.leader) % players * number  # each seat's own letters come first
        draws = [draw[turn:] + draw[:turn] for draw in listed]
        leads = seat == (state.leader + 1) % players
        totals = fast(value).totals_after_draws(PlayerView(hand, state.bag, money, leads), draws)
        found.append((samples + 1) * totals[0] - sum(totals))
    return found
