"""The sheet of a hint: the options with their dollars, and the letters that would help most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from textual.content import Content

from ...advice.advise import Advice, Option, advise
from ...errors import InvalidError
from ...game.state import State
from ...lexicon.lexicon import Lexicon
from ...sales.outs import Out, chance_of_letter, outs
from ..terminal.hint_text import hint_lines
from .captions import DIM, GOLD, GOOD, INK
from .rack import leave_text

OPTIONS = 5  # that are shown
LETTERS = 4  # that the leave waits for
DRAW = 3  # tiles, in the chance of a letter


def hint_content(lexicon: Lexicon, state: State) -> Content:
    """Return a hint for the player to move. Raise InvalidError as `advise`."""
    advice = advise(lexicon, state)
    parts: list[tuple[str, str]] = [(f"{_headline(advice)}\n", f"bold {INK}")]
    if advice.basis == "rule":
        parts.append((f"\n{' '.join(hint_lines(lexicon, state))}\n", INK))
    else:
        parts += [("\n", INK), *_options(advice.options[:OPTIONS])]
        parts.append((f"\n{_explanation(advice)}", DIM))
    if lesson := _lesson(lexicon, state, advice):
        parts.append((f"\n\n{lesson}", INK))
    return Content.assemble(*parts)


def _headline(advice: Advice) -> str:
    action = advice.verdict.action
    return f"{action[0].upper()}{action[1:]}"


def _options(options: Sequence[Option]) -> list[tuple[str, str]]:
    """Return a line for each option: the dollars, what it loses, and what it is."""
    parts = []
    for option in options:
        error = f" ± {option.stderr:.0f}" if option.stderr and option.stderr >= 0.5 else ""
        lost = f"{-(option.lost or 0):.0f}{error}" if option.lost else "best"
        parts += [
            (f"{f'${option.value:.0f}':>7}  ", GOLD if lost == "best" else INK),
            (f"{lost:<9} ", GOOD if lost == "best" else DIM),
            (f"{option.action}\n", INK),
        ]
    return parts


def _explanation(advice: Advice) -> str:
    basis = {
        "exact": "Exact: every way in which the game can end was counted.",
        "lookahead": "Sampled: the next draws were played one round ahead.",
        "playout": "Sampled: the rest of the game was played out.",
        "value": "Estimated from games that the computer played.",
    }.get(advice.basis, "")
    return f"The dollars are the money to expect at the end of the game. {basis}".rstrip()


def _lesson(lexicon: Lexicon, state: State, advice: Advice) -> str:
    """Return a sentence on the letters that the leave of the best option waits for."""
    kept = advice.verdict.kept
    if kept is None or not kept.letters or not state.bag or state.last:
        return ""
    bag = Counter(state.bag)
    size = min(DRAW, len(state.bag))
    try:
        best = [out for out in outs(lexicon, kept, bag) if out.gain > 0]
    except InvalidError:  # a hand that is too large for an exact sale
        return ""
    waiting = ", ".join(_waits_for(out, bag, size) for out in islice(best, LETTERS))
    return waiting and (
        f"{leave_text(kept)} waits for {waiting}. The chances are those of a draw of {size}."
    )


def _waits_for(out: Out, bag: Counter[str], size: int) -> str:
    words = " ".join(str(sale.play) for sale in out.sales)
    chance = chance_of_letter(out.letter, bag, size)
    return f"{out.letter} ({words} ${out.revenue}, {chance:.0%})"
