"""One session of the server, its channel and its program stood in for."""

import sys
from typing import Any

import pytest

from engine.together.player import Player

pytest.importorskip("asyncssh")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")


class Channel:
    """Takes what is written, and the exit code."""

    def __init__(self) -> None:
        self.written = b""
        self.code: int | None = None

    def set_write_buffer_limits(self, high: int) -> None: ...

    def get_terminal_type(self) -> str:
        return "xterm"

    def get_environment(self) -> dict[str, str]:
        return {}

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written += data

    def exit(self, code: int) -> None:
        self.code = code


class Broken:
    """A program with a fault."""

    fault = None
    return_code = None
    is_running = False

    async def run_async(self) -> None:
        raise ZeroDivisionError


async def test_a_fault_ends_its_session_alone_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    from tui.server.session import FAULT, PlaySession

    ended: list[Any] = []
    session = PlaySession(Player("alice", 1), lambda *_: Broken(), ended.append)  # type: ignore[arg-type, return-value]
    channel = Channel()
    session.connection_made(channel)  # type: ignore[arg-type]
    session.pty_requested("xterm", (80, 24, 0, 0), {})
    session.session_started()
    await session.end(10)
    assert (channel.written.decode(), channel.code) == (FAULT, 1)
    assert ended == [session]
    assert "alice: the session ended by a fault" in caplog.text
    assert "ZeroDivisionError" in caplog.text


async def test_a_program_that_can_t_begin_ends_its_session_alone() -> None:
    from tui.server.session import FAULT, PlaySession

    def start(*_: object) -> Any:
        raise OSError("the disk is full")

    ended: list[Any] = []
    session = PlaySession(Player("alice", 1), start, ended.append)
    channel = Channel()
    session.connection_made(channel)  # type: ignore[arg-type]
    session.pty_requested("xterm", (80, 24, 0, 0), {})
    session.session_started()
    assert (channel.written.decode(), channel.code) == (FAULT, 1)
    assert ended == [session]
