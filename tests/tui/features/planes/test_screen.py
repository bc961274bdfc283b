"""The screen for cutting planes: lines, the constraint of the selected one, conflicts by key."""

from screens import screen_text, until, until_screen, until_shown

from engine.sat.cutting_planes.narration import NarratedKind
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from tui.app import SatSudoku
from tui.base.requests import WatchCuttingPlanes
from tui.features.planes import words
from tui.features.planes.screen import PlanesScreen


async def test_a_conflict_is_read_line_by_line(app: SatSudoku):
    async with app.run_test() as pilot:
        app.screen.post_message(WatchCuttingPlanes("pigeons", make("php", ["4", "3"])))
        await until_screen(pilot, PlanesScreen)
        await until_shown(pilot, "3 conflicts")
        screen = app.screen
        assert isinstance(screen, PlanesScreen)
        assert screen.rows.item.kind is NarratedKind.CONFLICT
        assert str(words.EXPLANATIONS[NarratedKind.CONFLICT]) in screen_text(app)
        await pilot.press("down")
        assert screen.rows.item.kind is NarratedKind.OPERATION
        await until_shown(pilot, str(words.ADDED))
        await pilot.press("n")
        assert screen.rows.item.sentence.startswith("conflict 2")
        await pilot.press("n", "p", "p")
        assert screen.rows.item.sentence.startswith("conflict 1")
        await pilot.press("p")
        assert screen.rows.item.sentence.startswith("conflict 1")
        await until(pilot, lambda: any(str(words.NO_OTHER) in note.message for note in app._notifications))
        await pilot.press("end")
        await until_shown(pilot, "0 >= 1  (slack -1)")


async def test_a_search_without_a_conflict(app: SatSudoku):
    async with app.run_test() as pilot:
        app.screen.post_message(WatchCuttingPlanes("a clause", Formula.of([[1, 2]])))
        await until_screen(pilot, PlanesScreen)
        await until_shown(pilot, str(words.ANSWERS[10]))
        await until_shown(pilot, "1 x1 1 x2 >= 1")
