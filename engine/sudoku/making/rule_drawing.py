"""Random rules that a complete grid satisfies."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from engine.base.errors import InputError
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from engine.sudoku.rules import Rule
from engine.sudoku.rules.drawing import CellForm, is_next_to
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.clone import Clone
from engine.sudoku.rules.kinds.dots import EdgeRule, NoMarks, PairSum
from engine.sudoku.rules.kinds.outside import LittleKiller
from engine.sudoku.rules.neighbours import neighbours

MAX_LINE_CELLS = 6
"""Maximum number of cells of a line."""

_MAX_TRIES = 30
"""Number of drawings of a kind to try before giving up."""


class RuleSampler:
    """Draws random rules of a layout that a solution satisfies, determined by the state of `randomness`."""

    def __init__(self, layout: Layout, solution: Digits, randomness: random.Random) -> None:
        self._layout, self._solution, self._randomness = layout, solution, randomness
        self._adjacent: dict[int, list[int]] = {cell: [] for cell in range(len(layout.cells))}
        for first, second in neighbours(layout):
            self._adjacent[first].append(second)
            self._adjacent[second].append(first)

    def draw(self, kind: type[Rule], excluded: Callable[[Rule], bool]) -> Rule | None:
        """A rule of a kind that `excluded` does not reject; None if _MAX_TRIES draws give none."""
        for _try in range(_MAX_TRIES):
            rule = self._draw_once(kind)
            if rule is not None and not excluded(rule):
                return rule
        return None

    def all_marks(self, kind: type[NoMarks]) -> list[Rule]:
        """All marks of neighbours in a relation, for the rule that all marks are given."""
        marks: list[Rule] = []
        for value in kind.all_values or (kind.mark.default,):
            mark = kind.mark((), value)
            marks += [
                kind.mark(pair, value)
                for pair in neighbours(self._layout)
                if mark.holds(*(self._solution[cell] for cell in pair))
            ]
        return marks

    def cages(self, largest: int, share: float) -> list[Rule]:
        """Cages up to a size that cover a share of the cells, or all."""
        randomness, free = self._randomness, {*range(len(self._layout.cells))}
        target, groups = round((1 - share) * len(free)), list[list[int]]()
        starts = randomness.sample(sorted(free), len(free))
        for start in starts:
            if start in free and len(free) > target:
                cells = self._connected_cells(
                    start, free, randomness.choices(range(2, largest + 1), range(largest, 1, -1))[0]
                )
                free -= {*cells}
                groups.append(cells)
        for (single,) in [cells for cells in groups if len(cells) == 1]:
            adjacent = [cells for cells in groups if {*cells} & {*self._adjacent[single]} and len(cells) <= largest]
            extensible = [
                cells for cells in adjacent if self._solution[single] not in {self._solution[cell] for cell in cells}
            ]
            if extensible:
                min(extensible, key=len).append(single)
                groups.remove([single])
        return [self.cage(cells) for cells in groups]

    def cage(self, cells: Sequence[int]) -> KillerCage:
        """A cage of these cells with their sum."""
        return KillerCage(tuple(sorted(cells)), sum(self._solution[cell] for cell in cells))

    def _connected_cells(self, start: int, free: set[int], size: int) -> list[int]:
        """Connected free cells with different digits, starting at a cell."""
        cells = [start]
        while len(cells) < size:
            digits = {self._solution[cell] for cell in cells}
            adjacent = sorted(
                {
                    other
                    for cell in cells
                    for other in self._adjacent[cell]
                    if other in free and other not in cells and self._solution[other] not in digits
                }
            )
            if not adjacent:
                break
            # The cell with the fewest free neighbours first, to leave few single cells.
            self._randomness.shuffle(adjacent)
            cells.append(
                min(
                    adjacent,
                    key=lambda cell: sum(other in free and other not in cells for other in self._adjacent[cell]),
                )
            )
        return cells

    def mergeable(self, rules: Sequence[Rule], largest: int) -> Iterator[tuple[KillerCage, KillerCage]]:
        """Pairs of adjacent cages, in random order, that together make a cage of at most `largest` different digits."""
        cages = [rule for rule in rules if isinstance(rule, KillerCage)]
        cage_of = {cell: cage for cage in cages for cell in cage.cells}
        pairs = {
            (cage_of[a], cage_of[b])
            for a, b in neighbours(self._layout)
            if a in cage_of and b in cage_of and cage_of[a] != cage_of[b]
        }
        ordered = sorted(pairs, key=lambda pair: (pair[0].cells, pair[1].cells))
        self._randomness.shuffle(ordered)
        for first, second in ordered:
            digits = [self._solution[cell] for cell in (*first.cells, *second.cells)]
            if len(digits) <= largest and len({*digits}) == len(digits):
                yield first, second

    def split(self, cage: KillerCage, other: Digits | None) -> list[KillerCage] | None:
        """Two connected cages that replace one, with sums that `other` (if any) breaks; None if there are none."""
        best: list[KillerCage] | None = None
        for start in cage.cells:
            part = [start]
            while len(part) < len(cage.cells) - 1:
                adjacent = [
                    cell
                    for cell in cage.cells
                    if cell not in part and any(cell in self._adjacent[part_cell] for part_cell in part)
                ]
                if not adjacent:
                    break
                part.append(self._randomness.choice(adjacent))
                rest = [cell for cell in cage.cells if cell not in part]
                if self._is_connected(rest) and self._sums_differ(part, other):
                    return [self.cage(part), self.cage(rest)]
            rest = [cell for cell in cage.cells if cell != start]
            if best is None and rest and self._is_connected(rest) and self._sums_differ([start], other):
                best = [self.cage([start]), self.cage(rest)]
        return best

    def _sums_differ(self, cells: Sequence[int], other: Digits | None) -> bool:
        return other is None or sum(self._solution[cell] - other[cell] for cell in cells) != 0

    def _is_connected(self, cells: Sequence[int]) -> bool:
        reached = {*cells[:1]}
        stack = [*reached]
        while stack:
            for other in self._adjacent[stack.pop()]:
                if other in cells and other not in reached:
                    reached.add(other)
                    stack.append(other)
        return len(reached) == len(cells)

    def _draw_once(self, kind: type[Rule]) -> Rule | None:
        randomness, layout = self._randomness, self._layout
        cell = randomness.randrange(len(layout.cells))
        if kind is Clone:
            return self._clone(cell)
        match kind.drawing.form:
            case CellForm.BOARD:
                return self._fitting(kind, [[]])
            case CellForm.CELL | CellForm.CORNER:
                return self._fitting(kind, [[cell]])
            case CellForm.PAIR:
                return self._fitting(kind, [randomness.choice(neighbours(layout))])
            case CellForm.CELLS:
                cells = self._connected_cells(cell, {*range(len(layout.cells))}, randomness.randint(2, 4))
                return self._fitting(kind, [sorted(cells)])
            case CellForm.RAY:
                length = 2 if kind is LittleKiller else 1
                steps = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if abs(i) + abs(j) == length]
                row, column = layout.cells[cell]
                down, right = randomness.choice(steps)
                while (row - down, column - right) in layout.index:
                    row, column = row - down, column - right
                first_cell = layout.index.get((row + down, column + right))
                if first_cell is None:
                    return None
                return self._fitting(kind, [[layout.index[row, column], first_cell]])
        return self._line(kind, cell)

    def _line(self, kind: type[Rule], cell: int) -> Rule | None:
        """The longest valid line on a walk that prefers cells which keep the line valid."""
        cells, best = [cell], None
        has_start = 1 if kind is Arrow else 0
        while len(cells) < MAX_LINE_CELLS:
            adjacent = [other for other in self._adjacent_cells(cells[-1]) if other not in cells]
            self._randomness.shuffle(adjacent)
            if not adjacent:
                break
            rule = None
            for next_cell in adjacent:
                line = [*cells, next_cell]
                rule = self._fitting(kind, [line[:1], line[1:]] if has_start else [line])
                if rule:
                    break
            cells.append(next_cell if rule else adjacent[0])
            if rule and len(cells) > 2:
                best = rule
        return best

    def _adjacent_cells(self, cell: int) -> list[int]:
        row, column = self._layout.cells[cell]
        others = (self._layout.index.get((row + i, column + j)) for i, j in product((-1, 0, 1), repeat=2))
        return [
            other for other in others if other is not None and other != cell and is_next_to(self._layout, cell, other)
        ]

    def _clone(self, cell: int) -> Rule | None:
        layout = self._layout
        group = self._connected_cells(cell, {*range(len(layout.cells))}, self._randomness.choice((2, 3)))
        row, column = layout.cells[cell]
        targets = [
            other for other, digit in enumerate(self._solution) if digit == self._solution[cell] and other != cell
        ]
        self._randomness.shuffle(targets)
        for target in targets:
            down, right = layout.cells[target][0] - row, layout.cells[target][1] - column
            copy = [
                layout.index.get((layout.cells[other][0] + down, layout.cells[other][1] + right)) for other in group
            ]
            cells = [other for other in copy if other is not None]
            if len(cells) == len(group) > 1 and not {*cells} & {*group}:
                rule = self._fitting(Clone, [group, cells])
                if rule:
                    return rule
        return None

    def _fitting(self, kind: type[Rule], marked: Sequence[Sequence[int]]) -> Rule | None:
        """The rule of these cells, if the solution satisfies it and it restricts something."""
        layout, digits = self._layout, self._solution
        try:
            text = kind.parameter(layout, kind.formed(layout, marked), digits)
            if kind.drawing.form is CellForm.CORNER:
                text = "".join(self._randomness.sample(text, self._randomness.randint(2, len(text) - 1)))
            rule = kind.draw(layout, marked, text)
            primitives = rule.primitives(layout)
        except (InputError, ArithmeticError):
            return None
        if isinstance(rule, EdgeRule) and rule.value not in ((5, 10) if isinstance(rule, PairSum) else (rule.default,)):
            return None
        return rule if primitives and all(primitive.allows(digits) for primitive in primitives) else None
