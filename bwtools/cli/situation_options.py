"""Options that tell what is known when a decision is due, and how its options are valued."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import click

from ..advice import situation
from ..advice.situation import BASES, Basis, Method
from ..errors import IllegalError, InvalidError
from ..tiles.hand import Hand, parse_letters
from ..tiles.tile_set import TileSet
from .options import within

Function = Callable[..., Any]
MOST_MONEY = 999_999_999  # dollars: nine digits, as in a position


class TableOptions(NamedTuple):
    """What the options tell of the table."""

    money: int
    players: int
    seen: str
    bag: str | None
    size: int | None

    def situation(
        self, tiles: TileSet, hand: Hand, drawn: str = "", leads: bool = False
    ) -> situation.Situation:
        """The table for who has a hand, and has drawn, and leads the next round or does not.

        Alone one always leads. Raises IllegalError, InvalidError: there are not so many tiles.
        """
        dealt = tiles.wilds_dealt[min(self.players, len(tiles.wilds_dealt)) - 1]
        if hand.wilds > dealt:
            raise IllegalError(
                f"the hand has {hand.wilds} wilds, and each of {self.players} players is dealt "
                f"{dealt}: take some out"
            )
        bag, size = situation.unseen(tiles, hand.letters + drawn, self.seen, self.bag, self.size)
        ahead = 0 if leads or self.players == 1 else 1
        return situation.Situation(bag, size, self.money, self.players, ahead)


def situation_options(function: Function) -> Function:
    """Give a command the options of the table as `known`, and those of the values as `method`."""

    @click.option(
        "--money",
        type=within(0, MOST_MONEY),
        default=200,
        metavar="N",
        help="Yours (default: 200).",
    )
    @click.option("--players", type=within(1), default=1, metavar="P", help="At the table.")
    @click.option("--seen", default="", metavar="LETTERS", help="Letters gone from the bag.")
    @click.option("--bag", metavar="LETTERS", help="The letters in the bag, outright.")
    @click.option(
        "--bag-size",
        type=within(0),
        metavar="N",
        help="Tiles in the bag: some of those unaccounted for.",
    )
    @click.option(
        "--basis",
        type=click.Choice(BASES),
        default="auto",
        help="Where values come from (default: exact, or else lookahead, or else a rule).",
    )
    @click.option(
        "--samples",
        type=within(1, 1_000_000),
        metavar="N",
        help="Draws, or games, for each option (default: 384 shared among them); "
        "at least two for each face of the die.",
    )
    @click.option("--seed", type=int, default=0, metavar="S", help="Of the draws (default: 0).")
    @click.option(
        "--time",
        type=within(0, 1_000_000, float),
        metavar="SECONDS",
        help="Repeat the samples, with other draws, until so much time is over.",
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
                "--bag says what is in the bag, --seen what is not: give one of them"
            )
        stated = None if bag is None else parse_letters(bag)
        known = TableOptions(money, players, parse_letters(seen), stated, bag_size)
        method = Method(basis, samples, seed, time)
        return function(*args, known=known, method=method, **options)

    return command
