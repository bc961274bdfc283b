"""A program in a real pseudo-terminal, and the contents of its screen."""

import fcntl
import os
import re
import signal
import sys
import termios
import time
from collections.abc import Callable, Sequence

import pexpect
import pyte
import pytest

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
}
_CLOCK = re.compile(r"\d\d:\d\d:\d\d")
_USUAL = {b"7", b"25"}
"""Modes that are on before the start: long lines are wrapped, the cursor is shown."""
_MODE = re.compile(rb"\x1b\[\?([\d;]+)([hl])")


class Terminal:
    """Runs a command under a pty and keeps its screen as text."""

    def __init__(self, command: list[str], size: tuple[int, int], environment: dict[str, str]) -> None:
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        self.after_escape = 0.5
        """Seconds without typing after an escape, because a key right after it would make one key of both (alt and
        it)."""
        self.process = pexpect.spawn(
            command[0], command[1:], dimensions=(rows, columns), env={**os.environ, **environment}, timeout=30
        )

    def send(self, *keys: str) -> None:
        """Type keys: names from KEYS, or characters as they are."""
        for key in keys:
            self.process.send(KEYS.get(key, key))
            end = time.monotonic() + 20
            while key == "escape" and self._unread() and time.monotonic() < end:
                self.read(0.01)
            self.read(self.after_escape if key == "escape" else 0.05)

    def _unread(self) -> int:
        """Number of typed bytes that the program has not read yet, if the system knows."""
        try:
            terminal = os.open(f"/proc/{self.process.pid}/fd/0", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        except OSError:
            return 0
        try:
            return int.from_bytes(fcntl.ioctl(terminal, termios.FIONREAD, bytes(4)), sys.byteorder)
        except OSError:  # the program has just ended
            return 0
        finally:
            os.close(terminal)

    def read(self, quiet: float) -> None:
        """Read output until none has arrived for `quiet` seconds."""
        while True:
            try:
                data = self.process.read_nonblocking(65536, timeout=quiet)
            except (pexpect.TIMEOUT, pexpect.EOF):
                return
            self.output += data
            self._stream.feed(data)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def text_before(self, mark: bytes) -> str:
        """The text before this text was last written, such as the last words of another program."""
        screen = pyte.Screen(self.screen.columns, self.screen.lines)
        pyte.ByteStream(screen).feed(self.output.rpartition(mark)[0] or self.output)
        return "\n".join(screen.display)

    @property
    def still(self) -> str:
        """The text without the clock."""
        return _CLOCK.sub("--:--:--", self.text)

    @property
    def modes(self) -> set[bytes]:
        """The terminal's modes that differ from those before: 1049 is the alternate screen, 1000 the mouse, 25 the
        cursor, and "keys" the kitty keyboard protocol.
        """
        on = set(_USUAL)
        for numbers, way in _MODE.findall(self.output):
            (on.update if way == b"h" else on.difference_update)(numbers.split(b";"))
        if self.output.count(b"\x1b[>1u") > self.output.count(b"\x1b[<u"):
            on.add(b"keys")
        return on ^ _USUAL

    def wait(self, name: str | Callable[[str], bool], seconds: float = 30) -> str:
        """Wait until the screen shows a text (or satisfies a condition); returns the screen."""
        met = name if callable(name) else lambda text: name in text
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.05)
            if met(self.text):
                return self.text
            if not self.process.isalive():
                break
        pytest.fail(f"never saw {name!r} on\n{self.text}")

    def lose(self, seconds: float = 20) -> None:
        """Close the terminal while the program runs, like a broken connection, and wait for the end of the program."""
        self.process.ptyproc.fileobj.close()  # by number it would be closed twice
        self.process.ptyproc.closed = self.process.closed = True
        end = time.monotonic() + seconds
        while self.process.ptyproc.isalive():
            if time.monotonic() > end:
                self.process.kill(signal.SIGKILL)
                pytest.fail("still running without its terminal")
            time.sleep(0.02)

    def ended(self, seconds: float = 20) -> int | None:
        """Wait for the end of the program; returns its exit status (None if it died of a signal)."""
        end = time.monotonic() + seconds
        while self.process.isalive() and time.monotonic() < end:
            self.read(0.05)
        assert not self.process.isalive(), f"still running\n{self.text}"
        self.read(0.05)
        self.process.close()
        return self.process.exitstatus


def least_shown(text: str, counts: Sequence[int]) -> int:
    """The lowest number of moves whose count of empty cells may be on the screen, as an index of `counts`.

    `counts` are the numbers after each move. A killed program may leave a picture half written, with digits of two
    counts.
    """
    found = re.search(r"(\d+) to fill", text)
    assert found, text
    signs = [str(count) for count in counts]
    for number, new in enumerate(signs):
        for old in signs[: number + 1]:
            if all(digit in pair for digit, *pair in zip(found[1], old, new, strict=True)):
                return number
    pytest.fail(f"none of {signs}\n{text}")
