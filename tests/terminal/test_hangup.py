"""A terminal that disappears without a signal."""

import os
import pty
import select
import sys
from pathlib import Path

import pytest
from programs import launched


@pytest.mark.long
def test_the_program_ends_with_its_terminal(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    # In its own session the terminal is not the controlling one, so nobody sends SIGHUP.
    command = [sys.executable, "-m", "tui", "--no-tour", tmp_path]
    environment = os.environ | {"TERM": "xterm-256color"}
    with launched(command, stdin=slave, stdout=slave, stderr=slave, env=environment) as program:
        os.close(slave)
        visible = b""
        while b"help" not in visible and select.select([master], [], [], 20)[0]:
            visible += os.read(master, 65536)
        assert b"help" in visible
        os.close(master)
        assert program.wait(20) in (129, 120)  # 120: Python itself could not write to it any more
