"""Answers to drills: any step of the technique counts, and the message on a wrong one names the unmet condition."""

import pytest

from engine.play.answers import AnswerVerdict, DrillAnswer, judge, places_digits, unmet_condition
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drills import Drill, drills
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step

TECHNIQUES = (
    Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.CLAIMING, Technique.HIDDEN_PAIR,
    Technique.X_WING, Technique.W_WING, Technique.XY_CHAIN,
)  # fmt: skip


@pytest.fixture(scope="module", params=TECHNIQUES, ids=lambda technique: technique.option)
def drill(request: pytest.FixtureRequest) -> Drill:
    return next(drills(LAYOUTS["single"](), request.param, 5))


def outcome(step: Step) -> tuple[Candidate, ...]:
    return step.places or step.removes


def test_every_step_of_the_technique_is_an_answer(drill: Drill) -> None:
    for step in drill.steps:
        for candidate in outcome(step):
            judged = judge(drill, DrillAnswer(frozenset({candidate})))
            assert judged.verdict is AnswerVerdict.RIGHT
            assert judged.step is not None
            assert candidate in outcome(judged.step)
            assert judged.sentence == judged.step.sentence
        assert judge(drill, DrillAnswer(frozenset(outcome(step)), frozenset(step.cells))).verdict is AnswerVerdict.RIGHT


def test_no_other_candidate_is_an_answer_and_the_cell_is_named(drill: Drill) -> None:
    right = {candidate for step in drill.steps for candidate in outcome(step)}
    for cell in range(81):
        for digit in range(1, 10):
            if (cell, digit) not in right:
                judged = judge(drill, DrillAnswer(frozenset({Candidate(cell, digit)})))
                assert judged.verdict is AnswerVerdict.WRONG
                assert judged.step is None
                assert drill.puzzle.layout.cell_name(cell) in judged.sentence
                # A correct candidate next to it does not make it correct.
                beside = judge(drill, DrillAnswer(frozenset({Candidate(cell, digit), min(right)})))
                assert beside.verdict is AnswerVerdict.WRONG


def test_true_candidates_are_never_eliminated(drill: Drill) -> None:
    if not places_digits(drill.technique):
        for cell in members(drill.position.empty):
            true = Candidate(cell, drill.solution[cell])
            assert judge(drill, DrillAnswer(frozenset({true}))).verdict is AnswerVerdict.WRONG


def test_cells_alone_are_no_answer_yet_and_other_cells_are_none(drill: Drill) -> None:
    assert judge(drill, DrillAnswer()).verdict is AnswerVerdict.UNFINISHED
    used = {cell for step in drill.steps for cell in step.cells}
    for step in drill.steps:
        assert judge(drill, DrillAnswer(cells=frozenset(step.cells))).verdict is AnswerVerdict.UNFINISHED
    stranger = next(cell for cell in range(81) if cell not in used)
    assert judge(drill, DrillAnswer(cells=frozenset({stranger}))).verdict is AnswerVerdict.WRONG
    step = drill.steps[0]
    with_stranger = judge(drill, DrillAnswer(frozenset(outcome(step)), frozenset({stranger})))
    assert with_stranger.verdict is (AnswerVerdict.RIGHT if step.chain else AnswerVerdict.WRONG)


@pytest.mark.parametrize("technique", [technique for technique in Technique if technique in ALL])
def test_every_technique_explains_which_condition_a_place_fails(technique: Technique) -> None:
    position = Position.of(LAYOUTS["single"](), (0,) * 81)
    answer = unmet_condition(position, technique, Candidate(40, 7))
    assert answer.endswith(".")
    assert "{" not in answer
    assert "r5c5" in answer or technique is Technique.BUG_PLUS_ONE


def test_available_singles_are_counted() -> None:
    first_row = (1, 2, 3, 4, 5, 6, 7, 0, 0)
    position = Position.of(LAYOUTS["single"](), first_row + (0,) * 72)
    answer = unmet_condition(position, Technique.FULL_HOUSE, Candidate(7, 8))
    assert "row 1" in answer
    assert "fewest empty cells: 2." in answer
    assert "8 and 9" in unmet_condition(position, Technique.NAKED_SINGLE, Candidate(7, 8))
    answer = unmet_condition(position, Technique.HIDDEN_SINGLE, Candidate(7, 8))
    assert "row 1" in answer
    assert "2 places" in answer


def test_a_technique_without_a_condition_has_a_sentence_too() -> None:
    position = Position.of(LAYOUTS["single"](), (0,) * 81)
    assert unmet_condition(position, Technique.RULE, Candidate(40, 7)) == "Rule does not eliminate 7 from r5c5 here."
