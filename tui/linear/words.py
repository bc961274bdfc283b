"""The sentences of line mode. Names in braces stand for values."""

from typing import NamedTuple

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.play.board import NoteKind
from engine.play.daily import Daily
from tui.draw.numbers import clock_text

WELCOME = _(
    "satsudoku, line by line. Type help for the commands; quit ends it, and games are saved as they are played."
)
HOW_TO_BEGIN = _("Type new for a new puzzle, or open and a path; files lists what there is.")
CAN_RESUME = _("Resume continues the last game: {game}.")
PROMPT = "> "
HELP = _("""\
1b4 puts 4 into row 1, column 2; 1b goes there, 1b0 clears it. here: what is in this cell; next: the next empty cell.
where 4 box 5: the places for 4 in box 5; can: what this cell can be. hint: where to look; hint again: why. undo.
new makes another puzzle, files lists the files that you can open, quit ends.
For more, type help and one of {topics}, or help and a command.""")


class HelpTopic(NamedTuple):
    """A part of the help: its commands and its text."""

    commands: tuple[str, ...]
    text: Sentence


TOPICS = {
    "moves": HelpTopic(
        ("left", "right", "up", "down", "next", "undo", "redo", "restart", "progress"),
        _("""\
1b4, b1 4, 1 2 4 or r1c2=4: put 4 into row 1, column 2. 1b0: clear it. 1b: go there. Rows and columns are the board's.
left, right, up, down: go one cell. next: go to the next empty cell.
undo, redo, restart. progress: how far you are, and the time."""),
    ),
    "asking": HelpTopic(
        ("here", "houses", "can", "row", "column", "box", "missing", "where", "board", "grids", "rules"),
        _("""\
here: what is in this cell. houses: which houses it lies in. can: which digits it can still be; can 1b: of another cell.
row 3, column 2, box 5: what is in it. row alone: the row you are in. With several grids: box 5 grid 2.
missing box 5: the missing digits, and the empty cells. where 4 box 5: where 4 can go in it.
board: all rows. grids: where each grid lies on the board; its rows and columns are counted from its own corner.
rules: those of the puzzle beyond its houses. rules here, rules 1b: of a cell, with what is left of a sum."""),
    ),
    "notes": HelpTopic(
        ("note", "notes", "corner", "colour", "fill"),
        _("""\
note 4: add or remove the note 4 here; note 4 7: both; note 1b 4: in another cell. fill: note all candidates.
notes: read the notes; notes box 5: of a row, column or box.
corner 4, corner 1b 4: the same for notes in the corner. colour a, colour 1b a: mark a cell: a to i, or none."""),
    ),
    "hints": HelpTopic(
        ("hint", "details", "why", "check", "correct", "reveal"),
        _("""\
hint: where to look; hint again: why; once more: do it. details: the parts inside a sentence of a hint, one by one.
why: why this cell is what it must be; why 1b4: why a cell is or is not 4.
check: whether all is right so far. correct: back to the last correct position. reveal: this cell's digit."""),
    ),
    "games": HelpTopic(
        ("new", "daily", "games", "resume", "open", "files", "share", "save", "quit"),
        _("""\
new, new single hard, new x: another puzzle. files, files puzzles/single: what you can open. open PATH or LINK.
A line of 81 digits, 0 or . for an empty cell, is a puzzle too. share: this puzzle as such a line and as links.
daily: the puzzles of the day; daily 2: play one; daily result: your result as text, which gives nothing away.
games: the saved ones. resume, resume 2: continue one. save: save the game now (each move is saved anyway).
quit: end. The language is chosen with --lang or in the config file: see satsudoku-tui --help."""),
    ),
    "training": HelpTopic(
        ("training", "drill", "review"),
        _("""\
training: how far you are; training hard: the techniques of a level; training x: those of another layout.
drill: find a step; drill 3, drill x-wing double: of that technique; drill own, drill own double: where you were stuck
in your own games. Answer with a cell and a digit, such as 1b4.
show: the step. resume: back to your game.
review: the longest pauses of a solved game; review 2: a drill of the second one."""),
    ),
    "lessons": HelpTopic(
        ("lessons", "lesson", "read", "clause", "trail", "show", "previous"),
        _("""\
lessons: the lessons on SAT. lesson, lesson 4: begin one. resume: back to your game.
In a lesson: next and previous change the stop, read describes it, clause 3 reads a clause, trail the assignment.
An answer is a literal or a number; show gives it."""),
    ),
}
"""The topics of `help`. Commands are not translated."""

NO_SUCH_HELP = _("There is no help on that: type help and one of {topics}; or help and a command.")

# position

GIVEN = _("{cell} is {digit}, a given.")
PLACED = _("{cell} is {digit}.")
REVEALED = _("{cell} is {digit}, revealed.")
EMPTY = _("{cell} is empty.")
EMPTY_NOTED = _("{cell} is empty, with the notes {digits}.")
CORNERS = _("In its corner: {digits}.")
COLOUR = _("Its colour is {letter}.")
TINT = _("Its {digit} has colour {letter}.")
LIES_IN = _("{cell} lies in {houses}.")
NOTHING_EMPTY = _("No cell is empty.")
EDGE = _("The board ends here: {cell} is the last cell that way.")

# contents of the board

IN_FOG = _("{cell} is in fog.")
FOG = _("fog")
NO_RULES = _("This puzzle has no rules beyond its houses.")
NO_RULES_HERE = _("{cell} takes part in no rule beyond its houses.")
EMPTY_CELL = _("empty")
IN_HOUSE = _("{house}: {cells}.")
ROW_OF_BOARD = _("Row {row}, from column {column}: {cells}.")
MISSING = _("{house} lacks {digits}; its empty cells are {cells}.")
COMPLETE = _("{house} is full.")
CAN_GO = _("In {house}, {digit} can go to {cells}.")
ONLY_PLACE = _("In {house}, {digit} can only go to {cells}.")
NO_PLACE = _("In {house}, {digit} can go nowhere: something is wrong.")
STANDS = _("In {house}, {digit} is at {cells}.")
CAN_BE = _("{cell} can be {digits}.")
CAN_ONLY_BE = _("{cell} can only be {digits}.")
CAN_BE_NOTHING = _("{cell} has no candidates: something is wrong.")
NOTE = _("{cell}: {digits}")
CORNER_NOTE = _("{cell} corner: {digits}")
THEN = _("{first}, then {second}")
NOTES = _("{notes}.")
BROKEN = _("{text}.")
NO_NOTES = _("There are no notes.")
NO_NOTES_THERE = _("There are no notes in {house}.")
GRID_LIES = _("Grid {grid}: rows {top} to {bottom}, columns {left} to {right}.")

# moves

PUT = _("{cell} is {digit} now, {left}.")
CLEARED = _("{cell} is empty now, {left}.")
NOTED = {
    NoteKind.CENTRE: _("{digit} is noted at {cell}."),
    NoteKind.CORNER: _("{digit} is noted in the corner of {cell}."),
}
NOT_NOTED = {
    NoteKind.CENTRE: _("{digit} is no longer noted at {cell}."),
    NoteKind.CORNER: _("{digit} is no longer noted in the corner of {cell}."),
}
COLOURED = _("{cell} has colour {letter} now.")
NOT_COLOURED = _("{cell} has no colour now.")
FILLED = _("All candidates are noted.")
SAME = _("That changes nothing.")
UNDONE, UNDONE_MANY = _("Undone: {cell}"), _("Undone: {count}.")
REDONE, REDONE_MANY = _("Redone: {cell}"), _("Redone: {count}.")
NOTHING_TO_UNDO = _("Nothing to undo.")
NOTHING_TO_REDO = _("Nothing to redo.")
RESTARTED = _("Back at the givens; undo brings everything back.")
TAKEN_BACK = _("Undid {moves}, back to the last correct position; redo redoes them.")
WHERE = _("Hints tell you where.")
RIGHT_SO_FAR = _("Right so far: this is the last correct position.")
MORE = _("{sentence} Hint again: {more}.")
HAS_DETAILS = _("Details: why, in {sentences}.")
NO_DETAILS = _("There are no details to read here. Hint gives the next sentence of a hint.")
BEST_PROGRESS = _("Your best game had {filled} of {cells} cells filled at this time.")
RIVAL_PROGRESS = _("{name} had {filled} of {cells} cells filled at this time.")
PROGRESS = _("{filled} of {cells} cells are filled, {left}; time {time}. Still to place: {digits}.")
OF_DIGIT = _("{digit}, {count} times")
NOT_REVIEWED = _("Solve the puzzle first; then review lists your longest pauses.")
NUMBERED_PAUSE = _("{number}: {sentences}")
NO_SUCH_PAUSE = _("There is no drill of pause {number}; type review for the list.")
SOLVED_ALREADY = _("The puzzle is solved.")

# drills

DRILL = _("A drill: {technique}, {layout}.")
FIND_PLACE = _(
    "Ask about the board; answer with the cell and the digit that follows, such as 1b4. Show gives the answer."
)
FIND_ELIMINATION = _(
    "Ask about the board; answer with a cell and a digit that is eliminated there, such as 1b4. Show gives the answer."
)
NOT_SO = _("No, try again.")
DRILL_OVER = _("This drill is over: drill gives another one, resume goes back to your game.")
ANOTHER_DRILL = _("Drill gives another one.")
IN_A_DRILL = _(
    "In a drill, ask about the board, or answer with a cell and a digit; show gives the answer, resume goes back."
)
TRAINING = _("{number}: {technique}, {stage}")
TRAINING_LEVEL = _("{level}: {techniques}, {stages}")
OF_STAGE = "{count} {stage}"
TRAINING_MORE = _(
    "Training and a level lists its techniques, such as training {level}. Drill begins with {number}: {technique}."
)
NO_SUCH_DRILL = _("There are drills of the techniques that training lists, by number or name; on one of {layouts}.")

# lessons

LESSON_LISTED = _("{number}: {title}")
LESSON_DONE = _("{number}: {title}, done")
LESSON_BROKEN = _("{number}: {name} can't be used: {reason}")
NO_SUCH_LESSON = _("There is no lesson {number}: type lessons for the list.")
GO_ON = _("Type next to continue.")
ANSWER_LITERAL = _("Type read to hear what there is to choose from, and answer with a literal.")
ANSWER_VARIABLE = _("Type read to hear the clauses, and answer with a variable.")
ANSWER_CLAUSE = _("Type read to hear the clauses, and answer with the number of one.")
ANSWER_CUT = _("Type read to hear the graph, and answer with the literal above the cut.")
ANSWER_ALL = _("Give all right answers, separated by commas.")
ANSWER_IN_ORDER = _("Give all of them in order, separated by commas.")
ANSWER_NUMBER = _("Type read to hear what is known, and answer with a number.")
SHOW_TELLS = _("Try again; show gives the answer.")
IN_A_LESSON = _("In a lesson, type next, previous, read, clause and a number, or trail; resume goes back to your game.")
AT_STOP = _("{place}: {text}")
NO_CLAUSE_HERE = _("Clause {number} is not among the clauses of this stop.")
CLAUSE_READ = _("{clause}: {literals}.")
TRUE, FALSE, FREE = _("{literal} true"), _("{literal} false"), _("{literal} free")
WATCHED = _("Watched: {literals}.")
TRUE_BY = _("{literal}: {cause}")

# games

NEW = _("{title}, {holes}. {grids}")
MADE = _("{layout}, {level}")
LAYOUT = _("Layout: {layout}.")
ONE_GRID = _("Rows and columns are 1 to {size}.")
GRIDS = _("Its {count} grids lie on one board of {rows} rows and {columns} columns.")
GOES_ON = _("You have begun this puzzle: {game}.")
GAME = _("{title}, {filled} of {holes} filled in {time}")
NUMBERED_GAME = _("{number}: {game}")
GAME_RESUMED = _("{game}.")
NO_GAMES = _("No game is saved.")
NUMBERED_DAILY = _("{number}: {title}: {state}.")
DAYS_RUNNING = _("{days} running.")
NO_SUCH_DAILY = _("The day has {puzzles}: type daily for the list.")
_DAILY_OPEN, _DAILY_STARTED, _DAILY_SOLVED = _("not played yet"), _("in progress"), _("solved in {time}")
NO_SUCH_GAME = _("There is no saved game {number}: type games for the list.")
WHICH_PUZZLE = _("There are {puzzles} in it. Type open, the path and a number, such as: open {path} 2")
NO_SUCH_PUZZLE = _("There is no puzzle {number} in it: it has {puzzles}.")
NO_SUCH_LAYOUT = _("{word} is neither a layout nor a level here. The layouts are {layouts}; the levels are {levels}.")
NOT_A_PUZZLE = _(
    "This is a formula of {variables} and {clauses}, not a puzzle. Outside this program, satsudoku solve {path} "
    "solves it, and satsudoku show {path} prints its clauses."
)
NO_GAME = _("No puzzle is open: type new, resume, or open and a path; for more, type help.")
NEW_GAME = _("start")
IN_FOLDER = _("In {folder}:")
OPEN_FILE = _("Type open and a path to open a file, such as: open {path}")
OPEN_FOLDER = _("Type files and a path to look into a folder, such as: files {path}")
NOTHING_THERE = _("There is nothing in {folder}.")
OUTSIDE = _("{path} leads out of the folder of this server.")
SHARED = "{format}: {text}"
NOT_SHARED = _("A puzzle of this layout can't be written as a line or a link.")
SAVED = _("Saved.")
FAREWELL = _("Goodbye; the game is saved.")
ENDED = _("Goodbye.")

# unknown input

UNKNOWN = _(
    "That is neither a command nor a move. A move is a row, a column's letter and a digit, such as 1b4; for more, "
    "type help."
)
NOT_SO_USED = _("That is not how {command} is used:\n{help}")
CUT = _("The terminal cuts lines at {most} characters: put the link into a file, and open that.")
WHICH_GRID = _("There are several: say which, such as {example}.")
NO_SUCH_HOUSE = _("There is no {house} here.")
COUNTED_IN_GRID = _(
    "There is no {house}: they are counted in each grid, 1 to {size}, such as {example}. Grids says where they are."
)
WHICH_DIGIT = _("Say which digit, such as: {example}.")


def daily_state(daily: Daily) -> str:
    """Return the progress of a puzzle of the day."""
    if daily.result is not None:
        return _DAILY_SOLVED.format(time=clock_text(daily.result.seconds))
    return str(_DAILY_STARTED if daily.number is not None else _DAILY_OPEN)
