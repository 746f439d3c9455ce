"""The variant crossword at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....errors import IllegalError, InvalidError, shortened
from ....game.state import State
from ....game.variants.crossword import Lay, grid_of
from ....game.variants.grid import (
    Grid,
    Placement,
    draw_grid,
    parse_laid,
    parse_placement,
    placements,
    settle,
)
from ....lexicon.lexicon import Lexicon
from ....players.strategy import Strategy
from ....players.variants.grid_moves import Fit, fits
from ....players.variants.laying import best_grid_moves
from ....records.game_record import Game
from ....tiles.hand import Hand, Play
from ..entry_parser import check_words
from ..player_names import subject
from .printed import PhasePrompt

WAYS_SHOWN = 5
_HELP = """\
8h retinas            a word to lay across from square H8; h8 retinas is down,
                      and retinas alone goes where it brings most; Enter lays
                      nothing more"""


def read_laying(line: str, grid: Grid, hand: Hand, lexicon: Lexicon) -> Placement:
    """The placement that a line means; without a place it goes where it brings most.

    Raises InvalidError: it cannot be read; IllegalError: the word, or another that it makes, is
    not in the dictionary, the tiles are not held, or it cannot lie there.
    """
    match line.split():
        case [word] if not any(char.isdigit() for char in word):
            play = parse_laid(word)
            check_words([play.word], lexicon)
            return _best_placed(play, grid, hand, lexicon)
        case [place, _] if any(char.isdigit() for char in place):
            placement = parse_placement(line)
            check_words([placement.play.word], lexicon)
            return _checked(settle(grid, placement, hand), grid, lexicon)
    raise InvalidError(
        "lay one word at a time, such as 8h retinas (across) or h8 retinas (down): help says more"
    )


def _best_placed(play: Play, grid: Grid, hand: Hand, lexicon: Lexicon) -> Placement:
    """Where a word brings most; of equal prices where it takes no wild and fewer tiles."""
    reason = ": there is no place where it crosses an earlier word"
    found = []
    for placement in placements(grid, play):
        try:
            settled = _checked(settle(grid, placement, hand), grid, lexicon)
        except IllegalError as error:
            reason = f"; {error}"
        else:
            letters, wilds = grid.spent(settled)
            found.append((-grid.pips(settled, lexicon.tiles), wilds, len(letters), settled))
    if not found:
        raise IllegalError(f"{shortened(str(play))} fits nowhere{reason}")
    return min(found)[-1]


def _checked(placement: Placement, grid: Grid, lexicon: Lexicon) -> Placement:
    """The placement. Raises IllegalError: a word that it completes is not in the dictionary."""
    for made in grid.words(placement):
        word = made.play.word
        if word not in lexicon:
            raise IllegalError(
                f"{placement} makes {word} {'down' if made.place.down else 'across'} from "
                f"{made.place.square}, which is not in the dictionary {lexicon.name}: if the table "
                f"agrees, accept {word}"
            )
    return placement


def _what_to_lay(game: Game) -> str:  # noqa: ARG001
    return "Word to lay (Enter: no more): "


def _answer(line: str, game: Game, lexicon: Lexicon) -> Lay:
    state = game.state
    return Lay(read_laying(line, grid_of(state), state.player.hand, lexicon) if line else None)


def _drawn(state: State) -> list[str]:
    return draw_grid(grid_of(state))


def _advice(event: Lay, game: Game) -> str:  # noqa: ARG001
    return f"lay {event.placement or 'nothing'}"


def _ways(strategy: Strategy, lexicon: Lexicon, state: State) -> str:
    ways = best_grid_moves(strategy, lexicon, state, grid_of(state))[:WAYS_SHOWN]
    best = "; ".join(f"{way.placement or 'nothing'} (${way.equity:.0f})" for way in ways)
    return f"With the worth of what is left: {best}."


def _tell(game: Game) -> str:
    before, event, after = game.states[-2], game.events[-1], game.states[-1]
    assert isinstance(event, Lay)
    seat = game.header.seats[before.turn]
    if event.placement:
        money = after.players[before.turn].money
        paid = money - before.player.money
        return f"{subject(seat.name)} laid {event.placement} for ${paid}: ${money} now."
    laid = len(game.events) > 1 and isinstance(game.events[-2], Lay) and game.events[-2].placement
    return "" if laid or seat.is_person else f"{subject(seat.name)} laid nothing."


def _words(lexicon: Lexicon, state: State, hand: Hand) -> Iterator[Fit]:
    return fits(lexicon, grid_of(state), hand)


def _detail(event: Lay, before: State, names: Sequence[str]) -> str:  # noqa: ARG001
    return event.data() or ""


ASKING = PhasePrompt(
    _what_to_lay,
    _answer,
    _advice,
    help=_HELP,
    tell=_tell,
    detail=_detail,
    board=_drawn,
    words=_words,
    ways=_ways,
)
