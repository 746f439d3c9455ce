"""The full-screen table, played by keys: what is recorded, and what is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from playing import HALF
from rich.segment import Segment
from shell import bw
from table_game import Table, assert_same_record, play
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

from bwtools.cli.saved_games import begin_game
from bwtools.cli.table.app import TableApp
from bwtools.cli.table.money_bar import MoneyBar
from bwtools.cli.table.settings import Settings, read_settings
from bwtools.cli.table.sheets import KEY_HELP
from bwtools.cli.table.table_screen import TableScreen
from bwtools.cli.terminal.new_game import computer_players, read_seats
from bwtools.cli.terminal.session import PlaySession
from bwtools.lexicon.lexicon import Lexicon, open_lexicon

DATE = "2026-03-01T12:00:00Z"


@pytest.fixture(scope="module")
def half(home: Path) -> Lexicon:
    del home
    return open_lexicon("enable", HALF)


def session(
    lexicon: Lexicon, path: Path, players: str = "you", seed: int = 6, daily: bool = False
) -> PlaySession:
    seats = read_seats(players)
    writer = begin_game(lexicon, seats, seed, str(path), DATE, daily=daily)
    return PlaySession(writer, lexicon, computer_players(seats, seed, lexicon))


@pytest.mark.parametrize(
    ("players", "size"),
    [
        ("you,novice,Anna", (60, 20)),
        pytest.param("you", (60, 20), marks=pytest.mark.slow),
        pytest.param("you", (140, 45), marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_the_same_answers_make_the_same_record_as_in_line_mode(
    players: str, size: tuple[int, int], half: Lexicon, tmp_path: Path
) -> None:
    assert_same_record(lambda path: session(half, path, players), tmp_path, size)


Shown = Callable[..., str]


@pytest.fixture
def shown(enable: Lexicon, tmp_path: Path) -> Shown:
    """Return a function from keys to the text on the screen, in the game of seed 6.

    Each key is one key, or a text that is typed key by key, such as "1 rins".
    """

    numbers = count()

    def show(*keys: str, size: tuple[int, int] = (80, 24), **options: Any) -> str:
        texts = []

        async def check(table: Table) -> None:
            for key in keys:
                await table.press(key)
            texts.append(table.text())

        path = tmp_path / f"{next(numbers)}.jsonl"
        play(session(enable, path, **options), check, size)
        return texts[0]

    return show


def test_the_first_table_shows_the_set_its_price_and_the_buttons(shown: Shown) -> None:
    text = shown()
    assert "round 1  ·  draw 4  ·  104 in the bag  ·  seed 6" in text
    assert "$49   7 pips squared" in text
    assert "leaves you $151" in text
    assert "1 Buy for $49    2 Pass" in text
    assert "$600 to fair" in text


def test_the_first_paint_shows_the_game_and_style_sheets_are_not_parsed_twice(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, parse = MoneyBar.draw, Stylesheet.reparse
    begun: list[bool] = []
    parsed: list[Stylesheet] = []

    def noted_draw(bar: MoneyBar, *args: Any) -> list[list[Segment]]:
        begun.append(cast("TableScreen", bar.screen).is_begun)
        return draw(bar, *args)

    def noted_parse(sheet: Stylesheet) -> None:
        parsed.append(sheet)
        parse(sheet)

    monkeypatch.setattr(MoneyBar, "draw", noted_draw)
    monkeypatch.setattr(Stylesheet, "reparse", noted_parse)
    shown()
    assert begun
    assert all(begun)
    assert len(parsed) == 1  # for the theme, before any widget exists


def test_a_decision_does_not_work_out_the_styles_of_the_whole_table_again(
    enable: Lexicon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    update = TableApp.update_styles
    updated: list[DOMNode] = []

    def noted(app: TableApp, node: DOMNode, animate: bool = True) -> None:
        updated.append(node)
        update(app, node, animate)

    async def check(table: Table) -> None:
        monkeypatch.setattr(TableApp, "update_styles", noted)
        await table.press("1")
        assert table.session.game.state.phase == "sell"
        assert table.screen not in updated

    play(session(enable, tmp_path / "game.jsonl"), check)


def test_words_can_be_tried_with_the_set_before_it_is_bought(shown: Shown) -> None:
    text = shown(*"rin")
    assert "✓ RIN $9   leaves J + 8 wilds" in text
    assert "1 Buy for $49" in text


def test_a_word_that_was_tried_stays_laid_after_the_set_is_bought(shown: Shown) -> None:
    text = shown(*"rin1")
    assert "1 Sell for $9    2 Done" in text


@pytest.mark.slow
def test_enter_does_not_decide_on_the_set_while_the_word_has_none_of_its_tiles(
    shown: Shown,
) -> None:
    text = shown(*"1", *"rins", "enter", "enter", *"j", "enter")
    assert "words are sold after this decision" in text
    assert "1 Buy for $36    2 Pass" in text


class TestBuildingWords:
    def test_a_missing_letter_uses_the_wild(self, shown: Shown) -> None:
        assert "✓ RINs $16   leaves J + 7 wilds" in shown(*"1rins")

    @pytest.mark.slow
    def test_a_dot_makes_the_next_letter_a_wild(self, shown: Shown) -> None:
        assert "✓ rIN $9   leaves JR + 7 wilds" in shown(*"1.rin")
        assert "✓ RIN $9   leaves J + 8 wilds" in shown(*"1..rin")

    def test_a_word_has_at_most_one_wild(self, shown: Shown) -> None:
        text = shown(*"1riot")
        assert "no T here, and a word may contain only one wild" in text
        assert "RIo $9" in text

    def test_space_begins_another_word(self, shown: Shown) -> None:
        text = shown(*"1in rj")
        assert "✓ IN $4   RJ $25   $4 in all" in text

    def test_a_word_that_is_not_in_the_dictionary_is_refused_by_name(self, shown: Shown) -> None:
        text = shown(*"1rji", "enter")
        assert "RJI is not in enable" in text
        assert "$151" in text

    def test_a_word_has_at_least_two_letters(self, shown: Shown) -> None:
        assert "a word has at least two letters" in shown(*"1j", "enter")

    @pytest.mark.slow
    def test_backspace_and_escape_take_letters_back(self, shown: Shown) -> None:
        assert "✓ IN $4" in shown(*"1ins", "backspace")
        assert "type a word to sell" in shown(*"1in", "escape")
        assert "✓ IN $4" in shown(*"1in ", "backspace")

    @pytest.mark.slow
    def test_tab_completes_with_the_highest_price_first(self, shown: Shown) -> None:
        assert "✓ JINk $49" in shown(*"1j", "tab")
        assert "✓ JINn $49" in shown(*"1j", "tab", "tab")

    @pytest.mark.slow
    def test_tab_says_if_no_word_fits(self, shown: Shown) -> None:
        assert "no word fits" in shown(*"1rji", "tab")


def test_a_sale_is_shown_large_until_the_next_letter(shown: Shown) -> None:
    text = shown(*"1rins", "enter")
    assert "SOLD" in text
    assert "RINs 4 pips squared, $16" in text
    assert "1  sold RINs" in text
    assert "+16    167" in text


@pytest.mark.slow
def test_the_best_sale_of_a_game_is_named(shown: Shown) -> None:
    text = shown(*"1in", "enter", *"j", ".", "o", "enter")
    assert "Jo 5 pips squared, $25   the best sale of this game" in text


@pytest.mark.slow
def test_a_sale_that_empties_the_hand_can_be_taken_back(shown: Shown) -> None:
    sold = (*"1rin", "enter", *".", "o", "backspace")
    assert "4 letters" in shown(*sold, "ctrl+z", "escape")


def test_enter_is_ignored_for_a_moment_after_it_acts(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl")
    now = [0.0]

    async def check(table: Table) -> None:
        table.screen.clock = lambda: now[0]
        await table.press("enter", "enter")
        assert played.game.state.phase == "sell"
        now[0] = 0.3
        await table.press("enter")
        assert played.game.state.round == 2

    play(played, check)


@pytest.mark.slow
def test_undo_and_redo(shown: Shown) -> None:
    undone = shown(*"1", "ctrl+z")
    assert "1 Buy for $49    2 Pass" in undone
    assert "Taken back." in undone
    assert "$151" in shown(*"1", "ctrl+z", "ctrl+y")
    assert "there is nothing to take back" in shown("ctrl+z")


def test_the_light_moves_between_buttons(shown: Shown) -> None:
    assert "passed on IJNR" in shown("right", "enter")


@pytest.mark.slow
def test_the_prompt_line_takes_answers_and_commands_of_line_mode(shown: Shown) -> None:
    assert "bought IJNR" in shown("/", "y", "enter")
    assert "104 tiles in the bag" in shown("/", *"bag", "enter")
    assert "'maybe' is not an answer" in shown("/", *"maybe", "enter")
    assert "1 Buy for $49" in shown("/", *"y", "escape")


SHEETS = {
    "?": "the tiles left in the bag",
    "!": "The dollars are the money to expect",
    "*": "JoIN",
    "#": "104 tiles, 1.7 pips each on average",
    "$": "Bought for",
    "=": "Each player starts with $200",
}


@pytest.mark.parametrize(
    "key", ["#", *(pytest.param(key, marks=pytest.mark.slow) for key in SHEETS if key != "#")]
)
def test_a_sheet_opens_and_closes_with_its_key(key: str, shown: Shown) -> None:
    first = " ".join(SHEETS[key].split()[:3])
    assert first in shown(key)
    assert first not in shown(key, key)
    assert first not in shown(key, "escape")


def test_a_hint_says_which_tiles_the_leave_waits_for(shown: Shown) -> None:
    text = " ".join(shown(*"1!", size=(140, 45)).split())
    assert "waits for" in text
    assert "The chances are those of a draw of 3." in text


def test_every_key_in_the_help_does_something(enable: Lexicon, tmp_path: Path) -> None:
    named = {
        "A-Z": "j",
        "Space": " ",
        "Backspace": "backspace",
        "Esc": "escape",
        "Tab": "tab",
        "1-5": "2",
        "Ctrl+Z": "ctrl+z",
        "Ctrl+Y": "ctrl+y",
        "Ctrl+C": "ctrl+c",
        "←": "left",
        "→": "right",
        "Enter": "enter",
    }
    keys = [named.get(key, key) for keys, _ in KEY_HELP for key in keys.split()]
    bound = {key for binding in TableScreen.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]

    async def check(table: Table) -> None:
        for key in keys:
            character = key if len(key) == 1 else ""
            assert key in bound or table.screen.handle(key, character), key
        table.screen.handle("escape", "")

    play(session(enable, tmp_path / "game.jsonl"), check)


def test_sorting_and_shuffling_keep_the_letters(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        await table.press("1", ",")
        assert table.screen.rack.hand == list("JINR")
        await table.press(",")
        assert table.screen.rack.hand == list("IJNR")
        await table.press("r", ";")
        assert sorted(table.screen.rack.hand) == list("IJNR")
        assert table.screen.rack.letters() == "R"

    play(session(enable, tmp_path / "game.jsonl"), check)


@pytest.mark.slow
def test_tiles_and_buttons_can_be_clicked(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        await table.pilot.click("#drawn", offset=(2, 1))  # I
        assert table.screen.rack.letters() == "I"
        await table.pilot.click("#row", offset=(2, 1))
        assert table.screen.rack.is_empty
        await table.pilot.click("#buttons", offset=(3, 0))
        await table.settle()
        assert "bought IJNR" in table.text()
        await table.pilot.click("#keys", offset=(2, 0))
        assert "Esc closes" in table.text()

    play(session(enable, tmp_path / "game.jsonl"), check)


@pytest.mark.slow
def test_the_table_fits_every_size(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        for size in [(60, 20), (200, 60), (80, 24), (100, 32), (128, 30), (60, 40)]:
            await table.pilot.resize_terminal(*size)
            await table.settle()
            text = table.text()
            assert "1 Buy for $49    2 Pass" in text, size
            assert "type letters to try a word" in text, size
            assert "? keys" in text, size
        await table.pilot.resize_terminal(40, 10)
        await table.settle()
        assert "60 columns and 20 rows" in table.text()
        await table.press("y", "enter")
        assert table.session.game.state.phase == "sell"

    play(session(enable, tmp_path / "game.jsonl", "you,club,novice"), check)


def test_ctrl_c_leaves_and_the_game_continues_later(enable: Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"

    async def check(table: Table) -> None:
        await table.press("1", "ctrl+c")

    play(session(enable, path), check)
    done = bw("resume", str(path), "--plain", stdin="")
    assert "$151" in done.out


def test_help_in_a_game_of_the_day_is_recorded(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl", daily=True)

    async def check(table: Table) -> None:
        await table.press("!")
        assert "The text to share will say 1 hint." in table.text()
        await table.press("escape", "1", "j", "tab", "tab")
        await table.press("tab")

    play(played, check)
    assert played.game.hints == 2


@pytest.mark.slow
def test_the_first_game_offers_a_tour_that_can_be_skipped(
    enable: Lexicon, tmp_path: Path, own_games: Path
) -> None:
    del own_games

    async def check(table: Table) -> None:
        assert "1 of 6" in table.text()
        await table.press("enter")
        assert "2 of 6" in table.text()
        await table.press("escape")
        assert "2 of 6" not in table.text()
        await table.press("~")
        assert "1 of 6" in table.text()
        for _ in range(6):
            await table.press("enter")
        assert "1 Buy for $49" in table.text()

    play(session(enable, tmp_path / "game.jsonl"), check, settings=Settings())
    assert read_settings().toured


def test_computer_players_follow_one_another_at_a_pace(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        await table.press("1", "enter")
        assert table.session.game.state.round == 2
        assert "novice" in table.text()
        await table.press("<")
        assert "computer players: 0.3 seconds a turn" in table.text()
        await table.press(">")
        assert table.screen.settings.pace == 0

    play(session(enable, tmp_path / "game.jsonl", "you,novice"), check)


@pytest.mark.slow
def test_the_last_round_asks_before_words_are_left_unsold(half: Lexicon, tmp_path: Path) -> None:
    played = session(half, tmp_path / "game.jsonl")

    async def check(table: Table) -> None:
        for _ in range(200):
            if played.game.state.last:
                break
            await table.answer({"buy": "y", "choose": "2"}.get(played.game.state.phase, ""))
        await table.press("enter")
        assert "This is the last round, and you can still sell" in table.text()
        assert "1 End the game unsold    2 Go back" in table.text()
        await table.press("enter")
        assert played.game.state.phase == "sell"
        await table.press("enter", "escape")
        assert not table.screen.question
        await table.press("enter", "1")
        assert played.is_over

    play(played, check)


@pytest.mark.slow
def test_only_its_own_keys_act_in_the_tour(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        await table.press("1", "a", "tab", "!", "/", "enter")
        assert "2 of 6" in table.text()
        assert len(table.session.game.events) == 2  # the die and the draw
        await table.pilot.click("#sheet-text")
        await table.settle()
        assert "3 of 6" in table.text()
        await table.press("escape")
        assert not table.screen.sheet.is_open

    play(session(enable, tmp_path / "game.jsonl"), check, settings=Settings(pace=0))


@pytest.mark.slow
def test_a_sheet_never_shows_what_is_over(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        for key in "!*#$":
            await table.press(key)
            assert table.screen.sheet.is_open
            await table.press("2")
            assert not table.screen.sheet.is_open, key
            await table.press("ctrl+z")
        await table.press("#")
        assert "Bag" in table.text()
        table.screen.sheet.change(Content("old"))
        table.screen.show()
        await table.settle()
        assert f"{len(table.session.game.state.bag)} tiles" in table.text()
        await table.pilot.click("#sheet-foot")
        assert not table.screen.sheet.is_open

    play(session(enable, tmp_path / "game.jsonl"), check)


def test_words_that_were_tried_are_laid_again_for_their_person(
    enable: Lexicon, tmp_path: Path
) -> None:
    async def check(table: Table) -> None:
        await table.press(*"rin", "1")
        assert table.session.game.state.turn == 1
        assert table.screen.rack.is_empty
        await table.press("2")
        assert table.session.game.state.phase == "sell"
        assert table.screen.rack.letters() == "RIN"

    play(session(enable, tmp_path / "game.jsonl", "Ann,Ben"), check)


@pytest.mark.slow
def test_the_prompt_line_of_a_small_screen_asks_for_what_comes_next(
    enable: Lexicon, tmp_path: Path
) -> None:
    async def check(table: Table) -> None:
        assert "60 columns and 20 rows are needed." in table.text()
        assert "Buy IJNR for $49?" in table.text()
        await table.press("y", "enter")
        assert "Words to sell" in table.text()
        await table.pilot.resize_terminal(80, 24)
        await table.settle()
        assert not table.screen.query_one("#prompt").display
        await table.press("r")
        assert table.screen.rack.letters() == "R"

    play(session(enable, tmp_path / "game.jsonl"), check, size=(50, 15))
