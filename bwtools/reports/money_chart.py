"""The money of players over the rounds of a game, as HTML for the page of a review.

The lines are SVG that stretches with the page; numbers and names are text beside it, which keeps
its size: so one chart suits a phone and a wide screen. It is some forty lines, and fits the page
in light and dark; a library of charts would bring megabytes of script or pictures that do neither.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, takewhile
from typing import NamedTuple

from .svg import escaped, round_numbers


class Line(NamedTuple):
    """A player's dollars before each round, and at the end; and what could be expected then."""

    name: str
    money: Sequence[int]
    expected: Sequence[float]


def money_chart(lines: Sequence[Line], over: bool) -> str:
    """A chart with a legend. The colours are the classes p0, p1... of the page's style.

    The last values are those at the end or, of a game that is not over, before the round it is in.
    """
    rounds = max(1, len(lines[0].money) - 1)
    most = max(max(*line.money, *line.expected) for line in lines)
    step = next(step for step in round_numbers(10) if most / step <= 6)
    top = step * (1 + int(most / step))
    names = escaped(", ".join(line.name for line in lines))
    legend = "".join(
        f'<li><i class="swatch p{at}"></i>{isolated(line.name)}</li>'
        for at, line in enumerate(lines)
    )
    return "\n".join(
        (
            f'<ul class="legend">{legend}<li><i class="swatch solid"></i>money</li>'
            '<li><i class="swatch dashed"></i>what could be expected at the end</li></ul>',
            '<div class="chart"><div class="plot">',
            '<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img">',
            f"<title>Money over the rounds: {names}</title>",
            *(f'<path class="grid" d="M0 {_y(at, top)}H100"/>' for at in range(0, top + 1, step)),
            *(
                path
                for at, line in enumerate(lines)
                for path in _paths(at, line, rounds, top, over)
            ),
            "</svg>",
            *(
                f'<span class="y" style="top:{_y(at, top)}%">${at:,}</span>'
                for at in range(0, top + 1, step)
            ),
            *_rounds(rounds, over),
            "</div></div>",
        )
    )


def _paths(at: int, line: Line, rounds: int, top: int, over: bool) -> Iterator[str]:
    """The two lines of a player, and a dot a round that tells its numbers to the pointer."""
    for values, kind in ((line.expected, "expected"), (line.money, "money")):
        points = "L".join(
            f"{_x(number, rounds)} {_y(value, top)}" for number, value in enumerate(values)
        )
        yield f'<path class="{kind} p{at}" d="M{points}"/>'
    for number, (money, expected) in enumerate(zip(line.money, line.expected, strict=True)):
        when = "at the end" if over and number == rounds else f"before round {number + 1}"
        yield (
            f'<path class="dot p{at}" d="M{_x(number, rounds)} {_y(money, top)}h0">'
            f"<title>{escaped(line.name)}, {when}: ${money:,}, "
            f"expected ${expected:,.0f}</title></path>"
        )


def _rounds(rounds: int, over: bool) -> Iterator[str]:
    """The numbers of the rounds, below; each stands where that round begins."""
    step = next(step for step in round_numbers(1) if rounds / step <= 8)
    for number in takewhile(lambda number: number <= rounds - step / 2, count(0, step)):
        yield f'<span class="x" style="left:{_x(number, rounds)}%">{number + 1}</span>'
    yield f'<span class="x" style="left:100%">{"end" if over else rounds + 1}</span>'


def isolated(name: str) -> str:
    """A player's name as HTML; one that is written from right to left turns nothing else round."""
    return f"<bdi>{escaped(name)}</bdi>"


def _x(number: int, rounds: int) -> float:
    return round(100 * number / rounds, 2)


def _y(dollars: float, top: int) -> float:
    return round(100 - 100 * dollars / top, 2)
