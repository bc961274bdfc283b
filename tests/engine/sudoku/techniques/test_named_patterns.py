"""Fireworks, SK loops, junior exocets and tridagons: famous puzzles, and random positions on many layouts."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from random import Random

import pytest
from arguments import assert_proved, assert_sound, examine

from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.bit_slices import solutions
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.exocet import exocets, frames
from engine.sudoku.techniques.finders import finders_of
from engine.sudoku.techniques.fireworks import fireworks
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.rating import up_to
from engine.sudoku.techniques.sk_loop import rings, sk_loops
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.tridagon import rectangles_of_boxes, tridagons

Find = Callable[[Position], Iterator[Step]]

FAMOUS = {
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "Fata Morgana": "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Loki": "57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..",
}


def after_medium_steps(givens: str) -> tuple[Position, Digits]:
    """Where the steps up to the level medium lead, and the solution."""
    puzzle = Puzzle(single(), tuple(int(sign) if sign.isdigit() else 0 for sign in givens))
    (solution,) = islice(solutions(puzzle), 2)
    known = up_to(Level.MEDIUM)
    return deduce(Position.of(single(), puzzle.givens), finders_of(known), wanted=known).position, solution


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
    """Those for which the puzzles are known."""
    position, solution = after_medium_steps(FAMOUS[name])
    (step,) = find(position)
    assert_sound(step, position, solution)
    assert_proved(step, position)
    layout = position.layout
    assert " ".join(layout.cell_name(cell) for cell in step.cells) == cells
    assert " ".join(f"{layout.cell_name(cell)}-{digit}" for cell, digit in step.removes) == removes


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


WINGS = {(digit, line): f"r1c1 {wing}" for digit in (1, 2, 3) for line, wing in (("row 1", "r1c5"), ("column 1", "r6c1"))}


def test_three_digits_at_a_cross_and_its_wings(blank: Callable[..., Position]):
    (step,) = fireworks(blank(single(), places=WINGS))
    assert step.sentence.startswith(
        "Fireworks: 1, 2 and 3 have one place at most in each of row 1 and column 1 outside box 1, and if one of them "
        "is in none of these, it is in r1c1, where both lines meet. So r1c1, r1c5 and r6c1 hold 1, 2 and 3, each of "
        "them once: r1c1, r1c5 and r6c1 can't be 4, 5, 6, 7, 8 or 9, and r2c2, r2c3, r3c2 and r3c3 can't be 1, 2 or 3."
    )
    assert_proved(step, blank(single(), places=WINGS))


def test_two_crosses_with_the_same_wings(blank: Callable[..., Position]):
    places = {(digit, line): kept for digit in (1, 2) for line, kept in (("row 1", "r1c1 r1c5"), ("column 1", "r1c1 r6c1"))}
    places |= {(digit, line): kept for digit in (3, 4) for line, kept in (("row 6", "r6c5 r6c1"), ("column 5", "r6c5 r1c5"))}
    position = blank(single(), places=places)
    (step,) = fireworks(position)
    assert [position.layout.cell_name(cell) for cell in step.cells] == ["r1c1", "r1c5", "r6c1", "r6c5"]
    at_corners = {one for one in step.removes if one.cell in step.cells}
    assert {digit for cell, digit in at_corners if cell == step.cells[0]} == {3, 4, 5, 6, 7, 8, 9}
    assert {digit for cell, digit in at_corners if cell == step.cells[1]} == {5, 6, 7, 8, 9}
    assert_proved(step, position)


def test_a_digit_with_two_places_outside_the_box_is_no_firework(blank: Callable[..., Position]):
    assert not list(fireworks(blank(single(), places=WINGS | {(3, "row 1"): "r1c1 r1c5 r1c6"})))


@lru_cache(maxsize=8)
def _search(layout: Layout) -> GridSearch:
    return GridSearch(layout, 1)


def seeking(layout: Layout, technique: Technique, seed: int) -> tuple[Position, Digits]:
    """A position near to such a pattern: few false candidates where it would be, any number elsewhere."""
    dice, geometry = Random(seed), Position.of(layout, [0] * len(layout.cells)).geometry
    solution = _search(layout).fill()
    masks = [1 << digit for digit in solution]
    near = dict[int, float]()
    placed = 0
    if technique is Technique.SK_LOOP:
        ring = dice.choice(rings(geometry))
        placed = ring.corners
        near = {cell: 0.05 for house in ring.houses for cell in layout.houses[house].cells}
    elif technique is Technique.JUNIOR_EXOCET:
        frame = dice.choice(frames(geometry))
        near = {cell: 0.3 for house in frame.lines for cell in layout.houses[house].cells}
        digits = union(solution[cell] for cell in members(frame.base)) | 1 << dice.randint(1, layout.size)
        for cell in members(frame.base):
            masks[cell], near[cell] = digits, 0.0
    else:
        squares, digits = dice.choice(rectangles_of_boxes(geometry)), union(dice.sample(range(1, 10), 3))
        for square in squares:
            order = dice.sample(range(3), 3)
            for row, column in zip(square.rows, order, strict=True):
                masks[row[column]], near[row[column]] = masks[row[column]] | digits, 0.02
                if dice.random() < 0.8:  # the solution holds one of the three digits here
                    masks[row[column]] |= digits
    for cell in range(len(masks)):
        for digit in range(1, layout.size + 1):
            if dice.random() < near.get(cell, 0.3):
                masks[cell] |= 1 << digit
    values = tuple(digit if placed >> cell & 1 else 0 for cell, digit in enumerate(solution))
    masks = [0 if value else mask for value, mask in zip(values, masks, strict=True)]
    for cell, value in enumerate(values):
        for peer in layout.peers[cell] if value else ():
            masks[peer] &= ~(1 << value)
    return Position(layout, values, tuple(masks)), solution
