"""The paths through the code are those that CONTRIBUTING.md describes, for a file, a digit and a formula."""

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from screens import until, until_screen

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sudoku.formats.writing import write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle, SolveFile
from tui.base.search_phase import Ready
from tui.features.play.screen import BoardScreen
from tui.features.replay.screen import ReplayScreen
from tui.features.solve.job import SearchFinished
from tui.features.solve.screen import SolveScreen
from tui.terminal.options import Options

ROOT = Path(__file__).parents[1]
SOLUTION = random_solution(single(), 1)
PUZZLE = Puzzle(single(), (*[0] * 9, *SOLUTION[9:]))
NOT_HERE = ("tui/terminal/driver.py",)
"""Modules that are not called without a terminal."""


def written(begins: str) -> list[str]:
    """The modules of the flow whose paragraph begins so, in order."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (paragraph,) = re.findall(rf"^- \*\*{begins}\*\*: (.*?)(?=\n- \*\*|\n\n)", text, re.MULTILINE | re.DOTALL)
    steps = re.findall(r"`([\w./]+\.py)`", re.sub(r"\([^)]*\)", "", paragraph))
    return [step for step in map(whole, steps) if not step.startswith(NOT_HERE)]


def whole(step: str) -> str:
    """The path of a module that is named without its beginning."""
    found = [path for path in (step, f"tui/{step}", f"tui/features/{step}") if (ROOT / path).exists()]
    assert len(found) == 1, step
    return found[0]


class Passed:
    """Our modules whose functions are called, in order."""

    def __init__(self) -> None:
        self.modules: list[str] = []

    def begin(self) -> None:
        """Forget the calls so far."""
        self.modules = []


@contextmanager
def passed() -> Iterator[Passed]:
    """Record the calls in the block, on any thread."""
    found = Passed()
    paths = [path for place in ("engine", "tui") for path in ROOT.glob(f"{place}/**/*.py")]
    names = {str(path): path.relative_to(ROOT).as_posix() for path in paths}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not (name := names.get(frame.f_code.co_filename)):
            return
        if found.modules[-1:] != [name]:
            found.modules.append(name)

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(before)
        threading.setprofile(None)  # type: ignore[arg-type]


def assert_in_order(steps: list[str], modules: list[str]) -> None:
    """Each step must come after the one before it."""
    rest = iter(modules)
    missing = next((step for step in steps if step not in rest), None)
    assert missing is None, f"{missing} does not come where it is written: {steps}"


async def test_a_file_to_the_board(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text(write(PUZZLE))
    with passed() as way:
        async with SatSudoku(Options(path=tmp_path)).run_test() as pilot:
            await until(pilot, lambda: len(pilot.app.screen.query("FileList")))
            await pilot.pause()
            way.begin()
            await pilot.press("down", "enter")
            await until_screen(pilot, BoardScreen)
            await pilot.pause()
    assert_in_order(written("A file to the board"), way.modules)


async def test_a_digit_to_the_journal_and_the_screen(app: SatSudoku) -> None:
    with passed() as way:
        async with app.run_test() as pilot:
            app.post_message(PlayPuzzle(PUZZLE))
            screen = await until_screen(pilot, BoardScreen)
            await pilot.pause()
            way.begin()
            await pilot.press(str(SOLUTION[0]))
            await until(pilot, lambda: screen.board.look.values[0])
            await pilot.pause()
    assert_in_order(written("A digit to the journal and the screen"), way.modules)


async def test_a_formula_to_the_replay(tmp_path: Path) -> None:
    path = tmp_path / "pigeons.cnf"
    path.write_bytes(dimacs.dumps(make("php", ["4", "3"])))
    with passed() as way:
        async with SatSudoku(Options(path=tmp_path)).run_test() as pilot:
            pilot.app.post_message(SolveFile(path))
            screen = await until_screen(pilot, SolveScreen)
            await until(pilot, lambda: isinstance(screen.state.phase, Ready))
            way.begin()
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(screen.state.phase, SearchFinished))
            await pilot.press("w")
            await until(pilot, lambda: pilot.app.screen is not screen)
            if not isinstance(pilot.app.screen, ReplayScreen):
                await pilot.press("enter")  # with the default solver
            await until_screen(pilot, ReplayScreen)
            await pilot.pause()
    assert_in_order(written("A formula to the replay"), way.modules)


@pytest.fixture
def app(tmp_path: Path) -> SatSudoku:
    return SatSudoku(Options(path=tmp_path))
