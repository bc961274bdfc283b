from collections import Counter

import pytest
from arguments import examine, positions

from engine.sudoku.layout import double, single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.chains import LONGEST, alternating_chains, x_chains, xy_chains
from engine.sudoku.techniques.links import links
from engine.sudoku.techniques.position import members

FINDERS = [x_chains, xy_chains, alternating_chains]
LOOPS_AND_CHAINS = {Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC}


@pytest.mark.parametrize("name", ["single", "double", "diagonal", "six", "twins", "cages"])
def test_chains_are_sound_and_proved(name, layouts):
    seeds = range({"double": 15, "single": 60, "diagonal": 30}.get(name, 80))
    found = sum((examine(find, layouts[name], seeds) for find in FINDERS), Counter())
    assert found.keys() == LOOPS_AND_CHAINS | {Technique.X_CHAIN, Technique.XY_CHAIN} or name == "cages"


@pytest.mark.slow
@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("name", ["single", "double"])
def test_chains_are_sound_and_proved_in_many_positions(find, name, layouts):
    assert examine(find, layouts[name], range(5000))


@pytest.mark.parametrize("find", FINDERS)
def test_the_shortest_chain_comes_first_and_says_something_new(find):
    for position, _ in positions(double(), range(15)):
        steps = list(find(position))
        lengths = [len(step.chain) for step in steps]
        assert lengths == sorted(lengths)
        assert all(len(step.candidates) <= LONGEST + 1 for step in steps)
        for technique in {step.technique for step in steps} - LOOPS_AND_CHAINS:
            removes = [step.removes for step in steps if step.technique is technique]
            assert len(removes) == len(set(removes))


@pytest.mark.parametrize("name", ["six", "twins", "cages"])
def test_no_chain_is_missed(name, layouts):
    """What any chain forbids, found by trying every way there is, some step removes."""


    def forbidden(graph, first, last, met, true):
        found = graph.weak[first] & graph.weak[last] if true and met.bit_count() > 3 else 0
        if met.bit_count() < 8:
            for node in members((graph.weak if true else graph.strong)[last] & ~met):
                found |= forbidden(graph, first, node, met | 1 << node, not true)
        return found

    for position, _ in positions(layouts[name], range(30), keep=(0.3, 0.6)):
        net = links(position)
        removed = {candidate for step in alternating_chains(position) for candidate in step.removes}
        for first in members(net.nodes):
            assert set(net.candidates(forbidden(net.all, first, first, 1 << first, False))) <= removed


def test_an_x_chain_keeps_to_its_digit_and_an_xy_chain_to_cells_of_two():
    for position, _ in positions(single(), range(30)):
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
    assert step.chain == ((0, 5), (4, 5), (58, 5), (55, 5))
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
