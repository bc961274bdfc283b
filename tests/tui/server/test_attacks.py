"""Attempts to do more than play: each is made for real, over SSH, and other players notice nothing."""

import random
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import HOLES, playing  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")

ESCAPES = "\x1b[2J\x1b]0;title\x07\x9b31m\r\n2026-01-01 00:00:00 admin begins\u202e\x00"
ENVIRONMENT = {
    "SATSUDOKU_STATE": "/tmp", "SATSUDOKU_CONFIG": "/etc/passwd", "PYTHONPATH": "/tmp", "LD_PRELOAD": "/tmp/x.so",
    "TEXTUAL_LOG": "/tmp/log", "HOME": "/root", "LANG": ESCAPES, "LC_ALL": "x" * 100_000, "COLORTERM": ESCAPES,
    **{f"V{number}": "x" * 1000 for number in range(100)},
}  # fmt: skip
LINKS = {"state": "../state", "key.txt": "../state/host_key", "players": "../state/players.db", "root": "/",
         "passwd": "/etc/passwd", "self": "/proc/self/environ"}  # fmt: skip
"""Links in the folder that lead out of it."""


async def test_names_and_environments_are_no_more_than_text_and_a_new_key_is_no_way_round_the_limits(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncssh.connection, "saslprep", str)  # which would not send such a name
    server = start("--most-new-of-an-address", 2)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(3)]
    async with server.connect("alice", keys[0]) as connection, playing(connection) as other:
        with pytest.raises(asyncssh.Error):
            async with server.connect(f"mallory{ESCAPES}", keys[1]):
                pass
        async with (
            server.connect("mallory 31m admin begins\u00a0\u4e00", keys[1]) as attack,
            playing(attack, **ENVIRONMENT) as player,
        ):
            await player.see("tour - page 1")  # in ASCII, because there is no locale
        async with server.connect("alice", keys[2]) as attack:
            with pytest.raises(asyncssh.ChannelOpenError):
                await attack.create_process(term_type="xterm", term_size=(80, 24))
        async with server.connect("somebody", keys[1]) as attack:
            process = await attack.create_process(term_type="x\x1b[2J\x07\r\n2026", term_size=(80, 24), encoding=None)
            process.close()
        await other.leave_tour()
        other.press("o")
        await other.see("alice, you")
        rows = other.text.splitlines()  # the attacker may still be leaving, under a sanitized name
        assert all("mallory" in row for row in rows if "admin" in row), other.text
    assert "a new player from 127.0.0.1 is refused" in server.log
    for line in server.log.splitlines():
        assert line.isprintable(), repr(line)
        assert re.match(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d ", line), line
        assert "admin" not in line or "mallory" in line, "a line that somebody else has written"


async def test_no_link_leads_out_of_the_folder(start: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    for name, target in LINKS.items():
        (folder / name).symlink_to(target)
    server = start()
    secrets = (server.log, "OPENSSH", "SQLite", "root:", "SSH_", "players.db-wal", "host_key-")
    async with server.connect("mallory") as connection, playing(connection) as player:
        await player.leave_tour()
        for _ in range(len(LINKS) + 1):
            player.press("enter", "i", "escape", "down")
        player.press("/", "nearly", "enter", "enter")
        await player.see(f"{HOLES} to fill")
    assert not [secret for secret in secrets if secret.encode() in player.output]
    assert "fault" not in server.log


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_random_bytes_end_only_their_own_session(start: Any, seed: int) -> None:
    server, chance = start("--guests", "open"), random.Random(seed)
    parts = [b"\x1b[", b"\x1bO", b"\x1b]52;c;", b"\x1b[200~", b"\x1b[201~", b"\x1b[<0;", b"M", b"\xff\xfe\xc0\xed\xa0",
             b"\x1b[99999999;99999999R", b"\x1b[?2026;2$y", b"\x1b[8;9999;9999t", b"\r", b"\t", b"n", b"?", b"E", b":",
             b"\x10", "宽😀\u202e".encode(), b"\x00", b"\x7f", b"5", b"\x1b"]  # fmt: skip
    async with server.connect("alice") as connection, playing(connection) as other:
        for _ in range(5):
            async with server.connect("mallory") as attack, playing(attack) as player:
                for _ in range(40):
                    noise = (chance.choice(parts) + chance.randbytes(chance.choice((0, 0, 0, 3))) for _ in range(50))
                    with suppress(BrokenPipeError, OSError):
                        player.process.stdin.write(b"".join(noise).replace(b"\x11", b""))
                    process = player.process
                    process.change_terminal_size(chance.choice((0, 1, 80, 2**31)), chance.choice((0, 1, 24, 2**31)))
                with suppress(TimeoutError, EOFError):
                    while True:
                        await player.read(1)
        await other.leave_tour()
        other.press("enter")
        await other.see(f"{HOLES} to fill")
    assert "fault" not in server.log


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
async def test_a_paste_without_an_end_is_not_kept(start: Any) -> None:
    server = start()
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        before = server.memory
        player.press("\x1b[200~")
        for _ in range(60):
            player.process.stdin.write(b"1" * 1_000_000)
            await player.process.stdin.drain()
            assert server.memory - before < 64 << 20
        player.press("\x1b[201~", "/", "what-comes-after")
        await player.see("what-comes-after")
