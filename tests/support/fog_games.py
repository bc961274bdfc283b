"""Games in fog, each with the same game without the hidden cells."""

import random
from dataclasses import replace

from rule_puzzles import random_cages, random_rules

from engine.play.fog import dark_cells
from engine.play.game import Game
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.search.exact import random_solution

LAYOUT = single()
KINDS = ("thermometer", "arrow", "difference", "whispers", "renban", "little killer")


def fog_games(seed: int) -> tuple[Game, Game, frozenset[int]]:
    """A game in fog, the same without what is hidden, and the cells in fog; some digits are placed in both."""
    dice = random.Random(seed)
    solution = random_solution(LAYOUT, seed)
    rules = [*random_cages(LAYOUT, solution, dice)]
    rules += random_rules([kind for kind in KINDS for _ in range(3)], solution, LAYOUT, dice)
    dice.shuffle(rules)
    fog = Fog((dice.randrange(81), dice.randrange(81)))
    givens = tuple(digit if dice.random() < 0.4 else 0 for digit in solution)
    game = Game(Puzzle(LAYOUT, givens, rules=(fog, *rules)), solution)
    for _ in range(dice.randrange(8)):
        lit = [c for c in range(81) if c not in dark_cells(game) and not game.values[c]]
        if lit:
            cell = dice.choice(lit)
            game.place(cell, solution[cell])
    dark = dark_cells(game)
    hidden = replace(
        game.puzzle,
        givens=tuple(0 if cell in dark else digit for cell, digit in enumerate(givens)),
        rules=(fog, *(rule for rule in rules if not dark.intersection(rule.scope(LAYOUT)))),
    )
    other = Game(hidden, solution)
    for cell, value in enumerate(game.values):
        if value and not givens[cell]:
            other.place(cell, value)
    assert dark_cells(other) == dark
    return game, other, dark
