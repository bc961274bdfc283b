"""Boards as values: the state of each cell, and what follows from it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from engine.sudoku.layout import Conflict, Grid, Layout, conflicts
from engine.sudoku.puzzle import Digits
from engine.sudoku.rules import BrokenRule, Rule, broken

COLOUR_LETTERS = " ABCDEFGHI"
"""The letters of the colours of cells and candidates, by number; 0 means no colour."""
COLOURS = len(COLOUR_LETTERS) - 1
"""The number of colours."""


class NoteKind(StrEnum):
    """The position of a note in its cell."""

    CENTRE = "centre"
    CORNER = "corner"


class CellState(NamedTuple):
    """The state of a cell: its value (0: empty), whether the value was revealed, and the player's marks.

    `notes` (in the centre of the cell) and `corners` are bit masks: bit d (`1 << d`) is set if digit d is noted. Notes
    are kept, hidden, under a value. `colour` is that of the cell; `tints` are those of candidates, as pairs of digit
    and colour, ascending.
    """

    value: int = 0
    notes: int = 0
    revealed: bool = False
    corners: int = 0
    colour: int = 0
    tints: tuple[tuple[int, int], ...] = ()

    @property
    def noted(self) -> int:
        """The notes of both kinds as a bit mask."""
        return self.notes | self.corners

    def with_note(self, kind: NoteKind, digit: int, present: bool) -> "CellState":
        """A copy with a note added or removed."""
        bit, mask = 1 << digit, self.notes if kind is NoteKind.CENTRE else self.corners
        mask = mask | bit if present else mask & ~bit
        return self._replace(notes=mask) if kind is NoteKind.CENTRE else self._replace(corners=mask)

    def with_tint(self, digit: int, colour: int) -> "CellState":
        """A copy with a candidate in that colour; 0 for none."""
        others = [tint for tint in self.tints if tint[0] != digit]
        return self._replace(tints=tuple(sorted([*others, (digit, colour)] if colour else others)))

    def without(self, digits: int) -> "CellState":
        """A copy without the notes and colours of the candidates in a bit mask."""
        tints = tuple(tint for tint in self.tints if not digits >> tint[0] & 1)
        return self._replace(notes=self.notes & ~digits, corners=self.corners & ~digits, tints=tints)


EMPTY = CellState()
"""The state of a cell without a value and without marks."""


class Change(NamedTuple):
    """A cell before and after a move."""

    cell: int
    before: CellState
    after: CellState


@dataclass(frozen=True)
class Board:
    """The state of each cell of a layout, and the rules beyond its houses."""

    layout: Layout
    entries: tuple[CellState, ...]
    rules: tuple[Rule, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle each distinct cell state once: boards are sent to other processes with every visible move."""
        numbers: dict[CellState, int] = {}
        places = [numbers.setdefault(entry, len(numbers)) for entry in self.entries]
        return _unpickle, (self.layout, [tuple(entry) for entry in numbers], places, self.rules)

    @cached_property
    def values(self) -> Digits:
        """The digits of all cells, 0 if empty."""
        return tuple(entry.value for entry in self.entries)

    @cached_property
    def notes(self) -> tuple[int, ...]:
        """The centre notes of each cell as a bit mask, including those under values."""
        return tuple(entry.notes for entry in self.entries)

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The corner notes of each cell as a bit mask, including those under values."""
        return tuple(entry.corners for entry in self.entries)

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The digits repeated in a house."""
        return tuple(conflicts(self.layout, self.values))

    @cached_property
    def broken_rules(self) -> tuple[BrokenRule, ...]:
        """The broken rules beyond the houses."""
        return tuple(broken(self.rules, self.layout, self.values))

    @cached_property
    def done_houses(self) -> tuple[int, ...]:
        """The indexes of houses whose cells all have different digits."""
        values, houses = self.values, enumerate(self.layout.houses)
        digits = ((number, house, {values[cell] for cell in house.cells}) for number, house in houses)
        return tuple(
            number
            for number, house, digits_found in digits
            if 0 not in digits_found and len(digits_found) == len(house.cells)
        )

    @cached_property
    def filled(self) -> int:
        """The number of cells with a digit."""
        return len(self.values) - self.values.count(0)

    @cached_property
    def is_solved(self) -> bool:
        """Whether the board is full and without conflicts."""
        return self.filled == len(self.entries) and not self.conflicts and not self.broken_rules

    def filled_in(self, grid: Grid) -> int:
        """The number of cells of a grid with a digit."""
        return sum(self.values[cell] != 0 for cell in grid.cells)

    def digits_left(self, grid: Grid | None = None) -> dict[int, int]:
        """How often each digit is still missing, on the whole board or in a grid; at least 0.

        A full board has each digit once for every `layout.size` cells.
        """
        values = self.values if grid is None else [self.values[cell] for cell in grid.cells]
        copies = len(values) // self.layout.size
        return {digit: max(0, copies - values.count(digit)) for digit in range(1, self.layout.size + 1)}

    def after(self, changes: Iterable[Change]) -> "Board":
        """The board after these changes. Raises ValueError if a cell differs from its state before the change."""
        entries = list(self.entries)
        for cell, before, after in changes:
            if entries[cell] != before:
                raise ValueError(f"{self.layout.cell_name(cell)} holds {entries[cell]}, not {before}")
            entries[cell] = after
        return replace(self, entries=tuple(entries))

    def before(self, changes: Sequence[Change]) -> "Board":
        """The board before these changes: the inverse of `after`."""
        return self.after(Change(cell, after, before) for cell, before, after in reversed(changes))


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a bit mask, ascending."""
    return tuple(digit for digit in range(1, mask.bit_length()) if mask >> digit & 1)


def _unpickle(layout: Layout, entries: list[tuple[Any, ...]], numbers: list[int], rules: tuple[Rule, ...]) -> Board:
    states = [CellState._make(entry) for entry in entries]
    return Board(layout, tuple(states[place] for place in numbers), rules)
