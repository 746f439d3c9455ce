"""The variants on the full-screen table, played by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import FIFTH
from table_game import Table, assert_same_record, play
from test_table_play import DATE
from textual.widgets import Static

from bwtools.cli.saved_games import begin_game
from bwtools.cli.terminal.new_game import computer_players, read_seats
from bwtools.cli.terminal.session import PlaySession
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.lexicon.theme import Theme, themed


@pytest.fixture(scope="module")
def fifth(home: Path) -> Lexicon:
    del home
    return open_lexicon("enable", FIFTH)


def session(
    lexicon: Lexicon,
    path: Path,
    *variants: str,
    players: str = "you,club",
    seed: int = 6,
    theme: Theme | None = None,
) -> PlaySession:
    seats = read_seats(players)
    words = themed(lexicon, theme)
    writer = begin_game(lexicon, seats, seed, str(path), DATE, variants, theme)
    return PlaySession(writer, words, computer_players(seats, seed, words, variants))


SHORT = Theme("short", ("AA", "AE", "AN", "AT", "EL", "EN", "ES", "IN", "IT", "ON", "QUA", "RE"))
GAMES = [
    (("auction",), "you,club", (60, 20)),
    pytest.param(("draft", "trade"), "you,Ben", (80, 24), marks=pytest.mark.slow),
    pytest.param(("theme",), "you", (60, 20), marks=pytest.mark.slow),
    pytest.param(("crossword",), "you", (80, 24), marks=pytest.mark.slow),
    pytest.param(("auction", "trade", "crossword"), "you,club", (60, 20), marks=pytest.mark.slow),
    pytest.param(("draft", "crossword"), "Ann,Ben", (150, 50), marks=pytest.mark.slow),
    pytest.param(("trade",), "you,club,Ben", (100, 32), marks=pytest.mark.slow),
    pytest.param(("auction", "trade"), "you,club,casual", (140, 45), marks=pytest.mark.slow),
    pytest.param(("draft",), "you,casual,Ben", (60, 20), marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("variants", "players", "size"), GAMES)
def test_a_variant_is_played_to_its_end(
    variants: tuple[str, ...], players: str, size: tuple[int, int], fifth: Lexicon, tmp_path: Path
) -> None:
    theme = SHORT if "theme" in variants else None

    def begin(path: Path) -> PlaySession:
        return session(fifth, path, *variants, players=players, theme=theme)

    assert_same_record(begin, tmp_path, size)


async def press_text(table: Table, *keys: str) -> str:
    """Return the text on the screen after keys, each a key or a text that is typed."""
    for key in keys:
        await table.press(key)
    return table.text()


@pytest.mark.slow
def test_keys_change_the_bid_and_the_bids_are_shown(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl", "auction", players="you,Ben,Cleo")

    async def check(table: Table) -> None:
        text = table.text()
        assert "AUCTION  drawn by" in text
        assert "no bid yet" in text
        assert "1 Bid $1    2 Pass" in text
        assert "bid at least $1, or pass" in await press_text(table, "down")
        text = await press_text(table, "up", "pageup", "+", "-")
        assert "1 Bid $12    2 Pass" in text
        assert "leaves you $188" in text
        text = await press_text(table, "enter")
        assert "you bid $12" in text
        assert "1 Bid $13    2 Pass" in text
        text = await press_text(table, "2", "/", *"40", "enter")
        assert "Cleo" in text
        assert "$160" in text

    play(played, check)


def test_words_can_be_tried_with_the_set_in_the_auction(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        assert "✓ BIT $25" in await press_text(table, *"bit")

    play(session(enable, tmp_path / "game.jsonl", "auction"), check)


def test_tiles_are_picked_by_letters_and_clicks(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl", "draft", players="you,Ben")

    async def check(table: Table) -> None:
        assert "OPEN" in table.text()
        assert "the open tiles include no Q tile" in await press_text(table, "q")
        await table.press("b")
        await table.pilot.click("#drawn", offset=(2, 1))
        await table.settle()
        text = table.text()
        assert "PICKED" in text
        assert "$9   3 pips squared" in text
        assert "Ben" in text
        assert [player.drawn for player in played.game.state.players] == ["B", "E"]
        assert "draw 4" in text

    play(played, check)


@pytest.mark.slow
def test_an_offer_is_typed_after_examples_and_answered_by_a_button(
    enable: Lexicon, tmp_path: Path
) -> None:
    played = session(enable, tmp_path / "game.jsonl", "trade", players="you,Ben")

    async def check(table: Table) -> None:
        text = await press_text(table, "1", "1")
        assert "you can make 3 more offers" in text
        assert "1 No more offers    2 Make an offer" in text
        assert "qz for 20" in await press_text(table, "2")
        text = await press_text(table, *"j. for 20", "enter")
        assert "OFFER  from you" in text
        assert "you get   J and a wild" in text
        assert "you give  $20" in text
        assert "1 Accept    2 Refuse" in text
        text = await press_text(table, "1")
        assert "you can make 2 more offers" in text
        assert [p.hand.wilds for p in played.game.state.players] == [3, 5]

    play(played, check)


def test_a_word_off_the_theme_is_called_that(enable: Lexicon, tmp_path: Path) -> None:
    theme = Theme("animals", ("JAY", "RAT", "TERN"))
    played = session(enable, tmp_path / "game.jsonl", "theme", players="you", theme=theme)

    async def check(table: Table) -> None:
        assert "RIN is not on the theme animals" in await press_text(table, "1", *"rin", "enter")
        assert "✗ RIN is not on the theme animals" in await press_text(table, *" j")

    play(played, check)


def test_a_word_is_laid_on_the_board_and_judged_at_once(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl", "crossword", players="you")

    async def check(table: Table) -> None:
        text = await press_text(table, *"rin")
        assert "✓ 13L RIN $9   leaves J + 8 wilds" in text
        assert "1 Buy for $49" in text  # words can be tried before
        text = await press_text(table, "1")
        assert "✓ 13L RIN $9" in text
        assert "1 Sell for $9    2 Done" in text
        assert "✓ 13L RINs $16" in await press_text(table, "s", "down", "down")
        text = await press_text(table, "enter")
        assert "laid 13L RINs" in text
        assert "RINs sold for $16   arrows move" in text
        assert "HAND  1 letter" in text
        text = await press_text(table, "ctrl+z")
        assert "HAND  4 letters" in text
        assert "laid 13L RINs" not in text

    play(played, check)


@pytest.mark.slow
def test_a_word_on_the_board_that_cannot_be_sold_says_why(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl", "crossword", players="you")

    async def check(table: Table) -> None:
        assert "13M RJ $25   not in enable" in await press_text(table, *"1rj")
        assert "RJ is not in enable" in await press_text(table, "enter")
        await press_text(table, "escape", *"rins", "enter", "up", *"jo")
        text = await press_text(table, "enter")
        assert "it must cross a word that runs down" in text or "is not in enable" in text
        assert "the next letter is a wild" in await press_text(table, "escape", ".")

    play(played, check)


@pytest.mark.slow
def test_the_board_is_clicked_and_completed(enable: Lexicon, tmp_path: Path) -> None:
    played = session(enable, tmp_path / "game.jsonl", "crossword", players="you")

    async def check(table: Table) -> None:
        await press_text(table, *"1rins", "enter")
        placing = table.screen.placing
        assert placing
        await table.pilot.click("#grid", offset=(4, 7))
        assert placing.cursor[1] == 0
        cursor = placing.cursor
        await table.pilot.click("#grid", offset=(4, 7))
        assert (placing.cursor, placing.down) == (cursor, True)
        assert "✓ " in await press_text(table, "tab")
        assert "✓ " in await press_text(table, "tab")
        await press_text(table, "enter")
        assert played.game.state.player.money > 167

    play(played, check)


@pytest.mark.parametrize(
    "size",
    [(60, 20), *(pytest.param(each, marks=pytest.mark.slow) for each in [(80, 24), (150, 50)])],
)
@pytest.mark.slow
def test_the_board_follows_the_cursor_on_every_screen(
    size: tuple[int, int], enable: Lexicon, tmp_path: Path
) -> None:
    played = session(enable, tmp_path / "game.jsonl", "crossword", players="you,Ben")

    async def check(table: Table) -> None:
        text = await press_text(table, *"rin", *["up"] * 12)
        assert "\n  1 " in text
        assert "DRAWN" in text
        assert "1 Buy for $49    2 Pass" in text
        assert "? keys" in text
        text = await press_text(table, *["down"] * 24)
        assert "\n 25 " in text

    play(played, check, size)


@pytest.mark.slow
def test_the_last_round_asks_before_a_word_is_left_unlaid(fifth: Lexicon, tmp_path: Path) -> None:
    played = session(fifth, tmp_path / "game.jsonl", "crossword", players="you")

    async def check(table: Table) -> None:
        while not played.game.state.last:
            await table.answer({"buy": "y", "choose": "2"}.get(played.game.state.phase, ""))
        await press_text(table, "enter")
        text = await press_text(table)
        assert "This is the last round, and you can still sell" in text
        assert "1 End the game unsold    2 Go back" in text
        await press_text(table, "left", "right", "enter")
        assert played.game.state.phase == "lay"
        await press_text(table, "enter", "1")
        assert played.is_over

    play(played, check)


def test_the_keys_of_a_variant_are_in_the_help(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        assert "move the cursor on the board" in await press_text(table, "?")

    play(session(enable, tmp_path / "game.jsonl", "crossword"), check)


@pytest.mark.slow
def test_the_keys_name_each_key_once(enable: Lexicon, tmp_path: Path) -> None:
    async def check(table: Table) -> None:
        await table.press("?")
        lines = str(table.screen.query_one("#sheet-text", Static).content).splitlines()
        keys = [line.partition("  ")[0] for line in lines if line]
        assert "Space" in keys
        assert len(set(keys)) == len(keys)
        assert "choose a button" not in "\n".join(lines)  # with arrows

    play(session(enable, tmp_path / "game.jsonl", "crossword", "draft"), check)
