"""The replay on a sudoku: the board, the cells and rules by name, and the way from a cell to its event."""

import re
from typing import Any

import pytest
from narrated import narrate
from rich.style import Style
from screens import screen_text, until, until_screen, until_shown
from textual.geometry import Offset
from textual.pilot import Pilot

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.picture_view import PanelView
from tui.base.requests import OpenReplay
from tui.draw.board_frame import NORMAL
from tui.draw.palette import PALETTES, UNICODE
from tui.draw.picture import Picture
from tui.features.replay.board import board_part, cell_event, event_cells, look
from tui.features.replay.panels import BOARD, clause, draw
from tui.features.replay.scene import ReplayPane, ReplayScene, ViewState, variables_named
from tui.features.replay.screen import ReplayScreen


def with_holes(layout: str, holes: int, form: str = "shared") -> SudokuFormula:
    """A complete grid without the digits of its last cells."""
    made = LAYOUTS[layout]()
    digits = random_solution(made, 1)
    return encode(Puzzle(made, (*digits[:-holes], *[0] * holes)), form)


def recorded(formula: Formula, solver: str, branching: str | None = None) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder))


SMALL = with_holes("4x4", 14)
FILLING = recorded(SMALL.formula, "dpll", "first")
PARTLY_SEEN = {("samurai", (80, 22)), ("samurai", (120, 38))}
"""Boards that are larger than the room for them."""
DOUBLE = with_holes("double", 100, "course")


def scene_at(position: int, **facts: Any) -> ReplayScene:
    view = ViewState(**{"in_cells": False} | facts)
    return ReplayScene(FILLING, position, PALETTES["dark"], UNICODE, view, CellWords(SMALL, "≠"))


def test_the_board_is_the_assignment() -> None:
    """At every event: the true digits, with decided ones marked, and the givens from the beginning."""
    decided = 0
    for position in range(len(FILLING) + 1):
        scene = scene_at(position)
        shown_now = look(scene, NORMAL)
        true = {SMALL.meaning(literal) for literal in scene.state.trail if literal > 0}
        for cell, given in enumerate(SMALL.puzzle.givens):
            digits = {digit for where, digit in true if where == cell} or {given}
            assert shown_now.values[cell] in digits
        decisions = {
            SMALL.meaning(v)[0]
            for v, why in zip(scene.state.trail, scene.state.reasons, strict=True)
            if v > 0 and why < 0
        }
        assert decisions == set(shown_now.signs)
        decided += len(decisions)
        if scene.event and scene.event.literal:
            assert event_cells(scene) == [SMALL.meaning(abs(scene.event.literal))[0]]
    assert decided


def test_a_conflict_is_seen_without_colour() -> None:
    """Each cell of the false clause has a sign."""
    encoding = with_holes("6x6", 36)
    trace, words = recorded(encoding.formula, "dpll", "jeroslow-wang"), CellWords(encoding, "≠")
    position = 0
    while (found := trace.next_position(position, EventKind.CONFLICT)) is not None:
        position = found
        shown_now = look(ReplayScene(trace, position, PALETTES["mono"], UNICODE, cells=words), NORMAL)
        literals = trace.clause(trace.event(position - 1).clause or 0)
        assert {encoding.meaning(abs(literal))[0] for literal in literals} <= set(shown_now.signs)
    assert position


def test_a_cell_knows_its_event() -> None:
    for position in range(0, len(FILLING) + 1, 5):
        for cell in range(16):
            scene = scene_at(position, cell=cell)
            index = cell_event(scene)
            about = [
                n
                for n, v in zip(scene.state.events, scene.state.trail, strict=True)
                if SMALL.meaning(abs(v))[0] == cell
            ]
            assert (index is None) == (not about)
            if index is not None:
                assert index in about
                placing = FILLING.event(index).literal > 0
                assert placing == any(FILLING.event(n).literal > 0 for n in about)


def test_a_clause_in_words_leaves_room_only_for_its_literals() -> None:
    position = next(
        p
        for p in range(1, len(FILLING))
        if len(FILLING.clause(FILLING.event(p - 1).clause or 0)) == 2 and FILLING.event(p - 1).clause is not None
    )
    scene = scene_at(position, in_cells=True)
    rule = scene.words.rule(FILLING.event(position - 1).clause or 0)
    rows = ["".join(segment.text for segment in line) for line in clause(scene, len(rule) // 2 + 6, 5)]
    assert " ".join(" ".join(rows[1:3]).split()) == rule
    assert [row.split()[1] for row in rows[3:]] == ["≠", "≠"]


def test_literals_and_clauses_by_name() -> None:
    """Copies of a shared cell are distinguished, and the stored facts on an encoding match its recognition."""
    words = CellWords(DOUBLE, "≠")
    variable = DOUBLE.variable(DOUBLE.layout.index[7, 7], 5, grid=2)
    assert words.literal(variable) == "r8c8 = 5 in grid 2"
    assert words.literal(-DOUBLE.variable(0, 9)) == "r1c1 ≠ 9"
    assert variables_named("r8c8=5", 1458, words) == {variable, DOUBLE.variable(DOUBLE.layout.index[7, 7], 5, grid=1)}
    found = recognise(DOUBLE.formula)
    assert found is not None
    for number in range(0, len(DOUBLE.formula), 997):
        assert words.rule(number) == found.rule(number) != ""
    names = [words.literal(v) for v in range(1, DOUBLE.formula.variables + 1)]
    assert len(set(names)) == len(names)
    small = CellWords(SMALL, "≠")
    first = next(n for n in range(1, len(FILLING) + 1) if FILLING.event(n - 1).clause is not None)
    clause = FILLING.event(first - 1).clause
    assert clause is not None
    assert f"({small.rule(clause)}) is unit: {small.literal(FILLING.event(first - 1).literal)} must be true" in narrate(
        FILLING, first, small
    )


def test_digits_above_9_have_their_signs() -> None:
    layout = LAYOUTS["16x16"]()
    large = encode(Puzzle(layout, (0,) * 256))
    words = CellWords(large, "≠")
    assert [words.literal(v) for v in (large.variable(0, 10), -large.variable(0, 16))] == ["r1c1 = A", "r1c1 ≠ G"]


@pytest.mark.parametrize("text", ["r0c1", "r1c9", "r1c1=9", "x", "0", "65", ""])
def test_names_that_mean_nothing(text: str) -> None:
    with pytest.raises(InputError, match=r"variable|There is no (row|column|digit) "):
        variables_named(text, 64, CellWords(SMALL, "≠"))


def test_the_next_cell_is_over_the_gap() -> None:
    layout = DOUBLE.layout
    assert layout.towards(layout.index[0, 8], 0, 1) == layout.index[0, 8]
    assert layout.towards(layout.index[5, 4], 1, 0) == layout.index[6, 4]


async def opened(pilot: Pilot[None], trace: Trace, sudoku: SudokuFormula | None) -> ReplayScreen:
    pilot.app.post_message(OpenReplay("example", trace, sudoku))
    screen: ReplayScreen = await until_screen(pilot, ReplayScreen)
    await until(pilot, lambda: screen.cells is not None)
    return screen


@pytest.mark.parametrize("sudoku", [SMALL, None], ids=["known", "recognised"])
async def test_the_board_is_linked(app: SatSudoku, sudoku: SudokuFormula | None) -> None:
    """Cells and rules by name or number, the board on a key, and from a cell to the event that filled it."""
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, FILLING, sudoku)
        await pilot.press("end", "comma")
        assert re.search(r"r\dc\d [=≠] \d", screen_text(app))
        await pilot.press("m")
        assert not re.search(r"r\dc\d [=≠] \d", screen_text(app))
        await pilot.press("m", "b")
        assert "┌" in screen_text(app)
        assert screen.view.cell is not None
        await pilot.press("up", "left", "up", "up", "left", "left", "up")
        assert screen.view.cell == 0
        assert "cell r1c1" in screen_text(app)
        await pilot.press("right", "down", "end", "enter")
        event = FILLING.event(screen.position - 1)
        assert SMALL.meaning(event.literal)[0] == screen.view.cell == 5
        await pilot.press("escape")
        await until(pilot, lambda: screen.view.cell is None)
        assert "current clause" in screen_text(app)
        await pilot.press("home", "slash", *"r2c2", "enter")
        await until(pilot, lambda: app.screen is screen)
        assert SMALL.meaning(abs(FILLING.event(screen.position - 1).literal))[0] == 5


async def test_side_by_side_on_a_large_terminal(app: SatSudoku) -> None:
    async with app.run_test(size=(160, 50)) as pilot:
        screen = await opened(pilot, FILLING, SMALL)
        await pilot.press("right_curly_bracket")
        await until_shown(pilot, "board", "decision tree", "trail", "current clause")
        before = screen.position
        await pilot.press("b", "right")
        assert screen.position == before
        await until_shown(pilot, "cell r")


@pytest.mark.parametrize("layout", ["4x4", "double", "samurai"])
@pytest.mark.parametrize("size", [(80, 22), (120, 38), (200, 60)], ids=str)
def test_a_click_hits_the_drawn_item(layout: str, size: tuple[int, int]) -> None:
    """The cursor's brackets are where the mouse picks that cell, also on partially visible boards."""
    encoding = with_holes(layout, 3)
    trace = recorded(encoding.formula, "dpll", "first")
    for cell in range(0, len(encoding.layout.cells), 7):
        scene = ReplayScene(
            trace, 0, PALETTES["mono"], UNICODE, ViewState(ReplayPane.BOARD, cell=cell), CellWords(encoding, "≠")
        )
        drawing = draw(scene, *size)
        picture, area = drawing.picture, drawing.areas[BOARD]
        inside = Picture(area.width, area.height)
        for y in range(area.height):
            inside.put(0, y, "".join(picture.char(area.x + x, area.y + y) for x in range(area.width)), Style.null())
        bracket = inside.chars.index("[")
        point = Offset(bracket % area.width + 1, bracket // area.width)
        assert board_part(scene, area.size).cell_at(point) == cell
        arrows = set("".join(inside.chars)) & set("↑↓←→")
        assert bool(arrows) == ((layout, size) in PARTLY_SEEN)


async def test_a_click_picks_a_cell(app: SatSudoku) -> None:
    async with app.run_test(size=(160, 50)) as pilot:
        screen = await opened(pilot, FILLING, SMALL)
        view = screen.query_one(PanelView)
        place = view.content_region.offset + view.drawing.areas[BOARD].offset
        await pilot.click(offset=place + Offset(2, 2))
        assert screen.view.cell == 0
        await until_shown(pilot, "cell r1c1")


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
def test_a_board_as_a_picture(snap_compare: Any, app: SatSudoku, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await opened(pilot, FILLING, SMALL)
        await pilot.press("right_curly_bracket", "b")

    assert snap_compare(app, terminal_size=size, run_before=before)


def test_a_search_under_rules_is_shown_with_them() -> None:
    digits = random_solution(LAYOUTS["4x4"](), 1)
    cages = tuple(KillerCage((cell, cell + 1), digits[cell] + digits[cell + 1]) for cell in range(0, 16, 2))
    sudoku = encode(Puzzle(LAYOUTS["4x4"](), (0,) * 16, rules=cages))
    trace, cells = recorded(sudoku.formula, "cdcl"), CellWords(sudoku, "≠")
    names = {cage.name(sudoku.layout) for cage in cages}
    sentences = set()
    for position in range(len(trace) + 1):
        scene = ReplayScene(trace, position, PALETTES["dark"], UNICODE, ViewState(in_cells=True), cells)
        shown_look = look(scene, NORMAL)
        assert shown_look.rules == cages
        assert all(0 <= digit <= 4 for digit in shown_look.values)
        assert all(cell < 16 for cell in event_cells(scene))
        event = scene.event
        sentences |= {cells.literal(event.literal)} if event and event.literal else set()
    assert any(name in words for words in sentences for name in names), "variables of rules name them"
    assert any(re.match(r"r\dc\d = \d", words) for words in sentences)
