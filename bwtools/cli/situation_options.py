"""Options for advice: what is known at the table, and how the options are valued."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from ..advice import situation
from ..advice.situation import BASES, Basis, Method
from ..errors import IllegalError, InvalidError, counted
from ..tiles.hand import Hand, parse_letters
from ..tiles.tile_set import TileSet
from .options import within

Function = Callable[..., Any]
MOST_MONEY = 999_999_999  # dollars: nine digits, as in a position


class TableOptions(NamedTuple):
    """What the options say about the table."""

    money: int
    players: int
    seen: str
    bag: str | None
    size: int | None

    def situation(
        self, tiles: TileSet, hand: Hand, drawn: str = "", leads: bool = False
    ) -> situation.Situation:
        """Return what a player knows with a hand and drawn letters.

        `leads` says whether the player leads the next round; alone this is always true. Raise
        IllegalError or InvalidError if the tile set does not have these tiles.
        """
        dealt = tiles.wilds_dealt[min(self.players, len(tiles.wilds_dealt)) - 1]
        if hand.wilds > dealt:
            raise IllegalError(
                f"the hand has {counted(hand.wilds, 'wild')}, but with "
                f"{counted(self.players, 'player')} each is dealt {dealt}: remove some"
            )
        bag, size = situation.unseen(tiles, hand.letters + drawn, self.seen, self.bag, self.size)
        ahead = 0 if leads or self.players == 1 else 1
        return situation.Situation(bag, size, self.money, self.players, ahead)


def situation_options(function: Function) -> Function:
    """Give a command the options about the table as `known`, and the others as `method`."""

    @click.option(
        "--money",
        type=within(0, MOST_MONEY),
        default=200,
        metavar="N",
        help="Your dollars (default: 200).",
    )
    @click.option(
        "--players",
        type=within(1),
        default=1,
        metavar="P",
        help="Number of players at the table (default: 1).",
    )
    @click.option("--seen", default="", metavar="LETTERS", help="Letters that have left the bag.")
    @click.option("--bag", metavar="LETTERS", help="The letters in the bag, instead of --seen.")
    @click.option(
        "--bag-size",
        type=within(0),
        metavar="N",
        help="Number of tiles in the bag, if some unseen tiles are not in it.",
    )
    @click.option(
        "--basis",
        type=click.Choice(BASES),
        default="auto",
        help="How values are found (default: exact if feasible, else lookahead, else a rule).",
    )
    @click.option(
        "--samples",
        type=within(1, 1_000_000),
        metavar="N",
        help="Draws or games for each option (default: 192 shared among them); "
        "at least two for each face of the die.",
    )
    @click.option(
        "--seed", type=int, default=0, metavar="S", help="Seed of the draws (default: 0)."
    )
    @click.option(
        "--time",
        type=within(0, 1_000_000, float),
        metavar="SECONDS",
        help="Repeat the samples, with other draws, until this time has passed.",
    )
    @functools.wraps(function)
    def command(
        *args: Any,
        money: int,
        players: int,
        seen: str,
        bag: str | None,
        bag_size: int | None,
        basis: Basis,
        samples: int | None,
        seed: int,
        time: float | None,
        **options: Any,
    ) -> Any:
        if bag is not None and seen:
            raise InvalidError(
                "--bag says what is in the bag, --seen what is not: use only one of them"
            )
        stated = None if bag is None else parse_letters(bag)
        known = TableOptions(money, players, parse_letters(seen), stated, bag_size)
        method = Method(basis, samples, seed, time)
        return function(*args, known=known, method=method, **options)

    return command
