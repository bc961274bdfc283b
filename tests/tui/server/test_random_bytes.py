"""Random bytes over SSH: they end no session by a fault, and other players notice nothing."""

import sys
from contextlib import suppress
from typing import Any

import pytest
from random_input import random_input

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import Player, playing  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")

QUIT = bytes((0x11,))
PIECE = 400
"""Bytes typed at a time."""


@pytest.mark.parametrize("workers", [1, 2])
async def test_an_invalid_byte_ends_no_session(start: Any) -> None:
    server = start()
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("/")
        await player.see("type words")
        for data in (b"\xfc", b"\x9b", b"\x1b[200~\xfc\x9b\x1b[201~", b"\xf4\x90\x80\x80", b"\x1b[99999999999u"):
            player.process.stdin.write(data)
        player.press("z", "z")
        await player.see("zz")
    assert "fault" not in server.log


@pytest.mark.parametrize("pieces", [40, pytest.param(2000, marks=pytest.mark.slow)])
async def test_random_bytes_crash_no_session(start: Any, pieces: int) -> None:
    """A key may end it; then another one starts."""
    server = start()
    seed = 0
    async with server.connect() as connection, playing(connection) as other:
        await other.leave_tour()
        while seed < pieces:
            async with server.connect() as attack, playing(attack) as player:
                with suppress(EOFError, asyncssh.Error, BrokenPipeError):
                    while seed < pieces:
                        seed += 1
                        player.process.stdin.write(random_input(seed, PIECE).translate(None, QUIT))
                        await _take_in(player)
        other.press("?")
        await other.see("nearly.txt")
    assert "fault" not in server.log, server.log
    assert "Traceback" not in server.log, server.log


async def _take_in(player: Player) -> None:
    """Read output for a moment. Raises EOFError at the end of the session."""
    with suppress(TimeoutError):
        await player.read(0.02)
