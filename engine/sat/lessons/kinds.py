"""The registry of the kinds of questions."""

from collections.abc import Mapping

from engine.sat.lessons.conflict_questions import Cut, ResolutionOrder
from engine.sat.lessons.lesson_question import LessonQuestion
from engine.sat.lessons.propagation_questions import Propagated, PropagationOrder
from engine.sat.lessons.questions import (
    Backjump,
    ClauseImage,
    CountQuestion,
    Decision,
    FirstUip,
    Forced,
    Image,
    LearnedLiteral,
    NewWatch,
    OfLiterals,
    OfState,
    OtherValue,
    Reason,
    Resolvent,
    Stays,
    Visited,
)

KINDS: Mapping[str, type[LessonQuestion]] = {
    "forced": Forced, "propagated": Propagated, "propagation-order": PropagationOrder, "clause": OfState,
    "reason": Reason, "decision": Decision, "first-uip": FirstUip, "cut": Cut, "resolution-order": ResolutionOrder,
    "learned": LearnedLiteral, "backjump": Backjump, "stays": Stays, "other-value": OtherValue, "visited": Visited,
    "new-watch": NewWatch, "image": Image, "clause-image": ClauseImage, "clause-of": OfLiterals, "resolvent": Resolvent,
    "count": CountQuestion,
}  # fmt: skip
"""The questions by their names in lesson files."""
