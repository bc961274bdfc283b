"""A page of figures for the one who runs the server, on the loopback address alone."""

import asyncio
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import psutil


@dataclass
class Figures:
    """What has happened since the start."""

    begun: int = 0
    ended: int = 0
    refused: int = 0
    bytes_sent: int = 0
    """By the sessions that have ended."""
    _start: float = field(default_factory=time.monotonic)

    def page(self, *, sessions: int, waiting: int, jobs: int, jobs_waiting: int) -> str:
        """One figure a line, as Prometheus reads them."""
        process = psutil.Process()
        figures = {
            "sessions": sessions,
            "connections_waiting": waiting,
            "jobs": jobs,
            "jobs_waiting": jobs_waiting,
            "sessions_begun_total": self.begun,
            "sessions_ended_total": self.ended,
            "refused_total": self.refused,
            "bytes_sent_total": self.bytes_sent,
            "memory_bytes": process.memory_info().rss,
            "processor_seconds_total": round(sum(process.cpu_times()[:2]), 2),
            "seconds_total": round(time.monotonic() - self._start),
        }
        return "".join(f"satsudoku_{name} {value}\n" for name, value in figures.items())


async def serve_figures(sock: socket.socket, page: Callable[[], str]) -> asyncio.Server:
    """Answer whoever asks on that socket with the page, over HTTP."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await asyncio.wait_for(reader.read(4096), 5)
            body = page().encode()
            head = f"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await asyncio.wait_for(writer.drain(), 5)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, sock=sock)
