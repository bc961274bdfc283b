"""Sentences on how a made puzzle is solved, for the person who asked for it."""

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


def remark(made: Generated, options: GeneratorOptions) -> str:
    """What the options asked for: the place of the bottleneck, the order of digits, where to start in linked grids.

    Empty if they asked for none of these.
    """
    puzzle = made.puzzle
    if options.by_digit:
        order = digit_order(puzzle.layout, puzzle.givens, made.solution)
        return BY_DIGIT.format(digits=" ".join(map(str, order))) if order else ""
    if options.rating and options.rating.has_one_bottleneck and puzzle.layout == single():
        place = bottleneck(puzzle)
        digits = pluralized(place.digits, "digit")
        return BOTTLENECK.format(rank=place.rank, step=place.step, steps=place.steps, digits=digits)
    if options.linked:
        return where_to_start(shares(puzzle, rate(puzzle)))
    return ""
