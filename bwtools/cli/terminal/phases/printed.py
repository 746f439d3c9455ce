"""How a person is asked in a phase of the game, and what the answer means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from ....advice.rules_of_thumb import discard_by_rule
from ....errors import InvalidError
from ....game.rules import Rules
from ....game.state import Buy, Choose, Discard, Event, Sell, State
from ....lexicon.lexicon import Lexicon
from ....lexicon.search import plays
from ....players.strategy import Strategy
from ....records.game_record import Game
from ....tiles.hand import Hand, parse_letters
from ..entry_parser import YES_NO, read_sale


class PhasePrompt(NamedTuple):
    """How a phase is played at the terminal.

    `answer` reads a line with the words that are valid in the game. It raises InvalidError: it
    cannot be read; IllegalError: it cannot be. `advice` says what one would do, as in "master would
    pass", and `ways` what else a player thinks of. In a phase where words bring money, `words` are
    those that a hand brings most with, each with its pips.

    `help` says what can be answered. Of a phase of a variant `board` draws what lies on the table
    from round to round, `shown` is what else is shown above the hand of the player who is asked,
    `tell` says what happened last (nothing, if that need not be told), and `detail` what a replay
    has of an event, given the names of the players.
    """

    prompt: Callable[[Game], str]
    answer: Callable[[str, Game, Lexicon], Event]
    advice: Callable[[Any, Game], str]
    buys: Callable[[Game], str] = lambda game: game.state.player.drawn  # the set in question
    takes_tiles: bool = True  # whether an answer may be letters, which are told from commands
    help: str = ""
    shown: Callable[[Game], list[str]] = lambda _: []
    tell: Callable[[Game], str] = lambda _: ""
    detail: Callable[[Any, State, Sequence[str]], str] = lambda event, *_: str(event.data())
    board: Callable[[State], list[str]] = lambda _: []
    words: Callable[[Lexicon, State, Hand], Iterator[tuple[Any, int]]] | None = None
    ways: Callable[[Strategy, Lexicon, State], str] = lambda *_: ""


def phase_prompt(phase: str) -> PhasePrompt:
    """How a phase is played at the terminal."""
    if phase in _PRINTED:
        return _PRINTED[phase]
    found: PhasePrompt = import_module(f".{_VARIANTS[phase]}", __package__).ASKING
    return found


def board(rules: Rules, state: State) -> list[str]:
    """What lies on the table from round to round, drawn."""
    return [line for phase in rules.order for line in phase_prompt(phase).board(state)]


def yes_or_no(line: str) -> bool:
    """Read a yes or no. Raises InvalidError."""
    if line not in YES_NO:
        raise InvalidError("answer y or n, or help for what else can be said")
    return YES_NO[line]


def whole_number(line: str) -> int:
    """Read a number of at most nine digits. Raises InvalidError."""
    if not (line.isascii() and line.isdigit() and len(line) < 10):
        raise InvalidError("name a number, or help for what else can be said")
    return int(line)


def _how_many(game: Game) -> str:
    numbers = game.rules.tiles.choice
    return f"How many tiles each, {numbers[0]} to {numbers[-1]}? "


def _chosen(line: str, game: Game, lexicon: Lexicon) -> Event:  # noqa: ARG001
    return Choose(whole_number(line))


def _name(event: Choose, game: Game) -> str:  # noqa: ARG001
    return f"name {event.number}"


def _whether_to_buy(game: Game) -> str:
    drawn = game.state.player.drawn
    return f"Buy {drawn} for ${game.rules.cost(drawn)}? (y/n) "


def _bought(line: str, game: Game, lexicon: Lexicon) -> Event:  # noqa: ARG001
    return Buy(yes_or_no(line))


def _buy(event: Buy, game: Game) -> str:
    return f"{'buy' if event.yes else 'pass on'} {game.state.player.drawn}"


def _what_to_sell(game: Game) -> str:  # noqa: ARG001
    return "Words to sell (Enter: no more): "


def _sold(line: str, game: Game, lexicon: Lexicon) -> Event:
    if not line:
        return Sell()
    return Sell(read_sale(line, game.state.player.hand, lexicon), more=True)


def _sell(event: Sell, game: Game) -> str:  # noqa: ARG001
    return f"sell {', '.join(map(str, event.plays)) or 'nothing'}"


def _best_to_sell(lexicon: Lexicon, state: State, hand: Hand) -> Iterator[tuple[Any, int]]:  # noqa: ARG001
    return plays(lexicon, hand)


def _suggested(game: Game) -> str:
    return discard_by_rule(game.state.player.hand.letters, game.rules.tiles)


def _what_to_discard(game: Game) -> str:
    letters = _suggested(game)
    what = "1 letter" if len(letters) == 1 else f"{len(letters)} letters"
    return f"Discard {what} (Enter: {letters}): "


def _discarded(line: str, game: Game, lexicon: Lexicon) -> Event:  # noqa: ARG001
    return Discard(parse_letters(line) if line else _suggested(game))


def _discard(event: Discard, game: Game) -> str:  # noqa: ARG001
    return f"discard {event.letters or 'nothing'}"


_PRINTED: Mapping[str, PhasePrompt] = {
    "choose": PhasePrompt(
        _how_many,
        _chosen,
        _name,
        takes_tiles=False,
        help="3                     the number of tiles that each player draws, on choice",
    ),
    "buy": PhasePrompt(
        _whether_to_buy,
        _bought,
        _buy,
        takes_tiles=False,
        help="y or n                to buy the drawn set, or not",
    ),
    "sell": PhasePrompt(
        _what_to_sell,
        _sold,
        _sell,
        help="""\
retinas qi RETiNAS    words to sell, as many as you like; a single small letter
                      is the wild, otherwise they are laid the best way; Enter
                      sells nothing more""",
        words=_best_to_sell,
    ),
    "discard": PhasePrompt(
        _what_to_discard,
        _discarded,
        _discard,
        help="ei                    letters to discard; Enter: what is suggested",
    ),
}
_VARIANTS = {  # modules
    "bid": "auction",
    "pick": "draft",
    "trade": "trade",
    "lay": "crossword",
}
