"""The race: several strategies on one formula after the other, their times side by side."""

import os
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.reactive import Reactive, reactive

from engine.base import kernels
from engine.base.text import printable, whole_number
from engine.sat.compare.comparison import STRATEGIES, Comparison, Plan
from tui.base.background import Job, complaint
from tui.base.dialogs import Confirm, Prompt
from tui.base.export import Exporter
from tui.base.limits import ask_time_limit, memory_limit
from tui.base.page import Page
from tui.base.progress_bar import ProgressBar
from tui.base.rows import Rows
from tui.base.text_block import TextBlock
from tui.base.text_line import TextLine
from tui.base.throttle import Throttle
from tui.draw.cells import clip, clip_start, wrap
from tui.features.race import exports, job, words
from tui.features.race.grid import grid
from tui.features.race.job import CHOICES, Standing
from tui.features.race.marking import Marked, Marking
from tui.features.race.state import TOGETHER, Done, RaceState, Racing, Ready
from tui.features.race.table import RaceTable, heading, lanes, overall

INTERVAL, SLOW_INTERVAL = 0.25, 0.6
"""Seconds between two pictures, and on a slow line."""
GRID_FROM = 34
"""Rows of a terminal from which all formulas are shown below the lanes of one."""
MOST_REPEATS = 1000
DEFAULT = Plan(STRATEGIES[0], STRATEGIES)
_BAR = 24
_DETAIL = 3
"""Rows below everything else."""


class RaceScreen(Page):
    """A race on some files. What is shown follows from `state`."""

    TITLE = "race"
    DEFAULT_CSS = """
    RaceScreen > Horizontal { height: 1; }
    RaceScreen ProgressBar { margin-left: 1; }
    RaceScreen #heading { margin-top: 1; }
    RaceScreen #detail { height: 3; margin: 0 1; }
    RaceScreen #grid { height: 2fr; margin: 0 1 1 1; display: none; }
    """
    BINDINGS = [
        Binding("enter", "start", "start", tooltip="start the race (again)"),
        Binding("x", "stop", "stop", tooltip="stop the race; what is done stays"),
        Binding("c", "contestants", "contestants", tooltip="choose who races, and the baseline"),
        Binding("f", "files", "files", tooltip="choose the files to race on"),
        Binding("right,l,full_stop", "show_file(1)", "next file", key_display="right", tooltip="the next file, or all"),
        Binding("left,h,comma", "show_file(-1)", "file before", show=False, tooltip="the file before"),
        Binding("e", "export", "export", tooltip="write the times as CSV, as a page or as a chart"),
        Binding("n", "repeats", "repeats", tooltip="runs of which the median time counts"),
        Binding("t", "limit", "limit", tooltip="time limit in seconds"),
    ]
    PARTS = (RaceTable,)

    state: Reactive[RaceState] = reactive(RaceState(DEFAULT), init=False, repaint=False)

    def __init__(self, paths: tuple[Path, ...], plan: Plan | None = None) -> None:
        """`paths` are files, or folders for all CNF files in them; `plan` is who races unless others are chosen."""
        super().__init__()
        self.set_reactive(RaceScreen.state, RaceState(plan or replace(DEFAULT, memory=memory_limit())))
        self._asked = paths
        self._compiled = kernels.state().compiled
        self._exporter = Exporter(self)
        self._newest = Standing()
        """What the race has told last; the next picture shows it."""
        self._stop = Event()
        """Ends the race that runs; what is done by then is heard."""

    def content(self) -> ComposeResult:
        yield TextLine("title")
        yield TextLine("setup")
        with Horizontal():
            yield ProgressBar(_BAR)
            yield TextLine("said")
        yield TextLine("heading")
        yield RaceTable()
        yield TextBlock("grid")
        yield TextBlock("detail")

    def on_mount(self) -> None:
        self._throttle = Throttle(self.options, self.program.bytes_sent, INTERVAL, SLOW_INTERVAL)
        self._pictures = self.set_interval(self._throttle.interval, self._show_newest, pause=True)
        self.query_one(RaceTable).focus()
        self.background.start("list", self._list, self._listed, failed=self._failed)

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def _change(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    # files and contestants

    def _list(self, task: Job[None]) -> tuple[list[Path], list[Path]]:
        return job.candidates(self._asked, task.cancelled)

    def _listed(self, found: tuple[list[Path], list[Path]]) -> None:
        candidates, files = map(tuple, found)
        self._change(candidates=candidates, files=files, phase=Ready("" if files else words.NO_FILES))

    def _failed(self, error: Exception) -> None:
        self._change(phase=Ready(complaint(error)), standing=Standing())

    @work
    async def action_files(self) -> None:
        candidates, files = self.state.candidates, self.state.files
        folder = Path(os.path.commonpath([path.parent for path in candidates]))
        names = [printable(str(path.relative_to(folder))) for path in candidates]
        now = Marked(tuple(number for number, path in enumerate(candidates) if path in files))
        marked = await self.ask(Marking(words.WHICH_FILES, names, now))
        if marked:
            await self._set_up(files=tuple(candidates[index] for index in marked.indexes))

    @work
    async def action_contestants(self) -> None:
        plan = self.state.plan
        indexes = tuple(number for number, strategy in enumerate(CHOICES) if strategy in plan.strategies)
        now = Marked(indexes, CHOICES.index(plan.baseline))
        marked = await self.ask(Marking(words.WHO_RACES, [str(choice) for choice in CHOICES], now, words.BASELINE))
        if marked and marked.leader is not None and marked != now:
            others = tuple(CHOICES[index] for index in marked.indexes)
            await self._set_up(plan=replace(plan, baseline=CHOICES[marked.leader], others=others))

    @work
    async def action_repeats(self) -> None:
        text = await self.ask(Prompt(words.REPEATS, str(self.state.plan.repeats)))
        if text is None:
            return
        count = whole_number(text.strip())
        if 1 <= count <= MOST_REPEATS:
            await self._set_up(plan=replace(self.state.plan, repeats=count))
        else:
            self.notify(words.REPEATS_WANTED.format(most=MOST_REPEATS), severity="warning", markup=False)

    @work
    async def action_limit(self) -> None:
        limit = await ask_time_limit(self, self.state.plan.limit)
        await self._set_up(plan=replace(self.state.plan, limit=limit))

    async def _set_up(self, **changes: Any) -> None:
        """Change the race; what was found before is dropped, if the user agrees."""
        if replace(self.state, **changes) != self.state and await self._agrees_to_drop():
            self._change(phase=Ready(), standing=Standing(), **changes)

    async def _agrees_to_drop(self) -> bool:
        """Whether there are no results, or they may go."""
        if not self.state.has_results:
            return True
        agreed = await self.ask(Confirm(words.DROP_RESULTS, words.DROP))
        return bool(agreed)

    # the race

    @work
    async def action_start(self) -> None:
        if await self._agrees_to_drop():
            self._race()

    def _race(self) -> None:
        files, plan = self.state.files, self.state.plan
        self._stop = stop = Event()
        self._newest = Standing()
        self._throttle.reset()

        def race(task: Job[Standing]) -> Standing:
            return job.race(files, plan, task.tell, lambda: stop.is_set() or task.cancelled())

        self._change(phase=Racing(), standing=Standing(), page=None)
        self.background.start("race", race, self._raced, failed=self._failed, news=self._hear)

    def _hear(self, standing: Standing) -> None:
        self._newest = standing

    def _show_newest(self) -> None:
        if self._throttle.try_acquire():
            self._change(standing=self._newest)

    def _raced(self, standing: Standing) -> None:
        page = self.state.page
        if page is None:
            page = TOGETHER if len(standing.done) > 1 else 0
        self._change(phase=Done(self._stop.is_set()), standing=standing, page=page)

    def action_stop(self) -> None:
        self._stop.set()
        self._change(phase=Racing(stopping=True))

    async def action_back(self) -> None:
        """Stop the race; leave the screen when none runs."""
        if self.state.phase == Racing():
            self.action_stop()
        else:
            await super().action_back()

    # the result

    def action_export(self) -> None:
        self._exporter.offer(exports.of_race(self.state.standing.done, self.state.plan, Path.cwd()))

    def action_show_file(self, by: int) -> None:
        """Show another formula; before the first and after the last come all together."""
        if len(self.state.formulas) > 1:
            self._change(page=self.state.turned(by))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        state = self.state
        works = {
            "start": state.is_resting and bool(state.files),
            "stop": isinstance(state.phase, Racing),
            "contestants": state.is_resting,
            "files": state.is_resting and len(state.candidates) > 1,
            "repeats": state.is_resting,
            "limit": state.is_resting,
            "show_file": len(state.files) > 1 or len(state.formulas) > 1,
            "export": state.has_results,
        }
        name = action.partition("(")[0]
        return works[name] if name in works else super().check_action(action, parameters)

    # showing

    def watch_state(self) -> None:
        if isinstance(self.state.phase, Racing):
            self._pictures.resume()
        else:
            self._pictures.pause()
        with self.app.batch_update():
            self.refresh_keys()
            self.redraw()

    @on(Rows.Moved)
    def _show_other_detail(self) -> None:
        self._show_detail()

    def redraw(self) -> None:
        """Draw everything as it is now; only what changed is sent."""
        state = self.state
        self._show_title()
        self._show_progress()
        self.query_one("#heading", TextLine).show([Segment(heading(overall=state.shows_all), self.palette.dim)])
        if state.shows_all:
            rows = overall(state.standing.done, state.plan)
        else:
            shown, stage = state.shown, state.standing.stage
            empty = Comparison("", 0, 0, state.plan.baseline)
            rows = lanes(shown or empty, state.plan, stage if stage and stage.so_far is shown else None)
        self.query_one(RaceTable).show(rows)
        self._show_grid()
        self._show_detail()

    def _show_title(self) -> None:
        """What is raced on or shown, and how the race goes."""
        palette, state, width, ellipsis = self.palette, self.state, self.size.width, self.glyphs.ellipsis
        line, shown = self.query_one("#title", TextLine), state.shown
        if shown:
            facts, place = words.formula_facts(shown) + " ", words.place(state, shown)
            name = clip_start(words.formula_name(shown), width - len(facts) - 14, ellipsis)
            line.show([Segment(f" {name}{place}", palette.title)], [Segment(facts, palette.dim)])
        else:
            line.show([Segment(f" {words.title(state)}", palette.title)])
        setup = f" {self.glyphs.dot} ".join(words.setup(state.plan, compiled=self._compiled))
        self.query_one("#setup", TextLine).show([Segment(clip(f" {setup}", width, ellipsis), palette.dim)])

    def _show_progress(self) -> None:
        """How many of the runs are done, and how things stand."""
        palette, state = self.palette, self.state
        bar, said = self.query_one(ProgressBar), self.query_one("#said", TextLine)
        is_racing = isinstance(state.phase, Racing)
        bar.display = is_racing
        now = words.standing(state, start=self.key("start"))
        if is_racing:
            bar.advance_to(state.runs_done / state.runs)
            done = f" {words.progress(state)}"
            said.show([Segment(done, palette.plain), Segment(f"  {now}", palette.accent)])
        else:
            said.show([Segment(clip(f" {now}", self.size.width, self.glyphs.ellipsis), self._ink)])

    @property
    def _ink(self) -> Style:
        """That of what is said while no race runs."""
        match self.state.phase:
            case Ready(problem) if problem:
                return self.palette.bad
            case Done():
                return self.palette.good
            case _:
                return self.palette.dim

    def _show_grid(self) -> None:
        """All formulas at once, where there is room for that."""
        block, formulas = self.query_one("#grid", TextBlock), self.state.formulas
        shown = self.size.height >= GRID_FROM and len(formulas) > 1
        if block.display != shown:
            block.display = shown
            self.call_after_refresh(self._show_grid)  # its size is known only then
        elif shown:
            size = block.size.width, block.size.height
            block.put(grid(formulas, self.state.plan, size, self.palette, self.glyphs))

    def _show_detail(self) -> None:
        """What is wrong, in two rows if it is more than one thing; the lane under the cursor has the rest."""
        palette, width, ellipsis = self.palette, max(self.size.width - 2, 8), self.glyphs.ellipsis
        wrong = [(text, palette.bad) for text in words.faults(self.state.standing)]
        wrong += [(text, palette.warning) for text in words.troubles(self.state.standing)]
        lines = wrong[:2]
        if len(wrong) > 2:
            lines[1] = words.more(len(wrong) - 1), palette.warning
        if lane := self.query_one(RaceTable).lane:
            rows, room = wrap(printable(f"{lane.name}: {lane.detail}"), width), _DETAIL - len(lines)
            lines += [(row, palette.plain) for row in [*rows[: room - 1], " ".join(rows[room - 1 :])]]
        self.query_one("#detail", TextBlock).put([[Segment(clip(text, width, ellipsis), ink)] for text, ink in lines])
