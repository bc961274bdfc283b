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
from tui.features.steps.grouping import concerns, listed, part_at, with_parts
from tui.features.steps.lists import PartRow, StepGroup, StepRow

PUZZLE = load_puzzles(Path(__file__).parents[4] / "puzzles" / "double" / "hard-1.txt")[0]
LAYOUT = PUZZLE.layout
EASY = sound(PUZZLE, unique=True) & {
    Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.POINTING, Technique.CLAIMING, Technique.NAKED_PAIR,
    Technique.TURBOT_FISH, Technique.X_CHAIN,
}  # fmt: skip
STEPS: Steps = all_steps(Position.of_puzzle(PUZZLE), EASY)


def test_each_technique_is_a_folded_row_that_counts_its_steps() -> None:
    groups = listed(LAYOUT, STEPS, (), None)
    assert all(isinstance(row, StepGroup) and not row.is_open for row in groups)
    assert sum(row.count for row in groups if isinstance(row, StepGroup)) == len(STEPS)
    assert [row.title for row in groups] == list(dict.fromkeys(step.technique.title for step in STEPS))


def test_only_the_steps_of_an_unfolded_technique_are_listed() -> None:
    rows = listed(LAYOUT, STEPS, {Technique.HIDDEN_SINGLE}, None)
    steps = [STEPS[row.index] for row in rows if isinstance(row, StepRow)]
    assert steps == [step for step in STEPS if step.technique is Technique.HIDDEN_SINGLE]


def test_no_two_rows_of_a_technique_look_the_same() -> None:
    for technique in {step.technique for step in STEPS}:
        rows = [row for row in listed(LAYOUT, STEPS, {technique}, None) if isinstance(row, StepRow)]
        assert len({(row.title, row.effect) for row in rows}) == len(rows)


def test_steps_alike_in_all_that_is_shown_are_numbered() -> None:
    twice = (STEPS[0], STEPS[0])
    titles = [row.title for row in listed(LAYOUT, twice, {STEPS[0].technique}, None) if isinstance(row, StepRow)]
    assert [title[-4:] for title in titles] == [" (1)", " (2)"]


def test_what_concerns_the_cell_comes_first() -> None:
    singles = [step for step in STEPS if step.technique is Technique.HIDDEN_SINGLE]
    cell = singles[-1].places[0].cell
    rows = [row for row in listed(LAYOUT, STEPS, {Technique.HIDDEN_SINGLE}, cell) if isinstance(row, StepRow)]
    order = [concerns(STEPS[row.index], cell) for row in rows]
    assert order == sorted(order, reverse=True)
    assert [row.concerns for row in rows] == order
    assert 0 < sum(order) < len(order)
    for group in listed(LAYOUT, STEPS, (), cell):
        assert isinstance(group, StepGroup)
        inside = [step for step in STEPS if step.technique.title == group.title]
        assert group.concerns == any(concerns(step, cell) for step in inside)


def test_a_filter_leaves_what_has_all_the_words() -> None:
    cell = LAYOUT.cell_name(STEPS[0].places[0].cell)
    rows = listed(LAYOUT, STEPS, (), None, f"single {cell}=")
    assert {row.effect.partition("=")[0] for row in rows if isinstance(row, StepRow)} == {cell}
    assert all("single" in row.title for row in rows if isinstance(row, StepGroup))
    assert listed(LAYOUT, STEPS, (), None, "no such word") == []


def test_a_sentence_is_told_in_its_parts_without_the_name_of_the_technique() -> None:
    for step in STEPS:
        parts = words.parts(step)
        assert not parts[0].startswith(step.technique.title)
        assert "".join(parts).replace(" ", "") in step.sentence.replace(" ", "")
    chain = next(step for step in STEPS if " -> " in step.sentence)
    assert len(words.parts(chain)) > 2


def test_the_parts_of_a_step_are_folded_within_each_other() -> None:
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
