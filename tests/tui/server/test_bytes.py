"""The cost of a key in bytes: the server sends no more than a program under sshd."""

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from systems import unix

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import HOLES, playing  # noqa: E402
from terminals import Terminal  # noqa: E402

WALK = {
    "open a game": "enter", "move the cursor": "right", "note": "n", "note a digit": "1", "no notes": "n",
    "fill a cell": "9", "take it back": "u", "help": "?", "back to the board": "escape",
}  # fmt: skip
CLOCK = re.compile(r"\d\d:\d\d:\d\d")


@pytest.mark.slow
@unix
async def test_no_key_costs_more_than_under_sshd(
    start: Any, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "SSH_CONNECTION": "::1 1 ::1 22",
        "SATSUDOKU_STATE": str(tmp_path),
    }
    alone = Terminal([sys.executable, "-m", "tui", "--no-tour", str(folder)], (80, 24), environment)
    alone.wait("nearly.txt")
    alone.read(1)
    server, sent = start(), {}
    async with server.connect() as connection, playing(connection, LC_ALL="C.UTF-8") as player:
        await player.leave_tour()
        for name, key in WALK.items():
            before, visible = len(player.output), CLOCK.sub("", player.text)
            alone_before = len(alone.output)
            player.press(key)
            alone.send(key)
            end = asyncio.get_running_loop().time() + 1.5
            while (left := end - asyncio.get_running_loop().time()) > 0:
                try:
                    await player.read(left)
                except TimeoutError:
                    break
            alone.read(0.5)
            assert CLOCK.sub("", player.text) != visible, name
            sent[name] = len(player.output) - before, len(alone.output) - alone_before
        assert f"{HOLES} to fill" in player.text
    alone.process.close(force=True)
    with capsys.disabled():
        rows = (f"{name}: {first}, {other}" for name, (first, other) in sent.items())
        print("\nbytes of a key: server, sshd", *rows, sep="\n")
    for name, (first, other) in sent.items():
        assert first <= 1.1 * other + 100, (name, first, other)  # the seconds of a clock may fall into either
