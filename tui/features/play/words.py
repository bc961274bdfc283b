"""What the board screen says. The names in braces stand for keys in force and for what there is at the time."""

from collections.abc import Collection

from rich.cells import cell_len

from engine.base.language import _, later
from engine.base.text import counted, joined, printable
from engine.play.board import COLOUR_LETTERS, Entry, NoteKind
from engine.play.history import History
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.signs import sign
from engine.sudoku.techniques.wording import digit_names
from tui.draw.board_frame import CellSize
from tui.draw.cells import clip
from tui.draw.game import Marks
from tui.draw.palette import Glyphs
from tui.features.play.arrangement import Zoom

NOT_SAVED = later("{dot} not saved")

# moves

BRANCH = later("A branch begins here. The moves you undid are kept: {history} shows them.")
CHOOSE_FIRST = later("Choose a digit first: {digits}.")
ALL_NOTED = later("All candidates are noted already.")
CLEANING = later("Placing a digit now removes it from the notes of its peers.")
NOT_CLEANING = later("Placing a digit no longer changes notes.")
RESTART = later("Start again from the givens? (undo brings everything back)")
SHOW_SOLUTION = later("Show the whole solution? (undo takes it back)")
SOLVED = later("Solved.")

FILLING = later("Cells with one candidate are now filled automatically; each counts as revealed.")
NOT_FILLING = later("Cells with one candidate stay empty until you fill them.")

# selecting and colouring

SELECTING = later("Moving adds cells to the selection; {select} stops that, {back} clears it.")
SELECTED = later("Moving keeps the selection; {select} adds more, {back} clears it.")
SELECT_WHICH = later("Select all cells with which digit? {digits}; 0: empty cells; {note}: cells that note it.")
WHICH_COLOUR = later("Which colour? 1 to 9 are A to I, 0: none.")
WHICH_CANDIDATE = later("Colour which candidate? {digits}.")
WHICH_TINT = later("Which colour for {digit}? 1 to 9 are A to I, 0: none.")
SELECTED_NOW = later("Selected: {cells}.")
NONE_SELECTED = later("There is no such cell.")
HAS_COLOUR = later("{cell} has colour {letter}.")
HAS_TINTS = later("{cell} has colours on {tints}.")
HAS_BOTH = later("{cell} has colour {letter}, and colours on {tints}.")
TINT = "{digit}: {letter}"

# travel

NOTHING_TO_UNDO = later("Nothing to undo.")
NOTHING_TO_REDO = later("Nothing to redo.")
REDONE = later("Redo follows the branch visited last of {branches}; {history} shows the others.")
NO_BOOKMARK = later("There is no bookmark yet: {bookmark} sets one at this position.")
WHICH_BOOKMARK = later("Jump to which bookmark?")
AT_BOOKMARK = later("At bookmark {label}.")
TOOK_BACK = later("Undid {moves} to the last correct position; {redo} redoes them.")
RIGHT_SO_FAR = later("Right so far: this is the last correct position.")

# how keys are taken, and what is marked

DIGIT_FIRST = later("Digit first: choose a digit, then {put} places it at the cursor; {digit_first} ends this.")
CELL_FIRST = later("Cell first: a digit is placed at the cursor.")
HIGHLIGHT_WHICH = later("Highlight which digit? {digits}; {highlight} for none.")
HIGHLIGHTED = later("Digit {digit} is highlighted; {highlight} turns it off.")
ALL_HIGHLIGHTED = later("{digits} are highlighted, and cells that note all of them; {highlight} turns it off.")
HIGHLIGHT_MORE = later("Highlight which digits, one after another? {digits}; {more} ends this.")
HIGHLIGHT_OTHERS = later("Highlighted: {chosen}. A digit adds or removes itself, 0 clears; {more} ends this.")
PAIRS = later("Cells with two candidates are highlighted; {pairs} turns it off.")
IN_CORNER = later("Notes go into the corner of cells.")
IN_CENTRE = later("Notes go into the centre of cells.")
NOTES_SHOWN = later("Showing your notes.")
CANDIDATES_SHOWN = later("Showing all candidates.")
PAUSED = later("Paused, board hidden; {pause} continues.")
IDLE = later("The clock is paused: no key for {minutes}. Press any key to go on.")

NOTES = later("notes off"), later("notes on")
CORNER_NOTES = later("corner notes off"), later("corner notes on")
DIGIT = later("digit {digit}")
NO_DIGIT = later("no digit")
CELLS = later("{count} cells")

# help

LOOKING = later("Looking for a step{ellipsis}")
LOOKING_WHY = later("Looking for the reason{ellipsis}")
SHOW_WHY = later("show why")
WHICH_WHY = later("Which digit for {cell}? 1 to {last}")
WHY_ANY = later("empty: the digit that it must be")
HARDEST = later("The hardest techniques for hints")
HINTS_UP_TO = later("Hints use techniques up to {level}.")
LAST_CORRECT = later("{last_correct}: last correct position")
WATCH = later("Watch it being solved? This shows the solution and counts as help.")

# sharing

PLAY_PASTED = later("Play the pasted puzzle? This game is kept.")
PLAY_PASTED_UNSAVED = later("Play the pasted puzzle? This game is not saved and will be lost.")


def title(puzzle: Puzzle, glyphs: Glyphs, room: int) -> str:
    """What is played, and how many holes it had, if there is room for that."""
    name = printable(puzzle.name) or puzzle.layout.label
    whole = f"{name} {glyphs.dot} {counted(puzzle.holes, 'hole')}"
    return whole if cell_len(whole) <= room else clip(name, room, glyphs.ellipsis)


def bookmark_row(history: History, node: int, label: str) -> str:
    """A bookmark among those to choose from."""
    return _("{label}   after {moves}").format(label=printable(label), moves=counted(history.moves(node), "move"))


def idle(minutes: float) -> str:
    """Why the clock stands."""
    return IDLE.format(minutes=counted(round(minutes), "minute") if minutes >= 1 else _("a while"))


def zoomed(zoom: Zoom, cell: CellSize, key: str) -> str:
    """How large cells are now; `key` is for the next size."""
    return _("Cells: {size}, {width} columns and {height} rows; {key} changes it.").format(
        size=_(zoom.value), width=cell.width, height=cell.height, key=key
    )


def state(marks: Marks, dot: str) -> str:
    """How keys are taken: `notes off`, `digit 5 · notes on`."""
    notes = (CORNER_NOTES if marks.note_kind is NoteKind.CORNER else NOTES)[marks.noting]
    parts = [CELLS.format(count=len(marks.selected))] * bool(marks.selected)
    if marks.digit_first:
        parts.append(str(DIGIT.format(digit=sign(*marks.highlighted)) if len(marks.highlighted) == 1 else NO_DIGIT))
    return f" {dot} ".join([*parts, str(notes)])


def highlighted(digits: Collection[int], key: str) -> str:
    """What is said of the digits highlighted; `key` takes that off."""
    told = ALL_HIGHLIGHTED if len(digits) > 1 else HIGHLIGHTED
    shown = digit_names(sorted(digits), "and") if digits else ""
    return told.format(digit=shown, digits=shown, highlight=key) if digits else ""


def highlight_more(chosen: Collection[int], digits: str, key: str) -> str:
    """The question for one more digit to highlight; `key` ends it."""
    if not chosen:
        return HIGHLIGHT_MORE.format(digits=digits, more=key)
    return HIGHLIGHT_OTHERS.format(chosen=digit_names(sorted(chosen), "and"), more=key)


def selected(count: int) -> str:
    """How many cells are selected."""
    return str(SELECTED_NOW.format(cells=counted(count, "cell")) if count else NONE_SELECTED)


def colours(layout: Layout, cell: int, entry: Entry) -> str:
    """The colours of a cell and its candidates, by their letters; "" if it has none."""
    tints = () if entry.value else entry.tints
    if not (entry.colour or tints):
        return ""
    told = HAS_BOTH if entry.colour and tints else HAS_COLOUR if entry.colour else HAS_TINTS
    named = joined(TINT.format(digit=sign(digit), letter=COLOUR_LETTERS[tint]) for digit, tint in tints)
    return told.format(cell=layout.cell_name(cell), letter=COLOUR_LETTERS[entry.colour], tints=named)
