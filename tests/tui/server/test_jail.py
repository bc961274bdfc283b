"""The jail of jobs, tried by C code in a job: no way out works."""

import asyncio
import ctypes
import os
import pickle
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from programs import launched

from engine.base.errors import InputError

if sys.platform != "linux":
    pytest.skip("only Linux has these jails", allow_module_level=True)

from engine.base.confinement.control_group import control_groups
from engine.sat.formula.families import make
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve
from tui.guests import jail as jails
from tui.guests.confinement import MEGABYTE, GuestLimits
from tui.guests.jail import Jail, strongest
from tui.guests.kernel import KernelConfinement
from tui.server import job_process, pool
from tui.server.pool import Pool

compiler = shutil.which("cc") or shutil.which("gcc")
needs_compiler = pytest.mark.skipif(compiler is None, reason="there is no C compiler")

FORKER = """
import os, socket, sys
from pathlib import Path
from tui.guests.confinement import GuestLimits
from tui.guests.jail import strongest
from tui.server import fork_server, job_process
fork_server.load_engine()
os.umask(0o077)
jail = strongest(GuestLimits(Path(sys.argv[2]), Path(sys.argv[3]), 60, int(sys.argv[4])))
print(jail.confinement.name, int(jail.namespaces), int(jail.users), int(jail.groups is not None), flush=True)
jail.enter()
fork_server.serve(socket.socket(fileno=int(sys.argv[1])), job_process.runner(jail), jail.clean_up)
"""
REFUSED = (
    "internet socket", "datagram socket", "unix socket", "netlink socket", "pair of sockets", "connect the line",
    "bind the line", "send to an address", "send a descriptor", "start a program", "start Python",
    "start by a descriptor", "a later call", "trace", "be traced", "read memory", "write memory", "signal",
    "signal the first process", "signal a thread", "queue a signal", "open a process", "signal by input",
    "limit another process", "user namespace", "network namespace", "cloned namespace", "clone3", "enter a namespace",
    "mount", "unmount", "change the root", "pivot the root", "open a tree", "open a file system", "add a key",
    "request a key", "read the keyring", "bpf", "perf", "io_uring", "userfaultfd", "another filter",
    "shared memory of System V", "message queue", "memory as a file", "memory that is not counted", "all the memory",
    "become root", "a higher limit", "a higher priority", "a session", "a process group",
    *(("call by 32 bits", "call by x32") if os.uname().machine == "x86_64" else ()),
)  # fmt: skip
CHANGES = ("open to write", "make a folder", "remove", "change the mode", "change the owner", "change the times",
           "set an attribute", "make a device")  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that jobs read, with a puzzle and the probe, and a secret next to it; all world-readable."""
    place = tmp_path_factory.mktemp("jail")
    for parent in (place, *place.parents):
        if parent.owner() == Path.home().owner() and parent != Path("/"):
            parent.chmod(parent.stat().st_mode | 0o055)
    (place / "open").mkdir(mode=0o755)
    (place / "open" / "puzzle").write_text("for all")
    (place / "secret").write_text("not for all")
    (place / "secret").chmod(0o666)
    if compiler:
        source = Path(__file__).with_name("probe.c")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", place / "open" / "probe.so", source], check=True)
    return place


@pytest.fixture(scope="module")
def forker(place: Path) -> Iterator[tuple[socket.socket, list[str]]]:
    """A connection to the process that forks jobs, and its jail."""
    with forking_jobs(place, 1000 * MEGABYTE) as started:
        yield started


@contextmanager
def forking_jobs(place: Path, memory: int) -> Iterator[tuple[socket.socket, list[str]]]:
    """A process that forks jobs whose searches have that many bytes, as with `forker`."""
    ours, theirs = socket.socketpair()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, "-c", FORKER, theirs.fileno(), place / "open", place / "state", memory]
    with ours, launched(command, pass_fds=[theirs.fileno()], env=environment, stdout=subprocess.PIPE) as process:
        theirs.close()
        assert process.stdout
        words = process.stdout.readline().decode().split()
        if words[0] != KernelConfinement.FULL.name:
            pytest.skip(f"this kernel has no full jail: {words}")
        yield ours, words


@pytest.fixture
async def run(forker: tuple[socket.socket, list[str]]) -> AsyncIterator[Callable[..., Any]]:
    """Calls a function in a job."""
    async with calling(forker) as call:
        yield call


@asynccontextmanager
async def calling(forker: tuple[socket.socket, list[str]]) -> AsyncIterator[Callable[..., Any]]:
    """Calls functions in jobs of that process."""
    made = Pool(socket.socket(fileno=os.dup(forker[0].fileno())), 2)
    made.start()

    async def run(function: Callable[..., Any], *arguments: object) -> Any:
        return await asyncio.wait_for(made.call("mallory", function, *arguments), 120)

    yield run
    asyncio.get_running_loop().remove_reader(made._processes._socket)
    made.close()


def line() -> int:
    """The descriptor of the job's own line."""
    for number in range(3, 64):
        try:
            socket.socket(fileno=os.dup(number)).close()
        except OSError:
            continue
        return number
    return -1


def attempts(library: Path, tried: list[tuple[str, str]], process: int) -> dict[str, int]:
    """The result of each attempt: 0 if it worked, else the error."""
    probe = ctypes.CDLL(str(library), use_errno=True)
    own = line()
    return {f"{text} {path}".strip(): probe.attempt(text.encode(), path.encode(), process, own) for text, path in tried}


def count(library: Path, function: str, most: int) -> int:
    return int(getattr(ctypes.CDLL(str(library)), function)(most))


def identity() -> tuple[int, ...]:
    return (os.getuid(), os.geteuid(), *os.getgroups())


def status(name: str) -> str:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(line.split(":")[1].strip() for line in lines if line.startswith(f"{name}:"))


def interfaces() -> list[str]:
    return [line.split(":")[0].strip() for line in Path("/proc/net/dev").read_text().splitlines()[2:]]


def answer_with_code(path: Path) -> None:
    """Answer as no job does: by a pickle that runs a command when read."""

    class Command:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(path),)

    data = pickle.dumps(Command())
    os.write(line(), job_process.HEADER.pack(len(data), job_process.FrameKind.ANSWER.value) + data)
    os._exit(0)


def groups() -> list[str]:
    """The names of the job's control groups."""
    return [line.rpartition("/")[2] for line in Path("/proc/self/cgroup").read_text().splitlines()]


def killed_children(count: int, size: int) -> int:
    """How many of that many children, each with that much memory, are killed until none has been for a second."""
    children = set()
    for _ in range(count):
        child = os.fork()
        if not child:
            block = bytearray(size)
            block[::4096] = b"x" * len(block[::4096])
            time.sleep(600)
        children.add(child)
    killed, until = 0, time.monotonic() + 3
    while time.monotonic() < until:
        ended, _ = os.waitpid(-1, os.WNOHANG)
        if ended:
            children.remove(ended)
            killed, until = killed + 1, time.monotonic() + 1
        time.sleep(0.01)
    for child in children:
        os.kill(child, signal.SIGKILL)
    return killed


def solved(solver: str) -> Status:
    return solve(make("php", ["4", "3"], None), solver).status


def stopped(solver: str) -> str:
    return solve(make("random-ksat", ["600", "3000"], 1), solver, limits=Limits(0.2)).reason


@needs_compiler
async def test_no_call_leaves_a_job(run: Any, place: Path) -> None:
    found = await run(attempts, place / "open" / "probe.so", [(text, "") for text in REFUSED], os.getpid())
    assert [text for text, error in found.items() if error in (0, -1)] == []
    assert len(found) == len(REFUSED)


@needs_compiler
async def test_a_job_reads_its_folder_and_changes_nothing(run: Any, place: Path, forker: Any) -> None:
    probe, puzzle, secret = place / "open" / "probe.so", str(place / "open" / "puzzle"), str(place / "secret")
    found = await run(attempts, probe, [("open to read", puzzle), ("look at", puzzle)], 1)
    assert set(found.values()) == {0}
    targets = [puzzle, secret, str(place / "new"), str(place / "open" / "new"), str(place / "state" / "new"),
               "/tmp/new", "/dev/shm/new", "/new"]  # fmt: skip
    outside = [secret, "/etc/passwd", "/etc/shadow", "/etc/hosts", str(Path.home()), str(place), "/dev/shm", "/run",
               f"/proc/{os.getpid()}/environ", "/proc/1/environ", "/proc/1/mem"]  # fmt: skip
    tried = [(text, path) for text in CHANGES for path in targets] + [("open to read", path) for path in outside]
    found = await run(attempts, probe, tried, 1)
    assert [text for text, error in found.items() if error in (0, -1)] == []
    if forker[1][1] == "1":  # a private root
        hidden = [secret, "/etc/passwd", "/etc/hosts", "/dev/shm", "/run", f"/proc/{os.getpid()}"]
        found = await run(attempts, probe, [("look at", path) for path in hidden], 1)
        assert [text for text, error in found.items() if error == 0] == []
        assert await run(interfaces) == ["lo"]
    assert (place / "secret").read_text() == "not for all"


@needs_compiler
async def test_a_job_has_only_so_many_processes_and_files(run: Any, place: Path, forker: Any) -> None:
    probe = place / "open" / "probe.so"
    assert await run(count, probe, "files", 5000) < 200
    if forker[1][2] == "1":
        assert await run(count, probe, "processes", 5000) < 100
        assert await run(count, probe, "processes", 10) == 10, "those of the other job are over"


async def test_each_job_has_a_control_group_that_is_removed(run: Any, forker: Any) -> None:
    if forker[1][3] != "1":
        pytest.skip("this account can't make control groups")
    names = [{name for name in await run(groups) if name.startswith("satsudoku-")} for _ in range(2)]
    assert all(len(each) == 1 for each in names)
    assert names[0] != names[1], "each job has its own"
    left = [place / name for place in control_groups() for each in names for name in each]
    async with asyncio.timeout(30):
        while any(folder.exists() for folder in left):
            await asyncio.sleep(0.05)


@pytest.mark.long
async def test_a_job_and_its_children_share_a_limit_of_memory(place: Path) -> None:
    with forking_jobs(place, 50 * MEGABYTE) as started:
        if started[1][3] != "1":
            pytest.skip("this account can't make control groups")
        async with calling(started) as call:
            assert await call(killed_children, 2, 20 * MEGABYTE) == 0
            try:  # no child exceeds its limit, all together exceed that of the job
                killed = await call(killed_children, 6, 80 * MEGABYTE)
            except InputError as error:  # the kernel killed the job itself
                killed = int(str(error) == str(pool.OUT_OF_MEMORY))
    assert killed > 0


async def test_a_job_runs_as_user_nobody(run: Any, forker: Any) -> None:
    assert await run(status, "NoNewPrivs") == "1"
    assert await run(status, "Seccomp") == "2"
    if forker[1][1] == "1":
        assert int(await run(status, "CapEff"), 16) == 0 or forker[1][2] == "0"
    if forker[1][2] == "1":
        ids = [await run(identity) for _ in range(2)]
        assert all(len(each) == 2 and each[0] == each[1] >= jails.FIRST_USER for each in ids)
        assert ids[0] != ids[1], "each job has its own"


@pytest.mark.parametrize("solver", ["cdcl", "cadical", "kissat"])
async def test_solvers_work_in_a_job(run: Any, solver: str) -> None:
    assert await run(solved, solver) is Status.UNSATISFIABLE
    assert "time limit" in await run(stopped, solver)


async def test_an_answer_containing_code_is_refused_and_never_run(run: Any, place: Path) -> None:
    with pytest.raises(InputError, match=str(pool.FAULT)[:20]):
        await run(answer_with_code, place / "made-by-a-job")
    assert not (place / "made-by-a-job").exists()
    assert await run(solved, "cdcl") is Status.UNSATISFIABLE


_unpickled: list[str] = []
_hooks: list[bool] = []


def _note(event: str, args: tuple[object, ...]) -> None:
    if event == "pickle.find_class":
        _unpickled.append(f"{args[0]}.{args[1]}")


async def test_nothing_that_a_job_sends_is_unpickled(run: Any) -> None:
    if not _hooks:
        sys.addaudithook(_note)
        _hooks.append(True)
    _unpickled.clear()
    assert await run(solved, "cdcl") is Status.UNSATISFIABLE
    with pytest.raises(InputError):
        await run(solved, "no such solver")
    assert _unpickled == []
    pickle.loads(pickle.dumps(Status.UNKNOWN))
    assert len(_unpickled) == 1, "it would be seen"


def test_pickles_are_read_from_trusted_ends_alone() -> None:
    """Between jobs and the server; and between the server and its workers, which are not jailed."""
    root = Path(__file__).parents[3]
    sources = [path for folder in ("engine", "tui") for path in (root / folder).rglob("*.py")]
    readers = [path for path in sources if re.search(r"pickle\.loads?\b|Unpickler", path.read_text("utf-8"))]
    assert sorted(path.name for path in readers) == ["channel.py", "job_process.py"]


SERVE = """
import sys
from engine.base.confinement import landlock
landlock.version = lambda: 0
from tui.server.command import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("option", "message"), [((), "--unconfined"), (("--user", "no-such-account"), "names no account")]
)
def test_a_server_that_can_not_hold_its_jobs_does_not_start(tmp_path: Path, option: Any, message: str) -> None:
    pytest.importorskip("asyncssh")
    options = ["--port", "0", "--host", "127.0.0.1", "--state", str(tmp_path / "state"), *option]
    run = subprocess.run([sys.executable, "-c", SERVE, *options], cwd=Path(__file__).parents[3], capture_output=True,
                         text=True, check=False, timeout=300)  # fmt: skip
    assert run.returncode == 2, run.stderr
    assert message in run.stderr
    assert "Traceback" not in run.stderr
    assert "listening" not in run.stderr


@pytest.mark.long
def test_active_settings_are_reported(tmp_path: Path) -> None:
    found = strongest(GuestLimits(tmp_path, tmp_path / "state"))
    assert str(found).startswith(found.confinement.value)
    weaker = [
        replace(found, namespaces=False),
        replace(found, groups=None),
        replace(found, calls=False),
        replace(found, files=False),
    ]
    without_calls = KernelConfinement.FILES if found.files else KernelConfinement.NONE
    assert [each.confinement for each in weaker[2:]] == [without_calls, KernelConfinement.NONE]
    for each in weaker:
        assert len(each.warnings()) >= max(1, len(found.warnings()))
    assert ("control groups" in str(found)) == bool(control_groups())
    assert "control groups" not in str(weaker[1])
    assert jails.NO_GROUPS in weaker[1].warnings()
    assert Jail(found.bounds).confinement is KernelConfinement.NONE


@pytest.mark.long
def test_the_version_names_the_jail() -> None:
    run = subprocess.run([sys.executable, "-m", "tui", "serve", "--version"], cwd=Path(__file__).parents[3],
                         capture_output=True, text=True, check=False, timeout=300)  # fmt: skip
    assert run.returncode == 0, run.stderr
    first, second = run.stdout.splitlines()
    assert first.startswith("satsudoku-tui ")
    assert second.startswith(("jail: full (Landlock ", "jail: files only (Landlock ", "jail: none"))
