"""`serve --status`: shows the status of a running server, once or as a live display."""

import json
import os
import select
import shutil
import socket
import sys
import termios
import time
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from engine.base.text import printable
from tui.server.sockets import short_name

REFRESH_SECONDS = 1.0
"""Interval at which the display is refreshed."""
_TIMEOUT_SECONDS = 15.0
_MAX_ERRORS = 5
"""Number of lines for the last errors."""
_ALTERNATE_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
"""Escape sequences that enter and leave the alternate screen."""

Status = Mapping[str, Any]


def ask(control: Path) -> Status:
    """Return the status of the server on this socket. Raises OSError if there is none, ValueError for invalid JSON."""
    with short_name(control) as name, socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(_TIMEOUT_SECONDS)
        connection.connect(name)
        data = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    found: Status = json.loads(data)
    return found


def watch(control: Path) -> None:
    """Show the status until `q` or ctrl+c, or once outside of a terminal. Raises OSError or ValueError at the start."""
    status = ask(control)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stdout.write("".join(f"{line}\n" for line in lines(status, shutil.get_terminal_size((80, 24)))))
        return
    previous: list[str] = []
    with suppress(KeyboardInterrupt), _terminal():
        size = os.terminal_size((0, 0))
        while True:
            if size != shutil.get_terminal_size():
                size, previous = shutil.get_terminal_size(), []
                sys.stdout.write("\x1b[2J")
            picture = lines(status, size)
            for row, line in enumerate(picture):  # only changed lines are written
                if row >= len(previous) or previous[row] != line:
                    sys.stdout.write(f"\x1b[{row + 1};1H{line}\x1b[K")
            sys.stdout.flush()
            previous = picture
            has_input = select.select([sys.stdin], [], [], REFRESH_SECONDS)[0]
            if has_input and os.read(sys.stdin.fileno(), 100) in (b"q", b"Q", b""):
                return
            try:
                status = ask(control)
            except (OSError, ValueError):
                status = {**status, "answers": False}


@contextmanager
def _terminal() -> Iterator[None]:
    """Use the alternate screen and read keys without line buffering."""
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        sys.stdout.write(_ALTERNATE_SCREEN[0])
        yield
    finally:
        sys.stdout.write(_ALTERNATE_SCREEN[1])
        sys.stdout.flush()
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def lines(status: Status, size: os.terminal_size) -> list[str]:
    """Return the lines of the display for a terminal of that size."""
    counts, latency = status["counts"], status["latency_ms"]
    silence = "" if status.get("answers", True) else ": THE SERVER DOES NOT ANSWER"
    head = [
        f"satsudoku-tui serve, jail: {status['jail'] or 'not known'}{silence}",
        f"up {_duration(status['seconds'])}, restarts {counts['restarts']}, "
        f"sessions {len(status['sessions'])} of {status['most_sessions']}, not logged in {status['waiting']}",
        f"jobs {status['jobs']} (waiting {status['jobs_waiting']}), memory {_bytes(status['memory'])}, "
        f"processor {_duration(status['processor_seconds'])}, disk {_bytes(status['disk_free'])} free",
        f"keys {status['keys_a_second']:.0f}/s, key to screen {latency['median']:.0f} ms "
        f"(95 %: {latency['p95']:.0f} ms), loop late by {latency['loop']:.0f} ms at most",
        f"sessions ended {counts['sessions_ended']}, by faults {counts['session_faults']}, "
        f"refused {counts['refused']}, logins failed {counts['logins_failed']}",
        f"floods {counts['floods']}, stalled {counts['stalled']}, damaged files {counts['damage']}, "
        f"unsaved {counts['unsaved']}, database failures {counts['database_failures']}",
        "",
    ]
    errors = [
        f"{time.strftime('%H:%M:%S', time.localtime(when))} {printable(text.splitlines()[0] if text else '')}"
        for when, text in status["errors"][-_MAX_ERRORS:]
    ]
    errors = ["", "Last warnings and errors:", *(errors or ["none"])]
    foot = ["", "q or ctrl+c: quit"]
    room = max(1, size.lines - len(head) - len(errors) - len(foot) - 1)
    columns = "{:<17}{:<9}{:>9}{:>11}{:>11}{:>9}{:>12}"
    table = [columns.format("player", "door", "terminal", "here for", "last key", "keys", "sent")]
    for session in sorted(status["sessions"], key=lambda session: session["idle"])[:room]:
        times = _duration(session["seconds"]), _duration(session["idle"])
        cells = session["door"], session["terminal"], *times, session["keys"], _bytes(session["sent"])
        table.append(columns.format(printable(session["player"]), *cells))
    if len(status["sessions"]) > room:
        table[-1] = f"... and {len(status['sessions']) - room + 1} more"
    table += [""] * (room + 1 - len(table))
    return [line[: size.columns - 1] for line in (*head, *table, *errors, *foot)][: size.lines]


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _bytes(number: float) -> str:
    units = ["B", "kB", "MB", "GB", "TB"]
    place = min(max(len(str(int(number))) - 2, 0) // 3, len(units) - 1)  # at least two digits
    return f"{number / 1000**place:.0f} {units[place]}"
