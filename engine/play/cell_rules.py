"""Describes the rules beyond houses at a cell, with the remainder of a sum and the possible sets of digits."""

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

_MAX_SETS = 6
"""Maximum number of sets of digits in a sentence."""


def rules_at(rules: Iterable[Rule], layout: Layout, cell: int) -> list[Rule]:
    """The rules that include a cell, smallest first, without those of the whole board."""
    scopes = [(rule, rule.scope(layout)) for rule in rules]
    local = [(rule, cells) for rule, cells in scopes if cell in cells and len(cells) < len(layout.cells)]
    return [rule for rule, _cells in sorted(local, key=lambda pair: len(pair[1]))]


def rule_sentences(puzzle: Puzzle, values: Digits, cell: int) -> list[str]:
    """Sentences on the rules at a cell, each with the remainder of its sum and the digits that can make it up."""
    rules, sentences = rules_at(puzzle.rules, puzzle.layout, cell), list[str]()
    masks = _masks(puzzle, values) if rules else []
    for rule in rules:
        sentences.append(rule.sentence(puzzle.layout))
        for primitive in primitives_of(rule, puzzle.layout):
            if isinstance(primitive, WeightedSum):
                sentences += _sum_sentences(rule, primitive, puzzle.layout, values, masks)
            elif isinstance(primitive, DigitSets):
                placed = _digits_in(primitive.cells, values)
                sets = [mask & ~placed for mask in primitive.sets if _is_possible(primitive, mask, masks)]
                sentences += (
                    _set_sentences(sets, puzzle.layout) if any(not values[other] for other in primitive.cells) else ()
                )
    return sentences


def _masks(puzzle: Puzzle, values: Digits) -> list[int]:
    """The digits that houses leave to each cell; only its digit for a filled cell."""
    position = Position.of_puzzle(puzzle, values)
    return [mask or 1 << value for mask, value in zip(position.masks, values, strict=True)]


def _digits_in(cells: Sequence[int], values: Sequence[int]) -> int:
    """The mask of the digits in these cells."""
    return sum(1 << digit for digit in {values[cell] for cell in cells if values[cell]})


def _is_possible(primitive: DigitSets, mask: int, masks: Sequence[int]) -> bool:
    return any(sets_support(primitive.cells, (mask,), masks).values())


def _sum_sentences(
    rule: Rule, weighted_sum: WeightedSum, layout: Layout, values: Sequence[int], masks: Sequence[int]
) -> Iterator[str]:
    """Sentences on the remainder of a sum and, for a cage, on the sets of digits that can make it up.

    None unless all open cells have the weight 1, as in cages, arrows and little killers.
    """
    weights = dict(zip(weighted_sum.cells, weighted_sum.weights, strict=True))
    remainder = weighted_sum.total - sum(weight * values[cell] for cell, weight in weights.items())
    open_cells = [cell for cell in weighted_sum.cells if not values[cell]]
    if {weights[cell] for cell in open_cells} != {1} or remainder < 0:
        return
    if len(open_cells) < len(weighted_sum.cells):
        yield _("{total} left in {cells}.").format(total=remainder, cells=pluralized(len(open_cells), "cell"))
    if isinstance(rule, KillerCage) and not rule.repeats:
        placed = _digits_in(rule.cells, values)
        sets = sets_left(open_cells, remainder, layout.size, masks)
        yield from _set_sentences([mask for mask in sets if not mask & placed], layout)


def _set_sentences(sets: Sequence[int], layout: Layout) -> Iterator[str]:
    """The sentence on the sets of digits; none if there are more than _MAX_SETS."""
    if 0 < len(sets) <= _MAX_SETS:
        texts = ", ".join(
            "".join(sign(digit) for digit in range(1, layout.size + 1) if mask >> digit & 1) for mask in sets
        )
        yield _("Digits: {sets}.").format(sets=texts)
