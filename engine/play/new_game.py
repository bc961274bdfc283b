"""Starts a new game: counts its solutions, and words a notice if there is not exactly one."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from engine.base.language import _
from engine.play.game import Game
from engine.sudoku.puzzle import Puzzle, contradictions, is_solution
from engine.sudoku.rules import RuleInText
from engine.sudoku.search import solving as search


@dataclass(frozen=True)
class PreparedGame:
    """A game ready to start, the number of its solutions (0, 1, or 2 for several), and a notice for the player.

    The notice explains a number of solutions other than 1, and states rules that the program can't check; otherwise it
    is empty. If there are several solutions, but the puzzle's file contains one, rules are missing: the game then has
    that solution, and a rule in words for the missing ones.
    """

    game: Game
    solutions: int
    notice: str


def new_game(
    puzzle: Puzzle, *, now: Callable[[], float] = time.monotonic, cancel: Callable[[], bool] | None = None
) -> PreparedGame:
    """Start a game of any puzzle; a search determines the number of solutions.

    `now` is the source of seconds for the game's clock. Raises Cancelled if `cancel` ends the search.
    """
    broken = contradictions(puzzle)
    solutions = [] if broken else list(islice(search.solutions(puzzle, cancel), 2))
    count = len(solutions)
    unchecked = [rule for rule in puzzle.rules if isinstance(rule, RuleInText)]
    if count == 1:
        notice = " ".join(rule.sentence(puzzle.layout) for rule in unchecked)
        return PreparedGame(Game(puzzle, solutions[0], now=now), 1, notice)
    if count and puzzle.stored and is_solution(puzzle, puzzle.stored):
        text = RuleInText(text=puzzle.text or _("rules of the setter that this file does not contain"))
        texts = unchecked or [text]
        incomplete = puzzle if unchecked else replace(puzzle, rules=(*puzzle.rules, text))
        notice = _(
            "Under the known rules this puzzle has several solutions, but its file names one, so rules are missing. "
            "Check and reveal use that solution. {rules}"
        ).format(rules=" ".join(text.sentence(puzzle.layout) for text in texts))
        return PreparedGame(Game(incomplete, puzzle.stored, now=now), count, notice)
    game = Game(puzzle, solvable=count > 0, now=now)
    if count:
        notice = _(
            "This puzzle has several solutions: reveal and show are off, check says whether the board can still be "
            "completed, and any full board without conflict wins."
        )
        notice = " ".join([notice, *(rule.sentence(puzzle.layout) for rule in unchecked)])
    elif broken:
        notice = _(
            "The givens break the rules ({sentence}), so this puzzle has no solution: reveal and show are off."
        ).format(sentence=broken[0])
    else:
        notice = _("This puzzle has no solution: reveal and show are off.")
    return PreparedGame(game, count, notice)
