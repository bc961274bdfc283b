"""What the kernels find, and how it becomes a step: each technique puts its patterns into words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.base import values
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.patterns.boards import KINDS
from engine.sudoku.techniques.patterns.search import MOST, Found, PatternSearch
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step

TECHNIQUES = tuple(Technique[name] for name in KINDS)
"""The technique of each kind of pattern."""


class Pattern(NamedTuple):
    """A pattern in a position: its parts (`numbers`, as its kernel tells them), what is placed, what is removed."""

    finder: "PatternFinder"
    technique: Technique
    numbers: tuple[int, ...]
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]

    def step(self, position: Position) -> Step:
        """The pattern as a step, in words, of the position in which it was found."""
        return self.finder.explain(position, self)


FIRST = 32
"""How many patterns are looked for before all of them are."""

Finding = Pattern | Step
"""What was found: in words, or not yet."""


def in_words(found: Finding, position: Position) -> Step:
    """What was found in a position, as a step."""
    return found.step(position) if isinstance(found, Pattern) else found


@dataclass(frozen=True, eq=False)
class PatternFinder:
    """Finds the steps of techniques whose patterns a kernel looks for together.

    `explain` makes a pattern of a position a step, and `same` tells which patterns are no news after each other.
    """

    techniques: tuple[Technique, ...]
    explain: Callable[[Position, Pattern], Step]
    same: Callable[[Pattern], object] = lambda pattern: pattern[1:]

    def __reduce__(self) -> tuple[Any, ...]:
        return _finder_of, (self.techniques[0],)  # the one of the process that reads it: its functions needn't be sent

    @property
    def kind(self) -> int:
        """The kind by which a kernel is asked for the patterns."""
        return TECHNIQUES.index(self.techniques[0])

    def pattern(self, found: Found) -> Pattern:
        """What a kernel has found."""
        kind, numbers, places, removes = found
        return Pattern(self, TECHNIQUES[kind], numbers, places, removes)

    def patterns(self, search: PatternSearch, fewest: int = MOST) -> Iterator[Pattern]:
        """Every pattern of the position that is loaded.

        So many are looked for first, and only then all: in some positions there are thousands.
        """
        visited = set()
        for most in (fewest, MOST):
            patterns = search.every(self.kind, most)
            for pattern in map(self.pattern, patterns):
                if self.same(pattern) not in visited:
                    visited.add(self.same(pattern))
                    yield pattern
            if len(patterns) < most:
                break

    def __call__(self, position: Position) -> Iterator[Step]:
        """Every step of a position; to take the first ones only is quicker."""
        search = PatternSearch(position.geometry)
        search.load(position.values, position.masks)
        for pattern in self.patterns(search, FIRST):
            yield self.explain(position, pattern)


def _finder_of(technique: Technique) -> object:
    """The finder that knows a technique."""
    from engine.sudoku.techniques.finders import FINDERS  # which imports this

    return next(finder.find for finder in FINDERS if technique in finder.techniques)


values.sent_as(PatternFinder, lambda finder: finder.techniques[0], _finder_of)
