"""The processes that share the sessions: their players, and their rights."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from programs import launched
from textual.geometry import Size

if sys.platform == "win32":
    pytest.skip("serve needs a Unix system", allow_module_level=True)

from engine.base.errors import InputError
from engine.together.database import ServerDatabase
from engine.together.hub import Hub
from engine.together.member import HubMember
from engine.together.player import Player
from tui.guests.confinement import GuestLimits
from tui.server.channel import Channel
from tui.server.hosted import SessionParameters
from tui.server.metrics import KeyMetrics
from tui.server.workers import RemoteProgram, SessionWorkers
from tui.terminal.options import Options

FORKER = """
import socket, sys
from dataclasses import replace
from pathlib import Path
from tui.app import key_owners
from tui.guests.confinement import GuestLimits
from tui.guests.jail import strongest
from tui.server import fork_server, worker
fork_server.load_engine()
key_owners()
bounds = GuestLimits(Path(sys.argv[2]), Path(sys.argv[3]))
jail = replace(strongest(bounds), namespaces=False, users=False)  # jobs tell numbers that processes have here
fork_server.serve(socket.socket(fileno=int(sys.argv[1])), worker.runner(bounds, jail, None))
"""


class Terminal:
    """Keeps the messages that it is to show, and measures like a session."""

    size = Size(80, 24)

    def __init__(self) -> None:
        self.messages = ""
        self.pulse = KeyMetrics()
        self.is_idle = asyncio.Event()

    def send(self, data: str) -> None:
        self.messages += data
        self.pulse.answer()

    def acknowledge(self, count: int) -> None: ...

    def idle(self) -> None:
        self.pulse.idle()
        self.is_idle.set()


class Server:
    """A server without its worker processes."""

    def __init__(self, workers: SessionWorkers, folder: Path) -> None:
        self.workers = workers
        self.folder = folder
        self.database = ServerDatabase(folder / "state" / "players.db")
        self.hub = Hub(self.database, run_job=workers.call)

    def begin(self, number: int) -> tuple[RemoteProgram, Terminal]:
        """A session of the player of that number."""
        player, terminal = Player(f"player-{number}", number), Terminal()
        state = self.folder / "state" / str(number)
        state.mkdir(exist_ok=True)
        parameters = SessionParameters(player, Options(bounds=GuestLimits(self.folder / "puzzles", state)), {}, None)
        return self.workers.start_program(parameters, terminal, HubMember(self.hub, player)), terminal


@pytest.fixture
async def server(tmp_path: Path, folder: Path) -> AsyncIterator[Server]:
    (tmp_path / "state").mkdir()
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-c", FORKER, theirs.fileno(), folder, tmp_path / "state"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with launched(command, pass_fds=[theirs.fileno()], env=environment):
        theirs.close()
        workers = SessionWorkers(ours, 2, 3)
        async with asyncio.timeout(120):
            await workers.start()
            server = Server(workers, tmp_path)
            yield server
        server.database.close()
        workers.close()


async def seen(terminal: Terminal, text: str) -> None:
    while text not in terminal.messages:
        await asyncio.sleep(0.02)


@pytest.mark.long
async def test_a_player_has_one_process_and_its_jobs_and_they_share_the_rest(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = server.workers
    programs = [server.begin(number) for number in (1, 2, 1, 3, 1)]
    for _, terminal in programs:
        await seen(terminal, "nearly.txt")
    where = {number: await workers.call(number, os.getppid) for number in (1, 2, 3)}
    assert where[1] != where[2] == where[3], "where there are the fewest"
    assert sorted(worker.jobs for worker in workers._workers) == [1, 2]
    both = await workers.load()
    assert both.memory > 2 * psutil.Process().memory_info().rss / 3
    calls = list[Any]()
    call = Channel.call
    monkeypatch.setattr(Channel, "call", lambda link, *arguments: calls.append(arguments[1:]) or call(link, *arguments))
    for is_crowded in (False, True, True, False):
        workers.set_crowded(is_crowded)
    assert calls == [(True,), (True,), (False,), (False,)], "each is told of each change"
    for program, _ in programs:
        program.leave()
        await program.run_to_end()
        assert (program.return_code, program.fault) == (0, None)
    assert not any(worker.programs for worker in workers._workers)


@pytest.mark.long
async def test_one_that_is_killed_is_replaced_and_meanwhile_the_other_serves_all(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = server.workers
    monkeypatch.setattr("tui.server.workers.RESTART_SECONDS", 0.0)
    (program, terminal), (other, _) = server.begin(1), server.begin(2)
    await seen(terminal, "nearly.txt")
    forker = psutil.Process(await workers.call(1, os.getppid))
    working = asyncio.create_task(workers.call(1, asyncio.run, None))
    forker.parent().kill()
    await program.run_to_end()
    assert program.fault
    assert terminal.messages.endswith("\x1b[?1049l"), "the terminal is left as it was"
    with pytest.raises((InputError, TypeError, ValueError)):
        await working
    again, terminal = server.begin(1)
    await seen(terminal, "nearly.txt")
    while len(workers._workers) < 2:
        await asyncio.sleep(0.02)
    assert other.fault is None
    assert len({await workers.call(number, os.getppid) for number in (2, 3)}) == 2, "the new one serves, too"
    again.leave()
    await again.run_to_end()


@pytest.mark.long
async def test_output_that_no_key_causes_answers_none(server: Server) -> None:
    program, terminal = server.begin(1)
    await seen(terminal, "nearly.txt")

    async def press(keys: bytes) -> int:
        """Return the number of answers that these keys get."""
        before = len(terminal.pulse.answers)
        terminal.is_idle.clear()
        terminal.pulse.key()
        program.received(keys)
        await terminal.is_idle.wait()
        return len(terminal.pulse.answers) - before

    async with asyncio.timeout(120):
        await press(b"\x1b")  # closes the tour
        # On a busy machine a screen may close, and be painted, only after all input is processed.
        assert await press(b"?") + await press(b"\x1b") in (1, 2)
        while await press(b"\x1b[24~"):  # until nothing else, such as a preview, is painted meanwhile
            pass
        answers = len(terminal.pulse.answers)
        program.show_message("The server ends soon.")
        await seen(terminal, "The server ends soon.")
        assert len(terminal.pulse.answers) == answers
    program.leave()
    await program.run_to_end()


@pytest.fixture
def quick_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.server.workers.RESTART_SECONDS", 0.0)
    monkeypatch.setattr("tui.server.workers._CHECK_SECONDS", 0.1)
    monkeypatch.setattr("tui.server.workers._SILENCE_SECONDS", 5.0)


@pytest.mark.long
async def test_a_worker_that_is_stopped_is_replaced(quick_checks: None, server: Server) -> None:
    workers = server.workers
    async with asyncio.timeout(120):
        program, terminal = server.begin(1)
        await seen(terminal, "nearly.txt")
        forker = psutil.Process(await workers.call(1, os.getppid))
        forker.parent().suspend()
        await program.run_to_end()
        assert program.fault
        while len(workers._workers) < 2:
            await asyncio.sleep(0.02)
        again, terminal = server.begin(1)
        await seen(terminal, "nearly.txt")
        again.leave()
        await again.run_to_end()
