"""A cluster of real schedulers and workers on this machine has the same results as this process, and reports
failures."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psutil
import pytest
from programs import launched

from engine.base import cluster
from engine.base.errors import InputError
from engine.base.executors import AHEAD, Lost, as_done, in_order, is_stopped
from engine.commands import cli
from engine.sat.formula.dimacs import dumps
from engine.sat.formula.families import make
from engine.sudoku.layout import single
from engine.sudoku.making.generator import generate

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="the library distributed is not installed")
# The functions import the library: that takes half a second, which a process that runs other tests saves.

ROOT = Path(__file__).parents[3]
MADE = [generate(single(), 45, seed=seed) for seed in range(30)]
LINES = "".join("".join(map(str, made.puzzle.givens)) + "\n" for made in MADE)
SOLVED = "".join("".join(map(str, made.solution)) + "\n" for made in MADE)


def _work(number: int) -> tuple[int, int]:
    time.sleep(number % 3 / 200)
    return number * number, os.getpid()


def _slowly(number: int) -> int:
    time.sleep(0.2)
    return -number


def _refuse(number: int) -> int:
    raise InputError("odd", line=number, advice="mend it")


def _touch_until_stopped(path: Path) -> None:
    path.touch()
    while not is_stopped():
        time.sleep(0.01)
    path.unlink()


def _end_at_once(_: int) -> None:
    os._exit(1)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two workers in threads of this process, over TCP: faster for tests that need no separate processes."""
    import distributed

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=2, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=":0"
    ) as local:
        yield local.scheduler_address


def run(*argv: object) -> int:
    return cli.main([str(word) for word in argv])


class Processes:
    """A scheduler and its workers, started like the commands of Dask."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        self.scheduler = self._start("scheduler", "--no-dashboard", "--host", "127.0.0.1", "--port", "0")
        self.address = self._line("scheduler", "Scheduler at:").split()[-1]
        self.workers: list[psutil.Process] = []

    def add_worker(self, *options: str) -> None:
        """Without the process that would restart it."""
        self.workers.append(
            self._start("worker", self.address, "--no-nanny", "--no-dashboard", "--nthreads", "1", *options)
        )

    def _start(self, *words: str) -> psutil.Process:
        with (self._folder / words[0]).open("ab") as log:
            environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'tests' / 'engine'}"}
            command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
            process = psutil.Popen(command, cwd=self._folder, stdout=log, stderr=log, env=environment)
        self._stack.callback(self._end, process)
        return process

    def _end(self, process: psutil.Process) -> None:
        with suppress(psutil.NoSuchProcess):
            process.kill()
        process.wait()

    def _line(self, name: str, mark: str) -> str:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for line in (self._folder / name).read_text().splitlines():
                if mark in line:
                    return line
            time.sleep(0.05)
        raise AssertionError((self._folder / name).read_text())


@contextmanager
def processes(folder: Path, count: int) -> Iterator[Processes]:
    import distributed

    with ExitStack() as stack:
        started = Processes(stack, folder)
        for _ in range(count):
            started.add_worker()
        if count:
            with distributed.Client(started.address, set_as_default=False) as client:
                client.wait_for_workers(count, timeout=60)
        yield started


@pytest.mark.long
def test_in_order_and_as_done(address: str) -> None:
    expected = [(number, number * number) for number in range(60)]
    with cluster.connect(address) as by:
        assert [(number, square) for number, (square, _) in in_order(_work, range(60), by)] == expected
        assert sorted((number, square) for number, (square, _) in as_done(_work, range(60), by)) == expected


def test_an_error_is_passed_on(address: str) -> None:
    with cluster.connect(address) as by, pytest.raises(InputError, match="line 7: odd; mend it"):
        next(in_order(_refuse, [7], by))


def test_equal_things_are_done_each_for_itself(address: str) -> None:
    with cluster.connect(address) as by:
        assert len(list(in_order(_work, [1] * 10, by))) == 10


def test_running_work_stops_at_the_end_of_the_block(address: str, tmp_path: Path) -> None:
    path = tmp_path / "working"
    with cluster.connect(address) as by:
        by.executor.submit(_touch_until_stopped, path)
        while not path.exists():
            time.sleep(0.005)
    end = time.monotonic() + 30
    while path.exists() and time.monotonic() < end:
        time.sleep(0.005)
    assert not path.exists()


def test_commands_give_the_same_as_here(address: str, tmp_path: Path, monkeypatch, capfd: pytest.CaptureFixture[str]):
    monkeypatch.setattr("engine.commands.parts.PART", 500)
    puzzles, formula = tmp_path / "puzzles", tmp_path / "formula.cnf"
    puzzles.write_text(LINES)
    formula.write_bytes(dumps(make("php", ["7", "6"])))
    out = tmp_path / "out"
    out.write_text(SOLVED[:300])
    assert run("batch", puzzles, "-o", out, "--resume", "--cluster", address) == 0
    assert out.read_text() == SOLVED
    made = []
    for where in (["--jobs", 1], ["--cluster", address]):
        assert run("generate", "--layout", "single", "--count", 12, "--seed", 3, "--format", "line", *where) == 0
        made.append(capfd.readouterr())
    assert made[0] == made[1]
    assert run("solve", formula, formula, "--cluster", address) == 20
    folder = tmp_path / "folder"
    assert run("solve", formula, "--cubes", 6, "--cluster", address, "--proof", folder) == 20
    assert run("check", formula, "--proof", folder / "whole.drat") == 0


@pytest.mark.parametrize("where", ["127.0.0.1:1", "", "nonsense", "what://x:1", "inproc://x", "tls://127.0.0.1:1"])
def test_no_scheduler_is_one_line(where: str, monkeypatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT_SECONDS", 0.5)
    assert run("generate", "--count", 2, "--cluster", where) == 2
    error = capfd.readouterr().err
    assert error.startswith(f"satsudoku: cluster {where}: no scheduler was reached (")
    assert error.endswith("start one by: dask scheduler; its first lines tell the address\n")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("answer", "timeout", "message"),
    [
        (b"", 0.5, "no answer for 0.5 s"),
        (b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", 20, "something else answers there"),
    ],
)
def test_an_address_without_a_scheduler_is_a_one_line_error(
    answer: bytes, timeout: float, message: str, monkeypatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "TIMEOUT_SECONDS", timeout)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError), server.accept()[0] as connection:
                connection.sendall(answer)
                while connection.recv(1 << 10):
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        where = f"127.0.0.1:{server.getsockname()[1]}"
        assert run("generate", "--count", 2, "--cluster", where) == 2
        thread.join()
    advice = "start one by: dask scheduler; its first lines tell the address"
    assert capfd.readouterr().err == f"satsudoku: cluster {where}: no scheduler was reached ({message}); {advice}\n"


def test_the_address_of_a_worker_is_one_line(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    import distributed

    with distributed.Client(address, set_as_default=False) as client:
        worker = next(iter(client.nthreads()))
    assert run("generate", "--count", 2, "--cluster", worker) == 2
    assert "no scheduler was reached (that is a worker)" in capfd.readouterr().err


def test_no_worker_is_one_line(monkeypatch, capfd: pytest.CaptureFixture[str]) -> None:
    import distributed

    monkeypatch.setattr(cluster, "TIMEOUT_SECONDS", 3)
    with distributed.LocalCluster(
        n_workers=0, processes=False, protocol="tcp://", host="127.0.0.1", dashboard_address=":0"
    ) as local:
        where = local.scheduler_address
        assert run("generate", "--count", 2, "--cluster", where) == 2
    advice = f"start some by: dask worker {where}"
    assert capfd.readouterr().err == f"satsudoku: cluster {where}: it has no worker, for 3 s; {advice}\n"


@pytest.mark.parametrize("error", [TimeoutError(), OSError("Timed out"), ValueError("odd")], ids=repr)
def test_a_scheduler_that_goes_after_its_first_answer_is_one_line(
    address: str, error: Exception, monkeypatch, capfd: pytest.CaptureFixture[str]
) -> None:
    import distributed

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(distributed, "Client", fail)
    assert run("generate", "--count", 2, "--cluster", address) == 2
    assert f"no scheduler was reached ({str(error) or 'no answer for 10 s'})" in capfd.readouterr().err


def test_no_library_is_one_line(monkeypatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run("generate", "--count", 2, "--cluster", "127.0.0.1:1") == 2
    advice = "install it by: pip install 'satsudoku-tui[cluster]'"
    assert capfd.readouterr().err == f"satsudoku: --cluster needs the library distributed; {advice}\n"


def test_workers_that_come_later_get_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    monkeypatch.setattr(cluster, "COUNT_SECONDS", 0)
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            host="127.0.0.1",
            dashboard_address=":0",
        ) as local,
        cluster.connect(local.scheduler_address) as by,
    ):
        assert by.ahead() == AHEAD
        local.scale(3)
        local.wait_for_workers(3)
        assert by.ahead() == 3 * AHEAD


@pytest.mark.slow
def test_a_worker_killed_midway_costs_nothing(tmp_path: Path) -> None:
    with processes(tmp_path, 2) as started, cluster.connect(started.address) as by:
        found = []
        for pair in in_order(_slowly, range(40), by):
            found.append(pair)
            if len(found) == 8:
                started.workers[0].send_signal(signal.SIGKILL)
    assert found == [(number, -number) for number in range(40)]


@pytest.mark.slow
def test_the_last_killed_worker_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with processes(tmp_path, 1) as started, cluster.connect(started.address) as by:
        monkeypatch.setattr(cluster, "TIMEOUT_SECONDS", 1)
        results = in_order(_slowly, range(40), by)
        assert next(results) == (0, 0)
        started.workers[0].kill()
        with pytest.raises(Lost, match="it has no worker left, for 1 s; start some again"):
            list(results)


@pytest.mark.slow
def test_a_work_unit_that_kills_workers_is_reported(tmp_path: Path) -> None:
    lost = pytest.raises(Lost, match="one worker after the other was killed by the same piece of work")
    with processes(tmp_path, 4) as started, cluster.connect(started.address) as by, lost:
        list(in_order(_end_at_once, [1], by))


@pytest.mark.slow
def test_a_batch_with_a_killed_scheduler_resumes_later(tmp_path: Path) -> None:
    many, out = tmp_path / "many", tmp_path / "out"
    many.write_text(LINES * 2000)
    command = [sys.executable, "-m", "engine.commands.cli", "batch", str(many), "-o", str(out)]
    with processes(tmp_path, 2) as started:
        command_there = [*command, "--cluster", started.address]
        with launched(command_there, cwd=ROOT, stderr=subprocess.PIPE, text=True) as batch:
            while batch.poll() is None and not (out.exists() and out.stat().st_size):
                time.sleep(0.01)
            started.scheduler.send_signal(signal.SIGKILL)
            assert batch.wait(60) == 2
            errors = batch.stderr.read()
    expected = f"cluster {started.address}: the scheduler is gone; start it again; go on with --resume"
    assert errors == f"satsudoku: {expected}\n"
    whole = SOLVED * 2000
    assert 0 < out.stat().st_size < len(whole)
    assert whole.startswith(out.read_text())
    subprocess.run([*command, "--resume", "--jobs", "2"], check=True, cwd=ROOT)
    assert out.read_text() == whole


@pytest.mark.slow
def test_puzzles_made_before_the_scheduler_was_killed_are_kept(tmp_path: Path) -> None:
    out, expected = tmp_path / "bank", tmp_path / "expected"
    options = ["generate", "--layout", "single", "--holes", "50", "--seed", "5", "--format", "line"]
    command = [sys.executable, "-m", "engine.commands.cli", *options, "--count", "200000", "-o", str(out)]
    with processes(tmp_path, 1) as started:
        command_there = [*command, "--cluster", started.address]
        with launched(command_there, cwd=ROOT, stderr=subprocess.PIPE, text=True) as making:
            while making.poll() is None and not any(draft.stat().st_size for draft in tmp_path.glob(".satsudoku-*")):
                time.sleep(0.01)
            started.scheduler.send_signal(signal.SIGKILL)
            assert making.wait(60) == 2
            ending = "the scheduler is gone; start it again; add the missing puzzles with --refill"
            assert ending in making.stderr.read()
    lines = out.read_text().splitlines()
    puzzles = [line for line in lines if not line.startswith("#")]
    assert puzzles
    run(*options, "--count", len(puzzles), "-o", expected)
    assert puzzles == [line for line in expected.read_text().splitlines() if not line.startswith("#")]


@pytest.mark.slow
def test_a_worker_without_the_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with processes(tmp_path, 0) as started:
        _hide_program(tmp_path)
        started.add_worker()
        with pytest.raises(InputError, match=r"a worker lacks this program .*; install satsudoku-tui for each"):
            cluster.connect(started.address).__enter__()


@pytest.mark.slow
def test_a_later_worker_without_the_program_does_no_harm(tmp_path: Path) -> None:
    with processes(tmp_path, 1) as started, cluster.connect(started.address) as by:
        results = in_order(_slowly, count(), by)
        assert next(results) == (0, 0)
        _hide_program(tmp_path)
        started.add_worker()
        last = 0
        while started.workers[1].is_running() and started.workers[1].status() != psutil.STATUS_ZOMBIE:
            last += 1
            assert next(results) == (last, -last)
        assert next(results) == (last + 1, -last - 1)


def _hide_program(folder: Path) -> None:
    """Shadow a module: the folder in which a worker is started comes first on its path."""
    (folder / "engine").mkdir()
    (folder / "engine" / "__init__.py").write_text("raise ModuleNotFoundError('No module named engine')")


@pytest.mark.slow
def test_interrupted_by_ctrl_c_it_leaves_whole_lines(tmp_path: Path) -> None:
    many, out = tmp_path / "many", tmp_path / "out"
    many.write_text(LINES * 2000)
    with processes(tmp_path, 1) as started:
        command = [sys.executable, "-m", "engine.commands.cli", "batch", str(many), "-o", str(out)]
        command_there = [*command, "--cluster", started.address]
        with launched(command_there, cwd=ROOT, stderr=subprocess.PIPE, text=True) as batch:
            while batch.poll() is None and not (out.exists() and out.stat().st_size):
                time.sleep(0.01)
            batch.send_signal(signal.SIGINT)
            assert batch.wait(60) == 130
            assert batch.stderr.read() == ""
    assert (SOLVED * 2000).startswith(out.read_text())
