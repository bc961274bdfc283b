"""New puzzles for matches, which nobody has seen before."""

from itertools import count

from engine.base.seeds import new_seed
from engine.sudoku.layout import Layout
from engine.sudoku.making.generator import GeneratorOptions
from engine.sudoku.making.rule_generator import make_puzzle
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.catalogue import Level
from engine.together.match import RatedPuzzle

LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD, Level.UNFAIR)


def new_puzzle(layout: Layout, level: Level, kinds: tuple[str, ...] = ()) -> RatedPuzzle:
    """Generate a random puzzle of this level, with rules of these kinds; hard ones take seconds."""
    options = GeneratorOptions(level=level, kinds=kinds)
    attempts = (make_puzzle(layout, options, seed=seed) for seed in count(new_seed(1 << 48)))
    puzzle = next(attempt.puzzle for attempt in attempts if attempt.reached)
    return RatedPuzzle(puzzle, next(search.solutions(puzzle)), level)
