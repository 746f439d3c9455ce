"""A toolset for the word game BuyWord: find, price and sell words, and get advice.

>>> import bwtools
>>> lexicon = bwtools.open_lexicon()
>>> bwtools.best_sales(lexicon, "aeinrst.", top=1)
[<Outcome $64: ANgRIEST (and 64 alternatives)>]

Names are imported when they are first used, so `import bwtools` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the aliases export the names to type checkers
    from ._version import __version__ as __version__
    from .advice.advise import Advice as Advice
    from .advice.advise import Option as Option
    from .advice.advise import advise as advise
    from .advice.situation import Method as Method
    from .analysis.review import Review as Review
    from .analysis.review import review as review
    from .errors import BwError as BwError
    from .errors import IllegalError as IllegalError
    from .errors import InvalidError as InvalidError
    from .game.deal import Deal as Deal
    from .game.position import format_position as format_position
    from .game.position import parse_position as parse_position
    from .game.rules import Rules as Rules
    from .game.state import State as State
    from .lexicon.lexicon import Lexicon as Lexicon
    from .lexicon.lexicon import lexicon_from_words as lexicon_from_words
    from .lexicon.lexicon import open_lexicon as open_lexicon
    from .lexicon.search import plays as plays
    from .lexicon.search import words as words
    from .players.game_loop import play_game as play_game
    from .players.registry import open_player as open_player
    from .records.record_file import read_game as read_game
    from .sales.alphagrams import Sale as Sale
    from .sales.best_sales import Outcome as Outcome
    from .sales.best_sales import best_sales as best_sales
    from .sales.outs import chance_of_letter as chance_of_letter
    from .sales.outs import chance_to_improve as chance_to_improve
    from .sales.outs import outs as outs
    from .tiles.hand import Hand as Hand
    from .tiles.hand import Play as Play
    from .tiles.hand import lay_best as lay_best
    from .tiles.hand import parse_hand as parse_hand
    from .tiles.hand import parse_play as parse_play
    from .tiles.tile_set import TileSet as TileSet
    from .tiles.tile_set import load_tiles as load_tiles
    from .tiles.tile_set import price as price

_MODULES = {
    "Advice": "advice.advise",
    "BwError": "errors",
    "Deal": "game.deal",
    "Hand": "tiles.hand",
    "IllegalError": "errors",
    "InvalidError": "errors",
    "Lexicon": "lexicon.lexicon",
    "Method": "advice.situation",
    "Option": "advice.advise",
    "Outcome": "sales.best_sales",
    "Play": "tiles.hand",
    "Review": "analysis.review",
    "Rules": "game.rules",
    "Sale": "sales.alphagrams",
    "State": "game.state",
    "TileSet": "tiles.tile_set",
    "advise": "advice.advise",
    "best_sales": "sales.best_sales",
    "chance_of_letter": "sales.outs",
    "chance_to_improve": "sales.outs",
    "format_position": "game.position",
    "lay_best": "tiles.hand",
    "lexicon_from_words": "lexicon.lexicon",
    "load_tiles": "tiles.tile_set",
    "open_lexicon": "lexicon.lexicon",
    "open_player": "players.registry",
    "outs": "sales.outs",
    "parse_hand": "tiles.hand",
    "parse_play": "tiles.hand",
    "parse_position": "game.position",
    "play_game": "players.game_loop",
    "plays": "lexicon.search",
    "price": "tiles.tile_set",
    "read_game": "records.record_file",
    "review": "analysis.review",
    "words": "lexicon.search",
}
__all__ = list(_MODULES)
_MODULES["__version__"] = "_version"


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})  # so that help() shows them
