"""How computer players adapt to a theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lexicon.lexicon import Lexicon

if TYPE_CHECKING:
    from ..strategy import Strategy

# With more words computer players play as with a dictionary. Alone, with all of ENABLE as the
# theme, hoping for words made $541 for master and $630 for club where their own ways made $1,536
# and $1,200; with 3,000 words at random it cost master and helped club (four deals each). Where
# between the two the limit is best has not been measured.
SMALL = 10_000


def adapted(strategy: Strategy, lexicon: Lexicon) -> Strategy:
    """Return the player as it plays with a theme: hoping for its words if they are few."""
    if len(lexicon) > SMALL:
        return strategy
    from .theme_player import OnTheme

    return OnTheme(strategy, lexicon)
