"""A solver that tries to escape from the sandbox; compiled from C, because Python itself would refuse some attempts."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from programs import launched
from systems import linux

from engine.sat.programs import sandbox
from engine.sat.programs.confinement import TEMPORARY_SIZE, Confinement, confinements
from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ExceededLimit, Execution, ProgramLimits, run_sandboxed
from engine.sat.solvers.limits import MEGABYTE

pytestmark = [linux, pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")]

SOURCE = Path(__file__).with_name("probe.c")
BOUNDS = ProgramLimits(20, 256 * MEGABYTE)
OWN = {"own program", "own file", "temporary file", "shared temporary file"}
"""Actions that are allowed in the sandbox."""
PAIRS = ("socket by a connected pair", "socket by an address", "socket by a message", "socket by messages")


@dataclass(frozen=True)
class Attack:
    """The probe as a program, and its targets."""

    solver: Path
    victim: "subprocess.Popen[bytes]"
    outside: Path

    def program(self, *words: str) -> SolverProgram:
        return SolverProgram("probe", (str(self.solver), str(self.solver.parent), *words))


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled probe."""
    path = tmp_path_factory.mktemp("solver") / "probe"
    subprocess.run(["cc", "-O1", "-w", "-o", str(path), str(SOURCE)], check=True)
    return path


@pytest.fixture
def attack(probe: Path) -> Iterator[Attack]:
    """Sockets, a process and files of this account, outside of what the solver may see."""
    with tempfile.TemporaryDirectory(prefix="probe-") as folder:
        place = Path(folder)
        (place / "secret").write_text("secret\n")
        abstract = f"satsudoku-{uuid.uuid4()}"
        tmux = place / "tmux"
        with (
            listening(socket.AF_UNIX, str(place / "socket")),
            listening(socket.AF_UNIX, f"\0{abstract}"),
            datagrams(place / "datagrams"),
            listening(socket.AF_INET, ("127.0.0.1", 0)) as port,
            launched([sys.executable, "-c", "import time; time.sleep(600)"]) as victim,
        ):
            targets = (
                place / "socket", abstract, port.getsockname()[1], victim.pid, place / "secret", place / "outside",
                tmux, place / "datagrams",
            )  # fmt: skip
            (probe.parent / "targets").write_text("".join(f"{target}\n" for target in targets))
            if shutil.which("tmux"):
                subprocess.run(["tmux", "-S", str(tmux), "-f", os.devnull, "new-session", "-d"], check=True)
            try:
                yield Attack(probe, victim, place / "outside")
            finally:
                if shutil.which("tmux"):
                    subprocess.run(["tmux", "-S", str(tmux), "kill-server"], check=False)


def listening(family: int, address: "str | tuple[str, int]") -> socket.socket:
    """A socket that others can connect to."""
    own = socket.socket(family, socket.SOCK_STREAM)
    own.bind(address)
    own.listen()
    return own


def datagrams(path: Path) -> socket.socket:
    """A socket that others can send to."""
    own = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    own.bind(str(path))
    return own


def run(program: SolverProgram, bounds: ProgramLimits = BOUNDS) -> tuple[Execution, str]:
    with run_sandboxed(program.command, b"p cnf 0 0\n", bounds, readable=program.readable) as done:
        return done, done.output.read_text()


def clean() -> None:
    """Remove files that the probe could write."""
    for path in ("/tmp/mine", "/dev/shm/mine"):
        with suppress(OSError):
            Path(path).unlink()


def reached(printed: str) -> set[str]:
    """The actions in which the probe succeeded."""
    return {line.removesuffix(" ok") for line in printed.splitlines() if line.endswith(" ok")}


def in_force(kind: str) -> Confinement:
    """One of the sandboxes of this system."""
    ways = {
        "bubblewrap": lambda each: each.is_full,
        "unshare": lambda each: each.namespace and not each.hides,
        "nothing": lambda each: not each.namespace,
    }
    found = next((each for each in confinements() if ways[kind](each) and each.filtered), None)
    if found is None:
        pytest.skip(f"{kind} with seccomp does not work here")
    return found


def test_the_probe_gets_out_where_nothing_holds_it(attack: Attack) -> None:
    command = attack.program().words
    done = subprocess.run(command, cwd=attack.outside.parent, capture_output=True, text=True, check=True)
    assert {"unix socket", "abstract socket", *PAIRS, "port of this machine", "read a file", "signal another process",
            "memory file", "trace itself"} <= reached(done.stdout)  # fmt: skip
    assert attack.victim.wait(10) == -signal.SIGKILL
    assert attack.outside.exists()
    assert Path(f"{attack.outside}-by-tmux").exists() == (shutil.which("tmux") is not None)
    clean()


def test_nothing_of_it_works_in_the_full_sandbox(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    around = in_force("bubblewrap")
    monkeypatch.setattr(sandbox, "confinement", lambda: around)
    monkeypatch.setenv("SECRET_OF_MINE", "1")
    done, printed = run(attack.program())
    assert (done.code, done.refusal, reached(printed)) == (0, "", OWN), printed + done.error_output
    refusals = dict(line.rsplit(" ", 1) for line in printed.splitlines() if "\t" not in line)
    filtered = ("unix socket", "abstract socket", *PAIRS, "memory file", "key", "bpf", "user namespace")
    assert {refusals[name] for name in filtered} == {"EPERM"}
    assert refusals.get("call of 32 bits", "killed") == "killed"
    assert [line.split()[1] for line in printed.splitlines() if "\t" in line] == ["0" * 16, "1", "2"]
    variables = {line.split()[1] for line in printed.splitlines() if line.startswith("variable ")}
    assert variables == {"PATH", "HOME", "TMPDIR", "LANG", "PWD"}
    assert attack.victim.poll() is None
    assert not attack.outside.exists()
    assert not Path(f"{attack.outside}-by-tmux").exists()


def test_without_namespaces_there_are_still_no_sockets_and_no_signals(
    attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = in_force("nothing")
    monkeypatch.setattr(sandbox, "confinement", lambda: around)
    printed = run(attack.program())[1]
    got = reached(printed)
    clean()
    assert not {name for name in got if "socket" in name or "process" in name or "namespace" in name or "port" in name}
    assert "read a file" in got
    assert [line.split()[1] for line in printed.splitlines() if "\t" in line] == ["0" * 16, "1", "2"]
    assert attack.victim.poll() is None
    assert not Path(f"{attack.outside}-by-tmux").exists()


@pytest.mark.parametrize("memory", [48, 256])
def test_temporary_files_count_as_memory(memory: int, attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    around = in_force("bubblewrap")
    monkeypatch.setattr(sandbox, "confinement", lambda: around)
    monkeypatch.setattr(ProgramLimits, "wall", 60.0)
    done, printed = run(attack.program("fill"), ProgramLimits(20, memory * MEGABYTE))
    if memory * MEGABYTE < TEMPORARY_SIZE:
        assert done.exceeded is ExceededLimit.MEMORY
        return
    assert done.exceeded is None
    filled = {line.split()[1]: int(line.split()[2]) << 20 for line in printed.splitlines()}
    assert all(TEMPORARY_SIZE - (2 << 20) < size <= TEMPORARY_SIZE for size in filled.values()), filled
    assert done.peak > 1.8 * TEMPORARY_SIZE


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare", "nothing"])
def test_no_program_reports_its_own_end(kind: str, attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    around = in_force(kind)
    monkeypatch.setattr(sandbox, "confinement", lambda: around)
    done, _ = run(attack.program("forge"))
    assert done.code == 0
    assert done.seconds > 0.05
