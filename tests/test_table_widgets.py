"""The widgets of the full-screen table: what they draw, what a click reports, and their colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from table_stage import PIPS, THEMES, Stage, cells, drawn, staged, strips, text, tile_row
from textual.pilot import Pilot
from textual.widget import Widget

from bwtools.cli.table.bag_view import BagView
from bwtools.cli.table.buttons import ButtonRow
from bwtools.cli.table.digits import LargeNumber, large_parts
from bwtools.cli.table.drawing import Drawing
from bwtools.cli.table.grid_view import GridView
from bwtools.cli.table.key_bar import KeyBar
from bwtools.cli.table.layout import layout_for
from bwtools.cli.table.log_view import LogRow, LogView
from bwtools.cli.table.money_bar import MoneyBar
from bwtools.cli.table.money_chart import MoneyChart
from bwtools.cli.table.players_view import PlayerRow, PlayersView
from bwtools.cli.table.theme import COLORS, DARK
from bwtools.cli.table.tiles_view import CELLS, Cell, TileSize, fitting_size
from bwtools.cli.terminal.phases.phase_prompt import Choice
from bwtools.game.variants.grid import MIDDLE, Grid, parse_placement
from bwtools.tiles.tile_set import load_tiles

TILES = load_tiles()
MARKS = TILES.results
KEYS = [
    ("?", "keys"),
    ("!", "hint"),
    ("*", "words"),
    ("#", "bag"),
    ("$", "money"),
    (",", "sort"),
    ("^Z", "undo"),
]


MIXED = [
    *cells("HZo"),
    Cell("A", 1, "lifted"),
    Cell("", 1, "stack", 2),
    Cell(kind="space"),
    Cell(kind="caret"),
]


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ("S", [" H   Z  ╭o╮  A  ╭★╮", " :   ∷  ╰·╯     ╰2╯   ▁▁▁"]),
        (
            "M",
            [
                "          ╭──╮      ╭──╮",
                " H    Z   │o │  A   │★ │",
                "  •• •••• ╰─•╯      ╰×2╯   ▁▁▁▁",  # noqa: RUF001
            ],
        ),
        (
            "L",
            [
                "            ╭───╮       ╭───╮",
                "  H     Z   │ o │   A   │ ★ │",
                "   ••  •••• ╰──•╯       ╰─×2╯   ▁▁▁▁▁",  # noqa: RUF001
            ],
        ),
    ],
)
def test_tiles_show_letter_and_pips(size: TileSize, lines: list[str]) -> None:
    assert drawn(tile_row(MIXED, size)) == lines


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ("S", ["H2  Z4  (o)  A  *2", "                      ___"]),
        ("M", ["", "[H2] [Z4] (o)   A   (*2)", "                           ____"]),
        ("L", ["", "[H2]  [Z4]   (o)    A   (*2)", "                                _____"]),
    ],
)
def test_tiles_in_ascii(size: TileSize, lines: list[str]) -> None:
    widget = tile_row(MIXED, size)
    widget.ascii = True
    assert drawn(widget) == lines


def test_the_caret_shows_that_the_next_tile_is_a_wild() -> None:
    assert drawn(tile_row([Cell("★", 0, "caret")], "S")) == [" ★", "▁▁▁"]
    assert drawn(tile_row([Cell("★", 0, "caret")], "L")) == ["", "  ★", "▁▁▁▁▁"]


def test_text_beside_tiles_needs_no_layout() -> None:
    row = tile_row([])
    row.show(
        cells("GIN"), [[("$16", "ink", True), ("   4 pips squared", "dim")], [("leaves", "dim")]]
    )
    assert [line[14:] for line in drawn(row)] == [
        "",
        "   $16   4 pips squared",
        "   leaves",
    ]
    row = tile_row([])
    row.show(cells("GI"), large_parts("+25"))
    assert [line[9:].strip() for line in drawn(row)] == ["╺━┓┏━╸", "╺╋╸┏━┛┗━┓", "┗━╸╺━┛"]
    row = tile_row([], "S")
    row.show(cells("GI"), large_parts("+25", small=True))
    assert drawn(row) == [" G   I", " :   ·    +25"]


@pytest.mark.parametrize("size", ["S", "M", "L"])
def test_an_automatic_width_follows_the_tiles(size: TileSize) -> None:
    row = tile_row(cells("GIN"), size)
    row.styles.width = "auto"

    async def check(_: Stage, pilot: Pilot[None]) -> None:
        for letters in "GINS", "IT", "":
            row.show(cells(letters))
            await pilot.pause()
            each = {"S": 4, "M": 5, "L": 6}[size]
            assert row.size.width == max(0, each * len(letters) - 1)

    staged(row, check)


def test_more_pips_than_dots_fit_are_a_number() -> None:
    row = [Cell("A", pips) for pips in (0, 5, 12, 100)]
    assert drawn(tile_row(row, "M"))[-1] == "        5   12  100"
    assert drawn(tile_row(row, "S"))[-1] == "     5   12 100"


@pytest.mark.parametrize("name", THEMES)
def test_a_refused_tile_is_struck_through(name: str) -> None:
    widget = tile_row([cell._replace(refused=True) for cell in cells("Qi")])

    async def check(_: Stage, __: Pilot[None]) -> None:
        segments = [segment for strip in strips(widget) for segment in strip]
        struck = [each.text for each in segments if each.style and each.style.strike]
        assert struck == ["Q", "i"]

    staged(widget, check, name=name)


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("count", [5, 20, 60])
def test_any_number_of_tiles_fits(width: int, count: int) -> None:
    row = cells(("RETINAS" * 9)[:count])
    lines = drawn(tile_row(row, fitting_size(width, 24)), (width, 24))
    letters = lines[(len(lines) - 1) // 2].replace(" ", "")
    assert letters == "".join(cell.letter for cell in row)


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [(56, 20, "S"), (76, 24, "M"), (96, 32, "L"), (96, 20, "S"), (68, 24, "S"), (83, 24, "L")],
)
def test_fitting_size(width: int, height: int, size: TileSize) -> None:
    assert fitting_size(width, height) == size


def test_thirteen_letters_and_the_wilds_fit_with_gaps() -> None:
    row = [*cells("ABCDEFGHIJKLM"), Cell("", 1, "stack", 3)]
    assert len(row) == CELLS
    for width, height in (56, 20), (76, 24), (96, 32):
        line = drawn(tile_row(row, fitting_size(width, height)), (width, height))[-1]
        assert "╯" in line
        assert len(line) <= width


@pytest.mark.slow
def test_clicks_report_what_was_clicked() -> None:
    row = tile_row(cells("AB Co"))
    buttons = ButtonRow()
    buttons.show([Choice("Buy for $100", "y"), Choice("Pass", "n")], 0)
    keys = KeyBar()
    keys.show(KEYS)
    grid = GridView()
    grid.show(Grid(), (MIDDLE, MIDDLE), False, {}, PIPS)

    async def click(pilot: Pilot[None], widget: Widget, x: int, y: int = 0) -> Any:
        app = pilot.app
        assert isinstance(app, Stage)
        app.received.clear()
        await pilot.click(widget, offset=(x, y))
        await pilot.pause()
        return app.received[-1] if app.received else None

    async def check_tiles(_: Stage, pilot: Pilot[None]) -> None:
        found = [await click(pilot, row, x, 1) for x in (0, 3, 4, 5, 12, 20)]
        assert [message and message.index for message in found] == [0, 0, None, 1, 3, 4]

    async def check_buttons(_: Stage, pilot: Pilot[None]) -> None:
        found = [await click(pilot, buttons, x) for x in (0, 15, 16, 19, 40)]
        assert [message and message.index for message in found] == [0, 0, None, 1, None]

    async def check_keys(_: Stage, pilot: Pilot[None]) -> None:
        found = [await click(pilot, keys, x) for x in (0, 5, 7, 8, 54)]
        assert [message and message.key for message in found] == ["?", "?", None, "!", "^Z"]

    async def check_grid(_: Stage, pilot: Pilot[None]) -> None:
        assert (await click(pilot, grid, 3, 1)).square[1] == 0
        middle = text(grid)[1:].index(next(line for line in text(grid) if line.startswith("13")))
        assert (await click(pilot, grid, 3 + 2 * MIDDLE, middle + 1)).square == (MIDDLE, MIDDLE)
        assert await click(pilot, grid, 1, 1) is None

    staged(row, check_tiles)
    staged(buttons, check_buttons)
    staged(keys, check_keys)
    staged(grid, check_grid)


def test_equal_content_is_not_drawn_again_and_no_content_moves_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, log = tile_row(cells("HAND")), LogView()
    buttons, money = ButtonRow(), MoneyBar()
    shows: list[tuple[Drawing, Callable[[int], None]]] = [
        (row, lambda step: row.show(cells("HANDS"[: 4 - step]))),
        (log, lambda step: log.show([LogRow(step, "", "passed GIN", None, 200)] * (step + 1))),
        (buttons, lambda step: buttons.show([Choice("Pass", "n")] * (step + 1), 0)),
        (money, lambda step: money.show(200 + step, MARKS)),
    ]
    layouts: list[bool] = []
    for widget, show in shows:
        show(0)
        with monkeypatch.context() as patch:
            patch.setattr(widget, "refresh", lambda layout=False: layouts.append(layout))
            for step in (0, 1, 1, 0):
                show(step)
    assert layouts == [False, False] * len(shows)


def test_buttons_are_numbered_and_may_have_other_keys() -> None:
    row = ButtonRow()
    row.show([Choice("Buy for $100", "y"), Choice("Pass", "n", "P")], 0)
    assert drawn(row) == [" 1 Buy for $100    P Pass"]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (80, " 2 Draw 2 tiles    3 Draw 3 tiles    4 Draw 4 tiles    5 Draw 5 tiles"),
        (60, " 2 Draw 2   3 Draw 3   4 Draw 4   5 Draw 5"),
    ],
)
def test_buttons_shorten_their_labels_in_a_narrow_row(width: int, line: str) -> None:
    row = ButtonRow()
    row.show([Choice(f"Draw {count} tiles", str(count), str(count)) for count in range(2, 6)], 1)
    assert drawn(row, (width, 20)) == [line]


def test_buttons_wrap_in_a_row_of_two_lines() -> None:
    row = ButtonRow()
    row.styles.height = 2
    row.show([Choice(f"Draw {count} tiles", str(count)) for count in range(2, 6)], 1)
    assert drawn(row, (40, 20)) == [
        " 1 Draw 2 tiles    2 Draw 3 tiles",
        " 3 Draw 4 tiles    4 Draw 5 tiles",
    ]


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (60, "? keys  ! hint  * words  # bag  $ money  , sort  ^Z undo"),
        (30, "? keys ! hint * words # bag"),
    ],
)
def test_key_bar_shows_the_keys_that_fit(width: int, line: str) -> None:
    bar = KeyBar()
    bar.show(KEYS)
    assert drawn(bar, (width, 20)) == [line]


def bar(money: int, marks: dict[str, int] | None = None, tall: bool = False) -> MoneyBar:
    widget = MoneyBar()
    widget.tall = tall
    widget.show(money, dict(MARKS) if marks is None else marks)
    return widget


def test_money_bar_shows_the_distance_to_the_next_mark() -> None:
    line, labels = drawn(bar(628), (60, 20))
    assert line.startswith("$628   ━━━━")
    assert line.count("┃") == len(MARKS)
    assert labels.split() == ["$172", "to", "fair", "800", "900", "1,000"]
    assert drawn(bar(628), (50, 20))[1].split()[-2:] == ["900", "1k"]
    for money, words in (850, "fair, $50 to good"), (900, "good, $100 to outstanding"):
        assert words in drawn(bar(money), (80, 24))[1]
    assert drawn(bar(1226), (80, 24))[1].split() == ["outstanding", "800", "900", "1,000"]
    assert "1,000 outstanding" in drawn(bar(300), (200, 50))[1]


def test_money_bar_does_not_move_when_money_changes() -> None:
    def fixed(money: int, tall: bool) -> list[int]:
        *_, line, labels = drawn(bar(money, tall=tall), (80, 24))
        ticks = [at for at, character in enumerate(line) if character == "┃" and at > 15]
        return [*ticks, labels.rindex("800"), labels.rindex("1,000"), len(line)]

    for tall in False, True:
        assert len({tuple(fixed(money, tall)) for money in (7, 628, 1099)}) == 1


def test_tall_money_bar_has_large_digits() -> None:
    lines = drawn(bar(1050, tall=True), (80, 24))
    assert len(lines) == 3
    assert lines[1].startswith("$")
    assert lines[0].startswith("  ╺┓ ┏━┓┏━╸┏━┓")


def test_money_bar_of_a_table_game_shows_a_note() -> None:
    widget = MoneyBar()
    widget.show(214, {}, "leads by $40")
    assert drawn(widget) == ["$214   leads by $40"]


def test_chart_grows_with_money_and_has_lines_at_the_marks() -> None:
    chart = MoneyChart()
    chart.show([0, 550, 1100], MARKS)

    async def check(_: Stage, __: Pilot[None]) -> None:
        lines = text(chart)
        assert [line.split()[0] for line in lines if line.split()] == ["1,000", "900", "800"]
        filled = [
            sum(
                segment.cell_length
                for segment in strip
                if segment.style
                and segment.style.bgcolor
                and not segment.text.strip()
                and segment.style.bgcolor.name == COLORS[DARK].bar.lower()
            )
            for strip in strips(chart)
        ]
        assert filled == [1, 1, 1, 1, 2, 2, 2, 2]

    staged(chart, check, (38, 20))


def test_chart_of_a_long_game_shows_the_last_rounds() -> None:
    chart = MoneyChart()
    chart.show([100] * 200 + [1000], MARKS)
    assert all(len(line) <= 38 for line in drawn(chart, (38, 20)))


def test_log_shows_the_last_rows_that_fit() -> None:
    log = LogView()
    log.styles.height = 2
    log.show(
        [
            LogRow(1, "", "passed GIN", None, 200),
            LogRow(11, "", "sold hOMONUCLEAR", 225, 1628, True),
            LogRow(12, "", "bought HPSUZ and a text that is too long for the row", -100, 1528),
        ]
    )
    assert drawn(log, (60, 20)) == [
        "11  sold hOMONUCLEAR                             +225  1,628",
        "12  bought HPSUZ and a text that is too long f…  -100  1,528",
    ]


def test_log_keeps_its_last_row_at_the_bottom_of_any_height() -> None:
    log = LogView()
    log.from_bottom = True
    log.show([LogRow(1, "", "passed GIN", None, 200)])

    async def check(_: Stage, pilot: Pilot[None]) -> None:
        for height in 20, 12, 30:
            await pilot.resize_terminal(60, height)
            await pilot.pause()
            assert [bool(line) for line in text(log)] == [False] * (height - 1) + [True]

    staged(log, check)


def test_log_names_the_players_of_a_table() -> None:
    log = LogView()
    log.show([LogRow(1, "Ben", "passed GIN", 0, 200), LogRow(1, "you", "bought IT", -4, 196)])
    assert [line[:20].rstrip() for line in drawn(log)[:2]] == [
        " 1  Ben  passed GIN",
        " 1  you  bought IT",
    ]


def test_bag_lists_letters_by_pips() -> None:
    bag = BagView()
    bag.show(dict(TILES.counts, C=0), PIPS)
    assert drawn(bag, (34, 20)) == [
        " 1   A  8  E 11  I  7  N  6  O  8",
        "     R  6  S  5  T  6  U  4",
        " 2   C  ·  D  4  G  4  H  4  K  2",
        "     L  4  P  4",
        " 3   B  2  F  3  M  3  V  3  W  2",
        "     Y  2",
        " 4   J  2  Q  1  X  1  Z  2",
        "",
        "104 tiles, 1.7 pips each",
    ]


def test_an_empty_bag_says_so() -> None:
    bag = BagView()
    bag.show({}, PIPS)
    assert drawn(bag, (34, 20))[-1] == "The bag is empty"


def test_players_have_a_line_each() -> None:
    players = PlayersView()
    rows = [
        PlayerRow("Ben", 214, 2, "AEINRST", "GIN", turn=True),
        PlayerRow("Charlotte the Great", 1040, 0, "QZ", leader=True),
    ]
    players.show(rows, PIPS)
    assert drawn(players) == [
        "▸ Ben              $214  ★2  AEINRST        draws GIN",
        "  Charlotte t… ◆  $1040      QZ",
    ]
    players = PlayersView()
    players.ascii = True
    players.show(rows, PIPS)
    assert all(line.isascii() for line in drawn(players))


def test_grid_shows_tiles_cursor_and_tentative_letters() -> None:
    grid = Grid().laid(parse_placement("13J RETiNAS"))
    widget = GridView()
    widget.show(grid, (13, 11), True, {(13, 11): "H", (14, 11): "o"}, PIPS)
    lines = {line[:2].strip(): line[3:] for line in drawn(widget, (60, 20))}
    assert lines["13"][16:36] == "· R·E·T·i N·A·S·· · "
    assert lines["14"][22:24] == "H↓"
    assert lines["15"][22:24] == "o "
    widget = GridView()
    widget.ascii = True
    widget.show(grid, (13, 11), False, {}, PIPS)
    assert all(line.isascii() for line in drawn(widget, (90, 40)))


@pytest.mark.parametrize("cursor", [(0, 0), (24, 24), (MIDDLE, 0), (5, 24)])
@pytest.mark.slow
def test_grid_always_shows_the_cursor(cursor: tuple[int, int]) -> None:
    for size in (20, 10), (60, 12), (90, 40):
        widget = GridView()
        widget.show(Grid(), cursor, False, {}, PIPS)
        lines = drawn(widget, size)
        assert any("→" in line for line in lines)
        assert all(len(line) <= size[0] for line in lines)


def test_large_number() -> None:
    number = LargeNumber()
    number.show("+225")
    assert drawn(number) == ["   ╺━┓╺━┓┏━╸", "╺╋╸┏━┛┏━┛┗━┓", "   ┗━╸┗━╸╺━┛"]


@pytest.mark.parametrize(("width", "height"), [(60, 44), (60, 80), (80, 60), (127, 70)])
def test_a_tall_narrow_screen_has_no_large_gap(width: int, height: int) -> None:
    layout = layout_for(width, height, others=0)
    assert layout.log
    assert max(layout.blanks.values()) == 3


@pytest.mark.parametrize("others", range(5))
@pytest.mark.parametrize("width", [60, 80, 100, 127, 128])
def test_the_zones_and_their_blank_rows_fit_the_screen(width: int, others: int) -> None:
    for height in range(24, 70):
        layout = layout_for(width, height, others)
        money = 3 if layout.tall else 1 if others else 2
        tiles = {"S": 2, "M": 3, "L": 3}[layout.tile_size]
        rows = 8 + money + others + 3 * tiles + (2 if layout.log else 0)
        assert rows + sum(layout.blanks.values()) <= height, height
