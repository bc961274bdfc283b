"""The race screen: several strategies on the same formulas, with their times side by side."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.segment import Segment
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Resize
from textual.reactive import Reactive, reactive

from engine.base import kernels
from engine.base.language import lazy_gettext as _
from engine.base.text import printable, whole_number
from engine.sat.compare.comparison import STRATEGIES, Plan
from engine.sat.programs.program import SolverProgram
from tui.base.background import cancellable, complaint
from tui.base.dialogs import Confirm, Prompt
from tui.base.export import Exporter
from tui.base.keymap import MovedBinding
from tui.base.limits import ask_time_limit, memory_limit
from tui.base.page import Page
from tui.base.picture_view import PanelView
from tui.base.questions import ask_for
from tui.base.rows import Rows
from tui.base.search_phase import Preparing, Ready, Searching
from tui.base.text_block import TextLine
from tui.base.throttle import Throttle
from tui.draw.face import VERDICT_INKS, Chip
from tui.features.race import job, words
from tui.features.race.job import ALL_PAGE, RaceFinished, RaceProgress, RaceState, has_full_sandbox
from tui.features.race.marking import MarkedRows, Marking
from tui.features.race.panels import GRID_FROM, RaceScene, RaceTable, foot, head, heading, lanes

INTERVAL, SLOW_INTERVAL = 0.25, 0.6
"""Seconds between two frames, by default and on a slow line."""
MAX_REPEATS = 1000
"""Maximum number of runs of a strategy on a formula."""
DEFAULT = Plan(STRATEGIES[0], STRATEGIES)


class RaceScreen(Page):
    """A race on some files. It shows `state`."""

    HEADING = _("race")
    DEFAULT_CSS = """
    RaceScreen #head { height: 2; }
    RaceScreen #foot { height: 3; }
    RaceScreen #foot.-grid { height: 2fr; }
    """
    BINDINGS = [
        Binding("enter", "start", "start", tooltip="start the race (again)"),
        Binding("x", "stop", "stop", tooltip="stop the race and keep its results"),
        MovedBinding("s", "contestants", "contestants", tooltip="choose the strategies and the baseline", former="c"),
        MovedBinding("plus", "program", "program", show=False, former="p",
                     tooltip="add your own solver, an executable"),
        Binding("f", "files", "files", tooltip="choose the files to race on"),
        Binding("right,l,full_stop", "show_file(1)", "next file", key_display="right",
                tooltip="the next file, or all of them"),
        Binding("left,h,comma", "show_file(-1)", "previous file", show=False, tooltip="the previous file"),
        Binding("e", "export", "export", tooltip="write the times as CSV, as a page or as a chart"),
        Binding("n", "repeats", "repeats", tooltip="runs of each strategy; the median counts"),
        Binding("t", "limit", "limit", tooltip="time limit in seconds"),
    ]  # fmt: skip
    PARTS = (RaceTable,)

    state: Reactive[RaceState] = reactive(RaceState(DEFAULT), init=False, repaint=False)

    def __init__(self, paths: tuple[Path, ...], plan: Plan | None = None) -> None:
        """`paths` are files, or folders of which all CNF files race; `plan` has the initial strategies."""
        super().__init__()
        self.set_reactive(RaceScreen.state, RaceState(plan or replace(DEFAULT, memory=memory_limit())))
        self._paths = paths
        self._compiled = kernels.state().compiled
        self._exporter = Exporter(self)
        self._newest = RaceProgress()
        """The last report of the race; the next frame shows it."""

    def content(self) -> ComposeResult:
        yield PanelView(lambda *_: head(self.scene), id="head")
        with Vertical(id="table"):
            yield TextLine("columns")
            yield RaceTable()
        yield PanelView(lambda *room: foot(self.scene, *room), margin=1, framed_margin=0, id="foot")

    @property
    def topic(self) -> str:
        """The file of a race on one file; with several, the frame names the formula."""
        return words.only_file(self.state)

    @property
    def header_facts(self) -> Sequence[str]:
        comparison = self.state.visible_comparison
        return words.formula_facts(comparison) if comparison else words.formula_count(self.state)

    @property
    def header_chips(self) -> Sequence[Chip]:
        comparison = self.state.visible_comparison
        if comparison is None:
            return ()
        verdict = comparison.verdict.value
        return [Chip(str(_(verdict)).upper(), VERDICT_INKS[verdict])]

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._pictures = self.set_interval(self._throttle.interval, self._show_newest, pause=True)
        self.query_one(RaceTable).focus()
        candidates = cancellable(job.candidates, self._paths)
        self.background.start("list", candidates, self._show_files, failed=self._show_error)

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    # files and strategies

    def _show_files(self, paths: tuple[list[Path], list[Path]]) -> None:
        candidates, files = map(tuple, paths)
        starts = self.state.phase == Preparing(starts=True)
        self._change(candidates=candidates, files=files, phase=Ready(str("" if files else words.NO_FILES)))
        if starts and files:
            self.action_start()

    def _show_error(self, error: Exception) -> None:
        self._change(phase=Ready(complaint(error)), progress=RaceProgress())

    @work
    async def action_files(self) -> None:
        candidates, files = self.state.candidates, self.state.files
        folder = Path(os.path.commonpath([path.parent for path in candidates]))
        names = [printable(str(path.relative_to(folder))) for path in candidates]
        before = MarkedRows(tuple(number for number, path in enumerate(candidates) if path in files))
        marked = await self.ask(Marking(str(words.WHICH_FILES), names, before))
        if marked:
            await self._set_up(files=tuple(candidates[index] for index in marked.indexes))

    @work
    async def action_contestants(self) -> None:
        plan, choices = self.state.plan, self.state.choices
        indexes = tuple(number for number, choice in enumerate(choices) if choice in plan.strategies)
        before = MarkedRows(indexes, choices.index(plan.baseline))
        names = [str(choice) for choice in choices]
        marked = await self.ask(Marking(str(words.WHO_RACES), names, before, str(words.BASELINE)))
        if marked and marked.leader is not None and marked != before:
            others = tuple(choices[index] for index in marked.indexes)
            await self._set_up(plan=replace(plan, baseline=choices[marked.leader], others=others))

    @work
    async def action_program(self) -> None:
        prompt = Prompt(str(words.PROGRAM), placeholder=words.PROGRAM_EXAMPLE)
        program = await ask_for(self, prompt, SolverProgram.parse)
        if program is not None:
            plan, programs = self.state.plan, self.state.programs
            others = (*plan.strategies, program)
            await self._set_up(plan=replace(plan, others=others), programs=tuple(dict.fromkeys((*programs, program))))
            if not await self.background.result("sandbox", has_full_sandbox):
                self.notify(str(words.NO_FULL_SANDBOX), severity="warning")

    @work
    async def action_repeats(self) -> None:
        text = await self.ask(Prompt(str(words.REPEATS), str(self.state.plan.repeats)))
        if text is None:
            return
        count = whole_number(text.strip())
        if 1 <= count <= MAX_REPEATS:
            await self._set_up(plan=replace(self.state.plan, repeats=count))
        else:
            self.notify(words.REPEATS_RANGE.format(most=MAX_REPEATS), severity="warning")

    @work
    async def action_limit(self) -> None:
        limit = await ask_time_limit(self, self.state.plan.limit)
        await self._set_up(plan=replace(self.state.plan, limit=limit))

    async def _set_up(self, **changes: Any) -> None:
        """Change the race; drop the results so far if the user agrees."""
        if replace(self.state, **changes) != self.state and await self._agrees_to_drop():
            self._change(phase=Ready(), progress=RaceProgress(), **changes)

    async def _agrees_to_drop(self) -> bool:
        """Return whether there are no results to lose, or the user agrees to drop them."""
        if not self.state.has_results:
            return True
        agreed = await self.ask(Confirm(str(words.DROP_RESULTS), str(words.DROP)))
        return bool(agreed)

    # the race

    @work
    async def action_start(self) -> None:
        if isinstance(self.state.phase, Preparing):
            self._change(phase=Preparing(starts=True))
            return
        if not await self._agrees_to_drop():
            return
        files, plan = self.state.files, self.state.plan
        self._newest = RaceProgress()
        self._throttle.reset()

        self._change(phase=Searching(), progress=RaceProgress(), page=None)
        race = partial(job.race, files, plan)
        self.background.start("race", race, self._show_results, failed=self._show_error, news=self._store_progress)

    def _store_progress(self, progress: RaceProgress) -> None:
        self._newest = progress

    def _show_newest(self) -> None:
        if self._throttle.try_acquire():
            self._change(progress=self._newest)

    def _show_results(self, progress: RaceProgress) -> None:
        page = self.state.page
        if page is None:
            page = ALL_PAGE if len(progress.done) > 1 else 0
        stopped = self.state.phase == Searching(stopping=True)
        nothing_read = bool(progress.unusable) and not progress.done and not stopped
        phase = Ready(str(words.NO_FORMULAS)) if nothing_read else RaceFinished(stopped)
        self._change(phase=phase, progress=progress, page=page)

    def action_stop(self) -> None:
        if self.background.stop("race"):
            self._change(phase=Searching(stopping=True))

    @property
    def is_stoppable(self) -> bool:
        return self.state.phase == Searching()

    def stop_work(self) -> None:
        self.action_stop()

    # results

    def action_export(self) -> None:
        self._exporter.offer(job.exports(self.state.progress.done, self.state.plan, Path.cwd()))

    def action_show_file(self, by: int) -> None:
        """Show another formula; all together come before the first and after the last one."""
        if len(self.state.formulas) > 1:
            self._change(page=self.state.page_after(by))

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        enabled = self.state.enabled_actions
        return {**enabled, "program": enabled["program"] and not self.options.bounds}  # guests start no programs

    # drawing

    def watch_state(self) -> None:
        if isinstance(self.state.phase, Searching):
            self._pictures.resume()
        else:
            self._pictures.pause()
        with self.app.batch_update():
            self.refresh_keys()
            self.redraw()

    @on(Rows.Moved)
    def _show_foot(self) -> None:
        self.query_one("#foot", PanelView).redraw()

    @property
    def scene(self) -> RaceScene:
        """The scene to draw around the lanes."""
        lane, start = self.query_one(RaceTable).item if self.is_mounted else None, self.key("start")
        return RaceScene(self.state, self.palette, self.glyphs, lane, self._compiled, start)

    def redraw(self) -> None:
        """Draw everything; only what changed is sent."""
        foot = self.query_one("#foot", PanelView)
        foot.set_class(self.size.height >= GRID_FROM and bool(self.state.formulas), "-grid")
        self.query_one(RaceTable).show(lanes(self.state, self.palette))
        self.refresh_header()
        self.put_frame(self.query_one("#table"), words.title(self.state), "contestants", "repeats", "limit")
        columns = self.query_one("#columns", TextLine)
        columns.show([Segment(heading(self.state, self.query_one(RaceTable).size.width - 1), self.palette.dim)])
        for view in self.query(PanelView):
            view.redraw()
