"""The keys of all phases of a game."""

from __future__ import annotations

from ...records.game_record import Game
from .phase_keys import ChooseKeys, DiscardKeys, PhaseKeys, SellKeys
from .variant_keys import BidKeys, PickKeys, TradeKeys


def game_keys(game: Game) -> dict[str, PhaseKeys]:
    """Return new keys for each phase of a game."""
    keys = {
        "choose": ChooseKeys(),
        "sell": SellKeys(),
        "discard": DiscardKeys(),
        "bid": BidKeys(),
        "pick": PickKeys(),
        "trade": TradeKeys(),
    }
    return {phase: keys.get(phase) or PhaseKeys() for phase in (*game.rules.order, "over")}
