"""The appearance of a game: its board, the player's marks, and a hint.

Each sign has one meaning everywhere: `*` supports a hint, `-` is false, `+` is true, `!` is wrong. The links of a chain
are numbered; their signs hold if the first candidate is false.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rich.style import Style

from engine.base.language import lazy_gettext as _
from engine.play.board import NoteKind
from engine.play.game import Game
from engine.play.hint_stages import HintStage
from engine.play.hints import Hint
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import Conflict, Layout
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.draw.board import BoardAppearance, Sign, Statement, board_lines
from tui.draw.cells import Line
from tui.draw.fog import fogged
from tui.draw.palette import Glyphs, Palette
from tui.draw.rules import rule_grounds

LINKS = _(
    "On the board the links are numbered: if the first is false (-), each + is true and each - is false;"
    " a link is strong from - to + and weak from + to -."
)
"""The explanation of the signs of a chain."""


@dataclass(frozen=True)
class Marks:
    """The input modes of a screen with a game, and the marks on its board except the cursor."""

    noting: bool = False
    """Whether digits are typed as notes."""
    note_kind: NoteKind = NoteKind.CENTRE
    digit_first: bool = False
    """Whether the highlighted digit is placed in the cell that the player selects."""
    candidates: bool = False
    """Whether to show candidates in place of notes."""
    highlighted: frozenset[int] = frozenset()
    """The digits to mark; several mark the cells whose notes contain all of them."""
    pairs: bool = False
    """Whether to mark the cells with two notes."""
    selected: frozenset[int] = frozenset()
    shaded: bool = False
    """Whether to mark the peers of the cursor and the cells with its digit."""
    paused: bool = False
    hint: Hint | None = None
    """The hint whose present stage is marked."""
    page: int = 0
    """The visible page of the hint's text, from 0."""


def board_look(game: Game, marks: Marks, cursor: int | None, palette: Palette) -> BoardAppearance:
    """Return the appearance of a game's board; a paused one is hidden.

    The cells of a hint's step show candidates in place of notes.
    """
    layout, board = game.layout, game.board
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
        step_cells = {cell for house in stage.houses for cell in layout.houses[house].cells}
        for cell in step_cells | {cell for cell, _ in hint.candidates}:
            notes[cell], corners[cell] = marks.hint.position.masks[cell], 0
    look = BoardAppearance(
        board.values,
        inks,
        _grounds(game, marks, cursor, hint, matching, palette),
        signs={cell: sign.mark for cell, sign in hint.cells.items()},
        notes=notes,
        corners=corners,
        note_marks=dict.fromkeys(_nonzero(board.corners), "'") | dict.fromkeys(_nonzero(board.notes), ":"),
        note_signs=hint.candidates,
        hint_digits=hint.digits,
        links=hint.links,
        chain=hint.chain,
        colours={cell: entry.colour for cell, entry in enumerate(board.entries) if entry.colour},
        tints={(cell, digit): tint for cell, entry in enumerate(board.entries) for digit, tint in entry.tints},
        selected=marks.selected,
        highlighted=marks.highlighted,
        marked_houses=stage.houses,
        cursor=cursor,
        cursor_ground=palette.cursor,
        conflicts=board.conflicts,
        rules=game.puzzle.rules,
    )
    return fogged(look, game, palette)


def game_lines(game: Game, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Return the board of a game as lines, in the largest cells with which it fits in these columns and rows."""
    look = replace(board_look(game, Marks(), None, palette), grounds={})
    return board_lines(game.layout, look, palette, glyphs, width, height)


def _grounds(
    game: Game, marks: Marks, cursor: int | None, hint: "HintMarks", matching: Iterable[int], palette: Palette
) -> dict[int, Style]:
    """Return the backgrounds of cells: of several marks of a cell, that of the most important one."""
    layout, board = game.layout, game.board
    stage = marks.hint.stage if marks.hint else _NO_STAGE
    grounds = {**rule_grounds(layout, game.puzzle.rules, palette)}
    digits = marks.highlighted
    if marks.shaded and cursor is not None and not (stage.houses or stage.cells):
        grounds |= {peer: palette.peer for peer in layout.peers[cursor] if peer not in grounds}  # cages stay
        digits = digits or frozenset({board.values[cursor]} - {0})
    # in ascending order of importance
    for house in stage.houses:
        grounds |= dict.fromkeys(layout.houses[house].cells, palette.peer)
    colours = {cell: palette.colours[entry.colour] for cell, entry in enumerate(board.entries)}
    grounds |= {cell: ground for cell, ground in colours.items() if ground}
    grounds |= {cell: palette.same for cell, value in enumerate(board.values) if value in digits}
    grounds |= dict.fromkeys(matching, palette.same)
    grounds |= {cell: sign.ground for cell, sign in hint.cells.items()}
    grounds |= conflict_grounds(layout, board.conflicts, palette)
    for broken_rule in board.broken_rules:
        grounds |= dict.fromkeys(broken_rule.cells, palette.clash)
    return grounds


def _nonzero(masks: Sequence[int]) -> list[int]:
    """Return the cells with a note."""
    return [cell for cell, mask in enumerate(masks) if mask]


def matching_cells(values: Sequence[int], notes: Sequence[int], marks: Marks) -> frozenset[int]:
    """Return the empty cells whose notes (as bits) have all highlighted digits, and with `pairs` just two digits.

    A single highlighted digit is not a filter: it matches no cells.
    """
    if len(marks.highlighted) < 2 and not marks.pairs:
        return frozenset()
    digits = sum(1 << digit for digit in marks.highlighted)
    return frozenset(
        cell
        for cell, (value, mask) in enumerate(zip(values, notes, strict=True))
        if not value and mask & digits == digits and (mask.bit_count() == 2 or not marks.pairs)
    )


def conflict_grounds(layout: Layout, conflicts: Iterable[Conflict], palette: Palette) -> dict[int, Style]:
    """Return the backgrounds of the houses of conflicts, and of the clashing cells in them."""
    broken = {cell for conflict in conflicts for cell in layout.houses[conflict.house].cells}
    clashing = {cell for conflict in conflicts for cell in conflict.cells}
    return dict.fromkeys(broken, palette.broken) | dict.fromkeys(clashing, palette.clash)


class HintMarks(NamedTuple):
    """The marks of a hint. Mappings without other keys are by cell."""

    candidates: Mapping[tuple[int, int], Sign]
    """By cell and digit."""
    cells: Mapping[int, Sign]
    digits: Mapping[int, int]
    """The digits that the hint names."""
    links: Mapping[int, Sequence[Statement]]
    """The links of a chain, after its consequences."""
    chain: Sequence[Sequence[Candidate]] = ()


_NO_STAGE, _NO_MARKS = HintStage(""), HintMarks({}, {}, {}, {})


def hint_marks(stage: HintStage, palette: Palette) -> HintMarks:
    """Return the marks of a stage. In a cell, consequences take precedence over premises."""
    false, true = Sign("-", palette.if_false), Sign("+", palette.if_true)
    cells = dict.fromkeys(stage.cells, Sign("*", palette.premise))
    cells |= dict.fromkeys(stage.wrong, Sign("!", palette.clash))
    step = stage.step
    if step is None:
        return HintMarks({}, cells, {}, {})
    links = {  # a chain may come back to its first candidate, which is true then
        candidate: Statement(candidate.digit, number % 2 == 0, number, palette.peer if number % 2 else palette.premise)
        for number, node in enumerate(step.chain, 1)
        for candidate in node
    }
    digits = _named_digits(step, cells)
    candidates: dict[tuple[int, int], Sign] = {
        **dict.fromkeys(step.candidates, Sign("*", palette.if_false)),
        **{candidate: true if link.true else false for candidate, link in links.items()},
        **dict.fromkeys(step.removes, Sign("-", palette.eliminated)),
        **dict.fromkeys(step.places, true),
    }
    cells |= {cell: Sign("-", palette.elimination) for cell, _ in step.removes}
    cells |= {cell: Sign("+", palette.placement) for cell, _ in step.places}
    if not links:
        return HintMarks(candidates, cells, digits, {})
    consequences = {candidate: Statement(candidate.digit, False, 0, palette.elimination) for candidate in step.removes}
    consequences |= {candidate: Statement(candidate.digit, True, 0, palette.placement) for candidate in step.places}
    statements = consequences | {candidate: link for candidate, link in links.items() if candidate not in consequences}
    ordered = sorted(statements.items(), key=lambda item: (bool(item[1].link), not item[1].true))
    by_cell: dict[int, list[Statement]] = {}
    for (cell, _unused), statement in ordered:
        by_cell.setdefault(cell, []).append(statement)
    return HintMarks(candidates, cells, digits, by_cell, step.chain)


def _named_digits(step: Step | Explanation | Part, cells: Collection[int]) -> dict[int, int]:
    """Return the digit of each cell in which a hint names one candidate.

    A candidate of a premise counts if its cell is in `cells`. If a cell has several, the removed ones count, or the
    true one of a chain.
    """
    consequences = step.places or step.removes
    linked = dict(candidate for node in (*step.chain[::2], *step.chain[1::2]) for candidate in node)
    decided = {cell for cell, _ in consequences}
    digits: dict[int, set[int]] = {cell: {digit} for cell, digit in linked.items() if cell not in decided}
    premises = (
        candidate
        for candidate in step.candidates
        if candidate.cell in cells and candidate.cell not in decided | linked.keys()
    )
    for cell, digit in (*consequences, *premises):
        digits.setdefault(cell, set()).add(digit)
    return {cell: min(several) for cell, several in digits.items() if len(several) == 1}
