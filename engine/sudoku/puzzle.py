"""A puzzle: a layout with givens, and rules beside its houses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.base.language import _, lazy_gettext, ngettext
from engine.sudoku.layout import Conflict, Layout, conflicts
from engine.sudoku.rules import Rule, broken
from engine.sudoku.signs import sign

Digits = tuple[int, ...]
"""One digit for each cell of a layout, 0 for an empty cell. A solution has no 0."""


@dataclass(frozen=True)
class Puzzle:
    """Givens on a layout: one digit a cell, 0 where there is none. `name` is for people (often a file's)."""

    layout: Layout
    givens: Digits
    name: str = ""
    rules: tuple[Rule, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        if len(self.givens) != len(self.layout.cells):
            raise ValueError(f"{len(self.givens)} digits for the {len(self.layout.cells)} cells of {self.layout.name}")
        if min(self.givens) < 0 or max(self.givens) > self.layout.size:
            raise ValueError(f"a digit is outside 0..{self.layout.size}")

    @cached_property
    def holes(self) -> int:
        """How many cells are empty."""
        return self.givens.count(0)


_REPEATED = {
    2: lazy_gettext("{digit} appears twice in {house}"),
    3: lazy_gettext("{digit} appears three times in {house}"),
    4: lazy_gettext("{digit} appears four times in {house}"),
}
"""By how often a digit appears."""


def contradictions(puzzle: Puzzle) -> list[str]:
    """What is wrong with the givens, one sentence for each digit that a house holds more than once and each rule."""
    layout = puzzle.layout
    repeated = [contradiction(layout, conflict) for conflict in conflicts(layout, puzzle.givens)]
    return repeated + [each.sentence(layout) for each in broken(puzzle.rules, layout, puzzle.givens)]


def contradiction(layout: Layout, conflict: Conflict) -> str:
    """A conflict in words, with its cells: `5 appears twice in row 3 of grid 2: r9c7 and r9c12`."""
    *cells, last = [layout.cell_name(cell) for cell in conflict.cells]
    return _("{conflict}: {cells} and {last}").format(
        conflict=repeated_digit(layout, conflict), cells=", ".join(cells), last=last
    )


def repeated_digit(layout: Layout, conflict: Conflict) -> str:
    """A conflict in words, where the cells are marked on a board: `5 appears twice in row 3 of grid 2`."""
    count = len(conflict.cells)
    sentence = _REPEATED.get(count, _("{digit} appears {count} times in {house}"))
    return sentence.format(digit=sign(conflict.digit), count=count, house=layout.houses[conflict.house].label)


def broken_rules(layout: Layout, conflicts: Sequence[Conflict], cell: int | None = None) -> str:
    """One of several conflicts in words, and how many others there are; the first one in `cell`, if any is."""
    conflict_here = next((conflict for conflict in conflicts if cell in conflict.cells), conflicts[0])
    words, others = repeated_digit(layout, conflict_here), len(conflicts) - 1
    if not others:
        return _("{conflict}.").format(conflict=words)
    sentence = ngettext(
        "{conflict}, and another rule is broken.", "{conflict}, and {others} other rules are broken.", others
    )
    return sentence.format(conflict=words, others=others)


def breaks(puzzle: Puzzle, values: Sequence[int]) -> bool:
    """Whether values (one digit a cell, 0: empty) break a rule: a house, or a rule beside the houses."""
    return bool(conflicts(puzzle.layout, values) or broken(puzzle.rules, puzzle.layout, values))


def is_solution(puzzle: Puzzle, digits: Sequence[int]) -> bool:
    """Whether the digits fill every cell, keep the givens, and repeat nothing in a house."""
    return (
        len(digits) == len(puzzle.givens)
        and all(1 <= digit <= puzzle.layout.size for digit in digits)
        and all(given in (0, digit) for given, digit in zip(puzzle.givens, digits, strict=True))
        and not breaks(puzzle, digits)
    )
