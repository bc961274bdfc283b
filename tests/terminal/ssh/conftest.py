"""The installed program at the other end of a real SSH connection."""

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from ssh_server import CLIENTS, SshServer
from terminals import Terminal


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., SshServer]]:
    """Starts an SSH server with additional lines in its configuration."""
    started: list[SshServer] = []

    def start(*lines: str) -> SshServer:
        started.append(SshServer(tmp_path / f"sshd-{len(started)}", lines))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def server(start_server: Callable[..., SshServer]) -> SshServer:
    """An SSH server that also accepts descriptions of the terminal."""
    return start_server("AcceptEnv LANG LC_* COLORTERM NO_COLOR")


@pytest.fixture
def connect() -> Iterator[Callable[..., Terminal]]:
    """Logs in to a server with a terminal, and runs a command line there."""
    started: list[Terminal] = []

    def start(
        server: SshServer, *command: str, size: tuple[int, int] = (80, 24), key: str = CLIENTS[0], **environment: str
    ) -> Terminal:
        own = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLORTERM": ""} | environment
        sent = [word for name in own if name != "TERM" for word in ("-o", f"SendEnv={name}")]
        ssh = [*server.options("ssh", key), *sent, "-e", "none", "-tt", server.address, *command]
        started.append(Terminal(ssh, size, own))
        started[-1].after_escape = 0.8  # over SSH the program waits longer
        return started[-1]

    yield start
    for each in started:
        each.process.close(force=True)


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., str]:
    """The command line that starts the program with arguments, with its saved games in a folder of the test."""
    program = Path(sys.executable).with_name("satsudoku-tui")
    if not program.exists():
        pytest.skip("satsudoku-tui is not installed beside this Python")

    def line(*arguments: str) -> str:
        return shlex.join(["env", f"SATSUDOKU_STATE={tmp_path / 'state'}", str(program), "--no-tour", *arguments])

    return line
