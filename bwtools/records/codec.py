"""The format of game records: JSON Lines, a header followed by an entry a line.

    {"format": "bwtools game", "version": 1, "date": ..., "seed": ..., "players": ..., "tiles": ...}
    {"player": 1, "roll": 4}        or {"player": 1, "choose": 3}: the die shows choice
    {"player": 1, "draw": "AGIN"}
    {"player": 1, "buy": true}
    {"player": 1, "sell": ["GAiN"]} lower case marks a wild; with "more": true the turn continues
    {"player": 1, "discard": "QZ"}
    {"undo": true}                  takes back the last event that has not been taken back
    {"accept": "ZORF"}              a ruling: the word is valid for the rest of this game
    {"hint": true}                  advice was shown, in a game of the day
    {"player": 2, "will_buy": true} announced with the set, before others have drawn theirs

Events of variants are stored in the same way, under their names. The header holds the whole tile
set, and the words of a theme, so that a record can be replayed without other files. Each line ends
with a checksum of its other fields, "sum": a line changed since it was written is an error, and a
line without a checksum, as people write them, is accepted.

This module converts between entries and the JSON objects of lines; `record_file` reads and writes
the files.
"""

from __future__ import annotations

import json
from typing import Any, TypeVar

from ..errors import InvalidError, quote
from ..game.rules import Rules
from ..game.state import Buy, Choose, Discard, Draw, Roll, Sell, State, VariantEvent
from ..lexicon.theme import Theme
from ..tiles.hand import Play, parse_play, parse_set, parse_word
from ..tiles.tile_set import build_tiles
from .game_record import Accept, Entry, Header, Hint, Seat, Undo, WillBuy

FORMAT = "bwtools game"
VERSION = 1

_T = TypeVar("_T")


def header_data(header: Header) -> dict[str, Any]:
    """Return the JSON object of a header."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "date": header.date,
        "seed": header.seed,
        "dictionary": {"name": header.dictionary, "sha256": header.sha256},
        "variants": list(header.variants),
        "players": [{"name": seat.name, "kind": seat.kind} for seat in header.seats],
        "leader": header.leader + 1,
        "tiles": header.tiles.layout(),
    }
    if header.theme:
        data["theme"] = {"name": header.theme.name, "words": list(header.theme.words)}
    if header.daily:
        data["daily"] = True
    if header.first is not None:
        data["first"] = header.first
    if header.position:
        data["position"] = header.position
    return data


def read_header(fields: dict[str, Any]) -> Header:
    """Return the header of a JSON object. Raise InvalidError."""
    if fields.get("format") != FORMAT:
        raise InvalidError("it is not the header of a bwtools game")
    version = fields.get("version")
    if type(version) is not int or version != VERSION:
        raise InvalidError(
            f"the format has version {quote(repr(version))}, but this bwtools reads {VERSION}: "
            "use the bwtools that wrote it, or a newer one"
        )
    try:
        seats = tuple(
            Seat(_printable(seat["name"], "a name"), _printable(seat["kind"], "a kind"))
            for seat in fields["players"]
        )
        return Header(
            tiles=build_tiles(fields["tiles"], "the tile set"),
            seats=seats,
            dictionary=_typed(fields["dictionary"]["name"], str, "the dictionary"),
            sha256=_typed(fields["dictionary"]["sha256"], str, "the hash"),
            seed=None if fields["seed"] is None else _typed(fields["seed"], int, "the seed"),
            leader=_typed(fields["leader"], int, "the leader") - 1,
            date=_printable(fields["date"], "the date"),
            variants=tuple(_typed(name, str, "a variant") for name in fields["variants"]),
            theme=_theme(fields["theme"]) if "theme" in fields else None,
            daily=_typed(fields.get("daily", False), bool, "the mark daily"),
            first=_typed(fields["first"], int, "the first result") if "first" in fields else None,
            position=_typed(fields.get("position", ""), str, "the position"),
        )
    except KeyError as error:
        raise InvalidError(f"the header has no {error}") from None
    except TypeError:
        raise InvalidError("the header does not have the expected structure") from None


def entry_data(entry: Entry, state: State) -> dict[str, Any]:
    """Return the JSON object of an entry in a state of the game."""
    value: object
    match entry:
        case Undo():
            return {"undo": True}
        case Accept(word):
            return {"accept": word}
        case Hint():
            return {"hint": True}
        case WillBuy(seat, yes):
            return {"player": seat + 1, "will_buy": yes}
        case Sell(plays):
            value = [str(play) for play in plays]
        case Roll(value) | Choose(value) | Draw(value) | Buy(value) | Discard(value):
            pass
        case _:
            value = entry.data()
    data = {"player": state.turn + 1, _key(type(entry)): value}
    return {**data, "more": True} if isinstance(entry, Sell) and entry.more else data


def read_entry(fields: dict[str, Any], rules: Rules, state: State) -> Entry:
    """Return the entry of a JSON object. Raise InvalidError if it cannot follow this state."""
    entry: Entry
    match fields:
        case {"undo": True}:
            entry = Undo()
        case {"accept": str(word)} if parse_word(word) == word:
            entry = Accept(word)
        case {"hint": True}:
            entry = Hint()
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
            entry = _variant_event(fields, rules)
    expected = entry_data(entry, state)
    if fields != expected:
        raise InvalidError(
            f"{quote(json.dumps(fields))} cannot come at player {state.turn + 1}'s turn: "
            f"{quote(json.dumps(expected))} could"
        )
    return entry


def _key(kind: type[Any]) -> str:
    """Return the name of an event in a record."""
    return kind.__name__.lower()


def _variant_event(fields: dict[str, Any], rules: Rules) -> VariantEvent:
    """Return the event of a variant. Raise InvalidError if the rules have no such event."""
    for phase in rules.phases.values():
        for kind in phase.events:
            if hasattr(kind, "read") and _key(kind) in fields:
                event: VariantEvent = kind.read(fields[_key(kind)])
                return event
    raise InvalidError(f"{quote(json.dumps(fields))} is not an event of this game")


def _theme(fields: dict[str, Any]) -> Theme:
    words = tuple(parse_word(_typed(word, str, "a word")) for word in fields["words"])
    return Theme(_printable(fields["name"], "the theme"), words)


def _play(text: object) -> Play:
    play = parse_play(_typed(text, str, "a play"))
    if str(play) != text:
        raise InvalidError(
            f"{quote(repr(text))} is not a play: write capitals, and a wild in lower case"
        )
    return play


def _typed(value: object, kind: type[_T], what: str) -> _T:
    if type(value) is not kind:
        raise InvalidError(f"{what} cannot be {quote(repr(value))}")
    return value


def _is_number(value: object) -> bool:
    """Return whether a value is an integer that a player, a die or a leader could have named."""
    return type(value) is int and abs(value) < 10**9


def _printable(value: object, what: str) -> str:
    """Return a text that is safe to print: control characters could deceive on a terminal."""
    text = _typed(value, str, what)
    if not text.isprintable():
        raise InvalidError(f"{what} cannot be {quote(text)}: it has unprintable characters")
    return text
