"""The sudoku at one position of a search, with marks for the last event."""

from collections.abc import Iterable

from textual.geometry import Size

from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.narration import clause_at_work
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from tui.draw.board import BoardAppearance, BoardPart
from tui.draw.board_frame import NARROW, NORMAL, CellSize, note_grid, sizes_with_notes
from tui.draw.picture import Picture
from tui.features.replay.scene import ReplayScene

_SIGNS = {DECIDED: "?", FLIPPED: "!"}
"""The signs beside digits that do not follow from a clause, by their reasons."""


def board_part(scene: ReplayScene, room: Size) -> BoardPart:
    """Return the board for a room; if it does not fit, the part around the cursor or the last event."""
    assert scene.cells is not None, "there is a board"
    layout = scene.cells.sudoku.puzzle.layout
    cell = cell_at_work(scene) if scene.view.cell is None else scene.view.cell
    return BoardPart.around(layout, scene.glyphs.box, (*sizes_with_notes(layout.size), NORMAL, NARROW), room, cell)


def board(scene: ReplayScene, width: int, height: int) -> Picture:
    """Draw as much of the board as fits."""
    part = board_part(scene, Size(width, height))
    return part.draw(look(scene, part.frame.cell), scene.palette, scene.glyphs)


def look(scene: ReplayScene, cell_size: CellSize) -> BoardAppearance:
    """Return the board at the scene's position, with notes if they fit into cells of this size.

    A given is dim until it is propagated.
    """
    assert scene.cells is not None, "there is a board"
    sudoku, state, palette = scene.cells.sudoku, scene.state, scene.palette
    givens, derived = sudoku.puzzle.givens, sudoku.reading.position.values
    placed: dict[int, tuple[int, int]] = {}
    for literal, reason in zip(state.trail, state.reasons, strict=True):
        if 0 < literal <= sudoku.candidate_variables:
            cell, digit = sudoku.meaning(literal)
            placed.setdefault(cell, (digit, reason))
    inks = [
        palette.given if given and value else palette.dim if given else palette.plain
        for given, value in zip(givens, derived, strict=True)
    ]
    values = [value or given for given, value in zip(givens, derived, strict=True)]
    signs: dict[int, str] = {}
    for cell, (digit, reason) in placed.items():
        values[cell] = digit
        signs |= {cell: _SIGNS[reason]} if reason in _SIGNS else {}
        inks[cell] = palette.revealed if reason in _SIGNS else palette.given if givens[cell] else palette.player
    notes = (
        [
            sum(1 << digit for digit, variable in candidates if not state.assignment[variable])
            for candidates in map(sudoku.candidates, range(len(sudoku.layout.cells)))
        ]
        if note_grid(sudoku.puzzle.layout.size, cell_size)
        else []
    )
    clashes = scene.event is not None and scene.event.kind is EventKind.CONFLICT
    at_work = _clause_cells(scene)
    if clashes:  # visible without colour too
        signs = dict.fromkeys(at_work, scene.glyphs.wrong) | signs
    grounds = dict.fromkeys(at_work, palette.elimination if clashes else palette.premise)
    grounds |= dict.fromkeys(event_cells(scene), palette.placement)
    return BoardAppearance(
        values, inks, grounds, signs, notes, cursor=scene.view.cell, cursor_ground=palette.cursor,
        rules=sudoku.puzzle.rules,
    )  # fmt: skip


def event_cells(scene: ReplayScene) -> list[int]:
    """Return the cell of the last event; empty if it has none."""
    if not (scene.cells and scene.event and scene.event.literal):
        return []
    return _cells_of(scene.cells.sudoku, [scene.event.literal])


def cell_at_work(scene: ReplayScene) -> int:
    """Return the cell of the last event, else the first cell of its clause, else the first cell of the board."""
    return next(iter([*event_cells(scene), *_clause_cells(scene)]), 0)


def _clause_cells(scene: ReplayScene) -> list[int]:
    assert scene.cells is not None, "there is a board"
    index = clause_at_work(scene.trace, scene.position)
    literals = () if index is None else scene.trace.clause(index)
    return _cells_of(scene.cells.sudoku, literals)


def _cells_of(sudoku: SudokuFormula, literals: Iterable[int]) -> list[int]:
    """Return the cells that literals are about; auxiliary variables, from rules besides the houses, have none."""
    variables = (abs(literal) for literal in literals)
    return [sudoku.meaning(variable)[0] for variable in variables if variable <= sudoku.candidate_variables]


def cell_event(scene: ReplayScene) -> int | None:
    """Return the event (index) that set the digit of the cursor's cell, else the last that ruled out a digit there.

    None if there is no such event.
    """
    assert scene.cells is not None, "there is a board"
    assert scene.view.cell is not None, "there is a cursor"
    variables = (variable for _, variable in scene.cells.sudoku.candidates(scene.view.cell))
    places = [place for place in map(scene.state.place, variables) if place is not None]
    events = [(scene.state.trail[place] > 0, scene.state.events[place]) for place in places]
    return max(events)[1] if events else None
