"""Helpers for tests of screens."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from textual._context import visible_screen_stack
from textual.pilot import Pilot

from tui.terminal.input_queue import InputQueue


def screen_text(app: Any) -> str:
    """The text on the screen, including that of the screens behind a dialog."""
    visible_screen_stack.set(app._background_screens)
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips(app.size))


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Wait until the condition holds, for at least a minute; fails with the contents of the screen."""
    end, times = time.monotonic() + 60, 1000
    while not condition():
        times -= 1
        if times < 0 and time.monotonic() > end:
            raise AssertionError("did not happen; the screen shows:\n" + screen_text(pilot.app))
        await pilot.pause(0.01)


async def until_shown(pilot: Pilot[Any], *texts: object) -> None:
    """Wait until the screen shows all these texts."""
    await until(pilot, lambda: all(str(text) in screen_text(pilot.app) for text in texts))


async def until_screen(pilot: Pilot[Any], kind: type) -> Any:
    """Wait until a screen of this class is in front, with its widgets; returns it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    return pilot.app.screen


async def effect(pilot: Pilot[Any]) -> None:
    """Wait until the typed keys have had their full effect, or the program no longer waits for it."""
    app = pilot.app
    if isinstance(app, InputQueue):
        while app.is_running and (app._busy or app._tasks):
            await asyncio.sleep(0.001)


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until no work runs behind the screen and it has stayed the same for a while; at most for some seconds."""
    before, same = "", 0
    end = time.monotonic() + 5
    while same < 3 and time.monotonic() < end:
        await pilot.pause(0.02)
        now = screen_text(pilot.app)
        at_work = any(worker._thread_worker and not worker.is_finished for worker in pilot.app.workers)
        same = same + 1 if now == before and not at_work else 0
        before = now
