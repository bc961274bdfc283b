"""The server's side of the workers: distributes sessions among worker processes and talks to them."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Hashable
from contextlib import suppress
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

from engine.base.errors import InputError
from engine.base.language import current, speaking
from engine.play.errors import GameError
from engine.together.match import MatchView
from engine.together.member import Member
from engine.together.player import PlayerId
from engine.together.topic import Topic
from tui.server.channel import Channel, ChannelLost
from tui.server.driver import RESTORE, RemoteTerminal
from tui.server.fork_server import ForkCommand, Processes, end_without_fork_server
from tui.server.hosted import Answer, SessionParameters
from tui.server.metrics import GAMES_LOG, Load
from tui.server.pool import NO_WORKERS
from tui.server.worker import LOBBY, SETTINGS, ServerFront, TopicKey, Worker

RESTART_SECONDS = 1.0
"""Delay before an ended worker is replaced, in seconds."""
_CHECK_SECONDS = 5.0
"""Interval between the checks of a worker."""
_SILENCE_SECONDS = 20.0
"""Seconds until a worker that does not answer is killed; its watchdog ends a session that blocks it earlier."""

log = logging.getLogger("satsudoku.server")


class WorkerFault(Exception):
    """A fault that ended a program in a worker, with its traceback."""


class SessionWorkers:
    """Owns the workers. All sessions of a player run in the same one, the only process with that player's games."""

    def __init__(self, sock: socket.socket, workers: int, jobs: int) -> None:
        """`sock` is the socket of the fork server. The workers share `jobs`, with at least one job each."""
        self._processes = Processes(sock, self._log_end, end_without_fork_server)
        self._shares = [max(1, jobs // workers + (place < jobs % workers)) for place in range(workers)]
        """Number of concurrent jobs of each worker."""
        self._numbers = count()
        self._workers: list[RemoteWorker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_crowded = False

    async def start(self) -> None:
        """Start all workers. Raises OSError."""
        self._processes.start()
        await asyncio.gather(*map(self._start_worker, self._shares))

    async def _start_worker(self, jobs: int) -> None:
        """Start a worker with at most `jobs` concurrent jobs. Raises OSError if it ends at once."""
        own_end, peer_end = socket.socketpair()
        own_end.setblocking(False)
        worker, number = RemoteWorker(self._replace, jobs), next(self._numbers)
        with peer_end:
            self._processes.send(ForkCommand.START, number, peer_end)
        await worker.channel.open(own_end)
        try:
            await worker.channel.ask(Worker.start, jobs)
        except ChannelLost:
            raise OSError("a worker ended at its start") from None
        worker.channel.call(Worker.set_crowded, self._is_crowded)
        self._workers.append(worker)
        self._add_task(asyncio.get_running_loop().create_task(self._watch(worker, number)))

    async def _watch(self, worker: RemoteWorker, number: int) -> None:
        """Kill a worker that no longer answers, such as a stopped one; its loss replaces it."""
        with suppress(ChannelLost):
            while True:
                await asyncio.sleep(_CHECK_SECONDS)
                try:
                    async with asyncio.timeout(_SILENCE_SECONDS):
                        await worker.channel.ask(Worker.load)
                except TimeoutError:
                    log.error("worker %d does not answer and is killed", number)
                    self._processes.send(ForkCommand.KILL, number)
                    return

    def _add_task(self, task: asyncio.Task[None]) -> None:
        """Keep a task from being garbage-collected until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _replace(self, worker: RemoteWorker) -> None:
        """Replace a worker that has ended, along with its sessions."""
        if worker in self._workers:
            self._workers.remove(worker)
            self._add_task(asyncio.get_running_loop().create_task(self._restart_worker(worker.jobs)))

    async def _restart_worker(self, jobs: int) -> None:
        """Try to start a replacement until it succeeds."""
        is_running = False
        while not is_running:
            await asyncio.sleep(RESTART_SECONDS)
            try:
                await self._start_worker(jobs)
                is_running = True
            except OSError as error:
                log.error("%s", error)

    def _log_end(self, number: int, status: int) -> None:
        log.error("worker %d has ended: %d", number, os.waitstatus_to_exitcode(status))

    def _worker_of(self, player: Hashable) -> RemoteWorker:
        """Return the worker with the player's sessions, or the least busy one. Raises ChannelLost if there is none."""
        if not self._workers:
            raise ChannelLost
        least_busy = min(self._workers, key=lambda worker: len(worker.programs))
        return next((worker for worker in self._workers if worker.has_session_of(player)), least_busy)

    def start_program(self, parameters: SessionParameters, terminal: RemoteTerminal, member: Member) -> RemoteProgram:
        """Start the program of a session. Raises ChannelLost if there is no worker."""
        return self._worker_of(parameters.player.id).start_program(parameters, terminal, member)

    def set_crowded(self, is_crowded: bool) -> None:
        """Turn optional work off while many sessions run, or on again."""
        if is_crowded != self._is_crowded:
            self._is_crowded = is_crowded
            for worker in self._workers:
                worker.channel.call(Worker.set_crowded, is_crowded)

    async def call(self, player: Hashable, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Call a function in a job of a player. Raises what it raises, and InputError if the job is killed."""
        try:
            channel = self._worker_of(player).channel
            answer: Answer = await channel.ask(Worker.call, player, current(), function, arguments)
        except ChannelLost:
            raise InputError(NO_WORKERS) from None
        return answer

    async def load(self) -> Load:
        """Return the total load of all workers and this process."""
        requests = [worker.channel.ask(Worker.load) for worker in self._workers]
        loads = await asyncio.gather(*requests, return_exceptions=True)
        return sum((load for load in loads if isinstance(load, Load)), Load.of_this_process())

    def close(self) -> None:
        """End all workers."""
        for task in self._tasks:
            task.cancel()
        self._processes.close()


class RemoteWorker(ServerFront):
    """The server's end of the channel to one worker."""

    def __init__(self, ended: Callable[[RemoteWorker], object], jobs: int) -> None:
        """`ended` is called at its end; `jobs` is its number of concurrent jobs."""
        self.channel = Channel(self)
        self.jobs = jobs
        self.programs: dict[int, RemoteProgram] = {}
        self._ended = ended
        self._numbers = count()
        self._topics: WeakValueDictionary[TopicKey, Topic[Any]] = WeakValueDictionary()
        """Topics that the worker may subscribe to."""
        self._subscriptions: dict[TopicKey, Callable[[], None]] = {}
        """Topics that the worker subscribes to, and the functions that unsubscribe."""

    def has_session_of(self, player: Hashable) -> bool:
        """Whether the worker has sessions of the player."""
        return any(program.player == player for program in self.programs.values())

    def start_program(self, parameters: SessionParameters, terminal: RemoteTerminal, member: Member) -> RemoteProgram:
        """Start the program of a session in the worker."""
        self._topics[LOBBY], self._topics[SETTINGS] = member.lobby, member.settings
        if SETTINGS not in self._subscriptions:  # the worker has the settings once it has a session
            self.channel.call(Worker.publish, SETTINGS, member.settings.value)
            self.listen(SETTINGS, True)
        number = next(self._numbers)
        program = self.programs[number] = RemoteProgram(self, number, parameters.player.id, terminal, member)
        self.channel.call(Worker.open, number, parameters, terminal.size, program.language)
        return program

    def channel_lost(self) -> None:
        """End all sessions of the lost worker with a fault."""
        for unsubscribe in self._subscriptions.values():
            unsubscribe()
        self._ended(self)
        for program in list(self.programs.values()):
            program.abort()

    def channel_drained(self) -> None:
        """Send the subscribed topics again: the channel has room."""
        for topic in self._subscriptions:
            self.channel.call(Worker.publish, topic, self._topics[topic].value)

    # called by the worker

    def send(self, session: int, data: str) -> None:
        self.programs[session].terminal.send(data)

    def show(self, session: int, news: str) -> None:
        self.programs[session].terminal.show(news)

    def acknowledge(self, session: int, count: int) -> None:
        if session in self.programs:  # otherwise, the program has ended in the meantime
            self.programs[session].terminal.acknowledge(count)

    def idle(self, session: int) -> None:
        if session in self.programs:
            self.programs[session].terminal.idle()

    def record_end(self, session: int, code: int, fault: str) -> None:
        self.programs[session].end(code, WorkerFault(fault) if fault else None)

    def listen(self, topic: TopicKey, is_active: bool) -> None:
        if not is_active and topic in self._subscriptions:
            self._subscriptions.pop(topic)()
        elif is_active and topic not in self._subscriptions and topic in self._topics:

            def publish(value: Any) -> None:
                if not self.channel.is_full:
                    self.channel.call(Worker.publish, topic, value)

            self._subscriptions[topic] = self._topics[topic].subscribe(publish)

    async def topic(self, session: int, match: int) -> MatchView:
        topic = self._topics[match] = await self.programs[session].member.topic(match)
        return topic.value

    async def call_member(self, session: int, name: str, arguments: tuple[Any, ...]) -> Any:
        program = self.programs[session]
        with speaking(program.language):
            return await getattr(program.member, name)(*arguments)

    def notify_member(self, session: int, name: str, arguments: tuple[Any, ...]) -> None:
        with suppress(GameError):  # such as for a match that has ended
            getattr(self.programs[session].member, name)(*arguments)

    def log(self, level: int, sentence: str, event: str) -> None:
        logging.getLogger(GAMES_LOG).log(level, "%s", sentence, extra={"event": event} if event else None)


class RemoteProgram:
    """A proxy for the program of a session in a worker; implements SessionProgram."""

    def __init__(
        self, worker: RemoteWorker, number: int, player: PlayerId, terminal: RemoteTerminal, member: Member
    ) -> None:
        self.player = player
        self.terminal = terminal
        self.member = member
        self.language = current()
        self.fault: WorkerFault | None = None
        self.return_code: int | None = None
        self._worker = worker
        self._number = number
        self._has_ended = asyncio.Event()

    async def run_to_end(self) -> None:
        """Wait until the program has ended and its games are saved."""
        await self._has_ended.wait()

    def end(self, code: int, fault: WorkerFault | None) -> None:
        """Record the end of the program."""
        self.return_code, self.fault = code, fault
        del self._worker.programs[self._number]
        self._has_ended.set()

    def abort(self) -> None:
        """End the session after the loss of the worker, and restore the terminal."""
        self.terminal.send(RESTORE)
        self.end(1, WorkerFault("the worker has ended"))

    def received(self, data: bytes) -> None:
        """Forward input to the program."""
        self._worker.channel.call(Worker.received, self._number, data)

    def resized(self) -> None:
        """Forward the size of the terminal."""
        self._worker.channel.call(Worker.resized, self._number, self.terminal.size)

    def action_redraw(self) -> None:
        """Repaint the whole screen."""
        self._worker.channel.call(Worker.redraw, self._number)

    def show_message(self, sentence: str) -> None:
        """Show a message of the server to the player."""
        self._worker.channel.call(Worker.show_message, self._number, sentence)

    def leave(self) -> None:
        """Save, and end."""
        self._worker.channel.call(Worker.leave, self._number)
