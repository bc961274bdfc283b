"""The board as a solver has it at one moment, what the last event is about, and what is known of a cell."""

from textual.geometry import Offset, Region, Size

from engine.sat.trace.events import DECIDED, FLIPPED, Kind
from engine.sat.trace.narration import clause_at_work
from engine.sudoku.signs import sign
from tui.draw.board import (
    NARROW,
    NORMAL,
    BoardFrame,
    CellSize,
    Look,
    draw,
    frame,
    note_grid,
    put_arrows,
    sizes_with_notes,
)
from tui.draw.cells import clip
from tui.draw.picture import Picture
from tui.features.replay.clause_at_work import since
from tui.features.replay.scene import Scene

_SIGNS = {DECIDED: "?", FLIPPED: "!"}
"""What stands beside a digit that does not follow from a clause."""


def fitted(scene: Scene, width: int, height: int) -> Size:
    """The size of the board within that room: with the largest cells there is room for, else a part of it."""
    text = _frame(scene, width, height)
    return Size(min(text.width, width), min(text.height, height))


def _frame(scene: Scene, width: int, height: int) -> BoardFrame:
    """The lines of the board with the largest cells for that room, or the smallest there are."""
    assert scene.cells is not None, "there is a board"
    layout = scene.cells.sudoku.puzzle.layout
    texts = [frame(layout, scene.glyphs.box, cell) for cell in (*sizes_with_notes(layout.size), NORMAL, NARROW)]
    return next((text for text in texts if text.width <= width and text.height <= height), texts[-1])


def put_board(picture: Picture, area: Region, scene: Scene) -> None:
    """Draw the board into an area; where it does not fit, the part around the cursor or the last event."""
    assert scene.cells is not None, "there is a board"
    text = _frame(scene, area.width, area.height)
    part = _part(scene, text, area)
    board = draw(text, look(scene, text.cell), scene.palette, scene.glyphs, part)
    put_arrows(board, text, part, scene.palette, scene.glyphs)
    picture.paste(board, area.x, area.y)


def cell_pointed_at(scene: Scene, area: Region, point: Offset) -> int | None:
    """The cell at a point, where the board is drawn into the area; None for a line or a gap."""
    assert scene.cells is not None, "there is a board"
    if not area.contains_point(point):
        return None
    text = _frame(scene, area.width, area.height)
    x, y = point - area.offset + _part(scene, text, area).offset
    return text.cell_at(x, y)


def _part(scene: Scene, text: BoardFrame, area: Region) -> Region:
    """The part of the board that is drawn."""
    assert scene.cells is not None, "there is a board"
    cell = scene.cell if scene.cell is not None else cell_at_work(scene)
    return text.part_around(cell, area.size)


def look(scene: Scene, cell_size: CellSize) -> Look:
    """What the board shows at the position of the scene: a given is dim until it is propagated."""
    assert scene.cells is not None, "there is a board"
    sudoku, state, palette = scene.cells.sudoku, scene.state, scene.palette
    givens, known = sudoku.puzzle.givens, sudoku.reading.position.values
    placed: dict[int, tuple[int, int]] = {}
    for literal, reason in zip(state.trail, state.reasons, strict=True):
        if literal > 0:
            cell, digit = sudoku.meaning(literal)
            placed.setdefault(cell, (digit, reason))
    inks = [palette.given if given and value else palette.dim if given else palette.plain
            for given, value in zip(givens, known, strict=True)]  # fmt: skip
    values = [value or given for given, value in zip(givens, known, strict=True)]
    signs: dict[int, str] = {}
    for cell, (digit, reason) in placed.items():
        values[cell] = digit
        signs |= {cell: _SIGNS[reason]} if reason in _SIGNS else {}
        inks[cell] = palette.revealed if reason in _SIGNS else palette.given if givens[cell] else palette.player
    notes = [
        sum(1 << digit for digit, variable in candidates if not state.assignment[variable])
        for candidates in map(sudoku.candidates, range(len(sudoku.layout.cells)))
    ] if note_grid(sudoku.puzzle.layout.size, cell_size) else []  # fmt: skip
    clashes = scene.event is not None and scene.event.kind is Kind.CONFLICT
    at_work = _clause_cells(scene)
    if clashes:  # to be seen without colour too
        signs = dict.fromkeys(at_work, scene.glyphs.wrong) | signs
    grounds = dict.fromkeys(at_work, palette.falls if clashes else palette.proves)
    grounds |= dict.fromkeys(event_cells(scene), palette.follows)
    return Look(values, inks, grounds, signs, notes, cursor=scene.cell, cursor_ground=palette.cursor)


def event_cells(scene: Scene) -> list[int]:
    """The cell that the last event is about, if it is about one."""
    if not (scene.cells and scene.event and scene.event.literal):
        return []
    return [scene.cells.sudoku.meaning(abs(scene.event.literal))[0]]


def cell_at_work(scene: Scene) -> int:
    """The cell that the last event is about, else the first of its clause, else the first of all."""
    return next(iter([*event_cells(scene), *_clause_cells(scene)]), 0)


def _clause_cells(scene: Scene) -> list[int]:
    """The cells that the clause at work is about."""
    assert scene.cells is not None, "there is a board"
    index = clause_at_work(scene.trace, scene.position)
    literals = () if index is None else scene.trace.clause(index)
    return [scene.cells.sudoku.meaning(abs(literal))[0] for literal in literals]


def set_event(scene: Scene) -> int | None:
    """The event (index) that gave the cell under the cursor its digit, else the last one that ruled a digit out."""
    assert scene.cells is not None, "there is a board"
    assert scene.cell is not None, "there is a cursor"
    found = []
    for _, variable in scene.cells.sudoku.candidates(scene.cell):
        place = scene.state.place(variable)
        if place is not None:
            found.append((scene.state.trail[place] > 0, scene.state.events[place]))
    return max(found)[1] if found else None


def put_cell(picture: Picture, area: Region, scene: Scene) -> None:
    """Draw what is known of the cell under the cursor: each digit, since which event, and by what."""
    assert scene.cells is not None, "there is a board"
    assert scene.cell is not None, "there is a cursor"
    sudoku, state, palette, glyphs = scene.cells.sudoku, scene.state, scene.palette, scene.glyphs
    given, known = sudoku.puzzle.givens[scene.cell], sudoku.reading.position.values[scene.cell]
    candidates = scene.cells.sudoku.candidates(scene.cell)
    y = area.y
    if given or known:
        text = f"{given} is given" if given else f"{known} follows from the givens"
        picture.put(area.x, y, clip(text, area.width, glyphs.ellipsis), palette.dim)
        y += 1
    rows = []
    for digit, variable in candidates:
        place, name = state.place(variable), f"{sign(digit)}{scene.cells.copy(variable)}"
        if place is None:
            rows.append((0, f"{name} {glyphs.open} open", palette.plain))
        else:
            true = state.trail[place] > 0
            text = f"{name} {glyphs.right if true else glyphs.wrong} event {state.events[place] + 1:,}, "
            ink = palette.true if true else palette.false
            rows.append((-1 if true else 1, text + since(scene, place), ink))
    rows.sort(key=lambda row: row[0])
    for line, (_, text, ink) in enumerate(rows[: area.bottom - y], y):
        picture.put(area.x, line, clip(text, area.width, glyphs.ellipsis), ink)
