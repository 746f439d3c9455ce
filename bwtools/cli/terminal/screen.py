"""Texts about a recorded game, and how they are printed: in lines of at most 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ...errors import counted
from ...game.state import Choose, Player, Roll, State, winners
from ...game.variants import variant
from ...records.game_record import Game
from ...tiles.hand import Hand, run_lengths
from ...tiles.tile_set import TileSet, price
from ..output import bold, columns, is_narrow, print_lines, text_width
from .player_names import possessive, subject

WORDS_SHOWN = 20


def join(items: Iterable[str]) -> str:
    """Return the items as a list in a sentence."""
    *some, last = items
    return f"{', '.join(some)} and {last}" if some else last


class Heading(str):
    """A text that is shown in bold."""

    __slots__ = ()


def show(*texts: str) -> None:
    """Print texts in lines that fit the terminal. Raise InvalidError if stdout is closed."""
    print_lines(line for text in texts for line in wrap_text(text))


def wrap_text(text: str, indent: str = "  ") -> list[str]:
    """Return a text as lines that fit the terminal, all but the first indented."""
    if is_narrow(text):
        from textwrap import wrap
    else:
        from wcwidth import wrap  # counts columns, not characters
    lines = wrap(text, text_width(), subsequent_indent=indent, break_on_hyphens=False)
    return list(map(bold, lines)) if isinstance(text, Heading) else lines or [""]


def with_pips(letters: str, tiles: TileSet) -> str:
    """Return letter tiles, each with its pips."""
    return " ".join(f"{letter}{tiles.pips[letter]}" for letter in letters)


def bag_line(state: State) -> str:
    """Return the number and the letters of the tiles in the bag."""
    letters = " ".join(run_lengths(state.bag))
    return f"{_in_bag(state)}: {letters}" if letters else "The bag is empty."


def _in_bag(state: State) -> str:
    return f"{counted(len(state.bag), 'tile')} in the bag"


def situation_lines(state: State, tiles: TileSet, heading: str) -> list[str]:
    """Return a heading, the number of tiles in the bag, and the set that is drawn."""
    lines: list[str] = [Heading(f"{heading}; {_in_bag(state)}")]
    if drawn := state.player.drawn:
        pips = tiles.set_pips(drawn)
        lines.append(f"Drawn: {with_pips(drawn, tiles)} = {counted(pips, 'pip')}, ${price(pips)}")
    return lines


def hand_line(name: str, state: State, tiles: TileSet) -> str:
    """Return the hand, with the pips, and the money of the player whose turn it is."""
    return f"{possessive(name)} hand: {holding(state.player, tiles)}"


def holding(player: Player, tiles: TileSet) -> str:
    """Return what a player holds: letters with their pips, wilds and money."""
    letters = with_pips(player.hand.letters, tiles) or "no letters"
    return f"{letters}, {_wilds(player.hand, tiles)}; money: ${player.money}"


def _wilds(hand: Hand, tiles: TileSet) -> str:
    if not hand.wilds:
        return "no wilds"
    each = "" if hand.wilds == 1 else " each"
    return f"{counted(hand.wilds, 'wild')} ({counted(tiles.wild_pips, 'pip')}{each})"


def table_lines(game: Game, with_heading: bool = True) -> list[str]:
    """Return the round, leader, die and bag, and the money, hand and set of each player.

    In a game alone, `hand_line` shows the hand and the money. Without the heading, the lines follow
    those of the same round.
    """
    state, tiles, seats = game.state, game.header.tiles, game.header.seats
    if len(seats) == 1:
        heading, *drawn = situation_lines(state, tiles, f"Round {state.round}; die: {_die(game)}")
        return ["", heading, *drawn] if with_heading else drawn
    rows = [["", "money", "hand", "wilds", "set", "pips", "price"]]
    for seat, player in zip(seats, state.players, strict=True):
        pips = tiles.set_pips(player.drawn)
        cells = [str(pips), f"${price(pips)}"] if player.drawn else ["", ""]
        held = [player.hand.letters or "-", str(player.hand.wilds)]
        rows.append([seat.name, f"${player.money}", *held, with_pips(player.drawn, tiles), *cells])
    if not any(player.drawn for player in state.players):
        rows = [row[:4] for row in rows]
    leader = seats[state.leader].name
    heading = f"Round {state.round}, led by {leader}; die: {_die(game)}; {_in_bag(state)}"
    return ["", *([Heading(heading)] if with_heading else []), *_columns(rows)]


def _columns(rows: list[list[str]]) -> list[str]:
    """Return rows under their heading as lines, with numbers to the right."""
    return columns(rows, [cell in ("money", "wilds", "pips", "price") for cell in rows[0]])


def _die(game: Game) -> str:
    """Return what the die shows in this round."""
    if game.state.phase == "choose" and not game.state.number:
        return "choice" if game.deal else "to be rolled"  # other rolls of a deal come at once
    roll = next(event for event in reversed(game.events) if isinstance(event, Roll | Choose))
    return f"choice, {roll.number} named" if isinstance(roll, Choose) else str(roll.number)


def word_lines(plays: Iterable[tuple[object, int]]) -> list[str]:
    """Return the first plays with their prices, in columns read downwards."""
    cells = [f"{play} ${price(pips)}" for play, pips in islice(plays, WORDS_SHOWN)]
    if not cells:
        return ["No word can be sold."]
    width = max(map(len, cells)) + 2
    high = -(-len(cells) // max(1, text_width() // width))
    return ["".join(cell.ljust(width) for cell in cells[row::high]).rstrip() for row in range(high)]


def rules_lines(tiles: TileSet, variants: Sequence[str] = ()) -> list[str]:
    """Return the rules in short, with the numbers of the tile set, and those of the variants."""
    faces = join("choice" if face is None else str(face) for face in tiles.die)
    texts = [
        f"Each player starts with ${tiles.money} and some wild tiles. The player with the most "
        "money at the end wins.",
        f"A round: the leader rolls the die ({faces}), which shows how many tiles each player "
        f"draws. On choice, the leader names a number from {tiles.choice[0]} to "
        f"{tiles.choice[-1]}.",
        "All buy: a drawn set costs the square of its pips, in dollars. You buy the whole set, or "
        "it leaves the game.",
        "All sell: words of two letters or more, made from the hand. Each brings the square of its "
        "pips, in dollars. A word may contain one wild tile, which stands for any letter and "
        f"counts {counted(tiles.wild_pips, 'pip')}. Sold tiles leave the game.",
        f"All discard: you may keep at most {counted(tiles.hand_limit, 'letter')}, plus any number "
        "of wilds. Then the player to the left becomes the leader.",
        "The end: when the bag has too few tiles for everyone to draw, they leave the game. Nobody "
        "buys in that round, and the game ends with it.",
    ]
    if tiles.results and not variants:
        texts.append(f"Alone, {_goals(tiles)}.")
    for name in variants:
        texts += variant(name).text
    if variants:
        texts.append(
            "The printed rules suggest such variants, but their wording is not public. This is how "
            "bwtools interprets them."
        )
    return texts


def result_lines(game: Game) -> list[str]:
    """Return the result of a finished game."""
    state, seats, tiles = game.state, game.header.seats, game.header.tiles
    money = [player.money for player in state.players]
    if len(seats) == 1:
        if game.header.variants:  # the goals are for the printed rules
            return ["", Heading(f"{subject(seats[0].name)} ended with ${money[0]}.")]
        name = result_name(money[0], tiles)
        end = f"{subject(seats[0].name)} ended with ${money[0]}{f': {name}' if name else ''}."
        return ["", Heading(end), *([f"Alone, {_goals(tiles)}."] if tiles.results else [])]
    best = winners(state)
    first, *others = (seats[seat].name for seat in best)
    won = "shared the win" if others else "won"
    line = f"{join([subject(first), *others])} {won} with ${money[best[0]]}."
    order = sorted(range(len(seats)), key=lambda seat: (-money[seat], seat))
    rows = [[seats[seat].name, f"${money[seat]}"] for seat in order]
    return ["", Heading(line), *_columns([["", "money"], *rows])]


def standings(game: Game) -> str:
    """Return the players and their money in one line."""
    players = zip(game.header.seats, game.state.players, strict=True)
    return ", ".join(f"{seat.name} ${player.money}" for seat, player in players)


def result_name(dollars: int, tiles: TileSet) -> str | None:
    """Return the name of a result in a game alone; None if it is too low for a name."""
    reached = [(least, name) for name, least in tiles.results.items() if dollars >= least]
    return max(reached)[1] if reached else None


def _goals(tiles: TileSet) -> str:
    return join(f"${dollars} is {name}" for name, dollars in tiles.results.items())
