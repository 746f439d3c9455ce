"""Positions: a state of the game as one line of text, like FEN for chess.

    bw1 PHASE ROUND LEADER TURN BAG PLAYER/PLAYER...    each PLAYER being MONEY,HAND,WILDS,SET

Positions follow the printed rules: they cannot hold what a variant adds to the table. A state has
exactly one text: letters are in order A to Z, numbers have no leading zeros, and a count of 1 is
omitted. A position does not contain two facts:

- *What the die shows.* In the phase `choose`, before the first draw, the die is taken as not rolled
  yet. After the first draw, the size of that set is the number.
- *Whether the round is the last.* With an empty bag, `sell` and `discard` are taken as the last
  round. (A draw that takes exactly the last tiles leaves one more round to play, in which nothing
  is drawn and nobody can sell more than now.)
"""

from __future__ import annotations

import re

from ..errors import IllegalError, InvalidError, counted, quote
from ..tiles.hand import Hand, run_lengths
from ..tiles.tile_set import ALPHABET, TileSet, load_tiles
from .rules import PRINTED
from .state import Player, State

_SHAPE = "bw1 PHASE ROUND LEADER TURN BAG PLAYER/PLAYER..."
_PHASES = (*(phase.name for phase in PRINTED), "over")
_NUMBER = re.compile("0|[1-9][0-9]{0,8}", re.ASCII)
_BAG = re.compile("([A-Z])([1-9][0-9]{1,5}|[2-9])?", re.ASCII)


def format_position(state: State) -> str:
    """Return the text of a state of the printed game, from which `parse_position` restores it.

    >>> import bwtools
    >>> bwtools.format_position(bwtools.Rules(bwtools.load_tiles()).start(players=1))
    'bw1 choose 1 1 1 A8B2C4D4E11F3G4H4I7J2K2L4M3N6O8P4QR6S5T6U4V3W2XY2Z2 200,-,8,-'
    """
    bag = "".join(run_lengths(state.bag))
    players = "/".join(
        f"{player.money},{player.hand.letters or '-'},{player.hand.wilds},{player.drawn or '-'}"
        for player in state.players
    )
    numbers = f"{state.round} {state.leader + 1} {state.turn + 1}"
    return f"bw1 {state.phase} {numbers} {bag or '-'} {players}"


def parse_position(text: str, tiles: TileSet | None = None) -> State:
    """Return the state of a position.

    text: a position, such as `bw1 sell 12 1 1 AEIST 150,AERST,2,-`.
    tiles: the tile set; classic if left out.

    Raise InvalidError if the text is not a position, and IllegalError if the position cannot occur
    with these tiles and rules.

    >>> import bwtools
    >>> state = bwtools.parse_position("bw1 sell 12 1 1 AEIST 150,AERST,2,-")
    >>> state.phase, state.player.money, state.player.hand
    ('sell', 150, Hand('AERST', 2))
    """
    tiles = tiles or load_tiles()
    fields = text.strip().split(" ")
    if fields[0] != "bw1":
        raise InvalidError(f"{quote(text.strip())} is not a position: write {_SHAPE}")
    if len(fields) != 7:
        raise InvalidError(
            f"a position has 7 fields separated by spaces, not {len(fields)}: write {_SHAPE}"
        )
    phase = next((phase for phase in _PHASES if phase == fields[1]), None)
    if phase is None:
        raise InvalidError(f"PHASE is {quote(fields[1])}: write {', '.join(_PHASES)}")
    round_, leader, turn = map(_number, fields[2:5], ("ROUND", "LEADER", "TURN"))
    bag = _bag(fields[5], tiles)
    players = tuple(_player(part, seat) for seat, part in enumerate(fields[6].split("/"), 1))
    if round_ < 1:
        raise IllegalError("ROUND is 0: rounds count from 1")
    if len(players) > len(tiles.wilds_dealt):
        raise IllegalError(
            f"the game is for 1 to {len(tiles.wilds_dealt)} players, not {len(players)}"
        )
    for name, seat in (("LEADER", leader), ("TURN", turn)):
        if not 1 <= seat <= len(players):
            raise IllegalError(f"{name} is {seat}, but the players are 1 to {len(players)}")
    state = State(phase, round_, leader - 1, turn - 1, bag, players)
    _check_tiles(state, tiles)
    _check_sets(state, tiles)
    _check_hands(state, tiles)
    return state._replace(
        number=len(players[leader - 1].drawn) if phase == "choose" else 0,
        last=not bag and phase in ("sell", "discard", "over"),
    )


def _number(text: str, what: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InvalidError(
            f"{what} is {quote(text)}: write a whole number of at most nine digits, such as 12"
        )
    return int(text)


def _letters(text: str, what: str) -> str:
    if text == "-":
        return ""
    if not text:
        raise InvalidError(f"{what} is missing: write letters, or - for none")
    for index, char in enumerate(text, 1):
        if char not in ALPHABET:
            raise InvalidError(
                f"{what} is {quote(text)}, and {char!r} (character {index}) is not a letter tile: "
                "write capitals, or - for none"
            )
    if text != (in_order := "".join(sorted(text))):
        raise InvalidError(f"{what} is {quote(text)}: write it from A to Z, {quote(in_order)}")
    return text


def _bag(text: str, tiles: TileSet) -> str:
    if text == "-":
        return ""
    bag: dict[str, int] = {}
    at = 0
    while match := _BAG.match(text, at):
        letter, digits = match.groups()
        if letter <= max(bag, default=""):
            raise InvalidError(
                f"BAG has {letter} at character {at + 1}: write each letter once, in order A to Z"
            )
        bag[letter] = int(digits or 1)
        at = match.end()
    if at < len(text) or not text:
        raise InvalidError(
            f"BAG is {quote(text)}, which cannot be read from character {at + 1} on: write "
            "capitals, each with its count if it is 2 or more, as in A7B2CE10, or - if it is empty"
        )
    for letter, count in bag.items():  # before the bag is written out, however large the count
        if count > tiles.counts[letter]:
            raise IllegalError(
                f"BAG has {letter}{count}, but the tile set {tiles.name} "
                f"has only {tiles.counts[letter]}"
            )
    return "".join(letter * count for letter, count in bag.items())


def _player(text: str, seat: int) -> Player:
    fields = text.split(",")
    if len(fields) != 4:
        raise InvalidError(
            f"player {seat} is {quote(text)}: write MONEY,HAND,WILDS,SET with - for none, "
            "such as 150,AERST,2,GIN"
        )
    money = _number(fields[0], f"the MONEY of player {seat}")
    letters = _letters(fields[1], f"the HAND of player {seat}")
    wilds = _number(fields[2], f"the WILDS of player {seat}")
    return Player(money, Hand(letters, wilds), _letters(fields[3], f"the SET of player {seat}"))


def _check_tiles(state: State, tiles: TileSet) -> None:
    held = [player.hand.letters + player.drawn for player in state.players]
    tiles.bag_without(state.bag, *held)
    dealt = tiles.wilds_dealt[len(state.players) - 1]
    for seat, player in enumerate(state.players, 1):
        if player.hand.wilds > dealt:
            raise IllegalError(
                f"player {seat} has {counted(player.hand.wilds, 'wild')}, but with "
                f"{counted(len(state.players), 'player')} each is dealt {dealt}"
            )
    if state.phase == "over" and state.bag:
        raise IllegalError("the game is over, but the BAG is not empty: write - for it")


def _from_leader(state: State) -> list[int]:
    """Return the seats in turn order."""
    seats = range(len(state.players))
    return [*seats[state.leader :], *seats[: state.leader]]


def _check_sets(state: State, tiles: TileSet) -> None:
    """Raise IllegalError unless exactly the players between drawing and buying have a set."""
    order = _from_leader(state)
    at = order.index(state.turn)
    having = {"choose": order[:at], "buy": order[at:]}.get(state.phase, [])
    for seat, player in enumerate(state.players):
        if bool(player.drawn) != (seat in having):
            raise IllegalError(
                f"player {seat + 1} has {'a' if player.drawn else 'no'} SET, and in the phase "
                f"{state.phase} with TURN {state.turn + 1} there must be "
                f"{'one' if seat in having else 'none'}"
            )
    numbers = {len(state.players[seat].drawn) for seat in having}
    if len(numbers) > 1:
        raise IllegalError("the SETs are of different sizes: every player draws the same number")
    for number in numbers - {face for face in tiles.die if face} - set(tiles.choice):
        raise IllegalError(f"a SET has {counted(number, 'tile')}, which the die does not allow")
    if state.phase == "choose":
        due = sum(numbers) * (len(order) - at)
        if len(state.bag) < due:
            raise IllegalError(
                f"{counted(due, 'more tile')} must be drawn, but the BAG has {len(state.bag)}"
            )


def _check_hands(state: State, tiles: TileSet) -> None:
    """Raise IllegalError if a hand exceeds the limit plus what was bought this round."""
    order = _from_leader(state)
    done = order[: order.index(state.turn)]
    for seat, player in enumerate(state.players):
        bought = 0
        if state.phase == "buy" and seat in done:
            bought = len(state.player.drawn)
        elif state.phase == "sell" or (state.phase == "discard" and seat not in done):
            bought = tiles.most_drawn
        held, limit = len(player.hand.letters), tiles.hand_limit + bought
        if held > limit:
            raise IllegalError(
                f"player {seat + 1} holds {counted(held, 'letter')}, but in the phase "
                f"{state.phase} the most is {limit}"
            )
