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

LONGEST = 6
"""Maximum number of cells of a line."""

_TRIES = 30
"""Number of drawings of a kind to try before giving up."""


class RuleDealer:
    """Draws rules of a layout that a solution satisfies, determined by its random numbers."""

    def __init__(self, layout: Layout, solution: Digits, dice: random.Random) -> None:
        self._layout, self._solution, self._dice = layout, solution, dice
        self._beside: dict[int, list[int]] = {cell: [] for cell in range(len(layout.cells))}
        for first, second in neighbours(layout):
            self._beside[first].append(second)
            self._beside[second].append(first)

    def draw(self, kind: type[Rule], excluded: Callable[[Rule], bool]) -> Rule | None:
        """A rule of a kind that `excluded` does not reject; None if none is found soon."""
        for _try in range(_TRIES):
            rule = self._guess(kind)
            if rule is not None and not excluded(rule):
                return rule
        return None

    def all_marks(self, kind: type[NoMarks]) -> list[Rule]:
        """All marks of neighbours in a relation, for the rule that all marks are given."""
        found: list[Rule] = []
        for value in kind.all_values or (kind.mark.default,):
            mark = kind.mark((), value)
            found += [
                kind.mark(pair, value)
                for pair in neighbours(self._layout)
                if mark.holds(*(self._solution[cell] for cell in pair))
            ]
        return found

    def cages(self, largest: int, share: float) -> list[Rule]:
        """Cages up to a size that cover a share of the cells, or all."""
        dice, left = self._dice, {*range(len(self._layout.cells))}
        free, found = round((1 - share) * len(left)), list[list[int]]()
        starts = dice.sample(sorted(left), len(left))
        for start in starts:
            if start in left and len(left) > free:
                cells = self._grown(start, left, dice.choices(range(2, largest + 1), range(largest, 1, -1))[0])
                left -= {*cells}
                found.append(cells)
        for (single,) in [cells for cells in found if len(cells) == 1]:
            beside = [cells for cells in found if {*cells} & {*self._beside[single]} and len(cells) <= largest]
            fitting = [c for c in beside if self._solution[single] not in {self._solution[cell] for cell in c}]
            if fitting:
                min(fitting, key=len).append(single)
                found.remove([single])
        return [self.cage(cells) for cells in found]

    def cage(self, cells: Sequence[int]) -> KillerCage:
        """A cage of these cells with their sum."""
        return KillerCage(tuple(sorted(cells)), sum(self._solution[cell] for cell in cells))

    def _grown(self, start: int, free: set[int], size: int) -> list[int]:
        """Connected free cells with different digits, starting at a cell."""
        cells = [start]
        while len(cells) < size:
            digits = {self._solution[cell] for cell in cells}
            near = sorted(
                {
                    other
                    for cell in cells
                    for other in self._beside[cell]
                    if other in free and other not in cells and self._solution[other] not in digits
                }
            )
            if not near:
                break
            # The cell with the fewest free neighbours first, to leave few single cells.
            self._dice.shuffle(near)
            cells.append(min(near, key=lambda cell: sum(o in free and o not in cells for o in self._beside[cell])))
        return cells

    def merged(self, rules: Sequence[Rule], largest: int) -> Iterator[tuple[KillerCage, KillerCage]]:
        """Pairs of adjacent cages, in random order, that together make a cage of at most `largest` different digits."""
        cages = [rule for rule in rules if isinstance(rule, KillerCage)]
        at = {cell: cage for cage in cages for cell in cage.cells}
        pairs = {(at[a], at[b]) for a, b in neighbours(self._layout) if a in at and b in at and at[a] != at[b]}
        ordered = sorted(pairs, key=lambda pair: (pair[0].cells, pair[1].cells))
        self._dice.shuffle(ordered)
        for first, second in ordered:
            digits = [self._solution[cell] for cell in (*first.cells, *second.cells)]
            if len(digits) <= largest and len({*digits}) == len(digits):
                yield first, second

    def split(self, cage: KillerCage, other: Digits | None) -> list[KillerCage] | None:
        """Two cages to replace one, with sums that `other` (None: nothing) breaks; None if there are none."""
        best: list[KillerCage] | None = None
        for start in cage.cells:
            part = [start]
            while len(part) < len(cage.cells) - 1:
                near = [
                    cell for cell in cage.cells if cell not in part and any(cell in self._beside[each] for each in part)
                ]
                if not near:
                    break
                part.append(self._dice.choice(near))
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
        waiting = [*reached]
        while waiting:
            for other in self._beside[waiting.pop()]:
                if other in cells and other not in reached:
                    reached.add(other)
                    waiting.append(other)
        return len(reached) == len(cells)

    def _guess(self, kind: type[Rule]) -> Rule | None:
        dice, layout = self._dice, self._layout
        cell = dice.randrange(len(layout.cells))
        if kind is Clone:
            return self._clone(cell)
        match kind.drawing.form:
            case CellForm.BOARD:
                return self._fitting(kind, [[]])
            case CellForm.CELL | CellForm.CORNER:
                return self._fitting(kind, [[cell]])
            case CellForm.PAIR:
                return self._fitting(kind, [dice.choice(neighbours(layout))])
            case CellForm.CELLS:
                return self.cage(self._grown(cell, {*range(len(layout.cells))}, dice.randint(2, 4)))
            case CellForm.RAY:
                length = 2 if kind is LittleKiller else 1
                steps = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if abs(i) + abs(j) == length]
                row, column = layout.cells[cell]
                down, right = dice.choice(steps)
                while (row - down, column - right) in layout.index:
                    row, column = row - down, column - right
                beside = layout.index.get((row + down, column + right))
                if beside is None:
                    return None
                return self._fitting(kind, [[layout.index[row, column], beside]])
        return self._line(kind, cell)

    def _line(self, kind: type[Rule], cell: int) -> Rule | None:
        """The longest valid line on a walk that prefers cells which keep the line valid."""
        cells, best = [cell], None
        begin = 1 if kind is Arrow else 0
        while len(cells) < LONGEST:
            near = [c for c in self._touching(cells[-1]) if c not in cells]
            self._dice.shuffle(near)
            if not near:
                break
            found = None
            for following in near:
                marked = [*cells, following]
                found = self._fitting(kind, [marked[:1], marked[1:]] if begin else [marked])
                if found:
                    break
            cells.append(following if found else near[0])
            if found and len(cells) > 2:
                best = found
        return best

    def _touching(self, cell: int) -> list[int]:
        row, column = self._layout.cells[cell]
        near = (self._layout.index.get((row + i, column + j)) for i, j in product((-1, 0, 1), repeat=2))
        return [
            other for other in near if other is not None and other != cell and is_next_to(self._layout, cell, other)
        ]

    def _clone(self, cell: int) -> Rule | None:
        layout = self._layout
        group = self._grown(cell, {*range(len(layout.cells))}, self._dice.choice((2, 3)))
        row, column = layout.cells[cell]
        targets = [c for c, digit in enumerate(self._solution) if digit == self._solution[cell] and c != cell]
        self._dice.shuffle(targets)
        for target in targets:
            down, right = layout.cells[target][0] - row, layout.cells[target][1] - column
            copy = [layout.index.get((layout.cells[c][0] + down, layout.cells[c][1] + right)) for c in group]
            cells = [c for c in copy if c is not None]
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
                text = "".join(self._dice.sample(text, self._dice.randint(2, len(text) - 1)))
            rule = kind.draw(layout, marked, text)
            primitives = rule.primitives(layout)
        except (InputError, ArithmeticError):
            return None
        if isinstance(rule, EdgeRule) and rule.value not in ((5, 10) if isinstance(rule, PairSum) else (rule.default,)):
            return None
        return rule if primitives and all(each.allows(digits) for each in primitives) else None
