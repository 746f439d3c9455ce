"""The web server of the table: Textual's, for pages from the same address only."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

from aiohttp import web
from textual_serve.server import Server

from ..errors import InvalidError

LOCAL = ("127.0.0.1", "localhost", "::1")  # the names of this machine


class TableServer(Server):
    """A server that runs a command for each page, and shows its table there.

    It answers pages from its own address only: another website that is open in the same browser
    could play too, otherwise.
    """

    def __init__(self, command: str, host: str, port: int) -> None:
        super().__init__(command, host, port, title="BuyWord")

    def run(self, announce: Callable[[], None]) -> None:
        """Run until Ctrl-C, and announce it when the server listens.

        Raise InvalidError if the address cannot be used.
        """
        self.debug = False
        try:
            web.run_app(
                self._make_app(), host=self.host, port=self.port, print=lambda *_: announce()
            )
        except OSError as error:
            reason, remedy = error.strerror, "--host"
            if error.errno in (errno.EADDRINUSE, errno.EACCES):  # by another, or kept for root
                remedy = "--port"
                reason = "it is in use" if error.errno == errno.EADDRINUSE else reason
            raise InvalidError(
                f"cannot listen at {self.host}, port {self.port}: {reason}; choose another {remedy}"
            ) from None

    def initialize_logging(self) -> None:
        """Log nothing: the terminal shows the address only."""

    async def on_startup(self, _app: web.Application) -> None:
        """Print nothing: the command names the address."""

    async def handle_index(self, request: web.Request) -> Any:
        """Return the page, with links to the address by which the browser knows this server."""
        self.public_url = f"http://{request.host}"
        return await super().handle_index(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Connect a page to its game. Refuse pages of other websites.

        One of those may give its own name the address of this machine, so on the local address the
        name has to be a local one.
        """
        is_named = self.host in LOCAL and request.url.host not in LOCAL
        if is_named or request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="The page comes from another website.")
        return await super().handle_websocket(request)
