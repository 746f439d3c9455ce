"""The full-screen table in a pseudo-terminal: killed at any time, a game continues."""

from __future__ import annotations

import os
import select
import sys

import pytest
from shell import bw
from test_terminal import Terminal

from bwtools.cli.table.settings import Settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def read_until(terminal: Terminal, text: bytes) -> None:
    """Read the screen until a text appears."""
    seen = b""
    while text not in seen:
        assert select.select([terminal.master], [], [], 60)[0], seen[-1000:]
        seen += os.read(terminal.master, 1 << 16)


@pytest.mark.usefixtures("own_games")
def test_a_game_that_is_killed_on_the_screen_continues() -> None:
    Settings(toured=True).save()
    with Terminal("play", "--seed", "6", term="xterm-256color", BW_PLAIN="") as terminal:
        read_until(terminal, b"Pass")
        os.write(terminal.master, b"1")
        read_until(terminal, b"Done")
        terminal.process.kill()
    assert "money: $151" in bw("resume", stdin="").out
