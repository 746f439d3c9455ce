"""The command `tiles`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...tiles.hand import parse_letters
from ...tiles.tile_set import TileSet, load_tiles
from .. import completion
from ..options import tiles_option
from ..output import Layout, Row, output


@click.command("tiles")
@click.argument("name", required=False, shell_complete=completion.tile_sets)
@click.option("--seen", default="", metavar="LETTERS", help="Letters no longer in the bag.")
@tiles_option
@output(
    Layout(
        fields=("letter", "count", "pips"),
        plain="letter",
    )
)
def tiles_(name: str | None, seen: str, tiles: TileSet) -> Iterator[Row]:
    """List the letter tiles of a tile set or, with --seen, the tiles left in the bag.

    Wilds are dealt to the players and are never in the bag.

    \b
    bw tiles --seen aeinrst
    """
    if name is not None:
        tiles = load_tiles(name)
    for letter, count in tiles.bag_without(parse_letters(seen)).items():
        yield {"letter": letter, "count": count, "pips": tiles.pips[letter]}
