"""Steps by rules beyond houses: no solution of a rule uses a candidate, or all use a digit in cells that others see."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.base.language import _, lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.derived import cages_of, derived_sums, whole_houses
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.primitives import AllDifferent, Primitive, WeightedSum
from engine.sudoku.rules.support import demanded, sets_left, support
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, explained, listing, removal

RULE_STEPS = frozenset(
    {
        Technique.RULE,
        Technique.RULE_DIGIT,
        Technique.INNIES_OUTIES,
        Technique.RULE_CONFLICT,
        Technique.KILLER_SUBSET,
        Technique.RULE_CHAIN,
    }
)
"""The techniques of these steps."""

_MAX_OPEN = 7
"""Maximum number of open cells of a derived sum."""

_MAX_SETS = 6
"""Maximum number of sets of digits in a sentence."""

_RULE = lazy_gettext("{rule} No way to meet this rule with the candidates left uses the others, so {removal}.")
_SETS = lazy_gettext("{rule} With the candidates left that is {sums}, so {removal}.")
_PLACED_SETS = lazy_gettext(
    "{rule} With the candidates left that is {sums}, and not every digit fits in every cell, so {removal}."
)
_ONE_CELL = lazy_gettext("{rule} So {removal}.")
_DIGIT = lazy_gettext("{rule} Every way to meet this rule uses {digit} in one of {cells}, so {removal}.")
_SUM = lazy_gettext("By the sums of cages and of whole houses, {equation}. With the candidates left, {removal}.")


def rule_steps(position: Position) -> Iterator[Step]:
    """The candidates that one constraint of a rule excludes; then the digits that a cage must hold."""
    yield from single_rule_steps(position)
    masks, differ = all_masks(position), differing(position.layout, position.rules)
    for rule in position.rules:
        for primitive in primitives_of(rule, position.layout):
            yield from _digit_steps(position, rule, primitive, masks, differ)


def single_rule_steps(position: Position) -> Iterator[Step]:
    """The candidates that one constraint of a rule excludes."""
    masks, differ = all_masks(position), differing(position.layout, position.rules)
    for rule in position.rules:
        for primitive in primitives_of(rule, position.layout):
            removes = _unsupported(position, primitive, masks, differ)
            if removes:
                sentence = _rule_words(position, rule, masks, removes)
                yield _step(position, Technique.RULE, sentence, rule.scope(position.layout), primitive, removes, rule)


def _rule_words(position: Position, rule: Rule, masks: list[int], removes: tuple[Candidate, ...]) -> str:
    """The sentence of a step by one rule; for a cage with few sets of digits left, it lists these as sums."""
    layout = position.layout
    words, removed = rule.sentence(layout), removal(layout, removes)
    if isinstance(rule, KillerCage) and rule.total and not rule.repeats:
        if len(rule.cells) == 1:
            return explained(Technique.RULE, _ONE_CELL, rule=words, removal=removed)
        sets = sets_left(rule.cells, rule.total, layout.size, masks)
        if len(sets) <= _MAX_SETS:
            fits = not any(mask >> digit & 1 for mask in sets for _cell, digit in removes)
            sums = listing(["+".join(map(sign, members(mask))) for mask in sets], "or")
            return explained(Technique.RULE, _SETS if fits else _PLACED_SETS, rule=words, sums=sums, removal=removed)
    return explained(Technique.RULE, _RULE, rule=words, removal=removed)


def sum_steps(position: Position) -> Iterator[Step]:
    """The candidates excluded by a sum that follows from cages and houses: innies and outies."""
    masks, differ = all_masks(position), differing(position.layout, position.rules)
    for derived in _derived(position.layout, position.rules):
        if sum(not position.values[cell] for cell in derived.cells) > _MAX_OPEN:
            continue
        removes = _unsupported(position, derived, masks, differ)
        if removes:
            words = _equation(position.layout, derived)
            sentence = explained(
                Technique.INNIES_OUTIES, _SUM, equation=words, removal=removal(position.layout, removes)
            )
            yield _step(position, Technique.INNIES_OUTIES, sentence, derived.cells, derived, removes)


def _step(
    position: Position,
    technique: Technique,
    sentence: str,
    cells: tuple[int, ...],
    primitive: Primitive,
    removes: tuple[Candidate, ...],
    rule: Rule | None = None,
) -> Step:
    marked_cells = cells if len(cells) < len(position.layout.cells) else primitive.cells
    candidates = tuple(sorted({*position.candidates_of(union(primitive.cells))} - {*removes}))
    rules = (rule,) if rule else ()
    return Step(technique, sentence, tuple(sorted({*marked_cells})), (), candidates, removes=removes, rules=rules)


def _digit_steps(
    position: Position, rule: Rule, primitive: Primitive, masks: list[int], differ: Callable[[int, int], bool]
) -> Iterator[Step]:
    layout = position.layout
    for digit in members(demanded(primitive, masks, differ)):
        places = [cell for cell in primitive.cells if masks[cell] >> digit & 1]
        others = (
            cell
            for cell in members(position.cells_with[digit])
            if cell not in primitive.cells and all(differ(cell, place) for place in places)
        )
        removes = tuple(Candidate(cell, digit) for cell in others)
        if removes:
            words = explained(
                Technique.RULE_DIGIT,
                _DIGIT,
                rule=rule.sentence(layout),
                digit=sign(digit),
                cells=cell_names(layout, places),
                removal=removal(layout, removes),
            )
            yield _step(position, Technique.RULE_DIGIT, words, primitive.cells, primitive, removes, rule)


def _unsupported(
    position: Position, primitive: Primitive, masks: list[int], differ: Callable[[int, int], bool]
) -> tuple[Candidate, ...]:
    supported = support(primitive, masks, differ)
    return tuple(
        Candidate(cell, digit)
        for cell in sorted(supported)
        if not position.values[cell]
        for digit in members(masks[cell] & ~supported[cell])
    )


def all_masks(position: Position) -> list[int]:
    """The candidates of each cell; for a filled cell, its digit."""
    return [mask or 1 << value for mask, value in zip(position.masks, position.values, strict=True)]


@lru_cache(maxsize=16)
def _unequal_cells(layout: Layout, rules: tuple[Rule, ...]) -> tuple[int, ...]:
    """For each cell, the cells that can't hold its digit because of houses and rules."""
    unequal = [union(peers) for peers in layout.peers]
    for rule in rules:
        for primitive in primitives_of(rule, layout):
            if isinstance(primitive, AllDifferent):
                cells = union(primitive.cells)
                for cell in primitive.cells:
                    unequal[cell] |= cells & ~(1 << cell)
    return tuple(unequal)


def differing(layout: Layout, rules: tuple[Rule, ...]) -> Callable[[int, int], bool]:
    """The function that tells whether houses or rules forbid the same digit in two cells."""
    unequal = _unequal_cells(layout, rules)
    return lambda first, second: bool(unequal[first] >> second & 1)


@lru_cache(maxsize=16)
def _derived(layout: Layout, rules: tuple[Rule, ...]) -> tuple[WeightedSum, ...]:
    return tuple(derived_sums(layout.size, cages_of(layout, rules), whole_houses(layout)))


def _equation(layout: Layout, derived: WeightedSum) -> str:
    """The sum in words."""
    plus = [cell for cell, weight in zip(derived.cells, derived.weights, strict=True) if weight > 0]
    minus = [cell for cell, weight in zip(derived.cells, derived.weights, strict=True) if weight < 0]
    if not minus:
        if len(plus) == 1:
            return _("{cell} is {total}").format(cell=layout.cell_name(plus[0]), total=derived.total)
        return _("{cells} add up to {total}").format(cells=cell_names(layout, plus), total=derived.total)
    if not plus:
        if len(minus) == 1:
            return _("{cell} is {total}").format(cell=layout.cell_name(minus[0]), total=-derived.total)
        return _("{cells} add up to {total}").format(cells=cell_names(layout, minus), total=-derived.total)
    if not derived.total:
        return _("the sums of {cells} and of {others} are equal").format(
            cells=cell_names(layout, plus), others=cell_names(layout, minus)
        )
    if derived.total < 0:
        plus, minus = minus, plus
    return _("the sum of {cells} is {total} more than that of {others}").format(
        cells=cell_names(layout, plus), total=abs(derived.total), others=cell_names(layout, minus)
    )
