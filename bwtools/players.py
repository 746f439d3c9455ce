"""Who plays: the protocol of a computer player, players by name, and the game that they play.

novice, casual and club go by rules of thumb, master and expert by V. A player of your own is a
class with the four methods of `Strategy`, made from a dictionary and a seed, and known by an entry
point of the group `bwtools.players`; the README has one in ten lines. In a phase of a variant for
which it has no method it does what the variant thinks best.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import chain, count
from typing import Any, NamedTuple, Protocol

from .errors import BwError, IllegalError, InvalidError
from .game import Buy, Choose, Deal, Discard, Event, Phase, Rules, Sell, State
from .lexicon import Lexicon
from .thumb import Casual, Club, Novice
from .tiles import Play, quote

GROUP = "bwtools.players"


class Strategy(Protocol):
    """Decides for a player.

    It is asked when its seat is `state.turn`, sees the table and nothing else, looks at no clock,
    and draws whatever it leaves to chance from its seed and the state: so a game that is resumed
    goes on as it would have gone.

    It may have more methods: `worth(state)` and `kept(state)`, the dollars that the player at turn
    can expect from what it holds before it sells and when it has sold, by which it then plays
    variants; and methods named as phases of variants, `bid(state)` and the like, which give an
    event of the phase.
    """

    def choose(self, state: State) -> int:
        """The number of tiles that each player draws, as leader on *choice*."""

    def buy(self, state: State) -> bool:
        """Whether to buy the set drawn, `state.player.drawn`."""

    def sell(self, state: State) -> Sequence[Play]:
        """The words to sell, all of this turn; none is an answer too."""

    def discard(self, state: State) -> str:
        """The letter tiles to throw away."""


def _master(lexicon: Lexicon, seed: int) -> Strategy:
    from .master import Master  # the engine: nobody else needs it

    return Master(lexicon, seed)


def _expert(lexicon: Lexicon, seed: int) -> Strategy:
    from .expert import Expert

    return Expert(lexicon, seed)


def _slow_expert(lexicon: Lexicon, seed: int) -> Strategy:
    from .expert import SlowExpert

    return SlowExpert(lexicon, seed)


Factory = Callable[[Lexicon, int], Strategy]  # from the dictionary of the game and a seed
BUILT_IN: dict[str, Factory] = {
    "novice": Novice,
    "casual": Casual,
    "club": Club,
    "master": _master,
    "expert": _expert,
    "expert-slow": _slow_expert,
}
STRONGEST = "master"  # of those who are quick


class Computer(NamedTuple):
    """A computer player at a table, by the name that the table knows it by."""

    name: str
    strategy: Strategy


def player_names() -> list[str]:
    """The computer players there are: those built in by strength, then those plugged in, A to Z."""
    from importlib.metadata import entry_points

    return [*BUILT_IN, *sorted(entry_points(group=GROUP).names - BUILT_IN.keys())]


def open_player(name: str, lexicon: Lexicon, seed: int = 0) -> Strategy:
    """The computer player of a name, for games with a dictionary.

    Raises InvalidError: there is none, naming the nearest; or it cannot be loaded.
    """
    factory = BUILT_IN.get(name)
    if factory:
        return factory(lexicon, seed)
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP, name=name):
        try:
            plugged: Strategy = point.load()(lexicon, seed)
        except Exception as error:
            raise InvalidError(
                f"the player {name} cannot be loaded from {point.value}: {_failure(error)}"
            ) from error
        return plugged
    from difflib import get_close_matches

    names = player_names()
    near = get_close_matches(name.lower(), names) or names
    raise InvalidError(f"there is no player {quote(name)}: do you mean {' or '.join(near)}?")


def told_apart(players: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """What a table calls computer players: by name, no two the same and none as those taken.

    A second club is club-2.
    """
    names = list(taken)
    for player in players:
        others = (
            f"{player}-{number}" for number in count(2) if f"{player}-{number}" not in players
        )
        names.append(next(name for name in chain([player], others) if name not in names))
    return tuple(names[len(taken) :])


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
    if ask is None and part.decide is not None:
        ask = partial(part.decide, rules, lexicon, strategy=strategy)
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
    "sell": "a list of bwtools.tiles.Play",
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


def _failure(error: Exception) -> str:
    kind = "" if isinstance(error, BwError) else f"{type(error).__name__}: "
    return _one_line(f"{kind}{error}")


def _one_line(text: str) -> str:
    return " ".join(text.split())
