"""A slow line: runs a program in a pseudo-terminal and delays each byte in both directions.

python tests/support/delayed_line.py SECONDS PROGRAM ARGUMENTS...

It simulates a distant machine: input and output arrive SECONDS later.
"""

import os
import pty
import select
import sys
import termios
import time
import tty
from collections import deque

Waiting = deque[tuple[float, bytes]]
"""The bytes on their way, each with its time of arrival, in order."""
_MAX_COUNT = 1 << 16


def carry(seconds: float, program: int) -> None:
    """Copy bytes between this process's terminal and the program's until the program ends."""
    ways: dict[int, tuple[int, Waiting]] = {0: (program, deque()), program: (1, deque())}
    open_ends = set(ways)
    while program in open_ends or ways[program][1]:
        due = [way[0][0] for _, way in ways.values() if way]
        wait = max(min(due) - time.monotonic(), 0.0) if due else None
        for end in select.select(list(open_ends), [], [], wait)[0]:
            try:
                data = os.read(end, _MAX_COUNT)
            except OSError:  # the other side of a pseudo-terminal is closed
                data = b""
            if data:
                ways[end][1].append((time.monotonic() + seconds, data))
            else:
                open_ends.discard(end)
        for target, way in ways.values():
            while way and way[0][0] <= time.monotonic():
                data = way.popleft()[1]
                while data:
                    data = data[os.write(target, data) :]


def main() -> None:
    seconds, command = float(sys.argv[1]), sys.argv[2:]
    size = termios.tcgetwinsize(0)
    process, program = pty.fork()
    if process == 0:
        termios.tcsetwinsize(0, size)
        os.execvp(command[0], command)
    termios.tcsetwinsize(program, size)
    tty.setraw(0)
    carry(seconds, program)
    os.waitpid(process, 0)


if __name__ == "__main__":
    main()
