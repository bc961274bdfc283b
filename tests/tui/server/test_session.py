"""A session of the server, with a fake channel and a fake program."""

import asyncio
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Size

from engine.base.language import LANGUAGES, _, speaking
from engine.play.store import Store
from engine.sudoku.formats import write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.together.player import Player
from tui.guests.confinement import GuestLimits
from tui.terminal.options import Options

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")


class Channel:
    """Receives output, and the exit code."""

    def __init__(self) -> None:
        self.written = b""
        self.code: int | None = None

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written += data

    def exit(self, code: int) -> None:
        self.code = code

    def unsent(self) -> int:
        return 0

    def abort(self) -> None: ...

    def is_gone(self) -> bool:
        return False

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Line:
    """Counts the parsed bytes."""

    parsed = 0

    def acknowledge(self, count: int) -> None:
        Line.parsed += count

    def idle(self) -> None: ...


class Broken:
    """A program with a fault."""

    fault = None
    return_code = None

    async def run_to_end(self) -> None:
        raise ZeroDivisionError

    def leave(self) -> None: ...


async def test_a_fault_ends_its_session_alone_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    from tui.app import FAULT
    from tui.server.session import PlaySession

    ended: list[Any] = []
    session = PlaySession(Player("alice", 1), lambda *_: Broken(), ended.append)  # type: ignore[arg-type, return-value]
    channel = Channel()
    session.open(channel, Size(80, 24), {"TERM": "xterm"})
    await session.end(10)
    assert (channel.written.decode(), channel.code) == (f"{FAULT}\r\n", 1)
    assert ended == [session]
    assert "the session of alice ended with a fault" in caplog.text
    assert "ZeroDivisionError" in caplog.text


class Speaking:
    """A program that says a word once all sessions have started."""

    fault = None
    return_code = 0

    def __init__(self, session: Any, all_there: asyncio.Barrier) -> None:
        self.session = session
        self.all_there = all_there

    async def run_to_end(self) -> None:
        await self.all_there.wait()
        self.session.send(_("easy"))


@pytest.mark.parametrize("own", LANGUAGES)
async def test_each_session_speaks_the_language_of_its_terminal(own: str) -> None:
    from tui.server.session import PlaySession

    environments = {
        "en": {"LANG": "en_GB.UTF-8"},
        "de": {"LANG": "C.UTF-8", "LC_ALL": "de_AT.UTF-8"},
        "zh_CN": {"LANG": "zh_CN.UTF-8"},
        "none": {"TERM": "xterm"},
        "unknown": {"LANG": "xx_YY.UTF-8"},
    }
    names = {"en": "easy", "de": "leicht", "zh_CN": "简单"}
    all_there = asyncio.Barrier(len(environments))
    channels = {name: Channel() for name in environments}
    with speaking(own):  # the server
        sessions = [
            PlaySession(
                Player(name, number),
                lambda session, _: Speaking(session, all_there),
                lambda _: None,  # type: ignore[arg-type, return-value]
            )
            for number, name in enumerate(environments)
        ]
        for session, channel, environment in zip(sessions, channels.values(), environments.values(), strict=True):
            session.open(channel, Size(80, 24), environment)
        async with asyncio.timeout(30):
            await asyncio.gather(*(session._task for session in sessions))  # type: ignore[misc]
    written = {name: channel.written.decode().strip() for name, channel in channels.items()}
    assert written == {**names, "none": names[own], "unknown": "easy"}


async def test_a_program_that_can_t_begin_ends_its_session_alone() -> None:
    from tui.app import FAULT
    from tui.server.session import PlaySession

    def start(*_: object) -> Any:
        raise OSError("the disk is full")

    ended: list[Any] = []
    session = PlaySession(Player("alice", 1), start, ended.append)
    channel = Channel()
    session.open(channel, Size(80, 24), {"TERM": "xterm"})
    assert (channel.written.decode(), channel.code) == (f"{FAULT}\r\n", 1)
    assert ended == [session]


async def test_a_too_long_paste_is_dropped_and_later_keys_are_kept() -> None:
    from textual.app import App

    from tui.server import driver
    from tui.server.fair_queue import FairQueue
    from tui.terminal.input_parser import MAX_PASTED

    arrivals: list[Any] = []

    class Taking(driver.RemoteDriver):
        terminal = Line()  # type: ignore[assignment]
        queue = FairQueue()

        def process_message(self, message: Any) -> None:
            if hasattr(message, "text"):
                arrivals.append(len(message.text))
            else:
                arrivals.append("refused" if hasattr(message, "is_too_long") else message.key)

    class Immediate(App[None]):
        keys_held = 0

        def after_input(self, callback: Any) -> None:
            callback()

        def after_paint(self, callback: Any) -> None:
            callback()

    async def received(*pieces: bytes) -> None:
        for piece in pieces:
            before = Line.parsed
            session_driver.received(piece)
            async with asyncio.timeout(60):
                while Line.parsed < before + len(piece) or session_driver._events:
                    await asyncio.sleep(0)

    session_driver = Taking(Immediate())
    await received(b"\x1b[200~" + b"1" * 1000 + b"\x1b[201~a")
    assert arrivals == [1000, "a"]
    await received(b"\x1b[200~", *[b"1" * 50_000] * (MAX_PASTED // 50_000 + 3))
    await received(b"x\x1b[20", b"1", b"~", b"b")
    session_driver.disable_input()
    assert arrivals == [1000, "a", "refused", "b"]


async def test_a_flood_of_a_program_that_is_ending_is_taken_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program answers each event at once then: a turn is no recursion."""
    from tui.server import driver
    from tui.server.fair_queue import FairQueue
    from tui.terminal.input_queue import InputQueue

    app = InputQueue()
    async with app.run_test():
        pass
    monkeypatch.setattr(driver, "_TURN_SECONDS", 1.0)
    monkeypatch.setattr(driver, "_PIECE_BYTES", 10_000)
    flooded = driver.driver_for(Line(), FairQueue())(app)  # type: ignore[arg-type]
    events: list[Any] = []
    monkeypatch.setattr(flooded, "process_message", events.append)
    flooded.received(b"\x1b[I" * 3000)
    async with asyncio.timeout(30):
        while flooded._has_input:
            await asyncio.sleep(0)
    assert (len(events), app._exception) == (3000, None)


async def test_unsent_output_is_bounded_for_slow_readers() -> None:
    asyncssh = pytest.importorskip("asyncssh")
    from tui.server.ssh import WINDOW_BYTES, SshChannel

    class Server(asyncssh.SSHServer):  # type: ignore[misc, name-defined]
        def begin_auth(self, username: str) -> bool:
            return False

        def session_requested(self) -> Any:
            return Session()

    class Session(asyncssh.SSHServerSession):  # type: ignore[misc, name-defined]
        def connection_made(self, chan: Any) -> None:
            sessions.append(self)
            self.channel, self.parsed, self.received = SshChannel(chan, self.take), 0, 0

        def shell_requested(self) -> bool:
            return True

        def data_received(self, data: bytes, datatype: Any) -> None:
            self.received += len(data)
            self.channel.received(data)

        def take(self, data: bytes) -> None:
            self.parsed += len(data)
            self.channel.pause_reading()

    sessions: list[Any] = []
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        asyncio.timeout(60),
        asyncssh.create_server(
            Server, "127.0.0.1", 0, server_host_keys=[key], encoding=None, window=WINDOW_BYTES
        ) as server,
        asyncssh.connect("127.0.0.1", server.get_port(), username="a", known_hosts=None, config=None) as connection,
    ):
        process = await connection.create_process(encoding=None)
        process.stdin.write(bytes(40 * WINDOW_BYTES))
        while not sessions or sessions[0].parsed < 20 * WINDOW_BYTES:
            await asyncio.sleep(0.01)  # the other end sends as much as it may
            for session in sessions:
                waiting = sum(len(data) for data, _ in session.channel._channel._recv_buf)
                assert session.received + waiting - session.parsed <= 2 * WINDOW_BYTES
                session.channel.resume_reading()
        connection.abort()


async def test_clients_are_not_asked_for_dummy_packets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """OpenSSH pads keystrokes with them only if a server answers pings; an unexpected one changes nothing."""
    from types import SimpleNamespace

    asyncssh = pytest.importorskip("asyncssh")
    from tui.server import ssh
    from tui.server.fair_queue import FairQueue
    from tui.server.options import GuestPolicy

    service = SimpleNamespace(
        options=SimpleNamespace(banner="", guests=GuestPolicy.OPEN),
        queue=FairQueue(slots=1),
        waiting={},
        add_connection=lambda _: True,
        add_waiting=lambda *_: None,
        remove_connection=lambda _: None,
        guest=lambda _: None,
    )
    asyncssh.set_debug_level(2)
    with socket.create_server(("127.0.0.1", 0)) as sock, caplog.at_level("DEBUG", "asyncssh"):
        key = asyncssh.generate_private_key("ssh-ed25519")
        acceptor = await ssh.listen(service, sock, key)  # type: ignore[arg-type]
        async with (
            asyncio.timeout(60),
            asyncssh.connect(
                "127.0.0.1", sock.getsockname()[1], username="a", password="b", known_hosts=None, config=None
            ) as connection,
        ):
            connection.send_packet(192, asyncssh.packet.String(b"PING!"))
            with pytest.raises(asyncssh.ChannelOpenError):  # there is no player
                await connection.create_process()
        acceptor.close()
    asyncssh.set_debug_level(1)
    assert "server-sig-algs" in caplog.text
    assert "ping@openssh.com" not in caplog.text


async def test_a_terminal_resized_during_session_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tui.server.driver import RemoteDriver
    from tui.server.hosted import HostedProgram, ProgramHost, SessionParameters
    from tui.server.session import PlaySession

    for name in ("state", "shown"):
        (tmp_path / name).mkdir()
    host = ProgramHost(socket.socketpair()[0], 1)
    programs: list[HostedProgram] = []
    ended: list[Any] = []

    def start(session: PlaySession, environment: Any) -> HostedProgram:
        options = Options(bounds=GuestLimits(tmp_path / "shown", tmp_path / "state"))
        parameters = SessionParameters(session.player, options, environment, None)
        programs.append(HostedProgram(parameters, session, None, host, None))  # type: ignore[arg-type]
        return programs[0]

    session, channel = PlaySession(Player("alice", 1), start, ended.append), Channel()
    begin = RemoteDriver.start_application_mode

    def begin_and_change(driver: RemoteDriver) -> None:
        begin(driver)
        session.resized(100, 30)

    monkeypatch.setattr(RemoteDriver, "start_application_mode", begin_and_change)
    session.open(channel, Size(80, 24), {"TERM": "xterm-256color"})
    async with asyncio.timeout(60):
        while b"enter" not in channel.written:
            await asyncio.sleep(0.01)
    assert programs[0].size == Size(100, 30)
    await session.end(10)


async def test_a_fault_in_a_screen_ends_the_session_with_its_game_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    from tui.app import FAULT
    from tui.features.play.screen import BoardScreen
    from tui.server.hosted import HostedProgram, ProgramHost, SessionParameters
    from tui.server.session import PlaySession

    (tmp_path / "state").mkdir()
    (tmp_path / "shown").mkdir()
    solution = random_solution(single(), 1)
    (tmp_path / "shown" / "nearly.txt").write_text(write(Puzzle(single(), (0, 0, 0, *solution[3:]))))
    monkeypatch.setattr(BoardScreen, "action_undo", lambda _: 1 / 0)
    options = Options(bounds=GuestLimits(tmp_path / "shown", tmp_path / "state"))
    host = ProgramHost(socket.socketpair()[0], 1)
    ended: list[Any] = []

    def start(session: PlaySession, environment: Any) -> HostedProgram:
        parameters = SessionParameters(session.player, options, environment, None)
        return HostedProgram(parameters, session, None, host, None)  # type: ignore[arg-type]

    session, channel = PlaySession(Player("alice", 1), start, ended.append), Channel()
    session.open(channel, Size(80, 24), {"TERM": "xterm-256color"})

    async def saw(text: bytes) -> None:
        async with asyncio.timeout(60):
            while text not in channel.written:
                await asyncio.sleep(0.01)

    await saw(b"nearly.txt")
    session.received(b"\r")
    await saw(b"3 to fill")
    session.received(str(solution[0]).encode() + b"u")  # the move is in the file before the next key counts
    async with asyncio.timeout(60):
        while not ended:
            await asyncio.sleep(0.01)
    assert channel.code == 1
    assert channel.written.decode().endswith(f"{FAULT}\r\n")
    assert "ZeroDivisionError" in caplog.text
    assert "Traceback" not in capfd.readouterr().err, "with the values of variables, such as what was typed"
    with Store(tmp_path / "state" / "games.db") as store:
        assert [game.filled for game in store.unfinished()] == [1]


class Holding:
    """A program that blocks the event loop."""

    fault = None
    return_code = None

    async def run_to_end(self) -> None:
        while True:
            pass

    def leave(self) -> None: ...


async def test_a_session_that_holds_the_event_loop_ends_alone(caplog: pytest.LogCaptureFixture) -> None:
    from tui.app import FAULT
    from tui.server.session import PlaySession
    from tui.server.watchdog import Watchdog, working_for

    ended: list[Any] = []
    watchdog = Watchdog()
    before = signal.getsignal(signal.SIGALRM)
    watchdog.start()
    try:
        session = PlaySession(Player("alice", 1), lambda *_: Holding(), ended.append)  # type: ignore[arg-type, return-value]
        channel = Channel()
        session.open(channel, Size(80, 24), {"TERM": "xterm"})
        async with asyncio.timeout(60):
            while not ended:
                await asyncio.sleep(0.01)
        for name in ("bob", "carol"):  # each for less than the limit
            with working_for(name):
                asyncio.get_running_loop().call_soon(_work, 0.4)
        await asyncio.sleep(1)
    finally:
        watchdog.stop()
        signal.signal(signal.SIGALRM, before)
    assert (channel.written.decode(), channel.code) == (f"{FAULT}\r\n", 1)
    assert "the session of alice ends: it blocked the event loop" in caplog.text
    assert watchdog.ended == 1


def _work(seconds: float) -> None:
    """Use the processor for that many seconds."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Idle(Broken):
    """A program that runs until it is stopped."""

    def __init__(self) -> None:
        self.left = asyncio.Event()

    async def run_to_end(self) -> None:
        await self.left.wait()

    def received(self, data: bytes) -> None: ...

    def leave(self) -> None:
        self.left.set()


@pytest.mark.every_combination
@pytest.mark.parametrize("sign", ["is_gone", "is_closing"])
@pytest.mark.parametrize("is_flood", [True, False])
async def test_a_flood_of_a_vanished_sender_ends_while_its_input_waits(
    is_flood: bool, sign: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's channel is not probed: a probe costs bytes on the line. A heartbeat may have closed the channel."""
    from tui.server import session as module

    monkeypatch.setattr(module, "PROBE_SECONDS", 0.05)
    program, channel = Idle(), Channel()
    monkeypatch.setattr(channel, sign, lambda: True)
    session = module.PlaySession(Player("alice", 1), lambda *_: program, lambda _: None)  # type: ignore[arg-type, return-value]
    session.open(channel, Size(80, 24), {"TERM": "xterm"})
    for _turn in range(200 if is_flood else 3):
        session.received(b"x")
    await asyncio.sleep(0.5)
    assert program.left.is_set() is (is_flood or sign == "is_closing")
    await session.end(10)
