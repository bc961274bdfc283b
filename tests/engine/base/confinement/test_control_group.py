"""Control groups: the kernel holds a run to its memory and its processes, and nothing is left of them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from systems import linux

from engine.base.confinement import control_group
from engine.base.confinement.control_group import ControlGroup, control_groups, limited
from engine.sat.solvers.limits import MEGABYTE

pytestmark = linux
works = pytest.mark.skipif(not control_groups(), reason="this account can't make control groups")

HOG = "hog = bytearray(200_000_000)"
FORKS = """
import os, time
made = 0
try:
    for _ in range(50):
        os.fork() or time.sleep(600)
        made += 1
except BlockingIOError:
    print(made, flush=True)
time.sleep(600)
"""


def python(script: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", script]


@works
def test_memory_is_limited() -> None:
    with limited(50 * MEGABYTE, 50) as group:
        assert not group.ran_out_of_memory()
        assert subprocess.run(group.join(python(HOG)), check=False).returncode == -9
        assert group.ran_out_of_memory()
    with limited(400 * MEGABYTE, 50) as group:
        assert subprocess.run(group.join(python(HOG)), check=False).returncode == 0
    assert not any(folder.exists() for folder in group.folders)


@works
def test_processes_are_limited_and_killed() -> None:
    with limited(400 * MEGABYTE, 20) as group:
        process = subprocess.Popen(group.join(python(FORKS)), stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert process.stdout is not None
        assert 15 <= int(process.stdout.readline()) < 20
        process.stdout.close()
    assert process.wait(10) == -9
    assert not any(folder.exists() for folder in group.folders)


@works
def test_groups_of_a_killed_process_are_removed() -> None:
    code = (
        "import os; from engine.base.confinement.control_group import limited\n"
        "with limited(10**8, 9) as group: print(*group.folders, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    left = [Path(word) for word in done.stdout.split()]
    assert left
    until = time.monotonic() + 10
    while any(folder.exists() for folder in left) and time.monotonic() < until:
        with limited(10**8, 9):
            pass
    assert not any(folder.exists() for folder in left)


def test_without_control_groups_commands_run_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_group, "control_groups", lambda: ())
    with limited(10**6, 1) as group:
        assert group == ControlGroup()
        assert group.join(["a", "b"]) == ["a", "b"]
        assert not group.ran_out_of_memory()


def test_hierarchies_of_both_versions_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "/proc/self/cgroup": "3:memory,hugetlb:/jobs/one\n2:name=systemd:/\n1:pids:/\n0::/user/app\n",
        "/proc/self/mountinfo": (
            f"30 1 0:1 /jobs {tmp_path}/memory rw - cgroup cgroup rw,memory,hugetlb\n"
            f"31 1 0:2 / {tmp_path}/pids rw - cgroup cgroup rw,pids\n"
            f"32 1 0:3 / {tmp_path}/unified rw - cgroup2 cgroup2 rw\n"
        ),
    }
    monkeypatch.setattr(Path, "read_text", lambda path, _encoding: texts[os.fspath(path)])
    assert control_group._own_groups() == {
        "memory": tmp_path / "memory/one", "pids": tmp_path / "pids", "": tmp_path / "unified/user/app",
    }  # fmt: skip
