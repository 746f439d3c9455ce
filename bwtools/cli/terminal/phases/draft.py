"""The variant draft at the terminal."""

from __future__ import annotations

from ....errors import InvalidError, quote
from ....game.state import Event
from ....game.variants.draft import Pick, open_tiles
from ....lexicon.lexicon import Lexicon
from ....records.game_record import Game
from ....tiles.hand import upper
from ....tiles.tile_set import ALPHABET
from ..player_names import subject
from ..screen import with_pips, wrap
from .printed import PhasePrompt


def _shown(game: Game) -> list[str]:
    state, tiles = game.state, game.header.tiles
    picked = with_pips(state.player.drawn, tiles) or "nothing"
    return wrap(f"Open: {with_pips(open_tiles(state), tiles)}; picked so far: {picked}")


def _prompt(game: Game) -> str:
    return f"Pick one of {open_tiles(game.state)}: "


def _answer(line: str, game: Game, lexicon: Lexicon) -> Event:  # noqa: ARG001
    letter = upper(line)
    if letter not in ALPHABET or len(letter) != 1:
        what = f"{quote(line)} is no pick" if line else "one has to be picked"
        raise InvalidError(f"{what}: name one letter of {open_tiles(game.state)}, or say help")
    return Pick(letter)


def _advice(event: Pick, game: Game) -> str:  # noqa: ARG001
    return f"pick {event.letter}"


def _tell(game: Game) -> str:
    before, event = game.states[-2], game.events[-1]
    assert isinstance(event, Pick)
    return f"{subject(game.header.seats[before.turn].name)} picked {event.letter}."


ASKING = PhasePrompt(
    _prompt,
    _answer,
    _advice,
    help="e                     to pick an open tile",
    shown=_shown,
    tell=_tell,
)
