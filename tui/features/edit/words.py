"""The sentences of the editor."""

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.analysis import MAX_SOLUTIONS, PuzzleAnalysis
from engine.play.board import digits_of
from engine.play.draft import Draft
from engine.sudoku.signs import sign

HOW_TO_TYPE = _("After a digit the cursor moves on; {blank} leaves a cell empty.")
SETTING_CANDIDATES = _("Digits are now the candidates that a cell may hold; {candidates} goes back to givens.")
SETTING_GIVENS = _("Digits are givens again.")
CANDIDATES = _("{cell}: {digits} only")
TITLE = _("set: {name}")
PASTED = _("Pasted; {undo} undoes it.")
WIPED = _("All clear; {undo} undoes it.")
NOTHING_TO_UNDO = _("Nothing to undo.")
NOTHING_TO_REDO = _("Nothing to redo.")
ALREADY_UNIQUE = _("The puzzle has one solution already.")
ADDING = _("Adding givens{ellipsis} any change stops it.")
NOT_UNIQUE = _("Only a puzzle with one solution can be thinned out.")
TAKING_OUT = _("Removing givens{ellipsis} any change stops it.")
NOTHING_CAN_BE_ADDED = _("These givens have no solution: nothing can be added.")
ADDED = _("Added {givens}; {undo} undoes it.")
TAKEN_OUT = _("Removed {givens}; {undo} undoes it.")
ALL_NEEDED = _("Every given is needed.")
NO_GIVENS = _("Add some givens first.")
FOLLOWING = _("Digits that follow from the givens are shown; {follow} hides them.")
WHICH_LAYOUT = _("Layout (each keeps its own draft)")
WHICH_NAME = _("The puzzle's name")

WHICH_RULE = _("Which kind of rule?")
WHICH_RULE_TO_REMOVE = _("Remove which rule?")
NO_RULE_HERE = _("No rule includes this cell.")
RULE_REMOVED = _("Removed {rule}; {undo} brings it back.")
RULE_EXISTS = _("The puzzle has this rule already.")
PART = _("{part}: {sentence}")
MARK_CELL = _("{mark} puts it in the cursor's cell, {stop} ends.")
MARK_CORNER = _("{mark} in the upper left of the four cells, {stop} ends.")
MARK_PAIR = _("{mark} in the first cell, then move to the second; {stop} ends.")
MARK_RAY = _("{mark} in the first cell at the edge, then in the next; {stop} ends.")
MARK_CELLS = _("{mark} marks, moving marks on; {finish} completes, {stop} ends.")
MARK_LINE = _("{mark} begins the line, moving then draws it; {finish} completes, {stop} ends.")
DRAW_ON = _("moving marks on, {mark} stops that; {finish} completes, {stop} ends.")
NOT_DRAWN = _("No rule: {reason}.")
WHILE_DRAWING = _("A rule is being drawn; {stop} ends that.")
RULES_COUNT = _("{givens}, {rules}")

NO_GIVENS_YET = _("no givens yet")
NO_SOLUTION = _("no solution")
WAYS_OUT = _("undo, or remove a given or a rule")
COUNTING = _("counting solutions{ellipsis}")
ONE_SOLUTION = _("one solution")
ONE_SOLUTION_RATED = _("one solution, {level}")
WHAT_NOW = _("{follow} shows it, {play} plays it")
SEVERAL = _("several solutions")
MORE_SOLUTIONS = _("more than {most} solutions")
ALL_CAN_DIFFER = _("every empty cell can differ")
CAN_DIFFER = _("{cells} can differ (?)")
CAN_DIFFER_AT_LEAST = _("{cells} or more can differ (?)")
GIVENS_AND_EMPTY = _("{givens}, {empty:,} empty")
HOW_OFTEN = _("times each digit is used")


def place(draft: Draft, cell: int) -> str:
    """Return the name of a cell, with its candidates if the puzzle restricts them."""
    name, digits = draft.layout.cell_name(cell), digits_of(draft.notes[cell])
    return CANDIDATES.format(cell=name, digits=" ".join(map(sign, digits))) if digits else name


def solutions(analysis: PuzzleAnalysis) -> str:
    """Return the number of solutions, of several."""
    if not analysis.is_counted:
        return str(SEVERAL)
    if analysis.solutions > MAX_SOLUTIONS:
        return MORE_SOLUTIONS.format(most=MAX_SOLUTIONS)
    return pluralized(analysis.solutions, "solution")


def differing(analysis: PuzzleAnalysis) -> str:
    """Return the cells in which the solutions differ."""
    if len(analysis.open) == analysis.puzzle.holes:
        return str(ALL_CAN_DIFFER)
    sentence = CAN_DIFFER if analysis.complete else CAN_DIFFER_AT_LEAST
    return sentence.format(cells=pluralized(len(analysis.open), "cell"))
