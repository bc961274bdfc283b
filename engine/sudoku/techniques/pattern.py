"""Patterns that the kernels find, and the finders that put them into words as steps."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.base import values
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import Finder, finder_of, register
from engine.sudoku.techniques.patterns.boards import KINDS
from engine.sudoku.techniques.patterns.search import MAX_PATTERNS, Found, PatternSearch
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step

TECHNIQUES = tuple(Technique[name] for name in KINDS)
"""The technique of each kind of pattern."""

FIRST = 32
"""Number of patterns that a search asks for before it asks for all."""


class Pattern(NamedTuple):
    """A pattern in a position: its parts (`numbers`, in the order of its kernel) and the candidates that it decides."""

    finder: "PatternFinder"
    technique: Technique
    numbers: tuple[int, ...]
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]

    def step(self, position: Position) -> Step:
        """The step of the pattern, or of an easier one with the same conclusion; `position` is where it was found."""
        return self.finder.explain(position, self.finder.easiest(position, self))


Finding = Pattern | Step
"""A step, or a pattern that is not yet in words."""


def in_words(found: Finding, position: Position) -> Step:
    """The step of a finding in a position."""
    return found.step(position) if isinstance(found, Pattern) else found


@dataclass(frozen=True, eq=False)
class PatternFinder:
    """Finds the steps of techniques whose patterns one kernel searches for.

    `explain` turns a pattern of a position into a step. Of patterns with the same `key` only the first is a step.
    `keeps_rules` tells whether a pattern is valid with the rules of a position beyond houses; None: all are.
    `easiest` returns, of the patterns with the same conclusion, the easiest to see. For `tables` see `Finder`.
    """

    techniques: tuple[Technique, ...]
    explain: Callable[[Position, Pattern], Step]
    key: Callable[[Pattern], object] = lambda pattern: pattern[1:]
    tables: bool = False
    keeps_rules: Callable[[Position, Pattern], bool] | None = None
    easiest: Callable[[Position, Pattern], Pattern] = lambda _position, pattern: pattern

    def __post_init__(self) -> None:
        register(Finder(self.techniques, self, self.tables))

    def __reduce__(self) -> tuple[Any, ...]:
        return finder_of, (self.techniques[0],)  # the other process has the finder, so its functions are not sent

    @property
    def kind(self) -> int:
        """The kind of the first technique, by which a kernel finds all of them."""
        return TECHNIQUES.index(self.techniques[0])

    def pattern(self, found: Found) -> Pattern:
        """The pattern in the numbers of a kernel."""
        kind, numbers, places, removes = found
        return Pattern(self, TECHNIQUES[kind], numbers, places, removes)

    def patterns(self, search: PatternSearch, fewest: int = MAX_PATTERNS) -> Iterator[Pattern]:
        """Every pattern of the loaded position.

        The search first asks for `fewest` patterns, then for all: some positions have thousands.
        """
        visited = set()
        for most in (fewest, MAX_PATTERNS):
            patterns = search.every(self.kind, most)
            for pattern in map(self.pattern, patterns):
                key = self.key(pattern)
                if key not in visited:
                    visited.add(key)
                    yield pattern
            if len(patterns) < most:
                break

    def valid(self, position: Position, search: PatternSearch, fewest: int = MAX_PATTERNS) -> Iterator[Pattern]:
        """As `patterns`, without those that the rules of the position make invalid; the search has it loaded."""
        found = self.patterns(search, fewest)
        if self.keeps_rules is None or not position.rules:
            return found
        return (pattern for pattern in found if self.keeps_rules(position, pattern))

    def __call__(self, position: Position) -> Iterator[Step]:
        """All steps of a position. It is quicker to take only the first ones."""
        search = PatternSearch(position.geometry)
        search.load(position.values, position.masks)
        for pattern in self.valid(position, search, FIRST):
            yield self.explain(position, pattern)


values.send_by_key(PatternFinder, lambda finder: finder.techniques[0], finder_of)
