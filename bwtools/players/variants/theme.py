"""How computer players adapt to a theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lexicon.lexicon import Lexicon

if TYPE_CHECKING:
    from ..strategy import Strategy

# With more words computer players play as with a dictionary. Alone, with all of ENABLE as the
# theme, the adaptation made $541 with master and $630 with club, which make $1,536 and $1,200
# without it; with 3,000 random words it cost master and helped club (four deals each). The best
# limit between these has not been measured.
MOST_WORDS = 10_000


def adapted(strategy: Strategy, lexicon: Lexicon) -> Strategy:
    """Return the player as it plays with a theme: adapted if the theme has few words."""
    if len(lexicon) > MOST_WORDS:
        return strategy
    from .theme_player import ThemePlayer

    return ThemePlayer(strategy, lexicon)
