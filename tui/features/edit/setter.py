"""The setter's board: the number of solutions for each candidate, and which clues would decide or could be removed."""

from collections.abc import Sequence

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.base.language import numeral
from engine.play.prospects import MAX_SOLUTIONS, Prospects, prospects
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.signs import sign
from tui.base.background import Job
from tui.draw.cells import Line, pad, wrap
from tui.draw.palette import Glyphs, Palette
from tui.features.edit import words

TITLE = _("solutions of the candidates of {cell}")
GIVEN = _("{cell} is a given.")
DECIDING = _("One solution is left with:")
NEEDLESS = _("Each of these givens could be removed:")
NEEDLESS_RULES = _("Each of these rules could be removed:")
EQUAL = _("Always equal:")
NOTHING_NEEDLESS = _("No given or rule could be removed.")
GOING_ON = _("counting{ellipsis}")
HOW_TO_READ = _("The notes are the candidates that have a solution. {key} shows the givens again.")

_MAX_LISTED = 12
"""Maximum number of clues by name."""


def look_ahead(puzzle: Puzzle, job: Job[Prospects]) -> Prospects | None:
    """Find the prospects of a puzzle, with partial results. Raises Cancelled."""
    found = None
    for found in prospects(puzzle, job.cancelled):
        job.report(found)
    return found


def setter_notes(found: Prospects) -> tuple[int, ...]:
    """For each empty cell the mask of the candidates that keep a solution, as far as known."""
    return tuple(
        0 if given else sum(1 << digit for digit, count in enumerate(counts) if digit and count != 0)
        for given, counts in zip(found.puzzle.givens, found.counts, strict=True)
    )


def setter_lines(
    found: Prospects | None, layout: Layout, cursor: int, palette: Palette, glyphs: Glyphs, width: int
) -> list[Line]:
    """The panel: the counts of the cursor's cell, then clues and cells; None while nothing is known."""
    going_on = [Segment(GOING_ON.format(ellipsis=glyphs.ellipsis), palette.dim)]
    if found is None:
        return [going_on]
    if found.complete and _has_no_solution(found):
        ways_out = [[Segment(line, palette.plain)] for line in wrap(str(words.WAYS_OUT), width)]
        return [[Segment(str(words.NO_SOLUTION), palette.bad)], *ways_out]
    cell = layout.cell_name(cursor)
    if found.puzzle.givens[cursor]:
        lines: list[Line] = [[Segment(GIVEN.format(cell=cell), palette.plain)]]
    else:
        lines = [[Segment(line, palette.title)] for line in wrap(TITLE.format(cell=cell), width)]
        lines += _counts(found.counts[cursor], layout.size, palette)
    several = [f"{layout.cell_name(cell)} {sign(digit)}" for cell, digit in found.decisive]
    givens = [layout.cell_name(cell) for cell in found.redundant_givens]
    rules = [rule.name(layout) for rule in found.redundant_rules]
    equal = [" = ".join(map(layout.cell_name, group)) for group in found.equal]
    for heading, names in ((DECIDING, several), (NEEDLESS, givens), (NEEDLESS_RULES, rules), (EQUAL, equal)):
        if names:
            lines += [[], *([Segment(line, palette.title)] for line in wrap(str(heading), width))]
            lines += [[Segment(line, palette.plain)] for line in wrap(_listed(names, glyphs), width)]
    if found.complete and len({*map(max, _numbers(found))}) == 1 and not (givens or rules or several or equal):
        lines += [[], *([Segment(line, palette.plain)] for line in wrap(str(NOTHING_NEEDLESS), width))]
    return lines if found.complete else [*lines, [], going_on]


def _has_no_solution(found: Prospects) -> bool:
    """Whether there are empty cells, and none of their candidates keeps a solution."""
    empty = [counts for given, counts in zip(found.puzzle.givens, found.counts, strict=True) if not given]
    return bool(empty) and all(count == 0 for counts in empty for count in counts[1:])


def _numbers(found: Prospects) -> list[list[int]]:
    return [[count or 0 for count in counts] for counts in found.counts]


def _counts(counts: Sequence[int | None], size: int, palette: Palette) -> list[Line]:
    """The candidates in three columns; those without a solution are dim."""
    down = -(-size // 3)
    lines: list[Line] = [[] for _row in range(down)]
    for digit in range(1, size + 1):
        count = counts[digit]
        text = "?" if count is None else f"{MAX_SOLUTIONS}+" if count >= MAX_SOLUTIONS else numeral(count)
        ink = palette.dim if count == 0 else palette.good if count == 1 else palette.plain
        lines[(digit - 1) % down] += Segment(f"{sign(digit)} ", palette.given), Segment(pad(text, 7), ink)
    return lines


def _listed(names: Sequence[str], glyphs: Glyphs) -> str:
    more = len(names) - _MAX_LISTED
    return ", ".join(names[:_MAX_LISTED]) + (f" {glyphs.ellipsis} +{more}" if more > 0 else "")
