"""Plays a whole game on the full-screen table, in a terminal (tmux) and in a browser (Chromium).

python scripts/check_screen.py [terminal] [browser] [--pictures FOLDER]

It presses keys as a person does, and follows the game by its record. It needs tmux, and for the
browser Chromium and textual-serve. Linux and macOS.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bwtools.errors import BwError
from bwtools.records.game_record import Game
from bwtools.records.record_file import read_game

BW = [sys.executable, "-m", "bwtools"]
MOST = 400  # keys in a game
SIZES = {"desktop": (1200, 700), "phone": (412, 860)}  # pixels


def key_for(game: Game) -> str:
    """Return the key that a person in no hurry presses: buy, sell nothing, discard as suggested."""
    state = game.state
    match state.phase:
        case "buy":
            return "1" if game.rules.cost(state.player.drawn) <= state.player.money - 20 else "2"
        case "choose":
            return "2"
    return "Enter"


async def play(home: str, press: Callable[[str], Awaitable[None]]) -> Game:
    """Play the only game in a home to its end; return it. Raise AssertionError if it stops."""
    for number in range(MOST):
        (record,) = Path(home, "games").glob("*.jsonl")
        try:
            game = read_game(record)
        except BwError:  # just being written
            await asyncio.sleep(0.1)
            continue
        if game.state.phase == "over":
            print(f"  a game of {game.state.round} rounds ended with {number} keys")
            return game
        before = len(game.events)
        await press(key_for(game))
        if not await _goes_on(record, before):  # the last round asks: words remain unsold
            await press("1")
            assert await _goes_on(record, before), "the game stops"
    raise AssertionError(f"the game is not over after {MOST} keys")


async def _goes_on(record: Path, events: int) -> bool:
    """Return whether the game gets more events within some seconds."""
    for _ in range(100):
        await asyncio.sleep(0.05)
        if len(read_game(record).events) > events:
            return True
    return False


def in_terminal(home: str) -> None:
    """Play in tmux, and check the page at the end."""
    tmux = ["tmux", "-L", f"bw{os.getpid()}"]
    environment = f"env BW_HOME={home} BW_PLAIN= COLORTERM=truecolor"
    command = f"{environment} {' '.join(BW)} play --seed 6"
    subprocess.run([*tmux, "new-session", "-d", "-x", "80", "-y", "24", command], check=True)
    try:

        async def press(key: str) -> None:
            subprocess.run([*tmux, "send-keys", key], check=True)

        def screen() -> str:
            shown = subprocess.run([*tmux, "capture-pane", "-p"], capture_output=True, check=True)
            return shown.stdout.decode()

        wait_for(lambda: "1 Buy for" in screen())
        asyncio.run(play(home, press))
        wait_for(lambda: "1 Review" in screen())
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


def wait_for(check: Callable[[], bool], seconds: float = 30) -> None:
    """Wait until a check holds. Raise AssertionError if it takes too long."""
    end = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < end, "the screen did not come"
        time.sleep(0.1)


def in_browser(home: str, pictures: str | None) -> None:
    """Play in Chromium, at the size of a desktop and of a phone."""
    port, debugging = free_port(), free_port()
    environment = {**os.environ, "BW_HOME": home}
    server = subprocess.Popen(
        [*BW, "serve", "--port", str(port)], env=environment, stdout=subprocess.DEVNULL
    )
    browser = subprocess.Popen(
        [
            *(shutil.which("chromium") or "chromium", "--headless", "--no-sandbox"),
            *("--disable-gpu", f"--remote-debugging-port={debugging}"),
            *(f"--user-data-dir={home}/chromium", "about:blank"),
        ],
        stderr=subprocess.DEVNULL,
    )
    try:
        asyncio.run(_browse(home, f"http://127.0.0.1:{port}/", debugging, pictures))
    finally:
        for process in (browser, server):
            process.terminate()
            process.wait()


async def _browse(home: str, url: str, debugging: int, pictures: str | None) -> None:
    import aiohttp

    page = await _page(debugging)
    async with aiohttp.ClientSession() as session, session.ws_connect(page, max_msg_size=0) as line:
        number = 0

        async def call(method: str, **parameters: Any) -> Any:
            nonlocal number
            number += 1
            await line.send_json({"id": number, "method": method, "params": parameters})
            while (answer := await line.receive_json()).get("id") != number:
                pass
            return answer.get("result")

        async def press(key: str) -> None:
            text = "\r" if key == "Enter" else key
            code = 13 if key == "Enter" else ord(key)
            event = {"key": key, "text": text, "windowsVirtualKeyCode": code}
            await call("Input.dispatchKeyEvent", type="keyDown", **event)
            await call("Input.dispatchKeyEvent", type="keyUp", key=key)

        for name, (width, height) in SIZES.items():
            await call(
                "Emulation.setDeviceMetricsOverride",
                width=width,
                height=height,
                deviceScaleFactor=1,
                mobile=name == "phone",
            )
            await call("Page.navigate", url=url)
            await asyncio.sleep(6)
            for kind in ("mousePressed", "mouseReleased"):
                await call(
                    "Input.dispatchMouseEvent",
                    type=kind,
                    x=width / 2,
                    y=height - 60,
                    button="left",
                    clickCount=1,
                )
            if pictures:
                shot = await call("Page.captureScreenshot")
                Path(pictures, f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
            if name == "desktop":
                await play(home, press)


async def _page(debugging: int) -> str:
    """Return the address of the browser's page."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{debugging}/json") as answer:
                pages = json.load(answer)
                return next(str(p["webSocketDebuggerUrl"]) for p in pages if p["type"] == "page")
        except (OSError, StopIteration):
            await asyncio.sleep(0.2)
    raise AssertionError("the browser did not start")


def free_port() -> int:
    """Return a port that nothing listens at."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def main() -> None:
    """Run the checks that are named, or both."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("where", nargs="*", choices=["terminal", "browser", []])
    parser.add_argument("--pictures", metavar="FOLDER")
    options = parser.parse_args()
    for where in options.where or ["terminal", "browser"]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            Path(home, "table.json").write_text('{"toured": true}', encoding="utf-8")
            print(where)
            if where == "terminal":
                in_terminal(home)
            else:
                in_browser(home, options.pictures)


if __name__ == "__main__":
    main()
