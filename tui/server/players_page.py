"""The page `/players`, and links with a code: selects which player plays in this browser.

A browser holds several players. Viewing the page changes nothing and uses up no code. Only its form does, which is
protected by a CSRF token.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from hmac import compare_digest
from html import escape
from string import Template
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from aiohttp import web

from engine.base.language import Sentence, lazy_gettext, speaking
from engine.play.errors import GameError
from engine.together.keys import parse_code
from tui.server import cookies, hosts

if TYPE_CHECKING:
    from tui.server.service import Service

PATH = "/players"
TITLE = lazy_gettext("Players in this browser")
PLAY = lazy_gettext("To the game")
GO_ON = lazy_gettext("Continue as {name}")
PLAYS = lazy_gettext("{name} plays in this browser now.")
NO_PLAYERS = lazy_gettext("No player of this server has played in this browser yet.")
ASK = lazy_gettext("Play as {name} in this browser?")
STAYS = lazy_gettext(
    "{name} and all games of that player stay in this browser. You can change back on this page at any time."
)
ADD = lazy_gettext("Play as {name}")
CODE = lazy_gettext("A code of another key, or a recovery code")
ENTER = lazy_gettext("Enter the code")
NEW = lazy_gettext("Play as a new player")
NO_CODE = lazy_gettext("This code is not valid. Ask for another one where you already play.")
TOO_MANY_TRIES = lazy_gettext("Too many wrong codes. Try again in ten minutes.")
FULL = lazy_gettext("This browser has {count} players already, and can't take another.")
FORGED = "Open the page /players of this server, and send its form from there."

log = logging.getLogger("satsudoku.server")


@dataclass(frozen=True)
class BrowserPlayer:
    """A player of this browser, with their token."""

    token: str
    name: str
    number: int
    is_current: bool
    """Whether this player plays in the browser now."""


class PlayersPage:
    """The request handlers of the players' page."""

    def __init__(self, service: Service, template: str) -> None:
        self._service = service
        self._template = Template(template)

    def show_page(self, request: web.Request, language: str, address: str) -> web.Response:
        """Show the page; with a code in the address, ask whether to play as its player."""
        players, typed = self._browser_players(request), request.query.get("code")
        with speaking(language):
            if typed is None:
                return self._page(request, language, players)
            code = parse_code(typed)
            owner = self._service.owner_of_code(code, address) if code else None
            if code is None or owner is None:
                return self._refused(request, language, players, address)
            return self._page(request, language, players, question=_Question(code, owner.name))

    async def handle_form(self, request: web.Request, language: str, address: str) -> web.Response:
        """Handle the form."""
        try:
            fields = dict(parse_qsl((await request.read()).decode(errors="replace")))
        except web.RequestPayloadError:
            raise web.HTTPBadRequest from None
        token = cookies.form_token(request)
        is_ours = token and compare_digest(token.encode(), fields.get("form", "").encode())
        if not is_ours or not hosts.is_own(request.headers.get("Origin", ""), request.headers.get("Host", "")):
            log.info("a form from %s is refused: it is not from the page of this server", address)
            raise web.HTTPForbidden(text=FORGED)
        players = self._browser_players(request)
        with speaking(language):
            if "code" in fields:
                return self._add(request, language, players, address, fields["code"])
            if "new" in fields:
                return self._add_new(request, language, players)
            number = fields.get("choose")
            selected_token = next((player.token for player in players if str(player.number) == number), None)
            if selected_token:
                return self._to_game(request, selected_token)
            return web.Response(status=303, headers={"Location": PATH})

    def _add(
        self, request: web.Request, language: str, players: list[BrowserPlayer], address: str, typed: str
    ) -> web.Response:
        """Play as the player of a code. The code is not used up if this browser has the player already."""
        code = parse_code(typed)
        owner = self._service.owner_of_code(code, address) if code else None
        if code is None or owner is None:
            return self._refused(request, language, players, address)
        existing_token = next((player.token for player in players if player.number == owner.number), None)
        if existing_token:
            return self._to_game(request, existing_token)
        if not self._has_room(request):
            return self._full(request, language, players)
        token, label = cookies.new_token(), browser_of(request.headers.get("User-Agent", ""))
        try:
            redeemed = self._service.redeem(code, cookies.fingerprint(token), address, label)
        except GameError as refusal:
            return self._page(request, language, players, str(refusal), 409)
        if redeemed is None:
            return self._refused(request, language, players, address)
        return self._to_game(request, token)

    def _add_new(self, request: web.Request, language: str, players: list[BrowserPlayer]) -> web.Response:
        """Play as a new player."""
        if not self._has_room(request):
            return self._full(request, language, players)
        return self._to_game(request, cookies.new_token())

    def _full(self, request: web.Request, language: str, players: list[BrowserPlayer]) -> web.Response:
        return self._page(request, language, players, FULL.format(count=cookies.MAX_PLAYERS), 409)

    def _refused(self, request: web.Request, language: str, players: list[BrowserPlayer], address: str) -> web.Response:
        """Show the page after an invalid code."""
        if self._service.has_no_tries(address):
            return self._page(request, language, players, str(TOO_MANY_TRIES), 429)
        return self._page(request, language, players, str(NO_CODE), 403)

    def _browser_players(self, request: web.Request) -> list[BrowserPlayer]:
        """Return the players of this browser without blocked ones, the current player first."""
        tokens = cookies.tokens(request)
        owners = self._service.players.owners([cookies.fingerprint(token) for token in tokens])
        return [
            BrowserPlayer(token, owner.name, owner.number, token == tokens[0])
            for token, owner in zip(tokens, owners, strict=True)
            if owner and owner.number is not None
        ]

    def _valid_tokens(self, request: web.Request) -> list[str]:
        """Return the tokens of all players of this browser, without unknown ones such as revoked tokens."""
        return [token for token in cookies.tokens(request) if self._service.players.knows(cookies.fingerprint(token))]

    def _has_room(self, request: web.Request) -> bool:
        return len(self._valid_tokens(request)) < cookies.MAX_PLAYERS

    def _to_game(self, request: web.Request, first: str) -> web.Response:
        """Redirect to the game as the player of a token; the others stay in the browser."""
        response = web.Response(status=303, headers={"Location": "/"})
        cookies.store_tokens(
            request, response, [first, *(token for token in self._valid_tokens(request) if token != first)]
        )
        return response

    def _page(
        self,
        request: web.Request,
        language: str,
        players: list[BrowserPlayer],
        notice: str = "",
        status: int = 200,
        question: _Question | None = None,
    ) -> web.Response:
        """Render the page with a notice, or with a question instead of the choices."""
        token = cookies.form_token(request) or cookies.new_token()
        parts = [f'<p role="alert">{escape(notice)}</p>'] if notice else []
        parts += question.parts(players, token) if question else _choices(players, token)
        buttons = [_text(GO_ON, name=player.name) for player in players if player.is_current and question]
        page = self._template.substitute(
            language=language.replace("_", "-"),
            title=_text(TITLE),
            play=next(iter(buttons), _text(PLAY)),
            parts="\n".join(parts),
        )
        response = web.Response(text=page, status=status, content_type="text/html", charset="utf-8")
        cookies.store(request, response, cookies.FORM, token)
        return response


@dataclass(frozen=True)
class _Question:
    """The question whether to play as the player of a code."""

    code: str
    name: str

    def parts(self, players: list[BrowserPlayer], token: str) -> list[str]:
        """Return the HTML of the question, with a note on the current player."""
        previous = [player.name for player in players if player.is_current and player.name != self.name]
        return [
            f"<h1>{_text(ASK, name=self.name)}</h1>",
            *(f"<p>{_text(STAYS, name=name)}</p>" for name in previous),
            _form(token, _button("code", self.code, _text(ADD, name=self.name))),
        ]


def _choices(players: list[BrowserPlayer], token: str) -> list[str]:
    """Return the HTML of the current player, the other players, and the input for a code."""
    code_input = (
        f'<label>{_text(CODE)}<br /><input name="code" size="32" maxlength="60" autocomplete="off"'
        f' autocapitalize="none" spellcheck="false" /></label> <button>{_text(ENTER)}</button>'
    )
    return [
        f"<h1>{_text(TITLE)}</h1>",
        *(f"<p>{_text(PLAYS, name=player.name)}</p>" for player in players if player.is_current),
        *([] if players else [f"<p>{_text(NO_PLAYERS)}</p>"]),
        *(
            _form(token, _button("choose", str(player.number), _text(ADD, name=player.name)))
            for player in players
            if not player.is_current
        ),
        *([_form(token, _button("new", "1", _text(NEW)))] if players else []),
        _form(token, code_input),
    ]


def _form(token: str, content: str) -> str:
    """Wrap content in its own form, so that enter submits that content only."""
    return f'<form method="post" action="{PATH}"><input type="hidden" name="form" value="{token}" />{content}</form>'


def browser_of(agent: str) -> str:
    """Return the browser and system of a User-Agent header, such as "Firefox, Linux"; "" if unknown."""
    browsers = (
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    )
    systems = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
               ("Mac OS X", "macOS"), ("Linux", "Linux"))  # fmt: skip
    names = [next((name for sign, name in signs if sign in agent), "") for signs in (browsers, systems)]
    return ", ".join(filter(None, names))


def _text(sentence: Sentence, **names: object) -> str:
    """Format and escape a sentence for HTML."""
    return escape(sentence.format(**names) if names else str(sentence))


def _button(name: str, value: str, text: str) -> str:
    """Return a submit button with a value; `text` must be escaped already."""
    return f'<button name="{name}" value="{escape(value)}">{text}</button>'
