"""Counts in lessons: a wrong number that is right for something else is answered with that."""

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.lessons.quantities import QUANTITIES, SIMILAR, CountQuestion
from engine.sat.lessons.trace_position import TracePosition

FORMULA = Formula.of([[1, 2], [1, -2], [1, 3, 4], [-1, -3], [2, 3, -4], [-2, 4]])


def at(position: int) -> TracePosition:
    return TracePosition(LessonSearch("main", FORMULA).record(), position)


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        (CountQuestion("occurrences", literal=-1), 3, "Clauses that contain 1: 3."),
        (CountQuestion("variables"), 6, "The formula has 6 clauses."),
        (CountQuestion("free"), 0, "Variables with a value here: 0."),
        (CountQuestion("variables"), 5, "It is less than 5."),
    ],
)
def test_a_number_of_something_else_is_named(question: CountQuestion, answer: int, sentence: str) -> None:
    assert question.why_not(at(0), answer).endswith(sentence)


def test_each_named_quantity_has_that_number() -> None:
    named = 0
    for position in range(len(at(0).trace)):
        position = at(position)
        for name in ("level", "assigned", "free", "decisions", "learned", "open", "unit", "visits"):
            literal = 1 if QUANTITIES[name].needs else None
            question = CountQuestion(name, literal=literal)
            others = [*(CountQuestion(other, literal=literal) for other in SIMILAR[name]), CountQuestion(name, -1)]
            for answer in set(range(8)) - question.right(position):
                sentence = question.why_not(position, answer).partition(". ")[2]
                named += bool(sentence)
                right = [other for other in others if other.why(position, answer) == sentence]
                assert not sentence or any(answer in other.right(position) for other in right)
    assert named > 20
