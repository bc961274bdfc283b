"""An SSH server for a test: on a loopback port, with its own keys, for the user who runs the tests."""

import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

_SEPARATION = Path("/run/sshd")
"""An empty folder that sshd requires, if root runs it, to lock itself in. It stays: servers of other tests that run
at the same time need it for each connection.
"""
CLIENTS = ("client", "other")
"""The authorized keys."""


class SshServer:
    """A running sshd. `lines` are added to its configuration, which by default accepts only TERM from clients."""

    def __init__(self, folder: Path, lines: Sequence[str] = ()) -> None:
        """Start it; the test is skipped if OpenSSH is not installed."""
        sshd = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        if not sshd or not shutil.which("ssh") or not shutil.which("ssh-keygen"):
            pytest.skip("OpenSSH's sshd or ssh is not installed")
        self._folder = folder
        folder.mkdir(mode=0o700)
        for name in ("host", *CLIENTS):
            made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(folder / name)]
            subprocess.run(made, check=True)
        (folder / "authorized_keys").write_text("".join((folder / f"{name}.pub").read_text() for name in CLIENTS))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        host_key = (folder / "host.pub").read_text()
        (folder / "known_hosts").write_text(f"[127.0.0.1]:{self._port} {host_key}")
        config = folder / "sshd_config"
        config.write_text("\n".join([
            f"ListenAddress 127.0.0.1:{self._port}", f"HostKey {folder / 'host'}", "PidFile none", "StrictModes no",
            f"AuthorizedKeysFile {folder / 'authorized_keys'}", "PasswordAuthentication no", "PermitRootLogin yes",
            "KbdInteractiveAuthentication no", "UsePAM no", "PrintMotd no", "PrintLastLog no",
            "Subsystem sftp internal-sftp", *lines, ""]))  # fmt: skip
        if os.geteuid() == 0:
            _SEPARATION.mkdir(mode=0o755, exist_ok=True)
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen([sshd, "-D", "-e", "-f", str(config)], stderr=log)
        self._wait()

    def _wait(self) -> None:
        for _ in range(500):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            if self._process.poll() is not None:
                break
            time.sleep(0.02)
        self.stop()
        pytest.fail(f"sshd did not start:\n{(self._folder / 'log').read_text()}")

    def stop(self) -> None:
        """End it and all its sessions."""
        for process in [*self.sessions(), *self.programs()]:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._process.kill()
        self._process.wait()

    def sessions(self) -> list[psutil.Process]:
        """The processes of sshd that serve one connection each."""
        return psutil.Process(self._process.pid).children()

    def programs(self) -> list[psutil.Process]:
        """The processes in the sessions."""
        running = psutil.Process(self._process.pid).children(recursive=True)
        return [process for process in running if process not in self.sessions()]

    def program(self) -> psutil.Process:
        """The only satsudoku-tui in a session."""
        for _ in range(500):
            found = [process for process in self.programs() if _is_program(process)]
            if found:
                (process,) = found
                return process
            time.sleep(0.02)
        pytest.fail("no program runs in a session")

    def options(self, program: str, key: str = CLIENTS[0]) -> list[str]:
        """The command line with which `ssh`, `scp` or `sftp` connects to this server only."""
        return [
            program, "-F", "/dev/null", "-P" if program in ("scp", "sftp") else "-p", str(self._port),
            "-i", str(self._folder / key), "-o", f"UserKnownHostsFile={self._folder / 'known_hosts'}",
            "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR",
        ]  # fmt: skip

    @property
    def address(self) -> str:
        """The destination of a login."""
        return f"{getpass.getuser()}@127.0.0.1"


def _is_program(process: psutil.Process) -> bool:
    """Whether it is satsudoku-tui itself, not a shell that runs it."""
    try:
        command = process.cmdline()
    except psutil.Error:
        return False
    return "python" in Path(command[0] if command else "").name and any("tui" in word for word in command[1:4])
