"""The panes next to the inspector's list: the file, the board, the statistics; and clauses under an assignment."""

import gzip
import threading
from array import array
from pathlib import Path
from typing import Any

import pytest
from screens import screen_text, until, until_shown
from textual.pilot import Pilot
from textual.widgets import Input

import tui.app
from engine.base.language import VARIABLE
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat import recognition
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import generate
from tui.app import SatSudoku
from tui.base import requests as messages
from tui.base.dialogs import Prompt
from tui.features.inspect.board_pane import BoardPane
from tui.features.inspect.clause_list import ClauseList, ClauseView
from tui.features.inspect.file_pane import FilePane
from tui.features.inspect.screen import InspectorScreen
from tui.terminal.options import Options

LARGE, SMALL = (160, 50), (80, 24)


class Stage(SatSudoku):
    CSS_PATH = Path(tui.app.__file__).with_name("app.tcss")


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(Options(path=tmp_path))


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Clauses over several lines and several on a line, compressed."""
    path = tmp_path / "odd.cnf.gz"
    path.write_bytes(gzip.compress(b"c a comment\np cnf 4 9\n1 2 0 -1\nc inside\n 3 0 4 0\n-4 -3\n"))
    return path


@pytest.fixture
def sudoku(tmp_path: Path) -> Path:
    """A small sudoku, encoded."""
    path = tmp_path / "formulas" / "small.cnf"
    path.parent.mkdir()
    made = generate(LAYOUTS["4x4"](), 8, seed=1)
    path.write_bytes(dimacs.dumps(encode(made.puzzle).formula))
    return path


async def opened(pilot: Pilot[None], path: Path) -> InspectorScreen:
    pilot.app.post_message(messages.InspectFile(path))
    await until(pilot, lambda: isinstance(pilot.app.screen, InspectorScreen))
    await until_shown(pilot, path.name, "len  literals")
    screen = pilot.app.screen
    assert isinstance(screen, InspectorScreen)
    return screen


async def entered(pilot: Pilot[None], key: str, text: str) -> None:
    """Type into the line that a key opens, all at once."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, Prompt))
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")


async def test_the_file_follows_the_clauses_and_back(stage: Stage, odd: Path) -> None:
    async with stage.run_test(size=SMALL) as pilot:
        screen = await opened(pilot, odd)
        await pilot.press("f", "down")
        await until_shown(pilot, ">   3  1 2 0 -1", ">   5   3 0 4 0", "    2  p cnf 4 9")
        span = screen.query_one(FilePane).span
        assert span is not None
        assert (span.start, span.end) == (6, 4)
        await pilot.press("end")
        await until_shown(pilot, ">   6  -4 -3")
        await pilot.press("tab", "up", "up", "enter")  # the line of the comment leads to the clause around it
        await until_shown(pilot, ">   5   3 0 4 0", "clause 2 ")
        await pilot.press("tab")
        await entered(pilot, "g", "99")
        await until_shown(pilot, "there are lines 1 to 6")
        await entered(pilot, "g", "1")
        await until_shown(pilot, "1 of 6")
        await pilot.press("escape", "f")
        await until(pilot, lambda: "p cnf" not in screen_text(stage))


async def test_a_changed_file_is_reported(stage: Stage, odd: Path) -> None:
    async with stage.run_test(size=SMALL) as pilot:
        await opened(pilot, odd)
        odd.write_bytes(b"1 0\n")
        await pilot.press("f")
        await until_shown(pilot, "the file has changed since it was read")
        await pilot.press("escape", "down", "f", "f")
        odd.unlink()
        await pilot.press("down", "f", "f")


@pytest.mark.parametrize(("language", "number"), [("en", "1,234"), ("de", "1.234"), ("zh_CN", "1,234"), ("de", "1234")])
async def test_a_number_is_typed_as_the_screen_shows_numbers(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, number: str
) -> None:
    monkeypatch.setenv(VARIABLE, language)
    path = tmp_path / "long.cnf"
    path.write_text("p cnf 2000 2000\n" + "".join(f"{item} 0\n" for item in range(1, 2001)))
    async with stage.run_test(size=SMALL) as pilot:
        pilot.app.post_message(messages.InspectFile(path))
        await until_shown(pilot, " 1  13 ")
        await entered(pilot, "g", number)
        await until_shown(pilot, " 1  1234 ")


async def test_a_broken_file_can_be_walked(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "broken.cnf"
    path.write_bytes(b"p cnf 9 99\n" + b"1 -2 0\n" * 500 + b"2 x3 0\n" + b"4 5 0\n" * 500)
    async with stage.run_test(size=SMALL) as pilot:
        pilot.app.post_message(messages.InspectFile(path))
        await until_shown(pilot, "! 502  2 x3 0", "line 502: 'x3' is not a number", "502 of 1,002")
        await pilot.press("home")
        await until_shown(pilot, "   1  p cnf 9 99")
        await pilot.press("down", "slash", "g", "enter", "f", "m", "tab", "end")
        await until_shown(pilot, "1002  4 5 0")
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, InspectorScreen))


async def test_long_lines_show_the_clause(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "long.cnf"
    path.write_bytes(b"p cnf 3 20000\n" + b"1 -2 3 0  " * 20_000)
    async with stage.run_test(size=SMALL) as pilot:
        screen = await opened(pilot, path)
        await pilot.press("f", "end")
        file = screen.query_one(FilePane)
        await until(pilot, lambda: file.span and file.span.start > 190_000)
        await until_shown(pilot, "   2  …", "20,000 of 20,000")


@pytest.mark.long
async def test_the_board_and_the_clauses(stage: Stage, sudoku: Path) -> None:
    async with stage.run_test(size=LARGE) as pilot:
        screen = await opened(pilot, sudoku)
        await until_shown(pilot, "8 holes: m shows cells")
        await pilot.press("m")
        await until_shown(pilot, "rules", "r1c1 holds a digit", "length", "variable")
        await pilot.press("down", "right")
        await until_shown(pilot, "not both 1 and 2", "r1c1 ≠ 1, r1c1 ≠ 2", "-2 (r1c1 ≠ 2) occurs")
        await entered(pilot, "slash", "r1c2!=4 len 2")
        await until_shown(pilot, "filter: r1c2!=4  len 2")
        await entered(pilot, "slash", "r9c9")
        await until_shown(pilot, "'r9c9' selects no clauses", "r3c4!=5")
        await pilot.press("b", "down", "right", "enter")
        await until_shown(pilot, "filter: r2c3")
        view = screen.query_one(ClauseList).view
        assert isinstance(view, ClauseView)
        for row in range(len(view)):
            assert {abs(literal) for literal in view.literals(row)} & set(range(25, 29))
        await pilot.press("m", "escape", "escape")
        await until_shown(pilot, "len  literals")


async def test_cells_may_be_asked_for_before_they_are_known(
    stage: Stage, sudoku: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def slow(formula: Formula) -> SudokuFormula | None:
        go_on.wait(10)
        return recognise(formula)

    monkeypatch.setattr(recognition, "recognise", slow)
    async with stage.run_test(size=SMALL) as pilot:
        await opened(pilot, sudoku)
        await pilot.press("m")
        await until_shown(pilot, "looking for a sudoku")
        go_on.set()
        await until_shown(pilot, "r1c1 holds a digit", "8 holes: m shows")
        await pilot.app.workers.wait_for_complete()
        await until_shown(pilot, "r1c1 holds a digit")


async def test_in_a_small_terminal_panes_take_turns(stage: Stage, sudoku: Path) -> None:
    async with stage.run_test(size=SMALL) as pilot:
        screen = await opened(pilot, sudoku)
        await until_shown(pilot, "8 holes: m shows")
        await pilot.press("down", "b")
        await until_shown(pilot, "clause 2", "┌", "enter: clauses with it", "esc: back to the list", "r1c1")
        await pilot.press("right", "right", "right", "right", "up", "left")
        await until_shown(pilot, "r1c3")
        await pilot.press("number_sign")
        await until_shown(pilot, "in one sign only")
        await pilot.press("number_sign")
        await until_shown(pilot, "len  literals")
        await pilot.press("number_sign", "f")
        await until_shown(pilot, "len  literals", ">")
        await pilot.resize_terminal(*LARGE)
        await until_shown(pilot, "in one sign only", "┌", "len  literals", "p cnf")
        await pilot.press("tab", "tab", "escape")
        assert pilot.app.screen is screen


async def test_clauses_under_an_assignment(stage: Stage) -> None:
    formula = Formula.of([[1, 2], [-1, 3], [2, 3, 4], [-1], [5, -2, -1]])
    async with stage.run_test(size=SMALL) as pilot:
        stage.post_message(messages.InspectFormula("a search", formula, array("b", [0, 1, -1, 0, 0, 0])))
        await until_shown(pilot, "a search", "true 2   unit 1   open 1   false 1", "satisfied by 1")
        await pilot.press("down")
        await until_shown(pilot, "unit: 3 must be true")
        for word, number in (("open", 3), ("false", 4), ("true  len 3", 5)):
            await entered(pilot, "slash", word)
            await until_shown(pilot, f"filter: {word}", f"clause {number} ")
        await pilot.press("s", "f", "m")  # there is no file
        await until_shown(pilot, "clause 5 ")


def test_a_formula_under_an_assignment_looks_right(snap_compare: Any, sudoku: Path) -> None:
    formula = dimacs.read(sudoku).formula

    async def open_it(pilot: Pilot[None]) -> None:
        values = array("b", [0, *(1 if variable % 4 == 1 else -(variable % 3 == 0) for variable in range(1, 65))])
        pilot.app.post_message(messages.InspectFormula("a search", formula, values, sudoku))
        await until_shown(pilot, "8 holes: m shows")
        await pilot.press("m", *["down"] * 5, "f")
        await until_shown(pilot, ">", "clause 6 ")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()

    assert snap_compare(Stage(Options(path=sudoku.parent)), terminal_size=(130, 40), run_before=open_it)


async def test_a_click_picks_a_cell(stage: Stage, sudoku: Path) -> None:
    async with stage.run_test(size=LARGE) as pilot:
        screen = await opened(pilot, sudoku)
        await until_shown(pilot, "┌")
        await pilot.click(BoardPane, offset=(6, 1))
        assert screen.query_one(BoardPane).has_focus
        await until_shown(pilot, "r1c2 = 3, given")
        assert screen.query_one(BoardPane)._scene.cursor == 1
        await pilot.press("down")
        await until_shown(pilot, "r2c2")
