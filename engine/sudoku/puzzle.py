"""A puzzle: a layout with givens, the candidates that it leaves to empty cells, and rules beyond its houses."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.base.language import _, lazy_gettext, ngettext
from engine.sudoku.bit_sets import union
from engine.sudoku.layout import Conflict, Layout, conflicts
from engine.sudoku.rules import Rule, broken
from engine.sudoku.signs import sign

Digits = tuple[int, ...]
"""One digit for each cell of a layout, 0 for an empty cell. A solution has no 0."""

Masks = tuple[int, ...]
"""A set of digits for each cell of a layout: bit d for digit d."""


@dataclass(frozen=True)
class Puzzle:
    """Givens on a layout: one digit a cell, 0 where there is none. `name` is for people (often a file's).

    `candidates` are the digits that the puzzle allows in each cell (every digit in a given), as pencil marks tell;
    None if it rules out no digit but those that a given rules out. A cell of one candidate becomes a given.

    `text`, `stored` and `rating` are the rules for people, the solution and the rating (most often ER) that came with
    the puzzle, if any; none of them is part of what the puzzle is.
    """

    layout: Layout
    givens: Digits
    candidates: Masks | None = field(default=None, kw_only=True)
    name: str = ""
    rules: tuple[Rule, ...] = field(default=(), kw_only=True)
    text: str = field(default="", kw_only=True, compare=False, repr=False)
    stored: Digits | None = field(default=None, kw_only=True, compare=False, repr=False)
    rating: float | None = field(default=None, kw_only=True, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.givens) != len(self.layout.cells):
            raise ValueError(f"{len(self.givens)} digits for the {len(self.layout.cells)} cells of {self.layout.name}")
        if min(self.givens) < 0 or max(self.givens) > self.layout.size:
            raise ValueError(f"a digit is outside 0..{self.layout.size}")
        if self.candidates is not None:
            self._normalise(self.candidates)

    def _normalise(self, masks: Masks) -> None:
        """Bring givens and candidates into the form in which equal puzzles are equal. Raises ValueError."""
        layout, all_digits = self.layout, (2 << self.layout.size) - 2
        if len(masks) != len(layout.cells) or not all(mask and not mask & ~all_digits for mask in masks):
            raise ValueError(f"a cell has no candidates, or others than 1 to {layout.size}")
        givens = tuple(
            given or (mask.bit_length() - 1 if mask.bit_count() == 1 else 0)
            for given, mask in zip(self.givens, masks, strict=True)
        )
        masks = tuple(all_digits if given else mask for given, mask in zip(givens, masks, strict=True))
        ruled_out = (
            mask | union(givens[peer] for peer in peers) | 1 for mask, peers in zip(masks, layout.peers, strict=True)
        )
        object.__setattr__(self, "givens", givens)
        object.__setattr__(self, "candidates", None if all(mask == all_digits | 1 for mask in ruled_out) else masks)

    @cached_property
    def holes(self) -> int:
        """The number of empty cells."""
        return self.givens.count(0)

    @property
    def notes(self) -> Masks:
        """The candidates of each cell as they are shown: 0 where the puzzle leaves none out."""
        all_digits = (2 << self.layout.size) - 2
        return tuple(0 if mask == all_digits else mask for mask in self.candidates or (0,) * len(self.givens))

    def allows(self, cell: int, digit: int) -> bool:
        """Whether the puzzle's own candidates leave the digit to the cell, whatever its givens say."""
        return self.candidates is None or bool(self.candidates[cell] >> digit & 1)


_REPEATED = {
    2: lazy_gettext("{digit} appears twice in {house}"),
    3: lazy_gettext("{digit} appears three times in {house}"),
    4: lazy_gettext("{digit} appears four times in {house}"),
}
"""By how often a digit appears."""


def contradictions(puzzle: Puzzle) -> list[str]:
    """The faults of the givens: a sentence for each digit that a house repeats, and for each broken rule."""
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
    """Whether values (one digit a cell, 0: empty) break a rule: a house, or a rule besides the houses."""
    return bool(conflicts(puzzle.layout, values) or broken(puzzle.rules, puzzle.layout, values))


def is_solution(puzzle: Puzzle, digits: Sequence[int]) -> bool:
    """Whether the digits fill every cell, keep givens and candidates, and repeat nothing in a house."""
    return (
        len(digits) == len(puzzle.givens)
        and all(1 <= digit <= puzzle.layout.size for digit in digits)
        and all(given in (0, digit) for given, digit in zip(puzzle.givens, digits, strict=True))
        and all(puzzle.allows(cell, digit) for cell, digit in enumerate(digits))
        and not breaks(puzzle, digits)
    )
