"""Records of random games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from random_play import decide

from bwtools.game.deal import Deal
from bwtools.records.game_record import Accept, Entry, Game, Header, Seat, Undo
from bwtools.records.record_file import create_game
from bwtools.tiles.tile_set import load_tiles

CLASSIC = load_tiles()
FEW = CLASSIC._replace(
    name="few", counts={letter: (letter in "AEINRST") * 3 for letter in CLASSIC.counts}
)
SEATS = (Seat("Zoë", "person"), Seat("club 1", "club"))
HEADER = Header(FEW, SEATS, "enable", "00ff", seed=7, date="2024-05-01T14:22:33Z")
TABLE = HEADER._replace(seed=None)


def entries(header: Header, seed: int, meddle: float = 0.0) -> Iterator[Entry]:
    """Yield the entries of a random game. `meddle` is the share of rulings and undos."""
    random, game = Random(seed), Game.start(header)
    deal = Deal(header.tiles, seed if header.seed is None else header.seed)
    while game.state.phase != "over":
        entry: Entry = deal.event(game.state) or decide(game.rules, game.state, random)
        if random.random() < meddle:
            entry = random.choice([Accept("QI"), Accept("ZORF"), Undo() if game.events else entry])
        game = game.after(entry)
        yield entry


def content(game: Game) -> tuple[object, ...]:
    return game.header, game.states, game.events, game.accepted


def written(path: Path, header: Header = HEADER, seed: int = 1, meddle: float = 0.1) -> list[Game]:
    """Record a game; return it after the header and after each entry."""
    with create_game(path, header) as writer:
        games = [writer.game]
        for entry in entries(header, seed, meddle):
            writer.add(entry)
            games.append(writer.game)
    return games


def damage(data: bytes, line: int, new: bytes) -> bytes:
    lines = data.split(b"\n")
    lines[line - 1] = new
    return b"\n".join(lines)
