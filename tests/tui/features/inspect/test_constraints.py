"""The linear constraints of an OPB file in the inspector."""

from pathlib import Path

from screens import screen_text, until, until_shown
from textual.pilot import Pilot

from tui.app import SatSudoku
from tui.base.requests import InspectFile
from tui.features.inspect.clause_list import ClauseList
from tui.features.inspect.screen import InspectorScreen
from tui.terminal.options import Options

PROBLEM = "min: +3 x1 ;\n+2 x1 +3 x2 -4 x3 >= 1 ;\n+1 x1 +1 x2 +1 x4 = 2 ;\n+1 x4 >= 0 ;\n"


async def test_constraints_are_listed_searched_and_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.opb"
    path.write_text(PROBLEM)
    app = SatSudoku(Options())
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(app, pilot, path)
        rows = app.screen.query_one(ClauseList)
        await until_shown(pilot, "1: +2 x1 +3 x2 -4 x3 >= 1  (degree 5)")
        assert "2: +1 x1 +1 x2 +1 x4 = 2  (degree 2, 1)" in screen_text(app)
        await pilot.press("slash", *"x4", "enter")
        await until_shown(pilot, "constraints with x4: 2")
        assert "+2 x1" not in rows.notes.text(1)
        await pilot.press("down", "down", "enter")  # always true, so it has no clauses
        assert rows.notes is not None
        await pilot.press("up", "enter")
        await until_shown(pilot, "filter: 2: +1 x1 +1 x2 +1 x4 = 2")
        assert rows.notes is None
        await pilot.press("o")
        await until_shown(pilot, "constraints: 3")
        await pilot.press("o")
        await until(pilot, lambda: rows.notes is None)


async def opened(app: SatSudoku, pilot: Pilot[None], path: Path) -> None:
    app.post_message(InspectFile(path))
    await until(pilot, lambda: isinstance(app.screen, InspectorScreen) and app.screen.inspection)
