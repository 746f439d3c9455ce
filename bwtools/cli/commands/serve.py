"""The command `bw serve`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import click

from ...errors import InvalidError
from ...records.record_file import read_game
from ..options import within
from ..output import print_lines
from ..saved_games import last_unfinished
from ..terminal.new_game import new_session, solo_options
from ..terminal.run_game import play_on, resume
from ..terminal.screen import show


@click.command("serve", context_settings={"ignore_unknown_options": True})
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Listen at this address (default: 127.0.0.1, this machine only).",
)
@click.option(
    "--port", type=within(1, 65_535), default=8000, metavar="N", help="The port (default: 8000)."
)
@click.option("--page", is_flag=True, hidden=True, help="Play the game of one page.")
@click.argument("options", nargs=-1, type=click.UNPROCESSED)
def serve_(host: str, port: int, page: bool, options: tuple[str, ...]) -> None:
    """Show the table in a browser on this machine, until Ctrl-C.

    Each page is a game of its own, with the OPTIONS of bw play. Without options, a page continues
    the last unfinished game, so that reloading it loses nothing.

    \b
    bw serve
    bw serve --port 8080 --players you,club
    """
    if page:
        _play_page()
        return
    try:
        from ..web_server import LOCAL, TableServer
    except ImportError:
        raise InvalidError(
            "the browser needs textual-serve: install it with pip install 'bwtools[web]'"
        ) from None
    if not host:
        raise InvalidError("the address is empty: name one with --host, such as 127.0.0.1")
    words = ["play", *options] if options else ["serve", "--page"]
    command = [sys.executable, "-m", "bwtools", *words]
    text = subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)
    address = f"[{host}]" if ":" in host else host

    def announce() -> None:
        print_lines([f"The table is at http://{address}:{port}/ until you press Ctrl-C."])
        if host not in LOCAL:
            show(
                "Everybody who can reach this address can play your games on this machine, as you: "
                "there is no password, and nothing is encrypted."
            )
        sys.stdout.flush()

    TableServer(text, host, port).run(announce)


def _play_page() -> None:
    """Continue the last unfinished game of this machine, or begin one if there is none to play."""
    try:
        path = last_unfinished()
        if read_game(path).deal is not None:
            resume(path)
            return
    except InvalidError:  # there is none, or it is open in another page
        pass
    options = solo_options()
    play_on(new_session(options), options)
