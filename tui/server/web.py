"""The web server: a page with textual-serve's terminal, connected to a session in this process.

The protocol is that of textual-serve (Textualize): JSON lists such as `["stdin", TEXT]` and
`["resize", {"width": 80, "height": 24}]` come in, and bytes for the terminal go out. A cookie identifies the player, as
a key does over SSH.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from html import escape
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, cast

import textual_serve
from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError
from textual.geometry import Size

from engine.base.language import VARIABLE, current, lazy_gettext, speaking, supported_language
from engine.base.text import printable
from tui.server import cookies, hosts, players_page
from tui.server.fair_queue import FairQueue, Flow
from tui.server.gate import is_closed
from tui.server.messages import CellTapped, MessageError, Ping, Resized, Typed, ViewChange, parse_message, size_of
from tui.server.metrics import Event, event_fields
from tui.server.players_page import PlayersPage, browser_of
from tui.server.session import PlaySession
from tui.server.sockets import BACKLOG
from tui.terminal.web_keys import cell_key, view_key

if TYPE_CHECKING:
    from tui.server.service import Service

_MAX_MESSAGE_BYTES = 1 << 16
"""Maximum size of a message."""
_HEARTBEAT_SECONDS = 20.0
"""Interval of WebSocket pings."""
_UNSOLICITED_PONG = b"\x8a\x00"
"""A WebSocket frame to which browsers send no answer."""
_GOODBYE_SECONDS = 5.0
TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""The environment of the page's terminal, without its language."""
LANGUAGE = cookies.LANGUAGE
"""The language parameter of the page's address, and the name of the cookie that stores it."""
WORDS = {
    "waiting": lazy_gettext("Connecting…"),
    "over": lazy_gettext("This session is over. Your games are saved."),
    "again": lazy_gettext("Continue"),
    "players": players_page.TITLE,
    "keys": lazy_gettext("keys"),
    "keyboard": lazy_gettext("keyboard"),
    "up": lazy_gettext("up"),
    "down": lazy_gettext("down"),
    "left": lazy_gettext("left"),
    "right": lazy_gettext("right"),
    "board": lazy_gettext("board"),
    "terminal": lazy_gettext("terminal"),
    "no_script": lazy_gettext("This page needs JavaScript; without it, play over SSH."),
}
"""The page's texts by placeholder."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without a referrer, browsers would omit a form's origin
    "Cache-Control": "no-cache",
}
NO_COOKIE = "Open the page itself first; it needs a cookie."
OTHER_PAGE = "Only the page of this server may open a session."
TOO_MANY = "Too many are playing. Try again later."
NO_SUCH_HOST = "This server has another name. Its operator can allow this one: serve --web-host NAME."
NO_SESSION = "Only the script of the page opens a session."
HOST = "host"
"""The key under which a request stores its validated Host header."""
CONTENT_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

log = logging.getLogger("satsudoku.server")


class RequestFilter(logging.Filter):
    """A filter of aiohttp's log: malformed requests are refusals, in one line instead of a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError | web.RequestPayloadError):
            record.msg, record.args = "a browser is refused: malformed request (%s)", (type(error).__name__,)
            record.exc_info = None
            record.__dict__.update(event_fields(Event.REFUSED))
        return True


async def listen(service: Service, sockets: Iterable[socket.socket]) -> web.AppRunner:
    """Serve the page on these sockets."""
    site = Site(service)
    app = web.Application(client_max_size=1024, middlewares=[site.checked])
    app.router.add_get("/", site.page)
    app.router.add_get(players_page.PATH, site.players)
    app.router.add_post(players_page.PATH, site.change_players)
    app.router.add_get("/page/{name}", site.part)
    app.router.add_get("/ws", site.session)
    app.router.add_get("/ws/{tab:[0-9a-f]{32}}", site.session)
    app.router.add_static("/static", Path(textual_serve.__file__).parent / "static")
    app.on_response_prepare.append(_add_headers)
    requests_log = log.getChild("requests")
    requests_log.addFilter(RequestFilter())
    runner = web.AppRunner(app, access_log=None, logger=requests_log, shutdown_timeout=_GOODBYE_SECONDS)
    await runner.setup()
    for listener in sockets:
        await web.SockSite(runner, listener, backlog=BACKLOG).start()
    log.info("serving browsers on http://%s:%d", *runner.addresses[0][:2])
    return runner


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = hosts.policy(request.get(HOST, ""))


class Site:
    """The request handlers."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._parts = {
            part.name: part.read_text(encoding="utf-8") for part in files("tui.server").joinpath("page").iterdir()
        }
        self._players = PlayersPage(service, self._parts["players.html"])

    @web.middleware
    async def checked(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Reject requests whose Host header does not name this server."""
        host = request.headers.get("Host", "")
        local = request.get_extra_info("sockname") or ("",)
        if not hosts.is_allowed(host, str(local[0]), self._service.options.web_hosts):
            _log_refusal(request, f"the host {printable(host[:100])!r} is not allowed")
            raise web.HTTPMisdirectedRequest(text=NO_SUCH_HOST)
        request[HOST] = host
        return await handler(request)

    async def page(self, request: web.Request) -> web.Response:
        """Serve the page, with a token for a new browser. An address with a code shows the players' page."""
        if "code" in request.query:
            return await self.players(request)
        language = _language(request)
        with speaking(language):
            words = {name: escape(str(sentence)) for name, sentence in WORDS.items()}
        page = Template(self._parts["index.html"]).substitute(words, language=language.replace("_", "-"))
        response = web.Response(text=page, content_type="text/html", charset="utf-8")
        if request.query.get(LANGUAGE):
            cookies.store(request, response, LANGUAGE, language)
        cookies.store_tokens(request, response, cookies.tokens(request) or [cookies.new_token()])
        return response

    async def players(self, request: web.Request) -> web.Response:
        """Show the players of the browser."""
        return self._players.show_page(request, _language(request), _address(request))

    async def change_players(self, request: web.Request) -> web.Response:
        """Handle the form of the players' page."""
        return await self._players.handle_form(request, _language(request), _address(request))

    async def part(self, request: web.Request) -> web.Response:
        """Serve a script or style sheet of the page."""
        name = request.match_info["name"]
        if name not in self._parts:
            raise web.HTTPNotFound
        return self._text(name)

    def _text(self, name: str) -> web.Response:
        return web.Response(text=self._parts[name], content_type=CONTENT_TYPES[Path(name).suffix], charset="utf-8")

    async def session(self, request: web.Request) -> web.StreamResponse:
        """Run one session. Invalid requests are rejected before a player is created."""
        service, address = self._service, _address(request)
        token = next(iter(cookies.tokens(request)), "")
        if not hosts.is_own(request.headers.get("Origin", ""), request[HOST]):
            _log_refusal(request, "another page opens a session")
            raise web.HTTPForbidden(text=OTHER_PAGE)
        if not token:
            _log_refusal(request, "a session without a cookie")
            raise web.HTTPForbidden(text=NO_COOKIE)
        socket = web.WebSocketResponse(
            heartbeat=_HEARTBEAT_SECONDS, max_msg_size=_MAX_MESSAGE_BYTES, compress=False, autoping=False
        )
        try:
            size = size_of(request.query)
        except MessageError as refusal:
            _log_refusal(request, str(refusal))
            raise web.HTTPBadRequest(text=NO_SESSION) from None
        if not socket.can_prepare(request):
            _log_refusal(request, "a session without a WebSocket")
            raise web.HTTPBadRequest(text=NO_SESSION)
        key, label = cookies.fingerprint(token), browser_of(request.headers.get("User-Agent", ""))
        try:
            if not service.add_connection(address):
                raise web.HTTPServiceUnavailable(text=TOO_MANY)
            player = service.player_of_key(key, f"web-{secrets.token_hex(3)}", address, label)
            place = request.match_info.get("tab", "")
            await service.end_earlier_session(key, place)
            session = service.admit(player, key, place) if player else None
            if player is None or session is None:
                raise web.HTTPServiceUnavailable(text=TOO_MANY)
            log.info("%s from %s, in a browser", player.name, address)
            await socket.prepare(request)
            await _run(session, socket, size, request, service.queue)
            return socket
        finally:
            service.remove_connection(address)


async def _run(
    session: PlaySession, socket: web.WebSocketResponse, size: Size, request: web.Request, queue: FairQueue
) -> None:
    """Forward input to the session and output to the browser until either ends."""
    channel = BrowserChannel(socket, request)
    session.open(channel, size, {**TERMINAL, VARIABLE: _language(request)})
    sending = asyncio.create_task(channel.send_all())
    flow = Flow()
    try:
        while await channel.may_read():
            message = await socket.receive()
            async with queue.turn(flow):
                if message.type is WSMsgType.PING:
                    with suppress(ConnectionError):
                        await socket.pong(message.data)
                elif message.type is WSMsgType.TEXT:
                    await _handle(session, socket, message.data)
                elif message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR):
                    break
                elif message.type is not WSMsgType.PONG:
                    raise MessageError("a message is not text")
    except MessageError as refusal:
        _log_refusal(request, str(refusal))
    finally:
        session.disconnect()
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


async def _handle(session: PlaySession, socket: web.WebSocketResponse, text: str) -> None:
    """Handle a message. Raises MessageError."""
    match parse_message(text):
        case Typed(typed):
            session.received(typed.encode("utf-8", "replace"))
        case CellTapped(cell):
            session.received(cell_key(cell).encode())
        case ViewChange(view):
            session.received(view_key(view).encode())
        case Resized(size):
            session.resized(*size)
        case Ping(sent):
            with suppress(ConnectionError):
                await socket.send_json(["pong", sent])


class BrowserChannel:
    """A WebSocket as a session's terminal channel."""

    connection_kind = "browser"

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._request = request
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._waiting: list[bytes | str] = []
        """Output for the terminal, and changes of the board."""
        self._unsent = 0
        self._has_news = asyncio.Event()
        self._is_finished = False

    def write(self, data: bytes) -> None:
        """Queue data to be sent."""
        self._waiting.append(data)
        self._unsent += len(data)
        self._has_news.set()

    def show(self, news: str) -> None:
        """Queue changes of the board in front, as a text message."""
        self._waiting.append(news)
        self._unsent += len(news)
        self._has_news.set()

    def unsent(self) -> int:
        """Number of queued bytes."""
        return self._unsent

    def is_closing(self) -> bool:
        """Whether either side has closed the connection."""
        return self._is_finished or self._socket.closed

    def exit(self, code: int) -> None:
        """Close once everything is sent; the exit code is ignored."""
        self._is_finished = True
        self._may_read.set()
        self._has_news.set()

    def pause_reading(self) -> None:
        """Stop reading messages until `resume_reading`, which makes the browser wait too."""
        self._may_read.clear()

    def resume_reading(self) -> None:
        """Read messages again."""
        self._may_read.set()

    async def may_read(self) -> bool:
        """Wait until messages may be read; returns False if the connection is lost."""
        await self._may_read.wait()
        return self._request.transport is not None

    def is_gone(self) -> bool:
        """Whether the browser has closed the connection. Sends an unanswered frame to provoke a reset otherwise."""
        transport = self._request.transport
        if transport is None or is_closed(transport):
            return True
        transport.write(_UNSOLICITED_PONG)
        return False

    def abort(self) -> None:
        """Close the connection at once."""
        self._may_read.set()
        if self._request.transport:
            self._request.transport.abort()

    async def send_all(self) -> None:
        """Send queued data until the session ends."""
        with suppress(ConnectionError):
            while not (self._is_finished and not self._waiting):
                await self._has_news.wait()
                self._has_news.clear()
                waiting, self._waiting = self._waiting, []
                for kind, pieces in groupby(waiting, type):
                    if kind is str:
                        for news in cast("Iterable[str]", pieces):
                            await self._socket.send_str(news)
                    elif data := b"".join(cast("Iterable[bytes]", pieces)):
                        await self._socket.send_bytes(data)
                self._unsent -= sum(map(len, waiting))
            await self._socket.close()


def _language(request: web.Request) -> str:
    """Return the language in the address or the cookie, else the browser's first supported one."""
    preferences = [request.query.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")]
    accepted = (entry.partition(";") for entry in request.headers.get("Accept-Language", "")[:200].split(","))
    by_weight = sorted(accepted, key=lambda entry: _weight(entry[2]), reverse=True)
    names = (*preferences, *(name.strip() for name, *_ in by_weight))
    return next(filter(None, map(supported_language, filter(None, names))), current())


def _weight(text: str) -> float:
    """Return the quality value of a language, as in `q=0.8`."""
    match = re.search(r"q=([01](?:\.\d{1,3})?)", text)
    return float(match[1]) if match else 1.0


def _log_refusal(request: web.Request, reason: str) -> None:
    """Log the reason for a refusal."""
    log.info(
        "a browser at %s is refused: %s", printable(_address(request)[:60]), reason, extra=event_fields(Event.REFUSED)
    )


def _address(request: web.Request) -> str:
    """Return the client's address; behind a proxy on this machine, that of its X-Forwarded-For header."""
    address = request.remote or "?"
    if address in ("127.0.0.1", "::1"):
        return request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    return address
