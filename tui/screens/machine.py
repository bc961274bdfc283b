"""The time machine: a recorded search, moved through event by event, forwards and backwards."""

import math
import time
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from engine.sat.events import Kind
from engine.sat.trace import Trace
from tui.dialogs import Prompt
from tui.screens.page import HEIGHT, WIDTH, Page
from tui.terminal import over_ssh
from tui.widgets.machine_picture import Scene, curve_width, draw
from tui.widgets.patchwork import Patchwork, Picture
from tui.widgets.progress_bar import slice_widths

SPEEDS = (1, 2, 5, 10, 25, 100, 500, 2_500, 10_000, 100_000, 1_000_000)
"""Events a second."""
FRAMES = 10
"""Pictures a second, at most."""
SLOW_RATE = 750
"""Bytes a second that the pictures may take on a slow line."""
BYTES_PER_PICTURE, BYTES_PER_CHANGE = 350, 5
"""What a picture costs, about, and what each changed character adds."""
_SLICE = 10
_TITLE, _KEYS = 1, 1


class MachineScreen(Page):
    """A trace and the position in it, which is all that the screen owns."""

    TITLE = "going through a search"
    DEFAULT_CSS = "MachineScreen > #title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", tooltip="play or pause"),
        Binding("full_stop,right", "step(1)", "step", key_display=",.", tooltip="one event back, on"),
        Binding("comma,left", "step(-1)", "an event back", key_display=",", show=False),
        Binding("greater_than_sign", "next_decision", "decision", key_display="<>", tooltip="decision before, next"),
        Binding("less_than_sign", "previous_decision", "the decision before", key_display="<", show=False),
        Binding("right_curly_bracket", "next_conflict", "conflict", key_display="{}", tooltip="conflict before, next"),
        Binding("left_curly_bracket", "previous_conflict", "the conflict before", key_display="{", show=False),
        Binding("plus,equals_sign", "speed(1)", "speed", key_display="+-", tooltip="faster, slower"),
        Binding("minus", "speed(-1)", "slower", key_display="-", show=False),
        Binding("g", "ask", "go to", tooltip="go to an event"),
        Binding("home", "start", "to the beginning", show=False),
        Binding("end", "finish", "to the end", show=False),
    ]

    def __init__(self, name: str, trace: Trace) -> None:
        """`name` is what was solved, fit to be shown."""
        super().__init__()
        self._subject = name
        self.trace = trace
        self.position = 0
        self.playing = False
        self._speed = 0
        self._due = 0.0
        """Events that the speed allows by now; a fraction waits for the next picture."""
        self._levels: list[int] = []
        self._rate = math.inf
        self._next_picture = 0.0

    def content(self) -> ComposeResult:
        yield Static(id="title", markup=False)

    def on_mount(self) -> None:
        if over_ssh() or self.options.low_bandwidth:
            self._rate = SLOW_RATE
        self._clock = self.set_interval(1 / FRAMES, self._tick, pause=True)

    def on_resize(self, event: Resize) -> None:
        if event.size.width >= WIDTH and event.size.height >= HEIGHT:  # else there is nothing to see
            self.call_later(self._fit, event.size)

    async def _fit(self, size: Size) -> None:
        """Draw anew in another size."""
        with self.app.batch_update():
            await self.query(Patchwork).remove()
            self._levels = self.trace.levels_sampled(curve_width(size.width))
            picture = self._picture(size.width, size.height - _TITLE - _KEYS)
            await self.mount(Patchwork(picture, slice_widths(size.width, _SLICE)), after="#title")
            self._show_title()

    @property
    def speed(self) -> int:
        """Events a second."""
        return SPEEDS[self._speed]

    # the keys

    def action_play(self) -> None:
        """Play or pause; from the end, play again from the beginning."""
        if not self.playing and self.position == len(self.trace):
            self.position = 0
        self._play(not self.playing)
        self.redraw()

    def action_step(self, step: int) -> None:
        self._go_to(self.position + step)

    def action_next_decision(self) -> None:
        self._go_to(self.trace.next_position(self.position, Kind.DECISION))

    def action_previous_decision(self) -> None:
        self._go_to(self.trace.previous_position(self.position, Kind.DECISION))

    def action_next_conflict(self) -> None:
        self._go_to(self.trace.next_position(self.position, Kind.CONFLICT))

    def action_previous_conflict(self) -> None:
        self._go_to(self.trace.previous_position(self.position, Kind.CONFLICT))

    def action_start(self) -> None:
        self._go_to(0)

    def action_finish(self) -> None:
        self._go_to(len(self.trace))

    def action_speed(self, step: int) -> None:
        self._speed = min(max(self._speed + step, 0), len(SPEEDS) - 1)
        self.redraw()

    def action_ask(self) -> None:
        def typed(text: str | None) -> None:
            if text is None:
                return
            digits = text.replace(",", "").strip()
            if digits.isdecimal():
                self._go_to(int(digits))
            else:
                self.notify(f"events are counted from 0 to {len(self.trace):,}", severity="warning", markup=False)

        self._play(False)
        self.redraw()
        self.app.push_screen(Prompt(f"Go to event, 0 to {len(self.trace):,}"), typed)

    # the position

    def _go_to(self, position: int | None) -> None:
        """Pause at a position, the nearest there is; None: stay where it is."""
        if position is not None:
            self.position = min(max(position, 0), len(self.trace))
        self._play(False)
        self.redraw()

    def _play(self, playing: bool) -> None:
        self.playing = playing
        self._due = 0.0
        if playing:
            self._clock.resume()
        else:
            self._clock.pause()

    def _tick(self) -> None:
        """Move on by what the speed allows; on a slow line, wait for as long as the last picture takes to send."""
        self._due += self.speed / FRAMES
        now, events = time.perf_counter(), int(self._due)
        if events == 0 or now < self._next_picture:
            return
        self._due -= events
        self.position = min(self.position + events, len(self.trace))
        if self.position == len(self.trace):
            self._play(False)
        self._next_picture = now + self._show() / self._rate

    # showing

    def redraw(self) -> None:
        self._show_title()
        self._show()

    def _show_title(self) -> None:
        result, formula, dot = self.trace.result, self.trace.formula, self.glyphs.dot
        facts = (f"{formula.variables:,} variables", f"{len(formula):,} clauses", result.solver, result.branching)
        title = Text(f" {self._subject}", self.palette.title)
        title.append("".join(f" {dot} {fact}" for fact in facts if fact), self.palette.plain)
        line = self.query_one("#title", Static)
        if line.content != title:
            line.update(title, layout=False)

    def _show(self) -> int:
        """Draw the position; returns about how many bytes that sends."""
        for patchwork in self.query(Patchwork):
            size = patchwork.picture
            return BYTES_PER_PICTURE + BYTES_PER_CHANGE * patchwork.show(self._picture(size.width, size.height))
        return 0

    def _picture(self, width: int, height: int) -> Picture:
        scene = Scene(self.trace, self.position, self.playing, self.speed, self._levels)
        return draw(scene, width, height, self.palette, self.glyphs)
