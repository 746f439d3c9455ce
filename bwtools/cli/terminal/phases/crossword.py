"""The variant crossword at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....errors import IllegalError, InvalidError, shortened
from ....game.state import State
from ....game.variants.crossword import Lay, grid_of
from ....game.variants.grid import (
    Grid,
    Placement,
    assign_wild,
    draw_grid,
    parse_grid_word,
    parse_placement,
    placements,
)
from ....lexicon.lexicon import Lexicon
from ....lexicon.shipped_lists import describe_without
from ....players.strategy import Strategy
from ....players.variants.grid_moves import best_placements
from ....players.variants.laying import best_grid_moves
from ....records.game_record import Game
from ....tiles.hand import Hand, Play
from ....tiles.tile_set import price
from ..entry_parser import check_words
from .phase_prompt import Choice, PhasePrompt

ALTERNATIVES_SHOWN = 5


class LayPrompt(PhasePrompt):
    """Laying words on the common grid."""

    takes_tiles = True
    help = (
        ("8h retinas", "lay a word across from square H8; Enter: no more"),
        ("h8 retinas", "lay it down from there"),
        ("retinas", "lay it where it brings most"),
    )

    def prompt(self, game: Game) -> str:
        return "Word to lay (Enter: no more): "

    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Lay:
        state = game.state
        return Lay(
            parse_grid_move(line, grid_of(state), state.player.hand, lexicon) if line else None
        )

    def choices(self, game: Game) -> list[Choice]:
        return [Choice("Done", "")]

    def recommend(self, event: Lay, game: Game) -> str:
        return f"lay {event.placement or 'nothing'}"

    def describe(self, event: Lay, before: State, game: Game) -> str:
        if event.placement:
            money = game.state.players[before.turn].money
            return f"laid {event.placement} for ${money - before.player.money}: ${money} now."
        previous = game.events[-2] if len(game.events) > 1 else None
        laid = isinstance(previous, Lay) and previous.placement
        is_person = game.header.seats[before.turn].is_person
        return "" if laid or is_person else "laid nothing."

    def detail(self, event: Lay, before: State, names: Sequence[str]) -> str:
        return event.data() or ""

    def board(self, state: State) -> list[str]:
        return draw_grid(grid_of(state))

    def best_words(
        self, lexicon: Lexicon, state: State, hand: Hand
    ) -> Iterator[tuple[Placement, int]]:
        return best_placements(lexicon, grid_of(state), hand)

    def unsold(self, event: Lay, state: State, lexicon: Lexicon) -> str:
        best = (
            None
            if event.placement
            else next(self.best_words(lexicon, state, state.player.hand), None)
        )
        return f"{best[0]} for ${price(best[1])}" if best else ""

    def alternatives(self, strategy: Strategy, lexicon: Lexicon, state: State) -> str:
        moves = best_grid_moves(strategy, lexicon, state)[:ALTERNATIVES_SHOWN]
        best = "; ".join(f"{move.placement or 'nothing'} (${move.equity:.0f})" for move in moves)
        return f"Options, including the leave value: {best}."


def parse_grid_move(line: str, grid: Grid, hand: Hand, lexicon: Lexicon) -> Placement:
    """Read a placement; without a square, the word goes where it brings most.

    Raise InvalidError if the line cannot be read, and IllegalError if the word, or another one
    that it completes, is not in the dictionary, if the tiles are not held, or if it does not fit.
    """
    match line.split():
        case [word] if not any(char.isdigit() for char in word):
            play = parse_grid_word(word)
            check_words([play.word], lexicon)
            return _best_placed(play, grid, hand, lexicon)
        case [place, _] if any(char.isdigit() for char in place):
            placement = parse_placement(line)
            check_words([placement.play.word], lexicon)
            return _checked(assign_wild(grid, placement, hand), grid, lexicon)
    raise InvalidError(
        "lay one word at a time, such as 8h retinas (across) or h8 retinas (down); type help for "
        "more"
    )


def _best_placed(play: Play, grid: Grid, hand: Hand, lexicon: Lexicon) -> Placement:
    """Return the placement that brings most; of a tie, the one without a wild or with fewer tiles.

    Raise IllegalError if the word fits nowhere.
    """
    reason = ": it must cross an earlier word"
    found = []
    for placement in placements(grid, play):
        try:
            settled = _checked(assign_wild(grid, placement, hand), grid, lexicon)
        except IllegalError as error:
            reason = f"; {error}"
        else:
            letters, wilds = grid.spent(settled)
            found.append((-grid.pips(settled, lexicon.tiles), wilds, len(letters), settled))
    if not found:
        raise IllegalError(f"{shortened(str(play))} fits nowhere{reason}")
    return min(found)[-1]


def _checked(placement: Placement, grid: Grid, lexicon: Lexicon) -> Placement:
    """Return the placement. Raise IllegalError if a word it completes is not in the dictionary."""
    for made in grid.words(placement):
        word = made.play.word
        if word not in lexicon:
            raise IllegalError(
                f"{placement} makes {word} {'down' if made.start.down else 'across'} from "
                f"{made.start.square}, which is not in {describe_without(lexicon, [word])}: if "
                f"everyone agrees, type accept {word}"
            )
    return placement


PROMPTS = {"lay": LayPrompt()}
