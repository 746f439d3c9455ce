"""Kill games at random moments and go on with them: nothing is lost or doubled.

    python scripts/check_kill.py [--kills N] [--seed S] [--home FOLDER]

Games of a person and the novice are played through stdin, with refused words, undos and rulings.
Each is begun, killed (SIGKILL) at a random moment, and resumed with the answers that follow what
its record holds, until it is over. After some kills the beginning of a line is put at the end of
the record, as a power cut would leave it. Always the record must be the beginning of the one that
an unbroken game writes, hold all that an earlier look found, and all the answers after which the
program asked again.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from bwtools.cli.playing import computer_players
from bwtools.cli.session import taken_back
from bwtools.game import Buy, Choose, Discard, Event, Sell
from bwtools.lexicon import Lexicon, open_lexicon
from bwtools.players import decide
from bwtools.record import Accept, Entry, Game, Header, Seat, Undo
from bwtools.search import plays
from bwtools.tiles import ALPHABET

SEATS = (Seat("you", "person"), Seat("novice", "novice"))
PROMPTS = re.compile(r"\(y/n\) |to \d\? |\(Enter: [^)]+\): ")
NOISE = ("hint", "bag", "words", "qqqq", "\x1b[A\x00", "table", "qqqq " * 2000)
BW = [sys.executable, "-m", "bwtools"]


class Step(NamedTuple):
    """An entry of the record, and the lines that are typed for it: none if it needs no person."""

    entry: Entry
    typed: list[str]


def scripted_game(header: Header, lexicon: Lexicon) -> Iterator[Step]:
    """A whole game: what the record will hold, and what a person types for it."""
    random = Random(header.seed)
    computers = computer_players(header.seats, header.seed, lexicon)
    game = Game.start(header)
    while game.state.phase != "over":
        state = game.state
        assert game.deal is not None
        chance = game.deal.event(state)
        if chance or state.turn in computers or game.rules.forced(state):
            computer = computers.get(state.turn)
            steps = [
                Step(
                    chance
                    or (computer and decide(game.rules, lexicon, state, computer))
                    or game.rules.forced(state)
                    or Sell(),
                    [],
                )
            ]
        else:
            steps = _person(game, lexicon, random)
        for step in steps:
            game = game.after(step.entry)
        yield from steps


def _person(game: Game, lexicon: Lexicon, random: Random) -> list[Step]:
    """A decision of the person, with other things typed before it."""
    event, typed = _decision(game, lexicon, random)
    steps = [Step(event, [*random.sample(NOISE, random.randrange(3)), typed])]
    after = game.after(event)
    assert after.deal is not None
    goes_on = after.deal.event(after.state) or game.rules.forced(after.state)
    if taken_back(after) and not goes_on and random.random() < 0.3:
        steps += [Step(Undo(), ["undo"]), Step(event, [typed])]
    word = f"ZQ{random.choice(ALPHABET)}"
    if word not in game.accepted and random.random() < 0.1:
        steps.insert(0, Step(Accept(word), [f"accept {word.lower()}"]))
    return steps


def _decision(game: Game, lexicon: Lexicon, random: Random) -> tuple[Event, str]:
    state = game.state
    match state.phase:
        case "choose":
            return Choose(3), "3"
        case "buy":
            yes = random.random() < 0.8
            return Buy(yes), "y" if yes else "n"
        case "sell":
            best = [play for play, _ in islice(plays(lexicon, state.player.hand), 1)]
            if best and random.random() < 0.7:
                return Sell(tuple(best), more=True), str(best[0])
            return Sell(), ""
    letters = state.player.hand.letters
    thrown = "".join(sorted(random.sample(letters, len(letters) - game.header.tiles.hand_limit)))
    return Discard(thrown), thrown.lower() + " "


class Check:
    """One game after another, killed and resumed."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder
        self.random = random
        self.lexicon = open_lexicon("enable")
        self.kills = 0  # with the game not over
        self.torn = 0

    def game(self, seed: int) -> None:
        """Play one game, again and again killed, to its end."""
        lexicon = self.lexicon
        header = Header(lexicon.tiles, SEATS, lexicon.name, lexicon.sha256(), seed)
        steps = list(scripted_game(header, lexicon))
        begin = ["play", "--players", "you,novice", "--seed", str(seed), "--record"]
        unbroken = self.folder / f"{seed}-unbroken.jsonl"
        self._run([*begin, str(unbroken)], steps)
        expected = _lines(unbroken)
        assert len(expected) == len(steps) + 1, (seed, len(expected), len(steps))
        path = self.folder / f"{seed}.jsonl"
        while (have := len(_lines(path))) <= len(steps):
            command = ["resume", str(path)] if have else [*begin, str(path)]
            left = steps[max(0, have - 1) :]
            sure = self._run(command, left, path)
            lines = _lines(path)
            assert [_undated(line) for line in lines] == [
                _undated(line) for line in expected[: len(lines)]
            ], f"seed {seed}: the record is not the beginning of the unbroken one"
            assert len(lines) >= have + (have == 0 and sure > 0) + sure, f"seed {seed}: lines lost"
            if 0 < len(lines) <= len(steps):
                self.kills += 1
                self._tear(path, expected[len(lines)])

    def _run(self, command: list[str], steps: list[Step], killed: Path | None = None) -> int:
        """Run bw and return how many entries it has surely recorded.

        It is killed a moment after the record at the path `killed` has grown for a while.
        """
        out, script = self.folder / "out", self.folder / "script"
        script.write_text("".join(f"{line}\n" for step in steps for line in step.typed))
        with script.open("rb") as stdin, out.open("wb") as stdout:
            process = subprocess.Popen([*BW, *command], stdin=stdin, stdout=stdout)
            if killed:
                self._kill(process, killed)
            assert process.wait() in ((0, -9) if killed else (0,)), process.returncode
        answered = len(PROMPTS.findall(out.read_text())) - 1
        sure = 0
        for at, step in enumerate(steps, 1):
            answered -= len(step.typed)
            if answered >= 0 and step.typed:
                sure = at
        return sure

    def _kill(self, process: subprocess.Popen[bytes], path: Path) -> None:
        grown = _size(path) + self.random.randrange(800)  # bytes, some 30 to a line
        while process.poll() is None and _size(path) <= grown:
            time.sleep(0.0005)
        time.sleep(self.random.uniform(0, 0.005))
        process.kill()

    def _tear(self, path: Path, following: bytes) -> None:
        if self.random.random() < 0.3:
            self.torn += 1
            with path.open("ab") as file:
                file.write(following[: self.random.randrange(len(following))])


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _lines(path: Path) -> list[bytes]:
    """The whole lines of a record."""
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


def _undated(line: bytes) -> bytes:
    return re.sub(rb'"date":"[^"]*"', b"", line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--home", metavar="FOLDER", help="of compiled dictionaries")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BW_HOME"] = options.home or folder
        check = Check(Path(folder), Random(options.seed))
        seed = options.seed
        while check.kills < options.kills:
            check.game(seed)
            seed += 1
        print(
            f"{seed - options.seed} games, {check.kills} kills, {check.torn} torn lines: "
            "nothing lost, nothing doubled"
        )


if __name__ == "__main__":
    main()
