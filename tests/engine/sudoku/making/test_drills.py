"""Drills: one solution, no easier step, and true steps; as text, and in the shipped banks."""

import importlib.util
from collections import Counter
from itertools import combinations, islice, takewhile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.base.errors import Cancelled
from engine.files.reading import load
from engine.play.training import DRILL_LAYOUTS, rare_techniques, training_path
from engine.sudoku.formats.reading import parse
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drill_bank import drill_line, lines_of, next_drill, read_bank, read_drill
from engine.sudoku.making.drills import Drill, drills, drills_of_several, easier_techniques, end_of_easier_steps
from engine.sudoku.making.generator import Generated
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.making.nearby_drills import MAX_AGREEMENT, nearby_drills
from engine.sudoku.making.rule_generator import generate_with_rules
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import steps
from engine.sudoku.techniques.position import Position

BANKS = Path(__file__).parents[4] / "puzzles" / "drills"
BANK_NAMES = ("double", "samurai", "single", "x")

QUICK = (
    Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.POINTING, Technique.NAKED_PAIR,
    Technique.X_WING, Technique.SKYSCRAPER, Technique.XY_WING, Technique.XY_CHAIN,
)  # fmt: skip


def check(drill: Drill) -> None:
    """Fails unless it is a drill, checked in other ways than it was made."""
    layout = drill.puzzle.layout
    assert GridSearch(layout).count(drill.puzzle.givens, 2) == 1
    position = drill.position
    assert next(steps(position, easier_techniques(drill.technique)), None) is None
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
    assert easier_techniques(Technique.FULL_HOUSE) == frozenset()
    assert easier_techniques(Technique.HIDDEN_SINGLE) == {Technique.FULL_HOUSE, Technique.NAKED_SINGLE}
    assert easier_techniques(list(Technique)[-1]) == frozenset(list(Technique)[:-1])


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


def test_drills_of_the_bank_are_turned_and_relabelled() -> None:
    layout = LAYOUTS["single"]()
    banked = next(drills(layout, Technique.X_WING, 1))
    seen = set()
    for seed in range(5):
        drill = next_drill(layout, Technique.X_WING, drill_line(banked), seed)
        check(drill)
        assert drill.puzzle.holes == banked.puzzle.holes
        seen.add(drill.puzzle.givens)
    assert len(seen) == 5
    assert next_drill(layout, Technique.POINTING, drill_line(banked), 3).technique is Technique.POINTING


def test_making_a_drill_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        next(drills(LAYOUTS["single"](), Technique.NESTED_FORCING, 1, lambda: True))
    with pytest.raises(Cancelled):
        end_of_easier_steps(Position.of(LAYOUTS["single"](), (0,) * 81), Technique.X_WING, lambda: True)


def test_there_is_a_bank_for_each_layout_that_is_trained() -> None:
    assert sorted(path.name for path in BANKS.iterdir()) == [f"{name}.txt.gz" for name in BANK_NAMES]
    assert sorted(DRILL_LAYOUTS) == list(BANK_NAMES)


@pytest.mark.parametrize("name", DRILL_LAYOUTS)
def test_a_technique_in_the_bank_has_several_positions(name: str) -> None:
    lines = read_bank(BANKS.parent, LAYOUTS[name]()).splitlines()
    counts = Counter(line.rpartition(" ")[2] for line in lines if not line.startswith("#"))
    assert min(counts.values()) >= 5


def test_where_there_is_no_bank_or_a_damaged_one_it_is_empty(tmp_path: Path) -> None:
    (tmp_path / "drills").mkdir()
    packed = (BANKS / "x.txt.gz").read_bytes()
    assert read_bank(tmp_path, LAYOUTS["x"]()) == ""
    for damaged in (b"text", packed[:500], packed[:300] + b"?" + packed[301:]):
        (tmp_path / "drills" / "x.txt.gz").write_bytes(damaged)
        assert read_bank(tmp_path, LAYOUTS["x"]()) == ""


@pytest.mark.parametrize("name", BANK_NAMES)
def test_each_technique_is_in_the_bank_quickly_made_or_left_out(name: str) -> None:
    layout = LAYOUTS[name]()
    bank = read_bank(BANKS.parent, layout)
    banked = {technique for technique in Technique if lines_of(bank, technique)}
    assert banked <= set(training_path(layout))
    assert not banked & set(rare_techniques(layout))


@pytest.mark.parametrize("name", BANK_NAMES)
def test_the_banks_hold_drills(name: str) -> None:
    layout = LAYOUTS[name]()
    bank = read_bank(BANKS.parent, layout)
    techniques = [technique for technique in Technique if lines_of(bank, technique)]
    lines = [line for line in bank.splitlines() if not line.startswith("#")]
    assert len(lines) == sum(len(lines_of(bank, technique)) for technique in techniques) == len(set(lines))
    for technique in techniques[::5]:
        check(read_drill(lines_of(bank, technique)[0], layout, technique))


def test_drills_found_together_are_drills_alone() -> None:
    techniques = (Technique.NAKED_PAIR, Technique.SKYSCRAPER, Technique.W_WING, Technique.XY_CHAIN)
    found = list(islice(drills_of_several(LAYOUTS["single"](), techniques, 3), 12))
    again = list(islice(drills_of_several(LAYOUTS["single"](), techniques, 3), 12))
    assert found == again
    assert {drill.technique for _, drill in found} == set(techniques)
    assert len({(grid, drill.technique) for grid, drill in found}) == len(found)  # one of each per grid
    for _, drill in found[::4]:
        check(drill)


def tool() -> ModuleType:
    """The command that reproduces the lines of one technique."""
    spec = importlib.util.spec_from_file_location("drills_tool", BANKS.parents[1] / "docs" / "drills.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", BANK_NAMES)
def test_lines_of_one_technique_take_the_place_of_those_before(name: str) -> None:
    bank, technique, remade = read_bank(BANKS.parent, LAYOUTS[name]()), Technique.NISHIO, tool().remade
    lines = lines_of(bank, technique)
    assert lines
    assert remade(bank, technique, lines) == bank
    fewer = remade(bank, technique, lines[1:])
    assert lines_of(fewer, technique) == lines[1:]
    assert fewer.splitlines() == [line for line in bank.splitlines() if line != lines[0]]


def test_a_search_for_one_technique_ends_and_finds_drills() -> None:
    layout, found = LAYOUTS["single"](), tool().found
    first, second = islice(found(layout, Technique.SKYSCRAPER, [], 1, 10**6, 3600.0), 2)
    check(first)
    check(second)
    assert first.solution != second.solution
    assert list(found(layout, Technique.TRIDAGON, [], 1, 10**6, 0.0)) == []


RARE = (Technique.SK_LOOP, Technique.JUNIOR_EXOCET, Technique.TRIDAGON)


def famous() -> list[Puzzle]:
    puzzles = load(Path(__file__).with_name("famous.txt"))
    assert isinstance(puzzles, list)
    return puzzles


@pytest.mark.long
def test_famous_puzzles_are_drills_without_changes() -> None:
    layout, puzzles = LAYOUTS["single"](), famous()
    looked_at = nearby_drills(layout, RARE, puzzles, 1)
    made = [drill for _, drill in takewhile(lambda item: item[0] <= len(puzzles), looked_at)]
    assert {drill.technique for drill in made} == set(RARE)
    assert [drill.puzzle for drill in made[:1]] == puzzles[:1]


def test_neighbours_of_a_puzzle_are_drills_that_look_unlike_it_always_the_same_for_a_seed() -> None:
    layout, easter_monster = LAYOUTS["single"](), famous()[0]
    made, again = (list(islice(nearby_drills(layout, {Technique.SK_LOOP}, [easter_monster], 2), 3)) for _ in range(2))
    assert made == again
    assert [number > 1 for number, _ in made] == [False, True, True]
    for _, drill in made:
        check(drill)
    for first, other in combinations((drill.solution for _, drill in made), 2):
        assert sum(map(int.__eq__, first, other)) <= MAX_AGREEMENT * 81


@pytest.mark.parametrize("name", ["double", "samurai"])
def test_a_puzzle_of_one_grid_becomes_one_of_several(name: str) -> None:
    layout = LAYOUTS[name]()
    ((_, drill),) = islice(nearby_drills(layout, RARE, famous(), 1), 1)
    assert drill.puzzle.layout == layout
    check(drill)


def test_looking_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        next(nearby_drills(LAYOUTS["single"](), RARE, famous(), 1, lambda: True))


@pytest.mark.slow
@pytest.mark.parametrize("name", BANK_NAMES)
def test_a_bank_holds_what_its_command_finds_first(name: str) -> None:
    layout = LAYOUTS[name]()
    bank = read_bank(BANKS.parent, layout)
    command = f"satsudoku drill naked-quadruple --to nishio --layout {layout.name} --count 10 "
    assert command in bank.splitlines()[0]
    order = list(Technique)
    first, last = order.index(Technique.NAKED_QUADRUPLE), order.index(Technique.NISHIO)
    techniques = [technique for technique in possible_techniques(layout) if first <= order.index(technique) <= last]
    seen = Counter[Technique]()
    for grid, drill in drills_of_several(layout, techniques, 1):
        if grid > 20:
            break
        seen[drill.technique] += 1
        if lines_of(bank, drill.technique) and seen[drill.technique] <= 10:
            assert drill_line(drill) in bank
    assert len(seen) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", BANK_NAMES)
def test_all_of_the_banks_are_drills(name: str) -> None:
    layout = LAYOUTS[name]()
    bank = read_bank(BANKS.parent, layout)
    for technique in Technique:
        for line in lines_of(bank, technique):
            check(read_drill(line, layout, technique))


@pytest.mark.slow
@pytest.mark.parametrize("name", BANK_NAMES)
def test_a_hundred_drills_of_each_technique_in_the_bank_are_different(name: str) -> None:
    layout = LAYOUTS[name]()
    bank = read_bank(BANKS.parent, layout)
    for technique in (technique for technique in Technique if lines_of(bank, technique)):
        made, seed = set[Digits](), 0
        while len(made) < 100:
            drill, seed = next_drill(layout, technique, bank, seed), seed + 1
            assert drill.steps
            made.add(drill.puzzle.givens)
            assert seed < 150


@pytest.mark.long
def test_a_step_by_rules_is_drilled_in_a_puzzle_with_rules() -> None:
    drill = next(drills(LAYOUTS["single"](), Technique.RULE, 7))
    assert drill.puzzle.rules
    assert drill.position.rules == drill.puzzle.rules
    assert drill.steps
    for step in drill.steps:
        assert step.technique is Technique.RULE
        assert all(drill.solution[cell] != digit for cell, digit in step.removes)
    (read,) = parse(drill_line(drill).encode())
    assert (read.name, read.givens, read.rules) == ("rule", drill.puzzle.givens, drill.puzzle.rules)


@pytest.mark.long
@pytest.mark.parametrize(("technique", "seed"), [(Technique.KILLER_SUBSET, 3), (Technique.RULE_CONFLICT, 2)])
def test_drills_of_rare_steps_by_rules_need_few_puzzles(
    technique: Technique, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Generated] = []

    def make(*arguments: Any, **options: Any) -> Generated:
        made.append(generate_with_rules(*arguments, **options))
        return made[-1]

    monkeypatch.setattr("engine.sudoku.making.drills.generate_with_rules", make)
    assert next(drills(LAYOUTS["single"](), technique, seed)).steps
    assert len(made) < 6


def test_steps_by_rules_come_where_they_are_tried() -> None:
    assert Technique.RULE in easier_techniques(Technique.LOCKED_PAIR)
    assert Technique.AIC in easier_techniques(Technique.RULE_CHAIN)
    assert Technique.RULE_CHAIN in training_path(LAYOUTS["single"]())
    assert Technique.RULE_CHAIN not in training_path(LAYOUTS["samurai"]())
    assert Technique.RULE not in possible_techniques(LAYOUTS["single"]())
