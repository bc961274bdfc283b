"""Deciding yourself: selecting literals, their consequences, and undoing decisions."""

from pathlib import Path

from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sat.formula.families import make
from engine.sat.trace.events import EventKind
from tui.app import SatSudoku
from tui.features.lessons.decide import DecideScreen
from tui.features.replay.screen import ReplayScreen
from tui.terminal.options import Options


def formula_in(folder: Path) -> Path:
    """The formula of the lesson on first UIPs."""
    path = folder / "ten.cnf"
    clauses = make("random-ksat", ["10", "30"], 53)
    path.write_text("p cnf 10 30\n" + "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses))
    return path


async def open_decide(pilot: Pilot[None]) -> DecideScreen:
    await until_shown(pilot, "ten.cnf", "10 v")
    await pilot.press("D")
    screen: DecideScreen = await until_screen(pilot, DecideScreen)
    await until(pilot, lambda: screen.step is not None)
    return screen


async def decide(pilot: Pilot[None], screen: DecideScreen, literal: int) -> None:
    step = screen.step
    assert step is not None
    places = [(row, each.literals.index(literal)) for row, each in enumerate(step.rows) if literal in each.literals]
    screen.visit = screen.visit.moved(step.rows, places[0][0] - screen.visit.row, 0)
    screen.visit = screen.visit.moved(step.rows, 0, places[0][1] - screen.visit.column)
    await pilot.press("enter")


async def test_a_conflict_is_learned_from(tmp_path: Path) -> None:
    async with SatSudoku(Options(path=formula_in(tmp_path))).run_test(size=(80, 24)) as pilot:
        screen = await open_decide(pilot)
        await until_shown(pilot, "You decide;", "cdcl")
        for level, literal in enumerate((6, 3), 1):
            await decide(pilot, screen, literal)
            await until_shown(pilot, f"Decision at level {level}: {literal} is assumed to be true.")
        await decide(pilot, screen, 4)
        await until_shown(
            pilot, "Conflict: clause 21 (-6 9 -7) is false.", "Learned (-5 -6) from", "Unit clauses force 1 literal."
        )
        assert len(screen.step.rows) == 31  # type: ignore[union-attr]
        await pilot.press("w")
        replay = await until_screen(pilot, ReplayScreen)
        assert replay.position == len(replay.trace)
        assert replay.trace.counters(replay.position).learned == 1


async def test_decisions_are_taken_back_and_the_solver_is_changed(tmp_path: Path) -> None:
    app = SatSudoku(Options(path=formula_in(tmp_path)))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await open_decide(pilot)
        await decide(pilot, screen, 6)
        await until_shown(pilot, "Decision at level 1")
        await decide(pilot, screen, 6)
        await until_shown(pilot, "6 is already true.")
        await pilot.press("u")
        await until_shown(pilot, "You decide;")
        await decide(pilot, screen, 6)
        await until_shown(pilot, "Decision at level 1")
        await pilot.press("s")
        await until_shown(pilot, "Begin again with dpll?")
        await pilot.press("y")
        await until(pilot, lambda: "dpll" in screen_text(pilot.app).splitlines()[0])


async def test_a_search_decided_by_hand_ends(tmp_path: Path) -> None:
    """By deciding the first free literal again and again."""
    async with SatSudoku(Options(path=formula_in(tmp_path))).run_test(size=(80, 24)) as pilot:
        screen = await open_decide(pilot)
        while "decide" in {binding.action for binding in screen.own_bindings()}:
            step = screen.step
            assert step is not None
            before, state = step.position.index, step.position.state
            free = next(each for row in step.rows for each in row.literals if not state.value(each))
            await decide(pilot, screen, free)
            await until(pilot, lambda before=before: screen.step.position.index > before)
        await until_shown(pilot, "Every clause is satisfied: this is a model.", "It took")
        assert screen.step is not None
        assert screen.step.position.trace.where(EventKind.DECISION).size
