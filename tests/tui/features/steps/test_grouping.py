"""The steps by technique: counts, folding, order, and rows that differ."""

from dataclasses import replace
from pathlib import Path

from engine.files.reading import load_puzzles
from engine.play.steps import Steps, all_steps
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import sound
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Position
from tui.features.steps import words
from tui.features.steps.grouping import concerns, group_rows, part_at, with_parts
from tui.features.steps.lists import PartRow, StepGroup, StepRow

PUZZLE = load_puzzles(Path(__file__).parents[4] / "puzzles" / "double" / "hard-1.txt")[0]
LAYOUT = PUZZLE.layout
EASY = sound(PUZZLE, unique=True) & {
    Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.POINTING, Technique.CLAIMING, Technique.NAKED_PAIR,
    Technique.TURBOT_FISH, Technique.X_CHAIN,
}  # fmt: skip
STEPS: Steps = all_steps(Position.of_puzzle(PUZZLE), EASY)


def test_each_technique_is_a_folded_row_that_counts_its_steps() -> None:
    groups = group_rows(LAYOUT, STEPS, (), None)
    assert all(isinstance(row, StepGroup) and not row.is_open for row in groups)
    assert sum(row.count for row in groups if isinstance(row, StepGroup)) == len(STEPS)
    techniques = [row.technique for row in groups if isinstance(row, StepGroup)]
    assert techniques == list(dict.fromkeys(step.technique for step in STEPS))


def test_only_the_steps_of_an_unfolded_technique_are_listed() -> None:
    rows = group_rows(LAYOUT, STEPS, {Technique.HIDDEN_SINGLE}, None)
    steps = [STEPS[row.index] for row in rows if isinstance(row, StepRow)]
    assert steps == [step for step in STEPS if step.technique is Technique.HIDDEN_SINGLE]


def test_no_two_rows_of_a_technique_look_the_same() -> None:
    for technique in {step.technique for step in STEPS}:
        rows = [row for row in group_rows(LAYOUT, STEPS, {technique}, None) if isinstance(row, StepRow)]
        assert len({(row.title, row.effect) for row in rows}) == len(rows)


def test_steps_with_the_same_label_and_effect_are_numbered() -> None:
    rows = group_rows(LAYOUT, (STEPS[0], STEPS[0]), {STEPS[0].technique}, None)
    titles = [row.title for row in rows if isinstance(row, StepRow)]
    assert [title[-4:] for title in titles] == [" (1)", " (2)"]


def test_steps_that_concern_the_cell_come_first() -> None:
    singles = [step for step in STEPS if step.technique is Technique.HIDDEN_SINGLE]
    cell = singles[-1].places[0].cell
    rows = [row for row in group_rows(LAYOUT, STEPS, {Technique.HIDDEN_SINGLE}, cell) if isinstance(row, StepRow)]
    order = [concerns(STEPS[row.index], cell) for row in rows]
    assert order == sorted(order, reverse=True)
    assert [row.concerns_cell for row in rows] == order
    assert 0 < sum(order) < len(order)
    for group in group_rows(LAYOUT, STEPS, (), cell):
        assert isinstance(group, StepGroup)
        inside = [step for step in STEPS if step.technique is group.technique]
        assert group.concerns_cell == any(concerns(step, cell) for step in inside)


def test_a_filter_keeps_the_steps_with_all_its_words() -> None:
    cell = LAYOUT.cell_name(STEPS[0].places[0].cell)
    rows = group_rows(LAYOUT, STEPS, (), None, f"single {cell}=")
    assert {row.effect.partition("=")[0] for row in rows if isinstance(row, StepRow)} == {cell}
    assert all("single" in row.technique.title for row in rows if isinstance(row, StepGroup))
    assert group_rows(LAYOUT, STEPS, (), None, "no such word") == []


def test_a_sentence_is_split_into_parts_without_the_name_of_the_technique() -> None:
    for step in STEPS:
        parts = words.parts(step)
        assert not parts[0].startswith(step.technique.title)
        assert "".join(parts).replace(" ", "") in step.sentence.replace(" ", "")
    chain = next(step for step in STEPS if " -> " in step.sentence)
    assert len(words.parts(chain)) > 2


def test_parts_inside_parts_are_unfolded_one_by_one() -> None:
    inner = (Part("inner first"), Part("inner last"))
    step = replace(STEPS[0], parts=(Part("first"), Part("outer", parts=inner), Part("last")))
    steps = (step, STEPS[1])
    rows = [StepRow("long", "", 0), StepRow("short", "", 1)]

    def listed_rows(*unfolded: tuple[int, ...]) -> list[tuple[str, bool | None]]:
        found = with_parts(rows, steps, unfolded)
        return [(row.sentence if isinstance(row, PartRow) else row.title, row.is_open) for row in found]

    assert listed_rows() == listed_rows((0, 1)) == [("long", False), ("short", None)]
    outer = [("long", True), ("first", None), ("outer", False), ("last", None), ("short", None)]
    assert listed_rows((0,)) == outer
    inside = [("outer", True), ("inner first", None), ("inner last", None)]
    assert listed_rows((0,), (0, 1)) == [*outer[:2], *inside, *outer[3:]]
    for row in with_parts(rows, steps, {(0,), (0, 1)}):
        assert not isinstance(row, PartRow) or part_at(step, row.path).sentence == row.sentence
