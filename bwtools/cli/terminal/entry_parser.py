"""Reads what is entered about a game on a real table: dice, sets, purchases, sales, discards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile

from ...errors import IllegalError, InvalidError, quote, shortened
from ...game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell
from ...lexicon.lexicon import Lexicon
from ...records.game_record import Accept, Entry, Game, WillBuy
from ...tiles.hand import Hand, Play, lay_words, parse_letters, parse_play, parse_word

_ANSWERS = {"y": True, "+": True, "n": False, "-": False}  # `no` behind a set would be a set too
YES_NO = {"y": True, "yes": True, "n": False, "no": False}
_LONG_ANSWERS = _ANSWERS | YES_NO | {"buy": True, "pass": False}


def read_line(game: Game, lexicon: Lexicon, line: str) -> list[Entry]:
    """Read a line: words sold, letters discarded, or any run of what comes before these.

    All draw before anybody buys, but a set may be entered together with what becomes of it.

    Raises InvalidError: it cannot be read; IllegalError: it cannot be, saying why and naming the
    player. Then nothing of the line holds.
    """
    match game.state.phase:
        case "sell":
            with _naming(game):
                words = "" if line.strip() == "-" else line
                plays = read_sale(words, game.state.player.hand, lexicon)
            event: Event = Sell(plays)
        case "discard":
            event = Discard(parse_letters(line))
        case "over":
            raise InvalidError("the game is over: Enter ends, undo takes back the last entry")
        case _:
            return _read_run(game, re.findall(r"[^\s,+-]+[+-]?|[+-]", line))
    _after(game, event)
    return [event]


def announced_purchase(game: Game) -> Buy | None:
    """The purchase that is due, if it has been told already."""
    state = game.state
    if state.phase == "buy" and state.turn in game.will_buy:
        return Buy(game.will_buy[state.turn])
    return None


def _read_run(game: Game, tokens: list[str]) -> list[Entry]:
    """Read rolls, draws and purchases as far as the line goes."""
    entries: list[Entry] = []
    if not tokens:
        raise InvalidError("nothing is entered: help says what can be")
    while True:
        state = game.state
        if told := announced_purchase(game):
            event: Event = told
        elif not tokens:
            return entries
        elif state.phase == "buy":
            event = Buy(read_purchase(tokens.pop(0)))
        elif state.phase != "choose":
            raise InvalidError(
                f"{quote(' '.join(tokens))} is too much: what is sold stands on a line of its own"
            )
        elif state.number:
            event = Draw(parse_letters(tokens[0].rstrip("+-")))
        else:
            event = _roll(tokens)
        before, game = game, _after(game, event)
        entries.append(event)
        if isinstance(event, Draw):
            bought = _taken_with_set(game, tokens)
            if bought is not None:
                entries.append(WillBuy(state.turn, bought))
                with _naming(before):
                    game = game.after(entries[-1])


def _taken_with_set(game: Game, tokens: list[str]) -> bool | None:
    """What is said of the set that was just drawn; it leaves the tokens, and so does that.

    `ing+` and `ing y` say it of the set. But `ing tea y n` answers for all in turn order.
    """
    drawn = tokens.pop(0)
    if drawn[-1] in "+-":
        return _ANSWERS[drawn[-1]]
    answers = len(list(takewhile(lambda token: token.lower() in _ANSWERS, tokens)))
    to_answer = len(game.state.players) - len(game.will_buy)
    if not answers or (game.state.phase == "buy" and answers == to_answer):
        return None
    return _ANSWERS[tokens.pop(0).lower()]


def _roll(tokens: list[str]) -> Roll | Choose:
    first = tokens.pop(0).lower()
    match = re.fullmatch(r"(choice|c|)([0-9]{0,3})", first)
    choice, number = match.groups() if match else ("", "")
    if choice and not number and tokens:
        number = tokens.pop(0)
    if not re.fullmatch("[0-9]{1,3}", number):
        raise InvalidError(
            f"{quote(' '.join([first, number]).strip())} is no roll: enter the number on the die, "
            "or c3 for choice and 3 named"
        )
    return Choose(int(number)) if choice else Roll(int(number))


def read_purchase(token: str) -> bool:
    """Read whether a set is bought. Raises InvalidError."""
    answer = _LONG_ANSWERS.get(token.lower())
    if answer is None:
        raise InvalidError(f"{quote(token)} is no answer: enter y if the set is bought, else n")
    return answer


def read_sale(line: str, hand: Hand, lexicon: Lexicon, at_table: bool = True) -> tuple[Play, ...]:
    """The words of a line, laid from a hand as written or for the most.

    At a table all can agree that a word is valid, and an error says how.

    Raises InvalidError: one cannot be read; IllegalError: one is not in the dictionary, or the
    tiles are not held.
    """
    texts = line.replace(",", " ").split()
    check_words((parse_play(text).word for text in texts), lexicon, at_table)
    return lay_words(texts, hand, lexicon.tiles)


def check_words(words: Iterable[str], lexicon: Lexicon, at_table: bool = True) -> None:
    """Raise IllegalError, as `read_sale` does, where some words are not in the dictionary."""
    # A word of one letter is for the rules to refuse: no table can accept it.
    unknown = [word for word in dict.fromkeys(words) if len(word) > 1 and word not in lexicon]
    if unknown:
        names, are = shortened(" and ".join(unknown), 100), "is" if len(unknown) == 1 else "are"
        listed = " ".join(unknown)
        if len(listed) > 100:
            listed = f"{unknown[0]}, and the others too"
        ruling = f": if the table agrees, accept {listed}"
        raise IllegalError(
            f"{names} {are} not in the dictionary {lexicon.name}{ruling if at_table else ''}"
        )


def read_ruling(text: str, lexicon: Lexicon, longest: int | None = None) -> Accept:
    """The ruling that a word is valid; by the printed rules the hand sets how long it can be.

    Raises InvalidError, IllegalError: it cannot be made.
    """
    word, tiles = parse_word(text), lexicon.tiles
    if word in lexicon:
        raise IllegalError(f"{shortened(word)} is valid already")
    most = longest or tiles.hand_limit + tiles.most_drawn + 1
    if not 2 <= len(word) <= most:
        raise IllegalError(f"a word that can be sold has 2 to {most} letters")
    return Accept(word)


def _after(game: Game, event: Event) -> Game:
    with _naming(game):
        return game.after(event)


@contextmanager
def _naming(game: Game) -> Iterator[None]:
    """Say whom the rules are against, where it is not the user."""
    name = game.header.seats[game.state.turn].name
    try:
        yield
    except IllegalError as error:
        raise (error if name == "you" else IllegalError(f"{name}: {error}")) from None
