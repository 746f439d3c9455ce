"""Completing the word that is being built: the words that begin with it, highest price first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from ...lexicon.lexicon import Lexicon
from ...lexicon.search import plays
from ...tiles.hand import Hand, Play
from .rack import Rack

MOST = 200  # words that are offered, one after another


class Completions:
    """The words that fit what was typed; each call offers the next one."""

    def __init__(self) -> None:
        self._offered: list[Play] = []  # the words on the row, as last offered
        self._found: Iterator[list[Play]] = iter(())
        self.counted = False  # whether the help was recorded for what was typed

    def next(self, rack: Rack, lexicon: Lexicon) -> list[Play]:
        """Return the words of the rack with the last one completed; empty if no word fits."""
        words = rack.plays()
        if not self._offered or words != self._offered:
            typed = words.pop() if rack.words[-1] else None
            self._found, self.counted = _completions(words, typed, rack, lexicon), False
        self._offered = next(self._found, [])
        return self._offered


def _completions(
    done: list[Play], typed: Play | None, rack: Rack, lexicon: Lexicon
) -> Iterator[list[Play]]:
    """Yield the words that are done, with each completion of the typed one, again and again."""
    hand = Hand("".join(rack.slots), rack.wilds).after(*done)
    start = typed.word if typed else ""
    fitting = (play for play, _ in plays(lexicon, hand) if play.word.startswith(start))
    return cycle([*done, play] for play in islice(fitting, MOST))
