"""Games kept: JSON Lines, a header and then one line for everything that happens.

    {"format": "bwtools game", "version": 1, "date": ..., "seed": ..., "players": ..., "tiles": ...}
    {"player": 1, "roll": 4}        or {"player": 1, "choose": 3}: the die shows choice
    {"player": 1, "draw": "AGIN"}
    {"player": 1, "buy": true}
    {"player": 1, "sell": ["GAiN"]} a lower-case letter is a wild; with "more": true it goes on
    {"player": 1, "discard": "QZ"}
    {"undo": true}                  takes back the last event that is not taken back yet
    {"accept": "ZORF"}              a ruling: the word is valid for the rest of this game
    {"player": 2, "will_buy": true} entered with the set, before others have drawn theirs

Each line ends in the sum of what stands before it, "sum": a line that was changed since it was
written is an error, and one without a sum, as people write them, is taken as it is.

The header holds the whole tile set, and the words of a theme, so that a record replays by itself.
The events of variants stand under their names too. Lines are only ever appended, and each is on the
disk before the next is asked for. Bytes after the last line that are no whole line are what a
crash, a full disk or a power cut left of an event being written: reading skips them, and resuming
cuts them off. Anything else that cannot be read is an error.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from io import FileIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from .errors import BwError, IllegalError, InvalidError
from .game import Buy, Choose, Deal, Discard, Draw, Event, Move, Roll, Rules, Sell, State
from .jsonlines import append, line_of, parse_line, whole_lines
from .paths import make_folder, read_kept, why
from .tiles import (
    Play,
    TileSet,
    build_tiles,
    parse_play,
    parse_set,
    parse_word,
    quote,
    shortened,
)
from .variants import make_rules
from .variants.theme import Theme

if TYPE_CHECKING:
    from filelock import FileLock

FORMAT = "bwtools game"
VERSION = 1
# What to do when a game cannot be written: at its beginning, and later.
_ELSEWHERE = "put that right, or name another file with --record"
_GO_ON = "all that was entered before is kept: put that right, then go on with bw resume"
_T = TypeVar("_T")


PERSON = "person"
YOU = "you"  # the user, at a real table


class Seat(NamedTuple):
    """Who plays: the name, and `person`, `you` or the name of the computer player."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        """Whether no computer player sits here."""
        return self.kind in (PERSON, YOU)


class Header(NamedTuple):
    """What is fixed before the first event."""

    tiles: TileSet
    seats: tuple[Seat, ...]
    dictionary: str  # its name
    sha256: str  # of its effective list
    seed: int | None = None  # None: the tiles come from a real table
    leader: int = 0  # the seat that leads the first round
    date: str = ""  # when it began: ISO 8601, UTC
    variants: tuple[str, ...] = ()
    theme: Theme | None = None  # of the variant theme


class Undo(NamedTuple):
    """Take back the last event that is not taken back yet."""


class Accept(NamedTuple):
    """A ruling: the word (capitals) is valid in this game."""

    word: str


class WillBuy(NamedTuple):
    """What a seat will do with the set that it has drawn, told before its turn to buy."""

    seat: int
    yes: bool


Entry = Event | Undo | Accept | WillBuy


class Game(NamedTuple):
    """A game as far as it is recorded: `events` are those not taken back.

    `states` has one more: the state before each event, and the present one.
    """

    header: Header
    rules: Rules
    deal: Deal | None
    states: tuple[State, ...]
    events: tuple[Event, ...] = ()
    accepted: frozenset[str] = frozenset()
    will_buy: Mapping[int, bool] = {}  # of seats whose turn to buy is still to come

    @classmethod
    def start(cls, header: Header) -> Game:
        """The game before its first event. Raises InvalidError, IllegalError: it cannot be."""
        rules = make_rules(header.tiles, header.variants, len(header.seats))
        if ("theme" in header.variants) != (header.theme is not None):
            raise InvalidError("the variant theme and a list of words go together")
        deal = None if header.seed is None else Deal(header.tiles, header.seed)
        return cls(header, rules, deal, (rules.start(len(header.seats), header.leader),))

    @property
    def state(self) -> State:
        """The present state."""
        return self.states[-1]

    def after(self, entry: Entry) -> Game:
        """The game with one more entry. Raises IllegalError: the rules or the deal are against."""
        course = _Course(self)
        course.add(entry)
        return course.game()


class _Course:
    """A game that goes on for many entries: what takes place is appended, not copied each time."""

    def __init__(self, game: Game) -> None:
        self._begun = game
        self.rules = game.rules
        self._states = list(game.states)
        self._events = list(game.events)
        self._accepted = set(game.accepted)
        self._will_buy = dict(game.will_buy)

    @property
    def state(self) -> State:
        """The present state."""
        return self._states[-1]

    def game(self) -> Game:
        """The game as far as it has come."""
        return self._begun._replace(
            states=tuple(self._states),
            events=tuple(self._events),
            accepted=frozenset(self._accepted),
            will_buy=dict(self._will_buy),
        )

    def add(self, entry: Entry) -> None:
        """Go on by one entry. Raises IllegalError, with nothing changed, as `Game.after`."""
        match entry:
            case Accept(word):
                self._accepted.add(word)
            case WillBuy(seat, yes):
                self._tell(seat, yes)
            case Undo():
                if not self._events:
                    raise IllegalError("there is nothing to take back")
                del self._states[-1], self._events[-1]
                self._forget_purchases()
            case _:
                self._happen(entry)

    def _tell(self, seat: int, yes: bool) -> None:
        """Have a seat say what it will do with the set that it has drawn."""
        players = self.state.players
        if not (0 <= seat < len(players) and players[seat].drawn):
            raise IllegalError(f"player {seat + 1} has drawn no set to buy")
        self.rules.step(self.state._replace(phase="buy", turn=seat), Buy(yes))
        self._will_buy[seat] = yes

    def _happen(self, event: Event) -> None:
        state, deal = self.rules.step(self.state, event), self._begun.deal
        if deal and deal.event(self.state) != (event if isinstance(event, Roll | Draw) else None):
            seed = shortened(str(self._begun.header.seed))
            raise IllegalError(f"the seed {seed} does not deal this here")
        self._states.append(state)
        self._events.append(event)
        self._forget_purchases()

    def _forget_purchases(self) -> None:
        """Drop what was told of purchases by seats that have no set now."""
        for seat in list(self._will_buy):
            if not self.state.players[seat].drawn:
                del self._will_buy[seat]


class Writer:
    """A game being played, held by one process; each entry is on the disk when `add` returns.

    Made by `create_game`, `create_game_in` and `resume_game`; a context manager that closes itself.
    """

    def __init__(self, path: Path, game: Game, file: FileIO, size: int, held: ExitStack) -> None:
        self.path = path
        self.game = game
        self._file = file
        self._size = size  # bytes written whole
        self._held = held  # the file and its lock

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the game: another process may go on with it."""
        self._held.close()

    def add(self, entry: Entry) -> None:
        """Check an entry, write it, and have it in `game`.

        Raises IllegalError: the rules are against it; InvalidError: it cannot be written. Either
        way the game then is what it was before, in memory and on the disk.
        """
        line = line_of(_entry_data(entry, self.game.state))
        game = self.game
        game = game.after(_entry(parse_line(line), game.rules, game.state))
        with _writing(self.path, _GO_ON):
            append(self._file, self._size, line)
        self._size += len(line)
        self.game = game


def create_game(path: Path, header: Header) -> Writer:
    """Begin a game in a new file. It appears with its header or not at all.

    Raises InvalidError: the file exists, or cannot be written; IllegalError: so many cannot play.
    """
    path = Path(os.path.realpath(path))
    line = line_of(_header_data(header))
    game = Game.start(_header(parse_line(line)))
    with _writing(path, _ELSEWHERE), ExitStack() as held:
        make_folder(str(path.parent))
        held.callback(_locked(path).release)
        if os.path.lexists(path):
            raise _TakenError(f"{path} exists already: name a new file for the game")
        aside = path.with_name(f".{path.name}.new")  # under the lock: nobody else writes it
        try:
            aside.unlink(missing_ok=True)  # what a killed process left, or a link put there
            with FileIO(aside, "x", opener=_open_private) as file:
                append(file, 0, line)
            aside.replace(path)
        finally:
            aside.unlink(missing_ok=True)
        _sync_folder(path.parent)
        file = held.enter_context(FileIO(path, "r+"))
        return Writer(path, game, file, len(line), held.pop_all())


def create_game_in(folder: Path, header: Header) -> Writer:
    """Begin a game in a folder, in a new file named for its date. Raises as `create_game`."""
    stem = re.sub("[^0-9]+", "-", header.date).strip("-") or "game"
    for number in count(1):
        name = f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl"
        with suppress(_TakenError):
            return create_game(folder / name, header)
    raise AssertionError("numbers do not end")


def game_record(header: Header, events: Iterable[Event]) -> bytes:
    """The record of a game that was played without one, as `Writer` would have written it.

    Raises InvalidError, IllegalError: it does not replay.
    """
    course = _Course(Game.start(header))
    lines = [line_of(_header_data(header))]
    for event in events:
        lines.append(line_of(_entry_data(event, course.state)))
        course.add(event)
    return b"".join(lines)


def read_game(path: Path) -> Game:
    """Replay a record. Raises InvalidError: there is none, or it is damaged (naming the line)."""
    return _replay(path, whole_lines(_read(path)))


def resume_game(path: Path) -> Writer:
    """Go on with a recorded game; a torn last line is cut off.

    Raises InvalidError: there is none, it is damaged (and left as it is), another process has it,
    or it cannot be written.
    """
    _read(path)  # before a lock appears beside a file that is not there
    path = Path(os.path.realpath(path))
    with _writing(path, _GO_ON), ExitStack() as held:
        held.callback(_locked(path).release)
        data = _read(path)
        whole = whole_lines(data)
        game = _replay(path, whole)
        file = held.enter_context(FileIO(path, "r+"))
        if whole != data:
            kept = min(len(data), len(whole))
            append(file, kept, whole[kept:])
        return Writer(path, game, file, len(whole), held.pop_all())


class _TakenError(InvalidError):
    """There is a game under this name."""


@contextmanager
def _writing(path: Path, advice: str) -> Iterator[None]:
    """Report what the system says against writing, and what to do."""
    try:
        yield
    except OSError as error:
        raise InvalidError(f"cannot write the game {path}: {why(error)}; {advice}") from None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _locked(path: Path) -> FileLock:
    from filelock import FileLock, Timeout

    lock = FileLock(f"{path}.lock", mode=0o600)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise _TakenError(f"the game {path} is being played elsewhere: end that first") from None
    return lock


def _sync_folder(folder: Path) -> None:
    """Have the folder know its new file even after a power cut, where that can be had."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _read(path: Path) -> bytes:
    try:
        return read_kept(str(path))
    except FileNotFoundError:
        raise InvalidError(f"there is no game {path}: bw games lists those kept") from None
    except OSError as error:
        raise InvalidError(f"cannot read the game {path}: {error.strerror}") from None


def _replay(path: Path, data: bytes) -> Game:
    course = None
    for number, line in enumerate(data.split(b"\n")[:-1] or [b""], 1):
        try:
            fields = parse_line(line)
            if course:
                course.add(_entry(fields, course.rules, course.state))
            else:
                course = _Course(Game.start(_header(fields)))
        except BwError as error:
            raise InvalidError(
                f"cannot read the game {path}: line {number}: {error} (the file is left as it is)"
            ) from None
    assert course is not None
    return course.game()


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
