"""Ends the process when its terminal closes, and without waiting for threads whose results are not needed."""

import asyncio
import os
import select
import signal
import threading
from typing import Any

from textual.app import App

GRACE_SECONDS = 0.2
"""How long threads may take to finish before the process exits."""

WRITING = threading.Lock()
"""Held while a file is written, which delays the exit."""


def run(app: App[Any], *, mouse: bool) -> int:
    """Run the app; returns its exit code. If threads are busy after GRACE_SECONDS, ends the process with that code.

    Raises KeyboardInterrupt if the process is interrupted before the app handles signals.
    """

    async def run_app() -> None:
        await app.run_async(mouse=mouse)
        end_soon(app.return_code or 0)  # the terminal belongs to the shell again

    asyncio.run(run_app())
    return app.return_code or 0


def end_soon(code: int) -> None:
    """Exit with that code after GRACE_SECONDS, unless the process has ended before. Call it last."""
    timer = threading.Timer(GRACE_SECONDS, _end, [code])
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
    if any(events & select.POLLHUP for _, events in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)
