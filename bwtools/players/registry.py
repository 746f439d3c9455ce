"""Computer players by name: the built-in players, and plug-ins.

novice, casual and club follow rules of thumb, master and expert use the leave value V. A plug-in is
an entry point of the group `bwtools.players`: a class, or a function, that takes a lexicon and a
seed and returns a `Strategy`. docs/writing-a-player.md has an example.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from itertools import chain, count

from ..errors import BwError, InvalidError, quote
from ..lexicon.lexicon import Lexicon
from .rule_players import Casual, Club, Novice
from .strategy import Strategy

PLUGIN_GROUP = "bwtools.players"
Factory = Callable[[Lexicon, int], Strategy]  # from the lexicon of the game and a seed


def _lazy(module: str, kind: str) -> Factory:
    """Return a factory that imports its module when it is first called."""

    def make(lexicon: Lexicon, seed: int) -> Strategy:
        strategy: Strategy = getattr(import_module(module, __package__), kind)(lexicon, seed)
        return strategy

    return make


BUILT_IN: dict[str, Factory] = {
    "novice": Novice,
    "casual": Casual,
    "club": Club,
    "master": _lazy(".master", "Master"),
    "expert": _lazy(".expert", "Expert"),
}
STRONGEST = "master"  # of the fast players


def player_names() -> list[str]:
    """Return the names of all computer players: built-in ones by strength, then plug-ins A to Z."""
    from importlib.metadata import entry_points

    return [*BUILT_IN, *sorted(entry_points(group=PLUGIN_GROUP).names - BUILT_IN.keys())]


def open_player(
    name: str, lexicon: Lexicon, seed: int = 0, variants: Collection[str] = ()
) -> Strategy:
    """Return the computer player with this name, for games with a lexicon and variants.

    A player with the same seed makes the same decisions. Raise InvalidError if there is no such
    player (suggesting similar names), or if a plug-in cannot be loaded.

    >>> import bwtools
    >>> club = bwtools.open_player("club", bwtools.open_lexicon())
    >>> club.buy(bwtools.parse_position("bw1 buy 12 1 1 AEIST 150,AERST,2,GIN"))
    True
    """
    factory = BUILT_IN.get(name)
    strategy = factory(lexicon, seed) if factory else _plugin(name, lexicon, seed)
    if "theme" in variants:
        from .variants.theme_player import adapted

        try:
            strategy = adapted(strategy, lexicon)
        except BaseException as error:
            raise player_error(f"the player {name} cannot be adapted to a theme", error) from error
    return strategy


def _plugin(name: str, lexicon: Lexicon, seed: int) -> Strategy:
    from importlib.metadata import entry_points

    for point in entry_points(group=PLUGIN_GROUP, name=name):
        try:
            plugin: Strategy = point.load()(lexicon, seed)
        except BaseException as error:
            failure = f"the player {name} cannot be loaded from {point.value}"
            raise player_error(failure, error) from error
        return plugin
    from difflib import get_close_matches

    names = player_names()
    similar = get_close_matches(name.lower(), names) or names
    raise InvalidError(f"there is no player {quote(name)}: do you mean {' or '.join(similar)}?")


def player_seed(deal: int | None, number: int) -> int:
    """Return the seed of a player in a deal by its number; it reveals nothing about the bag."""
    from random import Random

    return Random(f"{deal} {number}").getrandbits(32)


def unique_names(players: Sequence[str], taken: Collection[str] = ()) -> tuple[str, ...]:
    """Return names for players in one game, all different and none already taken.

    A second club is called club-2.
    """
    names = list(taken)
    for player in players:
        others = (
            f"{player}-{number}" for number in count(2) if f"{player}-{number}" not in players
        )
        names.append(next(name for name in chain([player], others) if name not in names))
    return tuple(names[len(taken) :])


def player_error(failure: str, error: BaseException) -> InvalidError:
    """Return the error to raise, saying what failed, for one that a player's code raised.

    That may be any, even SystemExit, which would end bw without a message. Only Ctrl-C is raised
    again.
    """
    if isinstance(error, KeyboardInterrupt):
        raise error
    kind = "" if isinstance(error, BwError) else f"{type(error).__name__}: "
    return InvalidError(f"{failure}: {kind}{player_text(error)}".rstrip(": "))


def player_text(given: object) -> str:
    """Return one line of text for an object of a player, or its type if `str` fails."""
    try:
        return " ".join(str(given).split())
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"<{type(given).__name__}>"
