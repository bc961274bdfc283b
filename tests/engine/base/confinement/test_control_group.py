"""Control groups: the kernel limits the memory and the processes of a run, and nothing of it is left behind."""

import os
import subprocess
import sys
import time
from errno import EBUSY
from pathlib import Path
from typing import Any

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


class Version2:
    """Folders that behave like control groups of version 2: new ones get their files automatically."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self._mkdir, self._rmdir, self._write = Path.mkdir, Path.rmdir, Path.write_text

        def mkdir(path: Path, *arguments: Any, **options: Any) -> None:
            self.make(path, *arguments, **options)

        def rmdir(path: Path) -> None:
            self.remove(path)

        def write_text(path: Path, text: str) -> int:
            return self.write(path, text)

        for function in (mkdir, rmdir, write_text):
            monkeypatch.setattr(Path, function.__name__, function)

    def make(self, path: Path, *arguments: Any, **options: Any) -> None:
        self._mkdir(path, *arguments, **options)
        passed_on = path.parent / "cgroup.subtree_control"
        files = {"cgroup.procs": "", "cgroup.subtree_control": ""}
        if passed_on.exists():
            if "memory" in passed_on.read_text():
                files |= {"memory.max": "max", "memory.swap.max": "max", "memory.events": "oom 0\noom_kill 0\n"}
            if "pids" in passed_on.read_text():
                files["pids.max"] = "max"
        for name, content in files.items():
            self._write(path / name, content)

    def remove(self, path: Path) -> None:
        if self.root in path.parents:
            for file in path.iterdir():
                file.unlink()
        self._rmdir(path)

    def write(self, path: Path, text: str) -> int:
        if path.name == "cgroup.subtree_control":
            if path.parent.name == "with-processes":
                raise OSError(EBUSY, "it has processes itself")
            text = " ".join(word.removeprefix("+") for word in text.split())
        return self._write(path, text)


@pytest.mark.parametrize(
    ("own", "place"), [("empty", "empty"), ("empty/with-processes", "empty"), ("with-processes/with-processes", None)]
)
def test_groups_of_version_2_are_limited(
    own: str, place: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below a group without processes; next to one with processes if its parent delegates the controllers."""
    Version2(tmp_path, monkeypatch)
    for folder in (*reversed((tmp_path / own).relative_to(tmp_path).parents), Path(own)):
        (tmp_path / folder).mkdir(exist_ok=True)
    monkeypatch.setattr(control_group, "_own_groups", lambda: {"": tmp_path / own})
    control_groups.cache_clear()
    try:
        assert control_groups() == (() if place is None else (tmp_path / place,))
        with limited(50 * MEGABYTE, 7) as group:
            if place is None:
                assert group == ControlGroup()
                return
            (folder,) = group.folders
            assert folder.parent == tmp_path / place
            limits = [(folder / name).read_text() for name in ("memory.max", "memory.swap.max", "pids.max")]
            assert limits == [str(50 * MEGABYTE), "0", "7"]
            assert subprocess.run(group.join(["true"]), check=False).returncode == 0
            assert (folder / "cgroup.procs").read_text() == "0\n", "it joins before it begins"
            (folder / "cgroup.procs").write_text("")
            assert not group.ran_out_of_memory()
            (folder / "memory.events").write_text("oom 1\noom_kill 1\n")
            assert group.ran_out_of_memory()
        assert not folder.exists()
    finally:
        control_groups.cache_clear()


def test_a_job_enters_a_group_of_version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Version2(tmp_path, monkeypatch)
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "cgroup.subtree_control").write_text("+memory +pids")
    monkeypatch.setattr(control_group, "control_groups", lambda: (tmp_path / "server",))
    factory = control_group.GroupFactory()
    factory.open()
    factory.enter(10 * MEGABYTE, 5)
    (folder,) = (tmp_path / "server").glob("satsudoku-*")
    assert [(folder / name).read_text() for name in ("memory.max", "pids.max", "cgroup.procs")] == [
        str(10 * MEGABYTE),
        "5",
        "0",
    ]


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
        "memory": tmp_path / "memory/one",
        "pids": tmp_path / "pids",
        "": tmp_path / "unified/user/app",
    }
