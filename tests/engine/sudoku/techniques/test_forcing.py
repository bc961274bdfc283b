import re
from itertools import islice
from random import Random

import pytest
from arguments import assert_proved, assert_sound, examine, position_of, positions

from engine.base.kernels import plain
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.search.solving import solve
from engine.sudoku.techniques import assumptions, forcing
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.deduction import SINGLES, deduce
from engine.sudoku.techniques.forcing import (
    CandidateImplications,
    cell_forcing,
    house_forcing,
    implications,
    nested_forcing,
    nishio,
)
from engine.sudoku.techniques.locked import claiming, pointing
from engine.sudoku.techniques.part import unfolded
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.singles import hidden_singles

FINDERS = [nishio, cell_forcing, house_forcing, nested_forcing]

OPEN = (1.0, 0.9)
"""Positions with so many candidates that most of them alone lead to no contradiction."""


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_nishio_is_sound_and_proved(name, layouts):
    assert examine(nishio, layouts[name], range(8 if name == "double" else 20))[Technique.NISHIO]


def sparse(layout, seed):
    """An empty board with some solved cells and another one, so that singles do not solve it all."""
    solution, random = random_solution(layout, seed), Random(seed)
    every, share = (2 << layout.size) - 2, random.uniform(0.1, 0.4)
    masks = [every] * len(solution)
    for cell, digit in enumerate(solution):
        if random.random() < share:
            masks[cell] = 1 << digit | 1 << random.choice([*range(1, digit), *range(digit + 1, layout.size + 1)])
    return Position(layout, (0,) * len(solution), tuple(masks)), solution


@pytest.mark.parametrize("find", [cell_forcing, house_forcing])
@pytest.mark.parametrize(
    ("name", "seeds"), [("single", 3), ("double", 1), ("diagonal", 2), ("cages", 20), ("six", 8), ("twins", 8)]
)
def test_forcing_is_sound_and_proved(find, name, seeds, layouts):
    found = []
    for seed in range(seeds):
        position, solution = sparse(layouts[name], seed)
        for step in islice(find(position), 30):
            assert_sound(step, position, solution)
            assert_proved(step, position)
            found.append(step)
    assert any(step.places for step in found) or name == "cages" or find is house_forcing
    assert any(step.removes for step in found) or find is house_forcing
    assert found


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["cages", "six", "twins"])
def test_nested_forcing_is_sound_and_proved(name, layouts):
    for seed in range(3):
        position, solution = sparse(layouts[name], seed)
        for step in islice(nested_forcing(position), 3):
            assert_sound(step, position, solution)
            assert_proved(step, position)


@pytest.mark.slow
@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("name", ["single", "double"])
def test_forcing_is_sound_and_proved_in_many_positions(find, name, layouts):
    assert examine(find, layouts[name], range(2500), keep=OPEN)


def follow(position, candidate):
    """The consequences of an assumption by singles, one by one on a board: the position, broken or without singles."""
    position = position.place([candidate])
    while not position.is_broken:
        singles = [
            Candidate(cell, mask.bit_length() - 1) for cell, mask in enumerate(position.masks) if mask.bit_count() == 1
        ]
        for house, complete in zip(position.geometry.houses, position.geometry.complete, strict=True):
            if complete:
                places = [position.candidates(house, digit) for digit in range(1, position.layout.size + 1)]
                singles += [found[0] for found in places if len(found) == 1]
        if not singles:
            break
        position = position.place(singles[:1])
    return position


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "twins", "cages", "diagonal"])
def test_an_assumption_follows_every_single(name, layouts):
    """The same verdict as placing singles on a board and, without a contradiction, the same position."""
    verdicts = set()
    for seed in range(4):
        position, _ = position_of(layouts[name], seed, OPEN)
        graph = implications(position)
        for number, candidate in list(enumerate(graph.candidates))[::7]:
            followed, board = graph.search.follow(number), follow(position, candidate)
            verdicts.add(board.is_broken)
            assert followed.is_refuted == board.is_broken
            if not board.is_broken:
                placed = {graph.candidates[item] for item in followed.placed}
                assert placed == {
                    (cell, digit) for cell, digit in enumerate(board.values) if digit != position.values[cell]
                }
                left = set(graph.candidates) - placed - {graph.candidates[item] for item in followed.fallen}
                assert left == set(board.candidates_of(board.empty))
    assert False in verdicts or name == "cages"


def test_undo_leaves_no_trace():
    """Earlier assumptions do not change the result."""
    position, _ = position_of(single(), 1, OPEN)
    used = implications(position)
    for number in range(0, len(used.candidates), 5):
        used.search.allow(1000)
        used.search.refute(number, 1, 1000)
        fresh = CandidateImplications(position)
        fresh.search.allow(1000)
        assert used.search.follow(number) == fresh.search.follow(number)
        assert used.search.refute(number, 0, 10) == fresh.search.refute(number, 0, 10)


@pytest.mark.parametrize("module", [assumptions, plain(assumptions.__name__)], ids=["loaded", "plain"])
@pytest.mark.parametrize("name", ["six", "twins", "cages", "single"])
def test_the_shortest_refutation_is_the_first_of_the_shortest(name, module, layouts, monkeypatch):
    """Also if few of them end soon, and if a cell is solved from the start."""
    monkeypatch.setattr(forcing, "Assumptions", module.Assumptions)
    found = set()
    for seed in range(4):
        for position, _ in (sparse(layouts[name], seed), position_of(layouts[name], seed, (0.3, 0.1))):
            search = CandidateImplications(position).search
            search.allow(10**6)
            numbers = range(search.count_candidates())
            ways = {number: way for number in numbers if (way := search.refute(number, 0, 10))}
            shortest = min(ways, key=lambda number: ways[number].length, default=-1)
            assert search.shortest() == shortest
            found.add(shortest >= 0)
    assert True in found


@pytest.mark.parametrize("name", ["small", "twins"])
def test_compiled_and_plain_find_the_same(name, layouts, monkeypatch):
    for position, _ in positions(layouts[name], range(10), OPEN):
        compiled = [step.sentence for find in FINDERS for step in find(position)]
        with monkeypatch.context() as patch:
            patch.setattr(forcing, "Assumptions", plain("engine.sudoku.techniques.assumptions").Assumptions)
            implications.cache_clear()
            assert [step.sentence for find in FINDERS for step in find(position)] == compiled
        implications.cache_clear()


HARDEST = {
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "Inkala 2012": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
}


@pytest.mark.parametrize("name", HARDEST)
def test_the_hardest_puzzles_end_in_an_explanation(name):
    """From the position after all easier techniques: the steps make progress, and are proved."""
    givens = tuple(int(digit) for digit in HARDEST[name].replace(".", "0"))
    solution = solve(Puzzle(single(), givens))
    position = deduce(Position.of(single(), givens), [*SINGLES, pointing, claiming]).position
    assert not position.is_solved
    step = next(nested_forcing(position))
    assert_sound(step, position, solution)
    assert_proved(step, position)
    assert len(step.sentence) < 150
    assert any(part.parts for part in step.parts)
    assert all(len(part.sentence) < 100 for _depth, part in unfolded(step.parts))
    follow_parts(position, step.parts)


def follow_parts(position, parts, placed=(), fallen=frozenset()):
    """Check a refutation: each digit has no other place, each candidate is refuted inside, then nothing is left."""
    layout = position.layout

    def possible(candidate):
        return candidate not in fallen and not any(
            cell == candidate.cell or (digit == candidate.digit and cell in layout.peers[candidate.cell])
            for cell, digit in placed
        )

    for number, part in enumerate(parts):
        assert part.candidates == placed, "the board shows what was placed before"
        if part.parts:
            (removed,) = part.removes
            assert part.parts[0].places == (removed,)
            follow_parts(position, part.parts, placed, fallen)
            fallen |= {removed}
        elif part.places:
            (place,) = part.places
            cells = [layout.houses[house].cells for house in part.houses]
            options = (
                position.candidates(sum(1 << cell for cell in cells[0]), place.digit)
                if cells
                else position.candidates_of(1 << place.cell)
            )
            assert number == 0 or list(filter(possible, options)) == [place]
            placed += (place,)
        else:
            assert number == len(parts) - 1
            assert re.search("has no (place|candidate) left", part.sentence)


@pytest.mark.slow
@pytest.mark.parametrize("name", HARDEST)
def test_the_hardest_puzzles_are_rated(name):
    assert rate(Puzzle(single(), tuple(int(digit) for digit in HARDEST[name].replace(".", "0")))).is_complete


def placements(sentence: str) -> list[tuple[str, str]]:
    """The cells and digits that a sentence places, in order."""
    found = re.finditer(r"(r\d+c\d+) is (?:left with )?(\w)|(\w) goes to (r\d+c\d+)", sentence.split(". ")[0])
    return [(match[1] or match[4], match[2] or match[3]) for match in found]


def test_short_ways_come_first():
    for position, _ in positions(single(), range(6), OPEN):
        for find in (nishio, cell_forcing):
            lengths = [len(placements(step.sentence)) for step in find(position)]
            assert lengths == sorted(lengths)


def test_reported_values_are_used():
    for position, _ in positions(single(), range(4)):
        for step in nishio(position):
            names = {(position.layout.cell_name(cell), str(digit)): (cell, digit) for cell, digit in step.candidates}
            placed = [names[report] for report in placements(step.sentence)]
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


@pytest.mark.parametrize("find", [cell_forcing, house_forcing])
def test_forcing_rests_on_what_it_assumes(find, blank):
    """In row 1 only r1c9 can be 9, without any assumption."""
    hidden = {f"r1c{column}": "12345678" for column in range(1, 9)}
    position = blank(single(), hidden | {"r1c1": "12", "r1c9": "1239", "r9c1": "23"})
    places = {Candidate(8, 9)}
    assert [step for step in hidden_singles(position) if places & set(step.places)]
    assert not [step for step in find(position) if places & set(step.places)]


def test_the_sentence_of_cell_forcing(blank):
    position = blank(single(), {"r1c1": "12", "r1c9": "13", "r9c1": "23"})
    step = next(step for step in cell_forcing(position) if step.removes == (Candidate(80, 3),))
    assert step.sentence == (
        "Cell forcing chains: if r1c1 is 1 -> r1c9 is left with 3; if r1c1 is 2 -> r9c1 is left with 3. "
        "In any case r9c9 can't be 3."
    )
    assert step.candidates == ((0, 1), (0, 2), (8, 1), (8, 3), (72, 2), (72, 3), (80, 3))
