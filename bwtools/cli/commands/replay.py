"""The command replay."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...game.position import format_position
from ...game.state import Buy, Event, State, winners
from ...records.game_record import Game
from ...records.record_file import read_game
from .. import completion
from ..options import within
from ..output import Layout, Row, format_option, print_lines, write
from ..saved_games import find_game
from ..terminal.phases.phase_prompt import board, phase_prompt

_EVENTS = Layout(
    fields=("round", "phase", "player", "event", "detail", "amount", "money", "bag"),
    plain=lambda row: f"{row['player']} {row['event']} {row['detail']}".rstrip(),
    money=("amount", "money"),
)
_STATE = Layout(
    fields=(
        *("round", "phase", "leader", "turn", "bag", "players", "over", "winners"),
        "position",
    ),
    plain=lambda row: row["position"] or "-",  # a position knows the printed rules only
    table=("round", "phase", "leader", "turn", "bag", "players", "over", "winners"),
)


@click.command("replay")
@click.argument("file", required=False, shell_complete=completion.games)
@click.option("--to", type=within(0), metavar="ROUND", help="Stop after this round.")
@click.option("--state", "only_state", is_flag=True, help="Print the state reached as one row.")
@format_option()
def replay_(file: str | None, to: int | None, only_state: bool, form: str) -> None:
    """Print the game in FILE event by event, or the state that it reached.

    A row has the event, the dollars paid (-) or received, and the player's money and the tiles in
    the bag after it. If an event changes the money of another player, as in an auction or a trade,
    that is a row of its own. In games with variants, --state has no position (- or null); the grid
    of crossword is drawn below.

    FILE is a file, or a name that bw games lists; the default is the last game played.

    \b
    bw replay
    bw replay --to 5 --state -f json
    """
    game = read_game(find_game(file))
    count = sum(to is None or state.round <= to for state in game.states[:-1])
    drawn = board(game.rules, game.states[count])
    if only_state:
        row, layout = _state_row(game, game.states[count]), _STATE
        if drawn:
            row["board"] = drawn
            layout = layout._replace(fields=(*layout.fields, "board"))
        write([row], layout, form)
    else:
        write(_event_rows(game, count), _EVENTS, form)
    if form == "table":
        print_lines(drawn)


def _event_rows(game: Game, count: int) -> Iterator[Row]:
    """Yield rows for the first `count` events; other players whose money changes get a row too."""
    names = [seat.name for seat in game.header.seats]
    for before, event, after in zip(
        game.states, game.events[:count], game.states[1:], strict=False
    ):
        others = [seat for seat in range(len(names)) if seat != before.turn]
        kind = _name(event)
        detail = phase_prompt(before.phase).detail(event, before, names)
        for seat in [before.turn, *others]:
            money = after.players[seat].money
            amount = money - before.players[seat].money
            if seat in others:
                if not amount:
                    continue
                kind, detail = "pay" if amount < 0 else "get", f"${abs(amount)}"
            yield {
                "round": before.round,
                "phase": before.phase,
                "player": names[seat],
                "event": kind,
                "detail": detail,
                "amount": amount,
                "money": money,
                "bag": len(after.bag),
            }


def _name(event: Event) -> str:
    if isinstance(event, Buy) and not event.yes:
        return "pass"
    return type(event).__name__.lower()


def _state_row(game: Game, state: State) -> Row:
    names = [seat.name for seat in game.header.seats]
    over = state.phase == "over"
    return {
        "round": state.round,
        "phase": state.phase,
        "leader": state.leader + 1,
        "turn": state.turn + 1,
        "bag": len(state.bag),
        "players": [
            {
                "name": name,
                "money": player.money,
                "hand": player.hand.letters,
                "wilds": player.hand.wilds,
            }
            for name, player in zip(names, state.players, strict=True)
        ],
        "over": over,
        "winners": [names[seat] for seat in winners(state)] if over else [],
        "position": None if game.header.variants else format_position(state),
    }
