"""The page of a review: one HTML file that needs nothing beside itself.

There is no script in it, and its own policy forbids to fetch anything. It is written with f-strings
and html.escape: a template engine would be one more thing to install for one page, whose foreign
text is the names of players and of a dictionary.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from os.path import join

from ..analysis.review import GRADES, NOTHING, WORST, Graded, Review, Split, in_words
from ..game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell, State, winners
from ..storage.folders import SHIPPED_DATA
from ..tiles.hand import Play, parse_play
from ..tiles.tile_set import TileSet, price
from .money_chart import Line, isolated, money_chart
from .svg import escaped

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(found: Review) -> str:
    """The review as an HTML document."""
    state = found.game.state
    with open(join(SHIPPED_DATA, "review.css"), encoding="utf-8") as file:
        style = file.read()
    names = list(map(isolated, (seat.name for seat in found.game.header.seats)))
    title = f"BuyWord: {escaped(', '.join(seat.name for seat in found.game.header.seats))}"
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            *_head(found, names),
            "<main>",
            *_moments(found, names),
            *_results(found, names),
            "<section><h2>Money over the rounds</h2>",
            money_chart([_line(found, split) for split in found.splits], state.phase == "over"),
            "</section>",
            *_rounds(found, names),
            "</main>",
            *_foot(found),
            "</body>",
            "</html>\n",
        )
    )


def _head(found: Review, names: Sequence[str]) -> Iterator[str]:
    header, state = found.game.header, found.game.state
    facts = [header.date[:10], f"dictionary {header.dictionary}"]
    facts += [] if header.seed is None else [f"seed {header.seed}"]
    yield "<header>"
    yield f'<p class="eyebrow">{escaped(" · ".join(filter(None, facts)))}</p>'
    yield f"<h1>{_title(names, state)}</h1>"
    yield "</header>"


def _title(names: Sequence[str], state: State) -> str:
    """What the game came to, for a headline."""
    if state.phase != "over":
        return f"A game in round {state.round}"
    money = f"${max(player.money for player in state.players):,}"
    best = [names[seat] for seat in winners(state)]
    if len(names) == 1:
        return f"{best[0]}: {money}"
    return f"{' and '.join(best)} {'won' if len(best) == 1 else 'share the win'} with {money}"


def _moments(found: Review, names: Sequence[str]) -> Iterator[str]:
    costliest = found.costliest()
    yield "<section><h2>The costliest moments</h2>"
    if not costliest:
        yield "<p>None that cost a dollar.</p>"
    else:
        yield '<ol class="moments">'
    for each in costliest:
        words = escaped(in_words(each, found.game.header.tiles)).replace("± ", "±&nbsp;")
        yield (
            f'<li><p class="price">&minus;${each.lost:.0f}</p><p class="who">'
            f'<a href="#round-{each.state.round}">Round {each.state.round}</a>, '
            f'<i class="swatch p{each.seat}"></i>{names[each.seat]} {_chip(each)}</p>'
            f"<p>{words[0].upper()}{words[1:]}.</p>"
            f"{_better(each, found.game.header.tiles)}</li>"
        )
    if costliest:
        yield "</ol>"
    yield "</section>"


def _better(graded: Graded, tiles: TileSet) -> str:
    """What was done above what was better, in tiles."""
    return (
        f'<dl class="versus"><dt>done</dt><dd>{_option(graded, graded.done, tiles)}</dd>'
        f"<dt>better</dt><dd>{_option(graded, graded.best, tiles)}</dd></dl>"
    )


def _option(graded: Graded, text: str, tiles: TileSet) -> str:
    """An option of a decision, drawn; of the best sale what it keeps, too."""
    nothing = "<span>nothing</span>" if text == NOTHING else ""
    match graded.decision:
        case "sell":
            sold = nothing or _plays(map(parse_play, text.split()), tiles)
            if text == graded.best and str(graded.keep):
                sold += f"{',' if nothing else ''} keeping {_tiles(str(graded.keep), tiles)}"
            return sold
        case "discard":
            return nothing or _tiles(text, tiles)
        case "buy":
            return f"<span>{text}</span> {_tiles(graded.state.player.drawn, tiles)}"
        case "choose":
            return f"<span>{text} tiles</span>"


def _results(found: Review, names: Sequence[str]) -> Iterator[str]:
    """For each player, how the parts lead from what could be expected to the result."""
    reached = [money for split in found.splits for _, money, _ in _steps(split)]
    reached += [split.start for split in found.splits]
    low, high = min(reached), max(reached)
    margin = 0.04 * (high - low) + 1
    over = found.game.state.phase == "over"
    yield '<section><h2>Skill and luck</h2><div class="cards">'
    for split in found.splits:
        result = f"${split.result:,.0f}"
        yield (
            f'<article class="card"><h3><i class="swatch p{split.seat}"></i>{names[split.seat]}'
            f"<b>{result}</b></h3>"
            f"<p>Luck {_signed(split.dice + split.draws)}, decisions {_signed(-split.lost)}.</p>"
            '<table class="parts"><tbody>'
        )
        yield from _parts(split, low - margin, high + margin, over)
        yield "</tbody></table></article>"
    yield "</div></section>"


def _steps(split: Split) -> Iterator[tuple[str, float, float]]:
    """What changed what could be expected: its name, what that led to, and by how much."""
    at = split.start
    for name, change in (
        ("dice", split.dice),
        ("draws", split.draws),
        ("decisions", -split.lost),
        (f"the rest (± {split.stderr:.0f})", split.rest),
    ):
        at += change
        yield name, at, change


def _parts(split: Split, low: float, high: float, over: bool) -> Iterator[str]:
    """The rows of a table, each with a bar on a scale from `low` to `high` dollars."""

    def row(name: str, shown: str, left: float, right: float, kind: str) -> str:
        start, width = 100 * (left - low) / (high - low), 100 * (right - left) / (high - low)
        bar = f'<i class="{kind}" style="left:{start:.2f}%;width:{width:.2f}%"></i>'
        return (
            f'<tr><th scope="row">{name}</th><td>{shown}</td>'
            f'<td class="track" aria-hidden="true">{bar}</td></tr>'
        )

    start, result = split.start, split.result
    yield row("expected at the start", f"${start:,.0f}", start, start, "mark")
    for name, reached, change in _steps(split):
        before = reached - change
        kind = "rest" if name.startswith("the rest") else "gain" if change >= 0 else "loss"
        yield row(name, _signed(change), min(before, reached), max(before, reached), kind)
    yield row("result" if over else "expected now", f"${result:,.0f}", result, result, "mark")


def _line(found: Review, split: Split) -> Line:
    states, events = found.game.states, found.game.events
    money = [
        state.players[split.seat].money
        for state, event in zip(states, events, strict=False)
        if isinstance(event, Roll | Choose)
    ]
    money.append(found.game.state.players[split.seat].money)
    name = found.game.header.seats[split.seat].name
    return Line(name, money[: len(split.course)], split.course)


def _rounds(found: Review, names: Sequence[str]) -> Iterator[str]:
    """The rounds, each to be opened; those of the costliest moments are."""
    opened = {each.state.round for each in found.costliest()}
    graded = {each.after: each for each in found.graded}
    steps = [*zip(found.game.states, found.game.events, count(1), strict=False)]
    yield "<section><h2>Round by round</h2>"
    for number, listed in groupby(steps, key=lambda step: step[0].round):
        mine = list(listed)
        grades = [graded[after] for _, _, after in mine if after in graded]
        lost = sum(each.lost for each in grades)
        worst = max(grades, key=lambda each: each.lost, default=None)
        yield (
            f'<details id="round-{number}"{" open" if number in opened else ""}><summary>'
            f"<b>Round {number}</b> <span>{_die(mine[0][1])}</span>"
            f"<span>{f'&minus;${lost:.0f}' if lost >= GRADES[0][0] else ''}</span>"
            f"{_chip(worst) if worst else ''}</summary>"
        )
        for seat, name in enumerate(names):
            lines = [
                line
                for state, event, after in mine
                if state.turn == seat
                for line in _event(state, event, graded.get(after), found.game.header.tiles)
            ]
            if lines:
                yield f'<div class="turn"><h3><i class="swatch p{seat}"></i>{name}</h3><ul>'
                yield from lines
                yield "</ul></div>"
        yield "</details>"
    yield "</section>"


def _die(event: Event) -> str:
    """What the die shows, by the event that begins a round."""
    match event:
        case Choose(number):
            return f"choice, {number} named"
        case Roll(number):
            return f"die {number}"
    raise AssertionError(f"no round begins with {event}")


def _event(state: State, event: Event, graded: Graded | None, tiles: TileSet) -> Iterator[str]:
    """A line on what happened, with its grade where something was decided."""
    player = state.player
    match event:
        case Choose(number):
            what = f"named {number} tiles"
        case Draw(letters):
            what = f"drew {_tiles(letters, tiles)} for ${price(tiles.set_pips(letters))}"
        case Buy(yes):
            what = "bought them" if yes else "passed"
        case Sell(plays):
            if str(player.hand):
                yield f"<li>held {_tiles(str(player.hand), tiles)}</li>"
            what = f"sold {_plays(plays, tiles) if plays else 'nothing'}"
        case Discard(letters) if letters:
            what = f"threw away {_tiles(letters, tiles)}"
        case _:
            return
    yield f"<li>{what}{_verdict(graded, tiles)}</li>"


def _verdict(graded: Graded | None, tiles: TileSet) -> str:
    if graded is None:
        return ""
    if graded.done == graded.best:
        return f" {_chip(graded)}"
    error = f" ± {graded.stderr:.0f}" if graded.stderr >= 0.5 else ""
    return (
        f' {_chip(graded)}<p class="better">&minus;${graded.lost:.0f}{error}; better: '
        f"{_option(graded, graded.best, tiles)}</p>"
    )


def _chip(graded: Graded) -> str:
    return f'<span class="chip {graded.grade}">{graded.grade}</span>'


def _plays(plays: Iterable[Play], tiles: TileSet) -> str:
    return " ".join(
        f'<span class="sold">{_tiles(str(play), tiles)}'
        f'<span class="cash">${price(play.pips(tiles))}</span></span>'
        for play in plays
    )


def _tiles(text: str, tiles: TileSet) -> str:
    """Tiles in a row: capitals are letter tiles, and a small letter or ? is a wild."""
    drawn = "".join(
        f'<i class="tile{"" if char.isupper() else " wild"}">'
        f"<b>{char.upper() if char != '?' else ''}</b>"
        f"<s>{_pips(tiles.pips[char] if char.isupper() else tiles.wild_pips)}</s></i>"
        for char in text
    )
    return f'<span class="tiles" role="img" aria-label="{text}">{drawn}</span>'


def _pips(pips: int) -> str:
    """Dots, as many as a tile has room for, or else the number."""
    return "•" * pips if pips <= 4 else str(pips)


def _signed(dollars: float) -> str:
    whole = round(dollars)
    return f"{'&minus;' if whole < 0 else '+' if whole else ''}${abs(whole):,}"


def _foot(found: Review) -> Iterator[str]:
    limits = ", ".join(f"{name} less than ${limit}" for limit, name in GRADES)
    yield "<footer>"
    yield (
        "<p>A decision is graded by the dollars that the best option was worth above what was "
        f"done, looking a round ahead or, near the end, exactly: {limits}, {WORST} more. What "
        "has no grade left no choice.</p>"
        "<p>Dice and draws are luck: what they gave above what could be expected. Decisions are "
        "what they lost. The rest is what the values do not explain, with its standard error.</p>"
    )
    if found.trained_on:
        yield (
            f"<p>The values come from play with {escaped(found.trained_on)}: "
            "for this game they are rough.</p>"
        )
    yield "<p>Made by bwtools.</p></footer>"
