"""The colours of the full-screen table: contrast, color blindness, and what a terminal can show."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest
from table_stage import THEMES, Stage, cells, staged, strips, tile_row
from textual.color import Color
from textual.filter import Monochrome
from textual.pilot import Pilot

from bwtools.cli.table import theme
from bwtools.cli.table.log_view import LogView
from bwtools.cli.table.theme import ANSI, COLORS, DARK, LIGHT, Colors


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2."""
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(color: str) -> list[float]:
    return [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in Color.parse(color).normalized
    ]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", [DARK, LIGHT])
def test_colors_are_easy_to_read(name: str) -> None:
    colors = COLORS[name]
    for tile, ink in zip(colors.tiles, colors.tile_ink, strict=True):
        assert contrast(tile, ink) >= 5.8
    for background in colors.page, colors.sheet:
        for tone in colors.ink, colors.dim, colors.gold, colors.good, colors.bad, colors.wild:
            assert contrast(tone, background) >= 4.5
        assert contrast(colors.faint, background) >= 2.8
        assert contrast(colors.bar, background) >= 3
    assert contrast(colors.bad, colors.refused) >= 4.5
    assert contrast(colors.on_gold, colors.gold) >= 4.5


# How people without one kind of cone see linear colours (Machado, Oliveira and Fernandes 2009).
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def times(matrix: Iterable[Iterable[float]], vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(color: str, kind: str) -> tuple[float, float, float]:
    """Return a color in CIELAB as a person with this kind of color blindness sees it."""
    seen = [min(1.0, max(0.0, part)) for part in times(BLINDNESS[kind], linear(color))]
    x, y, z = (
        ratio ** (1 / 3) if ratio > 0.008856 else 7.787 * ratio + 16 / 116
        for ratio in (part / white for part, white in zip(times(TO_XYZ, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("kind", BLINDNESS)
@pytest.mark.parametrize("colors", COLORS.values(), ids=COLORS)
def test_tiles_of_different_pips_differ_for_color_blind_people(colors: Colors, kind: str) -> None:
    for one, other in combinations(colors.tiles, 2):
        distance = sum((a - b) ** 2 for a, b in zip(lab(one, kind), lab(other, kind), strict=True))
        assert distance**0.5 >= 25


def test_every_theme_has_the_same_variables() -> None:
    for name in THEMES:
        app = Stage(LogView(), name)
        assert theme.VARIABLES.keys() <= app.get_css_variables().keys()


def test_no_color_leaves_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    row = tile_row(cells("HZo"))

    async def check(app: Stage, _: Pilot[None]) -> None:
        assert app.theme == ANSI
        assert not any(isinstance(each, Monochrome) for each in app.get_line_filters())
        styles = [segment.style for strip in strips(row) for segment in strip if segment.style]
        assert any(style.reverse for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)
        assert all(style.color is None or style.color.is_default for style in styles)

    staged(row, check, name=DARK)


@pytest.mark.parametrize(
    ("background", "name"), [("15;0", DARK), ("0;15", LIGHT), ("0;default;7", LIGHT), ("", DARK)]
)
def test_theme_suits_the_terminal(
    monkeypatch: pytest.MonkeyPatch, background: str, name: str
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORFGBG", background)
    monkeypatch.setenv("TERM", "xterm-256color")
    app = Stage(LogView(), None)
    assert app.theme == name


def test_a_terminal_of_16_colors_gets_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "linux")
    assert Stage(LogView(), None).theme == ANSI


@pytest.mark.parametrize(
    ("environ", "is_ascii"),
    [
        ({"LC_ALL": "C.UTF-8"}, False),
        ({}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # as Python sets it
        ({"LC_ALL": "POSIX", "LANG": "C.UTF-8"}, True),
        ({"LC_ALL": "C.UTF-8", "TERM": "linux"}, True),
        ({"LC_ALL": "C", "TEXTUAL_DRIVER": "web"}, False),
    ],
)
def test_a_terminal_without_unicode_gets_ascii(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], is_ascii: bool
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TERM", "TEXTUAL_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(theme, "getencoding", lambda: "UTF-8")
    assert theme.needs_ascii() is is_ascii
    monkeypatch.setattr(theme, "getencoding", lambda: "ISO-8859-1")
    assert theme.needs_ascii() is ("TEXTUAL_DRIVER" not in environ)


def test_another_theme_shows_at_once() -> None:
    row = tile_row(cells("HZo"))

    async def check(app: Stage, pilot: Pilot[None]) -> None:
        for name in (LIGHT, DARK):
            app.theme = name
            await pilot.pause()
            backgrounds = {
                Color.from_rich_color(segment.style.bgcolor).hex
                for strip in strips(row)
                for segment in strip
                if segment.style and segment.style.bgcolor
            }
            colors = COLORS[name]
            assert backgrounds == {colors.page, colors.tiles[1], colors.tiles[3]}

    staged(row, check)


def test_tiles_on_another_background_show_it() -> None:
    row = tile_row(cells("H i"))

    async def check(app: Stage, pilot: Pilot[None]) -> None:
        app.screen.styles.background = "#123456"
        await pilot.pause()
        (gap,) = strips(row)[0].crop(4, 5)
        style = gap.style
        assert style
        assert style.bgcolor
        assert style.bgcolor.name == "#123456"

    staged(row, check)
