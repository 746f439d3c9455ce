"""The variant draft at the terminal."""

from __future__ import annotations

from ....errors import InvalidError, quote
from ....game.state import Event, State
from ....game.variants.draft import Pick, open_tiles
from ....lexicon.lexicon import Lexicon
from ....records.game_record import Game
from ....tiles.hand import upper
from ....tiles.tile_set import ALPHABET
from ..screen import with_pips
from .phase_prompt import Choice, PhasePrompt


class PickPrompt(PhasePrompt):
    """Picking open tiles, one at a time."""

    takes_tiles = True
    help = (("e", "pick an open tile"),)

    def prompt(self, game: Game) -> str:
        return f"Pick one of {open_tiles(game.state)}: "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        letter = upper(line)
        if letter not in ALPHABET or len(letter) != 1:
            problem = f"{quote(line)} is not a letter" if line else "you must pick a tile"
            raise InvalidError(f"{problem}: type one letter of {open_tiles(game.state)}, or help")
        return Pick(letter)

    def choices(self, game: Game) -> list[Choice]:
        return [Choice(letter, letter) for letter in dict.fromkeys(open_tiles(game.state))]

    def recommend(self, event: Pick, game: Game) -> str:
        return f"pick {event.letter}"

    def describe(self, event: Pick, before: State, game: Game) -> str:
        return f"picked {event.letter}."

    def context(self, game: Game) -> list[str]:
        state, tiles = game.state, game.header.tiles
        picked = with_pips(state.player.drawn, tiles) or "nothing"
        return [f"Open: {with_pips(open_tiles(state), tiles)}; picked so far: {picked}"]


PROMPTS = {"pick": PickPrompt()}
