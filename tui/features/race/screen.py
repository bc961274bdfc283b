"""The race: several strategies on one formula after the other, their times side by side."""

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from typing import Any

from rich.segment import Segment
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.worker import Worker, WorkerState

from engine.base import kernels
from engine.base.errors import Cancelled
from engine.base.text import printable, whole_number
from engine.sat.compare.comparison import STRATEGIES, Comparison, Plan
from tui.base.dialogs import Prompt
from tui.base.limiting import LimitingPage
from tui.base.limits import complaint, memory_limit
from tui.base.progress_bar import ProgressBar
from tui.base.rows import Rows
from tui.base.saving import SavingPage
from tui.base.text_block import TextBlock
from tui.base.text_line import TextLine
from tui.base.throttle import Throttle
from tui.draw.cells import clip, clip_start, wrap
from tui.features.race import exports, job
from tui.features.race.grid import grid
from tui.features.race.job import CHOICES, Standing
from tui.features.race.marking import Marked, Marking
from tui.features.race.table import RaceTable, heading, lanes, overall

INTERVAL, SLOW_INTERVAL = 0.25, 0.6
"""Seconds between two pictures, and on a slow line."""
GRID_FROM = 34
"""Rows of a terminal from which all formulas are shown below the lanes of one."""
MOST_REPEATS = 1000
_BAR = 24
_DETAIL = 3
"""Rows below everything else."""


class State(Enum):
    """What the screen is at."""

    LISTING = auto()
    READY = auto()
    RACING = auto()
    DONE = auto()


class RaceScreen(SavingPage, LimitingPage):
    """A race on some files. It runs in a thread that leaves its newest standing here; a timer draws it."""

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
        Binding("right,l,full_stop", "turn(1)", "next file", key_display="right", tooltip="the next file, or all"),
        Binding("left,h,comma", "turn(-1)", "file before", show=False, tooltip="the file before"),
        Binding("e", "export", "export", tooltip="write the times as CSV, as a page or as a chart"),
        Binding("n", "repeats", "repeats", tooltip="runs of which the median time counts"),
        Binding("up,k", "move(-1)", "up", show=False, tooltip="the strategy above"),
        Binding("down,j", "move(1)", "down", show=False, tooltip="the strategy below"),
        Binding("pageup", "page(-1)", "page up", show=False),
        Binding("pagedown", "page(1)", "page down", show=False),
    ]

    def __init__(self, paths: tuple[Path, ...], plan: Plan | None = None) -> None:
        """`paths` are files, or folders for all CNF files in them; `plan` is who races unless others are chosen."""
        super().__init__()
        self._asked = paths
        self.plan = plan or Plan(STRATEGIES[0], STRATEGIES, memory=memory_limit())
        self.limit = self.plan.limit
        self.state = State.LISTING
        self._candidates: list[Path] = []
        self.files: list[Path] = []
        self.cancel = threading.Event()
        self.standing = self._newest = Standing()
        self.page: int | None = None
        """Which formula is shown, from 0; -1 for all together; None follows the race."""
        self._problem = ""

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
        self._pictures = self.set_interval(self._throttle.interval, self._picture, pause=True)
        self._list(self._asked, self.cancel)
        self.call_after_refresh(self.redraw)

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def on_unmount(self) -> None:
        self.cancel.set()

    # files and contestants

    @work(thread=True, exclusive=True, exit_on_error=False, group="list", description="look for formulas")
    def _list(self, paths: tuple[Path, ...], cancel: threading.Event) -> tuple[list[Path], list[Path]]:
        return job.candidates(paths, cancel.is_set)

    def _listed(self, found: tuple[list[Path], list[Path]]) -> None:
        self._candidates, self.files = found
        self._enter(State.READY, "" if self.files else "there is no CNF file here")

    def action_files(self) -> None:
        def chosen(marked: Marked | None) -> None:
            if marked:
                self.files = [self._candidates[index] for index in marked.indexes]
                self._enter(State.READY)

        folder = Path(os.path.commonpath([path.parent for path in self._candidates]))
        names = [printable(str(path.relative_to(folder))) for path in self._candidates]
        meant = set(self.files)
        marked = Marked(tuple(n for n, path in enumerate(self._candidates) if path in meant))
        self.app.push_screen(Marking("Race on which files?", names, marked), chosen)

    def action_contestants(self) -> None:
        def chosen(marked: Marked | None) -> None:
            if marked and marked.leader is not None:
                self._change(
                    baseline=CHOICES[marked.leader], others=tuple(CHOICES[index] for index in marked.indexes)
                )

        indexes = tuple(n for n, strategy in enumerate(CHOICES) if strategy in self.plan.strategies)
        marked = Marked(indexes, CHOICES.index(self.plan.baseline))
        self.app.push_screen(Marking("Who races?", [str(choice) for choice in CHOICES], marked, "baseline"), chosen)

    def action_repeats(self) -> None:
        def typed(text: str | None) -> None:
            if text is None:
                return
            count = whole_number(text.strip())
            if 1 <= count <= MOST_REPEATS:
                self._change(repeats=count)
            else:
                self.notify(f"Give a number of runs from 1 to {MOST_REPEATS}.", severity="warning", markup=False)

        question = "Runs of each strategy, of which the median time counts"
        self.app.push_screen(Prompt(question, str(self.plan.repeats)), typed)

    def limit_changed(self) -> None:
        if self.limit != self.plan.limit:
            self._change(limit=self.limit)

    def _change(self, **changes: Any) -> None:
        """Change the plan; what was found under the old one is gone from the screen."""
        self.plan = replace(self.plan, **changes)
        self._enter(State.READY)

    # the race

    def action_start(self) -> None:
        self.cancel = threading.Event()
        self.page = None
        self._throttle.reset()
        self._enter(State.RACING)
        self._race(tuple(self.files), self.plan, self.cancel)

    @work(thread=True, exclusive=True, exit_on_error=False, group="race", description="race")
    def _race(self, files: tuple[Path, ...], plan: Plan, cancel: threading.Event) -> Standing:
        def on_standing(standing: Standing) -> None:
            self._newest = standing

        return job.race(files, plan, on_standing, cancel.is_set)

    def _raced(self, standing: Standing) -> None:
        self.standing = standing
        if self.page is None:
            self.page = -1 if len(standing.done) > 1 else 0
        self._enter(State.DONE)

    def action_stop(self) -> None:
        self.cancel.set()
        self.redraw()

    async def action_back(self) -> None:
        """Stop the race; leave the screen when none runs."""
        if self.state is State.RACING and not self.cancel.is_set():
            self.action_stop()
        else:
            await super().action_back()

    @on(Worker.StateChanged)
    def _worker_changed(self, event: Worker.StateChanged) -> None:
        done: dict[str, Callable[[Any], None]] = {"list": self._listed, "race": self._raced}
        group, worker = event.worker.group, event.worker
        if group in done and event.state is WorkerState.SUCCESS:
            done[group](worker.result)
        elif group in done and event.state is WorkerState.ERROR and not isinstance(worker.error, Cancelled):
            self._enter(State.READY, complaint(worker.error))

    # the result

    def action_export(self) -> None:
        self.offer(exports.of_race(self.standing.done, self.plan, Path.cwd()))

    def action_turn(self, by: int) -> None:
        """Show another formula; before the first and after the last come all together."""
        count = len(self.standing.comparisons)
        if count > 1:
            now = count - 1 if self.page is None else self.page
            self.page = (now + 1 + by) % (count + 1) - 1
            self.redraw()

    def action_move(self, by: int) -> None:
        self.query_one(RaceTable).move(by)

    def action_page(self, by: int) -> None:
        self.query_one(RaceTable).page(by)

    @on(Rows.Moved)
    def _moved(self) -> None:
        self._show_detail()

    # showing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        resting = self.state in (State.READY, State.DONE)
        return {
            "start": resting and bool(self.files),
            "stop": self.state is State.RACING,
            "contestants": resting,
            "files": resting and len(self._candidates) > 1,
            "repeats": resting,
            "limit": resting,
            "turn": len(self.files) > 1 or len(self.standing.comparisons) > 1,
            "export": self.state is State.DONE and bool(self.standing.done),
        }.get(action.partition("(")[0], True)

    def _enter(self, state: State, problem: str = "") -> None:
        """Go over to another state and show it, with what went wrong."""
        if state in (State.READY, State.RACING):
            self.standing = self._newest = Standing()
        self.state, self._problem = state, problem
        if state is State.RACING:
            self._pictures.resume()
        else:
            self._pictures.pause()
        with self.app.batch_update():
            self.refresh_keys()
            self.redraw()

    def _picture(self) -> None:
        if self._throttle.try_acquire():
            self.standing = self._newest
            self.redraw()

    @property
    def _shown(self) -> Comparison | None:
        """The formula on show; None for all together, or when there is none yet."""
        found = self.standing.comparisons
        if not found or self.page == -1:
            return None
        return found[-1 if self.page is None else min(self.page, len(found) - 1)]

    def redraw(self) -> None:
        """Draw everything as it is now; only what changed is sent."""
        standing, shown, palette = self.standing, self._shown, self.palette
        self._show_title(shown)
        self._show_progress()
        self.query_one("#heading", TextLine).show([Segment(heading(overall=self.page == -1), palette.dim)])
        stage = standing.stage if shown and standing.stage and standing.stage.so_far is shown else None
        empty = Comparison("", 0, 0, self.plan.baseline)
        together = self.page == -1 and bool(standing.done)
        now = overall(standing.done, self.plan) if together else lanes(shown or empty, self.plan, stage)
        self.query_one(RaceTable).show(now)
        self._show_grid()
        self._show_detail()

    def _show_title(self, shown: Comparison | None) -> None:
        palette, plan, count = self.palette, self.plan, len(self.standing.comparisons)
        line, width = self.query_one("#title", TextLine), self.size.width
        if shown:
            verdict = f"{shown.variables:,} variables, {shown.clauses:,} clauses: {shown.verdict.value} "
            total = count if self.state is State.DONE else len(self.files) - len(self.standing.troubles)
            place = f" ({self.standing.comparisons.index(shown) + 1} of {total})" * (total > 1)
            name = clip_start(printable(Path(shown.instance).name), width - len(verdict) - 14, self.glyphs.ellipsis)
            line.show([Segment(f" {name}{place}", palette.title)], [Segment(verdict, palette.dim)])
        elif count:
            line.show([Segment(f" all {count} formulas together", palette.title)])
        else:
            files = f"{len(self.files)} formulas" if len(self.files) != 1 else printable(self.files[0].name)
            line.show([Segment(f" race on {files}", palette.title)])
        limit = "no time limit" if plan.limit is None else f"time limit {plan.limit:g} s"
        repeats = f"median of {plan.repeats} runs" if plan.repeats > 1 else "one run each"
        facts = [f"baseline {plan.baseline}", limit, repeats]
        facts += [] if kernels.state().compiled else ["our kernels are not compiled: slower"]
        setup = clip(" " + f" {self.glyphs.dot} ".join(facts), width, self.glyphs.ellipsis)
        self.query_one("#setup", TextLine).show([Segment(setup, palette.dim)])

    def _show_progress(self) -> None:
        """How many of the runs are done: there is no honest estimate of how long the others take."""
        palette, standing, plan = self.palette, self.standing, self.plan
        bar, said = self.query_one(ProgressBar), self.query_one("#said", TextLine)
        strategies = len(plan.strategies)
        total = max(len(self.files), 1) * strategies * plan.repeats
        bar.display = self.state is State.RACING
        if self.state is State.RACING:
            stage = standing.stage
            runs = max(standing.files - 1, 0) * strategies * plan.repeats
            if stage:
                runs += len(stage.so_far.runs) * plan.repeats + stage.repeat - 1
            bar.advance_to(runs / total)
            name = printable(self.files[max(standing.files - 1, 0)].name)
            doing = "stopping" if self.cancel.is_set() else f"{stage.strategy}" if stage else f"reading {name}"
            said.show([Segment(f" {runs} of {total} runs", palette.plain), Segment(f"  {doing}", palette.accent)])
            return
        words, ink = {
            State.LISTING: ("looking for formulas", palette.dim),
            State.READY: (f"enter starts {total} runs", palette.dim),
            State.DONE: ("stopped" if self.cancel.is_set() else "done", palette.good),
        }[self.state]
        if self._problem:
            words, ink = self._problem, palette.bad
        said.show([Segment(clip(f" {words}", self.size.width, self.glyphs.ellipsis), ink)])

    def _show_grid(self) -> None:
        """All formulas at once, where there is room for that."""
        block, found = self.query_one("#grid", TextBlock), self.standing.comparisons
        shown = self.size.height >= GRID_FROM and len(found) > 1
        if block.display != shown:
            block.display = shown
            self.call_after_refresh(self._show_grid)  # its size is known only then
        elif shown:
            size = block.size.width, block.size.height
            block.put(grid(found, self.plan, size, self.palette, self.glyphs))

    def _show_detail(self) -> None:
        """What is wrong, in two rows if it is more than one thing; the lane under the cursor has the rest."""
        palette, width = self.palette, max(self.size.width - 2, 8)
        wrong = [
            (f"WRONG: {Path(comparison.instance).name}: {run.strategy} {run.fault}", palette.bad)
            for comparison in self.standing.comparisons
            for run in comparison.faults
        ]
        wrong += [(trouble.reason, palette.warning) for trouble in self.standing.troubles]
        lines = [(clip(printable(text), width, self.glyphs.ellipsis), ink) for text, ink in wrong[:2]]
        if more := len(wrong) - len(lines):
            lines[1] = f"and {more + 1:,} more like this", palette.warning
        if lane := self.query_one(RaceTable).lane:
            rows, room = wrap(printable(f"{lane.name}: {lane.detail}"), width), _DETAIL - len(lines)
            rows = [*rows[: room - 1], clip(" ".join(rows[room - 1 :]), width, self.glyphs.ellipsis)]
            lines += [(row, palette.plain) for row in rows]
        self.query_one("#detail", TextBlock).put([[Segment(*line)] for line in lines])
