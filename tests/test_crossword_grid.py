"""The variant crossword: placements, the grid, and the words that fit it."""

from __future__ import annotations

import re
from itertools import islice, product
from random import Random

import pytest
from brute import CLASSIC, dictionaries, hands, tile_sets
from crossword_grids import (
    grid_of,
    laid,
    naive_fits,
    naive_runs,
    squares_of,
)
from hypothesis import given
from hypothesis import strategies as st

from bwtools.errors import BwError, IllegalError, InvalidError
from bwtools.game.state import Player, State
from bwtools.game.variants.grid import (
    SIZE,
    Grid,
    Placement,
    Start,
    assign_wild,
    draw_grid,
    first_start,
    parse_placement,
    parse_start,
)
from bwtools.lexicon.house_words import House
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.players.rule_players import Novice
from bwtools.players.variants.fragments import Fragments
from bwtools.players.variants.grid_moves import best_placements
from bwtools.players.variants.laying import LEAVE_FACTOR, best_grid_moves
from bwtools.tiles.hand import Hand, Play, parse_hand, remove_letters
from bwtools.tiles.tile_set import ALPHABET, TileSet

RETINAS = grid_of("13J RETiNAS")


def test_a_placement_is_written_as_in_scrabble() -> None:
    assert parse_placement("8H RETiNAS") == Placement(Start(7, 7), Play("RETINAS", 3))
    assert parse_placement("h8 retinas") == Placement(Start(7, 7, down=True), Play("RETINAS"))


def test_letters_on_the_grid_may_be_in_parentheses() -> None:
    assert parse_placement("8H RE(TI)NAs") == parse_placement("8H RETINAs")


@given(
    st.builds(Start, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.booleans()),
    st.text(ALPHABET, min_size=2, max_size=9),
    st.integers(0, 8) | st.none(),
)
def test_a_placement_is_read_as_it_is_written(start: Start, word: str, wild: int | None) -> None:
    placement = Placement(start, Play(word, wild if wild is None else wild % len(word)))
    assert parse_placement(str(placement)) == placement


@pytest.mark.parametrize(
    "text", ["", "8", "H", "26A", "0A", "A0", "Z1", "8HH", "H88", "H8H", "²A", "٣A", "8\u017f"]
)
def test_an_invalid_square_is_rejected(text: str) -> None:
    with pytest.raises(InvalidError, match="is not a square: write 8H for across from H8"):
        parse_start(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((text, f"'{text.strip()}' is not a placement") for text in ("8H", "8H ", "RETINAS")),
        *(("8H R()E", "'(' (character 2"), ("8H (RE", "'(' (character 1"), ("8H R3", "'3' (char")),
    ],
)
def test_an_invalid_placement_is_rejected(text: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(reason)):
        parse_placement(text)


def test_the_first_word_is_laid_across_the_middle() -> None:
    assert str(first_start("RETINAS")) == "13J"
    with pytest.raises(IllegalError, match="with its middle on M13: 13J RETINAS"):
        Grid().laid(parse_placement("J13 RETINAS"))


def test_the_price_counts_every_tile_of_a_word() -> None:
    crossing = parse_placement("M11 QUIZ")
    grid = RETINAS.laid(crossing)
    # The wild on the grid counts 1 pip, and takes nothing from the hand.
    assert RETINAS.pips(crossing, CLASSIC) == 4 + 1 + 1 + 4
    assert RETINAS.spent(crossing) == Hand("QUZ")
    assert draw_grid(grid)[3] == " 12 . . . . U . . . ."


def test_a_placement_makes_its_word_and_those_completed_by_new_tiles() -> None:
    grid = grid_of("13L TEA", "M12 HER")
    made = grid.words(parse_placement("14M RE"))
    assert list(map(str, made)) == ["14M RE", "N13 AE"]


@pytest.mark.parametrize(
    ("placement", "complaint"),
    [
        ("Y13 AB", "does not cross an earlier word: it must share a letter with one that runs acr"),
        ("M12 TO", "needs O on M13, which has I"),
        ("13J RETINA", "is not the whole word: with the letters next to it it is RETINAS"),
        ("13J RETINAS", "is already on the grid"),
        ("13J RETINASES", "does not cross an earlier word"),
        ("13S AB", "does not cross an earlier word: it must share a letter with one that runs dow"),
        ("13W ABCD", "runs off the grid: its squares are A1 to Y25"),
        ("M12 Qi", "the wild must be a new tile"),
        ("M12 I", "a word has at least two letters"),
    ],
)
def test_an_impossible_placement_is_rejected_with_the_reason(
    placement: str, complaint: str
) -> None:
    with pytest.raises(IllegalError, match=complaint):
        RETINAS.laid(parse_placement(placement))


def test_a_crossed_word_may_be_extended() -> None:
    grid = RETINAS.laid(parse_placement("N12 ON"))
    assert grid.pips(parse_placement("13J RETINASES"), CLASSIC) == 9


def test_the_wild_is_the_letter_missing_from_the_hand() -> None:
    def settled(text: str, hand: str) -> str:
        return str(assign_wild(RETINAS, parse_placement(text), parse_hand(hand)))

    assert settled("p13 seesaw", "eesaw.") == "P13 SEESAW"
    assert settled("p13 seesaw", "eeaw.") == "P13 SEEsAW"
    assert settled("P13 SeESAW", "eesaw.") == "P13 SeESAW"
    # The wild on the grid is not a new one.
    assert settled("M13 iN", "n") == "M13 IN"


@pytest.mark.parametrize(
    ("text", "hand", "complaint"),
    [
        ("P13 SEW", "E", "for P13 SEW you hold no W tile"),
        ("P13 SEw", "E", "for P13 SEw you hold no wild"),
        ("P13 SEW", ".", "for P13 SEW two wilds needed \\(for E, W\\), one allowed"),
    ],
)
def test_missing_tiles_are_named(text: str, hand: str, complaint: str) -> None:
    with pytest.raises(IllegalError, match=complaint):
        assign_wild(RETINAS, parse_placement(text), parse_hand(hand))


def test_only_the_part_of_the_grid_in_use_is_drawn() -> None:
    grid = grid_of("13K GAMEs", "N11 TREK")
    assert draw_grid(grid) == [
        "    J K L M N O P",
        " 10 . . . . . . .",
        " 11 . . . . T . .",
        " 12 . . . . R . .",
        " 13 . G A M E s .",
        " 14 . . . . K . .",
        " 15 . . . . . . .",
    ]


def test_an_empty_grid_is_drawn_as_its_middle() -> None:
    assert draw_grid(Grid())[1:] == [" 12 . . .", " 13 . . .", " 14 . . ."]


def test_a_full_grid_fits_on_the_screen() -> None:
    assert max(map(len, draw_grid(grid_of("13A " + "A" * 25)))) <= 80


@given(
    dictionaries("ABC", most=25), hands("ABC", most=6, wilds=1), tile_sets(least=1), st.randoms()
)
def test_placements_equal_those_of_a_naive_move_generator(
    words: list[str], hand: Hand, tiles: TileSet, random: Random
) -> None:
    lexicon = lexicon_from_words(words, tiles)
    grid = Grid()
    for _ in range(5):
        found = list(best_placements(lexicon, grid, hand))
        if not grid.is_empty:
            naive = naive_fits(set(words), squares_of(grid), hand)
            assert {str(placement): grid.spent(placement) for placement, _ in found} == naive
            assert len(found) == len(naive)
        assert all(grid.pips(placement, tiles) == pips for placement, pips in found)
        assert [pips for _, pips in found] == sorted((pips for _, pips in found), reverse=True)
        if not found:
            return
        grid = grid.laid(random.choice(found)[0])
        assert {run[0] for run in naive_runs(squares_of(grid))} <= set(words)


class Saver(Novice):
    """A player that values a letter at 9 dollars, and a dollar at a cent."""

    def __init__(self, known: Lexicon) -> None:
        self.known = known

    def leave_value(self, state: State) -> float:
        return 9 * len(state.player.hand.letters) + state.player.money / 100


@given(
    dictionaries("ABC", most=20), hands("ABC", most=5, wilds=1), tile_sets(least=1), st.booleans()
)
def test_moves_have_the_highest_price_for_their_tiles_and_are_sorted_by_equity(
    words: list[str], hand: Hand, tiles: TileSet, narrow: bool
) -> None:
    lexicon = lexicon_from_words({*words, "CAB", "ABC"}, tiles)
    known = set(sorted(lexicon)[:: 2 if narrow else 1])
    player, grid = Saver(lexicon_from_words(known, tiles)), grid_of("13L CAB", "N13 BAA")
    best: dict[Hand, tuple[int, Hand]] = {Hand(""): (0, hand)}
    for placement, pips in best_placements(lexicon, grid, hand):
        if {made.play.word for made in grid.words(placement)} <= known:
            spent = grid.spent(placement)
            left = Hand(remove_letters(hand.letters, spent.letters), hand.wilds - spent.wilds)
            best.setdefault(spent, (pips * pips, left))
    expected = [
        (paid, left, paid + LEAVE_FACTOR * (9 * len(left.letters) + (50 + paid) / 100))
        for paid, left in best.values()
    ]
    state = laid(grid, hand)._replace(players=(Player(50, hand),))
    found = best_grid_moves(player, lexicon, state)
    assert sorted((way.price, way.left) for way in found) == sorted(each[:2] for each in expected)
    equities = [way.equity for way in found]
    assert equities == sorted((equity for *_, equity in expected), reverse=True)
    assert [way.price for way in found if way.placement is None] == [0]


def test_a_word_can_cross_two_words() -> None:
    lexicon = lexicon_from_words(["CAT", "COT", "TOT", "TAT"])
    grid = grid_of("13L CAT", "N13 TOT")
    placement = parse_placement("15L TOT")
    assert placement in [found for found, _ in best_placements(lexicon, grid, Hand("OT"))]


def test_added_house_words_are_generated() -> None:
    lexicon = lexicon_from_words(["CAT", "COT"]).with_words(["TAX"])
    found = [
        str(placement) for placement, _ in best_placements(lexicon, grid_of("13L CAT"), Hand("AX"))
    ]
    assert found == ["N13 TAX"]
    assert not list(best_placements(lexicon.without_house(), grid_of("13L CAT"), Hand("AX")))


def test_removed_house_words_are_not_generated() -> None:
    lexicon = lexicon_from_words(["CAT", "TAX", "TAXA"])
    house = House(frozenset(), frozenset({"TAX"}))
    ruled = Lexicon(lexicon.name, lexicon.source, lexicon.compiled, lexicon.tiles, house)
    found = [
        str(placement) for placement, _ in best_placements(ruled, grid_of("13L CAT"), Hand("AAX"))
    ]
    assert found == ["N13 TAXA"]


def test_a_first_word_fits_on_the_grid() -> None:
    lexicon = lexicon_from_words(["A" * SIZE, "A" * (SIZE + 1)])
    (only,) = best_placements(lexicon, Grid(), Hand("A" * (SIZE + 1)))
    assert only[0].play.word == "A" * SIZE


def test_fragments_that_are_no_longer_needed_are_dropped() -> None:
    (index,) = lexicon_from_words(["CAT", "SCAT"]).indexes
    runs = Fragments(index)
    runs.add(["AT", "CA"])
    where = runs.at("AT", 1), runs.at("AT", 2)
    runs.add(["".join(pair) for pair in product(ALPHABET, repeat=2)])
    runs.add(["AT"])
    assert where == (runs.at("AT", 1), runs.at("AT", 2))
    with pytest.raises(KeyError):
        runs.at("CA", 0)


def test_with_enable_every_placement_is_legal(enable: Lexicon) -> None:
    grid = grid_of("13J RETiNAS", "M13 IMPRoVED", "19L VEX")
    for placement, pips in islice(best_placements(enable, grid, Hand("AEGHIORT", 1)), 300):
        assert grid.pips(placement, enable.tiles) == pips
        assert all(made.play.word in enable for made in grid.words(placement))
        grid.laid(placement)


@given(st.text(max_size=8) | st.text("18AHRETi() ", max_size=12))
def test_any_text_is_a_placement_or_rejected(text: str) -> None:
    try:
        placement = parse_placement(text)
    except BwError:
        return
    assert parse_placement(str(placement)) == placement
