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
from .registry import open_player, player_error, player_text
from .strategy import Computer, Strategy
from .variants import decision


def play_game(
    rules: Rules,
    lexicon: Lexicon,
    deal: Deal,
    players: Sequence[Computer | Strategy | str],
    state: State | None = None,
) -> Iterator[tuple[Event, State]]:
    """Yield each event of a game between computer players, with the state after it.

    rules, deal: the rules and the deal, with the tile set of the lexicon.
    lexicon: the words that may be sold.
    players: computer players in the order of the seats: names such as "club", strategies, or
        `Computer` objects, which have both.
    state: the state to continue from; a new game if left out.

    Raise the errors of `decide`.

    >>> import bwtools
    >>> lexicon = bwtools.open_lexicon()
    >>> rules, deal = bwtools.Rules(lexicon.tiles), bwtools.Deal(lexicon.tiles, seed=1)
    >>> *_, (event, end) = bwtools.play_game(rules, lexicon, deal, ["master", "club"])
    >>> [player.money for player in end.players]
    [759, 739]
    """
    computers = [_computer(player, lexicon, seat) for seat, player in enumerate(players)]
    state = state or rules.start(len(computers))
    while state.phase != "over":
        event: Event | None = deal.event(state)
        if event:
            state = rules.step(state, event)
        else:
            event, state = _decide(rules, lexicon, state, computers[state.turn])
        yield event, state


def decide(rules: Rules, lexicon: Lexicon, state: State, computer: Computer) -> Event:
    """Return the decision of a computer player, checked against the rules and the lexicon.

    Raise IllegalError if it breaks a rule, and InvalidError if it is not of the right type or the
    player raises an error. Both name the player.
    """
    return _decide(rules, lexicon, state, computer)[0]


def _computer(player: Computer | Strategy | str, lexicon: Lexicon, seat: int) -> Computer:
    if isinstance(player, Computer):
        return player
    if isinstance(player, str):
        return Computer(player, open_player(player, lexicon, seed=seat))
    return Computer(type(player).__name__, player)


def _decide(
    rules: Rules, lexicon: Lexicon, state: State, computer: Computer
) -> tuple[Event, State]:
    """Return the player's event and the resulting state (computed by the legality check)."""
    name, strategy = computer
    phase = rules.phases[state.phase]
    try:
        ask = getattr(strategy, phase.name, None)  # may run code of the player, as a property
        if ask is None and (by_rule := decision(phase.name)):
            ask = partial(by_rule, strategy, rules, lexicon)
        answer = None if ask is None else ask(state)
        event = _event(phase, answer)
    except BaseException as error:
        failure = f"the player {name} failed to {phase.name} in round {state.round}"
        raise player_error(failure, error) from error
    if ask is None:
        raise InvalidError(f"the player {name} has no method {phase.name}")
    if event is None:
        kinds = _ANSWERS.get(phase.name) or " or ".join(kind.__name__ for kind in phase.events)
        raise InvalidError(
            f"the method {phase.name} of the player {name} returned {quote(player_text(answer))}: "
            f"it must return {kinds}"
        )
    try:
        for word in phase.words(state, event):
            if word not in lexicon:
                raise IllegalError(f"{quote(word)} is not in the dictionary {lexicon.name}")
        return event, rules.step(state, event)
    except IllegalError as error:
        raise IllegalError(f"the player {name} broke a rule: {player_text(error)}") from None


_ANSWERS = {
    "choose": "a number",
    "buy": "True or False",
    "sell": "a list of bwtools.Play",
    "discard": "a string of letters",
}


def _event(phase: Phase[Any], answer: Any) -> Event | None:
    """Return the event of an answer in a phase, or None if the answer has the wrong type."""
    name = phase.name
    if name not in _ANSWERS:
        if not isinstance(answer, phase.events):
            return None
        event: Event = type(answer).read(answer.data())  # raises InvalidError for wrong values
        return event
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


_WILD = (int, type(None))  # types of the wild of a play: made once, which is faster


def _is_play(answer: Any) -> bool:
    return (
        isinstance(answer, Play) and isinstance(answer.word, str) and isinstance(answer.wild, _WILD)
    )
