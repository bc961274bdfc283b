"""What every screen does: it waits in a terminal that is too small, helps, and takes the mouse for its keys."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from screens import shown, until, until_screen, until_shown
from textual.events import MouseScrollDown
from textual.pilot import Pilot

from engine.sat.formula.families import make
from engine.sat.solvers.solve import solve as solve_formula
from engine.sat.trace.trace import Recorder
from engine.sudoku.formats import write
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base import requests as messages
from tui.base.board import Board
from tui.base.key_bar import KeyBar
from tui.base.page import Page
from tui.base.rows import Rows
from tui.features.browse.screen import BrowserScreen
from tui.features.edit.screen import EditorScreen
from tui.features.games.screen import GamesScreen
from tui.features.history.screen import HistoryScreen
from tui.features.inspect.screen import InspectorScreen
from tui.features.new_game.screen import NewGameScreen
from tui.features.play.screen import BoardScreen
from tui.features.race.screen import RaceScreen
from tui.features.replay.screen import ReplayScreen
from tui.features.share.screen import ShareScreen
from tui.features.solve.screen import SolveScreen
from tui.features.statistics.screen import StatisticsScreen
from tui.features.watch.screen import WatchScreen
from tui.terminal.options import Options

Open = Callable[[Pilot[None], Path], Awaitable[Page]]
SOLUTION = random_solution(double(), 1)
PUZZLE = Puzzle(double(), tuple(digit if cell > 1 else 0 for cell, digit in enumerate(SOLUTION)))
CNF = "p cnf 60 60\n" + "".join(f"{number} 0\n" for number in range(1, 61))


async def browser(pilot: Pilot[None], _: Path) -> Page:
    await until_shown(pilot, "a.cnf")
    return await until_screen(pilot, BrowserScreen)


async def inspector(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.InspectFile(folder / "a.cnf"))
    await until_shown(pilot, "60 variables")
    return await until_screen(pilot, InspectorScreen)


async def solve(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.SolveFile(folder / "a.cnf"))
    return await until_screen(pilot, SolveScreen)


async def machine(pilot: Pilot[None], _: Path) -> Page:
    recorder, formula = Recorder(1 << 20), make("php", ["4", "3"])
    trace = recorder.trace(formula, solve_formula(formula, "dpll", trace=recorder))
    pilot.app.post_message(messages.StepThrough("pigeons", trace))
    return await until_screen(pilot, ReplayScreen)


async def board(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.PlayPuzzle(PUZZLE))
    return await until_screen(pilot, BoardScreen)


async def history(pilot: Pilot[None], folder: Path) -> Page:
    await board(pilot, folder)
    await pilot.press("v")
    return await until_screen(pilot, HistoryScreen)


async def watch(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.WatchPuzzle(PUZZLE))
    return await until_screen(pilot, WatchScreen)


async def new_game(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.NewGame())
    return await until_screen(pilot, NewGameScreen)


async def race(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.RaceFiles((folder / "a.cnf",)))
    return await until_screen(pilot, RaceScreen)


async def games(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.ResumeGame())
    return await until_screen(pilot, GamesScreen)


async def editor(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.SetPuzzle(PUZZLE))
    return await until_screen(pilot, EditorScreen)


async def share(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.SharePuzzle(PUZZLE, PUZZLE.givens))
    return await until_screen(pilot, ShareScreen)


async def statistics(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.ShowStatistics())
    return await until_screen(pilot, StatisticsScreen)


OFTEN: list[Open] = [browser, board, inspector, machine]
SELDOM: list[Open] = [solve, history, watch, new_game, race]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A formula, a puzzle, and enough other names to scroll."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    (shelf / "a.cnf").write_text(CNF)
    (shelf / "puzzle.txt").write_text(write(PUZZLE))
    return shelf


@pytest.mark.parametrize(
    "open_screen",
    [*OFTEN, *(pytest.param(one, marks=pytest.mark.slow) for one in SELDOM)],
    ids=lambda one: one.__name__,
)
async def test_too_small_is_told_and_then_all_is_back_and_takes_the_mouse(folder: Path, open_screen: Open) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_screen(pilot, folder)
        await pilot.pause()
        for size in ((79, 24), (80, 23), (20, 5)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: screen.has_class("-too-small"))
        said = " ".join(shown(app).split())
        assert "80 columns and 24 rows" in said
        assert "^q quits" in said
        await pilot.resize_terminal(80, 24)
        await until_shown(pilot, "? help")
        assert not screen.has_class("-too-small")
        assert app.screen is screen
        await pilot.click(KeyBar, offset=(shown(app).splitlines()[-1].index("? help") + 3, 0))
        await until_shown(pilot, "esc: close")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)


@pytest.mark.slow
@pytest.mark.parametrize("open_screen", [*OFTEN, *SELDOM], ids=lambda one: one.__name__)
async def test_no_screen_fails_however_small_it_is(folder: Path, open_screen: Open) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_screen(pilot, folder)
        for size in ((1, 1), (80, 1), (1, 24), (300, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: screen.has_class("-too-small") == (size != (80, 24)))


async def test_a_click_beside_the_keys_does_nothing(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await browser(pilot, folder)
        await pilot.click(KeyBar, offset=(0, 0))
        await pilot.pause()
        assert app.screen is screen


async def test_a_click_on_a_cell_goes_there(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen: Any = await board(pilot, folder)
        await until_shown(pilot, "? help")
        await pilot.click(Board, offset=(6, 2))
        await until(pilot, lambda: screen.cursor == double().index[1, 1])


async def test_the_wheel_scrolls_a_list(folder: Path) -> None:
    for number in range(60):
        (folder / f"more-{number:02}.txt").write_text("")
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen: Any = await browser(pilot, folder)
        rows = screen.query_one(Rows)
        before = rows.cursor
        rows.post_message(MouseScrollDown(rows, 5, 5, 0, 1, 0, False, False, False))
        await until(pilot, lambda: rows.cursor > before)


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_the_help_lists_every_key(folder: Path, ascii_only: bool) -> None:
    app = SatSudoku(Options(path=folder, ascii=ascii_only))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(pilot, folder)
        await until_shown(pilot, "? help")
        await pilot.press("question_mark")
        await until_shown(pilot, "esc: close")
        seen = set()
        for _ in range(12):
            seen |= {" ".join(line.split()) for line in shown(app).splitlines()}
            assert not ascii_only or shown(app).isascii()
            await pilot.press("down")
        text = "\n".join(seen)
        for binding in screen.own_bindings():
            if binding.description:
                assert str(binding.key_display) in text
        assert "quit" in text
