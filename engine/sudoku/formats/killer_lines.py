"""Reads killers and jigsaws in one line, as forums and solvers write them.

- Arrows: a sign for each of 81 cells. `<`, `>`, `^`, `v` and, diagonally, `` ` ``, `'`, `,`, `.` lead to the next cell
  of the cage, and a digit or letter (A is 10, a is 36) ends there as its sum. Source: the thread "Understandable
  Snarfable Killer Cages" of the New Sudoku Players' Forum.
- Numbers: `3x3::k:` and for each cell its cage and 256 times the sum, with colons between (`d` for diagonals). Source:
  the documentation of the format in the forum of SudoCue.
- `SumoCueV1`, D for diagonals, and for each cell `=` and the sum of the cage that it begins, or `+` and the number of
  the cell that begins its cage; then, if the regions are not boxes, J and the number of its region. A cage of one cell
  is a given, and one with the sum 0 is not a cage. Source: its author's description in the forum of SudoCue.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

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
    r"|SumoCueV1(?P<crossed>D?)(?P<entries>(?:[=+]\d{1,2}){81}|(?:[=+]\d{1,2}J\d){81})"
)
"""The form of such a line."""

_ENTRY = re.compile(r"([=+])(\d+)(?:J(\d))?")
_STEPS = {"<": (0, -1), ">": (0, 1), "^": (-1, 0), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_CELLS, _SIZE = 81, 9


def read(text: str) -> Puzzle:
    """The puzzle of a line that `KILLER_LINE` matches. Raises InputError without a place."""
    match = KILLER_LINE.fullmatch(text)
    assert match
    if match["arrows"]:
        return _from_arrows(match["arrows"])
    if match["numbers"]:
        return _from_numbers([int(number) for number in match["numbers"].split(":")], bool(match["diagonals"]))
    return _from_sumocue(_ENTRY.findall(match["entries"]), bool(match["crossed"]))


def _from_sumocue(entries: Sequence[tuple[str, str, str]], diagonals: bool) -> Puzzle:
    """The puzzle of the sign, the number and the region of each cell."""
    regions: dict[str, set[tuple[int, int]]] = {}
    for cell, (_sign, _number, region) in enumerate(entries):
        regions.setdefault(region, set()).add(divmod(cell, _SIZE))
    boxes = usual_boxes(_SIZE) if regions.keys() == {""} else map(frozenset, regions.values())
    layout = GridRules(_SIZE, tuple(boxes), diagonals, diagonals).layout()
    cages: dict[int, list[int]] = {cell: [cell] for cell, (sign, *_rest) in enumerate(entries) if sign == "="}
    for cell, (sign, number, _region) in enumerate(entries):
        if sign == "+":
            if int(number) not in cages:
                raise InputError(
                    _("the cage of {cell} has no sum").format(cell=layout.cell_name(cell)), advice=_("copy all of it")
                )
            cages[int(number)].append(cell)
    sums = {cell: int(entries[cell][1]) for cell in cages}
    givens = {cell: sums[cell] for cell, cells in cages.items() if cells == [cell] and sums[cell] <= _SIZE}
    killer = _killer(layout, sums, {cell: cells for cell, cells in cages.items() if cell not in givens})
    return replace(killer, givens=tuple(givens.get(cell, 0) for cell in range(_CELLS)))


def _from_arrows(signs: str) -> Puzzle:
    layout, cages = single(), dict[int, list[int]]()
    for start in range(_CELLS):
        cell, visited = start, set[int]()
        while (step := _STEPS.get(signs[cell])) is not None:
            row, column = layout.cells[cell]
            visited.add(cell)
            next_cell = layout.index.get((row + step[0], column + step[1]))
            if next_cell is None or next_cell in visited:
                raise InputError(
                    _("the arrows of {cell} lead to no sum").format(cell=layout.cell_name(start)),
                    advice=_("copy all of it"),
                )
            cell = next_cell
        cages.setdefault(cell, []).append(start)
    return _killer(layout, {cell: _SUMS.index(signs[cell]) for cell in cages}, cages)


def _from_numbers(numbers: list[int], diagonals: bool) -> Puzzle:
    layout = GridRules(_SIZE, tuple(usual_boxes(_SIZE)), diagonals, diagonals).layout()
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        if number >> 8:
            cages.setdefault(number & 255, []).append(cell)
    return _killer(layout, {cage: numbers[cells[0]] >> 8 for cage, cells in cages.items()}, cages)


def _killer(layout: Layout, sums: Mapping[int, int], cages: Mapping[int, list[int]]) -> Puzzle:
    """The killer with those of these cages that have a sum."""
    rules: tuple[Rule, ...] = tuple(
        KillerCage(tuple(cells), sums[cage]) for cage, cells in sorted(cages.items()) if sums[cage]
    )
    return Puzzle(layout, (0,) * _CELLS, rules=rules)
