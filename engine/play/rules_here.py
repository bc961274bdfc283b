"""What the rules beside houses say of a cell: in words, with what is left of a sum and the sets of digits that fit."""

from collections.abc import Iterable, Sequence

from engine.base.language import _
from engine.base.text import pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.cage import KillerCage
from engine.sudoku.rules.primitives import sets_with_sum
from engine.sudoku.signs import sign

_MOST_SETS = 6
"""Sets of digits that a sentence lists."""


def rules_at(rules: Iterable[Rule], layout: Layout, cell: int) -> list[Rule]:
    """The rules that a cell takes part in, those of fewest cells first; rules of the whole board are left out."""
    scopes = [(rule, rule.scope(layout)) for rule in rules]
    found = [(rule, cells) for rule, cells in scopes if cell in cells and len(cells) < len(layout.cells)]
    return [rule for rule, _cells in sorted(found, key=lambda each: len(each[1]))]


def rules_here(puzzle: Puzzle, values: Digits, cell: int) -> list[str]:
    """The rules of a cell, a sentence or two each."""
    found = []
    for rule in rules_at(puzzle.rules, puzzle.layout, cell):
        found.append(rule.sentence(puzzle.layout))
        if isinstance(rule, KillerCage) and rule.total:
            found += _left(rule, puzzle.layout.size, values)
    return found


def _left(cage: KillerCage, size: int, values: Sequence[int]) -> list[str]:
    """What is left of the sum, and by which digits."""
    held = [values[cell] for cell in cage.cells if values[cell]]
    open_cells, rest = len(cage.cells) - len(held), cage.total - sum(held)
    if not open_cells or rest < 0:
        return []
    left = _("{total} left in {cells}.").format(total=rest, cells=pluralized(open_cells, "cell")) if held else ""
    placed = 0 if cage.repeats else sum(1 << digit for digit in {*held})
    sets = [] if cage.repeats else [mask for mask in sets_with_sum(open_cells, rest, size) if not mask & placed]
    listed = ", ".join("".join(sign(d) for d in range(1, size + 1) if mask >> d & 1) for mask in sets)
    digits = _("Digits: {sets}.").format(sets=listed) if 0 < len(sets) <= _MOST_SETS else ""
    return [*filter(None, (left, digits))]
