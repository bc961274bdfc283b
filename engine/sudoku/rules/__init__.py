"""Rules beside houses, as setters draw them: cages, lines, dots, clues. A kind of rule is one description in one file.

A rule says what it demands as `primitives`, a few constraints on cells; search, formulas, hints and conflicts know
nothing else of it. It says too how it is drawn (`shapes`), how it is called, and how f-puzzles writes it.
"""

from engine.sudoku.rules.in_text import RuleInText
from engine.sudoku.rules.registry import KINDS, BrokenRule, broken, dump, load, primitives_of
from engine.sudoku.rules.rule import Rule

__all__ = ["KINDS", "BrokenRule", "Rule", "RuleInText", "broken", "dump", "load", "primitives_of"]
