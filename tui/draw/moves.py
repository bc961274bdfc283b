"""Short texts for the moves of a game."""

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.play.board import COLOUR_LETTERS, digits_of
from engine.play.history import Move, MoveKind
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign

NOTE, NO_NOTE = lazy_gettext("note {digits}"), lazy_gettext("no note {digits}")
CORNER_NOTE, NO_CORNER_NOTE = lazy_gettext("corner note {digits}"), lazy_gettext("no corner note {digits}")
COLOUR, NO_COLOUR = lazy_gettext("colour {letter}"), lazy_gettext("no colour")
TINT, NO_TINT = lazy_gettext("{digit} colour {letter}"), lazy_gettext("{digit} no colour")
PLACED, DIGIT_SHOWN = lazy_gettext("= {digit}"), lazy_gettext("= {digit} shown")


def move_text(layout: Layout, move: Move) -> str:
    """Describe a move in short: `r12c7 = 5`, `r1c1 note 3`, `start`."""
    match move.kind:
        case MoveKind.START:
            return _("start")
        case MoveKind.SOLUTION:
            return _("solution shown")
        case MoveKind.RESTART:
            return _("restart")
        case MoveKind.ELIMINATE:
            return _("{candidates} eliminated").format(candidates=pluralized(len(move.eliminated), "candidate"))
    if move.cell is None:
        return _("{kind} in {count} cells").format(kind=_(move.kind.value), count=len(move.changes))
    cell, before, after = move.changes[0]
    match move.kind:
        case MoveKind.NOTE:
            corner, notes = before.corners ^ after.corners, before.notes ^ after.notes
            signs = " ".join(sign(digit) for digit in digits_of(notes | corner))
            is_added = (after.notes, after.corners) > (before.notes, before.corners)
            addition, removal = (CORNER_NOTE, NO_CORNER_NOTE) if corner else (NOTE, NO_NOTE)
            change = (addition if is_added else removal).format(digits=signs)
        case MoveKind.COLOUR:
            digits = [digit for digit, _ in set(before.tints) ^ set(after.tints)]
            colour = dict(after.tints).get(digits[0], 0) if digits else after.colour
            addition, removal = (TINT, NO_TINT) if digits else (COLOUR, NO_COLOUR)
            sentence = addition if colour else removal
            change = sentence.format(digit=sign(*digits[:1]) if digits else "", letter=COLOUR_LETTERS[colour])
        case MoveKind.CLEAR:
            change = _("cleared")
        case _:
            change = (DIGIT_SHOWN if after.revealed else PLACED).format(digit=sign(after.value))
    return f"{layout.cell_name(cell)} {change}"
