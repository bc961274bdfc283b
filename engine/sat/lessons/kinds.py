"""The registry of the kinds of questions."""

from collections.abc import Mapping

from engine.sat.lessons.conflict_questions import CoreDecision, CutQuestion, LeftOutLiteral, ResolutionOrder
from engine.sat.lessons.formula_questions import (
    BestFlip,
    EliminatedVariable,
    NeededClause,
    StrengthenedLiteral,
    SubsumedClause,
)
from engine.sat.lessons.lesson_question import LessonQuestion
from engine.sat.lessons.propagation_questions import PropagatedLiteral, PropagationOrder
from engine.sat.lessons.quantities import CountQuestion
from engine.sat.lessons.questions import (
    Backjump,
    ClauseImage,
    ClauseOfLiterals,
    ClauseOfState,
    Decision,
    FirstUip,
    ForcedLiteral,
    Image,
    LearnedLiteral,
    NewWatch,
    OtherValue,
    Reason,
    Resolvent,
    StayingLiteral,
    VisitedClause,
)

KINDS: Mapping[str, type[LessonQuestion]] = {
    "forced": ForcedLiteral, "propagated": PropagatedLiteral, "propagation-order": PropagationOrder,
    "clause": ClauseOfState, "reason": Reason, "decision": Decision, "first-uip": FirstUip, "cut": CutQuestion,
    "resolution-order": ResolutionOrder, "learned": LearnedLiteral, "left-out": LeftOutLiteral, "core": CoreDecision,
    "backjump": Backjump, "stays": StayingLiteral, "other-value": OtherValue, "visited": VisitedClause,
    "new-watch": NewWatch, "image": Image, "clause-image": ClauseImage, "clause-of": ClauseOfLiterals,
    "resolvent": Resolvent, "subsumed": SubsumedClause, "strengthened": StrengthenedLiteral,
    "eliminated": EliminatedVariable, "needed": NeededClause, "flip": BestFlip, "count": CountQuestion,
}  # fmt: skip
"""The questions by their names in lesson files."""
