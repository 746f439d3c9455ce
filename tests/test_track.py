"""bw track: the companion at a real table."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from marks import slow
from shell import bw
from track_table import PLAYERS, SMALL, Track, answers, events, state

from bwtools.advice.rules_of_thumb import discard_by_rule
from bwtools.cli.terminal import prompt
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell, State
from bwtools.lexicon.lexicon import Lexicon
from bwtools.records.record_file import read_game
from bwtools.sales.best_sales import best_sales
from bwtools.tiles.tile_set import load_tiles, price

CLASSIC = load_tiles()


# Entries


@pytest.mark.parametrize(
    ("line", "event"),
    [("4", "roll 4"), ("c3", "choose 3"), ("choice 3", "choose 3"), ("C 5", "choose 5")],
)
def test_the_die(track: Track, path: Path, line: str, event: str) -> None:
    track(line)
    assert events(path) == [f"Anna {event}"]


@pytest.mark.parametrize(
    "lines",
    [
        ("3", "ing", "tea", "y", "n"),
        ("3", "ing tea", "y n"),
        ("3", "ing+", "tea-"),
        ("3", "ing y", "TEA n"),
        ("3", "ing", "tea-", "yes"),
        ("3 ing+ tea-",),
        ("3, ing, tea, +, -",),
        ("3 ing", "tea n", "y"),
        ("3 ing tea- y",),
        ("3 ing tea y n",),
        ("3 ing y tea n",),
        ("3 ing", "tea", "buy", "pass"),
    ],
)
def test_sets_and_purchases_can_be_entered_together_or_one_by_one(
    track: Track, path: Path, lines: tuple[str, ...]
) -> None:
    track(*lines)
    assert events(path)[1:] == [
        *("Anna draw GIN", "you draw AET", "Anna buy GIN", "you pass AET"),
    ]


def test_a_set_that_looks_like_an_answer_is_read_as_a_set(track: Track, path: Path) -> None:
    track("2 no no- n")
    assert events(path)[1:] == ["Anna draw NO", "you draw NO", "Anna pass NO", "you pass NO"]


BOUGHT = ("4 quiz+ tine+",)  # Anna holds IQUZ, you EINT, four wilds each


@pytest.mark.parametrize(
    ("line", "sold"),
    [
        ("quiz", "QUIZ"),
        ("QUIZ", "QUIZ"),
        ("QUIz", "QUIz"),
        ("quip", "QUIp"),
        ("quiz, it", "QUiZ It"),
        ("", ""),
        ("-", ""),
    ],
)
def test_a_sale_is_laid_as_written_or_for_the_highest_price(
    track: Track, path: Path, line: str, sold: str
) -> None:
    track(*BOUGHT, line)
    assert events(path)[-1] == f"Anna sell {sold}".rstrip()


def test_a_wild_goes_where_it_costs_least(track: Track, path: Path) -> None:
    track("5 taxoi+ aeiou-", "ox tax")
    assert events(path)[-1] == "Anna sell Ox TAX"


def test_only_a_player_over_the_limit_is_asked_to_discard(track: Track, path: Path) -> None:
    track("5 aeior+ tnsla+", "", "", "4 ddgg+ hhcc-", "", "", "gd")
    assert events(path)[-2:] == ["you discard DG", "Anna discard"]
    assert state(path)["round"] == 3


def test_in_a_game_alone_it_is_always_your_turn(track: Track, path: Path) -> None:
    track("3 ing+", "", "2 te+", "tinge", args=("--players", "Zoë"))
    assert state(path)["players"] == [{"name": "Zoë", "money": 216, "hand": "", "wilds": 8}]


# Players


def test_the_players_are_asked_for(path: Path) -> None:
    bw("track", "--record", str(path), stdin="Anna, Ben B\nben b\n4\n")
    seats = read_game(path).header.seats
    assert [tuple(seat) for seat in seats] == [("Anna", "person"), ("Ben B", "you")]
    assert read_game(path).header.seed is None


@pytest.mark.parametrize(
    "names", ["Anna Ben me", "Anna, Ben and me", "Anna,Ben,  and you", "Anna & Ben & you"]
)
def test_names_can_be_separated_in_several_ways(path: Path, names: str) -> None:
    bw("track", "--record", str(path), stdin=f"{names}\n4\n")
    assert [seat.name for seat in read_game(path).header.seats] == ["Anna", "Ben", "you"]
    assert events(path) == ["Anna roll 4"]


def test_help_and_quit_are_not_names(path: Path) -> None:
    done = bw("track", "--record", str(path), stdin="help\nquit\n")
    assert (done.status, done.err) == (0, "")
    assert "commas" in done.out
    assert not path.exists()


def test_names_are_asked_for_until_they_are_valid(path: Path) -> None:
    lines = ("", "a,b,c,d,e", "Anna,anna", "Anna you", "4")
    done = bw("track", "--record", str(path), stdin="\n".join(lines))
    assert [seat.name for seat in read_game(path).header.seats] == ["Anna", "you"]
    assert done.status == 0


def test_without_names_there_is_no_game(path: Path) -> None:
    assert bw("track", "--record", str(path)).status == 0
    assert not path.exists()


@pytest.mark.parametrize(
    ("players", "kinds"),
    [
        (("Anna,you",), ["person", "you"]),
        (("Anna,YOU",), ["person", "you"]),
        (("Anna,Ben", "--me", "anna"), ["you", "person"]),
        (("Anna,Ben",), ["person", "person"]),
        (("Anna",), ["you"]),
    ],
)
def test_the_seat_of_the_user_is_in_the_record(
    track: Track, path: Path, players: tuple[str, ...], kinds: list[str]
) -> None:
    track(args=("--players", *players))
    assert [seat.kind for seat in read_game(path).header.seats] == kinds


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("Anna,Anna",), "two players are called Anna"),
        (("Anna,",), "'' cannot be a name"),
        (("a,b,c,d,e",), "1 to 4 players, not 5"),
        (("Anna,Ben", "--me", "Cleo"), "'Cleo' is not one of the players"),
        (("Anna,B\x1ben",), r"'B\x1ben' cannot be a name"),
        (("Anna," + "n" * 99,), "cannot be a name"),
    ],
)
def test_players_that_are_not_valid_are_an_error(
    track: Track, path: Path, args: tuple[str, ...], reason: str
) -> None:
    assert reason in track(args=("--players", *args)).error
    assert not path.exists()


def test_without_a_file_the_game_is_among_the_saved_games(own_home: Path) -> None:
    bw("track", *PLAYERS, stdin="4\n")
    (file,) = (own_home / "games").glob("*.jsonl")
    assert events(file) == ["Anna roll 4"]


def test_an_existing_file_is_not_overwritten(track: Track, path: Path) -> None:
    track("4")
    assert "already exists" in track("5").error
    assert events(path) == ["Anna roll 4"]


# Rejected entries


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("6",), "the die cannot show 6"),
        (("c6",), "6 cannot be chosen"),
        (("c",), "is not a die roll"),
        (("ing",), "'ing' is not a die roll"),
        (("9" * 5000,), "is not a die roll"),
        (("²",), "is not a die roll"),
        (("3", "tinge"), "Anna: EGINT cannot be drawn: each player draws 3 tiles"),
        (("2 qu", "qi"), "IQ cannot be drawn: the bag holds no Q tile"),
        (("3 zzz+ abc-",), "Anna: ZZZ cannot be drawn: the bag holds only 2 Z tiles"),
        (("3", "in?"), "has a wild in it"),
        (("3", "in1"), "is not a tile"),
        (("5 jjqxz+",), "Anna: not enough money: JJQXZ costs $400, but you have $200"),
        (("5 jjqxz aeion", "y"), "Anna: not enough money: JJQXZ costs $400, but you have $200"),
        (("3 ing aet", "maybe"), "'maybe' is not an answer"),
        (("3 ing- aet- gin",), "'gin' is too much"),
        ((*BOUGHT, "qzzt"), "QZZT is not in the dictionary enable"),
        ((*BOUGHT, "xylem"), "Anna: for XYLEM 5 wilds needed"),
        ((*BOUGHT, "quiz ax"), "Anna: after QUIZ, for AX two wilds needed (for A, X), one allowed"),
        ((*BOUGHT, "QUArTz"), "Anna: for QUARTZ 3 wilds needed"),
        ((*BOUGHT, "-", "ZiT"), "for ZiT you hold no Z tile"),
        ((*BOUGHT, "qi\x00"), "is not a letter"),
    ],
)
def test_an_impossible_entry_is_rejected_with_the_reason(
    track: Track, path: Path, lines: tuple[str, ...], reason: str
) -> None:
    track(*lines[:-1])
    before = events(path)
    path.unlink()
    done = track(*lines)
    assert reason in answers(done)
    assert events(path) == before
    assert done.status == 0


def test_nothing_of_a_rejected_line_is_recorded(track: Track, path: Path) -> None:
    track("3 ing+ inq+ z")
    assert events(path) == []


def test_undecodable_bytes_are_rejected(path: Path) -> None:
    done = bw("track", *PLAYERS, "--record", str(path), stdin=b"\xff\xfe\n4\n")
    assert done.status == 0
    assert events(path) == ["Anna roll 4"]


def test_too_few_discards_are_rejected(track: Track, path: Path) -> None:
    done = track("5 aeior+ tnsla+", "", "", "4 ddgg+ hhcc-", "", "", "", "qz", "g")
    assert "discard at least " in answers(done)
    assert "QZ cannot be discarded: you hold no Q or Z tile" in answers(done)
    assert state(path)["round"] == 3


def test_a_word_is_sold_once_the_table_accepts_it(track: Track, path: Path) -> None:
    track(*BOUGHT, "quzi", "accept quzi", "quzi")
    assert events(path)[-1] == "Anna sell QUZI"
    assert read_game(path).accepted == {"QUZI"}


# Advice and the table


def test_hint_on_choice_is_for_the_leader(track: Track) -> None:
    assert "Name 2 on choice" in answers(track("hint", args=("--players", "you,Ben")))


def test_hint_on_choice_is_not_for_the_others(track: Track) -> None:
    assert "it is Anna's turn: you have nothing to decide" in answers(track("hint"))


def test_hint_is_about_your_set_before_it_is_your_turn(track: Track) -> None:
    assert "Buy AET" in answers(track("3 qxz aet", "hint"))


def hinted(output: str) -> set[str]:
    """Return the letter tiles of the sales that a hint names."""
    plays = re.findall(r"(?:Sell|or) ([A-Za-z]{2,}) \(\$", output)
    return {letter for play in plays for letter in play if letter.isupper()}


def test_hint_is_about_your_hand_while_others_sell(track: Track) -> None:
    assert hinted(answers(track("4 quiz+ tixe+", "hint"))) <= set("EITX")


def test_hint_after_your_turn_reports_nothing_to_decide(track: Track) -> None:
    done = track("3 ing+ aet+", "gin", "hint", args=("--players", "you,Ben"))
    assert "it is Ben's turn: you have nothing to decide" in answers(done)


def test_without_a_user_hint_is_for_the_player_to_move(track: Track) -> None:
    done = track("4 quiz+ tixe+", "hint", "-", "hint", args=("--players", "Anna,Ben"))
    first, second = answers(done).split("Anna sold nothing")
    assert "Q" in hinted(first) <= set("IQUZ")
    assert hinted(second) <= set("EITX")


def test_words_are_those_of_your_hand(track: Track) -> None:
    assert "EXIT $49" in answers(track("4 quiz+ tixe+", "words"))


def test_words_are_for_the_next_round_after_your_sale(track: Track) -> None:
    out = answers(track("3 ing+ tea-", "-", "words", "-", args=("--players", "you,Ben")))
    assert "Nothing more is sold in this round. Next round you could sell:" in out


def test_bag_counts_the_tiles_left(track: Track) -> None:
    assert "105 tiles in the bag: A7 B2 C4 D4 E10" in answers(track("3 eat", "bag"))


@pytest.mark.parametrize("command", ["table", "show", "hands"])
def test_show_lists_money_and_hands(track: Track, command: str) -> None:
    assert "Anna   $100  IQUZ      4\n" in track("4 quiz+ tine-", command).out


def test_show_in_a_game_alone_lists_your_hand(track: Track) -> None:
    out = track("3 ing+", "show", args=("--players", "Zoë")).out
    assert "G2 I1 N1, 8 wilds (1 pip each); money: $184" in out


def test_a_command_in_capitals_means_tiles_if_they_can_be_entered(track: Track, path: Path) -> None:
    done = track("4", "HINT", "hint", "UNDO")
    assert "To enter the tiles, type HINT in capitals." in done.out
    assert events(path) == ["Anna roll 4", "Anna draw HINT", "you draw DNOU"]


def test_accept_needs_a_word_unless_it_is_sold(track: Track, path: Path) -> None:
    assert "No: add a word, as in accept quiz." in track("accept").out
    path.unlink()
    track("5 accep+ ttttt-", "accept", args=("--players", "you,Ben"))
    assert events(path)[-1] == "you sell ACCEPt"


def test_help_lists_every_command(track: Track) -> None:
    out = track("help").out
    listed = re.findall(r"^(\w.*?) {2,}\w", out, re.MULTILINE)
    commands = [
        *(
            "hint",
            "sell",
            "outs",
            "buy SET",
            "choose",
            "discard",
            "words",
            "table",
            "bag",
            "position",
            "log [N]",
            "edit N ENTRY",
            "remove N",
            "insert N ENTRY",
        ),
        *("undo [N]", "redo [N]", "accept WORD...", "quit"),
    ]
    assert listed[-len(commands) :] == commands


def test_lines_fit_80_columns(track: Track) -> None:
    lines = ("help", "bag", *BOUGHT, "words", "hint", "qzzt qzztq", "show", "undo", "quit")
    *out, saved = track(*lines).lines
    assert "game.jsonl" in saved
    assert max(map(len, out)) <= 80


# The end


def test_quit_saves_the_game(track: Track, path: Path) -> None:
    done = track("4", "quit", "ting")
    assert done.status == 0
    assert "bw resume" in done.out
    assert events(path) == ["Anna roll 4"]


def test_ctrl_c_saves_the_game(track: Track, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["4"])

    def type_(_: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(prompt, "_read_line", type_)
    assert track().status == 130
    assert events(path) == ["Anna roll 4"]


@pytest.fixture
def small(tmp_path: Path) -> tuple[str, ...]:
    """Return the options for a bag of eleven tiles and a limit of two letters."""
    (tmp_path / "small.toml").write_text(SMALL)
    return ("-t", str(tmp_path / "small.toml"))


ROUNDS = ("3 ate+ ear-", "eat", "", "2 re- ss+", "", "", "2")


def test_a_short_bag_ends_the_game_with_the_round(
    track: Track, path: Path, small: tuple[str, ...]
) -> None:
    done = track(*ROUNDS, "-", "-", args=(*PLAYERS, *small))
    assert "The game ends after this round's sales." in answers(done)
    assert state(path)["over"]
    assert "You won with $200." in answers(done)
    assert "Game over" in done.lines[-2]
    assert done.lines[-1] == f"bw review {path} grades every decision."


def test_the_last_entry_of_a_finished_game_can_be_taken_back(
    track: Track, path: Path, small: tuple[str, ...]
) -> None:
    done = track(*ROUNDS, "-", "-", "undo 2", "ass", "-", args=(*PLAYERS, *small))
    assert "Taken back: Anna sold nothing." in answers(done)
    assert answers(done).count("You won with $200.") == 1
    assert "Anna won with $205." in answers(done)
    assert state(path)["winners"] == ["Anna"]


def test_your_own_last_sale_is_confirmed_if_it_leaves_words_unsold(
    track: Track, path: Path, small: tuple[str, ...]
) -> None:
    args = ("--players", "you", *small)
    rounds = ("3 ate+", "-", "t", "3 ear-", "-", "3 ers-", "-", "3")
    done = track(*rounds, "", "n", "-", args=args)
    question = "This is the last round, and you can still sell "
    assert answers(done).count(question) == 2
    assert not state(path)["over"]
    bw("resume", str(path), stdin="\ny\n")
    assert state(path)["over"]


def test_in_a_game_alone_the_result_is_compared_with_the_goals(
    track: Track, path: Path, small: tuple[str, ...]
) -> None:
    done = track(
        "3 ate+", "eats", "3 ear-", "-", "3 ers-", "-", "3", "-", args=("--players", "you", *small)
    )
    assert "You ended with $207. Alone, $210 is good." in answers(done)
    assert state(path)["over"]


# Whole games and crashes


def decide(game: State, lexicon: Lexicon) -> Event:
    """Return the event of a player who buys small sets and sells for the best revenue."""
    player, tiles = game.player, lexicon.tiles
    match game.phase:
        case "choose":
            return Choose(3)
        case "buy":
            pips = tiles.set_pips(player.drawn)
            return Buy(pips <= 8 and price(pips) <= player.money)
        case "sell":
            best = best_sales(lexicon, player.hand, top=1)
            return Sell(tuple(sale.play for sale in best[0].sales) if best else ())
        case _:
            return Discard(discard_by_rule(player.hand.letters, tiles))


def whole_game(lexicon: Lexicon, seed: int, players: int) -> tuple[list[str], list[State]]:
    """Return the lines of a game, and the states that they should lead to."""
    rules, deal = Rules(CLASSIC), Deal(CLASSIC, seed)
    lines: list[str] = []
    states = [rules.start(players)]
    while states[-1].phase != "over":
        now = states[-1]
        event = deal.event(now) or decide(now, lexicon)
        match event:
            case Roll(number) | Choose(number):
                lines.append(f"{'c' if isinstance(event, Choose) else ''}{number}")
            case Draw(letters):
                lines[-1] += f" {letters.lower()}" if now.round % 2 else f"\n{letters}"
            case Buy(yes):
                lines.append("yn"[not yes])
            case Sell(plays):
                lines.append(" ".join(map(str, plays)))
            case Discard(letters) if letters and not now.last:
                lines.append(letters.lower())
        states.append(rules.step(now, event))
    return "\n".join(lines).split("\n"), states


@pytest.mark.parametrize(("players", "seed"), [("you", 1), ("Anna,you", 2), ("Anna,Ben,C,D", 3)])
def test_a_whole_game(track: Track, path: Path, enable: Lexicon, players: str, seed: int) -> None:
    lines, states = whole_game(enable, seed, players.count(",") + 1)
    done = track(*lines, args=("--players", players))
    assert done.status == 0
    assert read_game(path).states == tuple(states)


@pytest.mark.parametrize("stops", [(2, 10), *slow((1, 2, 9, 10, 17))])
def test_a_game_killed_repeatedly_continues_where_it_was(
    stops: tuple[int, ...], path: Path, enable: Lexicon
) -> None:
    lines, states = whole_game(enable, 4, 2)
    args = ["track", *PLAYERS, "--record", str(path)]
    entered = 0
    for stop in stops:
        command = [sys.executable, "-m", "bwtools", *args]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("".join(f"{line}\n" for line in [*lines[entered:stop], "help"]))
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith("quit "):  # the help comes after all entries
                    break
            process.kill()
        entered = stop
        args = ["resume", str(path)]
    done = bw(*args, stdin="".join(f"{line}\n" for line in lines[entered:]))
    assert done.status == 0
    assert read_game(path).states == tuple(states)


@pytest.mark.parametrize(
    ("word", "why"),
    [("quiz", "QUIZ is valid already"), ("q", "a word that can be sold has 2 to 14 letters")],
)
def test_a_word_that_need_not_or_cannot_be_accepted_is_rejected(
    track: Track, word: str, why: str
) -> None:
    assert why in answers(track(f"accept {word}"))


def test_games_best_ranks_by_the_result_of_the_user(own_games: Path, enable: Lexicon) -> None:
    for name, seed in (("both-274", 1), ("you-282-ben-201", 3)):
        lines, _ = whole_game(enable, seed, 2)
        record = own_games / "games" / f"{name}.jsonl"
        args = ("track", "--players", "you,Ben", "--record", str(record))
        assert bw(*args, stdin="".join(f"{line}\n" for line in lines)).status == 0
    best = [row["name"] for row in bw("games", "--best", "-f", "jsonl").rows]
    assert best == ["you-282-ben-201", "both-274"]
