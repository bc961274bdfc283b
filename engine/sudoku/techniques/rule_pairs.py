"""Steps by rules within one house: killer pairs and triples, and two rules that can't both have the same digits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from engine.base.language import lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.primitives import MAX_SETS, DigitSets, WeightedSum, sets_with_sum
from engine.sudoku.rules.support import sets_support
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members, union
from engine.sudoku.techniques.rules import all_masks
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

_SUBSET = lazy_gettext("{rules} In {house}, {cells} hold {digits} between them, so {removal}.")
_CONFLICT = lazy_gettext("{rule} {other} Both lie in {house} and share no digit, so {removal}.")

_MAX_SETS = 40
"""Maximum number of sets of digits of a cage that a person goes through."""


@dataclass(frozen=True)
class _Filling:
    """A rule whose cells differ and lie in a house, and the sets of digits that can still fill them."""

    rule: Rule
    cells: tuple[int, ...]
    sets: tuple[int, ...]

    @property
    def cell_set(self) -> int:
        return union(self.cells)

    def least(self, digits: int) -> int:
        """The number of these digits that every set has at least."""
        return min((option & digits).bit_count() for option in self.sets)


def shared_house_steps(position: Position) -> Iterator[Step]:
    """Conflicts of two rules in a house, then killer pairs and triples."""
    layout = position.layout
    masks = all_masks(position)
    fillings = list[_Filling]()
    for cells, rule, sets in _sets_in_houses(layout, position.rules):
        fitting = tuple(option for option in sets if any(sets_support(cells, (option,), masks).values()))
        if 0 < len(fitting) <= _MAX_SETS and any(not position.values[cell] for cell in cells):
            fillings.append(_Filling(rule, cells, fitting))
    for house_number, house in enumerate(layout.houses):
        inside = [filling for filling in fillings if not filling.cell_set & ~union(house.cells)]
        for first, other in combinations(inside, 2):
            if not first.cell_set & other.cell_set:
                yield from _conflicts(position, house_number, first, other, masks)
                yield from _conflicts(position, house_number, other, first, masks)
    for house_number, house in enumerate(layout.houses):
        inside = [filling for filling in fillings if not filling.cell_set & ~union(house.cells)]
        if inside:
            yield from _subsets(position, house_number, inside, masks)


@lru_cache(maxsize=16)
def _sets_in_houses(
    layout: Layout, rules: tuple[Rule, ...]
) -> tuple[tuple[tuple[int, ...], Rule, tuple[int, ...]], ...]:
    """The sums and sets whose cells lie in one house: the cells, their rule, and the sets of digits that satisfy it."""
    found = []
    houses = [union(house.cells) for house in layout.houses]
    for rule in rules:
        for primitive in primitives_of(rule, layout):
            cells = union(primitive.cells)
            if not any(not cells & ~house for house in houses):
                continue
            if isinstance(primitive, DigitSets):
                found.append((primitive.cells, rule, primitive.sets))
            elif isinstance(primitive, WeightedSum) and {*primitive.weights} == {1}:
                sets = sets_with_sum(len(primitive.cells), primitive.total, layout.size)
                if len(sets) <= MAX_SETS:
                    found.append((primitive.cells, rule, sets))
    return tuple(found)


def _conflicts(
    position: Position, house: int, first: _Filling, other: _Filling, masks: Sequence[int]
) -> Iterator[Step]:
    """A step that removes candidates of the first rule: all sets with them leave no set for the other rule."""
    sets = tuple(option for option in first.sets if any(not option & other_set for other_set in other.sets))
    if len(sets) == len(first.sets):
        return
    supported = sets_support(first.cells, sets, masks)
    removes = tuple(
        Candidate(cell, digit)
        for cell in sorted(first.cells)
        if not position.values[cell]
        for digit in members(masks[cell] & ~supported[cell])
    )
    if removes:
        layout = position.layout
        sentence = explained(
            Technique.RULE_CONFLICT,
            _CONFLICT,
            rule=first.rule.sentence(layout),
            other=other.rule.sentence(layout),
            house=layout.houses[house].label,
            removal=removal(layout, removes),
        )
        yield _step(position, Technique.RULE_CONFLICT, sentence, house, (first, other), (), removes)


def _subsets(position: Position, house: int, inside: Sequence[_Filling], masks: Sequence[int]) -> Iterator[Step]:
    """Steps by two or three digits that rules and cells hold as often as the house does, so other cells lose them."""
    layout, cells = position.layout, position.layout.houses[house].cells
    open_cells = [cell for cell in cells if not position.values[cell]]
    digits = members(reduce(or_, (masks[cell] for cell in open_cells), 0))
    for size in (2, 3):
        for subset in combinations([*digits], size):
            mask = union(subset)
            occupied, count, rules = 0, 0, list[_Filling]()
            for filling in sorted(inside, key=lambda filling: -filling.least(mask)):
                if filling.least(mask) and not filling.cell_set & occupied and len(filling.cells) > 1:
                    occupied, count = occupied | filling.cell_set, count + filling.least(mask)
                    rules.append(filling)
            alone = [cell for cell in open_cells if not occupied >> cell & 1 and not masks[cell] & ~mask]
            if not rules or count + len(alone) < size:
                continue
            occupied |= union(alone)
            removes = tuple(
                Candidate(cell, digit)
                for cell in sorted(open_cells)
                if not occupied >> cell & 1
                for digit in subset
                if masks[cell] >> digit & 1
            )
            if removes:
                holders = [cell for filling in rules for cell in filling.cells] + alone
                sentence = explained(
                    Technique.KILLER_SUBSET,
                    _SUBSET,
                    rules=" ".join(dict.fromkeys(filling.rule.sentence(layout) for filling in rules)),
                    house=layout.houses[house].label,
                    cells=cell_names(layout, sorted(holders)),
                    digits=digit_names(subset, "and"),
                    removal=removal(layout, removes),
                )
                yield _step(position, Technique.KILLER_SUBSET, sentence, house, rules, alone, removes)


def _step(
    position: Position,
    technique: Technique,
    sentence: str,
    house: int,
    fillings: Sequence[_Filling],
    alone: Sequence[int],
    removes: tuple[Candidate, ...],
) -> Step:
    cells = sorted({*alone, *(cell for filling in fillings for cell in filling.cells)})
    candidates = tuple(sorted({*position.candidates_of(union(cells))} - {*removes}))
    rules = tuple(dict.fromkeys(filling.rule for filling in fillings))
    return Step(technique, sentence, tuple(cells), (house,), candidates, removes=removes, rules=rules)
