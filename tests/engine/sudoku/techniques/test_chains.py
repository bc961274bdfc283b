from collections import Counter

import pytest
from arguments import assert_proved, examine, positions

from engine.sudoku.layout import double, single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.chains import (
    als_chains,
    als_xy_wings,
    alternating_chains,
    chains_with_sets,
    grouped_chains,
    x_chains,
    xy_chains,
)

OF_CANDIDATES = [x_chains, xy_chains, alternating_chains]
FINDERS = [*OF_CANDIDATES, grouped_chains, als_xy_wings, als_chains, chains_with_sets]
LOOPS_AND_CHAINS = {
    technique for find in (alternating_chains, grouped_chains, chains_with_sets) for technique in find.techniques
}
MAX_LENGTH = 25
"""Maximum number of links of a chain."""


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins", "cages"])
def test_chains_are_sound_and_proved(name, layouts):
    seeds = range({"double": 5, "single": 8, "diagonal": 3}.get(name, 10))
    found = sum((examine(find, layouts[name], seeds) for find in FINDERS), Counter())
    assert found or name == "cages"


@pytest.mark.slow
@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("name", ["single", "double"])
def test_chains_are_sound_and_proved_in_many_positions(find, name, layouts):
    assert examine(find, layouts[name], range(5000))


@pytest.mark.parametrize("find", OF_CANDIDATES)
def test_the_shortest_chain_comes_first_and_says_something_new(find):
    for position, _ in positions(double(), range(6)):
        steps = list(find(position))
        lengths = [len(step.chain) for step in steps]
        assert lengths == sorted(lengths)
        assert all(len(step.candidates) <= MAX_LENGTH + 1 for step in steps)
        for technique in {step.technique for step in steps} - LOOPS_AND_CHAINS:
            removes = [step.removes for step in steps if step.technique is technique]
            assert len(removes) == len(set(removes))


def graph(position):
    """For each candidate the ends of its strong links and of its weak links, by definition."""
    every = position.candidates_of(position.empty)
    strong, weak = {item: set() for item in every}, {item: set() for item in every}
    for item in every:
        for other in every:
            same_cell = item.cell == other.cell and item.digit != other.digit
            if same_cell or (item.digit == other.digit and other.cell in position.layout.peers[item.cell]):
                weak[item].add(other)
            if same_cell and position.masks[item.cell].bit_count() == 2:
                strong[item].add(other)
    for house, cells in zip(position.layout.houses, position.geometry.houses, strict=True):
        for digit in range(1, position.layout.size + 1):
            places = position.candidates(cells, digit)
            if len(house.cells) == position.layout.size and len(places) == 2:
                for item, other in (places, places[::-1]):
                    strong[item].add(other)
    return strong, weak


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["six", "twins", "cages"])
def test_no_chain_is_missed(name, layouts):
    """Whatever any chain forbids, found by brute force, some step removes."""

    def forbidden(strong, weak, way, true):
        found = weak[way[0]] & weak[way[-1]] if true and len(way) > 3 else set()
        if len(way) < 8:
            for node in (weak if true else strong)[way[-1]] - set(way):
                found = found | forbidden(strong, weak, (*way, node), not true)
        return found

    for position, _ in positions(layouts[name], range(20), keep=(0.3, 0.6)):
        strong, weak = graph(position)
        removed = {candidate for step in alternating_chains(position) for candidate in step.removes}
        for first in strong:
            assert forbidden(strong, weak, (first,), False) <= removed


def test_an_x_chain_keeps_to_its_digit_and_an_xy_chain_to_cells_of_two():
    for position, _ in positions(single(), range(8)):
        for step in x_chains(position):
            assert len({digit for _, digit in step.candidates + step.removes}) == 1
        for step in xy_chains(position):
            assert all(position.bivalue >> cell & 1 for cell in step.cells)
            assert len(step.cells) >= 3
            assert len({digit for _, digit in step.removes}) == 1
            assert not step.houses


def test_the_sentence_of_an_x_chain(blank):
    (step,) = x_chains(blank(single(), places={(5, "row 1"): "r1c1 r1c5", (5, "row 7"): "r7c2 r7c5"}))
    assert step.sentence == (
        "X-chain: if r1c1 isn't 5 -> in row 1, 5 goes to r1c5 -> in row 7, 5 goes to r7c2. "
        "Either way r2c2, r3c2, r8c1 and r9c1 can't be 5."
    )
    assert step.chain == (((0, 5),), ((4, 5),), ((58, 5),), ((55, 5),))
    assert [single().houses[house].name for house in step.houses] == ["row 1", "row 7"]


def test_the_sentence_of_an_xy_chain(blank):
    position = blank(single(), {"r1c1": "15", "r1c9": "12", "r9c9": "25"})
    (step,) = xy_chains(position)
    assert step.sentence == (
        "XY-chain: if r1c1 isn't 5 -> r1c1 is left with 1 -> r1c9 is left with 2 -> r9c9 is left with 5. "
        "Either way r9c1 can't be 5."
    )
    assert step.candidates == ((0, 1), (0, 5), (8, 1), (8, 2), (80, 2), (80, 5))


def test_a_continuous_loop_cleans_every_weak_link(blank, removed):
    position = blank(single(), {"r1c1": "12", "r1c9": "23", "r9c9": "34", "r9c1": "41"})
    (step,) = (step for step in alternating_chains(position) if step.technique is Technique.CONTINUOUS_NICE_LOOP)
    assert set(step.removes) == (
        removed(single(), " ".join(f"r1c{column}" for column in range(2, 9)), 2)
        | removed(single(), " ".join(f"r{row}c9" for row in range(2, 9)), 3)
        | removed(single(), " ".join(f"r9c{column}" for column in range(2, 9)), 4)
        | removed(single(), " ".join(f"r{row}c1" for row in range(2, 9)), 1)
    )


def test_a_loop_back_to_its_own_candidate_proves_it(blank):
    position = blank(
        single(), places={(1, "row 1"): "r1c1 r1c5", (1, "row 8"): "r8c2 r8c5", (1, "column 1"): "r1c1 r9c1"}
    )
    (step,) = (step for step in alternating_chains(position) if len(step.removes) == 8)
    assert step.technique is Technique.DISCONTINUOUS_NICE_LOOP
    assert step.sentence == (
        "Discontinuous nice loop: if r1c1 isn't 1 -> in column 1, 1 goes to r9c1 -> in row 8, 1 goes to r8c5 -> "
        "in row 1, 1 goes to r1c1. So r1c1 is 1 in any case: r1c1 can't be 2, 3, 4, 5, 6, 7, 8 or 9."
    )


def test_the_sentence_of_a_grouped_chain(blank):
    position = blank(single(), places={(5, "row 1"): "r1c1 r1c2 r1c5", (5, "row 8"): "r8c5 r8c3"})
    step = next(grouped_chains(position))
    assert step.sentence == (
        "Grouped alternating inference chain: if neither r1c1 nor r1c2 is 5 -> in row 1, 5 goes to r1c5 -> in row 8, "
        "5 goes to r8c3. Either way r2c3 and r3c3 can't be 5."
    )
    assert step.chain == (((0, 5), (1, 5)), ((4, 5),), ((67, 5),), ((65, 5),))


def test_the_sentence_of_an_als_xy_wing(blank):
    only = {"r1c1": "123", "r1c2": "13", "r2c9": "24", "r1c9": "25", "r9c9": "45", "r9c2": "34"}
    steps = [step for step in als_xy_wings(blank(single(), only)) if step.cells == (0, 1, 8, 73, 80)]
    assert [step.sentence for step in steps] == [
        "ALS-XY-wing: if r1c2 and r9c2 lack 1 or 3 -> in these cells, 4 goes to r9c2 -> r1c9 and r9c9, without 4, hold "
        "2 and 5: 2 goes to r1c9 -> r1c1 and r1c2, without 2, hold 1 and 3. Either way r1c3, r1c4, r1c5, r1c6, r1c7, "
        "r1c8, r2c1, r2c3, r3c1 and r3c3 can't be 1, and r2c2 and r3c2 can't be 1 or 3.",
        "ALS-XY-wing: if r1c1, r1c2 and r1c9 lack 3 -> in these cells, 5 goes to r1c9 -> r9c9, without 5, holds 4 -> "
        "r9c2, without 4, holds 3. Either way r2c2 and r3c2 can't be 3.",
    ]


def test_a_loop_through_almost_locked_sets_locks_them(blank, removed):
    """The sets of a loop each lack one of the two digits that link them, so they contain all others."""
    position = blank(single(), {"r1c1": "123", "r1c2": "23", "r1c9": "14", "r9c9": "45", "r9c1": "15"})
    loops = [step for step in chains_with_sets(position) if step.technique is Technique.ALS_CONTINUOUS_NICE_LOOP]
    assert all(step.chain for step in loops)
    for step in loops:
        assert_proved(step, position)
