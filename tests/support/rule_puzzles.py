# ruff: noqa: ARG005 (each demand uses what it needs)
"""Random rules of every kind that a complete grid satisfies, and an independent definition of each kind."""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, islice, pairwise

from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.clone import Clone
from engine.sudoku.rules.kinds.dots import EdgeRule, NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.kinds.lines import Whispers
from engine.sudoku.rules.kinds.outside import LittleKiller, OutsideRule
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.rule import LineRule
from engine.sudoku.search.solving import solutions

TRIES = 3000


def _digits(rule: Rule, values: Sequence[int]) -> list[int]:
    return [values[cell] for cell in rule.cells]


def _box_sums(rule: Rule, values: Sequence[int], layout: Layout) -> bool:
    boxes = {cell: house.name for house in layout.houses if house.kind == "box" for cell in house.cells}
    return len({sum(values[c] for c in part) for _, part in groupby(rule.cells, lambda c: boxes[c])}) == 1


def _sandwich(digits: list[int], size: int) -> int:
    first, last = sorted((digits.index(1), digits.index(size)))
    return sum(digits[first + 1 : last])


def _negative(rule: NoMarks, values: Sequence[int], layout: Layout) -> bool:
    marked = [{*rule.cells[at : at + 2]} for at in range(0, len(rule.cells), 2)]
    both = [(values[a], values[b]) for a, b in neighbours(layout) if {a, b} not in marked]
    relation = {"no other difference": lambda a, b: abs(a - b), "no other sum": lambda a, b: a + b}
    if rule.kind == "no other ratio":
        return not any(max(a, b) == value * min(a, b) for a, b in both for value in rule.values)
    return not any(relation[rule.kind](a, b) in rule.values for a, b in both)


def _in_threes(digits: list[int], group: Callable[[int], int]) -> bool:
    return all(len({*map(group, digits[at : at + 3])}) == len(digits[at : at + 3]) for at in range(len(digits) - 1))


def _beside(cell: int, layout: Layout) -> list[int]:
    return [a + b - cell for a, b in neighbours(layout) if cell in (a, b)]


DEMANDS: dict[str, Callable[..., bool]] = {
    "killer cage": lambda r, v, d, lay: (not r.total or sum(d) == r.total) and (r.repeats or len({*d}) == len(d)),
    "thermometer": lambda r, v, d, lay: d == sorted({*d}),
    "slow thermometer": lambda r, v, d, lay: d == sorted(d),
    "arrow": lambda r, v, d, lay: int("".join(map(str, d))) == sum(v[c] for c in r.shaft),
    "double arrow": lambda r, v, d, lay: d[0] + d[-1] == sum(d[1:-1]),
    "difference": lambda r, v, d, lay: abs(d[0] - d[1]) == r.value,
    "ratio": lambda r, v, d, lay: d[0] * r.value == d[1] or d[1] * r.value == d[0],
    "pair sum": lambda r, v, d, lay: sum(d) == r.value,
    "no other difference": lambda r, v, d, lay: _negative(r, v, lay),
    "no other ratio": lambda r, v, d, lay: _negative(r, v, lay),
    "no other sum": lambda r, v, d, lay: _negative(r, v, lay),
    "whispers": lambda r, v, d, lay: all(abs(a - b) >= r.difference for a, b in pairwise(d)),
    "renban": lambda r, v, d, lay: sorted(d) == list(range(min(d), min(d) + len(d))),
    "nabner": lambda r, v, d, lay: all(b - a > 1 for a, b in pairwise(sorted(d))),
    "palindrome": lambda r, v, d, lay: d == d[::-1],
    "entropic line": lambda r, v, d, lay: _in_threes(d, lambda n: (n - 1) // -(-lay.size // 3)),
    "modular line": lambda r, v, d, lay: _in_threes(d, lambda n: n % 3),
    "between line": lambda r, v, d, lay: all(min(d[0], d[-1]) < n < max(d[0], d[-1]) for n in d[1:-1]),
    "lockout line": lambda r, v, d, lay: (
        abs(d[0] - d[-1]) >= 4 and not any(min(d[0], d[-1]) <= n <= max(d[0], d[-1]) for n in d[1:-1])
    ),
    "region sum line": lambda r, v, d, lay: _box_sums(r, v, lay),
    "zipper line": lambda r, v, d, lay: (
        len({*(a + b for a, b in zip(d[: len(d) // 2], d[::-1], strict=False)), *d[len(d) // 2 :][: len(d) % 2]}) == 1
    ),
    "little killer": lambda r, v, d, lay: sum(d) == r.value,
    "sandwich": lambda r, v, d, lay: _sandwich(d, lay.size) == r.value,
    "x-sum": lambda r, v, d, lay: sum(d[: d[0]]) == r.value,
    "skyscraper": lambda r, v, d, lay: sum(n > max([0, *d[:at]]) for at, n in enumerate(d)) == r.value,
    "quadruple": lambda r, v, d, lay: all(d.count(n) >= r.digits.count(n) for n in r.digits),
    "clone": lambda r, v, d, lay: d == [v[c] for c in r.copy],
    "even": lambda r, v, d, lay: d[0] % 2 == 0,
    "odd": lambda r, v, d, lay: d[0] % 2 == 1,
    "minimum": lambda r, v, d, lay: all(d[0] < v[c] for c in _beside(r.cells[0], lay) if c not in r.exempt),
    "maximum": lambda r, v, d, lay: all(d[0] > v[c] for c in _beside(r.cells[0], lay) if c not in r.exempt),
    "non-consecutive": lambda r, v, d, lay: all(abs(v[a] - v[b]) != 1 for a, b in neighbours(lay)),
    "row indexing": lambda r, v, d, lay: all(_indexed(v, c, lay, 1, 0) for c in r.cells),
    "column indexing": lambda r, v, d, lay: all(_indexed(v, c, lay, 0, 1) for c in r.cells),
    "box indexing": lambda r, v, d, lay: all(
        v[box.cells[v[c] - 1]] == box.cells.index(c) + 1
        for c in r.cells
        for box in lay.houses
        if box.kind == "box" and c in box.cells
    ),
    "inequality": lambda r, v, d, lay: d[0] < d[1],
    "fog": lambda r, v, d, lay: True,
    "rule in text": lambda r, v, d, lay: True,
    "decoration": lambda r, v, d, lay: True,
    "rule in words": lambda r, v, d, lay: sum(d) == int(r.text.partition("=")[2]),
    "disjoint groups": lambda r, v, d, lay: all(
        len({v[c] for c in group}) == len(group) for grid in lay.grids for group in _groups(grid, lay)
    ),
}
"""Whether values satisfy a rule, by kind: rule, values, the digits of its cells, the layout."""


def _indexed(values: Sequence[int], cell: int, layout: Layout, down: int, right: int) -> bool:
    """Whether the digit of a cell is the row or column that holds the cell's own number, in its first grid."""
    grid = layout.grids_of(cell)[0]
    row, column = layout.cells[cell]
    own = row - grid.row + 1 if down else column - grid.column + 1
    there = (grid.row + values[cell] - 1, column) if down else (row, grid.column + values[cell] - 1)
    return bool(values[layout.index[there]] == own)


def _groups(grid: object, layout: Layout) -> list[list[int]]:
    groups: dict[tuple[int, int], list[int]] = {}
    for cell in grid.cells:  # type: ignore[attr-defined]
        row, column = layout.cells[cell][0] - grid.row, layout.cells[cell][1] - grid.column  # type: ignore[attr-defined]
        groups.setdefault((row % layout.box_rows, column % layout.box_columns), []).append(cell)
    return list(groups.values())


def is_met(rule: Rule, values: Sequence[int], layout: Layout) -> bool:
    """Whether a complete grid satisfies a rule."""
    return DEMANDS[rule.kind](rule, values, _digits(rule, values), layout)


def _walk(layout: Layout, length: int, dice: random.Random) -> tuple[int, ...]:
    """A path of different cells, each a king's move from the one before."""
    cells = [dice.randrange(len(layout.cells))]
    while len(cells) < length:
        row, column = layout.cells[cells[-1]]
        near = [layout.index.get((row + i, column + j)) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        free = [cell for cell in near if cell is not None and cell not in cells]
        if not free:
            break
        cells.append(dice.choice(free))
    return tuple(cells)


def _line(layout: Layout, dice: random.Random, diagonal: bool) -> tuple[int, ...]:
    """A complete row or column of a grid from one end, or a diagonal."""
    grid = dice.choice(layout.grids)
    if diagonal:
        row, column = grid.row, grid.column + dice.randrange(layout.size - 1)
        cells = [layout.index[row + at, column + at] for at in range(grid.column + layout.size - column)]
    else:
        at, upright = dice.randrange(layout.size), dice.random() < 0.5
        span = range(layout.size)
        places = [(grid.row + (i if upright else at), grid.column + (at if upright else i)) for i in span]
        cells = [layout.index[place] for place in places]
    return tuple(cells if dice.random() < 0.5 else cells[::-1])


def random_rule(kind: str, values: Digits, layout: Layout, dice: random.Random) -> Rule | None:
    """A rule of that kind that the values satisfy; None if none was found."""
    for _ in range(TRIES):
        rule = _guess(KINDS[kind], values, layout, dice)
        if is_met(rule, values, layout):
            return rule
    return None


def random_rules(kinds: Iterable[str], values: Digits, layout: Layout, dice: random.Random) -> tuple[Rule, ...]:
    """A rule of each of these kinds that the values satisfy, as far as one was found."""
    return tuple(rule for kind in kinds if (rule := random_rule(kind, values, layout, dice)))


def _guess(kind: type[Rule], values: Digits, layout: Layout, dice: random.Random) -> Rule:
    if issubclass(kind, BoardRule):
        return kind()
    if issubclass(kind, NoMarks):
        value = dice.randint(1, 3) if kind.kind != "no other sum" else dice.choice((5, 10))
        mark = kind.mark((), value)
        marked = [cell for a, b in neighbours(layout) if mark.holds(values[a], values[b]) for cell in (a, b)]
        return kind(tuple(marked), (value,))
    if issubclass(kind, EdgeRule):
        value = dice.choice((5, 10)) if kind.kind == "pair sum" else dice.randint(1, 3)
        return kind(dice.choice(neighbours(layout)), value)
    if kind is Inequality:
        first, second = dice.choice(neighbours(layout))
        return Inequality((first, second) if dice.random() < 0.5 else (second, first))
    if issubclass(kind, OutsideRule):
        cells = _line(layout, dice, kind is LittleKiller)
        return kind(cells, dice.randint(0, 4 * layout.size))
    if kind is KillerCage:
        cells = tuple(sorted(_walk(layout, dice.randint(2, 5), dice)))
        total, repeats = sum(values[cell] for cell in cells), dice.random() < 0.3
        return KillerCage(cells, total if dice.random() < 0.9 else 0, repeats)
    if kind is Arrow:
        cells, count = _walk(layout, dice.randint(3, 6), dice), dice.choice((1, 1, 2))
        return Arrow(cells[:count], cells[count:])
    if kind is Clone:
        cells, length = _walk(layout, 4, dice), 2
        return Clone(cells[:length], cells[-length:])
    if kind is Quadruple:
        row, column = dice.choice(layout.cells)
        cells = [layout.index.get((row + i, column + j)) for i in (0, 1) for j in (0, 1)]
        found = tuple(cell for cell in cells if cell is not None)
        return Quadruple(found, tuple(sorted(values[c] for c in dice.sample(found, min(2, len(found))))))
    if kind is RuleInWords:
        cells = _walk(layout, dice.randint(2, 4), dice)
        return RuleInWords(cells, f"sum = {sum(values[cell] for cell in cells)}")
    if kind is Whispers:
        return Whispers(_walk(layout, 3, dice), dice.randint(2, 5))
    if issubclass(kind, LineRule):
        return kind(_walk(layout, dice.randint(3, 5), dice))
    return kind((dice.randrange(len(layout.cells)),))


def unique_puzzle(layout: Layout, solution: Digits, rules: tuple[Rule, ...]) -> Puzzle:
    """The puzzle with these rules and enough givens to make the solution unique."""
    givens = [0] * len(solution)
    while others := [
        found for found in islice(solutions(Puzzle(layout, tuple(givens), rules=rules)), 2) if found != solution
    ]:
        other = others[0]
        cell = next(cell for cell, digit in enumerate(other) if digit != solution[cell])
        givens[cell] = solution[cell]
    return Puzzle(layout, tuple(givens), rules=rules)


def random_cages(layout: Layout, solution: Digits, dice: random.Random, largest: int = 4) -> tuple[Rule, ...]:
    """Cages that cover the board, each of up to that many cells with different digits."""
    left, found = {*range(len(layout.cells))}, list[Rule]()
    beside: dict[int, list[int]] = {}
    for a, b in neighbours(layout):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    while left:
        cells, length = [min(left)], dice.randint(2, largest)
        while len(cells) < length:
            digits = {solution[cell] for cell in cells}
            near = [
                other
                for cell in cells
                for other in beside[cell]
                if other in left and other not in cells and solution[other] not in digits
            ]
            if not near:
                break
            cells.append(dice.choice(near))
        left -= {*cells}
        found.append(KillerCage(tuple(sorted(cells)), sum(solution[cell] for cell in cells)))
    return tuple(found)
