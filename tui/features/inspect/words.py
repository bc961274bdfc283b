"""The sentences of the inspector."""

from engine.base.language import _, later
from engine.base.text import counted

LINE_COLUMN = later("line", "of a file")
COMMENTS, WARNINGS = later("comments"), later("warnings")

CANNOT_BE_READ = later("can't be read")
CHANGED = later("the file has changed since it was read")
EMPTY_CLAUSE = later("the empty clause")
INCONSISTENT = later("the equations have no solution, so the formula is unsatisfiable")
LOOKING_FOR_STRUCTURE = later("looking for equations, groups and gates")
LOOKING = later("looking for a sudoku in it")
NO_CLAUSES = later("no clauses: every assignment is a model")
NO_FILE = later("there is no file to show")
NO_MEMORY = later("the formula does not fit in memory")
NO_SUDOKU = later("this formula is not a sudoku")
NO_VARIABLES = later("it has no variable here")
ONLY_CLAUSES = later("Only clauses with")
READING = later("reading")

ALREADY_SELECTED = later("these are the clauses with {selection}; {keys}: another literal")
ASK_CLAUSE = later("Go to clause (1 to {last:,})")
ASK_LINE = later("Go to line (1 to {last:,})")
CELL_KNOWN = later("no clause has {cell}: its digit is known")
CLAUSE_NUMBERS = later("there are clauses 1 to {last:,}")
PARTS = {
    "equations": later("equations modulo 2 among the clauses: {count:,}"),
    "equivalences": later("equivalences (1 + 2 = 0: both are equal, = 1: they are opposite): {count:,}"),
    "implied": later("implied by several equations: {count:,}"),
    "groups": later("groups of which at most some literals are true: {count:,}"),
    "gates": later("gates of circuits, such as 7 = 1 and -2: {count:,}"),
    "components": later("components that share no variable: {count:,}"),
    "blocks": later("variables whose names share a prefix: {count:,}"),
}
"""The kinds of parts of a formula, as in `engine.sat.structure.PartKind`, and how many there are."""
STRUCTURE = later("parts of the formula: {key} shows their clauses")
EMPTY = later("clause {clause:,} is empty: no assignment satisfies it")
BYTES_READ = later("{done:,.0f} of {total:,.0f} MB")
OF_CLAUSES = later("{shown:,} of {clauses}")
KEY_BACK = later("{key}: back to the list")
KEY_CLAUSES = later("{key}: clauses with it")
KEY_STOPS = later("{key} stops")
LINE_NUMBERS = later("there are lines 1 to {last:,}")
NEAREST = later("clause {clause:,} is not among these; this is the nearest")
NONE_SELECTED = later("no clause has {selection}")
SUDOKU = later("{layout}, {holes}: {key} shows cells or numbers")
SUDOKU_REDUCED = later("{layout}, {holes}, simplified by its givens: {key} shows cells or numbers")
VARIABLES = later("variables {variables}")

STATES = {
    "true": later("satisfied by {true}"),
    "unit": later("unit: {free} must be true, the others are false"),
    "alone": later("unit: {free} must be true"),
    "open": later("open: {count} literals are free, none is true"),
    "false": later("false: every literal is false"),
}
"""What an assignment makes of a clause; `alone` is a unit clause of one literal."""


def in_list(row: int, rows: int) -> str:
    """Where the cursor is, counted from 1; nothing in an empty list."""
    return _("{row:,} of {rows:,}").format(row=row, rows=rows) if rows else ""


def at_line(line: int | None, reason: str) -> str:
    """What is wrong with a file, and where that is known, on which line."""
    return reason if line is None else _("line {line:,}: {reason}").format(line=line, reason=reason)


def sudoku(layout: str, holes: int, reduced: bool, key: str) -> str:
    """What sudoku a formula is, and the key that shows it so."""
    sentence = SUDOKU_REDUCED if reduced else SUDOKU
    return sentence.format(layout=layout, holes=counted(holes, "hole"), key=key)
