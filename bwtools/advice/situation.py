"""What is known at the table when a decision is due."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import InvalidError
from ..tiles.tile_set import TileSet

if TYPE_CHECKING:
    from ..game.state import Player, State


class Situation(NamedTuple):
    """What is known when a decision is due. The bag may be only some of its letters, at random."""

    bag: str  # the letters, A to Z, that can be in the bag
    size: int  # tiles in the bag
    money: int  # of the player who decides
    players: int = 1
    ahead: int = 0  # rounds to come before the one in which this player leads
    last: bool = False  # this is the last round
    others: tuple[Player, ...] = ()  # in turn order from this player; empty: nothing is known

    def likely_bag(self) -> str:
        """A bag of the size with each letter in proportion, as nearly as whole tiles allow."""
        if self.size == len(self.bag):
            return self.bag
        chosen = [at * len(self.bag) // self.size for at in range(self.size)]
        return "".join(self.bag[at] for at in chosen)


def situation_of(state: State) -> Situation:
    """What the player at turn knows."""
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
    """The letters that can be in the bag, A to Z, and how many tiles are in it.

    All that is not held or seen can be, or the bag is as stated. A size below that means that the
    bag holds some of it. Raises IllegalError naming a letter that the tile set has not so often,
    InvalidError: more tiles than can be.
    """
    counts = tiles.bag_without(held, seen, bag or "")
    letters = "".join(letter * count for letter, count in counts.items())
    if bag is not None:
        letters = "".join(sorted(bag))
    if size is not None and size > len(letters):
        raise InvalidError(f"a bag of {size} tiles cannot be: at most {len(letters)} are left")
    return letters, len(letters) if size is None else size
