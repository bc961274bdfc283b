"""Rates puzzles off the event loop, for lists, previews and boards; each puzzle is rated once in a program."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.dom import DOMNode

from tui.base.background import Background, call_named

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.difficulty import Difficulty

Difficulties = dict[str, "Difficulty"]
"""Difficulties by the names of puzzles."""

_MAX_REMEMBERED = 1000
"""Maximum number of ratings that a program remembers."""

WORK = "engine.sudoku.techniques.difficulty.rate_puzzles"
"""The function that rates puzzles, for `call_named`."""
_JOB = "rate"


class RatingMemory:
    """The latest ratings of a program, by puzzle."""

    def __init__(self) -> None:
        self._difficulties: OrderedDict[Puzzle, Difficulty] = OrderedDict()

    def find(self, puzzles: Mapping[str, Puzzle], *, explainer: bool) -> Difficulties:
        """Return the known ratings of these puzzles; with `explainer`, only those with a rating of Sudoku Explainer."""
        ratings = ((name, self._difficulties.get(puzzle)) for name, puzzle in puzzles.items())
        return {name: rating for name, rating in ratings if rating and (rating.explainer or not explainer)}

    def add(self, puzzles: Mapping[str, Puzzle], difficulties: Difficulties) -> None:
        """Remember ratings of these puzzles."""
        for name, difficulty in difficulties.items():
            self._difficulties[puzzles[name]] = difficulty
        while len(self._difficulties) > _MAX_REMEMBERED:
            self._difficulties.popitem(last=False)


class Ratings:
    """Rates puzzles for a screen or widget, with the memory of its program."""

    def __init__(self, owner: DOMNode, memory: RatingMemory) -> None:
        self._background, self._memory = Background(owner), memory

    def ask(
        self,
        puzzles: Mapping[str, Puzzle],
        seconds: float,
        show: Callable[[Difficulties], object],
        *,
        explainer: bool = False,
        after: float = 0.0,
    ) -> None:
        """Rate puzzles by name, each within this many seconds, instead of the puzzles of the last call.

        With `explainer`, they get the rating of Sudoku Explainer too. `show` is called with the known ratings first,
        then with the results so far. Work begins `after` this many seconds.
        """
        self.cancel()
        ratings = self._memory.find(puzzles, explainer=explainer)
        if ratings:
            show(ratings)
        unrated = {name: puzzle for name, puzzle in puzzles.items() if name not in ratings}

        def take(difficulties: Difficulties) -> None:
            self._memory.add(puzzles, difficulties)
            show(difficulties)

        if unrated:
            work = call_named(WORK, unrated, seconds, explainer)
            self._background.start(_JOB, work, take, news=take, after=after, is_requested=False)

    def cancel(self) -> None:
        """Stop rating."""
        self._background.cancel(_JOB)
