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
from engine.sat.lessons.propagation_questions import Propagated, PropagationOrder
from engine.sat.lessons.quantities import CountQuestion
from engine.sat.lessons.questions import (
    Backjump,
    ClauseImage,
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
    "reason": Reason, "decision": Decision, "first-uip": FirstUip, "cut": CutQuestion,
    "resolution-order": ResolutionOrder, "learned": LearnedLiteral, "left-out": LeftOutLiteral, "core": CoreDecision,
    "backjump": Backjump, "stays": Stays, "other-value": OtherValue, "visited": Visited, "new-watch": NewWatch,
    "image": Image, "clause-image": ClauseImage, "clause-of": OfLiterals, "resolvent": Resolvent,
    "subsumed": SubsumedClause, "strengthened": StrengthenedLiteral, "eliminated": EliminatedVariable,
    "needed": NeededClause, "flip": BestFlip, "count": CountQuestion,
}  # fmt: skip
"""The questions by their names in lesson files."""
