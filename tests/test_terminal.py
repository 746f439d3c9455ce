"""Games at a pseudo-terminal, as people play them: prompts, answers, keys and bold headings."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from playing import answers

from bwtools.cli.terminal.new_game import read_seats
from bwtools.game.state import Buy, Choose, Discard, Draw, Sell
from bwtools.lexicon.lexicon import Lexicon
from bwtools.records.game_record import Header, Seat
from bwtools.records.record_file import create_game, read_game
from bwtools.tiles.tile_set import load_tiles

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals"),
    pytest.mark.usefixtures("own_games"),
]
ROOT = Path(__file__).parent.parent
PROMPT = re.compile(rb"(\[y/n\]|to \d\?|\(Enter: [^)]+\):|choice\):) $")
ESCAPES = re.compile(rb"\x1b\[[?0-9;]*[a-zA-Z]")
# Makes the pseudo-terminal that of the process, so that its keys send signals.
TAKE = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
RUN = TAKE + "os.execv(sys.executable, [sys.executable, '-m', 'bwtools', *sys.argv[1:]])"


class Terminal:
    """A game in an 80-column terminal, answered question by question."""

    def __init__(self, *args: str, term: str = "xterm", **environment: str) -> None:
        self.master, slave = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "TERM": term,
                "BW_PLAIN": "1",
                **environment,
            },
        )
        os.close(slave)
        self.raw = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def question(self) -> bool:
        """Read up to the next question; False if the game ends instead."""
        start = len(self.raw)
        while not PROMPT.search(ESCAPES.sub(b"", self.raw[start:])):
            assert select.select([self.master], [], [], 30)[0], self.text
            try:
                data = os.read(self.master, 4096)
            except OSError:  # how Linux says that the other side is closed
                data = b""
            if not data:
                return False
            self.raw += data
        return True

    def press_to_end(self, key: bytes) -> None:
        """Press a key until the game ends, as people do.

        A signal that comes just before Python waits for a line is seen with the next key only.
        """
        while self.process.poll() is None:
            self.answer(key)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)

    def answer(self, data: bytes) -> None:
        os.write(self.master, data)

    def status(self) -> int:
        """Read to the end, and wait."""
        while self.question():
            pass
        return self.process.wait(30)

    @property
    def text(self) -> str:
        return ESCAPES.sub(b"", self.raw).decode(errors="replace").replace("\r\n", "\n")


def recorded(home: Path) -> Path:
    (path,) = (home / "games").glob("*.jsonl")
    return path


def test_a_whole_game_is_played_at_a_terminal(enable: Lexicon, own_games: Path) -> None:
    header = Header(load_tiles(), read_seats("you,novice"), "enable", "", 42)
    with Terminal("play", "--seed", "42", "--players", "you,novice") as terminal:
        for line in answers(header, enable):
            assert terminal.question()
            terminal.answer(line.encode() + b"\n")
        assert terminal.status() == 0
    game = read_game(recorded(own_games))
    assert game.state.phase == "over"
    assert f" won with ${max(player.money for player in game.state.players)}." in terminal.text


@pytest.mark.slow
@pytest.mark.parametrize(("key", "status"), [(b"\x03", 130), (b"\x04", 0)])
def test_ctrl_c_and_ctrl_d_save_the_game(key: bytes, status: int, own_games: Path) -> None:
    with Terminal("play", "--seed", "42") as terminal:
        assert terminal.question()
        terminal.answer(b"y\n")
        assert terminal.question()
        terminal.press_to_end(key)
        assert terminal.status() == status
    assert terminal.text.rstrip().endswith(f"bw resume {recorded(own_games).stem} continues it.")
    assert "Traceback" not in terminal.text
    assert read_game(recorded(own_games)).state.phase == "sell"


def test_odd_keys_are_not_answers(own_games: Path) -> None:
    del own_games
    with Terminal("play", "--seed", "42") as terminal:
        for typed in (b"\xff\xc3\n", b"\x1b[A\x1b[B\x01\x02\n", b"q" * 3000 + b"\n", b"quit\n"):
            assert terminal.question()
            terminal.answer(typed)
        assert terminal.status() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize(
    ("term", "environment", "bold"),
    [("xterm", {}, True), ("xterm", {"NO_COLOR": "1"}, False), ("dumb", {}, False)],
)
def test_headings_are_bold_only_if_wanted(
    term: str, environment: dict[str, str], bold: bool
) -> None:
    with Terminal("play", "--seed", "42", term=term, **environment) as terminal:
        assert terminal.question()
        terminal.answer(b"quit\n")
        assert terminal.status() == 0
    assert (b"\x1b[1mRound 1" in terminal.raw) is bold
    assert term != "dumb" or b"\x1b" not in terminal.raw


def test_a_review_shows_its_progress_and_ends_in_lines_that_fit(tmp_path: Path) -> None:
    path, tiles = tmp_path / "game.jsonl", load_tiles()
    with create_game(path, Header(tiles, (Seat("Anna", "person"),), "enable", "")) as writer:
        for event in (Choose(2), Draw("IN"), Buy(True), Sell(), Discard()):
            writer.add(event)
    with Terminal("review", str(path), "--samples", "12", COLUMNS="60") as terminal:
        assert not terminal.question()
        assert terminal.status() == 0
    assert re.search(r"\revents .* [1-9]\d*%", terminal.text)
    closing = terminal.text.partition("(result = ")[2]
    assert "The game is not over" in closing
    assert max(map(len, closing.splitlines())) <= 60


@pytest.mark.parametrize(
    ("columns", "lines", "first"),
    [
        ("80", "24", "set           ING"),
        ("200", "24", "set  cost  "),
        ("80", "9", "              sell  sell"),
    ],
)
def test_a_table_that_is_too_wide_is_vertical_if_it_fits(
    columns: str, lines: str, first: str
) -> None:
    size = {"COLUMNS": columns, "LINES": lines}
    with Terminal("buy", "ing", "--basis", "value", **size) as terminal:
        assert terminal.status() == 0
    head, *rest = terminal.text.splitlines()
    assert head.startswith(first)
    assert any(line.split()[:2] == ["cost", "$16"] for line in rest) is first.endswith("ING")


def test_a_heading_is_stacked_if_that_makes_a_table_fit() -> None:
    with Terminal("sell", "aeinrst..", "--top", "9", COLUMNS="60", LINES="12") as terminal:
        assert terminal.status() == 0
    over, head, *rows = terminal.text.splitlines()
    assert over.split() == ["wilds", "wilds"]
    assert head.split() == ["rank", "revenue", "words", "used", "left", "left", "discard"]
    assert len(rows) == 9
    assert all(len(line) <= 60 for line in (over, head, *rows))


def test_vertical_rows_are_separated_by_a_blank_line() -> None:
    with Terminal("choose", "--basis", "value", COLUMNS="20", LINES="24") as terminal:
        assert terminal.status() == 0
    blocks = terminal.text.rstrip().split("\n\n")
    assert [block.split()[:2] for block in sorted(blocks)] == [["tiles", n] for n in "2345"]


def test_text_fits_a_narrow_terminal(own_games: Path) -> None:
    with Terminal("play", "--seed", "42", COLUMNS="50") as terminal:
        for line in (b"help\n", b"rules\n", b"words\n", b"bag\n", b"undo\n", b"quit\n"):
            assert terminal.question()
            terminal.answer(line)
        assert terminal.status() == 0
    path = str(recorded(own_games))
    assert [
        line for line in terminal.text.splitlines() if len(line) > 50 and path not in line
    ] == []


@pytest.mark.parametrize("command", ["track", "quiz"])
@pytest.mark.usefixtures("own_games")
def test_help_on_a_narrow_terminal_has_the_same_words(command: str) -> None:
    shown = []
    for columns in ("80", "50"):
        args = {"track": ("--players", "you,Ben"), "quiz": ("--seed", "1")}[command]
        with Terminal(command, *args, COLUMNS=columns) as terminal:
            for line in (b"help\n", b"quit\n"):
                assert terminal.question()
                terminal.answer(line)
            assert terminal.status() == 0
        text = terminal.text.partition("help\n")[2].partition("quit\n")[0]
        shown.append(text.rpartition(": ")[0])
        assert max(map(len, shown[-1].splitlines())) <= int(columns)
    assert shown[0].split() == shown[1].split()


def test_a_game_that_cannot_be_reviewed_is_reported_without_a_progress_bar(own_games: Path) -> None:
    with Terminal("play", "--players", "you,club", "--variant", "auction,trade") as terminal:
        assert terminal.question()
        terminal.answer(b"quit\n")
        assert terminal.status() == 0
    with Terminal("review", str(recorded(own_games))) as terminal:
        assert terminal.status() == 2
    reason = "a game with the variants auction, trade cannot be reviewed: "
    assert terminal.text.startswith(f"Error: {reason}")
