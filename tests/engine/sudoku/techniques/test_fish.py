from collections import Counter
from itertools import combinations

import pytest
from arguments import examine, positions

from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques import fish
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position


def names(layout, houses):
    return [layout.houses[house].name for house in houses]


def test_an_x_wing_is_explained(blank, removed):
    position = blank(single(), places={(5, "row 2"): "r2c3 r2c8", (5, "row 7"): "r7c3 r7c8"})
    (step,) = fish.x_wings(position)
    rest = [row for row in range(1, 10) if row not in (2, 7)]
    assert set(step.removes) == removed(single(), " ".join(f"r{row}c{column}" for row in rest for column in (3, 8)), 5)
    assert step.sentence.startswith("X-wing: in rows 2 and 7, 5 can only go in columns 3 and 8, so r1c3, r1c8, r3c3,")
    assert len(step.candidates) == 4


def test_the_cover_may_come_from_either_grid(blank, at):
    """Rows of grid 1 whose places are in the shared box: each of the two columns belongs to one of the grids."""
    places = {(5, "row 7 of grid 1"): "r7c7 r7c9", (5, "row 9 of grid 1"): "r9c7 r9c9"}
    steps = at(list(fish.x_wings(blank(double(), places=places))), double(), "r7c7 r7c9 r9c7 r9c9")
    covers = [names(double(), step.houses[2:]) for step in steps if "grid 1" in names(double(), step.houses)[0]]
    columns = [(f"column {7 + c} of grid 1", f"column {1 + c} of grid 2") for c in (0, 2)]
    assert sorted(map(sorted, covers)) == sorted(sorted((column, two)) for column in columns[0] for two in columns[1])
    lost = {double().cell_name(cell) for step in steps for cell, _ in step.removes}
    assert {"r1c7", "r15c7", "r1c9", "r15c9", "r8c7"} <= lost


def test_two_rows_that_share_cells_are_no_base(blank):
    """Row 7 of grid 1 and row 1 of grid 2 may have the same 5."""
    places = {(5, "row 7 of grid 1"): "r7c7 r7c9", (5, "row 1 of grid 2"): "r7c7 r7c9"}
    assert not list(fish.x_wings(blank(double(), places=places)))


@pytest.mark.parametrize(
    ("finder", "size", "technique"),
    [(fish.swordfish, 3, Technique.SWORDFISH), (fish.jellyfish, 4, Technique.JELLYFISH)],
)
def test_larger_fish_need_not_have_every_corner(finder, size, technique, blank):
    columns = [1, 4, 7, 9][:size]
    places = {
        (5, f"row {row}"): f"r{row}c{columns[index]} r{row}c{columns[(index + 1) % size]}"
        for index, row in enumerate([2, 5, 8, 9][:size])
    }
    (step,) = finder(blank(single(), places=places))
    assert step.technique is technique
    assert len(step.removes) == size * (9 - size)
    assert len(step.candidates) == 2 * size


def test_fins_limit_what_falls(blank, removed):
    places = {(5, "row 2"): "r2c3 r2c8", (5, "row 7"): "r7c3 r7c8 r7c9"}
    steps = list(fish.finned_x_wings(blank(single(), places=places)))
    (step,) = (step for step in steps if names(single(), step.houses) == ["row 2", "row 7", "column 3", "column 8"])
    assert step.technique is Technique.FINNED_X_WING
    assert set(step.removes) == removed(single(), "r8c8 r9c8", 5)
    assert step.sentence == (
        "Finned X-wing: in rows 2 and 7, 5 can only go in columns 3 and 8 or in r7c9. If r7c9 is 5, it is seen by "
        "r8c8 and r9c8; if not, each of columns 3 and 8 has its 5 in rows 2 and 7. Either way r8c8 and r9c8 can't be 5."
    )


def test_a_row_with_one_place_beside_its_fins_makes_a_fish_sashimi(blank, removed):
    places = {(5, "row 2"): "r2c3 r2c8", (5, "row 7"): "r7c3 r7c9"}
    steps = list(fish.finned_x_wings(blank(single(), places=places)))
    (step,) = (step for step in steps if names(single(), step.houses) == ["row 2", "row 7", "column 3", "column 8"])
    assert step.technique is Technique.SASHIMI_X_WING
    assert set(step.removes) == removed(single(), "r8c8 r9c8", 5)


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(3))
def test_against_every_choice_of_houses(seed):
    """By the definition: all bases, all covers, of two and three houses."""
    puzzle = generate(single(), 54, seed=seed).puzzle
    position = Position.of(single(), puzzle.givens)
    houses = position.geometry.houses
    for size, plain, finned in ((2, fish.x_wings, fish.finned_x_wings), (3, fish.swordfish, fish.finned_swordfish)):
        found = {(step.houses, step.removes) for step in (*plain(position), *finned(position))}
        expected = set()
        for lines in ((range(9), range(9, 18)), (range(9, 18), range(9))):
            for digit, cells in enumerate(position.cells_with):
                rows = [row for row in lines[0] if (houses[row] & cells).bit_count() > 1]
                for base in combinations(rows, size):
                    places = cells & sum(houses[row] for row in base)
                    for cover in combinations(lines[1], size):
                        covered = sum(houses[column] for column in cover)
                        fins = places & ~covered
                        falling = cells & covered & ~places & position.geometry.common_peers(fins)
                        # No fish is needed if the cell sees a whole row, or if rows fill fewer columns.
                        for cell in (cell for cell in range(81) if falling >> cell & 1):
                            unseen = [places & houses[row] & ~position.geometry.peers[cell] for row in base]
                            used = [c for c in cover if any(part & houses[c] for part in unseen)]
                            if all(unseen) and len(used) == size - 1 and fins:
                                expected.add(((*base, *cover), position.candidates(falling, digit)))
                        if falling and not fins and all(places & houses[column] for column in cover):
                            expected.add(((*base, *cover), position.candidates(falling, digit)))
        assert found == expected


EVERY_FISH = (
    fish.x_wings, fish.swordfish, fish.jellyfish, fish.finned_x_wings, fish.finned_swordfish, fish.finned_jellyfish,
    fish.franken_fish, fish.mutant_fish,
)  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize("find", [fish.franken_fish, fish.mutant_fish])
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins"])
def test_franken_and_mutant_fish_are_sound_and_proved(name, find, layouts):
    assert examine(find, layouts[name], range(3 if name in ("single", "double") else 8)) or name in ("six", "twins")


@pytest.mark.slow
@pytest.mark.parametrize("find", [fish.franken_fish, fish.mutant_fish])
@pytest.mark.parametrize("name", ["single", "double", "diagonal"])
def test_franken_and_mutant_fish_are_sound_and_proved_in_many_positions(name, find, layouts):
    assert examine(find, layouts[name], range(2000)).total() > 1000


@pytest.mark.long
def test_no_fish_is_missed(layouts):
    """A candidate is eliminated if n houses would have places in only n - 1 others, no two of them the same."""
    seen = Counter()
    for position, _ in positions(layouts["six"], range(25), (0.6, 0.4)):
        found = {removed for find in EVERY_FISH for step in find(position) for removed in step.removes}
        for cell, digit in position.candidates_of(position.empty):
            expected = any(falls(position, Candidate(cell, digit), size) for size in (2, 3))
            assert not expected or Candidate(cell, digit) in found
            seen[expected] += 1
    assert seen[True]


def falls(position, candidate, size):
    """Whether a fish of that size and no single house shows it, by all choices of houses."""
    geometry, (cell, digit) = position.geometry, candidate
    left = position.cells_with[digit] & ~geometry.peers[cell] & ~(1 << cell)
    needing = [
        house & left
        for house, complete in zip(geometry.houses, geometry.complete, strict=True)
        if complete and house & position.cells_with[digit] and not house >> cell & 1
    ]
    if not all(needing):
        return False
    covers = {
        union
        for some in combinations({house & left for house in geometry.houses}, size - 1)
        for union in [sum_of(some)]
    }
    for base in combinations(needing, size):
        held = sum_of(base)
        if held.bit_count() == sum(map(int.bit_count, base)) and any(not held & ~cover for cover in covers):
            return True
    return False


def sum_of(sets):
    union = 0
    for cells in sets:
        union |= cells
    return union


def test_a_franken_swordfish_is_explained(blank):
    """Two rows and a box with places in three columns, except for one, the fin."""
    places = {(5, "row 2"): "r2c1 r2c4", (5, "row 5"): "r5c4 r5c8", (5, "box 7"): "r7c1 r8c1 r9c1 r9c2"}
    position = blank(single(), places=places | {(5, "column 8"): "r5c8 r1c8 r6c8"})
    assert [step.sentence for step in fish.franken_fish(position) if len(step.houses) == 6][:1] == [
        "Finned Franken swordfish: in rows 2 and 5 and box 7, 5 can only go in columns 1, 4 and 8 or in r9c2. If r9c2 "
        "is 5, it is seen by r9c4; if not, each of columns 1, 4 and 8 has its 5 in rows 2 and 5 and box 7. Either way "
        "r9c4 can't be 5."
    ]


def test_a_place_in_two_houses_of_the_base_is_a_fin(layouts):
    """If it is the digit, both houses have it there."""
    seen = Counter()
    for position, _ in positions(layouts["single"], range(8)):
        for step in fish.mutant_fish(position):
            base = [position.geometry.houses[house] for house in step.houses[: len(step.houses) // 2]]
            digit = step.removes[0].digit
            twice = sum_of(first & other for first, other in combinations(base, 2)) & position.cells_with[digit]
            seen[bool(twice)] += 1
            assert all(not twice or position.geometry.common_peers(twice) >> cell & 1 for cell, _ in step.removes)
    assert seen[True]
