"""The race screen: strategies and files, live lanes, contradictory verdicts, stopping, and written files."""

import csv
import threading
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from systems import unix
from textual.pilot import Pilot
from textual.widgets import Input

from engine.base import kernels
from engine.sat.compare import comparison
from engine.sat.compare.comparison import Plan
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.programs.confinement import confinements
from engine.sat.result import Result, Status
from engine.sat.solvers import strategy
from engine.sat.solvers.branching import REFERENCE
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.solve import SOLVERS, Search, SolverDescription
from engine.sat.solvers.strategy import Strategy
from tui.app import SatSudoku
from tui.base.background import Job
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.requests import RaceFiles
from tui.base.search_phase import Preparing, Ready
from tui.features.race import job
from tui.features.race.job import RaceFinished, RaceProgress
from tui.features.race.marking import Marking, MarkList
from tui.features.race.panels import RaceTable
from tui.features.race.screen import RaceScreen
from tui.guests.confinement import GuestLimits
from tui.terminal.options import Options

FIRST, MOMS, CDCL = Strategy("dpll", "first"), Strategy("dpll", "moms"), Strategy("cdcl", "vsids")
PLAN = Plan(FIRST, (MOMS, CDCL), 5.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three formulas, one of them broken, and a file that is not a formula."""
    place = tmp_path / "formulas"
    place.mkdir()
    for name, formula in (("queens.cnf", make("queens", ["6"])), ("pigeons.cnf", make("php", ["5", "4"]))):
        (place / name).write_bytes(dimacs.dumps(formula))
    (place / "broken.cnf").write_text("p cnf 2 1\n1 x 0\n")
    (place / "notes.txt").write_text("nothing\n")
    return place


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Strategy:
    """A strategy that searches until it is stopped."""

    def run(search: Search, watch: Watch) -> Result:
        with watch.clock:
            while not (reason := watch.reason_to_stop()):
                sum(range(100_000))
                threading.Event().wait(0.002)  # so that the screen has its turn
        return Result(Status.UNKNOWN, "endless", seconds=watch.clock.seconds, reason=reason)

    monkeypatch.setitem(SOLVERS, "endless", SolverDescription("endless", "made up", {}, False, run))
    return Strategy("endless")


@asynccontextmanager
async def race_on(*paths: Path, plan: Plan = PLAN, **options: Any) -> AsyncIterator[tuple[Pilot[None], RaceScreen]]:
    """The app with the race screen, ready to start."""
    app = SatSudoku(Options(path=paths[0] if paths[0].is_dir() else paths[0].parent, **options))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = RaceScreen(paths, plan)
        await app.push_screen(screen)
        await until(pilot, lambda: isinstance(screen.state.phase, Ready))
        yield pilot, screen


async def finish(pilot: Pilot[None], screen: RaceScreen) -> None:
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(screen.state.phase, RaceFinished))


async def test_a_folder_races_on_all_its_formulas_and_reports_the_broken_one(folder: Path) -> None:
    async with race_on(folder) as (pilot, screen):
        assert [path.name for path in screen.state.files] == ["broken.cnf", "pigeons.cnf", "queens.cnf"]
        await finish(pilot, screen)
        assert [Path(done.instance).name for done in screen.state.progress.done] == ["pigeons.cnf", "queens.cnf"]
        assert [done.verdict for done in screen.state.progress.done] == [Status.UNSATISFIABLE, Status.SATISFIABLE]
        await until_shown(pilot, "all 2 formulas together", "2/2", "broken.cnf:2")
        await pilot.press("full_stop")
        await until_shown(pilot, "pigeons.cnf", "unsatisfiable", "baseline")
        await pilot.press("right", "down", "down")
        await until_shown(pilot, "queens.cnf", "cdcl:vsids: satisfiable in", "model checked")
        await pilot.press("right")
        await until_shown(pilot, "all 2 formulas together")


async def test_a_race_that_is_started_before_its_files_are_listed_starts_then(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed, candidates = threading.Event(), job.candidates

    def late(*arguments: Any, **options: Any) -> Any:
        listed.wait(30)
        return candidates(*arguments, **options)

    monkeypatch.setattr(job, "candidates", late)
    async with SatSudoku(Options(path=folder)).run_test(size=(80, 24)) as pilot:
        screen = RaceScreen((folder,), PLAN)
        await pilot.app.push_screen(screen)
        await pilot.press("enter")
        assert screen.state.phase == Preparing(starts=True)
        listed.set()
        await until(pilot, lambda: isinstance(screen.state.phase, RaceFinished))
        assert len(screen.state.progress.done) == 2


async def test_many_broken_files_leave_room_for_the_lane_and_in_a_large_terminal_for_all_formulas(
    folder: Path,
) -> None:
    for number in range(4):
        (folder / f"also-broken-{number}.cnf").write_text("p cnf 1 1\ny 0\n")
    async with race_on(folder) as (pilot, screen):
        await finish(pilot, screen)
        await until_shown(pilot, "also-broken-0.cnf:2", "and 4 more like this", "dpll:first: decided 2 of 2")
        await pilot.press("right")
        await until_shown(pilot, "pigeons.cnf (1 of 2)")
        await pilot.resize_terminal(160, 50)
        await until_shown(pilot, "queens.cnf", "pigeons.cnf  ")


@pytest.mark.long
async def test_the_lanes_fill_while_the_race_runs_and_it_can_be_stopped(folder: Path, endless: Strategy) -> None:
    plan = Plan(FIRST, (endless, CDCL), None)
    async with race_on(folder / "queens.cnf", plan=plan) as (pilot, screen):
        await pilot.press("enter")
        await until_shown(pilot, "1 of 3 runs", "endless", "baseline", "loading")
        assert screen.query_one(RaceTable).items[2].time == ""
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(screen.state.phase, RaceFinished))
        assert pilot.app.screen is screen
        assert [run.strategy for run in screen.state.progress.done[0].runs] == [FIRST]
        await until_shown(pilot, "stopped")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not screen)


async def test_the_time_limit_makes_a_bound(folder: Path, endless: Strategy) -> None:
    async with race_on(folder / "queens.cnf", plan=Plan(FIRST, (endless,), None)) as (pilot, screen):
        await pilot.press("t", *"0.1", "enter")
        await until(pilot, lambda: screen.state.plan.limit == 0.1)
        await finish(pilot, screen)
        lane = screen.query_one(RaceTable).items[1]
        assert lane.rate.startswith("<=")
        assert "time limit of 0.1 s" in lane.detail


async def test_repeats_are_entered_and_done(folder: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        for typed, expected in (("7x", 1), ("0", 1), ("9" * 5000, 1), (" 3", 3)):
            await pilot.press("n")
            (await until_screen(pilot, Prompt)).query_one(Input).value = typed
            await pilot.press("enter")
            await until(pilot, lambda expected=expected: screen.state.plan.repeats == expected)
        seen: list[RaceProgress] = []
        job.race(screen.state.files, screen.state.plan, Job(lambda task: seen.extend(task.take_news())))
        stages = {(str(progress.stage.strategy), progress.stage.repeat) for progress in seen if progress.stage}
        assert stages == {(str(strategy), n) for strategy in screen.state.plan.strategies for n in (1, 2, 3)}


async def test_typing_replaces_the_number_of_runs(folder: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        for typed in (12, 3):
            await pilot.press("n", *str(typed), "enter")
            await until(pilot, lambda typed=typed: screen.state.plan.repeats == typed)


async def test_results_are_dropped_only_when_agreed_to(folder: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        await finish(pilot, screen)
        first = screen.state.progress
        for keys in (["enter"], ["n", "2", "enter"], ["t", "1", "enter"]):
            await pilot.press(*keys)
            await until_screen(pilot, Confirm)
            await pilot.press("n")
            await until(pilot, lambda: pilot.app.screen is screen)
            assert screen.state.progress is first
            assert screen.state.plan == PLAN
        await pilot.press("enter")
        await until_screen(pilot, Confirm)
        await pilot.press("y")
        await until(pilot, lambda: screen.state.progress is not first and isinstance(screen.state.phase, RaceFinished))
        assert screen.state.progress.done


async def test_it_starts_like_the_compare_command(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = RaceScreen((folder / "queens.cnf",))
        await app.push_screen(screen)
        await until_shown(pilot, "baseline naive:first", *(f" {strategy} " for strategy in comparison.STRATEGIES))
        assert screen.state.plan.strategies == comparison.STRATEGIES
        assert {f"dpll:{rule}" for rule in REFERENCE} <= set(map(str, comparison.STRATEGIES))


async def test_texts_name_the_keys_in_force(folder: Path) -> None:
    keys = {"race.start": "f5", "lists.mark": "f6", "lists.pick": "f7", "dialogs.lead": "f8"}
    async with race_on(folder / "queens.cnf", keymap=keys) as (pilot, _):
        await until_shown(pilot, "f5 starts 3 runs")
        await pilot.press("s")
        await until_screen(pilot, Marking)
        await until_shown(pilot, "f6 mark", "f8 baseline", "f7 accept")


async def test_the_table_has_the_keys_of_every_list(folder: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        table = screen.query_one(RaceTable)
        await until(pilot, lambda: len(table) == 3)
        for key, row in (("end", 2), ("k", 1), ("home", 0), ("j", 1), ("pagedown", 2)):
            await pilot.press(key)
            await until(pilot, lambda row=row: table.cursor == row)


async def test_contestants_and_baseline_are_chosen(folder: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        await pilot.press("s")
        marks = (await until_screen(pilot, Marking)).query_one(MarkList)
        assert {job.CHOICES[index] for index in marks.marks} == set(PLAN.strategies)
        marks.go(job.CHOICES.index(CDCL))
        await pilot.press("b")
        marks.go(job.CHOICES.index(MOMS))
        await pilot.press("space", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.state.plan.strategies == (CDCL, FIRST)
        await finish(pilot, screen)
        assert screen.state.progress.done[0].baseline == CDCL
        await pilot.press("s", "a", "escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.state.plan.strategies == (CDCL, FIRST)


@pytest.mark.slow
async def test_the_baseline_always_races_and_someone_must(folder: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        await pilot.press("c")
        marks = (await until_screen(pilot, Marking)).query_one(MarkList)
        await pilot.press("space")
        assert marks.marks >= {marks.leader}
        await pilot.press("a", "a", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.state.plan.strategies == (FIRST,)
        await pilot.press("f")
        marks = (await until_screen(pilot, Marking)).query_one(MarkList)
        await pilot.press("a", "a", "enter")
        assert isinstance(pilot.app.screen, Marking)  # a race needs a file
        marks.go(1)
        await pilot.press("space", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert [path.name for path in screen.state.files] == ["pigeons.cnf"]


async def test_a_contradiction_is_highlighted_and_a_failure_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def liar(*_: object) -> Result:
        return Result(Status.UNSATISFIABLE, "liar", seconds=0.001)

    def broken(*_: object) -> Result:
        raise RuntimeError("out of [bold]luck\x1b[31m")

    def wrong(search: Search, _watch: Watch) -> Result:
        return Result(Status.SATISFIABLE, "wrong", model=array("i", range(1, search.formula.variables + 1)))

    for name, run in (("liar", liar), ("broken", broken), ("wrong", wrong)):
        monkeypatch.setitem(SOLVERS, name, SolverDescription(name, "made up", {}, False, run))
    plan = Plan(FIRST, (Strategy("liar"), Strategy("broken"), Strategy("wrong"), CDCL), 5.0)
    async with race_on(folder / "queens.cnf", plan=plan) as (pilot, screen):
        await finish(pilot, screen)
        lanes = {lane.name: lane for lane in screen.query_one(RaceTable).items}
        assert {name: lane.time for name, lane in lanes.items() if not lane.time[0].isdigit()} == {
            "liar": "WRONG",
            "broken": "failed",
            "wrong": "WRONG",
        }
        assert lanes["broken"].detail == "failed: RuntimeError: out of [bold]luck\\x1b[31m"
        assert lanes["cdcl:vsids"].rate.endswith("%")
        await until_shown(pilot, "WRONG: queens.cnf: liar says unsatisfiable, but dpll:first found a model")


@pytest.mark.long
async def test_the_race_is_written_to_the_given_file(folder: Path, tmp_path: Path) -> None:
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        await finish(pilot, screen)
        for downs, name in enumerate(("race.csv", "race.md", "race.svg")):
            path = tmp_path / name
            await pilot.press("e", *["down"] * downs, "enter")
            prompt = await until_screen(pilot, Prompt)
            assert prompt.query_one(Input).value.endswith(name)
            prompt.query_one(Input).value = str(path)
            await pilot.press("enter")
            await until(pilot, path.exists)
        with (tmp_path / "race.csv").open(newline="") as file:
            assert [row["solver"] for row in csv.DictReader(file)] == ["dpll", "dpll", "cdcl"]
        assert "| dpll:moms | satisfiable |" in (tmp_path / "race.md").read_text()
        assert "</svg>" in (tmp_path / "race.svg").read_text()
        before = (tmp_path / "race.csv").read_bytes()
        await pilot.press("e", "enter")
        (await until_screen(pilot, Prompt)).query_one(Input).value = str(tmp_path / "race.csv")
        await pilot.press("enter")
        await until_screen(pilot, Confirm)
        await pilot.press("n", "escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert (tmp_path / "race.csv").read_bytes() == before


@pytest.mark.slow
async def test_a_file_of_puzzles_races_puzzle_by_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" * 2)
    async with race_on(path) as (pilot, screen):
        await finish(pilot, screen)
        assert [done.instance for done in screen.state.progress.done] == [f"{path}#1", f"{path}#2"]
        await until_shown(pilot, "all 2 formulas together")


async def test_a_click_only_marks(folder: Path) -> None:
    async with race_on(folder) as (pilot, _):
        await pilot.press("f")
        marks = (await until_screen(pilot, Marking)).query_one(MarkList)
        for expected in ({0, 1, 2}, {0, 1}, {0, 1, 2}):  # the first click only goes there
            await pilot.click(MarkList, offset=(3, 2))
            await until(pilot, lambda expected=expected: marks.marks == expected and marks.cursor == 2)
        assert isinstance(pilot.app.screen, Marking)


@pytest.mark.long
async def test_leaving_ends_the_race(folder: Path, endless: Strategy, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    real = strategy.solve

    def watched(*arguments: Any, **options: Any) -> Result:
        try:
            return real(*arguments, **options)
        finally:
            ended.set()

    monkeypatch.setattr(strategy, "solve", watched)
    async with race_on(folder / "queens.cnf", plan=Plan(endless, (), None)) as (pilot, screen):
        await pilot.press("enter")
        await until(pilot, lambda: screen.state.progress.stage)
        assert not ended.is_set()
    assert ended.wait(5)


async def test_the_browser_and_a_message_lead_to_it(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "pigeons.cnf")
        await pilot.press("down", "down", "Q")
        screen = await until_screen(pilot, RaceScreen)
        await until(pilot, lambda: isinstance(screen.state.phase, Ready))
        assert [path.name for path in screen.state.files] == ["pigeons.cnf"]
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not screen)
        app.post_message(RaceFiles((folder,)))
        screen = await until_screen(pilot, RaceScreen)
        await until(pilot, lambda: len(screen.state.files) == 3)


async def test_a_folder_without_formulas_is_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    async with race_on(tmp_path / "empty") as (pilot, screen):
        await until_shown(pilot, "there is no CNF file here")
        assert "next file" not in screen_text(pilot.app)
        await pilot.press("enter", "f", "e", "x")
        assert pilot.app.screen is screen
        assert not isinstance(pilot.app.screen, Choice)


async def test_a_race_without_a_readable_formula_does_not_end_well(tmp_path: Path) -> None:
    (tmp_path / "broken.cnf").write_text("p cnf 1 1\n1 z 0\n")
    async with race_on(tmp_path / "broken.cnf") as (pilot, _screen):
        await pilot.press("enter")
        await until_shown(pilot, "no formula can be read", "'z' is not a number")


@unix
async def test_an_executable_races_too(folder: Path) -> None:
    solver = folder.parent / "always-no"
    solver.write_text("#!/bin/sh\ncat > formula\necho s UNSATISFIABLE\n")
    solver.chmod(0o755)
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        await pilot.press("plus")
        (await until_screen(pilot, Prompt)).query_one(Input).value = f"{folder}/nothing"
        await pilot.press("enter")
        await until(pilot, lambda: any("no such program" in note.message for note in pilot.app._notifications))
        await pilot.press("plus")
        (await until_screen(pilot, Prompt)).query_one(Input).value = f"{solver} <"
        await pilot.press("enter")
        await until_shown(pilot, "always-no", "4 runs")
        await finish(pilot, screen)
        await until_shown(pilot, "always-no says unsatisfiable, but dpll:first found a model", "WRONG")
        await pilot.press("s")
        names = (await until_screen(pilot, Marking)).query_one(MarkList)
        assert len(names) == len(job.CHOICES) + 1


@unix
async def test_a_missing_sandbox_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "confinement", lambda: list(confinements())[-1])
    async with race_on(folder / "queens.cnf") as (pilot, screen):
        await pilot.press("plus")
        (await until_screen(pilot, Prompt)).query_one(Input).value = "true {cnf}"
        await pilot.press("enter")
        await until(pilot, lambda: any("no full sandbox" in note.message for note in pilot.app._notifications))
        assert len(screen.state.programs) == 1


async def test_guests_start_no_programs(folder: Path, tmp_path: Path) -> None:
    async with race_on(folder, bounds=GuestLimits(folder, tmp_path)) as (pilot, screen):
        await pilot.press("p")
        await pilot.pause()
        assert pilot.app.screen is screen


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["small", "large"])
def test_a_race_looks_right(
    size: tuple[int, int], folder: Path, monkeypatch: pytest.MonkeyPatch, snap_compare: Any
) -> None:
    """With times that are always the same."""
    real = strategy.solve
    took = iter((0.004, 0.0013, 0.00025))

    def timed(*arguments: Any, **options: Any) -> Result:
        from dataclasses import replace

        return replace(real(*arguments, **options), seconds=next(took))

    monkeypatch.setattr(strategy, "solve", timed)
    monkeypatch.setattr(kernels, "state", lambda: kernels.KernelState(True, ""))

    async def bring_up(pilot: Pilot[None]) -> None:
        screen = RaceScreen((folder / "queens.cnf",), PLAN)
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: isinstance(screen.state.phase, Ready))
        await finish(pilot, screen)
        await pilot.pause()
        assert "queens.cnf" in screen_text(pilot.app)

    assert snap_compare(SatSudoku(Options(path=folder)), terminal_size=size, run_before=bring_up)
