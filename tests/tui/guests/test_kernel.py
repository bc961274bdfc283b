"""Confinement by the kernel, if possible: also of C code, and of started programs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.confinement import landlock
from tui.guests import kernel
from tui.guests.confinement import GuestLimits
from tui.guests.kernel import Enforcement, KernelConfinement

ROOT = Path(__file__).parents[3]
HELD = """
import ctypes, json, os, subprocess, sys, threading
from pathlib import Path
from tui.guests import confinement, kernel
folder, state, secret = map(Path, sys.argv[1:])
bounds = confinement.GuestLimits(folder, state)
confinement.prepare(bounds)
enforced = kernel.confine(bounds, calls=True)
said = enforced.confinement.value
libc = ctypes.CDLL(None, use_errno=True)

def opened(path, flags=os.O_RDONLY):
    handle = libc.open(os.fsencode(path), flags, 0o600)
    return handle >= 0

def by_another(path):
    code = "import sys; open(sys.argv[1]).read()"
    return subprocess.run([sys.executable, "-c", code, str(path)], stderr=subprocess.DEVNULL).returncode == 0

write = os.O_WRONLY | os.O_CREAT
in_thread = []
thread = threading.Thread(target=lambda: in_thread.append(opened(secret)))
thread.start()
thread.join()
outcomes = {
    "a puzzle": opened(folder / "one.txt"),
    "a puzzle by a child": by_another(folder / "one.txt"),
    "a saved game": opened(state / "game", write),
    "a secret": opened(secret),
    "a secret by a link": opened(folder / "link"),
    "a secret by a child": by_another(secret),
    "a secret by a thread": in_thread[0],
    "a new puzzle": opened(folder / "new", write),
    "beside the secret": opened(secret.parent / "new", write),
    "to the system": opened("/etc/new", write),
}
from engine.sat.formula.families import make
from engine.sat.solvers.solve import solve
solved = [solve(make("php", ["4", "3"], None), solver).status.name for solver in ("cdcl", "cadical", "kissat")]
named = (folder / "one.txt", state, secret, "/etc/shadow", "/etc/hostname", "/var/log")
there = [os.path.exists(path) for path in named]
print(json.dumps([said, outcomes, solved, enforced.sentence == kernel.HIDDEN, there]))
"""


def allows_namespaces() -> bool:
    code = "from engine.base.confinement import root; root.enter([], [], '/mnt')"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False).returncode == 0


@pytest.mark.long
def test_no_path_leaves_the_folders(tmp_path: Path) -> None:
    folder, secret = tmp_path / "open", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("the host's own")
    (folder / "one.txt").write_text("fine")
    (folder / "link").symlink_to(secret)
    command = [sys.executable, "-c", HELD, str(folder), str(tmp_path / "state"), str(secret)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    sentence, outcomes, solved, is_hidden, there = json.loads(run.stdout)
    if sentence == KernelConfinement.NONE.value:
        pytest.skip("the kernel has no Landlock")
    assert {name for name, was_opened in outcomes.items() if was_opened} == {
        "a puzzle",
        "a puzzle by a child",
        "a saved game",
    }
    assert solved == ["UNSATISFIABLE"] * 3
    assert is_hidden == allows_namespaces()
    if is_hidden:
        assert there == [True, True, False, False, False, False], "no other options after"


def test_inactive_settings_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = GuestLimits(tmp_path, tmp_path / "state")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(landlock, "version", lambda: 0)
    assert kernel.confine(bounds) == Enforcement(KernelConfinement.NONE, kernel.NO_LANDLOCK)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert kernel.confine(bounds) == Enforcement(KernelConfinement.NONE, kernel.NO_LINUX)
