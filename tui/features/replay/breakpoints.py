"""Breakpoints in the replay: their list, adding one, and running to the next stop."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.base.errors import InputError
from engine.base.language import ungrouped
from engine.base.text import joined
from engine.sat.trace.breakpoints import OF_CLAUSES, BreakCondition, Breakpoint, Stops
from engine.sat.trace.trace import Trace
from tui.base.background import call
from tui.base.dialogs import Choice, Prompt
from tui.base.page import Page
from tui.base.questions import ask_for
from tui.features.replay import words
from tui.features.replay.branches import Branches, literal_named
from tui.features.replay.lists import BreakpointList, RowAction
from tui.features.replay.scene import ReplayScene, variables_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LOOK = "look for a stop"
"""The name of background work."""


class Breakpoints:
    """The breakpoints of a recording, and their stops in the current line."""

    def __init__(self, page: Page, branches: Branches, go: Callable[[int | None, str], object]) -> None:
        """`go` goes to a position, or shows a sentence if there is none."""
        self._page = page
        self._branches = branches
        self._go = go
        self._stops: tuple[Trace, Stops] | None = None

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """All breakpoints, enabled or not."""
        return self._branches.recording.breakpoints

    def run(self, position: int, step: int) -> None:
        """Go to the next stop after a position, or to the previous one."""
        on = tuple(breakpoint_ for breakpoint_ in self.breakpoints if breakpoint_.on)
        if not on:
            message = words.NO_BREAKPOINTS.format(key=self._page.key("breakpoints"))
            self._page.notify(message, severity="warning")
            return
        stops = self._stops_of(self._branches.trace)
        nothing = str(words.NO_STOP_AFTER if step > 0 else words.NO_STOP_BEFORE)
        self._page.background.start(
            _LOOK,
            call(stops.next if step > 0 else stops.previous, position, on),
            lambda stop: self._go(stop, nothing),
            slow=lambda: self._page.notify(str(words.LOOKING)),
            here=True,
        )

    def note(self, scene: ReplayScene) -> str:
        """Return a sentence on the breakpoints that stop at the scene's position, as far as known."""
        if self._stops is None or self._stops[0] is not scene.trace:
            return ""
        items = self._stops[1].breakpoints_at(scene.position, self.breakpoints)
        conditions = joined(item.text(scene.words) for item in items)
        return words.STOPPED.format(conditions=conditions) if conditions else ""

    def positions(self, trace: Trace) -> "NDArray[np.integer] | None":
        """Return the positions at which enabled breakpoints stop, as far as known; None for none."""
        if self._stops is None or self._stops[0] is not trace:
            return None
        cached = (self._stops[1].cached(breakpoint_) for breakpoint_ in self.breakpoints if breakpoint_.on)
        positions = [stops for stops in cached if stops is not None]
        return np.concatenate(positions) if positions else None

    async def list(self, scene: ReplayScene) -> None:
        """Show the list of breakpoints, to turn on or off, add and delete them."""
        row: int | None = 0
        while row is not None:
            row = await self._choose(scene, row)

    async def _choose(self, scene: ReplayScene, marked: int) -> int | None:
        """Ask for a breakpoint and an action, and do it; returns the row to mark next, None to close the list."""
        items = self.breakpoints
        stops = self._stops_of(scene.trace)
        rows = [words.breakpoint_row(breakpoint_, scene.words) for breakpoint_ in items]

        def describe(row: int) -> str:
            positions = stops.cached(items[row])
            return words.breakpoint_text(None if positions is None else len(positions))

        choice = await self._page.ask(BreakpointList(str(words.BREAKPOINTS), rows, describe, marked))
        if choice is None:
            return None
        row = choice.row
        if choice.action is RowAction.ADD:
            added = await self._ask(scene)
            if added is not None and added not in items:
                self._store((*items, added))
                look = call(stops.positions, added)
                self._page.background.start(_LOOK, look, lambda _: self._page.redraw(), here=True)
                return len(items)
        elif choice.action is RowAction.REMOVE:
            self._store(items[:row] + items[row + 1 :])
            return max(row - 1, 0)
        else:
            switched = replace(items[row], on=not items[row].on)
            self._store((*items[:row], switched, *items[row + 1 :]))
        return row

    async def _ask(self, scene: ReplayScene) -> Breakpoint | None:
        """Ask for a condition and its parameters."""
        conditions = list(words.QUESTIONS)
        titles = [str(title) for title, _ in words.QUESTIONS.values()]
        of_cells = [str(words.FILLED)] if scene.cells else []
        choice = await self._page.ask(Choice(str(words.STOP_WHEN), [*titles, *of_cells]))
        if choice is None:
            return None
        if choice == len(titles):
            return await ask_for(self._page, Prompt(str(words.WHICH_CELL)), partial(_filled, scene))
        condition = conditions[choice]
        question = words.QUESTIONS[condition][1]
        if not question:
            return Breakpoint(condition)
        return await ask_for(self._page, Prompt(str(question)), partial(_read, scene, condition))

    def _store(self, breakpoints: tuple[Breakpoint, ...]) -> None:
        self._branches.recording = replace(self._branches.recording, breakpoints=breakpoints)

    def _stops_of(self, trace: Trace) -> Stops:
        if self._stops is None or self._stops[0] is not trace:
            self._stops = trace, Stops(trace)
        return self._stops[1]


def _filled(scene: ReplayScene, text: str) -> Breakpoint:
    """Return the condition that a typed cell is filled. Raises InputError."""
    variables = variables_named(text, scene.trace.formula.variables, scene.cells)
    return Breakpoint(BreakCondition.TRUE, tuple(sorted(variables)))


def _read(scene: ReplayScene, condition: BreakCondition, text: str) -> Breakpoint:
    """Return a condition with its typed parameters: literals or a number. Raises InputError."""
    if condition is BreakCondition.TRUE:
        variables = scene.trace.formula.variables
        literals = (literal_named(part, variables, scene.cells) for part in text.split(","))
        return Breakpoint(condition, tuple(dict.fromkeys(literals)))
    typed = ungrouped(text)
    first = int(condition in (*OF_CLAUSES, BreakCondition.LEVEL))
    if not typed.isdecimal() or not first <= int(typed[:12]) < 1 << 31:
        raise InputError(words.NO_SUCH_NUMBER.format(first=first))
    return Breakpoint(condition, (int(typed) - (condition in OF_CLAUSES),))
