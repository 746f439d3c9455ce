"""A game at the terminal: what happens is recorded and told, and people are asked.

Whatever is typed is a command (`hint`, `undo`, `quit`...) or the answer to what is asked. Nothing
is kept here but the record, so that a game goes on from its file as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from shlex import quote

from ...errors import BwError, IllegalError, InvalidError
from ...game.state import Discard, Draw, Event, Roll, Sell, State
from ...lexicon.letter_index import LONGEST
from ...lexicon.lexicon import Lexicon
from ...players import game_loop, registry, strategy
from ...players.variants import adapted
from ...records.daily import is_daily
from ...records.game_record import Accept, Entry, Game, Undo, WillBuy
from ...records.record_file import GameWriter
from ..output import print_lines
from ..word_rows import defined_word
from . import screen
from .entry_parser import read_ruling
from .hint_text import hint_lines
from .narration import bag, last_event
from .phases.printed import board, phase_prompt
from .prompt import ask


def taken_back(game: Game) -> int:
    """How many events an undo takes back: the last answer of the player at turn.

    0 if there is none, or if something new has been seen since.
    """
    turn, round_ = game.state.turn, game.state.round
    for back, (before, event) in enumerate(
        zip(game.states[-2::-1], game.events[::-1], strict=True), 1
    ):
        if isinstance(event, Roll | Draw) or (before.turn, before.round) != (turn, round_):
            return 0
        if game.rules.forced(before) is None:
            return back
    return 0


class Session:
    """A recorded game being played at the terminal."""

    def __init__(
        self, writer: GameWriter, lexicon: Lexicon, computers: dict[int, strategy.Computer]
    ):
        self.writer = writer
        self.lexicon = lexicon  # of the game, without the rulings of the table
        self.computers = computers
        self.people = len(writer.game.header.seats) - len(computers)
        self.asked: State | None = None  # the state whose hand is on the screen
        self.commands: dict[str, Callable[[], list[str]]] = {
            "hint": self._hint,
            "words": self._words,
            "table": self._table,
            "bag": lambda: screen.wrap(bag(self.game.state)),
            "rules": lambda: screen.rules_lines(self.lexicon.tiles, self.game.header.variants),
            "help": self._help,
        }

    @property
    def game(self) -> Game:
        """The game as it is recorded."""
        return self.writer.game

    def play(self) -> None:
        """Play to the end, or until the answers end: then the game is kept.

        Raises KeyboardInterrupt, with the game kept; InvalidError: it cannot be written.
        """
        try:
            if self.game.state.phase not in ("choose", "over"):
                print_lines(screen.table_lines(self.game))
            while self.game.state.phase != "over":
                self._go_on()
        except EOFError:
            self._say_kept()
        except KeyboardInterrupt:
            self._say_kept()
            raise

    def _say_kept(self) -> None:
        print_lines(
            [
                "",
                "The game is kept. To go on with it:",
                f"  bw resume {quote(str(self.writer.path))}",
            ]
        )

    def _go_on(self) -> None:
        """One event of chance or of a player; or one line of a person, whatever it is."""
        game, state = self.game, self.game.state
        assert game.deal is not None
        if chance := game.deal.event(state):
            self._happen(chance)
        elif computer := self.computers.get(state.turn):
            self._happen(game_loop.decide(game.rules, self.lexicon, state, computer))
        elif (event := game.rules.forced(state)) is not None:  # an event may be an empty tuple
            if state.phase == "buy":
                cost = game.rules.cost(state.player.drawn)
                print_lines([f"{state.player.drawn} costs ${cost}: not enough money."])
            self._happen(event)
        else:
            self._ask(state)

    def _happen(self, event: Event) -> None:
        before = self.game.state
        self.writer.add(event)
        game, after = self.game, self.game.state
        if self._worth_telling(event, before) and (told := last_event(game)):
            print_lines(screen.wrap(told))
        drawn = isinstance(event, Draw) and after.phase != before.phase
        if drawn or (after.last and not before.last):
            print_lines(screen.table_lines(game))

    def _worth_telling(self, event: Event, before: State) -> bool:
        """Whether an event is told: not if the table shows it, or the player just typed it."""
        match event:
            case Roll() | Draw():
                return self.game.state.last
            case Discard(letters):
                return bool(letters)
            case Sell(plays):
                return bool(plays) or before.turn in self.computers
        return True

    def _ask(self, state: State) -> None:
        name, phase = self.game.header.seats[state.turn].name, phase_prompt(state.phase)
        if state != self.asked:
            if state.phase == "choose":
                print_lines(screen.table_lines(self.game))
            gap = [""] if self.people > 1 else []
            print_lines([*gap, *phase.board(state), *self._before_asking()])
            self.asked = state
        line = ask((f"{name}: " if self.people > 1 else "") + phase.prompt(self.game))
        if line is None:
            raise EOFError
        try:
            entries = self._entries(line, state)
        except BwError as error:
            print_lines(screen.wrap(f"No: {error}."))
            return
        for entry in entries:
            if isinstance(entry, Undo | Accept | WillBuy):
                self.writer.add(entry)
            else:
                self._happen(entry)

    def _entries(self, line: str, state: State) -> list[Entry]:
        """What a line of a person has recorded. Raises InvalidError, IllegalError: it can't be."""
        match line.split():
            case [name] if name in self.commands:
                print_lines(self.commands[name]())
                return []
            case ["quit"]:
                raise EOFError
            case ["undo"]:
                return self._undo()
            case ["accept", *words] if words:
                return self._accept(words)
            case ["define", word]:
                print_lines(screen.wrap(defined_word(self._ruled(), word)))
                return []
            case ["accept" | "define" as name]:
                raise InvalidError(f"name a word too, as in {name} quiz")
            case [*_] if not phase_prompt(state.phase).takes_tiles and line.lower() != line:
                return self._entries(line.lower(), state)
        event = phase_prompt(state.phase).answer(line, self.game, self._ruled())
        self.game.rules.step(state, event)
        return [event]

    def _undo(self) -> list[Entry]:
        count = taken_back(self.game)
        if not count:
            raise IllegalError(
                "there is nothing to take back: undo works within your own turn, before anything "
                "new is seen"
            )
        print_lines(["Taken back."])
        return [Undo()] * count

    def _accept(self, texts: Iterable[str]) -> list[Entry]:
        if is_daily(self.game.header):
            raise IllegalError("the dictionary of the game of the day is the same for everyone")
        # On a grid, or after an auction, words can be longer than a hand of the printed rules.
        ruled, longest = self._ruled(), LONGEST if self.game.header.variants else None
        rulings = dict.fromkeys(read_ruling(text, ruled, longest) for text in texts)
        print_lines([f"{ruling.word} is valid in this game from now on." for ruling in rulings])
        return list(rulings)

    def _ruled(self) -> Lexicon:
        """The dictionary with the rulings of the table."""
        accepted = self.game.accepted
        return self.lexicon.with_words(accepted) if accepted else self.lexicon

    def _before_asking(self) -> list[str]:
        """What the phase shows, and the hand of the player who is asked."""
        game, state = self.game, self.game.state
        name = game.header.seats[state.turn].name
        hand = screen.hand_lines(name, state, self.lexicon.tiles)
        return [*phase_prompt(state.phase).shown(game), *hand]

    def _table(self) -> list[str]:
        lines = [*screen.table_lines(self.game), *board(self.game.rules, self.game.state)]
        return [*lines, *self._before_asking()]

    def _help(self) -> list[str]:
        phases = (phase_prompt(phase).help for phase in self.game.rules.order)
        return screen.help_lines("\n".join([*filter(None, phases), screen.HELP]))

    def _hint(self) -> list[str]:
        if self.game.header.variants:
            lines = [self._advice()]
        else:
            lines = hint_lines(self._ruled(), self.game.state)
        return [wrapped for line in lines for wrapped in screen.wrap(line)]

    def _advice(self) -> str:
        """What the strongest computer player would do: bw hint values the printed rules only."""
        game, words = self.game, self._ruled()

        def would(name: str) -> str:
            player = adapted(registry.open_player(name, words), game.header.variants, words)
            event = game_loop.decide(game.rules, words, game.state, strategy.Computer(name, player))
            phase = phase_prompt(game.state.phase)
            others = phase.ways(player, words, game.state)
            return f"{name} would {phase.advice(event, game)}. {others}"

        try:
            return would(registry.STRONGEST)
        except InvalidError:  # a hand too large for it, as one may have after an auction
            return would("club")

    def _words(self) -> list[str]:
        state, phases = self.game.state, map(phase_prompt, self.game.rules.order)
        drawn = phase_prompt(state.phase).buys(self.game)
        words = next(phase.words for phase in phases if phase.words)
        found = words(self._ruled(), state, state.player.hand.plus(drawn))
        lines = screen.word_lines(found)
        return [f"With {drawn} bought:", *lines] if drawn else lines
