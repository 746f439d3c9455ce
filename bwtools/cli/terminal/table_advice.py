"""Advice at a real table on decisions that are not due yet."""

from __future__ import annotations

from collections import Counter

from ...errors import IllegalError, InvalidError, counted, quote
from ...game.rules import take_letters
from ...game.state import State
from ...lexicon.lexicon import Lexicon
from ...tiles.hand import parse_set
from ...tiles.tile_set import TileSet
from ..output import columns, percent

_OUTS = 10  # letters that are shown


def state_to_decide(state: State, seat: int, phase: str) -> State:
    """Return the state in which the player at a seat decides in a phase with the present hand.

    Raise IllegalError if the game is over.
    """
    if state.phase == "over":
        raise IllegalError("the game is over: there is nothing to decide")
    leader = state.leader
    if phase == "choose":
        leader = seat
    elif phase != "buy" and state.phase == "choose" and not any(p.drawn for p in state.players):
        leader = (leader - 1) % len(state.players)  # the next draw is the one of this round
    return state._replace(phase=phase, leader=leader, turn=seat, number=0)


def state_to_buy(state: State, seat: int, text: str, tiles: TileSet) -> State:
    """Return the state in which the player at a seat decides on a set, which is drawn if need be.

    Raise InvalidError if it cannot be read, and IllegalError if the bag does not have its tiles.
    """
    drawn, bag = "".join(sorted(parse_set(text))), state.bag
    if not 1 <= len(drawn) <= tiles.most_drawn:
        raise InvalidError(
            f"a set has 1 to {tiles.most_drawn} letters, but {quote(text)} has {len(drawn)}"
        )
    state = state_to_decide(state, seat, "buy")
    if state.player.drawn != drawn:
        bag = take_letters(bag, drawn, f"{drawn} cannot be drawn: the bag holds")
    return state._replace(bag=bag).with_player(state.player._replace(drawn=drawn))


def outs_lines(lexicon: Lexicon, state: State, seat: int) -> list[str]:
    """Return the best sales of a player with one more letter of the bag, and the chance of a draw.

    Raise InvalidError if the hand is too large for an exact sale.
    """
    from ...sales.outs import chance_to_improve, outs

    hand, bag = state.players[seat].hand, Counter(state.bag)
    rows = [["letter", "left", "sale", "gain", "words"]]
    for out in outs(lexicon, hand, bag)[:_OUTS]:
        words = " ".join(str(sale.play) for sale in out.sales)
        rows.append([out.letter, str(out.left), f"${out.revenue}", f"${out.gain}", words])
    if len(rows) == 1:
        return ["The bag is empty."]
    lines = columns(rows, [False, True, True, True, False])
    if state.number and not state.players[seat].drawn:
        chance = percent(chance_to_improve(lexicon, hand, bag, state.number))
        drawn = counted(state.number, "tile")
        lines.append(f"A draw of {drawn} improves the best sale with a chance of {chance}.")
    return lines
