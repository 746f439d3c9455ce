"""Histograms of the money at the end of games, as a self-contained SVG file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, takewhile
from typing import NamedTuple

from ..analysis.simulation_stats import percentile
from .svg import escaped, round_numbers

_WIDTH, _LEFT, _RIGHT = 800, 56, 24
_PANEL, _BOTTOM = 190, 56  # heights of a panel, and of the axis below the last one
_HEAD = 56  # height of the text of a panel
_BARS = 40  # at most
COLOURS = ("#2f6db3", "#d9722b", "#2a9a78", "#b5548f")  # distinguishable with colour blindness
_STYLE = (
    'text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: #444; } '
    ".name { font-size: 17px; font-weight: 600; } "
    ".small { font-size: 11px; fill: #777; } "
    ".grid { stroke: #e6e6e6; } .base { stroke: #888; } "
    ".mean { stroke: #222; stroke-width: 2; } .edge { stroke: #222; stroke-dasharray: 3 3; } "
    ".tail { opacity: 0.45; }"
)


class _Scale(NamedTuple):
    """The scale of all panels: dollars across, and the share of the games upwards."""

    low: int
    high: int
    step: int  # width of a bar in dollars
    top: float  # the share at the top of a panel

    def x(self, dollars: float) -> float:
        width = _WIDTH - _LEFT - _RIGHT
        return round(_LEFT + width * (dollars - self.low) / (self.high - self.low), 1)

    def height(self, share: float) -> float:
        return round((_PANEL - _HEAD) * share / self.top, 1)


def histogram(names: Sequence[str], money: Sequence[Sequence[int]]) -> str:
    """Return an SVG document with a histogram of each player's dollars, one below the other.

    `money` holds at least one result for each player. A line marks the mean, dashed lines the 5th
    and the 95th percentile.
    """
    low, high = min(map(min, money)), max(map(max, money))
    step = next(step for step in round_numbers(10) if high // step - low // step < _BARS)
    bars = [Counter(dollars // step * step for dollars in own) for own in money]
    top = max(max(own.values()) / own.total() for own in bars)
    scale = _Scale((low // step - 1) * step, (high // step + 2) * step, step, top)
    height = _PANEL * len(names) + _BOTTOM
    panels: list[str] = []
    for at, (name, own) in enumerate(zip(names, money, strict=True)):
        base, colour = _PANEL * (at + 1), COLOURS[at % len(COLOURS)]
        ends = [percentile(sorted(own), percent) for percent in (5, 95)]
        panels += _heading(name, own, base, colour)
        panels += _grid(scale, base)
        panels += _bars(scale, bars[at], ends, base, colour)
        panels += _marks(scale, sum(own) / len(own), ends, base)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
            f'width="{_WIDTH}" height="{height}">',
            f"<title>Money at the end of the game: {escaped(', '.join(names))}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
            *panels,
            *_axis(scale, height - _BOTTOM),
            "</svg>\n",
        )
    )


def _heading(name: str, money: Sequence[int], base: int, colour: str) -> Iterator[str]:
    mean, median = sum(money) / len(money), percentile(sorted(money), 50)
    yield (
        f'<text x="{_LEFT}" y="{base - _PANEL + 28}">'
        f'<tspan class="name" style="fill: {colour}">{escaped(name)}</tspan>'
        f'<tspan dx="12">mean ${mean:,.0f}, median ${median:,.0f}, {_games(len(money))}</tspan>'
        "</text>"
    )


def _grid(scale: _Scale, base: int) -> Iterator[str]:
    """Yield lines for the shares of the games, in percent."""
    step = next(step for step in round_numbers(1) if step >= 100 * scale.top / 4)
    for percent in takewhile(lambda percent: percent <= 100 * scale.top, count(step, step)):
        y = base - scale.height(percent / 100)
        yield f'<path class="grid" d="M{_LEFT} {y:g}H{_WIDTH - _RIGHT}"/>'
        yield (
            f'<text class="small" x="{_LEFT - 8}" y="{y + 4:g}" text-anchor="end">{percent}%</text>'
        )


def _bars(
    scale: _Scale, bars: Counter[int], ends: Sequence[float], base: int, colour: str
) -> Iterator[str]:
    """Yield bars on a base line, each with its numbers as a tooltip."""
    for left, games in sorted(bars.items()):
        right = left + scale.step
        x, height = scale.x(left), scale.height(games / bars.total())
        tail = ' class="tail"' if right <= ends[0] or left > ends[1] else ""
        yield (
            f'<rect x="{x + 0.5:g}" y="{base - height:g}" width="{scale.x(right) - x - 1:g}" '
            f'height="{height:g}" fill="{colour}"{tail}>'
            f"<title>${left:,} to ${right - 1:,}: {_games(games)}</title></rect>"
        )
    yield f'<path class="base" d="M{_LEFT} {base}H{_WIDTH - _RIGHT}"/>'


def _marks(scale: _Scale, mean: float, ends: Sequence[float], base: int) -> Iterator[str]:
    ceiling = base - _PANEL + _HEAD
    for percent, dollars, aside, anchor in ((5, ends[0], -6, "end"), (95, ends[1], 6, "start")):
        x = scale.x(dollars)
        yield f'<path class="edge" d="M{x:g} {base}V{ceiling - 12}"/>'
        yield (
            f'<text class="small" x="{x + aside:g}" y="{ceiling - 4}" text-anchor="{anchor}">'
            f"{percent}%: ${dollars:,.0f}</text>"
        )
    x = scale.x(mean)
    yield f'<path class="mean" d="M{x:g} {base}V{ceiling - 6}"/>'
    yield f'<text class="small" x="{x:g}" y="{ceiling - 10}" text-anchor="middle">mean</text>'


def _axis(scale: _Scale, base: int) -> Iterator[str]:
    """Yield the axis below the last panel."""
    step = next(step for step in round_numbers(1) if step >= (scale.high - scale.low) / 12)
    first = -(-scale.low // step) * step
    for dollars in takewhile(lambda dollars: dollars <= scale.high, count(first, step)):
        x = scale.x(dollars)
        yield f'<path class="base" d="M{x:g} {base}v5"/>'
        yield f'<text x="{x:g}" y="{base + 20}" text-anchor="middle">${dollars:,}</text>'
    yield (
        f'<text x="{(_WIDTH + _LEFT - _RIGHT) // 2}" y="{base + 42}" text-anchor="middle">'
        "money at the end of the game</text>"
    )


def _games(number: int) -> str:
    return f"{number:,} game{'s' * (number != 1)}"
