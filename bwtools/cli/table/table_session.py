"""The sessions that the table shows: a game that is played, or a quiz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from ...lexicon.lexicon import Lexicon
from ...records.game_record import Entry, Game
from ..terminal.grammar import Reply


class TableSession(Protocol):
    """The interface of a session that the table shows. See `Session` for its methods."""

    opening: list[str]  # what is said before the first turn
    is_shared: bool  # whether several people play

    @property
    def computers(self) -> Mapping[int, object]:
        """The computer players by seat."""

    @property
    def lexicon(self) -> Lexicon:
        """The words that may be sold."""

    @property
    def game(self) -> Game:
        """The game, or that of a question."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be asked."""

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""

    def advance(self) -> Iterator[str]:
        """Record what happens without an answer, and yield the news."""

    def prompt(self) -> str:
        """Return the prompt for the next line."""

    def read(self, line: str) -> Reply:
        """Return what a line leads to."""

    def record(self, entry: Entry) -> Iterable[str]:
        """Record an entry; return or yield the news."""

    def help_entries(self) -> list[Entry]:
        """Return what to record if the program helps."""
