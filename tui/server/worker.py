"""A worker process, which runs the programs of some sessions. The server owns their connections and the matches.

The server calls the methods of `Worker`; the worker calls those of `ServerFront`. Sessions are identified by number.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Concatenate, NoReturn, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from textual.geometry import Size

from engine.base.language import speaking
from engine.play.daily import DailyKind
from engine.play.hints import Hint
from engine.sudoku.layout import Layout
from engine.sudoku.techniques.catalogue import Level
from engine.together.hub import LobbyView
from engine.together.keys import Access
from engine.together.match import BoardCheck, MatchKind, MatchView
from engine.together.member import Member
from engine.together.player import Player, PlayerId
from engine.together.records import PlayerSettings
from engine.together.shared_board import SharedMove
from engine.together.standings import Standings
from engine.together.topic import Topic
from tui.guests import confinement, kernel
from tui.guests.account import Account
from tui.guests.confinement import GuestLimits
from tui.guests.jail import Jail
from tui.server import fork_server, job_process
from tui.server.channel import Channel
from tui.server.hosted import HostedProgram, ProgramHost, SessionParameters, collect_rarely, collect_when_quiet
from tui.server.metrics import GAMES_LOG, Load
from tui.server.watchdog import working_for

TopicKey = str | int
"""LOBBY, SETTINGS, or the number of a match."""
LOBBY, SETTINGS = "lobby", "settings"

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class ServerFront(Protocol):
    """The server's methods that a worker may call."""

    def send(self, session: int, data: str) -> None:
        """Send output to the session's terminal."""

    def show(self, session: int, news: str) -> None:
        """Send changes of the board in front to the session's page."""

    def acknowledge(self, session: int, count: int) -> None:
        """Acknowledge `count` bytes of parsed input."""

    def idle(self, session: int) -> None:
        """Record that all input of the session has had its effect."""

    def record_end(self, session: int, code: int, fault: str) -> None:
        """Record that the program has ended and its games are saved; `fault` is the traceback, "" for none."""

    def listen(self, topic: TopicKey, is_active: bool) -> None:
        """Subscribe to a topic (`Worker.publish` receives its values), or unsubscribe."""

    async def topic(self, session: int, match: int) -> MatchView:
        """Return the current view of a match for the session's player."""

    async def call_member(self, session: int, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call a method of the session's Member. Raises GameError, with a sentence in the player's language."""

    def notify_member(self, session: int, name: str, arguments: tuple[Any, ...]) -> None:
        """Call a method of the session's Member that returns nothing."""

    def log(self, level: int, sentence: str, event: str) -> None:
        """Log a sentence and count it as `event`, "" for none."""


class _LogForwarder(logging.Handler):
    """Forwards log records to the server, which counts their events."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel
        self._loop = asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record to the server, from any thread."""
        event = getattr(record, "event", "")
        self._loop.call_soon_threadsafe(self._channel.call, ServerFront.log, record.levelno, record.getMessage(), event)


def runner(bounds: GuestLimits, jail: Jail, account: Account | None) -> Callable[[socket.socket], NoReturn]:
    """Return the main function of a worker: confined to the bounds like the server, with its own jailed jobs."""
    return partial(_run, bounds, jail, account)


def _run(bounds: GuestLimits, jail: Jail, account: Account | None, connection: socket.socket) -> NoReturn:
    """Run sessions until the server closes the connection."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        job_socket = fork_server.start(job_process.runner(jail), jail.enter, jail.clean_up)
        if account:
            account.switch()
        kernel.confine(bounds)
        confinement.enforce(bounds)
        asyncio.run(_serve(job_socket, connection))
    except BaseException:  # noqa: BLE001 (the process ends after any exception)
        sys.excepthook(*sys.exc_info())
    os._exit(1)


async def _serve(job_socket: socket.socket, connection: socket.socket) -> None:
    worker = Worker(job_socket)
    await worker.channel.open(connection)
    games_log = logging.getLogger(GAMES_LOG)
    games_log.addHandler(_LogForwarder(worker.channel))
    games_log.propagate = False
    collect_rarely()
    collection = asyncio.create_task(collect_when_quiet(lambda: len(worker.sessions), lambda: worker.ended))
    await worker.is_stopped.wait()
    collection.cancel()
    os._exit(0)  # without waiting for the threads that still run


class Worker:
    """The sessions of this process, and the calls that the server makes to them."""

    def __init__(self, job_socket: socket.socket) -> None:
        """`job_socket` is the socket of the fork server for jobs."""
        self.channel = Channel(self)
        self.is_stopped = asyncio.Event()
        self.topics = Topics(self.channel)
        self._job_socket = job_socket
        self._host: ProgramHost | None = None
        self.sessions: dict[int, _Session] = {}
        self.ended = 0
        """Number of ended sessions."""
        self._tasks: set[asyncio.Task[None]] = set()

    def channel_lost(self) -> None:
        """Stop: the server is gone. Every move on a screen has been saved."""
        self.is_stopped.set()

    def channel_drained(self) -> None:
        """Resume output: the channel to the server has room again."""
        for session in self.sessions.values():
            session.catch_up()

    # called by the server

    async def start(self, jobs: int) -> None:
        """Prepare for sessions, with at most `jobs` concurrent jobs."""
        self._host = ProgramHost(self._job_socket, jobs)
        await self._host.start()

    def open(self, number: int, parameters: SessionParameters, size: Size, language: str) -> None:
        """Start a session in the given language."""
        assert self._host
        with speaking(language), working_for(parameters.player.name):
            try:
                session = self.sessions[number] = _Session(self, self._host, number, parameters, size)
            except Exception as error:  # noqa: BLE001 (a fault of one session must not end the others)
                self.channel.call(ServerFront.record_end, number, 1, _traceback_text(error))
                return
            task = asyncio.get_running_loop().create_task(self._run(number, session))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, number: int, session: _Session) -> None:
        """Run a session to its end and report it. An exception ends this session only."""
        program, fault = session.program, ""
        try:
            await program.run_to_end()
            fault = _traceback_text(program.fault)
        except Exception as error:  # noqa: BLE001 (a fault of one session must not end the others)
            fault = _traceback_text(error)
        finally:
            del self.sessions[number]
            self.ended += 1
            self.channel.call(ServerFront.record_end, number, program.return_code or 0, fault)

    def received(self, number: int, data: bytes) -> None:
        """Forward input to the session's program."""
        if number in self.sessions:
            self.sessions[number].program.received(data)

    def resized(self, number: int, size: Size) -> None:
        """Set the size of the session's terminal."""
        if number in self.sessions:
            self.sessions[number].size = size
            self.sessions[number].program.resized()

    def redraw(self, number: int) -> None:
        """Repaint the whole screen."""
        if number in self.sessions:
            self.sessions[number].program.action_redraw()

    def show_message(self, number: int, sentence: str) -> None:
        """Show a message to the player."""
        if number in self.sessions:
            self.sessions[number].program.show_message(sentence)

    def leave(self, number: int) -> None:
        """Save, and end the session."""
        if number in self.sessions:
            self.sessions[number].program.leave()

    def publish(self, topic: TopicKey, value: Any) -> None:
        """Receive a new value of a topic."""
        self.topics.publish(topic, value)

    def set_crowded(self, is_crowded: bool) -> None:
        """Turn optional work off while many sessions run, or on again."""
        assert self._host
        self._host.set_crowded(is_crowded)

    async def call(
        self, player: Hashable, language: str, function: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> Answer:
        """Call a function in a job of a player."""
        assert self._host
        with speaking(language):
            return await self._host.call(player, function, *arguments)

    async def load(self) -> Load:
        """Return the current load of this process."""
        assert self._host
        return await self._host.load()


class _Session:
    """The terminal of a program in this process. Output goes to the server, which applies flow control."""

    def __init__(
        self, worker: Worker, host: ProgramHost, number: int, parameters: SessionParameters, size: Size
    ) -> None:
        self.size = size
        self._channel = worker.channel
        self._number = number
        self._is_stale = False
        """Whether output was dropped and a full repaint is due."""
        member = RemoteMember(worker, number, parameters.player)
        self.program: HostedProgram = host.start_program(parameters, self, member)

    def send(self, data: str) -> None:
        """Send output, or drop it until `catch_up` if the channel is full."""
        self._is_stale = self._is_stale or self._channel.is_full
        if not self._is_stale:
            self._channel.call(ServerFront.send, self._number, data)

    def show(self, news: str) -> None:
        """Send changes of the board in front, or drop them: the repaint sends the whole board."""
        self._is_stale = self._is_stale or self._channel.is_full
        if not self._is_stale:
            self._channel.call(ServerFront.show, self._number, news)

    def catch_up(self) -> None:
        """Repaint the screen if output was dropped."""
        if self._is_stale:
            self._is_stale = False
            self.program.action_redraw()

    def acknowledge(self, count: int) -> None:
        """Acknowledge `count` bytes of parsed input."""
        self._channel.call(ServerFront.acknowledge, self._number, count)

    def idle(self) -> None:
        """Report that all input has had its effect."""
        self._channel.call(ServerFront.idle, self._number)


class Topics:
    """Local copies of the server's topics, which the server updates while they have subscribers."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.lobby = Topic(LobbyView((), (), Standings(date.today())), partial(channel.call, ServerFront.listen, LOBBY))
        self.settings = Topic(PlayerSettings(frozenset(), frozenset()))
        self._matches: WeakValueDictionary[TopicKey, Topic[MatchView]] = WeakValueDictionary()
        """The matches shown on a screen."""

    def match(self, view: MatchView) -> Topic[MatchView]:
        """Return the topic of a match, with `view` as its current value."""
        topic = self._matches.get(view.number)
        if topic is None:
            listen = partial(self._channel.call, ServerFront.listen, view.number)
            topic = self._matches[view.number] = Topic(view, listen)
        topic.publish(view)
        return topic

    def publish(self, key: TopicKey, value: Any) -> None:
        """Set the value of a topic. New settings republish all topics, so that subscribers check their access again."""
        if key == LOBBY:
            self.lobby.publish(value)
        elif key == SETTINGS:
            self.settings.publish(value)
            self.lobby.publish(self.lobby.value)
            for topic in self._matches.values():
                topic.publish(topic.value)
        elif key in self._matches:
            self._matches[key].publish(value)


class RemoteMember(Member):
    """A member whose hub is in the server process; its methods are calls over the channel."""

    def __init__(self, worker: Worker, session: int, player: Player) -> None:
        super().__init__(player, worker.topics.lobby, worker.topics.settings)
        self._topics = worker.topics
        self._channel = worker.channel
        self._session = session

    async def _call(
        self,
        method: Callable[Concatenate[Member, Arguments], Coroutine[Any, Any, Answer]],
        *arguments: Arguments.args,
        **_: Arguments.kwargs,
    ) -> Answer:
        """Call the same method of the session's member in the server."""
        answer: Answer = await self._channel.ask(ServerFront.call_member, self._session, method.__name__, arguments)
        return answer

    async def topic(self, match: int) -> Topic[MatchView]:
        return self._topics.match(await self._channel.ask(ServerFront.topic, self._session, match))

    async def play_daily(self, kind: DailyKind) -> int:
        return await self._call(Member.play_daily, kind)

    async def create(self, kind: MatchKind, layout: Layout, level: Level) -> int:
        return await self._call(Member.create, kind, layout, level)

    async def join(self, number: int) -> None:
        await self._call(Member.join, number)

    async def leave(self, number: int) -> None:
        await self._call(Member.leave, number)

    async def set_ready(self, number: int, ready: bool) -> None:
        await self._call(Member.set_ready, number, ready)

    async def place(self, number: int, cell: int, digit: int) -> SharedMove | None:
        return await self._call(Member.place, number, cell, digit)

    async def toggle_note(self, number: int, cell: int, digit: int) -> SharedMove | None:
        return await self._call(Member.toggle_note, number, cell, digit)

    async def undo(self, number: int) -> SharedMove | None:
        return await self._call(Member.undo, number)

    async def redo(self, number: int) -> SharedMove | None:
        return await self._call(Member.redo, number)

    async def take_back(self, number: int, cell: int) -> SharedMove | None:
        return await self._call(Member.take_back, number, cell)

    async def remove(self, number: int, player: PlayerId) -> None:
        await self._call(Member.remove, number, player)

    async def check(self, number: int) -> BoardCheck:
        return await self._call(Member.check, number)

    async def hint(self, number: int) -> Hint:
        return await self._call(Member.hint, number)

    def point(self, number: int, cell: int) -> None:
        self._channel.call(ServerFront.notify_member, self._session, Member.point.__name__, (number, cell))

    async def say(self, number: int, phrase: int) -> None:
        await self._call(Member.say, number, phrase)

    def show(self, game: MatchView | None) -> None:
        self._channel.call(ServerFront.notify_member, self._session, Member.show.__name__, (game,))

    async def set_watchable(self, watchable: bool) -> None:
        await self._call(Member.set_watchable, watchable)

    async def set_block(self, other: PlayerId, blocked: bool) -> None:
        await self._call(Member.set_block, other, blocked)

    async def rename(self, name: str) -> None:
        await self._call(Member.rename, name)
        self.player = replace(self.player, name=name)

    async def access(self) -> Access:
        return await self._call(Member.access)

    async def revoke(self, fingerprint: str) -> None:
        await self._call(Member.revoke, fingerprint)

    async def new_code(self) -> str:
        return await self._call(Member.new_code)

    async def new_recovery_code(self) -> str:
        return await self._call(Member.new_recovery_code)

    async def end_recovery_code(self) -> None:
        await self._call(Member.end_recovery_code)


def _traceback_text(fault: BaseException | None) -> str:
    """Return the traceback of a fault for the log; "" for none."""
    return "".join(traceback.format_exception(fault)) if fault else ""
