"""Literals by the names of variables in the file, in the inspector and in the replay."""

from pathlib import Path

from screens import screen_text, until, until_screen, until_shown

from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.trace import Recorder
from tui.app import SatSudoku
from tui.base.requests import InspectFile, OpenReplay
from tui.features.inspect.screen import InspectorScreen
from tui.features.replay.screen import ReplayScreen

NAMED = Formula.of([[1, -2], [2, 3], [-1, 3]], 3, ["varname 1 apple", "varname 2 pear"])


async def test_the_inspector_calls_literals_by_their_names(app: SatSudoku, tmp_path: Path):
    path = tmp_path / "named.cnf"
    path.write_bytes(dimacs.dumps(NAMED))
    async with app.run_test() as pilot:
        app.screen.post_message(InspectFile(path))
        screen = await until_screen(pilot, InspectorScreen)
        await until(pilot, lambda: screen._no_sudoku_reason is not None)
        assert any("1 -2" in line and "apple -pear" in line for line in screen_text(app).splitlines())
        await pilot.press("m")
        await until(pilot, lambda: "1 -2" not in screen_text(app))
        await until_shown(pilot, "apple -pear", "pear 3", "-apple 3", "literals")
        await pilot.press("m")
        await until_shown(pilot, "1 -2")


async def test_the_time_machine_calls_literals_by_their_names(app: SatSudoku):
    recorder = Recorder()
    result = solve(NAMED, "dpll", trace=recorder, prefix=(-2,))
    async with app.run_test() as pilot:
        app.screen.post_message(OpenReplay("named", recorder.trace(NAMED, result)))
        screen = await until_screen(pilot, ReplayScreen)
        await until(pilot, lambda: screen._names is not None)
        await pilot.press("end")
        assert "pear" not in screen_text(app)
        await pilot.press("m")
        await until_shown(pilot, "-pear")
