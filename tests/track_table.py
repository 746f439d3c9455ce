"""Entering lines about a game on a real table with bw track."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from shell import Done, bw

PLAYERS = ("--players", "Anna,you")
Track = Callable[..., Done]
SMALL = """
name = "small"
letters = {A = [2, 1], E = [3, 1], R = [2, 1], S = [2, 1], T = [2, 1]}
wild = {count = 4, pips = 1, dealt = [4, 2]}
rules = {money = 200, die = [2, 3, "choice"], choice = [2, 3], hand_limit = 2}
solo = {good = 210}
"""


def enter(path: Path, *lines: str, args: tuple[str, ...] = PLAYERS) -> Done:
    """Enter lines about a game, of Anna and you unless `args` say otherwise."""
    stdin = "".join(f"{line}\n" for line in lines)
    return bw("track", *args, "--record", str(path), stdin=stdin)


def state(path: Path) -> dict[str, Any]:
    (row,) = bw("replay", str(path), "--state", "-f", "jsonl").rows
    return row


def events(path: Path) -> list[str]:
    return bw("replay", str(path), "-f", "plain").lines


def answers(done: Done) -> str:
    """Return the output as one line, since lines are wrapped."""
    return " ".join(done.out.split())
