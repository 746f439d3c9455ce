"""What is known at the table when a decision is due, and how its options are to be valued."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from ..errors import InvalidError, counted
from ..tiles.tile_set import TileSet

if TYPE_CHECKING:
    from ..game.state import Player, State

Basis = Literal["auto", "rule", "value", "lookahead", "playout", "exact"]
BASES: tuple[Basis, ...] = get_args(Basis)


class Method(NamedTuple):
    """How options are valued, and how much is sampled for it.

    basis: `exact` enumerates everything that can still come; `lookahead` samples the next draw;
        `playout` plays games to the end; `value` asks V at once; `rule` applies a rule of thumb;
        `auto` is exact where that is feasible, else lookahead, else a rule.
    samples: draws or games for each option; None shares 192 among the options.
    seed: seed of the samples.
    seconds: repeat the samples, with other draws, until this time has passed.

    >>> import bwtools
    >>> position = "bw1 choose 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,-"
    >>> method = bwtools.Method("lookahead", samples=24, seed=7)
    >>> bwtools.advise(bwtools.open_lexicon(), position, method).verdict.action
    'choose 2'
    """

    basis: Basis = "auto"
    samples: int | None = None
    seed: int = 0
    seconds: float | None = None


AUTO = Method()


class Situation(NamedTuple):
    """What a player knows when a decision is due.

    If `size` is less than the number of letters in `bag`, the bag holds a random subset of them.
    """

    bag: str  # the letters, A to Z, that can be in the bag
    size: int  # tiles in the bag
    money: int  # dollars of the player who decides
    players: int = 1
    ahead: int = 0  # rounds until the next one in which this player leads
    last: bool = False  # this is the last round
    others: tuple[Player, ...] = ()  # in turn order after this player; empty if not known

    def likely_bag(self) -> str:
        """Return a bag of the right size with letters in proportion, as nearly as possible."""
        if self.size == len(self.bag):
            return self.bag
        chosen = [at * len(self.bag) // self.size for at in range(self.size)]
        return "".join(self.bag[at] for at in chosen)


def situation_of(state: State) -> Situation:
    """Return what the player to move knows."""
    players = len(state.players)
    leader = state.leader if state.phase == "choose" else state.leader + 1  # of the next draw
    return Situation(
        state.bag,
        len(state.bag),
        state.player.money,
        players,
        (state.turn - leader) % players,
        state.last,
        tuple(state.players[(state.turn + i) % players] for i in range(1, players)),
    )


def unseen(
    tiles: TileSet, held: str, seen: str = "", bag: str | None = None, size: int | None = None
) -> tuple[str, int]:
    """Return the letters that can be in the bag, A to Z, and the number of tiles in it.

    These are all letters not held or seen, or the stated `bag`. A smaller `size` means that the
    bag holds some of them. Raise IllegalError if the tile set has fewer of a letter, InvalidError
    if `size` is larger than the number of letters.
    """
    counts = tiles.bag_without(held, seen, bag or "")
    letters = "".join(letter * count for letter, count in counts.items())
    if bag is not None:
        letters = "".join(sorted(bag))
    if size is not None and size > len(letters):
        raise InvalidError(
            f"a bag of {counted(size, 'tile')} is not possible: the most is {len(letters)}"
        )
    return letters, len(letters) if size is None else size
