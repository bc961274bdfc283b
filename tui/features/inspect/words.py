"""The sentences of the inspector."""

from engine.base.text import counted

CANNOT_BE_READ = "can't be read"
CHANGED = "the file has changed since it was read"
EMPTY_CLAUSE = "the empty clause"
INCONSISTENT = "the equations have no solution, so the formula is unsatisfiable"
LOOKING_FOR_STRUCTURE = "looking for equations, groups and gates"
LOOKING = "looking for a sudoku in it"
NO_CLAUSES = "no clauses: every assignment is a model"
NO_FILE = "there is no file to show"
NO_MEMORY = "the formula does not fit in memory"
NO_SUDOKU = "this formula is no sudoku"
NO_VARIABLES = "no variable is left for it"
ONLY_CLAUSES = "Only clauses with"
READING = "reading"

ALREADY_SELECTED = "these are the clauses with {selection}; {keys}: another literal"
ASK_CLAUSE = "Go to clause (1 to {last:,})"
ASK_LINE = "Go to line (1 to {last:,})"
CELL_KNOWN = "no clause has {cell}: its digit is known"
CLAUSE_NUMBERS = "there are clauses 1 to {last:,}"
PARTS = {
    "equations": "equations modulo 2 among the clauses: {count:,}",
    "equivalences": "equivalences (1 + 2 = 0: both are equal, = 1: they are opposite): {count:,}",
    "implied": "implied by several equations: {count:,}",
    "groups": "groups of which at most some literals are true: {count:,}",
    "gates": "gates of circuits, such as 7 = 1 and -2: {count:,}",
    "components": "components that share no variable: {count:,}",
    "blocks": "variables whose names begin alike: {count:,}",
}
"""The kinds of parts of a formula, as in `engine.sat.structure.PartKind`, and how many there are."""
STRUCTURE = "  parts of the formula: {key} shows the clauses of one"
EMPTY = "clause {clause:,} is empty: no assignment satisfies it"
BYTES_READ = "{done:,.0f} of {total:,.0f} MB"
OF_CLAUSES = "  {shown:,} of {clauses}"
KEY_BACK = "{key}: back to the list"
KEY_CLAUSES = "{key}: clauses with it"
KEY_STOPS = "{key} stops"
LINE_NUMBERS = "there are lines 1 to {last:,}"
NEAREST = "clause {clause:,} is not among these; this is the nearest"
NONE_SELECTED = "no clause has {selection}"
SUDOKU = "{layout}, {holes}: {key} shows cells or numbers"
SUDOKU_REDUCED = "{layout}, {holes}, its givens worked in: {key} shows cells or numbers"
VARIABLES = "variables {variables}"

STATES = {
    "true": "satisfied by {true}",
    "unit": "unit: {free} must be true, the others are false",
    "alone": "unit: {free} must be true",
    "open": "open: {count} literals are free, none is true",
    "false": "false: every literal is false",
}
"""What an assignment makes of a clause; `alone` is a unit clause of one literal."""


def in_list(row: int, rows: int) -> str:
    """Where the cursor is, counted from 1; nothing in an empty list."""
    return f"{row:,} of {rows:,} " if rows else ""


def at_line(line: int | None, reason: str) -> str:
    """What is wrong with a file, and where that is known, on which line."""
    return reason if line is None else f"line {line:,}: {reason}"


def sudoku(layout: str, holes: int, reduced: bool, key: str) -> str:
    """What sudoku a formula is, and the key that shows it so."""
    sentence = SUDOKU_REDUCED if reduced else SUDOKU
    return sentence.format(layout=layout, holes=counted(holes, "hole"), key=key)
