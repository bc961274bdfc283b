"""What the board screen says. The names in braces stand for keys in force and for what there is at the time."""

from functools import lru_cache

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

NOT_SAVED = " {dot} not saved"

# moves

BRANCH = "A branch begins here: the moves undone stay beside it; {history} shows them."
CHOOSE_FIRST = "Choose a digit first: {digits}."
ALL_NOTED = "All candidates are noted already."
CLEANING = "A digit that is placed now goes from the notes of its peers."
NOT_CLEANING = "Notes stay as they are when a digit is placed."
RESTART = "Start again from the givens? (undo brings everything back)"
SHOW_SOLUTION = "Show the whole solution? (undo takes it back)"
SOLVED = "Solved."

# travel

NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
REDONE = "Redo went on in the branch visited last of {branches}; {history} shows the others."
NO_BOOKMARK = "There is no bookmark yet: {bookmark} sets one at this position."
WHICH_BOOKMARK = "Jump to which bookmark?"
AT_BOOKMARK = "At bookmark {label}."
TOOK_BACK = "Took back {moves} to the last correct position; {redo} makes them again."
RIGHT_SO_FAR = "Right so far: this is the last correct position."

# how keys are taken, and what is marked

DIGIT_FIRST = "Digit first: a digit chooses, {put} puts it where the cursor is; {digit_first} ends it."
CELL_FIRST = "Cell first: a digit goes where the cursor is."
HIGHLIGHT_WHICH = "Highlight which digit? {digits}; {highlight} for none."
HIGHLIGHTED = "Digit {digit} is highlighted; {highlight} takes it off."
NOTES_SHOWN = "Shown are your notes."
CANDIDATES_SHOWN = "Shown are all candidates."
PAUSED = "Paused: the board is hidden; {pause} goes on."
IDLE = "The clock stands, as no key was pressed for {minutes}. Any key starts it again."

# help

LOOKING = "Looking for a step{ellipsis}"
LOOKING_WHY = "Looking for the reason{ellipsis}"
SHOW_WHY = "show why"
WHICH_WHY = "Why {cell} is or isn't which digit? 1 to {last}"
WHY_ANY = "nothing typed: the digit that it must be"
HARDEST = "The hardest techniques for hints"
HINTS_UP_TO = "Hints use techniques up to {level}."
LAST_CORRECT = "{last_correct}: last correct position"
WATCH = "Watch it being solved? That gives the solution away and counts as help."

# sharing

PLAY_PASTED = "Leave this game, which is kept, and play the pasted puzzle?"
PLAY_PASTED_UNSAVED = "Leave this game, which is not saved and will be lost, and play the pasted puzzle?"


@lru_cache(maxsize=4)
def title(puzzle: Puzzle, unsaved: bool, glyphs: Glyphs) -> str:
    """What is played."""
    name = printable(puzzle.name) or puzzle.layout.title
    return clip(f"{name} {glyphs.dot} {counted(puzzle.holes, 'hole')}", 35 if unsaved else 47, glyphs.ellipsis)


def bookmark_row(history: History, node: int, label: str) -> str:
    """A bookmark among those to choose from."""
    return f"{printable(label)}   after {counted(history.moves(node), 'move')}"


def idle(minutes: float) -> str:
    """Why the clock stands."""
    return IDLE.format(minutes=counted(round(minutes), "minute") if minutes >= 1 else "a while")


def zoomed(zoom: Zoom, cell: CellSize, key: str) -> str:
    """How large cells are now; `key` is for the next size."""
    return f"Cells: {zoom.value}, {cell.width} columns and {cell.height} rows; {key} goes on."


def solved(game: Game) -> str:
    """What is said when a game is won: the time and the help that was taken."""
    return telling.solved(game, clock_text(game.clock.elapsed))


def state(marks: Marks, dot: str) -> str:
    """How keys are taken: `notes off`, `digit 5 · notes on`."""
    notes = "notes on" if marks.noting else "notes off"
    if not marks.digit_first:
        return notes
    digit = f"digit {sign(marks.highlighted)}" if marks.highlighted else "no digit"
    return f"{digit} {dot} {notes}"
