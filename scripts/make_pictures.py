"""Makes the pictures of the table in docs/pictures, or checks that they are up to date.

python scripts/make_pictures.py [--check] [NAME...]

Each picture is a screen of a game with a fixed seed, after some keys. --check exits with status 1
and names the pictures that differ from the files.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bwtools.cli.table.app import TableApp
    from bwtools.cli.terminal.session import PlaySession

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
DATE = "2026-03-01T12:00:00Z"
MARKS = {"!": "exclamation_mark", "?": "question_mark", "#": "number_sign", ".": "full_stop"}


class Scene(NamedTuple):
    """A screen to show: its size, the game, the keys pressed, and the colours."""

    size: tuple[int, int]
    keys: str = ""  # by spaces; a word in capitals is typed letter by letter
    rounds: int = 0  # that club plays for the person first
    seed: int = 6
    players: str = "you"
    variants: tuple[str, ...] = ()
    light: bool = False
    no_color: bool = False


SCENES = {
    "buy": Scene((80, 24), rounds=11),
    "small": Scene((60, 20), "1 JINR"),
    "sold": Scene((80, 24), "1 JoIN enter"),
    "light": Scene((100, 32), "1 RINs", light=True),
    "large": Scene((140, 45), rounds=17),
    "no-color": Scene((80, 24), "1 RINs", no_color=True),
    "hint": Scene((80, 24), "1 !", rounds=11),
    "keys": Scene((80, 24), "?"),
    "bag": Scene((80, 24), "#", rounds=14),
    "discard": Scene((80, 24), "1 1 1 1", seed=12),
    "others": Scene((100, 32), rounds=5, players="you,club,novice"),
    "crossword": Scene((100, 32), "1 JoIN enter", variants=("crossword",)),
    "auction": Scene((80, 24), "", players="you,club", variants=("auction",)),
}


def picture(scene: Scene, home: str) -> str:
    """Return the screen of a scene as SVG, with the user's folder at `home`."""
    os.environ.update(BW_HOME=home, COLORTERM="truecolor", TERM="xterm-256color")
    os.environ.pop("NO_COLOR", None)
    if scene.no_color:
        os.environ["NO_COLOR"] = "1"
    from bwtools.cli.saved_games import begin_game
    from bwtools.cli.table.app import TableApp
    from bwtools.cli.table.settings import Settings
    from bwtools.cli.terminal.new_game import GameOptions, computer_players, read_seats
    from bwtools.cli.terminal.session import PlaySession
    from bwtools.game.variants import combined
    from bwtools.lexicon.lexicon import open_lexicon

    lexicon = open_lexicon("enable")
    seats = read_seats(scene.players)
    variants = combined(scene.variants, len(seats))
    record = str(Path(home, f"{len(os.listdir(home))}.jsonl"))
    with begin_game(lexicon, seats, scene.seed, record, DATE, variants) as writer:
        computers = computer_players(seats, scene.seed, lexicon, variants)
        session = PlaySession(writer, lexicon, computers)
        _play(session, scene.rounds)
        ticks = count()
        app = TableApp(
            session,
            GameOptions(seats, "enable", lexicon.tiles, variants),
            Settings(pace=0, light=scene.light, toured=True),
            clock=lambda: float(next(ticks)),
            random=lambda: 0.5,
        )
        return asyncio.run(_drawn(app, scene))


def _play(session: PlaySession, rounds: int) -> None:
    """Have club play for the person until the set of a round is on the table."""
    from bwtools.players.game_loop import decide
    from bwtools.players.registry import open_player
    from bwtools.players.strategy import Computer

    club = Computer("club", open_player("club", session.lexicon))
    while session.game.state.round <= rounds:
        for _ in session.advance():
            pass
        game = session.game
        if game.state.round <= rounds:
            session.record(decide(game.rules, session.lexicon, game.state, club))


async def _drawn(app: TableApp, scene: Scene) -> str:
    """Return the screen after the keys of a scene."""
    async with app.run_test(size=scene.size) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        for key in _keys(scene.keys):
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        return _portable(app.export_screenshot(title="BuyWord"))


def _keys(text: str) -> list[str]:
    """Return the keys of a scene by the names that Textual gives them."""
    keys = []
    for word in text.split():
        if len(word) > 1 and word[:1].isupper():
            for letter in word:
                keys += ["full_stop", letter] if letter.islower() else [letter.lower()]
        else:
            keys.append(MARKS.get(word, word))
    return keys


def _portable(svg: str) -> str:
    """Return the SVG without fonts from the web, and with names that do not change."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-[0-9]+", "t", svg)
    return svg.replace("Fira Code, monospace", "DejaVu Sans Mono, Menlo, Consolas, monospace")


def main() -> int:
    """Make or check the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    wrong = []
    with tempfile.TemporaryDirectory() as home:
        for name in options.names or SCENES:
            svg, file = picture(SCENES[name], home), FOLDER / f"{name}.svg"
            if not options.check:
                file.write_text(svg, encoding="utf-8")
            elif not file.exists() or file.read_text(encoding="utf-8") != svg:
                wrong.append(name)
    if wrong:
        print(f"These pictures differ: {', '.join(wrong)}. Make them again with {sys.argv[0]}.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
