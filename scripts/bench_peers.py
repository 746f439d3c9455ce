"""Compare bwtools with other word finders on the same list (ENABLE) and hands, in one run.

    python scripts/bench_peers.py

The others are kjxqz, nagaram and qrs (PyPI: pip install kjxqz nagaram qrs), and an and wordplay
(Debian: apt-get install an wordplay); those that are not installed are named and left out. Each is
called in the quickest way that its documentation shows, with the list prepared in its own format.
nagaram and qrs read the list of their package, so a copy of the package gets ENABLE; in process
they have it in memory already. Times are processor times; loading is in seconds. Memory is in
megabytes, and at least the 6 or so of the process that starts the commands. Do not use an editable
install: it slows every start of Python.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from measuring import ENABLE, bw, measure_apart, measure_command, milliseconds

HANDS = ("aeinrstd", "aeinrst.", "aeinrs..", "aeinrstdlogcp", "aeinrstdlogcp.")
Find = Callable[[], Iterable[str]]


class Peer(NamedTuple):
    """A word finder and how to call it."""

    name: str
    command: Callable[[Path, str], list[str]]  # that prints the words of a hand
    word: str = "[A-Za-z]+"  # a pattern of the words in its output, and nothing else
    wild: str = ""  # its sign for a wild, if it has one
    load: Callable[[Path, str], Find] | None = None  # a library: makes the search of a hand ready
    prepare: Callable[[Path], object] | None = None  # makes the list ready in a folder
    status: int = 0  # with which the command ends
    because: str = ""  # what may make it quicker or smaller than bwtools


class Answer(NamedTuple):
    """The words that a finder found for a hand, and their cost."""

    words: frozenset[str]
    time: float  # milliseconds: of the command, or of the search by a library
    memory: float  # megabytes
    load: float = 0.0  # seconds, before a library can search


Answers = Mapping[tuple[str, str], Answer]  # by name and hand


def load_bwtools(_: Path, hand: str) -> Find:
    from bwtools.lexicon.lexicon import open_lexicon
    from bwtools.lexicon.search import words
    from bwtools.tiles.hand import parse_hand

    return partial(words, open_lexicon(), parse_hand(hand))


def prepare_kjxqz(folder: Path) -> None:
    import kjxqz

    kjxqz.make_dawg(folder / "dawg.js", ENABLE)


def load_kjxqz(folder: Path, hand: str) -> Find:
    import kjxqz

    kjxqz.load(folder / "dawg.js")
    return lambda: list(kjxqz.isearch(hand))


def copy_package(name: str, listed: str, folder: Path) -> None:
    """Copy a package with ENABLE as its list; commands run in the folder import this copy."""
    found = importlib.util.find_spec(name)
    assert found
    assert found.origin
    shutil.copytree(Path(found.origin).parent, folder / name)
    shutil.copyfile(ENABLE, folder / name / listed)


def load_nagaram(_: Path, hand: str) -> Find:
    from nagaram import anagrams

    listed = Path(ENABLE).read_text().split()
    anagrams.word_list = lambda *_: listed
    return lambda: [word for word, _ in anagrams.anagrams_in_word(hand)]


def ask_qrs(folder: Path, hand: str) -> list[str]:
    settings = {"noscores": True, "doubles": True, "max": len(hand)}  # all words, none longer
    (folder / "qrs.json").write_text(json.dumps(settings))
    return [sys.executable, "-m", "qrs"]


def load_qrs(_: Path, hand: str) -> Find:
    from qrs import Ruleset

    listed = set(Path(ENABLE).read_text().split())
    rules = Ruleset(wordlist=listed, noscores=True, doubles=True, max=len(hand))
    return lambda: [word for each in rules.solve_query(hand).scores.values() for word in each.words]


SMALL = "It is a small C program: no Python to start, no index to load."
NO_INDEX = "It reads the list line by line, for every hand, and has no index to load."
PEERS = (
    Peer(
        "bwtools",
        command=lambda _, hand: [bw(), "words", hand, "-f", "plain"],
        wild=".",
        load=load_bwtools,
    ),
    Peer(
        "kjxqz",
        command=lambda _, hand: [
            *(sys.executable, "-m", "kjxqz", "--dawg", "dawg.js", "search", hand)
        ],
        wild="?",
        load=load_kjxqz,
        prepare=prepare_kjxqz,
    ),
    Peer(
        "nagaram",
        command=lambda _, hand: [
            *(sys.executable, "-c", "from nagaram.cmdline import main; main()", hand)
        ],
        word="(?<=[:,] )[a-z]+",
        wild="_",
        load=load_nagaram,
        prepare=partial(copy_package, "nagaram", "wordlists/twl.txt"),
        because=NO_INDEX,
    ),
    Peer(
        "qrs",
        command=ask_qrs,
        word="[A-Z]{2,}",
        load=load_qrs,
        prepare=partial(copy_package, "qrs", "wordlist.txt"),
        status=1,  # it reads hands until end of input
    ),
    Peer(
        "an",
        command=lambda _, hand: [program("an"), "-w", "-d", ENABLE, hand],
        because=SMALL,
    ),
    Peer(
        "wordplay",
        command=lambda _, hand: [program("wordplay"), hand, "-slvx", "-f", ENABLE],
        because=SMALL,
    ),
)

CAN = """
                                       bwtools  kjxqz  nagaram   qrs      an   wordplay
a wild in the hand                     yes      yes    yes       -        -    -
two wilds in one word                  - (1)    yes    yes       -        -    -
one wild a word, as the game has it    yes      -      -         -        -    -
prices in BuyWord, highest first       yes      -      -         -        -    -
points of other games                  - (4)    -      Scrabble  several  -    -
the best words to sell together        yes      -      -         -        -    -
what a draw, a purchase is worth       yes      -      -         -        -    -
letters that the word must have        any      a run  its ends  -        any  -
patterns                               yes      yes    -         -        -    -
words of some length only              yes      -      -         yes      yes  yes
letters used over and over             - (2)    -      -         yes      -    -
phrases of several words               - (3)    -      -         -        yes  yes
a word list of one's own               yes      built  -         library  yes  yes
JSON, CSV                              yes      -      -         -        -    -

Where bwtools does not lead, and why
(1) The game allows one wild a word; bw anagram and bw match take any number.
(2) A tile is sold once.
(3) bw sell seeks the words that bring most, not those that use every letter up.
(4) The points of BuyWord are its dollars.
"""


def program(name: str) -> str:
    """Return the path of a Debian program; empty if it is not installed."""
    return shutil.which(name) or shutil.which(name, path="/usr/games") or ""


def is_installed(peer: Peer) -> bool:
    return bool(importlib.util.find_spec(peer.name) if peer.load else program(peer.name))


def ask_command(peer: Peer, folder: Path, hand: str) -> Answer:
    """Run a command up to seven times; it may read the hand from stdin."""
    given = folder / "hand"
    given.write_text(f"{hand}\n")
    run = partial(
        measure_command,
        *peer.command(folder, hand),
        stdin=str(given),
        folder=folder,
        keep=True,
        status=peer.status,
    )
    runs = [run()]
    while len(runs) < 7 and sum(each.processor for each in runs) < 2:
        runs.append(run())
    words = frozenset(word.upper() for word in re.findall(peer.word, runs[0].stdout))
    middle = statistics.median(each.processor for each in runs)
    return Answer(words, middle * 1000, max(each.memory for each in runs))


def ask_library(which: int, folder: Path, hand: str) -> Answer:
    """Load a library and find the words up to twenty times."""
    load = PEERS[which].load
    assert load
    begun = time.process_time()
    find = load(folder, hand)
    loaded = time.process_time()
    words = frozenset(word.upper() for word in find())
    runs = int(2 / (time.process_time() - loaded))
    took = milliseconds(find, max(1, min(20, runs)), time.process_time)
    return Answer(words, took, 0, loaded - begun)


def ask_all(peers: Iterable[Peer], home: Path) -> tuple[Answers, Answers]:
    """Return the answers of commands, and those of libraries.

    Raise RuntimeError if the command and the library of a peer differ, or a command fails.
    """
    commands, libraries = {}, {}
    for peer in peers:
        folder = home / peer.name
        folder.mkdir()
        if peer.prepare:
            measure_apart(peer.prepare, folder)
        for hand in HANDS:
            if "." in hand and not peer.wild:
                continue
            asked, key = hand.replace(".", peer.wild), (peer.name, hand)
            commands[key] = ask_command(peer, folder, asked)
            if peer.load:
                answer, share = measure_apart(ask_library, PEERS.index(peer), folder, asked)
                libraries[key] = answer._replace(memory=share.own)
                if answer.words != commands[key].words:
                    raise RuntimeError(f"{peer.name} finds other words of {hand} as a command")
    return commands, libraries


def print_table(
    title: str, answers: Answers, told: Callable[[str, Answer], str], *more: str
) -> None:
    """Print a row for each peer: a text for each hand, and the maximum of the other figures."""
    rows = [[title, *HANDS, *more]]
    for name in dict.fromkeys(name for name, _ in answers):
        own = [answers.get((name, hand)) for hand in HANDS]
        rows.append(
            [
                name,
                *(told(hand, each) if each else "-" for hand, each in zip(HANDS, own, strict=True)),
                *(f"{max(getattr(each, field) for each in own if each):.3g}" for field in more),
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print()
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        print("  ".join((first.ljust(widths[0]), *cells)))


def compare(answers: Answers, hand: str, answer: Answer) -> str:
    """Return how many words were found, how many were missed, and how many were extra."""
    ours = answers["bwtools", hand].words
    told = f"{len(answer.words):,}"
    if missing := len(ours - answer.words):
        told += f", less {missing:,}"
    if others := answer.words - ours:
        letters = Counter(hand.replace(".", "").upper())
        wilds = {(Counter(word) - letters).total() for word in others}
        told += f", of which {len(others):,} " + ("by two wilds" if wilds == {2} else "are wrong")
    return told


def ahead(name: str, commands: Answers, libraries: Answers) -> Iterator[str]:
    """Return the figures in which a peer is ahead of bwtools."""
    for answers, way in ((commands, "a command"), (libraries, "a library")):
        for field, what in (("time", "less time"), ("memory", "less memory")):
            hands = [
                hand
                for hand in HANDS
                if (name, hand) in answers
                and getattr(answers[name, hand], field) < getattr(answers["bwtools", hand], field)
            ]
            if hands:
                yield f"{what} as {way} ({', '.join(hands)})"


def main() -> None:
    """Call all peers, and print the tables and where bwtools does not lead."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for peer in PEERS:
        if not is_installed(peer):
            how = "pip" if peer.load else "apt-get"
            print(f"{peer.name} is not installed and left out: {how} install {peer.name}")
    with tempfile.TemporaryDirectory() as home:
        os.environ["BW_HOME"] = home
        measure_command(bw(), "check", "aa")  # compiles ENABLE
        commands, libraries = ask_all(filter(is_installed, PEERS), Path(home))
    print_table("commands, ms", commands, lambda _, answer: f"{answer.time:.0f}", "memory")
    print_table(
        "libraries, ms", libraries, lambda _, answer: f"{answer.time:.2f}", "load", "memory"
    )
    print_table("words found", commands, partial(compare, commands))
    print(CAN.rstrip())
    for peer in PEERS[1:]:
        if better := "; ".join(ahead(peer.name, commands, libraries)):
            print(f"{peer.name}: {better}. {peer.because}")


if __name__ == "__main__":
    main()
