"""Solving: choose a solver, watch it search, keep and compare what it finds."""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from engine.errors import Cancelled, InputError
from engine.sat.strategy import Strategy
from engine.sudoku.encoding import FORMS
from engine.sudoku.puzzle import Digits, Puzzle
from engine.text import printable
from tui import solving
from tui.dialogs import Confirm, Prompt
from tui.messages import StepThrough
from tui.screens.page import Page
from tui.solving import Instance, Moment, Outcome
from tui.terminal import over_ssh
from tui.widgets.run_table import RunTable
from tui.widgets.search_board import SearchBoard, cell_width
from tui.widgets.search_monitor import Reading
from tui.widgets.solve_panel import SolvePanel
from tui.widgets.solve_texts import title_text, verdict_text
from tui.widgets.solver_chooser import SolverChooser

INTERVAL = 0.1
"""Seconds between two pictures of a search."""
SLOW_INTERVAL = 0.4
"""The same on a slow line."""
SLOW_RATE = 800
"""Bytes a second that the pictures may take on a slow line."""
MONITOR_CHANGE, BOARD_CHANGE = 9, 45
"""Bytes that a changed character costs, about: a digit on the board has none beside it."""
PANEL = 43
"""Columns that the board leaves to the panel beside it."""
PANEL_ROWS, MOST_RUNS = 20, 10
"""Rows of the terminal that the table of runs leaves to the rest, and the most runs it shows."""
DEFAULT = Strategy("auto")


class State(Enum):
    """What the screen is at."""

    PREPARING = auto()
    BROKEN = auto()
    READY = auto()
    SEARCHING = auto()
    DONE = auto()


class SolveScreen(Page):
    """A formula or a puzzle, and the solvers let loose on it.

    A search runs in a thread and leaves its newest moment here; a timer draws it.
    """

    TITLE = "solve"
    DEFAULT_CSS = """
    SolveScreen { layers: default above; }
    SolveScreen > #title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    SolveScreen > #body { height: 1fr; }
    SolveScreen RunTable { margin-top: 1; }
    SolveScreen RunTable.-above { layer: above; dock: bottom; margin-bottom: 1; }
    """
    BINDINGS = [
        Binding("enter", "start", "start", tooltip="start the search (again)"),
        Binding("x", "stop", "stop", tooltip="stop the search"),
        Binding("w", "step_through", "replay", tooltip="step through the search, event by event"),
        Binding("s", "choose", "solver", tooltip="solver and branching"),
        Binding("v", "verify", "verify", tooltip="check the model against every clause again"),
        Binding("e", "export", "export", tooltip="write the result to a .res file"),
        Binding("f", "form", "form", tooltip="encode the puzzle in the other form"),
        Binding("t", "limit", "limit", tooltip="time limit in seconds"),
    ]

    def __init__(self, subject: Path | Puzzle, shipped: Path | None = None) -> None:
        """`shipped` is the folder of the program's own puzzles: results are not written there."""
        super().__init__()
        self._source = subject
        self._shipped = shipped
        self.state = State.PREPARING
        self._instance: Instance | None = None
        self.form = "shared"
        self.strategy = DEFAULT
        self.limit: float | None = None
        self.cancel = threading.Event()
        self._bytes_read = (0, 0)
        self.moment: Moment | None = None
        self._began = 0.0
        self._next_picture = 0.0
        self.outcomes: list[Outcome] = []
        self._problem = ""

    @property
    def outcome(self) -> Outcome | None:
        """The last search, if it is the one on show."""
        return self.outcomes[-1] if self.state is State.DONE else None

    def content(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            yield SolvePanel(of_file=isinstance(self._source, Path))
            if isinstance(self._source, Puzzle):
                yield self._new_board(self._source)
        yield RunTable(classes="-above" if isinstance(self._source, Puzzle) else "", markup=False)

    def on_mount(self) -> None:
        slow = over_ssh() or self.app.options.low_bandwidth  # type: ignore[attr-defined]
        self._rate = SLOW_RATE if slow else math.inf
        self._interval = SLOW_INTERVAL if slow else INTERVAL
        self._pictures = self.set_interval(self._interval, self._picture, pause=True)
        self._prepare()

    def on_unmount(self) -> None:
        self.cancel.set()

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._fit)

    async def _fit(self) -> None:
        """Draw the board anew if its cells can be wider now, or must be narrower."""
        if isinstance(self._source, Puzzle):
            old, new = self.query_one(SearchBoard), self._new_board(self._source)
            if old.cell_width != new.cell_width:
                await old.remove()
                await self.query_one("#body").mount(new)
        self.redraw()

    def _new_board(self, puzzle: Puzzle) -> SearchBoard:
        width = cell_width(puzzle, self.app.size.width - PANEL, self.glyphs)
        return SearchBoard(puzzle, width, self.palette, self.glyphs)

    # the formula

    def _prepare(self) -> None:
        """Read or make the formula."""
        self.cancel = threading.Event()
        self._enter(State.PREPARING)
        if isinstance(self._source, Path):
            self._read(self._source, self.cancel)
        else:
            self._encode(self._source, self.form)

    @work(thread=True, exclusive=True, exit_on_error=False, group="prepare", description="read the formula")
    def _read(self, path: Path, cancel: threading.Event) -> Instance:
        def on_progress(done: int, total: int) -> None:
            self._bytes_read = done, total

        return solving.read(path, self._shipped, on_progress, cancel.is_set)

    @work(thread=True, exclusive=True, exit_on_error=False, group="prepare", description="encode the puzzle")
    def _encode(self, puzzle: Puzzle, form: str) -> Instance:
        return solving.encode(puzzle, form)

    def action_form(self) -> None:
        """Encode the puzzle in the next form."""
        names = list(FORMS)
        self.form = names[(names.index(self.form) + 1) % len(names)]
        self._prepare()

    # the search

    def action_start(self) -> None:
        if self._instance:
            self.outcomes = [replace(earlier, trace=None) for earlier in self.outcomes]  # a recording can be large
            self.cancel = threading.Event()
            self.moment = None
            self._began, self._next_picture = time.perf_counter(), 0.0
            self._enter(State.SEARCHING)
            columns = self.query_one(SolvePanel).strip_width
            self._search(self._instance, self.strategy, self.limit, columns, self.cancel)

    @work(thread=True, exclusive=True, exit_on_error=False, group="search", description="solve")
    def _search(
        self, instance: Instance, strategy: Strategy, limit: float | None, columns: int, cancel: threading.Event
    ) -> Outcome:
        def on_moment(moment: Moment) -> None:
            self.moment = moment

        return solving.search(
            instance, strategy, limit,
            on_moment=on_moment, cancel=cancel.is_set, interval=self._interval, columns=columns,
        )  # fmt: skip

    def action_stop(self) -> None:
        self.cancel.set()
        self.query_one(SolvePanel).show_verdict(self._verdict())

    async def action_back(self) -> None:
        """Stop the search; leave the screen when there is none."""
        if self.state is State.SEARCHING and not self.cancel.is_set():
            self.action_stop()
        else:
            await super().action_back()

    # what the workers bring

    @on(Worker.StateChanged)
    def _worker_changed(self, event: Worker.StateChanged) -> None:
        group, worker = event.worker.group, event.worker
        if event.state is WorkerState.SUCCESS:
            done: dict[str, Callable[[Any], None]] = {
                "prepare": self._prepare_done,
                "search": self._search_done,
                "verify": self._verify_done,
                "export": self._export_done,
            }
            done[group](worker.result)
        elif event.state is WorkerState.ERROR and not isinstance(worker.error, Cancelled):
            self._failed(group, worker.error)

    def _prepare_done(self, instance: Instance) -> None:
        self._instance = instance
        self._enter(State.READY)

    def _search_done(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self._enter(State.DONE)

    def _failed(self, group: str, error: BaseException | None) -> None:
        """Tell why work failed; the screen goes on."""
        known = isinstance(error, InputError | OSError)
        problem = printable(str(error) if known else f"{type(error).__name__}: {error}")
        if group == "prepare":
            self._enter(State.READY if self._instance else State.BROKEN, problem)
            if self._instance:  # the other form is still there
                self.form = self._instance.form or self.form
        elif group == "search":
            self._enter(State.READY, f"{self.strategy.solver} failed: {problem}")
        else:
            self.notify(problem, severity="error", markup=False)

    # choosing

    def action_choose(self) -> None:
        def chosen(strategy: Strategy | None) -> None:
            if strategy and strategy != self.strategy:
                self.strategy = strategy
                self._enter(State.READY)

        self.app.push_screen(SolverChooser(self.strategy), chosen)

    def action_limit(self) -> None:
        def typed(text: str | None) -> None:
            if text is None:
                return
            try:
                self.limit = solving.time_limit(text)
            except InputError as error:
                self.notify(printable(str(error)), severity="warning", markup=False)
            self._show_texts()

        now = "" if self.limit is None else f"{self.limit:g}"
        self.app.push_screen(Prompt("Time limit in seconds, empty for none", now), typed)

    # the result

    def action_verify(self) -> None:
        if self.outcome:
            self._verify(self.outcome)

    @work(thread=True, exclusive=True, exit_on_error=False, group="verify", description="check the model")
    def _verify(self, outcome: Outcome) -> Outcome:
        return solving.verify(outcome)

    def _verify_done(self, outcome: Outcome) -> None:
        if self.outcome:
            self.outcomes[-1] = outcome
            self._show_texts()

    def action_export(self) -> None:
        """Write the result, asking first where a file is there already."""
        if not self.outcome:
            return
        path, write = self.outcome.instance.result_path, partial(self._export, self.outcome)

        def answered(agreed: bool | None) -> None:
            if agreed:
                write()

        if path.exists():
            question = f"{printable(path.name)} is there already. Write over it?"
            self.app.push_screen(Confirm(question, "write over it"), answered)
        else:
            write()

    @work(thread=True, exclusive=True, exit_on_error=False, group="export", description="write the result")
    def _export(self, outcome: Outcome) -> Path:
        return solving.export(outcome)

    def _export_done(self, path: Path) -> None:
        self.notify(f"Written: {printable(str(path))}", markup=False)

    def action_step_through(self) -> None:
        if self.outcome and self.outcome.trace:
            name = title_text(self._source, None, self.palette, self.glyphs).plain.strip()
            self.post_message(StepThrough(name, self.outcome.trace))

    # showing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys work depends on what the screen is at."""
        resting = self.state in (State.READY, State.DONE)
        return {
            "start": resting,
            "stop": self.state is State.SEARCHING,
            "choose": resting,
            "limit": resting,
            "form": resting and isinstance(self._source, Puzzle),
            "verify": self.outcome is not None and self.outcome.result.model is not None,
            "export": self.outcome is not None,
            "step_through": self.outcome is not None and self.outcome.trace is not None,
        }.get(action, True)

    def _enter(self, state: State, problem: str = "") -> None:
        """Go over to another state and show it, with what went wrong."""
        self.state = state
        self._problem = problem
        if state in (State.PREPARING, State.SEARCHING):
            self._pictures.resume()
        else:
            self._pictures.pause()
        with self.app.batch_update():
            self.refresh_keys()
            self.redraw()

    def redraw(self) -> None:
        """Draw everything as it is now; only what changed is sent."""
        self._show_texts()
        self._show_search()

    def _show_texts(self) -> None:
        """Everything that stands still while a search runs."""
        panel = self.query_one(SolvePanel)
        self.query_one("#title", Static).update(title_text(self._source, self._instance, self.palette, self.glyphs))
        panel.show_setup(self.strategy, self.limit, self._instance, explain=self.state is State.READY)
        panel.show_verdict(self._verdict())
        panel.show_formula(self._instance, self.outcome.result.model if self.outcome else None)
        self._show_runs()

    def _verdict(self) -> Text:
        palette = self.palette
        if self._problem:
            return Text(self._problem, palette.bad)
        if self.state is State.PREPARING:
            return Text("reading" if isinstance(self._source, Path) else "encoding", palette.dim)
        if self.state is State.SEARCHING:
            return Text("stopping" if self.cancel.is_set() else "searching", palette.accent)
        if self.outcome:
            return verdict_text(self.outcome, palette)
        return Text("enter starts the search", palette.dim)

    def _show_runs(self) -> None:
        """The last runs on this formula; under a board they may reach as far as its canvas is blank."""
        results = [outcome.result for outcome in self.outcomes if outcome.instance.form in (None, self.form)]
        rows = min(len(results), max(self.size.height - PANEL_ROWS, 3), MOST_RUNS)
        width = self.size.width
        if isinstance(self._source, Puzzle):
            board = self.query_one(SearchBoard)
            first = self.size.height - 1 - rows - 1 - board.region.y
            width -= board.picture.width - board.blank_columns(first)
        self.query_one(RunTable).show(results, rows, width)

    def _picture(self) -> None:
        """Draw the newest moment; on a slow line, wait for as long as the last picture takes to send."""
        now = time.perf_counter()
        if now >= self._next_picture:
            self._next_picture = now + self._show_search() / self._rate

    def _show_search(self) -> int:
        """Show the reading or the search as it is now, on the board too; returns about how many bytes that takes."""
        panel, (reading, digits) = self.query_one(SolvePanel), self._reading()
        done, total = self._bytes_read
        panel.show_share_read(done / total if total and self.state is State.PREPARING else None)
        sent = MONITOR_CHANGE * panel.show_reading(reading)
        if isinstance(self._source, Puzzle):
            shown = digits or self._source.givens
            sent += BOARD_CHANGE * self.query_one(SearchBoard).show_digits(shown, self.palette, self.glyphs)
        return sent

    def _reading(self) -> tuple[Reading | None, Digits | None]:
        """What is known of the search, and its digits; None without a search."""
        if outcome := self.outcome:
            result = outcome.result
            counters = (result.decisions, result.propagations, result.conflicts)
            return Reading(*counters, None, result.seconds, outcome.limit, outcome.shares), outcome.digits
        if self.state is not State.SEARCHING:
            return None, None
        elapsed = time.perf_counter() - self._began
        if not (moment := self.moment):
            return Reading(seconds=elapsed, limit=self.limit), None
        told = moment.progress
        counters = (told.decisions, told.propagations, told.conflicts)
        return Reading(*counters, told.level, elapsed, self.limit, moment.shares), moment.digits
