"""A drill of every technique: all its steps in words and marks, and the puzzle's ratings on every scale."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drill_bank import lines_of, read_bank, read_drill
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.explainer import SUKAKU, explained
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.scales import own_rating
from engine.sudoku.techniques.step import Step

PUZZLES = Path(__file__).parents[4] / "puzzles"
BANKS = {name: read_bank(PUZZLES, LAYOUTS[name]()) for name in ("single", "x", "double")}
TECHNIQUES = [technique for technique in Technique if any(lines_of(bank, technique) for bank in BANKS.values())]


def place(technique: Technique) -> tuple[str, str]:
    """The layout with the first bank that has the technique, and a line of it."""
    return next((name, lines[0]) for name, bank in BANKS.items() if (lines := lines_of(bank, technique)))


def marks(step: Step) -> str:
    """The marks of a step on a board, with candidates as cell and digit."""
    nodes = [[f"{cell}={digit}" for cell, digit in node] for node in (step.candidates, step.places, step.removes)]
    chain = [[f"{cell}={digit}" for cell, digit in node] for node in step.chain]
    return f"{step.cells} {step.houses} {nodes} {chain}"


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda each: each.option)
def test_steps(technique: Technique, snapshot: SnapshotAssertion) -> None:
    layout, line = place(technique)
    steps = read_drill(line, LAYOUTS[layout](), technique).steps
    assert steps, f"an easier technique solves this drill: python docs/drills.py {technique.option} {layout}"
    assert "\n".join(f"{step.sentence}\n  {marks(step)}" for step in steps[:2]) == snapshot


RATED = [technique for technique in TECHNIQUES if place(technique)[0] == "single"]


@pytest.mark.parametrize("distance", [16, pytest.param(4, marks=pytest.mark.slow)])
def test_ratings(distance: int, snapshot: SnapshotAssertion) -> None:
    lines = []
    for technique in RATED[::distance]:
        puzzle = read_drill(place(technique)[1], LAYOUTS["single"](), technique).puzzle
        steps, own = rate(puzzle), own_rating(puzzle)
        scales = [explained(puzzle), explained(puzzle, kinds=SUKAKU)]
        numbers = [(scale.hardest, scale.pearl, scale.diamond, scale.is_least) for scale in scales]
        lines.append(f"{technique.option} {steps.level.name} {steps.score} {own.level.name} {own.score} {numbers}")
    assert "\n".join(lines) == snapshot
