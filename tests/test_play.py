"""The game at the terminal: whole games, answers and rejections, the game of the day."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playing import answers, script
from shell import Done, bw

from bwtools.cli.terminal import new_game as command
from bwtools.cli.terminal.new_game import read_seats
from bwtools.errors import InvalidError
from bwtools.game.deal import Deal
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell
from bwtools.lexicon.lexicon import Lexicon, change_house_words, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.game_record import Game, Header
from bwtools.records.record_file import read_game, resume_game
from bwtools.tiles.hand import Play
from bwtools.tiles.tile_set import load_tiles

pytestmark = pytest.mark.usefixtures("own_games")
CLASSIC = load_tiles()
FEW = """
name = "few"
[letters]
{letters}
[wild]
count = 9
pips = 1
dealt = [{wilds}, {wilds}]
[rules]
money = {money}
die = [{die}]
choice = [2, 5]
hand_limit = 8
[solo]
"""


def tile_set(folder: Path, letters: str, wilds: int = 0, money: int = 200, die: str = "3") -> str:
    """Return the path of a tile set with three tiles of 1 pip for each of these letters."""
    rows = "\n".join(f"{letter} = [3, 1]" for letter in letters)
    path = folder / "few.toml"
    path.write_text(FEW.format(letters=rows, wilds=wilds, money=money, die=die))
    return str(path)


def play(*lines: str, seed: int = 42, players: str = "you", tiles: str = "classic") -> Done:
    done = bw(
        *("play", "--seed", str(seed), "--players", players, "-t", tiles),
        stdin=script(*lines),
    )
    assert (done.status, done.err) == (0, "")
    return done


def recorded(home: Path) -> Game:
    (path,) = (home / "games").glob("*.jsonl")
    return read_game(path)


def decisions(home: Path) -> list[Event]:
    return [event for event in recorded(home).events if not isinstance(event, Roll | Draw)]


def header(players: str, seed: int) -> Header:
    return Header(CLASSIC, read_seats(players), "enable", "", seed)


def alone(name: str, lexicon: Lexicon, seed: int) -> int:
    rules, seat = Rules(CLASSIC), Computer(name, open_player(name, lexicon))
    *_, (_, end) = play_game(rules, lexicon, Deal(CLASSIC, seed), [seat], rules.start(1))
    return end.player.money


@pytest.fixture(scope="module")
def solo(enable: Lexicon) -> list[str]:
    """Return the answers of club in a game alone with seed 42."""
    return answers(header("you", 42), enable)


def test_a_script_plays_a_game_alone_to_its_end(
    solo: list[str], enable: Lexicon, own_games: Path
) -> None:
    made, best = (alone(name, enable, 42) for name in ("club", "master"))
    done = play(*solo)
    assert recorded(own_games).state.phase == "over"
    assert f"\nYou ended with ${made}: outstanding.\n" in done.out
    assert "$800 is fair, $900 is good and $1000 is outstanding" in done.out
    assert f"\nOn the same deal, master made ${best}.\n" in done.out


def test_a_finished_game_names_the_command_that_reviews_it(
    solo: list[str], own_games: Path
) -> None:
    done = play(*solo)
    (path,) = (own_games / "games").glob("*.jsonl")
    assert done.lines[-1] == f"bw review {path.stem} grades every decision."
    again = bw("resume", path.stem)
    assert again.lines[-1] == done.lines[-1]


def test_people_and_computer_players_play_a_game_to_its_end(
    enable: Lexicon, own_games: Path
) -> None:
    seats = "you,novice,Anna,casual"
    done = play(*answers(header(seats, 7), enable), seed=7, players=seats)
    game = recorded(own_games)
    assert game.state.phase == "over"
    assert [seat.kind for seat in game.header.seats] == ["person", "novice", "person", "casual"]
    best = max(player.money for player in game.state.players)
    assert f" won with ${best}.\n" in done.out
    assert "\nnovice bought " in done.out
    assert "\ncasual sold " in done.out
    assert "\nAnna: Words to sell (Enter: no more): " in done.out


def test_everything_fits_80_columns(enable: Lexicon, own_games: Path) -> None:
    seats = "you,Bartholomäus,Anna,novice"
    typed = answers(header(seats, 3), enable)
    for at in range(len(typed) - 1, -1, -3):
        typed[at:at] = ["hint", "words"]
    done = play("help", "rules", "bag", *typed, seed=3, players=seats)
    path = str(own_games / "games")
    assert [line for line in done.lines if len(line) > 80 and path not in line] == []


def test_computer_players_play_without_people(own_games: Path) -> None:
    done = play(players="novice,casual")
    assert recorded(own_games).state.phase == "over"
    assert " won with $" in done.out


def test_a_turn_shows_the_table(own_games: Path) -> None:
    del own_games
    done = play(seed=5, players="you,club,Anna")
    assert done.lines[6:12] == [
        "Round 1, led by you; die: 4; 96 tiles in the bag",
        "      money  hand  wilds  set          pips  price",
        "you    $200  -         3  D2 G2 N1 S1     6    $36",
        "club   $200  -         3  F3 N1 O1 S1     6    $36",
        "Anna   $200  -         3  B3 C2 L2 Y3    10   $100",
        "",
    ]
    assert done.lines[12] == "Your hand: no letters, 3 wilds (1 pip each); money: $200"


def test_in_a_game_alone_a_turn_shows_the_drawn_set_and_the_hand() -> None:
    done = play("y", "", "y")
    assert "Round 2; die: 4; 100 tiles in the bag\n" in done.out
    assert "Drawn: I1 L2 U1 W3 = 7 pips, $49\n" in done.out
    assert "Your hand: D2 I1 O1 S1, 8 wilds (1 pip each); money: $175\n" in done.out


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("zorf", "ZORF is not in the dictionary enable"),
        ("DIOx", "DIOX is not in the dictionary enable"),
        ("cads", "for CADS two wilds needed (for A, C), one allowed"),
        ("cOiNS", "for COINS two wilds needed (for C, N), one allowed"),
        ("ids ids", "after IDS, for IDS 3 wilds needed (for D, I, S), one allowed"),
        ("di7", "'7' (character 3 of 'di7') is not a letter"),
        ("d", "D cannot be sold: a word has at least two letters"),
    ],
)
def test_a_word_is_rejected_with_the_reason(typed: str, reason: str, own_games: Path) -> None:
    done = play("y", typed)
    assert f"No: {reason}" in " ".join(done.out.split())
    assert decisions(own_games) == [Buy(True)]


def test_tiles_that_are_not_held_are_named(tmp_path: Path) -> None:
    done = play("y", "bags", tiles=tile_set(tmp_path, "AB"))
    assert "No: for BAGS you hold no " in done.out
    assert "S tile.\n" in done.out


def test_a_set_that_costs_too_much_is_not_offered(tmp_path: Path, own_games: Path) -> None:
    done = play(tiles=tile_set(tmp_path, "AB", money=8))
    assert " costs $9: not enough money.\n" in done.out
    assert "[y/n]" not in done.out
    assert recorded(own_games).state.phase == "over"


def test_a_game_that_master_cannot_play_ends_with_the_reason(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("ab\n")
    done = bw("play", "-d", str(words), "-t", tile_set(tmp_path, "AB", money=8, die="6"))
    reason = "hands can be valued only where players draw 2 to 5 tiles"
    ended = rf"You ended with \$8\. On the .* deal, the player master failed to .*: {reason}\. "
    assert re.search(ended, " ".join(done.out.split()))
    assert max(map(len, done.out.partition("You ended")[2].splitlines())) <= 80


def test_several_words_can_be_sold_in_any_case(own_games: Path) -> None:
    done = play("y", "Ids, OH")
    assert "You sold IDS for $16, Oh for $4: $195 now." in done.out
    sold = Sell((Play("IDS"), Play("OH", 1)), more=True)
    assert decisions(own_games)[:2] == [Buy(True), sold]


def test_words_on_one_line_share_the_tiles_of_the_hand(own_games: Path) -> None:
    play("y", "id od")
    assert decisions(own_games)[1:] == [Sell((Play("ID"), Play("OD", 1)), more=True)]


def test_a_lower_case_letter_among_capitals_is_the_wild(own_games: Path) -> None:
    play("y", "iDS")
    assert decisions(own_games)[1:] == [Sell((Play("IDS", 0),), more=True)]


def test_of_several_words_all_are_sold_or_none(own_games: Path) -> None:
    play("y", "ids zorf")
    assert decisions(own_games) == [Buy(True)]


def test_undo_takes_back_a_sale_and_a_purchase(own_games: Path) -> None:
    done = play("y", "ids", "undo", "undo")
    assert done.out.count("Taken back.") == 2
    game = recorded(own_games)
    assert (game.state.phase, game.state.player.money) == ("buy", 200)


def test_undo_does_not_take_back_what_came_before_new_tiles(own_games: Path) -> None:
    done = play("y", "", "undo")
    assert "No: there is nothing to take back" in done.out
    assert recorded(own_games).state.round == 2


def test_undo_does_not_reach_into_the_turn_of_another(own_games: Path) -> None:
    done = play("y", "undo", players="you,Anna")
    assert "Anna: Buy " in done.out
    assert "No: there is nothing to take back" in done.out
    assert decisions(own_games) == [Buy(True)]


def test_redo_restores_answers_taken_back(own_games: Path) -> None:
    done = play("y", "ids", "undo", "undo", "redo", "redo", "redo")
    assert done.out.count("Restored.") == 2
    assert "No: there is nothing to restore: redo follows undo." in done.out
    assert decisions(own_games) == [Buy(True), Sell((Play("IDS"),), more=True)]


def test_redo_ends_with_a_new_answer(own_games: Path) -> None:
    done = play("y", "ids", "undo", "", "redo")
    assert "No: there is nothing to restore" in done.out
    assert decisions(own_games)[1] == Sell()


def test_an_accepted_word_can_be_sold_in_this_game(own_games: Path) -> None:
    done = play("y", "dios", "accept diso", "diso", "accept ids")
    assert "No: DIOS is not in the dictionary enable" in done.out
    assert "DISO is valid in this game from now on." in done.out
    assert "You sold DISO for $25: $200 now." in done.out
    assert "No: IDS is valid already." in done.out
    assert recorded(own_games).accepted == {"DISO"}


@pytest.mark.usefixtures("own_games")
def test_a_word_that_is_far_too_long_is_not_repeated_whole() -> None:
    out = play("y", "f" * 3000).out
    assert "FFF... is not in the dictionary enable." in " ".join(out.split())
    assert "F" * 200 not in out


def test_several_words_can_be_accepted_together(own_games: Path) -> None:
    out = play("y", "zorf qiq", "accept zorf qiq").out
    assert "accept ZORF QIQ" in " ".join(out.split())
    assert recorded(own_games).accepted == {"ZORF", "QIQ"}


@pytest.mark.parametrize("words", ["zorf cat", "zorf z1"])
def test_of_several_words_all_are_accepted_or_none(words: str, own_games: Path) -> None:
    out = play("y", f"accept {words}").out
    assert "\nNo: " in out
    assert "ZORF is valid" not in out
    assert recorded(own_games).accepted == frozenset()


def test_a_word_named_twice_is_accepted_once(own_games: Path) -> None:
    assert play("y", "accept zorf zorf").out.count("ZORF is valid") == 1
    assert recorded(own_games).accepted == {"ZORF"}


@pytest.mark.parametrize("word", ["d", "d" * 15, "d7"])
def test_what_cannot_be_a_word_is_not_accepted(word: str, own_games: Path) -> None:
    assert "\nNo: " in play(f"accept {word}").out
    assert recorded(own_games).accepted == frozenset()


def test_commands_work_at_every_prompt() -> None:
    done = play("hint", "words", "table", "bag", "rules", "help", "y", "hint", "words")
    assert "Buy DIOS: you can expect to end with $" in done.out
    assert "With DIOS bought:\naDIOS $36" in done.out
    assert "104 tiles in the bag: A8 B2 C4" in done.out
    assert "On choice, the leader" in done.out
    assert "\nquit            save and stop\n" in done.out
    assert "\nSell nothing ($" in done.out
    assert "The dollars include the leave value." in " ".join(done.out.split())


def test_hints_cover_choosing_and_discarding(tmp_path: Path) -> None:
    done = play("hint", "5", "y", "", tiles=tile_set(tmp_path, "ABST", die='"choice"'))
    assert re.search(r"Name \d on choice: you can expect to end with \$\d+ \(\d: -\$", done.out)
    assert "Values come from play with the tile set classic: for this game they" in done.out
    done = play("y", "", "y", "", "y", "", "hint", tiles=tile_set(tmp_path, "ABST"))
    assert re.search(r"hint\nDiscard \w: you can expect to end with \$\d+\.", done.out)


def test_a_hint_is_a_rule_of_thumb_if_hands_cannot_be_valued(tmp_path: Path) -> None:
    done = play("hint", "y", "hint", tiles=tile_set(tmp_path, "AST", die="1", wilds=1))
    assert " (a rule of thumb): it costs $" in done.out
    assert "Best sales now: $4 " in done.out


def test_a_word_that_is_a_command_can_be_sold_in_capitals(tmp_path: Path, own_games: Path) -> None:
    tiles = tile_set(tmp_path, "ABG", die="5")
    done = play("y", "bag", "BAG", tiles=tiles)
    assert "4 tiles in the bag" in done.out
    assert decisions(own_games)[1:] == [Sell((Play("BAG"),), more=True)]


@pytest.mark.parametrize(("typed", "discarded"), [("", "SS"), ("tz", "TZ"), ("z t s", "STZ")])
def test_letters_over_the_limit_are_discarded_as_typed_or_as_suggested(
    typed: str, discarded: str, tmp_path: Path, own_games: Path
) -> None:
    tiles = tile_set(tmp_path, "STZX", die="5")
    done = play("y", "", "y", "", "q", "s", typed, tiles=tiles)
    assert done.out.count("Discard 2 letters (Enter: SS): ") == 3
    assert "No: Q cannot be discarded: you hold no Q tile." in done.out
    assert "No: discard at least " in done.out
    discards = [event for event in decisions(own_games) if isinstance(event, Discard)]
    assert discards[1] == Discard(discarded)


def test_on_choice_the_leader_names_a_number(own_games: Path, tmp_path: Path) -> None:
    tiles = tile_set(tmp_path, "ABST", die='"choice"')
    done = play("six", "6", "2", tiles=tiles)
    assert "No: 'six' is not a number: type a number, or help." in done.out
    assert "No: 6 cannot be chosen" in done.out
    assert recorded(own_games).events[0] == Choose(2)


def test_a_bag_that_is_short_ends_the_game(tmp_path: Path, own_games: Path) -> None:
    done = play("y", "", "y", "", tiles=tile_set(tmp_path, "ABC", die="4"))
    assert "You rolled 4, but the bag has only 1 tile. The game ends after" in done.out
    assert recorded(own_games).state.last


def test_words_unsold_in_the_last_round_are_valued_and_asked_about(
    tmp_path: Path, own_games: Path
) -> None:
    done = play(
        "y", "", "y", "", "", "n", "cab", "", "ab", "", tiles=tile_set(tmp_path, "ABC", die="4")
    )
    assert "This is the last round, and you can still sell " in done.out
    assert recorded(own_games).state.phase == "over"


def test_the_heading_of_a_round_is_printed_once_on_choice(tmp_path: Path) -> None:
    for players in ("you", "you,Anna"):
        done = play("2", "y", tiles=tile_set(tmp_path, "ABST", die='"choice"'), players=players)
        assert done.out.count("Round 1") == 1
        assert "\nYou rolled choice and named 2: each player draws 2 tiles.\n" in done.out


def test_words_are_for_the_next_round_once_all_is_sold(tmp_path: Path) -> None:
    tiles = tile_set(tmp_path, "EATS", die="5")
    out = play("y", "words", "", "y", "words", "", "words", tiles=tiles).out
    assert out.count("Nothing more is sold in this round. Next round you could sell:\n") == 1
    listed = out.partition("you could sell:")[2].partition("Discard")[0]
    assert max(map(len, re.findall("[A-Z]+", listed))) == 8


def test_an_empty_bag_ends_the_game(tmp_path: Path, own_games: Path) -> None:
    done = play("n", "n", "n", tiles=tile_set(tmp_path, "ABC"))
    assert "You rolled 3, but the bag is empty. The game ends after this round's sales." in done.out
    assert recorded(own_games).state.phase == "over"


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe\x80\n" * 3,
        b"y\n" + b"q" * 10_000 + b"\n",
        b"y\n" + b"aa " * 4_000 + b"\n",
        b"accept " + b"a" * 10_000 + b"\n",
        b"\x00\x01\x1b[A\x7f\n\r\n\t\n",
        "y\né ß İ 😀\n".encode(),
        b"y\nundo undo\naccept\naccept a b\nquit now\n",
        b"hint",
        b"",
    ],
)
def test_the_game_survives_any_input(data: bytes, own_games: Path) -> None:
    done = bw("play", "--seed", "42", stdin=data)
    assert (done.status, done.err) == (0, "")
    assert "\nSaved: bw resume " in done.out
    assert len(recorded(own_games).events) <= 3


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("you,Club", "Club is the name of a computer player: type club to play against"),
        ("Anna,Anna", "two players are called Anna"),
        ("you,YOU", "two players are called you"),
        ("Anna,ANNA", "two players are called ANNA"),
        ("you,,Anna", "'' cannot be a name"),
        ("x" * 13, "cannot be a name"),
        ("a\tb,\x1b", "cannot be a name"),
    ],
)
def test_a_name_that_is_not_valid_is_rejected(names: str, message: str) -> None:
    with pytest.raises(InvalidError, match=message):
        read_seats(names)


def test_two_computer_players_of_one_kind_are_numbered() -> None:
    assert [seat.name for seat in read_seats("club,you,club")] == ["club", "you", "club-2"]


def test_too_many_players_are_rejected() -> None:
    assert "1 to 4 players, not 5" in bw("play", "--players", "a,b,c,d,e").error


def test_an_unknown_variant_is_rejected() -> None:
    assert "there is no variant 'chess': choose from" in bw("play", "--variant", "chess").error


def test_the_seed_is_shown_and_recorded(own_games: Path) -> None:
    out = bw("play").out
    assert f"A new game, seed {recorded(own_games).header.seed}: you." in out


def test_a_record_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    bw("play", "--record", str(path))
    before = path.read_bytes()
    assert "already exists" in bw("play", "--record", str(path)).error
    assert path.read_bytes() == before


class TestOfTheDay:
    """The game of the day."""

    @pytest.fixture(autouse=True)
    def _today(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(command, "now", lambda: "2024-05-01T23:59:59Z")

    def test_is_the_same_deal_for_everyone(self, own_games: Path) -> None:
        bw("play", "--daily")
        header = recorded(own_games).header
        assert (header.seed, header.dictionary, header.tiles) == (20240501, "enable", CLASSIC)

    def test_ends_with_a_text_to_share(self, enable: Lexicon, own_games: Path) -> None:
        done = bw("play", "--daily", stdin=script(*answers(header("you", 20240501), enable)))
        game = recorded(own_games)
        made, best = (alone(name, enable, 20240501) for name in ("club", "master"))
        words = [p for event in game.events if isinstance(event, Sell) for p in event.plays]
        shared = done.out.partition("To share:\n\n")[2].splitlines()
        assert shared[:3] == [
            "BuyWord of the day 2024-05-01",
            f"${made}, outstanding (master made ${best})",
            f"{len(words)} words in {game.state.round} rounds",
        ]
        assert len(shared[3]) == game.state.round
        assert set(shared[3]) <= set(".-+#")
        assert shared[4:] == ["(sold in a round: # $100 or more, + $50 or more, - less, . nothing)"]

    @pytest.mark.parametrize("file", [(), ("--record", "first.jsonl")])
    def test_played_again_is_practice(
        self,
        enable: Lexicon,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        file: tuple[str, ...],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        lines = answers(header("you", 20240501), enable)
        bw("play", "--daily", *file, stdin=script(lines[0]))
        first = bw("play", "--daily", stdin=script(*lines[1:]))
        assert "played again" not in first.out
        (made,) = re.findall(r"You ended with \$(\d+)", first.out)
        for _ in range(2):
            done = bw("play", "--daily", stdin=script(*lines))
            assert done.out.startswith(
                f"You have played the game of the day: your result is ${made}."
            )
            title = f"BuyWord of the day 2024-05-01, played again (the first result was ${made})\n"
            assert title in done.out
        monkeypatch.setattr(command, "now", lambda: "2024-05-02T00:00:00Z")
        assert bw("play", "--daily").lines[0] == "A new game, seed 20240502: you."

    def test_counts_hints_in_the_text_to_share(self, enable: Lexicon, own_games: Path) -> None:
        done = bw("play", "--daily", stdin=script("hint", "words", "undo"))
        assert "The text to share will say 2 hints." in done.out
        assert bw("hint").status == 0
        assert recorded(own_games).hints == 3
        typed = answers(header("you", 20240501), enable)
        assert " rounds, 3 hints\n" in bw("resume", stdin=script(*typed)).out

    def test_is_not_hinted_at_unseen_while_it_is_played(self, own_games: Path) -> None:
        bw("play", "--daily")
        (path,) = (own_games / "games").glob("*.jsonl")
        with resume_game(path):
            assert "another process is playing the game" in bw("hint").error

    def test_ignores_house_words(self, own_games: Path) -> None:
        change_house_words("enable", add=["zorf"])
        bw("play", "--daily")
        expected = open_lexicon("enable").without_house().sha256()
        assert recorded(own_games).header.sha256 == expected

    def test_does_not_accept_words(self, own_games: Path) -> None:
        assert (
            "the same dictionary for everyone" in bw("play", "--daily", stdin="accept zorf\n").out
        )
        assert recorded(own_games).accepted == frozenset()

    def test_continues_if_it_was_started(self, own_games: Path) -> None:
        bw("play", "--daily", stdin="n\n")
        done = bw("play", "--daily")
        assert done.lines[0].startswith("The game of 2024-05-01, seed 20240501:")
        assert decisions(own_games)[0] == Buy(False)

    def test_is_marked_in_its_record(self, own_games: Path) -> None:
        bw("play", "--daily")
        assert recorded(own_games).header.daily
        (path,) = (own_games / "games").glob("*.jsonl")
        assert b',"daily":true,"sum":' in path.read_bytes().splitlines()[0]

    def test_is_not_a_game_that_only_has_its_seed(self, own_games: Path) -> None:
        change_house_words("enable", add=["zorf"])
        bw("play", "--seed", "20240501")
        assert b"daily" not in next((own_games / "games").glob("*.jsonl")).read_bytes()
        done = bw("resume", stdin="accept zorf\naccept zork\n")
        assert done.err == ""
        assert "ZORF is valid in" not in done.out
        assert recorded(own_games).accepted == {"ZORK"}
        assert bw("play", "--daily").lines[0] == "A new game, seed 20240501: you."

    def test_without_the_mark_in_its_record_is_read_as_an_ordinary_game(
        self, own_games: Path
    ) -> None:
        bw("play", "--daily")
        (path,) = (own_games / "games").glob("*.jsonl")
        first, *events = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(first.split(b',"daily"')[0] + b"}\n" + b"".join(events))
        assert bw("resume", stdin="accept zorf\n").status == 0
        assert recorded(own_games).accepted == {"ZORF"}

    @pytest.mark.parametrize("option", [("--seed", "1"), ("--players", "a"), ("-d", "wide")])
    def test_cannot_be_changed_by_options(self, option: tuple[str, str]) -> None:
        assert "the same for everyone: leave " in bw("play", "--daily", *option).error
