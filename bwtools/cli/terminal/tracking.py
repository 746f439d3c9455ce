"""The command track: the companion at a real table."""

from __future__ import annotations

import re
import shlex

import click

from ...advice.rules_of_thumb import discard_by_rule
from ...errors import BwError, IllegalError, InvalidError, quote
from ...game.rules import Rules
from ...game.state import Discard, State
from ...lexicon.lexicon import Lexicon
from ...lexicon.search import plays
from ...records.game_record import PERSON, YOU, Accept, Entry, Game, Seat, Undo, WillBuy
from ...records.record_file import GameWriter
from ...tiles.tile_set import TileSet
from ..output import print_lines
from ..saved_games import review_lines
from .entry_parser import announced_purchase, read_line, read_ruling
from .hint_text import hint_lines
from .narration import bag, last_event
from .player_names import check_names, possessive
from .prompt import ask, say
from .screen import hand_lines, help_lines, result_lines, table_lines, word_lines

_COMMANDS = ("help", "hint", "words", "bag", "table", "show", "hands", "undo", "quit")

_HELP = """\
3               the number on the die; c3 is choice, and 3 named
ing             the set drawn; ing+ if it is bought too, ing- if it is not;
                several in turn order: ing+ tea-, with the die too: 3 ing+ tea-
y n             whether each, in turn order, buys
retinas quiz    what is sold; in RETiNAS the wild is the I; Enter for nothing
qz              what is discarded
hint            what to do with your hand
words           the best words in your hand
bag, table      what is in the bag; money and hands
undo, undo 3    take back what came last, or the last three
accept WORD     the table allows the word in this game
quit            end here; bw resume goes on
In capitals HINT, BAG and the like are tiles, where tiles can be entered."""


def track_game(writer: GameWriter, lexicon: Lexicon) -> None:
    """Go on with a game on a real table until it is over, or the input, or the user says quit."""
    session = TrackingSession(writer, lexicon)
    click.echo("Enter what happens at the table; help says how.")
    try:
        session.run()
    finally:
        file = shlex.quote(str(writer.path))
        over = writer.game.state.phase == "over"
        click.echo(f"The game is kept in {file}" if over else f"Kept: bw resume {file} goes on.")
        if over:
            print_lines(review_lines(writer.path))


def ask_seats(me: str | None, tiles: TileSet) -> tuple[Seat, ...] | None:
    """Ask for the players, and which is the user; None at the end of the input."""
    names, question = None, "Players in turn order, the leader first (as in: you, Ben): "
    while True:
        answer = ask(question)
        if answer is None or answer.lower() == "quit":
            return None
        if answer.lower() == "help":
            say("Enter the names with commas between, yours as you: you, Ben, Anna. quit ends.")
            continue
        try:
            seats = (
                parse_seats(answer, me, tiles)
                if names is None
                else parse_seats(names, answer, tiles)
            )
        except BwError as error:
            say(error)
            continue
        if names is not None or any(seat.kind == YOU for seat in seats):
            return seats
        names, question = answer, "Which of them are you (Enter if none)? "


def parse_seats(text: str, me: str | None, tiles: TileSet) -> tuple[Seat, ...]:
    """The seats of names with commas, `and`, or else spaces between.

    The user is the player called as `me` says, or `you` or `me`, or who plays alone. Raises
    InvalidError, IllegalError.
    """
    names = [name.strip() for name in re.split(r",\s*and\b|,|&|\band\b", text)]
    if len(names) == 1:
        names = text.split()
    names = [YOU if name.lower() in (YOU, "me") else name for name in names]
    Rules(tiles).start(len(names))
    check_names(names)
    mine = [name for name in names if name.casefold() == (me or YOU).strip().casefold()]
    if me and not mine:
        raise InvalidError(f"{quote(me)} is none of the players: they are {', '.join(names)}")
    if len(names) == 1:
        mine = names
    return tuple(Seat(name, YOU if name in mine else PERSON) for name in names)


class TrackingSession:
    """What is entered about one game, line by line."""

    def __init__(self, writer: GameWriter, lexicon: Lexicon) -> None:
        self.writer = writer
        self.lexicon = lexicon.with_words(writer.game.accepted)
        kinds = [seat.kind for seat in writer.game.header.seats]
        self.me = kinds.index(YOU) if YOU in kinds else None

    @property
    def game(self) -> Game:
        return self.writer.game

    def run(self) -> None:
        """Ask and enter until the end."""
        shown = 0
        while True:
            self.pass_discards()
            while told := announced_purchase(self.game):  # what was entered before the program died
                self.add(told)
            state = self.game.state
            if state.phase == "over":
                print_lines(result_lines(self.game))
            elif state.round != shown:
                self.show()
            shown = state.round
            line = ask(self.prompt())
            if line is None or (state.phase == "over" and not line):
                return
            try:
                entries = self.read(line)
            except BwError as error:
                say(error)
                continue
            if entries is None:
                return
            for entry in entries:
                self.add(entry)

    def prompt(self) -> str:
        """What is to be entered now."""
        state, tiles = self.game.state, self.game.header.tiles
        whose = possessive(self.name(state.turn))
        match state.phase:
            case "choose" if state.number:
                return f"{whose} set, {state.number} tiles (+ bought, - not): "
            case "choose":
                faces = " ".join(str(face) for face in sorted({f for f in tiles.die if f}))
                choice = f", c{tiles.choice[0]} to c{tiles.choice[-1]} for choice"
                return f"{whose} die ({faces}{choice if None in tiles.die else ''}): "
            case "buy":
                drawn = state.player.drawn
                return f"{whose} set {drawn} for ${self.game.rules.cost(drawn)}: bought (y/n)? "
            case "sell":
                return f"{whose} sale from {state.player.hand} (Enter for none): "
            case "discard":
                letters = state.player.hand.letters
                return f"{whose} discard ({len(letters) - tiles.hand_limit} of {letters}): "
            case _:
                return "Over (Enter ends, undo takes back): "

    def name(self, seat: int) -> str:
        return self.game.header.seats[seat].name

    def read(self, line: str) -> list[Entry] | None:
        """The entries of a line; None to quit. Raises BwError, and then there are none."""
        word, *rest = line.lower().split() or [""]
        if _is_command(word, rest):
            tiles = self.is_entry(line)
            if line == line.lower() or not tiles:
                if tiles and word != "accept":
                    say(f"(For the tiles, write {word.upper()} in capitals.)")
                return None if word == "quit" else self.command(word, rest)
        return read_line(self.game, self.lexicon, line)

    def is_entry(self, line: str) -> bool:
        """Whether a line can be read as what is asked for."""
        try:
            read_line(self.game, self.lexicon, line)
        except BwError:
            return False
        return True

    def command(self, word: str, rest: list[str]) -> list[Entry]:
        """Carry out a command, and give the entries that it makes. Raises BwError."""
        match word:
            case "undo":
                return self.undo(int(rest[0]) if rest else 1)
            case "accept":
                return [read_ruling(word, self.lexicon) for word in rest]
            case "hint":
                for line in hint_lines(self.lexicon, self.own_state()):
                    say(line)
            case "words":
                self.words()
            case "bag":
                say(bag(self.game.state))
            case "help":
                print_lines(help_lines(_HELP))
            case _:
                self.show()
        return []

    def show(self) -> None:
        """Print the round, money and hands."""
        state = self.game.state
        print_lines(table_lines(self.game))
        if len(state.players) == 1:
            print_lines(hand_lines(self.name(0), state, self.game.header.tiles))

    def words(self) -> None:
        """Print the dearest words in the user's hand."""
        state = self.game.state
        hand = state.players[state.turn if self.me is None else self.me].hand
        print_lines(word_lines(plays(self.lexicon, hand)))

    def own_state(self) -> State:
        """The state with the user at turn, whose decision is due or comes later in this phase.

        Where nobody is the user, whoever is at turn is. Raises IllegalError.
        """
        state = self.game.state
        seat = state.turn if self.me is None else self.me
        if state.players[seat].drawn:
            return state._replace(phase="buy", turn=seat, number=0)
        if state.number:
            raise IllegalError("there is nothing to decide before a set is drawn: enter it first")
        after = (seat - state.leader) % len(state.players)
        now = (state.turn - state.leader) % len(state.players)
        if after == now or (state.phase in ("sell", "discard") and after > now):
            return state._replace(turn=seat)
        raise IllegalError(f"you have nothing to decide now: {self.name(state.turn)} is at turn")

    def undo(self, count: int) -> list[Entry]:
        """The entries that take back what was entered last, so many times. Raises IllegalError."""
        game, entries = self.game, list[Entry]()
        while count and game.events:
            count -= not _by_itself(game)
            game = game.after(Undo())
            entries.append(Undo())
        if count:
            raise IllegalError("there are not so many entries to take back")
        return entries

    def pass_discards(self) -> None:
        """Discard for those who have no choice, or whose choice decides nothing any more."""
        while self.game.state.phase == "discard":
            letters = self.game.state.player.hand.letters
            discard = Discard(discard_by_rule(letters, self.lexicon.tiles))
            if not _by_itself(self.game.after(discard)):
                return
            self.writer.add(discard)

    def add(self, entry: Entry) -> None:
        """Keep an entry and tell it."""
        if isinstance(entry, Undo):
            self.take_back()
            return
        self.writer.add(entry)
        if isinstance(entry, Accept):
            self.lexicon = self.lexicon.with_words([entry.word])
            say(f"{entry.word} is accepted in this game.")
        elif not isinstance(entry, WillBuy):
            say(last_event(self.game))

    def take_back(self) -> None:
        """Take back the last event, and what was told with it."""
        game = self.game
        self.writer.add(Undo())
        if not _by_itself(game):
            say(f"Taken back: {last_event(game)}")


def _is_command(word: str, rest: list[str]) -> bool:
    if word == "undo" and rest:
        return len(rest) == 1 and re.fullmatch("[0-9]{1,4}", rest[0]) is not None
    if word == "accept":
        return bool(rest)
    return word in _COMMANDS and not rest


def _by_itself(game: Game) -> bool:
    """Whether the last event came without being entered.

    So it is with discards within the limit, and in the last round, where they decide nothing.
    """
    before, event = game.states[-2], game.events[-1]
    over = len(before.player.hand.letters) > game.header.tiles.hand_limit
    return isinstance(event, Discard) and (before.last or not over)
