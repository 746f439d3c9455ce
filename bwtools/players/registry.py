"""Who plays: the protocol of a computer player, players by name, and the game that they play.

novice, casual and club go by rules of thumb, master and expert by V. A player of your own is a
class with the four methods of `Strategy`, made from a dictionary and a seed, and known by an entry
point of the group `bwtools.players`; the README has one in ten lines. In a phase of a variant for
which it has no method it does what the variant thinks best.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain, count

from ..errors import InvalidError, quote
from ..lexicon.lexicon import Lexicon
from .rule_players import Casual, Club, Novice
from .strategy import Strategy, _failure

GROUP = "bwtools.players"


def _master(lexicon: Lexicon, seed: int) -> Strategy:
    from .master import Master

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


def unique_names(players: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
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
