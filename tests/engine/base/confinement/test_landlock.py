"""Landlock alone confines a process: files, TCP, abstract sockets and signals."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.confinement import landlock

ROOT = Path(__file__).parents[4]
VERSION = landlock.version()
pytestmark = pytest.mark.skipif(not VERSION, reason="the kernel has no Landlock")
HELD = """
import json, os, socket, sys
from engine.base.confinement.landlock import READ, WRITE, PathRule, restrict
folder, state, port, name = sys.argv[1:]
readable = (folder, sys.prefix, sys.base_prefix, "/nothing/is/here")
restrict([*(PathRule(path, READ) for path in readable), PathRule(state, WRITE)])
def connect(family, address):
    with socket.socket(family) as one:
        one.connect(address)
def bind(address):
    with socket.socket() as one:
        one.bind(address)
tried = {
    "read": lambda: open(folder + "/file").close(),
    "list": lambda: os.listdir(folder),
    "keep": lambda: open(state + "/kept", "w").close(),
    "end itself": lambda: os.kill(os.getpid(), 0),
    "write": lambda: open(folder + "/new", "w").close(),
    "leave": lambda: os.listdir(folder + "/.."),
    "read of others": lambda: open(f"/proc/{os.getppid()}/environ").close(),
    "connect": lambda: connect(socket.AF_INET, ("127.0.0.1", int(port))),
    "bind": lambda: bind(("127.0.0.1", 0)),
    "abstract": lambda: connect(socket.AF_UNIX, "\\0" + name),
    "signal": lambda: os.kill(os.getppid(), 0),
}
done = []
for name_of, act in tried.items():
    try:
        act()
        done.append(name_of)
    except PermissionError:
        pass
print(json.dumps(done))
"""


def test_a_process_keeps_to_its_rules(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "state").mkdir()
    (tmp_path / "open" / "file").touch()
    name = f"satsudoku-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind("\0" + name)
        abstract.listen()
        port = str(server.getsockname()[1])
        command = [sys.executable, "-c", HELD, tmp_path / "open", tmp_path / "state", port, name]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    expected = ["read", "list", "keep", "end itself"]
    expected += [] if landlock.restricts_network(VERSION) else ["connect", "bind"]
    expected += [] if landlock.restricts_signals(VERSION) else ["abstract", "signal"]
    assert json.loads(run.stdout) == expected
