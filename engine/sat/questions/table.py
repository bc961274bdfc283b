"""All the questions there are."""

from engine.sat.questions import assumptions, backbone, count, equivalences, minimal_core, models

QUESTIONS = {
    question.name: question
    for question in (
        models.QUESTION, count.QUESTION, backbone.QUESTION, equivalences.QUESTION, minimal_core.QUESTION,
        assumptions.QUESTION,
    )
}  # fmt: skip
"""The questions by name, in the order in which they are listed."""
