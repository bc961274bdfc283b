"""What is said without a screen. The names in braces stand for what there is at the time."""

from engine.play.board import NoteKind

WELCOME = "satsudoku, line by line. Type help for the commands; quit ends it, and games are saved as they are played."
HOW_TO_BEGIN = "Begin a puzzle with new, or open a file with open and its path."
CAN_RESUME = "Resume goes on with the game played last: {game}."
PROMPT = "> "
HELP = """\
1b4 or r1c2=4: put 4 into row 1, column 2; 1b0 clears. 1b: go there. left, right, up, down, next: go on; next is empty.
here: what is in this cell. houses: which houses it lies in. can: which digits it can still be; can 1b: of another cell.
row 3, column 2, box 5: what is in it. row alone: the row you are in. With several grids: box 5 grid 2.
missing box 5: which digits it lacks, and where it is empty. where 4 box 5: where 4 can go in it. board: all rows.
note 4: note 4 here or take the note off; note 1b 4: in another cell. notes: read the notes. fill: note all candidates.
corner 4, corner 1b 4: the same for notes in the corner. colour a, colour 1b a: mark a cell: a to i, or none.
hint: where to look; hint again: why; once more: do it. reveal: the digit of this cell. check: is all right so far.
why: why this cell is what it must be; why 1b4: why a cell is or is not 4.
correct: back to the last position without a mistake. undo, redo, restart. progress: how far you are, and the time.
new, new single hard, new x: another puzzle. games: the saved ones. resume, resume 2: go on with one. open PATH or LINK.
save: write the game down now (each move already is). quit: end."""

# where one is

GIVEN = "{cell} is {digit}, a given."
PLACED = "{cell} is {digit}."
REVEALED = "{cell} is {digit}, revealed."
EMPTY = "{cell} is empty."
EMPTY_NOTED = "{cell} is empty, noted are {digits}."
CORNERS = "In its corner: {digits}."
COLOUR = "Its colour is {letter}."
TINT = "Its {digit} has colour {letter}."
LIES_IN = "{cell} lies in {houses}."
NOTHING_EMPTY = "No cell is empty."
EDGE = "The board ends here: {cell} is the last cell that way."

# what is where

NOBODY = "empty"
IN_HOUSE = "{house}: {cells}."
ROW_OF_BOARD = "Row {row}, from column {column}: {cells}."
MISSING = "{house} lacks {digits}; empty are {cells}."
COMPLETE = "{house} is full."
CAN_GO = "In {house}, {digit} can go to {cells}."
ONLY_PLACE = "In {house}, {digit} can only go to {cells}."
NO_PLACE = "In {house}, {digit} can go nowhere: something is wrong."
STANDS = "In {house}, {digit} is at {cells}."
CAN_BE = "{cell} can be {digits}."
CAN_ONLY_BE = "{cell} can only be {digits}."
CAN_BE_NOTHING = "{cell} can be nothing: something is wrong."
NOTE = "{cell}: {digits}"
CORNER_NOTE = "{cell} corner: {digits}"
NO_NOTES = "There are no notes."

# moves

PUT = "{cell} is {digit} now, {left}."
CLEARED = "{cell} is empty now, {left}."
NOTED = {
    NoteKind.CENTRE: "{digit} is noted at {cell}.",
    NoteKind.CORNER: "{digit} is noted in the corner of {cell}.",
}
NOT_NOTED = {
    NoteKind.CENTRE: "{digit} is no longer noted at {cell}.",
    NoteKind.CORNER: "{digit} is no longer noted in the corner of {cell}.",
}
COLOURED = "{cell} has colour {letter} now."
NOT_COLOURED = "{cell} has no colour now."
FILLED = "All candidates are noted."
SAME = "That changes nothing."
UNDONE = "Undone: {cells}."
REDONE = "Done again: {cells}."
NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
RESTARTED = "Back at the givens; undo brings everything back."
TAKEN_BACK = "Took back {moves} to the last correct position; redo makes them again."
RIGHT_SO_FAR = "Right so far: this is the last correct position."
MORE = "{sentence} Hint again: {more}."
PROGRESS = "{filled} of {cells} cells are filled, {left}; time {time}. Still to place: {digits}."
OF_DIGIT = "{digit}, {count} times"
SOLVED_ALREADY = "The puzzle is solved."

# games

NEW = "{title}, {holes}. {grids}"
ONE_GRID = "Rows and columns are 1 to {size}."
GRIDS = "Its {count} grids lie on one board of {rows} rows and {columns} columns."
GOES_ON = "You have begun this puzzle: {game}."
GAME = "{title}, {filled} of {holes} filled in {time}"
NUMBERED_GAME = "{number}: {game}"
NO_GAMES = "No game is saved."
NO_SUCH_GAME = "There is no saved game {number}: type games for the list."
WHICH_PUZZLE = "There are {puzzles} in it. Type open, the path and a number, such as: open {path} 2"
NO_SUCH_PUZZLE = "There is no puzzle {number} in it: it has {puzzles}."
NO_SUCH_LAYOUT = "A new puzzle is of one of these layouts: {layouts}; and of one of these levels: {levels}."
NOT_A_PUZZLE = "This is a formula, not a puzzle: satsudoku solve takes it."
NO_GAME = "No puzzle is open: type new, resume, or open and a path."
SAVED = "Saved."
FAREWELL = "Goodbye; the game is saved."
ENDED = "Goodbye."

# what was not understood

UNKNOWN = "That is no command and no move: type help for the commands."
WHICH_GRID = "There are several: say which, such as {example}."
NO_SUCH_HOUSE = "There is no {house} here."
WHICH_DIGIT = "Say which digit, such as: {example}."
