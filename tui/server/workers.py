"""The processes that share the sessions among them, as the server sees them: who is where, and what each is told."""

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
from tui.server.channel import Channel, LinkLost
from tui.server.driver import RESTORE, TerminalLine
from tui.server.fork_server import ForkCommand, Processes
from tui.server.hosted import Answer, Opening
from tui.server.metrics import GAMES_LOG, Load
from tui.server.pool import NO_WORKERS
from tui.server.worker import LOBBY, SETTINGS, ServerFront, TopicKey, Worker

AGAIN_SECONDS = 1.0
"""After so long another process is begun in the place of one that has ended."""

log = logging.getLogger("satsudoku.server")


class WorkerFault(Exception):
    """What ended a program in another process, as it was told there."""


class SessionWorkers:
    """Owns the processes. All sessions of a player are in the same one, which alone has the player's games."""

    def __init__(self, forker: socket.socket, workers: int, jobs: int) -> None:
        """`forker` leads to the process that begins them; they share so many jobs, of which each has one at least."""
        self._processes = Processes(forker, self._ended)
        self._shares = [max(1, jobs // workers + (place < jobs % workers)) for place in range(workers)]
        """How many jobs each may do at a time."""
        self._numbers = count()
        self._there: list[RemoteWorker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_crowded = False

    async def start(self) -> None:
        """Be ready for the first program."""
        self._processes.start()
        await asyncio.gather(*map(self._begin, self._shares))

    async def _begin(self, jobs: int) -> None:
        """Begin one, for so many jobs at a time. Raises OSError if it ends at once."""
        own_end, peer_end = socket.socketpair()
        own_end.setblocking(False)
        worker = RemoteWorker(self._lost, jobs)
        with peer_end:
            self._processes.ask(ForkCommand.BEGIN, next(self._numbers), peer_end)
        await worker.link.open(own_end)
        try:
            await worker.link.ask(Worker.start, jobs)
        except LinkLost:
            raise OSError("a process for sessions ended at once") from None
        worker.link.tell(Worker.crowd, self._is_crowded)
        self._there.append(worker)

    def _lost(self, worker: RemoteWorker) -> None:
        """A process is gone, with its sessions; another takes its place."""
        if worker in self._there:
            self._there.remove(worker)
            task = asyncio.get_running_loop().create_task(self._begin_again(worker.jobs))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _begin_again(self, jobs: int) -> None:
        """Begin one in the place of another, as soon as that can be."""
        is_there = False
        while not is_there and not self._processes.is_lost:
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                await self._begin(jobs)
                is_there = True
            except OSError as error:
                log.error("%s", error)

    def _ended(self, number: int, status: int) -> None:
        log.error("process %d with sessions has ended: %d", number, os.waitstatus_to_exitcode(status))

    def _of(self, player: Hashable) -> RemoteWorker:
        """The process with the player's sessions; if there are none, one with the fewest. Raises LinkLost."""
        if not self._there:
            raise LinkLost
        fewest = min(self._there, key=lambda worker: len(worker.programs))
        return next((worker for worker in self._there if worker.has(player)), fewest)

    def begin(self, opening: Opening, line: TerminalLine, member: Member) -> RemoteProgram:
        """The program of a session. Raises LinkLost where there is no process for it."""
        return self._of(opening.player.id).begin(opening, line, member)

    def crowd(self, is_crowded: bool) -> None:
        """From now on so many play that what nobody asked for is left, or no longer."""
        if is_crowded != self._is_crowded:
            self._is_crowded = is_crowded
            for worker in self._there:
                worker.link.tell(Worker.crowd, is_crowded)

    async def call(self, player: Hashable, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Have a function called by a job, for a player. Raises what it raises, and InputError if it was ended."""
        try:
            answer: Answer = await self._of(player).link.ask(Worker.call, player, current(), function, arguments)
        except LinkLost:
            raise InputError(NO_WORKERS) from None
        return answer

    async def load(self) -> Load:
        """What is done in all of them at the moment, and here."""
        loads = await asyncio.gather(*(worker.link.ask(Worker.load) for worker in self._there), return_exceptions=True)
        return sum((load for load in loads if isinstance(load, Load)), Load.here())

    def close(self) -> None:
        """End them."""
        self._processes.close()


class RemoteWorker(ServerFront):
    """One of the processes, and what is at this end of its line."""

    def __init__(self, lost: Callable[[RemoteWorker], object], jobs: int) -> None:
        """`lost` hears of its end; `jobs` is how many it may do at a time."""
        self.link = Channel(self)
        self.jobs = jobs
        self.programs: dict[int, RemoteProgram] = {}
        self._lost = lost
        self._numbers = count()
        self._topics: WeakValueDictionary[TopicKey, Topic[Any]] = WeakValueDictionary()
        """What may be looked at there."""
        self._subscriptions: dict[TopicKey, Callable[[], None]] = {}
        """What is looked at, and how that ends."""

    def has(self, player: Hashable) -> bool:
        """Whether sessions of the player are there."""
        return any(program.player == player for program in self.programs.values())

    def begin(self, opening: Opening, line: TerminalLine, member: Member) -> RemoteProgram:
        """The program of a session, there."""
        self._topics[LOBBY], self._topics[SETTINGS] = member.lobby, member.settings
        if SETTINGS not in self._subscriptions:  # they are known there from the first session on
            self.link.tell(Worker.publish, SETTINGS, member.settings.value)
            self.listen(SETTINGS, True)
        number = next(self._numbers)
        program = self.programs[number] = RemoteProgram(self, number, opening.player.id, line, member)
        self.link.tell(Worker.open, number, opening, line.size, program.language)
        return program

    def lost(self) -> None:
        """The process is gone: its sessions end by a fault."""
        for stop in self._subscriptions.values():
            stop()
        self._lost(self)
        for program in list(self.programs.values()):
            program.break_off()

    def drained(self) -> None:
        """There is room again for what is looked at."""
        for topic in self._subscriptions:
            self.link.tell(Worker.publish, topic, self._topics[topic].value)

    # what the process tells and asks

    def sent(self, session: int, data: str) -> None:
        self.programs[session].line.send(data)

    def took(self, session: int, count: int) -> None:
        if session in self.programs:  # else it was under way as the program ended
            self.programs[session].line.took(count)

    def ended(self, session: int, code: int, fault: str) -> None:
        self.programs[session].end(code, WorkerFault(fault) if fault else None)

    def listen(self, topic: TopicKey, is_active: bool) -> None:
        if not is_active and topic in self._subscriptions:
            self._subscriptions.pop(topic)()
        elif is_active and topic not in self._subscriptions and topic in self._topics:

            def tell(value: Any) -> None:
                if not self.link.is_full:
                    self.link.tell(Worker.publish, topic, value)

            self._subscriptions[topic] = self._topics[topic].subscribe(tell)

    async def topic(self, session: int, match: int) -> MatchView:
        topic = self._topics[match] = await self.programs[session].member.topic(match)
        return topic.value

    async def act(self, session: int, name: str, arguments: tuple[Any, ...]) -> Any:
        program = self.programs[session]
        with speaking(program.language):
            return await getattr(program.member, name)(*arguments)

    def do(self, session: int, name: str, arguments: tuple[Any, ...]) -> None:
        with suppress(GameError):  # such as for a match that is no more by now
            getattr(self.programs[session].member, name)(*arguments)

    def logged(self, level: int, sentence: str, event: str) -> None:
        logging.getLogger(GAMES_LOG).log(level, "%s", sentence, extra={"event": event} if event else None)


class RemoteProgram:
    """The program of a session in another process, as the session sees it (`Program`)."""

    def __init__(
        self, worker: RemoteWorker, number: int, player: PlayerId, line: TerminalLine, member: Member
    ) -> None:
        self.player = player
        self.line = line
        self.member = member
        self.language = current()
        self.fault: WorkerFault | None = None
        self.return_code: int | None = None
        self._worker = worker
        self._number = number
        self._is_over = asyncio.Event()

    async def run_to_end(self) -> None:
        """Run; it is over once its games are in their file and that is closed."""
        await self._is_over.wait()

    def end(self, code: int, fault: WorkerFault | None) -> None:
        """It is over."""
        self.return_code, self.fault = code, fault
        del self._worker.programs[self._number]
        self._is_over.set()

    def break_off(self) -> None:
        """Its process is gone, and has left the terminal as it was."""
        self.line.send(RESTORE)
        self.end(1, WorkerFault("its process has ended"))

    def received(self, data: bytes) -> None:
        """This was typed."""
        self._worker.link.tell(Worker.received, self._number, data)

    def resized(self) -> None:
        """The terminal has another size now."""
        self._worker.link.tell(Worker.resized, self._number, self.line.size)

    def action_redraw(self) -> None:
        """Send the whole picture."""
        self._worker.link.tell(Worker.redraw, self._number)

    def tell(self, sentence: str) -> None:
        """Tell the player something of the server's, on the screen."""
        self._worker.link.tell(Worker.tell, self._number, sentence)

    def leave(self) -> None:
        """Save what is known, and end."""
        self._worker.link.tell(Worker.leave, self._number)
