"""Deals: a shuffled bag and the die rolls, both from a seed."""

from __future__ import annotations

from ..errors import InvalidError
from ..tiles.tile_set import ALPHABET, TileSet
from .state import Draw, Roll, State


def random_seed() -> int:
    """Return a seed nobody knows, short enough to share."""
    from secrets import randbelow

    return randbelow(1_000_000)


class Deal:
    """A shuffled bag, drawn from the front, and one die roll a round, both from a seed.

    A seed and a tile set give the same deal on every machine, whatever the players do: only
    `Random.random` is used, whose sequence Python guarantees. Raise InvalidError if the seed is
    negative.

    >>> import bwtools
    >>> deal = bwtools.Deal(bwtools.load_tiles(), seed=1)
    >>> deal.order[:6], deal.faces[:3]
    ('CAVTOZ', (4, 5, 5))
    """

    def __init__(self, tiles: TileSet, seed: int) -> None:
        from random import Random

        if seed < 0:
            raise InvalidError(f"the seed must be 0 or more, not {seed}")
        random = Random(seed).random
        order = [letter for letter in ALPHABET for _ in range(tiles.counts[letter])]
        for last in range(len(order) - 1, 0, -1):
            other = int(random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        least = min([tiles.choice[0], *(face for face in tiles.die if face is not None)])
        rounds = len(order) // least + 1  # the most that one player can play
        self.order = "".join(order)
        self.faces = tuple(tiles.die[int(random() * len(tiles.die))] for _ in range(rounds))

    def event(self, state: State) -> Roll | Draw | None:
        """Return the roll or draw that comes next, or None if a player decides."""
        if state.phase != "choose":
            return None
        if state.number:
            drawn = len(self.order) - len(state.bag)
            return Draw("".join(sorted(self.order[drawn : drawn + state.number])))
        face = self.faces[state.round - 1]
        return None if face is None else Roll(face)
