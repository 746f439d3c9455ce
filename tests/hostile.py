"""Properties that hold for any input: one check for each kind of input, and the corpus of each.

An input is a tuple of texts, in which bytes are decoded as Latin-1. A check returns the kind of
answer (for an error, its text without quoted parts), and raises AssertionError or any error that is
a bug. To add a kind of input, write a function here, add it to CHECKS, and add a file with a few
inputs to the corpus, from which `scripts/fuzz.py` makes others.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fnmatch import translate
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from marisa_trie import BytesTrie
from shell import bw, streams

from bwtools.advice.situation import Method
from bwtools.analysis.quiz import By, is_open
from bwtools.analysis.quiz_scores import read_scores, scores_file, tallies
from bwtools.analysis.review import describe, review
from bwtools.cli.terminal.entry_parser import read_line
from bwtools.cli.terminal.prompt import run
from bwtools.cli.terminal.quizzing import Question, Quiz
from bwtools.errors import BwError
from bwtools.game.deal import Deal
from bwtools.game.position import format_position, parse_position
from bwtools.game.rules import Rules
from bwtools.game.state import State
from bwtools.lexicon.definitions import Definitions
from bwtools.lexicon.house_words import read_house
from bwtools.lexicon.letter_index import LONGEST, is_word
from bwtools.lexicon.lexicon import Lexicon, lexicon_from_words
from bwtools.lexicon.search import match, plays
from bwtools.lexicon.theme import themed
from bwtools.lexicon.word_list import read_definitions, read_words
from bwtools.records.game_record import Game, Header, Seat
from bwtools.records.record_file import game_record, read_game
from bwtools.reports.review_page import page
from bwtools.sales.best_sales import MOST_EXACT, best_sales
from bwtools.storage.jsonlines import line_of
from bwtools.tiles.hand import Hand, lay_words, parse_hand, parse_play, upper
from bwtools.tiles.tile_set import ALPHABET, TileSet, build_tiles, load_tiles, price

Input = tuple[str, ...]
CORPUS = Path(__file__).with_name("corpus")
MOST_SECONDS = 5  # processor time: the machine may be busy
SAMPLES = 2  # draws for each option that is evaluated
MOST_REVIEWED = 200  # events of a game; a long game may take longer
MOST_TEXT = 600  # characters of an error
HAS_TIMERS = hasattr(signal, "setitimer")  # not on Windows
WORDS = (
    *("aa", "ab", "an", "ant", "at", "ate", "bat", "cab", "cat", "die", "dies", "eat", "exit"),
    *("gain", "gin", "in", "ins", "it", "lane", "lanes", "next", "nit", "plane", "qi", "quit"),
    *("quiz", "rain", "ration", "retains", "retinas", "sate", "sea", "seat", "stainer", "tea"),
    *("teas", "text", "tie", "tin", "us", "xi", "zax", "zoo", "quizzes", "buyword", "aalii"),
)


@contextmanager
def watched() -> Iterator[None]:
    """Make `time_limit` work inside, if the system has timers."""
    if not HAS_TIMERS:
        yield
        return
    was = {number: signal.signal(number, _stop) for number in (signal.SIGPROF, signal.SIGALRM)}
    try:
        yield
    finally:
        for number, handler in was.items():
            signal.signal(number, handler)


class HangError(AssertionError):
    """No answer in time. TimeoutError is an OSError, which commands report as a normal error."""


def _stop(*_: object) -> None:
    raise HangError(f"no answer in {MOST_SECONDS} s")


def time_limit(seconds: float = MOST_SECONDS) -> None:
    """Raise HangError after `seconds` of processor time, or 12 times as long by the clock.

    0 removes the limit.
    """
    if HAS_TIMERS:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, 12 * seconds)


def corpus(name: str) -> list[Input]:
    """Return the saved inputs of a kind."""
    text = (CORPUS / f"{name}.jsonl").read_text()
    return [tuple(json.loads(line)) for line in text.splitlines()]


def check(name: str, given: Input) -> str:
    """Check an input of a kind within the limit of time, and return the kind of answer."""
    time_limit()
    try:
        CHECKS[name](given)
    except BwError as error:
        text = str(error).replace(str(_folder()), "")
        assert text, "an error says nothing"
        assert text.isprintable(), f"control characters in {text!r}"
        arguments = sum(map(len, given[2:]))  # of a command, which may be quoted
        assert len(text) <= MOST_TEXT + 4 * arguments, f"{len(text)} characters: {text[:200]!r}..."
        return _kind(text)
    finally:
        time_limit(0)
    return "fine"


def _kind(message: str) -> str:
    """Return a message without quoted parts, so that errors of one kind are equal."""
    message = re.sub(r"argument.*\(|: do you.*|\(it has.*\)|, not .*", "~", message)
    message = re.sub(r"'.*'|\".*\"|\d+|\b[A-Za-z]?[A-Z]+[A-Za-z]?[A-Z]*\b", "~", message)
    return re.sub(r"~(, ~)+", "~", message)[:120]


@cache
def _tiles() -> TileSet:
    return load_tiles()


@cache
def _lexicon() -> Lexicon:
    return lexicon_from_words(WORDS)


@cache
def _folder() -> Path:
    """Return the folder for files of inputs: in memory, if the machine has such a folder."""
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    return Path(tempfile.mkdtemp(prefix="bwtools-hostile-", dir=memory))


def clean_up() -> None:
    """Delete the files of the checks."""
    shutil.rmtree(_folder(), ignore_errors=True)
    _folder.cache_clear()


def _file(text: str, name: str = "file") -> Path:
    path = _folder() / name
    path.write_bytes(text.encode("latin-1", "replace"))
    return path


def _hand(given: Input) -> None:
    """Check that a hand survives a round trip through text, and that its sales can be made."""
    hand = parse_hand(given[0])
    assert parse_hand(str(hand)) == hand
    for play, _ in islice(plays(_lexicon(), hand), 50):
        hand.after(play)
    if len(hand.letters) <= MOST_EXACT and hand.wilds <= 8:
        for outcome in best_sales(_lexicon(), hand, top=3):
            laid = [sale.play for sale in outcome.sales]
            assert sum(price(play.pips(_tiles())) for play in laid) == outcome.revenue
            hand.after(*laid)


def _play(given: Input) -> None:
    """Check that a play survives a round trip, and that words are laid with tiles of the hand."""
    texts = given[0].split() or [given[0]]
    for play in map(parse_play, texts):
        assert parse_play(str(play)) == play
    hand = parse_hand(given[-1])
    laid = lay_words(texts, hand, _tiles())
    assert not Counter("".join(play.letters for play in laid)) - Counter(hand.letters)
    assert sum(play.wild is not None for play in laid) <= hand.wilds


def _pattern(given: Input) -> None:
    """Check that a pattern without brackets finds the same words as a shell pattern."""
    (pattern,) = given
    found = match(_lexicon(), pattern)
    if "[" not in pattern:
        shell = re.compile(translate(pattern.strip().upper().replace(".", "?")))
        assert found == [word for word in _lexicon() if shell.match(word)]


def _position(given: Input) -> None:
    """Check that a position survives a round trip, and that its legal actions can be taken."""
    state = parse_position(given[0], _tiles())
    assert format_position(state) == given[0].strip()
    _go_on(Rules(_tiles()), state)


def _go_on(rules: Rules, state: State) -> None:
    words = [parse_play(word) for word in WORDS[:3]]
    for event in islice(rules.legal(state, words), 3):
        rules.step(state, event)


def _record(given: Input) -> None:
    """Check that a record that replays can be written again and replays to the same game."""
    game = read_game(_file(given[0]))
    data = game_record(game.header, game.events)
    again = read_game(_file(data.decode("latin-1")))
    assert (again.header, again.states) == (game.header, game.states)
    _go_on(game.rules, game.state)


def _tile_set(given: Input) -> None:
    """Check that a tile set survives a round trip, and that a game can start with it."""
    tiles = load_tiles(str(_file(given[0], "file.toml")))
    assert build_tiles(json.loads(json.dumps(tiles.layout())), "it") == tiles
    rules = Rules(tiles)
    state = rules.start(1)
    if len(state.bag) < 1000:
        deal = Deal(tiles, 1)
        event = deal.event(state)
        if event:
            rules.step(state, event)
        _go_on(rules, state)


def _word_list(given: Input) -> None:
    """Check that the words of a list are distinct, sorted words and can be compiled."""
    words, skipped, examples = read_words(given[0].encode("latin-1", "replace"), "the list")
    assert words == sorted(set(words))
    assert all(is_word(word) and word.isupper() for word in words)
    assert all(example.isprintable() for example in examples)
    assert skipped >= len(examples)
    found = plays(lexicon_from_words(words[:500]), Hand(ALPHABET * LONGEST))
    assert sorted(play.word for play, _ in found) == words[:500]


def _definition(given: Input) -> None:
    """Check that definitions are printable lines, found by their words and no others."""
    defined = read_definitions(given[0].encode("latin-1", "replace"), "the list")
    assert all(is_word(word) and word.isupper() for word in defined)
    assert all(text.strip() and text.isprintable() for text in defined.values())
    definitions = Definitions(BytesTrie((word, text.encode()) for word, text in defined.items()))
    assert {word: definitions.get(word.lower()) for word in defined} == defined
    sought = given[-1].strip()
    assert definitions.get(sought) == defined.get(upper(sought))


def _house(given: Input) -> None:
    """Check that house words are words in capitals."""
    for words in read_house(str(_file(given[0]))):
        assert all(is_word(word) and word.isupper() for word in words)


def _review(given: Input) -> None:
    """Check that a game is graded, its breakdowns add up, and its page is complete."""
    game = read_game(_file(given[0]))
    if len(game.events) > MOST_REVIEWED:
        return
    lexicon = themed(_lexicon_with(game.header.tiles), game.header.theme).with_words(game.accepted)
    found = review(game, lexicon, SAMPLES)
    for each in found.decisions:
        assert each.lost >= 0 <= each.stderr
        assert describe(each, game.header.tiles).isprintable()
    for split in found.breakdowns:
        sum_ = split.start + split.dice + split.draws - split.lost + split.residual
        assert abs(sum_ - split.result) < 0.01, split
    html = page(found)
    assert html.rstrip().endswith("</html>")
    assert "<script" not in html


def _lexicon_with(tiles: TileSet) -> Lexicon:
    return _lexicon() if tiles == _tiles() else lexicon_from_words(WORDS, tiles)


def _quiz(given: Input) -> None:
    """Check that any answer to a question is marked, and that scores are saved."""
    state = parse_position(given[0], _tiles())
    by: By = "revenue" if state.phase == "sell" and len(given) > 2 else "equity"
    if not is_open(_lexicon(), state):
        return
    _forget(_home())
    quiz = Quiz(iter([Question(_lexicon(), state)]), by, None, Method(samples=SAMPLES))
    with streams(given[1].encode("utf-8", "replace")) as (out, _):
        run(quiz)
        sys.stdout.flush()
    assert out.getvalue().decode().replace("\n", "").isprintable()
    assert all(score.lost >= 0 for score in quiz.scores)
    assert read_scores() == quiz.scores


def _score(given: Input) -> None:
    """Check that scores survive a round trip, and that each is counted once."""
    _home()
    path = Path(scores_file())
    path.write_bytes(given[0].encode("latin-1", "replace"))
    kept = read_scores()
    assert sum(tally.questions for tally in tallies(kept)) == len(kept)
    path.write_bytes(b"".join(line_of(score._asdict()) for score in kept))
    assert read_scores() == kept


def _entry(given: Input) -> None:
    """Check that lines entered for a real table are accepted or rejected."""
    game = _begun()
    refused = None
    for line in given[0].split("\n"):
        try:
            entries = read_line(game, _lexicon(), line)
        except BwError as error:
            refused = error
            continue
        for entry in entries:
            game = game.after(entry)
    if refused:
        raise refused


@cache
def _begun() -> Game:
    seats = (Seat("you", "you"), Seat("Ben", "person"))
    return Game.start(Header(_tiles(), seats, "few", ""))


# Commands that print a table by default.
_TABLES = (
    *("words", "sell", "outs", "buy", "choose", "discard", "price", "check", "match", "anagram"),
    *("hooks", "scan", "tiles", "games", "hint", "replay", "review", "play", "track", "resume"),
    *("quiz", "stats"),
)
# Options that write a file named by the user, use a network or review whole games; and maximum
# values of options for which larger numbers may take longer.
_WRITING = ("--record", "--plot", "--html", "--dask", "--jobs", "--review")
_MOST = {"--samples": 20, "--time": 0.01, "--games": 2, "--wilds": 30, "--questions": 3}


def _command(given: Input) -> None:
    """Check that a command ends with a documented status and reports errors as printable lines.

    The input is stdin, the content of a file, and arguments; `@` in one is the path of the file.
    Raise the reported error as BwError, so that it is counted.
    """
    stdin, content, *args = given
    home = _home()
    name = "file.toml" if "[rules]" in content else "home/games/file.jsonl"
    path = str(_file(content, name))
    args = _tame([_argument(arg).replace("@", path) for arg in args])
    try:
        done = bw(*args, stdin=stdin.encode("latin-1", "replace"))
    finally:
        _forget(home)
    assert done.status in (0, 1, 2, 130), f"status {done.status}"
    lines = done.err.split("\n")
    assert lines.pop() == "", "stderr does not end with a line"
    assert all(re.match("Error: .|Warning: .", line) for line in lines), f"stderr {done.err!r}"
    assert all(line.isprintable() for line in lines), f"control characters in {done.err!r}"
    assert any(line.startswith("Error") for line in lines) == (done.status == 2), done
    if "-" not in args and "check" not in args and "dict" not in args:
        assert sum(line.startswith("Error") for line in lines) <= 1, f"stderr {done.err!r}"
    if args[:1] and args[0] in _TABLES and not any(arg.startswith(("-f", "--f")) for arg in args):
        assert all(map(str.isprintable, done.out.split("\n"))), f"control characters: {done.out!r}"
    if lines:
        raise BwError(lines[0])


def _forget(home: Path) -> None:
    """Delete the files of a command, so that the next one does not depend on them."""
    for folder in ("games", "house", "dictionaries"):
        for left in (home / folder).iterdir():
            if left.name != "few.txt":
                left.unlink()
    Path(scores_file()).unlink(missing_ok=True)
    Path("file.toml").unlink(missing_ok=True)


def _argument(text: str) -> str:
    """Return a text as a shell could pass it: without NUL, and with invalid UTF-8 escaped."""
    return re.sub("[\0\ud800-\udc7f\udd00-\udfff]", "", text)


def _tame(args: list[str]) -> list[str]:
    """Return arguments without those that write files elsewhere or may take long."""
    tame = [re.sub(f"^({'|'.join(_WRITING)}).*", "--top", arg, flags=re.DOTALL) for arg in args]
    for at, (before, arg) in enumerate(zip(["", *tame], tame, strict=False)):
        option, _, value = arg.rpartition("=")
        most = _MOST.get(option or before)
        if most is not None:
            try:
                large = float(value) > most
            except ValueError:
                continue
            if large:
                tame[at] = f"{option}={most}" if option else str(most)
    return ["tiles" if arg == "simulate" else arg for arg in tame]  # it starts processes


@cache
def _home() -> Path:
    """Return a home folder with a small dictionary, which every command uses."""
    home = _folder() / "home"
    for folder in ("games", "house", "dictionaries"):
        (home / folder).mkdir(parents=True)
    (home / "dictionaries" / "few.txt").write_text("\n".join(WORDS))
    os.environ |= {"BW_HOME": str(home), "BW_DICTIONARY": "few"}
    os.chdir(_folder())
    return home


CHECKS: dict[str, Callable[[Input], Any]] = {
    "hands": _hand,
    "plays": _play,
    "patterns": _pattern,
    "positions": _position,
    "records": _record,
    "tilesets": _tile_set,
    "wordlists": _word_list,
    "definitions": _definition,
    "houses": _house,
    "scores": _score,
    "entries": _entry,
    "sessions": _command,
    "reviews": _review,
    "quizzes": _quiz,
    "commands": _command,
}
