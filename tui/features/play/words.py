"""What the board screen says. The names in braces stand for keys in force and for what there is at the time."""

from functools import lru_cache

from engine.base.language import _
from engine.base.text import counted, printable
from engine.play import telling
from engine.play.game import Game
from engine.play.history import History
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.signs import sign
from tui.draw.board import CellSize
from tui.draw.cells import clip
from tui.draw.game import Marks
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs
from tui.features.play.panel import Zoom

NOT_SAVED = _(" {dot} not saved")

# moves

BRANCH = _("A branch begins here: the moves undone stay beside it; {history} shows them.")
CHOOSE_FIRST = _("Choose a digit first: {digits}.")
ALL_NOTED = _("All candidates are noted already.")
CLEANING = _("A digit that is placed now goes from the notes of its peers.")
NOT_CLEANING = _("Notes stay as they are when a digit is placed.")
RESTART = _("Start again from the givens? (undo brings everything back)")
SHOW_SOLUTION = _("Show the whole solution? (undo takes it back)")
SOLVED = _("Solved.")

# travel

NOTHING_TO_UNDO = _("Nothing to undo.")
NOTHING_TO_REDO = _("Nothing to redo.")
REDONE = _("Redo went on in the branch visited last of {branches}; {history} shows the others.")
NO_BOOKMARK = _("There is no bookmark yet: {bookmark} sets one at this position.")
WHICH_BOOKMARK = _("Jump to which bookmark?")
AT_BOOKMARK = _("At bookmark {label}.")
TOOK_BACK = _("Took back {moves} to the last correct position; {redo} makes them again.")
RIGHT_SO_FAR = _("Right so far: this is the last correct position.")

# how keys are taken, and what is marked

DIGIT_FIRST = _("Digit first: a digit chooses, {put} puts it where the cursor is; {digit_first} ends it.")
CELL_FIRST = _("Cell first: a digit goes where the cursor is.")
HIGHLIGHT_WHICH = _("Highlight which digit? {digits}; {highlight} for none.")
HIGHLIGHTED = _("Digit {digit} is highlighted; {highlight} takes it off.")
NOTES_SHOWN = _("Shown are your notes.")
CANDIDATES_SHOWN = _("Shown are all candidates.")
PAUSED = _("Paused: the board is hidden; {pause} goes on.")
IDLE = _("The clock stands, as no key was pressed for {minutes}. Any key starts it again.")

# help

LOOKING = _("Looking for a step{ellipsis}")
LOOKING_WHY = _("Looking for the reason{ellipsis}")
SHOW_WHY = _("show why")
WHICH_WHY = _("Why {cell} is or isn't which digit? 1 to {last}")
WHY_ANY = _("nothing typed: the digit that it must be")
HARDEST = _("The hardest techniques for hints")
HINTS_UP_TO = _("Hints use techniques up to {level}.")
LAST_CORRECT = _("{last_correct}: last correct position")
WATCH = _("Watch it being solved? That gives the solution away and counts as help.")

# sharing

PLAY_PASTED = _("Leave this game, which is kept, and play the pasted puzzle?")
PLAY_PASTED_UNSAVED = _("Leave this game, which is not saved and will be lost, and play the pasted puzzle?")


@lru_cache(maxsize=4)
def title(puzzle: Puzzle, unsaved: bool, glyphs: Glyphs) -> str:
    """What is played."""
    name = printable(puzzle.name) or puzzle.layout.label
    return clip(f"{name} {glyphs.dot} {counted(puzzle.holes, 'hole')}", 35 if unsaved else 47, glyphs.ellipsis)


def bookmark_row(history: History, node: int, label: str) -> str:
    """A bookmark among those to choose from."""
    return _("{label}   after {moves}").format(label=printable(label), moves=counted(history.moves(node), "move"))


def idle(minutes: float) -> str:
    """Why the clock stands."""
    return IDLE.format(minutes=counted(round(minutes), "minute") if minutes >= 1 else _("a while"))


def zoomed(zoom: Zoom, cell: CellSize, key: str) -> str:
    """How large cells are now; `key` is for the next size."""
    return _("Cells: {size}, {width} columns and {height} rows; {key} goes on.").format(
        size=_(zoom.value), width=cell.width, height=cell.height, key=key
    )


def solved(game: Game) -> str:
    """What is said when a game is won: the time and the help that was taken."""
    return telling.solved(game, clock_text(game.clock.elapsed))


def state(marks: Marks, dot: str) -> str:
    """How keys are taken: `notes off`, `digit 5 · notes on`."""
    notes = _("notes on") if marks.noting else _("notes off")
    if not marks.digit_first:
        return notes
    digit = _("digit {highlighted}").format(highlighted=sign(marks.highlighted)) if marks.highlighted else _("no digit")
    return f"{digit} {dot} {notes}"
