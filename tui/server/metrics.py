"""What a server counts, and the page of it for the one who runs the server, on the loopback address alone.

Each event is one line in the log and one more in a count, from the same call: `log.info("...", extra=told(Event.X))`.
The page is lines of names and numbers, so no library is needed to write them.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import psutil

from tui.guests.kernel import Force

GAMES_LOG = "satsudoku.games"
"""The log of what happens to files of games, wherever the program runs."""
_LAST = 20
"""Warnings and errors that are kept for the page of status."""
_LINES, _LINES_SECONDS = 20, 60.0
"""Lines of one event in that time; then they are only counted."""


class Event(StrEnum):
    """What happens to a server, by its name in the figures."""

    SESSION_BEGUN = "sessions_begun"
    SESSION_ENDED = "sessions_ended"
    FAULT = "session_faults"
    """A session that was ended by a fault of the program."""
    REFUSED = "refused"
    """A connection, a new player or a session for which there is no room, or that the host keeps out."""
    LOGIN_FAILED = "logins_failed"
    STALLED = "stalled"
    """A terminal that was let go as it did not read any more."""
    FLOOD = "floods"
    """A session that was held up or ended as it sent too much."""
    DAMAGE = "damage"
    """A file of games that was damaged, and made again of what could be read."""
    UNSAVED = "unsaved"
    """Games that can't be saved for a time, such as on a full disk."""
    DATABASE = "database_failures"
    """A failure of the server's own file."""


def event_fields(event: Event) -> dict[str, Any]:
    """What makes a line of the log count as that event (`extra=`)."""
    return {"event": event}


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


class Figures(logging.Handler):
    """What has happened since the start: a handler of the log, as what is told there is what is counted."""

    def __init__(self, deaths: int = 0) -> None:
        """`deaths` is how many servers have died before this one."""
        super().__init__()
        self.counts: Counter[str] = Counter(dict.fromkeys(Event, 0) | {"restarts": deaths})
        self.last: deque[tuple[float, str]] = deque(maxlen=_LAST)
        """The last warnings and errors, with the time of each in seconds since 1970."""
        self.jail = Force.NONE
        """How far jobs are confined."""
        self._start = time.monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        """Count what a line of the log tells."""
        if event := getattr(record, "event", None):
            self.counts[event] += 1
        if record.levelno >= logging.WARNING:
            self.last.append((record.created, record.getMessage()))

    @property
    def seconds(self) -> float:
        """How long it has served."""
        return time.monotonic() - self._start

    def page(self, gauges: Mapping[str, float], totals: Mapping[str, float]) -> str:
        """The counts, what is there at the moment, and further totals, as Prometheus reads them."""
        totals = {**self.counts, **totals, "seconds": round(self.seconds)}
        kinds = [("gauge", dict(gauges)), ("counter", {f"{name}_total": value for name, value in totals.items()})]
        lines = [
            f"# TYPE satsudoku_{name} {kind}\nsatsudoku_{name} {value}\n"
            for kind, figures in kinds
            for name, value in figures.items()
        ]
        lines += [f'satsudoku_jail{{force="{force.value}"}} {int(force is self.jail)}\n' for force in Force]
        return "".join(lines)


class SparingFilter(logging.Filter):
    """Lets a few lines of each event through in a minute: who is refused a thousand times does not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._since: dict[str, float] = {}
        self._lines: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; the first of another minute tells how many were not."""
        event = getattr(record, "event", None)
        if event is None:
            return True
        now = time.monotonic()
        if now - self._since.get(event, now) > _LINES_SECONDS or event not in self._since:
            if (left_out := self._lines[event] - _LINES) > 0:
                record.msg, record.args = f"{record.getMessage()} (and {left_out} more of {event})", ()
            self._since[event], self._lines[event] = now, 0
        self._lines[event] += 1
        return self._lines[event] <= _LINES


class KeyMetrics:
    """What a session's keys are like: how many have come, and how long each took until something was sent."""

    def __init__(self) -> None:
        self.keys = 0
        """What was typed, in the pieces in which it came: a key each, or a paste."""
        self.last_key = time.monotonic()
        self.answers: deque[float] = deque(maxlen=50)
        """Seconds from a key to what was sent next, the last few."""
        self._is_asked = False

    def key(self) -> None:
        """Something was typed."""
        self.keys += 1
        if not self._is_asked:
            self.last_key, self._is_asked = time.monotonic(), True

    def answer(self) -> None:
        """Something was sent."""
        if self._is_asked:
            self._is_asked = False
            self.answers.append(time.monotonic() - self.last_key)


class Rhythm:
    """How late the event loop is, and how many keys come, over the last seconds."""

    INTERVAL = 0.25

    def __init__(self, keys: Callable[[], int]) -> None:
        """`keys` tells how many have come since the start."""
        self._keys = keys
        self._samples: deque[tuple[float, int, float]] = deque([(time.monotonic(), 0, 0.0)], maxlen=41)

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            await asyncio.sleep(self.INTERVAL)
            now = time.monotonic()
            self._samples.append((now, self._keys(), now - self._samples[-1][0] - self.INTERVAL))

    @property
    def keys_a_second(self) -> float:
        """Keys a second."""
        (since, before, _), (until, after, _) = self._samples[0], self._samples[-1]
        return max(0, after - before) / (until - since) if until > since else 0.0

    @property
    def lateness(self) -> float:
        """The longest time in seconds by which the loop was late."""
        return max(late for _, _, late in self._samples)


def quantile(values: list[float], share: float) -> float:
    """The value that so large a share of the values does not exceed; 0 where there is none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


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


async def serve_status(sock: socket.socket, status: Callable[[], Awaitable[str]]) -> asyncio.Server:
    """Tell whoever connects to that socket the status, in JSON."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write((await status()).encode())
            await asyncio.wait_for(writer.drain(), 5)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.close()

    return await asyncio.start_unix_server(answer, sock=sock)
