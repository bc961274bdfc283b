"""The texts of the board screen. Placeholders stand for keys and values."""

from collections.abc import Collection

from engine.base.language import _, lazy_gettext
from engine.base.text import joined, pluralized, printable
from engine.play.board import COLOUR_LETTERS, CellState, NoteKind
from engine.play.history import History
from engine.sudoku.layout import Layout
from engine.sudoku.rules import BrokenRule
from engine.sudoku.signs import sign
from engine.sudoku.techniques.difficulty import Difficulty
from engine.sudoku.techniques.wording import digit_names
from tui.draw.game import Marks

NOT_SAVED = lazy_gettext("not saved")
SCORE, EXPLAINER_RATING = lazy_gettext("score {score:,}"), lazy_gettext("ER {rating:.1f}")

# moves

BRANCH = lazy_gettext("A branch begins here. The moves you undid are kept: {history} shows them.")
CHOOSE_FIRST = lazy_gettext("Choose a digit first: {digits}.")
ALL_NOTED = lazy_gettext("All candidates are noted already.")
CLEANING = lazy_gettext("Placing a digit now removes it from the notes of its peers.")
NOT_CLEANING = lazy_gettext("Placing a digit no longer changes notes.")
RESTART = lazy_gettext("Start again from the givens? (undo brings everything back)")
SHOW_SOLUTION = lazy_gettext("Show the whole solution? (undo takes it back)")
SOLVED = lazy_gettext("Solved.")

FILLING = lazy_gettext("Cells with one candidate are now filled automatically; each counts as revealed.")
NOT_FILLING = lazy_gettext("Cells with one candidate stay empty until you fill them.")

# selecting and colouring

SELECTING = lazy_gettext("Moving adds cells to the selection; {select} stops that, {back} clears it.")
SELECTED = lazy_gettext("Moving keeps the selection; {select} adds more, {back} clears it.")
SELECT_WHICH = lazy_gettext("Select all cells with which digit? {digits}; 0: empty cells; {note}: cells that note it.")
WHICH_COLOUR = lazy_gettext("Which colour? 1 to 9 are A to I, 0: none.")
WHICH_CANDIDATE = lazy_gettext("Colour which candidate? {digits}.")
WHICH_TINT = lazy_gettext("Which colour for {digit}? 1 to 9 are A to I, 0: none.")
SELECTED_NOW = lazy_gettext("Selected: {cells}.")
NONE_SELECTED = lazy_gettext("There is no such cell.")
HAS_COLOUR = lazy_gettext("{cell} has colour {letter}.")
HAS_TINTS = lazy_gettext("{cell} has colours on {tints}.")
HAS_BOTH = lazy_gettext("{cell} has colour {letter}, and colours on {tints}.")
TINT = "{digit}: {letter}"

# history

NOTHING_TO_UNDO = lazy_gettext("Nothing to undo.")
NOTHING_TO_REDO = lazy_gettext("Nothing to redo.")
REDONE = lazy_gettext("Redo took the branch visited last; {history} shows all {branches}.")
NO_BOOKMARK = lazy_gettext("There is no bookmark yet: {bookmark} sets one at this position.")
WHICH_BOOKMARK = lazy_gettext("Jump to which bookmark?")
AT_BOOKMARK = lazy_gettext("At bookmark {label}.")
TOOK_BACK = lazy_gettext("Undid {moves}, back to the last correct position; {redo} redoes them.")
RIGHT_SO_FAR = lazy_gettext("Right so far: this is the last correct position.")

# the input mode and the marks

DIGIT_FIRST = lazy_gettext("Digit first: choose a digit, then {put} places it at the cursor; {digit_first} ends this.")
CELL_FIRST = lazy_gettext("Cell first: a digit is placed at the cursor.")
HIGHLIGHT_WHICH = lazy_gettext("Highlight which digit? {digits}; {highlight} for none.")
HIGHLIGHTED = lazy_gettext("Digit {digit} is highlighted; {highlight} turns it off.")
ALL_HIGHLIGHTED = lazy_gettext("{digits} are highlighted, and cells that note all of them; {highlight} turns it off.")
HIGHLIGHT_MORE = lazy_gettext("Highlight which digits, one after another? {digits}; {more} ends this.")
HIGHLIGHT_OTHERS = lazy_gettext("Highlighted: {digits}. A digit adds or removes it, 0 clears; {more} ends this.")
PAIRS = lazy_gettext("Cells with two candidates are highlighted; {pairs} turns it off.")
IN_CORNER = lazy_gettext("Notes go into the corner of cells.")
IN_CENTRE = lazy_gettext("Notes go into the centre of cells.")
NOTES_SHOWN = lazy_gettext("Showing your notes.")
CANDIDATES_SHOWN = lazy_gettext("Showing all candidates.")
PAUSED = lazy_gettext("Paused, board hidden; {pause} continues.")
IDLE = lazy_gettext("The clock is paused: no key for {minutes}. Any key continues the game.")

NOTES = lazy_gettext("notes off"), lazy_gettext("notes on")
CORNER_NOTES = lazy_gettext("corner notes off"), lazy_gettext("corner notes on")
DIGIT = lazy_gettext("digit {digit}")
NO_DIGIT = lazy_gettext("no digit")
CELLS = lazy_gettext("{count} cells")

# help

LOOKING = lazy_gettext("Looking for a step{ellipsis} {seconds} s     {back} stops")
LOOKING_WHY = lazy_gettext("Looking for the reason{ellipsis} {seconds} s     {back} stops")
LOOK_STOPPED = lazy_gettext("The search for a hint has stopped.")
SHOW_WHY = lazy_gettext("show why")
WHICH_WHY = lazy_gettext("Which digit for {cell}? 1 to {last}")
WHY_ANY = lazy_gettext("empty: the digit that it must be")
HARDEST = lazy_gettext("The hardest techniques for hints")
HINTS_UP_TO = lazy_gettext("Hints use techniques up to {level}.")
LAST_CORRECT = lazy_gettext("{last_correct}: last correct position")
WHERE = lazy_gettext("{hint}: where")
NO_MESSAGE = lazy_gettext("{hint} gives a hint, {check} checks your digits, {steps} lists every step.")
WATCH = lazy_gettext("Watch it being solved? This shows the solution and counts as help.")

# sharing

PLAY_PASTED = lazy_gettext("Play the pasted puzzle? This game is kept.")
PLAY_PASTED_UNSAVED = lazy_gettext("Play the pasted puzzle? This game is not saved and will be lost.")


def bookmark_row(history: History, node: int, label: str) -> str:
    """Return the row of a bookmark in a list."""
    return _("{label}   after {moves}").format(label=printable(label), moves=pluralized(history.moves(node), "move"))


def idle(minutes: float) -> str:
    """Explain that the clock is stopped after some minutes without input."""
    return IDLE.format(minutes=pluralized(round(minutes), "minute") if minutes >= 1 else _("a while"))


def difficulty_facts(difficulty: Difficulty | None) -> str:
    """Return the score and the rating by Sudoku Explainer, as far as they are known."""
    if difficulty is None:
        return ""
    rating = [EXPLAINER_RATING.format(rating=difficulty.explainer)] if difficulty.explainer else []
    return "  ".join([SCORE.format(score=difficulty.score), *rating])


def input_mode(marks: Marks, dot: str) -> str:
    """Describe the input mode: `notes off`, `digit 5 · notes on`; `dot` is the separator."""
    notes = (CORNER_NOTES if marks.note_kind is NoteKind.CORNER else NOTES)[marks.noting]
    parts = [CELLS.format(count=len(marks.selected))] * bool(marks.selected)
    if marks.digit_first:
        parts.append(str(DIGIT.format(digit=sign(*marks.highlighted)) if len(marks.highlighted) == 1 else NO_DIGIT))
    return f" {dot} ".join([*parts, str(notes)])


def highlights(digits: Collection[int], key: str) -> str:
    """Describe the highlighted digits; `key` clears them."""
    if not digits:
        return ""
    names = digit_names(sorted(digits), "and")
    return (ALL_HIGHLIGHTED if len(digits) > 1 else HIGHLIGHTED).format(digit=names, digits=names, highlight=key)


def highlight_more(highlighted: Collection[int], digits: str, key: str) -> str:
    """Return the question for one more digit to highlight; `digits` names all that can be, `key` ends it."""
    if not highlighted:
        return HIGHLIGHT_MORE.format(digits=digits, more=key)
    return HIGHLIGHT_OTHERS.format(digits=digit_names(sorted(highlighted), "and"), more=key)


def selection(count: int) -> str:
    """Return the number of selected cells in words."""
    return str(SELECTED_NOW.format(cells=pluralized(count, "cell")) if count else NONE_SELECTED)


def colours(layout: Layout, cell: int, entry: CellState) -> str:
    """Name the colours of a cell and its candidates by their letters; "" for none."""
    tints = () if entry.value else entry.tints
    if not (entry.colour or tints):
        return ""
    template = HAS_BOTH if entry.colour and tints else HAS_COLOUR if entry.colour else HAS_TINTS
    tint_names = joined(TINT.format(digit=sign(digit), letter=COLOUR_LETTERS[tint]) for digit, tint in tints)
    return template.format(cell=layout.cell_name(cell), letter=COLOUR_LETTERS[entry.colour], tints=tint_names)


def broken_rule(broken: BrokenRule, layout: Layout) -> str:
    """Describe how a rule beyond the houses is broken, with the rule itself."""
    return _("{conflict}: {rule}").format(conflict=broken.sentence(layout), rule=broken.rule.sentence(layout))
