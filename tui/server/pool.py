"""The jobs of players: searches, generation, ratings and the reading of files, each in a process of its own.

The number of jobs that run at a time is limited. Players take turns: the player who has waited longest runs their
oldest job next. A job that has run for TURN_SECONDS while others wait is paused until its next turn, so that hints stay
fast however many searches run.
"""

import asyncio
import logging
import os
import pickle
import signal
import socket
import struct
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from functools import partial
from itertools import count
from typing import Any

from engine.base import values
from engine.base.errors import InputError
from engine.base.language import Sentence, current
from engine.base.language import lazy_gettext as _
from engine.base.text import printable
from tui.base.background import PATIENCE, Answer, Executor, Job, News, answer_type, call, in_language
from tui.server.fork_server import ForkCommand, Processes
from tui.server.job_process import HEADER, MAX_BYTES, FrameKind

TURN_SECONDS = 0.5
"""How long a job runs while others wait, in seconds."""
MAX_OF_A_PLAYER = 2
"""Maximum number of concurrent jobs of one player."""
MAX_STARTED = 8
"""Maximum number of started jobs, paused ones included, per job that may run: each holds memory."""
_LARGE_FRAME = 1 << 16
"""Frames with more bytes than this are unpacked on a thread."""
_EXIT_SECONDS = 5.0
"""How long to wait for the exit status of a job's process."""

OUT_OF_MEMORY = _("Ended: the server ran out of memory for it.")
OUT_OF_TIME = _("Ended: it used more processor time than the server allows.")
FAULT = _("A program fault ended it.")
NO_WORKERS = _("The server can't do this at the moment.")

_REASONS: dict[int, Sentence] = {signal.SIGKILL: OUT_OF_MEMORY, signal.SIGXCPU: OUT_OF_TIME}

_FRAMES = frozenset(frame.value for frame in FrameKind)
"""The bytes that name a kind of frame."""

log = logging.getLogger("satsudoku.server")


class _JobLost(Exception):
    """The connection to a job was closed, or sent an invalid frame."""


class _Task:
    """A job in the pool."""

    def __init__(self, number: int, player: Hashable) -> None:
        self.number, self.player = number, player
        loop = asyncio.get_running_loop()
        self.connection: asyncio.Future[socket.socket] = loop.create_future()
        """The connection to the job, set on its first turn."""
        self.ended: asyncio.Future[int] = loop.create_future()
        """Wait status of the job's process."""
        self.turn_start = 0.0
        """Start of its current turn (`time.monotonic`)."""


class Pool:
    """Schedules the jobs of all players. A fork server starts, pauses and kills their processes."""

    def __init__(self, sock: socket.socket, jobs: int, disconnected: Callable[[], object] = lambda: None) -> None:
        """`sock` is the socket of the fork server, `jobs` the number of concurrent jobs. `disconnected` is called when
        the fork server has ended.
        """
        self._processes = Processes(sock, self._record_end, disconnected)
        self._jobs = jobs
        self._numbers = count()
        self._tasks: dict[int, _Task] = {}
        self._running: list[_Task] = []
        self._waiting: OrderedDict[Hashable, deque[_Task]] = OrderedDict()
        """Waiting jobs by player; the player who has waited longest comes first."""
        self._turn: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start to receive exit reports from the fork server."""
        self._processes.start()

    def close(self) -> None:
        """End all jobs."""
        self._processes.close()

    @property
    def running(self) -> int:
        """The number of running jobs."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a turn, new and paused ones."""
        return sum(map(len, self._waiting.values()))

    def executor(self, player: Hashable) -> Executor:
        """Return the executor for a player's jobs."""
        return partial(self._perform, player)

    async def call(self, player: Hashable, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Call a function in a job, in the current language. Raises what it raises, and InputError if it is killed."""
        job: Job[None] = Job(lambda _: None)
        work = partial(in_language, current(), call(function, *arguments))
        return await self._perform(player, work, job, lambda: None)

    async def _perform(
        self, player: Hashable, work: Callable[[Job[News]], Answer], job: Job[News], waiting: Callable[[], object]
    ) -> Answer:
        """Run a job; see Executor. Cancelling the call kills the job."""
        request = await asyncio.to_thread(pickle.dumps, work, pickle.HIGHEST_PROTOCOL)
        task = _Task(next(self._numbers), player)
        self._tasks[task.number] = task
        try:
            self._queue(task)
            self._give_turns()
            if not task.connection.done():
                await asyncio.wait([task.connection], timeout=PATIENCE)
                if not task.connection.done():
                    waiting()
            connection = await task.connection
            answer: Answer = await self._exchange(task, connection, request, job, answer_type(work))
            return answer
        finally:
            self._forget(task)

    async def _exchange(
        self, task: _Task, connection: socket.socket, request: bytes, job: Job[News], expected: Any
    ) -> Any:
        """Send the request to the job, forward its news, and return its answer, validated against `expected`."""
        reader, writer = await asyncio.open_connection(sock=connection)
        try:
            writer.write(struct.pack("!q", len(request)))
            writer.write(request)
            job.on_stop(lambda: writer.write(b"s"))
            while True:
                frame, value = await _read_frame(reader, expected)
                if frame is FrameKind.ANSWER:
                    return value
                if frame is FrameKind.ERROR:
                    raise value
                job.report(value)
        except _JobLost:
            raise InputError(await self._reason(task)) from None
        except values.ValueFault as fault:
            log.error("a job of player %s sent an invalid answer: %s", task.player, printable(str(fault)))
            raise InputError(FAULT) from None
        finally:
            job.on_stop(lambda: None)
            writer.transport.abort()

    async def _reason(self, task: _Task) -> str:
        """Explain why a job ended without an answer."""
        if not self._processes.is_disconnected:
            await asyncio.wait([task.ended], timeout=_EXIT_SECONDS)
        if not task.ended.done():
            return str(NO_WORKERS)
        number = os.waitstatus_to_exitcode(task.ended.result())
        log.warning("a job of player %s ended without an answer: %d", task.player, number)
        return str(_REASONS.get(-number, str(FAULT)))

    # turns

    def _queue(self, task: _Task) -> None:
        self._waiting.setdefault(task.player, deque()).append(task)

    def _next_task(self) -> _Task | None:
        """Remove and return the next task, and move its player to the end; None if no task may run."""
        running_players = [task.player for task in self._running]
        has_room = sum(task.connection.done() for task in self._tasks.values()) < self._jobs * MAX_STARTED
        for player, tasks in self._waiting.items():
            if running_players.count(player) < MAX_OF_A_PLAYER:
                for task in tasks:
                    if has_room or task.connection.done():
                        tasks.remove(task)
                        self._waiting.move_to_end(player)
                        if not tasks:
                            del self._waiting[player]
                        return task
        return None

    def _give_turns(self) -> None:
        """Run as many tasks as possible; while others wait, schedule a change of turns."""
        while len(self._running) < self._jobs and (task := self._next_task()):
            self._run(task)
        if self._waiting and self._turn is None:
            self._turn = asyncio.get_running_loop().call_later(TURN_SECONDS / 2, self._change_turns)

    def _change_turns(self) -> None:
        """Pause each task that has used up its turn, if another may run in its place."""
        self._turn = None
        for task in [task for task in self._running if time.monotonic() - task.turn_start >= TURN_SECONDS]:
            self._running.remove(task)
            other = self._next_task()
            if other is None:
                self._running.append(task)
                break
            self._processes.send(ForkCommand.PAUSE, task.number)
            self._queue(task)
            self._run(other)
        self._give_turns()

    def _run(self, task: _Task) -> None:
        """Start or resume a job."""
        task.turn_start = time.monotonic()
        self._running.append(task)
        if task.connection.done():
            self._processes.send(ForkCommand.RESUME, task.number)
            return
        own_end, peer_end = socket.socketpair()
        own_end.setblocking(False)
        with peer_end:
            self._processes.send(ForkCommand.START, task.number, peer_end)
        task.connection.set_result(own_end)

    def _forget(self, task: _Task) -> None:
        """Remove a job that has ended or was cancelled, and kill its process."""
        del self._tasks[task.number]
        if task in self._running:
            self._running.remove(task)
        elif task in self._waiting.get(task.player, ()):
            self._waiting[task.player].remove(task)
            if not self._waiting[task.player]:
                del self._waiting[task.player]
        if task.connection.done():
            task.connection.result().close()
            self._processes.send(ForkCommand.KILL, task.number)
        self._give_turns()

    def _record_end(self, number: int, status: int) -> None:
        """Record the wait status of a job's process."""
        task = self._tasks.get(number)
        if task and not task.ended.done():
            task.ended.set_result(status)


async def _read_frame(reader: asyncio.StreamReader, expected: Any) -> tuple[FrameKind, Any]:
    """Read the next frame of a job; answers have the expected type. Raises _JobLost at the end, and ValueFault."""
    try:
        length, kind = HEADER.unpack(await reader.readexactly(HEADER.size))
        if not 0 <= length <= MAX_BYTES or kind not in _FRAMES:
            raise _JobLost
        frame = FrameKind(kind)
        data = await reader.readexactly(length)
    except (asyncio.IncompleteReadError, OSError):
        raise _JobLost from None
    parse: Callable[[bytes], Any] = partial(values.unpack, expected=expected if frame is FrameKind.ANSWER else Any)
    if frame is FrameKind.ERROR:
        parse = values.unpack_error
    return frame, await asyncio.to_thread(parse, data) if length > _LARGE_FRAME else parse(data)
