"""What the game at the terminal shows: lines of at most 80 columns, made from a recorded game."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import islice

from ...game.state import Choose, Player, Roll, State, winners
from ...game.variants import variant
from ...records.game_record import Game
from ...tiles.hand import Hand
from ...tiles.tile_set import TileSet, price
from ..output import bold, columns, text_width
from .player_names import possessive, subject

WORDS_SHOWN = 20

HELP = """\
hint                  what to do now
words                 the words that bring most now
table, bag, rules     the table, what is in the bag, how it is played
undo                  take back what you did, until something new is seen
define WORD           what the dictionary says of it, if it carries definitions
accept WORD           all agree that the word is valid in this game
quit                  stop here; bw resume goes on
Write words and letters that are commands too, such as BAG, in capitals."""

_OUR_READING = (
    "The printed rules suggest such variants. Their wording is not public: this is how bwtools "
    "reads them."
)


def join(items: Iterable[str]) -> str:
    """The items as a list in a sentence."""
    *some, last = items
    return f"{', '.join(some)} and {last}" if some else last


def wrap(text: str, indent: str = "  ") -> list[str]:
    """The text in lines that fit, all but the first indented."""
    width = text_width()
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def help_lines(text: str) -> list[str]:
    """What can be answered and what for, in two columns if they fit."""
    lines = text.splitlines()
    if max(map(len, lines)) <= text_width():
        return lines
    entries = re.sub(" {2,}", "  ", re.sub("\n +", " ", text)).splitlines()
    return [line for entry in entries for line in wrap(entry, "    ")]


def with_pips(letters: str, tiles: TileSet) -> str:
    """Letter tiles, each with its pips."""
    return " ".join(f"{letter}{tiles.pips[letter]}" for letter in letters)


def in_bag(state: State) -> str:
    """How many tiles are in the bag."""
    return f"{len(state.bag)} tile{'' if len(state.bag) == 1 else 's'} in the bag"


def hand_lines(name: str, state: State, tiles: TileSet) -> list[str]:
    """The hand of the player at turn, with the pips, and the money."""
    return wrap(f"{possessive(name)} hand: {holding(state.player, tiles)}")


def holding(player: Player, tiles: TileSet) -> str:
    """What a player holds: letters with their pips, wilds and money."""
    letters = with_pips(player.hand.letters, tiles) or "no letters"
    return f"{letters}, {_wilds(player.hand, tiles)}; money: ${player.money}"


def _wilds(hand: Hand, tiles: TileSet) -> str:
    if not hand.wilds:
        return "no wilds"
    pips = "1 pip" if tiles.wild_pips == 1 else f"{tiles.wild_pips} pips"
    return f"1 wild ({pips})" if hand.wilds == 1 else f"{hand.wilds} wilds ({pips} each)"


def table_lines(game: Game) -> list[str]:
    """The round, leader, die and bag, and of each player the money, hand and set.

    Alone the hand and the money are left to `hand_lines`.
    """
    state, tiles = game.state, game.header.tiles
    bag = in_bag(state)
    if len(state.players) == 1:
        lines = ["", bold(f"Round {state.round}; die: {_die(game)}; {bag}")]
        if drawn := state.player.drawn:
            pips = tiles.set_pips(drawn)
            lines.append(f"Drawn: {with_pips(drawn, tiles)} = {pips} pips, ${price(pips)}")
        return lines
    leader = game.header.seats[state.leader].name
    rows = [["", "money", "hand", "wilds", "set", "pips", "price"]]
    for seat, (money, hand, drawn) in zip(game.header.seats, state.players, strict=True):
        pips = tiles.set_pips(drawn)
        cells = [str(pips), f"${price(pips)}"] if drawn else ["", ""]
        held = [hand.letters or "-", str(hand.wilds)]
        rows.append([seat.name, f"${money}", *held, with_pips(drawn, tiles), *cells])
    if not any(player.drawn for player in state.players):
        rows = [row[:4] for row in rows]
    heading = f"Round {state.round}, led by {leader}; die: {_die(game)}; {bag}"
    return ["", bold(heading), *_columns(rows)]


def _columns(rows: list[list[str]]) -> list[str]:
    """Return rows under their heading as lines, with numbers to the right."""
    return columns(rows, [cell in ("money", "wilds", "pips", "price") for cell in rows[0]])


def _die(game: Game) -> str:
    """What the die shows in this round."""
    if game.state.phase == "choose" and not game.state.number:
        return "choice" if game.deal else "to be rolled"  # of a deal it is told when it is rolled
    thrown = next(event for event in reversed(game.events) if isinstance(event, Roll | Choose))
    number = thrown.number
    return f"choice, {number} named" if isinstance(thrown, Choose) else str(number)


def word_lines(plays: Iterable[tuple[object, int]]) -> list[str]:
    """The first plays of some with their prices, in columns read downwards."""
    cells = [f"{play} ${price(pips)}" for play, pips in islice(plays, WORDS_SHOWN)]
    if not cells:
        return ["There is no word to sell."]
    width = max(map(len, cells)) + 2
    high = -(-len(cells) // max(1, text_width() // width))
    return ["".join(cell.ljust(width) for cell in cells[row::high]).rstrip() for row in range(high)]


def rules_lines(tiles: TileSet, variants: Sequence[str] = ()) -> list[str]:
    """The rules in short, with the numbers of the tile set, and what variants change of them."""
    faces = join("choice" if face is None else str(face) for face in tiles.die)
    texts = [
        f"Each starts with ${tiles.money} and some wild tiles. The most money wins at the end.",
        f"A round: the leader rolls the die ({faces}). It says how many tiles each player draws; "
        f"on choice the leader names a number from {tiles.choice[0]} to {tiles.choice[-1]}.",
        "All buy: a drawn set costs its pips squared, in dollars; the whole set, or it is gone.",
        "All sell: words of two letters or more from the hand, each for its pips squared. A word "
        f"may have one wild tile, which stands for any letter and counts {tiles.wild_pips}. Tiles "
        "sold are gone.",
        f"All discard: at most {tiles.hand_limit} letters are kept, wilds not counted. Then the "
        "lead passes on.",
        "The end: when the bag has too few tiles for all to draw, they leave the game, nobody "
        "buys, and the game ends with that round.",
        f"Alone, {_goals(tiles)}." if tiles.results and not variants else "",
    ]
    for name in variants:
        texts += variant(name).text(tiles)
    if variants:
        texts.append(_OUR_READING)
    return [line for text in texts if text for line in wrap(text)]


def result_lines(game: Game) -> list[str]:
    """How the game ended."""
    state, seats = game.state, game.header.seats
    money = [player.money for player in state.players]
    if len(seats) == 1:
        tiles, plain = game.header.tiles, not game.header.variants  # the goals are the printed ones
        name = result_name(money[0], tiles) if plain else None
        end = f"{subject(seats[0].name)} ended with ${money[0]}{f': {name}' if name else ''}."
        return ["", bold(end), *([f"Alone, {_goals(tiles)}."] if tiles.results and plain else [])]
    best = winners(state)
    first, *others = (seats[seat].name for seat in best)
    won = "shared the win" if others else "won"
    line = f"{join([subject(first), *others])} {won} with ${money[best[0]]}."
    order = sorted(range(len(seats)), key=lambda seat: (-money[seat], seat))
    rows = [[seats[seat].name, f"${money[seat]}"] for seat in order]
    return ["", bold(line), *_columns([["", "money"], *rows])]


def standings(game: Game) -> str:
    """Who has how much, in one line."""
    players = zip(game.header.seats, game.state.players, strict=True)
    return ", ".join(f"{seat.name} ${player.money}" for seat, player in players)


def result_name(dollars: int, tiles: TileSet) -> str | None:
    """What a result alone is called; None below all that has a name."""
    reached = [(least, name) for name, least in tiles.results.items() if dollars >= least]
    return max(reached)[1] if reached else None


def _goals(tiles: TileSet) -> str:
    return join(f"${dollars} is {name}" for name, dollars in tiles.results.items())
