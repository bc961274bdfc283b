"""Drills: one solution, nothing easier, and steps that are true; in writing, and in the banks that ship."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from engine.base.errors import Cancelled
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drill_bank import drill_line, lines_of, next_drill, read_drill
from engine.sudoku.making.drills import Drill, drills, drills_side_by_side, easier, where_easier_end
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import ALL, steps
from engine.sudoku.techniques.position import Position

BANKS = Path(__file__).parents[4] / "puzzles" / "drills"
BANK_FILES = sorted(BANKS.glob("*.txt"))

QUICK = (
    Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.POINTING, Technique.NAKED_PAIR,
    Technique.X_WING, Technique.SKYSCRAPER, Technique.XY_WING, Technique.XY_CHAIN,
)  # fmt: skip


def check(drill: Drill) -> None:
    """That it is a drill, by other ways than it was made."""
    layout = drill.puzzle.layout
    assert GridSearch(layout).count(drill.puzzle.givens, 2) == 1
    position = drill.position
    assert next(steps(position, easier(drill.technique)), None) is None
    assert drill.steps
    for step in drill.steps:
        assert step.technique is drill.technique
        assert all(drill.solution[cell] == digit for cell, digit in step.places)
        assert all(drill.solution[cell] != digit for cell, digit in step.removes)
    for cell, digit in enumerate(drill.solution):
        assert position.values[cell] == digit or position.masks[cell] >> digit & 1


@pytest.mark.parametrize("name", ["single", "x", "double", "samurai"])
def test_drills_are_what_they_are_meant_to_be(name: str) -> None:
    for technique in QUICK:
        check(next(drills(LAYOUTS[name](), technique, 4)))


def test_grids_that_overlap_have_a_technique_of_their_own() -> None:
    check(next(drills(LAYOUTS["double"](), Technique.CROSS_GRID_LINE, 3)))


def test_a_seed_makes_the_same_drills_each_from_another_grid() -> None:
    first, again = (list(islice(drills(LAYOUTS["single"](), Technique.POINTING, 8), 5)) for _ in range(2))
    assert first == again
    assert len({drill.solution for drill in first}) == 5


def test_easier_is_what_is_tried_before() -> None:
    assert easier(Technique.FULL_HOUSE) == frozenset()
    assert easier(Technique.HIDDEN_SINGLE) == {Technique.FULL_HOUSE, Technique.NAKED_SINGLE}
    assert easier(list(Technique)[-1]) == ALL - {list(Technique)[-1]}


def test_a_line_holds_all_of_a_drill() -> None:
    for name in ("single", "x", "double", "samurai"):
        layout = LAYOUTS[name]()
        drill = next(drills(layout, Technique.NAKED_PAIR, 2))
        line = drill_line(drill)
        assert line.endswith(" naked-pair")
        assert lines_of(f"# made by: satsudoku drill naked-pair\n{line}\n", Technique.NAKED_PAIR) == [line]
        assert lines_of(line, Technique.HIDDEN_PAIR) == []
        read = read_drill(line, layout, Technique.NAKED_PAIR)
        assert (read.puzzle.givens, read.position.masks) == (drill.puzzle.givens, drill.position.masks)


def test_what_is_in_the_bank_comes_from_there_turned_and_with_other_digits() -> None:
    layout = LAYOUTS["single"]()
    kept = next(drills(layout, Technique.X_WING, 1))
    seen = set()
    for seed in range(5):
        drill = next_drill(layout, Technique.X_WING, drill_line(kept), seed)
        check(drill)
        assert drill.puzzle.holes == kept.puzzle.holes
        seen.add(drill.puzzle.givens)
    assert len(seen) == 5
    assert next_drill(layout, Technique.POINTING, drill_line(kept), 3).technique is Technique.POINTING


def test_making_a_drill_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        next(drills(LAYOUTS["single"](), Technique.NESTED_FORCING, 1, lambda: True))
    with pytest.raises(Cancelled):
        where_easier_end(Position.of(LAYOUTS["single"](), (0,) * 81), Technique.X_WING, lambda: True)


def test_there_is_a_bank_for_each_layout_that_is_trained() -> None:
    assert [path.stem for path in BANK_FILES] == ["double", "samurai", "single", "x"]


@pytest.mark.parametrize("path", BANK_FILES, ids=lambda path: path.stem)
def test_the_banks_hold_drills(path: Path) -> None:
    layout, bank = LAYOUTS[path.stem](), path.read_text()
    techniques = [technique for technique in Technique if lines_of(bank, technique)]
    lines = [line for line in bank.splitlines() if not line.startswith("#")]
    assert len(lines) == sum(len(lines_of(bank, technique)) for technique in techniques) == len(set(lines))
    for technique in techniques[::5]:
        check(read_drill(lines_of(bank, technique)[0], layout, technique))


def test_drills_side_by_side_are_those_that_one_by_one_would_be_drills_too() -> None:
    techniques = (Technique.NAKED_PAIR, Technique.SKYSCRAPER, Technique.W_WING, Technique.XY_CHAIN)
    found = list(islice(drills_side_by_side(LAYOUTS["single"](), techniques, 3), 12))
    again = list(islice(drills_side_by_side(LAYOUTS["single"](), techniques, 3), 12))
    assert found == again
    assert {drill.technique for _, drill in found} == set(techniques)
    assert len({(grid, drill.technique) for grid, drill in found}) == len(found)  # one of each from a grid
    for _, drill in found[::4]:
        check(drill)


@pytest.mark.slow
@pytest.mark.parametrize("path", BANK_FILES, ids=lambda path: path.stem)
def test_a_bank_holds_what_its_command_finds_first(path: Path) -> None:
    bank, layout = path.read_text(), LAYOUTS[path.stem]()
    command = f"satsudoku drill naked-quadruple --to nishio --layout {layout.name} --count 10 "
    assert command in bank.splitlines()[0]
    order = list(Technique)
    first, last = order.index(Technique.NAKED_QUADRUPLE), order.index(Technique.NISHIO)
    techniques = [one for one in possible_techniques(layout) if first <= order.index(one) <= last]
    seen = Counter[Technique]()
    for grid, drill in drills_side_by_side(layout, techniques, 1):
        if grid > 20:
            break
        seen[drill.technique] += 1
        if lines_of(bank, drill.technique) and seen[drill.technique] <= 10:
            assert drill_line(drill) in bank
    assert len(seen) > 10


@pytest.mark.slow
@pytest.mark.parametrize("path", BANK_FILES, ids=lambda path: path.stem)
def test_all_of_the_banks_are_drills(path: Path) -> None:
    bank = path.read_text()
    for technique in Technique:
        for line in lines_of(bank, technique):
            check(read_drill(line, LAYOUTS[path.stem](), technique))
