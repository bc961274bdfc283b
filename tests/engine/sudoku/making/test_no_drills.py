"""Why there are no drills of Franken and mutant X-wings: wherever one removes something, so does what is easier.

Two base houses leave a digit no place but in two cover houses. That is looked at for every choice of the four, in the
position with the most candidates that this allows: all places of the digit but those of the base houses outside the
covers. What a house whose places all lie in another one removes there (locked candidates; a single, if it is one place)
is removed until nothing more follows. If that takes away all that the fish removes, then so it does in every position
with this fish: with fewer candidates the places of a house still lie in the other one, so the first step of the chain
that removes something there is at hand. A base that meets one cover alone lies in it, and then the other base in the
other cover: that is locked candidates twice. So only covers that both meet both bases are looked at.

Where diagonals are houses this leaves some, of rows and columns alone or of boxes too. Each candidate that they remove
is removed by a turbot fish or a grouped loop too: a fish of two houses is two strong links, of places or of groups.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

import pytest

from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import FINDERS
from engine.sudoku.techniques.position import Candidate, Position, members

FRANKEN = Technique.FRANKEN_X_WING


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


def fish_that_need_more(layout: Layout) -> Iterator[tuple[int, int]]:
    """The fish of two houses, not two lines one way against two the other, that remove what locked candidates do not.

    Of each the places of the digit in the bases, and what it removes.
    """
    houses, named = masks(layout), layout.houses
    meeting = [(one, other) for one in houses for other in houses if one != other and one & other]
    full = (1 << len(layout.cells)) - 1
    for base in combinations(range(len(houses)), 2):
        first, second = (houses[number] for number in base)
        places = full & ~(first & second)
        both = [number for number, house in enumerate(houses) if house & first and house & second]
        for cover in combinations(sorted(set(both) - set(base)), 2):
            kinds = {named[number].kind for number in base}, {named[number].kind for number in cover}
            if kinds in (({"row"}, {"column"}), ({"column"}, {"row"})):
                continue
            covers = houses[cover[0]] | houses[cover[1]]
            candidates = places & ~((first | second) & ~covers)
            removed = candidates & covers & ~(first | second)
            if removed & left(candidates, houses, meeting):
                yield candidates & (first | second), removed


def test_a_swordfish_would_be_found_by_this() -> None:
    layout = LAYOUTS["single"]()
    houses = masks(layout)
    meeting = [(one, other) for one in houses for other in houses if one != other and one & other]
    rows = [mask for mask, house in zip(houses, layout.houses, strict=True) if house.kind == "row"]
    columns = [mask for mask, house in zip(houses, layout.houses, strict=True) if house.kind == "column"]
    base, cover = rows[0] | rows[3], columns[0] | columns[4]
    candidates = (1 << 81) - 1 & ~(base & ~cover)
    assert left(candidates, houses, meeting) & cover & ~base  # an X-wing removes what these leave


@pytest.mark.parametrize("name", ["single", "double", "samurai"])
def test_without_diagonals_locked_candidates_remove_all_that_fish_of_two_houses_do(name: str) -> None:
    assert list(fish_that_need_more(LAYOUTS[name]())) == []


EASIER = [finder for finder in FINDERS[: FINDERS.index(next(one for one in FINDERS if FRANKEN in one.techniques))]
          if {Technique.POINTING, Technique.CLAIMING, Technique.X_WING, Technique.SKYSCRAPER, Technique.TWO_STRING_KITE,
              Technique.TURBOT_FISH, Technique.GROUPED_CONTINUOUS_NICE_LOOP} & {*finder.techniques}]  # fmt: skip
"""What comes before the first Franken fish and is about one digit."""


def test_with_diagonals_turbot_fish_and_grouped_loops_do() -> None:
    """Of each fish one candidate; all of them are looked at by the slow test."""
    assert all(removed_by_easier(places, [next(members(removed))]) for places, removed in FISH_OF_X[::5])


@pytest.mark.slow
def test_with_diagonals_they_remove_every_candidate_that_the_fish_do() -> None:
    assert len(FISH_OF_X) > 2000
    assert all(removed_by_easier(places, members(removed)) for places, removed in FISH_OF_X)


FISH_OF_X = list(fish_that_need_more(LAYOUTS["x"]()))


def removed_by_easier(places: int, falling: Iterable[int]) -> bool:
    """Whether each of these cells loses the digit to something easier, where it stands in these places and there."""
    return all(
        any(
            Candidate(cell, 1) in step.removes
            for finder in EASIER
            for step in finder.find(position_of(places | 1 << cell))
        )
        for cell in falling
    )


def position_of(places: int) -> Position:
    """Digit 1 can only go to these places, all other digits anywhere."""
    every = (2 << 9) - 2
    return Position(LAYOUTS["x"](), (0,) * 81, tuple(every if places >> cell & 1 else every & ~2 for cell in range(81)))
