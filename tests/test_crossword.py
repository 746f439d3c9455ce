"""The crossword variant: the grid, what fits on it, and whole games."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest
from brute import CLASSIC, dictionaries, hands, tile_sets
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import script
from shell import bw

from bwtools import players
from bwtools.cli.playing import computer_players
from bwtools.errors import BwError, IllegalError, InvalidError
from bwtools.game import Deal, Player, Sell, State
from bwtools.house import House
from bwtools.jsonlines import parse_line
from bwtools.lexicon import Lexicon, lexicon_of, open_lexicon
from bwtools.players import play_game
from bwtools.record import Game, Header, Seat, game_record, read_game
from bwtools.thumb import Novice
from bwtools.tiles import ALPHABET, Hand, Play, TileSet, parse_hand, without
from bwtools.variants import combined, crossword, make_rules
from bwtools.variants.crossword import Lay
from bwtools.variants.fits import fits
from bwtools.variants.grid import (
    SIZE,
    Grid,
    Place,
    Placement,
    draw_grid,
    first_place,
    parse_place,
    parse_placement,
    settle,
)
from bwtools.variants.laying import GRID, layings
from bwtools.variants.runs import Runs

Squares = dict[tuple[int, int], str]


def grid_of(*placements: str) -> Grid:
    grid = Grid()
    for placement in placements:
        grid = grid.laid(parse_placement(placement))
    return grid


RETINAS = grid_of("13J RETiNAS")


def test_a_placement_is_written_as_in_scrabble() -> None:
    assert parse_placement("8H RETiNAS") == Placement(Place(7, 7), Play("RETINAS", 3))
    assert parse_placement("h8 retinas") == Placement(Place(7, 7, down=True), Play("RETINAS"))


def test_letters_that_lie_there_may_stand_in_parentheses() -> None:
    assert parse_placement("8H RE(TI)NAs") == parse_placement("8H RETINAs")


@settings(derandomize=True, deadline=None)
@given(
    st.builds(Place, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.booleans()),
    st.text(ALPHABET, min_size=2, max_size=9),
    st.integers(0, 8) | st.none(),
)
def test_a_placement_is_read_as_it_is_written(place: Place, word: str, wild: int | None) -> None:
    placement = Placement(place, Play(word, wild if wild is None else wild % len(word)))
    assert parse_placement(str(placement)) == placement


@pytest.mark.parametrize(
    "text", ["", "8", "H", "26A", "0A", "A0", "Z1", "8HH", "H88", "H8H", "²A", "٣A", "8\u017f"]
)
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(InvalidError, match="is no place: 8H is across from H8"):
        parse_place(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((text, f"'{text.strip()}' is no placement") for text in ("8H", "8H ", "RETINAS")),
        *(("8H R()E", "'(' (character 2"), ("8H (RE", "'(' (character 1"), ("8H R3", "'3' (char")),
    ],
)
def test_what_is_no_placement_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InvalidError, match=re.escape(reason)):
        parse_placement(text)


def test_the_first_word_lies_across_the_middle() -> None:
    assert str(first_place("RETINAS")) == "13J"
    with pytest.raises(IllegalError, match="with its middle on M13: 13J RETINAS"):
        Grid().laid(parse_placement("J13 RETINAS"))


def test_a_word_counts_every_tile_that_shows_in_it() -> None:
    crossing = parse_placement("M11 QUIZ")
    grid = RETINAS.laid(crossing)
    # The wild that lies there counts 1 pip, and takes nothing from the hand.
    assert RETINAS.pips(crossing, CLASSIC) == 4 + 1 + 1 + 4
    assert RETINAS.spent(crossing) == Hand("QUZ")
    assert draw_grid(grid)[3] == " 12 . . . . U . . . ."


def test_the_words_made_are_the_word_and_those_that_new_tiles_complete() -> None:
    grid = grid_of("13L TEA", "M12 HER")
    made = grid.words(parse_placement("14M RE"))
    assert list(map(str, made)) == ["14M RE", "N13 AE"]


@pytest.mark.parametrize(
    ("placement", "complaint"),
    [
        ("Y13 AB", "does not cross an earlier word: it must share a letter with one that runs acr"),
        ("M12 TO", "needs O on M13, where I lies"),
        ("13J RETINA", "is not the whole word: with the letters next to it it is RETINAS"),
        ("13J RETINAS", "lies there already"),
        ("13J RETINASES", "does not cross an earlier word"),
        ("13S AB", "does not cross an earlier word: it must share a letter with one that runs dow"),
        ("13W ABCD", "runs off the grid: its squares are A1 to Y25"),
        ("M12 Qi", "the wild must be a new tile"),
        ("M12 I", "a word has two letters or more"),
    ],
)
def test_where_a_word_cannot_lie_it_says_why(placement: str, complaint: str) -> None:
    with pytest.raises(IllegalError, match=complaint):
        RETINAS.laid(parse_placement(placement))


def test_a_word_that_another_crosses_may_be_lengthened() -> None:
    grid = RETINAS.laid(parse_placement("N12 ON"))
    assert grid.pips(parse_placement("13J RETINASES"), CLASSIC) == 9


def test_the_wild_stands_for_what_the_hand_lacks() -> None:
    def settled(text: str, hand: str) -> str:
        return str(settle(RETINAS, parse_placement(text), parse_hand(hand)))

    assert settled("p13 seesaw", "eesaw.") == "P13 SEESAW"
    assert settled("p13 seesaw", "eeaw.") == "P13 SEEsAW"
    assert settled("P13 SeESAW", "eesaw.") == "P13 SeESAW"
    # The wild that lies there is no new one.
    assert settled("M13 iN", "n") == "M13 IN"


@pytest.mark.parametrize(
    ("text", "hand", "complaint"),
    [
        ("P13 SEW", "E", "for P13 SEW you do not hold the tiles W"),
        ("P13 SEw", "E", "for P13 SEw you do not hold a wild"),
        ("P13 SEW", ".", "for P13 SEW two wilds needed \\(for E, W\\), one allowed"),
    ],
)
def test_tiles_that_are_not_held_are_named(text: str, hand: str, complaint: str) -> None:
    with pytest.raises(IllegalError, match=complaint):
        settle(RETINAS, parse_placement(text), parse_hand(hand))


def test_the_grid_is_drawn_where_it_is_in_use() -> None:
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


def test_an_empty_grid_is_its_middle() -> None:
    assert draw_grid(Grid())[1:] == [" 12 . . .", " 13 . . .", " 14 . . ."]


def test_a_grid_in_use_from_side_to_side_fits_on_the_screen() -> None:
    assert max(map(len, draw_grid(grid_of("13A " + "A" * 25)))) <= 80


# What fits, found the naive way: every word through every letter of the grid, and then the whole
# grid is read.


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
    return Placement(Place(*start, down), Play(word, wild)), Hand(spent, int(wild is not None))


Run = tuple[str, int, int, bool]


def naive_runs(squares: Squares) -> list[Run]:
    """Every run of two letters or more, with where it begins."""
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


@settings(derandomize=True, max_examples=80, deadline=None)
@given(
    dictionaries("ABC", most=25), hands("ABC", most=6, wilds=1), tile_sets(least=1), st.randoms()
)
def test_what_fits_is_what_the_naive_search_finds(
    words: list[str], hand: Hand, tiles: TileSet, random: Random
) -> None:
    lexicon = lexicon_of(words, tiles)
    grid = Grid()
    for _ in range(5):
        found = list(fits(lexicon, grid, hand))
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
    """One who knows some words, and to whom a letter left is worth 9 dollars, a dollar a cent."""

    def __init__(self, known: Lexicon) -> None:
        self.known = known

    def kept(self, state: State) -> float:
        return 9 * len(state.player.hand.letters) + state.player.money / 100


@settings(derandomize=True, max_examples=25, deadline=None)
@given(
    dictionaries("ABC", most=20), hands("ABC", most=5, wilds=1), tile_sets(least=1), st.booleans()
)
def test_ways_to_go_on_are_the_dearest_of_each_tiles_spent_and_none_the_best_first(
    words: list[str], hand: Hand, tiles: TileSet, narrow: bool
) -> None:
    lexicon = lexicon_of({*words, "CAB", "ABC"}, tiles)
    known = set(sorted(lexicon)[:: 2 if narrow else 1])
    player, grid = Saver(lexicon_of(known, tiles)), grid_of("13L CAB", "N13 BAA")
    dearest: dict[Hand, tuple[int, Hand]] = {Hand(""): (0, hand)}
    for placement, pips in fits(lexicon, grid, hand):
        if {made.play.word for made in grid.words(placement)} <= known:
            spent = grid.spent(placement)
            left = Hand(without(hand.letters, spent.letters), hand.wilds - spent.wilds)
            dearest.setdefault(spent, (pips * pips, left))
    expected = [
        (paid, left, paid + GRID * (9 * len(left.letters) + (50 + paid) / 100))
        for paid, left in dearest.values()
    ]
    state = laid(grid, hand)._replace(players=(Player(50, hand),))
    found = layings(player, lexicon, state, grid)
    assert sorted((way.price, way.left) for way in found) == sorted(each[:2] for each in expected)
    equities = [way.equity for way in found]
    assert equities == sorted((equity for *_, equity in expected), reverse=True)
    assert [way.price for way in found if way.placement is None] == [0]


def test_a_word_fits_through_two_that_lie_there() -> None:
    lexicon = lexicon_of(["CAT", "COT", "TOT", "TAT"])
    grid = grid_of("13L CAT", "N13 TOT")
    placement = parse_placement("15L TOT")
    assert placement in [found for found, _ in fits(lexicon, grid, Hand("OT"))]


def test_words_that_the_house_accepts_fit_too() -> None:
    lexicon = lexicon_of(["CAT", "COT"]).accepting(["TAX"])
    found = [str(placement) for placement, _ in fits(lexicon, grid_of("13L CAT"), Hand("AX"))]
    assert found == ["N13 TAX"]
    assert not list(fits(lexicon.without_house(), grid_of("13L CAT"), Hand("AX")))


def test_words_that_the_house_takes_out_do_not_fit() -> None:
    lexicon = lexicon_of(["CAT", "TAX", "TAXA"])
    house = House(frozenset(), frozenset({"TAX"}))
    ruled = Lexicon(lexicon.name, lexicon.source, lexicon.compiled, lexicon.tiles, house)
    found = [str(placement) for placement, _ in fits(ruled, grid_of("13L CAT"), Hand("AAX"))]
    assert found == ["N13 TAXA"]


def test_a_first_word_is_no_longer_than_the_grid() -> None:
    lexicon = lexicon_of(["A" * SIZE, "A" * (SIZE + 1)])
    (only,) = fits(lexicon, Grid(), Hand("A" * (SIZE + 1)))
    assert only[0].play.word == "A" * SIZE


def test_runs_of_letters_that_no_grid_has_any_more_are_forgotten() -> None:
    (index,) = lexicon_of(["CAT", "SCAT"]).indexes
    runs = Runs(index)
    runs.learn(["AT", "CA"])
    where = runs.at("AT", 1), runs.at("AT", 2)
    runs.learn(["".join(pair) for pair in product(ALPHABET, repeat=2)])
    runs.learn(["AT"])
    assert where == (runs.at("AT", 1), runs.at("AT", 2))
    with pytest.raises(KeyError):
        runs.at("CA", 0)


def test_with_enable_every_fit_can_be_laid_and_makes_words_only(enable: Lexicon) -> None:
    grid = grid_of("13J RETiNAS", "M13 IMPRoVED", "19L VEX")
    for placement, pips in islice(fits(enable, grid, Hand("AEGHIORT", 1)), 300):
        assert grid.pips(placement, enable.tiles) == pips
        assert all(made.play.word in enable for made in grid.words(placement))
        grid.laid(placement)


@settings(derandomize=True, deadline=None)
@given(st.text(max_size=8) | st.text("18AHRETi() ", max_size=12))
def test_whatever_is_typed_is_a_placement_or_refused(text: str) -> None:
    try:
        placement = parse_placement(text)
    except BwError:
        return
    assert parse_placement(str(placement)) == placement


# The game.


@pytest.fixture(scope="session")
def everyday(home: Path) -> Lexicon:
    """A small dictionary: games with it are quick."""
    del home
    return open_lexicon("everyday")


def crossword_game(number: int, seed: int, lexicon: Lexicon, *kinds: str) -> Game:
    """A game as computer players play it to the end."""
    seats = tuple(
        Seat(f"{kinds[at % len(kinds)]}-{at}", kinds[at % len(kinds)]) for at in range(number)
    )
    header = Header(lexicon.tiles, seats, "everyday", "", seed, variants=("crossword",))
    game = Game.start(header)
    assert game.deal is not None
    computers = computer_players(seats, seed, lexicon, header.variants)
    at_table = list(computers.values())
    for event, _ in play_game(game.rules, lexicon, game.deal, at_table, game.state):
        game = game.after(event)
    return game


def laid(board: Grid | None, hand: Hand) -> State:
    """The state of a player alone who is to lay, without money."""
    start = RULES.start(1)
    return start._replace(phase="lay", players=(Player(0, hand),), board=board)


RULES = make_rules(CLASSIC, ["crossword"], 1)


@pytest.mark.parametrize(
    ("players", "seed", "kinds"),
    [(1, 1, ["master"]), (2, 3, ["club", "master"]), (4, 5, ["novice", "casual"])],
)
def test_whole_games_leave_words_that_hang_together(
    everyday: Lexicon, players: int, seed: int, kinds: list[str]
) -> None:
    game = crossword_game(players, seed, everyday, *kinds)
    squares = squares_of(crossword.grid_of(game.state))
    assert len(squares) > 20
    assert all(run[0] in everyday for run in naive_runs(squares))
    reached: set[tuple[int, int]] = set()
    new = {next(iter(squares))}
    while new:
        reached |= new
        beside = {(r + i, c + j) for r, c in new for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        new = (beside & squares.keys()) - reached
    assert reached == squares.keys()


def test_what_is_laid_leaves_the_hand_and_stays_on_the_grid(everyday: Lexicon) -> None:
    game = crossword_game(2, 7, everyday, "club")
    for before, event, after in zip(game.states, game.events, game.states[1:], strict=False):
        if isinstance(event, Lay) and event.placement:
            lay, lie = (squares_of(crossword.grid_of(state)) for state in (before, after))
            new = [lie[at] for at in lie.keys() - lay.keys()]
            letters = "".join(letter for letter in new if letter.isupper())
            kept = after.players[before.turn].hand
            assert kept.plus(letters, len(new) - len(letters)) == before.player.hand
            assert lay.items() <= lie.items()
        else:
            assert after.board == before.board


def test_the_price_counts_every_letter_of_the_word_and_of_no_other() -> None:
    state = laid(grid_of("13L CAt", "N12 ITS"), Hand("EEHRTU", 2))
    after = RULES.step(state, Lay(parse_placement("14L HUSh")))
    # H2 U1 S1 h1: 5 pips. CH and AU, which it completes too, bring nothing.
    assert after.player == Player(25, Hand("EERT", 1))
    assert RULES.step(after, Lay()).phase == "discard"


@pytest.mark.parametrize(
    ("placement", "complaint"),
    [
        ("14L HUSH", "for 14L HUSH you do not hold H"),
        ("14L HUSh", "for 14L HUSh you do not hold a wild"),
        ("20A HU", "20A HU does not cross an earlier word"),
    ],
)
def test_the_rules_refuse_what_cannot_be_laid(placement: str, complaint: str) -> None:
    with pytest.raises(IllegalError, match=complaint):
        RULES.step(laid(grid_of("13L CAT", "N12 ITS"), Hand("HU")), Lay(parse_placement(placement)))


def test_words_are_laid_not_sold() -> None:
    with pytest.raises(IllegalError, match="nobody can sell now: player 1 is to lay"):
        RULES.step(laid(None, Hand("EERST")), Sell((Play("REST"),)))


def test_who_has_no_tile_is_not_asked() -> None:
    assert RULES.forced(laid(None, Hand(""))) == Lay()
    assert RULES.forced(laid(None, Hand("", 1))) is None


def test_every_legal_placement_is_listed() -> None:
    lexicon = lexicon_of(["CAT", "COT", "TACT", "ACT"])
    board, hand = grid_of("13L CAT", "M12 CAT"), Hand("ACOT", 1)
    listed = set(RULES.legal(laid(board, hand), [Play(word) for word in lexicon]))
    found = {Lay(placed) for placed, _ in fits(lexicon, board, hand) if placed.play.wild is None}
    assert found | {Lay()} <= listed
    for event in listed:
        RULES.step(laid(board, hand), event)


@pytest.mark.parametrize("others", [["draft", "trade"], ["auction"], ["theme"]])
def test_it_goes_with_every_other_variant(others: list[str], everyday: Lexicon) -> None:
    names = combined(["crossword", *others], 2)
    seats = (Seat("club", "club"), Seat("master", "master"))
    rules, deal = make_rules(CLASSIC, names, 2), Deal(CLASSIC, 11)
    words = lexicon_of(list(everyday)[::300]) if "theme" in others else everyday
    computers = computer_players(seats, 11, words, names)
    *_, (_, end) = play_game(rules, words, deal, list(computers.values()), rules.start(2))
    assert end.phase == "over"
    assert not crossword.grid_of(end).is_empty


def test_a_player_that_lays_what_is_no_word_is_refused() -> None:
    class Cheat(Novice):
        def lay(self, state: State) -> Lay:  # noqa: ARG002
            return Lay(parse_placement("14L HUSH"))

    lexicon = lexicon_of(["CAT", "ITS", "HUSH"])
    seat = players.Computer("cheat", Cheat(lexicon))
    with pytest.raises(IllegalError, match="player cheat may not lay so: 'CH' is not in the dict"):
        players.decide(RULES, lexicon, laid(grid_of("13L CAT", "N12 ITS"), Hand("HHU")), seat)


def test_a_record_replays_to_the_same_grid(everyday: Lexicon) -> None:
    game = crossword_game(2, 6, everyday, "casual")
    lines = [parse_line(line) for line in game_record(game.header, game.events).splitlines()]
    placements = [e.placement for e in game.events if isinstance(e, Lay) and e.placement]
    assert [line["lay"] for line in lines if line.get("lay")] == list(map(str, placements))


# At the terminal, with seed 5, which deals DGNS first.


def played(file: Path, *lines: str) -> list[str]:
    """What is printed in a new game when this is answered."""
    command = ("play", "--variant", "crossword", "--seed", "5", "--record", str(file))
    done = bw(*command, stdin=script(*lines))
    assert (done.status, done.err) == (0, "")
    return done.lines


DAGS = [
    "    K L M N O P",
    " 12 . . . . . .",
    " 13 . D a G S .",
    " 14 . . . . . .",
]


@pytest.fixture
def file(own_games: Path) -> Path:
    return own_games / "game.jsonl"


def test_a_word_laid_is_told_and_drawn(file: Path) -> None:
    lines = played(file, "y", "13l dags")
    at = lines.index("Word to lay (Enter: no more): 13l dags") + 1
    assert lines[at : at + 5] == ["You laid 13L DaGS for $36: $200 now.", *DAGS]


def test_without_a_place_a_word_goes_where_it_brings_most(file: Path) -> None:
    lines = played(file, "y", "dags", "gin")
    # From the G that lies there, and with one wild less than anywhere else.
    assert "You laid N13 GiN for $16: $216 now." in lines


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("n13 gxn", "No: GXN is not in the dictionary enable: if the table agrees, accept GXN."),
        ("gxn", "No: GXN is not in the dictionary enable: if the table agrees, accept GXN."),
        ("n13 gorge", "No: for N13 GORGE 4 wilds needed (for E, G, O, R), one allowed."),
        ("m12 no", "No: M12 NO needs O on M13, where A lies."),
        ("p13 no", "No: P13 NO does not cross an earlier word"),
        ("14m no", "No: 14M NO does not cross an earlier word"),
        ("13l dag", "No: 13L DAG is not the whole word: with the letters next to it it is DAGS."),
        ("quiz", "No: QUIZ fits nowhere: there is no place where it crosses an earlier word."),
        ("gnat", "No: GNAT fits nowhere; for N13 GNAT two wilds needed (for A, T), one allowed."),
        ("99z quiz", "No: '99z' is no place: 8H is across from H8, H8 is down from there"),
        ("n13", "No: lay one word at a time, such as 8h retinas (across) or h8 retinas (down)"),
        ("n13 gin m13 an", "No: lay one word at a time"),
        ("gin, an", "No: lay one word at a time"),
    ],
)
def test_what_cannot_be_laid_is_answered_with_the_reason(
    file: Path, line: str, complaint: str
) -> None:
    printed = " ".join(" ".join(played(file, "y", "13l dags", line)).split())
    assert complaint in printed


def test_a_word_that_the_new_tiles_complete_must_be_valid_too(file: Path) -> None:
    lines = played(file, "y", "13l dags", "n13 gin", "14m pi", "accept ap", "14m pi")
    refused = "No: 14M pI makes AP down from M13, which is not in the dictionary enable"
    assert any(line.startswith(refused) for line in lines)
    assert "You laid 14M pI for $4: $220 now." in lines


def test_a_word_longer_than_a_hand_can_be_accepted(file: Path) -> None:
    word = "Z" * 20
    lines = played(file, "y", f"accept {word}")
    assert f"{word} is valid in this game from now on." in lines


def test_the_words_are_those_that_fit_the_grid(file: Path) -> None:
    lines = played(file, "y", "13l dags", "words")
    at = lines.index("Word to lay (Enter: no more): words") + 1
    assert lines[at].startswith("L11 aND $16")


def test_a_hint_is_what_master_would_lay_and_what_else_there_is(file: Path) -> None:
    lines = " ".join(played(file, "y", "hint"))
    assert re.search(r"master would lay .*\. +With the worth of what is left: .*\(\$\d+\)", lines)


def test_the_table_shows_the_grid(file: Path) -> None:
    lines = played(file, "y", "dags", "", "table")
    at = next(at for at, line in enumerate(lines) if line.endswith("table"))
    assert lines[at:][lines[at:].index(DAGS[0]) :][:4] == DAGS


def test_a_word_can_be_taken_back(file: Path) -> None:
    lines = played(file, "y", "dags", "undo")
    assert "Your hand: D2 G2 N1 S1, 8 wilds (1 pip each); money: $164" in lines
    assert read_game(file).state.board is None


def test_a_game_goes_on_in_the_middle_of_a_turn(file: Path) -> None:
    played(file, "y", "dags")
    lines = bw("resume", str(file), stdin=script("gin", "")).lines
    assert lines[lines.index(DAGS[0]) : lines.index(DAGS[0]) + 4] == DAGS
    assert "You laid N13 GiN for $16: $216 now." in lines
    assert read_game(file).state.round == 2


def test_a_replay_shows_the_placements_and_the_grid(file: Path) -> None:
    played(file, "y", "dags", "")
    lines = bw("replay", str(file), "--to", "1").lines
    assert any(
        line.split() == ["1", "lay", "you", "lay", "13L", "DaGS", "$36", "$200", "104"]
        for line in lines
    )
    assert lines[-4:] == DAGS
    assert bw("replay", str(file), "--state", "--to", "1", "-f", "jsonl").rows[0]["board"] == DAGS


@pytest.mark.parametrize(
    ("lay", "reason"),
    [
        ('"8H"', "'8H' is no placement"),
        ('"13l dags"', "13L DAGS could be"),
        ('""', "'' is no placement"),
        ("5", "'5' is no placement"),
        ("true", "'True' is no placement"),
        ('"26A CAT"', "'26A' is no place: "),
        ('"13L DAGS"', "for 13L DAGS you do not hold A"),
    ],
)
def test_a_record_with_a_false_placement_is_refused(lay: str, reason: str, file: Path) -> None:
    played(file, "y", "dags")
    text = re.sub(r',"sum":"\w+"', "", file.read_text())  # by hand a line is changed without it
    assert '"lay":"13L DaGS"' in text
    file.write_text(text.replace('"13L DaGS"', lay))
    error = bw("replay", str(file)).error
    assert "line 5: " in error
    assert reason in error


def test_the_rules_are_told_and_that_they_are_a_reading() -> None:
    printed = " ".join(bw("play", "--variant", "crossword", "--rules").out.split())
    assert "must cross an earlier word" in printed
    assert "Every letter of it counts, those that lay there before too" in printed
    assert "this is how bwtools reads them" in printed


def test_at_the_end_the_grid_and_the_result_are_shown(file: Path) -> None:
    command = ("play", "--variant", "crossword", "--players", "novice,casual", "--seed", "4")
    lines = bw(*command, "-d", "everyday", "--record", str(file)).lines
    grid = draw_grid(crossword.grid_of(read_game(file).state))
    at = lines.index(grid[0])
    assert lines[at : at + len(grid)] == grid
    assert " won with $" in lines[at + len(grid) + 1] or "shared" in lines[at + len(grid) + 1]
