"""The variant crossword: its rules, whole games, records, and games at the terminal."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from crossword_grids import (
    RULES,
    grid_of,
    laid,
    naive_runs,
    squares_of,
)
from playing import HALF, script
from shell import bw

from bwtools.cli.terminal.new_game import computer_players
from bwtools.cli.terminal.phases.phase_prompt import phase_prompt
from bwtools.errors import IllegalError
from bwtools.game.deal import Deal
from bwtools.game.state import Player, Sell, State
from bwtools.game.variants import combined, crossword, make_rules
from bwtools.game.variants.crossword import Lay
from bwtools.game.variants.grid import draw_grid, parse_placement
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words, open_lexicon
from bwtools.players import game_loop, strategy
from bwtools.players.game_loop import play_game
from bwtools.players.rule_players import Novice
from bwtools.players.variants.grid_moves import best_placements
from bwtools.records.game_record import Game, Header, Seat
from bwtools.records.record_file import game_record, read_game
from bwtools.storage.jsonlines import parse_line
from bwtools.tiles.hand import Hand, Play

# The game.


@pytest.fixture(scope="session")
def everyday() -> Lexicon:
    """Return a small dictionary with half the tiles, for fast games."""
    return open_lexicon("everyday", HALF)


@cache
def crossword_game(number: int, seed: int, lexicon: Lexicon, *kinds: str) -> Game:
    """Return a finished game between computer players."""
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


@pytest.mark.parametrize(
    ("players", "seed", "kinds"),
    [
        (2, 7, ["club"]),
        (4, 5, ["novice", "casual"]),
        pytest.param(1, 1, ["master"], marks=pytest.mark.slow),
        pytest.param(2, 3, ["club", "master"], marks=pytest.mark.slow),
    ],
)
def test_in_whole_games_all_words_are_connected(
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


def test_tiles_laid_leave_the_hand_and_stay_on_the_grid(everyday: Lexicon) -> None:
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


def test_the_price_counts_the_letters_of_the_new_word_only() -> None:
    state = laid(grid_of("13L CAt", "N12 ITS"), Hand("EEHRTU", 2))
    after = RULES.step(state, Lay(parse_placement("14L HUSh")))
    # H2 U1 S1 h1: 5 pips. CH and AU, which are completed too, earn nothing.
    assert after.player == Player(25, Hand("EERT", 1))
    assert RULES.step(after, Lay()).phase == "discard"


@pytest.mark.parametrize(
    ("placement", "complaint"),
    [
        ("14L HUSH", "14L HUSH cannot be laid: you hold only 1 H tile"),
        ("14L HUSh", "14L HUSh cannot be laid: you hold no wild"),
        ("20A HU", "20A HU does not cross an earlier word"),
    ],
)
def test_an_impossible_placement_is_rejected(placement: str, complaint: str) -> None:
    with pytest.raises(IllegalError, match=complaint):
        RULES.step(laid(grid_of("13L CAT", "N12 ITS"), Hand("HU")), Lay(parse_placement(placement)))


def test_the_phase_lay_replaces_sell() -> None:
    with pytest.raises(IllegalError, match="cannot sell now: player 1 has to lay"):
        RULES.step(laid(None, Hand("EERST")), Sell((Play("REST"),)))


def test_a_player_without_tiles_has_no_choice() -> None:
    assert RULES.forced(laid(None, Hand(""))) == Lay()
    assert RULES.forced(laid(None, Hand("", 1))) is None


def test_every_legal_placement_is_listed() -> None:
    lexicon = lexicon_from_words(["CAT", "COT", "TACT", "ACT"])
    board, hand = grid_of("13L CAT", "M12 CAT"), Hand("ACOT", 1)
    listed = set(RULES.legal(laid(board, hand), [Play(word) for word in lexicon]))
    found = {
        Lay(placed)
        for placed, _ in best_placements(lexicon, board, hand)
        if placed.play.wild is None
    }
    assert found | {Lay()} <= listed
    for event in listed:
        RULES.step(laid(board, hand), event)


@pytest.mark.parametrize(
    "others",
    [["draft", "trade"], ["theme"], pytest.param(["auction"], marks=pytest.mark.slow)],
)
def test_it_can_be_combined_with_every_other_variant(others: list[str], everyday: Lexicon) -> None:
    names = combined(["crossword", *others], 2)
    seats = (Seat("club", "club"), Seat("master", "master"))
    rules, deal = make_rules(HALF, names, 2), Deal(HALF, 11)
    words = lexicon_from_words(list(everyday)[::300], HALF) if "theme" in others else everyday
    computers = computer_players(seats, 11, words, names)
    *_, (_, end) = play_game(rules, words, deal, list(computers.values()), rules.start(2))
    assert end.phase == "over"
    assert not crossword.grid_of(end).is_empty


def test_an_invalid_word_of_a_computer_player_is_rejected() -> None:
    class Cheat(Novice):
        def lay(self, state: State) -> Lay:  # noqa: ARG002
            return Lay(parse_placement("14L HUSH"))

    lexicon = lexicon_from_words(["CAT", "ITS", "HUSH"])
    seat = strategy.Computer("cheat", Cheat(lexicon))
    with pytest.raises(IllegalError, match="player cheat broke a rule: 'CH' is not in the dict"):
        game_loop.decide(RULES, lexicon, laid(grid_of("13L CAT", "N12 ITS"), Hand("HHU")), seat)


def test_a_record_replays_to_the_same_grid(everyday: Lexicon) -> None:
    game = crossword_game(2, 7, everyday, "club")
    lines = [parse_line(line) for line in game_record(game.header, game.events).splitlines()]
    placements = [e.placement for e in game.events if isinstance(e, Lay) and e.placement]
    assert [line["lay"] for line in lines if line.get("lay")] == list(map(str, placements))


# At the terminal, with seed 5, which deals DGNS first.


def played(file: Path, *lines: str) -> list[str]:
    """Return what a new game prints with these answers."""
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


def test_a_word_laid_is_reported_and_drawn(file: Path) -> None:
    lines = played(file, "y", "13l dags")
    at = lines.index("Word to lay (Enter: no more): 13l dags") + 1
    assert lines[at : at + 5] == ["You laid 13L DaGS for $36: $200 now.", *DAGS]


def test_without_a_start_a_word_goes_where_it_earns_most(file: Path) -> None:
    lines = played(file, "y", "dags", "gin")
    # It uses the G on the grid, and one wild less than anywhere else.
    assert "You laid N13 GiN for $16: $216 now." in lines


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (
            "n13 gxn",
            "No: GXN is not in the dictionary enable: if everyone agrees, type accept GXN.",
        ),
        ("gxn", "No: GXN is not in the dictionary enable: if everyone agrees, type accept GXN."),
        ("n13 gorge", "No: for N13 GORGE 4 wilds needed (for E, G, O, R), one allowed."),
        ("m12 no", "No: M12 NO needs O on M13, which has A."),
        ("p13 no", "No: P13 NO does not cross an earlier word"),
        ("14m no", "No: 14M NO does not cross an earlier word"),
        ("13l dag", "No: 13L DAG is not the whole word: with the letters next to it it is DAGS."),
        ("quiz", "No: QUIZ fits nowhere: it must cross an earlier word."),
        ("gnat", "No: GNAT fits nowhere; for N13 GNAT two wilds needed (for A, T), one allowed."),
        ("99z quiz", "No: '99z' is not a square: write 8H for across from H8, H8 for down"),
        ("n13", "No: lay one word at a time, such as 8h retinas (across) or h8 retinas (down)"),
        ("n13 gin m13 an", "No: lay one word at a time"),
        ("gin, an", "No: lay one word at a time"),
    ],
)
def test_an_impossible_word_is_answered_with_the_reason(
    file: Path, line: str, complaint: str
) -> None:
    printed = " ".join(" ".join(played(file, "y", "13l dags", line)).split())
    assert complaint in printed


def test_words_completed_by_new_tiles_must_be_valid(file: Path) -> None:
    lines = played(file, "y", "13l dags", "n13 gin", "14m pi", "accept ap", "14m pi")
    refused = "No: 14M pI makes AP down from M13, which is not in the dictionary enable"
    assert any(line.startswith(refused) for line in lines)
    assert "You laid 14M pI for $4: $220 now." in lines


def test_a_word_longer_than_a_hand_can_be_accepted(file: Path) -> None:
    word = "Z" * 20
    lines = played(file, "y", f"accept {word}")
    assert f"{word} is valid in this game from now on." in lines


def test_the_command_words_lists_words_that_fit_the_grid(file: Path) -> None:
    lines = played(file, "y", "13l dags", "words")
    at = lines.index("Word to lay (Enter: no more): words") + 1
    assert lines[at].startswith("L11 aND $16")


def test_a_hint_has_the_move_of_master_and_alternatives(file: Path) -> None:
    lines = " ".join(played(file, "y", "hint"))
    assert re.search(
        r"master would lay .*\. +Options, including the leave value: .*\(\$\d+\)", lines
    )


def test_the_table_shows_the_grid(file: Path) -> None:
    lines = played(file, "y", "dags", "", "table")
    at = next(at for at, line in enumerate(lines) if line.endswith("table"))
    assert lines[at:][lines[at:].index(DAGS[0]) :][:4] == DAGS


def test_a_word_can_be_undone(file: Path) -> None:
    lines = played(file, "y", "dags", "undo")
    assert "Your hand: D2 G2 N1 S1, 8 wilds (1 pip each); money: $164" in lines
    assert read_game(file).state.board is None


def test_a_game_can_be_resumed_within_a_turn(file: Path) -> None:
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
        ('"8H"', "'8H' is not a placement"),
        ('"13l dags"', "is not a placement: write 13L DAGS"),
        ('""', "'' is not a placement"),
        ("5", "'5' is not a placement"),
        ("true", "'True' is not a placement"),
        ('"26A CAT"', "'26A' is not a square: "),
        ('"13L DAGS"', "13L DAGS cannot be laid: you hold no A tile"),
    ],
)
def test_a_record_with_an_impossible_placement_is_rejected(
    lay: str, reason: str, file: Path
) -> None:
    played(file, "y", "dags")
    text = re.sub(r',"sum":"\w+"', "", file.read_text())  # so that the changed line has no checksum
    assert '"lay":"13L DaGS"' in text
    file.write_text(text.replace('"13L DaGS"', lay))
    error = bw("replay", str(file)).error
    assert "line 5: " in error
    assert reason in error


def test_the_rules_are_printed_as_our_interpretation() -> None:
    printed = " ".join(bw("play", "--variant", "crossword", "--rules").out.split())
    assert "must cross an earlier one" in printed
    assert "counting all its letters" in printed
    assert "This is how bwtools interprets them" in printed


def test_at_the_end_the_grid_and_the_result_are_shown(file: Path) -> None:
    command = ("play", "--variant", "crossword", "--players", "novice,casual", "--seed", "4")
    lines = bw(*command, "-d", "everyday", "--record", str(file)).lines
    grid = draw_grid(crossword.grid_of(read_game(file).state))
    at = lines.index(grid[0])
    assert lines[at : at + len(grid)] == grid
    assert " won with $" in lines[at + len(grid) + 1] or "shared" in lines[at + len(grid) + 1]


def test_words_that_can_still_be_laid_are_valued(enable: Lexicon) -> None:
    state = laid(grid_of("13L CAT"), Hand("STU"))
    prompt = phase_prompt("lay")
    words = prompt.unsold(Lay(), state, enable)
    placement, _, dollars = words.partition(" for $")
    after = RULES.step(state, Lay(parse_placement(placement)))
    assert after.player.money == int(dollars)
    assert prompt.unsold(Lay(), laid(grid_of("13L CAT"), Hand("")), enable) == ""
