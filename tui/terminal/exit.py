"""Ends the process with its terminal, and without waiting for threads whose results nobody needs."""

import asyncio
import os
import select
import signal
import threading
from typing import Any

from textual.app import App

GRACE = 0.2
"""Seconds for threads to finish before the process is ended."""

WRITING = threading.Lock()
"""Held while a file is written, which delays the exit."""


def run(app: App[Any], *, mouse: bool) -> int:
    """Run the app; returns its exit code. If threads are still busy after GRACE, the process exits with it instead.

    Raises KeyboardInterrupt if the process is interrupted before the app handles signals.
    """

    async def until_left() -> None:
        await app.run_async(mouse=mouse)
        end_soon(app.return_code or 0)  # the terminal belongs to the shell again

    asyncio.run(until_left())
    return app.return_code or 0


def end_soon(code: int) -> None:
    """Exit with that code after GRACE seconds, unless the process has ended before. Call it last."""
    timer = threading.Timer(GRACE, _end, [code])
    timer.daemon = True
    timer.start()


def _end(code: int) -> None:
    with WRITING:
        os._exit(code)


def watch_terminal(descriptor: int = 0) -> None:
    """Send this process SIGHUP once the terminal behind the descriptor has hung up.

    The system sends no signal under nohup or if the terminal is not the controlling one, and Textual would then read
    end-of-file in a busy loop.
    """
    threading.Thread(target=_wait_for_hangup, args=(descriptor,), name="hangup", daemon=True).start()


def _wait_for_hangup(descriptor: int) -> None:
    poll = select.poll()
    poll.register(descriptor, 0)  # POLLHUP is always reported
    if any(happened & select.POLLHUP for _, happened in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)
