"""The solve screen: reading, searching, stopping, the verdict, the check of the model, and its files."""

import asyncio
import re
import sys
import threading
import time
from array import array
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from screens import screen_text, settled, until, until_screen, until_shown
from structures import equations_among_clauses, look_at_once
from textual import on
from textual.message import Message
from textual.pilot import Pilot
from textual.widgets import Input, Static

from engine.base import kernels
from engine.base.errors import Cancelled
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import reader as proof_reader
from engine.sat.proof.certificate_check import check_certificate_file
from engine.sat.proof.check import ProofVerdict, ProofVerdictKind, check_proof
from engine.sat.result import PlanStep, Result, Status, falsified, read_answer, res
from engine.sat.solvers import library
from engine.sat.solvers.limits import Limits, SearchProgress
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.solvers.strategy import Strategy
from engine.sat.solvers.structure import VERDICTS
from engine.sat.trace.events import Tape
from engine.sat.trace.trace import Recorder
from engine.sudoku import formats
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import House, double, from_grids
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.search.exact import random_solution
from tui import app as program
from tui.app import SatSudoku
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.picture_view import MainView
from tui.base.requests import InspectFormula, OpenReplay, RaceFiles
from tui.base.rows import PickList
from tui.base.search_phase import Preparing, Ready, Searching
from tui.draw.board_frame import NORMAL, board_frame
from tui.draw.panels import MARGIN
from tui.draw.picture import Picture
from tui.features.solve import job, panels
from tui.features.solve.chooser import SolverChooser
from tui.features.solve.job import Broken, SearchFinished
from tui.features.solve.panels import verdict
from tui.features.solve.screen import SolveScreen
from tui.features.solve.settings import Settings
from tui.features.solve.widgets import ModelView
from tui.terminal.options import Options

CDCL = Strategy("cdcl", "vsids")
OWN = [name for name, solver in SOLVERS.items() if not solver.library and not solver.incomplete]


def write(path: Path, formula: Formula) -> Path:
    path.write_bytes(dimacs.dumps(formula))
    return path


@pytest.fixture
def satisfiable(tmp_path: Path) -> Path:
    return write(tmp_path / "queens.cnf", make("queens", ["6"]))


@pytest.fixture
def unsatisfiable(tmp_path: Path) -> Path:
    return write(tmp_path / "pigeons.cnf", make("php", ["5", "4"]))


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """Far beyond a search without learning in the time of a test."""
    return write(tmp_path / "hard.cnf", make("php", ["14", "13"]))


def liar(formula: Formula, *_: Any, **__: Any) -> Result:
    """A solver that calls anything a model."""
    return Result(Status.SATISFIABLE, "liar", model=array("i", range(1, formula.variables + 1)))


def puzzle(empty: int = 12) -> Puzzle:
    digits = random_solution(double(), 5)
    return Puzzle(double(), tuple(0 if cell % 153 < empty else digit for cell, digit in enumerate(digits)), "a/b c")


class Alone(SatSudoku):
    """Records requests for other screens instead of showing them."""

    CSS_PATH = Path(program.__file__).with_name("app.tcss")

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.requests: list[Any] = []

    @on(InspectFormula)
    @on(OpenReplay)
    @on(RaceFiles)
    def keep(self, message: Message) -> None:
        message.prevent_default()
        self.requests.append(message)


def requests(pilot: Pilot[None]) -> list[Any]:
    """The requests for other screens."""
    assert isinstance(pilot.app, Alone)
    return pilot.app.requests


@asynccontextmanager
async def solving_screen(
    subject: Path | Puzzle, folder: Path, shipped: Path | None = None, **options: Any
) -> AsyncIterator[tuple[Pilot[None], SolveScreen]]:
    """The app with the solve screen on a formula or a puzzle, ready to start."""
    app = Alone(Options(path=folder, **options))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = SolveScreen(subject, shipped)
        await app.push_screen(screen)
        await until(pilot, lambda: not isinstance(screen.state.phase, Preparing))
        yield pilot, screen


def choose(screen: SolveScreen, strategy: Strategy) -> None:
    screen.state = replace(screen.state, strategy=strategy)


async def search(pilot: Pilot[None], screen: SolveScreen, strategy: Strategy | None = None) -> str:
    """Run a search to its end; returns the verdict."""
    if strategy:
        choose(screen, strategy)
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(screen.state.phase, Searching))
    return verdict_on(screen)


async def test_each_state_is_drawn_once(unsatisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the start to the checked proof."""
    drawn: list[panels.SolveScene] = []

    def seen(scene: panels.SolveScene, width: int, height: int) -> Any:
        drawn.append(scene)
        return verdict(scene, width, height)

    monkeypatch.setattr(panels, "VIEWS", tuple(seen if view is verdict else view for view in panels.VIEWS))
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        await settled(pilot)
        drawn.clear()
        await search(pilot, screen, CDCL)
        await until(pilot, lambda: bool(screen.state.outcome and screen.state.outcome.checked))
        await settled(pilot)
    assert {type(scene.state.phase) for scene in drawn} >= {Searching, SearchFinished}
    shown_of = [(scene.state, scene.latest, scene.share) for scene in drawn]
    assert all(before != after for before, after in pairwise(shown_of))


async def begin(screen: SolveScreen) -> None:
    """Start a search and wait for its first report. (A key would wait in vain for an idle processor.)"""
    choose(screen, Strategy("dpll", "first"))
    screen.action_start()
    for _ in range(500):
        if screen.latest:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the search told nothing")


def verdict_on(screen: SolveScreen) -> str:
    """The verdict in two lines as long as they are."""
    return "\n".join("".join(part.text for part in line) for line in verdict(screen.scene, 1000, 2))


def runs(screen: SolveScreen) -> list[str]:
    return ["".join(part.text for part in line) for line in panels._runs(screen.scene, 100, 2)[1:]]


def model_lines(screen: SolveScreen) -> list[list[int]]:
    view = screen.query_one(ModelView)
    return [[int(word) for word in view.render_line(y).text.split()] for y in range(view.size.height)]


@pytest.mark.parametrize("solver", OWN)
async def test_own_solvers_find_models_and_their_absence(
    solver: str, satisfiable: Path, unsatisfiable: Path, tmp_path: Path
) -> None:
    strategy = Strategy(solver, next(iter(SOLVERS[solver].branchings), None))
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        verdict = await search(pilot, screen, strategy)
        assert verdict.startswith("SATISFIABLE")
        clauses = len(dimacs.read(satisfiable).formula)
        assert f"every one of the {clauses} clauses holds" in verdict
        await pilot.press("m")
        await until(pilot, lambda: [len(line) for line in model_lines(screen)[:1]] == [5])
        model = [literal for line in model_lines(screen) for literal in line]
        assert model[:5] == model_lines(screen)[0]
        assert [abs(literal) for literal in model] == list(range(1, len(model) + 1))
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        verdict = await search(pilot, screen, strategy)
        assert verdict.startswith("UNSATISFIABLE")
        expected = "proof verified" if solver == "cdcl" else "no proof checked yet"
        await until(pilot, lambda: expected in verdict_on(screen))


@pytest.mark.long
async def test_a_long_model_scrolls_to_its_end(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("m")
        for variables, per_line in ((999, 5), (100_000, 2)):
            outcome = screen.state.outcome
            assert outcome is not None
            result = replace(outcome.result, model=array("i", range(1, variables + 1)))
            screen.state = replace(screen.state, outcomes=(replace(outcome, result=result),))
            first = list(range(1, per_line + 1))
            await until(pilot, lambda first=first: model_lines(screen)[:1] == [first])
            await pilot.press("end")
            await until(pilot, lambda last=variables: model_lines(screen)[-1][-1:] == [last])


@pytest.mark.parametrize("key", ["x", "escape"])
async def test_a_search_can_be_stopped(key: str, hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        await begin(screen)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(screen.state.phase, SearchFinished))
        assert verdict_on(screen).startswith("UNKNOWN")
        assert "stopped" in verdict_on(screen)
        assert pilot.app.screen is screen
        assert runs(screen)[0].split()[:3] == ["dpll", "first", "unknown"]


async def test_a_search_that_is_started_before_its_formula_is_read_starts_then(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_read, read = threading.Event(), job.read

    def late(*arguments: Any, **options: Any) -> Any:
        is_read.wait(30)
        return read(*arguments, **options)

    monkeypatch.setattr(job, "read", late)
    app = Alone(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = SolveScreen(satisfiable)
        await app.push_screen(screen)
        await pilot.press("enter")
        assert screen.state.phase == Preparing(starts=True)
        is_read.set()
        await until(pilot, lambda: screen.state.outcomes)


async def test_escape_twice_leaves_and_the_search_ends(hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        await begin(screen)
        await pilot.press("escape", "escape")
        assert pilot.app.screen is not screen
        await asyncio.wait_for(pilot.app.workers.wait_for_complete(), 5)


async def test_quitting_ends_the_search(hard: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    real = job.solve

    def watched(*arguments: Any, **options: Any) -> Result:
        try:
            return real(*arguments, **options)
        finally:
            ended.set()

    monkeypatch.setattr(job, "solve", watched)
    async with solving_screen(hard, tmp_path) as (_, screen):
        await begin(screen)
        assert not ended.is_set()
    assert ended.wait(5)


async def test_the_time_limit_ends_a_search(hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        choose(screen, Strategy("dpll", "first"))
        await pilot.press("t", *"0.1", "enter")
        assert (await search(pilot, screen)).startswith("UNKNOWN")
        assert "0.1 s" in verdict_on(screen)
        assert runs(screen)[0].split()[3].startswith(">")


async def test_typing_replaces_the_time_limit_and_invalid_input_changes_nothing(
    satisfiable: Path, tmp_path: Path
) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        for typed, expected in ((["3"], 3), (["7"], 7), (list("soon"), 7), (["backspace"], None)):
            await pilot.press("t", *typed, "enter")
            await until(pilot, lambda expected=expected: pilot.app.screen is screen and screen.state.limit == expected)
        assert len(pilot.app._notifications) == 1


async def test_the_limit_is_of_search_alone_however_slowly_it_is_recorded(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = 0.5

    class Slow(Recorder):
        def take(self, tape: Tape, count: int) -> bool:
            start = time.perf_counter()
            while time.perf_counter() < start + limit:
                pass
            return super().take(tape, count)

    monkeypatch.setattr(job, "Recorder", Slow)
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        screen.state = replace(screen.state, limit=limit)
        assert (await search(pilot, screen, Strategy("dpll", "first"))).startswith("SATISFIABLE")
        assert screen.state.outcome is not None
        assert screen.state.outcome.result.seconds < limit


async def test_one_clock_runs_from_the_start_of_a_search_to_its_end(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver's time, which excludes loading and reading a formula."""
    reported = threading.Event()

    def slow(*_: Any, on_progress: Callable[[SearchProgress], None], **__: Any) -> Result:
        on_progress(SearchProgress(7, 8, 9, 1, 12.5))
        reported.wait(10)
        return Result(Status.UNKNOWN, "dpll", "first", seconds=13.5, reason="time limit")

    monkeypatch.setattr(job, "solve", slow)
    read = job.read
    monkeypatch.setattr(job, "read", lambda *given: replace(read(*given), seconds=0.0345))
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await until_shown(pilot, "read in    34.5 ms")
        choose(screen, Strategy("dpll", "first"))
        screen.action_start()
        await until(pilot, lambda: re.search(r"search +12\.5 s", screen_text(pilot.app)))
        reported.set()
        await until(pilot, lambda: re.search(r"search +13\.5 s", screen_text(pilot.app)))
        assert "13,500 ms of search" in verdict_on(screen)


async def test_a_portfolio_reports_its_plan_and_local_search_its_curve(
    tmp_path: Path, satisfiable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During it and after it; the curve declines."""
    reported = threading.Event()
    plan = (PlanStep("structure", 0.25, "looks random"), PlanStep("walk", 1.5, "3 clauses false"))

    def slow(*_: object, on_progress: Callable[[SearchProgress], None], **__: object) -> Result:
        for lowest in (4000, 300, 20, 3):
            on_progress(SearchProgress(7, 8, 9, 1, 12.5, flips=123_456, false=25, lowest=lowest, plan=plan))
        reported.wait(10)
        return Result(Status.UNKNOWN, "auto", seconds=13.5, reason="time limit", flips=234_567, lowest=2, plan=plan)

    monkeypatch.setattr(job, "solve", slow)
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        choose(screen, Strategy("auto"))
        screen.action_start()
        await until_shown(pilot, "123,456 flips, at best 3 clauses false, now 25")
        assert re.search(r"structure +0\.2 s +looks random *\n *walk +1\.5 s +3 clauses false", screen_text(pilot.app))
        reported.set()
        await until_shown(pilot, "234,567 flips, at best 2 clauses false")
        assert re.search(r"walk +1\.5 s +3 clauses false", screen_text(pilot.app))
        assert screen.state.outcome is not None
        assert [sample.lowest for sample in screen.state.outcome.snapshot.course] == [4000, 300, 20, 3]


def test_a_course_keeps_its_shape_and_stays_short() -> None:
    course: job.Downsampled[int] = job.Downsampled()
    for value in range(10_000):
        course.add(value)
    assert len(course.values) < job.Downsampled.MAX_COUNT
    assert course.values[0] == 0
    assert {later - sooner for sooner, later in pairwise(course.values)} == {course.values[1]}
    assert course.values[-1] + course.values[1] > 9_999


async def test_a_search_draws_its_progress(tmp_path: Path, satisfiable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rates are between two reports, glue is that of clauses learned between them; all of it stays visible."""
    reported = threading.Event()

    def slow(*_: object, on_progress: Callable[[SearchProgress], None], **__: object) -> Result:
        values = array("b", [0, 1, -1, 0, 0])
        for n in range(5):
            on_progress(
                SearchProgress(
                    9, 9, 500 * n * n, 3 + n, 0.5 * n, values, restarts=40 * n, glues=2000 * n * n, explored=n / 8
                )
            )
        reported.wait(10)
        return Result(Status.UNSATISFIABLE, "cdcl", "vsids", seconds=2.5)

    monkeypatch.setattr(job, "solve", slow)
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        choose(screen, Strategy("auto"))
        monkeypatch.setattr(screen._throttle, "try_acquire", lambda: True)
        screen.action_start()
        await until(pilot, lambda: screen.latest is not None and len(screen.latest.course) == 5)
        await until_shown(pilot, "50 %")
        lines = {
            name: line
            for line in screen_text(pilot.app).splitlines()
            for name in line.split()[:1]
            if name in ("depth", "trail", "conflicts", "glue", "restarts", "explored")
        }
        assert lines["depth"].split()[-1] == "7"
        assert lines["trail"].split()[-1] == "2"
        assert lines["conflicts"].split()[-2:] == ["7,000", "/s"]
        assert lines["glue"].split()[-2:] == ["4.0", "mean"]
        assert lines["restarts"].split()[-2:] == ["80", "/s"]
        assert lines["explored"].split()[-2:] == ["50", "%"]
        reported.set()
        await until_shown(pilot, "UNSATISFIABLE")
        assert re.search(r"explored .* 100 %", screen_text(pilot.app))
        assert len({len(line.rstrip()) for line in lines.values()}) == 1


@pytest.mark.parametrize(("solver", "telling"), [("dpll", "explored"), ("naive", "explored"), ("cdcl", "glues")])
def test_own_solvers_report_the_drawn_counters(solver: str, telling: str) -> None:
    reports: list[SearchProgress] = []
    solve(make("php", ["9", "8"]), solver, limits=Limits(0.05), interval=0.0, on_progress=reports.append)
    assert all(getattr(report, telling) is not None for report in reports)
    assert sorted(reports, key=lambda item: getattr(item, telling)) == reports


async def test_a_solver_that_has_not_started_to_search_is_loading(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, reported = threading.Event(), threading.Event()

    def slow(*_: Any, on_progress: Callable[[SearchProgress], None], **__: Any) -> Result:
        on_progress(SearchProgress(0, 0, 0, None, 0.0))  # the clock of a search stands still during preparation
        built.wait(10)
        on_progress(SearchProgress(7, 8, 9, 1, 0.5))
        reported.wait(10)
        return Result(Status.UNKNOWN, "dpll", "first", seconds=0.6, reason="time limit")

    monkeypatch.setattr(job, "solve", slow)
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        choose(screen, Strategy("dpll", "first"))
        screen.action_start()
        await until(pilot, lambda: screen.latest is not None)
        await until_shown(pilot, "loading the formula")
        assert "0.0 s" not in screen_text(pilot.app)
        built.set()
        await until(pilot, lambda: re.search(r"searching.*search +0\.5 s", screen_text(pilot.app), re.S))
        reported.set()
        await until(pilot, lambda: isinstance(screen.state.phase, SearchFinished))


async def test_the_kernels_are_not_checked_for_each_picture(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export_as: list[object] = []

    def state() -> kernels.KernelState:
        export_as.append(None)
        return kernels.KernelState(True, "")

    monkeypatch.setattr(kernels, "state", state)
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        assert len(export_as) == 1


async def test_texts_name_the_keys_in_force(unsatisfiable: Path, tmp_path: Path) -> None:
    keys = {"solve.start": "f5", "solve.verify": "f6", "lists.pick": "f7", "dialogs.cancel_choice": "f8"}
    async with solving_screen(unsatisfiable, tmp_path, keymap=keys) as (pilot, screen):
        await until_shown(pilot, "f5 starts the search")
        choose(screen, Strategy("dpll", "first"))
        await pilot.press("f5")
        await until_shown(pilot, "f6 checks it")
        await pilot.press("s")
        await until_screen(pilot, SolverChooser)
        await until_shown(pilot, "f7 take or change", "f8 cancel")


async def export(pilot: Pilot[None], kind: str, path: Path | None = None) -> None:
    """Export that kind, to another path than the proposed one if given; a question may follow."""
    await pilot.press("e")
    await until_screen(pilot, Choice)
    rows = pilot.app.screen.query_one(PickList)
    while kind not in (rows.marked or ""):
        assert rows.cursor < len(rows) - 1
        rows.move(1)
    await pilot.press("enter")
    await until_screen(pilot, Prompt)
    if path is not None:
        pilot.app.screen.query_one(Input).value = str(path)
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, Prompt))


async def test_a_result_can_be_written_after_every_search(satisfiable: Path, tmp_path: Path) -> None:
    file = satisfiable.with_suffix(".res")
    file.write_text("that of a search before")
    async with solving_screen(satisfiable, tmp_path, write_results=True) as (pilot, screen):
        for strategy in (Strategy("dpll", "first"), CDCL):
            await search(pilot, screen, strategy)
            assert screen.state.outcome is not None
            written = res(screen.state.outcome.result, screen.state.outcome.instance.formula)
            await until(pilot, lambda written=written: file.read_text() == written)
        await until(pilot, lambda: any("queens.res" in note.message for note in pilot.app._notifications))


async def test_a_result_of_a_shipped_file_is_written_here(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    async with solving_screen(satisfiable, tmp_path, tmp_path, write_results=True) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await until(pilot, (here / "queens.res").exists)
        assert not satisfiable.with_suffix(".res").exists()


async def test_a_wrong_model_is_not_written(satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "solve", liar)
    async with solving_screen(satisfiable, tmp_path, write_results=True) as (pilot, screen):
        assert (await search(pilot, screen)).startswith("WRONG MODEL")
        await pilot.app.workers.wait_for_complete()
        assert not satisfiable.with_suffix(".res").exists()


async def test_export_writes_the_result_and_asks_before_writing_over(satisfiable: Path, tmp_path: Path) -> None:
    file = satisfiable.with_suffix(".res")
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await export(pilot, ".res")
        await until(pilot, file.exists)
        await pilot.app.workers.wait_for_complete()
        written = file.read_text()
        assert screen.state.outcome is not None
        assert written == res(screen.state.outcome.result, screen.state.outcome.instance.formula)

        file.write_text("mine")
        await export(pilot, ".res")
        await until_screen(pilot, Confirm)
        await pilot.press("n")
        await until_screen(pilot, Prompt)  # for another place
        await pilot.press("escape")
        await pilot.app.workers.wait_for_complete()
        assert file.read_text() == "mine"
        await export(pilot, ".res")
        await until_screen(pilot, Confirm)
        await pilot.press("y")
        await until(pilot, lambda: file.read_text() == written)


@pytest.mark.long
async def test_all_exports_can_be_read_back(satisfiable: Path, unsatisfiable: Path, tmp_path: Path) -> None:
    formula = dimacs.read(satisfiable).formula
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("cdcl", "vsids"))
        await export(pilot, "competition", tmp_path / "a.out")
        await until(pilot, (tmp_path / "a.out").exists)
        answer = read_answer(tmp_path / "a.out")
        assert answer.model is not None
        assert falsified(formula, answer.model) is None
        await export(pilot, "model", tmp_path / "a.model")
        await until(pilot, (tmp_path / "a.model").exists)
        lines = (tmp_path / "a.model").read_text().splitlines()
        assert {len(line.split()) for line in lines[:-1]} == {10}
        assert [int(word) for line in lines for word in line.split()] == answer.model.tolist()
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("cdcl", "vsids"))
        await export(pilot, "DRAT", tmp_path / "b.drat")
        await until(pilot, (tmp_path / "b.drat").exists)
        assert check_proof(dimacs.read(unsatisfiable).formula, proof_reader.read(tmp_path / "b.drat"))


@pytest.mark.parametrize("where", ["nowhere/x.res", ".", "x" * 300, "~nobody-at-all/x.res"])
async def test_a_failing_export_is_reported(where: str, satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await export(pilot, ".res", tmp_path / where)
        await until(pilot, lambda: any(note.severity == "error" for note in pilot.app._notifications))
        assert pilot.app.screen is screen
        assert not list(tmp_path.rglob("*.res"))


async def test_a_full_disk_is_reported(satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_result: Result, _formula: Formula) -> str:
        raise OSError(28, "No space left on device")

    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        monkeypatch.setattr(job.result, "res", full)
        await export(pilot, ".res")
        await until(pilot, lambda: any("No space left" in note.message for note in pilot.app._notifications))
        assert {path.name for path in tmp_path.iterdir()} <= {"queens.cnf"}


@pytest.mark.parametrize(("clauses", "verdict"), [([], "there is no clause"), ([[]], "proof verified")])
@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
async def test_nothing_is_recorded_and_proved_as_anything_else(
    clauses: list[list[int]], verdict: str, solver: str, tmp_path: Path
) -> None:
    """A recording without events and a proof without steps exist nevertheless."""
    path = write(tmp_path / "nothing.cnf", Formula.of(clauses, 2))
    async with solving_screen(path, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy.parse(solver))
        if solver == "cdcl":
            await until(pilot, lambda: verdict in verdict_on(screen))
        await pilot.press("w")
        await until(pilot, lambda: bool(requests(pilot)))
        assert len(requests(pilot)[0].trace) == len(clauses)


async def test_a_running_search_is_scanned_up_to_its_last_event(hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        await begin(screen)
        screen.action_step_through()
        await until(pilot, lambda: bool(requests(pilot)))
        message = requests(pilot)[0]
        assert message.trace.running
        await until(pilot, lambda: len(message.newest()) > len(message.trace) > 0)
        screen.action_stop()
        await until(pilot, lambda: isinstance(screen.state.phase, SearchFinished))
        whole = message.newest()
        assert not whole.running
        for position in (1, len(message.trace) // 2, len(message.trace)):
            assert message.trace.state(position).trail == whole.state(position).trail


@pytest.mark.parametrize(("strategy", "winner"), [(Strategy("dpll", "first"), "dpll"), (Strategy("auto"), "cdcl")])
async def test_a_search_without_a_proof_is_proved_by_a_second_one(
    strategy: Strategy, winner: str, unsatisfiable: Path, tmp_path: Path
) -> None:
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        assert "no proof checked yet" in await search(pilot, screen, strategy)
        await pilot.press("v")
        await until_screen(pilot, Confirm)
        await pilot.press("y")
        await until(pilot, lambda: "proof verified" in verdict_on(screen))
        assert screen.state.strategy == strategy
        assert screen.state.outcome is not None
        assert screen.state.outcome.result.solver == winner


@pytest.mark.long
async def test_a_verdict_without_a_search_is_reported_and_its_certificate_checked(tmp_path: Path) -> None:
    pigeons = tmp_path / "pigeons.cnf"
    pigeons.write_bytes(dimacs.dumps(make("php", ["14", "13"])))
    async with solving_screen(pigeons, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("auto"))
        await until(pilot, lambda: "certificate verified" in verdict_on(screen))
        assert str(VERDICTS["cardinality"]) in " ".join(verdict_on(screen).split())
        assert screen.state.outcome is not None
        assert "certificate" in [export.title for export in job.exports(screen.state.outcome)]


async def test_facts_from_equations_are_checked_and_written_with_the_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at_once(monkeypatch)
    mixed = tmp_path / "mixed.cnf"
    formula = equations_among_clauses(30, 14, 90, Random(1))
    mixed.write_bytes(dimacs.dumps(formula))
    async with solving_screen(mixed, tmp_path) as (pilot, screen):
        screen.state = replace(screen.state, settings=Settings(proof=True))
        await search(pilot, screen, Strategy("auto"))
        await until(pilot, lambda: "then a proof of" in verdict_on(screen))
        assert screen.state.outcome is not None
        (written,) = [export for export in job.exports(screen.state.outcome) if export.title == "certificate"]
    written.write(tmp_path / "written")
    assert check_certificate_file(formula, tmp_path / "written")
    lightened = screen.state.outcome.lightened()
    assert not lightened.can_be_checked
    assert lightened.result.certificate == ""


async def test_a_check_of_a_proof_shows_how_far_it_is_and_can_be_stopped(
    unsatisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: Any, on_progress: Callable[[int, int], None], cancel: Callable[[], bool]) -> None:
        on_progress(1, 2)
        while not cancel():
            time.sleep(0.01)
        raise Cancelled

    monkeypatch.setattr(job, "check_proof", endless)
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        choose(screen, CDCL)
        screen.action_start()
        await until(pilot, lambda: screen.share == 0.5)
        assert "checking the proof" in verdict_on(screen)
        await until_shown(pilot, "━" * 20 + "─" * 20)
        await pilot.press("escape")
        await until(pilot, lambda: screen.share is None)
        assert pilot.app.screen is screen
        assert "no proof checked yet" in verdict_on(screen)
        await until(pilot, lambda: "━" not in screen_text(pilot.app))


async def test_a_wrong_proof_is_reported(unsatisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = ProofVerdict(ProofVerdictKind.WRONG, 9, 3, 4, (1, -2))
    monkeypatch.setattr(job, "check_proof", lambda *_, **__: verdict)
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, CDCL)
        await until(pilot, lambda: "step 4 of the proof does not follow: 1 -2" in verdict_on(screen))


async def test_a_search_without_a_recording_is_recorded_by_a_second_one(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("auto"))
        await pilot.press("w")
        await until_screen(pilot, Choice)
        await pilot.press("down", "enter")
        await until(pilot, lambda: bool(requests(pilot)))
        assert screen.state.strategy == job.recorded_strategies()[1]
        assert screen.state.outcome is not None
        assert requests(pilot)[0].trace is screen.state.outcome.trace


async def test_the_clauses_are_shown_under_the_model(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await pilot.press("k")
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("k")
        await until(pilot, lambda: len(requests(pilot)) == 2)
        seen = requests(pilot)
    assert seen[0].assignment is None
    assert screen.state.outcomes[0].result.model is not None
    assert seen[1].assignment is not None
    signed = [variable * value for variable, value in enumerate(seen[1].assignment)]
    assert signed[1:] == screen.state.outcomes[0].result.model.tolist()
    assert seen[1].path == satisfiable


@pytest.mark.parametrize("form", ["shared", pytest.param("course", marks=pytest.mark.slow)])
async def test_a_file_that_is_a_sudoku_is_solved_on_its_board(form: str, tmp_path: Path) -> None:
    subject = puzzle()
    path = write(tmp_path / "sudoku.cnf", encode(subject, form).formula)
    async with solving_screen(path, tmp_path) as (pilot, screen):
        assert board_digits(screen) == subject.givens
        await search(pilot, screen, Strategy("dpll", "first"))
        assert is_solution(subject, board_digits(screen))
        await until_shown(pilot, "model as a board")
        await pilot.press("m")
        await until(
            pilot,
            lambda: "as a board" not in screen_text(pilot.app) and len((model_lines(screen) or [[]])[0]) == 5,
        )
        await pilot.press("m")
        await until_shown(pilot, "model as a board")
        await export(pilot, "solution", tmp_path / "solved.txt")
        await until(pilot, (tmp_path / "solved.txt").exists)
        (solved,) = formats.parse((tmp_path / "solved.txt").read_bytes())
        assert is_solution(subject, solved.givens)


async def test_a_bad_file_is_reported_with_its_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.cnf"
    bad.write_text("p cnf 2 2\n1 2 0\n1 x 0\n")
    async with solving_screen(bad, tmp_path) as (pilot, screen):
        assert isinstance(screen.state.phase, Broken)
        assert "bad.cnf:3" in verdict_on(screen)
        await pilot.press("enter", "s", "e", "v", "t", "f", "x")
        assert pilot.app.screen is screen
        await pilot.press("escape")
        assert pilot.app.screen is not screen


async def test_a_solver_that_fails_leaves_the_screen_alive(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Result:
        raise RuntimeError("out of [bold]luck\x1b[31m")

    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        with monkeypatch.context() as patch:
            patch.setattr(job, "solve", broken)
            assert "RuntimeError: out of [bold]luck\\x1b[31m" in await search(pilot, screen)
        assert (await search(pilot, screen, Strategy("dpll", "first"))).startswith("SATISFIABLE")


async def test_a_solver_that_dies_leaves_the_screen_alive(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its own process; and a solver that needs more memory than available."""
    suicide = tmp_path / "suicide.py"
    suicide.write_text("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        with monkeypatch.context() as patch:
            patch.setattr(library, "COMMAND", [sys.executable, str(suicide)])
            verdict = await search(pilot, screen, Strategy("minisat"))
            assert verdict.startswith("UNKNOWN")
            assert verdict.endswith("minisat ended without a verdict (SIGSEGV)")
        with monkeypatch.context() as patch:
            patch.setattr(job, "memory_limit", lambda: 1000)
            for strategy in (Strategy("dpll", "first"), Strategy("minisat")):
                assert (await search(pilot, screen, strategy)).endswith("memory limit of 0.001 MB")
        assert (await search(pilot, screen, Strategy("minisat"))).startswith("SATISFIABLE")


async def test_a_wrong_model_is_reported_prominently(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        monkeypatch.setattr(job, "solve", liar)
        verdict = await search(pilot, screen)
        assert verdict.startswith("WRONG MODEL")
        assert "does not hold" in verdict
        await pilot.press("v")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert verdict_on(screen).startswith("WRONG MODEL")


async def test_a_model_can_be_verified_again(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("v")
        await until(pilot, lambda: "verified again in" in verdict_on(screen))


async def test_another_strategy_keeps_the_earlier_runs(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("s")
        await until_screen(pilot, SolverChooser)
        await pilot.press("right", "home", "down", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        second = SOLVERS["dpll"].branchings[1]
        assert screen.state.strategy == Strategy("dpll", second)
        assert isinstance(screen.state.phase, Ready)
        await search(pilot, screen)
        assert [line.split()[:2] for line in runs(screen)] == [["dpll", second], ["dpll", "first"]]


async def set_to(pilot: Pilot[None], *expected_rows: str) -> None:
    """Change settings until the chooser has each of these rows, and accept them."""
    await pilot.press("s")
    await until_screen(pilot, SolverChooser)
    rows = pilot.app.screen.query_one("#settings", PickList)
    while not rows.has_focus:
        await pilot.press("right")
    for text in expected_rows:
        await pilot.press("home")
        while (rows.marked or "").partition(":")[0] != text.partition(":")[0]:
            assert rows.cursor < len(rows) - 1
            await pilot.press("down")
        for _ in range(9):
            if rows.marked == text:
                break
            await pilot.press("enter")
        assert rows.marked == text
    await pilot.press("right", "enter")
    await until(pilot, lambda: not isinstance(pilot.app.screen, SolverChooser))


async def test_removals_by_preprocessing_are_reported(tmp_path: Path) -> None:
    formula = write(tmp_path / "random.cnf", make("random-ksat", ["40", "220"], 1))
    async with solving_screen(formula, tmp_path) as (pilot, screen):
        choose(screen, CDCL)
        await set_to(pilot, "preprocess: yes")
        await until_shown(pilot, "preprocess: yes")
        assert (await search(pilot, screen)).startswith("UNSATISFIABLE")
        await until(pilot, lambda: "proof verified" in verdict_on(screen))
        await until_shown(pilot, "variables:", "eliminated")
        assert screen.state.outcome is not None
        assert screen.state.outcome.trace is None  # preprocessed searches can't be recorded


@pytest.mark.parametrize("solver", ["dpll", "cdcl", "auto"])
async def test_a_formula_is_solved_in_cubes_and_the_proof_is_of_the_whole(
    solver: str, unsatisfiable: Path, tmp_path: Path
) -> None:
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        choose(screen, Strategy.parse(solver))
        await set_to(pilot, "cubes: 8", *(["proof: yes"] * (solver != "cdcl")))
        assert (await search(pilot, screen)).startswith("UNSATISFIABLE")
        await until(pilot, lambda: "proof verified" in verdict_on(screen))
        assert screen.state.outcome is not None
        [step] = screen.state.outcome.result.plan
        closed, total = re.findall(r"\d+", step.outcome)
        assert closed == total


async def test_auto_knows_in_advance_about_a_proof_or_a_recording(unsatisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        await set_to(pilot, "proof: yes", "recording: yes")
        await search(pilot, screen, Strategy("auto"))
        await until(pilot, lambda: "proof verified" in verdict_on(screen))
        await pilot.press("w")
        await until(pilot, lambda: bool(requests(pilot)))
        assert screen.state.strategy == Strategy("auto")


@pytest.mark.long
async def test_a_seed_is_typed(unsatisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        for text, seed in (("-7", -7), ("x", -7)):
            await pilot.press("s")
            await until_screen(pilot, SolverChooser)
            rows = pilot.app.screen.query_one("#settings", PickList)
            await pilot.press("left", "home", "down", "down")
            assert (rows.marked or "").startswith("seed")
            await pilot.press("enter")
            await until_screen(pilot, Prompt)
            pilot.app.screen.query_one(Input).value = text
            await pilot.press("enter")
            await until_screen(pilot, SolverChooser)
            await until(pilot, lambda: pilot.app.screen.query_one("#settings", PickList).has_focus)
            assert pilot.app.screen.query_one("#settings", PickList).marked == "seed: -7"
            await pilot.press("right", "enter")
            await until(pilot, lambda: pilot.app.screen is screen)
            assert screen.state.settings.seed == seed


def test_a_solver_is_offered_only_what_it_can_do() -> None:
    """The engine accepts everything that is offered."""
    all_settings = Settings(preprocess=True, cubes=8, seed=3, proof=True, recording=True)
    for name, solver in SOLVERS.items():
        fitting = all_settings.fitting(Strategy.parse(name))
        assert not fitting.recording
        assert not fitting.proof or solver.proofs
        assert (fitting.seed == 3) == (name in ("auto", "dpll", "cdcl", "walk"))
        assert fitting.fitting(Strategy.parse(name)) == fitting
    assert Settings(recording=True).fitting(Strategy("auto")).recording
    assert not Settings(recording=True).fitting(Strategy("cadical")).recording


async def test_a_branching_rule_is_explained_by_the_solver_values(satisfiable: Path, tmp_path: Path) -> None:
    """A name can mean one rule to DPLL and another, or nothing, to a solver that learns."""
    assert Strategy("cdcl", "vsids").rule != Strategy("dpll", "vsids").rule
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        for strategy in (Strategy("dpll", "vsids"), *(Strategy("cdcl", name) for name in SOLVERS["cdcl"].branchings)):
            choose(screen, strategy)
            await pilot.press("s")
            await until_screen(pilot, SolverChooser)
            explained = " ".join(str(pilot.app.screen.query_one(Static).content).split())
            assert strategy.rule is not None
            assert str(strategy.rule.definition) in explained
            await pilot.press("escape")
            screen.redraw()  # the definition is on the screen too


async def test_escape_keeps_the_former_choice(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        before = screen.state.strategy
        await pilot.press("s", "down", "down", "right", "down", "escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.state.strategy == before


async def test_a_puzzle_is_solved_on_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    subject = puzzle()
    async with solving_screen(subject, tmp_path) as (pilot, screen):
        for form in ("shared", "course"):
            assert screen.state.instance.form == form
            assert (await search(pilot, screen, Strategy("dpll", "first"))).startswith("SATISFIABLE")
            assert screen.state.outcome is not None
            assert screen.state.outcome.digits is not None
            assert is_solution(subject, screen.state.outcome.digits)
            assert board_digits(screen) == screen.state.outcome.digits
            assert len(runs(screen)) == 1
            await pilot.press("f")
            await until(pilot, lambda: isinstance(screen.state.phase, Ready))
        assert board_digits(screen) == subject.givens
        await search(pilot, screen)
        await export(pilot, ".res")
        await until(pilot, (tmp_path / "a-b-c.res").exists)


async def test_a_form_that_does_not_fit_the_layout_leaves_the_other_one(tmp_path: Path) -> None:
    layout = double()
    crossed = replace(layout, houses=(*layout.houses, House("diagonal", "diagonal", tuple(range(0, 81, 10)))))
    subject = replace(puzzle(), layout=crossed)
    async with solving_screen(subject, tmp_path) as (pilot, screen):
        await pilot.press("f")
        await until(pilot, lambda: isinstance(screen.state.phase, Ready))
        assert "outside its grids" in verdict_on(screen)
        assert screen.state.instance.form == "shared"
        await search(pilot, screen)
        assert screen.state.outcome is not None


async def test_a_board_larger_than_the_terminal_is_cut(tmp_path: Path) -> None:
    samurai = from_grids("samurai", "samurai sudoku", 3, 3, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)])
    async with solving_screen(Puzzle(samurai, (0,) * len(samurai.cells)), tmp_path) as (pilot, screen):
        assert (await search(pilot, screen, Strategy("auto"))).startswith("SATISFIABLE")
        assert pilot.app.screen is screen


@pytest.mark.long
async def test_the_board_fits_the_terminal(tmp_path: Path) -> None:
    """Its cells are as large as possible, and it is at the right edge."""
    async with solving_screen(puzzle(), tmp_path) as (pilot, screen):
        widths = []
        for size in ((80, 24), (120, 40), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            room = screen.query_one(MainView).size
            columns = room.width - 2 * MARGIN
            widths.append(panels.subject_width(screen.scene, columns, room.height))
        assert widths[0] == widths[3] < widths[1] < widths[2]


def board_digits(screen: SolveScreen) -> tuple[int, ...]:
    """The contents of the board, read from its picture in cells of three columns."""
    puzzle, subject = screen.state.puzzle, screen.scene.subject
    assert puzzle is not None
    assert subject is not None
    lines = board_frame(puzzle.layout, screen.glyphs.box, NORMAL)
    picture = subject.draw(lines.width, lines.height)
    assert isinstance(picture, Picture)
    signs = [picture.chars[lines.ys[r] * picture.width + lines.xs[c] + 1] for r, c in puzzle.layout.cells]
    return tuple(int(sign) if sign.isdigit() else 0 for sign in signs)


MEANINGS = [
    (make("queens", ["12"]), "model as a chessboard", "♛"),
    (make("flat", ["20", "30", "3"], 1), "model as a colouring", "colour 3"),
    (Formula.of([[1, 2], [-1]], 2, ["varname 1 carry_{1}", "varname 2 sum_{2}"]), "model by names", "-carry_{1}"),
    (Formula.of([[1, 2], [-1]], 2), "model", "-1"),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("formula", "title", "text"), MEANINGS, ids=["queens", "colouring", "names", "literals"])
async def test_a_model_is_shown_by_its_meaning(formula: Formula, title: str, text: str, tmp_path: Path) -> None:
    async with solving_screen(write(tmp_path / "formula.cnf", formula), tmp_path) as (pilot, screen):
        for size in ((80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await search(pilot, screen, CDCL)
            await until_shown(pilot, title, text)
            if screen.state.enabled_actions["model"]:
                await pilot.press("m")
                await until(pilot, lambda: title not in screen_text(pilot.app))
                assert model_lines(screen)


@pytest.mark.long
async def test_the_ready_page_has_whole_definitions(tmp_path: Path) -> None:
    """For every branching rule, also next to a board, where room is scarcest."""
    async with solving_screen(puzzle(), tmp_path) as (pilot, screen):
        for solver in SOLVERS.values():
            for branching in solver.branchings:
                choose(screen, Strategy(solver.name, branching))
                await settled(pilot)
                rule = screen.state.strategy.rule
                assert rule is not None
                left = "".join(line[:44] for line in screen_text(pilot.app).splitlines())
                assert "".join(str(rule.definition).split()) in "".join(left.split())
                assert "starts the search" in left


async def test_uncompiled_kernels_are_reported(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in (kernels.KernelState(True, ""), kernels.KernelState(False, "no C compiler")):
        monkeypatch.setattr(kernels, "state", lambda state=state: state)
        async with solving_screen(satisfiable, tmp_path) as (pilot, _):
            await until_shown(pilot, "starts the search", "time limit")
            assert ("not compiled: slower" in screen_text(pilot.app)) != state.compiled


@pytest.fixture
def one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All times are equal and the kernels count as compiled, so that pictures of the screen are equal."""
    monkeypatch.setattr(kernels, "state", lambda: kernels.KernelState(True, ""))
    monkeypatch.setattr(panels, "_MIN_SAMPLES", 1_000_000)  # no curves: the number of samples depends on the machine
    real = job.solve

    def timed(*arguments: Any, **options: Any) -> Result:
        return replace(real(*arguments, **options), seconds=0.0123)

    monkeypatch.setattr(job, "solve", timed)
    read = job.read
    monkeypatch.setattr(job, "read", lambda *given: replace(read(*given), seconds=0.0123))


def opened(subject: Path | Puzzle, searches: tuple[str, ...]) -> Callable[[Pilot[None]], Any]:
    """Opens the screen for a picture: on the subject, after searches with these branchings of `dpll`."""

    async def bring_up(pilot: Pilot[None]) -> None:
        screen = SolveScreen(subject)
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: isinstance(screen.state.phase, Ready))
        choose(screen, Strategy("dpll", "shortest-most-frequent"))
        for branching in searches:
            await search(pilot, screen, Strategy("dpll", branching))
        if not searches:
            await until_shown(pilot, "enter starts the search")
        await settled(pilot)

    return bring_up


SEARCHES = [(), ("first", "shortest-most-frequent")]


@pytest.mark.parametrize("searches", SEARCHES, ids=["ready", "finished"])
def test_a_formula_looks_right(
    searches: tuple[str, ...], satisfiable: Path, tmp_path: Path, one_time: None, snap_compare: Any
) -> None:
    app = SatSudoku(Options(path=tmp_path))
    assert snap_compare(app, terminal_size=(80, 24), run_before=opened(satisfiable, searches))


@pytest.mark.few(1)
@pytest.mark.parametrize("searches", SEARCHES, ids=["ready", "finished"])
def test_a_puzzle_looks_right(searches: tuple[str, ...], tmp_path: Path, one_time: None, snap_compare: Any) -> None:
    app = SatSudoku(Options(path=tmp_path))
    assert snap_compare(app, terminal_size=(80, 24), run_before=opened(puzzle(60), searches))
