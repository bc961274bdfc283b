"""All the questions there are."""

from engine.sat.formula.dimacs import Document
from engine.sat.questions import assumptions, backbone, count, equivalences, minimal_core, models
from engine.sat.questions.assumptions import CUBES
from engine.sat.questions.question import Query, Values

QUESTIONS = {
    question.name: question
    for question in (
        models.QUESTION, count.QUESTION, backbone.QUESTION, equivalences.QUESTION, minimal_core.QUESTION,
        assumptions.QUESTION,
    )
}  # fmt: skip
"""The questions by name, in the order in which they are listed."""


def defaults(question: Query, document: Document) -> Values:
    """What a file itself says about a question's parameters."""
    return {CUBES.name: document.cubes} if document.cubes and CUBES in question.parameters else {}
