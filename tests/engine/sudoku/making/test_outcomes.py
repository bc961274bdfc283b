"""Generated puzzles, grids and symmetries: always the same for a seed."""

import pytest
from outcomes import short
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.digging import fewest_in_a_box
from engine.sudoku.making.generator import GeneratorOptions, attempts, check, easy_holes, generate
from engine.sudoku.making.grids import grids, max_grids
from engine.sudoku.making.remarks import remark
from engine.sudoku.making.symmetry import SYMMETRIES, orbits, turns
from engine.sudoku.techniques.catalogue import Level

OPTIONS = [
    {}, {"holes": 5}, {"holes": range(4, 8)}, {"minimal": True}, {"holes": 6, "box_holes": 1}, {"holes": 99},
    {"symmetry": "mirror", "holes": 6}, {"by_digit": True}, {"level": Level.EASY}, {"level": Level.MEDIUM},
    {"linked": True},
    {"level": Level.EASY, "few_clues": True}, {"holes": 4, "minimal": True}, {"level": Level.EASY, "holes": 3},
    {"box_holes": 5},
]  # fmt: skip


@pytest.mark.compiled
def test_generated(snapshot: SnapshotAssertion) -> None:
    found = []
    for name in ("4x4", "6x6"):
        layout = LAYOUTS[name]()
        found.append(f"{name} {easy_holes(layout)}")
        for options in OPTIONS:
            try:
                given = GeneratorOptions(**options)
                check(layout, given)
                made = generate(layout, given, seed=3)
                box = fewest_in_a_box(layout, made.puzzle.givens)
                facts = (made.puzzle.givens, made.solution, made.puzzle.name, attempts(layout, given), box)
                found.append(f"  {options}: {facts} {remark(made, given)}")
            except (InputError, TypeError) as error:
                found.append(f"  {options}: {error}")
    assert "\n".join(found) == snapshot


def test_symmetries_and_grids(snapshot: SnapshotAssertion) -> None:
    found = []
    for name in ("4x4", "6x6", "x", "double", "jigsaw"):
        layout = LAYOUTS[name]()
        found.append(f"{name}: {short(repr(turns(layout)))}")
        for symmetry in SYMMETRIES:
            try:
                found.append(f"  {symmetry} {short(repr(orbits(layout, symmetry)))}")
            except (InputError, ValueError) as error:
                found.append(f"  {symmetry} {error}")
    for count, first, seed in ((1, None, 0), (3, 5, 0), (2, None, 4), (700, 1, 2)):
        found.append(f"{count} {first} {seed} {short(b''.join(grids(count, first=first, seed=seed)))}")
    found.append(f"{max_grids()} {max_grids(1)}")
    assert "\n".join(found) == snapshot
