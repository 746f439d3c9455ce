"""The keys of all phases of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...records.game_record import Game
from .phase_keys import ChooseKeys, DiscardKeys, PhaseKeys, SellKeys

if TYPE_CHECKING:
    from .placing import Placing


def game_keys(game: Game, placing: Placing | None = None) -> dict[str, PhaseKeys]:
    """Return new keys for each phase of a game; `placing` is the word on the board, if any."""
    keys: dict[str, PhaseKeys] = {
        "choose": ChooseKeys(),
        "sell": SellKeys(),
        "discard": DiscardKeys(),
    }
    if game.header.variants:
        from .variant_keys import BidKeys, PickKeys, TradeKeys  # as few games need them

        keys |= {"bid": BidKeys(), "pick": PickKeys(), "trade": TradeKeys()}
    if placing:
        from .board_keys import board_keys

        keys |= board_keys(placing)
    return {phase: keys.get(phase) or PhaseKeys() for phase in (*game.rules.order, "over")}
