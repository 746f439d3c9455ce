"""The texts between the tiles: what a set costs, the price of a word, the leave."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ...errors import counted
from ...game.state import Choose, Roll, Sell
from ...lexicon.lexicon import Lexicon
from ...lexicon.shipped_lists import describe_without
from ...records.game_record import Game
from ...tiles.hand import Hand, Play
from ...tiles.tile_set import TileSet, price
from .players_view import PlayerRow
from .rack import Judgement, Rack, leave_text
from .theme import Part
from .tiles_view import Cell

DIM, GOLD, GOOD, BAD, INK = "$dim", "$gold", "$good", "$bad", "$ink"


def header(game: Game) -> Content:
    """Return the first line: the round, the tiles to draw, the bag and the deal."""
    state, info = game.state, game.header
    parts = [f"round {state.round}", "last round" if state.last else _draw(game)]
    if not state.last:
        parts.append(f"{len(state.bag)} in the bag")
    if info.daily:
        parts.append(f"game of the day {info.day}")
    elif info.seed is not None and info.seed < 10**9:
        parts.append(f"seed {info.seed}")
    parts += info.variants
    text = "  ·  ".join(part for part in parts if part)
    return Content.assemble(("BuyWord", f"bold {GOLD}"), "   ", (text, DIM))


def _draw(game: Game) -> str:
    """Return the number of tiles that each player draws in this round, once it is known."""
    rolls = (event for event in reversed(game.events) if isinstance(event, Roll | Choose))
    number = game.state.number if game.state.phase == "choose" else next(rolls).number
    return f"draw {number}" if number else ""


def set_price(letters: str, money: int, tiles: TileSet) -> list[list[Part]]:
    """Return the price of a set, and the money left after buying it, in two lines."""
    pips = tiles.set_pips(letters)
    cost = price(pips)
    first: list[Part] = [(f"${cost}", "ink", True), (f"   {counted(pips, 'pip')} squared", "dim")]
    if cost > money:
        return [first, [(f"you have only ${money}", "bad")]]
    return [first, [(f"leaves you ${money - cost}", "dim")]]


def lead(game: Game, seat: int) -> str:
    """Return by how much a player leads or trails; empty in a game alone."""
    money = [player.money for player in game.state.players]
    own = money.pop(seat)
    if not money:
        return ""
    ahead = own - max(money)
    return f"{'leads' if ahead > 0 else 'trails'} by ${abs(ahead)}" if ahead else "level"


def not_valid(words: Sequence[str], game: Game, lexicon: Lexicon) -> str:
    """Return that words are not on the theme of a game, or not in its dictionary."""
    theme, names = game.header.theme, " and ".join(words)
    verb = "is" if len(words) == 1 else "are"
    if theme and not any(word.upper() in theme.words for word in words):
        return f"{names} {verb} not on the theme {theme.name}"
    found = describe_without(lexicon, [word.upper() for word in words])
    return f"{names} {verb} not in {found.removeprefix('the dictionary ')}"


def verdict(judged: Judgement, game: Game, lexicon: Lexicon) -> Content:
    """Return what the words that are being built are worth."""
    parts: list[tuple[str, str]] = []
    for word in judged.words:
        text = str(word.play)
        if word.valid:
            parts += [(f"✓ {text} ", GOOD), (f"${word.dollars}   ", f"bold {GOOD}")]
        elif len(text) > 1 and word is not judged.words[-1]:
            parts.append((f"✗ {not_valid([text], game, lexicon)}   ", BAD))
        else:
            parts.append((f"{text} ${word.dollars}   ", DIM))
    if len(judged.words) > 1:
        parts.append((f"${judged.total} in all   ", f"bold {INK}"))
    parts.append((f"leaves {leave_text(judged.leave)}", DIM))
    return Content.assemble(*parts)


def hand_label(hand: Hand, tiles: TileSet, name: str) -> Content:
    """Return the heading of a hand, with the number of letters over the limit."""
    letters, limit = len(hand.letters), tiles.hand_limit
    count = counted(letters, "letter") if letters else "no letters"
    over = f" · {letters - limit} over the limit of {limit}" if letters > limit else ""
    return Content.assemble((f"{name}  {count}{over}", DIM))


def sale(plays: Sequence[Play], dollars: int, note: str, tiles: TileSet) -> Content:
    """Return the line under words that were just sold."""
    words = " ".join(map(str, plays))
    each = counted(plays[0].pips(tiles), "pip") if len(plays) == 1 else ""
    squared = f" {each} squared," if each else ""
    return Content.assemble((f"{words}{squared} ${dollars}   ", f"bold {GOOD}"), (note, GOLD))


def sale_note(before: Game, plays: Sequence[Play], seat: int, record: int = 0) -> str:
    """Return what is special about a sale, given the game before it.

    `record` is the highest price of a word in the person's earlier games; 0 without any.
    """
    tiles = before.header.tiles
    earlier = [
        price(play.pips(tiles))
        for state, event in zip(before.states, before.events, strict=False)
        if isinstance(event, Sell) and state.turn == seat
        for play in event.plays
    ]
    best = max(price(play.pips(tiles)) for play in plays)
    if record and best > max(earlier, default=0) and best > record:
        return "your best sale so far"
    return "the best sale of this game" if earlier and best > max(earlier) else ""


def row_cells(rack: Rack, tiles: TileSet) -> list[Cell]:
    """Return the words that are being built as cells, with the caret."""
    cells = [
        Cell("", 0, "space")
        if laid is None
        else Cell(laid.letter, tiles.wild_pips, "wild")
        if laid.slot is None
        else Cell(laid.letter, tiles.pips[laid.letter])
        for laid in rack.in_row()
    ]
    return [*cells, Cell("★" if rack.forced else "", 0, "caret")]


def play_cells(plays: Sequence[Play], tiles: TileSet) -> list[Cell]:
    """Return words as cells."""
    cells: list[Cell] = []
    for number, play in enumerate(plays):
        cells += [Cell("", 0, "space")] if number else []
        cells += [
            Cell(letter, tiles.wild_pips, "wild")
            if at == play.wild
            else Cell(letter, tiles.pips[letter])
            for at, letter in enumerate(play.word)
        ]
    return cells


def by_round(game: Game, money: Sequence[int]) -> list[int]:
    """Return a player's dollars at the end of each round, given those of each state."""
    last = {state.round: dollars for state, dollars in zip(game.states, money, strict=True)}
    return list(last.values())


def player_rows(game: Game, seat: int) -> list[PlayerRow]:
    """Return the players other than that of a seat."""
    state = game.state
    return [
        PlayerRow(
            name=game.header.seats[at].name,
            money=player.money,
            wilds=player.hand.wilds,
            hand=player.hand.letters,
            drawn=player.drawn,
            turn=at == state.turn,
            leader=at == state.leader,
        )
        for at, player in enumerate(state.players)
        if at != seat
    ]
