"""The registry of queries."""

from engine.sat.formula.dimacs import Document
from engine.sat.questions import assumptions, backbone, count, equivalences, minimal_core, models
from engine.sat.questions.assumptions import CUBES, PLACES
from engine.sat.questions.question import Query, Values

QUESTIONS = {
    question.name: question
    for question in (
        models.QUESTION, count.QUESTION, backbone.QUESTION, equivalences.QUESTION, minimal_core.QUESTION,
        assumptions.QUESTION,
    )
}  # fmt: skip
"""The queries by name, in the order of listings."""


def defaults(question: Query, document: Document) -> Values:
    """The parameter values that a file itself contains."""
    if not document.cubes or CUBES not in question.parameters:
        return {}
    places = {PLACES: (document.cubes, document.cube_places)} if document.is_growing else {}
    return {CUBES.name: document.cubes, **places}
