"""A sentence on how a generated puzzle is solved."""

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.sudoku.layout import single
from engine.sudoku.making.by_digit import digit_order
from engine.sudoku.making.by_rating import bottleneck
from engine.sudoku.making.generator import Generated, GeneratorOptions
from engine.sudoku.techniques.overlap import shares, where_to_start
from engine.sudoku.techniques.rating import rate

BOTTLENECK = _("The bottleneck (ER {rank:.1f}) is step {step} of {steps}, after {digits}.")
BY_DIGIT = _("Singles finish one digit after another: {digits}.")


def remark(generated: Generated, options: GeneratorOptions) -> str:
    """The order of digits, the position of the bottleneck, or where to start in linked grids, if required.

    Empty if the options require none of these.
    """
    puzzle = generated.puzzle
    if options.by_digit:
        order = digit_order(puzzle.layout, puzzle.givens, generated.solution)
        return BY_DIGIT.format(digits=" ".join(map(str, order))) if order else ""
    if options.rating and options.rating.has_one_bottleneck and puzzle.layout == single():
        hardest = bottleneck(puzzle)
        digits = pluralized(hardest.digits, "digit")
        return BOTTLENECK.format(rank=hardest.rank, step=hardest.step, steps=hardest.steps, digits=digits)
    if options.linked:
        return where_to_start(shares(puzzle, rate(puzzle)))
    return ""
