"""A queue for keys typed ahead: each has its full effect before the next one is dispatched.

Textual dispatches keys as they arrive. Keys that arrive together, as on a slow line, would all go to the current
screen, and be lost if the first of them opens another one, such as the line for a typed move.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from textual.app import App, ScreenStackError
from textual.events import Event, InputEvent, Key, Paste
from textual.message_pump import MessagePump

PATIENCE = 0.5
"""Seconds of an idle event loop after which the next key is dispatched, even if the last one's effect is unknown."""

_CHECK_SECONDS = 0.05
"""Seconds between two checks of the event loop."""

_MAX_DELAY_SECONDS = 0.02
"""Maximum delay of a check, in seconds, for the loop to count as idle."""

MAX_PATIENCE = 5.0
"""Seconds after which the loop counts as idle, however busy the machine is."""


def call_after_idle(seconds: float, callback: Callable[[], object]) -> Callable[[], None]:
    """Call back once the event loop has been idle for this many seconds in all; returns a function that cancels it.

    Busy time does not count, nor does time in which the process was stopped or had no processor. A busy machine must
    not cut a key's effect short, until MAX_PATIENCE has passed.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + MAX_PATIENCE
    timer: asyncio.TimerHandle

    def wait(remaining: float) -> None:
        nonlocal timer
        due = loop.time() + _CHECK_SECONDS
        timer = loop.call_at(due, tick, due, remaining)

    def tick(due: float, remaining: float) -> None:
        if loop.time() - due < _MAX_DELAY_SECONDS:
            remaining -= _CHECK_SECONDS
        if remaining > 0 and loop.time() < end:
            wait(remaining)
        else:
            callback()

    def cancel() -> None:
        timer.cancel()

    wait(seconds)
    return cancel


class InputQueue(App[None]):
    """An app that dispatches keys and pastes one by one, and can hold them for a screen about to open."""

    def __init__(self, *, ansi_color: bool | None = None) -> None:
        super().__init__(ansi_color=ansi_color)
        self._ahead: deque[Event] = deque()
        """Input not yet dispatched."""
        self._turn = 0
        """Number of dispatches."""
        self._busy = False
        """Whether the effect of the last dispatch is incomplete."""
        self._holding = False
        """Whether keys are held for a screen about to open."""
        self._cancel_timeout: Callable[[], None] = lambda: None
        """Cancels the timeout of the last dispatch."""
        self._after_input: list[Callable[[], object]] = []
        """Callbacks for when no key is waiting or in effect."""
        self._tasks = 0
        """Number of running tasks that keys have started and that wait for no answer."""

    @property
    def keys_held(self) -> int:
        """The number of keys and pastes received and not yet dispatched."""
        return len(self._ahead)

    @property
    def is_busy_with_keys(self) -> bool:
        """Whether a key is waiting, or its effect is incomplete."""
        return self._busy or bool(self._ahead)

    def after_input(self, callback: Callable[[], object]) -> None:
        """Call back once all input so far has had its effect, or is held; never before this returns."""
        if not self.call_later(self._after_keys, callback):
            asyncio.get_running_loop().call_soon(callback)  # the program is ending

    def after_paint(self, callback: Callable[[], object]) -> None:
        """Call back once the current screen has nothing left to paint."""
        with suppress(ScreenStackError):
            if self.screen.call_after_refresh(callback):
                return
        callback()

    async def _after_keys(self, callback: Callable[[], object]) -> None:
        if self._busy:
            self._after_input.append(callback)
            return
        with suppress(ScreenStackError):
            if self.screen.call_later(callback):
                return
        callback()

    async def takes(self, event: InputEvent | Paste) -> bool:
        """Whether to accept an input event; called on its arrival."""
        return True

    def make_ready(self, event: Event) -> None:
        """Prepare an event just before dispatch; the focus may have changed since its arrival."""

    def is_dropped(self, event: Event) -> bool:
        """Whether a key or paste is to have no effect; called just before its dispatch, in order."""
        return False

    def is_never_held(self, key: Key) -> bool:
        """Whether a key goes to the current screen even while keys are held, such as one that cancels the wait."""
        return False

    def hold_keys(self) -> None:
        """Hold keys and pasted text for the next screen, until `release_keys`.

        A key that is never held goes to the current screen, and drops the keys held before it.
        """
        self._holding = True

    def release_keys(self) -> None:
        """Dispatch held and new input once the current screen has processed its messages."""
        self._holding = False
        if not self._busy:
            self._busy = True
            turn = self._turn
            self._after_screen(lambda: self._end(turn))

    def begin_task(self) -> Callable[[], None]:
        """Delay keys during a task started by a key; returns the function to call at its end.

        The function may be called more than once. A task that asks a question calls it once the dialog is shown.
        """
        is_ended = False

        def end() -> None:
            nonlocal is_ended
            if not is_ended:
                is_ended = True
                cancel_timeout()
                self._after_screen(self._end_task)

        self._tasks += 1
        cancel_timeout = call_after_idle(PATIENCE, end)
        return end

    def _after_screen(self, callback: Callable[[], Awaitable[None]]) -> None:
        """Call back once the current screen has handled its messages, or can't, because it is about to close."""
        is_done = False

        def call_back() -> None:
            nonlocal is_done
            if not is_done:
                is_done = True
                cancel_timeout()
                self.call_later(callback)

        cancel_timeout = call_after_idle(PATIENCE, call_back)
        with suppress(ScreenStackError):  # the program is ending
            if not self.screen.call_later(call_back):
                call_back()

    async def _end_task(self) -> None:
        self._tasks -= 1
        if not self._busy:
            await self._dispatch_next()

    async def on_event(self, event: Event) -> None:
        """Dispatch an event at once, but a key in its turn."""
        if isinstance(event, InputEvent | Paste) and not await self.takes(event):
            return
        if not isinstance(event, (Key, Paste)) or event.is_forwarded:
            await super().on_event(event)
            return
        if self._holding and isinstance(event, Key) and self.is_never_held(event):
            self._ahead.clear()
            if not self.is_dropped(event):
                await super().on_event(event)
            return
        self._ahead.append(event)
        if not self._busy:
            await self._dispatch_next()

    async def _dispatch_next(self) -> None:
        """Dispatch the next event.

        It bubbles from its widget up to the app, which runs the bound action; messages that result bubble again. A
        callback runs after both.
        """
        self._cancel_timeout()
        self._turn += 1
        self._busy = False
        while self._ahead and not (self._busy or self._holding or self._tasks):
            event = self._ahead.popleft()
            self._busy = not self.is_dropped(event)
        if self._busy:
            turn, lowest = self._turn, self.focused or self.screen
            self._cancel_timeout = call_after_idle(PATIENCE, lambda: self.call_later(self._end, turn))
            self.make_ready(event)
            await super().on_event(event)
            path = lowest.ancestors_with_self
            self._follow(path + path[:-1], turn)
        else:
            callbacks, self._after_input = self._after_input, []
            for callback in callbacks:
                callback()

    def _follow(self, pumps: Sequence[MessagePump], turn: int) -> None:
        """Pass through these message pumps, skipping closed ones; then through the current, perhaps new, screen."""
        for number, pump in enumerate(pumps, 1):
            if pump.call_later(self._follow, pumps[number:], turn):
                return
        self.screen.call_later(self.call_later, self._end, turn)

    async def _end(self, turn: int) -> None:
        if turn == self._turn:
            await self._dispatch_next()
