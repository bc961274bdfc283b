"""Players on our server over real SSH, and the contents of their terminals."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil
import pyte
import pytest

from engine.sudoku.layout import double
from engine.sudoku.search.exact import random_solution

asyncssh = pytest.importorskip("asyncssh")

DIGITS = random_solution(double(), 1)
HOLES = 6
"""Number of empty cells of the puzzle in the server's folder: the first ones."""

KEYS = {"enter": b"\r", "escape": b"\x1b", "right": b"\x1b[C", "down": b"\x1b[B", "quit": b"\x11"}


def is_first(process: psutil.Process) -> bool:
    """Whether a process is the first in its own namespace, and so starts the jobs."""
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return False
    return bool(re.search(r"^NSpid:.*\t1$", status, re.MULTILINE))


class Server:
    """A running server, and its log so far."""

    def __init__(self, process: "Popen[str]", log: Path, workers: int) -> None:
        self.process = process
        self._log = log
        self._workers = workers
        self.port = int(self.wait_for(r"listening on port (\d+)")[1])

    @property
    def serving(self) -> psutil.Process:
        """The process that accepts connections, forked from the template; `process` keeps its sockets."""
        return psutil.Process(self.process.pid).children()[0].children()[0]

    @property
    def workers(self) -> list[psutil.Process]:
        """The processes of sessions."""
        if self._workers == 1:
            return [self.serving]
        (forker,) = self.serving.children()
        return list(forker.children())

    @property
    def jobs(self) -> list[psutil.Process]:
        """The processes of running jobs."""
        forkers = (forker for worker in self.workers for forker in worker.children())
        start = [process for forker in forkers for process in forker.children()]
        return [job for process in start for job in (process.children() if is_first(process) else [process])]

    @property
    def memory(self) -> int:
        """Bytes of memory of the processes that accept connections and run sessions."""
        return sum(process.memory_info().rss for process in {self.serving, *self.workers})

    @property
    def log(self) -> str:
        return self._log.read_text()

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Wait until the log contains this."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            found = re.search(pattern, self.log)
            if found:
                return found
            time.sleep(0.05)
        pytest.fail(f"never logged {pattern!r}:\n{self.log}")

    def connect(self, name: str = "somebody", key: Any = None, password: str | None = "guest") -> Any:
        """Log in with a key, or as a guest."""
        return asyncssh.connect(
            "127.0.0.1", self.port, username=name, client_keys=[key] if key else None, known_hosts=None,
            password=None if key else password, preferred_auth="publickey" if key else "password", config=None,
        )  # fmt: skip


class Player:
    """A terminal at the other end, and its contents."""

    def __init__(self, process: Any, size: tuple[int, int]) -> None:
        self.process = process
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    async def see(self, text: str, seconds: float = 60) -> str:
        """Wait until the screen shows a text."""
        end = time.monotonic() + seconds
        while text not in self.text:
            try:
                await self.read(max(0.0, end - time.monotonic()))
            except TimeoutError:
                pytest.fail(f"never saw {text!r} on\n{self.text}")
            except EOFError:
                pytest.fail(f"the session ended before {text!r}:\n{self.text}")
        return self.text

    async def read(self, seconds: float = 60) -> None:
        """Read the next output. Raises TimeoutError, or EOFError at the end of the session."""
        data = await asyncio.wait_for(self.process.stdout.read(65536), seconds)
        if not data:
            raise EOFError
        self.output += data
        self._stream.feed(data)

    async def pause(self) -> None:
        """Read output until none has arrived for a while, so that the picture is complete."""
        with suppress(TimeoutError):
            while True:
                await self.read(0.3)

    async def leave_tour(self) -> None:
        """Close the tour, which new players see first; no key may directly follow an escape."""
        await self.see("tour · page 1")
        await self.press_away("escape", "tour · page")

    async def press_away(self, key: str, text: str) -> None:
        """Press a key, and wait until the screen no longer shows that text."""
        self.press(key)
        while text in self.text:
            await self.read()

    async def rest(self) -> bytes:
        """Read the remaining output until the session ends."""
        while data := await asyncio.wait_for(self.process.stdout.read(65536), 60):
            self.output += data
        return self.output

    def press(self, *keys: str) -> None:
        for key in keys:
            self.process.stdin.write(KEYS.get(key, key.encode()))


@asynccontextmanager
async def playing(connection: Any, size: tuple[int, int] = (80, 24), **environment: str) -> AsyncIterator[Player]:
    """A session with a terminal, at the browser."""
    process = await connection.create_process(
        term_type="xterm-256color", term_size=size, env=environment, encoding=None
    )
    player = Player(process, size)
    await player.see("puzzles")  # in the header: the tour may hide the list
    yield player
    process.close()
