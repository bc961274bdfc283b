"""A page of figures for the one who runs the server, on the loopback address alone."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import psutil


@dataclass(frozen=True)
class Load:
    """What a process does for players at the moment, and has taken: bytes of memory, seconds of processor time; `held`
    is how many sessions it has ended because they held the event loop.
    """

    jobs: int = 0
    jobs_waiting: int = 0
    held: int = 0
    memory: int = 0
    seconds: float = 0.0

    @classmethod
    def here(cls, jobs: int = 0, jobs_waiting: int = 0, held: int = 0) -> Load:
        """That of this process."""
        process = psutil.Process()
        return cls(jobs, jobs_waiting, held, process.memory_info().rss, sum(process.cpu_times()[:2]))

    def __add__(self, other: Load) -> Load:
        return Load(
            self.jobs + other.jobs,
            self.jobs_waiting + other.jobs_waiting,
            self.held + other.held,
            self.memory + other.memory,
            self.seconds + other.seconds,
        )


@dataclass
class Figures:
    """What has happened since the start."""

    begun: int = 0
    ended: int = 0
    refused: int = 0
    bytes_sent: int = 0
    """By the sessions that have ended."""
    _start: float = field(default_factory=time.monotonic)

    def page(self, *, sessions: int, waiting: int, load: Load) -> str:
        """One figure a line, as Prometheus reads them."""
        figures = {
            "sessions": sessions,
            "connections_waiting": waiting,
            "jobs": load.jobs,
            "jobs_waiting": load.jobs_waiting,
            "sessions_begun_total": self.begun,
            "sessions_ended_total": self.ended,
            "sessions_held_loop_total": load.held,
            "refused_total": self.refused,
            "bytes_sent_total": self.bytes_sent,
            "memory_bytes": load.memory,
            "processor_seconds_total": round(load.seconds, 2),
            "seconds_total": round(time.monotonic() - self._start),
        }
        return "".join(f"satsudoku_{name} {value}\n" for name, value in figures.items())


async def serve_figures(sock: socket.socket, page: Callable[[], Awaitable[str]]) -> asyncio.Server:
    """Answer whoever asks on that socket with the page, over HTTP."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await asyncio.wait_for(reader.read(4096), 5)
            body = (await page()).encode()
            head = f"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await asyncio.wait_for(writer.drain(), 5)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, sock=sock)
