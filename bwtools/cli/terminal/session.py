"""Sessions: a recorded game, the commands and answers that are typed, and what they lead to.

A session keeps nothing but the record, so a game continues from its file as if it had never
stopped. It knows no terminal: it returns texts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from ...errors import IllegalError, InvalidError, counted
from ...game.state import Discard, Draw, Event, Roll, Sell, State
from ...lexicon.letter_index import LONGEST
from ...lexicon.lexicon import Lexicon
from ...players import game_loop, registry, strategy
from ...records.game_record import Accept, Entry, Game, Hint, Undo, WillBuy
from ...records.record_file import GameWriter
from ...tiles.hand import Play
from ..word_rows import defined_word
from . import screen
from .entry_parser import read_accepted
from .grammar import Commands, Reply
from .phases.phase_prompt import board, last_event, phase_prompt


def taken_back(game: Game) -> int:
    """Return the number of events that an undo takes back: the last answer and what followed.

    It is 0 if the player has not answered in this turn, or if something new was seen since.
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


def words_reply(
    words: Iterable[tuple[object, int]], game: Game, is_over: bool, heading: str = ""
) -> Reply:
    """Return the words of a hand as a reply; `is_over` if no more are sold in this round."""
    if is_over and game.state.last:
        return Reply(["Nothing more is sold in this game."])
    if is_over:
        limit = game.rules.tiles.hand_limit
        words = (
            (word, pips)
            for word, pips in words
            if not isinstance(word, Play) or len(word.letters) <= limit
        )
        heading = "Nothing more is sold in this round. Next round you could sell:"
    return Reply([*([heading] if heading else []), *screen.word_lines(words)])


class Session(ABC):
    """What is played at the terminal: a front end prompts for lines, reads and records them."""

    @abstractmethod
    def advance(self) -> Iterator[str]:
        """Record what happens without an answer, and yield the news up to the next prompt.

        Raise InvalidError if the record cannot be written.
        """

    @abstractmethod
    def prompt(self) -> str:
        """Return the prompt for the next line; empty at the end of the session."""

    def time_left(self) -> float | None:
        """Return the seconds left for an answer, negative if it is late; None without a limit."""
        return None

    @abstractmethod
    def read(self, line: str) -> Reply:
        """Return what a line leads to. Raise InvalidError or IllegalError if it is rejected."""

    @abstractmethod
    def record(self, entry: Entry) -> Iterable[str]:
        """Record an entry; return or yield the news. Raise InvalidError if it cannot be written."""


class GameSession(Session):
    """A recorded game that people add to: the commands that play and track share."""

    def __init__(self, writer: GameWriter, dictionary: Lexicon) -> None:
        self.writer = writer
        self.dictionary = dictionary
        accepted = writer.game.accepted
        self.lexicon = dictionary.with_words(accepted) if accepted else dictionary

    @property
    def game(self) -> Game:
        """The game as recorded."""
        return self.writer.game

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.game.header.seats[seat].name

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.state.phase == "over"

    def record(self, entry: Entry) -> list[str]:
        self.writer.add(entry)
        if not isinstance(entry, Accept):
            return []
        self.lexicon = self.lexicon.with_words([entry.word])
        return [f"{entry.word} is valid in this game from now on."]

    def confirmed(self, event: Event, seat: int | None = None) -> Reply:
        """Return the reply that records an event of the player at a seat (default: to move).

        It asks if that leaves words unsold for good.
        """
        state = self.game.state
        state = state if seat is None else state._replace(turn=seat)
        unsold = phase_prompt(state.phase).unsold(event, state, self.lexicon) if state.last else ""
        if not unsold:
            return Reply(entries=[event])
        text = f"This is the last round, and you can still sell {unsold}."
        return Reply([text], [event], question="End your turn with that unsold? [y/n] ")

    def bag(self, arguments: list[str]) -> Reply:  # noqa: ARG002
        """Show the bag."""
        return Reply([screen.bag_line(self.game.state)])

    def accept(self, words: list[str]) -> Reply:
        """Accept words. Raise InvalidError or IllegalError if one of them cannot be accepted."""
        header = self.game.header
        if header.daily:
            raise IllegalError("the game of the day has the same dictionary for everyone")
        # On a grid, or after an auction, words can be longer than a hand of the printed rules.
        longest = LONGEST if header.variants else None
        entries = [read_accepted(word, self.lexicon, longest) for word in words]
        return Reply(entries=list(dict.fromkeys(entries)))

    def quit(self, arguments: list[str]) -> Reply:  # noqa: ARG002
        """Stop."""
        return Reply(quit=True)


class PlaySession(GameSession):
    """A game from a deal, played by people and computer players."""

    def __init__(
        self, writer: GameWriter, lexicon: Lexicon, computers: dict[int, strategy.Computer]
    ) -> None:
        super().__init__(writer, lexicon)
        self.computers = computers
        people = len(writer.game.header.seats) - len(computers)
        self.is_shared = people > 1  # prompts name the player
        self.shown: State | None = None  # the state of which the hand is on the screen
        self.opening: list[str] = []  # what is said before the first turn
        self.is_new = False  # whether the game begins with this session
        self.headed = 0  # the round of which the heading is on the screen
        self.commands = Commands(
            {
                "hint": self._hint,
                "words": self._words,
                "table": lambda _: Reply(self._table()),
                "bag": self.bag,
                "rules": self._rules,
                "undo": self._undo,
                "redo": self._redo,
                "define WORD": self._define,
                "accept WORD...": self.accept,
                "help": self._help,
                "quit": self.quit,
            }
        )

    def advance(self) -> Iterator[str]:
        if self.shown is None and self.game.state.phase not in ("choose", "over"):
            yield from self._new_table()  # the game continues within a round
        while (event := self._next_event()) is not None:
            state = self.game.state
            if state.phase == "buy" and state.turn not in self.computers:
                cost = self.game.rules.cost(state.player.drawn)
                yield f"{state.player.drawn} costs ${cost}: not enough money."
            yield from self.record(event)
        state = self.game.state
        if self.is_over or state == self.shown:
            return
        self.shown = state
        if state.phase == "choose":
            yield from self._new_table()
        if self.is_shared:
            yield ""
        yield from phase_prompt(state.phase).board(state)
        yield from self._hand()

    def _next_event(self) -> Event | None:
        """Return the next event that no person decides; None if a person has to answer.

        Compare it with None: an event without fields is false.
        """
        game, state = self.game, self.game.state
        assert game.deal is not None
        if self.is_over:
            return None
        if (chance := game.deal.event(state)) is not None:
            return chance
        if computer := self.computers.get(state.turn):
            return game_loop.decide(game.rules, self.dictionary, state, computer)
        return game.rules.forced(state)

    def record(self, entry: Entry) -> list[str]:
        before = self.game.state
        lines = super().record(entry)
        if isinstance(entry, Undo | Accept | WillBuy | Hint):
            return lines
        after = self.game.state
        if self._is_news(entry, before) and (text := last_event(self.game)):
            lines.append(text)
        drawn = isinstance(entry, Draw) and after.phase != before.phase
        if drawn or (after.last and not before.last):
            lines += self._new_table()
        return lines

    def _new_table(self) -> list[str]:
        """Return the table, with the heading if it is the first one of this round."""
        before, self.headed = self.headed, self.game.state.round
        return screen.table_lines(self.game, before != self.headed)

    def _is_news(self, event: Event, before: State) -> bool:
        """Return whether an event is neither on the table nor just typed by the player."""
        match event:
            case Roll() | Draw():
                return self.game.state.last
            case Discard(letters):
                return bool(letters)
            case Sell(plays):
                return bool(plays) or before.turn in self.computers
        return True

    def prompt(self) -> str:
        state = self.game.state
        if self.is_over:
            return ""
        name = f"{self.name(state.turn)}: " if self.is_shared else ""
        return name + phase_prompt(state.phase).prompt(self.game)

    def read(self, line: str) -> Reply:
        phase = phase_prompt(self.game.state.phase)
        reply = self.commands.run(line, phase.takes_tiles and line != line.lower())
        if reply is not None:
            return reply
        event = phase.parse(line if phase.takes_tiles else line.lower(), self.game, self.lexicon)
        self.game.rules.step(self.game.state, event)
        return self.confirmed(event)

    def _undo(self, _: list[str]) -> Reply:
        count = taken_back(self.game)
        if not count:
            raise IllegalError(
                "there is nothing to take back: undo works within your own turn, before anything "
                "new is seen"
            )
        return Reply(["Taken back."], [Undo()] * count)

    def _redo(self, _: list[str]) -> Reply:
        if not self.game.undone:
            raise IllegalError("there is nothing to restore: redo follows undo")
        return Reply(["Restored."], self.game.undone[-1:])  # what was automatic follows by itself

    def _define(self, words: list[str]) -> Reply:
        return Reply([defined_word(self.lexicon, *words)])

    def _rules(self, _: list[str]) -> Reply:
        return Reply(screen.rules_lines(self.lexicon.tiles, self.game.header.variants))

    def _help(self, _: list[str]) -> Reply:
        phases = map(phase_prompt, self.game.rules.order)
        return Reply(self.commands.help(answer for phase in phases for answer in phase.help))

    def _hand(self) -> list[str]:
        """Return the context of the decision, and the hand of the player whose turn it is."""
        state = self.game.state
        hand = screen.hand_line(self.name(state.turn), state, self.lexicon.tiles)
        return [*phase_prompt(state.phase).context(self.game), hand]

    def _table(self) -> list[str]:
        drawn = board(self.game.rules, self.game.state)
        return [*screen.table_lines(self.game), *drawn, *self._hand()]

    def _hint(self, _: list[str]) -> Reply:
        if not self.game.header.variants:
            from .hint_text import hint_lines

            return self._counted(hint_lines(self.lexicon, self.game.state))
        try:
            text = self._recommendation(registry.STRONGEST)
        except InvalidError:  # a hand that is too large for it, as after an auction
            text = self._recommendation("club")
        return self._counted([text])

    def _counted(self, lines: Sequence[str]) -> Reply:
        """Return advice as a reply, which records it in a game of the day."""
        entries = self.help_entries()
        if not entries:
            return Reply(lines)
        hints = counted(self.game.hints + 1, "hint")
        return Reply([*lines, f"The text to share will say {hints}."], entries)

    def help_entries(self) -> list[Entry]:
        """Return what to record if the program helps: in a game of the day, a hint."""
        return [Hint()] if self.game.header.daily else []

    def _recommendation(self, name: str) -> str:
        """Return what a computer player would do: `hint_lines` know the printed rules only."""
        game, lexicon = self.game, self.lexicon
        player = registry.open_player(name, lexicon, variants=game.header.variants)
        computer = strategy.Computer(name, player)
        event = game_loop.decide(game.rules, lexicon, game.state, computer)
        phase = phase_prompt(game.state.phase)
        alternatives = phase.alternatives(player, lexicon, game.state)
        return f"{name} would {phase.recommend(event, game)}. {alternatives}"

    def _words(self, _: list[str]) -> Reply:
        state = self.game.state
        drawn = phase_prompt(state.phase).drawn_set(self.game)
        hand = state.player.hand.plus(drawn)
        order = self.game.rules.order
        for phase in order:
            if (words := phase_prompt(phase).best_words(self.lexicon, state, hand)) is not None:
                is_over = order.index(phase) < order.index(state.phase)
                heading = f"With {drawn} bought:" if drawn else ""
                return self._counted(words_reply(words, self.game, is_over, heading).lines)
        raise AssertionError("words are sold in every game")
