"""Reads killers and jigsaws in one line, as forums and solvers write them.

- Arrows: a sign for each of 81 cells. `<`, `>`, `^`, `v` and, diagonally, `` ` ``, `'`, `,`, `.` lead to the next cell
  of the cage, and a digit or letter (A is 10, a is 36) ends there as its sum. Source: the thread "Understandable
  Snarfable Killer Cages" of the New Sudoku Players' Forum.
- Numbers: `3x3::k:` and for each cell its cage and 256 times the sum, with colons between (`d` for diagonals). Source:
  the documentation of the format in the forum of SudoCue.
- `SumoCueV1=` and for each cell its digit, J and the number of its region.
"""

import re
from collections.abc import Mapping

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.layout import Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.cage import KillerCage

KILLER_LINE = re.compile(
    r"(?=\S*[<^])(?P<arrows>[0-9A-Za-jv<>^`',.]{81})"
    r"|3x3:(?P<diagonals>d?):k:(?P<numbers>(?:\d{1,5}:){80}\d{1,5}):?"
    r"|SumoCueV1=(?P<regions>\dJ\d(?:=\dJ\d){80})"
)
"""The form of such a line."""

_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_CELLS, _SIZE = 81, 9


def read(text: str) -> Puzzle:
    """The puzzle of a line that `KILLER_LINE` matches. Raises InputError without a place."""
    found = KILLER_LINE.fullmatch(text)
    assert found
    if found["arrows"]:
        return _by_arrows(found["arrows"])
    if found["numbers"]:
        return _by_numbers([int(number) for number in found["numbers"].split(":")], bool(found["diagonals"]))
    pairs = [entry.split("J") for entry in found["regions"].split("=")]
    regions: dict[str, set[tuple[int, int]]] = {}
    for cell, (_digit, region) in enumerate(pairs):
        regions.setdefault(region, set()).add(divmod(cell, _SIZE))
    return Puzzle(
        GridRules(_SIZE, tuple(map(frozenset, regions.values()))).layout(), tuple(int(pair[0]) for pair in pairs)
    )


def _by_arrows(signs: str) -> Puzzle:
    layout, cages = single(), dict[int, list[int]]()
    for start in range(_CELLS):
        cell, visited = start, set[int]()
        while (step := _STEPS.get(signs[cell])) is not None:
            row, column = layout.cells[cell]
            visited.add(cell)
            after = layout.index.get((row + step[0], column + step[1]))
            if after is None or after in visited:
                raise InputError(
                    _("the arrows of {cell} lead to no sum").format(cell=layout.cell_name(start)),
                    advice=_("copy all of it"),
                )
            cell = after
        cages.setdefault(cell, []).append(start)
    return _killer(layout, {cell: _SUMS.index(signs[cell]) for cell in cages}, cages)


def _by_numbers(numbers: list[int], diagonals: bool) -> Puzzle:
    layout = GridRules(_SIZE, tuple(usual_boxes(_SIZE)), diagonals, diagonals).layout()
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        if number >> 8:
            cages.setdefault(number & 255, []).append(cell)
    return _killer(layout, {cage: numbers[cells[0]] >> 8 for cage, cells in cages.items()}, cages)


def _killer(layout: Layout, sums: Mapping[int, int], cages: Mapping[int, list[int]]) -> Puzzle:
    """The killer with these cages; those without a sum are none."""
    rules: tuple[Rule, ...] = tuple(
        KillerCage(tuple(cells), sums[cage]) for cage, cells in sorted(cages.items()) if sums[cage]
    )
    return Puzzle(layout, (0,) * _CELLS, rules=rules)
