"""Players with a light terminal get the light theme: their terminal is queried, not the server's."""

from typing import Any

import pytest
from systems import unix

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import Player, playing  # noqa: E402

from tui.terminal.ground import BACKGROUND_QUERY  # noqa: E402

LIGHT_KEY, DARK_KEY = b"38;5;20", b"38;5;80"
"""The text colour of keys in the footer."""


async def until_drawn(player: Player, ink: bytes, since: int = 0) -> None:
    while ink not in player.output[since:]:
        await player.read()


@pytest.mark.long
@unix
async def test_a_light_terminal_over_ssh(start: Any) -> None:
    server = start()
    async with server.connect() as connection:
        async with playing(connection, LC_ALL="C.UTF-8") as player:
            await player.leave_tour()
            await until_drawn(player, DARK_KEY)
            assert BACKGROUND_QUERY.encode() in player.output
            await player.pause()
            before = len(player.output)
            for piece in ("\x1b]11;rgb:ff", "ff/ffff/ff", "ff\x1b", "\\"):
                player.press(piece)
                await player.pause()
            await until_drawn(player, LIGHT_KEY, before)
            assert "nearly.txt" in player.text
        async with playing(connection, LC_ALL="C.UTF-8", COLORFGBG="0;15") as player:
            await until_drawn(player, LIGHT_KEY)
            assert DARK_KEY not in player.output
