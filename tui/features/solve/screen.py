"""Solving: choose a solver, watch it search, keep and compare what it finds."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.reactive import Reactive, reactive
from textual.widgets import Static

from engine.base import kernels
from engine.sat.formula.dimacs import Document
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.background import Job, complaint
from tui.base.dialogs import Choice, Confirm
from tui.base.export import Exporter
from tui.base.limits import ask_time_limit
from tui.base.page import Page
from tui.base.requests import AskAbout, InspectFormula, Newest, RaceFiles, StepThrough, nothing_newer
from tui.base.throttle import Throttle
from tui.features.solve import exports, job, words
from tui.features.solve.board import SearchBoard
from tui.features.solve.chooser import SolverChooser
from tui.features.solve.job import Instance, Moment, Outcome
from tui.features.solve.monitor import Reading
from tui.features.solve.panel import SolvePanel
from tui.features.solve.runs import RunTable
from tui.features.solve.state import Broken, Done, Preparing, Ready, Searching, SolveState

INTERVAL, SLOW_INTERVAL = 0.1, 0.4
"""Seconds between two pictures of a search, and on a slow line."""
PANEL, PANEL_ROWS, MOST_RUNS = 43, 20, 10
"""Columns that the board leaves to the panel, rows that the table of runs leaves to the rest, and the most it shows."""


class SolveScreen(Page):
    """A formula or a puzzle, and the solvers let loose on it.

    What is shown follows from `state`, and while work goes on from `moment` and `share`.
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
        Binding("x", "stop", "stop", tooltip="stop the search or the check"),
        Binding("s", "choose", "solver", tooltip="solver and branching"),
        Binding("m", "model", "model", show=False, tooltip="the model as literals, or as a board"),
        Binding("c", "race", "race", tooltip="race several solvers on this file"),
        Binding("f", "form", "form", tooltip="encode the puzzle in the other form"),
        Binding("w", "step_through", "replay", tooltip="step through the search, event by event"),
        Binding("v", "verify", "verify", tooltip="check the model or the proof"),
        Binding("e", "export", "export", tooltip="write the result, the model or the proof to a file"),
        Binding("k", "clauses", "clauses", tooltip="see what the assignment makes of the clauses"),
        Binding("a", "ask", "ask", tooltip="count models, find the backbone, a minimal core and more"),
        Binding("t", "limit", "limit", tooltip="time limit in seconds"),
    ]

    state: Reactive[SolveState] = reactive(SolveState(Path()), init=False, repaint=False)
    moment: Reactive[Moment | None] = reactive(None, init=False, repaint=False)
    """The search that runs, as it was last shown."""
    share: Reactive[float | None] = reactive(None, init=False, repaint=False)
    """How much of the file is read or of the proof is checked (0..1)."""

    def __init__(self, subject: Path | Puzzle, shipped: Path | None = None, document: Document | None = None) -> None:
        """`shipped` is the folder of the program's own puzzles: results are not written there.

        `document` is what was read of the file before.
        """
        super().__init__()
        self.set_reactive(SolveScreen.state, SolveState(subject))
        self._shipped = shipped
        self._document = document
        self._compiled = kernels.state().compiled
        self._exporter = Exporter(self)
        self._stop = Event()
        """Ends the search that runs; what it found by then is heard."""

    def content(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        with Horizontal(id="body"):
            yield SolvePanel()
            if self.state.puzzle:
                yield self._new_board(self.state.puzzle)
        yield RunTable(classes="-above" if self.state.puzzle else "", markup=False)

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._prepare(next(iter(FORMS)))

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    # the formula

    def _prepare(self, form: str) -> None:
        """Read the formula, or make it of the puzzle in that form."""
        subject = self.state.subject

        def prepare(task: Job[float]) -> Instance:
            if isinstance(subject, Puzzle):
                return job.encode(subject, form)
            return job.read(subject, self._shipped, self._document, partial(_tell_share, task), task.cancelled)

        self._drop_checks()
        self._throttle.reset()
        self._change(phase=Preparing())
        self.background.start("prepare", prepare, self._prepared, failed=self._not_prepared, news=self._hear_share)

    async def _prepared(self, instance: Instance) -> None:
        self.share = None
        self._change(phase=Ready(), instance=instance, as_literals=False)
        if self.state.puzzle and not self.query(SearchBoard):
            with self.app.batch_update():
                await self.query_one("#body").mount(self._new_board(self.state.puzzle))
                self.query_one(RunTable).add_class("-above")
        self.call_after_refresh(self.redraw)

    def _not_prepared(self, error: Exception) -> None:
        """Tell why; a form that was there before is there still."""
        self.share = None
        problem = complaint(error)
        self._change(phase=Ready(problem) if self.state.instance else Broken(problem))

    def action_form(self) -> None:
        """Encode the puzzle in the next form."""
        forms = list(FORMS)
        now = self.state.instance.form if self.state.instance else None
        self._prepare(forms[(forms.index(now) + 1) % len(forms)] if now else forms[0])

    # the search

    def action_start(self) -> None:
        self._start(self.state.strategy)

    def _start(self, strategy: Strategy, *, prove: bool = False, replay: bool = False) -> None:
        """Search, if wanted with a proof; `replay` the search when it is done."""
        instance, limit, columns = self.state.instance, self.state.limit, self.query_one(SolvePanel).strip_width
        if instance is None:
            return
        self._drop_checks()
        self._stop = stop = Event()

        def search(task: Job[Moment]) -> Outcome:
            return job.search(
                instance, strategy, limit, on_moment=task.tell, cancel=lambda: stop.is_set() or task.cancelled(),
                interval=self._throttle.interval, columns=columns, prove=prove,
            )  # fmt: skip

        def done(outcome: Outcome) -> None:
            self._searched(outcome, replay=replay)

        earlier = tuple(outcome.lightened() for outcome in self.state.outcomes)
        self._throttle.reset()
        self.set_reactive(SolveScreen.moment, None)
        self._change(strategy=strategy, phase=Searching(), outcomes=earlier, as_literals=False)
        self.background.start("search", search, done, failed=self._search_failed, news=self._hear_moment)

    def _hear_moment(self, moment: Moment) -> None:
        if self._throttle.try_acquire():
            self.moment = moment

    def _searched(self, outcome: Outcome, *, replay: bool) -> None:
        self._change(phase=Done(), outcomes=(*self.state.outcomes, outcome))
        if self.options.write_results and self.state.path and not outcome.fault:
            self._exporter.save(exports.result_file(outcome))
        if outcome.proof is not None:
            self._check_proof(outcome)
        if replay and outcome.trace is not None:
            self._replay(outcome.instance, outcome.trace)

    def _search_failed(self, error: Exception) -> None:
        problem = words.SOLVER_FAILED.format(solver=self.state.strategy.solver, problem=complaint(error))
        self._change(phase=Ready(problem))

    def action_stop(self) -> None:
        """End the search or the check of the proof."""
        if isinstance(self.state.phase, Searching):
            self._stop.set()
            self._change(phase=Searching(stopping=True))
        elif self.state.can_stop:
            self._drop_checks()
            self._change(phase=Done())

    async def action_back(self) -> None:
        """Stop what is running; leave the screen when nothing is."""
        if self.state.can_stop:
            self.action_stop()
        else:
            await super().action_back()

    # choosing

    @work
    async def action_choose(self) -> None:
        strategy = await self.ask(SolverChooser(self.state.strategy))
        if strategy and strategy != self.state.strategy:
            self._drop_checks()
            self._change(strategy=strategy, phase=Ready(), as_literals=False)

    @work
    async def action_limit(self) -> None:
        self._change(limit=await ask_time_limit(self, self.state.limit))

    def action_model(self) -> None:
        """Show the model as literals in place of the board, or the board again."""
        self._change(as_literals=not self.state.as_literals)

    # what can be done with a result

    def action_verify(self) -> None:
        """Check the model again, or the proof; without a proof offer to search again for one."""
        outcome = self.state.outcome
        if outcome is None:
            return
        if outcome.result.model is not None:
            self.background.start("check", lambda _: job.verify(outcome), self._learn)
        elif outcome.proof is not None:
            self._check_proof(outcome)
        else:
            self._offer_proof()

    @work
    async def _offer_proof(self) -> None:
        strategy = job.prover(self.state.strategy)
        if await self.ask(Confirm(words.NO_PROOF.format(strategy=strategy), words.SOLVE_AGAIN)):
            self._start(strategy, prove=True)

    def _check_proof(self, outcome: Outcome) -> None:
        def check(task: Job[float]) -> Outcome:
            return job.check(outcome, partial(_tell_share, task), task.cancelled)

        self._throttle.reset()
        self._change(phase=Done(checking=True))
        self.background.start("check", check, self._learn, failed=self._check_failed, news=self._hear_share)

    def _hear_share(self, share: float) -> None:
        if self._throttle.try_acquire():
            self.share = share

    def _learn(self, outcome: Outcome) -> None:
        """Take what a check has found."""
        self.share = None
        self._change(phase=Done(), outcomes=(*self.state.outcomes[:-1], outcome))

    def _check_failed(self, error: Exception) -> None:
        self.share = None
        self._change(phase=Done())
        self.notify(complaint(error), severity="error", markup=False)

    def _drop_checks(self) -> None:
        """Nobody waits for what a check would find."""
        self.background.cancel("check")
        self.share = None

    def action_export(self) -> None:
        if self.state.outcome:
            self._exporter.offer(exports.of_outcome(self.state.outcome))

    def action_step_through(self) -> None:
        """Go through the search, as far as it is; where it left no recording, offer to search again."""
        outcome, instance = self.state.outcome, self.state.instance
        if outcome is None:
            if instance and self.moment and (so_far := self.moment.trace()) is not None:
                self._replay(instance, so_far, self.moment.trace)
        elif outcome.trace is not None:
            self._replay(outcome.instance, outcome.trace)
        else:
            self._offer_recording()

    @work
    async def _offer_recording(self) -> None:
        choices = job.recorded_choices()
        chosen = await self.ask(Choice(words.NO_RECORDING, [str(choice) for choice in choices]))
        if chosen is not None:
            self._start(choices[chosen], replay=True)

    def _replay(self, instance: Instance, trace: Trace, newest: Newest = nothing_newer) -> None:
        """Go through a recorded search; `newest` gives more of one that is still running."""
        self.post_message(StepThrough(words.name(self.state.subject), trace, instance.sudoku, newest))

    def action_clauses(self) -> None:
        """See the clauses under the model, or under the assignment that the search has now."""
        state = self.state
        if state.instance:
            now = self.moment.progress.assignment if self.moment and isinstance(state.phase, Searching) else None
            found = state.outcome.assignment if state.outcome else now
            self.post_message(InspectFormula(words.name(state.subject), state.instance.formula, found, state.path))

    def action_ask(self) -> None:
        """Ask other questions about the formula."""
        if self.state.instance:
            self.post_message(AskAbout(words.name(self.state.subject), self.state.instance.formula))

    def action_race(self) -> None:
        if self.state.path:
            self.post_message(RaceFiles((self.state.path,)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys work depends on what the screen is at."""
        state = self.state
        works = {
            "start": state.can_start,
            "stop": state.can_stop,
            "choose": state.can_start,
            "limit": state.can_start,
            "form": state.can_start and isinstance(state.subject, Puzzle),
            "race": state.can_start and state.path is not None,
            "model": state.can_change_view,
            "step_through": state.can_replay,
            "verify": state.can_verify,
            "export": state.outcome is not None,
            "clauses": state.instance is not None,
            "ask": state.instance is not None,
        }
        return works[action] if action in works else super().check_action(action, parameters)

    # showing

    def watch_state(self) -> None:
        with self.app.batch_update():
            self.refresh_keys()
            self.redraw()

    def watch_moment(self) -> None:
        self._show_search()

    def watch_share(self, share: float | None) -> None:
        self.query_one(SolvePanel).show_share(share)

    def redraw(self) -> None:
        """Draw everything as it is now; only what changed is sent."""
        self.query_one("#title", Static).update(words.title(self.state, self.palette, self.glyphs))
        self._show_texts()
        self._show_model()
        self._show_runs()
        self._show_search()
        self.query_one(SolvePanel).show_share(self.share)

    def _show_texts(self) -> None:
        """What stands still while a search runs."""
        state, palette, glyphs, panel = self.state, self.palette, self.glyphs, self.query_one(SolvePanel)
        instance, width = state.instance, panel.content_size.width
        setup = words.setup(state, compiled=self._compiled, width=width, palette=palette, glyphs=glyphs)
        verdict = words.verdict(state, palette, start=self.key("start"), verify=self.key("verify"))
        model = state.outcome.result.model if state.outcome else None
        has_facts = state.puzzle is None and model is None
        facts = words.facts(instance, palette, glyphs) if instance and has_facts else None
        panel.show_texts(setup if instance else None, verdict, facts)

    def _show_model(self) -> None:
        """The model as literals where it is not on the board."""
        board, outcome = self._board, self.state.outcome
        if board:
            board.display = not self.state.as_literals
        on_board = board is not None and board.display
        self.query_one(SolvePanel).show_model(None if on_board or outcome is None else outcome.result.model)

    def _show_runs(self) -> None:
        """The last runs on this formula; under a board they may reach as far as its canvas is blank."""
        results = [outcome.result for outcome in self.state.comparable]
        rows = min(len(results), max(self.size.height - PANEL_ROWS, 3), MOST_RUNS)
        width, board = self.size.width, self._board
        if board and board.display:
            first = self.size.height - 1 - rows - 1 - board.region.y
            width -= board.picture.width - board.blank_columns(first)
        self.query_one(RunTable).show(results, rows, width)

    def _show_search(self) -> None:
        """The search as it is now, on the board too."""
        reading, digits = self._reading()
        self.query_one(SolvePanel).show_reading(reading)
        if (puzzle := self.state.puzzle) and (board := self._board):
            board.show_digits(digits or puzzle.givens, self._board_columns, self.palette, self.glyphs)

    def _reading(self) -> tuple[Reading | None, Digits | None]:
        """What is known of the search, and its digits."""
        if outcome := self.state.outcome:
            return Reading.of_outcome(outcome), outcome.digits
        if not isinstance(self.state.phase, Searching):
            return None, None
        return Reading.of_moment(self.moment, self.state.limit), self.moment.digits if self.moment else None

    @property
    def _board(self) -> SearchBoard | None:
        return next(iter(self.query(SearchBoard)), None)

    @property
    def _board_columns(self) -> int:
        return self.app.size.width - PANEL

    def _new_board(self, puzzle: Puzzle) -> SearchBoard:
        return SearchBoard(puzzle, self._board_columns, self.palette, self.glyphs)


def _tell_share(task: Job[float], done: int, total: int) -> None:
    """Tell how much of something is done."""
    task.tell(done / max(total, 1))
