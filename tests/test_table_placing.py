"""Laying a word on the board of the full-screen table, without a screen."""

from __future__ import annotations

import pytest
from brute import CLASSIC
from crossword_grids import grid_of

from bwtools.cli.table.placing import GridJudgement, Placing
from bwtools.cli.table.rack import Rack
from bwtools.game.variants.grid import Grid, parse_placement
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.tiles.hand import Hand

WORDS = ("DAGS", "GIN", "GINS", "NO", "ON", "SO", "SON", "AT", "SAT")
BOARD = grid_of("13L DAGS", "N13 GIN")  # L13 to O13, N13 to N15


class Board:
    """A player in front of a board."""

    def __init__(self, grid: Grid, letters: str, wilds: int = 1) -> None:
        self.lexicon: Lexicon = lexicon_from_words(WORDS, CLASSIC)
        self.placing, self.rack = Placing(), Rack()
        self.hand = Hand(letters, wilds)
        self.hold(grid)

    def hold(self, grid: Grid) -> None:
        self.rack.hold(self.hand)
        self.placing.begin(self.rack, grid)

    def at(self, place: str) -> Board:
        """Move the cursor to where a word starts: 8H across, H8 down."""
        row, column, down = parse_placement(f"{place} AA").start
        self.placing.cursor, self.placing.down = (row, column), down
        return self

    def type(self, letters: str) -> str:
        """Type letters, small ones with a forced wild; return the last complaint."""
        complaint = ""
        for letter in letters:
            self.rack.forced = letter.islower()
            complaint = self.placing.lay(self.rack, letter.upper())
        return complaint

    @property
    def judged(self) -> GridJudgement:
        judged = self.placing.judge(self.rack, self.lexicon)
        assert judged
        return judged

    @property
    def word(self) -> str:
        return str(self.placing.placement())


def test_the_first_word_is_laid_across_the_middle_wherever_the_cursor_is() -> None:
    board = Board(Grid(), "DAGS")
    board.at("A1").type("DAGS")
    assert board.word == "13L DAGS"
    assert board.judged.valid
    assert board.judged.dollars == 36
    board.placing.back(board.rack)
    assert board.word == "13L DAG"
    assert board.placing.turn() == "the first word is laid across"


@pytest.mark.parametrize("typed", ["SON", "ON"])
def test_a_letter_on_the_board_is_typed_or_skipped(typed: str) -> None:
    board = Board(BOARD, "ON").at("O13")
    board.type(typed)
    assert board.word == "O13 SON"
    assert board.rack.letters() == "ON"


def test_the_word_includes_the_letters_before_the_cursor() -> None:
    board = Board(BOARD, "S").at("N16")
    board.type("S")
    assert board.word == "N13 GINS"
    assert board.judged.valid
    assert board.judged.dollars == 25
    assert board.judged.leave == Hand("", 1)


def test_a_wild_is_used_if_the_tile_is_missing() -> None:
    board = Board(BOARD, "N").at("O13")
    board.type("SON")
    assert board.word == "O13 SoN"
    assert board.placing.tentative() == {(13, 14): "o", (14, 14): "N"}
    assert board.judged.leave == Hand("")


def test_a_forced_wild_is_laid_beside_the_same_letter_on_the_board() -> None:
    board = Board(BOARD, "").at("N15")
    assert board.type("n") == ""
    assert board.word == "N13 GINn"


def test_a_missing_tile_is_a_complaint_and_changes_nothing() -> None:
    board = Board(BOARD, "N", wilds=0).at("O14")
    assert board.type("Q") == "no Q here, and no wild left"
    assert board.placing.placement() is None


@pytest.mark.parametrize(
    ("place", "typed", "complaint", "unknown"),
    [
        ("1A", "ON", "it must cross a word that runs down", ()),
        ("A1", "O", "a word has at least two letters", ()),
        ("O13", "SO", "", ("IO",)),
        ("O13", "NA", "", ("SNA", "IN", "NA")),
    ],
)
def test_a_word_that_cannot_be_sold_says_why(
    place: str, typed: str, complaint: str, unknown: tuple[str, ...]
) -> None:
    board = Board(BOARD, "AON").at(place)
    board.type(typed)
    judged = board.judged
    assert not judged.valid
    assert judged.complaint == complaint
    assert judged.unknown == unknown


def test_letters_with_a_gap_are_not_a_word() -> None:
    board = Board(BOARD, "ON").at("A1")
    board.type("O")
    board.at("4A").type("N")
    assert "gap" in board.judged.complaint


def test_one_letter_is_read_in_the_direction_that_makes_a_word() -> None:
    board = Board(BOARD, "S").at("16N")
    board.type("S")
    assert board.word == "N13 GINS"


def test_the_board_ends() -> None:
    board = Board(BOARD, "AT").at("1Y")
    assert board.type("AT") == "the word runs off the board"


def test_backspace_takes_letters_back_and_then_moves_the_cursor() -> None:
    board = Board(BOARD, "ON").at("O13")
    board.type("SO")
    board.placing.back(board.rack)
    assert board.rack.is_empty
    assert board.placing.cursor == (13, 14)
    board.placing.back(board.rack)
    assert board.placing.cursor == (12, 14)


def test_escape_takes_all_letters_back_to_the_first_square() -> None:
    board = Board(BOARD, "ON").at("O14")
    board.type("ON")
    board.placing.clear(board.rack)
    assert board.placing.tentative() == {}
    assert board.rack.is_empty
    assert board.placing.cursor == (13, 14)


def test_clicks_lay_tiles_and_put_them_back() -> None:
    board = Board(BOARD, "ON").at("O13")
    assert board.placing.click(board.rack, 0) == ""
    assert board.word == "O13 SN"
    board.placing.click(board.rack, 1)
    assert board.word == "O13 SNO"
    board.placing.click(board.rack, 0)
    assert board.rack.letters() == "O"


def test_a_click_on_the_cursor_turns_it() -> None:
    board = Board(BOARD, "ON").at("13O")
    board.placing.point((12, 14))
    assert board.placing.down
    board.placing.point((3, 4))
    assert board.placing.cursor == (3, 4)


def test_letters_stay_while_the_board_does_not_change() -> None:
    board = Board(BOARD, "ON").at("O13")
    board.type("SON")
    board.hold(BOARD)
    assert board.word == "O13 SON"
    board.hold(BOARD.laid(parse_placement("O13 SON")))
    assert board.placing.placement() is None


def test_tab_offers_the_words_that_fit_the_letters_highest_price_first() -> None:
    board = Board(BOARD, "ANOST", wilds=0)
    offered = []
    for _ in range(4):
        board.placing.search(board.rack, board.lexicon)
        placement = board.placing.complete()
        assert placement
        assert board.placing.show(board.rack, placement) == ""
        assert board.judged.valid
        assert board.word == str(placement)
        offered.append(board.judged.dollars)
    assert offered == sorted(offered, reverse=True)
    board.placing.clear(board.rack)
    board.at("N16").type("S")
    board.placing.search(board.rack, board.lexicon)
    assert str(board.placing.complete()) == "N13 GINS"
