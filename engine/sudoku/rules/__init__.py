"""Rules in addition to houses, as setters draw them: cages, lines, dots, clues. Each file describes one kind of rule.

A rule gives its constraints on cells as `primitives`; search, formulas, hints and conflicts use nothing else. It also
has `shapes` to draw, a name, and a form in f-puzzles.
"""

from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.rules.registry import KINDS, BrokenRule, broken, dump, load, primitives_of
from engine.sudoku.rules.rule import Rule

__all__ = ["KINDS", "BrokenRule", "Rule", "RuleInText", "broken", "dump", "load", "primitives_of"]
