"""The pool: its work, its turns, and jobs that exceed limits or die."""

import asyncio
import os
import re
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from programs import launched

from engine.base.errors import Cancelled, InputError
from engine.base.language import current, speaking

if sys.platform == "win32":
    pytest.skip("serve needs a Unix system", allow_module_level=True)

from tui.base.background import Job, Live, call, cancellable
from tui.guests.confinement import MEGABYTE
from tui.server import job_process, pool
from tui.server.pool import Pool

MEMORY = 100 * MEGABYTE
FORKERS = f"""
import os, socket, sys
from pathlib import Path
from tui.guests.confinement import GuestLimits
from tui.guests.jail import strongest
from tui.server import fork_server, job_process
fork_server.load_engine()
asked = socket.socket(fileno=int(sys.argv[1]))
while True:
    folder, lines, *_ = socket.recv_fds(asked, 4096, 1)
    if not folder:
        break
    if not os.fork():
        bounds = GuestLimits(Path(folder.decode()), Path(sys.argv[2]), 1, {MEMORY})
        jail = strongest(bounds)
        jail.enter()
        fork_server.serve(socket.socket(fileno=lines[0]), job_process.runner(jail))
    os.close(lines[0])
"""
"""Starts the process that forks for one pool after the other; each gets a folder to read."""


@pytest.fixture(scope="module")
def forkers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[socket.socket]:
    ours, theirs = socket.socketpair()
    state = tmp_path_factory.mktemp("state")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, "-c", FORKERS, theirs.fileno(), state]
    with ours, launched(command, pass_fds=[theirs.fileno()], env=environment):
        theirs.close()
        yield ours


@pytest.fixture
async def make_pool(forkers: socket.socket, tmp_path: Path) -> AsyncIterator[Callable[..., Pool]]:
    """Makes a pool for that many concurrent jobs."""
    pools = []

    def make(jobs: int = 1) -> Pool:
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(forkers, [str(tmp_path).encode()], [theirs.fileno()])
        pools.append(Pool(ours, jobs))
        pools[-1].start()
        return pools[-1]

    yield make
    for made in pools:
        made.close()


def run(pool: Pool, work: Callable[[Job[Any]], Any], player: str = "alice", **options: Any) -> "asyncio.Task[Any]":
    """Run work; `news` and `waits` receive the reports."""
    news = options.get("news", lambda _: None)
    job: Job[Any] = options.get("job") or Job(lambda job: [news(piece) for piece in job.take_news()])
    return asyncio.create_task(pool.executor(player)(work, job, options.get("waits", lambda: None)))


def until_stopped(job: Job[int]) -> str:
    job.report(os.getpid())
    while not job.stopped():
        time.sleep(0.01)
    return "what was found by then"


def take(megabytes: int) -> int:
    return len(bytes(megabytes * MEGABYTE))


def end_by(number: int) -> None:
    os.kill(os.getpid(), number)


def fail() -> None:
    raise InputError("it is wrong", path="a file", line=7)


class Strange(Exception):
    """An exception that can't be pickled."""

    def __init__(self, first: str, two: str) -> None:
        super().__init__(first + two)


def fail_strangely() -> None:
    raise Strange("a", "b")


def live(job: Job[Live[str]]) -> Live[str]:
    return Live(lambda: "only here")


def use_processor(cancel: Callable[[], bool]) -> None:
    while not cancel():
        pass


async def first_report(reports: "asyncio.Queue[int]") -> int:
    return await asyncio.wait_for(reports.get(), 60)


def outside(number: int) -> psutil.Process:
    """The newest process that has this number in its own namespace."""
    found = []
    for process in psutil.Process(os.getpid()).children(recursive=True):
        with suppress(OSError, psutil.Error):
            numbers = re.search(r"^NSpid:(.*)$", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE)
            if numbers and int(numbers[1].split()[-1]) == number:
                found.append(process)
    return max(found, key=psutil.Process.create_time)


async def test_work_runs_reports_and_stops(make_pool: Any) -> None:
    made, reports = make_pool(), asyncio.Queue[int]()
    job: Job[int] = Job(lambda job: [reports.put_nowait(piece) for piece in job.take_news()])
    found = run(made, until_stopped, job=job)
    assert await first_report(reports) != os.getpid()
    job.stop()
    assert await found == "what was found by then"
    assert (await run(made, live))() is None


async def test_exceptions_of_work_are_raised(make_pool: Any) -> None:
    made = make_pool()
    with pytest.raises(InputError, match="a file:7: it is wrong"):
        await run(made, call(fail))
    with pytest.raises(RuntimeError, match="Strange: ab"):
        await run(made, call(fail_strangely))


async def test_a_job_that_dies_ends_alone(make_pool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made, reports = make_pool(2), asyncio.Queue[int]()
    other = run(made, until_stopped, "bob", news=reports.put_nowait)
    await first_report(reports)
    for number, sentence in (
        (signal.SIGKILL, pool.OUT_OF_MEMORY),
        (signal.SIGXCPU, pool.OUT_OF_TIME),
        (signal.SIGSEGV, pool.FAULT),
    ):
        with pytest.raises(InputError, match=str(sentence)[:20]):
            await run(made, call(end_by, number))
    with pytest.raises(InputError, match=str(job_process.NO_MEMORY)):
        await run(made, call(take, 400))
    assert await run(made, call(take, 50)) == 50 * MEGABYTE
    monkeypatch.setattr(pool, "MAX_BYTES", 1000)
    with pytest.raises(InputError, match=str(pool.FAULT)[:20]):
        await run(made, call(bytes, 2000))
    assert not other.done()
    other.cancel()


async def test_cancelling_ends_a_job_and_its_processes(make_pool: Any) -> None:
    made, reports = make_pool(), asyncio.Queue[int]()
    found = run(made, until_stopped, news=reports.put_nowait)
    process = outside(await first_report(reports))
    found.cancel()
    await asyncio.to_thread(psutil.wait_procs, [process], 60)
    assert not process.is_running()
    assert (made.running, made.waiting) == (0, 0)


async def test_jobs_end_with_the_server(make_pool: Any) -> None:
    made, reports = make_pool(), asyncio.Queue[int]()
    found = run(made, until_stopped, news=reports.put_nowait)
    process = outside(await first_report(reports))
    made.close()
    await asyncio.to_thread(psutil.wait_procs, [process], 60)
    assert not process.is_running()
    with pytest.raises(InputError):
        await found


async def test_players_take_turns_even_with_long_searches(make_pool: Any) -> None:
    made, reports = make_pool(), asyncio.Queue[int]()
    waited: list[str] = []
    job: Job[int] = Job(lambda job: [reports.put_nowait(piece) for piece in job.take_news()])
    long = run(made, until_stopped, job=job)
    await first_report(reports)
    more = [run(made, call(take, 1)) for _ in range(3)]
    assert (
        await asyncio.wait_for(run(made, call(take, 2), "bob", waits=lambda: waited.append("bob")), 60) == 2 * MEGABYTE
    )
    assert waited == ["bob"]
    assert not long.done()
    assert await asyncio.wait_for(asyncio.gather(*more), 60) == [MEGABYTE] * 3
    job.stop()
    assert await asyncio.wait_for(long, 60) == "what was found by then"


async def test_a_player_has_only_so_many_workers(make_pool: Any) -> None:
    made, reports = make_pool(3), asyncio.Queue[int]()
    many = [run(made, until_stopped, news=reports.put_nowait) for _ in range(4)]
    for _ in range(pool.MAX_OF_A_PLAYER):
        await first_report(reports)
    assert await asyncio.wait_for(run(made, call(take, 1), "bob"), 60) == MEGABYTE
    assert (made.running, made.waiting) == (pool.MAX_OF_A_PLAYER, 4 - pool.MAX_OF_A_PLAYER)
    for task in many:
        task.cancel()
    await asyncio.wait(many)
    assert (made.running, made.waiting) == (0, 0)


@pytest.mark.long
async def test_a_job_reads_the_folder_and_nothing_of_players(make_pool: Any, tmp_path: Path) -> None:
    made, allowed, hidden = make_pool(), tmp_path / "shown", tmp_path.parent / "players.db"
    allowed.write_text("for all")
    hidden.write_text("not for all")
    assert await run(made, call(Path.read_text, allowed)) == "for all"
    for path in (hidden, Path("/etc/passwd")):
        with pytest.raises(PermissionError):
            await run(made, call(Path.read_text, path))
    with pytest.raises(PermissionError):
        await run(made, call(Path.write_text, allowed, "mine"))


@pytest.mark.slow
async def test_an_endless_job_gets_a_limit_of_processor_time(make_pool: Any) -> None:
    with pytest.raises(InputError, match=str(pool.OUT_OF_TIME)[:20]):
        await run(make_pool(), cancellable(use_processor))


@pytest.mark.long
async def test_without_the_forking_process_there_are_no_jobs_but_the_server_continues(make_pool: Any) -> None:
    made, reports = make_pool(), asyncio.Queue[int]()
    found = run(made, until_stopped, news=reports.put_nowait)
    forker = outside(await first_report(reports)).parent()
    assert forker
    found.cancel()
    forker.kill()
    while True:
        with pytest.raises((InputError, Cancelled)) as caught:
            await asyncio.wait_for(run(made, call(take, 1)), 60)
        if str(caught.value) == str(pool.NO_WORKERS):
            break


@pytest.mark.long
async def test_a_function_is_called_in_the_language_of_the_player(make_pool: Any) -> None:
    with speaking("de"):
        assert await make_pool().call("alice", current) == "de"
