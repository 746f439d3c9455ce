"""How people play the phases of a game at the terminal: one class per phase."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from ....errors import InvalidError, quote
from ....game.rules import Rules
from ....game.state import Event, State
from ....lexicon.lexicon import Lexicon
from ....players.strategy import Strategy
from ....records.game_record import Game
from ....tiles.hand import Hand
from ..player_names import subject

_MODULES = {
    **dict.fromkeys(("choose", "buy", "sell", "discard"), "printed"),
    "bid": "auction",
    "pick": "draft",
    "trade": "trade",
    "lay": "crossword",
}


class Choice(NamedTuple):
    """One of the few decisions that a person can choose from, and the answer that means it.

    `key` is the digit that chooses it, if that is not its place among the decisions.
    """

    label: str
    answer: str
    key: str = ""


class PhasePrompt(ABC):
    """The prompts, answers and descriptions of one phase of the game.

    `help` has what can be answered, each with its meaning. `takes_tiles` is true if answers are
    tiles or words: then a command in capitals is an answer.
    """

    help: Sequence[tuple[str, str]] = ()
    takes_tiles = False

    @abstractmethod
    def prompt(self, game: Game) -> str:
        """Return the prompt for the player whose turn it is."""

    @abstractmethod
    def parse(self, line: str, game: Game, lexicon: Lexicon) -> Event:
        """Return the event that an answer means. Raise InvalidError or IllegalError."""

    def choices(self, game: Game) -> Sequence[Choice]:
        """Return the decisions to choose from, the usual one first; empty if there are many."""
        return ()

    @abstractmethod
    def recommend(self, event: Any, game: Game) -> str:
        """Return an event as a recommendation, as in "pass on ING"."""

    @abstractmethod
    def describe(self, event: Any, before: State, game: Game) -> str:
        """Return the predicate of a sentence on the last event of a game, as in "passed on ING.".

        It is empty if the event needs no mention.
        """

    def detail(self, event: Any, before: State, names: Sequence[str]) -> str:
        """Return the detail of an event in a replay, given the names of the players."""
        return str(event.data())

    def drawn_set(self, game: Game) -> str:
        """Return the set that the decision is about; empty if there is none."""
        return game.state.player.drawn

    def context(self, game: Game) -> list[str]:
        """Return what is shown above the hand of the player who decides."""
        return []

    def board(self, state: State) -> list[str]:
        """Return the drawing of what remains on the table from round to round."""
        return []

    def best_words(
        self, lexicon: Lexicon, state: State, hand: Hand
    ) -> Iterator[tuple[object, int]] | None:
        """Yield the plays of a hand with their pips, highest first; None if no words are sold."""
        return None

    def unsold(self, event: Any, state: State, lexicon: Lexicon) -> str:
        """Return the words that an event leaves unsold if it ends the turn, with their price."""
        return ""

    def alternatives(self, strategy: Strategy, lexicon: Lexicon, state: State) -> str:
        """Return a sentence on the options that a computer player considers, or nothing."""
        return ""


def phase_prompt(phase: str) -> PhasePrompt:
    """Return the prompts of a phase."""
    module = import_module(f".{_MODULES[phase]}", __package__)
    prompt: PhasePrompt = module.PROMPTS[phase]
    return prompt


def board(rules: Rules, state: State) -> list[str]:
    """Return the drawing of what remains on the table from round to round."""
    return [line for phase in rules.order for line in phase_prompt(phase).board(state)]


def last_event(game: Game) -> str:
    """Return a sentence on the last event, in the past tense; empty if it needs no mention."""
    before = game.states[-2]
    predicate = phase_prompt(before.phase).describe(game.events[-1], before, game)
    name = game.header.seats[before.turn].name
    return predicate and f"{subject(name)} {predicate}"


def parse_number(line: str) -> int:
    """Read a number of at most nine digits. Raise InvalidError."""
    if not (line.isascii() and line.isdigit() and len(line) < 10):
        problem = f"{quote(line)} is not a number: " if line else ""
        raise InvalidError(f"{problem}type a number, or help")
    return int(line)
