"""The confinement of guests: the audit hook, the environment, the limits."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tui.features.browse.listing import LEADS_OUT, list_folder
from tui.guests.confinement import AuditHook, GuestLimits, leads_out

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="restricted needs a Unix system")
SECRET = "the host's own"


@pytest.fixture
def bounds(tmp_path: Path) -> GuestLimits:
    """A folder with a file, links into it and out of it, and a place for the state; next to them a secret."""
    tmp_path = tmp_path.resolve()
    folder = tmp_path / "open"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "one.txt").write_text("fine")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text(SECRET)
    for name, target in {
        "in": "inner", "in.txt": "inner/one.txt", "out": "../secret", "out.txt": "../secret/key", "up": "..",
        "passwd": "/etc/passwd", "python": sys.prefix, "self": "/proc/self", "loop": "loop", "gone": "nowhere",
        "twice": "out/../secret/key",
    }.items():  # fmt: skip
        (folder / name).symlink_to(target)
    return GuestLimits(folder, tmp_path / "state", seconds=1, memory=2000 * 1_000_000, games=2)


def attempts(bounds: GuestLimits) -> Iterator[tuple[bool, str, tuple[Any, ...]]]:
    """Whether each is allowed, with the event and its subject."""
    folder, state, outside = str(bounds.folder), str(bounds.state), str(bounds.folder.parent / "secret" / "key")
    read, write, command = os.O_RDONLY, os.O_WRONLY | os.O_CREAT, [sys.executable, "-P", "solver"]
    for name in ("inner/one.txt", "in.txt", "in/one.txt", "inner/../in.txt", "not there"):
        yield True, "open", (f"{folder}/{name}", "r", read)
    for name in ("out.txt", "out/key", "passwd", "python/bin/python", "self/environ", "../secret/key", "twice", "up/x",
                 "inner/../../secret/key", "up/open/../secret/key"):  # fmt: skip
        yield False, "open", (f"{folder}/{name}", "r", read)
        yield False, "open", (os.fsencode(f"{folder}/{name}"), "rb", read)
        yield False, "open", (Path(folder, name), None, read | os.O_CLOEXEC)
    for path in (outside, "/etc/passwd", "/", "", folder + "-not", str(Path.home() / ".ssh/authorized_keys")):
        yield False, "open", (path, "r", read)
        yield False, "os.scandir", (path,)
    for way in (write, os.O_RDWR, os.O_RDONLY | os.O_TRUNC, os.O_WRONLY | os.O_APPEND):
        yield False, "open", (f"{folder}/inner/one.txt", "w", way)
        yield False, "open", (outside, "w", way)
        yield True, "open", (f"{state}/theme", "w", way)
        yield False, "open", (f"{state}/../theme", "w", way)
    yield True, "os.scandir", (folder,)
    yield True, "os.scandir", (f"{folder}/in",)
    yield False, "os.scandir", (f"{folder}/out",)
    yield False, "os.listdir", (None,)
    yield False, "os.chdir", ("/",)
    yield True, "os.mkdir", (f"{state}/new", 0o777, -1)
    yield False, "os.mkdir", (f"{folder}/new", 0o777, -1)
    yield True, "os.rename", (f"{state}/a", f"{state}/b", -1, -1)
    yield False, "os.rename", (f"{state}/a", f"{folder}/b", -1, -1)
    yield False, "os.rename", (outside, f"{state}/b", -1, -1)
    yield False, "os.symlink", (outside, f"{state}/b", -1)
    yield False, "os.remove", (outside, -1)
    yield False, "os.chmod", (outside, 0o777, -1)
    yield True, "subprocess.Popen", (sys.executable, [*command, "live"], None, None)
    yield False, "subprocess.Popen", (sys.executable, [sys.executable, "-c", "import os"], None, None)
    yield False, "subprocess.Popen", ("/bin/sh", command, None, None)
    yield False, "subprocess.Popen", ("/bin/sh", "sh -c id", None, None)
    for event in ("os.system", "os.exec", "os.fork", "os.posix_spawn", "socket.connect", "socket.bind"):
        yield False, event, ("x",)
    for event in ("os.kill", "os.killpg"):
        yield True, event, (os.getpid(), signal.SIGTERM)
        yield True, event, (0, signal.SIGTERM)
        yield False, event, (os.getppid(), signal.SIGTERM)
        yield False, event, (1, 0)
        yield False, event, (-1, signal.SIGKILL)
    yield True, "socket.sendmsg", (None, None)
    yield False, "socket.sendmsg", (None, "/run/user/0/bus")
    yield False, "socket.sendmsg", (None, ("127.0.0.1", 53))
    yield False, "socket.sendto", (None, ("127.0.0.1", 53))
    yield True, "import", ("textual", None, None, None, None)


def test_the_hook_allows_only_needed_calls(bounds: GuestLimits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bounds.folder.parent)
    warden = AuditHook(bounds, [sys.executable, "-P", "solver"])
    for allowed, event, arguments in attempts(bounds):
        refused = None
        try:
            warden(event, arguments)
        except PermissionError as error:
            refused = error
        assert (refused is None) == allowed, (event, arguments)


@pytest.mark.parametrize("name", ["out", "up", "python", "../secret", "inner/../..", "up/secret", "self/cwd"])
def test_a_folder_that_leads_out_is_not_listed(bounds: GuestLimits, name: str) -> None:
    folder = Path(os.path.abspath(bounds.folder / name))
    listing = list_folder(folder, "", True, frozenset(), lambda: False, bounds.folder)
    assert listing.path == bounds.folder
    assert str(LEADS_OUT) in listing.message
    assert ".." not in [item.name for item in listing.items]


def test_links_that_lead_out_are_marked(bounds: GuestLimits) -> None:
    listing = list_folder(bounds.folder, "", True, frozenset(), lambda: False, bounds.folder)
    marked = {item.name for item in listing.items if item.label == str(LEADS_OUT)}
    assert marked == {"out", "out.txt", "up", "passwd", "python", "self", "twice"}
    inner = list_folder(bounds.folder / "in", "", True, frozenset(), lambda: False, bounds.folder)
    assert [item.name for item in inner.items] == ["..", "one.txt"]


def test_a_missing_folder_has_no_fallback(bounds: GuestLimits) -> None:
    assert leads_out(bounds.folder.parent, bounds.folder)
    listing = list_folder(bounds.folder / "was" / "here", "", False, frozenset(), lambda: False, bounds.folder)
    assert listing.path == bounds.folder
    for path in sorted(bounds.folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    bounds.folder.rmdir()
    listing = list_folder(bounds.folder, "", False, frozenset(), lambda: False, bounds.folder)
    assert (listing.path, listing.items) == (bounds.folder, [])


HELD = """
import json, os, socket, subprocess, sys
from pathlib import Path
os.environ.update(TEXTUAL_LOG="x", PYTHONSTARTUP="x", SATSUDOKU_CONFIG="x", XDG_STATE_HOME="x", LC_TIME="C")
from tui.guests import confinement as restricted
folder, state = map(Path, sys.argv[1:])
bounds = restricted.GuestLimits(folder, state, seconds=0.2, memory=int(2e9))
restricted.forget_environment()
restricted.prepare(bounds)
restricted.enforce(bounds)
tried = {
    "read through a link": lambda: (folder / "out.txt").read_text(),
    "list through a link": lambda: os.listdir(folder / "out"),
    "read a file of the system": lambda: open("/etc/passwd").read(),
    "write beside the puzzles": lambda: (folder / "new").write_text("x"),
    "remove a puzzle": lambda: (folder / "inner" / "one.txt").unlink(),
    "link to what is outside": lambda: (state / "link").symlink_to("/etc"),
    "run a shell": lambda: subprocess.run(["sh", "-c", "id"]),
    "run a shell by the system": lambda: os.system("id"),
    "become a shell": lambda: os.execv("/bin/sh", ["sh"]),
    "fork": lambda: os.fork(),
    "run Python": lambda: subprocess.run([sys.executable, "-c", "0"]),
    "connect": lambda: socket.create_connection(("127.0.0.1", 22)),
    "listen": lambda: socket.socket().bind(("127.0.0.1", 0)),
    "signal a process": lambda: os.kill(os.getppid(), 0),
    "signal a group": lambda: os.killpg(os.getpgid(os.getppid()), 0),
    "send a message": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b"x"], [], 0, ("127.0.0.1", 9)),
    "send a message by a path": lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendmsg([b"x"], [], 0, "/x"),
    "take more memory": lambda: bytearray(int(4e9)),
    "write too much": lambda: (state / "large").write_bytes(bytes(restricted.MAX_FILE_SIZE + 1)),
}
outcomes = {}
for name, act in tried.items():
    try:
        act()
        outcomes[name] = "done"
    except (OSError, MemoryError) as error:
        outcomes[name] = type(error).__name__
(state / "mine").write_text("x")
from engine.sat.formula.families import make
from engine.sat.solvers.solve import Limits, solve
hard = make("random-ksat", ["600", "3000"], 1)
for solver in ("dpll", "cdcl", "cadical", "kissat"):
    outcomes[solver] = solve(hard, solver, limits=Limits(60)).reason
outcomes["cadical, memory"] = solve(hard, "cadical", limits=Limits(memory=10**6)).reason
print(json.dumps([outcomes, sorted(os.environ)]))
"""


@pytest.mark.long
def test_a_process_that_is_held(bounds: GuestLimits) -> None:
    run = subprocess.run(
        [sys.executable, "-c", HELD, str(bounds.folder), str(bounds.state)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert run.returncode == 0, run.stderr
    outcomes, environment = json.loads(run.stdout)
    solvers = {name: outcomes.pop(name) for name in list(outcomes) if name.startswith(("dpll", "cdcl", "cad", "kis"))}
    assert outcomes.pop("take more memory") == "MemoryError"
    assert outcomes.pop("write too much") == "OSError"
    assert set(outcomes.values()) == {"PermissionError"}, outcomes
    assert solvers.pop("cadical, memory") == "memory limit of 1 MB"
    assert set(solvers.values()) == {"time limit of 0.2 s"}, solvers
    assert not [name for name in environment if name.startswith(("PYTHON", "TEXTUAL", "XDG", "SATSUDOKU_CONFIG"))]
    assert "LC_TIME" in environment


@pytest.mark.parametrize("arguments", [
    ["--restricted", "nowhere"], ["--restricted", "open", "secret/key"], ["--restricted", "open", "open/out.txt"],
    ["--restricted", "open", "--state", "open/inner"], ["--restricted", "open/inner", "--state", "open"],
    ["--state", "state"], ["--restricted", "open", "--most-games", "0"],
    ["--restricted", "open", "--most-memory", "nan"],
], ids=" ".join)  # fmt: skip
def test_unavailable_items_are_refused_at_once(bounds: GuestLimits, arguments: list[str]) -> None:
    code = (
        "import sys; from tui import __main__; from tui.terminal import options; "
        "options.problem = lambda: ''; sys.exit(__main__.main())"
    )
    run = subprocess.run([sys.executable, "-c", code, *arguments], cwd=bounds.folder.parent, capture_output=True,
                         text=True, check=False, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
                         stdin=subprocess.DEVNULL)  # fmt: skip
    assert run.returncode == 2, run.stdout
    assert SECRET not in run.stderr


def test_a_python_that_would_end_in_its_prompt_is_refused(bounds: GuestLimits) -> None:
    code = "from tui.guests import confinement as restricted; restricted.forget_environment()"
    run = subprocess.run([sys.executable, "-i", "-c", code], input="print('prompt')", capture_output=True, text=True,
                         check=False, cwd=Path(__file__).parents[3])  # fmt: skip
    assert run.returncode == 2
    assert "prompt" not in run.stdout
