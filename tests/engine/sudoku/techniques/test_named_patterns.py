"""Fireworks, SK loops, junior exocets and tridagons: famous puzzles, and random positions on many layouts."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice, permutations
from random import Random

import pytest
from arguments import assert_proved, assert_sound, examine

from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.search.solving import solutions
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.exocet import exocets
from engine.sudoku.techniques.finders import finders_of
from engine.sudoku.techniques.fireworks import fireworks
from engine.sudoku.techniques.patterns.frames import bases
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import up_to
from engine.sudoku.techniques.sk_loop import rings, sk_loops
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.tridagon import Square, rectangles_of_boxes, tridagons

Find = Callable[[Position], Iterator[Step]]

FAMOUS = {
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Fata Morgana": "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Loki": "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
}


def after_medium_steps(givens: str) -> tuple[Position, Digits]:
    """The position after steps up to the level medium, and the solution."""
    puzzle = Puzzle(single(), tuple(int(sign) if sign.isdigit() else 0 for sign in givens))
    (solution,) = islice(solutions(puzzle), 2)
    allowed = up_to(Level.MEDIUM)
    return deduce(Position.of(single(), puzzle.givens), finders_of(allowed), accepted=allowed).position, solution


@pytest.mark.parametrize(
    ("name", "find", "cells", "removes"),
    [
        (
            "Easter Monster", sk_loops,
            "r1c2 r1c8 r2c1 r2c3 r2c7 r2c9 r3c2 r3c8 r7c2 r7c8 r8c1 r8c3 r8c7 r8c9 r9c2 r9c8",
            "r1c3-7 r2c5-3 r2c5-8 r2c6-8 r3c1-2 r5c2-4 r5c2-8 r5c8-3 r5c8-9 r7c3-1 r8c4-5 r8c5-4 r9c1-6",
        ),
        ("Fata Morgana", exocets, "r4c2 r5c4 r5c6 r6c8", "r4c2-2 r4c2-4"),
        ("Golden Nugget", exocets, "r1c7 r2c7 r4c8 r7c9", "r7c9-3"),
        (
            "Loki", tridagons, "r4c6 r4c7 r5c5 r5c8 r6c4 r6c9 r7c4 r7c7 r8c5 r8c8 r9c6 r9c9",
            "r1c8-1 r2c8-1 r7c9-1 r8c1-1 r8c8-3 r8c8-5 r8c8-7",
        ),
    ],
)  # fmt: skip
def test_the_patterns_of_famous_puzzles(name: str, find: Find, cells: str, removes: str):
    """The steps for which the puzzles are known."""
    position, solution = after_medium_steps(FAMOUS[name])
    (step,) = find(position)
    assert_sound(step, position, solution)
    assert_proved(step, position)
    layout = position.layout
    assert " ".join(layout.cell_name(cell) for cell in step.cells) == cells
    assert " ".join(f"{layout.cell_name(cell)}-{digit}" for cell, digit in step.removes) == removes


def test_one_cell_is_no_loop():
    """In a grid with two open cells, one of which is solved, its digit is removed from the other; by no SK loop."""
    layout, solution = single(), after_medium_steps(FAMOUS["Loki"])[1]
    alone, other = layout.index[2, 2], layout.index[2, 0]
    values, masks = list(solution), [0] * 81
    values[alone] = values[other] = 0
    masks[alone], masks[other] = 1 << solution[alone], 1 << solution[alone] | 1 << solution[other]
    assert not list(sk_loops(Position(layout, tuple(values), tuple(masks))))


def test_the_loop_of_the_easter_monster_is_explained():
    position, _ = after_medium_steps(FAMOUS["Easter Monster"])
    (step,) = sk_loops(position)
    assert step.sentence.startswith(
        "SK loop: the 16 cells r1c2, r1c8, r2c1, r2c3, r2c7, r2c9, r3c2, r3c8, r7c2, r7c8, r8c1, r8c3, r8c7, r8c9, "
        "r9c2 and r9c8 have room for no more than 16 digits, since each of these goes there once at most: 2 and 7 in "
        "box 1; 3 and 8 in row 2; 1 and 6 in box 3; 3 and 9 in column 8; 2 and 7 in box 9; 4 and 5 in row 8; 1 and 6 "
        "in box 7; 4 and 8 in column 2. So each of them does go there, and r1c3 can't be 7, "
    )


def test_the_exocet_of_fata_morgana_is_explained():
    position, _ = after_medium_steps(FAMOUS["Fata Morgana"])
    (step,) = exocets(position)
    assert step.sentence == (
        "Junior exocet: r5c4 and r5c6 hold two of 1, 3 and 6. What they hold must also be in each of columns 2, 5 and "
        "8, but outside r4c2 and r6c8 there are too few places there: 1 can only go in rows 1 and 9; 3 can only go in "
        "rows 2 and 9; 6 can only go in rows 1 and 8. So r4c2 and r6c8 hold the same two digits, and r4c2 can't be 2 "
        "or 4."
    )


def test_the_tridagon_of_loki_is_explained():
    position, _ = after_medium_steps(FAMOUS["Loki"])
    (step,) = tridagons(position)
    assert step.sentence == (
        "Tridagon: r4c6, r4c7, r5c5, r5c8, r6c4, r6c9, r7c4, r7c7, r8c5, r8c8, r9c6 and r9c9 can't all hold 3, 5 and "
        "7: in four boxes and their lines these would run out. So r8c8 is 1: r1c8, r2c8, r7c9 and r8c1 can't be 1, and "
        "r8c8 can't be 3, 5 or 7."
    )


IN_LINES = (("row 1", "r1c1 r1c2 r1c3 r1c5"), ("column 1", "r1c1 r2c1 r3c1 r6c1"))
OPPOSITE = (("row 6", "r6c1 r6c4 r6c5 r6c6"), ("column 5", "r1c5 r4c5 r5c5 r6c5"))
WINGS = {(digit, line): places for digit in (1, 2, 3) for line, places in IN_LINES}


def test_three_digits_at_a_cross_and_its_wings(blank: Callable[..., Position]):
    (step,) = fireworks(blank(single(), places=WINGS))
    assert step.sentence.startswith(
        "Fireworks: 1, 2 and 3 have one place at most in each of row 1 and column 1 outside box 1, and if one of them "
        "is in none of these, it is in r1c1, where both lines meet. So r1c1, r1c5 and r6c1 hold 1, 2 and 3, each of "
        "them once: r1c1, r1c5 and r6c1 can't be 4, 5, 6, 7, 8 or 9, and r2c2, r2c3, r3c2 and r3c3 can't be 1, 2 or 3."
    )
    assert_proved(step, blank(single(), places=WINGS))


def test_two_crosses_with_the_same_wings(blank: Callable[..., Position]):
    places = {
        (digit, line): probability
        for digits, lines in (((1, 2), IN_LINES), ((3, 4), OPPOSITE))
        for digit in digits
        for line, probability in lines
    }
    position = blank(single(), places=places)
    (step,) = fireworks(position)
    assert [position.layout.cell_name(cell) for cell in step.cells] == ["r1c1", "r1c5", "r6c1", "r6c5"]
    at_corners = {candidate for candidate in step.removes if candidate.cell in step.cells}
    assert {digit for cell, digit in at_corners if cell == step.cells[0]} == {3, 4, 5, 6, 7, 8, 9}
    assert {digit for cell, digit in at_corners if cell == step.cells[1]} == {5, 6, 7, 8, 9}
    assert_proved(step, position)


def test_a_digit_with_two_places_outside_the_box_is_no_firework(blank: Callable[..., Position]):
    assert not list(fireworks(blank(single(), places=WINGS | {(3, "row 1"): "r1c1 r1c2 r1c5 r1c6"})))


def test_a_digit_placed_in_each_cross_line_need_not_be_in_a_target(blank: Callable[..., Position]):
    base = {"r1c1": "123", "r1c2": "123"}
    lines = {"column 3": "r8c3 r9c3", "column 4": "r2c4 r8c4 r9c4", "column 7": "r3c7 r8c7 r9c7"}
    found = list(exocets(blank(single(), base, {(digit, line): lines[line] for digit in (1, 2, 3) for line in lines})))
    assert {"r1c1", "r1c2", "r2c4", "r3c7"} in [{single().cell_name(cell) for cell in step.cells} for step in found]
    position = blank(single(), base, {(digit, line): lines[line] for digit in (1, 2) for line in lines})
    cells = {single().cell_name(cell): cell for cell in range(81)}
    placed = position.place(Candidate(cells[name], 3) for name in ("r4c3", "r5c4", "r6c7"))
    assert placed.masks[cells["r1c1"]] == placed.masks[cells["r1c2"]] == 0b1110
    assert not list(exocets(placed))


class Made:
    """A position with a pattern: the solution and some false candidates, which leave the pattern intact where
    possible."""

    def __init__(self, layout: Layout, seed: int) -> None:
        self.dice, self.layout = Random(seed), layout
        self.geometry = Position.of(layout, [0] * len(layout.cells)).geometry
        self.solution = GridSearch(layout, seed).fill()
        self.probabilities = [0.4] * len(layout.cells)
        self.more: list[tuple[int, int, float]] = []
        self.placed = 0

    def position(self) -> Position:
        """The probability of a false candidate is that of its cell, or its own."""
        masks = [1 << digit for digit in self.solution]
        own = {(cell, digit): probability for cell, digit, probability in self.more}
        for cell, probability in enumerate(self.probabilities):
            for digit in range(1, self.layout.size + 1):
                masks[cell] |= (self.dice.random() < own.get((cell, digit), probability)) << digit
        values = [digit * (self.placed >> cell & 1) for cell, digit in enumerate(self.solution)]
        start = Position.of(self.layout, values)
        return Position(self.layout, start.values, tuple(map(int.__and__, masks, start.masks)))

    def loop(self) -> None:
        """In the pairs of a ring, a digit is where the solution has it, or across the relevant house."""
        ring = self.dice.choice(list(rings(self.geometry, -1)))
        houses, self.placed = [self.geometry.houses[house] for house in ring.houses], ring.corners
        pairs = [list(members(houses[k] & houses[(k + 1) % 8] & ~ring.corners)) for k in range(8)]
        for k, pair in enumerate(pairs):
            across = self.dice.choice((k - 1, (k + 1) % 8))
            for cell in pair:
                self.probabilities[cell] = 0.0
                self.more += [(other, self.solution[cell], 0.6) for other in (*pair, *pairs[across])]

    def exocet(self) -> None:
        """A base, targets with the same digits, and a third digit that also has too few places in the cross lines."""
        while True:
            base = self.dice.choice(bases(self.geometry))
            side = self.dice.choice(base.sides)
            held = [self.solution[cell] for cell in members(base.cells)]
            targets = [[cell for cell in cells if self.solution[cell] in held] for _, cells in side]
            if all(targets) and self.solution[targets[0][0]] != self.solution[targets[1][0]]:
                break
        digits = [*held, self.dice.choice([digit for digit in range(1, 10) if digit not in held])]
        for cell in (*members(base.cells), targets[0][0], targets[1][0]):
            self.probabilities[cell] = 0.1 if not base.cells >> cell & 1 else 0.0
            self.more += [(cell, digit, 0.9) for digit in digits]
        for line in (base.through[0], *(line for line, _ in side)):
            for cell in self.layout.houses[line].cells:
                if cell not in (targets[0][0], targets[1][0]):
                    self.more += [(cell, digit, 0.05) for digit in digits]

    def tridagon(self) -> None:
        """Three digits, and three cells in each of four boxes; the solution has other digits in a few of them."""
        while True:
            squares = self.dice.choice(rectangles_of_boxes(self.geometry))
            digits = self.dice.sample(range(1, 10), 3)
            selection = [self._most(square, digits) for square in squares]
            cells = [cell for square, order in zip(squares, selection, strict=True) for cell in in_order(square, order)]
            odd = sum(is_odd(order) for order in selection) % 2
            if odd and sum(self.solution[cell] not in digits for cell in cells) <= 2:
                break
        for cell in cells:
            self.probabilities[cell] = 0.0
            self.more += [(cell, digit, 1.0) for digit in digits]

    def _most(self, square: Square, digits: list[int]) -> tuple[int, ...]:
        """The order of columns in which most of the digits are in the cells."""
        orders = list(permutations(range(3)))
        self.dice.shuffle(orders)
        return max(orders, key=lambda order: sum(self.solution[cell] in digits for cell in in_order(square, order)))


def in_order(square: Square, order: tuple[int, ...]) -> list[int]:
    return [row[column] for row, column in zip(square.rows, order, strict=True)]


def is_odd(order: tuple[int, ...]) -> bool:
    return sum(first > other for first, other in combinations(order, 2)) % 2 == 1


MAKE = {Technique.SK_LOOP: Made.loop, Technique.JUNIOR_EXOCET: Made.exocet, Technique.TRIDAGON: Made.tridagon}


def seeking(layout: Layout, technique: Technique, seed: int) -> tuple[Position, Digits]:
    """A position near such a pattern, and its solution."""
    made = Made(layout, seed)
    MAKE[technique](made)
    return made.position(), made.solution


SOUGHT = {Technique.SK_LOOP: sk_loops, Technique.JUNIOR_EXOCET: exocets, Technique.TRIDAGON: tridagons}


def count_sound(layout: Layout, technique: Technique, seeds: range) -> int:
    """The number of steps in such positions; each must be sound, and the first is proved."""
    found = 0
    for seed in seeds:
        position, solution = seeking(layout, technique, seed)
        for step in islice(SOUGHT[technique](position), 20):
            assert_sound(step, position, solution)
            found += 1
            if found == 1:
                assert_proved(step, position)
    return found


@pytest.mark.parametrize("technique", SOUGHT)
@pytest.mark.parametrize("name", ["single", "double", "windows"])
def test_these_patterns_are_sound(name: str, technique: Technique):
    assert count_sound(LAYOUTS[name](), technique, range(12))


@pytest.mark.parametrize("name", ["single", "double", "diagonal", "twins"])
def test_fireworks_are_sound(name: str, layouts: dict[str, Layout]):
    assert examine(fireworks, layouts[name], range(8))[Technique.FIREWORKS] or name == "twins"


@pytest.mark.slow
@pytest.mark.parametrize("technique", SOUGHT)
@pytest.mark.parametrize("name", ["single", "double", "x", "windows", "samurai", "triple"])
def test_these_patterns_are_sound_in_many_positions(name: str, technique: Technique):
    assert count_sound(LAYOUTS[name](), technique, range(5000)) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single", "double", "diagonal"])
def test_fireworks_are_sound_in_many_positions(name: str, layouts: dict[str, Layout]):
    found = Counter[Technique]()
    found.update(examine(fireworks, layouts[name], range(2000)))
    assert found[Technique.FIREWORKS] > 1000


@pytest.mark.parametrize("technique", SOUGHT)
def test_a_jigsaw_has_none_of_these_patterns(technique: Technique):
    """Its boxes lack three rows and three columns."""
    layout = LAYOUTS["jigsaw"]()
    assert not list(SOUGHT[technique](Position.of(layout, [0] * len(layout.cells))))
