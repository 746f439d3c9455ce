"""The variant trade at the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....errors import InvalidError, quote
from ....game.state import Event, State
from ....game.variants.trade import Answer, Done, Goods, Offer, after_trade, open_offer
from ....lexicon.lexicon import Lexicon
from ....records.game_record import Game
from ....tiles.hand import parse_hand
from ..player_names import possessive, subject
from ..screen import holding, wrap
from .printed import PhasePrompt, yes_or_no


def _shown(game: Game) -> list[str]:
    """What the others hold, of whom something may be wanted."""
    state = game.state
    if open_offer(state):
        return []
    others = zip(game.header.seats, state.players, strict=True)
    return [
        line
        for at, (seat, player) in enumerate(others)
        if at != state.turn
        for line in wrap(f"{subject(seat.name)}: {holding(player, game.header.tiles)}")
    ]


def _prompt(game: Game) -> str:
    if offer := open_offer(game.state):
        name = game.header.seats[game.state.table.seat].name
        return f"Take {offer.give} from {name} for {offer.want}? (y/n) "
    to = "NAME " if len(game.state.players) > 2 else ""
    return f"Trade, as in {to}qz for 20 (Enter: no more): "


def _answer(line: str, game: Game, lexicon: Lexicon) -> Event:  # noqa: ARG001
    if open_offer(game.state):
        return Answer(yes_or_no(line))
    if not line:
        return Done()
    to, text = _addressee(line, game)
    give, _, want = (part.strip() for part in f" {text} ".partition(" for "))
    if not (give and want):
        raise InvalidError(
            f"{quote(line)} is no offer: write what you give, for, and what you want, as in "
            "qz for 20, er. and 5 for x, or q for nothing; Enter trades no more"
        )
    offer = Offer(to, _goods(give), _goods(want))
    # The rules know others by number only.
    after_trade(game.state.players[to], offer.want, offer.give, game.header.seats[to].name)
    return offer


def _addressee(line: str, game: Game) -> tuple[int, str]:
    """To whom an offer goes, and the rest of the line. Raises InvalidError: that is not said."""
    others = {seat.name: at for at, seat in enumerate(game.header.seats) if at != game.state.turn}
    text = line.casefold()  # of another length, with some letters
    for name in sorted(others, key=len, reverse=True):
        if text.startswith(f"{name.casefold()} "):
            return others[name], text.removeprefix(name.casefold())
    if len(others) == 1:
        return next(iter(others.values())), text
    raise InvalidError(f"begin an offer with the name of a player: {' or '.join(others)}")


def _goods(text: str) -> Goods:
    """Read letters, wilds and dollars, or nothing, also as they are told. Raises InvalidError."""
    tiles, money = parse_hand(""), 0
    text = re.sub(r"\b(a|[0-9]{1,2}) wilds?\b", _as_typed, text)
    for part in re.sub(r"(?<![0-9]),|,(?![0-9])|&|\band\b", " ", text).split():
        if re.fullmatch(r"\$?[0-9]{1,9}", part):
            money += int(part.removeprefix("$"))
        elif re.search("[0-9]", part):
            raise InvalidError(f"{quote(part)} is no amount: write whole dollars, as in 20")
        elif part not in ("-", "nothing"):
            tiles = tiles.plus(*parse_hand(part))
    return Goods(tiles, money)


def _as_typed(wilds: re.Match[str]) -> str:
    return "." * (1 if wilds[1] == "a" else int(wilds[1]))


def _advice(event: Offer | Answer | Done, game: Game) -> str:
    match event:
        case Offer(to, give, want):
            return f"offer {game.header.seats[to].name} {give} for {want}"
        case Answer(yes):
            return "take the offer" if yes else "refuse"
        case Done():
            return "make no offer"


def _tell(game: Game) -> str:
    before, event = game.states[-2], game.events[-1]
    names = [seat.name for seat in game.header.seats]
    name = subject(names[before.turn])
    match event:
        case Offer(to, give, want):
            return f"{name} offered {names[to]} {give} for {want}."
        case Answer(True):
            offer = open_offer(before)
            assert offer is not None
            return f"{name} took it and gave {offer.want} for {offer.give}."
        case Answer():
            return f"{name} refused {_whose(names[before.table.seat])} offer."
        case _:
            return f"{name} offered nothing more."


def _whose(name: str) -> str:
    return possessive(name).lower() if name == "you" else possessive(name)


def _detail(event: Offer | Answer | Done, before: State, names: Sequence[str]) -> str:  # noqa: ARG001
    match event:
        case Offer(to, give, want):
            return f"{names[to]}: {give} for {want}"
        case Answer(yes):
            return "yes" if yes else "no"
        case Done():
            return ""


ASKING = PhasePrompt(
    _prompt,
    _answer,
    _advice,
    takes_tiles=False,
    help="""\
qz for 20             to offer Q and Z for $20; er. and 5 for x offers E, R, a
                      wild and $5 for X, and q for nothing gives Q away; with
                      several others: Anna qz for 20; Enter offers no more
y or n                to take an offer, or not""",
    shown=_shown,
    tell=_tell,
    detail=_detail,
)
