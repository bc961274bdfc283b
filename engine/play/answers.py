"""Judges answers to drills: whether a step of the technique has the marked candidates and cells."""

from dataclasses import dataclass
from enum import Enum

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.technique_usage import SINGLES
from engine.sudoku.making.drills import Drill
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names

FULL_HOUSE = _("Of the houses of {cell}, {house} has the fewest empty cells: {count}. A full house has one.")
FULL_HOUSE_DIGIT = _("{cell} is the last empty cell of {house}, but {digit} is not the digit missing there.")
NAKED_SINGLE = _("{cell} has the candidates {digits}; a naked single has just one.")
HIDDEN_SINGLE = _("In {house}, {digit} still has {places}; for a hidden single {cell} must be the only one.")
NOT_ELIMINATED = _("{technique} does not eliminate {digit} from {cell} here.")
NO_MARKS = _("Nothing is marked yet.")
CELLS_ONLY = _("{cells} is a place for it. Now mark the candidates that it eliminates.")
HOLDS_DIGIT = _("{cell} already holds {digit}.")
NO_CANDIDATE = _("{digit} is no longer a candidate of {cell}.")
IN_SOLUTION = _("{cell} is {digit} in the solution, so no step can remove it.")
OTHER_CELL = _("The candidates you marked are eliminated, but {cell} plays no part in that step.")
CELL_IN_NO_STEP = _("{cell} plays no part in any step of this technique.")


MAX_WRONG_ANSWERS = 2
"""Number of wrong answers after which the step is shown."""


class AnswerVerdict(Enum):
    """The verdict on an answer."""

    RIGHT = "right"
    UNFINISHED = _("right so far")
    WRONG = "wrong"


@dataclass(frozen=True)
class DrillAnswer:
    """The marked candidates, which are placed (for singles) or eliminated, and the cells of the step.

    The cells may be omitted: the candidates are sufficient.
    """

    candidates: frozenset[Candidate] = frozenset()
    cells: frozenset[int] = frozenset()


@dataclass(frozen=True)
class AnswerJudgement:
    """The verdict on an answer, a sentence with the reason, and the matching step."""

    verdict: AnswerVerdict
    sentence: str
    step: Step | None = None


def places_digits(technique: Technique) -> bool:
    """Whether steps of the technique place digits; others eliminate candidates."""
    return technique in SINGLES


def judge(drill: Drill, answer: DrillAnswer) -> AnswerJudgement:
    """Judge whether steps of the drill's technique lead to everything that is marked.

    A chain that is not the shortest uses different cells from those found here, so the cells marked for a chain are
    ignored once the candidates are right.
    """
    if not answer.candidates:
        return _cells_only(drill, answer.cells)
    for candidate in sorted(answer.candidates):
        if not any(candidate in _conclusions(step) for step in drill.steps):
            return AnswerJudgement(AnswerVerdict.WRONG, _why_not(drill, candidate))
    matches = [step for step in drill.steps if answer.candidates.intersection(_conclusions(step))]
    step_cells = {cell for step in matches for cell in step.cells}
    unrelated = sorted(answer.cells - step_cells)
    if unrelated and not any(step.chain for step in matches):
        name = drill.puzzle.layout.cell_name(unrelated[0])
        return AnswerJudgement(AnswerVerdict.WRONG, OTHER_CELL.format(cell=name))
    best = max(matches, key=lambda step: (len(answer.candidates.intersection(_conclusions(step))),
                                        len(answer.cells.intersection(step.cells)), -len(step.cells)))  # fmt: skip
    return AnswerJudgement(AnswerVerdict.RIGHT, best.sentence, best)


def _cells_only(drill: Drill, cells: frozenset[int]) -> AnswerJudgement:
    if not cells:
        return AnswerJudgement(AnswerVerdict.UNFINISHED, str(NO_MARKS))
    layout = drill.puzzle.layout
    if any(cells <= set(step.cells) for step in drill.steps):
        return AnswerJudgement(AnswerVerdict.UNFINISHED, CELLS_ONLY.format(cells=cell_names(layout, sorted(cells))))
    step_cells = {cell for step in drill.steps for cell in step.cells}
    unrelated = min(cells - step_cells, default=min(cells))
    return AnswerJudgement(AnswerVerdict.WRONG, CELL_IN_NO_STEP.format(cell=layout.cell_name(unrelated)))


def _why_not(drill: Drill, candidate: Candidate) -> str:
    """Why a candidate is not placed or eliminated."""
    position, (cell, digit) = drill.position, candidate
    name = position.layout.cell_name(cell)
    if position.values[cell]:
        return HOLDS_DIGIT.format(cell=name, digit=sign(position.values[cell]))
    if not position.masks[cell] >> digit & 1:
        return NO_CANDIDATE.format(cell=name, digit=sign(digit))
    if not places_digits(drill.technique) and drill.solution[cell] == digit:
        return IN_SOLUTION.format(cell=name, digit=sign(digit))
    return unmet_condition(position, drill.technique, candidate)


def _conclusions(step: Step) -> tuple[Candidate, ...]:
    """The candidates that a step places or, if it places none, eliminates."""
    return step.places or step.removes


def unmet_condition(position: Position, technique: Technique, candidate: Candidate) -> str:
    """The condition that a candidate of the position does not meet for the technique.

    For singles, the sentence says what the position has instead; for a technique without a condition in its
    description, just that it does not apply.
    """
    layout, name, digit = position.layout, position.layout.cell_name(candidate.cell), sign(candidate.digit)
    houses = [house for house in layout.houses_of[candidate.cell] if position.geometry.complete[house]]
    if technique is Technique.FULL_HOUSE:
        holes = {house: (position.geometry.houses[house] & position.empty).bit_count() for house in houses}
        fewest = min(houses, key=holes.__getitem__)
        sentence = FULL_HOUSE_DIGIT if holes[fewest] == 1 else FULL_HOUSE
        return sentence.format(cell=name, house=layout.houses[fewest].label, count=holes[fewest], digit=digit)
    if technique is Technique.NAKED_SINGLE:
        digits = digit_names(members(position.masks[candidate.cell]), "and")
        return NAKED_SINGLE.format(cell=name, digits=digits)
    if technique is Technique.HIDDEN_SINGLE:
        places = {
            house: (position.geometry.houses[house] & position.cells_with[candidate.digit]).bit_count()
            for house in houses
        }
        fewest = min(houses, key=places.__getitem__)
        count_text = pluralized(places[fewest], "place")
        return HIDDEN_SINGLE.format(cell=name, house=layout.houses[fewest].label, digit=digit, places=count_text)
    return technique.condition(name, digit) or NOT_ELIMINATED.format(technique=technique.title, cell=name, digit=digit)
