"""Play games between computer players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ..errors import IllegalError, InvalidError, quote
from ..game.deal import Deal
from ..game.rules import Phase, Rules
from ..game.state import Buy, Choose, Discard, Event, Sell, State
from ..lexicon.lexicon import Lexicon
from ..tiles.hand import Play
from .strategy import Computer, _failure, _one_line
from .variants import decision


def play_game(
    rules: Rules, lexicon: Lexicon, deal: Deal, seats: Sequence[Computer], state: State
) -> Iterator[tuple[Event, State]]:
    """Play a game on from a state to its end: each event as it happens, and the state after it.

    `seats` are the computer players in the order of `state.players`. Raises as `decide` does.
    """
    while state.phase != "over":
        event: Event | None = deal.event(state)
        if event:
            state = rules.step(state, event)
        else:
            event, state = _decided(rules, lexicon, state, seats[state.turn])
        yield event, state


def decide(rules: Rules, lexicon: Lexicon, state: State, seat: Computer) -> Event:
    """What the player at turn does, checked against the rules and the dictionary.

    Raises IllegalError: its answer is against a rule; InvalidError: it is no answer, or the player
    failed. Either names the player.
    """
    return _decided(rules, lexicon, state, seat)[0]


def _decided(rules: Rules, lexicon: Lexicon, state: State, seat: Computer) -> tuple[Event, State]:
    """What the player at turn does, and the state after it, which the check has made anyway."""
    (name, strategy), phase = seat, state.phase
    part = rules.phases[phase]
    ask = getattr(strategy, phase, None)
    if ask is None and (by_rule := decision(phase)):
        ask = partial(by_rule, strategy, rules, lexicon)
    if ask is None:
        raise InvalidError(f"the player {name} has no method {phase}")
    try:
        answer = ask(state)
        event = _event(part, answer)
    except Exception as error:
        raise InvalidError(
            f"the player {name} failed to {phase} in round {state.round}: {_failure(error)}"
        ) from error
    if event is None:
        raise InvalidError(
            f"the player {name} answers {quote(str(answer))} when it is to {phase}: "
            f"it must give {_ANSWERS.get(phase) or ' or '.join(k.__name__ for k in part.steps)}"
        )
    try:
        for word in part.words(state, event):
            if word not in lexicon:
                raise IllegalError(f"{quote(word)} is not in the dictionary {lexicon.name}")
        return event, rules.step(state, event)
    except IllegalError as error:
        raise IllegalError(
            f"the player {name} may not {phase} so: {_one_line(str(error))}"
        ) from None


_ANSWERS = {
    "choose": "a number",
    "buy": "True or False",
    "sell": "a list of bwtools.Play",
    "discard": "a text of letters",
}


def _event(phase: Phase, answer: Any) -> Event | None:
    """The event of an answer in a phase; None if it is of the wrong kind."""
    name = phase.name
    if name not in _ANSWERS:
        kinds: tuple[type[Event], ...] = tuple(phase.steps)
        return answer if isinstance(answer, kinds) else None
    if name == "choose" and isinstance(answer, int):
        return Choose(answer)
    if name == "buy" and isinstance(answer, bool):
        return Buy(answer)
    if name == "discard" and isinstance(answer, str):
        return Discard("".join(sorted(answer)))
    if name == "sell" and not isinstance(answer, str):
        plays = tuple(answer)
        if all(map(_is_play, plays)):
            return Sell(plays)
    return None


_PLACE = (int, type(None))  # of a wild in a word: quicker made once than for every play


def _is_play(answer: Any) -> bool:
    return (
        isinstance(answer, Play)
        and isinstance(answer.word, str)
        and isinstance(answer.wild, _PLACE)
    )
