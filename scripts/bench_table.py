"""Measures the full-screen table in a terminal: the first table, a key to its repaint, memory.

python scripts/bench_table.py [--runs N]

Prints each figure beside its limit. Times are by the clock: run it on a quiet machine. Linux and
macOS.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

from measuring import MB, bw

from bwtools.advice.rules_of_thumb import discard_by_rule
from bwtools.cli.saved_games import begin_game
from bwtools.game.state import Buy, Choose, Discard, Event, Sell
from bwtools.lexicon.lexicon import open_lexicon
from bwtools.records.game_record import PERSON, Seat

FIRST, REPAINT, MEMORY = 3, 50, 120  # limits: times `bw words`; milliseconds; megabytes
LETTERS = 13  # held while keys are measured
KEYS = 60


class Terminal:
    """A command in a terminal of 100 x 32."""

    def __init__(self, *args: str) -> None:
        self.begun = time.perf_counter()
        self.process, self.tty = pty.fork()
        if not self.process:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.environ.pop("BW_PLAIN", None)
            os.execv(bw(), [bw(), *args])
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, struct.pack("HHHH", 32, 100, 0, 0))

    def wait_for(self, text: bytes, seconds: float = 30) -> float:
        """Return the seconds from the start until a text appears; raise if it does not."""
        seen = b""
        while text not in seen:
            if not select.select([self.tty], [], [], seconds)[0]:
                raise TimeoutError(seen[-500:])
            seen += os.read(self.tty, 1 << 16)
        return time.perf_counter() - self.begun

    def drain(self, quiet: float = 0.3) -> None:
        """Read until nothing comes any more."""
        while select.select([self.tty], [], [], quiet)[0]:
            os.read(self.tty, 1 << 16)

    def repaint(self, key: bytes) -> float:
        """Return the seconds from a key to the end of its first repaint."""
        self.drain(0.1)
        begun = time.perf_counter()
        os.write(self.tty, key)
        select.select([self.tty], [], [], 5)
        os.read(self.tty, 1 << 16)
        return time.perf_counter() - begun

    def end(self) -> float:
        """End the command; return the megabytes of its peak."""
        os.kill(self.process, signal.SIGTERM)
        _, _, used = os.wait4(self.process, 0)
        os.close(self.tty)
        return used.ru_maxrss / MB


def long_hand(folder: str) -> str:
    """Return the record of a game in which the person holds 13 letters and may sell."""
    lexicon = open_lexicon("enable")
    for seed in range(100):
        record = str(Path(folder, f"{seed}.jsonl"))
        with begin_game(lexicon, [Seat("you", PERSON)], seed, record) as writer:
            while writer.game.state.round < 8:
                state, deal = writer.game.state, writer.game.deal
                assert deal is not None
                held = state.player.hand.letters
                if state.phase == "sell" and len(held) == LETTERS:
                    return record
                event: Event | None = deal.event(state)
                match state.phase:
                    case "choose" if event is None:
                        event = Choose(5)
                    case "buy":
                        event = writer.game.rules.forced(state) or Buy(True)
                    case "sell":
                        event = Sell()
                    case "discard":
                        event = Discard(discard_by_rule(held, lexicon.tiles))
                assert event is not None
                writer.add(event)
    raise AssertionError(f"no hand of {LETTERS} letters")


def first_tables(runs: int) -> tuple[float, float]:
    """Return the median seconds to the first table, and to the last line of `bw words`."""
    tables, words = [], []
    for _ in range(runs):
        terminal = Terminal("words", "aeinrst", "--top", "1")
        words.append(terminal.wait_for(b"\n"))
        terminal.end()
        terminal = Terminal("play", "--seed", "6")
        tables.append(terminal.wait_for(b"Buy for"))
        terminal.end()
    return statistics.median(tables), statistics.median(words)


def repaints(record: str) -> tuple[float, float, float]:
    """Return the median and the 95th percentile of a repaint in milliseconds, and megabytes."""
    terminal = Terminal("resume", record)
    terminal.wait_for(b"Done")
    terminal.drain(1)
    letters = record_letters(record)
    times = []
    for number in range(KEYS):
        back = number % 8 >= 4
        key = b"\x7f" if back else letters[number % 8].lower().encode()
        times.append(1000 * terminal.repaint(key))
    os.write(terminal.tty, b"\x1b")
    terminal.drain()
    os.write(terminal.tty, b"!")
    terminal.drain(3)
    memory = terminal.end()
    return statistics.median(times), sorted(times)[int(0.95 * len(times))], memory


def record_letters(record: str) -> str:
    """Return the letters that the person in a record holds."""
    from bwtools.records.record_file import read_game

    return read_game(record).state.player.hand.letters


def main() -> int:
    """Print the figures; return 1 if one exceeds its limit."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=7, metavar="N")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as home:
        os.environ["BW_HOME"] = home
        Path(home, "table.json").write_text('{"toured": true}')
        open_lexicon("enable")
        table, words = first_tables(runs)
        middle, most, memory = repaints(long_hand(home))
    rows = [
        ("cold play to the first table / words", table / words, FIRST, "x"),
        (f"key to repaint, {LETTERS} letters and wilds, p95", most, REPAINT, "ms"),
        ("memory after a hint", memory, MEMORY, "MB"),
    ]
    for name, value, limit, unit in rows:
        print(f"{name:<48}{value:8.1f} {unit}  limit {limit} {unit}")
    print(f"(table {table:.2f} s, words {words:.2f} s; median repaint {middle:.0f} ms)")
    return int(any(value > limit for _, value, limit, _ in rows))


if __name__ == "__main__":
    sys.exit(main())
