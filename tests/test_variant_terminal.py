"""The variants: games of them at the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import script
from shell import bw
from variant_games import (
    ANIMALS,
    TOGETHER,
    goods,
    header,
    kept,
    play,
    rules,
)

from bwtools.game.variants import NAMES
from bwtools.game.variants.auction import Bid
from bwtools.game.variants.draft import open_tiles
from bwtools.game.variants.trade import Offer
from bwtools.lexicon.lexicon import Lexicon
from bwtools.records.record_file import create_game, read_game

# At the terminal


@pytest.fixture
def theme(tmp_path: Path) -> str:
    path = tmp_path / "animals.txt"
    path.write_text("\n".join(ANIMALS.words).lower() + "\n")
    return str(path)


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_of_a_variant_name_it_as_our_interpretation(name: str) -> None:
    done = bw("play", "--variant", name, "--rules")
    assert done.status == 0
    text = " ".join(done.out.split())
    assert f"{name.capitalize()}: " in text
    assert "their wording is not public. This is how bwtools interprets them." in text
    assert all(len(line) <= 80 for line in done.lines)


def test_a_theme_prints_the_rules_of_its_variant(theme: str) -> None:
    assert (
        bw("play", "--theme", theme, "--rules").out
        == bw("play", "--variant", "theme", "--rules").out
    )


def test_variants_can_be_given_as_a_list() -> None:
    both = bw("play", "--variant", "trade", "--variant", "auction", "--rules")
    assert both.status == 0
    assert bw("play", "--variant", "auction, trade", "--rules").out == both.out


def test_the_printed_rules_can_be_printed_too() -> None:
    done = bw("play", "--rules")
    assert done.out.startswith("Each player starts with $200")
    assert "variants" not in done.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--variant", "chess"], "there is no variant 'chess'"),
        (["--variant", "draft"], "two players or more"),
        (
            ["--variant", "draft", "--variant", "auction", "--players", "you,club"],
            "cannot be combined",
        ),
        (["--variant", "theme"], "name one with --theme FILE"),
        (["--daily", "--variant", "trade"], "leave --variant out"),
        (["--theme", "no-such-file"], "cannot read the word list no-such-file"),
    ],
)
@pytest.mark.usefixtures("own_games")
def test_options_that_cannot_be_played_are_rejected(arguments: list[str], reason: str) -> None:
    assert reason in bw("play", *arguments).error


def test_an_auction_at_the_terminal(own_games: Path) -> None:
    done = play("help", "hint", "x", "9999", "30", "", variants=("auction",))
    assert "bid $20 for the set in the auction" in done.out
    assert "\nmaster would " in done.out
    assert "No: 'x' is not a number" in done.out
    assert "No: not enough money: the bid is $9999, but you have $200." in done.out
    assert "\nYou bid $30 for " in done.out
    assert read_game(kept(own_games)).header.variants == ("auction",)


def test_a_set_without_bids_leaves_the_game(own_games: Path) -> None:
    done = play("", "", variants=("auction",), players="Anna,Ben")
    assert ": nobody bid for " in done.out
    assert ", so it leaves the game." in done.out
    assert kept(own_games).exists()


def test_a_draft_at_the_terminal(own_games: Path) -> None:
    done = play("hint", "", "ab", "3", variants=("draft",))
    assert "\nNo: you must pick a tile: type one letter of " in done.out
    assert "\nNo: 'ab' is not a letter: type one letter of " in done.out
    assert "\nNo: '3' is not a letter: type one letter of " in done.out
    assert "\nOpen: " in done.out
    assert "master would pick " in done.out
    letters = open_tiles(read_game(kept(own_games)).state)
    done = bw("resume", stdin=script(letters[0].lower()))
    assert f"You picked {letters[0]}." in done.out


def test_a_trade_at_the_terminal(own_games: Path) -> None:
    done = play("y", "hint", "q", ". for nothing", ". for 1", "", variants=("trade",))
    assert "is not an offer: type what you give, for, and what you want" in done.out
    assert "\nYou offered club a wild for nothing.\n" in done.out
    assert "\nclub accepted the offer: nothing for a wild.\n" in done.out
    players = read_game(kept(own_games)).states[-1].players
    assert sum(player.hand.wilds for player in players) == 8


def test_an_offer_is_read_in_any_case(own_games: Path) -> None:
    done = play("n", "Club . FOR $20", variants=("trade",))
    assert "\nYou offered club a wild for $20.\n" in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize(
    ("offer", "reason"),
    [
        (". for", "is not an offer: type what you give, for, and what you want"),
        ("for 20", "is not an offer: type what you give, for, and what you want"),
        ("club for 20", "is not an offer: type what you give, for, and what you want"),
        (". for $1,000", "'$1,000' is not an amount: type whole dollars"),
        (". for 10000000000", "'10000000000' is not an amount: type whole dollars"),
        (". for zz", "ZZ cannot be given: club holds no Z tile"),
        ("999 for nothing", "not enough money: you have $200, not $999"),
    ],
)
def test_an_offer_that_says_too_little_or_asks_too_much_is_rejected(
    offer: str, reason: str, own_games: Path
) -> None:
    done = play("n", offer, variants=("trade",))
    assert f"No: {reason}" in done.out or f"No: {offer!r} {reason}" in " ".join(done.out.split())
    assert kept(own_games).exists()


@pytest.mark.parametrize("offered", ["a wild", "2 wilds", "2 wilds and $5", "$5"])
def test_an_offer_can_be_typed_as_it_is_shown(offered: str, own_games: Path) -> None:
    done = play("n", "n", f"{offered} for nothing", variants=("trade",), players="Anna,Ben")
    assert f"Ben: Take {offered} from Anna for nothing? [y/n] " in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize("typed", ["Voß", "VOSS", "İda", "DD", "dd"])
def test_an_offer_names_its_player_in_any_case(typed: str, own_games: Path) -> None:
    table = "Anna,Voß,İda,DD"
    done = play(*"nnnn", f"{typed} . for $2", variants=("trade",), players=table)
    assert re.search("\\b(Voß|İda|DD): Take a wild from Anna for \\$2\\?", done.out)
    assert kept(own_games).exists()


def test_a_hint_may_be_an_offer(own_games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer(1, goods(".", 5), goods(money=1))
    monkeypatch.setattr("bwtools.players.game_loop.decide", lambda *_: offer)
    done = play("n", "n", "hint", variants=("trade",), players="Anna,Ben")
    assert "\nmaster would offer Ben a wild and $5 for $1.\n" in done.out
    assert kept(own_games).exists()


def test_a_hint_is_what_club_would_do_if_master_cannot_value_the_hand(own_games: Path) -> None:
    bids = ["1", *[""] * 6, "1", "", "", "1", "", "", "1", "", ""]  # all four sets are Anna's
    done = play(*bids, "hint", variants=("auction",), players="Anna,Ben,Cleo,Dora")
    assert re.search("\nclub would sell [A-Za-z]+", done.out)
    assert len(read_game(kept(own_games)).state.player.hand.letters) == 16


def test_a_player_who_may_trade_sees_the_hands_of_the_others(own_games: Path) -> None:
    done = play("y", "n", "", variants=("trade",), players="you,Ben")
    anna, ben = done.out.split("Offer, such as")[:2]
    assert anna.splitlines()[-3] == "Ben: no letters, 4 wilds (1 pip each); money: $200"
    assert re.search("\nYou: D2 G2 N1 S1, 4 wilds .*: \\$164\nBen's hand: no letters", ben)
    assert kept(own_games).exists()


def test_after_the_last_offer_a_player_is_not_asked_again(own_games: Path) -> None:
    done = play("n", *["nothing for 1"] * 3, "", variants=("trade",))
    assert done.out.count("Offer, such as") == 3
    assert "\nYou made no more offers.\n" in done.out
    assert kept(own_games).exists()


def test_people_trade_with_each_other_by_name(own_games: Path) -> None:
    answers = ["n", "n", "n", "Ben . and $5 for 7", "hint", "y", "7 for .", "cleo 5 for .", "n"]
    done = play(*answers, variants=("trade",), players="Anna,Ben,Cleo", seed=11)
    assert "Ben: Take a wild and $5 from Anna for $7? [y/n] y" in done.out
    assert "\nmaster would accept the offer." in done.out
    assert "No: start an offer with the name of a player: Ben or Cleo." in done.out
    assert "Cleo: Take $5 from Anna for a wild? [y/n] n" in done.out
    assert "Cleo refused Anna's offer." in done.out
    players = read_game(kept(own_games)).state.players
    assert [player.hand.wilds for player in players] == [2, 4, 3]
    assert [player.money for player in players] == [202, 198, 200]


def test_a_replay_names_the_player_who_gets_an_offer(own_games: Path) -> None:
    play("n", ". for 1", variants=("trade",))
    done = bw("replay", str(kept(own_games)), "-f", "plain")
    assert "you offer club: a wild for $1" in done.lines


def test_words_off_the_theme_are_rejected_and_can_be_accepted(theme: str, own_games: Path) -> None:
    done = bw(
        *("play", "--seed", "7", "--theme", theme),
        stdin=script("y", "in", "accept in", "in", "words", "quit"),
    )
    assert "IN is not in the dictionary enable (theme animals): if everyone agrees" in " ".join(
        done.out.split()
    )
    assert "\nYou sold IN for $4: " in done.out
    assert read_game(kept(own_games)).header.theme == ANIMALS


def test_a_word_of_a_theme_has_the_definition_of_the_dictionary(
    theme: str, own_games: Path
) -> None:
    words = Path(theme).with_name("defined.txt")
    words.write_text("ant a small insect\ncat a pet\n")
    done = bw("play", "--theme", theme, "-d", str(words), stdin=script("define cat"))
    assert "\nCAT: a pet\n" in done.out
    assert own_games.exists()


def test_a_theme_is_resumed_from_its_record_without_the_list(theme: str, own_games: Path) -> None:
    bw("play", "--seed", "7", "--theme", theme, stdin=script("y"))
    Path(theme).unlink()
    done = bw("resume", stdin=script("faint", "quit"))
    assert done.err == ""
    assert "No: FAINT is not in the dictionary enable (theme animals)" in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize("names", [("auction", "trade"), ("draft", "trade")])
def test_a_game_resumed_within_a_phase_equals_an_uninterrupted_game(
    names: tuple[str, ...], own_games: Path
) -> None:
    answers = [*"sdlyb", "", "n", "", "", ""]  # those that do not fit are rejected
    play(*answers, variants=names, players="club,you,casual")
    first = read_game(kept(own_games)).events
    kept(own_games).unlink()
    play(variants=names, players="club,you,casual")
    for answer in answers:
        bw("resume", stdin=script(answer))
    assert len(first) > 10
    assert read_game(kept(own_games)).events == first


def test_undo_takes_back_an_answer_of_a_variant(own_games: Path) -> None:
    play("0", "5", "undo", "7", variants=("auction",), players="Anna,Ben")
    bids = [event for event in read_game(kept(own_games)).events if isinstance(event, Bid)]
    assert bids[:2] == [Bid(0), Bid(7)]


def test_undo_does_not_reach_the_answer_of_another_player(
    own_games: Path,
) -> None:
    done = play("200", "undo", variants=("auction",), players="Anna,Ben")
    assert "No: there is nothing to take back" in done.out
    bids = [event for event in read_game(kept(own_games)).events if isinstance(event, Bid)]
    assert bids == [Bid(200), Bid(0)]  # Ben cannot bid more for this set, and is asked for the next


@pytest.mark.parametrize(
    ("names", "absent"),
    [
        (("auction",), "whether to buy the drawn set"),
        (("crossword",), "words to sell"),
        (("trade",), "bid $20"),
        ((), "pick an open tile"),
    ],
)
def test_help_lists_the_answers_of_the_phases_in_the_game(
    names: tuple[str, ...], absent: str, own_games: Path
) -> None:
    done = play("help", variants=names)
    assert all(len(line) <= 80 for line in done.lines if str(own_games) not in line)
    assert "on choice: the tiles for each player" in done.out
    assert absent not in done.out
    assert kept(own_games).exists()


@pytest.mark.parametrize(
    ("name", "shown"), [("draft", "\nOpen: "), ("auction", "\nIn the auction: ")]
)
def test_the_table_shows_the_open_tiles_or_the_auctioned_set(
    name: str, shown: str, own_games: Path
) -> None:
    assert play("table", variants=(name,)).out.count(shown) == 2
    assert kept(own_games).exists()


def test_saved_games_are_listed_with_their_variants(own_games: Path) -> None:
    play(variants=("auction", "trade"))
    assert bw("games").lines[1].endswith("auction trade")
    assert kept(own_games).exists()


@pytest.mark.parametrize("names", TOGETHER)
def test_a_game_of_computer_players_is_played_saved_and_replayed(
    names: tuple[str, ...], own_games: Path
) -> None:
    done = play(variants=names, players="casual,novice")
    assert " won with $" in done.out
    assert all(len(line) <= 80 for line in done.lines if str(own_games) not in line)
    file = str(kept(own_games))
    rows = bw("replay", file, "-f", "jsonl").rows
    assert {row["phase"] for row in rows} == set(rules(*names).order)
    (listed,) = bw("games", "-f", "jsonl").rows
    assert (listed["over"], listed["variants"]) == (True, list(names))
    (state,) = bw("replay", file, "--state", "-f", "jsonl").rows
    assert (state["over"], state["position"]) == (True, None)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("accept", "No: add a word, as in accept quiz."),
        ("DEFINE", "No: add a word, as in define quiz."),
        ("Accept Zzq", "ZZQ is valid in this game from now on."),
        ("HELP", "3               on choice: the tiles"),
    ],
)
def test_a_command_is_read_in_any_case_and_needs_its_word(
    line: str, answer: str, own_games: Path
) -> None:
    assert f"\n{answer}" in play(line, variants=("auction",)).out
    assert kept(own_games).exists()


def test_the_heading_of_a_resumed_game_fits_the_screen(own_games: Path) -> None:
    players = "Maximilian A,Maximilian B,Maximilian C,Maximilian D"
    play(variants=("auction",), players=players)
    done = bw("resume")
    assert "Maximilian D $200." in " ".join(done.out.split())
    assert all(len(line) <= 80 for line in done.lines if str(own_games) not in line)


def test_a_quiz_from_all_games_skips_those_with_variants(own_games: Path) -> None:
    play(variants=("auction",), players="casual,novice")
    done = bw("quiz", "--from", "all")
    assert (done.status, done.err) == (0, "")
    assert "Reviewing" not in done.out
    assert kept(own_games).exists()


def test_bw_hint_rejects_games_with_variants(own_games: Path) -> None:
    play(variants=("auction",))
    assert "not auction: continue the game with bw resume" in bw("hint", str(kept(own_games))).error


def test_a_tracked_game_with_variants_is_rejected(tmp_path: Path, enable: Lexicon) -> None:
    path = tmp_path / "game.jsonl"
    head = header("auction", seed=None)._replace(sha256=enable.sha256())
    create_game(path, head).close()
    assert "printed rules only" in bw("resume", str(path)).error


def test_a_game_alone_on_a_theme_has_no_goals_but_a_comparison_with_master(
    theme: str, own_games: Path
) -> None:
    letters = "".join(f"{c} = [1, 1]\n" for c in "CAT")
    tiles = Path(theme).with_name("few.toml")
    tiles.write_text(
        f'name = "few"\n[letters]\n{letters}[wild]\ncount = 1\npips = 1\ndealt = [1]\n'
        "[rules]\nmoney = 20\ndie = [3]\nchoice = [2, 5]\nhand_limit = 8\n[solo]\nfair = 1\n"
    )
    done = bw("play", "--seed", "1", "--theme", theme, "-t", str(tiles), stdin=script("y", "cat"))
    assert "\nYou ended with $20.\nOn the same deal, master made $20.\n" in done.out
    assert own_games.exists()


def test_with_a_variant_a_hint_is_what_master_would_do(theme: str, own_games: Path) -> None:
    lines = ["hint", "y", "hint", ""] * 6
    out = bw("play", "--seed", "7", "--theme", theme, stdin=script(*lines)).out
    for would in ("(buy|pass on) [A-Z]+", "sell ", "discard [A-Z]"):
        assert re.search(rf"\nmaster would {would}", out), would
    assert own_games.exists()
