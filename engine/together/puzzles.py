"""New puzzles for matches, which nobody has seen before."""

from itertools import count

from engine.base.seeds import new_seed
from engine.sudoku.layout import Layout
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.catalogue import Level
from engine.together.match import RatedPuzzle

LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD, Level.UNFAIR)


def new_puzzle(layout: Layout, level: Level) -> RatedPuzzle:
    """Generate a random puzzle of this level; hard ones take seconds."""
    seeds = count(new_seed(1 << 48))
    attempts = (generate(layout, GeneratorOptions(level=level), seed=seed) for seed in seeds)
    puzzle = next(attempt.puzzle for attempt in attempts if attempt.reached)
    return RatedPuzzle(puzzle, next(search.solutions(puzzle)), level)
