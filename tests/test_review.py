"""Reviews: grades of decisions, skill and luck of results, the command and its page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from playing import HALF
from shell import bw

from bwtools.advice.sampling import MODEL_ERROR
from bwtools.advice.situation import Method
from bwtools.analysis.review import (
    GradedDecision,
    Review,
    describe,
    grade_decision,
    grade_decisions,
    review,
)
from bwtools.cli.saved_games import game_lexicon
from bwtools.errors import InvalidError
from bwtools.game.deal import Deal
from bwtools.game.position import parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell
from bwtools.lexicon.lexicon import Lexicon, change_house_words, lexicon_from_words, open_lexicon
from bwtools.players.game_loop import play_game
from bwtools.players.registry import open_player
from bwtools.players.strategy import Computer
from bwtools.records.game_record import Accept, Entry, Game, Header, Seat, Undo
from bwtools.records.record_file import create_game, game_record
from bwtools.reports.review_page import page
from bwtools.sales.best_sales import best_revenue
from bwtools.tiles.hand import Hand, Play, remove_letters
from bwtools.tiles.tile_set import TileSet, build_tiles, load_tiles

CLASSIC = load_tiles()
FEW = 12  # samples: two for each face of the die
HOSTILE = "<script>'&\""
CHROMIUM = shutil.which("chromium")


def after(position: str, *entries: Entry, variants: tuple[str, ...] = ()) -> Game:
    """Return a game with these entries after a position."""
    state = parse_position(position, CLASSIC)
    seats = tuple(Seat(f"P{seat}", "person") for seat in range(len(state.players)))
    header = Header(CLASSIC, seats, "enable", "", variants=variants)
    game = Game(header, Rules(CLASSIC), None, (state,))
    for entry in entries:
        game = game.after(entry)
    return game


def simulated(lexicon: Lexicon, *players: str, seed: int = 5) -> Game:
    seats = tuple(Seat(f"{name}{HOSTILE}"[:12], name) for name in players)
    game = Game.start(Header(lexicon.tiles, seats, "enable", lexicon.sha256(), seed=seed))
    strategies = [Computer(name, open_player(name, lexicon)) for name in players]
    deal = Deal(lexicon.tiles, seed)
    for event, _ in play_game(game.rules, lexicon, deal, strategies, game.state):
        game = game.after(event)
    return game


@pytest.fixture(scope="module")
def reviews() -> dict[str, Review]:
    """Return reviews of solo games and of one with two players."""
    lexicon = open_lexicon("enable", HALF)
    games = {name: simulated(lexicon, name) for name in ("novice", "master")}
    games["table"] = simulated(lexicon, "casual", "master")
    return {name: review(game, lexicon, FEW) for name, game in games.items()}


@pytest.fixture(scope="module")
def novice(reviews: dict[str, Review], tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of a record with the first rounds of a novice's game."""
    game = reviews["novice"].game
    dealt = zip(game.states, game.events, strict=False)
    begun = [event for state, event in dealt if state.round < 9]
    path = tmp_path_factory.mktemp("review") / "novice.jsonl"
    path.write_bytes(game_record(game.header, begun))
    return str(path)


def one(lexicon: Lexicon, game: Game) -> GradedDecision:
    (found,) = grade_decisions(game, lexicon, FEW)
    return found


QUIT, QUIZ = Sell((Play("QUIT"),)), Sell((Play("QUIZ"),))
NOTHING_LEFT = "bw1 sell 30 1 1 - 100,IQTUZ,0,-"


# Grades


def test_worse_sale_loses_the_difference_to_the_best(enable: Lexicon) -> None:
    found = one(enable, after(NOTHING_LEFT, QUIT))
    assert (found.actual, found.best, found.lost) == ("QUIT", "QUIZ", 100 - 49)
    assert (found.stderr, found.basis, found.grade) == (0, "exact", "blunder")


def test_clear_decisions_are_the_best_without_samples(reviews: dict[str, Review]) -> None:
    decisions = reviews["master"].decisions
    clear = [found for found in decisions if found.basis == "value"]
    assert {found.decision for found in clear} >= {"buy", "sell"}
    assert all((found.lost, found.best) == (0, found.actual) for found in clear)
    assert {found.stderr for found in clear} == {MODEL_ERROR["value"]}
    assert {found.basis for found in decisions} == {"value", "lookahead", "exact"}


def test_clear_mistake_is_sampled(enable: Lexicon) -> None:
    position = "bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN"
    bought, passed = (one(enable, after(position, Buy(yes))) for yes in (True, False))
    assert (bought.basis, bought.lost) == ("value", 0)
    assert (passed.basis, passed.best, passed.lost > 15) == ("lookahead", "buy", True)


def test_exact_loss_is_reported_without_stderr(enable: Lexicon) -> None:
    told = "sold QUIT for $49; QUIZ for $100, keeping T, was worth $51.00 more"
    assert describe(one(enable, after(NOTHING_LEFT, QUIT)), CLASSIC) == told


def test_best_sale_loses_nothing(enable: Lexicon) -> None:
    found = one(enable, after(NOTHING_LEFT, QUIZ))
    assert (found.actual, found.best, found.lost, found.grade) == ("QUIZ", "QUIZ", 0, "best")


def test_last_sale_is_graded_and_the_discard_after_it_is_not(
    enable: Lexicon,
) -> None:
    position = "bw1 choose 30 1 1 E 100,IQTUZ,0,-"
    game = after(position, Roll(2), QUIT, Discard("Z"))
    assert [(found.decision, found.lost) for found in grade_decisions(game, enable, FEW)] == [
        ("sell", 51)
    ]


def test_sale_in_parts_is_one_decision(enable: Lexicon) -> None:
    parts = Sell((Play("TA"),), more=True), Sell((Play("NO"),), more=True), Sell()
    whole = Sell((Play("TA"), Play("NO")))
    position = "bw1 sell 30 1 1 - 100,AINOQTUZ,0,-"
    first, second = (one(enable, after(position, *sold)) for sold in (parts, [whole]))
    assert first.actual == second.actual == "TA NO"
    assert first.lost == second.lost > 0
    assert first.state == second.state == parse_position(position, CLASSIC)


def test_undone_decision_is_not_graded(enable: Lexicon) -> None:
    assert one(enable, after(NOTHING_LEFT, QUIT, Undo(), QUIZ)).actual == "QUIZ"


def test_unfinished_sale_is_not_graded(enable: Lexicon) -> None:
    assert not [*grade_decisions(after(NOTHING_LEFT, Sell((Play("IT"),), more=True)), enable, FEW)]


def test_discard_is_compared_with_the_best_one(enable: Lexicon) -> None:
    held = "AAEEIQUUZ"
    worth = {gone: best_revenue(enable, Hand(remove_letters(held, gone))) for gone in held}
    for gone in set(held):
        found = one(enable, after(f"bw1 discard 30 1 1 E 100,{held},0,-", Discard(gone)))
        assert found.actual == gone
        assert found.lost == max(worth.values()) - worth[gone]
        assert worth[found.best] == max(worth.values())


def test_unnecessary_discard_is_graded(enable: Lexicon) -> None:
    found = one(enable, after("bw1 discard 30 1 1 E 100,IQUZ,0,-", Discard("Z")))
    assert (found.actual, found.best) == ("Z", "-")
    assert found.lost > 0


@pytest.mark.parametrize(
    ("position", "entry"),
    [
        ("bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 10,AERST,2,QZ", Buy(False)),  # not affordable
        ("bw1 sell 12 1 1 A3CD2E4GI2LN2O3PRST2U 10,QVZ,0,-", Sell()),
        ("bw1 discard 12 1 1 A3CD2E4GI2LN2O3PRST2U 10,QVZ,0,-", Discard()),
    ],
)
def test_decision_without_a_choice_is_not_graded(
    enable: Lexicon, position: str, entry: Entry
) -> None:
    assert not [*grade_decisions(after(position, entry), enable, FEW)]


@pytest.mark.parametrize(
    ("position", "event"),
    [
        ("bw1 choose 12 1 1 A3CD2E4 10,AERST,2,-", Choose(3)),
        ("bw1 buy 12 1 1 A3CD2E4 10,AERST,2,IN", Buy(True)),
        ("bw1 sell 12 1 1 A3CD2E4 10,AERST,2,-", Sell()),
        ("bw1 discard 12 1 1 A3CD2E4 10,AEIORSTTT,2,-", Discard("T")),
    ],
)
def test_decision_that_cannot_be_valued_is_not_graded(position: str, event: Event) -> None:
    lexicon = lexicon_from_words(["REST"], CLASSIC._replace(die=(1, 2, 3, 4, 5, None)))
    assert (
        grade_decision(lexicon, parse_position(position, CLASSIC), event, Method(samples=FEW))
        is None
    )


def test_buying_and_passing_are_compared_with_each_other(enable: Lexicon) -> None:
    position = "bw1 buy 30 1 1 - 100,QU,0,IZ"
    bought, passed = (one(enable, after(position, Buy(yes))) for yes in (True, False))
    assert (bought.actual, bought.best, bought.lost) == ("buy", "buy", 0)
    assert (passed.actual, passed.best, passed.lost) == ("pass", "buy", 100 - 25)


def test_naming_a_number_is_graded(enable: Lexicon) -> None:
    found = one(enable, after("bw1 choose 30 1 1 IZ 100,QU,0,-", Choose(5)))  # ends the game
    assert (found.decision, found.actual, found.best, found.lost) == ("choose", "5", "2", 75)


def test_accepted_word_counts_as_a_word(enable: Lexicon) -> None:
    sold = Sell((Play("ZORF"),))
    position = "bw1 sell 30 1 1 - 100,FORZ,0,-"
    assert one(enable, after(position, Accept("ZORF"), sold)).lost == 0
    ruled = enable.with_words(["ZORF"])
    assert one(ruled, after(position, Accept("ZORF"), Sell((Play("OR"),)))).best == "ZORF"


def test_sold_word_need_not_be_in_the_dictionary(enable: Lexicon) -> None:
    state = "bw1 sell 12 1 1 A3CD2E4GI2LN2O3PRST2U 100,FORZ,1,-"
    assert one(enable, after(state, Sell((Play("XZORF", 0),)))).actual == "xZORF"


def test_grades_depend_on_the_seed_only(enable: Lexicon) -> None:
    game = after("bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN", Buy(False))
    first, again = ([*grade_decisions(game, enable, FEW)] for _ in range(2))
    (other,) = grade_decisions(game, enable, FEW, seed=1)
    assert first == again
    assert first[0].lost != other.lost
    assert first[0].stderr > 0


@pytest.mark.parametrize(
    ("grade", "least", "most"),
    [
        ("best", 0, 0.99),
        ("good", 1, 4.99),
        ("inaccuracy", 5, 14.99),
        ("mistake", 15, 39.99),
        ("blunder", 40, 999),
    ],
)
def test_grade_follows_from_the_dollars_lost(grade: str, least: float, most: float) -> None:
    state = parse_position(NOTHING_LEFT, CLASSIC)
    for lost in (least, most):
        assert GradedDecision(state, 0, "sell", "QUIT", "QUIZ", lost, 0, "exact", 1).grade == grade


def test_more_samples_reduce_the_stderr(enable: Lexicon) -> None:
    game = after("bw1 buy 12 1 1 A3CD2E4GI2LN2O3PRST2U 150,AERST,2,GIN", Buy(False))
    (few,), (many,) = (grade_decisions(game, enable, samples) for samples in (FEW, 30 * FEW))
    assert many.stderr < few.stderr


def test_variants_cannot_be_reviewed(enable: Lexicon) -> None:
    with pytest.raises(InvalidError, match="variant auction cannot be reviewed"):
        next(grade_decisions(after(NOTHING_LEFT, QUIT, variants=("auction",)), enable))


# Skill and luck


@pytest.mark.parametrize("name", ["novice", "master", "table"])
def test_parts_of_a_result_sum_to_it_within_the_stderr(
    name: str, reviews: dict[str, Review]
) -> None:
    found = reviews[name]
    for split, player in zip(found.breakdowns, found.game.state.players, strict=True):
        assert split.result == player.money
        explained = split.start + split.dice + split.draws - split.lost
        assert split.residual == pytest.approx(split.result - explained)
        assert abs(split.residual) < 4 * split.stderr
        assert 0 < split.stderr < 150


def test_lost_is_the_sum_over_the_decisions(reviews: dict[str, Review]) -> None:
    for found in reviews.values():
        for split in found.breakdowns:
            own = sum(each.lost for each in found.decisions if each.seat == split.seat)
            assert split.lost == pytest.approx(own)


def test_better_player_loses_less(reviews: dict[str, Review]) -> None:
    novice, master = (reviews[name].breakdowns[0].lost for name in ("novice", "master"))
    assert master < novice / 4
    casual, master = (split.lost for split in reviews["table"].breakdowns)
    assert master < casual / 2


def test_luck_does_not_depend_on_the_quality_of_play(reviews: dict[str, Review]) -> None:
    novice, master = (reviews[name].breakdowns[0] for name in ("novice", "master"))
    assert novice.start == master.start
    assert abs(novice.dice + novice.draws) < abs(novice.lost)


def test_costliest_decisions_lost_most(reviews: dict[str, Review]) -> None:
    found = reviews["novice"]
    losses = sorted((each.lost for each in found.decisions), reverse=True)
    assert [each.lost for each in found.costliest()] == losses[:3]


def test_unfinished_game_is_reviewed_so_far(enable: Lexicon) -> None:
    game = Game.start(Header(CLASSIC, (Seat("you", "you"),), "enable", ""))
    (split,) = review(game, enable, FEW).breakdowns
    assert split.start == split.result > 200


# The command


def test_every_decision_has_a_row(novice: str) -> None:
    done = bw("review", novice, "--samples", "12", "-f", "jsonl")
    assert (done.status, done.err) == (0, "")
    assert {row["decision"] for row in done.rows} <= {"choose", "buy", "sell", "discard"}
    for row in done.rows:
        assert row["lost"] >= 0
        assert row["stderr"] >= 0
        assert row["lost"] == 0 or row["done"] != row["best"]
        assert row["grade"] in ("best", "good", "inaccuracy", "mistake", "blunder")
    rounds = [row["round"] for row in done.rows]
    assert rounds == sorted(rounds)


def test_summary_has_a_row_for_each_player(novice: str) -> None:
    (row,) = bw("review", novice, "--samples", "12", "--summary", "-f", "jsonl").rows
    parts = row["start"] + row["dice"] + row["draws"] - row["lost"] + row["rest"]
    assert row["result"] == pytest.approx(parts, abs=0.05)
    assert row["over"] is False


def test_table_ends_with_a_description_of_the_costliest_decisions(novice: str) -> None:
    done = bw("review", novice, "--samples", "12")
    table, told = done.out.split("\nCostliest:\n")
    assert "The game is not over" in table
    assert len(re.findall(r"^  Round \d+, novice", told, re.MULTILINE)) == 3
    assert all(len(line) <= 80 for line in told.splitlines())


def test_tracked_game_can_be_reviewed(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    lines = "c3 ing+ tea-\nagin\n\n\nquit\n"
    assert bw("track", "--players", "you,Ben", "--record", path, stdin=lines).status == 0
    rows = bw("review", path, "--samples", "12", "-f", "jsonl").rows
    assert [(row["player"], row["decision"], row["done"]) for row in rows[:4]] == [
        ("you", "choose", "3"),
        ("you", "buy", "buy"),
        ("Ben", "buy", "pass"),
        ("you", "sell", "aGIN"),
    ]


@pytest.mark.usefixtures("own_games")
def test_changed_dictionary_is_reported(tmp_path: Path) -> None:
    path = str(tmp_path / "game.jsonl")
    begin = ("track", "--players", "you", "-d", "everyday", "--record", path)
    bw(*begin, stdin="c3 ing+\ngain\n\n\nquit\n")
    args = ("review", path, "--samples", "12", "-f", "jsonl")
    assert bw(*args).err == ""
    change_house_words("everyday", remove=["gain"])
    warning = "Warning: the dictionary everyday has changed since the game began"
    assert bw(*args).err.startswith(warning)
    assert bw(*args, "-d", "everyday").err.startswith(warning)


@pytest.mark.usefixtures("own_games")
def test_daily_game_is_reviewed_without_house_words(enable: Lexicon, tmp_path: Path) -> None:
    header = Header(CLASSIC, (Seat("you", "person"),), "enable", enable.sha256(), seed=20240501)
    header = header._replace(date="2024-05-01T12:00:00Z")
    change_house_words("enable", add=["zorf"])
    for daily in (True, False):
        game = Game.start(header._replace(daily=daily))
        assert ("ZORF" in game_lexicon(tmp_path / "game", game)) is not daily


BEGUN = (Choose(2), Draw("IN"), Buy(True), Sell(), Discard())


def _with(tmp_path: Path, tiles: TileSet, entries: Sequence[Entry] = BEGUN) -> str:
    path = tmp_path / "game.jsonl"
    header = Header(
        tiles, (Seat("Anna", "person"),), "enable", open_lexicon("enable", tiles).sha256()
    )
    with create_game(path, header) as writer:
        for entry in entries:
            writer.add(entry)
    return str(path)


def test_game_that_cannot_be_valued_is_an_error(tmp_path: Path) -> None:
    layout = CLASSIC.layout()
    layout["rules"]["hand_limit"] = 9
    path = _with(tmp_path, build_tiles(layout, "the tile set"))
    assert "can be valued only where at most 8 letters" in bw("review", path).error


def test_values_from_another_tile_set_are_reported_as_rough(tmp_path: Path) -> None:
    layout = CLASSIC.layout()
    layout["letters"]["J"] = [2, 3]
    path = _with(tmp_path, build_tiles(layout, "the tile set"))
    assert "for this game they are rough" in bw("review", path, "--samples", "12").out


def test_result_of_a_finished_game_is_final(tmp_path: Path) -> None:
    layout = CLASSIC.layout()
    layout["letters"] = {"I": [1, 1], "N": [1, 1]}
    entries = *BEGUN[:3], Sell((Play("IN"),)), Discard(), Roll(2), Sell(), Discard()
    path = _with(tmp_path, build_tiles(layout, "the tile set"), entries)
    out = bw("review", path, "--samples", "12").out
    assert "not over" not in out
    assert re.search(r"^Anna .* \$200\.00$", out, re.MULTILINE)


@pytest.mark.parametrize("name", ["", "no/such/folder.html"])
def test_page_that_cannot_be_written_is_an_error(tmp_path: Path, name: str) -> None:
    path = _with(tmp_path, CLASSIC)
    error = bw("review", path, "--samples", "12", "--html", str(tmp_path / name)).error
    assert error.startswith(f"cannot write {tmp_path / name}: ")


@pytest.mark.parametrize("name", ["", "-"])
def test_html_needs_a_file(tmp_path: Path, name: str) -> None:
    error = bw("review", _with(tmp_path, CLASSIC), "--html", name).error
    assert error == "--html needs a file name: rows are printed to standard output"


def test_full_disk_keeps_the_old_page_and_prints_the_rows(
    tmp_path: Path,
) -> None:
    resource = pytest.importorskip("resource")
    path, html = _with(tmp_path, CLASSIC), tmp_path / "pages" / "review.html"
    html.parent.mkdir()
    html.write_text("the old page")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        done = bw("review", path, "--samples", "12", "--summary", "--html", str(html))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert done.status == 2
    assert done.err.startswith(f"Error: cannot write {html}: ")
    assert "Anna" in done.out
    assert html.read_text() == "the old page"
    assert os.listdir(html.parent) == ["review.html"]


def test_page_follows_a_link_and_is_readable_by_others(tmp_path: Path) -> None:
    path, link = _with(tmp_path, CLASSIC), tmp_path / "link.html"
    link.symlink_to("review.html")
    mask = os.umask(0o022)
    try:
        assert bw("review", path, "--samples", "12", "--html", str(link)).status == 0
    finally:
        os.umask(mask)
    assert link.is_symlink()
    written = tmp_path / "review.html"
    assert written.read_text(encoding="utf-8").endswith("</html>\n")
    assert written.stat().st_mode & 0o777 == 0o644


def test_option_out_of_range_is_an_error(novice: str) -> None:
    error = bw("review", novice, "--samples", "1").error
    assert error.startswith(
        "Invalid value for '--samples': must be a whole number from 2 to 1000000"
    )


# The page


def test_page_loads_nothing_and_runs_nothing(reviews: dict[str, Review]) -> None:
    for found in reviews.values():
        text = page(found)
        assert not re.search(r"https?:|//|<script|<link|<img|@import|url\(|\ssrc=", text)
        assert set(re.findall(r'href="(.)', text)) <= {"#"}


def test_names_are_escaped(reviews: dict[str, Review]) -> None:
    game = reviews["table"].game
    header = game.header._replace(
        seats=(Seat(HOSTILE, "person"), Seat("<b>", "person")), dictionary="<i>d.txt"
    )
    text = page(reviews["table"]._replace(game=game._replace(header=header)))
    assert "<script" not in text
    assert "<i>d" not in text
    assert "&lt;script&gt;&#39;&amp;&#34;" in text


def test_names_written_from_right_to_left_are_isolated(
    reviews: dict[str, Review],
) -> None:
    game = reviews["novice"].game
    header = game.header._replace(seats=(Seat("שרה", "person"),))
    text = page(reviews["novice"]._replace(game=game._replace(header=header)))
    names = re.sub(r"<title>.*?</title>", "", text)
    assert names.count("שרה") == names.count("<bdi>שרה</bdi>") > 3


def test_chart_of_an_unfinished_game_has_no_end(novice: str, tmp_path: Path) -> None:
    html = tmp_path / "review.html"
    assert bw("review", novice, "--samples", "12", "--html", str(html)).status == 0
    text = html.read_text(encoding="utf-8")
    assert 'left:100%">9</span>' in text
    assert "at the end: $" not in text


def test_page_has_every_round_and_every_grade(reviews: dict[str, Review]) -> None:
    found = reviews["table"]
    text = page(found)
    assert text.count("<details") == found.game.state.round
    turns = text[text.index("<details") :]
    for name in ("best", "mistake"):
        chips = turns.replace("<summary>", "\0").count(f'<span class="chip {name}">')
        heads = len(re.findall(rf'chip {name}">\w+</span></summary>', turns))
        assert chips - heads == sum(each.grade == name for each in found.decisions)


def test_player_without_an_event_in_a_round_is_left_out(enable: Lexicon) -> None:
    game = Game.start(
        Header(CLASSIC, (Seat("Anna", "person"), Seat("Ben", "person")), "enable", "")
    )
    game = game.after(Choose(2)).after(Draw("IN"))
    turns = page(review(game, enable, FEW)).split("Round by round")[1]
    assert re.findall("<h3>.*?</h3>", turns) == [
        '<h3><i class="swatch p0"></i><bdi>Anna</bdi></h3>'
    ]


def test_empty_hand_is_not_shown(enable: Lexicon) -> None:
    tiles = CLASSIC._replace(wilds_dealt=(0, 0, 0, 0))
    begun = Game.start(Header(tiles, (Seat("Anna", "person"),), "enable", ""))
    for buys in (True, False):
        game = begun.after(Choose(2)).after(Draw("IN")).after(Buy(buys)).after(Sell())
        assert ("<li>held " in page(review(game, enable, FEW))) is buys


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_browser_shows_the_page(reviews: dict[str, Review], tmp_path: Path) -> None:
    found = reviews["table"]
    file = tmp_path / "review.html"
    file.write_text(page(found), encoding="utf-8")
    done = subprocess.run(
        [
            *(str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
            *("--enable-logging=stderr", f"--user-data-dir={tmp_path / 'profile'}"),
            *(f"--screenshot={tmp_path / 'page.png'}", "--window-size=400,900"),
            *("--dump-dom", file.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "CONSOLE" not in done.stderr  # a browser reports blocked and invalid content there
    assert done.stdout.count("<details") == found.game.state.round
    assert re.search(r"<h1><bdi>master.* won with \$\d+</h1>|share the win", done.stdout)
    assert len(re.findall(r'<path class="money p\d"', done.stdout)) == 2
    assert "<script" not in done.stdout
    assert (tmp_path / "page.png").stat().st_size > 10_000


def test_json_is_one_array(novice: str) -> None:
    rows = json.loads(bw("review", novice, "--samples", "12", "-f", "json").out)
    fields = {"round", "player", "decision", "done", "best", "lost", "stderr"}
    assert all(fields <= row.keys() for row in rows)


def test_on_the_page_a_sale_in_parts_has_one_line_with_its_grade(enable: Lexicon) -> None:
    position = "bw1 choose 30 1 1 E 100,AINOQTUZ,0,-"
    parts = Roll(2), Sell((Play("TA"),), more=True), Sell((Play("NO"),), more=True), Sell()
    lines = re.findall(r"<li>(.*?)</li>", page(review(after(position, *parts), enable)), re.DOTALL)
    (sold,) = [line for line in lines if line.startswith("sold")]
    assert 'class="better"' in sold
    assert "sold nothing" not in sold
