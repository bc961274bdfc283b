"""Ending the process at once: Python would wait for threads, whose work nobody waits for any more."""

import asyncio
import os
import threading
from typing import Any

from textual.app import App

GRACE = 0.2
"""Seconds that threads have to come to an end by themselves."""

WRITING = threading.Lock()
"""Held while a file is written: that is finished first."""


def run(app: App[Any], *, mouse: bool) -> int:
    """Run the app; returns its exit code, unless threads were busy: then the process has ended with it."""

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
