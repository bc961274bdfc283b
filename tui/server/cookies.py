"""What a browser keeps: a token for each of its players, the language, and a token against forged forms.

Cookies are sent along with links from elsewhere (SameSite=Lax): a visitor who follows one is known, and is given no
other player. Nothing is done by a link alone.
"""

import hashlib
import re
import secrets

from aiohttp import web

from engine.together.keys import BROWSER

PLAYERS = "players"
"""The cookie with the tokens of the browser's players, the one that plays first."""
PLAYER = "player"
"""The cookie that older versions kept, with one token."""
FORM = "form"
"""The cookie that must agree with a token in the form."""
LANGUAGE = "lang"
"""The cookie that keeps which language the address named."""
MOST_PLAYERS = 8
"""Players of one browser."""
_YEAR = 365 * 24 * 3600
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(32)


def tokens(request: web.Request) -> list[str]:
    """The tokens of the browser's players, the one that plays first.

    That of an older version comes first: it was not sent along with a link, so a newer one may be nobody's.
    """
    words = [request.cookies.get(PLAYER, ""), *request.cookies.get(PLAYERS, "").split(".")]
    return list(dict.fromkeys(word for word in words if _TOKEN.fullmatch(word)))[:MOST_PLAYERS]


def keep_tokens(request: web.Request, response: web.StreamResponse, player_tokens: list[str]) -> None:
    """Have the browser keep these."""
    keep(request, response, PLAYERS, ".".join(player_tokens))
    if PLAYER in request.cookies:
        response.del_cookie(PLAYER)


def form_token(request: web.Request) -> str:
    """The token of the browser against forged forms; "" if there is none."""
    token = request.cookies.get(FORM, "")
    return token if _TOKEN.fullmatch(token) else ""


def keep(request: web.Request, response: web.StreamResponse, name: str, value: str) -> None:
    """Have the browser keep a cookie for another year."""
    is_secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
    response.set_cookie(name, value, max_age=_YEAR, httponly=True, samesite="Lax", secure=is_secure)


def fingerprint(token: str) -> str:
    """What the server keeps of a token: with it alone nobody can play."""
    return BROWSER + hashlib.sha256(token.encode()).hexdigest()
