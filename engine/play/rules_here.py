"""Describes the rules beyond houses at a cell, with the rest of a sum and the possible sets of digits."""

from collections.abc import Iterable, Iterator, Sequence

from engine.base.language import _
from engine.base.text import pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.primitives import DigitSets, WeightedSum
from engine.sudoku.rules.support import sets_left, sets_support
from engine.sudoku.signs import sign
from engine.sudoku.techniques.position import Position

_MOST_SETS = 6
"""Maximum number of sets of digits in a sentence."""


def rules_at(rules: Iterable[Rule], layout: Layout, cell: int) -> list[Rule]:
    """The rules that include a cell, smallest first, without those of the whole board."""
    scopes = [(rule, rule.scope(layout)) for rule in rules]
    found = [(rule, cells) for rule, cells in scopes if cell in cells and len(cells) < len(layout.cells)]
    return [rule for rule, _cells in sorted(found, key=lambda each: len(each[1]))]


def rules_here(puzzle: Puzzle, values: Digits, cell: int) -> list[str]:
    """Sentences on the rules at a cell, each with the rest of its sum and the digits that can make it up."""
    here, found = rules_at(puzzle.rules, puzzle.layout, cell), list[str]()
    masks = _masks(puzzle, values) if here else []
    for rule in here:
        found.append(rule.sentence(puzzle.layout))
        for primitive in primitives_of(rule, puzzle.layout):
            if isinstance(primitive, WeightedSum):
                found += _left(rule, primitive, puzzle.layout, values, masks)
            elif isinstance(primitive, DigitSets):
                held = _held(primitive.cells, values)
                sets = [mask & ~held for mask in primitive.sets if _fills(primitive, mask, masks)]
                found += _digits(sets, puzzle.layout) if any(not values[each] for each in primitive.cells) else ()
    return found


def _masks(puzzle: Puzzle, values: Digits) -> list[int]:
    """The digits that houses leave to each cell; only its digit for a filled cell."""
    position = Position.of_puzzle(puzzle, values)
    return [mask or 1 << value for mask, value in zip(position.masks, values, strict=True)]


def _held(cells: Sequence[int], values: Sequence[int]) -> int:
    """The mask of the digits in these cells."""
    return sum(1 << digit for digit in {values[cell] for cell in cells if values[cell]})


def _fills(primitive: DigitSets, mask: int, masks: Sequence[int]) -> bool:
    return any(sets_support(primitive.cells, (mask,), masks).values())


def _left(rule: Rule, total: WeightedSum, layout: Layout, values: Sequence[int], masks: Sequence[int]) -> Iterator[str]:
    """Sentences on the rest of a sum, and on the digits that can fill it: of cages, arrows and little killers."""
    weights = dict(zip(total.cells, total.weights, strict=True))
    rest = total.total - sum(weight * values[cell] for cell, weight in weights.items())
    open_cells = [cell for cell in total.cells if not values[cell]]
    if {weights[cell] for cell in open_cells} != {1} or rest < 0:
        return
    if len(open_cells) < len(total.cells):
        yield _("{total} left in {cells}.").format(total=rest, cells=pluralized(len(open_cells), "cell"))
    if isinstance(rule, KillerCage) and not rule.repeats:
        placed = _held(rule.cells, values)
        sets = sets_left(open_cells, rest, layout.size, masks)
        yield from _digits([mask for mask in sets if not mask & placed], layout)


def _digits(sets: Sequence[int], layout: Layout) -> Iterator[str]:
    """The sentence on the sets of digits, unless they are many."""
    if 0 < len(sets) <= _MOST_SETS:
        listed = ", ".join("".join(sign(d) for d in range(1, layout.size + 1) if mask >> d & 1) for mask in sets)
        yield _("Digits: {sets}.").format(sets=listed)
