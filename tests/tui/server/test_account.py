"""A server that root starts and that becomes another account, and one on a kernel without Landlock."""

import asyncio
import os
import pwd
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from systems import linux

asyncssh = pytest.importorskip("asyncssh")
from ssh_players import DIGITS, HOLES, playing  # noqa: E402

from engine.sat.formula.dimacs import dumps  # noqa: E402
from engine.sat.formula.families import make  # noqa: E402
from tui.guests import jail  # noqa: E402
from tui.guests.jail import FIRST_USER, NOBODY_ID, USERS  # noqa: E402
from tui.server import status  # noqa: E402

pytestmark = linux
ROOT = Path(__file__).parents[3]
ACCOUNT = "nobody"
in_one_process_or_several = pytest.mark.parametrize("workers", [1, 2])

NO_LANDLOCK = """
import ctypes, os, sys
from errno import ENOSYS
from struct import pack
calls = (444, 445, 446)
lines = [pack("=HBBI", 0x20, 0, 0, 0)]
lines += [pack("=HBBI", 0x15, len(calls) - place, 0, call) for place, call in enumerate(calls)]
lines += [pack("=HBBI", 0x06, 0, 0, 0x7FFF0000), pack("=HBBI", 0x06, 0, 0, 0x00050000 | ENOSYS)]
code = ctypes.create_string_buffer(b"".join(lines))
class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))
program = Program(len(lines), ctypes.addressof(code))
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(program), 0, 0):
    sys.exit(os.strerror(ctypes.get_errno()))
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Runs Python as on a kernel without Landlock: a filter makes its calls fail with ENOSYS."""


def is_open(path: Path) -> bool:
    """Whether every account can read a path."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in path.resolve().parents) and bool(
        path.stat().st_mode & stat.S_IROTH
    )


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that every account can enter, unlike those of pytest."""
    place = Path(tempfile.mkdtemp(prefix="satsudoku-account-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


@pytest.fixture
def python() -> str:
    """A Python of our version that every account can run; without it no other account can serve."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        if os.path.exists(path) and is_open(Path(path)):
            return path
    pytest.skip(f"no {name} that other accounts can run")


async def see_and_play(server: Any, key: Any, left: int) -> None:
    """Open the board, with that many empty cells, and fill one."""
    async with server.connect("alice", key) as connection, playing(connection) as player:
        if left == HOLES:
            await player.leave_tour()
            player.press("enter")
        else:
            player.press("r", "enter")
        await player.see(f"{left} to fill")
        cell = HOLES - left
        player.press(*["right"] * bool(cell), str(DIGITS[cell]))
        await player.see(f"{left - 1} to fill")


def users(process: psutil.Process) -> set[int]:
    return {*process.uids(), *process.gids()}


async def see_jobs_of_nobody(server: Any) -> None:
    """Start a search, whose process has its own user number."""
    async with server.connect() as connection, playing(connection) as player:
        await player.leave_tour()
        player.press("down")
        await player.see("400 v")
        player.press("s")
        await player.see("enter start")
        player.press("enter")
        await player.see("x stop")
        async with asyncio.timeout(60):
            users = {*range(FIRST_USER, FIRST_USER + USERS), NOBODY_ID}
            while not any(job.uids().real in users for job in server.jobs):
                await asyncio.sleep(0.05)
        assert all(job.uids().real and job.uids().effective for job in server.jobs)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root becomes another account")
@in_one_process_or_several
async def test_the_server_runs_as_the_configured_account(
    start: Any, place: Path, folder: Path, python: str, workers: int
) -> None:
    packages = Path(sysconfig.get_path("purelib"))
    if not (is_open(ROOT / "tui" / "__main__.py") and is_open(packages)):
        pytest.skip("other accounts can't read the program")
    account = pwd.getpwnam(ACCOUNT)
    shutil.copytree(folder, place / "puzzles")
    (place / "puzzles" / "other.cnf").write_bytes(dumps(make("random-ksat", ["400", "1920"], 1)))
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{packages}", "HOME": "/nonexistent"}
    state = place / "state"
    server = start(
        "--user", ACCOUNT, "--state", state, "--folder", place / "puzzles", before=[python], env=environment, cwd=ROOT
    )
    key = asyncssh.generate_private_key("ssh-ed25519")
    for deaths in range(2):
        await see_and_play(server, key, HOLES - deaths)
        for process in {server.serving, *server.workers}:
            assert users(process) == {account.pw_uid, account.pw_gid}
        assert status.ask(state / "control")["counts"]["restarts"] == deaths
        await see_jobs_of_nobody(server)
        serving = server.serving
        serving.kill()
        psutil.wait_procs([serving], 60)
    await see_and_play(server, key, HOLES - 2)
    others = {path.name for path in (state, *state.rglob("*")) if path.stat().st_uid != account.pw_uid}
    assert others <= {"jobs"}, "an empty folder, the root of jobs"
    assert "Traceback" not in server.log
    assert "jobs run as root" not in server.log
    assert "the server runs as root" not in server.log
    server.process.terminate()
    assert server.process.wait(60) == 0


@pytest.mark.slow
@in_one_process_or_several
async def test_unconfined_serves_on_a_kernel_without_landlock(start: Any, workers: int, folder: Path) -> None:
    server = start("--unconfined", before=[sys.executable, "-c", NO_LANDLOCK])
    assert "jail: none" in server.log
    assert jail.NO_FILES in server.log
    key = asyncssh.generate_private_key("ssh-ed25519")
    await see_and_play(server, key, HOLES)
    assert "Traceback" not in server.log
    server.process.terminate()
    assert server.process.wait(60) == 0
