"""Kill bw at random moments and resume: check that nothing is lost or doubled.

    python scripts/check_kill.py [--kills N] [--seed S] [--home FOLDER]

Games of a person and the novice are played through stdin, with rejected words, undos and accepted
words. Each is started, killed (SIGKILL) at a random moment, and resumed with the answers that
follow its record, until it is over. After some kills an incomplete line is appended to the record,
as a power cut would leave it. The record must always be the beginning of the record of an
uninterrupted game, contain everything found in it earlier, and contain all answers after which the
program prompted again. The same is done with games of the variants, and with games on a real table
in `bw track`.

`bw dict add`, `bw dict build` and the first use of a word list are killed too: afterwards the house
words, the built list and the compiled dictionary must be the complete old or new one, and the next
command must be right. The number of kills in each phase of a game is printed; Ctrl-C ends early.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, cycle, islice, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from bwtools.advice.rules_of_thumb import discard_by_rule
from bwtools.cli.terminal.new_game import computer_players
from bwtools.cli.terminal.session import taken_back
from bwtools.game.deal import Deal
from bwtools.game.state import Buy, Choose, Discard, Draw, Event, Roll, Sell
from bwtools.game.variants.auction import Bid
from bwtools.game.variants.crossword import Lay, grid_of
from bwtools.game.variants.draft import Pick
from bwtools.game.variants.trade import Answer, Offer
from bwtools.lexicon.house_words import read_house
from bwtools.lexicon.lexicon import Lexicon, open_lexicon
from bwtools.lexicon.search import plays
from bwtools.players.game_loop import decide
from bwtools.players.strategy import Computer
from bwtools.players.variants.grid_moves import best_placements
from bwtools.records.game_record import Accept, Entry, Game, Header, Seat, Undo
from bwtools.records.record_file import read_game
from bwtools.tiles.tile_set import ALPHABET

SEATS = (Seat("you", "person"), Seat("novice", "novice"))
TABLE = (Seat("Anna", "person"), Seat("you", "you"))
PLAYED = (
    (),
    ("auction", "trade"),
    ("draft", "crossword"),
)  # variants that have all additional phases
PROMPTS = re.compile(
    r"\[y/n\] |to \d\? |\(Enter: [^)]+\): "
    r"|, - not\): |for choice\): |\(\d+ of [A-Z]+\): |Pick one of [A-Z]+: "
)
NOISE = ("bag", "words", "qqqq", "\x1b[A\x00", "table", "qqqq " * 2000)
BW = [sys.executable, "-m", "bwtools"]


class Step(NamedTuple):
    """An entry of the record, and the lines of input for it, if a person makes it.

    `answer` is the input for a purchase that was announced with its set, if a kill came in between.
    """

    entry: Entry
    typed: list[str]
    answer: str = ""
    seat: int = 0


def scripted_game(header: Header, lexicon: Lexicon) -> Iterator[Step]:
    """Return the steps of a whole game: its entries, and the input of the person."""
    random = Random(header.seed)
    computers = computer_players(header.seats, header.seed, lexicon, header.variants)
    game = Game.start(header)
    while game.state.phase != "over":
        event = _unasked(game, lexicon, computers)
        steps = _person(game, lexicon, random) if event is None else [Step(event, [])]
        for step in steps:
            game = game.after(step.entry)
        yield from steps


def _unasked(game: Game, lexicon: Lexicon, computers: Mapping[int, Computer]) -> Event | None:
    """Return the next step without a prompt; None if the person is prompted."""
    assert game.deal is not None
    if (chance := game.deal.event(game.state)) is not None:
        return chance
    if computer := computers.get(game.state.turn):
        return decide(game.rules, lexicon, game.state, computer)
    return game.rules.forced(game.state)


def _person(game: Game, lexicon: Lexicon, random: Random) -> list[Step]:
    """Return a decision of the person, after other input."""
    event, typed = _decision(game, lexicon, random)
    steps = [Step(event, [*random.sample(NOISE, random.randrange(3)), *typed])]
    after = game.after(event)
    asked_next = taken_back(after) and _unasked(after, lexicon, {}) is None
    if asked_next and random.random() < 0.3:
        steps += [Step(Undo(), ["undo"]), Step(event, typed)]
    word = f"ZQ{random.choice(ALPHABET)}"
    if word not in game.accepted and random.random() < 0.1:
        steps.insert(0, Step(Accept(word), [f"accept {word.lower()}"]))
    return steps


def _decision(game: Game, lexicon: Lexicon, random: Random) -> tuple[Event, list[str]]:
    """Return what the person does, and the lines of input for it."""
    state = game.state
    match state.phase:
        case "choose":
            return Choose(3), ["3"]
        case "buy":
            yes = random.random() < 0.8
            return Buy(yes), ["y" if yes else "n"]
        case "sell":
            best = [play for play, _ in islice(plays(lexicon, state.player.hand), 1)]
            if best and random.random() < 0.7:
                return Sell(tuple(best), more=True), [str(best[0])]
            return Sell(), ["", "y"] if best and state.last else [""]  # a word is left unsold
        case "lay":
            placement, _ = next(
                best_placements(lexicon, grid_of(state), state.player.hand), (None, 0)
            )
            return Lay(placement), [str(placement or "")]
        case "bid" | "pick" | "trade":
            event = random.choice(list(game.rules.legal(state)))
            return event, [_typed(event)]
    letters = state.player.hand.letters
    thrown = "".join(sorted(random.sample(letters, len(letters) - game.header.tiles.hand_limit)))
    return Discard(thrown), [thrown.lower() + " "]


def _typed(event: Event) -> str:
    """Return the input for an event of a variant, with two players."""
    match event:
        case Bid(dollars):
            return str(dollars)
        case Pick(letter):
            return letter.lower()
        case Offer(_, give, want):
            return f"{give} for {want}"
        case Answer(yes):
            return "y" if yes else "n"
    return ""


def followed_game(header: Header, lexicon: Lexicon, seed: int) -> Iterator[Step]:
    """Return the steps of a whole game on a real table: its entries, and the input."""
    random, deal = Random(seed), Deal(header.tiles, seed)
    game = Game.start(header)
    told: dict[int, bool] = {}
    while game.state.phase != "over":
        state = game.state
        step = _seen(deal.event(state), told, game, random) or _entered(game, lexicon, told, random)
        game = game.after(step.entry)
        yield step


def _seen(event: Event | None, told: dict[int, bool], game: Game, random: Random) -> Step | None:
    """Return a roll or draw as input; with a draw, sometimes the purchase too."""
    match event:
        case Roll(number):
            return Step(event, [str(number)])
        case Draw(letters):
            sign = ""
            if random.random() < 0.5:
                dear = game.rules.cost(letters) > game.state.player.money
                told[game.state.turn] = not dear and random.random() < 0.8
                sign = "+" if told[game.state.turn] else "-"
            return Step(event, [letters.lower() + sign])
    return None


def _entered(game: Game, lexicon: Lexicon, told: dict[int, bool], random: Random) -> Step:
    """Return a decision of a player at the table."""
    state = game.state
    player, tiles = state.player, game.header.tiles
    match state.phase:
        case "choose":
            return Step(Choose(3), ["c3"])
        case "buy":
            known = state.turn in told
            yes = random.random() < 0.8 and game.rules.cost(player.drawn) <= player.money
            yes = told.pop(state.turn, yes)
            answer = "y" if yes else "n"
            return Step(Buy(yes), [] if known else [answer], answer, state.turn)
        case "sell":
            best = [play for play, _ in islice(plays(lexicon, player.hand), 1)]
            return Step(Sell(tuple(best)), [" ".join(map(str, best))])
    letters = discard_by_rule(player.hand.letters, tiles)
    return Step(Discard(letters), [letters.lower()] if letters and not state.last else [])


class Check:
    """A sequence of actions that are killed and resumed."""

    def __init__(self, folder: Path, random: Random) -> None:
        self.folder = folder
        self.random = random
        self.lexicon = open_lexicon("enable")
        self.home = Path(os.environ["BW_HOME"])
        self.kills: Counter[str] = Counter()  # by command and phase, while the game is not over
        self.torn = 0
        self.killing = True

    def play(self, first: int, variants: tuple[str, ...]) -> Iterator[None]:
        """Play games with variants to their ends, killing them repeatedly."""
        for seed in count(first):
            header = self._header(SEATS, seed)._replace(variants=variants)
            begin = ["play", "--players", "you,novice", "--seed", str(seed)]
            begin += [part for name in variants for part in ("--variant", name)]
            steps = list(scripted_game(header, self.lexicon))
            yield from self._game("-".join(["play", *variants, str(seed)]), begin, steps)

    def track(self, first: int) -> Iterator[None]:
        """Track games on a real table to their ends, killing them repeatedly."""
        for seed in count(first):
            steps = list(followed_game(self._header(TABLE, None), self.lexicon, seed))
            yield from self._game(f"track-{seed}", ["track", "--players", "Anna,you"], steps)

    def dictionaries(self, first: int) -> Iterator[None]:
        """Kill commands about dictionaries."""
        for seed in count(first):
            for way in (self.add, self.build, self.compile):
                way(seed)
                yield

    def _header(self, seats: tuple[Seat, ...], seed: int | None) -> Header:
        return Header(self.lexicon.tiles, seats, self.lexicon.name, self.lexicon.sha256(), seed)

    def _game(self, name: str, begin: list[str], steps: list[Step]) -> Iterator[None]:
        unbroken = self.folder / f"{name}-unbroken.jsonl"
        self._run([*begin, "--record", str(unbroken)], steps)
        expected = _lines(unbroken)
        assert len(expected) == len(steps) + 1, (name, len(expected), len(steps))
        path = self.folder / f"{name}.jsonl"
        while (have := len(_lines(path))) <= len(steps):
            command = ["resume", str(path)] if have else [*begin, "--record", str(path)]
            left = _asked_again(path, steps[have - 1 :]) if have else steps
            sure = self._run(command, left, path if self.killing else None)
            lines = _lines(path)
            assert [_undated(line) for line in lines] == [
                _undated(line) for line in expected[: len(lines)]
            ], f"{name}: the record is not the beginning of the unbroken one"
            assert len(lines) >= have + (have == 0 and sure > 0) + sure, f"{name}: lines lost"
            if 0 < len(lines) <= len(steps):
                phase = read_game(path).state.phase
                self.kills[f"{begin[0]} {'resumed' if have else 'begun'}, {phase}"] += 1
                self._tear(path, expected[len(lines)])
            yield

    def _run(self, command: list[str], steps: Sequence[Step], killed: Path | None = None) -> int:
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

    def add(self, seed: int) -> None:
        """Add house words, and check that all or none are saved."""
        letters = Random(seed).choices(ALPHABET, k=40)
        words = {f"ZZ{one}{two}Z" for one, two in pairwise(letters)}
        path = self.home / "house/everyday.txt"
        before = read_house(str(path)).added
        status = self._hit(["dict", "add", "everyday", *words], path.parent, "dict add")
        after = read_house(str(path)).added
        assert after == before | words or (status and after == before), "house words lost"

    def build(self, seed: int) -> None:
        """Build one of two lists under a name, and check that it is one of them."""
        lists = [self._list(-1), self._list(-2)]
        path = self.home / "dictionaries/killed.txt"
        built = lists[seed % 2]
        command = ["dict", "build", str(built), "--name", "killed"]
        status = self._hit(command, path.parent, "dict build")
        if status == 0 or path.exists():
            kept = [file for file in lists if file.read_bytes() == path.read_bytes()]
            assert kept == [built] or (status and kept), "half a list"
            assert list(open_lexicon("killed")) == path.read_text().split(), "a wrong dictionary"

    def compile(self, seed: int) -> None:
        """Use a list for the first time, and again, and check its words."""
        path = self._list(seed)
        self._hit(["words", "catdog", "-d", str(path)], self.home / "cache", "compile")
        assert list(open_lexicon(str(path))) == path.read_text().split(), "a wrong dictionary"

    def _list(self, seed: int) -> Path:
        path = self.folder / f"list-{seed}.txt"
        if not path.exists():
            words = {"".join(Random(f"{seed} {at}").choices(ALPHABET, k=5)) for at in range(2000)}
            path.write_text("".join(f"{word}\n" for word in sorted(words)))
        return path

    def _hit(self, command: list[str], folder: Path, what: str) -> int:
        """Run bw and kill it after a random number of changes in a folder; return its status."""
        folder.mkdir(parents=True, exist_ok=True)
        process = subprocess.Popen([*BW, *command], stdout=subprocess.DEVNULL)
        changes = self.random.randrange(5)  # a lock, a temporary file, its new name
        if not changes:
            time.sleep(self.random.uniform(0, 0.5))
        seen = folder.stat().st_mtime_ns
        while changes and process.poll() is None:
            if (now := folder.stat().st_mtime_ns) != seen:
                seen = now
                changes -= 1
        process.kill()
        status = process.wait()
        assert status in (0, -9), status
        self.kills[what] += status != 0
        return status


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _lines(path: Path) -> list[bytes]:
    """Return the complete lines of a record, without announced purchases."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [line for line in lines if b"will_buy" not in line]


def _asked_again(path: Path, left: Sequence[Step]) -> list[Step]:
    """Return the remaining steps, with purchases that are not in the record."""
    game, steps = read_game(path), list[Step]()
    asked = {seat for seat, player in enumerate(game.state.players) if player.drawn}
    asked -= game.will_buy.keys()
    for step in left:
        if isinstance(step.entry, Sell):
            asked = set()
        again = step.answer and step.seat in asked
        steps.append(step._replace(typed=[step.answer]) if again else step)
    return steps


def _undated(line: bytes) -> bytes:
    return re.sub(rb'"(date|sum)":"[^"]*"', b"", line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--home", metavar="FOLDER", help="of compiled dictionaries")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BW_HOME"] = options.home or folder
        check = Check(Path(folder), Random(options.seed))
        games = [check.play(options.seed, variants) for variants in PLAYED]
        games.insert(1, check.track(options.seed))
        begun = set()
        with suppress(KeyboardInterrupt):
            for work in cycle([*games, check.dictionaries(options.seed)]):
                begun.add(work)
                next(work)
                if check.kills.total() >= options.kills:
                    break
            check.killing = False
            for game in begun.intersection(games):  # to its end
                next(game)
        for what, kills in sorted(check.kills.items()):
            print(f"{kills:6}  {what}")
        print(
            f"{check.kills.total()} kills, {check.torn} torn lines: nothing lost, nothing doubled"
        )


if __name__ == "__main__":
    main()
