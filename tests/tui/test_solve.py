"""The solve screen: reading, searching, stopping, the verdict, the check of the model, and the file it is kept in."""

import asyncio
import threading
from array import array
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from engine import kernels
from engine.sat import dimacs
from engine.sat.families import make
from engine.sat.formula import Formula
from engine.sat.result import Result, Status, res
from engine.sat.solvers import SOLVERS
from engine.sat.strategy import Strategy
from engine.sudoku.layout import House, double, from_grids
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.search import random_solution
from tui import solving
from tui.app import SatSudoku
from tui.dialogs import Confirm
from tui.screens.solve import SolveScreen, State
from tui.terminal import Options
from tui.widgets.model_view import ModelView
from tui.widgets.run_table import RunTable
from tui.widgets.search_board import SearchBoard
from tui.widgets.solver_chooser import SolverChooser

OWN = [name for name, solver in SOLVERS.items() if not solver.library]


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
    """Far beyond what a search without learning decides in a test's time."""
    return write(tmp_path / "hard.cnf", make("php", ["14", "13"]))


def puzzle(empty: int = 12) -> Puzzle:
    digits = random_solution(double(), 5)
    return Puzzle(double(), tuple(0 if cell % 153 < empty else digit for cell, digit in enumerate(digits)), "a/b c")


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for something to become so."""
    for _ in range(500):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("waited in vain")


@asynccontextmanager
async def solving_screen(subject: Path | Puzzle, folder: Path) -> AsyncIterator[tuple[Pilot[None], SolveScreen]]:
    """The app with the solve screen on a formula or a puzzle, ready to start."""
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = SolveScreen(subject)
        await app.push_screen(screen)
        await until(pilot, lambda: screen.state is not State.PREPARING)
        yield pilot, screen


async def search(pilot: Pilot[None], screen: SolveScreen, strategy: Strategy | None = None) -> str:
    """Run a search to its end; returns the verdict."""
    if strategy:
        screen.strategy = strategy
    await pilot.press("enter")
    await until(pilot, lambda: screen.state is not State.SEARCHING)
    return said(screen)


async def begin(screen: SolveScreen) -> None:
    """Start a search and wait until it tells of itself. (A key would wait in vain for an idle processor.)"""
    screen.strategy = Strategy("dpll", "first")
    screen.action_start()
    for _ in range(500):
        if screen.moment:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the search told nothing")


def said(screen: SolveScreen) -> str:
    return str(screen.query_one("#verdict", Static).content)


def runs(screen: SolveScreen) -> list[str]:
    return str(screen.query_one(RunTable).content).splitlines()[1:]


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
        model = [literal for line in model_lines(screen) for literal in line]
        assert model[:10] == model_lines(screen)[0]
        assert [abs(literal) for literal in model] == list(range(1, len(model) + 1))
    async with solving_screen(unsatisfiable, tmp_path) as (pilot, screen):
        verdict = await search(pilot, screen, strategy)
        assert verdict.startswith("UNSATISFIABLE")
        assert "no proof has been checked" in verdict


async def test_a_long_model_scrolls_to_its_end(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        for variables, per_line in ((99_999, 10), (100_000, 5)):
            screen.query_one(ModelView).show(array("i", range(1, variables + 1)))
            await pilot.pause()
            assert model_lines(screen)[0] == list(range(1, per_line + 1))
            await pilot.press("end")
            assert model_lines(screen)[-1][-1] == variables


@pytest.mark.parametrize("key", ["x", "escape"])
async def test_a_search_can_be_stopped(key: str, hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        await begin(screen)
        await pilot.press(key)
        await until(pilot, lambda: screen.state is State.DONE)
        assert said(screen).startswith("UNKNOWN")
        assert "stopped" in said(screen)
        assert pilot.app.screen is screen
        assert runs(screen)[0].split()[:3] == ["dpll", "first", "unknown"]


async def test_escape_twice_leaves_and_the_search_ends(hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        await begin(screen)
        await pilot.press("escape", "escape")
        assert pilot.app.screen is not screen
        await asyncio.wait_for(pilot.app.workers.wait_for_complete(), 5)


async def test_quitting_ends_the_search(hard: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    real = solving.solve

    def watched(*arguments: Any, **options: Any) -> Result:
        try:
            return real(*arguments, **options)
        finally:
            ended.set()

    monkeypatch.setattr(solving, "solve", watched)
    async with solving_screen(hard, tmp_path) as (_, screen):
        await begin(screen)
        assert not ended.is_set()
    assert ended.wait(5)


async def test_the_time_limit_ends_a_search(hard: Path, tmp_path: Path) -> None:
    async with solving_screen(hard, tmp_path) as (pilot, screen):
        screen.strategy = Strategy("dpll", "first")
        await pilot.press("t", *"0.1", "enter")
        assert (await search(pilot, screen)).startswith("UNKNOWN")
        assert "0.1 s" in said(screen)
        assert runs(screen)[0].split()[3].startswith(">")


async def test_a_nonsense_time_limit_changes_nothing(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await pilot.press("t", "3", "enter")
        await pilot.press("t", "backspace", *"soon", "enter")
        assert screen.limit == 3
        await pilot.press("t", "backspace", "enter")
        assert screen.limit is None


async def test_export_writes_the_result_and_asks_before_writing_over(satisfiable: Path, tmp_path: Path) -> None:
    file = satisfiable.with_suffix(".res")
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("e")
        await until(pilot, file.exists)
        await pilot.app.workers.wait_for_complete()
        written = file.read_text()
        assert written.startswith("s 1\nv ")
        assert screen.outcome is not None
        assert written == res(screen.outcome.result)

        file.write_text("mine")
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await pilot.press("n")
        await pilot.app.workers.wait_for_complete()
        assert file.read_text() == "mine"
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await pilot.press("y")
        await until(pilot, lambda: file.read_text() == written)


async def test_a_failing_export_is_told(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        assert screen.outcome is not None
        place = tmp_path / "nowhere" / "x.res"
        screen.outcomes[-1] = replace(screen.outcome, instance=replace(screen.outcome.instance, result_path=place))
        await pilot.press("e")
        await until(pilot, lambda: any("nowhere" in note.message for note in pilot.app._notifications))
        assert pilot.app.screen is screen


async def test_a_bad_file_tells_its_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.cnf"
    bad.write_text("p cnf 2 2\n1 2 0\n1 x 0\n")
    async with solving_screen(bad, tmp_path) as (pilot, screen):
        assert screen.state is State.BROKEN
        assert "bad.cnf:3" in said(screen)
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
            patch.setattr(solving, "solve", broken)
            assert "RuntimeError: out of [bold]luck\\x1b[31m" in await search(pilot, screen)
        assert (await search(pilot, screen, Strategy("dpll", "first"))).startswith("SATISFIABLE")


async def test_a_wrong_model_is_told_loudly(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def liar(formula: Formula, *_: Any, **__: Any) -> Result:
        return Result(Status.SATISFIABLE, "liar", model=array("i", range(1, formula.variables + 1)))

    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        monkeypatch.setattr(solving, "solve", liar)
        verdict = await search(pilot, screen)
        assert verdict.startswith("WRONG MODEL")
        assert "does not hold" in verdict
        await pilot.press("v")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert said(screen).startswith("WRONG MODEL")


async def test_a_model_can_be_verified_again(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("v")
        await until(pilot, lambda: "verified again in" in said(screen))


async def test_another_strategy_keeps_the_earlier_runs(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        await search(pilot, screen, Strategy("dpll", "first"))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SolverChooser))
        await pilot.press("right", "home", "down", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        second = SOLVERS["dpll"].branchings[1]
        assert screen.strategy == Strategy("dpll", second)
        assert screen.state is State.READY
        await search(pilot, screen)
        assert [line.split()[:2] for line in runs(screen)] == [["dpll", second], ["dpll", "first"]]


async def test_escape_leaves_the_choice_as_it_was(satisfiable: Path, tmp_path: Path) -> None:
    async with solving_screen(satisfiable, tmp_path) as (pilot, screen):
        before = screen.strategy
        await pilot.press("s", "down", "down", "right", "down", "escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert screen.strategy == before


async def test_a_puzzle_is_solved_on_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    subject = puzzle()
    async with solving_screen(subject, tmp_path) as (pilot, screen):
        for form in ("shared", "course"):
            assert screen.form == form
            assert (await search(pilot, screen, Strategy("dpll", "first"))).startswith("SATISFIABLE")
            assert screen.outcome is not None
            assert screen.outcome.digits is not None
            assert is_solution(subject, screen.outcome.digits)
            assert board_digits(screen.query_one(SearchBoard)) == screen.outcome.digits
            assert len(runs(screen)) == 1
            await pilot.press("f")
            await until(pilot, lambda: screen.state is State.READY)
        assert board_digits(screen.query_one(SearchBoard)) == subject.givens
        await search(pilot, screen)
        await pilot.press("e")
        await until(pilot, (tmp_path / "a-b-c.res").exists)


async def test_a_form_that_does_not_fit_the_layout_leaves_the_other_one(tmp_path: Path) -> None:
    layout = double()
    crossed = replace(layout, houses=(*layout.houses, House("diagonal", "diagonal", tuple(range(0, 81, 10)))))
    subject = replace(puzzle(), layout=crossed)
    async with solving_screen(subject, tmp_path) as (pilot, screen):
        await pilot.press("f")
        await until(pilot, lambda: screen.state is State.READY)
        assert "outside its grids" in said(screen)
        assert screen.form == "shared"
        await search(pilot, screen)
        assert screen.outcome is not None


async def test_a_board_larger_than_the_terminal_is_cut(tmp_path: Path) -> None:
    samurai = from_grids("samurai", "samurai sudoku", 3, 3, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)])
    async with solving_screen(Puzzle(samurai, (0,) * len(samurai.cells)), tmp_path) as (pilot, screen):
        assert (await search(pilot, screen, Strategy("auto"))).startswith("SATISFIABLE")
        assert pilot.app.screen is screen


async def test_the_board_fits_the_terminal(tmp_path: Path) -> None:
    async with solving_screen(puzzle(), tmp_path) as (pilot, screen):
        narrow = screen.query_one(SearchBoard).picture.width
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: screen.query_one(SearchBoard).picture.width > narrow)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.query_one(SearchBoard).picture.width == narrow)
        board = screen.query_one(SearchBoard)
        assert board.region.right == 80
        assert board.region.bottom <= 23


def board_digits(board: SearchBoard) -> tuple[int, ...]:
    """What the board shows, read off its picture."""
    from tui.widgets.frame import frame

    lines = frame(board.puzzle.layout, board.app.glyphs.box, board.cell_width)  # type: ignore[attr-defined]
    picture = board.picture
    signs = [picture.chars[lines.ys[r] * picture.width + lines.xs[c] + 1] for r, c in board.puzzle.layout.cells]
    return tuple(int(sign) if sign.isdigit() else 0 for sign in signs)


async def test_kernels_that_are_not_compiled_are_told(
    satisfiable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in (kernels.KernelState(True, ""), kernels.KernelState(False, "no C compiler")):
        monkeypatch.setattr(kernels, "state", lambda state=state: state)
        async with solving_screen(satisfiable, tmp_path) as (pilot, _):
            text = "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
            assert ("not compiled: slower" in text) != state.compiled


@pytest.fixture
def one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search takes the same time on compiled kernels, so that pictures of the screen are equal."""
    monkeypatch.setattr(kernels, "state", lambda: kernels.KernelState(True, ""))
    real = solving.solve

    def timed(*arguments: Any, **options: Any) -> Result:
        return replace(real(*arguments, **options), seconds=0.0123)

    monkeypatch.setattr(solving, "solve", timed)


def opened(subject: Path | Puzzle, searches: tuple[str, ...]) -> Callable[[Pilot[None]], Any]:
    """What brings the screen up for a picture: opened on the subject, and searched with these branchings of `dpll`."""

    async def bring_up(pilot: Pilot[None]) -> None:
        screen = SolveScreen(subject)
        screen.strategy = Strategy("dpll", "shortest-most-frequent")
        await pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.state is State.READY)
        for branching in searches:
            await search(pilot, screen, Strategy("dpll", branching))
        await pilot.pause()

    return bring_up


SEARCHES = [(), ("first", "shortest-most-frequent")]


@pytest.mark.parametrize("searches", SEARCHES, ids=["ready", "finished"])
def test_a_formula_looks_right(
    searches: tuple[str, ...], satisfiable: Path, tmp_path: Path, one_time: None, snap_compare: Any
) -> None:
    app = SatSudoku(Options(path=tmp_path))
    assert snap_compare(app, terminal_size=(80, 24), run_before=opened(satisfiable, searches))


@pytest.mark.parametrize("searches", SEARCHES, ids=["ready", "finished"])
def test_a_puzzle_looks_right(
    searches: tuple[str, ...], tmp_path: Path, one_time: None, snap_compare: Any
) -> None:
    app = SatSudoku(Options(path=tmp_path))
    assert snap_compare(app, terminal_size=(80, 24), run_before=opened(puzzle(60), searches))
