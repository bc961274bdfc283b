"""The solve screen: choose a solver, watch its search, keep and compare results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.reactive import Reactive, reactive

from engine.base import kernels
from engine.base.language import lazy_gettext as _
from engine.base.language import numeral
from engine.sat.formula.dimacs import Document
from engine.sat.formula.names import VariableNames
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.puzzle import Puzzle
from tui.base import requests
from tui.base.background import Job, call, complaint
from tui.base.base_app import BaseApp
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.export import Exporter
from tui.base.frame import put_frame
from tui.base.keymap import MovedBinding
from tui.base.limits import ask_time_limit
from tui.base.page import Page
from tui.base.picture_view import MainView
from tui.base.requests import (
    AskAbout,
    ExploreProof,
    InspectFormula,
    Newest,
    OpenReplay,
    RaceFiles,
    WatchCuttingPlanes,
    nothing_newer,
)
from tui.base.search_phase import Preparing, Ready, Searching
from tui.base.throttle import Throttle
from tui.draw.face import VERDICT_INKS, Chip
from tui.draw.panels import MARGIN, Stack
from tui.features.solve import job, words
from tui.features.solve.chooser import SolverChoice, SolverChooser
from tui.features.solve.job import Broken, FinishedSearch, Instance, SearchFinished, Snapshot, SolveState
from tui.features.solve.meanings import MODEL, NAMES
from tui.features.solve.panels import FactRows, SolveScene, facts_of, least_strip_width, panels_of
from tui.features.solve.settings import Settings
from tui.features.solve.widgets import ModelView

INTERVAL, SLOW_INTERVAL = 0.1, 0.4
"""Seconds between updates of a search, normally and on a slow line."""


class SolveScreen(Page):
    """Solves a formula or a puzzle. It shows `state`, and during work `latest` and `share`."""

    HEADING = _("solve")
    FOLLOWS_SIZE = True
    AUTO_FOCUS = ""  # the list of the model has the focus once it is there
    DEFAULT_CSS = """
    SolveScreen > #body { height: 1fr; }
    SolveScreen.-framed ModelView { width: 40%; margin-right: 1; }
    """
    BINDINGS = [
        Binding("enter", "start", "start", tooltip="start the search (again)"),
        Binding("x", "stop", "stop", tooltip="stop the search or the check"),
        Binding("s", "choose", "solver", tooltip="solver, branching and settings"),
        Binding("m", "model", "model", show=False, tooltip="the model as literals, or its meaning"),
        MovedBinding("Q", "race", "race", tooltip="race several solvers on this file", former="c"),
        Binding("f", "form", "form", tooltip="encode the puzzle in the other form"),
        Binding("w", "step_through", "replay", tooltip="step through the search, event by event"),
        Binding("v", "verify", "verify", tooltip="check the model or the proof"),
        Binding("e", "export", "export", tooltip="write the result, the model or the proof to a file"),
        Binding("k", "clauses", "clauses", tooltip="see the clauses under the assignment"),
        Binding("a", "ask", "ask", tooltip="count models, find the backbone, a minimal core and more"),
        Binding("p", "explore", "proof", tooltip="explore the proof and the clauses that it needs"),
        Binding("l", "planes", "planes", show=False, tooltip="step through a search by cutting planes, line by line"),
        Binding("t", "limit", "limit", tooltip="time limit in seconds"),
    ]

    state: Reactive[SolveState] = reactive(SolveState(Path()), init=False, repaint=False)
    latest: Reactive[Snapshot | None] = reactive(None, init=False, repaint=False)
    """The latest snapshot of the running search."""
    share: Reactive[float | None] = reactive(None, init=False, repaint=False)
    """The finished share (0..1) of reading the file or checking the proof."""

    @classmethod
    async def from_request(cls, request: requests.SolveFile | requests.SolvePuzzle, app: BaseApp, /) -> Self:
        if isinstance(request, requests.SolvePuzzle):
            return cls(request.puzzle)
        return cls(request.path, app.shipped, request.document)

    def __init__(self, subject: Path | Puzzle, shipped: Path | None = None, document: Document | None = None) -> None:
        """`shipped` is the folder of the program's own puzzles: results are not written there.

        `document` is the content of the file, if it has been read.
        """
        super().__init__()
        self.set_reactive(SolveScreen.state, SolveState(subject))
        self._shipped = shipped
        self._document = document
        self._compiled = kernels.state().compiled
        self._facts: FactRows = ()
        self._exporter = Exporter(self)

    def content(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield MainView(partial(_panels, self), self.app.size)
            yield ModelView()

    @property
    def topic(self) -> str:
        return words.name(self.state.subject)

    @property
    def header_facts(self) -> Sequence[str]:
        return words.size(self.state)

    @property
    def header_chips(self) -> Sequence[Chip]:
        if isinstance(self.state.phase, SearchFinished) and not self.state.outcomes[-1].fault:
            status = self.state.outcomes[-1].result.status.value
            return [Chip(str(_(status)).upper(), VERDICT_INKS[status])]
        return ()

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._show_subject()
        self._prepare(next(iter(FORMS)))

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _enter(self, phase: job.Phase, **changes: Any) -> None:
        """Enter a phase, and cancel a running check."""
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
        self.background.start("prepare", prepare, self._show_instance, failed=self._show_problem, news=self._show_share)

    def _show_instance(self, instance: Instance) -> None:
        starts = self.state.phase == Preparing(starts=True)
        self._enter(Ready(), instance=instance, as_literals=False)
        if starts:
            self.action_start()

    def _show_problem(self, error: Exception) -> None:
        """Show why there is no formula; the previous one stays."""
        problem = complaint(error)
        self._enter(Ready(problem) if self.state.instance else Broken(problem))

    def action_form(self) -> None:
        forms = list(FORMS)
        form = self.state.instance.form if self.state.instance else None
        self._prepare(forms[(forms.index(form) + 1) % len(forms)] if form else forms[0])

    # the search

    def action_start(self) -> None:
        if isinstance(self.state.phase, Preparing):
            self._change(phase=Preparing(starts=True))
            return
        self._start(self.state.strategy, self.state.settings)

    def _start(self, strategy: Strategy, settings: Settings, *, replay: bool = False) -> None:
        """Search; with `replay`, open the replay at the end."""
        instance, limit = self.state.instance, self.state.limit
        if instance is None:
            return
        width = self.size.width - 2 * MARGIN
        columns, interval = least_strip_width(width), self._throttle.interval
        search = partial(job.search, instance, strategy, limit, interval=interval, columns=columns, settings=settings)

        def done(outcome: FinishedSearch) -> None:
            self._end_search(outcome, replay=replay)

        earlier = tuple(outcome.lightened() for outcome in self.state.outcomes)
        self.set_reactive(SolveScreen.latest, None)
        self._enter(Searching(), strategy=strategy, settings=settings, outcomes=earlier, as_literals=False)
        self.background.start("search", search, done, failed=self._show_failure, news=self._show_snapshot)

    def _show_snapshot(self, snapshot: Snapshot) -> None:
        if self._throttle.try_acquire():
            self.latest = snapshot

    def _end_search(self, outcome: FinishedSearch, *, replay: bool) -> None:
        self._enter(SearchFinished(checking=outcome.can_be_checked), outcomes=(*self.state.outcomes, outcome))
        if self.options.write_results and self.state.path and not outcome.fault:
            self._exporter.save(job.result_file(outcome))
        if outcome.can_be_checked:
            self._check_proof(outcome)
        if replay and outcome.trace is not None:
            self._replay(outcome.instance, outcome.trace)

    def _show_failure(self, error: Exception) -> None:
        problem = words.SOLVER_FAILED.format(solver=self.state.strategy.solver, problem=complaint(error))
        self._enter(Ready(problem))

    def action_stop(self) -> None:
        if self.background.stop("search"):
            self._enter(Searching(stopping=True))
        elif self.state.enabled_actions["stop"]:
            self._enter(SearchFinished())

    @property
    def is_stoppable(self) -> bool:
        return self.state.enabled_actions["stop"]

    def stop_work(self) -> None:
        self.action_stop()

    # the choice of a solver

    @work
    async def action_choose(self) -> None:
        before = choice = SolverChoice(self.state.strategy, self.state.settings)
        while (answer := await self.ask(SolverChooser(choice))) and answer.asks_seed:
            choice = replace(answer, settings=await self._ask_seed(answer.settings))
        if answer and answer != before:
            self._enter(Ready(), strategy=answer.strategy, settings=answer.settings, as_literals=False)

    async def _ask_seed(self, settings: Settings) -> Settings:
        """Ask for a seed, which is unchanged if the answer is not a number."""
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

    # actions on a result

    def action_verify(self) -> None:
        """Check the model or proof; without a proof, offer a search with one."""
        outcome = self.state.outcome
        if outcome is None:
            return
        if outcome.result.model is not None:
            self.background.start("check", call(job.verify, outcome), self._show_check)
        elif outcome.can_be_checked:
            self._enter(SearchFinished(checking=True))
            self._check_proof(outcome)
        else:
            self._offer_proof()

    @work
    async def _offer_proof(self) -> None:
        strategy = job.proving_strategy(self.state.strategy)
        if await self.ask(Confirm(words.NO_PROOF.format(strategy=strategy), str(words.SOLVE_AGAIN))):
            self._start(strategy, replace(self.state.settings, proof=True).fitting(strategy))

    def _check_proof(self, outcome: FinishedSearch) -> None:
        self.background.start(
            "check", partial(job.check, outcome), self._show_check, failed=self._check_failed, news=self._show_share
        )

    def _show_share(self, share: float) -> None:
        if self._throttle.try_acquire():
            self.share = share

    def _show_check(self, outcome: FinishedSearch) -> None:
        self._enter(SearchFinished(), outcomes=(*self.state.outcomes[:-1], outcome))

    def _check_failed(self, error: Exception) -> None:
        self._enter(SearchFinished())
        self.notify(complaint(error), severity="error")

    def action_export(self) -> None:
        if self.state.outcome:
            self._exporter.offer(job.exports(self.state.outcome))

    def action_step_through(self) -> None:
        """Open the replay of the search so far; without a recording, offer a search with one."""
        outcome, instance = self.state.outcome, self.state.instance
        if outcome is None:
            if instance and self.latest and (so_far := self.latest.trace()) is not None:
                self._replay(instance, so_far, self.latest.trace)
            else:
                self.notify(str(words.NOT_YET_RECORDED))
        elif outcome.trace is not None:
            self._replay(outcome.instance, outcome.trace)
        else:
            self._offer_recording()

    @work
    async def _offer_recording(self) -> None:
        choices = job.recorded_strategies()
        index = await self.ask(Choice(str(words.NO_RECORDING), [str(choice) for choice in choices]))
        if index is not None:
            self._start(choices[index], Settings(seed=self.state.settings.seed).fitting(choices[index]), replay=True)

    def _replay(self, instance: Instance, trace: Trace, newest: Newest = nothing_newer) -> None:
        self.post_message(OpenReplay(words.name(self.state.subject), trace, instance.sudoku, newest))

    def action_clauses(self) -> None:
        """Inspect the clauses under the model or the current assignment."""
        state = self.state
        if state.instance:
            assignment = state.outcome.assignment if state.outcome else None
            if self.latest and isinstance(state.phase, Searching):
                assignment = self.latest.progress.assignment
            self.post_message(InspectFormula(words.name(state.subject), state.instance.formula, assignment, state.path))

    def action_ask(self) -> None:
        """Open the queries on the formula."""
        if self.state.instance:
            instance = self.state.instance
            self.post_message(AskAbout(words.name(self.state.subject), instance.formula, instance.sudoku))

    def action_planes(self) -> None:
        """Open a search by cutting planes."""
        if self.state.instance:
            self.post_message(WatchCuttingPlanes(words.name(self.state.subject), self.state.instance.formula))

    def action_explore(self) -> None:
        """Open the proof explorer; without a proof, offer a search with one."""
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

    # the display

    def watch_state(self, before: SolveState, now: SolveState) -> None:
        with self.app.batch_update():
            self.refresh_keys()
            if now.instance is not before.instance:
                self._show_subject()
            self._show_state()

    def watch_latest(self) -> None:
        self._show_search()

    watch_share = watch_latest

    @property
    def scene(self) -> SolveScene:
        """The scene of the panels."""
        palette, glyphs = self.palette, self.glyphs
        return SolveScene(self.state, palette, glyphs, self.latest, self.share, self._compiled, self.key, self._facts)

    def redraw(self) -> None:
        """Draw everything; only differences are sent."""
        self._show_subject()
        self._show_state()

    def _show_subject(self) -> None:
        """Show the facts about the formula."""
        self.refresh_header()
        self._facts = facts_of(self.state, self.palette, self.glyphs)

    def _show_state(self) -> None:
        self.refresh_header()
        self._show_model()
        self._show_search()

    def _show_model(self) -> None:
        """Show the model as literals or names, unless its meaning is drawn."""
        outcome, view, state = self.state.outcome, self.query_one(ModelView), self.state
        model = None if outcome is None or self.scene.subject else outcome.result.model
        view.display = model is not None
        if outcome is not None and model is not None:
            names = outcome.meaning if isinstance(outcome.meaning, VariableNames) and not state.as_literals else None
            put_frame(view, NAMES if names else MODEL, numeral(len(model)))
            view.show(model, names)
            view.focus()

    def _show_search(self) -> None:
        self.query_one(MainView).redraw()


def _panels(screen: SolveScreen, width: int, height: int) -> Stack:
    return panels_of(screen.scene, width, height)
