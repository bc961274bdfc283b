"""The appearance of a game: its board, the player's marks, and a hint.

Each sign has one meaning everywhere: `*` supports a hint, `-` is false, `+` is true, `!` is wrong. The links of a chain
are numbered; their signs hold if the first link is false.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style

from engine.base.language import lazy_gettext as _
from engine.play.board import NoteKind
from engine.play.game import Game
from engine.play.hints import Hint, HintStage
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import Conflict, Layout
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.draw.board import BoardAppearance, Sign, Statement
from tui.draw.fog import fogged
from tui.draw.palette import Palette
from tui.draw.rules import rule_grounds

LINKS = _(
    "On the board the links are numbered: if the first is false (-), each + is true and each - is false;"
    " a link is strong from - to + and weak from + to -."
)
"""The explanation of the signs of a chain."""


@dataclass(frozen=True)
class Marks:
    """The marks of a screen on a game's board, beside its cursor.

    Several `highlighted` digits mark the cells whose notes contain all of them; `pairs` marks cells with two notes.
    With `digit_first`, the highlighted digit is the one to place; notes go where `note_kind` says. A `hint` has the
    marks of its present stage and its text from `page` (from 0) on.
    """

    noting: bool = False
    note_kind: NoteKind = NoteKind.CENTRE
    digit_first: bool = False
    candidates: bool = False
    highlighted: frozenset[int] = frozenset()
    pairs: bool = False
    selected: frozenset[int] = frozenset()
    shaded: bool = False
    paused: bool = False
    hint: Hint | None = None
    page: int = 0


def board_look(game: Game, marks: Marks, cursor: int | None, palette: Palette) -> BoardAppearance:
    """Return the appearance of a game's board; a paused one is hidden.

    Cells show notes or candidates; the cells of an explained step show candidates.
    """
    layout, board = game.layout, game.board
    noted = dict.fromkeys(_nonzero(board.corners), "'") | dict.fromkeys(_nonzero(board.notes), ":")
    inks = [
        palette.given if given else palette.revealed if entry.revealed else palette.player
        for given, entry in zip(game.puzzle.givens, board.entries, strict=True)
    ]
    if marks.paused:
        return BoardAppearance(
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
    corners = [0] * len(notes) if marks.candidates else list(board.corners)
    matching = matching_cells(board.values, [a | b for a, b in zip(notes, corners, strict=True)], marks)
    if marks.hint and hint.candidates:
        about = {cell for house in stage.houses for cell in layout.houses[house].cells}
        for cell in about | {cell for cell, _ in hint.candidates}:
            notes[cell], corners[cell] = marks.hint.position.masks[cell], 0
    # backgrounds, in ascending order of importance
    grounds: dict[int, Style] = {**rule_grounds(layout, game.puzzle.rules, palette)}
    colours = {cell: entry.colour for cell, entry in enumerate(board.entries) if entry.colour}
    digits = marks.highlighted
    if marks.shaded and cursor is not None and not (stage.houses or stage.cells):
        grounds |= {peer: palette.peer for peer in layout.peers[cursor] if peer not in grounds}  # cages stay
        digits = digits or frozenset({board.values[cursor]} - {0})
    for house in stage.houses:
        grounds.update(dict.fromkeys(layout.houses[house].cells, palette.peer))
    grounds.update({cell: palette.colours[colour] for cell, colour in colours.items() if palette.colours[colour]})
    grounds.update({cell: palette.same for cell, value in enumerate(board.values) if value in digits})
    grounds.update(dict.fromkeys(matching, palette.same))
    grounds.update({cell: sign.ground for cell, sign in hint.cells.items()})
    grounds.update(conflict_grounds(layout, board.conflicts, palette))
    grounds.update(dict.fromkeys((cell for broken in board.broken_rules for cell in broken.cells), palette.clash))
    look = BoardAppearance(
        board.values,
        inks,
        grounds,
        signs={cell: sign.mark for cell, sign in hint.cells.items()},
        notes=notes,
        corners=corners,
        noted=noted,
        note_signs=hint.candidates,
        spoken=hint.spoken,
        links=hint.links,
        chain=hint.chain,
        colours=colours,
        tints={(cell, digit): tint for cell, entry in enumerate(board.entries) for digit, tint in entry.tints},
        selected=marks.selected,
        highlighted=marks.highlighted,
        pointed=stage.houses,
        cursor=cursor,
        cursor_ground=palette.cursor,
        conflicts=board.conflicts,
        rules=game.puzzle.rules,
    )
    return fogged(look, game, palette)


def _nonzero(masks: Sequence[int]) -> list[int]:
    return [cell for cell, mask in enumerate(masks) if mask]


def matching_cells(values: Sequence[int], noted: Sequence[int], marks: Marks) -> frozenset[int]:
    """Return the empty cells that match the filter of notes; none for a filter of a single digit."""
    if len(marks.highlighted) < 2 and not marks.pairs:
        return frozenset()
    digits = sum(1 << digit for digit in marks.highlighted)
    return frozenset(
        cell
        for cell, (value, mask) in enumerate(zip(values, noted, strict=True))
        if not value and mask & digits == digits and (mask.bit_count() == 2 or not marks.pairs)
    )


def conflict_grounds(layout: Layout, conflicts: Iterable[Conflict], palette: Palette) -> dict[int, Style]:
    """Return the backgrounds for the houses and cells of conflicts."""
    broken = {cell for conflict in conflicts for cell in layout.houses[conflict.house].cells}
    clashing = {cell for conflict in conflicts for cell in conflict.cells}
    return dict.fromkeys(broken, palette.broken) | dict.fromkeys(clashing, palette.clash)


class HintMarks(NamedTuple):
    """The marks of a hint: candidates by cell and digit, cells, one digit by cell, links of a chain, and the chain.

    `spoken` has the digits that the hint names. `links` includes the consequences of the chain, the most important
    first.
    """

    candidates: Mapping[tuple[int, int], Sign]
    cells: Mapping[int, Sign]
    spoken: Mapping[int, int]
    links: Mapping[int, Sequence[Statement]]
    chain: Sequence[Sequence[Candidate]] = ()


_NO_STAGE, _NO_MARKS = HintStage(""), HintMarks({}, {}, {}, {})


def hint_marks(stage: HintStage, palette: Palette) -> HintMarks:
    """Return the marks of a stage. In a cell, consequences take precedence over premises."""
    proves, falls, follows = Sign("*", palette.proves), Sign("-", palette.falls), Sign("+", palette.follows)
    false, true, gone = Sign("-", palette.if_false), Sign("+", palette.if_true), Sign("-", palette.gone)
    cells = dict.fromkeys(stage.cells, proves) | dict.fromkeys(stage.wrong, Sign("!", palette.clash))
    step = stage.step
    if step is None:
        return HintMarks({}, cells, {}, {})
    links = {  # a link that the chain comes back to is true in the end
        candidate: Statement(candidate.digit, number % 2 == 0, number, palette.peer if number % 2 else palette.proves)
        for number, node in enumerate(step.chain, 1)
        for candidate in node
    }
    spoken = _spoken_digits(step, cells)
    candidates: dict[tuple[int, int], Sign] = {
        **dict.fromkeys(step.candidates, Sign("*", palette.if_false)),
        **{candidate: true if link.true else false for candidate, link in links.items()},
        **dict.fromkeys(step.removes, gone),
        **dict.fromkeys(step.places, true),
    }
    cells |= {cell: falls for cell, _ in step.removes} | {cell: follows for cell, _ in step.places}
    if not links:
        return HintMarks(candidates, cells, spoken, {})
    outcome = {candidate: Statement(candidate.digit, False, 0, palette.falls) for candidate in step.removes}
    outcome |= {candidate: Statement(candidate.digit, True, 0, palette.follows) for candidate in step.places}
    stated = outcome | {candidate: link for candidate, link in links.items() if candidate not in outcome}
    by_cell: dict[int, list[Statement]] = {}
    for (cell, _unused), statement in sorted(stated.items(), key=lambda item: (bool(item[1].link), not item[1].true)):
        by_cell.setdefault(cell, []).append(statement)
    return HintMarks(candidates, cells, spoken, by_cell, step.chain)


def _spoken_digits(step: Step | Explanation | Part, cells: Collection[int]) -> dict[int, int]:
    """Return the digit of each cell in which a hint names one candidate.

    A candidate of a premise counts if its cell is in `cells`. If a cell has several, the removed ones count, or the
    true one of a chain.
    """
    outcome = step.places or step.removes
    linked = dict(candidate for node in (*step.chain[::2], *step.chain[1::2]) for candidate in node)
    decided = {cell for cell, _ in outcome}
    digits: dict[int, set[int]] = {cell: {digit} for cell, digit in linked.items() if cell not in decided}
    proving = (
        candidate
        for candidate in step.candidates
        if candidate.cell in cells and candidate.cell not in decided | linked.keys()
    )
    for cell, digit in (*outcome, *proving):
        digits.setdefault(cell, set()).add(digit)
    return {cell: min(several) for cell, several in digits.items() if len(several) == 1}
