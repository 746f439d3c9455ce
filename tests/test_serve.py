"""The table in a browser: bw serve."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest
from aiohttp import ServerDisconnectedError
from aiohttp.test_utils import TestClient, TestServer
from shell import bw

from bwtools.cli.terminal.prompt import has_screen
from bwtools.cli.web_server import TableServer
from bwtools.errors import InvalidError


def answer(path: str, **headers: str) -> tuple[int, str]:
    """Return the status and the text of an answer of the server."""

    async def ask() -> tuple[int, str]:
        server = TableServer("true", "127.0.0.1", 0)
        async with TestClient(TestServer(await server._make_app())) as client:
            response = await client.get(path, headers=headers)
            return response.status, await response.text()

    return asyncio.run(ask())


def test_the_page_names_the_address_that_the_browser_asked() -> None:
    status, page = answer("/", Host="phone.example:8000")
    assert status == 200
    assert "ws://phone.example:8000/ws" in page


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", ""])
def test_pages_of_other_websites_are_refused(origin: str) -> None:
    assert answer("/ws", Origin=origin)[0] == 403


def test_a_website_that_takes_the_address_of_this_machine_is_refused() -> None:
    assert answer("/ws", Host="elsewhere.example", Origin="http://elsewhere.example")[0] == 403
    with pytest.raises(ServerDisconnectedError):  # accepted, but this is not a WebSocket
        answer("/ws", Host="localhost:8000", Origin="http://localhost:8000")


def run_nothing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have the server only say that it listens; return a list of the commands it would run."""
    commands = []

    def run(self: TableServer, announce: Callable[[], None]) -> None:
        commands.append(self.command)
        announce()

    monkeypatch.setattr(TableServer, "run", run)
    return commands


def test_the_address_is_named_when_the_server_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bwtools", "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert f":{port}/" in server.stdout.readline()
        socket.create_connection(("127.0.0.1", port)).close()
        server.send_signal(signal.SIGINT)
    assert server.returncode in (0, 130)


def test_a_page_plays_with_the_options_given(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = run_nothing(monkeypatch)
    done = bw("serve", "--port", "8080", "--players", "you,club")
    assert done.out == "The table is at http://127.0.0.1:8080/ until you press Ctrl-C.\n"
    assert commands[0].endswith("-m bwtools play --players you,club")


def test_listening_to_others_says_what_that_means(monkeypatch: pytest.MonkeyPatch) -> None:
    run_nothing(monkeypatch)
    assert "there is no password" in bw("serve", "--host", "0.0.0.0").out
    assert "there is no password" not in bw("serve").out
    assert "at http://[::1]:8000/ until" in bw("serve", "--host", "::1").out


def test_a_port_that_is_in_use_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        asyncio.set_event_loop(loop := asyncio.new_event_loop())
        with pytest.raises(InvalidError, match="it is in use; choose another --port"):
            TableServer("true", "127.0.0.1", taken.getsockname()[1]).run(lambda: None)
        loop.close()


@pytest.mark.parametrize(
    ("host", "message"),
    [("", "the address is empty"), ("999.1.1.1", "choose another --host")],
)
def test_an_address_that_is_none_is_reported(host: str, message: str) -> None:
    done = bw("serve", "--host", host)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_without_its_library_the_command_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "bwtools.cli.web_server", None)
    done = bw("serve")
    assert done.status == 2
    assert "pip install 'bwtools[web]'" in done.err


def test_a_browser_has_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not has_screen()
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    assert has_screen()
