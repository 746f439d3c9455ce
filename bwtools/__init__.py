"""The toolset for BuyWord: find, price and sell words, exactly.

>>> import bwtools
>>> lexicon = bwtools.open_lexicon()
>>> hand = bwtools.parse_hand("aeinrst.")
>>> bwtools.best_sales(lexicon, hand)[0].revenue
64

The names below are the everyday ones; the modules hold the rest. They are imported when first
used, so that `import bwtools` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .errors import BwError, IllegalError, InvalidError
    from .lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
    from .lexicon.search import plays, words
    from .sales.alphagrams import Sale
    from .sales.best_sales import Outcome, best_sales
    from .tiles.hand import Hand, Play, lay_best, parse_hand, parse_play
    from .tiles.tile_set import TileSet, load_tiles, price

__version__ = "0.1.0"
__all__ = [
    "BwError",
    "Hand",
    "IllegalError",
    "InvalidError",
    "Lexicon",
    "Outcome",
    "Play",
    "Sale",
    "TileSet",
    "best_sales",
    "lay_best",
    "lexicon_from_words",
    "load_tiles",
    "open_lexicon",
    "parse_hand",
    "parse_play",
    "plays",
    "price",
    "words",
]
_MODULES = (
    "errors",
    "tiles.tile_set",
    "tiles.hand",
    "lexicon.lexicon",
    "lexicon.search",
    "sales.best_sales",
)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    modules = (import_module(f".{module}", __name__) for module in _MODULES)
    found: object = next(getattr(module, name) for module in modules if hasattr(module, name))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})  # so that help() shows them
