"""Solving: choose a solver, watch it search, keep and compare what it finds."""

import threading
import time
from collections.abc import Callable
from enum import Enum, auto
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

from engine.base.errors import Cancelled
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.limiting import LimitingPage
from tui.base.limits import complaint
from tui.base.requests import RaceFiles
from tui.base.throttle import Throttle
from tui.features.solve import job
from tui.features.solve.board import SearchBoard, cell_size
from tui.features.solve.chooser import SolverChooser
from tui.features.solve.job import Instance, Moment, Outcome
from tui.features.solve.monitor import Reading
from tui.features.solve.panel import SolvePanel
from tui.features.solve.results import ResultPage
from tui.features.solve.runs import RunTable
from tui.features.solve.texts import checking_text, title_text, verdict_text

INTERVAL, SLOW_INTERVAL = 0.1, 0.4
"""Seconds between two pictures of a search, and on a slow line."""
PANEL, PANEL_ROWS, MOST_RUNS = 43, 20, 10
"""Columns that the board leaves to the panel, rows that the table of runs leaves to the rest, and the most it shows."""
DEFAULT = Strategy("auto")


class State(Enum):
    """What the screen is at."""

    PREPARING = auto()
    BROKEN = auto()
    READY = auto()
    SEARCHING = auto()
    DONE = auto()


class SolveScreen(ResultPage, LimitingPage):
    """A formula or a puzzle, and the solvers let loose on it: in a thread that leaves the newest moment for a timer."""

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
        Binding("x", "stop", "stop", tooltip="stop the search or the check"),
        Binding("s", "choose", "solver", tooltip="solver and branching"),
        Binding("m", "model", "model", show=False, tooltip="the model as literals, or as a board"),
        Binding("c", "race", "race", tooltip="race several solvers on this file"),
        Binding("f", "form", "form", tooltip="encode the puzzle in the other form"),
    ]

    def __init__(self, subject: Path | Puzzle, shipped: Path | None = None) -> None:
        """`shipped` is the folder of the program's own puzzles: results are not written there."""
        super().__init__()
        self._source = subject
        self._path = subject if isinstance(subject, Path) else None
        self._shipped = shipped
        self.state = State.PREPARING
        self._instance: Instance | None = None
        self.form = "shared"
        self.strategy = DEFAULT
        self.cancel = threading.Event()
        self._bytes_read = (0, 0)
        self.moment: Moment | None = None
        self._began = 0.0
        self._replay = False
        self._as_literals = False
        self.outcomes: list[Outcome] = []
        self._problem = ""

    @property
    def outcome(self) -> Outcome | None:
        return self.outcomes[-1] if self.state is State.DONE else None

    @property
    def name_shown(self) -> str:
        return title_text(self._source, None, self.palette, self.glyphs).plain.strip()

    @property
    def _puzzle(self) -> Puzzle | None:
        """What the board beside the panel shows; None for a formula that is no sudoku."""
        if isinstance(self._source, Puzzle):
            return self._source
        sudoku = self._instance and self._instance.sudoku
        return sudoku.puzzle if sudoku else None

    @property
    def _board(self) -> SearchBoard | None:
        return next(iter(self.query(SearchBoard)), None)

    def content(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            yield SolvePanel()
            if isinstance(self._source, Puzzle):
                yield self._new_board(self._source)
        yield RunTable(classes="-above" if isinstance(self._source, Puzzle) else "", markup=False)

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._pictures = self.set_interval(self._throttle.interval, self._picture, pause=True)
        self._prepare()

    def on_unmount(self) -> None:
        self.cancel.set()

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._fit)

    async def _fit(self) -> None:
        """Put the board there if there is one to show, with cells as wide as there is room for."""
        if self._puzzle:
            old, new = self._board, self._new_board(self._puzzle)
            if old is None or old.cell_size != new.cell_size:
                with self.app.batch_update():
                    if old:
                        await old.remove()
                    await self.query_one("#body").mount(new)
                    self.query_one(RunTable).set_class(True, "-above")
        self.redraw()

    def _new_board(self, puzzle: Puzzle) -> SearchBoard:
        size = cell_size(puzzle, self.app.size.width - PANEL, self.glyphs)
        return SearchBoard(puzzle, size, self.palette, self.glyphs)

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

        return job.read(path, self._shipped, on_progress, cancel.is_set)

    @work(thread=True, exclusive=True, exit_on_error=False, group="prepare", description="encode the puzzle")
    def _encode(self, puzzle: Puzzle, form: str) -> Instance:
        return job.encode(puzzle, form)

    def action_form(self) -> None:
        """Encode the puzzle in the next form."""
        names = list(FORMS)
        self.form = names[(names.index(self.form) + 1) % len(names)]
        self._prepare()

    # the search

    def action_start(self) -> None:
        self.begin(self.strategy)

    def begin(self, strategy: Strategy, *, prove: bool = False, replay: bool = False) -> None:
        if not self._instance:
            return
        self.cancel.set()  # a check may be running
        self.outcomes = [earlier.lightened() for earlier in self.outcomes]
        self.cancel, self.moment, self.strategy, self._replay = threading.Event(), None, strategy, replay
        self._began = time.perf_counter()
        self._throttle.reset()
        self._enter(State.SEARCHING)
        columns = self.query_one(SolvePanel).strip_width
        self._search(self._instance, strategy, self.limit, columns, self.cancel, prove)

    @work(thread=True, exclusive=True, exit_on_error=False, group="search", description="solve")
    def _search(
        self,
        instance: Instance,
        strategy: Strategy,
        limit: float | None,
        columns: int,
        cancel: threading.Event,
        prove: bool,
    ) -> Outcome:
        def on_moment(moment: Moment) -> None:
            self.moment = moment

        return job.search(
            instance, strategy, limit, on_moment=on_moment, cancel=cancel.is_set,
            interval=self._throttle.interval, columns=columns, prove=prove,
        )  # fmt: skip

    def action_stop(self) -> None:
        self.cancel.set()
        self.query_one(SolvePanel).show_verdict(self._verdict())

    @property
    def _working(self) -> bool:
        """Whether there is something to stop."""
        return self.state is State.SEARCHING or self.share_checked is not None

    async def action_back(self) -> None:
        """Stop what is running; leave the screen when nothing is."""
        if self._working and not self.cancel.is_set():
            self.action_stop()
        else:
            await super().action_back()

    # what the workers bring

    @on(Worker.StateChanged)
    def _worker_changed(self, event: Worker.StateChanged) -> None:
        group, worker = event.worker.group, event.worker
        done: dict[str, Callable[[Any], None]] = {
            "prepare": self._prepare_done,
            "search": self._search_done,
            "verify": self.learn,
            "check": self.learn,
        }
        if group not in done:
            return
        if event.state is WorkerState.SUCCESS:
            done[group](worker.result)
        elif event.state is WorkerState.ERROR:
            if not isinstance(worker.error, Cancelled):
                self._failed(group, worker.error)
            if group == "check" and self.outcome:
                self.learn(None)

    def _prepare_done(self, instance: Instance) -> None:
        self._instance = instance
        self._enter(State.READY)
        if instance.sudoku:
            self.call_after_refresh(self._fit)

    def _search_done(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self._enter(State.DONE)
        if outcome.proof is not None:
            self.check_proof(outcome)
        if self._replay and outcome.trace is not None:
            self.replay(outcome.instance, outcome.trace)

    def _failed(self, group: str, error: BaseException | None) -> None:
        """Tell why work failed; the screen goes on."""
        problem = complaint(error)
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
                self.cancel.set()  # a check may be running
                self.strategy = strategy
                self._enter(State.READY)

        self.app.push_screen(SolverChooser(self.strategy), chosen)

    def limit_changed(self) -> None:
        self._show_texts()

    def action_race(self) -> None:
        if self._path:
            self.post_message(RaceFiles((self._path,)))

    def action_model(self) -> None:
        """Show the model as literals in place of the board, or the board again."""
        self._as_literals = not self._as_literals
        self.show_outcome()

    # showing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys work depends on what the screen is at."""
        resting = self.state in (State.READY, State.DONE)
        known = {
            "start": resting,
            "stop": self._working,
            "choose": resting,
            "limit": resting,
            "step_through": self.outcome is not None
            or (self.state is State.SEARCHING and job.is_recorded(self.strategy)),
            "form": resting and isinstance(self._source, Puzzle),
            "race": resting and self._path is not None,
            "model": self._puzzle is not None and self.outcome is not None and self.outcome.result.model is not None,
        }
        return known[action] if action in known else super().check_action(action, parameters)

    def _enter(self, state: State, problem: str = "") -> None:
        """Go over to another state and show it, with what went wrong."""
        self.state = state
        self._problem = problem
        self._as_literals = False
        self.share_checked = None
        self.show_outcome()

    def show_outcome(self) -> None:
        if self.state is State.PREPARING or self._working:
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
        panel, board = self.query_one(SolvePanel), self._board
        model = self.outcome.result.model if self.outcome else None
        self.query_one("#title", Static).update(title_text(self._source, self._instance, self.palette, self.glyphs))
        panel.show_setup(self.strategy, self.limit, self._instance, explain=self.state is State.READY)
        panel.show_verdict(self._verdict())
        panel.show_formula(None if self._puzzle else self._instance, None if board and not self._as_literals else model)
        if board:
            board.display = not self._as_literals
        self._show_runs()

    def _verdict(self) -> Text:
        palette = self.palette
        if self._problem:
            return Text(self._problem, palette.bad)
        if self.state is State.PREPARING:
            return Text("reading" if isinstance(self._source, Path) else "encoding", palette.dim)
        if self.state is State.SEARCHING:
            return Text("stopping" if self.cancel.is_set() else "searching", palette.accent)
        if self.outcome and self.share_checked is not None:
            return checking_text(self.outcome, palette)
        if self.outcome:
            return verdict_text(self.outcome, palette)
        return Text("enter starts the search", palette.dim)

    def _show_runs(self) -> None:
        """The last runs on this formula; under a board they may reach as far as its canvas is blank."""
        results = [outcome.result for outcome in self.outcomes if outcome.instance.form in (None, self.form)]
        rows = min(len(results), max(self.size.height - PANEL_ROWS, 3), MOST_RUNS)
        width, board = self.size.width, self._board
        if board and board.display:
            first = self.size.height - 1 - rows - 1 - board.region.y
            width -= board.picture.width - board.blank_columns(first)
        self.query_one(RunTable).show(results, rows, width)

    def _picture(self) -> None:
        """Draw the newest moment; on a slow line, wait for as long as the last picture takes to send."""
        if self._throttle.try_acquire():
            self._show_search()

    def _show_search(self) -> None:
        """Show the work as it is now, on the board too."""
        panel, (reading, digits) = self.query_one(SolvePanel), self._reading()
        done, total = self._bytes_read
        panel.show_share(done / total if total and self.state is State.PREPARING else self.share_checked)
        panel.show_reading(reading)
        if self._puzzle and (board := self._board):
            board.show_digits(digits or self._puzzle.givens, self.palette, self.glyphs)

    def _reading(self) -> tuple[Reading | None, Digits | None]:
        """What is known of the search, and its digits."""
        if outcome := self.outcome:
            return Reading.of_outcome(outcome), outcome.digits
        if self.state is not State.SEARCHING:
            return None, None
        elapsed = time.perf_counter() - self._began
        digits = self.moment.digits if self.moment else None
        return Reading.of_moment(self.moment, elapsed, self.limit), digits
