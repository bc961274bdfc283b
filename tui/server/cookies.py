"""Cookies: a token for each of the browser's players, the language, and a CSRF token.

With SameSite=Lax, browsers send cookies along with links from other sites, so a visitor who follows one keeps their
player. A link alone changes nothing.
"""

import hashlib
import re
import secrets

from aiohttp import web

from engine.together.keys import BROWSER

PLAYERS = "players"
"""The cookie with the tokens of the browser's players, the current player first."""
PLAYER = "player"
"""The cookie of older versions, with a single token."""
FORM = "form"
"""The cookie of the CSRF token, which must match the form's."""
LANGUAGE = "lang"
"""The cookie of the language chosen in the address."""
MAX_PLAYERS = 8
"""Maximum number of players in one browser."""
_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


def new_token() -> str:
    """Return a new random token of 256 bits."""
    return secrets.token_urlsafe(32)


def tokens(request: web.Request) -> list[str]:
    """Return the tokens of the browser's players, the current player first.

    The token of an older version comes first: its cookie was not sent along with links, so a newer token may have no
    player.
    """
    words = [request.cookies.get(PLAYER, ""), *request.cookies.get(PLAYERS, "").split(".")]
    return list(dict.fromkeys(word for word in words if _TOKEN.fullmatch(word)))[:MAX_PLAYERS]


def store_tokens(request: web.Request, response: web.StreamResponse, player_tokens: list[str]) -> None:
    """Store the tokens, and delete the cookie of older versions."""
    store(request, response, PLAYERS, ".".join(player_tokens))
    if PLAYER in request.cookies:
        response.del_cookie(PLAYER)


def form_token(request: web.Request) -> str:
    """Return the browser's CSRF token; "" if there is none."""
    token = request.cookies.get(FORM, "")
    return token if _TOKEN.fullmatch(token) else ""


def store(request: web.Request, response: web.StreamResponse, name: str, value: str) -> None:
    """Set a cookie for another year."""
    is_secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
    response.set_cookie(name, value, max_age=_YEAR, httponly=True, samesite="Lax", secure=is_secure)


def fingerprint(token: str) -> str:
    """Return the hash of a token that the server stores; it can't be used to log in."""
    return BROWSER + hashlib.sha256(token.encode()).hexdigest()
