"""The words and lines that the inspector shows around its list."""

from collections.abc import Sequence

from rich.segment import Segment

from tui.inspection import Inspection
from tui.palette import Glyphs, Palette
from tui.widgets.bars import bar, grouped_lengths
from tui.widgets.cells import Line, clip_middle

_GROUP = 11
"""Cells that one length takes in the line of lengths, its bar included."""


def heading(name: str, inspection: Inspection, width: int, palette: Palette, glyphs: Glyphs) -> Line:
    """The file and its counts."""
    formula, warnings = inspection.formula, len(inspection.warnings)
    facts = f"   {counted(formula.variables, 'variable')}   {counted(len(formula), 'clause')}"
    facts += f"   {counted(len(formula.comments), 'comment')}   "
    warned = counted(warnings, "warning")
    name = clip_middle(name, width - len(facts) - len(warned), glyphs.ellipsis)
    style = palette.warning if warnings else palette.plain
    return [Segment(name, palette.title), Segment(facts, palette.plain), Segment(warned, style)]


def clause_lines(
    number: int, literals: Sequence[int], place: int, inspection: Inspection, width: int, height: int, palette: Palette
) -> list[Line]:
    """A clause in full (as far as `height` lines hold it, around the chosen literal), under a line of facts."""
    if not literals:
        return [[Segment(f"clause {number:,} is empty: no assignment satisfies it", palette.bad)]]
    chosen = literals[place]
    seen, opposite = inspection.occurrences(chosen), inspection.occurrences(-chosen)
    facts: Line = [
        Segment(f"clause {number:,}   {counted(len(literals), 'literal')}   ", palette.dim),
        Segment(str(chosen), palette.accent),
        Segment(f" occurs {counted(seen, 'time')}, ", palette.dim),
        Segment(f"{-chosen} {counted(opposite, 'time')}", palette.dim),
    ]
    room = width * (height - 1)
    first = max(0, place - room // 2)  # a literal and its blank take two cells at least: this is more than fits
    rows: list[list[int]] = [[]]
    used = 0
    for index in range(first, min(first + room, len(literals))):
        needed = len(str(literals[index])) + 1
        if used + needed > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(index)
        used += needed
    line = next(n for n, row in enumerate(rows) if place in row)
    top = max(0, min(line - (height - 1) // 2, len(rows) - (height - 1)))
    shown = [_with_chosen(literals, row, place, palette) for row in rows[top : top + height - 1]]
    return [facts, *shown]


def _with_chosen(literals: Sequence[int], row: Sequence[int], place: int, palette: Palette) -> Line:
    if place not in row:
        return [Segment(" ".join(str(literals[index]) for index in row), palette.plain)]
    at = row.index(place)
    before = "".join(f"{literals[index]} " for index in row[:at])
    after = "".join(f" {literals[index]}" for index in row[at + 1 :])
    return [
        Segment(before, palette.plain), Segment(str(literals[place]), palette.selected), Segment(after, palette.plain),
    ]  # fmt: skip


def statistics(inspection: Inspection, width: int, palette: Palette, glyphs: Glyphs) -> tuple[Line, Line]:
    """The lengths as bars, as many as there is room for, and the polarity."""
    positive, negative = inspection.formula.polarity
    polarity = f"polarity + {positive:,}  - {negative:,}"
    room = width - len(polarity) - 3
    groups = grouped_lengths(inspection.formula.lengths, max((room - 7) // _GROUP, 1))
    words = sum(len(f"{name} {count:,}") + 3 for name, count in groups)
    length = max((room - 7 - words) // max(len(groups), 1), 1)
    highest = max((count for _, count in groups), default=1)
    line: Line = [Segment("length ", palette.dim)]
    for name, count in groups:
        drawn = bar(count / highest, length, glyphs)
        line += [Segment(f"{name} "), Segment(drawn, palette.bar), Segment(f" {count:,}  ")]
    return line, [Segment(polarity, palette.dim)]


def counted(number: int, noun: str) -> str:
    """`1 clause`, `2,708 clauses`, `no clauses`."""
    return f"{number:,} {noun}{'s' * (number != 1)}" if number else f"no {noun}s"
