"""The query screen: running queries, rows as they arrive, parameters, stopping, checking, names."""

from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.queries.query import QueryResult
from engine.sat.queries.registry import QUERIES
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.formats import parse
from tui.app import SatSudoku
from tui.base.dialogs import Notice, Prompt
from tui.base.requests import AskAbout, SolveFile
from tui.features.questions import words
from tui.features.questions.screen import AnswerRows, QuestionsScreen
from tui.features.solve.screen import SolveScreen
from tui.terminal.options import Options

SMALL = Formula.of([[1, -2], [2, 3], [-1, 3]], 3, ["varname 1 x_{1}"])


async def opened(
    app: SatSudoku, pilot: Pilot[None], formula: Formula, sudoku: SudokuFormula | None = None
) -> QuestionsScreen:
    app.screen.post_message(AskAbout("a formula", formula, sudoku))
    await until_screen(pilot, QuestionsScreen)
    assert isinstance(app.screen, QuestionsScreen)
    return app.screen


async def mark(pilot: Pilot[None], name: str) -> None:
    await pilot.press("home", *["down"] * list(QUERIES).index(name))


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a parameter of the selected query."""
    await pilot.press("s")
    await until_screen(pilot, Prompt)
    await pilot.press(*text, "enter")
    await until_screen(pilot, QuestionsScreen)


async def until_message(pilot: Pilot[None], text: str) -> None:
    """Wait until a message says this."""
    await until(pilot, lambda: any(text in note.message for note in pilot.app._notifications))


@pytest.mark.parametrize("name", QUERIES)
async def test_each_question_is_asked_and_checked(app: SatSudoku, name: str):
    async with app.run_test() as pilot:
        screen = await opened(app, pilot, SMALL)
        await mark(pilot, name)
        await pilot.press("enter")
        await until(pilot, lambda: screen._query_state is not None and screen._query_state.answer is not None)
        assert words.sentence(screen._query_state.answer) in screen_text(app)
        await pilot.press("v")
        await until_shown(pilot, str(words.VERIFIED))


async def test_rows_and_names(app: SatSudoku):
    async with app.run_test() as pilot:
        screen = await opened(app, pilot, SMALL)
        await mark(pilot, "models")
        await pilot.press("enter")
        await until_shown(pilot, "model 3:")
        assert "x_{1}" not in screen_text(app)
        await pilot.press("m")
        await until_shown(pilot, "x_{1}")
        await pilot.press("tab")
        assert isinstance(screen.focused, AnswerRows)


async def test_values_are_typed(app: SatSudoku):
    async with app.run_test() as pilot:
        await opened(app, pilot, SMALL)
        await mark(pilot, "backbone")
        await typed(pilot, "nonsense")
        await until_message(pilot, "'nonsense' is not a literal")
        await typed(pilot, "1")
        await until_shown(pilot, "assume: 1")
        await pilot.press("enter")
        await until_shown(pilot, "the backbone has 2 literals")


async def test_the_steps_of_a_core(app: SatSudoku):
    """A parameter without a value is switched; enter shows a row that is longer than the screen."""
    async with app.run_test() as pilot:
        await opened(app, pilot, make("php", ["4", "3"]))
        await mark(pilot, "core")
        assert "steps: default" in screen_text(app)
        await pilot.press("s")
        await until_shown(pilot, "steps: yes")
        await pilot.press("s")
        await until_shown(pilot, "steps: default")
        await pilot.press("s", "enter")
        await until_shown(pilot, "checks it independently")
        await pilot.press("tab", "end")
        await pilot.pause()
        assert "the empty clause, from clause" in screen_text(app)
        await pilot.press("enter")
        await until_screen(pilot, Notice)


async def test_the_literals_of_a_puzzle_are_named_by_cells(app: SatSudoku):
    async with app.run_test() as pilot:
        sudoku = encode(parse(b"1...\n..3.\n....\n....\n")[0])
        await opened(app, pilot, sudoku.formula, sudoku)
        await mark(pilot, "models")
        await pilot.press("enter")
        await until_shown(pilot, "model 1:")
        await pilot.press("m")
        await until_shown(pilot, "r1c1 = 1")


async def test_mismatches_with_the_formula_are_reported(app: SatSudoku):
    async with app.run_test() as pilot:
        await opened(app, pilot, SMALL)
        await mark(pilot, "backbone")
        await typed(pilot, "9")
        await until_shown(pilot, "assume: 9")
        await pilot.press("enter")
        await until_message(pilot, "9 is not a literal of this formula")


@pytest.mark.long
async def test_it_stops_and_reports_known_results(app: SatSudoku):
    async with app.run_test() as pilot:
        screen = await opened(app, pilot, make("php", ["14", "13"]))
        await mark(pilot, "core")
        await pilot.press("enter")
        await until(pilot, lambda: screen._asking)
        await pilot.press("x")
        await until_shown(pilot, "incomplete: cancelled")


async def test_a_wrong_answer_is_reported(app: SatSudoku, monkeypatch: pytest.MonkeyPatch):
    async with app.run_test() as pilot:
        screen = await opened(app, pilot, SMALL)
        await mark(pilot, "count")
        await pilot.press("enter")
        await until(pilot, lambda: screen._query_state is not None and screen._query_state.answer is not None)
        wrong = QueryResult(screen._query_state.answer.status, "7 models", facts={"models": 7})
        screen._change(answer=wrong)
        await pilot.press("v")
        await until_shown(pilot, "WRONG ANSWER: 3 models were found one by one")


async def test_the_solve_screen_leads_there(tmp_path: Path):
    path = tmp_path / "small.cnf"
    path.write_bytes(dimacs.dumps(SMALL))
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        app.screen.post_message(SolveFile(path))
        await until_screen(pilot, SolveScreen)
        await until(pilot, lambda: app.screen.state.instance is not None)
        await pilot.press("a")
        await until_screen(pilot, QuestionsScreen)
        assert "small.cnf › solve › questions" in screen_text(app)
