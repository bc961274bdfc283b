"""Steps by rules within one house: killer pairs and triples, and combinations that leave another rule no room."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engine.base.language import lazy_gettext
from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.primitives import MOST_SETS, DigitSets, WeightedSum, sets_with_sum
from engine.sudoku.rules.support import sets_support
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

_SUBSET = lazy_gettext("{rules} In {house}, {cells} hold {digits} among them, so {removal}.")
_CONFLICT = lazy_gettext("{rule} {other} Both lie in {house} and share no digit, so {removal}.")

_MOST_WAYS = 40
"""Sets of digits of a cage that a person goes through."""


@dataclass(frozen=True)
class _Filling:
    """A rule whose cells differ and lie in a house, and the sets of digits that can still fill them."""

    rule: Rule
    cells: tuple[int, ...]
    sets: tuple[int, ...]

    @property
    def place(self) -> int:
        return union(self.cells)

    def least(self, digits: int) -> int:
        """How many of these digits every set has."""
        return min((option & digits).bit_count() for option in self.sets)


def shared_house_steps(position: Position) -> Iterator[Step]:
    """Conflicts of two rules in a house, then killer pairs and triples."""
    layout = position.layout
    masks = [mask or 1 << value for mask, value in zip(position.masks, position.values, strict=True)]
    fillings = list[_Filling]()
    for cells, rule, sets in _closed(layout, position.rules):
        fitting = tuple(option for option in sets if any(sets_support(cells, (option,), masks).values()))
        if 0 < len(fitting) <= _MOST_WAYS and any(not position.values[cell] for cell in cells):
            fillings.append(_Filling(rule, cells, fitting))
    for house_number, house in enumerate(layout.houses):
        inside = [filling for filling in fillings if not filling.place & ~union(house.cells)]
        for first, other in combinations(inside, 2):
            if not first.place & other.place:
                yield from _conflicts(position, house_number, first, other, masks)
                yield from _conflicts(position, house_number, other, first, masks)
    for house_number, house in enumerate(layout.houses):
        inside = [filling for filling in fillings if not filling.place & ~union(house.cells)]
        if inside:
            yield from _subsets(position, house_number, inside, masks)


@lru_cache(maxsize=16)
def _closed(
    layout: Layout, rules: tuple[Rule, ...]
) -> tuple[tuple[tuple[int, ...], Rule, tuple[int, ...]], ...]:
    """Sums and sets whose cells lie in one house, each with its rule and the sets of digits that meet it."""
    found = []
    houses = [union(house.cells) for house in layout.houses]
    for rule in rules:
        for primitive in primitives_of(rule, layout):
            place = union(primitive.cells)
            if not any(not place & ~house for house in houses):
                continue
            if isinstance(primitive, DigitSets):
                found.append((primitive.cells, rule, primitive.sets))
            elif isinstance(primitive, WeightedSum) and {*primitive.weights} == {1}:
                sets = sets_with_sum(len(primitive.cells), primitive.total, layout.size)
                if len(sets) <= MOST_SETS:
                    found.append((primitive.cells, rule, sets))
    return tuple(found)


def _conflicts(
    position: Position, house: int, first: _Filling, other: _Filling, masks: Sequence[int]
) -> Iterator[Step]:
    """Candidates of the first that only sets use which leave the other none."""
    sets = tuple(option for option in first.sets if any(not option & each for each in other.sets))
    if len(sets) == len(first.sets):
        return
    supported = sets_support(first.cells, sets, masks)
    removes = tuple(
        Candidate(cell, digit)
        for cell in sorted(first.cells) if not position.values[cell]
        for digit in members(masks[cell] & ~supported[cell])
    )  # fmt: skip
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
    """Two or three digits that rules and cells hold among them, so often as the house has them."""
    layout, cells = position.layout, position.layout.houses[house].cells
    open_cells = [cell for cell in cells if not position.values[cell]]
    digits = members(_union(masks[cell] for cell in open_cells))
    for size in (2, 3):
        for subset in combinations([*digits], size):
            mask = union(subset)
            place, count, rules = 0, 0, list[_Filling]()
            for filling in sorted(inside, key=lambda each: -each.least(mask)):
                if filling.least(mask) and not filling.place & place and len(filling.cells) > 1:
                    place, count = place | filling.place, count + filling.least(mask)
                    rules.append(filling)
            alone = [cell for cell in open_cells if not place >> cell & 1 and not masks[cell] & ~mask]
            if not rules or count + len(alone) < size:
                continue
            place |= union(alone)
            removes = tuple(
                Candidate(cell, digit)
                for cell in sorted(open_cells) if not place >> cell & 1
                for digit in subset if masks[cell] >> digit & 1
            )  # fmt: skip
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


def _union(masks: Iterator[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
