"""Hints in stages: first where to look, then the technique and its reason, then the move.

Hints are found from the values alone. If no technique applies, a digit is explained by a minimal set of rules that
imply it, found by a solver. The same method explains digits that the player asks about, and puzzles without a solution.

The solution is used only to detect mistakes on the board or in the notes. Steps follow from the digits alone, never
from notes, but notes influence which step is offered: steps that the notes already contain are skipped (see
`engine.sudoku.techniques.next_step`). A hint that eliminates candidates is a move of the game, and the next hint takes
it into account.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from engine.base.language import _, lazy_gettext, ngettext
from engine.base.text import paragraph
from engine.play import single_words
from engine.play.fog import dark_cells, is_lit, lit_puzzle, lit_values, lit_wrong_notes
from engine.play.game import Game, candidates
from engine.play.hint_stages import (
    HOW,
    NEXT,
    HintStage,
    Remedy,
    conclusion_press,
    conclusion_sentence,
    dead_end_stage,
    folded_stage,
    mistake_stages,
    notes_stages,
    place_names,
    places_to_look,
    some_cells,
    stages_of,
    with_presses,
)
from engine.play.history import MoveKind
from engine.play.notes import missing_notes
from engine.sudoku.as_sat import explanation_words
from engine.sudoku.as_sat.demand_search import TooHardError
from engine.sudoku.as_sat.explanation import Explainer, Explanation
from engine.sudoku.as_sat.proof_steps import ClaimStep
from engine.sudoku.layout import Layout, conflicts
from engine.sudoku.puzzle import Digits, Puzzle, breaks, contradiction
from engine.sudoku.rules import broken as broken_rules
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import first_step, sound
from engine.sudoku.techniques.next_step import PlayerView, StepOrder, next_step
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import up_to
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import listing

RECENT_MOVES = 2
"""Number of last moves that indicate where the player is working."""

_MISTAKE = lazy_gettext("There is a mistake on the board.")

_LOOK_AND_NOTE = lazy_gettext("Look at {names}; {key} notes all candidates.")

_WITHOUT_STEP = {
    (False, False): lazy_gettext("Logic ends here: every empty cell can hold several digits."),
    (False, True): lazy_gettext("No technique applies here, but a digit still follows. Look at {places}."),
    (True, False): lazy_gettext("The next step is {level}: {key} allows it."),
    (True, True): lazy_gettext("The next step is {level}: {key} allows it. Without it, look at {places}."),
}
"""Sentences without an allowed step: by whether there is a harder one, and whether a digit follows."""

_TOO_HARD = lazy_gettext("No technique applies here, and no short explanation of a digit was found.")
_NO_SHORT_REASON = lazy_gettext("No short explanation was found.")
_NO_SHORT_CONTRADICTION = lazy_gettext("The puzzle has no solution, and no short explanation of that was found.")

_IN_FOG = lazy_gettext("{cell} is in fog.")
_ALL_IN_FOG = lazy_gettext("No step follows from the lit cells.")
_GIVEN = lazy_gettext("{cell} is a given.")
_EITHER = lazy_gettext("{cell} can be {digit}, but also something else: nothing on the board decides it.")
_SEVERAL = lazy_gettext("{cell} can hold several digits: nothing on the board decides it.")


class HintKind(Enum):
    """The kind of a hint."""

    STEP = lazy_gettext("a logical step")
    EXPLANATION = lazy_gettext("why something follows")
    MISTAKE = lazy_gettext("a mistake")
    WRONG_NOTES = lazy_gettext("there are wrong notes")
    NOTHING = lazy_gettext("nothing to hint at")


@dataclass(frozen=True)
class HintRequest:
    """A request for a hint, as a value that a thread can answer while the game continues.

    `eliminated` are the candidates eliminated so far; techniques harder than `level` are excluded. `about` asks why a
    cell is or is not that digit or, with digit 0, why it has its value. `view` is what the player sees, and `order` the
    preference among steps. `wrong_notes` are digits missing in the notes; with `offers_notes`, a step about candidates
    offers to fill in notes where there are none. In fog, puzzle and values are those that are lit, and no stage speaks
    of the `dark` cells.
    """

    puzzle: Puzzle
    solution: Digits | None
    solvable: bool
    values: Digits
    eliminated: frozenset[Candidate]
    level: Level
    about: Candidate | None = None
    view: PlayerView = field(default_factory=PlayerView)
    order: StepOrder = StepOrder.BY_SIGHT
    wrong_notes: tuple[Candidate, ...] = ()
    offers_notes: bool = False
    dark: frozenset[int] = frozenset()

    def answer(self, cancel: Callable[[], bool] | None = None) -> "Hint":
        """Find the hint. Polls `cancel` and raises Cancelled if it returns True."""
        try:
            return self._answer(cancel)
        except TooHardError:
            position = candidates(self.puzzle, self.values, self.eliminated)
            sentence = _NO_SHORT_REASON if self.solvable else _NO_SHORT_CONTRADICTION
            return self._hint(HintKind.NOTHING, position, HintStage(str(sentence)))

    def _answer(self, cancel: Callable[[], bool] | None) -> "Hint":
        layout = self.puzzle.layout
        if not self.solvable:
            return self._explain_contradiction(cancel)
        if self.about:
            return self._explain_candidate(self.about, cancel)
        position = candidates(self.puzzle, self.values, self.eliminated)
        if position.is_solved and not breaks(self.puzzle, self.values):
            return self._hint(HintKind.NOTHING, position, HintStage(_("The puzzle is solved.")))
        mistake = self._mistake(position)
        if mistake:
            return self._hint(HintKind.MISTAKE, position, HintStage(str(_MISTAKE), _("where")), *mistake)
        if self.wrong_notes:
            return self._hint(HintKind.WRONG_NOTES, position, *notes_stages(layout, self.wrong_notes))
        allowed = sound(self.puzzle, unique=self.solution is not None and not self.dark)
        easy_enough = allowed & up_to(self.level)
        while step := next_step(position, easy_enough, self.view, self.order, cancel):
            if not self.view.contains(step) and is_lit(step, self.dark):
                return replace(self._hint(HintKind.STEP, position, *self._stages(position, step)), step=step)
            position = step.apply(position)
        if self.dark:
            return self._hint(HintKind.NOTHING, position, HintStage(str(_ALL_IN_FOG)))
        harder = first_step(position, allowed - easy_enough, cancel)
        return self._explain_without_step(position, harder.technique.level if harder else None, cancel)

    def _stages(self, position: Position, step: Step) -> tuple[HintStage, ...]:
        """The stages of a step. Names at most two houses to look at; the first ones are the most helpful."""
        layout = position.layout
        cell = min(step.places or step.removes).cell
        last = (
            *stages_of(step, conclusion_press(step)),
            HintStage(conclusion_sentence(layout, step), cell=cell),
        )
        if single_stages := single_words.stages(position, step):
            presses = [_("which kind"), *[_("why")] * (len(single_stages) - 2), _("which digit")]
            stages = zip(single_stages, presses, strict=True)
            return (
                *(HintStage(stage.sentence, press, houses=stage.houses, cells=stage.cells) for stage, press in stages),
                *last,
            )
        houses = step.houses[:2]
        cells = () if houses else step.cells
        names_text = listing([layout.houses[house].label for house in houses]) if houses else some_cells(layout, cells)
        first_stage = HintStage(single_words.LOOK.format(names=names_text), _("why"), houses=houses, cells=cells)
        if self._lacks_notes(position, step):
            sentence = _LOOK_AND_NOTE.format(names=names_text, key="{key}")
            first_stage = replace(first_stage, sentence=sentence, remedy=Remedy.FILL_NOTES)
        return (first_stage, *last)

    def _lacks_notes(self, position: Position, step: Step) -> bool:
        """Whether the player can, and first has to, note candidates."""
        view = self.view
        if not self.offers_notes or view.shows_candidates or not view.notes:
            return False
        cells = {*step.cells, *(cell for cell, _digit in step.removes)}
        return missing_notes(position, view.notes, view.corners, cells)

    def _explain_without_step(
        self, position: Position, harder_level: Level | None, cancel: Callable[[], bool] | None
    ) -> "Hint":
        """Explain a digit that follows, or why the board can't be completed.

        `harder_level` is the level of the easiest step, which was not allowed; None if there is no step.
        """
        explainer = Explainer(position, cancel)
        remedy = Remedy.HARDER_TECHNIQUES if harder_level else None
        try:
            contradiction = explainer.contradiction()
            if contradiction:
                mistake_stage = HintStage(str(_MISTAKE), _("why"))
                return self._explanation_hint(
                    contradiction, position, mistake_stage, steps=explainer.steps(contradiction)
                )
            explanation = explainer.easiest()
        except TooHardError:
            sentence = (
                _WITHOUT_STEP[True, False].format(level=harder_level.title, key="{key}")
                if harder_level
                else str(_TOO_HARD)
            )
            return self._hint(HintKind.NOTHING, position, HintStage(sentence, remedy=remedy))
        names = place_names(position.layout, explanation) if explanation else ""
        sentence = _WITHOUT_STEP[harder_level is not None, explanation is not None].format(
            level=harder_level.title if harder_level else "", places=names, key="{key}"
        )
        if explanation is None:
            return self._hint(HintKind.NOTHING, position, HintStage(sentence, remedy=remedy))
        houses, cells = places_to_look(explanation)
        first_stage = HintStage(sentence, _("why"), houses=houses, cells=cells, remedy=remedy)
        return self._explanation_hint(explanation, position, first_stage, steps=explainer.steps(explanation))

    def _explain_candidate(self, about: Candidate, cancel: Callable[[], bool] | None) -> "Hint":
        """Explain from the digits alone why the cell is or is not the digit, whatever the player has entered."""
        (cell, digit), name = about, self.puzzle.layout.cell_name(about.cell)
        if cell in self.dark:
            position = candidates(self.puzzle, self.values, ())
            return self._hint(HintKind.NOTHING, position, HintStage(_IN_FOG.format(cell=name), cell=cell))
        is_given = self.puzzle.givens[cell] != 0
        values = self.values if is_given else (*self.values[:cell], 0, *self.values[cell + 1 :])
        position = candidates(self.puzzle, values, ())
        if is_given:
            return self._hint(HintKind.NOTHING, position, HintStage(_GIVEN.format(cell=name), cell=cell))
        explainer = Explainer(position, cancel)
        explanation = explainer.contradiction() or (explainer.claim(about) if digit else explainer.digit_of(cell))
        if explanation and self.dark.intersection(explanation.cells, (place for place, _ in explanation.digits)):
            explanation = None
        if explanation and self.dark:
            return self._explanation_hint(explanation, position)
        if explanation:
            return self._explanation_hint(explanation, position, steps=explainer.steps(explanation))
        sentence = _EITHER.format(cell=name, digit=sign(digit)) if digit else _SEVERAL.format(cell=name)
        return self._hint(HintKind.NOTHING, position, HintStage(sentence, cell=cell))

    def _explain_contradiction(self, cancel: Callable[[], bool] | None) -> "Hint":
        """Explain why the givens have no solution."""
        position = candidates(self.puzzle, self.puzzle.givens, ())
        explainer = Explainer(position, cancel)
        explanation = explainer.contradiction()
        assert explanation, "the puzzle is known to have no solution"
        return self._explanation_hint(explanation, position, steps=explainer.steps(explanation))

    def _explanation_hint(
        self, explanation: Explanation, position: Position, *before: HintStage, steps: Sequence[ClaimStep] = ()
    ) -> "Hint":
        """The hint with an explanation, after these stages: in small steps if there are any."""
        layout = position.layout
        digits = tuple(cell for cell, _ in explanation.digits)
        cells = tuple(sorted({*digits, *explanation.cells})) if explanation.claim else explanation.cells
        if steps:
            reason = explanation_words.small_steps(explanation, steps, layout)
            parts = explanation_words.step_parts(explanation, steps, layout)
        else:
            reason = explanation_words.enough(layout, explanation)
            parts = explanation_words.argument(explanation, position)
        stage = HintStage(
            paragraph((explanation_words.claim(layout, explanation), reason)),
            cell=explanation.claim.cell if explanation.claim else None,
            houses=tuple(dict.fromkeys(house for house, _ in explanation.houses)) or explanation.distinct,
            cells=cells,
            wrong=() if explanation.claim else digits,
            step=explanation,
        )
        last = self._conclusion(layout, explanation)
        stages = with_presses([stage, *map(folded_stage, parts)], conclusion_press(explanation) if last else "")
        hint = self._hint(HintKind.EXPLANATION, position, *before, *stages, *last)
        return replace(hint, step=explanation if last else None)

    def _conclusion(self, layout: Layout, explanation: Explanation) -> tuple[HintStage, ...]:
        """The stage that changes the board; empty unless it concerns an empty cell."""
        claim = explanation.claim
        return (
            (HintStage(conclusion_sentence(layout, explanation), cell=claim.cell),)
            if claim and not self.values[claim.cell]
            else ()
        )

    def _hint(self, kind: HintKind, position: Position, *stages: HintStage) -> "Hint":
        return Hint(self, kind, stages, position)

    def _mistake(self, position: Position) -> tuple[HintStage, ...]:
        """The stages that show and correct a mistake; empty if there is none."""
        layout = position.layout
        if self.solution is not None:
            pairs = zip(self.values, self.solution, strict=True)
            wrong = tuple(cell for cell, (value, digit) in enumerate(pairs) if value not in (0, digit))
            if not wrong:
                return ()
            sentence = ngettext("{cells} is wrong.", "{cells} are wrong.", len(wrong))
            return mistake_stages(layout, sentence.format(cells=some_cells(layout, wrong)), wrong)
        repeated = conflicts(layout, self.values)
        if repeated:
            wrong = tuple(cell for cell in repeated[0].cells if not self.puzzle.givens[cell])
            return mistake_stages(layout, f"{contradiction(layout, repeated[0])}.", wrong)
        for rule, cells in broken_rules(self.puzzle.rules, layout, self.values):
            wrong = tuple(cell for cell in cells if not self.puzzle.givens[cell])
            if wrong:
                return mistake_stages(layout, _("{rule} is broken.").format(rule=rule.name(layout)), wrong)
        return (dead_end_stage(position),) if position.is_broken else ()


@dataclass(frozen=True)
class Hint:
    """The answer to a request, in stages; `number` (from 0) is the current one.

    `position` is the basis of its reasoning. The last stage of a hint with a `step` makes it on the board, and that of
    a MISTAKE clears the wrong cells, if known; both say what was done.
    """

    request: HintRequest
    kind: HintKind
    stages: tuple[HintStage, ...]
    position: Position
    step: Step | Explanation | None = None
    number: int = 0

    @property
    def stage(self) -> HintStage:
        """The current stage."""
        return self.stages[self.number]

    def unfolded(self) -> "Hint":
        """The first part inside the current stage; the hint itself if the stage has none."""
        stage, number = self.stage, self.number
        if not stage.parts:
            return self
        parts = with_presses([*map(folded_stage, stage.parts)], stage.next_press, NEXT)
        stages = (
            *self.stages[:number],
            replace(stage, next_press=str(HOW), parts=()),
            *parts,
            *self.stages[number + 1 :],
        )
        return replace(self, stages=stages, number=number + 1)

    def holds(self, game: Game) -> bool:
        """Whether the hint refers to the current board, and to the current notes if it is about wrong ones."""
        request = self.request
        notes_agree = self.kind is not HintKind.WRONG_NOTES or request.wrong_notes == lit_wrong_notes(game)
        return request.values == lit_values(game) and request.eliminated == game.eliminated and notes_agree

    def has_next_stage(self, game: Game, level: Level) -> bool:
        """Whether it has another stage and still answers the same request."""
        return bool(self.stage.next_press) and self.holds(game) and self.request.level is level


def ask(
    game: Game,
    level: Level = Level.EXTREME,
    about: Candidate | None = None,
    *,
    cursor: int | None = None,
    shows_candidates: bool = False,
    order: StepOrder = StepOrder.BY_SIGHT,
) -> HintRequest:
    """A request for a hint on the current board, or for an explanation (see `HintRequest`).

    Of equally easy steps, the one nearest to the cursor and the last moves is offered.
    """
    board = game.board
    focus = tuple(dict.fromkeys(cell for cell in (cursor, *_recent_cells(game)) if cell is not None))
    return HintRequest(
        lit_puzzle(game), game.solution, game.solvable, lit_values(game), game.eliminated, level, about,
        PlayerView(board.notes, board.corners, shows_candidates, focus), order, lit_wrong_notes(game),
        offers_notes=True, dark=dark_cells(game),
    )  # fmt: skip


def _recent_cells(game: Game) -> Iterator[int | None]:
    """The cells of the last moves since the last restart, the latest first."""
    for node in reversed(game.history.path()[-RECENT_MOVES:]):
        move = game.history[node].move
        if move.kind is MoveKind.RESTART:
            break
        yield move.cell


def accept(game: Game, hint: Hint) -> bool:
    """Count a new hint unless the board has changed meanwhile; returns whether it still holds."""
    if hint.holds(game) and hint.kind is not HintKind.NOTHING:
        game.count_hint()
    return hint.holds(game)


def advance(game: Game, hint: Hint) -> Hint:
    """The next stage of a hint; the last stage changes the game."""
    next_hint = replace(hint, number=hint.number + 1)
    if next_hint.stage.next_press:
        return next_hint
    if hint.kind is HintKind.MISTAKE and hint.stage.wrong:
        game.clear_values(hint.stage.wrong)
    if hint.kind is HintKind.WRONG_NOTES:
        game.add_notes(hint.request.wrong_notes)
    if hint.step:
        for cell, digit in hint.step.places:
            game.place(cell, digit)
        game.eliminate(hint.step.removes)
    return next_hint
