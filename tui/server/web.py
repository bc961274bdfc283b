"""In a browser: a page with a terminal in it, textual-serve's, and a session at its other end in this process.

What the browser and the session tell each other is textual-serve's protocol (Textualize): JSON lists such as
`["stdin", TEXT]` and `["resize", {"width": 80, "height": 24}]` come in, and bytes for the terminal go out.
A browser is known by a cookie, which is to its player what a key is over SSH.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import re
import secrets
import socket
from collections.abc import Iterable
from contextlib import suppress
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSMsgType, web
from textual.geometry import Size

from engine.base.language import VARIABLE, current, known, later, speaking
from tui.server.fair_queue import FairQueue, Flow
from tui.server.gate import is_closed
from tui.server.session import PlaySession
from tui.server.sockets import BACKLOG

if TYPE_CHECKING:
    from tui.server.service import Service

COOKIE = "player"
_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)
_LONGEST_MESSAGE = 1 << 16
"""Bytes of what is typed or pasted at a time."""
_HEARTBEAT = 20.0
"""Seconds after which a browser is asked whether it is still there."""
_UNSOLICITED_PONG = b"\x8a\x00"
"""A frame that browsers take without an answer."""
_GOODBYE_SECONDS = 5.0
TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
"""What the terminal of the page would say of itself, beside its language."""
LANGUAGE = "lang"
"""In the page's address, and the cookie that keeps what was said there."""
WORDS = {
    "waiting": later("Connecting…"),
    "over": later("This session is over. Your games are saved."),
    "again": later("Go on"),
    "no_script": later("This page needs JavaScript; without it, play over SSH."),
}
"""What stands in the page, by its name there."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
NO_COOKIE = "Open the page itself first; it needs a cookie."
OTHER_PAGE = "Only the page of this server may open a session."
TOO_MANY = "Too many are playing. Try again later."
NO_CODE = "This code is not in force any more: ask for a new one where you play already."
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}

log = logging.getLogger("satsudoku.server")


async def listen(service: Service, sockets: Iterable[socket.socket]) -> web.AppRunner:
    """Serve the page on these sockets."""
    app = web.Application(client_max_size=1024)
    site = Site(service)
    app.router.add_get("/", site.page)
    app.router.add_get("/page/{name}", site.part)
    app.router.add_get("/ws", site.session)
    app.router.add_static("/static", Path(textual_serve.__file__).parent / "static")
    app.on_response_prepare.append(_add_headers)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GOODBYE_SECONDS)
    await runner.setup()
    for one in sockets:
        await web.SockSite(runner, one, backlog=BACKLOG).start()
    log.info("serving browsers on http://%s:%d", *runner.addresses[0][:2])
    return runner


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


class Site:
    """What is answered to a browser."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._parts = {
            part.name: part.read_text(encoding="utf-8") for part in files("tui.server").joinpath("page").iterdir()
        }

    async def page(self, request: web.Request) -> web.Response:
        """The page; a browser that comes for the first time is given a cookie, one with a code that player's."""
        code = request.query.get("code")
        if code is not None:
            return self._add_browser(request, code)
        language = _language(request)
        with speaking(language):
            words = {name: escape(str(sentence)) for name, sentence in WORDS.items()}
        page = Template(self._parts["index.html"]).substitute(words, language=language.replace("_", "-"))
        response = web.Response(text=page, content_type="text/html", charset="utf-8")
        if request.query.get(LANGUAGE):
            _keep(request, response, LANGUAGE, language)
        if not _token(request):
            _keep(request, response, COOKIE, secrets.token_urlsafe(32))
        return response

    async def part(self, request: web.Request) -> web.Response:
        """What the page consists of."""
        name = request.match_info["name"]
        if name not in self._parts:
            raise web.HTTPNotFound
        return self._text(name)

    def _text(self, name: str) -> web.Response:
        return web.Response(text=self._parts[name], content_type=TYPES[Path(name).suffix], charset="utf-8")

    def _add_browser(self, request: web.Request, code: str) -> web.Response:
        token = secrets.token_urlsafe(32)
        if self._service.players.add_key(code, _fingerprint(token)) is None:
            raise web.HTTPForbidden(text=NO_CODE)
        response = web.Response(status=303, headers={"Location": "/"})
        _keep(request, response, COOKIE, token)
        return response

    async def session(self, request: web.Request) -> web.StreamResponse:
        """One session, from its first byte to its last."""
        service, token, address = self._service, _token(request), _address(request)
        if urlsplit(request.headers.get("Origin", "")).netloc != request.host:
            raise web.HTTPForbidden(text=OTHER_PAGE)
        if not token:
            raise web.HTTPForbidden(text=NO_COOKIE)
        try:
            if not service.arrive(address):
                raise web.HTTPServiceUnavailable(text=TOO_MANY)
            player = service.welcome(_fingerprint(token), f"web-{secrets.token_hex(3)}", address)
            session = service.admit(player) if player else None
            if player is None or session is None:
                raise web.HTTPServiceUnavailable(text=TOO_MANY)
            log.info("%s from %s, in a browser", player.name, address)
            socket = web.WebSocketResponse(
                heartbeat=_HEARTBEAT, max_msg_size=_LONGEST_MESSAGE, compress=False, autoping=False
            )
            await socket.prepare(request)
            await _run(session, socket, _size(request.query), request, service.queue)
            return socket
        finally:
            service.depart(address)


async def _run(
    session: PlaySession, socket: web.WebSocketResponse, size: Size, request: web.Request, queue: FairQueue
) -> None:
    """Carry what is typed to the session, and what it shows to the browser, until one of them ends."""
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
                    if not await _take(session, socket, message.data):
                        break
                elif message.type is not WSMsgType.PONG:
                    break
    finally:
        session.cut()
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


async def _take(session: PlaySession, socket: web.WebSocketResponse, message: str) -> bool:
    """Do what a message says; False if it says nothing that a page of ours would."""
    try:
        kind, *values = json.loads(message)
        if kind == "stdin":
            session.received(str(values[0]).encode("utf-8", "replace"))
        elif kind == "resize":
            session.resized(*_size(values[0]))
        elif kind == "ping":
            with suppress(ConnectionError):
                await socket.send_json(["pong", str(values[0])[:40]])
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return False
    return True


class BrowserChannel:
    """A WebSocket as a session uses it."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self._socket = socket
        self._request = request
        self._may_read = asyncio.Event()
        self._may_read.set()
        self._waiting: list[bytes] = []
        self._unsent = 0
        self._has_news = asyncio.Event()
        self._is_over = False

    def write(self, data: bytes) -> None:
        """Send this later, in the order of the calls."""
        self._waiting.append(data)
        self._unsent += len(data)
        self._has_news.set()

    def unsent(self) -> int:
        """Bytes that wait to be sent."""
        return self._unsent

    def is_closing(self) -> bool:
        """Whether the end was told, by either side."""
        return self._is_over or self._socket.closed

    def exit(self, code: int) -> None:
        """Close once all is sent; a browser has no use for the code."""
        self._is_over = True
        self._may_read.set()
        self._has_news.set()

    def pause_reading(self) -> None:
        """Take no message until `resume_reading`; then the browser has to wait, too."""
        self._may_read.clear()

    def resume_reading(self) -> None:
        """Take messages again."""
        self._may_read.set()

    async def may_read(self) -> bool:
        """Wait until a message may be taken; False once the connection is lost."""
        await self._may_read.wait()
        return self._request.transport is not None

    def is_gone(self) -> bool:
        """Whether the browser has closed. Sends a frame that needs no answer, and is refused where nobody is."""
        transport = self._request.transport
        if transport is None or is_closed(transport):
            return True
        transport.write(_UNSOLICITED_PONG)
        return False

    def abort(self) -> None:
        """Close it now."""
        self._may_read.set()
        if self._request.transport:
            self._request.transport.abort()

    async def send_all(self) -> None:
        """Send what is written until the end."""
        with suppress(ConnectionError):
            while not (self._is_over and not self._waiting):
                await self._has_news.wait()
                self._has_news.clear()
                data, self._waiting = b"".join(self._waiting), []
                if data:
                    await self._socket.send_bytes(data)
                self._unsent -= len(data)
            await self._socket.close()


def _size(told: Any) -> Size:
    """The size of a terminal. Raises ValueError, TypeError or KeyError for what is none."""
    return Size(int(told["width"]), int(told["height"]))


def _token(request: web.Request) -> str:
    """The browser's cookie; "" if there is none of ours."""
    token = request.cookies.get(COOKIE, "")
    return token if _TOKEN.fullmatch(token) else ""


def _language(request: web.Request) -> str:
    """The language that the address names, or one that did before, else the first of the browser's that is ours."""
    asked = [request.query.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")]
    accepted = (one.partition(";") for one in request.headers.get("Accept-Language", "")[:200].split(","))
    by_weight = sorted(accepted, key=lambda one: _weight(one[2]), reverse=True)
    names = (*asked, *(name.strip() for name, *_ in by_weight))
    return next(filter(None, map(known, filter(None, names))), current())


def _weight(told: str) -> float:
    """How much a browser wants a language, as in `q=0.8`."""
    found = re.search(r"q=([01](?:\.\d{1,3})?)", told)
    return float(found[1]) if found else 1.0


def _keep(request: web.Request, response: web.Response, name: str, value: str) -> None:
    """Have the browser keep a cookie."""
    is_secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
    response.set_cookie(name, value, max_age=10 * _YEAR, httponly=True, samesite="Strict", secure=is_secure)


def _fingerprint(token: str) -> str:
    """What is kept of a cookie: with it alone nobody can play."""
    return "web:" + hashlib.sha256(token.encode()).hexdigest()


def _address(request: web.Request) -> str:
    """Where a browser is; behind a proxy on this machine, what that says."""
    address = request.remote or "?"
    if address in ("127.0.0.1", "::1"):
        return request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    return address
