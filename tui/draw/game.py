"""How a game looks: its board, from the game, what the player has marked, and a hint.

One mark means one thing everywhere: `*` a hint rests on it, `-` it falls, `+` it follows, `!` it is wrong. The links of
a chain are letters in order: where the first of them is false, small letters are false and capitals true.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from string import ascii_lowercase
from typing import NamedTuple

from rich.style import Style

from engine.play.game import Game
from engine.play.hints import Hint, Stage
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import Conflict, Layout
from engine.sudoku.techniques.step import Step
from tui.draw.board import Look, Sign
from tui.draw.palette import Palette

LINKS = "On the board letters number the links: if a is false, small letters are false and capitals true."
"""What is said beside the sentence of a chain."""


@dataclass(frozen=True)
class Marks:
    """What a screen marks on a game's board, beside its cursor; `highlighted` is a digit or 0.

    With `digit_first` the highlighted digit is the one that goes into cells. A `hint` is drawn as far as its present
    stage marks anything, and told from `page` (from 0) on.
    """

    noting: bool = False
    digit_first: bool = False
    candidates: bool = False
    highlighted: int = 0
    shaded: bool = False
    paused: bool = False
    hint: Hint | None = None
    page: int = 0


def board_look(game: Game, marks: Marks, cursor: int | None, palette: Palette) -> Look:
    """The board of a game with the cursor on a cell, or with none; a paused one is hidden.

    Cells show the player's notes, or all candidates; while a step is explained, those that it is about show theirs.
    """
    layout, board = game.layout, game.board
    noted = [cell for cell, entry in enumerate(board.entries) if entry.notes]
    inks = [
        palette.given if given else palette.revealed if entry.revealed else palette.player
        for given, entry in zip(game.puzzle.givens, board.entries, strict=True)
    ]
    if marks.paused:
        return Look(
            board.values,
            inks,
            highlighted=marks.highlighted,
            cursor=cursor,
            cursor_ground=palette.cursor,
            hidden=True,
        )
    stage = marks.hint.stage if marks.hint else _NO_STAGE
    hint = hint_marks(stage, palette) if marks.hint else _NO_MARKS
    notes = list(game.candidates.masks if marks.candidates else board.notes)
    if marks.hint and hint.candidates:
        about = {cell for house in stage.houses for cell in layout.houses[house].cells}
        for cell in about | {cell for cell, _ in hint.candidates}:
            notes[cell] = marks.hint.position.masks[cell]
    # grounds from the least to the most important
    grounds: dict[int, Style] = {}
    digit = marks.highlighted
    if marks.shaded and cursor is not None and not (stage.houses or stage.cells):
        grounds.update(dict.fromkeys(layout.peers[cursor], palette.peer))
        digit = digit or board.values[cursor]
    if digit:
        grounds.update({cell: palette.same for cell, value in enumerate(board.values) if value == digit})
    for house in stage.houses:
        grounds.update(dict.fromkeys(layout.houses[house].cells, palette.peer))
    grounds.update({cell: sign.ground for cell, sign in hint.cells.items()})
    grounds.update(conflict_grounds(layout, board.conflicts, palette))
    return Look(
        board.values,
        inks,
        grounds,
        signs={cell: sign.mark for cell, sign in hint.cells.items()},
        notes=notes,
        noted=noted,
        note_signs=hint.candidates,
        spoken=hint.spoken,
        highlighted=marks.highlighted,
        pointed=stage.houses,
        done=done_houses(layout, board.values),
        cursor=cursor,
        cursor_ground=palette.cursor,
        conflicts=board.conflicts,
    )


def done_houses(layout: Layout, values: Sequence[int]) -> list[int]:
    """The houses that hold a different digit in each of their cells."""
    found = []
    for number, house in enumerate(layout.houses):
        digits = {values[cell] for cell in house.cells}
        if 0 not in digits and len(digits) == len(house.cells):
            found.append(number)
    return found


def conflict_grounds(layout: Layout, conflicts: Iterable[Conflict], palette: Palette) -> dict[int, Style]:
    """Grounds of the houses that break a rule, and over them of the cells that break it."""
    broken = {cell for conflict in conflicts for cell in layout.houses[conflict.house].cells}
    clashing = {cell for conflict in conflicts for cell in conflict.cells}
    return dict.fromkeys(broken, palette.broken) | dict.fromkeys(clashing, palette.clash)


class HintMarks(NamedTuple):
    """What a hint marks: candidates by cell and digit, cells, and by cell the digits that it speaks of."""

    candidates: Mapping[tuple[int, int], Sign]
    cells: Mapping[int, Sign]
    spoken: Mapping[int, int]


_NO_STAGE, _NO_MARKS = Stage(""), HintMarks({}, {}, {})


def hint_marks(stage: Stage, palette: Palette) -> HintMarks:
    """The marks of a stage; of a cell with several candidates what becomes of it counts more than what it proves."""
    proves, falls, follows = Sign("*", palette.proves), Sign("-", palette.falls), Sign("+", palette.follows)
    cells = dict.fromkeys(stage.cells, proves) | dict.fromkeys(stage.wrong, Sign("!", palette.clash))
    step = stage.step
    if step is None:
        return HintMarks({}, cells, {})
    links: dict[tuple[int, int], Sign] = {  # a link that the chain comes back to is true in the end
        candidate: Sign(letter.upper(), palette.proves) if true else Sign(letter, palette.peer)
        for node, letter, true in zip(step.chain, ascii_lowercase, cycle((False, True)))
        for candidate in node
    }
    spoken = _spoken_digits(step, cells)
    candidates: dict[tuple[int, int], Sign] = {
        **dict.fromkeys(step.candidates, proves),
        **links,
        **dict.fromkeys(step.removes, falls),
        **dict.fromkeys(step.places, follows),
    }
    cells |= {cell: sign for (cell, digit), sign in links.items() if spoken.get(cell) == digit}
    cells |= {cell: falls for cell, _ in step.removes} | {cell: follows for cell, _ in step.places}
    return HintMarks(candidates, cells, spoken)


def _spoken_digits(step: Step | Explanation, cells: Collection[int]) -> dict[int, int]:
    """For cells in which a hint speaks of one candidate, its digit.

    A candidate that proves something counts in `cells`. Of several candidates those count that are removed, and of the
    links of a chain one that is true.
    """
    outcome = step.places or step.removes
    linked = dict(candidate for node in (*step.chain[::2], *step.chain[1::2]) for candidate in node)
    decided = {cell for cell, _ in outcome}
    digits: dict[int, set[int]] = {cell: {digit} for cell, digit in linked.items() if cell not in decided}
    proving = (one for one in step.candidates if one.cell in cells and one.cell not in decided | linked.keys())
    for cell, digit in (*outcome, *proving):
        digits.setdefault(cell, set()).add(digit)
    return {cell: min(several) for cell, several in digits.items() if len(several) == 1}
