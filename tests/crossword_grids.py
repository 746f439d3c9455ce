"""Grids of the crossword variant from words, and a naive move generator."""

from __future__ import annotations

from collections import Counter

from brute import CLASSIC

from bwtools.game.state import Player, State
from bwtools.game.variants import make_rules
from bwtools.game.variants.grid import SIZE, Grid, Placement, Start, parse_placement
from bwtools.tiles.hand import Hand, Play

Squares = dict[tuple[int, int], str]


def grid_of(*placements: str) -> Grid:
    grid = Grid()
    for placement in placements:
        grid = grid.laid(parse_placement(placement))
    return grid


RULES = make_rules(CLASSIC, ["crossword"], 1)


# A naive move generator: it tries every word through every letter of the grid, and then reads all
# words on the grid.


def naive_fits(words: set[str], squares: Squares, hand: Hand) -> dict[str, Hand]:
    found = {}
    for (row, column), letter in squares.items():
        for word in words:
            for at, other in enumerate(word):
                for down in (False, True):
                    if other == letter.upper():
                        start = (row - at * down, column - at * (not down))
                        placement = naive_placement(words, squares, hand, word, start, down)
                        if placement:
                            found[str(placement[0])] = placement[1]
    return found


def naive_placement(
    words: set[str], squares: Squares, hand: Hand, word: str, start: tuple[int, int], down: bool
) -> tuple[Placement, Hand] | None:
    places = [(start[0] + i * down, start[1] + i * (not down)) for i in range(len(word))]
    if not all(0 <= row < SIZE and 0 <= column < SIZE for row, column in places):
        return None
    if any(squares.get(at, c).upper() != c for at, c in zip(places, word, strict=True)):
        return None
    new = [i for i, at in enumerate(places) if at not in squares]
    missing = list((Counter(word[i] for i in new) - Counter(hand.letters)).elements())
    if not new or len(missing) > min(1, hand.wilds):
        return None
    wild = max(i for i in new if word[i] == missing[0]) if missing else None
    after = squares | {places[i]: word[i] for i in new}
    runs = set(naive_runs(after))
    if (word, *start, down) not in runs or not all(run[0] in words for run in runs):
        return None
    crossed = {
        at for run in naive_runs(squares) if run[3] != down for at in naive_squares(run)
    }.intersection(places)
    if not crossed:
        return None
    spent = "".join(sorted(word[i] for i in new if i != wild))
    return Placement(Start(*start, down), Play(word, wild)), Hand(spent, int(wild is not None))


Run = tuple[str, int, int, bool]


def naive_runs(squares: Squares) -> list[Run]:
    """Return every run of two letters or more, with its start."""
    runs = []
    for down in (False, True):
        for row, column in squares:
            if (row - down, column - (not down)) in squares:
                continue
            word, at = "", (row, column)
            while at in squares:
                word += squares[at].upper()
                at = (at[0] + down, at[1] + (not down))
            if len(word) > 1:
                runs.append((word, row, column, down))
    return runs


def naive_squares(run: Run) -> list[tuple[int, int]]:
    word, row, column, down = run
    return [(row + i * down, column + i * (not down)) for i in range(len(word))]


def squares_of(grid: Grid) -> Squares:
    return {
        (row, column): square
        for row, squares in enumerate(grid.rows)
        for column, square in enumerate(squares)
        if square != "."
    }


def laid(board: Grid | None, hand: Hand) -> State:
    """Return the state of a player alone, without money, who has to lay."""
    start = RULES.start(1)
    return start._replace(phase="lay", players=(Player(0, hand),), board=board)
