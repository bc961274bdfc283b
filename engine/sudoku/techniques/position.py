"""The position of a puzzle: the placed digits and the candidates left.

Sets of cells are ints, bit c for cell c; masks of digits are ints, bit d for digit d. So `&`, `|` and `~` are
intersection, union and complement, and `bit_count()` is the size.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.sudoku.bit_sets import members as members
from engine.sudoku.bit_sets import union as union
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule

CellSet = int
"""A set of cells: bit c for cell c of the layout."""

DigitMask = int
"""A set of digits: bit d for digit d (bit 0 is never set)."""


class Candidate(NamedTuple):
    """A digit that a cell may hold."""

    cell: int
    digit: int


@dataclass(frozen=True, eq=False)
class Geometry:
    """A layout as sets of cells.

    `houses[h]` are the cells of house h and `peers[c]` those that share a house with cell c. A house is `complete` if
    it has as many cells as there are digits, and so must hold each digit; other houses only forbid repetition.
    `houses_of[c]` are the houses of cell c. `lines[h]` is true for rows and columns, which give some patterns names.
    """

    layout: Layout
    houses: tuple[CellSet, ...]
    complete: tuple[bool, ...]
    peers: tuple[CellSet, ...]
    houses_of: tuple[tuple[int, ...], ...]
    lines: tuple[bool, ...]

    def common_peers(self, cells: CellSet) -> CellSet:
        """The cells, not among `cells`, that see all of them; every cell if `cells` is empty."""
        common = (1 << len(self.layout.cells)) - 1
        for cell in members(cells):
            common &= self.peers[cell]
        return common

    def houses_with(self, cells: CellSet) -> list[int]:
        """The houses that contain all of `cells`, ascending."""
        return [number for number, house in enumerate(self.houses) if not cells & ~house]


@lru_cache(maxsize=16)
def geometry(layout: Layout) -> Geometry:
    """The geometry of a layout."""
    return Geometry(
        layout,
        tuple(union(house.cells) for house in layout.houses),
        tuple(len(house.cells) == layout.size for house in layout.houses),
        tuple(union(peers) for peers in layout.peers),
        layout.houses_of,
        tuple(house.kind in ("row", "column") for house in layout.houses),
    )


@dataclass(frozen=True, eq=False)
class Position:
    """The placed digits (0: none) and the mask of the candidates of each cell (0 for a cell with a digit).

    `givens` are the cells whose digits belong to the puzzle, for techniques based on uniqueness. `rules` hold in
    addition to the houses.
    """

    layout: Layout
    values: Digits
    masks: tuple[DigitMask, ...]
    givens: CellSet = 0
    rules: tuple[Rule, ...] = ()
    geometry: Geometry = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "geometry", geometry(self.layout))

    @classmethod
    def of(cls, layout: Layout, values: Sequence[int], givens: Sequence[int] | None = None) -> "Position":
        """The position with these values, and every candidate that no peer has; `givens` default to the values."""
        all_digits = (2 << layout.size) - 2
        used = [0] * len(layout.houses)
        for value, houses in zip(values, layout.houses_of, strict=True):
            if value:
                for house in houses:
                    used[house] |= 1 << value
        masks = [0] * len(layout.cells)
        for cell, (value, houses) in enumerate(zip(values, layout.houses_of, strict=True)):
            if not value:
                mask = all_digits
                for house in houses:
                    mask &= ~used[house]
                masks[cell] = mask
        given = union(cell for cell, digit in enumerate(values if givens is None else givens) if digit)
        return cls(layout, tuple(values), tuple(masks), given)

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, values: Sequence[int] | None = None) -> "Position":
        """The position of a puzzle with these values (by default its givens), and its candidates and rules."""
        position = cls.of(puzzle.layout, puzzle.givens if values is None else values, puzzle.givens)
        if puzzle.candidates is not None:
            position = position.within(puzzle.candidates)
        return replace(position, rules=puzzle.rules) if puzzle.rules else position

    @cached_property
    def empty(self) -> CellSet:
        """The cells without a digit."""
        return union(cell for cell, value in enumerate(self.values) if not value)

    @cached_property
    def cells_with(self) -> tuple[CellSet, ...]:
        """For each digit 0..size, the cells with it as a candidate (none for 0)."""
        found = [0] * (self.layout.size + 1)
        for cell, mask in enumerate(self.masks):
            bit = 1 << cell
            while mask:
                lowest = mask & -mask
                found[lowest.bit_length() - 1] |= bit
                mask ^= lowest
        return tuple(found)

    @cached_property
    def bivalue(self) -> CellSet:
        """The cells with exactly two candidates."""
        return union(cell for cell, mask in enumerate(self.masks) if mask.bit_count() == 2)

    @property
    def is_solved(self) -> bool:
        """Whether every cell has a digit."""
        return not self.empty

    @cached_property
    def is_broken(self) -> bool:
        """Whether a cell has no candidate left, or a complete house has no place left for a digit."""
        if self.is_solved:  # a count of the digits in each house decides at once
            values, full = self.values, self.layout.size
            complete = (house.cells for house in self.layout.houses if len(house.cells) == full)
            return any(len({values[cell] for cell in cells}) < full for cells in complete)
        return any(True for _ in self.dead_cells()) or any(True for _ in self.dead_digits())

    def dead_cells(self) -> Iterator[int]:
        """The empty cells that have no candidate left, ascending."""
        return (cell for cell, mask in enumerate(self.masks) if not mask and not self.values[cell])

    def dead_digits(self) -> Iterator[tuple[int, int]]:
        """The complete houses and the digits without a place in them, ascending."""
        all_digits = (2 << self.layout.size) - 2
        options = [mask | 1 << value for mask, value in zip(self.masks, self.values, strict=True)]
        for number, house in enumerate(self.layout.houses):
            if self.geometry.complete[number]:
                possible = reduce(or_, map(options.__getitem__, house.cells))
                if all_digits & ~possible:
                    yield from ((number, digit) for digit in members(all_digits & ~possible))

    def place(self, places: Iterable[Candidate]) -> "Position":
        """The position with these digits placed and removed from the candidates of their peers."""
        values, masks = list(self.values), list(self.masks)
        for cell, digit in places:
            values[cell], masks[cell] = digit, 0
            for peer in self.layout.peers[cell]:
                masks[peer] &= ~(1 << digit)
        return Position(self.layout, tuple(values), tuple(masks), self.givens, self.rules)

    def remove(self, removes: Iterable[Candidate]) -> "Position":
        """The position without these candidates."""
        masks = list(self.masks)
        for cell, digit in removes:
            masks[cell] &= ~(1 << digit)
        return Position(self.layout, self.values, tuple(masks), self.givens, self.rules)

    def within(self, masks: Sequence[DigitMask]) -> "Position":
        """The position without candidates outside these masks."""
        allowed = tuple(mask & other for mask, other in zip(self.masks, masks, strict=True))
        return Position(self.layout, self.values, allowed, self.givens, self.rules)

    def candidates(self, cells: CellSet, digit: int) -> tuple[Candidate, ...]:
        """The candidates `digit` in `cells`, ascending."""
        return tuple(Candidate(cell, digit) for cell in members(cells & self.cells_with[digit]))

    def candidates_of(self, cells: CellSet, digits: DigitMask = -1) -> tuple[Candidate, ...]:
        """The candidates of `cells`, ascending; with `digits`, only those."""
        return tuple(Candidate(cell, digit) for cell in members(cells) for digit in members(self.masks[cell] & digits))
