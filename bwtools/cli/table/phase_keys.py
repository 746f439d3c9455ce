"""The keys and buttons of each phase at the table: how a person builds and gives an answer.

A phase turns keys into tiles on the rack and, in the end, into the line that the same person would
type in line mode. The table sends that line to the session.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content

from ...game.state import Event, Sell
from ...lexicon.lexicon import Lexicon
from ...records.game_record import Game
from ..terminal.phases.phase_prompt import Choice, phase_prompt
from . import captions
from .rack import Rack, leave_text
from .theme import Part
from .tiles_view import Cell

PROMPT = "/"  # the answer of a button that opens the prompt line
Aside = Sequence[Sequence[Part]]  # lines beside a row of tiles


class Buttons(NamedTuple):
    """The buttons of a decision, and the index of the one that Enter presses; None: no button."""

    choices: tuple[Choice, ...] = ()
    lit: int | None = 0


class PhaseKeys:
    """Words can be tried with the hand and the set; the decision is one of a few choices."""

    row_heading = "WORD"
    tries_words = True  # whether words on the row are laid again after the decision
    letters_hint = "type letters to try a word"
    answers_at_once = False  # whether a letter is an answer, and not laid on the row

    def tiles(self, game: Game) -> tuple[str, str]:
        """Return the letters of the set on the table, and its heading."""
        return phase_prompt(game.state.phase).drawn_set(game), "DRAWN"

    def aside(self, letters: str, game: Game, seat: int) -> Aside:
        """Return the lines beside the set, such as its price."""
        player = game.state.players[seat]
        return captions.set_price(letters, player.money, game.header.tiles) if letters else ()

    def row(self, rack: Rack, game: Game, seat: int) -> tuple[list[Cell], Aside]:
        """Return the cells of the row, and the lines beside it."""
        return captions.row_cells(rack, game.header.tiles), ()

    def key(self, rack: Rack, game: Game, key: str) -> str | None:
        """Take a key with a meaning in this phase only; return a complaint, None if it has none."""
        return None

    def begin(self, rack: Rack, game: Game) -> None:
        """Prepare the rack for the decision."""

    def letter(self, rack: Rack, letter: str) -> str:
        """Take a typed letter (a capital); return a complaint."""
        return rack.lay(letter)

    def space(self, rack: Rack) -> str:
        """Take the space bar; return a complaint."""
        return rack.begin_word()

    def click(self, rack: Rack, slot: int) -> str:
        """Take a click on the tile of a slot; return a complaint."""
        rack.lift(slot)
        return ""

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        """Return the buttons of the decision."""
        return Buttons(tuple(phase_prompt(game.state.phase).choices(game)))

    def enter(self, rack: Rack, game: Game, lexicon: Lexicon) -> str:
        """Return why Enter does nothing; empty if it presses the lit button."""
        held = {at for at in rack.lifted if at < len(rack.hand)}
        if rack.drawn and held and held == rack.lifted:
            return "words are sold after this decision: press the number of a button"
        return ""

    def is_part(self, event: Event) -> bool:
        """Return whether an event is a part of a turn, which does not say that it is over."""
        return False

    def verdict(self, rack: Rack, game: Game, lexicon: Lexicon) -> Content:
        """Return the line under the word."""
        if rack.is_empty:
            return Content.assemble((self.hint(game), captions.DIM))
        return captions.verdict(rack.judge(lexicon), game, lexicon)

    def hint(self, game: Game) -> str:
        """Return what to do while nothing is laid."""
        return self.letters_hint

    def examples(self, game: Game) -> str:
        """Return examples of answers, shown while the prompt line is open."""
        return ""


class SellKeys(PhaseKeys):
    """Words are sold as they are built."""

    letters_hint = "type a word to sell"
    tries_words = False

    def is_part(self, event: Event) -> bool:
        return isinstance(event, Sell) and event.more

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        (done,) = phase_prompt("sell").choices(game)
        if rack.is_empty:
            return Buttons((done,))
        judged = rack.judge(lexicon)
        total = sum(word.dollars for word in judged.words)
        text = " ".join(str(word.play) for word in judged.words)
        sell = Choice(f"Sell for ${total}", text)
        return Buttons((sell, done), 0 if judged.valid else None)

    def enter(self, rack: Rack, game: Game, lexicon: Lexicon) -> str:
        wrong = [str(word.play) for word in rack.judge(lexicon).words if not word.valid]
        if not wrong:
            return ""
        if len(wrong[0]) < 2:
            return "a word has at least two letters"
        return captions.not_valid(wrong, game, lexicon)


class DiscardKeys(PhaseKeys):
    """The letters to discard are lifted; it starts with those that the rule of thumb suggests."""

    row_heading = "DISCARD"
    tries_words = False

    def begin(self, rack: Rack, game: Game) -> None:
        (suggestion,) = phase_prompt("discard").choices(game)
        for letter in suggestion.answer:
            rack.lay(letter)

    def letter(self, rack: Rack, letter: str) -> str:
        lifted = rack.lifted
        free = [at for at, held in enumerate(rack.hand) if held == letter and at not in lifted]
        if not free:
            return f"no {letter} left to discard"
        rack.lift(free[-1])
        return ""

    def space(self, rack: Rack) -> str:
        return "type the letters to discard"

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        letters = "".join(sorted(rack.letters()))
        if missing := self._missing(rack, game):
            return Buttons((Choice(f"Discard {missing} more", letters),), None)
        return Buttons((Choice(f"Discard {letters or 'nothing'}", letters),))

    def enter(self, rack: Rack, game: Game, lexicon: Lexicon) -> str:
        missing = self._missing(rack, game)
        return f"{missing} more to discard" if missing else ""

    def verdict(self, rack: Rack, game: Game, lexicon: Lexicon) -> Content:
        missing = self._missing(rack, game)
        kept = rack.judge(lexicon).leave
        text = f"{missing} more to discard" if missing else f"keeps {leave_text(kept)}"
        return Content.assemble((text, captions.DIM))

    def _missing(self, rack: Rack, game: Game) -> int:
        return max(0, len(rack.hand) - game.rules.tiles.hand_limit - len(rack.letters()))


class ChooseKeys(PhaseKeys):
    """The leader names the number of tiles to draw."""

    letters_hint = "choose how many tiles to draw"

    def buttons(self, rack: Rack, game: Game, lexicon: Lexicon) -> Buttons:
        return Buttons(tuple(phase_prompt("choose").choices(game)), None)
