"""The page of a review: one HTML file without scripts, which loads nothing else.

Its template is bwtools/data/review.html.j2; this module computes what the template shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import count, groupby, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from ..analysis.review import (
    GRADES,
    NOTHING,
    WORST,
    GradedDecision,
    ResultBreakdown,
    Review,
    describe,
    whole_sales,
)
from ..errors import counted
from ..game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell, State, winners
from ..storage.folders import SHIPPED_DATA
from ..tiles.hand import Play, parse_play
from ..tiles.tile_set import TileSet, price
from .svg import round_numbers

if TYPE_CHECKING:
    from jinja2 import Environment

MINUS = "\N{MINUS SIGN}"
_DOTS = 4  # a tile has room for this many pips; more are a number


def page(review: Review) -> str:
    """Return the review as an HTML document."""
    header, state = review.game.header, review.game.state
    tiles = header.tiles
    environment = _environment().overlay()
    environment.filters |= {
        "describe": partial(describe, tiles=tiles),
        "pips": partial(_pips, tiles),
        "price": lambda play: price(play.pips(tiles)),
    }
    facts = (
        header.day,
        f"dictionary {_printable(header.dictionary)}",
        "" if header.seed is None else f"seed {header.seed}",
    )
    return environment.get_template("review.html.j2").render(
        names=[_printable(seat.name) for seat in header.seats],
        facts=list(filter(None, facts)),
        over=state.phase == "over",
        round=state.round,
        winners=winners(state),
        most=max(player.money for player in state.players),
        costliest=review.costliest(),
        cards=list(_cards(review)),
        chart=_chart(review),
        rounds=list(_rounds(review)),
        grades=GRADES,
        worst_grade=WORST,
        nothing=NOTHING,
        trained_on=review.trained_on and _printable(review.trained_on),
    )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(SHIPPED_DATA),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "dollars": lambda dollars: f"${dollars:,.0f}",
        "signed": _signed,
        "plays": lambda text: list(map(parse_play, text.split())),
    }
    return environment


def _printable(text: str) -> str:
    """Return text without control characters and halves of surrogate pairs."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _pips(tiles: TileSet, char: str) -> str:
    """Return the pips of a tile (a capital, or a wild) as dots, or as a number if they are many."""
    pips = tiles.pips[char] if char.isupper() else tiles.wild_pips
    return "•" * pips if pips <= _DOTS else str(pips)


def _signed(dollars: float) -> str:
    whole = round(dollars)
    return f"{MINUS if whole < 0 else '+' if whole else ''}${abs(whole):,}"


class _Bar(NamedTuple):
    """A row of a breakdown, with a bar from `left` over `width` percent of the track."""

    name: str
    shown: str
    kind: str
    left: float
    width: float


def _cards(review: Review) -> Iterator[dict[str, Any]]:
    """Yield the breakdown of each player's result, with bars on one scale."""
    over = review.game.state.phase == "over"
    steps = [_steps(breakdown) for breakdown in review.breakdowns]
    reached = [dollars for own in steps for _, low, high, _ in own for dollars in (low, high)]
    low, high = min(reached), max(reached)
    margin = 0.04 * (high - low) + 1
    low, width = low - margin, (high - low + 2 * margin) / 100
    for breakdown, own in zip(review.breakdowns, steps, strict=True):
        start, result = breakdown.start, breakdown.result
        ends = (
            ("expected at the start", start, start, "mark"),
            ("result" if over else "expected now", result, result, "mark"),
        )
        yield {
            "seat": breakdown.seat,
            "result": result,
            "luck": breakdown.dice + breakdown.draws,
            "decisions": -breakdown.lost,
            "bars": [
                _Bar(
                    name,
                    f"${before:,.0f}" if kind == "mark" else _signed(after - before),
                    kind,
                    (min(before, after) - low) / width,
                    abs(after - before) / width,
                )
                for name, before, after, kind in (ends[0], *own, ends[1])
            ],
        }


def _steps(breakdown: ResultBreakdown) -> list[tuple[str, float, float, str]]:
    """Return what changed the expected result: a name, from, to, and the kind of bar."""
    steps, at = [], breakdown.start
    for name, change in (
        ("dice", breakdown.dice),
        ("draws", breakdown.draws),
        ("decisions", -breakdown.lost),
        (f"the rest (± {breakdown.stderr:.0f})", breakdown.residual),
    ):
        kind = "rest" if name.startswith("the rest") else "gain" if change >= 0 else "loss"
        steps.append((name, at, at + change, kind))
        at += change
    return steps


def _chart(review: Review) -> dict[str, Any]:
    """Return the chart of money and expected money, in percent of its width and height.

    The lines stretch with the page, while numbers and names are text that keeps its size.
    """
    over = review.game.state.phase == "over"
    expected = [breakdown.expected for breakdown in review.breakdowns]
    money = _money(review)
    rounds = max(1, len(expected[0]) - 1)
    most = max(max(map(max, money)), max(map(max, expected)))
    step = next(step for step in round_numbers(10) if most / step <= 6)
    top = step * (1 + int(most / step))

    def x(number: int) -> float:
        return round(100 * number / rounds, 2)

    def y(dollars: float) -> float:
        return round(100 - 100 * dollars / top, 2)

    def path(values: Sequence[float]) -> str:
        return "L".join(f"{x(number)} {y(value)}" for number, value in enumerate(values))

    labels = next(step for step in round_numbers(1) if rounds / step <= 8)
    numbers = takewhile(lambda number: number <= rounds - labels / 2, count(0, labels))
    return {
        "grid": [(dollars, y(dollars)) for dollars in range(0, top + 1, step)],
        "rounds": [
            *((number + 1, x(number)) for number in numbers),
            ("end" if over else rounds + 1, 100),
        ],
        "lines": [
            {
                "money": path(own),
                "expected": path(ahead),
                "dots": [
                    {
                        "x": x(number),
                        "y": y(dollars),
                        "when": "at the end"
                        if over and number == rounds
                        else f"before round {number + 1}",
                        "money": dollars,
                        "expected": ahead[number],
                    }
                    for number, dollars in enumerate(own)
                ],
            }
            for own, ahead in zip(money, expected, strict=True)
        ],
    }


def _money(review: Review) -> list[list[int]]:
    """Return the dollars of each seat before each round, and at the end."""
    game = review.game
    states = [
        state
        for state, event in zip(game.states, game.events, strict=False)
        if isinstance(event, Roll | Choose)
    ]
    return [
        [state.players[each.seat].money for state in (*states, game.state)][: len(each.expected)]
        for each in review.breakdowns
    ]


def _rounds(review: Review) -> Iterator[dict[str, Any]]:
    """Yield the rounds; those of the costliest decisions are open."""
    opened = {each.state.round for each in review.costliest()}
    graded = {each.after: each for each in review.decisions}
    for number, group in groupby(whole_sales(review.game), key=lambda step: step[0].round):
        own = list(group)
        decisions = [graded[after] for _, _, after in own if after in graded]
        lost = sum(each.lost for each in decisions)
        turns = [
            (
                seat,
                [
                    line
                    for state, event, after in own
                    if state.turn == seat
                    for line in _lines(state, event, graded.get(after), review.game.header.tiles)
                ],
            )
            for seat in range(len(review.game.header.seats))
        ]
        yield {
            "number": number,
            "open": number in opened,
            "die": _die(own[0][1]),
            "lost": lost if lost >= GRADES[0][0] else 0,
            "worst": max(decisions, key=lambda each: each.lost, default=None),
            "turns": [(seat, lines) for seat, lines in turns if lines],
        }


def _die(event: Event) -> str:
    match event:
        case Choose(number):
            return f"choice, {number} named"
        case Roll(number):
            return f"die {number}"
    raise AssertionError(f"no round begins with {event}")


class _Line(NamedTuple):
    """A line about an event, with its grade if it is a decision."""

    text: str
    graded: GradedDecision | None = None
    tiles: str = ""
    plays: Sequence[Play] = ()
    cost: int = 0  # dollars


def _lines(
    state: State, event: Event, graded: GradedDecision | None, tiles: TileSet
) -> Iterator[_Line]:
    match event:
        case Choose(number):
            yield _Line(f"named {counted(number, 'tile')}", graded)
        case Draw(letters):
            yield _Line("drew", graded, letters, cost=price(tiles.set_pips(letters)))
        case Buy(yes):
            yield _Line("bought them" if yes else "passed", graded)
        case Sell(plays):
            if held := str(state.player.hand):
                yield _Line("held", tiles=held)
            yield _Line("sold" if plays else "sold nothing", graded, plays=plays)
        case Discard(letters) if letters:
            yield _Line("discarded", graded, letters)
