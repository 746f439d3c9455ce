"""The variant trade at the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....errors import InvalidError, quote
from ....game.state import Event, State
from ....game.variants.trade import Answer, Done, Goods, Offer, after_trade, open_offer, talks
from ....lexicon.lexicon import Lexicon
from ....records.game_record import Game
from ....tiles.hand import parse_hand
from ..entry_parser import parse_yes_no
from ..player_names import possessive, subject
from ..screen import holding
from .phase_prompt import Choice, PhasePrompt


class TradePrompt(PhasePrompt):
    """Offers between players, and their answers."""

    help = (
        ("qz for 20", "offer Q and Z for $20; Enter: no more offers"),
        ("er. and 5 for x", "offer E, R, a wild and $5 for X"),
        ("q for nothing", "give Q away"),
        ("Anna qz for 20", "with several other players: offer it to Anna"),
        ("y or n", "accept an offer, or refuse it"),
    )

    def prompt(self, game: Game) -> str:
        if offer := open_offer(game.state):
            name = game.header.seats[talks(game.state).seat].name
            return f"Take {offer.give} from {name} for {offer.want}? [y/n] "
        to = "NAME " if len(game.state.players) > 2 else ""
        return f"Offer, such as {to}qz for 20 (Enter: no more): "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        if open_offer(game.state):
            return Answer(parse_yes_no(line))
        if not line:
            return Done()
        to, text = _addressee(line, game)
        give, _, want = (part.strip() for part in f" {text} ".partition(" for "))
        if not (give and want):
            raise InvalidError(
                f"{quote(line)} is not an offer: type what you give, for, and what you want, as in "
                "qz for 20, er. and 5 for x, or q for nothing; Enter makes no more offers"
            )
        offer = Offer(to, _goods(give), _goods(want))
        # Check here what the other player holds: the rules know players by number only.
        after_trade(game.state.players[to], offer.want, offer.give, game.header.seats[to].name)
        return offer

    def choices(self, game: Game) -> list[Choice]:
        if open_offer(game.state):
            return [Choice("Accept", "y"), Choice("Refuse", "n")]
        return [Choice("No more offers", "")]

    def recommend(self, event: Offer | Answer | Done, game: Game) -> str:
        match event:
            case Offer(to, give, want):
                return f"offer {game.header.seats[to].name} {give} for {want}"
            case Answer(yes):
                return "accept the offer" if yes else "refuse"
            case Done():
                return "make no offer"

    def describe(self, event: Offer | Answer | Done, before: State, game: Game) -> str:
        names = [seat.name for seat in game.header.seats]
        match event:
            case Offer(to, give, want):
                return f"offered {names[to]} {give} for {want}."
            case Answer(True):
                offer = open_offer(before)
                assert offer is not None
                return f"accepted the offer: {offer.want} for {offer.give}."
            case Answer():
                name = names[talks(before).seat]
                return f"refused {'your' if name == 'you' else possessive(name)} offer."
            case _:
                return "made no more offers."

    def detail(self, event: Offer | Answer | Done, before: State, names: Sequence[str]) -> str:
        match event:
            case Offer(to, give, want):
                return f"{names[to]}: {give} for {want}"
            case Answer(yes):
                return "yes" if yes else "no"
            case Done():
                return ""

    def context(self, game: Game) -> list[str]:
        """Return what each other player holds and could trade."""
        state = game.state
        if open_offer(state):
            return []
        return [
            f"{subject(seat.name)}: {holding(player, game.header.tiles)}"
            for at, (seat, player) in enumerate(zip(game.header.seats, state.players, strict=True))
            if at != state.turn
        ]


def _addressee(line: str, game: Game) -> tuple[int, str]:
    """Return the seat that an offer is made to, and the rest of the line.

    Raise InvalidError if the line does not name one of several players.
    """
    others = {seat.name: at for at, seat in enumerate(game.header.seats) if at != game.state.turn}
    text = line.casefold()  # may change the length
    for name in sorted(others, key=len, reverse=True):
        if text.startswith(f"{name.casefold()} "):
            return others[name], text.removeprefix(name.casefold())
    if len(others) == 1:
        return next(iter(others.values())), text
    raise InvalidError(f"start an offer with the name of a player: {' or '.join(others)}")


def _goods(text: str) -> Goods:
    """Read letters, wilds and dollars, or nothing, as typed or described. Raise InvalidError."""
    tiles, money = parse_hand(""), 0
    text = re.sub(r"\b(a|[0-9]{1,2}) wilds?\b", _as_typed, text)
    for part in re.sub(r"(?<![0-9]),|,(?![0-9])|&|\band\b", " ", text).split():
        if re.fullmatch(r"\$?[0-9]{1,9}", part):
            money += int(part.removeprefix("$"))
        elif re.search("[0-9]", part):
            raise InvalidError(f"{quote(part)} is not an amount: type whole dollars, as in 20")
        elif part not in ("-", "nothing"):
            tiles = tiles.plus(*parse_hand(part))
    return Goods(tiles, money)


def _as_typed(wilds: re.Match[str]) -> str:
    return "." * (1 if wilds[1] == "a" else int(wilds[1]))


PROMPTS = {"trade": TradePrompt()}
