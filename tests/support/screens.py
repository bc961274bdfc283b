"""What tests of screens do again and again."""

from collections.abc import Callable
from typing import Any

from textual._context import visible_screen_stack
from textual.pilot import Pilot


def shown(app: Any) -> str:
    """The text on the screen, that of the screens behind a dialog too."""
    visible_screen_stack.set(app._background_screens)
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips(app.size))


async def until(pilot: Pilot[Any], condition: Callable[[], object]) -> None:
    """Wait until the condition holds; fails with what the screen shows."""
    for _ in range(1000):
        if condition():
            return
        await pilot.pause(0.01)
    raise AssertionError("did not happen; the screen shows:\n" + shown(pilot.app))


async def until_shown(pilot: Pilot[Any], *texts: object) -> None:
    """Wait until the screen shows all these texts."""
    await until(pilot, lambda: all(str(text) in shown(pilot.app) for text in texts))


async def until_screen(pilot: Pilot[Any], kind: type) -> Any:
    """Wait until a screen of this kind is in front, with its widgets; returns it."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    return pilot.app.screen


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until the screen has stayed the same for a while, for at most some seconds."""
    before, same = "", 0
    for _ in range(100):
        await pilot.pause(0.02)
        now = shown(pilot.app)
        same = same + 1 if now == before else 0
        before = now
        if same >= 3:
            return
