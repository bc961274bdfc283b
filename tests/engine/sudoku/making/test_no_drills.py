"""Why there are no drills of Franken and mutant X-wings: wherever one of them removes something, so do locked
candidates or singles, which are easier.

Two base houses leave a digit no place but in two cover houses. That is looked at for every choice of the four, in the
position with the most candidates that this allows: all places of the digit but those of the base houses outside the
covers. What a house whose places all lie in another one removes there (locked candidates; a single, if it is one place)
is removed until nothing more follows. If that takes away all that the fish removes, then so it does in every position
with this fish: with fewer candidates the places of a house still lie in the other one, so the first step of the chain
that removes something there is at hand.
"""

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine.sudoku.layout import LAYOUTS, Layout

Houses = tuple[int, int]


def masks(layout: Layout) -> list[int]:
    return [sum(1 << cell for cell in house.cells) for house in layout.houses]


def left(places: int, houses: list[int], meeting: list[tuple[int, int]]) -> int:
    """The places of a digit that locked candidates and singles leave; none if a house is left without."""
    before = 0
    while before != places:
        before = places
        for house, other in meeting:
            inside = places & house
            if not inside & ~other:
                if not inside:
                    return 0
                places &= ~other | house
    return places


def fish_that_need_more(layout: Layout, bases: Iterator[Houses] | list[Houses]) -> list[tuple[str, ...]]:
    """The fish of two houses, not two lines one way against two the other, that remove what nothing easier does."""
    houses, named = masks(layout), layout.houses
    meeting = [(one, other) for one in houses for other in houses if one != other and one & other]
    full = (1 << len(layout.cells)) - 1
    found = []
    for base in bases:
        first, second = (houses[number] for number in base)
        places = full & ~(first & second)
        for cover in combinations(sorted(set(range(len(houses))) - set(base)), 2):
            kinds = {named[number].kind for number in base}, {named[number].kind for number in cover}
            covers = houses[cover[0]] | houses[cover[1]]
            if kinds in (({"row"}, {"column"}), ({"column"}, {"row"})) or not (first & covers and second & covers):
                continue
            candidates = places & ~((first | second) & ~covers)
            removed = candidates & covers & ~(first | second)
            if removed & left(candidates, houses, meeting):
                found.append(tuple(named[number].name for number in (*base, *cover)))
    return found


def test_a_swordfish_would_be_found_by_this() -> None:
    layout = LAYOUTS["single"]()
    houses = masks(layout)
    meeting = [(one, other) for one in houses for other in houses if one != other and one & other]
    rows = [mask for mask, house in zip(houses, layout.houses, strict=True) if house.kind == "row"]
    columns = [mask for mask, house in zip(houses, layout.houses, strict=True) if house.kind == "column"]
    base, cover = rows[0] | rows[3], columns[0] | columns[4]
    candidates = (1 << 81) - 1 & ~(base & ~cover)
    assert left(candidates, houses, meeting) & cover & ~base  # an X-wing removes what these leave


def test_no_fish_of_two_houses_with_boxes_is_ever_the_easiest_step() -> None:
    """On one grid: base houses up to the symmetries of the grid, which permute rows, columns, bands and stacks."""
    layout = LAYOUTS["single"]()
    number = {house.name: at for at, house in enumerate(layout.houses)}
    pairs = ["row 1 row 2", "row 1 row 4", "row 1 column 1", "row 1 box 1", "row 1 box 4", "box 1 box 2", "box 1 box 5"]
    bases = [(number[" ".join(pair.split()[:2])], number[" ".join(pair.split()[2:])]) for pair in pairs]
    assert fish_that_need_more(layout, bases) == []


@pytest.mark.slow
def test_nor_where_grids_overlap() -> None:
    layout = LAYOUTS["double"]()
    assert fish_that_need_more(layout, combinations(range(len(layout.houses)), 2)) == []
