"""One session of the server, its channel and its program stood in for."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Size

from engine.play.store import Store
from engine.sudoku.formats import write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.together.player import Player
from tui.guests.confinement import Bounds
from tui.terminal.options import Options

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")


class Channel:
    """Takes what is written, and the exit code."""

    def __init__(self) -> None:
        self.written = b""
        self.code: int | None = None

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written += data

    def exit(self, code: int) -> None:
        self.code = code

    def unsent(self) -> int:
        return 0

    def abort(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


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
    session.open(channel, Size(80, 24), {"TERM": "xterm"})
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
    session.open(channel, Size(80, 24), {"TERM": "xterm"})
    assert (channel.written.decode(), channel.code) == (FAULT, 1)
    assert ended == [session]


async def test_a_fault_in_a_screen_ends_the_session_with_its_game_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from tui.features.play.screen import BoardScreen
    from tui.server.hosted import HostedProgram
    from tui.server.session import FAULT, PlaySession

    (tmp_path / "state").mkdir()
    (tmp_path / "shown").mkdir()
    solution = random_solution(single(), 1)
    (tmp_path / "shown" / "nearly.txt").write_text(write(Puzzle(single(), (0, 0, 0, *solution[3:]))))
    monkeypatch.setattr(BoardScreen, "action_undo", lambda _: 1 / 0)
    options = Options(bounds=Bounds(tmp_path / "shown", tmp_path / "state"))
    ended: list[Any] = []

    def start(session: PlaySession, environment: Any) -> HostedProgram:
        return HostedProgram(options, session, environment, None, None, None)  # type: ignore[arg-type]

    session, channel = PlaySession(Player("alice", 1), start, ended.append), Channel()
    session.open(channel, Size(80, 24), {"TERM": "xterm-256color"})

    async def saw(what: bytes) -> None:
        async with asyncio.timeout(60):
            while what not in channel.written:
                await asyncio.sleep(0.01)

    await saw(b"nearly.txt")
    session.received(b"\r")
    await saw(b"3 to fill")
    session.received(str(solution[0]).encode() + b"u")  # the move is in the file before the next key counts
    async with asyncio.timeout(60):
        while not ended:
            await asyncio.sleep(0.01)
    assert channel.code == 1
    assert channel.written.decode().endswith(FAULT)
    assert "ZeroDivisionError" in caplog.text
    with Store(tmp_path / "state" / "games.db") as store:
        assert [one.filled for one in store.unfinished()] == [1]
