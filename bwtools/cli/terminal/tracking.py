"""The session of the command track: the companion at a real table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from ...errors import BwError, IllegalError, InvalidError, counted, quote
from ...game.position import format_position
from ...game.rules import Rules
from ...game.state import Sell, State
from ...lexicon.lexicon import Lexicon
from ...lexicon.search import plays
from ...records.game_record import PERSON, YOU, Accept, Entry, Game, Seat, Undo, WillBuy
from ...records.record_file import GameWriter
from ...tiles.tile_set import TileSet
from .corrections import (
    Correction,
    as_of,
    automatic_discard,
    correction,
    entered,
    is_automatic,
    log_lines,
    read_changes,
)
from .entry_parser import announced_purchase, read_line
from .grammar import Commands, Reply
from .hint_text import hint_lines
from .phases.phase_prompt import last_event
from .player_names import check_names, possessive
from .prompt import ask
from .screen import hand_line, join, result_lines, show, table_lines
from .session import GameSession, words_reply
from .table_advice import outs_lines, state_to_buy, state_to_decide

_ENTRIES = (
    ("3", "the number on the die; c3: choice, with 3 named"),
    ("ing", "the set drawn; ing+ if it is bought too, ing- if it is not; several in turn order"),
    ("y n", "whether each player buys, in turn order"),
    ("3 ing+ tea-", "all of these on one line"),
    ("retinas quiz", "the words sold; in RETiNAS the wild is the I; Enter for none"),
    ("- / retinas", "sales of several players in turn order"),
    ("ben: ing+", "the entry of a player; several on a line in any order"),
    ("qz", "the letters discarded"),
)

_ROUNDS = 4  # that log shows


def ask_seats(me: str | None, tiles: TileSet) -> tuple[Seat, ...] | None:
    """Ask for the players, and which of them is the user; return None at the end of the input."""
    names, question = None, "Players in turn order, leader first (such as you, Ben): "
    while True:
        answer = ask(question)
        if answer is None or answer.lower() == "quit":
            return None
        if answer.lower() == "help":
            show("Type the names with commas: you, Ben, Anna. Type quit to stop.")
            continue
        try:
            seats = parse_seats(names or answer, answer if names else me, tiles)
        except BwError as error:
            show(f"No: {error}.")
            continue
        if names or any(seat.kind == YOU for seat in seats):
            return seats
        names, question = answer, "Which of them are you (Enter: none)? "


def parse_seats(text: str, me: str | None, tiles: TileSet) -> tuple[Seat, ...]:
    """Return the seats of names separated by commas, `and` or spaces.

    The user is the player named `me`; without it, the player named `you` or `me`, or the only one.
    Raise InvalidError or IllegalError.
    """
    names = [name.strip() for name in re.split(r",\s*and\b|,|&|\band\b", text)]
    if len(names) == 1:
        names = text.split()
    names = [YOU if name.lower() in (YOU, "me") else name for name in names]
    Rules(tiles).start(len(names))
    check_names(names)
    mine = [name for name in names if name.casefold() == (me or YOU).strip().casefold()]
    if me and not mine:
        raise InvalidError(f"{quote(me)} is not one of the players: they are {join(names)}")
    if len(names) == 1:
        mine = names
    return tuple(Seat(name, YOU if name in mine else PERSON) for name in names)


class TrackingSession(GameSession):
    """A game on a real table, entered line by line."""

    def __init__(self, writer: GameWriter, dictionary: Lexicon) -> None:
        super().__init__(writer, dictionary)
        kinds = [seat.kind for seat in writer.game.header.seats]
        self.me = kinds.index(YOU) if YOU in kinds else None
        self.shown: int | None = None  # the round of which the table is on the screen; 0: the end
        self.commands = Commands(
            {
                "hint": lambda _: Reply(hint_lines(self.lexicon, self.own_state())),
                "sell": lambda _: self._advice("sell"),
                "outs": lambda _: Reply(outs_lines(self.lexicon, self.game.state, self._seat)),
                "buy SET": self._buy,
                "choose": lambda _: self._advice("choose"),
                "discard": lambda _: self._advice("discard"),
                "words": self._words,
                "table": self._table,
                "show": self._table,
                "hands": self._table,
                "bag": self.bag,
                "position": lambda _: Reply([format_position(self.game.state)]),
                "log [N]": self._log,
                "edit N ENTRY": partial(self._change, "edit"),
                "e N ENTRY": partial(self._change, "edit"),
                "remove N": partial(self._change, "remove"),
                "insert N ENTRY": partial(self._change, "insert"),
                "undo [N]": self._undo,
                "redo [N]": self._redo,
                "accept WORD...": self.accept,
                "help": lambda _: Reply(self.commands.help(_ENTRIES)),
                "quit": self.quit,
            }
        )

    def advance(self) -> Iterator[str]:
        self.pass_discards()
        while announced := announced_purchase(self.game):  # a crash may precede a purchase
            yield from self.record(announced)
        now = 0 if self.is_over else self.game.state.round
        if now != self.shown:
            yield from result_lines(self.game) if self.is_over else self._table([]).lines
        self.shown = now

    def prompt(self) -> str:
        state, tiles = self.game.state, self.game.header.tiles
        whose = possessive(self.name(state.turn))
        match state.phase:
            case "choose" if state.number:
                return f"{whose} set, {counted(state.number, 'tile')} (+ bought, - not): "
            case "choose":
                faces = " ".join(str(face) for face in sorted({f for f in tiles.die if f}))
                choice = f", c{tiles.choice[0]} to c{tiles.choice[-1]} for choice"
                return f"{whose} die ({faces}{choice if None in tiles.die else ''}): "
            case "buy":
                drawn = state.player.drawn
                return f"{whose} set {drawn} for ${self.game.rules.cost(drawn)}: bought? [y/n] "
            case "sell":
                return f"{whose} sale from {state.player.hand} (Enter: none): "
            case "discard":
                letters = state.player.hand.letters
                return f"{whose} discard ({len(letters) - tiles.hand_limit} of {letters}): "
            case _:
                return "Game over (Enter: end, undo: take back): "

    def read(self, line: str) -> Reply:
        if self.is_over and not line:
            return Reply(quit=True)
        is_entry = self._is_entry(line)
        try:
            reply = self.commands.run(line, is_entry)
        except BwError as error:
            if not is_entry:
                raise
            reply = Reply([f"No: {error}."])
        if reply is None:
            entries = read_line(self.game, self.lexicon, line)
            return self._confirmed(entries)
        if not is_entry:
            return reply
        note = f"To enter the tiles, type {line.upper()} in capitals."
        return reply._replace(lines=[note, *reply.lines])

    def _confirmed(self, entries: list[Entry]) -> Reply:
        """Return the reply that records entries; it asks if the user leaves words unsold."""
        state = self.game.state
        if state.phase == "sell" and self.me is not None:
            sales = entries[(self.me - state.turn) % len(state.players) :]
            if sales and isinstance(sales[0], Sell):
                return self.confirmed(sales[0], self.me)._replace(entries=entries)
        return Reply(entries=entries)

    def _is_entry(self, line: str) -> bool:
        """Return whether a line can be read as an entry."""
        try:
            read_line(self.game, self.lexicon, line)
        except BwError:
            return False
        return True

    def record(self, entry: Entry) -> list[str]:
        game = self.game
        if isinstance(entry, Correction):
            self.writer.add_all(entry.entries)
            self.shown = None  # the money and hands may have changed
            return list(entry.news)
        lines = super().record(entry)
        if isinstance(entry, Undo):
            return [] if is_automatic(game) else [f"Taken back: {last_event(game)}"]
        if isinstance(entry, Accept | WillBuy):
            return lines
        return [] if is_automatic(self.game) else [self._numbered(last_event(self.game))]

    def _numbered(self, text: str) -> str:
        """Return a text on the last event with its number, by which it can be corrected."""
        return f"{len(entered(self.game))} {text}"

    def _table(self, _: list[str]) -> Reply:
        """Show the round, money and hands."""
        state, lines = self.game.state, table_lines(self.game)
        if len(state.players) == 1:
            lines.append(hand_line(self.name(0), state, self.game.header.tiles))
        return Reply(lines)

    @property
    def _seat(self) -> int:
        """The seat of the user, or without one, of the player to move."""
        return self.game.state.turn if self.me is None else self.me

    def _advice(self, phase: str) -> Reply:
        """Advise the user on a decision with the present hand, whether or not it is due."""
        state = state_to_decide(self.game.state, self._seat, phase)
        return Reply(hint_lines(self.lexicon, state))

    def _buy(self, letters: list[str]) -> Reply:
        """Advise the user on buying a set. Raise InvalidError or IllegalError."""
        state = state_to_buy(self.game.state, self._seat, letters[0], self.lexicon.tiles)
        return Reply(hint_lines(self.lexicon, state))

    def _words(self, _: list[str]) -> Reply:
        """Show the words with the highest prices in the user's hand."""
        state = self.game.state
        seat = self._seat
        players = len(state.players)
        has_sold = (seat - state.leader) % players < (state.turn - state.leader) % players
        is_over = state.phase in ("discard", "over") or (state.phase == "sell" and has_sold)
        return words_reply(plays(self.lexicon, state.players[seat].hand), self.game, is_over)

    def _log(self, numbers: list[str]) -> Reply:
        """Show the entries of the last rounds with their numbers."""
        return Reply(log_lines(self.game, int(numbers[0]) if numbers else _ROUNDS))

    def _change(self, kind: str, arguments: list[str]) -> Reply:
        """Change earlier entries; ask first if more than a round follows.

        Raise InvalidError or IllegalError if nothing is changed.
        """
        changes = read_changes(" ".join([kind, *arguments]))
        corrected, _ = correction(self.game, self.lexicon, changes)
        index = entered(self.game)[changes[0].number - 1]
        if _place(as_of(self.game, index - 1)) >= _round_back(self.game):
            return Reply(entries=[corrected])
        follow = len(entered(self.game)) - changes[0].number
        question = f"Change entry {changes[0].number}, which {_entries(follow)} follow? [y/n] "
        return Reply(entries=[corrected], question=question)

    def _undo(self, numbers: list[str]) -> Reply:
        """Take back the last entries; ask first if they are of more than a round.

        Raise IllegalError if there are fewer, or none is asked for.
        """
        count = left = _count(numbers)
        game, entries = self.game, list[Entry]()
        while left and game.events:
            left -= not is_automatic(game)
            game = game.after(Undo())
            entries.append(Undo())
        if left:
            raise IllegalError(_too_many(count, count - left, "take back", "taken back"))
        if _place(game) >= _round_back(self.game):
            return Reply(entries=entries)
        question = f"Take back {_entries(count)}, to round {game.state.round}? [y/n] "
        return Reply(entries=entries, question=question)

    def _redo(self, numbers: list[str]) -> Reply:
        """Restore the last entries taken back. Raise IllegalError if there are fewer."""
        count = left = _count(numbers)
        game, entries = self.game, list[Entry]()
        while game.undone:
            entry = game.undone[-1]
            after = game.after(entry)
            is_entry = not (isinstance(entry, WillBuy) or is_automatic(after))
            if is_entry and not left:
                break
            left -= is_entry
            game = after
            entries.append(entry)
        if left:
            raise IllegalError(_too_many(count, count - left, "restore", "restored"))
        return Reply(entries=entries)

    def own_state(self) -> State:
        """Return the state with the user to move, whose decision is due or comes in this phase.

        If no player is the user, it is the present state. Raise IllegalError if there is nothing
        to decide.
        """
        state = self.game.state
        seat = self._seat
        if state.players[seat].drawn:
            return state._replace(phase="buy", turn=seat, number=0)
        if state.number:
            raise IllegalError("there is nothing to decide before a set is drawn: enter it first")
        after = (seat - state.leader) % len(state.players)
        now = (state.turn - state.leader) % len(state.players)
        if after == now or (state.phase in ("sell", "discard") and after > now):
            return state._replace(turn=seat)
        raise IllegalError(f"it is {self.name(state.turn)}'s turn: you have nothing to decide")

    def pass_discards(self) -> None:
        """Discard for players who have no choice, or whose choice has no effect any more."""
        while discard := automatic_discard(self.game, self.lexicon):
            self.writer.add(discard)


def _count(numbers: list[str]) -> int:
    """Return the number of entries that a command names. Raise IllegalError if it is 0."""
    count = int(numbers[0]) if numbers else 1
    if not count:
        raise IllegalError("0 entries change nothing: type a number from 1")
    return count


def _too_many(count: int, available: int, do: str, done: str) -> str:
    """Return why `count` entries cannot be taken back or restored."""
    if not available:
        return f"there is nothing to {do}"
    return f"{_entries(available)} can be {done}, not {count}"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _place(game: Game) -> tuple[int, ...]:
    """Return how far a game has come: the round, the phase, the sets drawn, the player's turn."""
    state, order = game.state, (*game.rules.order, "over")
    turn = (state.turn - state.leader) % len(state.players)
    return state.round, order.index(state.phase), state.number > 0, turn


def _round_back(game: Game) -> tuple[int, ...]:
    """Return the place of a game a round before the present one."""
    round_, *place = _place(game)
    return (round_ - 1, *place)
