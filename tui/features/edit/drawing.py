"""How a draft of a puzzle looks: its board, and in words what its givens lead to."""

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style

from engine.play.analysis import Analysis
from engine.play.draft import Draft
from engine.sudoku.puzzle import repetition
from engine.sudoku.signs import sign
from tui.draw.board import Look
from tui.draw.cells import Line, wrap
from tui.draw.palette import Glyphs, Palette


@dataclass(frozen=True)
class DraftMarks:
    """What the screen shows of a draft: the cursor (a cell), the open cells, the digits that follow."""

    cursor: int = 0
    open: bool = True
    following: bool = False


def draft_look(draft: Draft, outlook: Analysis | None, marks: DraftMarks, palette: Palette) -> Look:
    """The board of a draft; `outlook` is of its present givens, None while that is not known."""
    values, following = draft.values, following_digits(outlook) if outlook and marks.following else {}
    # While nothing is decided, a mark on every cell would tell nothing.
    marked = outlook.open if outlook and marks.open and len(outlook.open) < values.count(0) else frozenset()
    grounds = dict.fromkeys(marked, palette.peer)
    for conflict in draft.conflicts:
        grounds.update(dict.fromkeys(draft.layout.houses[conflict.house].cells, palette.broken))
    for conflict in draft.conflicts:
        grounds.update(dict.fromkeys(conflict.cells, palette.clash))
    return Look(
        values=[value or following.get(cell, 0) for cell, value in enumerate(values)],
        inks=[palette.given if value else palette.revealed for value in values],
        grounds=grounds,
        signs=dict.fromkeys(marked, "?"),
        cursor=marks.cursor,
        cursor_ground=palette.cursor,
        conflicts=draft.conflicts,
    )


def following_digits(outlook: Analysis) -> dict[int, int]:
    """The digits, by cell, that are no givens and the same in all solutions; none while not all cells are known."""
    if outlook.solution is None or not outlook.complete:
        return {}
    return {
        cell: digit
        for cell, (digit, given) in enumerate(zip(outlook.solution, outlook.puzzle.givens, strict=True))
        if not given and cell not in outlook.open
    }


def draft_lines(draft: Draft, outlook: Analysis | None, palette: Palette, glyphs: Glyphs, width: int) -> list[Line]:
    """The panel beside the board; `outlook` None while the solutions are being counted."""
    givens = len(draft.values) - draft.values.count(0)
    lines: list[Line] = [
        [Segment(draft.layout.title, palette.title)],
        [Segment(f"{givens} given{'s' * (givens != 1)}, {len(draft.values) - givens} empty", palette.plain)],
        [],
    ]
    for sentence, style in _verdict(draft, outlook, palette, glyphs):
        lines += [[Segment(line, style)] for line in wrap(sentence, width)]
    lines += [[]] * (9 - len(lines))
    return [*lines, [Segment("how often each digit stands", palette.dim)], *_counts(draft, palette, glyphs)]


def _verdict(draft: Draft, outlook: Analysis | None, palette: Palette, glyphs: Glyphs) -> list[tuple[str, Style]]:
    """Sentences about the solutions, each with its style."""
    if draft.conflicts:
        return [("no solution", palette.bad), (repetition(draft.layout, draft.conflicts[0]), palette.bad)]
    if not any(draft.values):
        return [("no givens yet", palette.dim)]
    if outlook is None:
        return [(f"counting solutions{glyphs.ellipsis}", palette.dim)]
    if outlook.solutions == 0:
        return [("no solution", palette.bad), ("undo, or take a given out", palette.plain)]
    if outlook.solutions == 1:
        level = f", {outlook.level.value}" if outlook.level else ""
        return [(f"one solution{level}", palette.good), ("S shows it, p plays it", palette.dim)]
    count = len(outlook.open)
    more = "" if outlook.complete else " or more"
    every = count == draft.values.count(0)
    words = "every empty cell can differ" if every else f"{count}{more} cells can differ (?)"
    return [("several solutions", palette.warning), (words, palette.plain)]


def _counts(draft: Draft, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """How often each digit stands on the board, in three columns; one that is nowhere is pointed out."""
    size = draft.layout.size
    down = -(-size // 3)
    lines: list[Line] = []
    for row in range(down):
        line: Line = []
        for digit in range(row + 1, size + 1, down):
            count = draft.values.count(digit)
            line.append(Segment(f"{sign(digit)} ", palette.given))
            line.append(Segment(f"{glyphs.times}{count}".ljust(7), palette.plain if count else palette.dim))
        lines.append(line)
    return lines
