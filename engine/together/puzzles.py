"""Puzzles for matches, which nobody can have seen before."""

import secrets
from itertools import count

from engine.sudoku.layout import Layout
from engine.sudoku.making.generator import Wish, generate
from engine.sudoku.search import bit_slices as search
from engine.sudoku.techniques.catalogue import Level
from engine.together.match import RatedPuzzle

LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD, Level.UNFAIR)


def new_puzzle(layout: Layout, level: Level, seed: int | None = None) -> RatedPuzzle:
    """Make a puzzle of that level; without a seed another one each time."""
    first = secrets.randbits(48) if seed is None else seed
    attempts = (generate(layout, Wish(level=level), seed=number) for number in count(first))
    puzzle = next(attempt.puzzle for attempt in attempts if attempt.reached)
    return RatedPuzzle(puzzle, next(search.solutions(puzzle)), level)
