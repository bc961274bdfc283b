"""Another decision at an event, and its branch next to the main line."""

import re
from dataclasses import replace

import pytest
from replays import opened, recorded
from screens import screen_text, until, until_screen, until_shown
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.sat.formula.families import make
from engine.sat.result import Status
from engine.sat.solvers.branch import Branch
from engine.sat.solvers.candidates import candidates
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from tui.app import SatSudoku
from tui.base.dialogs import Choice, Prompt
from tui.base.picture_view import PanelView
from tui.base.requests import OpenReplay
from tui.features.replay.lists import BranchList, BreakpointList, CandidateList
from tui.features.replay.panels import BOARD, CLAUSE_AT_WORK, TRAIL, literal_at, place_at
from tui.features.replay.screen import ReplayScreen

LEARNING = recorded(make("php", ["6", "5"]), "cdcl")
SEARCHING = recorded(make("php", ["5", "4"]), "dpll")


async def opened_on_a_board(pilot: Pilot[None]) -> ReplayScreen:
    """A search for the digits of an empty 4x4 board."""
    sudoku = encode(Puzzle(LAYOUTS["4x4"](), (0,) * 16), "course")
    pilot.app.post_message(OpenReplay("example", recorded(sudoku.formula, "dpll"), sudoku))
    screen: ReplayScreen = await until_screen(pilot, ReplayScreen)
    await until(pilot, lambda: screen.cells is not None)
    return screen


async def decide(pilot: Pilot[None], text: str) -> None:
    """Type the new decision, "" for the proposed one, and wait for the branch."""
    await pilot.press("w")
    await until_screen(pilot, Prompt)
    await pilot.press(*text, "enter")
    await until_screen(pilot, ReplayScreen)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.few(1)
@pytest.mark.parametrize(("trace", "answer"), [
    (LEARNING, "Unsatisfiable: the proof was checked."), (SEARCHING, "Unsatisfiable; no proof was checked."),
], ids=["cdcl", "dpll"])  # fmt: skip
async def test_the_search_continues_from_another_decision(app: SatSudoku, trace: Trace, answer: str) -> None:
    first = trace.event(0).literal
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await opened(pilot, trace)
        await pilot.press("greater_than_sign")
        await decide(pilot, "")
        await until_shown(pilot, answer)
        assert screen.trace is not trace
        assert screen.trace.result.status is Status.UNSATISFIABLE
        assert screen.trace.event(0)[:2] == (EventKind.DECISION, -first)
        await until_shown(
            pilot,
            f"Decision at level 1: {-first} is assumed to be true.",
            f" {-first} ",
            f"event 1 of {len(screen.trace):,}",
        )
        branch = screen.trace
        await pilot.press("W")
        await until_shown(pilot, "main line", f"{-first} (here)", "unsatisfiable", "it decides", answer)
        await pilot.press("up", "enter")
        await until(pilot, lambda: screen.trace is trace)
        await until_shown(pilot, f"event 1 of {len(trace):,}")
        await decide(pilot, str(-first))  # repeating it leads to the same branch
        assert screen.trace is branch
        await pilot.press("o")
        await until_shown(pilot, "Compare with which search?", "main line (of this recording)")
        assert screen_text(app).count("(of this recording)") == 1


@pytest.mark.long
async def test_branches_of_branches_are_named_and_deleted(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        second = LEARNING.next_position(1, EventKind.DECISION)
        assert second is not None
        await pilot.press("g", *str(second), "enter")
        await until(pilot, lambda: screen.position == second)
        await decide(pilot, "")
        third = screen.trace.next_position(screen.position, EventKind.DECISION)
        assert third is not None
        await pilot.press("greater_than_sign")
        await decide(pilot, "")
        assert [line.parent for line in screen.recording.lines] == [0, 0, 1]
        assert screen.recording.lines[2].fork == third - 1
        await pilot.press("W")
        await until_screen(pilot, BranchList)
        await pilot.press("N")
        await until_screen(pilot, Prompt)
        await pilot.press(*"mine", "enter")
        await until_shown(pilot, "mine (here)")
        await pilot.press("up", "x")
        await until_shown(pilot, "and the branches that leave it?")
        await pilot.press("y")
        await until_screen(pilot, BranchList)
        await pilot.press("escape")
        await until_screen(pilot, ReplayScreen)
        assert len(screen.recording.lines) == 1
        assert screen.trace is LEARNING
        assert "mine" not in screen_text(app)


async def test_undecidable_cases_are_reported(app: SatSudoku) -> None:
    first = LEARNING.event(0).literal
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await opened(pilot, LEARNING)
        for keys, text in (
            (["w", *str(first), "enter"], "That is what the search decided there."),
            (["w", *"99", "enter"], "variables are 1 to 30"),
            (["end", "w"], "makes no decision at or after"),
            (["x"], "No branch is being searched."),
            (["right_square_bracket"], "No breakpoint is on"),
        ):
            await pilot.press(*keys)
            await until_shown(pilot, *text.split(" that ")[:1])
            assert len(screen.recording.lines) == 1
            await until_screen(pilot, ReplayScreen)


async def test_the_literal_under_the_cursor_is_decided_the_other_way(app: SatSudoku) -> None:
    """At the decision of its level, where it is still free."""
    position = next(at for at in range(len(LEARNING)) if LEARNING.event(at).kind is EventKind.PROPAGATION) + 1
    state = LEARNING.state(position)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("g", *str(position), "enter", "up", "down")
        await until(pilot, lambda: screen.view.place == len(state.trail) - 1)
        await decide(pilot, "")
        line = screen.recording.lines[1]
        assert line.literal == -state.trail[-1]
        assert LEARNING.event(line.fork).literal in state.trail
        assert screen.trace.event(line.fork).literal == -state.trail[-1]


async def test_a_cell_of_the_board_is_filled_otherwise(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_on_a_board(pilot)
        await pilot.press("greater_than_sign", "b", "w")
        prompt: Prompt = await until_screen(pilot, Prompt)
        proposed = prompt._value
        assert re.fullmatch(r"r\d+c\d+ = \d", proposed)
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.recording.lines) == 2)
        await app.workers.wait_for_complete()
        line = screen.recording.lines[1]
        assert screen.cells is not None
        assert screen.cells.literal(line.literal) == proposed


async def test_breakpoints_are_added_stopped_at_and_switched_off(app: SatSudoku) -> None:
    restarts = [int(event) + 1 for event in LEARNING.where(EventKind.LEARNED) if LEARNING.literals[event] <= 2]
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("B")
        await until_shown(pilot, "no breakpoints yet")
        await pilot.press("plus")
        await until_screen(pilot, Choice)
        await pilot.press(*["down"] * 6, "enter")
        await until_shown(pilot, "number of literals")
        await pilot.press("2", "enter")
        await until_shown(pilot, "on   a clause of at most 2 literals is learned")
        await pilot.press("escape")
        await until_screen(pilot, ReplayScreen)
        for key, expected in (
            ("right_square_bracket", restarts[0]),
            ("right_square_bracket", restarts[1]),
            ("left_square_bracket", restarts[0]),
        ):
            await pilot.press(key)
            await until(pilot, lambda expected=expected: screen.position == expected)
        await until_shown(pilot, "Breakpoint: a clause of at most 2 literals is learned.")
        await pilot.press("B")
        await until_shown(pilot, f"is met {len(restarts)} times")
        await pilot.press("enter")
        await until_shown(pilot, "off  a clause of at most 2 literals")
        await pilot.press("escape")
        await until_screen(pilot, ReplayScreen)
        await pilot.press("right_square_bracket")
        await app.workers.wait_for_complete()
        assert screen.position == restarts[0]
        await pilot.press("B")
        await until_screen(pilot, BreakpointList)
        await pilot.press("x")
        await until_shown(pilot, "no breakpoints yet")


@pytest.mark.parametrize("trace", [LEARNING, SEARCHING], ids=["cdcl", "dpll"])
async def test_why_a_decision_was_taken_and_another_one_from_the_list(app: SatSudoku, trace: Trace) -> None:
    decision = trace.event(0).literal
    best = candidates(trace, 0)
    assert best is not None
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, trace)
        await pilot.press("s")
        await until_screen(pilot, CandidateList)
        await until_shown(pilot, f"why {decision} at event 1", f"> {decision}  (decided)", "The rule chooses this one.")
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(screen.recording.lines) == 2)
        await app.workers.wait_for_complete()
        assert screen.trace.event(0).literal == best[1].literal
        await until_screen(pilot, ReplayScreen)
        await pilot.press("s")
        await until_shown(pilot, f"  {best[1].literal}  (decided)", f"The decision {best[1].literal} was prescribed")


@pytest.mark.long
async def test_a_long_branch_is_shown_as_soon_as_it_has_started_and_can_be_stopped(app: SatSudoku) -> None:
    """Then it grows until it is stopped."""
    formula = make("php", ["12", "11"])
    recorder = Recorder(1 << 22)
    trace = recorder.trace(formula, solve(formula, "cdcl", trace=recorder, limits=Limits(0.2)))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, trace)
        await pilot.press("w")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.recording.lines) == 2)
        await until_screen(pilot, ReplayScreen)
        assert screen.trace.running
        assert screen.trace.event(0).literal == -trace.event(0).literal
        await pilot.press("x")
        await until(pilot, lambda: not screen.trace.running)
        await pilot.press("end")
        await until_shown(pilot, "The search was stopped here")
        assert screen.trace.result.status is Status.UNKNOWN


async def test_a_branch_stopped_before_its_decision_is_discarded(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_short = replace(
        LEARNING,
        kinds=LEARNING.kinds[:1],
        literals=LEARNING.literals[:1],
        clauses=LEARNING.clauses[:1],
        result=replace(LEARNING.result, status=Status.UNKNOWN, reason="cancelled"),
    )
    monkeypatch.setattr(Branch, "run", lambda *_, **__: cut_short)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("g", "9", "enter", "w")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        await until_shown(pilot, "Not decided: cancelled.")
        assert screen.trace is LEARNING
        assert len(screen.recording.lines) == 1


async def press(pilot: Pilot[None], screen: ReplayScreen, panel: str, row: int) -> None:
    """Press the mouse on a row of a panel, at its position in the terminal."""
    view = screen.query_one(PanelView)
    area = view.drawing.areas[panel]
    await pilot.click(offset=view.content_region.offset + area.offset + Offset(3, row))


async def test_a_literal_of_the_trail_is_pressed_and_pressed_again(app: SatSudoku) -> None:
    position = next(at for at in range(len(LEARNING)) if LEARNING.event(at).kind is EventKind.CONFLICT) + 1
    trail = LEARNING.state(position).trail
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("g", *str(position), "enter")
        await until(pilot, lambda: screen.position == position)
        area = screen.query_one(PanelView).drawing.areas[TRAIL]
        places = [place_at(screen.scene, row, area.height) for row in range(area.height)]
        last = max(row for row, place in enumerate(places) if place is not None)
        for row in (0, last, 1):
            line = screen_text(app).splitlines()[1 + area.y + row]
            await press(pilot, screen, TRAIL, row)
            place = screen.view.place
            assert place is not None
            assert screen_text(app).splitlines()[1 + area.y + row] == line  # it does not move
            assert re.search(rf" {trail[place]} ", line)
            assert screen.position == position
        await press(pilot, screen, TRAIL, 1)
        prompt: Prompt = await until_screen(pilot, Prompt)
        assert prompt._value == str(-trail[place])
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.recording.lines) == 2)
        assert screen.recording.lines[1].literal == -trail[place]


async def test_the_mouse_that_moves_along_the_trail_only_chooses(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("right_curly_bracket")
        view = screen.query_one(PanelView)
        corner = view.content_region.offset + view.drawing.areas[TRAIL].offset + Offset(3, 0)
        await pilot.mouse_down(offset=corner)
        for row in (1, 2, 2, 1, 1):
            await pilot.hover(offset=corner + Offset(row, row))
        await pilot.mouse_up(offset=corner + Offset(1, 1))
        assert isinstance(app.screen, ReplayScreen)
        assert screen.view.place == place_at(screen.scene, 1, view.drawing.areas[TRAIL].height)
        assert screen.view.trail_top == screen.view.place - 1


async def test_a_literal_of_the_clause_at_work_is_pressed(app: SatSudoku) -> None:
    """And the clause itself, from which a literal is then selected."""
    decided = next(at for at in range(len(LEARNING)) if LEARNING.event(at).kind is EventKind.CONFLICT) + 1
    clause = LEARNING.clause(LEARNING.event(decided - 1).clause or 0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("g", *str(decided), "enter")
        await until(pilot, lambda: screen.position == decided)
        size = screen.query_one(PanelView).drawing.areas[CLAUSE_AT_WORK].size
        rows = {literal_at(screen.scene, row, size): row for row in range(size.height)}
        assert set(rows) - {None} == set(clause)
        for literal in clause:
            await press(pilot, screen, CLAUSE_AT_WORK, rows[literal])
            prompt: Prompt = await until_screen(pilot, Prompt)
            assert prompt._value == str(literal)  # it is false: true is the other way
            await pilot.press("escape")
            await until_screen(pilot, ReplayScreen)
        await press(pilot, screen, CLAUSE_AT_WORK, 0)
        await until_shown(pilot, "do you want to flip?")
        await pilot.press("down", "enter")
        prompt = await until_screen(pilot, Prompt)
        assert prompt._value == str(clause[1])
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.recording.lines) == 2)
        assert screen.recording.lines[1].literal == clause[1]


async def test_a_cell_of_the_board_is_pressed_and_pressed_again(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_on_a_board(pilot)
        await pilot.press("b")
        await until(pilot, lambda: screen.view.cell is not None)
        view = screen.query_one(PanelView)
        place = view.content_region.offset + view.drawing.areas[BOARD].offset + Offset(2, 2)
        before = screen.view.cell
        await pilot.click(offset=place)
        if before != screen.view.cell:
            await pilot.click(offset=place)
        prompt: Prompt = await until_screen(pilot, Prompt)
        assert screen.view.cell is not None
        assert screen.cells is not None
        assert prompt._value.startswith(screen.cells.sudoku.puzzle.layout.cell_name(screen.view.cell))
