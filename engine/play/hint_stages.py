"""Stages of hints: what each press of the hint key says and marks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.base.language import Sentence, _, lazy_gettext, ngettext
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import IS, cell_names, house_names, listing, removal

MAX_CELL_NAMES = 4
"""Maximum number of cells named in a sentence."""

MAX_HOUSES = 3
"""Maximum number of houses named to look at if no technique applies."""

DONE = lazy_gettext("{text}.")
"""A sentence about what was done."""

_MISSING_NOTE = lazy_gettext("{cell} lacks the note {digit}")

HOW, NEXT = lazy_gettext("how"), lazy_gettext("next")
"""The effect of a press that goes into a stage, and to the next one."""


class Remedy(Enum):
    """An action that helps where a hint can't; it has its own key."""

    HARDER_TECHNIQUES = lazy_gettext("allow hints to use harder techniques")
    LAST_CORRECT = lazy_gettext("go back to the last correct position")
    FILL_NOTES = lazy_gettext("note all candidates")


@dataclass(frozen=True)
class HintStage:
    """The result of one press of the hint key, as a sentence and as marks on the board.

    `next_press` describes the effect of the next press; it is empty if that requests another hint. The cursor goes to
    `cell`. `houses` and `cells` are the places to look at, `wrong` the cells with a mistake; `step` is shown with its
    candidates. With a `remedy`, the sentence contains `{key}` for its key. `parts` are the folded parts of the
    sentence, each of which becomes a stage of its own.
    """

    sentence: str
    next_press: str = ""
    cell: int | None = None
    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    step: Step | Explanation | Part | None = None
    remedy: Remedy | None = None
    parts: tuple[Part, ...] = ()

    def with_key(self, key: str) -> "HintStage":
        """A copy with the key of the remedy in the sentence."""
        return replace(self, sentence=self.sentence.format(key=key)) if self.remedy else self


def stages_of(step: Step | Part, last: str) -> tuple[HintStage, ...]:
    """The stages that explain a step: its sentence, then its parts; `last` is the effect of the press after them."""
    return with_presses([_stage(step), *map(folded_stage, step.parts)], last)


def _stage(step: Step | Part) -> HintStage:
    conclusions = step.places or step.removes
    cell = min(conclusions).cell if conclusions else None
    return HintStage(step.sentence, cell=cell, houses=step.houses, cells=step.cells, step=step)


def folded_stage(part: Part) -> HintStage:
    """The stage of a part, with the parts inside it folded."""
    return replace(_stage(part), parts=part.parts)


def with_presses(stages: Sequence[HintStage], last: str, first: Sentence = HOW) -> tuple[HintStage, ...]:
    """The stages, each of which leads to the next one; `first` and `last` are the effects of the outermost presses."""
    return tuple(
        replace(stage, next_press=last if number == len(stages) - 1 else str(NEXT if number else first))
        for number, stage in enumerate(stages)
    )


def notes_stages(layout: Layout, wrong: tuple[Candidate, ...]) -> tuple[HintStage, ...]:
    """The stages that report wrong notes, name their cells and missing digits, and add these."""
    cells = tuple(candidate.cell for candidate in wrong)
    names = some_cells(layout, cells)
    missing = [
        _MISSING_NOTE.format(cell=layout.cell_name(cell), digit=sign(digit)) for cell, digit in wrong[:MAX_CELL_NAMES]
    ]
    count = len(wrong)
    return (
        HintStage(
            ngettext(
                "Your notes of one cell are missing its digit.",
                "Your notes of {count} cells are missing their digits.",
                count,
            ).format(count=count),
            _("where"),
        ),
        HintStage(
            ngettext(
                "Your notes of {cells} are missing its digit.", "Your notes of {cells} are missing their digits.", count
            ).format(cells=names),
            _("what"),
            cells[0],
            wrong=cells,
        ),
        HintStage(
            DONE.format(text=listing(missing)), _("note it") if count == 1 else _("note them"), cells[0], wrong=cells
        ),
        HintStage(_("The notes of {cells} are complete again.").format(cells=names), cell=cells[0]),
    )


def conclusion_press(step: Step | Explanation) -> str:
    """The effect of the last press."""
    conclusions: Collection[Candidate] = step.places or step.removes
    if step.places:
        return _("place it") if len(conclusions) == 1 else _("place them")
    return _("remove it") if len(conclusions) == 1 else _("remove them")


def conclusion_sentence(layout: Layout, step: Step | Explanation) -> str:
    """A sentence on what was done."""
    if step.places:
        placed = [IS.format(cell=layout.cell_name(place.cell), digit=sign(place.digit)) for place in step.places]
        return DONE.format(text=listing(placed))
    return DONE.format(text=removal(layout, step.removes))


def places_to_look(explanation: Explanation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first houses that must contain a digit or, if there are none, the cells that must."""
    houses = tuple(dict.fromkeys(house for house, _ in explanation.houses))[:MAX_HOUSES]
    return houses, () if houses else explanation.cells


def place_names(layout: Layout, explanation: Explanation) -> str:
    """The names of these places."""
    houses, cells = places_to_look(explanation)
    return house_names(layout, houses) if houses else some_cells(layout, cells)


def mistake_stages(layout: Layout, sentence: str, wrong: tuple[int, ...]) -> tuple[HintStage, HintStage]:
    """The stages that name wrong digits, and clear them."""
    is_single = len(wrong) == 1
    cleared_sentence = ngettext("{cells} is empty again.", "{cells} are empty again.", len(wrong))
    return (
        HintStage(sentence, _("clear it") if is_single else _("clear them"), wrong[0], wrong=wrong),
        HintStage(cleared_sentence.format(cells=some_cells(layout, wrong)), cell=wrong[0]),
    )


def dead_end_stage(position: Position) -> HintStage:
    """Where a broken position has no place for a digit, or no digit for a cell."""
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


def some_cells(layout: Layout, cells: Sequence[int]) -> str:
    """The names of the cells, or of some and the number of others."""
    if len(cells) <= MAX_CELL_NAMES:
        return cell_names(layout, cells)
    return _("{cells} and {count} other cells").format(
        cells=", ".join(map(layout.cell_name, cells[: MAX_CELL_NAMES - 1])), count=len(cells) - MAX_CELL_NAMES + 1
    )
