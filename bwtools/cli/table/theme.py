"""The colours of the table: three Textual themes, and the styles that its widgets draw with.

A light tile hardly differs from a light page, so colour is never the only sign: each tile shows its
pips as dots, each wild is an outline with a small letter.
"""

from __future__ import annotations

import os
import sys
from locale import getencoding
from typing import Any, Literal, NamedTuple

from rich.style import Style
from textual.app import App
from textual.filter import Monochrome, NoColor
from textual.theme import BUILTIN_THEMES, Theme

DARK, LIGHT, ANSI = "bw-dark", "bw-light", "bw-ansi"
Tone = Literal["ink", "dim", "faint", "gold", "good", "bad", "wild"]
Part = tuple[str, Tone] | tuple[str, Tone, bool]  # a text, its tone, and whether it is bold


class Colors(NamedTuple):
    """The colours of a theme, as Textual and Rich write them."""

    page: str
    sheet: str  # background of panels, sheets and buttons
    ink: str
    dim: str  # labels and what is secondary
    faint: str  # lifted letters, empty squares, lines
    gold: str
    good: str
    bad: str
    wild: str
    refused: str  # background of a refused letter
    on_gold: str
    bar: str  # of the chart
    tiles: tuple[str, ...]  # of 1 to 4 pips
    tile_ink: tuple[str, ...]


_DARK_INK = "#15181D"
COLORS = {
    DARK: Colors(
        page="#15181D",
        sheet="#20252E",
        ink="#ECE6D8",
        dim="#98A1AE",
        faint="#6E7784",
        gold="#F0C05A",
        good="#7ED0A0",
        bad="#FF8C7A",
        wild="#C9B6FF",
        refused="#3B2426",
        on_gold=_DARK_INK,
        bar="#F0C05A",
        tiles=("#EFE5CD", "#86BCE8", "#E2952B", "#A93A78"),
        tile_ink=(_DARK_INK, _DARK_INK, _DARK_INK, "#FFFFFF"),
    ),
    LIGHT: Colors(
        page="#FBF8F1",
        sheet="#F0EADC",
        ink="#23262B",
        dim="#5A616B",
        faint="#868C95",
        gold="#8A5A00",
        good="#1B6B3C",
        bad="#B3261E",
        wild="#5B3FB5",
        refused="#F6DDD7",
        on_gold="#FFFFFF",
        bar="#AD7A1C",
        tiles=("#E3D3AA", "#8CC2EE", "#E59A2F", "#A02C6C"),
        tile_ink=(_DARK_INK, _DARK_INK, _DARK_INK, "#FFFFFF"),
    ),
}


class Palette(NamedTuple):
    """The styles that widgets draw with. The first seven set no background."""

    ink: Style
    dim: Style
    faint: Style
    gold: Style
    good: Style
    bad: Style
    wild: Style
    tiles: tuple[Style, ...]  # of 1 to 4 pips
    refused: Style
    button: Style
    button_key: Style
    lit: Style  # the button that Enter presses, the cursor on the grid
    bar: Style  # a filled square of the chart, drawn as a space
    bar_top: Style  # a square that is partly filled

    def tone(self, tone: Tone, bold: bool = False) -> Style:
        """Return the style of a text."""
        style: Style = getattr(self, tone)
        return style + _BOLD if bold else style

    def tile(self, pips: int) -> Style:
        """Return the style of a tile; more than 4 pips look like 4."""
        return self.tiles[min(max(pips, 1), len(self.tiles)) - 1]


_BOLD = Style(bold=True)


def _palette(colors: Colors) -> Palette:
    """Return the styles of a theme of 24-bit colours."""
    return Palette(
        ink=Style(color=colors.ink),
        dim=Style(color=colors.dim),
        faint=Style(color=colors.faint),
        gold=Style(color=colors.gold),
        good=Style(color=colors.good),
        bad=Style(color=colors.bad),
        wild=Style(color=colors.wild),
        tiles=tuple(
            Style(color=ink, bgcolor=tile)
            for ink, tile in zip(colors.tile_ink, colors.tiles, strict=True)
        ),
        refused=Style(color=colors.bad, bgcolor=colors.refused, bold=True),
        button=Style(color=colors.ink, bgcolor=colors.sheet),
        button_key=Style(color=colors.dim, bgcolor=colors.sheet),
        lit=Style(color=colors.on_gold, bgcolor=colors.gold),
        bar=Style(bgcolor=colors.bar),
        bar_top=Style(color=colors.bar),
    )


_ANSI_PALETTE = Palette(
    ink=Style(),
    dim=Style(dim=True),
    faint=Style(dim=True),
    gold=Style(color="yellow"),
    good=Style(color="green"),
    bad=Style(color="red"),
    wild=Style(color="magenta"),
    tiles=tuple(
        Style(color=ink, bgcolor=tile)
        for ink, tile in (
            ("black", "white"),
            ("black", "cyan"),
            ("black", "yellow"),
            ("bright_white", "magenta"),
        )
    ),
    refused=Style(color="red", bold=True),
    button=Style(),
    button_key=Style(dim=True),
    lit=Style(color="black", bgcolor="yellow"),
    bar=Style(bgcolor="yellow"),
    bar_top=Style(color="yellow"),
)
_REVERSE = Style(reverse=True)
_COLORLESS_PALETTE = Palette(
    ink=Style(),
    dim=Style(dim=True),
    faint=Style(dim=True),
    gold=_BOLD,
    good=Style(),
    bad=_BOLD,
    wild=Style(),
    tiles=(_REVERSE,) * 4,
    refused=Style(bold=True),
    button=Style(),
    button_key=Style(dim=True),
    lit=_REVERSE,
    bar=_REVERSE,
    bar_top=Style(),
)
_PALETTES = {name: _palette(colors) for name, colors in COLORS.items()}


def palette(app: App[Any]) -> Palette:
    """Return the styles of the app's theme."""
    if app.no_color:
        return _COLORLESS_PALETTE
    return _PALETTES.get(app.theme, _ANSI_PALETTE if app.native_ansi_color else _PALETTES[DARK])


def _variables(colors: Colors) -> dict[str, str]:
    """Return the variables that a style sheet may name: $dim, $gold, $sheet, $tile-1..."""
    named = {
        name: color for name, color in colors._asdict().items() if name not in ("tiles", "tile_ink")
    }
    tiles = {f"tile-{pips}": color for pips, color in enumerate(colors.tiles, 1)}
    inks = {f"tile-{pips}-ink": color for pips, color in enumerate(colors.tile_ink, 1)}
    return {name.replace("_", "-"): color for name, color in (named | tiles | inks).items()}


def _theme(name: str, colors: Colors) -> Theme:
    return Theme(
        name=name,
        primary=colors.gold,
        secondary=colors.dim,
        warning=colors.gold,
        error=colors.bad,
        success=colors.good,
        accent=colors.wild,
        foreground=colors.ink,
        background=colors.page,
        surface=colors.page,
        panel=colors.sheet,
        dark=name == DARK,
        variables=_variables(colors),
    )


def _ansi_theme() -> Theme:
    """Return the theme of 16 colours, with the variables that Textual's own style sheets need."""
    model = BUILTIN_THEMES["ansi-dark"]
    own = _variables(
        Colors(
            page="ansi_default",
            sheet="ansi_default",
            ink="ansi_default",
            dim="ansi_default",
            faint="ansi_default",
            gold="ansi_yellow",
            good="ansi_green",
            bad="ansi_red",
            wild="ansi_magenta",
            refused="ansi_default",
            on_gold="ansi_black",
            bar="ansi_yellow",
            tiles=("ansi_white", "ansi_cyan", "ansi_yellow", "ansi_magenta"),
            tile_ink=("ansi_black", "ansi_black", "ansi_black", "ansi_bright_white"),
        )
    )
    return Theme(
        name=ANSI,
        ansi=True,
        primary="ansi_yellow",
        secondary="ansi_default",
        warning="ansi_yellow",
        error="ansi_red",
        success="ansi_green",
        accent="ansi_magenta",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={**model.variables, **own},
    )


VARIABLES = _variables(COLORS[DARK])  # for App.get_theme_variable_defaults


def install(app: App[Any], theme: str | None = None) -> None:
    """Register the themes and set one: the named one, or what `pick` returns.

    To be called at the end of the app's `__init__`.
    """
    for name, colors in COLORS.items():
        app.register_theme(_theme(name, colors))
    app.register_theme(_ansi_theme())
    app.theme = pick(app) if app.no_color else theme or pick(app)
    if app.no_color:  # Textual's filter turns colours to greys; the terminal's own are wanted
        app._filters = [
            NoColor() if isinstance(each, Monochrome) else each for each in app._filters
        ]


def pick(app: App[Any]) -> str:
    """Return the theme that suits the terminal: NO_COLOR, 16 colours, light or dark."""
    if app.no_color or app.console.color_system == "standard":
        return ANSI
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in ("7", "15") else DARK


def needs_ascii() -> bool:
    """Return whether the terminal may not show other characters than those of ASCII.

    This depends on the locale. The fonts of the console of Linux have no stars and round corners.
    """
    if os.environ.get("TEXTUAL_DRIVER") or sys.platform == "win32":  # a browser has all
        return False
    if os.environ.get("TERM") == "linux":
        return True
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[1] == "C.UTF-8" and names[2] in ("C", "POSIX"):
        names[1] = ""  # Python sets it in place of C
    name = next(filter(None, names), "")
    return name in ("C", "POSIX") or "utf" not in getencoding().lower()
