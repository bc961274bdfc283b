import re
from itertools import islice
from random import Random

import pytest
from arguments import assert_proved, assert_sound, examine, position_of, positions

from engine.sudoku.layout import single
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.forcing import Assumption, cell_forcing, nishio
from engine.sudoku.techniques.position import Candidate, Position

OPEN = (1.0, 0.9)
"""Positions in which enough candidates are left that one by one they lead to no contradiction."""


@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_nishio_is_sound_and_proved(name, layouts):
    assert examine(nishio, layouts[name], range(8 if name == "double" else 20))[Technique.NISHIO]


def sparse(layout, seed):
    """An empty board where some cells are down to their digit and another one, so that singles do not end it all."""
    solution, random = random_solution(layout, seed), Random(seed)
    every, share = (2 << layout.size) - 2, random.uniform(0.1, 0.4)
    masks = [every] * len(solution)
    for cell, digit in enumerate(solution):
        if random.random() < share:
            masks[cell] = 1 << digit | 1 << random.choice([*range(1, digit), *range(digit + 1, layout.size + 1)])
    return Position(layout, (0,) * len(solution), tuple(masks)), solution


@pytest.mark.parametrize(
    ("name", "seeds"), [("single", 3), ("double", 1), ("diagonal", 2), ("cages", 20), ("six", 8), ("twins", 8)]
)
def test_cell_forcing_is_sound_and_proved(name, seeds, layouts):
    found = []
    for seed in range(seeds):
        position, solution = sparse(layouts[name], seed)
        for step in islice(cell_forcing(position), 30):
            assert_sound(step, position, solution)
            assert_proved(step, position)
            found.append(step)
    assert any(step.places for step in found) or name == "cages"
    assert any(step.removes for step in found)


@pytest.mark.slow
@pytest.mark.parametrize("find", [nishio, cell_forcing])
@pytest.mark.parametrize("name", ["single", "double"])
def test_forcing_is_sound_and_proved_in_many_positions(find, name, layouts):
    assert examine(find, layouts[name], range(2500), keep=OPEN)


def follow(position, candidate):
    """What singles make of an assumption, one after the other on a board: the position, broken or without singles."""
    position = position.place([candidate])
    while not position.is_broken:
        singles = [Candidate(cell, mask.bit_length() - 1) for cell, mask in enumerate(position.masks)
                   if mask.bit_count() == 1]
        for house, complete in zip(position.geometry.houses, position.geometry.complete, strict=True):
            if complete:
                places = [position.candidates(house, digit) for digit in range(1, position.layout.size + 1)]
                singles += [found[0] for found in places if len(found) == 1]
        if not singles:
            break
        position = position.place(singles[:1])
    return position


@pytest.mark.parametrize("name", ["single", "twins", "cages", "diagonal"])
def test_an_assumption_follows_every_single(name, layouts):
    """The same verdict as placing single after single on a board, and without contradiction the same position."""
    verdicts = set()
    for seed in range(4):
        position, _ = position_of(layouts[name], seed, OPEN)
        for candidate in position.candidates_of(position.empty)[::7]:
            assumption, board = Assumption(position, candidate).run(), follow(position, candidate)
            verdicts.add(board.is_broken)
            assert (assumption.broken is not None) == board.is_broken
            if not board.is_broken:
                assert [board.values[cell] for cell, _ in assumption.placed] == [d for _, d in assumption.placed]
                assert len(assumption.placed) == position.values.count(0) - board.values.count(0)
                for digit in range(1, position.layout.size + 1):
                    assert assumption.waves[-1][digit] & board.empty == board.cells_with[digit]
    assert False in verdicts


def told(sentence: str) -> list[tuple[str, str]]:
    """The cells and digits that a sentence places, in order."""
    found = re.finditer(r"(r\d+c\d+) is (?:left with )?(\w)|(\w) goes to (r\d+c\d+)", sentence.split(". ")[0])
    return [(match[1] or match[4], match[2] or match[3]) for match in found]


def test_short_ways_come_first():
    for position, _ in positions(single(), range(6), OPEN):
        for find in (nishio, cell_forcing):
            lengths = [len(told(step.sentence)) for step in find(position)]
            assert lengths == sorted(lengths)


def test_what_is_told_is_what_is_used():
    for position, _ in positions(single(), range(4)):
        for step in nishio(position):
            names = {(position.layout.cell_name(cell), str(digit)): (cell, digit) for cell, digit in step.candidates}
            placed = [names[one] for one in told(step.sentence)]
            assert placed[:1] == list(step.removes)
            assert {cell for cell, _ in placed} == set(step.cells)


def test_nothing_follows_from_a_broken_position(blank):
    assert not list(nishio(blank(single(), {"r1c1": ""})))
    assert not list(nishio(blank(single(), places={(1, "row 1"): ""})))


def test_the_sentence_of_a_nishio(blank):
    position = blank(single(), {"r1c1": "12", "r1c5": "12"})
    step = next(step for step in nishio(position) if step.removes == (Candidate(2, 1),))
    assert step.sentence == (
        "Nishio: if r1c3 is 1 -> r1c1 is left with 2 -> r1c5 has no candidate left. So r1c3 can't be 1."
    )
    assert step.candidates == ((0, 1), (0, 2), (2, 1), (4, 1), (4, 2))


def test_the_sentence_of_a_house_that_breaks(blank):
    position = blank(single(), places={(1, "row 1"): "r1c1 r1c5", (1, "row 8"): "r8c2 r8c5"})
    step = next(step for step in nishio(position) if step.removes == (Candidate(54, 1),))
    assert step.sentence == (
        "Nishio: if r7c1 is 1 -> in row 1, 1 goes to r1c5 -> row 8 has no place left for 1. So r7c1 can't be 1."
    )
    assert [single().houses[house].name for house in step.houses] == ["row 8"]


def test_the_sentence_of_cell_forcing(blank):
    position = blank(single(), {"r1c1": "12", "r1c9": "13", "r9c1": "23"})
    step = next(step for step in cell_forcing(position) if step.removes == (Candidate(80, 3),))
    assert step.sentence == (
        "Cell forcing chains: if r1c1 is 1 -> r1c9 is left with 3; if r1c1 is 2 -> r9c1 is left with 3. "
        "In any case r9c9 can't be 3."
    )
    assert step.candidates == ((0, 1), (0, 2), (8, 1), (8, 3), (72, 2), (72, 3), (80, 3))
