"""The sandbox: the input of a program, its limits, and cleaning up."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from systems import linux, unix

from engine.base.errors import Cancelled
from engine.sat.programs import sandbox
from engine.sat.programs.confinement import Confinement, confinements
from engine.sat.programs.sandbox import ExceededLimit, Execution, ProgramLimits, run_sandboxed
from engine.sat.solvers.limits import MEGABYTE

pytestmark = unix

BOUNDS = ProgramLimits(0.3, 64 * MEGABYTE, 2 * MEGABYTE, 20)
FORMULA = b"p cnf 1 1\n1 0\n"
AVAILABLE = list(confinements())


def name(confinement: Confinement) -> str:
    return "bubblewrap" if confinement.hides else "unshare" if confinement.namespace else "nothing"


@pytest.fixture(params=AVAILABLE, ids=name)
def confinement(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Confinement:
    """Each kind of sandbox of this system."""
    monkeypatch.setattr(sandbox, "confinement", lambda: request.param)
    return request.param


def run(*words: str, bounds: ProgramLimits = BOUNDS, **options: bool) -> tuple[Execution, str]:
    with run_sandboxed(lambda _: words, FORMULA, bounds, **options) as done:
        return done, done.output.read_text()


def python(script: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", script)


def test_a_program_has_the_formula_and_a_folder_of_its_own(confinement: Confinement) -> None:
    done, printed = run("sh", "-c", "cat formula.cnf; pwd; echo $HOME; ls; echo oops >&2; exit 3")
    *formula, place, home, listed = printed.splitlines()
    assert formula == FORMULA.decode().splitlines()
    assert place == home == str(done.folder)
    assert listed == "formula.cnf"
    assert (done.code, done.exceeded, done.error_output) == (3, None, "oops")
    assert not done.folder.exists()


def test_it_may_read_the_formula_from_standard_input(confinement: Confinement) -> None:
    assert run("cat", as_input=True)[1] == FORMULA.decode()
    assert run("cat")[1] == ""


@pytest.mark.parametrize(
    ("script", "stop"),
    [
        ("while True: pass", ExceededLimit.TIME),
        ("import time; time.sleep(60)", ExceededLimit.WALL),
        ("hog = [bytearray(1 << 20) for _ in range(100)]\nwhile True: pass", ExceededLimit.MEMORY),
        ("while True: print('x' * 1000)", ExceededLimit.OUTPUT),
        (
            "import time\nfor n in range(9): open(str(n), 'w').write('x' * (1 << 20))\ntime.sleep(60)",
            ExceededLimit.OUTPUT,
        ),
        ("import os, time\nfor _ in range(25): os.fork() or time.sleep(60)\ntime.sleep(60)", ExceededLimit.PROCESSES),
    ],
    ids=["time", "wall", "memory", "output", "files", "processes"],
)
def test_each_limit_stops_it(script: str, stop: ExceededLimit, monkeypatch: pytest.MonkeyPatch) -> None:
    if stop is not ExceededLimit.WALL:  # on a busy machine it could come first
        monkeypatch.setattr(ProgramLimits, "wall", 60.0)
    bounds = ProgramLimits(0.3, 400 * MEGABYTE, 2 * MEGABYTE, 20) if stop is ExceededLimit.PROCESSES else BOUNDS
    done, _ = run(*python(script), bounds=bounds)
    assert (done.code, done.exceeded) == (None, stop)


def test_the_documented_limits_are_the_default() -> None:
    page = (Path(__file__).parents[4] / "docs" / "grading.md").read_text(encoding="utf-8")
    limits = ProgramLimits(10)
    assert f"{limits.output // MEGABYTE} MB for what it prints and writes; and {limits.processes} processes." in page
    assert "twice that plus\none second" in page
    assert limits.wall == 2 * 10 + 1


@pytest.mark.few(1)
def test_the_outcome_is_reported(confinement: Confinement) -> None:
    assert run(*python("import os; os.abort()"))[0].code == -6
    assert run(*python("import os, signal; os.kill(0, signal.SIGKILL)"))[0].code in (-9, None)
    assert "No such file" in run("/no/such/program")[0].refusal
    done, _ = run(*python("sum(range(3_000_000))"), bounds=ProgramLimits(10))
    assert done.seconds > 0
    assert done.peak > MEGABYTE


STRAY = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    open("here", "w").close()
    time.sleep({seconds})
while not os.path.exists("here"):
    pass
if {waits}:
    time.sleep(60)
"""


def strays(mark: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            alive = process.status() != psutil.STATUS_ZOMBIE
            if alive and any(mark in word for word in process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.few(1)
@linux
@pytest.mark.parametrize("waits", [False, True], ids=["by itself", "stopped"])
def test_remaining_processes_are_killed(confinement: Confinement, waits: bool) -> None:
    mark = f"41{os.getpid()}7"
    run(*python(STRAY.format(seconds=mark, waits=waits)))
    assert strays(mark) == []


def test_cancelling_kills_it(confinement: Confinement) -> None:
    mark = f"42{os.getpid()}7"
    began = time.monotonic()
    with (
        pytest.raises(Cancelled),
        run_sandboxed(
            lambda _: python(f"import time; time.sleep({mark})"),
            FORMULA,
            ProgramLimits(60),
            cancel=lambda: time.monotonic() > began + 0.2,
        ),
    ):
        pass
    assert strays(mark) == []


@linux
def test_there_is_no_network_and_with_bubblewrap_no_writing_elsewhere(confinement: Confinement, tmp_path: Path) -> None:
    if not confinement.namespace and not confinement.filtered:
        pytest.skip("nothing cuts it off")
    script = "import socket; socket.create_connection(('192.0.2.1', 9), 1)"
    refusal = "not permitted" if confinement.filtered else "unreachable"
    assert refusal in run(*python(script))[0].error_output
    if confinement.hides:
        assert "Read-only" in run("touch", "/usr/evil")[0].error_output
        run("touch", str(tmp_path / "evil"))
        assert not (tmp_path / "evil").exists()


@pytest.fixture(autouse=True)
def nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No temporary folder outlives a run."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    yield
    assert list(place.iterdir()) == []
    place.rmdir()


@linux
def test_processes_that_a_thread_or_another_process_has_started_are_seen() -> None:
    script = (
        "import subprocess, sys, threading",
        "start = lambda: subprocess.run(['sh', '-c', 'sleep 60 & echo started; wait'])",
        "thread = threading.Thread(target=start); thread.start(); thread.join()",
    )
    with subprocess.Popen([sys.executable, "-c", "\n".join(script)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        found = list(sandbox._descendants(process.pid))
        try:
            assert sorted(found) == sorted(child.pid for child in psutil.Process(process.pid).children(recursive=True))
            assert len(found) == 2
        finally:
            for number in (*found, process.pid):
                os.kill(number, signal.SIGKILL)
