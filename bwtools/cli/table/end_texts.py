"""The texts of the end of a game: the standing, luck and skill, decisions, your own statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.content import Content

from ...analysis.game_statistics import KindStatistics, Statistics
from ...analysis.review import GradedDecision, ResultBreakdown, Review, letters_text, sale_text
from ...errors import counted
from ...game.state import Buy, Sell, winners
from ...records.game_record import YOU, Game
from ...records.game_summary import SeatSummary
from ...tiles.hand import Hand, Play, revenue_of
from ...tiles.tile_set import TileSet, price
from ..terminal.screen import result_lines
from .captions import BAD, DIM, GOLD, GOOD, INK
from .decision_list import GRADE_TONES
from .drawing import fit
from .game_analysis import Rival
from .money_bar import distance_text
from .rack import leave_text

_NAME, _MONEY = 14, 9  # columns
_LABEL = 22
GRADE_COLORS = {grade: f"${tone}" for grade, tone in GRADE_TONES.items()}


def _joined(heading: str, lines: Iterable[Content]) -> Content:
    """Return lines under a heading, with an empty line after them."""
    return Content("\n").join([Content.assemble((heading, DIM)), *lines, Content("")])


def heading(game: Game) -> Content:
    """Return the first line: which game has ended."""
    info = game.header
    parts = ["the end", counted(game.state.round, "round")]
    if info.daily:
        parts.append(f"game of the day {info.day}")
    elif info.seed is not None:
        parts.append(f"seed {info.seed}" if info.seed < 10**9 else "")
    parts += info.variants
    text = "  ·  ".join(filter(None, parts))
    return Content.assemble(("BuyWord", f"bold {GOLD}"), "   ", (text, DIM))


def mark(game: Game) -> Content:
    """Return the winners; in a game alone, the mark that is reached and the distance to the next.

    It is empty in a game alone that has no marks.
    """
    info = game.header
    if len(info.seats) > 1:
        return Content.assemble((str(result_lines(game)[1]), f"bold {GOLD}"))
    marks = {} if info.variants else info.tiles.results
    reached, _, ahead = distance_text(game.state.player.money, marks).partition(", ")
    if reached.startswith("$"):
        return Content.assemble((reached, DIM))
    return Content.assemble((reached, f"bold {GOLD}"), (f"   {ahead}", DIM))


def sales(game: Game, seat: int) -> Content:
    """Return how much a player bought and sold in a game of the printed rules."""
    tiles, bought, paid, sold = game.header.tiles, 0, 0, list[Play]()
    for before, event in zip(game.states, game.events, strict=False):
        if before.turn == seat and isinstance(event, Buy) and event.yes:
            bought, paid = bought + 1, paid + price(tiles.set_pips(before.player.drawn))
        elif before.turn == seat and isinstance(event, Sell):
            sold += event.plays
    lines = [
        f"bought {counted(bought, 'set')} for ${paid:,}",
        f"sold {counted(len(sold), 'word')} for ${revenue_of(sold, tiles):,}",
    ]
    if sold:
        best = max(sold, key=lambda play: price(play.pips(tiles)))
        lines.append(f"best sale: {best} ${price(best.pips(tiles))}")
    return Content.assemble(("\n".join(lines), DIM), "\n")


def standing(game: Game) -> Content:
    """Return the players by money, with the winners marked."""
    state, best = game.state, winners(game.state)
    order = sorted(range(len(state.players)), key=lambda seat: -state.players[seat].money)
    rows = [
        _standing_row(game.header.seats[seat].name, state.players[seat].money, seat in best)
        for seat in order
    ]
    return _joined("FINAL STANDING", rows)


def same_deal(game: Game, rivals: Sequence[Rival], pending: Sequence[str]) -> Content:
    """Return what computer players made of the same deal, and the person; `pending` are to come."""
    own = game.header.seats[0].name
    found = [(rival.money, rival.name) for rival in rivals if not rival.problem]
    found = sorted([(game.state.player.money, own), *found], key=lambda each: -each[0])
    rows = [_standing_row(name, money, name == own) for money, name in found]
    rows += [Content.assemble((f"{_shown(name)}{'…':>{_MONEY}}", DIM)) for name in pending]
    rows += [Content.assemble((rival.problem, DIM)) for rival in rivals if rival.problem]
    return _joined("THE SAME DEAL", rows)


def _standing_row(name: str, money: int, is_bright: bool) -> Content:
    dollars = f"${money:,}"
    style = f"bold {GOLD}" if is_bright else INK
    return Content.assemble((f"{_shown(name)}{dollars:>{_MONEY}}", style))


def _shown(name: str) -> str:
    """Return a name in the columns of names, of which one is a gap."""
    return fit(name, _NAME - 1) + " "


def luck_and_skill(review: Review, seat: int) -> Content:
    """Return where the result of a player comes from, or in short those of all players."""
    if len(review.breakdowns) == 1:
        (found,) = review.breakdowns
        whose = "your " if review.game.header.seats[0].name == YOU else ""
        return _joined("LUCK AND SKILL", _breakdown_rows(found, f"{whose}decisions"))
    names = [each.name for each in review.game.header.seats]
    rows = [Content.assemble((f"{'':<{_NAME}}{'luck':>7}{'decisions':>11}", DIM))]
    for each in review.breakdowns:
        luck = f"{round(each.dice + each.draws):+,}"
        row = f"{_shown(names[each.seat])}{luck:>7}{-round(each.lost):>11,}"
        rows.append(Content.assemble((row, f"bold {INK}" if each.seat == seat else INK)))
    return _joined("LUCK AND SKILL", rows)


def _breakdown_rows(found: ResultBreakdown, decisions: str) -> Iterator[Content]:
    """Yield a row for each part of a result; `decisions` is the label of what they lost."""

    def row(label: str, amount: str, color: str = INK, aside: str = "") -> Content:
        return Content.assemble((label.ljust(_LABEL), DIM), (amount.rjust(7), color), (aside, DIM))

    yield row("expected at the start", f"{round(found.start):,}")
    for label, change in (("dice", found.dice), ("draws", found.draws)):
        yield row(label, f"{round(change):+,}", GOOD if change >= 0 else BAD)
    yield row(decisions, f"{-round(found.lost):,}", BAD if found.lost >= 1 else INK)
    yield row("not explained", f"{round(found.residual):+,}", INK, f"  ± {round(found.stderr)}")
    yield row("result", f"{round(found.result):,}", f"bold {GOLD}")


def costliest(review: Review, seats: Sequence[int]) -> Content:
    """Return the three decisions of some players that lost most."""
    own = review._replace(decisions=tuple(each for each in review.decisions if each.seat in seats))
    tiles = review.game.header.tiles
    names = [f"{each.name}  " if len(seats) > 1 else "" for each in review.game.header.seats]
    rows = [
        Content.assemble(
            (f"round {each.state.round}  {names[each.seat]}", DIM),
            (f"-${round(each.lost)} {each.grade}\n", f"bold {GRADE_COLORS[each.grade]}"),
            (f"{done_text(each, tiles)}; better: {better_text(each, tiles)}", INK),
        )
        for each in own.costliest()
    ]
    none = Content.assemble(("Every decision was the best one.", GOOD))
    return _joined("COSTLIEST DECISIONS", rows or [none])


def done_text(found: GradedDecision, tiles: TileSet) -> str:
    """Return what was done as a predicate, as in "passed on ING"."""
    match found.decision:
        case "choose":
            return f"named {found.actual} on choice"
        case "buy":
            drawn = found.state.player.drawn
            cost = price(tiles.set_pips(drawn))
            bought = found.actual == "buy"
            return f"bought {drawn} for ${cost}" if bought else f"passed on {drawn}"
        case "sell":
            return f"sold {sale_text(found.actual, tiles)}"
    return f"discarded {letters_text(found.actual)}"


def better_text(found: GradedDecision, tiles: TileSet) -> str:
    """Return the best option as an instruction, as in "buy it for $16"."""
    match found.decision:
        case "choose":
            return f"name {found.best}"
        case "buy":
            cost = price(tiles.set_pips(found.state.player.drawn))
            return f"buy it for ${cost}" if found.best == "buy" else "pass"
        case "sell":
            kept = found.kept not in (Hand(""), found.state.player.hand)
            leave = f", keeping {leave_text(found.kept)}" if kept else ""
            return f"sell {sale_text(found.best, tiles)}{leave}"
    return f"discard {letters_text(found.best)}"


def own_games(found: Statistics, game: Game, seat: int) -> Content:
    """Return how a finished game compares with the person's others, and the daily streak."""
    lines = list[str]()
    if kind := found.of(game.header):
        lines += _kind_lines(kind)
    for each in found.opponents:
        names = {other.kind for at, other in enumerate(game.header.seats) if at != seat}
        if each.name in names and each.variants == game.header.variants:
            lines.append(
                f"Against {each.name}: {each.won} won, {each.drawn} drawn, {each.lost} lost."
            )
    daily = found.daily
    if daily.days:
        days = f"{counted(daily.streak, 'day')} in a row" if daily.streak else "no streak now"
        lines.append(f"Game of the day: {days}; the longest streak is {daily.longest_streak}.")
        if not daily.is_today_played:
            lines.append("Today's is still to be played.")
    texts = [Content.assemble((line, INK)) for line in lines]
    return _joined("YOUR GAMES", texts) if texts else Content("")


def _kind_lines(kind: KindStatistics) -> Iterator[str]:
    if len(kind.games) > 1:
        yield (
            f"{counted(len(kind.games), 'game')} {kind.kind.name}: mean ${round(kind.mean):,}, "
            f"best ${kind.best.own.money:,}."
        )
    if kind.highest:
        yield f"Highest sale: {kind.highest.word.play} ${kind.highest.word.price}."


def records(found: Statistics, game: Game, own: SeatSummary) -> list[str]:
    """Return the personal records that a game set, given the statistics without it."""
    earlier = found.of(game.header)
    if not earlier:
        return []
    lines = []
    if own.money > earlier.best.own.money:
        lines.append(f"your best result so far (before: ${earlier.best.own.money:,})")
    if own.highest and earlier.highest and own.highest.price > earlier.highest.word.price:
        lines.append(f"your best sale so far: {own.highest.play} ${own.highest.price}")
    return lines


def shared(lines: Sequence[str]) -> Content:
    """Return the text to share."""
    rows = [Content.assemble((line, INK)) for line in lines]
    return _joined("TO SHARE  (C copies it)", rows)
