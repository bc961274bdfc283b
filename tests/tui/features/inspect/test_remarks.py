"""The remarks on an encoding: the list, the clauses or the line of each, and the way back."""

from pathlib import Path

import pytest
from screens import until, until_shown

from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.lint import LintReport, RemarkKind
from tui.app import SatSudoku
from tui.base.requests import InspectFile
from tui.features.inspect import words as say
from tui.features.inspect.clause_list import ClauseList
from tui.features.inspect.part_view import PartView, lint_view
from tui.features.inspect.screen import InspectorScreen

SOME = Formula.of(
    [(1, 2, 3), (1, 2, 3, 4), (4, 5), (-4, 5), (4, 5), (9, -9, 3), (-1, -3), (-2, -4)],
    12,
    ["varname 1 red"],
)


def test_every_kind_has_a_heading() -> None:
    assert set(say.LINT) == {kind.value for kind in RemarkKind} - {RemarkKind.PROPAGATION.value}


@pytest.mark.parametrize("clauses", [[[1], [-1]], [[]], [[1, 2], [-1, -2]], [[1, 1], [1, 1], [-1, 2, 1]]])
def test_all_findings_are_rows(clauses: list[list[int]]) -> None:
    report = LintReport.of(Formula.of(clauses, 4))
    view = lint_view(report, None, "enter")
    texts = [view.text(row) for row in range(len(view))]
    assert len(texts) == sum(1 + len(remark.findings) for remark in report.remarks)
    for remark in report.remarks:
        assert remark.sentence in texts or any(f": {remark.count}" in text for text in texts)


def test_a_formula_without_remarks_is_reported() -> None:
    view = lint_view(LintReport.of(Formula.of([[1, 2], [-1, -2]])), None, "enter")
    assert [view.text(row) for row in range(len(view))] == [str(say.NO_REMARKS)]
    assert view.part(0) is None


async def test_entering_a_remark_shows_its_clauses(app: SatSudoku, tmp_path: Path) -> None:
    path = tmp_path / "some.cnf"
    path.write_bytes(dimacs.dumps(SOME))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(InspectFile(path))
        await until(pilot, lambda: isinstance(app.screen, InspectorScreen) and app.screen.inspection)
        rows = app.screen.query_one(ClauseList)
        await pilot.press("exclamation_mark")
        await until_shown(pilot, "remarks on the encoding: enter shows the clauses", "variables in no clause: 6")
        view = rows.notes
        assert isinstance(view, PartView)
        await pilot.press("down", "enter")  # unused variables have no clauses
        assert rows.notes is view
        rows.go(next(row for row in range(len(view)) if "2 by 1" in view.text(row)))
        await pilot.press("enter")
        await until_shown(pilot, "filter: 2 by 1", "2 of 8 clauses")
        await pilot.press("escape")
        await until(pilot, lambda: rows.notes is view)
        await pilot.press("exclamation_mark")
        await until_shown(pilot, "1 of 8")


async def test_a_name_of_two_variables_leads_to_its_line(app: SatSudoku, tmp_path: Path) -> None:
    path = tmp_path / "names.cnf"
    path.write_text("c varname 1 x\nc varname 2 x\np cnf 2 2\n1 2 0\n-1 -2 0\n")
    report = LintReport.of(dimacs.read(path).formula)
    view = lint_view(report, None, "enter")
    row = next((row for row in range(len(view)) if "x (" in view.text(row)), None)
    assert row is not None
    assert view.part(row) is None
    assert view.line(row) == 1
