"""The log of a game: a row for each event that players talk about."""

from __future__ import annotations

from ...game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell, State
from ...records.game_record import Game
from ..terminal.phases.phase_prompt import last_event
from .log_view import LogRow


class Log:
    """The rows of a game's log, made once for each event."""

    def __init__(self) -> None:
        self._events: tuple[Event, ...] = ()
        self._rows: list[LogRow | None] = []  # by event; None: not worth a row

    def rows(self, game: Game) -> list[LogRow]:
        """Return the rows of a game that continues, or has taken back events of, the last one."""
        same = 0
        for old, new in zip(self._events, game.events, strict=False):
            if old is not new and old != new:
                break
            same += 1
        del self._rows[same:]
        self._rows += [_row(game, at) for at in range(same, len(game.events))]
        self._events = game.events
        return [row for row in self._rows if row is not None]


def _row(game: Game, at: int) -> LogRow | None:
    """Return the row of an event, given its index."""
    before, after = game.states[at], game.states[at + 1]
    text = _text(game, at, before)
    if not text:
        return None
    change, seat = _money_moved(before, after)
    seats = game.header.seats
    return LogRow(
        round=before.round,
        who=seats[before.turn].name if len(seats) > 1 else "",
        text=text,
        change=change or None,
        money=after.players[seat].money,
        good=before.phase in ("sell", "lay") and change > 0,
    )


def _money_moved(before: State, after: State) -> tuple[int, int]:
    """Return the dollars that a player gained, and the seat: the one to move if none did."""
    changes = [
        (new.money - old.money, seat)
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if new.money != old.money
    ]
    own = next((change for change in changes if change[1] == before.turn), None)
    return own or next(iter(changes), (0, before.turn))


def _text(game: Game, at: int, before: State) -> str:
    event = game.events[at]
    match event:
        case Roll() | Draw():
            return ""
        case Choose(number):
            return f"named {number}"
        case Buy(yes):
            return f"{'bought' if yes else 'passed on'} {before.player.drawn}"
        case Sell(plays):
            return f"sold {' '.join(map(str, plays))}" if plays else ""
        case Discard(letters):
            return f"discarded {letters}" if letters else ""
    so_far = game._replace(states=game.states[: at + 2], events=game.events[: at + 1])
    sentence = last_event(so_far)
    name = game.header.seats[before.turn].name
    predicate = sentence.removeprefix("You " if name == "you" else f"{name} ")
    if before.phase == "lay":  # the price has a column of its own
        predicate = predicate.partition(" for $")[0]
    return predicate.partition(": $")[0].rstrip(".")
