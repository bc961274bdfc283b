"""Why there are no drills of Franken and mutant X-wings, of multi colouring 2, and but for diagonals of finned mutant
X-wings: wherever one removes something, so does what is easier.

**Franken and mutant X-wings.** Two base houses leave a digit no place but in two cover houses. That is looked at for
every choice of the four, in the position with the most candidates that this allows: all places of the digit but those
of the base houses outside the covers. What a house whose places all lie in another one removes there (locked
candidates; a single, if it is one place) is removed until nothing more follows. If that takes away all that the fish
removes, then so it does in every position with this fish: with fewer candidates the places of a house still lie in
the other one, so the first step of the chain that removes something there is at hand. A base that meets one cover
alone lies in it, and then the other base in the other cover: that is locked candidates twice. So only covers that
both meet both bases are looked at.

Where diagonals are houses this leaves some, of rows and columns alone or of boxes too. Each candidate that they
remove is removed by a turbot fish or a grouped loop too: a fish of two houses is two strong links, of places or of
groups.

**Multi colouring 2.** A cell a of colour A sees one of C, and a cell b of A one of D, so A is false. As A and C see
each other, one of B and D is true: multi colouring 1 removes what sees both. That does b: it sees one of D, and as it
has its colour by a strong link, one of B.

**Finned mutant X-wings.** If the cell that falls held the digit, the places left in either base house would lie in
one cover house; they are different ones, as a place in both is a fin. What the cell sees of a house that it is not in
lies, where there are no diagonals, in one house with it, and what is left in one house with the other base's. If
either is empty that is locked candidates, or a single. Else both base houses are strong links between two groups, and
the cell sees the first group of one and the last of the other: a turbot fish, or a grouped loop.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, count, islice
from random import Random

import pytest

from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import steps
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
    meeting = [(house, other) for house in houses for other in houses if house != other and house & other]
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
    meeting = [(house, other) for house in houses for other in houses if house != other and house & other]
    rows = [mask for mask, house in zip(houses, layout.houses, strict=True) if house.kind == "row"]
    columns = [mask for mask, house in zip(houses, layout.houses, strict=True) if house.kind == "column"]
    base, cover = rows[0] | rows[3], columns[0] | columns[4]
    candidates = (1 << 81) - 1 & ~(base & ~cover)
    assert left(candidates, houses, meeting) & cover & ~base  # an X-wing removes what these leave


@pytest.mark.parametrize("name", ["single", "double", "samurai"])
def test_without_diagonals_locked_candidates_remove_all_that_fish_of_two_houses_do(name: str) -> None:
    assert list(fish_that_need_more(LAYOUTS[name]())) == []


FINDERS = every_finder()
FIRST = FINDERS.index(next(finder for finder in FINDERS if FRANKEN in finder.techniques))
EASIER = [finder for finder in FINDERS[:FIRST]
          if {Technique.POINTING, Technique.CLAIMING, Technique.X_WING, Technique.SKYSCRAPER, Technique.TWO_STRING_KITE,
              Technique.TURBOT_FISH, Technique.GROUPED_CONTINUOUS_NICE_LOOP} & {*finder.techniques}]  # fmt: skip
"""The techniques before the first Franken fish that are about one digit."""


@pytest.mark.long
def test_with_diagonals_turbot_fish_and_grouped_loops_do() -> None:
    """Of each fish one candidate; all of them are looked at by the slow test."""
    assert all(removed_by_easier(places, [next(members(removed))]) for places, removed in fish_of_x()[::5])


@pytest.mark.slow
def test_with_diagonals_they_remove_every_candidate_that_the_fish_do() -> None:
    assert len(fish_of_x()) > 2000
    assert all(removed_by_easier(places, members(removed)) for places, removed in fish_of_x())


@cache
def fish_of_x() -> list[tuple[int, int]]:
    return list(fish_that_need_more(LAYOUTS["x"]()))


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


def position_of(places: int, layout: Layout | None = None, others: int = 8) -> Position:
    """Digit 1 can only go to these places (of a diagonal sudoku), so many other digits anywhere."""
    layout = layout or LAYOUTS["x"]()
    every, cells = (2 << others + 1) - 2, range(len(layout.cells))
    return Position(layout, (0,) * len(cells), tuple(every if places >> cell & 1 else every & ~2 for cell in cells))


def positions_with(technique: Technique, layout: Layout, seed: int) -> Iterator[tuple[Position, int]]:
    """Positions in which the technique takes digit 1 from cells, with these; there is a solution in each."""
    dice = Random(seed)
    for number in count():
        solution = random_solution(layout, number)
        chance = dice.choice((0.1, 0.2, 0.3))
        places = sum(1 << cell for cell, digit in enumerate(solution) if digit == 1 or dice.random() < chance)
        position = position_of(places, layout, others=3)
        removed = {candidate for step in steps(position, {technique}) for candidate in step.removes}
        falling = sum(1 << cell for cell, digit in removed if digit == 1)
        if falling:
            yield position, falling


@pytest.mark.parametrize("name", ["single", "x", "double", "samurai"])
def test_multi_colouring_2_implies_1(name: str) -> None:
    for position, _falling in islice(positions_with(Technique.MULTI_COLOURS_2, LAYOUTS[name](), 1), 20):
        assert any(step.removes for step in steps(position, {Technique.MULTI_COLOURS_1}))


@pytest.mark.parametrize("name", ["single", "double", "samurai"])
def test_without_diagonals_what_a_cell_sees_of_a_house_lies_in_one_house_with_it(name: str) -> None:
    layout = LAYOUTS[name]()
    houses = masks(layout)
    for cell, peers in enumerate(layout.peers):
        seen = sum(1 << peer for peer in peers)
        through = [house for house in houses if house >> cell & 1]
        others = [house for house in houses if not house >> cell & 1]
        assert all(any(not other & seen & ~house for house in through) for other in others)


def test_without_diagonals_turbot_fish_and_grouped_loops_do_what_finned_mutant_x_wings_do() -> None:
    for position, falling in islice(positions_with(Technique.FINNED_MUTANT_X_WING, LAYOUTS["single"](), 2), 3):
        for cell in members(falling):
            found = (step.removes for finder in EASIER for step in finder.find(position))
            assert any(Candidate(cell, 1) in removes for removes in found)
