"""Hints in stages: where to look, then the technique and its reason, then the move; found from the values alone.

Where no technique leads on, a digit is explained by the fewest rules that a solver finds to be enough for it. So are
the digits that the player asks about, and why a puzzle has no solution.

The solution is looked at for one thing only: to tell a mistake on the board. The player's notes are not looked at:
they may be wrong. What a hint eliminates is a move of the game, and the next hint goes on from there.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.base.language import _, lazy_gettext, ngettext
from engine.base.text import paragraph
from engine.play.game import Game, candidates
from engine.sudoku.as_sat import explanation_words
from engine.sudoku.as_sat.explanation import Explainer, Explanation
from engine.sudoku.layout import Layout, conflicts
from engine.sudoku.puzzle import Digits, Puzzle, contradiction
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import first_step, sound
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import up_to
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import IS, cell_names, house_names, listing, removal

MOST_NAMED = 4
"""How many cells a sentence names one by one."""

MOST_HOUSES = 3
"""How many houses a hint names to look at where no technique leads on."""


class HintKind(Enum):
    """What a hint has to offer."""

    STEP = lazy_gettext("a step by logic")
    EXPLANATION = lazy_gettext("why something follows")
    MISTAKE = lazy_gettext("there is a mistake")
    NOTHING = lazy_gettext("nothing to hint at")


class Remedy(Enum):
    """What helps where a hint can't, by a key of its own."""

    HARDER_TECHNIQUES = lazy_gettext("allow hints to use harder techniques")
    LAST_CORRECT = lazy_gettext("go back to the last correct position")


@dataclass(frozen=True)
class HintStage:
    """What one press of the hint key tells, and what it marks on the board.

    `more` says what the next press does ("" where it asks for another hint) and `cell` is where to go. `houses` and
    `cells` are where to look, `wrong` are cells with a mistake, `step` is explained with its candidates. With a
    `remedy`, `{key}` in the sentence stands for the key that it has.
    """

    sentence: str
    more: str = ""
    cell: int | None = None
    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    step: Step | Explanation | None = None
    remedy: Remedy | None = None

    def with_key(self, key: str) -> "HintStage":
        """The stage with the key of its remedy named in the sentence."""
        return replace(self, sentence=self.sentence.format(key=key)) if self.remedy else self


@dataclass(frozen=True)
class HintRequest:
    """What a hint is wanted for: a value, so that a thread can look for the answer while the game goes on.

    `eliminated` are the candidates ruled out so far; techniques harder than `level` are left out. With `about` it is
    asked why that cell is or is not that digit or, with digit 0, why it is what it is.
    """

    puzzle: Puzzle
    solution: Digits | None
    solvable: bool
    values: Digits
    eliminated: frozenset[Candidate]
    level: Level
    about: Candidate | None = None

    def answer(self, cancel: Callable[[], bool] | None = None) -> "Hint":
        """Find the hint; the search polls `cancel` and raises Cancelled when it is true."""
        layout = self.puzzle.layout
        if not self.solvable:
            return self._contradictory(cancel)
        if self.about:
            return self._about(self.about, cancel)
        position = candidates(self.puzzle, self.values, self.eliminated)
        if position.is_solved and not conflicts(layout, self.values):
            return self._hint(HintKind.NOTHING, position, HintStage(_("The puzzle is solved.")))
        mistake = self._mistake(position)
        if mistake:
            return self._hint(HintKind.MISTAKE, position, HintStage(str(_MISTAKE), _("where")), *mistake)
        allowed = sound(self.puzzle, unique=self.solution is not None)
        easy_enough = allowed & up_to(self.level)
        step = first_step(position, easy_enough, cancel)
        if step:
            return replace(self._hint(HintKind.STEP, position, *_stages(layout, step)), step=step)
        harder = first_step(position, allowed - easy_enough, cancel)
        return self._without_step(position, harder.technique.level if harder else None, cancel)

    def _without_step(self, position: Position, beyond: Level | None, cancel: Callable[[], bool] | None) -> "Hint":
        """Explain a digit that follows, or why the board can't be completed.

        `beyond` is the level of the step that was not allowed.
        """
        explainer = Explainer(position, cancel)
        wrong = explainer.contradiction()
        if wrong:
            return self._explained(wrong, position, HintStage(str(_MISTAKE), _("why")))
        explanation = explainer.placement()
        remedy = Remedy.HARDER_TECHNIQUES if beyond else None
        where = _where(position.layout, explanation) if explanation else ""
        sentence = _WITHOUT_STEP[beyond is not None, explanation is not None].format(
            level=beyond.title if beyond else "", where=where, key="{key}"
        )
        if explanation is None:
            return self._hint(HintKind.NOTHING, position, HintStage(sentence, remedy=remedy))
        houses, cells = _places_to_look(explanation)
        look = HintStage(sentence, _("why"), houses=houses, cells=cells, remedy=remedy)
        return self._explained(explanation, position, look)

    def _about(self, about: Candidate, cancel: Callable[[], bool] | None) -> "Hint":
        """Explain by the digits alone why the cell is or is not the digit, whatever the player has put there."""
        (cell, digit), name = about, self.puzzle.layout.cell_name(about.cell)
        given = self.puzzle.givens[cell] != 0
        values = self.values if given else (*self.values[:cell], 0, *self.values[cell + 1 :])
        position = candidates(self.puzzle, values, ())
        if given:
            return self._hint(HintKind.NOTHING, position, HintStage(_GIVEN.format(cell=name), cell=cell))
        explainer = Explainer(position, cancel)
        explanation = explainer.contradiction() or (explainer.claim(about) if digit else explainer.digit_of(cell))
        if explanation:
            shorter = explainer.shorter(explanation)
            if shorter is None or shorter.claim is None:
                return self._explained(explanation, position)
            text = explanation_words.long(position.layout, explanation, shorter)
            return self._explained(explanation, position, HintStage(text, _("why"), cells=(shorter.claim.cell,)))
        sentence = _EITHER.format(cell=name, digit=sign(digit)) if digit else _SEVERAL.format(cell=name)
        return self._hint(HintKind.NOTHING, position, HintStage(sentence, cell=cell))

    def _contradictory(self, cancel: Callable[[], bool] | None) -> "Hint":
        """Explain why the givens have no solution."""
        position = candidates(self.puzzle, self.puzzle.givens, ())
        explanation = Explainer(position, cancel).contradiction()
        assert explanation, "the puzzle is known to have no solution"
        return self._explained(explanation, position)

    def _explained(self, explanation: Explanation, position: Position, *before: HintStage) -> "Hint":
        """The hint that explains something, after these stages."""
        layout = position.layout
        digits = tuple(cell for cell, _ in explanation.digits)
        mentioned = tuple(sorted({*digits, *explanation.cells})) if explanation.claim else explanation.cells
        sentences = (explanation_words.claim(layout, explanation), explanation_words.enough(layout, explanation))
        argument = explanation_words.argument(layout, explanation, position)
        stage = HintStage(
            paragraph(sentences),
            cell=explanation.claim.cell if explanation.claim else None,
            houses=tuple(dict.fromkeys(house for house, _ in explanation.houses)) or explanation.distinct,
            cells=mentioned,
            wrong=() if explanation.claim else digits,
            step=explanation,
        )
        last = self._conclusion(layout, explanation)
        act = _act(explanation) if last else ""
        stages = [replace(stage, more=act)]
        if argument:
            stages = [replace(stage, more="how"), replace(stage, sentence=paragraph(argument), more=act)]
        hint = self._hint(HintKind.EXPLANATION, position, *before, *stages, *last)
        return replace(hint, step=explanation if last else None)

    def _conclusion(self, layout: Layout, explanation: Explanation) -> tuple[HintStage, ...]:
        """What is done on the board; nothing where that is not for an empty cell."""
        claim = explanation.claim
        return (
            (HintStage(_done(layout, explanation), cell=claim.cell),) if claim and not self.values[claim.cell] else ()
        )

    def _hint(self, kind: HintKind, position: Position, *stages: HintStage) -> "Hint":
        return Hint(self, kind, stages, position)

    def _mistake(self, position: Position) -> tuple[HintStage, ...]:
        """Where the mistake is, and how it is put right; nothing if there is none."""
        layout = position.layout
        if self.solution is not None:
            pairs = zip(self.values, self.solution, strict=True)
            wrong = tuple(cell for cell, (value, digit) in enumerate(pairs) if value not in (0, digit))
            if not wrong:
                return ()
            sentence = ngettext("{cells} is wrong.", "{cells} are wrong.", len(wrong))
            return _cleared(layout, sentence.format(cells=_cells(layout, wrong)), wrong)
        broken = conflicts(layout, self.values)
        if broken:
            wrong = tuple(cell for cell in broken[0].cells if not self.puzzle.givens[cell])
            return _cleared(layout, f"{contradiction(layout, broken[0])}.", wrong)
        return (_dead_end(position),) if position.is_broken else ()


@dataclass(frozen=True)
class Hint:
    """The answer to a question, in stages; `number` (from 0) counts those told.

    It argues from `position`. The last stage of one with a `step` makes it on the board, that of a MISTAKE clears the
    wrong cells, where they are known; each says what was done.
    """

    question: HintRequest
    kind: HintKind
    stages: tuple[HintStage, ...]
    position: Position
    step: Step | Explanation | None = None
    number: int = 0

    @property
    def stage(self) -> HintStage:
        """What to show now."""
        return self.stages[self.number]

    def holds(self, game: Game) -> bool:
        """Whether it is about the board as it stands; notes make no difference."""
        return self.question.values == game.values and self.question.eliminated == game.eliminated

    def goes_on(self, game: Game, level: Level) -> bool:
        """Whether it has another stage to tell and still answers what would be asked."""
        return bool(self.stage.more) and self.holds(game) and self.question.level is level


def ask(game: Game, level: Level = Level.EXTREME, about: Candidate | None = None) -> HintRequest:
    """The question for a hint on the board as it stands, or for an explanation (see `Question`)."""
    return HintRequest(game.puzzle, game.solution, game.solvable, game.values, game.eliminated, level, about)


def accept(game: Game, hint: Hint) -> bool:
    """Count a hint just found as taken, unless the board has changed meanwhile; tells whether it still holds."""
    if hint.holds(game) and hint.kind is not HintKind.NOTHING:
        game.count_hint()
    return hint.holds(game)


def advance(game: Game, hint: Hint) -> Hint:
    """The next stage of a hint that goes on; the last stage is made on the game."""
    next_hint = replace(hint, number=hint.number + 1)
    if next_hint.stage.more:
        return next_hint
    if hint.kind is HintKind.MISTAKE and hint.stage.wrong:
        game.clear_values(hint.stage.wrong)
    if hint.step:
        for cell, digit in hint.step.places:
            game.place(cell, digit)
        game.eliminate(hint.step.removes)
    return next_hint


DONE = lazy_gettext("{what}.")
"""A sentence about what was done."""

_MISTAKE = lazy_gettext("There is a mistake on the board.")

_WITHOUT_STEP = {
    (False, False): lazy_gettext("Logic ends here: every empty cell can hold several digits."),
    (False, True): lazy_gettext("No technique applies here, but a digit still follows. Look at {where}."),
    (True, False): lazy_gettext("The next step is {level}: {key} allows it."),
    (True, True): lazy_gettext("The next step is {level}: {key} allows it. Without it, look at {where}."),
}
"""Where no step is allowed: by whether there is a harder one, and whether some digit follows."""

_GIVEN = lazy_gettext("{cell} is a given.")
_EITHER = lazy_gettext("{cell} can be {digit}, and it can be something else: nothing on the board decides it.")
_SEVERAL = lazy_gettext("{cell} can hold several digits: nothing on the board decides it.")


def _stages(layout: Layout, step: Step) -> tuple[HintStage, ...]:
    """A step in stages. Two houses are enough to look at, and the first ones tell most."""
    houses = step.houses[:2]
    cells = () if houses else step.cells
    names = listing([layout.houses[house].label for house in houses]) if houses else _cells(layout, cells)
    cell = min(step.places or step.removes).cell
    return (
        HintStage(_("Look at {names}.").format(names=names), _("why"), houses=houses, cells=cells),
        HintStage(step.sentence, _act(step), cell, step.houses, step.cells, step=step),
        HintStage(_done(layout, step), cell=cell),
    )


def _act(step: Step | Explanation) -> str:
    """What the last press does."""
    follows: Collection[Candidate] = step.places or step.removes
    if step.places:
        return _("place it") if len(follows) == 1 else _("place them")
    return _("remove it") if len(follows) == 1 else _("remove them")


def _done(layout: Layout, step: Step | Explanation) -> str:
    """What it has done."""
    if step.places:
        placed = [IS.format(cell=layout.cell_name(place.cell), digit=sign(place.digit)) for place in step.places]
        return DONE.format(what=listing(placed))
    return DONE.format(what=removal(layout, step.removes))


def _places_to_look(explanation: Explanation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first houses that must hold a digit or, if there are none, the cells that must."""
    houses = tuple(dict.fromkeys(house for house, _ in explanation.houses))[:MOST_HOUSES]
    return houses, () if houses else explanation.cells


def _where(layout: Layout, explanation: Explanation) -> str:
    """These by name."""
    houses, cells = _places_to_look(explanation)
    return house_names(layout, houses) if houses else _cells(layout, cells)


def _cleared(layout: Layout, sentence: str, wrong: tuple[int, ...]) -> tuple[HintStage, HintStage]:
    """Wrong digits are told, and then taken off."""
    is_single = len(wrong) == 1
    done = ngettext("{cells} is empty again.", "{cells} are empty again.", len(wrong))
    return (
        HintStage(sentence, _("clear it") if is_single else _("clear them"), wrong[0], wrong=wrong),
        HintStage(done.format(cells=_cells(layout, wrong)), cell=wrong[0]),
    )


def _dead_end(position: Position) -> HintStage:
    """Where a broken position has no place left for a digit, or no digit for a cell: some digit is wrong."""
    layout, remedy = position.layout, Remedy.LAST_CORRECT
    for cell in position.dead_cells():
        sentence = _("{cell} has no candidate left; {{key}} goes back to the last correct position.").format(
            cell=layout.cell_name(cell)
        )
        return HintStage(sentence, cell=cell, wrong=(cell,), remedy=remedy)
    house, digit = next(position.dead_digits())
    sentence = _(
        "In {house} there is no place left for {digit}; {{key}} goes back to the last correct position."
    ).format(house=layout.houses[house].label, digit=sign(digit))
    return HintStage(sentence, houses=(house,), remedy=remedy)


def _cells(layout: Layout, cells: Sequence[int]) -> str:
    """The cells by name, or some of them and how many more there are."""
    if len(cells) <= MOST_NAMED:
        return cell_names(layout, cells)
    return _("{cells} and {count} other cells").format(
        cells=", ".join(map(layout.cell_name, cells[: MOST_NAMED - 1])), count=len(cells) - MOST_NAMED + 1
    )
