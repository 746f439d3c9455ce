"""The end of a game on the screen: the result, the analysis, the review, the statistics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from table_games import at_table, finish, finished, on_screen, options, press, settle
from textual.pilot import Pilot

from bwtools.analysis.review import Review, review
from bwtools.cli.table import captions, game_analysis
from bwtools.cli.table.app import TableApp, run_table
from bwtools.cli.table.decision_list import DecisionList
from bwtools.cli.table.end_screen import EndScreen
from bwtools.cli.table.game_analysis import Finding, Problem, Progress, Rival
from bwtools.cli.table.review_screen import ReviewScreen
from bwtools.cli.table.stats_screen import StatsScreen
from bwtools.cli.table.table_screen import TableScreen
from bwtools.cli.terminal.new_game import new_session
from bwtools.cli.terminal.phases.phase_prompt import board
from bwtools.cli.terminal.session import PlaySession
from bwtools.errors import BwError
from bwtools.game.state import Sell
from bwtools.lexicon.lexicon import Lexicon
from bwtools.records.game_record import Game
from bwtools.records.record_file import read_game
from bwtools.tiles.hand import parse_play

App = TableApp
Keys = Pilot[BwError]
SIZES = [
    (60, 20),
    *(pytest.param(size, marks=pytest.mark.slow) for size in [(80, 24), (140, 45)]),
]


@pytest.fixture(autouse=True)
def games(own_games: Path) -> Path:
    return own_games


@cache
def reviewed(path: Path) -> Review:
    return review(read_game(path), samples=12)


@pytest.fixture(scope="module")
def record(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a finished game alone."""
    del home
    path = tmp_path_factory.mktemp("end") / "game.jsonl"
    finished(record=path).writer.close()
    return path


@pytest.fixture(autouse=True)
def analysis(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """Replace the analysis by a list, or by what is computed here if the list stays empty."""
    findings: list[Finding] = []

    def analysed(game: Game, path: Path, _: Lexicon, __: Callable[[], bool]) -> Iterator[Finding]:
        if findings:
            yield from findings
            return
        yield Rival("master", 1240)
        yield Rival("expert", problem="expert cannot play this")
        if game_analysis.can_be_reviewed(game):
            yield Progress(0.5)
            yield reviewed(path)

    monkeypatch.setattr(game_analysis, "analysed", analysed)
    return findings


def ended(record: Path) -> PlaySession:
    """Return the session of a finished game, as bw resume opens it."""
    from bwtools.cli.saved_games import reopen_lexicon
    from bwtools.cli.terminal.new_game import resumed_session
    from bwtools.records.record_file import resume_game

    writer = resume_game(record)
    return resumed_session(writer, reopen_lexicon(record, writer.game.header))


def leave_table(record: Path) -> None:
    """Leave the table of a finished game, which prints the result."""
    session = ended(record)
    with session.writer:
        run_table(session, options())


def scrolled(app: App) -> str:
    """Return all texts of the page, also those outside the screen."""
    from textual.widgets import Static

    return "\n".join(str(widget.content) for widget in app.screen.query(Static))


def test_the_end_shows_result_rivals_luck_and_decisions(record: Path) -> None:
    async def check(app: App, _: Keys) -> None:
        text = on_screen(app)
        assert isinstance(app.screen, EndScreen)
        money = read_game(record).state.player.money
        found = reviewed(record)
        assert f"master{'$1,240':>17}" in text
        assert f"you{f'${money:,}':>20}" in text
        assert "expert cannot play this" in scrolled(app)
        assert f"your decisions{-round(found.breakdowns[0].lost):>15,}" in text
        worst = found.costliest()[0]
        assert f"round {worst.state.round}  -${round(worst.lost)} {worst.grade}" in text
        assert "1 Review" in text
        assert "6 Copy" not in text

    at_table(ended(record), check)


def test_progress_and_problems_are_shown(record: Path, analysis: list[Finding]) -> None:
    analysis += [Rival("master", 5), Progress(0.42)]

    async def check(app: App, pilot: Keys) -> None:
        assert "grading the decisions: 42%" in on_screen(app)
        assert "graded" in await press(app, pilot, "1")
        assert isinstance(app.screen, EndScreen)
        analysis[:] = [Problem("the dictionary is gone")]
        app.screen.find_out()
        await settle(app, pilot)
        assert "the dictionary is gone" in on_screen(app)
        analysis[:] = [reviewed(record)]
        app.screen.find_out()
        await settle(app, pilot)
        assert isinstance(app.screen, ReviewScreen)  # which was wanted before it was ready

    at_table(ended(record), check)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.slow
def test_pages_open_and_close_by_keys(record: Path, size: tuple[int, int]) -> None:
    async def check(app: App, pilot: Keys) -> None:
        assert "1 All" in await press(app, pilot, "1")
        assert isinstance(app.screen, ReviewScreen)
        await press(app, pilot, "escape")
        assert isinstance(app.screen, EndScreen)
        assert "your statistics" in await press(app, pilot, "4")
        assert isinstance(app.screen, StatsScreen)
        await press(app, pilot, "enter")
        assert isinstance(app.screen, EndScreen)
        await press(app, pilot, "escape", "down", "up", "pagedown", "pageup", "end", "home", "%")
        assert isinstance(app.screen, EndScreen)
        for _ in range(3):
            await press(app, pilot, "right")
        await press(app, pilot, "enter")
        assert isinstance(app.screen, StatsScreen)

    at_table(ended(record), check, size)


@pytest.mark.slow
def test_the_enter_that_ends_a_game_presses_nothing(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        assert isinstance(app.screen, EndScreen)
        screen = app.screen
        screen.clock = lambda: screen.opened + 0.1
        await press(app, pilot, "enter")
        assert app.screen is screen
        screen.clock = lambda: screen.opened + 0.3
        await press(app, pilot, "enter")
        assert isinstance(app.screen, ReviewScreen)

    at_table(ended(record), check)


@pytest.mark.slow
def test_buttons_can_be_clicked(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        await pilot.click("#page-buttons", offset=(2, 0))
        await settle(app, pilot)
        assert isinstance(app.screen, ReviewScreen)
        await pilot.click("#decisions", offset=(10, 2))
        await settle(app, pilot)
        assert app.screen.selected == 2
        app.screen.query_one("#decisions", DecisionList).on_mouse_scroll_down()
        await settle(app, pilot)
        assert app.screen.selected == 3
        await pilot.click("#page-keys", offset=(17, 0))
        await settle(app, pilot)
        assert isinstance(app.screen, EndScreen)

    at_table(ended(record), check)


@pytest.mark.slow
def test_a_double_click_begins_one_game() -> None:
    async def check(app: App, pilot: Keys) -> None:
        end = app.screen
        assert isinstance(end, EndScreen)
        for _ in range(2):
            end.press("new")
        await settle(app, pilot)
        assert len(app.sessions) == 2

    at_table(finished(), check)


def test_a_new_game_follows_and_the_old_record_is_closed(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        await press(app, pilot, "2")
        assert isinstance(app.screen, TableScreen)
        assert app.session.game.header.tiles.name == "half"
        with ended(record).writer as writer:  # fails if the record is still locked
            assert writer.game.state.phase == "over"

    app = at_table(ended(record), check)
    first, second = app.sessions
    assert first.writer.path == record
    assert not second.is_over


@pytest.mark.slow
def test_the_game_of_the_day_follows(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        await press(app, pilot, "3")
        assert isinstance(app.screen, TableScreen)
        assert app.session.game.header.daily

    at_table(ended(record), check)


def test_a_game_that_cannot_begin_is_explained(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        app.options = app.options._replace(dictionary="nowhere.txt")
        assert "nowhere.txt" in await press(app, pilot, "2")
        assert isinstance(app.screen, EndScreen)

    at_table(ended(record), check)


@pytest.mark.slow
def test_a_game_is_played_to_its_end_page() -> None:
    session = new_session(options(), 6)
    finish(session, until=lambda game: game.state.last)

    async def check(app: App, pilot: Keys) -> None:
        for _ in range(20):
            if isinstance(app.screen, EndScreen):
                break
            assert isinstance(app.screen, TableScreen)
            await press(app, pilot, "1" if app.screen.question else "enter")
        assert isinstance(app.screen, EndScreen)
        assert "THE SAME DEAL" in on_screen(app)

    at_table(session, check)


def test_people_without_the_user_have_their_names_with_their_decisions(tmp_path: Path) -> None:
    async def check(app: App, _: Keys) -> None:
        text = scrolled(app)
        assert "YOUR GAMES" not in text
        worst = reviewed(tmp_path / "two.jsonl").costliest()[0]
        name = app.session.game.header.seats[worst.seat].name
        assert f"round {worst.state.round}  {name}  -$" in text

    at_table(finished("Anna,Ben", record=tmp_path / "two.jsonl"), check)


def test_what_is_printed_after_the_table_is_left(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(TableApp, "run", lambda _: None)
    leave_table(record)
    printed = capsys.readouterr().out
    assert "You ended with $" in printed
    assert "bw review" in printed
    with finished("you,club", variants=("auction",)).writer as writer:
        path = writer.path
    leave_table(path)
    assert "bw review" not in capsys.readouterr().out  # it would fail


@pytest.mark.slow
def test_the_crossword_board_is_shown() -> None:
    async def check(app: App, _: Keys) -> None:
        assert "\n".join(board(app.session.game.rules, app.session.game.state)) in scrolled(app)

    at_table(finished("you,club", variants=("crossword",)), check)


@pytest.mark.parametrize("size", [(30, 10), (59, 19)])
@pytest.mark.slow
def test_pages_open_on_small_screens(record: Path, size: tuple[int, int]) -> None:
    async def check(app: App, pilot: Keys) -> None:
        await press(app, pilot, "1", "down", "escape", "4")
        await pilot.resize_terminal(140, 45)
        await settle(app, pilot)
        assert "your statistics" in on_screen(app)

    at_table(ended(record), check, size)


def test_leaving_ends_the_program(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        await pilot.press("5")
        await pilot.pause()
        assert not app.is_running or app._exit

    at_table(ended(record), check)


def test_the_game_of_the_day_can_be_copied(analysis: list[Finding]) -> None:
    analysis += [Rival("master", 1240), Rival("expert", 1250)]

    async def check(app: App, pilot: Keys) -> None:
        assert "6 Copy" in on_screen(app)
        assert "Copied" in await press(app, pilot, "c")
        assert "BuyWord of the day" in app.clipboard
        assert "(master made $1240)" in app.clipboard
        assert "Game of the day: 1 day in a row" in scrolled(app)

        await press(app, pilot, "2")

    app = at_table(finished(daily=True), check)
    assert app.share[0].startswith("BuyWord of the day")  # which is printed in the end


@pytest.mark.slow
def test_a_game_with_others_shows_the_standing_and_the_record(tmp_path: Path) -> None:
    session = finished("you,club", record=tmp_path / "two.jsonl")

    async def check(app: App, pilot: Keys) -> None:
        text = scrolled(app)
        assert "FINAL STANDING" in text
        assert "THE SAME DEAL" not in text
        assert "won with" in text
        assert "luck  decisions" in text
        assert "4 All players" in await press(app, pilot, "1")
        yours = app.screen.query_one("#decisions").render_line(0).text
        await press(app, pilot, "4", "end")
        everyone = app.screen.query_one("#decisions").render_line(0).text
        assert "you " in everyone or "club" in everyone
        assert "club" not in yours

    at_table(session, check)


def test_variants_have_no_review() -> None:
    async def check(app: App, pilot: Keys) -> None:
        text = scrolled(app)
        assert "LUCK AND SKILL" not in text
        assert "1 Review" not in await press(app, pilot, "1")
        assert isinstance(app.screen, EndScreen)
        assert "2 New game" in on_screen(app)

    at_table(finished("you,club", variants=("auction",)), check)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.slow
def test_review_shows_each_decision_with_its_options(record: Path, size: tuple[int, int]) -> None:
    async def check(app: App, pilot: Keys) -> None:
        text = await press(app, pilot, "1")
        screen = app.screen
        assert isinstance(screen, ReviewScreen)
        found = reviewed(record)
        assert f"1 All {len(found.decisions)}" in text
        assert "OPTIONS" in text
        mistakes = [each for each in found.decisions if each.lost >= 15]
        text = await press(app, pilot, "3")
        assert f"3 Mistakes {len(mistakes)}" in text
        assert screen.listed() == mistakes
        await press(app, pilot, "down", "pagedown", "end", "down")
        assert screen.selected == len(mistakes) - 1
        last = mistakes[-1]
        assert screen.advice[last.after].decision == last.decision
        text = await press(app, pilot, "home", "up")
        assert screen.selected == 0
        assert f"Round {mistakes[0].state.round}  ·  {mistakes[0].decision}" in text
        assert "best" in text

    at_table(ended(record), check, size)


def test_review_without_mistakes_says_so(record: Path) -> None:
    async def check(app: App, pilot: Keys) -> None:
        found = reviewed(record)
        best = tuple(each for each in found.decisions if each.lost == 0)
        app.push_screen(
            ReviewScreen(found._replace(decisions=best), app.session.lexicon, app.settings, 0)
        )
        await settle(app, pilot)
        assert "No decision lost that much." in await press(app, pilot, "3")

    at_table(ended(record), check)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.slow
def test_statistics_are_those_of_the_saved_games(size: tuple[int, int]) -> None:
    for seed in (1, 2, 3):
        finished(seed=seed).writer.close()

    async def check(app: App, pilot: Keys) -> None:
        await press(app, pilot, "4")
        text = scrolled(app)
        assert "Results" in text
        assert "Words sold" in text
        assert "Reviewed: 0 of 4 games" in text
        assert app.screen.query_one("#results").display

    at_table(finished(seed=4), check, size)


@pytest.mark.slow
def test_records_of_a_game_are_shown() -> None:
    first = finished(seed=1)
    first.writer.close()
    best = [first.game.state.player.money]

    async def check(app: App, _: Keys) -> None:
        shown = "your best result so far" in scrolled(app)
        money = app.session.game.state.player.money
        assert shown == (money > max(best))
        best.append(money)

    for seed in (2, 3, 4):
        at_table(finished(seed=seed), check)


def test_the_table_knows_the_best_sale_of_earlier_games() -> None:
    session = finished(seed=1)
    session.writer.close()
    tiles = session.game.header.tiles
    prices = [
        play.pips(tiles) ** 2
        for event in session.game.events
        if isinstance(event, Sell)
        for play in event.plays
    ]

    async def check(app: App, _: Keys) -> None:
        table = app.screen
        assert isinstance(table, TableScreen)
        for _try in range(100):  # it is found after the table is shown
            if not table.best_sales:
                await asyncio.sleep(0.05)
        assert table.best_sales == {0: max(prices)}

    at_table(new_session(options(), 2), check)


def test_the_best_sale_so_far_is_noted(record: Path) -> None:
    game = read_game(record)
    start = game._replace(states=game.states[:1], events=())
    word = [parse_play("JAZZY")]
    dollars = word[0].pips(game.header.tiles) ** 2
    assert captions.sale_note(start, word, 0, record=dollars - 1) == "your best sale so far"
    assert captions.sale_note(start, word, 0, record=dollars) == ""
    assert captions.sale_note(start, word, 0) == ""


@pytest.mark.slow
def test_without_colour_pages_are_readable(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def check(app: App, pilot: Keys) -> None:
        assert "▸" in await press(app, pilot, "1")

    at_table(ended(record), check)


@pytest.mark.slow
def test_the_analysis_runs_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    session = finished(record=tmp_path / "game.jsonl")
    session.writer.close()
    found = list(
        game_analysis.analysed(session.game, session.writer.path, session.lexicon, lambda: True)
    )
    assert [each.name for each in found if isinstance(each, Rival)] == ["master", "expert"]
    assert isinstance(found[-1], Review)
    assert found[-1].game is session.game
    first, *rest = game_analysis.analysed(
        session.game, session.writer.path, session.lexicon, lambda: True
    )
    assert first == found[-1]  # the saved one
    assert len(rest) == 2


def test_an_analysis_that_is_not_wanted_stops(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    game = read_game(record)
    session = ended(record)
    session.writer.close()
    assert not list(game_analysis.analysed(game, record, session.lexicon, lambda: False))
