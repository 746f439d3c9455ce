"""Reads answers, and entries about a game on a real table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile

from ...errors import IllegalError, InvalidError, counted, quote, shortened
from ...game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell, State
from ...lexicon.letter_index import LONGEST
from ...lexicon.lexicon import Lexicon
from ...lexicon.shipped_lists import describe_without
from ...records.game_record import Accept, Entry, Game, WillBuy
from ...tiles.hand import Hand, Play, lay_words, parse_letters, parse_play, parse_word

_MARKS = {"y": True, "+": True, "n": False, "-": False}  # after a set, where `no` is a set too
_YES_NO = _MARKS | {"yes": True, "buy": True, "no": False, "pass": False}


def read_line(game: Game, lexicon: Lexicon, line: str) -> list[Entry]:
    """Read a line: sales separated by /, letters discarded, or any run of what comes before these.

    All players draw before anybody buys, but a set may be entered together with its purchase. After
    names with colons, entries may be in any order.

    Raise InvalidError if the line cannot be read, and IllegalError, naming the player, if an entry
    is against the rules. Then no part of the line is valid.
    """
    if ":" in line:
        line = _in_turn_order(game, line)
    match game.state.phase:
        case "sell":
            return _read_sales(game, lexicon, line.split("/"))
        case "discard":
            event = Discard(parse_letters(line))
        case "over":
            raise InvalidError("the game is over: press Enter to end, or type undo")
        case _:
            return _read_run(game, re.findall(r"[^\s,+-]+[+-]?|[+-]", line))
    _after(game, event)
    return [event]


def _read_sales(game: Game, lexicon: Lexicon, parts: Sequence[str]) -> list[Entry]:
    """Read the sales of the players in turn order."""
    left = _players_left(game.state)
    if len(parts) > left:
        raise InvalidError(
            f"{len(parts)} sales are too many: {counted(left, 'player')} can still sell this round"
        )
    entries: list[Entry] = []
    for part in parts:
        with _naming_player(game):
            words = "" if part.strip() == "-" else part.replace("+", " ")
            entries.append(Sell(read_sale(words, game.state.player.hand, lexicon)))
            game = game.after(entries[-1])
    return entries


def _players_left(state: State) -> int:
    """Return the number of players whose turn in this phase is not over."""
    return (state.leader - state.turn - 1) % len(state.players) + 1


def _in_turn_order(game: Game, line: str) -> str:
    """Return a line with entries after names and colons as a line without names.

    Raise InvalidError if a name is unknown, or an entry that comes before the others is missing.
    """
    state, names = game.state, [seat.name for seat in game.header.seats]
    full = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    label = re.compile(rf"(?:^|(?<=[\s,/]))({full}|[^\s,/:]+)\s*:", re.IGNORECASE)
    die, *parts = label.split(line)
    texts = dict[int, str]()
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        seat = _seat(game, name)
        if seat in texts:
            raise InvalidError(f"there are two entries for {names[seat]}: keep one of them")
        texts[seat] = _single_entry(text.strip(" ,/"), state.phase, name)
    due = [(state.turn + after) % len(names) for after in range(_players_left(state))]
    for seat, due_seat in zip(texts, due, strict=False):
        if seat not in due:
            raise InvalidError(f"{names[seat]} has had this turn: edit changes earlier entries")
        if due_seat not in texts:
            raise InvalidError(
                f"it is {names[due_seat]}'s turn: enter that first, or on the same line"
            )
    separator = " / " if state.phase == "sell" else " "
    before = [die] if die.strip(" ,") else []
    return separator.join([*before, *(texts[seat] for seat in due[: len(texts)])])


def _seat(game: Game, name: str) -> int:
    """Return the seat of a player, whose name may be shortened. Raise InvalidError."""
    text, seats = name.casefold(), game.header.seats
    exact = [seat for seat, each in enumerate(seats) if each.name.casefold() == text]
    short = [seat for seat, each in enumerate(seats) if each.name.casefold().startswith(text)]
    if len(found := exact or short) != 1:
        players = ", ".join(each.name for each in seats)
        problem = "is more than one player" if found else "is not one of the players"
        raise InvalidError(f"{quote(name)} {problem}: they are {players}")
    return found[0]


def _single_entry(text: str, phase: str, name: str) -> str:
    """Return the entry of one player in a form that no other entry can follow by mistake.

    Raise InvalidError if there is more than one.
    """
    if phase == "sell":
        is_single = "/" not in text
    elif phase == "choose":
        match = re.fullmatch(r"([^\s,+-]+)[\s,]*([+-]|\b[yn])?", text, re.IGNORECASE)
        is_single = match is not None
        if match:
            text = (
                match[1] + {None: "", True: "+", False: "-"}[_MARKS.get((match[2] or "").lower())]
            )
    else:
        is_single = len(text.split()) == 1
    if not is_single:
        raise InvalidError(f"{quote(text)} is not one entry: type one after {name}:")
    return text


def announced_purchase(game: Game) -> Buy | None:
    """Return the purchase that is due, if it was announced with the set."""
    state = game.state
    if state.phase == "buy" and state.turn in game.will_buy:
        return Buy(game.will_buy[state.turn])
    return None


def _read_run(game: Game, tokens: list[str]) -> list[Entry]:
    """Read rolls, draws and purchases up to the end of the line."""
    entries: list[Entry] = []
    if not tokens:
        raise InvalidError("the line is empty: type an entry, or help")
    while True:
        state = game.state
        if announced := announced_purchase(game):
            event: Event = announced
        elif not tokens:
            return entries
        elif state.phase == "buy":
            event = Buy(parse_yes_no(tokens.pop(0)))
        elif state.phase != "choose":
            raise InvalidError(
                f"{quote(' '.join(tokens))} is too much: enter each sale on a line of its own"
            )
        elif state.number:
            event = Draw(parse_letters(tokens[0].rstrip("+-")))
        else:
            event = _parse_roll(tokens)
        before, game = game, _after(game, event)
        entries.append(event)
        if isinstance(event, Draw):
            bought = _parse_announcement(game, tokens)
            if bought is not None:
                entries.append(WillBuy(state.turn, bought))
                with _naming_player(before):
                    game = game.after(entries[-1])


def _parse_announcement(game: Game, tokens: list[str]) -> bool | None:
    """Return whether the set that was just drawn will be bought, or None; remove its tokens.

    `ing+` and `ing y` announce it. But `ing tea y n` answers for all players in turn order.
    """
    drawn = tokens.pop(0)
    if drawn[-1] in "+-":
        return _MARKS[drawn[-1]]
    answers = len(list(takewhile(lambda token: token.lower() in _MARKS, tokens)))
    to_answer = len(game.state.players) - len(game.will_buy)
    if not answers or (game.state.phase == "buy" and answers == to_answer):
        return None
    return _MARKS[tokens.pop(0).lower()]


def _parse_roll(tokens: list[str]) -> Roll | Choose:
    first = tokens.pop(0).lower()
    match = re.fullmatch(r"(choice|c|)([0-9]{0,3})", first)
    choice, number = match.groups() if match else ("", "")
    if choice and not number and tokens:
        number = tokens.pop(0)
    if not re.fullmatch("[0-9]{1,3}", number):
        raise InvalidError(
            f"{quote(' '.join([first, number]).strip())} is not a die roll: enter the number on "
            "the die, or c3 for choice with 3 named"
        )
    return Choose(int(number)) if choice else Roll(int(number))


def parse_yes_no(text: str) -> bool:
    """Read a yes or no. Raise InvalidError."""
    answer = _YES_NO.get(text.lower())
    if answer is None:
        problem = f"{quote(text)} is not an answer: " if text else ""
        raise InvalidError(f"{problem}type y, n or help")
    return answer


def read_sale(line: str, hand: Hand, lexicon: Lexicon, can_accept: bool = True) -> tuple[Play, ...]:
    """Read the words of a line, laid from a hand as written or for the highest price.

    `can_accept` has an error mention that the players can accept a word.

    Raise InvalidError if a word cannot be read, and IllegalError if it is not in the dictionary or
    the tiles are not held.
    """
    texts = line.replace(",", " ").split()
    check_words((parse_play(text).word for text in texts), lexicon, can_accept)
    return lay_words(texts, hand, lexicon.tiles)


def lay_again(
    plays: tuple[Play, ...], before: Hand, hand: Hand, lexicon: Lexicon
) -> tuple[Play, ...]:
    """Return the plays of a sale from another hand than the one it was entered for.

    They are laid for the highest price if they were so before, and otherwise as they were. Raise
    IllegalError if the tiles are not held.
    """
    words = [play.word.lower() for play in plays]
    if lay_words(words, before, lexicon.tiles) == plays:
        return lay_words(words, hand, lexicon.tiles)
    return plays


def check_words(words: Iterable[str], lexicon: Lexicon, can_accept: bool = True) -> None:
    """Raise IllegalError, as `read_sale` does, if some words are not in the dictionary."""
    # The rules reject a word of one letter, which cannot be accepted either. Nor can a long one.
    unknown = [word for word in dict.fromkeys(words) if len(word) > 1 and word not in lexicon]
    if unknown:
        names, are = shortened(" and ".join(unknown), 100), "is" if len(unknown) == 1 else "are"
        listed = " ".join(unknown)
        if len(listed) > 100:
            listed = f"{unknown[0]}, and the other words"
        can_accept = can_accept and max(map(len, unknown)) <= LONGEST
        accept = f": if everyone agrees, type accept {listed}" if can_accept else ""
        raise IllegalError(f"{names} {are} not in {describe_without(lexicon, unknown)}{accept}")


def read_accepted(text: str, lexicon: Lexicon, longest: int | None = None) -> Accept:
    """Read a word to accept; without `longest`, the largest hand of the rules limits its length.

    Raise InvalidError or IllegalError if it cannot be accepted.
    """
    word, tiles = parse_word(text), lexicon.tiles
    if word in lexicon:
        raise IllegalError(f"{shortened(word)} is valid already")
    most = longest or tiles.hand_limit + tiles.most_drawn + 1
    if not 2 <= len(word) <= most:
        raise IllegalError(f"a word that can be sold has 2 to {most} letters")
    return Accept(word)


def _after(game: Game, event: Event) -> Game:
    with _naming_player(game):
        return game.after(event)


@contextmanager
def _naming_player(game: Game) -> Iterator[None]:
    """Have errors name the player whose turn it is, unless it is the user."""
    name = game.header.seats[game.state.turn].name
    try:
        yield
    except IllegalError as error:
        raise (error if name == "you" else IllegalError(f"{name}: {error}")) from None
