"""The server's metrics, and the page of figures for its host, on the loopback address only.

Each event is logged and counted by the same call: `log.info("...", extra=event_fields(Event.X))`. The page is in the
Prometheus text format, which is simple enough to write without a library.
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

from tui.guests.kernel import KernelConfinement

GAMES_LOG = "satsudoku.games"
"""The logger of events in files of games."""
_MAX_ERRORS = 20
"""Number of warnings and errors kept for the status."""
_MAX_LINES, _LINES_SECONDS = 20, 60.0
"""Maximum number of log lines of one event within _LINES_SECONDS; further events are only counted."""


class Event(StrEnum):
    """A server event, with its name in the metrics."""

    SESSION_STARTED = "sessions_begun"
    SESSION_ENDED = "sessions_ended"
    FAULT = "session_faults"
    """A session ended by a fault of the program."""
    REFUSED = "refused"
    """A connection, new player or session refused by a limit or a block."""
    LOGIN_FAILED = "logins_failed"
    STALLED = "stalled"
    """A terminal that stopped reading and was disconnected."""
    FLOOD = "floods"
    """A session that was slowed down or ended because it sent too much."""
    DAMAGE = "damage"
    """A damaged file of games, rebuilt from its readable parts."""
    UNSAVED = "unsaved"
    """Games that can't be saved for now, such as on a full disk."""
    DATABASE = "database_failures"
    """A failure of the server's own database."""


def event_fields(event: Event) -> dict[str, Any]:
    """Return the `extra` argument that makes a log line count as that event."""
    return {"event": event}


@dataclass(frozen=True)
class Load:
    """The load of a process: jobs, memory in bytes, processor time in seconds.

    `blocked` is the number of sessions ended because they blocked the event loop.
    """

    jobs: int = 0
    jobs_waiting: int = 0
    blocked: int = 0
    memory: int = 0
    seconds: float = 0.0

    @classmethod
    def of_this_process(cls, jobs: int = 0, jobs_waiting: int = 0, blocked: int = 0) -> Load:
        """Return the load of this process."""
        process = psutil.Process()
        return cls(jobs, jobs_waiting, blocked, process.memory_info().rss, sum(process.cpu_times()[:2]))

    def __add__(self, other: Load) -> Load:
        return Load(
            self.jobs + other.jobs,
            self.jobs_waiting + other.jobs_waiting,
            self.blocked + other.blocked,
            self.memory + other.memory,
            self.seconds + other.seconds,
        )


class Figures(logging.Handler):
    """A log handler that counts the events since the start."""

    def __init__(self, deaths: int = 0) -> None:
        """`deaths` is the number of servers that have died before this one."""
        super().__init__()
        self.counts: Counter[str] = Counter(dict.fromkeys(Event, 0) | {"restarts": deaths})
        self.last: deque[tuple[float, str]] = deque(maxlen=_MAX_ERRORS)
        """The last warnings and errors with their Unix times."""
        self.jail = KernelConfinement.NONE
        """The confinement of jobs."""
        self._start = time.monotonic()

    def emit(self, record: logging.LogRecord) -> None:
        """Count the event of a log record, and keep warnings and errors."""
        if event := getattr(record, "event", None):
            self.counts[event] += 1
        if record.levelno >= logging.WARNING:
            self.last.append((record.created, record.getMessage()))

    @property
    def seconds(self) -> float:
        """Uptime in seconds."""
        return time.monotonic() - self._start

    def page(self, gauges: Mapping[str, float], totals: Mapping[str, float]) -> str:
        """Return the counts, gauges and further totals in the Prometheus text format."""
        totals = {**self.counts, **totals, "seconds": round(self.seconds)}
        kinds = [("gauge", dict(gauges)), ("counter", {f"{name}_total": value for name, value in totals.items()})]
        lines = [
            f"# TYPE satsudoku_{name} {kind}\nsatsudoku_{name} {value}\n"
            for kind, figures in kinds
            for name, value in figures.items()
        ]
        lines += [f'satsudoku_jail{{force="{kind.value}"}} {int(kind is self.jail)}\n' for kind in KernelConfinement]
        return "".join(lines)


class RateLimitFilter(logging.Filter):
    """A log filter that limits the lines of each event per minute, so that a flood of refusals can't fill the disk.

    What a library logs counts as one event.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since: dict[str, float] = {}
        self._lines: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write the record; the first line of each period says how many were dropped."""
        event = getattr(record, "event", None)
        if event is None and record.name.startswith("satsudoku"):
            return True
        event = event or record.name
        now = time.monotonic()
        if now - self._since.get(event, now) > _LINES_SECONDS or event not in self._since:
            if (left_out := self._lines[event] - _MAX_LINES) > 0:
                record.msg, record.args = f"{record.getMessage()} (and {left_out} more of {event})", ()
            self._since[event], self._lines[event] = now, 0
        self._lines[event] += 1
        return self._lines[event] <= _MAX_LINES


class KeyMetrics:
    """Counts the keys of a session and measures their response times."""

    def __init__(self) -> None:
        self.keys = 0
        """Number of input pieces, each a key or a paste."""
        self.last_key = time.monotonic()
        self.answers: deque[float] = deque(maxlen=50)
        """Seconds from a key to the output it causes, for the last few keys that cause any."""
        self._is_pending = False

    def key(self) -> None:
        """Record input."""
        self.keys += 1
        if not self._is_pending:
            self.last_key, self._is_pending = time.monotonic(), True

    def answer(self) -> None:
        """Record output."""
        if self._is_pending:
            self._is_pending = False
            self.answers.append(time.monotonic() - self.last_key)

    def idle(self) -> None:
        """Record that all input has had its effect: later output, such as a clock's, answers no key."""
        self._is_pending = False


class LoopMonitor:
    """Measures the latency of the event loop and the rate of keys over the last ten seconds."""

    INTERVAL_SECONDS = 0.25

    def __init__(self, keys: Callable[[], int]) -> None:
        """`keys` returns the number of keys since the start."""
        self._keys = keys
        self._samples: deque[tuple[float, int, float]] = deque([(time.monotonic(), 0, 0.0)], maxlen=41)

    async def run(self) -> None:
        """Measure until cancelled."""
        while True:
            await asyncio.sleep(self.INTERVAL_SECONDS)
            now = time.monotonic()
            self._samples.append((now, self._keys(), now - self._samples[-1][0] - self.INTERVAL_SECONDS))

    @property
    def keys_a_second(self) -> float:
        """Keys a second."""
        (start, keys_before, _), (end, keys_after, _) = self._samples[0], self._samples[-1]
        return max(0, keys_after - keys_before) / (end - start) if end > start else 0.0

    @property
    def lateness(self) -> float:
        """The largest delay of the loop in seconds."""
        return max(late for _, _, late in self._samples)


def quantile(values: list[float], share: float) -> float:
    """Return the quantile of the values for `share` (0 to 1); 0 for an empty list."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


async def serve_figures(sock: socket.socket, page: Callable[[], Awaitable[str]]) -> asyncio.Server:
    """Serve the page over HTTP on that socket."""

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
    """Send the status in JSON to each client of that socket."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write((await status()).encode())
            await asyncio.wait_for(writer.drain(), 5)
        except (OSError, TimeoutError):
            pass
        finally:
            writer.close()

    return await asyncio.start_unix_server(answer, sock=sock)
