"""Corrections of earlier entries in a game on a real table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from ...advice.rules_of_thumb import discard_by_rule
from ...errors import BwError, IllegalError, InvalidError, quote
from ...game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell
from ...lexicon.lexicon import Lexicon
from ...records.game_record import Entry, Game, Replayer, Undo, WillBuy
from .entry_parser import announced_purchase, lay_again, read_line
from .phases.phase_prompt import last_event
from .player_names import possessive, subject

_CHANGE = re.compile(r"(?:(e|edit|remove|insert)\s+)?([0-9]{1,4})(?:\s+(.+))?")
_ENTRIES = {"choose": "set", "buy": "purchase", "sell": "sale", "discard": "discard"}


@dataclass(frozen=True, slots=True)
class Correction(Undo):
    """An undo of several entries with all that replaces them, recorded in one write."""

    entries: tuple[Entry, ...] = ()
    news: tuple[str, ...] = ()


class Change(NamedTuple):
    """A change of the entry with a number: `edit`, `remove` or `insert` (before it)."""

    kind: str
    number: int
    text: str


def is_automatic(game: Game, index: int = -1) -> bool:
    """Return whether the event with an index (default: the last) was not entered.

    Discards within the limit, and in the last round, decide nothing and are made automatically.
    """
    index %= len(game.events)
    before, event = game.states[index], game.events[index]
    over = len(before.player.hand.letters) > game.header.tiles.hand_limit
    return isinstance(event, Discard) and (before.last or not over)


def automatic_discard(game: Game, lexicon: Lexicon) -> Discard | None:
    """Return the discard of a player who has no choice, or whose choice has no effect any more."""
    if game.state.phase != "discard":
        return None
    discard = Discard(discard_by_rule(game.state.player.hand.letters, lexicon.tiles))
    return discard if is_automatic(game.after(discard)) else None


def entered(game: Game) -> list[int]:
    """Return the indices of the events that were entered. The first has the number 1 for people."""
    return [index for index in range(len(game.events)) if not is_automatic(game, index)]


def as_of(game: Game, index: int) -> Game:
    """Return the game as it was after the event with an index, without announcements."""
    states, events = game.states[: index + 2], game.events[: index + 1]
    return game._replace(states=states, events=events, will_buy={})


def log_lines(game: Game, rounds: int) -> list[str]:
    """Return the numbered entries of the last rounds, one text each, latest round first.

    Raise IllegalError if no round is asked for.
    """
    numbered = list(enumerate(entered(game), 1))
    by_round = groupby(numbered, lambda entry: game.states[entry[1]].round)
    if not rounds:
        raise IllegalError("0 rounds have no entries: type a number from 1")
    lines = [
        f"Round {round_}: {'; '.join(f'{number} {_short(game, at)}' for number, at in group)}"
        for round_, group in by_round
    ]
    return lines[: -rounds - 1 : -1] or ["Nothing has been entered."]


def _short(game: Game, index: int) -> str:
    """Return an event in a few words."""
    name = subject(game.header.seats[game.states[index].turn].name)
    match game.events[index]:
        case Roll(number):
            return f"die {number}"
        case Choose(number):
            return f"choice {number}"
        case Draw(letters):
            return f"{name} drew {letters}"
        case Buy(yes):
            return f"{name} {'bought' if yes else 'passed'}"
        case Sell(plays):
            return f"{name} sold {' '.join(map(str, plays)) or 'nothing'}"
        case Discard(letters):
            return f"{name} discarded {letters}"
    raise AssertionError("a tracked game has no variants")


def read_changes(line: str) -> list[Change]:
    """Read changes separated by semicolons, such as `edit 12 ears+; remove 15`, sorted by number.

    Insertions before the same entry keep their order, and come before a change of the entry. Raise
    InvalidError if a change cannot be read, or two edit or remove the same entry.
    """
    changes, kind = list[Change](), ""
    for part in line.split(";"):
        match = _CHANGE.fullmatch(part.strip())
        kind = (match and match[1]) or kind
        if not match or bool(match[3]) == (kind == "remove"):
            raise InvalidError(
                f"{quote(part.strip())} is not a change: type edit 12 ears+, remove 12, or "
                "insert 12 ears+"
            )
        changes.append(Change("edit" if kind == "e" else kind, int(match[2]), match[3] or ""))
    changes.sort(key=lambda change: (change.number, change.kind != "insert"))
    for first, second in pairwise(changes):
        if first.number == second.number and first.kind != "insert":
            raise InvalidError(f"entry {first.number} can be changed only once on a line")
    return changes


def correction(game: Game, lexicon: Lexicon, changes: Sequence[Change]) -> tuple[Correction, Game]:
    """Return the correction that makes changes, and the game after it.

    All entries from the first change on are taken back, and entered again with the changes. Raise
    IllegalError, naming the first entry that does not fit, if one does not: then nothing is valid.
    """
    indices = entered(game)
    for change in changes:
        if not 1 <= change.number <= len(indices):
            raise IllegalError(
                f"there is no entry {change.number}: log lists those from 1 to {len(indices)}"
                if indices
                else "nothing has been entered that can be changed"
            )
    first = changes[0].number
    replay = _Replay(game, len(game.events) - indices[first - 1], lexicon)
    replaced = 0  # how many of the next events the changes replace
    for number, index in enumerate(indices[first - 1 :], first):
        replaced += sum(replay.change(change) for change in changes if change.number == number)
        if replaced:
            replaced -= 1
        else:
            replay.enter_again(game, index, number)
    if all(change.kind == "edit" for change in changes):  # sets are still those of their players
        replay.announce_again(game.will_buy)
    replay.discard_automatically()
    return Correction(tuple(replay.entries), tuple(replay.news)), replay.game


class _Replay:
    """A game that is rewound and entered again."""

    def __init__(self, game: Game, undone: int, lexicon: Lexicon) -> None:
        replayer = Replayer(game)
        self.entries: list[Entry] = [Undo()] * undone
        for entry in self.entries:
            replayer.add(entry)
        self.game = replayer.game()
        self.lexicon = lexicon
        self.news = list[str]()

    def add(self, entry: Entry) -> None:
        self.game = self.game.after(entry)
        self.entries.append(entry)

    def change(self, change: Change) -> int:
        """Make a change; return how many of the old events it replaces, from its number on."""
        self.discard_automatically()
        if change.kind == "remove":
            self.news.append(f"Entry {change.number} is removed.")
            return 1
        try:
            entries = read_line(self.game, self.lexicon, change.text)
        except BwError as error:
            raise IllegalError(f"{change.kind} {change.number}: {error}") from None
        for entry in entries:
            self.add(entry)
            if not isinstance(entry, WillBuy):
                number = len(entered(self.game))
                self.news.append(f"{number} {last_event(self.game)}")
        events = sum(not isinstance(entry, WillBuy) for entry in entries)
        return events if change.kind == "edit" else 0

    def enter_again(self, game: Game, index: int, number: int) -> None:
        """Enter an old event. Raise IllegalError, naming it, if it no longer fits."""
        event: Event = game.events[index]
        self.discard_automatically()
        while announced := announced_purchase(self.game):
            self.add(announced)
            if isinstance(event, Buy):
                return  # the announcement replaces it
        try:
            if isinstance(event, Sell) and self.game.state.phase == "sell":
                hands = game.states[index].player.hand, self.game.state.player.hand
                event = Sell(lay_again(event.plays, *hands, self.lexicon))
            self.add(event)
        except IllegalError as error:
            raise IllegalError(
                f"nothing is changed, because entry {number} ({_short(game, index)}) no longer "
                f"fits: {self._due(event) or error}; change it too, after a semicolon"
            ) from None
        if event != game.events[index]:
            self.news.append(f"{len(entered(self.game))} {last_event(self.game)}")

    def announce_again(self, will_buy: Mapping[int, bool]) -> None:
        """Announce the purchases that are still to come."""
        for seat, yes in will_buy.items():
            if self.game.state.players[seat].drawn and seat not in self.game.will_buy:
                self.add(WillBuy(seat, yes))

    def _due(self, event: Event) -> str:
        """Return which entry has to come before an event; empty if the event itself is due."""
        state = self.game.state
        is_die = state.phase == "choose" and not state.number
        phase = self.game.rules.phases.get(state.phase)
        if phase and type(event) in phase.events and isinstance(event, Roll | Choose) == is_die:
            return ""
        if not phase or is_die:
            return "the game is over before it" if not phase else "the die comes before it"
        name = self.game.header.seats[state.turn].name
        whose = "your" if name == "you" else possessive(name)
        return f"{whose} {_ENTRIES[state.phase]} comes before it"

    def discard_automatically(self) -> None:
        """Make the discards that decide nothing."""
        while discard := automatic_discard(self.game, self.lexicon):
            self.add(discard)
