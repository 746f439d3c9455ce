"""Damage every kind of file that bw reads or writes, and check its answers.

    python scripts/check_faults.py [--flips N] [--seed S] [--only WHAT]

Files are truncated at each kind of position, their bits are flipped, and they are replaced by
folders, pipes, devices and links to themselves or to nothing; permissions are removed, and disks
are full or read-only. Then sixteen processes do the same thing at once, and others have their cache
overwritten and truncated while they use it. `bw` must answer as for the undamaged file, or as for
the valid content of the damaged one; or end with status 2 and one line, `Error: ...`, that names
the file; or, when it lists games, print one warning. Files that it only reads must not change.

A table is printed with a row for each file and fault; the exit status is 1 if anything is wrong.
Disks are small tmpfs that are mounted here, which needs root; without it those rows are skipped,
with a note. Root is run without its rights to read and write everything, so that permissions apply.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
LIMIT = 900  # seconds by the clock after which a command hangs: the machine may be busy
PROCESSES = 16
WORDS = ("cat", "dog", "quiz", "retinas", "stainer", "zoo", "ox", "tax", "taxi", "aid", "die")
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


class Said(NamedTuple):
    """The result of a command; the status is None if it had to be killed."""

    status: int | None
    out: str
    err: str

    @property
    def first(self) -> str:
        return next(iter((self.err or self.out).splitlines()), "(nothing)")


class Fault(NamedTuple):
    """A way to damage a file, applied to the path of an undamaged one."""

    kind: str
    do: Callable[[Path], None]


class Subject(NamedTuple):
    """A file, the commands that use it, and what they may say of other bytes in its place.

    `truth` gives the output that damaged bytes deserve, or None if they deserve an error.
    """

    name: str
    path: Path
    commands: Sequence[Sequence[str]]
    truth: Callable[[bytes, Sequence[str]], str | None] = lambda *_: None
    must_answer: bool = False  # with right results for any content
    changes: bool = False  # it may be rewritten
    tree: Path = ROOT  # of the package to run


class Bw:
    """A runner of bw with its own home folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"

    def start(
        self, args: Sequence[str], tree: Path = ROOT, home: Path | None = None, **options: Any
    ) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(tree), "BW_HOME": str(home or self.home)}
        return subprocess.Popen(
            [sys.executable, "-m", "bwtools", *args],
            stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=environment,
            preexec_fn=options.pop("before", None),
        )

    def __call__(self, args: Sequence[str], stdin: str = "", **options: Any) -> Said:
        with self.start(args, stdin=subprocess.PIPE, **options) as process:
            return said(process, stdin)


def said(process: subprocess.Popen[str], stdin: str | None = None) -> Said:
    """Return the output of a process, which is killed if it hangs."""
    try:
        out, err = process.communicate(stdin, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return Said(None, out, err)
    return Said(process.returncode, out, err)


class Table:
    """The rows of the table, for a file and a fault each, with the answers of all runs."""

    def __init__(self) -> None:
        self.wrong = 0

    def add(self, what: str, fault: str, runs: Sequence[tuple[str, Said]]) -> None:
        """Print a row for the runs under one kind of fault, each a verdict and an answer."""
        verdicts = Counter(verdict for verdict, _ in runs)
        bad = [run for run in runs if run[0].startswith("WRONG")]
        self.wrong += len(bad)
        statuses = " ".join(sorted({str(said.status) for _, said in runs}))
        shown = ", ".join(f"{number} {verdict}" for verdict, number in sorted(verdicts.items()))
        ok = "ok" if not bad else "WRONG"
        first = bad[0] if bad else next((run for run in runs if run[1].status), runs[0])
        print(f"{ok:6}{what:15}{fault:22}{statuses:8}{shown}", flush=True)
        print(f"{'':43}{shorten(first[1].first)}", flush=True)

    def skip(self, what: str, why: str) -> None:
        print(f"{'-':6}{what:15}left out: {why}", flush=True)


def shorten(line: str) -> str:
    line = re.sub(r"/tmp/[^ :,;]*/", "", line)
    return line if len(line) < 110 else line[:107] + "..."


def cuts(data: bytes) -> list[int]:
    """Return positions to truncate a file: 0, in its first bytes and lines, half, and the end."""
    lines = [match.end() for match in re.finditer(b"\n", data[:4000])][:6]
    places = {0, 1, 2, *(end + step for end in lines for step in (-2, -1, 0, 1)), 29, 33, 37, 41}
    places |= {len(data) // 10, len(data) // 2, len(data) * 9 // 10, len(data) - 2, len(data) - 1}
    return sorted(place for place in places if 0 <= place < len(data))


def faults_of(data: bytes, flips: int, random: Random) -> Iterator[Fault]:
    """Yield every fault of a file with these bytes."""
    for place in cuts(data):
        yield Fault("cut short", _writes(data[:place]))
    near = random.choices(range(min(48, len(data)) * 8), k=flips // 3)  # magic, sums, lengths
    for bit in near + random.choices(range(len(data) * 8), k=flips - len(near)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        yield Fault("a bit flipped", _writes(bytes(flipped)))
    for _ in range(max(1, flips // 8)):
        at = random.randrange(len(data))
        yield Fault("zeros from there on", _writes(data[:at] + bytes(len(data) - at)))
    yield Fault("a folder", lambda path: path.mkdir())
    yield Fault("a pipe", lambda path: os.mkfifo(path))
    yield Fault("a link to itself", lambda path: path.symlink_to(path))
    yield Fault("a link to nowhere", lambda path: path.symlink_to(path.with_name("nowhere")))
    for device in ("/dev/zero", "/dev/full", "/dev/tty"):
        yield Fault("a device", lambda path, device=device: path.symlink_to(device))  # type: ignore[misc]
    yield Fault("no permission", _forbidden(data))


def _writes(data: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(data)

    return write


def _forbidden(data: bytes) -> Callable[[Path], None]:
    def forbid(path: Path) -> None:
        path.write_bytes(data)
        path.chmod(0)

    return forbid


def remove(path: Path) -> None:
    """Remove the file or folder at a path."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def bound() -> None:
    """Make permissions apply to root, from the next exec on."""
    import ctypes

    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)


def verdict(
    subject: Subject, command: Sequence[str], done: Said, sound: Said, damaged: bytes | None
) -> str:
    """Return how the answer for a damaged file is right, or WRONG with the reason.

    `damaged` is its content before the command ran; None if it was not a file.
    """
    path = subject.path
    if done.status is None:
        return "WRONG: it hangs"
    if "Traceback" in done.err:
        return "WRONG: a traceback"
    if done == sound:
        return "as the undamaged file"
    if subject.must_answer:
        return "WRONG: not as the undamaged file"
    lines = done.err.splitlines()
    if len(lines) == 1 and path.name in lines[0]:
        if done.status == 2 and lines[0].startswith("Error: ") and not done.out:
            return "named"
        if done.status == 0 and lines[0].startswith("Warning: ") and command[0] == "games":
            return "named"
    # A damaged word may no longer be valid, and check says so.
    answered = done.status == sound.status or (command[0] == "check" and done.status == 1)
    if answered and damaged is not None:
        truth = subject.truth(damaged, command)
        if truth is not None and truth in (done.out, "any"):
            return "as its content"
    return "WRONG: not one line that names the file" if done.status else "WRONG: not true"


def check_subject(bw: Bw, table: Table, subject: Subject, flips: int, random: Random) -> None:
    """Damage one file in every way."""
    path = subject.path
    data = path.read_bytes()
    sound = [bw(command, tree=subject.tree) for command in subject.commands]
    for command, done in zip(subject.commands, sound, strict=True):
        assert done.status == 0, (command, done)
    path.write_bytes(data)
    rows: dict[str, list[tuple[str, Said]]] = {}
    for fault in faults_of(data, flips, random):
        for command, right in zip(subject.commands, sound, strict=True):
            remove(path)
            fault.do(path)
            before = _content(path)
            damaged = path.read_bytes() if path.is_file() else None
            done = bw(command, tree=subject.tree, before=bound)
            judged = verdict(subject, command, done, right, damaged)
            after = _content(path)
            if (
                command[0] == "resume" and not done.status
            ):  # an incomplete line is replaced, and more may follow
                changed = not after.startswith(before[: before.rfind(b"\n") + 1])
            else:
                changed = after != before and not subject.changes
            if changed:
                judged = "WRONG: the file was changed"
            if judged.startswith("WRONG"):
                print(f"      {' '.join(command)}: {done}"[:600], file=sys.stderr)
            rows.setdefault(fault.kind, []).append((judged, done))
    remove(path)
    path.write_bytes(data)
    for kind, runs in rows.items():
        table.add(subject.name, kind, runs)


def _content(path: Path) -> bytes:
    """Return the bytes of a file, or the kind of anything else at the path."""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        return oct(status.st_mode).encode()
    return path.read_bytes()


def subjects(bw: Bw) -> list[Subject]:
    """Make undamaged files of every kind, with bw where possible."""
    own = bw.folder / "list.txt"
    own.write_text("".join(f"{word}\n" for word in WORDS))
    assert bw(["dict", "add", str(own), "zzz", "qi"]).status == 0
    assert bw(["dict", "remove", str(own), "dog"]).status == 0
    (house,) = (bw.home / "house").glob("*.txt")
    (cache,) = (bw.home / "cache").glob("list*")
    bare = bw.folder / "bare.txt"  # without house words
    shutil.copy(own, bare)
    assert bw(["dict", "build", str(own), "--name", "mine"]).status == 0
    tiles = bw.folder / "tiles.toml"
    shutil.copy(ROOT / "bwtools/data/classic.toml", tiles)
    theme = bw.folder / "theme.txt"
    theme.write_text("retinas\nstrain\n")
    tree = package(bw.folder)
    listed = ["words", "aeinrst.", "-d", str(own), "-f", "plain"]
    return [
        Subject(
            "cache", cache, [listed, ["dict", "export", str(own)]], must_answer=True, changes=True
        ),
        Subject("house words", house, [["dict", "info", str(own), "-f", "json"], listed]),
        Subject(
            "house changed", house, [["dict", "add", str(own), "zzz", "-f", "json"]], changes=True
        ),
        *record_subjects(bw),
        Subject(
            "weights",
            tree / "bwtools/data/value1.bin",
            [["buy", "ing", "--hand", "aerst", "--basis", "value", "-f", "json"]],
            tree=tree,
        ),
        Subject("tile set", tiles, [["tiles", str(tiles), "-f", "csv"]], tiles_in),
        Subject("word list", bare, [["dict", "export", str(bare)]], words_in),
        Subject(
            "own dictionary",
            bw.home / "dictionaries/mine.txt",
            [["dict", "export", "mine"]],
            words_in,
        ),
        Subject(
            "list to build",
            bare,
            [["dict", "build", str(bare), "--name", "built", "-f", "plain"]],
            lambda data, _: "built\n" if words_in(data) else None,
        ),
        Subject("theme", theme, [[*listed, "--theme", str(theme)]], lambda *_: "any"),
        Subject(
            "check --file",
            theme,
            [["check", "-d", "everyday", "--file", str(theme)]],
            lambda *_: "any",
        ),
        Subject("scan FILE", theme, [["scan", "-d", "everyday", str(theme)]], lambda *_: "any"),
    ]


def record_subjects(bw: Bw) -> list[Subject]:
    """Save a game played from a seed, and a tracked game."""
    games = bw.home / "games"
    played, table = games / "played.jsonl", games / "table.jsonl"
    answers = "".join(f"{line}\n" for line in ["y", "3", "", "y", "", "n", "", "y"] * 3)
    bw(
        [
            "play",
            "-d",
            "everyday",
            "--seed",
            "3",
            "--players",
            "you,novice",
            "--record",
            str(played),
        ],
        answers,
    )
    tracked = "3 ing+ tea-\ngin\n\n4 quiz+ tine-\nquiz\n\n2 an- to+\n"
    bw(["track", "--players", "Anna,you", "--record", str(table)], tracked)
    made = []
    for path in (played, table):
        data = path.read_bytes()
        events = bw(["replay", str(path), "-f", "plain"]).out.splitlines(keepends=True)

        def truth(
            found: bytes, command: Sequence[str], data: bytes = data, events: list[str] = events
        ) -> str | None:
            whole = found[: found.rfind(b"\n") + 1]
            if found and data.startswith(found + b"\n"):
                whole = found + b"\n"  # only the last line feed is missing
            if not whole or not data.startswith(whole):
                return None
            lines = whole.count(b"\n") - whole.count(b"will_buy")
            return "".join(events[: lines - 1]) if command[-1] == "plain" else "any"

        commands = [
            ["replay", str(path), "-f", "plain"],
            ["resume", str(path)],
            ["replay", str(path), "--state", "-f", "json"],
            ["games", "-f", "plain"],
        ]
        made.append(Subject(f"game {path.stem}", path, commands, truth))
    return made


def package(folder: Path) -> Path:
    """Copy the package, so that its weights can be damaged."""
    tree = folder / "tree"
    copy = tree / "bwtools"
    copy.mkdir(parents=True)
    for entry in (ROOT / "bwtools").iterdir():
        if entry.name == "data":
            shutil.copytree(entry, copy / "data")
        else:
            (copy / entry.name).symlink_to(entry)
    (tree / "dictionaries").symlink_to(ROOT / "dictionaries")
    return tree


def words_in(data: bytes, _: Sequence[str] = ()) -> str | None:
    """Return the words in a list, as exported; None if it is not a word list."""
    lines = re.split("[\r\n]", data.decode("latin-1"))
    starts = [line.strip(" \t").replace("\t", " ").split(" ")[0] for line in lines]
    words = {word.lower() for word in starts if re.fullmatch("[A-Za-z]{2,63}", word)}
    return "".join(f"{word}\n" for word in sorted(words)) if words and b"\0" not in data else None


def tiles_in(data: bytes, _: Sequence[str]) -> str | None:
    """Return the tiles of a tile set, as `bw tiles` lists them; None if it is not a tile set."""
    try:
        letters = tomllib.loads(data.decode())["letters"]
    except (ValueError, KeyError):
        return None
    rows = [f"{letter},{count},{pips}\n" for letter, (count, pips) in sorted(letters.items())]
    return "letter,count,pips\n" + "".join(rows) if rows else "any"


# Full disks and read-only disks.

GAME = "".join(f"{line}\n" for line in ["y", "3", ""] * 60)
TRACKED = "3\nundo\n" * 150
SIMULATE = [
    "simulate",
    "-d",
    "everyday",
    "--players",
    "novice",
    "--games",
    "2",
    "--jobs",
    "1",
    "-f",
    "json",
]


@contextmanager
def disk(folder: Path) -> Iterator[Path]:
    """Mount a small disk. Raise OSError if this user cannot."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        raise OSError("disks can be mounted by root only")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill a disk to its last byte; return the file that fills it."""
    path = folder / "filler"
    with path.open("ab", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return path


def writing_commands(home: Path, own: Path) -> dict[str, tuple[list[str], str, Path | None]]:
    """Return the commands that write: input, and the file that they change, if there is one."""
    played, tracked = home / "games/played.jsonl", home / "games/tracked.jsonl"
    (house,) = (home / "house").glob("list*.txt")
    return {
        "cache": (["words", "aeinrst", "-d", str(own)], "", None),
        "house changed": (["dict", "add", str(own), "ab", "cd", "ef"], "", house),
        "list to build": (["dict", "build", str(own), "--name", "mine"], "", None),
        "game begun": (["play", "-d", "everyday", "--seed", "1"], "", None),
        "game played on": (["resume", str(played)], GAME, played),
        "table begun": (["track", "-d", "everyday", "--players", "Anna,you"], "", None),
        "table followed": (["resume", str(tracked)], TRACKED, tracked),
        "simulated": (
            [*SIMULATE, "--record", str(home / "records")],
            "",
            None,
        ),
        "plotted": (
            [*SIMULATE, "--plot", str(home / "plot.svg")],
            "",
            None,
        ),
    }


def check_disks(bw: Bw, table: Table) -> None:
    """Run every command that writes, on a full disk, on a read-only one, then with space again."""
    own = bw.folder / "list.txt"
    try:
        with disk(bw.folder / "disk") as folder:
            for what in ("a full disk", "a read-only disk"):
                home = folder / what.split()[1]
                _prepare(bw, home, own)
                commands = writing_commands(home, own)
                before = {path: path.read_bytes() for _, _, path in commands.values() if path}
                filler = fill(folder) if what == "a full disk" else None
                if not filler:
                    _remount(folder, "ro")
                for name, (command, typed, path) in commands.items():
                    done = bw(command, typed, home=home)
                    judged = _judge_disk(name, done, path, before[path] if path else b"", home)
                    table.add(name, what, [(judged, done)])
                if filler:
                    filler.unlink()
                _remount(folder, "rw")
                for name, (command, typed, _) in commands.items():
                    done = bw(command, typed, home=home)
                    fine = done.status == 0 and not done.err
                    table.add(name, "and put right", [("done" if fine else "WRONG", done)])
    except OSError as error:
        table.skip("disks", str(error))


def _prepare(bw: Bw, home: Path, own: Path) -> None:
    for command in (
        ["dict", "add", str(own), "zzz"],
        ["play", "-d", "everyday", "--seed", "3", "--record", str(home / "games/played.jsonl")],
        [
            "track",
            "-d",
            "everyday",
            "--players",
            "Anna,you",
            "--record",
            str(home / "games/tracked.jsonl"),
        ],
    ):
        done = bw(command, home=home)
        assert done.status == 0, done
    for path in (home / "cache").iterdir():
        path.unlink()


def _remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


def _judge_disk(name: str, done: Said, path: Path | None, before: bytes, home: Path) -> str:
    if done.status is None or "Traceback" in done.err:
        return "WRONG: it hangs" if done.status is None else "WRONG: a traceback"
    if name == "cache":
        return "right" if done.status == 0 and "RETINAS" in done.out else "WRONG"
    lines = done.err.splitlines()
    if done.status != 2 or len(lines) != 1 or not lines[0].startswith("Error: "):
        return "WRONG: not one line that names the file"
    if str(path or home) not in lines[0]:
        return "WRONG: the file is not named"
    if path:
        left = path.read_bytes()
        if not (left.startswith(before) and left.endswith(b"\n")):
            return "WRONG: something is lost"
        if path.suffix == ".txt" and left != before:
            return "WRONG: half is written"
    return "named"


# Many processes at once.


def at_once(
    bw: Bw, commands: Sequence[Sequence[str]], typed: str = "", **options: Any
) -> list[Said]:
    """Return the output of processes that are started together."""
    script = bw.folder / "typed"
    script.write_text(typed)
    started = []
    for command in commands:
        with script.open() as stdin:
            started.append(bw.start(command, stdin=stdin, **options))
    return [said(process) for process in started]


def check_at_once(bw: Bw, table: Table) -> None:
    """Run sixteen processes at once: compile, add house words, play, resume."""
    home = bw.folder / "crowd"
    own = bw.folder / "list.txt"
    words = ["words", "aeinrst.", "-d", "everyday", "-f", "plain", "--top", "3"]
    right = bw(words)
    done = at_once(bw, [words] * PROCESSES, home=home)
    table.add("cache", "16 at once", [("right" if d == right else "WRONG", d) for d in done])
    ruled = [f"z{chr(97 + at)}" for at in range(PROCESSES)]
    done = at_once(bw, [["dict", "add", str(own), word] for word in ruled], home=home)
    info = json.loads(bw(["dict", "info", str(own), "-f", "json"], home=home).out)[0]
    kept = set(info["added"]) == {word.upper() for word in ruled}
    judged = "all kept" if kept else "WRONG: words lost"
    table.add(
        "house changed", "16 at once", [(judged if d.status == 0 else "WRONG", d) for d in done]
    )
    build = ["dict", "build", str(own), "--name", "mine", "-f", "plain"]
    done = at_once(bw, [build] * PROCESSES, home=home)
    table.add(
        "list to build",
        "16 at once",
        [("built" if d.out == "mine\n" else "WRONG", d) for d in done],
    )
    _play_at_once(bw, table, home)


def _play_at_once(bw: Bw, table: Table, home: Path) -> None:
    play = [
        ["play", "-d", "everyday", "--seed", str(seed), "--players", "you,novice"]
        for seed in range(PROCESSES)
    ]
    done = at_once(bw, play, GAME, home=home)
    listed = json.loads(bw(["games", "-f", "json"], home=home).out)
    seeds = sorted(row["seed"] for row in listed)
    judged = "all kept" if seeds == list(range(PROCESSES)) else f"WRONG: {len(seeds)} games"
    table.add("games", "16 at once", [(judged if d.status == 0 else "WRONG", d) for d in done])
    begun = home / "begun.jsonl"
    bw(["play", "--seed", "1", "--record", str(begun)], home=home)
    before = begun.read_bytes()
    started = [
        bw.start(["resume", str(begun)], home=home, stdin=subprocess.PIPE) for _ in range(PROCESSES)
    ]
    refused = 0
    while refused < PROCESSES - 1:  # the process with the game waits for input
        refused = sum(process.poll() is not None for process in started)
    done = [said(process, "") for process in started]
    verdicts = [
        "has it"
        if d.status == 0
        else "refused"
        if "another process is playing the game" in d.err
        else "WRONG"
        for d in done
    ]
    if verdicts.count("has it") != 1 or begun.read_bytes() != before:
        verdicts = ["WRONG"] * PROCESSES
    table.add("one game", "16 at once", list(zip(verdicts, done, strict=True)))


def check_cache_in_use(bw: Bw, table: Table, random: Random, rounds: int = 3) -> None:
    """Overwrite and truncate the cache while fifteen processes open it repeatedly."""
    command = ["words", "aeinrst.", "-d", "everyday", "-f", "plain", "--top", "3"]
    right = bw(command)
    (cache,) = (bw.home / "cache").glob("everyday*")
    data = cache.read_bytes()
    runs = []
    for _ in range(rounds):
        started = [bw.start(command) for _ in range(PROCESSES - 1)]
        while any(process.poll() is None for process in started):
            try:
                with cache.open("r+b") as file:
                    file.truncate(random.randrange(len(data)))
                    file.seek(random.randrange(len(data)))
                    file.write(random.randbytes(1000))
                if random.random() < 0.5:
                    cache.write_bytes(data)  # in place, not renamed
            except FileNotFoundError:
                cache.write_bytes(data[: len(data) // 2])
        runs += [said(process) for process in started]
    judged = [("right" if done == right else "WRONG", done) for done in runs]
    table.add("cache", "damaged while used", judged)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--flips", type=int, default=24, metavar="N", help="for each file")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--only", default="", metavar="WHAT", help="rows whose name holds this")
    options = parser.parse_args()
    table, random = Table(), Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        bw = Bw(Path(folder))
        for subject in subjects(bw):
            if options.only in subject.name:
                check_subject(bw, table, subject, options.flips, random)
        if options.only in "disks":
            check_disks(bw, table)
        if options.only in "at once":
            check_at_once(bw, table)
        if options.only in "in use":
            check_cache_in_use(bw, table, random)
    print(f"{table.wrong} wrong" if table.wrong else "nothing lost, nothing wrong said")
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
