"""Keys that arrive before their screen is open."""

import asyncio
import time
from typing import ClassVar

import pytest
from screens import until
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.terminal import input_queue
from tui.terminal.input_queue import InputQueue, call_after_idle


class Line(ModalScreen[str]):
    """Asks for a line."""

    def compose(self) -> ComposeResult:
        yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class Asking(InputQueue):
    """Records what was typed where."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "ask"),
        Binding("a", "note"),
        Binding("n", "now", priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[str] = []

    def action_ask(self) -> None:
        self.push_screen(Line(), lambda line: self.answers.append(line or ""))

    def is_never_held(self, key: Key) -> bool:
        return key.key == "n"

    def action_now(self) -> None:
        self.answers.append("now")

    def action_note(self) -> None:
        self.answers.append("a was a key")


async def test_each_key_counts_where_the_ones_before_have_led() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        for char in "a:ab\ra:a\r":
            app.post_message(Key("enter", None) if char == "\r" else Key({":": "colon"}.get(char, char), char))
        await until(pilot, lambda: len(app.answers) == 4)
        assert app.answers == ["a was a key", "ab", "a was a key", "a"]


class Board(Widget, can_focus=True):
    """Sends a key to the screen, which bubbles through its parents."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("b", "put")]

    class Put(Message):
        """A key was pressed."""

    def action_put(self) -> None:
        self.post_message(self.Put())


class Saving(Screen[None]):
    """Saves the board's data slowly."""

    def __init__(self, saved: asyncio.Event) -> None:
        super().__init__()
        self.is_saving = False
        self._saved = saved

    def compose(self) -> ComposeResult:
        with Vertical(), Vertical():
            yield Board()

    async def on_board_put(self) -> None:
        self.is_saving = True
        await self._saved.wait()
        self.is_saving = False


async def test_no_key_counts_while_the_screen_is_at_work_on_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_queue, "PATIENCE", input_queue.MAX_PATIENCE)
    app, saved = Asking(), asyncio.Event()
    async with app.run_test() as pilot:
        screen = Saving(saved)
        await app.push_screen(screen)
        screen.query_one(Board).focus()
        app.post_message(Key("b", "b"))
        app.post_message(Key("n", "n"))
        async with asyncio.timeout(10):
            while not (screen.is_saving or app.answers):
                await asyncio.sleep(0)
        await asyncio.sleep(0.1)
        before = app.answers.copy()
        saved.set()
        await until(pilot, lambda: app.answers)
        assert before == []


async def test_time_in_which_the_loop_is_at_work_is_not_idle() -> None:
    called = asyncio.Event()
    call_after_idle(0.1, called.set)
    for _ in range(10):
        time.sleep(0.1)
        await asyncio.sleep(0)
    assert not called.is_set()
    await asyncio.wait_for(called.wait(), 10)


async def test_on_a_machine_that_is_always_busy_patience_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_queue, "_MAX_DELAY_SECONDS", -1.0)  # every tick comes too late
    monkeypatch.setattr(input_queue, "MAX_PATIENCE", 0.2)
    called = asyncio.Event()
    call_after_idle(0.1, called.set)
    await asyncio.wait_for(called.wait(), 10)


async def test_a_prevented_call_does_not_come() -> None:
    called: list[str] = []
    prevent = call_after_idle(0.1, lambda: called.append("prevented"))
    prevent()
    done = asyncio.Event()
    call_after_idle(0.2, done.set)
    await asyncio.wait_for(done.wait(), 10)
    assert not called


async def test_a_task_ending_while_its_screen_closes_blocks_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Asking()
    async with app.run_test() as pilot:
        end = app.begin_task()
        with monkeypatch.context() as closing:
            closing.setattr(app.screen, "call_later", lambda *_: False)
            end()
        app.post_message(Key("a", "a"))
        await until(pilot, lambda: app.answers)


async def test_an_incomplete_key_does_not_delay_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Asking()
    async with app.run_test() as pilot:
        monkeypatch.setattr(app, "_follow", lambda *_: None)
        for _ in range(2):
            app.post_message(Key("a", "a"))
        await until(pilot, lambda: len(app.answers) == 2)


async def test_keys_that_are_held_go_to_the_screen_to_come() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.hold_keys()
        await pilot.press("a", "b", "enter")
        assert app.answers == []
        app.action_ask()
        app.release_keys()
        await until(pilot, lambda: app.answers)
        assert app.answers == ["ab"]


async def test_a_key_that_is_never_held_drops_those_held_before_it() -> None:
    app = Asking()
    async with app.run_test() as pilot:
        app.hold_keys()
        await pilot.press("colon", "x", "n")
        assert app.answers == ["now"]
        app.release_keys()
        await pilot.press("a")
        assert app.answers == ["now", "a was a key"]
