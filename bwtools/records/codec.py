"""Game records as JSON: lines to entries, and entries to lines."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from ..errors import InvalidError, quote
from ..game.rules import Rules
from ..game.state import Buy, Choose, Discard, Draw, Move, Roll, Sell, State
from ..lexicon.theme import Theme
from ..tiles.hand import Play, parse_play, parse_set, parse_word
from ..tiles.tile_set import build_tiles
from .game_record import Accept, Entry, Header, Seat, Undo, WillBuy

FORMAT = "bwtools game"

VERSION = 1

_T = TypeVar("_T")


def _typed(value: object, kind: type[_T], what: str) -> _T:
    if type(value) is not kind:
        raise InvalidError(f"{what} cannot be {quote(repr(value))}")
    return value


def _is_number(value: object) -> bool:
    """Whether it is a whole number that a player, a die or a leader could have named."""
    return type(value) is int and abs(value) < 10**9


def _shown(value: object, what: str) -> str:
    """A text that is shown as it is: control characters could play tricks on a terminal."""
    text = _typed(value, str, what)
    if not text.isprintable():
        raise InvalidError(f"{what} cannot be {quote(text)}: it has characters that do not print")
    return text


def _header_data(header: Header) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "date": header.date,
        "seed": header.seed,
        "dictionary": {"name": header.dictionary, "sha256": header.sha256},
        "variants": list(header.variants),
        "players": [{"name": name, "kind": kind} for name, kind in header.seats],
        "leader": header.leader + 1,
        "tiles": header.tiles.layout(),
        **({"theme": _theme_data(header.theme)} if header.theme else {}),
    }


def _theme_data(theme: Theme) -> dict[str, Any]:
    return {"name": theme.name, "words": list(theme.words)}


def _theme(fields: dict[str, Any]) -> Theme:
    words = tuple(parse_word(_typed(word, str, "a word")) for word in fields["words"])
    return Theme(_shown(fields["name"], "the theme"), words)


def _header(fields: dict[str, Any]) -> Header:
    if fields.get("format") != FORMAT:
        raise InvalidError("it is not the header of a game of bwtools")
    version = fields.get("version")
    if type(version) is not int or version != VERSION:
        raise InvalidError(
            f"the format has version {quote(repr(version))}, and this bwtools reads {VERSION}: "
            "use the bwtools that wrote it, or a newer one"
        )
    try:
        seats = tuple(
            Seat(_shown(seat["name"], "a name"), _shown(seat["kind"], "a kind"))
            for seat in fields["players"]
        )
        return Header(
            tiles=build_tiles(fields["tiles"], "the tile set"),
            seats=seats,
            dictionary=_typed(fields["dictionary"]["name"], str, "the dictionary"),
            sha256=_typed(fields["dictionary"]["sha256"], str, "the hash"),
            seed=None if fields["seed"] is None else _typed(fields["seed"], int, "the seed"),
            leader=_typed(fields["leader"], int, "the leader") - 1,
            date=_shown(fields["date"], "the date"),
            variants=tuple(_typed(name, str, "a variant") for name in fields["variants"]),
            theme=_theme(fields["theme"]) if "theme" in fields else None,
        )
    except KeyError as error:
        raise InvalidError(f"the header lacks {error}") from None
    except TypeError:
        raise InvalidError("the header is not laid out as one") from None


def _entry_data(entry: Entry, state: State) -> dict[str, Any]:
    match entry:
        case Undo():
            return {"undo": True}
        case Accept(word):
            return {"accept": word}
        case WillBuy(seat, yes):
            return {"player": seat + 1, "will_buy": yes}
        case Sell(plays, more):
            fields: dict[str, Any] = {"sell": [str(play) for play in plays]}
            if more:
                fields["more"] = True
        case Roll() | Choose() | Draw() | Buy() | Discard():
            (value,) = entry
            fields = {_key(type(entry)): value}
        case _:
            fields = {_key(type(entry)): entry.data()}
    return {"player": state.turn + 1, **fields}


def _key(kind: type[Any]) -> str:
    """Under which name a record has an event."""
    return kind.__name__.lower()


def _entry(fields: dict[str, Any], rules: Rules, state: State) -> Entry:
    """What a line says, in a state of a game. Raises InvalidError: it cannot stand there."""
    entry: Entry
    match fields:
        case {"undo": True}:
            entry = Undo()
        case {"accept": str(word)} if parse_word(word) == word:
            entry = Accept(word)
        case {"will_buy": bool(yes), "player": number} if _is_number(number):
            entry = WillBuy(number - 1, yes)
        case {"roll": number} if _is_number(number):
            entry = Roll(number)
        case {"choose": number} if _is_number(number):
            entry = Choose(number)
        case {"draw": str(letters)}:
            entry = Draw(parse_set(letters))
        case {"buy": bool(yes)}:
            entry = Buy(yes)
        case {"sell": [*plays]}:
            entry = Sell(tuple(map(_play, plays)), "more" in fields)
        case {"discard": str(letters)}:
            entry = Discard(parse_set(letters))
        case _:
            entry = _move(fields, rules)
    expected = _entry_data(entry, state)
    if fields != expected:
        raise InvalidError(
            f"{quote(json.dumps(fields))} cannot be at this place, where player "
            f"{state.turn + 1} is at turn: {quote(json.dumps(expected))} could be"
        )
    return entry


def _move(fields: dict[str, Any], rules: Rules) -> Move:
    """The event of a variant. Raises InvalidError: it is none of these rules."""
    for phase in rules.phases.values():
        for kind in phase.steps:
            if hasattr(kind, "read") and _key(kind) in fields:
                move: Move = kind.read(fields[_key(kind)])
                return move
    raise InvalidError(f"{quote(json.dumps(fields))} is no event of a game")


def _play(text: object) -> Play:
    play = parse_play(_typed(text, str, "a play"))
    if str(play) != text:
        raise InvalidError(
            f"{quote(repr(text))} is no play: write capitals, the wild's letter small"
        )
    return play
