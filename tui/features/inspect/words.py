"""The texts of the inspector."""

from collections.abc import Sequence

from engine.base.language import _, lazy_gettext, numeral
from engine.base.text import pluralized

LINE_COLUMN = lazy_gettext("line", "of a file")
COMMENTS, WARNINGS = lazy_gettext("comments"), lazy_gettext("warnings")

CANNOT_BE_READ = lazy_gettext("can't be read")
CHANGED = lazy_gettext("the file has changed since it was read")
EMPTY_CLAUSE = lazy_gettext("the empty clause")
INCONSISTENT = lazy_gettext("the equations have no solution, so the formula is unsatisfiable")
OPPOSITE = lazy_gettext("a literal would equal its own negation, so the formula is unsatisfiable")
LOOKING_FOR_STRUCTURE = lazy_gettext("looking for parts of the formula")
LOOKING = lazy_gettext("looking for a sudoku in it")
NO_CLAUSES = lazy_gettext("no clauses: every assignment is a model")
NO_FILE = lazy_gettext("there is no file to show")
NO_MEMORY = lazy_gettext("the formula does not fit in memory")
NO_SUDOKU = lazy_gettext("this formula is not a sudoku")
NO_VARIABLES = lazy_gettext("it has no variable here")
ONLY_CLAUSES = lazy_gettext("Only clauses with")
READING = lazy_gettext("reading")
CLAUSES = lazy_gettext("clauses")
IN_FULL = lazy_gettext("in full")
PARTS_EDGE = lazy_gettext("its parts")

ALREADY_SELECTED = lazy_gettext("these are the clauses with {selection}; {keys}: another literal")
ASK_CLAUSE = lazy_gettext("Go to clause (1 to {last:,})")
ASK_LINE = lazy_gettext("Go to line (1 to {last:,})")
CELL_KNOWN = lazy_gettext("no clause has {cell}: its digit is known")
CLAUSE_NUMBERS = lazy_gettext("there are clauses 1 to {last:,}")
PARTS = {
    "equations": lazy_gettext("equations modulo 2 among the clauses: {count:,}"),
    "equivalences": lazy_gettext("equivalences (1 + 2 = 0: both are equal, = 1: they are opposite): {count:,}"),
    "implied": lazy_gettext("implied by several equations: {count:,}"),
    "groups": lazy_gettext("groups with a maximum number of true literals: {count:,}"),
    "gates": lazy_gettext("gates of circuits, such as 7 = 1 and -2: {count:,}"),
    "equal": lazy_gettext("literals that are equal because their gates compute the same function: {count:,}"),
    "components": lazy_gettext("components that share no variable: {count:,}"),
    "blocks": lazy_gettext("variables whose names share a prefix: {count:,}"),
}
"""The kinds of parts of a formula, as in `engine.sat.structure.PartKind`, with their counts."""
CONSTRAINT_HEAD = lazy_gettext("linear constraints: {key} shows their clauses")
CONSTRAINTS = lazy_gettext("constraints: {count:,}")
CONSTRAINTS_WITH = lazy_gettext("constraints with {words}: {count:,}")
CONSTRAINT = lazy_gettext("{number:,}: {text}")
WITH_DEGREE = lazy_gettext("{number:,}: {text}  (degree {degrees})")
ONLY_CONSTRAINTS = lazy_gettext("Only constraints with these variables or numbers:")
STRUCTURE = lazy_gettext("parts of the formula: {key} shows their clauses")
LINT = {
    "empty": lazy_gettext("empty clauses: {count:,}"),
    "conflict": lazy_gettext("variables with contradictory unit clauses: {count:,}"),
    "unit": lazy_gettext("unit clauses that decide at least half of the variables: {count:,}"),
    "group": lazy_gettext("groups of at most one true literal without a clause that requires one: {count:,}"),
    "names": lazy_gettext("variables with several names: {count:,}"),
    "name": lazy_gettext("names of several variables: {count:,}"),
    "unused": lazy_gettext("variables in no clause: {count:,}"),
    "pure": lazy_gettext("variables with one sign only: {count:,}"),
    "tautology": lazy_gettext("clauses with a literal and its negation: {count:,}"),
    "repeated": lazy_gettext("clauses with a literal more than once: {count:,}"),
    "duplicate": lazy_gettext("clauses that repeat an earlier one: {count:,}"),
    "subsumed": lazy_gettext("clauses subsumed by a shorter one: {count:,}"),
}
"""The kinds of remarks on an encoding, as in `engine.sat.lint.RemarkKind`, with their counts."""
LINT_HEAD = lazy_gettext("remarks on the encoding: {key} shows the clauses")
NO_REMARKS = lazy_gettext("There is nothing to remark on this encoding.")
MORE_POSSIBLE = lazy_gettext("The search for duplicate and subsumed clauses reached its limit: there may be more.")
EMPTY = lazy_gettext("clause {clause:,} is empty: no assignment satisfies it")
BYTES_READ = lazy_gettext("{done:,.0f} of {total:,.0f} MB")
OF_CLAUSES = lazy_gettext("{count:,} of {clauses}")
KEY_BACK = lazy_gettext("{key}: back to the list")
KEY_CLAUSES = lazy_gettext("{key}: clauses with it")
KEY_STOPS = lazy_gettext("{key} stops")
LINE_NUMBERS = lazy_gettext("there are lines 1 to {last:,}")
NEAREST = lazy_gettext("clause {clause:,} is not among these; this is the nearest")
NONE_SELECTED = lazy_gettext("no clause has {selection}")
SUDOKU = lazy_gettext("{layout}, {holes}: {key} shows cells or numbers")
SUDOKU_REDUCED = lazy_gettext("{layout}, {holes}, simplified by its givens: {key} shows cells or numbers")
VARIABLES = lazy_gettext("variables {variables}")

STATES = {
    "true": lazy_gettext("satisfied by {true}"),
    "unit": lazy_gettext("unit: {free} must be true, the others are false"),
    "alone": lazy_gettext("unit: {free} must be true"),
    "open": lazy_gettext("open: {count} literals are free, none is true"),
    "false": lazy_gettext("false: every literal is false"),
}
"""The state of a clause under an assignment; `alone` is for a clause of one literal."""


def constraint(number: int, text: str, degrees: Sequence[int]) -> str:
    """Return the row of a linear constraint, with its degrees if they are known."""
    template = WITH_DEGREE if degrees else CONSTRAINT
    return template.format(number=number, text=text, degrees=", ".join(map(numeral, degrees)))


def at_line(line: int | None, reason: str) -> str:
    """Return the error in a file, with its line if known."""
    return reason if line is None else _("line {line:,}: {reason}").format(line=line, reason=reason)


def sudoku(layout: str, holes: int, reduced: bool, key: str) -> str:
    """Return a sentence on the sudoku that a formula encodes, with the key that shows it."""
    sentence = SUDOKU_REDUCED if reduced else SUDOKU
    return sentence.format(layout=layout, holes=pluralized(holes, "hole"), key=key)
