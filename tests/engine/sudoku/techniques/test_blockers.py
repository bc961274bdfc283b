"""Blockers of singles in random positions: they block all that can be blocked, and no fewer of them do."""

import random
from collections.abc import Iterator

import pytest

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.blockers import blockers, fullest_house, unblocked
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position


def positions(name: str, count: int) -> Iterator[tuple[Position, tuple[int, ...]]]:
    layout = LAYOUTS[name]()
    for seed in range(count):
        dice, solution = random.Random(seed), random_solution(layout, seed)
        givens = tuple(digit if dice.random() < 0.25 + seed / 20 else 0 for digit in solution)
        yield Position.of(layout, givens), solution


@pytest.mark.parametrize("name", ["single", "double", "6x6"])
def test_of_a_cell(name: str) -> None:
    for position, solution in positions(name, 6):
        layout, values = position.layout, position.values
        for cell in [cell for cell, value in enumerate(values) if not value][::3]:
            place = Candidate(cell, solution[cell])
            found = blockers(position, Technique.NAKED_SINGLE, place, None)
            seen = {values[peer] for peer in layout.peers[cell]} - {0, place.digit}
            others = {*range(1, layout.size + 1)} - {place.digit}
            assert [values[cell] for cell in found.cells] == [values[cell] for cell in sorted(found.cells)]
            assert sorted(values[cell] for cell in found.cells) == sorted(seen), "each digit once"
            assert {*found.cells} <= {*layout.peers[cell]}
            assert found.removed == len(others - seen) == unblocked(position, Technique.NAKED_SINGLE, place, None)
            assert {*found.houses} <= {*layout.houses_of[cell]}
            for blocker in found.cells:
                assert any(blocker in layout.houses[house].cells for house in found.houses)
            for house in found.houses:  # each is needed
                rest = [other for other in found.houses if other != house]
                digits = {values[c] for other in rest for c in layout.houses[other].cells} - {0, place.digit}
                assert len(digits) < len(seen) or house != found.houses[-1]


@pytest.mark.parametrize("name", ["single", "double", "6x6"])
def test_of_a_house(name: str) -> None:
    for position, solution in positions(name, 6):
        layout, values = position.layout, position.values
        for cell in [cell for cell, value in enumerate(values) if not value][::5]:
            for house in layout.houses_of[cell]:
                place = Candidate(cell, solution[cell])
                found = blockers(position, Technique.HIDDEN_SINGLE, place, house)
                empty = {other for other in layout.houses[house].cells if not values[other]} - {cell}
                digits = {other for other, value in enumerate(values) if value == place.digit}
                free = {other for other in empty if not digits & {*layout.peers[other]}}
                assert {*found.cells} <= digits
                assert list(found.cells) == sorted(found.cells)
                assert found.removed == len(free) == unblocked(position, Technique.HIDDEN_SINGLE, place, house)
                blocked = {other for other in empty if {*found.cells} & {*layout.peers[other]}}
                assert blocked == empty - free
                assert found.houses[0] == house
                assert len(found.houses) == len({*found.houses})
                in_houses = {other for number in found.houses[1:] for other in layout.houses[number].cells}
                assert blocked <= in_houses
                for number in found.houses[1:]:
                    assert {*found.cells} & {*layout.houses[number].cells}
                    assert blocked & {*layout.houses[number].cells}
                if len(found.cells) > 1:
                    for blocker in found.cells:
                        rest = {*found.cells} - {blocker}
                        assert len(found.cells) > 2 or any(not rest & {*layout.peers[other]} for other in blocked)


@pytest.mark.parametrize("name", ["single", "double"])
def test_the_fullest_house_has_the_most_digits(name: str) -> None:
    for position, _ in positions(name, 6):
        layout, values = position.layout, position.values
        for cell in range(0, len(values), 4):
            counts = {
                number: len({values[other] for other in layout.houses[number].cells} - {0})
                for number in layout.houses_of[cell]
            }
            best = [number for number, count in counts.items() if count == max(counts.values())]
            boxes = [number for number in best if layout.houses[number].kind == "box"]
            assert fullest_house(position, cell) == min(boxes or best)
