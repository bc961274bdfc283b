"""Ending the process: with its terminal, and at once, for Python would wait for threads whose work nobody waits for."""

import asyncio
import os
import select
import signal
import threading
from typing import Any

from textual.app import App

GRACE = 0.2
"""Seconds that threads have to come to an end by themselves."""

WRITING = threading.Lock()
"""Held while a file is written: that is finished first."""


def run(app: App[Any], *, mouse: bool) -> int:
    """Run the app; returns its exit code, unless threads were busy: then the process has ended with it.

    Raises KeyboardInterrupt if the process is interrupted before the app heeds signals.
    """

    async def until_left() -> None:
        await app.run_async(mouse=mouse)
        end_soon(app.return_code or 0)  # the terminal is the shell's again

    asyncio.run(until_left())
    return app.return_code or 0


def end_soon(code: int) -> None:
    """End the process with that exit code after the grace, unless it has ended before. Call it with all else done."""
    timer = threading.Timer(GRACE, _end, [code])
    timer.daemon = True
    timer.start()


def _end(code: int) -> None:
    with WRITING:
        os._exit(code)


def watch_terminal(descriptor: int = 0) -> None:
    """Send this process SIGHUP once the terminal behind the descriptor has hung up. Costs nothing while it waits.

    No signal tells that under nohup, or of a terminal that is not the controlling one, and Textual would read its end
    over and over, as fast as it can.
    """
    threading.Thread(target=_wait_for_hangup, args=(descriptor,), name="hangup", daemon=True).start()


def _wait_for_hangup(descriptor: int) -> None:
    poll = select.poll()
    poll.register(descriptor, 0)  # a hang-up is told in any case
    if any(happened & select.POLLHUP for _, happened in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)
