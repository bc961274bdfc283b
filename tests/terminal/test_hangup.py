"""A terminal that goes away without a signal."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path


def test_the_program_ends_with_its_terminal(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    # In a session of its own the terminal is not the controlling one, so nobody sends SIGHUP.
    program = subprocess.Popen(
        [sys.executable, "-m", "tui", "--no-tour", str(tmp_path)],
        stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )  # fmt: skip
    try:
        os.close(slave)
        shown = b""
        while b"help" not in shown and select.select([master], [], [], 20)[0]:
            shown += os.read(master, 65536)
        assert b"help" in shown
        os.close(master)
        assert program.wait(20) in (129, 120)  # 120: Python itself could not write to it any more
    finally:
        program.kill()
