"""The keys of all phases of a game."""

from __future__ import annotations

from ...records.game_record import Game
from .phase_keys import ChooseKeys, DiscardKeys, PhaseKeys, SellKeys
from .placing import Placing


def game_keys(game: Game, placing: Placing | None = None) -> dict[str, PhaseKeys]:
    """Return new keys for each phase of a game; `placing` is the word on the board, if any."""
    keys: dict[str, PhaseKeys] = {
        "choose": ChooseKeys(),
        "sell": SellKeys(),
        "discard": DiscardKeys(),
    }
    if game.header.variants:
        keys |= _variant_keys(placing)
    return {phase: keys.get(phase) or PhaseKeys() for phase in (*game.rules.order, "over")}


def _variant_keys(placing: Placing | None) -> dict[str, PhaseKeys]:
    """Return new keys for the phases of variants, which are imported only for these."""
    from .board_keys import BidOnBoardKeys, BoardKeys, LayKeys, PickOnBoardKeys, TradeOnBoardKeys
    from .variant_keys import BidKeys, PickKeys, TradeKeys

    if not placing:
        return {"bid": BidKeys(), "pick": PickKeys(), "trade": TradeKeys()}
    return {
        "buy": BoardKeys(placing),
        "bid": BidOnBoardKeys(placing),
        "pick": PickOnBoardKeys(),
        "trade": TradeOnBoardKeys(placing),
        "lay": LayKeys(placing),
    }
