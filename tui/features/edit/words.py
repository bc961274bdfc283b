"""What the editor says."""

from engine.base.text import counted
from engine.play.analysis import MOST_COUNTED, Analysis

HOW_TO_TYPE = "A digit goes on to the next cell; {blank} leaves one empty."
NO_NAME = "a puzzle without a name"
TITLE = "set: {name}"
PASTED = "Pasted; {undo} brings back what was there."
WIPED = "All clear; {undo} brings it back."
NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
ALREADY_UNIQUE = "It has one solution already."
ADDING = "Adding givens{ellipsis} any change stops it."
NOT_UNIQUE = "Only a puzzle with one solution can be thinned out."
TAKING_OUT = "Taking givens out{ellipsis} any change stops it."
NOTHING_CAN_BE_ADDED = "These givens have no solution: nothing can be added."
ADDED = "Added {givens}; {undo} undoes it."
TAKEN_OUT = "Took out {givens}; {undo} undoes it."
ALL_NEEDED = "Every given is needed."
NO_GIVENS = "There are no givens to play with yet."
FOLLOWING = "Digits that follow from the givens are shown; {follow} hides them."
WHICH_LAYOUT = "Layout; the draft of each is kept"
WHICH_NAME = "The puzzle's name"

NO_GIVENS_YET = "no givens yet"
NO_SOLUTION = "no solution"
WAYS_OUT = "undo, or take a given out"
COUNTING = "counting solutions{ellipsis}"
ONE_SOLUTION = "one solution"
ONE_SOLUTION_RATED = "one solution, {level}"
WHAT_NOW = "{follow} shows it, {play} plays it"
SEVERAL = "several solutions"
MORE_SOLUTIONS = f"more than {MOST_COUNTED} solutions"
ALL_CAN_DIFFER = "every empty cell can differ"
CAN_DIFFER = "{cells} can differ (?)"
CAN_DIFFER_AT_LEAST = "{cells} or more can differ (?)"
GIVENS_AND_EMPTY = "{givens}, {empty:,} empty"
HOW_OFTEN = "how often each digit stands"


def solutions(analysis: Analysis) -> str:
    """How many solutions there are, of several."""
    if not analysis.counted:
        return SEVERAL
    return MORE_SOLUTIONS if analysis.solutions > MOST_COUNTED else counted(analysis.solutions, "solution")


def differing(analysis: Analysis) -> str:
    """In which cells the solutions differ."""
    if len(analysis.open) == analysis.puzzle.holes:
        return ALL_CAN_DIFFER
    sentence = CAN_DIFFER if analysis.complete else CAN_DIFFER_AT_LEAST
    return sentence.format(cells=counted(len(analysis.open), "cell"))
