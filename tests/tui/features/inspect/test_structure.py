"""The parts of a formula: the list, the clauses of each, and the way back."""

import re
from pathlib import Path

import pytest
from screens import screen_text, until, until_shown
from textual.pilot import Pilot

from engine.base.errors import Cancelled
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.structure import Structure
from tui.app import SatSudoku
from tui.base.requests import InspectFile
from tui.features.inspect.clause_list import ClauseList
from tui.features.inspect.part_view import PartView, structure_view
from tui.features.inspect.screen import InspectorScreen
from tui.terminal.options import Options

SOME = Formula.of(
    [
        (1, 2, 3), (1, -2, -3), (-1, 2, -3), (-1, -2, 3), (3, 4), (-3, -4), (-5, -6), (-5, -7), (-6, -7),
        (8, -5, -4), (-8, 5), (-8, 4), (9, 10, 11),
    ],
    11,
    [*(f"varname {v} p_{{{v}}}" for v in (5, 6, 7)), "varname 9 q[0]", "varname 10 q[1]"],
)  # fmt: skip


async def opened(app: SatSudoku, pilot: Pilot[None], path: Path, formula: Formula) -> InspectorScreen:
    path.write_bytes(dimacs.dumps(formula))
    app.post_message(InspectFile(path))
    await until(pilot, lambda: isinstance(app.screen, InspectorScreen) and app.screen.inspection)
    assert isinstance(app.screen, InspectorScreen)
    return app.screen


async def to_part(pilot: Pilot[None], rows: ClauseList, text: str) -> None:
    view = rows.notes
    assert isinstance(view, PartView)
    rows.go(next(row for row in range(len(view)) if text in view.text(row)))
    await until_shown(pilot, text)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("part", "clauses"),
    [
        ("1 + 2 + 3 = 1", ["1 2 3", "1 -2 -3", "-1 2 -3", "-1 -2 3"]),
        ("3 + 4 = 1", ["3 4", "-3 -4"]),
        ("at most 1 of 5 6 7", ["-5 -6", "-5 -7", "-6 -7"]),
        ("8 = 4 and 5", ["8 -5 -4", "-8 5", "-8 4"]),
        ("3 variables: 9 10 11", ["9 10 11"]),
        ("q: 2 variables", ["9 10 11"]),
    ],
)
async def test_entering_a_part_shows_its_clauses(app: SatSudoku, tmp_path: Path, part: str, clauses: list[str]) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, tmp_path / "some.cnf", SOME)
        rows = screen.query_one(ClauseList)
        await pilot.press("x")
        await until_shown(pilot, "equations modulo 2")
        await to_part(pilot, rows, part)
        place = rows.cursor
        await pilot.press("enter")
        await until_shown(pilot, f"filter: {part}", f"{len(clauses)} of 13 clauses")
        lines = [line.strip(" █").split(maxsplit=2)[2] for line in screen_text(app).splitlines()[4 : 4 + len(clauses)]]
        listed = [re.split(" {2,}", line)[0] for line in lines]
        assert listed == clauses
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(rows.view, PartView) and rows.cursor == place)
        await pilot.press("escape")
        await until_shown(pilot, "1 of 13")


TWICE = [(3, -1, -2), (-3, 1), (-3, 2), (-4, -1, -2), (4, 1), (4, 2), (3, 4, 5), (1, 2, 5)]


async def test_equal_gates_are_counted_and_their_clauses_shown(app: SatSudoku, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, tmp_path / "twice.cnf", Formula.of(TWICE))
        await pilot.press("x")
        await until_shown(pilot, "their gates compute the same function: 1", "2 gates, 1 of them equal")
        await to_part(pilot, screen.query_one(ClauseList), "3 = -4")
        await pilot.press("enter")
        await until_shown(pilot, "6 of 8 clauses")


async def test_constraints_of_a_file_have_their_coefficients(app: SatSudoku, tmp_path: Path) -> None:
    path = tmp_path / "sums.opb"
    path.write_text("+2 x1 -3 x2 >= -2 ;\n+1 x2 +1 x3 >= 1 ;\n")
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(InspectFile(path))
        await until(pilot, lambda: isinstance(app.screen, InspectorScreen) and app.screen.inspection)
        await until_shown(pilot, "constraints: 2")
        await to_part(pilot, app.screen.query_one(ClauseList), "1: +2 x1 -3 x2 >= -2  (degree 1)")
        await pilot.press("enter")
        await until_shown(pilot, "filter: 1: +2 x1 -3 x2 >= -2", "1 of 2 clauses")


async def test_headings_one_after_the_other(app: SatSudoku, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(app, pilot, tmp_path / "some.cnf", SOME)
        await pilot.press("x")
        await until_shown(pilot, "equations modulo 2")
        rows, seen = screen.query_one(ClauseList), [0]
        while True:
            await pilot.press("right")
            if rows.cursor == seen[-1]:
                break
            seen.append(rows.cursor)
        assert [rows.notes.part(row) for row in seen] == [None] * 8
        await pilot.press("left")
        assert rows.cursor == seen[-2]


async def test_a_click_on_a_part_shows_its_clauses(app: SatSudoku, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, tmp_path / "some.cnf", SOME)
        await pilot.press("x")
        await until_shown(pilot, "1 + 2 + 3 = 1")
        for _ in range(2):
            await pilot.click(ClauseList, offset=(8, 1))
        await until_shown(pilot, "filter: 1 + 2 + 3 = 1")


@pytest.mark.long
async def test_looking_for_parts_shows_how_far_it_is_and_stops(
    app: SatSudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(formula, cancel, on_progress):
        on_progress(1, 4)
        while not cancel():
            pass
        raise Cancelled

    monkeypatch.setattr(Structure, "of", find)
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, tmp_path / "some.cnf", SOME)
        await pilot.press("x")
        await until_shown(pilot, "looking for parts", "esc stops")
        await pilot.press("escape")
        await until(pilot, lambda: "looking for" not in screen_text(app))
        assert isinstance(app.screen, InspectorScreen)


def test_verdicts_of_unit_propagation_are_reported() -> None:
    view = structure_view(Structure.of(Formula.of([[1], [-1, 2], [-2, 3, 1]])), "enter")
    assert "unit propagation decides everything" in view.text(len(view) - 1)
    assert view.part(len(view) - 1) is None


def test_every_row_of_thousands_has_a_text() -> None:
    formula = make("miter", ["16"])
    view = structure_view(Structure.of(formula), "enter")
    assert len(view) > 2000
    assert view.part(len(view) - 1) is None
    assert all(view.text(row) for row in range(len(view)))


def test_a_formula_with_parts_looks_right(snap_compare, tmp_path: Path) -> None:
    async def show_it(pilot: Pilot[None]) -> None:
        await opened(pilot.app, pilot, tmp_path / "some.cnf", SOME)
        await pilot.press("x")
        await until_shown(pilot, "1 + 2 + 3 = 1")

    assert snap_compare(SatSudoku(Options(path=tmp_path)), terminal_size=(80, 24), run_before=show_it)
