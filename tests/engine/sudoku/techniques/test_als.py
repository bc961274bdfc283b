import re
from itertools import combinations, islice

import pytest
from arguments import examine, positions

from engine.sudoku.layout import single
from engine.sudoku.techniques.als import almost_locked_sets, als_xz
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import members


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_als_xz_is_sound_and_proved(name, layouts):
    assert examine(als_xz, layouts[name], range({"cages": 80, "six": 30}.get(name, 8)))[Technique.ALS_XZ]


def test_the_two_sets_are_apart():
    for position, _ in positions(single(), range(5)):
        for step in islice(als_xz(position), 50):
            named = re.findall(r"r\d+c\d+", step.sentence.split(". ")[0])
            assert len(named) == len(set(named)) == len(step.cells)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single", "double"])
def test_als_xz_is_sound_and_proved_in_many_positions(name, layouts):
    assert examine(als_xz, layouts[name], range(5000))


@pytest.mark.parametrize("name", ["single", "cages", "twins"])
def test_almost_locked_sets_are_what_they_are_defined_to_be(name, layouts):
    layout = layouts[name]
    for position, _ in positions(layout, range(6)):
        expected = {}
        for house in layout.houses:
            empty = [cell for cell in house.cells if not position.values[cell]]
            for size in range(1, len(empty) + 1):
                for cells in combinations(empty, size):
                    digits = {digit for cell in cells for digit in members(position.masks[cell])}
                    if len(digits) == size + 1:
                        expected[cells] = digits
        found = almost_locked_sets(position)
        assert {tuple(members(item.cells)): set(members(item.digits)) for item in found} == expected
        assert len(found) == len(expected)
        for item in found:
            assert set(members(item.cells)) <= set(layout.houses[item.house].cells)


def test_a_singly_linked_pair_of_sets(blank, removed):
    position = blank(single(), {"r1c1": "12", "r1c2": "23", "r5c1": "14", "r5c3": "43"})
    step = next(step for step in als_xz(position) if set(step.cells) == {0, 1, 36, 38})
    assert step.sentence == (
        "ALS-XZ: r1c1 and r1c2 must hold all but one of 1, 2 and 3, and r5c1 and r5c3 all but one of 1, 3 and 4. "
        "1 fits in only one of the two sets, so the other holds all its other digits: "
        "r1c3, r2c3, r3c3, r4c2, r5c2 and r6c2 can't be 3."
    )
    assert len(step.candidates) == 8


def test_a_doubly_linked_pair_of_sets_locks_both(blank, removed):
    position = blank(single(), {"r1c1": "12", "r1c2": "23", "r1c9": "13"})
    steps = [step for step in als_xz(position) if set(step.cells) == {0, 1, 8}]
    expected = set().union(*(removed(single(), " ".join(f"r1c{c}" for c in range(3, 9)), digit) for digit in (1, 2, 3)))
    assert expected in [set(step.removes) & expected for step in steps]
    assert "Each of 1 and 2 fits in only one of the two sets, so each set holds one of these" in steps[0].sentence
