"""Solving: choose a solver, watch it search, keep and compare what it finds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.reactive import Reactive, reactive

from engine.base import kernels
from engine.base.language import lazy_gettext as _
from engine.sat.formula.dimacs import Document
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Job, call, complaint
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.export import Exporter
from tui.base.limits import ask_time_limit
from tui.base.page import Page
from tui.base.picture_view import PanelView, PictureView
from tui.base.requests import AskAbout, ExploreProof, InspectFormula, Newest, OpenReplay, RaceFiles, nothing_newer
from tui.base.search_phase import Preparing, Ready, Searching
from tui.base.text_line import TextLine
from tui.base.throttle import Throttle
from tui.draw.picture import Picture
from tui.features.solve import job, words
from tui.features.solve.chooser import SolverChoice, SolverChooser
from tui.features.solve.job import Broken, FinishedSearch, Instance, SearchFinished, Snapshot, SolveState
from tui.features.solve.panels import Rows, SolveScene, facts_of, panels_of, runs, strip_width
from tui.features.solve.settings import Settings
from tui.features.solve.widgets import ModelView, SearchBoard

INTERVAL, SLOW_INTERVAL = 0.1, 0.4
"""Seconds between two pictures of a search, and on a slow line."""
PANEL, PANEL_ROWS, MOST_RUNS = 43, 20, 10
"""Columns that the board leaves to the panel, rows that the table of runs leaves to the rest, and the most it shows."""


class SolveScreen(Page):
    """A formula or a puzzle, and the solvers let loose on it.

    What is shown follows from `state`, and while work goes on from `moment` and `share`.
    """

    HEADING = _("solve")
    DEFAULT_CSS = """
    SolveScreen { layers: default above; }
    SolveScreen > #body { height: 1fr; }
    SolveScreen #panels { width: 1fr; padding: 0 1; }
    SolveScreen PanelView { height: auto; margin-top: 1; }
    SolveScreen ModelView { margin-top: 1; }
    SolveScreen #runs { margin-top: 1; }
    SolveScreen #runs.-above { layer: above; dock: bottom; margin-bottom: 1; }
    """
    BINDINGS = [
        Binding("enter", "start", "start", tooltip="start the search (again)"),
        Binding("x", "stop", "stop", tooltip="stop the search or the check"),
        Binding("s", "choose", "solver", tooltip="solver, branching and settings"),
        Binding("m", "model", "model", show=False, tooltip="the model as literals, or as a board"),
        Binding("c", "race", "race", tooltip="race several solvers on this file"),
        Binding("f", "form", "form", tooltip="encode the puzzle in the other form"),
        Binding("w", "step_through", "replay", tooltip="step through the search, event by event"),
        Binding("v", "verify", "verify", tooltip="check the model or the proof"),
        Binding("e", "export", "export", tooltip="write the result, the model or the proof to a file"),
        Binding("k", "clauses", "clauses", tooltip="see what the assignment makes of the clauses"),
        Binding("a", "ask", "ask", tooltip="count models, find the backbone, a minimal core and more"),
        Binding("p", "explore", "proof", tooltip="what follows from what in the proof, and which clauses it needs"),
        Binding("t", "limit", "limit", tooltip="time limit in seconds"),
    ]

    state: Reactive[SolveState] = reactive(SolveState(Path()), init=False, repaint=False)
    moment: Reactive[Snapshot | None] = reactive(None, init=False, repaint=False)
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
        self._facts: Rows = ()
        self._exporter = Exporter(self)

    def content(self) -> ComposeResult:
        yield TextLine("title")
        with Horizontal(id="body"):
            with Vertical(id="panels"):
                yield PanelView(panels_of(self.scene))
                yield ModelView()
            if self.state.puzzle:
                yield self._new_board(self.state.puzzle)
        yield PictureView(Picture(0, 0), id="runs", classes="-above" if self.state.puzzle else "")

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._show_subject()
        self._prepare(next(iter(FORMS)))

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _enter(self, phase: job.Phase, **changes: Any) -> None:
        """Be at something else from now on; what was being checked is dropped."""
        self.background.cancel("check")
        self._throttle.reset()
        self.set_reactive(SolveScreen.share, None)
        self._change(phase=phase, **changes)

    # the formula

    def _prepare(self, form: str) -> None:
        subject = self.state.subject

        prepare: Callable[[Job[float]], Instance]
        if isinstance(subject, Puzzle):
            prepare = call(job.encode, subject, form)
        else:
            prepare = partial(job.read, subject, self._shipped, self._document)
        self._enter(Preparing())
        self.background.start("prepare", prepare, self._prepared, failed=self._not_prepared, news=self._hear_share)

    async def _prepared(self, instance: Instance) -> None:
        self._enter(Ready(), instance=instance, as_literals=False)
        if self.state.puzzle:
            if not self._board:
                with self.app.batch_update():
                    await self.query_one("#body").mount(self._new_board(self.state.puzzle))
                    self.query_one("#runs").add_class("-above")
            self.call_after_refresh(self.redraw)  # once the board has its place

    def _not_prepared(self, error: Exception) -> None:
        """Tell why; a form that was there before is there still."""
        problem = complaint(error)
        self._enter(Ready(problem) if self.state.instance else Broken(problem))

    def action_form(self) -> None:
        forms = list(FORMS)
        now = self.state.instance.form if self.state.instance else None
        self._prepare(forms[(forms.index(now) + 1) % len(forms)] if now else forms[0])

    # the search

    def action_start(self) -> None:
        self._start(self.state.strategy, self.state.settings)

    def _start(self, strategy: Strategy, settings: Settings, *, replay: bool = False) -> None:
        """Search; `replay` the search when it is done."""
        instance, limit = self.state.instance, self.state.limit
        if instance is None:
            return
        columns, interval = strip_width(self.query_one(PanelView).size.width), self._throttle.interval

        search = partial(job.search, instance, strategy, limit, interval=interval, columns=columns, settings=settings)

        def done(outcome: FinishedSearch) -> None:
            self._searched(outcome, replay=replay)

        earlier = tuple(outcome.lightened() for outcome in self.state.outcomes)
        self.set_reactive(SolveScreen.moment, None)
        self._enter(Searching(), strategy=strategy, settings=settings, outcomes=earlier, as_literals=False)
        self.background.start("search", search, done, failed=self._search_failed, news=self._hear_moment)

    def _hear_moment(self, moment: Snapshot) -> None:
        if self._throttle.try_acquire():
            self.moment = moment

    def _searched(self, outcome: FinishedSearch, *, replay: bool) -> None:
        self._enter(SearchFinished(checking=outcome.can_be_checked), outcomes=(*self.state.outcomes, outcome))
        if self.options.write_results and self.state.path and not outcome.fault:
            self._exporter.save(job.result_file(outcome))
        if outcome.can_be_checked:
            self._check_proof(outcome)
        if replay and outcome.trace is not None:
            self._replay(outcome.instance, outcome.trace)

    def _search_failed(self, error: Exception) -> None:
        problem = words.SOLVER_FAILED.format(solver=self.state.strategy.solver, problem=complaint(error))
        self._enter(Ready(problem))

    def action_stop(self) -> None:
        if self.background.stop("search"):
            self._enter(Searching(stopping=True))
        elif self.state.enabled_actions["stop"]:
            self._enter(SearchFinished())

    async def action_back(self) -> None:
        if self.state.enabled_actions["stop"]:
            self.action_stop()
        else:
            await super().action_back()

    # choosing

    @work
    async def action_choose(self) -> None:
        before = choice = SolverChoice(self.state.strategy, self.state.settings)
        while (answer := await self.ask(SolverChooser(choice))) and answer.asks_seed:
            choice = replace(answer, settings=await self._ask_seed(answer.settings))
        if answer and answer != before:
            self._enter(Ready(), strategy=answer.strategy, settings=answer.settings, as_literals=False)

    async def _ask_seed(self, settings: Settings) -> Settings:
        """Ask for a seed; it remains where the answer is no number."""
        text = await self.ask(Prompt(str(words.WHICH_SEED), str(settings.seed)))
        if text is None:
            return settings
        try:
            return replace(settings, seed=int(text[:20]))
        except ValueError:
            self.notify(words.NO_SEED.format(text=text), severity="warning")
            return settings

    @work
    async def action_limit(self) -> None:
        self._change(limit=await ask_time_limit(self, self.state.limit))

    def action_model(self) -> None:
        self._change(as_literals=not self.state.as_literals)

    # what can be done with a result

    def action_verify(self) -> None:
        """Check the model again, or the proof; without a proof offer to search again for one."""
        outcome = self.state.outcome
        if outcome is None:
            return
        if outcome.result.model is not None:
            self.background.start("check", call(job.verify, outcome), self._learn)
        elif outcome.can_be_checked:
            self._enter(SearchFinished(checking=True))
            self._check_proof(outcome)
        else:
            self._offer_proof()

    @work
    async def _offer_proof(self) -> None:
        strategy = job.prover(self.state.strategy)
        if await self.ask(Confirm(words.NO_PROOF.format(strategy=strategy), str(words.SOLVE_AGAIN))):
            self._start(strategy, replace(self.state.settings, proof=True).fitting(strategy))

    def _check_proof(self, outcome: FinishedSearch) -> None:
        self.background.start(
            "check", partial(job.check, outcome), self._learn, failed=self._check_failed, news=self._hear_share
        )

    def _hear_share(self, share: float) -> None:
        if self._throttle.try_acquire():
            self.share = share

    def _learn(self, outcome: FinishedSearch) -> None:
        self._enter(SearchFinished(), outcomes=(*self.state.outcomes[:-1], outcome))

    def _check_failed(self, error: Exception) -> None:
        self._enter(SearchFinished())
        self.notify(complaint(error), severity="error")

    def action_export(self) -> None:
        if self.state.outcome:
            self._exporter.offer(job.exports(self.state.outcome))

    def action_step_through(self) -> None:
        """Go through the search, as far as it is; where it left no recording, offer to search again."""
        outcome, instance = self.state.outcome, self.state.instance
        if outcome is None:
            if instance and self.moment and (so_far := self.moment.trace()) is not None:
                self._replay(instance, so_far, self.moment.trace)
            else:
                self.notify(str(words.NOT_YET_RECORDED))
        elif outcome.trace is not None:
            self._replay(outcome.instance, outcome.trace)
        else:
            self._offer_recording()

    @work
    async def _offer_recording(self) -> None:
        choices = job.recorded_choices()
        index = await self.ask(Choice(str(words.NO_RECORDING), [str(choice) for choice in choices]))
        if index is not None:
            self._start(choices[index], Settings(seed=self.state.settings.seed).fitting(choices[index]), replay=True)

    def _replay(self, instance: Instance, trace: Trace, newest: Newest = nothing_newer) -> None:
        self.post_message(OpenReplay(words.name(self.state.subject), trace, instance.sudoku, newest))

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

    def action_explore(self) -> None:
        """See what follows from what in the proof; without one offer to search again for it."""
        outcome = self.state.outcome
        if outcome is not None and outcome.proof is not None:
            name, folder = words.name(self.state.subject), outcome.instance.result_path.parent
            self.post_message(ExploreProof(name, outcome.instance.formula, outcome.proof, folder))
        else:
            self._offer_proof()

    def action_race(self) -> None:
        if self.state.path:
            self.post_message(RaceFiles((self.state.path,)))

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return self.state.enabled_actions

    # showing

    def watch_state(self, before: SolveState, now: SolveState) -> None:
        with self.app.batch_update():
            self.refresh_keys()
            if now.instance is not before.instance:
                self._show_subject()
            self._show_state()

    def watch_moment(self) -> None:
        self._show_search(self.scene)

    watch_share = watch_moment

    @property
    def scene(self) -> SolveScene:
        """What the panels are drawn from."""
        palette, glyphs = self.palette, self.glyphs
        return SolveScene(self.state, palette, glyphs, self.moment, self.share, self._compiled, self.key, self._facts)

    def redraw(self) -> None:
        """Draw everything as it is now; only what changed is sent."""
        self._show_subject()
        self._show_state()

    def _show_subject(self) -> None:
        """Tell what stays as it is as long as the formula does."""
        self.query_one(TextLine).show_title(words.name(self.state.subject), words.size(self.state))
        self._facts = facts_of(self.state, self.glyphs.ellipsis)

    def _show_state(self) -> None:
        self._show_model()
        scene = self.scene
        self._show_runs(scene)
        self._show_search(scene)

    def _show_model(self) -> None:
        """The model as literals where it is not on the board."""
        board, outcome, view = self._board, self.state.outcome, self.query_one(ModelView)
        if board:
            board.display = not self.state.as_literals
        model = None if outcome is None or (board and board.display) else outcome.result.model
        view.display = model is not None
        if model is not None:
            view.show(model)
            view.focus()

    def _show_runs(self, scene: SolveScene) -> None:
        """The last runs on this formula; under a board they may reach as far as its canvas is blank."""
        results = [outcome.result for outcome in self.state.comparable]
        rows = min(len(results), max(self.size.height - PANEL_ROWS, 3), MOST_RUNS)
        width, board = self.size.width, self._board
        if board and board.display:
            first = self.size.height - 1 - rows - 1 - board.region.y
            width -= board.picture.width - board.blank_columns(first)
        lines = runs(results[::-1][:rows], width, scene.palette)
        table = Picture(width, len(lines))
        table.put_lines(0, 0, lines, width, scene.glyphs.ellipsis)
        self.query_one("#runs", PictureView).show(table)

    def _show_search(self, scene: SolveScene) -> None:
        self.query_one(PanelView).view(panels_of(scene))
        if board := self._board:
            digits = (scene.snapshot.digits if scene.snapshot else None) or board.puzzle.givens
            board.show_digits(digits, self._board_columns, scene.palette, scene.glyphs)

    @property
    def _board(self) -> SearchBoard | None:
        return next(iter(self.query(SearchBoard)), None)

    @property
    def _board_columns(self) -> int:
        return self.app.size.width - PANEL

    def _new_board(self, puzzle: Puzzle) -> SearchBoard:
        return SearchBoard(puzzle, self._board_columns, self.palette, self.glyphs)
