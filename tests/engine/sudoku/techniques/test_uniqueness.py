from dataclasses import replace
from functools import reduce
from itertools import combinations, permutations, product
from operator import or_
from random import Random

import pytest
from arguments import examine
from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.layout import House, conflicts, double, single
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.patterns.tables import rectangles
from engine.sudoku.techniques.position import Candidate, Position, geometry, members, union
from engine.sudoku.techniques.uniqueness import bug_plus_one, unique_rectangles

TYPES = {technique for technique in Technique if technique.name.startswith(("UNIQUE_RECTANGLE", "HIDDEN_RECTANGLE"))}


def deadly(step, position):
    """The clauses that uniqueness adds to the rules: no rectangle of the step may have two exchangeable digits."""
    digits = {digit for _, digit in step.candidates}
    for pair in rectangles(position.geometry):
        if not (pair[0] | pair[1]) & ~union(step.cells):
            for x, y in permutations(digits, 2):
                corners = [(cell, x) for cell in members(pair[0])] + [(cell, y) for cell in members(pair[1])]
                yield [Candidate(*corner) for corner in corners]


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_unique_rectangles_are_sound_and_proved(name, layouts):
    found = examine(unique_rectangles, layouts[name], range(6 if name == "double" else 20), forbidden=deadly)
    assert found or name == "cages"
    assert found.keys() <= TYPES


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single", "double"])
def test_unique_rectangles_are_sound_and_proved_in_many_positions(name, layouts):
    assert examine(unique_rectangles, layouts[name], range(5000), forbidden=deadly).keys() == TYPES


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_rectangles_are_where_two_digits_can_change_places(name, layouts):
    """In complete grids, four cells with digits x, y, y, x can exchange them if they form a rectangle.

    Otherwise they can't, except in short houses, which may lack both digits by chance.
    """
    layout = layouts[name]
    expected = {frozenset(corners) for corners in rectangles(geometry(layout))}
    met = 0
    for seed in range({"double": 1, "cages": 30}.get(name, 6)):
        solution = random_solution(layout, seed)
        cells = {digit: [cell for cell, other in enumerate(solution) if other == digit] for digit in (1, 2)}
        fours = list(product(*(combinations(cells[digit], 2) for digit in (1, 2))))
        for first, other in Random(seed).sample(fours, min(len(fours), 2000)):
            swapped = list(solution)
            for cell in first + other:
                swapped[cell] = 3 - solution[cell]
            if frozenset((union(first), union(other))) in expected:
                met += 1
                assert not conflicts(layout, swapped)
            elif name != "cages":
                assert conflicts(layout, swapped)
    assert met or name in {"double", "diagonal"}


def test_a_grid_has_its_486_rectangles():
    """81 in each of the six bands, 486; in the double grid, those of each grid outside the shared box."""
    assert len(rectangles(geometry(single()))) == 486
    layout = double()
    shared = union(cell for cell in range(len(layout.cells)) if len(layout.grids_of(cell)) == 2)
    found = rectangles(geometry(layout))
    assert len(found) == 2 * (486 - 4 * 27)
    assert not [pair for pair in found if (pair[0] | pair[1]) & shared]


@pytest.mark.parametrize(
    ("layout", "corners", "sound"),
    [
        (single(), "r7c4 r7c7 r8c4 r8c7", True),
        (double(), "r7c4 r7c7 r8c4 r8c7", False),  # two corners in the shared box, in rows of both grids
        (double(), "r4c7 r4c8 r7c7 r7c8", False),
        (double(), "r7c4 r7c10 r8c4 r8c10", False),  # one corner in each grid outside the shared box
        (double(), "r4c4 r4c7 r5c4 r5c7", True),
        (double(), "r10c10 r10c13 r11c10 r11c13", True),
    ],
)
def test_a_rectangle_at_the_shared_box_is_none(layout, corners, sound, blank, removed):
    *floor, last = corners.split()
    position = blank(layout, {**dict.fromkeys(floor, "37"), last: "375"})
    steps = [step for step in unique_rectangles(position) if step.technique is Technique.UNIQUE_RECTANGLE_1]
    if not sound:
        assert not list(unique_rectangles(position))
        return
    (step,) = steps
    assert set(step.removes) == removed(layout, last, 3) | removed(layout, last, 7)
    names = "{}, {}, {} and {}".format(*corners.split())
    assert step.sentence == (
        f"Unique rectangle type 1: if {names} held nothing but 3 and 7, these could be exchanged and "
        f"there would be two solutions; so {last} must be something else: {last} can't be 3 or 7."
    )


def test_a_given_makes_no_rectangle():
    """A digit on the board makes none either: an exchange would have to move it."""
    layout = single()
    values = [0] * 81
    values[0] = 3
    masks = [0b1111111110] * 81
    masks[0], masks[1], masks[27], masks[28] = 0, 0b10001000, 0b10001000, 0b10101000
    assert not list(unique_rectangles(Position(layout, tuple(values), tuple(masks), 1)))


def test_a_short_house_is_no_strong_link(blank):
    """A cage around the roof has no other place for 3, but need not contain it."""
    layout = replace(single(), houses=(*single().houses, House("cage", "cage 1", (27, 28))))
    cells = {"r1c1": "37", "r1c2": "37", "r4c1": "357", "r4c2": "367"}
    assert not [step for step in unique_rectangles(blank(layout, cells)) if step.removes[0].digit in {3, 7}]
    held = blank(layout, cells, {(3, "row 4"): "r4c1 r4c2"})
    assert [step.technique for step in unique_rectangles(held) if step.removes == ((27, 7), (28, 7))] == [
        Technique.UNIQUE_RECTANGLE_4
    ]


def grave(layout, seed):
    """A position with two candidates in each empty cell, each of them twice or never in every house.

    Some digits of a complete grid are given up in a ring: a cell with one of them may also have the next one.
    """
    solution, ring = random_solution(layout, seed), 2 + seed % (layout.size - 1)
    values = tuple(0 if digit <= ring else digit for digit in solution)
    masks = tuple(1 << digit | 1 << digit % ring + 1 if digit <= ring else 0 for digit in solution)
    return Position(layout, values, masks)


@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins"])
@pytest.mark.parametrize("seed", range(4))
def test_a_bug_is_saved_by_one_candidate(name, seed, layouts):
    """A grave has two solutions, the first digits of all rings and the second; one additional candidate must be
    right."""
    position = grave(layouts[name], seed)
    assert not list(bug_plus_one(position))
    cell = next(members(position.empty))
    saving = next(digit for digit in range(1, layouts[name].size + 1) if not position.masks[cell] >> digit & 1)
    masks = list(position.masks)
    masks[cell] |= 1 << saving
    (step,) = bug_plus_one(Position(layouts[name], position.values, tuple(masks)))
    assert step.removes == position.candidates_of(1 << cell)
    assert step.sentence.startswith(f"BUG+1: if {layouts[name].cell_name(cell)} were not {saving}, ")


def test_a_candidate_alone_in_a_house_is_no_bug():
    """A cell of a grave with another digit instead of one of its two: both occur an odd number of times."""
    position = grave(single(), 1)
    cell, other, *_ = members(position.empty)
    masks = list(position.masks)
    masks[cell] |= 1 << 9
    masks[other] ^= masks[other] & -masks[other] | 1 << 8
    assert not list(bug_plus_one(Position(single(), position.values, tuple(masks))))


@given(st.lists(st.integers(1, 127).map(lambda mask: mask << 1), min_size=7, max_size=7), st.integers(1, 127))
def test_subsets_with_a_roof_are_all_there_are(blank, masks, extras):
    """The roof is in row 1, with the pair 8 and 9; each other cell of the row has some of 1 to 7."""
    cells = {f"r1c{column}": "".join(map(str, members(mask))) for column, mask in enumerate(masks, 3)}
    roof = "89" + "".join(map(str, members(extras << 1)))
    position = blank(single(), {"r4c1": "89", "r4c2": "89", "r1c1": roof, "r1c2": roof, **cells})
    free = list(enumerate(masks, 2))
    expected = set()
    for size in range(1, len(free)):
        for selection in combinations(free, size):
            digits = reduce(or_, (mask for _, mask in selection), extras << 1)
            if digits.bit_count() == size + 1:
                expected.add((0, 1, *(cell for cell, _ in selection), 27, 28))
    steps = [step for step in unique_rectangles(position) if step.technique is Technique.UNIQUE_RECTANGLE_3]
    found = {step.cells for step in steps if step.houses == (0,)}
    assert found <= expected
    lost = {cells for cells in expected - found if any(falls(position, extras << 1, cells[2:-2]))}
    assert not lost


def falls(position, extras, subset):
    """Candidates that see each place of their digit among the extras of the roof, r1c1 and r1c2, and in the subset."""
    digits = reduce(or_, (position.masks[cell] for cell in subset), extras)
    for digit in members(digits):
        places = union(cell for cell in (0, 1, *subset) if position.masks[cell] >> digit & 1)
        yield from position.candidates(position.geometry.common_peers(places), digit)
