"""The grammar of the lines typed in a game, at a real table and in a quiz.

A line is a command or an answer. Commands are typed in small letters: where tiles can be answered,
a command in capitals, such as BAG, means the tiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import click

from ...errors import InvalidError
from ...records.game_record import Entry
from ..output import text_width

_HELP = {
    "hint": "value your options",
    "sell": "value your sales now",
    "outs": "list what you would sell with one more letter",
    "buy SET": "value buying a set",
    "choose": "value the numbers to name on choice",
    "discard": "value discarding from your hand",
    "words": "list the words with the highest prices",
    "table": "show the round, money and hands",
    "show": "",
    "hands": "",
    "bag": "list the tiles left in the bag",
    "position": "show the game as a position, such as for bw hint",
    "rules": "show the rules in short",
    "undo": "take back your last answer in this turn",
    "undo [N]": "take back the last entry, or the last N",
    "redo": "restore the answer taken back last",
    "redo [N]": "restore the last entry taken back, or the last N",
    "define WORD": "show a word's definition",
    "log [N]": "number the entries of the last rounds (default: 4)",
    "edit N ENTRY": "change entry N; what follows is checked",
    "e N ENTRY": "",
    "remove N": "remove entry N",
    "insert N ENTRY": "insert an entry before N",
    "accept WORD...": "make words valid, if everyone agrees",
    "help": "",
    "quit": "save and stop",
}  # by command with its arguments; without a text, it is left out of the help
_ARGUMENTS = {
    "": "",
    "[N]": "([0-9]{1,4})?",
    "N": r"[0-9]{1,4}\s*(;.*)?",
    "N ENTRY": r"[0-9]{1,4}\s.+",
    "SET": r"\S+",
    "WORD": r"\S+",
    "WORD...": ".+",
}  # as patterns
_MISSING = {
    "N": "the number of an entry, as in {} 12",
    "N ENTRY": "the number of an entry, as in {} 12 ears+",
    "SET": "a set, as in {} ears",
}  # by arguments; others: a word


class Reply(NamedTuple):
    """The effect of a line: lines to show, entries to record, and whether to stop.

    With a `question`, the entries are recorded only if the answer to it is yes.
    """

    lines: Sequence[str] = ()
    entries: Sequence[Entry] = ()
    quit: bool = False
    question: str = ""

    def answered(self, line: str) -> Reply | None:
        """Return the reply to the answer to the question; None if the line is something else."""
        match line.lower():
            case "y" | "yes":
                return Reply(entries=self.entries)
            case "n" | "no":
                return Reply()
            case "":
                return self._replace(lines=["No: type y or n."])
        return None


class Commands:
    """The commands of a session: each with its arguments, and the function that carries it out."""

    def __init__(self, commands: Mapping[str, Callable[[list[str]], Reply]]) -> None:
        self.usages = list(commands)
        self._named = {usage.split()[0]: (usage, run) for usage, run in commands.items()}

    def run(self, line: str, means_tiles: bool) -> Reply | None:
        """Carry out the command on a line; return None if the line is an answer instead.

        `means_tiles` is whether the line is an answer unless it is a command in small letters.
        Raise InvalidError if the word that the command is about is missing.
        """
        name, *arguments = line.split() or [""]
        usage, run = self._named.get(name.lower(), ("", None))
        if run is None or (name != name.lower() and means_tiles):
            return None
        expected = usage.partition(" ")[2]
        if re.fullmatch(_ARGUMENTS[expected], " ".join(arguments)):
            return run(arguments)
        if means_tiles or (arguments and expected not in _MISSING):
            return None
        missing = _MISSING.get(expected, "a word, as in {} quiz")
        raise InvalidError(f"add {missing.format(name.lower())}")

    def help(self, answers: Iterable[tuple[str, str]]) -> list[str]:
        """Return a help text: the answers that can be typed, and the commands."""
        width = text_width()
        formatter = click.HelpFormatter(width=width)
        commands = [(usage, _HELP[usage]) for usage in self.usages if _HELP[usage]]
        formatter.write_dl([*answers, *commands], col_max=width // 3)
        note = "Type tiles that spell a command, such as BAG, in capitals."
        return [*formatter.getvalue().splitlines(), *click.wrap_text(note, width).splitlines()]
