"""The sentences of the inspector."""

from engine.base.language import _
from engine.base.text import counted

CANNOT_BE_READ = _("can't be read")
CHANGED = _("the file has changed since it was read")
EMPTY_CLAUSE = _("the empty clause")
INCONSISTENT = _("the equations have no solution, so the formula is unsatisfiable")
LOOKING_FOR_STRUCTURE = _("looking for equations, groups and gates")
LOOKING = _("looking for a sudoku in it")
NO_CLAUSES = _("no clauses: every assignment is a model")
NO_FILE = _("there is no file to show")
NO_MEMORY = _("the formula does not fit in memory")
NO_SUDOKU = _("this formula is no sudoku")
NO_VARIABLES = _("no variable is left for it")
ONLY_CLAUSES = _("Only clauses with")
READING = _("reading")

ALREADY_SELECTED = _("these are the clauses with {selection}; {keys}: another literal")
ASK_CLAUSE = _("Go to clause (1 to {last:,})")
ASK_LINE = _("Go to line (1 to {last:,})")
CELL_KNOWN = _("no clause has {cell}: its digit is known")
CLAUSE_NUMBERS = _("there are clauses 1 to {last:,}")
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
STRUCTURE = _("  parts of the formula: {key} shows the clauses of one")
EMPTY = _("clause {clause:,} is empty: no assignment satisfies it")
BYTES_READ = _("{done:,.0f} of {total:,.0f} MB")
OF_CLAUSES = _("  {shown:,} of {clauses}")
KEY_BACK = _("{key}: back to the list")
KEY_CLAUSES = _("{key}: clauses with it")
KEY_STOPS = _("{key} stops")
LINE_NUMBERS = _("there are lines 1 to {last:,}")
NEAREST = _("clause {clause:,} is not among these; this is the nearest")
NONE_SELECTED = _("no clause has {selection}")
SUDOKU = _("{layout}, {holes}: {key} shows cells or numbers")
SUDOKU_REDUCED = _("{layout}, {holes}, its givens worked in: {key} shows cells or numbers")
VARIABLES = _("variables {variables}")

STATES = {
    "true": _("satisfied by {true}"),
    "unit": _("unit: {free} must be true, the others are false"),
    "alone": _("unit: {free} must be true"),
    "open": _("open: {count} literals are free, none is true"),
    "false": _("false: every literal is false"),
}
"""What an assignment makes of a clause; `alone` is a unit clause of one literal."""


def in_list(row: int, rows: int) -> str:
    """Where the cursor is, counted from 1; nothing in an empty list."""
    return _("{row:,} of {rows:,} ").format(row=row, rows=rows) if rows else ""


def at_line(line: int | None, reason: str) -> str:
    """What is wrong with a file, and where that is known, on which line."""
    return reason if line is None else _("line {line:,}: {reason}").format(line=line, reason=reason)


def sudoku(layout: str, holes: int, reduced: bool, key: str) -> str:
    """What sudoku a formula is, and the key that shows it so."""
    sentence = SUDOKU_REDUCED if reduced else SUDOKU
    return sentence.format(layout=layout, holes=counted(holes, "hole"), key=key)
