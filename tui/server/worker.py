"""A process that has the programs of some sessions. Their lines, and what goes on between players, the server has.

What the server may tell and ask it are the methods of `Worker`, what it may tell and ask the server those of `Front`.
A session is known by a number.
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
from tui.server.hosted import Host, HostedProgram, Opening, collect_rarely, collect_when_quiet
from tui.server.metrics import GAMES_LOG, Load
from tui.server.watchdog import working_for

TopicKey = str | int
"""LOBBY, WISHES, or the number of a match."""
LOBBY, SETTINGS = "lobby", "wishes"

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class ServerFront(Protocol):
    """The server, as a process with sessions sees it."""

    def sent(self, session: int, data: str) -> None:
        """The terminal is to show this."""

    def took(self, session: int, count: int) -> None:
        """The program has parsed so many bytes of what was typed."""

    def ended(self, session: int, code: int, fault: str) -> None:
        """The program is over, its games are in their file; `fault` is what ended it, "" for nothing."""

    def listen(self, topic: TopicKey, is_active: bool) -> None:
        """Somebody looks at this, and is to be told what there is of it (`Worker.publish`), or nobody any more."""

    async def topic(self, session: int, match: int) -> MatchView:
        """A match as it is now, for a player."""

    async def act(self, session: int, name: str, arguments: tuple[Any, ...]) -> Any:
        """Do something for a player: a method of Member. Raises GameError, with a sentence in the player's language."""

    def do(self, session: int, name: str, arguments: tuple[Any, ...]) -> None:
        """The same for what has no answer."""

    def logged(self, level: int, sentence: str, event: str) -> None:
        """This is for the log; `event` is what it counts as, "" for nothing."""


class _ToFront(logging.Handler):
    """Has what is told the log here told by the server, which counts it."""

    def __init__(self, link: Channel) -> None:
        super().__init__()
        self._link = link
        self._loop = asyncio.get_running_loop()

    def emit(self, record: logging.LogRecord) -> None:
        """Tell it, from any thread."""
        event = getattr(record, "event", "")
        self._loop.call_soon_threadsafe(self._link.tell, ServerFront.logged, record.levelno, record.getMessage(), event)


def runner(bounds: GuestLimits, jail: Jail, account: Account | None) -> Callable[[socket.socket], NoReturn]:
    """What such a process does: it is held to the bounds, as the server is, and begins jobs of its own, in a jail."""
    return partial(_run, bounds, jail, account)


def _run(bounds: GuestLimits, jail: Jail, account: Account | None, line: socket.socket) -> NoReturn:
    """Have sessions until the server at the other end of the line is gone."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        forker = fork_server.begin(job_process.runner(jail), jail.enter, jail.bury)
        if account:
            account.take()
        kernel.confine(bounds)
        confinement.enforce(bounds)
        asyncio.run(_serve(forker, line))
    except BaseException:  # noqa: BLE001 (it is the end of the process, whatever it was)
        sys.excepthook(*sys.exc_info())
    os._exit(1)


async def _serve(forker: socket.socket, line: socket.socket) -> None:
    worker = Worker(forker)
    await worker.link.open(line)
    games_log = logging.getLogger(GAMES_LOG)
    games_log.addHandler(_ToFront(worker.link))
    games_log.propagate = False
    collect_rarely()
    tidy = asyncio.create_task(collect_when_quiet(lambda: len(worker.sessions), lambda: worker.ended))
    await worker.is_over.wait()
    tidy.cancel()
    os._exit(0)  # nobody waits for what is still done here


class Worker:
    """Owns the sessions of this process, and what of the server's state they look at."""

    def __init__(self, forker: socket.socket) -> None:
        """`forker` leads to the process that begins jobs."""
        self.link = Channel(self)
        self.is_over = asyncio.Event()
        self.topics = Topics(self.link)
        self._forker = forker
        self._host: Host | None = None
        self.sessions: dict[int, _Session] = {}
        self.ended = 0
        """How many sessions are over."""
        self._tasks: set[asyncio.Task[None]] = set()

    def lost(self) -> None:
        """The server is gone: every move that was shown is in a file."""
        self.is_over.set()

    def drained(self) -> None:
        """What is shown can be told again."""
        for session in self.sessions.values():
            session.catch_up()

    # what the server tells and asks

    async def start(self, jobs: int) -> None:
        """Be ready for sessions, and for so many jobs of theirs at a time."""
        self._host = Host(self._forker, jobs)
        await self._host.start()

    def open(self, number: int, opening: Opening, size: Size, language: str) -> None:
        """A session begins, in this language."""
        assert self._host
        with speaking(language), working_for(opening.player.name):
            try:
                session = self.sessions[number] = _Session(self, self._host, number, opening, size)
            except Exception as error:  # noqa: BLE001 (whatever it is, the others play on)
                self.link.tell(ServerFront.ended, number, 1, _traceback_text(error))
                return
            task = asyncio.get_running_loop().create_task(self._run(number, session))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, number: int, session: _Session) -> None:
        """A session from its start to its end. What goes wrong in it ends it alone."""
        program, fault = session.program, ""
        try:
            await program.run_to_end()
            fault = _traceback_text(program.fault)
        except Exception as error:  # noqa: BLE001 (whatever it is, the others play on)
            fault = _traceback_text(error)
        finally:
            del self.sessions[number]
            self.ended += 1
            self.link.tell(ServerFront.ended, number, program.return_code or 0, fault)

    def received(self, number: int, data: bytes) -> None:
        """This was typed."""
        if number in self.sessions:
            self.sessions[number].program.received(data)

    def resized(self, number: int, size: Size) -> None:
        """The terminal has another size now."""
        if number in self.sessions:
            self.sessions[number].size = size
            self.sessions[number].program.resized()

    def redraw(self, number: int) -> None:
        """Send the whole picture."""
        if number in self.sessions:
            self.sessions[number].program.action_redraw()

    def tell(self, number: int, sentence: str) -> None:
        """Tell the player something, on the screen."""
        if number in self.sessions:
            self.sessions[number].program.tell(sentence)

    def leave(self, number: int) -> None:
        """Save what is known, and end the session."""
        if number in self.sessions:
            self.sessions[number].program.leave()

    def publish(self, topic: TopicKey, value: Any) -> None:
        """There is this now of what is looked at."""
        self.topics.publish(topic, value)

    def crowd(self, is_crowded: bool) -> None:
        """From now on so many play that what nobody asked for is left, or no longer."""
        assert self._host
        self._host.crowd(is_crowded)

    async def call(
        self, player: Hashable, language: str, function: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> Answer:
        """Have a function called by a job, for a player."""
        assert self._host
        with speaking(language):
            return await self._host.call(player, function, *arguments)

    async def load(self) -> Load:
        """What is done here at the moment."""
        assert self._host
        return await self._host.load()


class _Session:
    """The line of a program here: what goes to the terminal goes to the server, which knows how much that takes."""

    def __init__(self, worker: Worker, host: Host, number: int, opening: Opening, size: Size) -> None:
        self.size = size
        self._link = worker.link
        self._number = number
        self._is_stale = False
        """Whether something was dropped, so that all must be painted again."""
        member = RemoteMember(worker, number, opening.player)
        self.program: HostedProgram = host.begin(opening, self, member)

    def send(self, data: str) -> None:
        """Send what the terminal is to show, unless the server is too far behind: then all is painted again later."""
        self._is_stale = self._is_stale or self._link.is_full
        if not self._is_stale:
            self._link.tell(ServerFront.sent, self._number, data)

    def catch_up(self) -> None:
        """The server is behind no longer."""
        if self._is_stale:
            self._is_stale = False
            self.program.action_redraw()

    def took(self, count: int) -> None:
        """The program has parsed so many bytes."""
        self._link.tell(ServerFront.took, self._number, count)


class Topics:
    """What of the server's state is looked at here: the server tells of it as long as somebody listens."""

    def __init__(self, link: Channel) -> None:
        self._link = link
        self.lobby = Topic(LobbyView((), (), Standings(date.today())), partial(link.tell, ServerFront.listen, LOBBY))
        self.settings = Topic(PlayerSettings(frozenset(), frozenset()))
        self._matches: WeakValueDictionary[TopicKey, Topic[MatchView]] = WeakValueDictionary()
        """Those that a screen has."""

    def match(self, view: MatchView) -> Topic[MatchView]:
        """What tells of a match that is like this at the moment."""
        topic = self._matches.get(view.number)
        if topic is None:
            topic = self._matches[view.number] = Topic(view, partial(self._link.tell, ServerFront.listen, view.number))
        topic.publish(view)
        return topic

    def publish(self, key: TopicKey, value: Any) -> None:
        """There is this now. Whoever looks at anything finds out whether they still may."""
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
    """A session of a player, whose hub is the server's."""

    def __init__(self, worker: Worker, session: int, player: Player) -> None:
        super().__init__(player, worker.topics.lobby, worker.topics.settings)
        self._topics = worker.topics
        self._link = worker.link
        self._session = session

    async def _act(
        self,
        act: Callable[Concatenate[Member, Arguments], Coroutine[Any, Any, Answer]],
        *arguments: Arguments.args,
        **_: Arguments.kwargs,
    ) -> Answer:
        """Have it done by the member in the server."""
        answer: Answer = await self._link.ask(ServerFront.act, self._session, act.__name__, arguments)
        return answer

    async def topic(self, match: int) -> Topic[MatchView]:
        return self._topics.match(await self._link.ask(ServerFront.topic, self._session, match))

    async def play_daily(self) -> int:
        return await self._act(Member.play_daily)

    async def create(self, kind: MatchKind, layout: Layout, level: Level) -> int:
        return await self._act(Member.create, kind, layout, level)

    async def join(self, number: int) -> None:
        await self._act(Member.join, number)

    async def leave(self, number: int) -> None:
        await self._act(Member.leave, number)

    async def set_ready(self, number: int, ready: bool) -> None:
        await self._act(Member.set_ready, number, ready)

    async def place(self, number: int, cell: int, digit: int) -> SharedMove | None:
        return await self._act(Member.place, number, cell, digit)

    async def toggle_note(self, number: int, cell: int, digit: int) -> SharedMove | None:
        return await self._act(Member.toggle_note, number, cell, digit)

    async def undo(self, number: int) -> SharedMove | None:
        return await self._act(Member.undo, number)

    async def redo(self, number: int) -> SharedMove | None:
        return await self._act(Member.redo, number)

    async def take_back(self, number: int, cell: int) -> SharedMove | None:
        return await self._act(Member.take_back, number, cell)

    async def remove(self, number: int, player: PlayerId) -> None:
        await self._act(Member.remove, number, player)

    async def check(self, number: int) -> BoardCheck:
        return await self._act(Member.check, number)

    async def hint(self, number: int) -> Hint:
        return await self._act(Member.hint, number)

    def point(self, number: int, cell: int) -> None:
        self._link.tell(ServerFront.do, self._session, Member.point.__name__, (number, cell))

    async def say(self, number: int, phrase: int) -> None:
        await self._act(Member.say, number, phrase)

    def show(self, game: MatchView | None) -> None:
        self._link.tell(ServerFront.do, self._session, Member.show.__name__, (game,))

    async def set_watchable(self, watchable: bool) -> None:
        await self._act(Member.set_watchable, watchable)

    async def set_block(self, other: PlayerId, blocked: bool) -> None:
        await self._act(Member.set_block, other, blocked)

    async def rename(self, name: str) -> None:
        await self._act(Member.rename, name)
        self.player = replace(self.player, name=name)

    async def access(self) -> Access:
        return await self._act(Member.access)

    async def revoke(self, fingerprint: str) -> None:
        await self._act(Member.revoke, fingerprint)

    async def new_code(self) -> str:
        return await self._act(Member.new_code)

    async def new_recovery_code(self) -> str:
        return await self._act(Member.new_recovery_code)

    async def end_recovery_code(self) -> None:
        await self._act(Member.end_recovery_code)


def _traceback_text(fault: BaseException | None) -> str:
    """What the log tells of a fault; "" for none."""
    return "".join(traceback.format_exception(fault)) if fault else ""
