"""Solving in rounds: all steps of the easiest kind at once, so the result doesn't depend on which is found first.

The names and order of rows, columns and digits decide which step is found first, and so the number of steps and their
total score. A round takes every step of the easiest kind in one position, so renaming or reordering rows, columns or
digits doesn't change the rounds of a puzzle.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.base.polling import poll
from engine.sudoku.techniques.catalogue import PLACES, Technique
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import finders_for, finders_of
from engine.sudoku.techniques.pattern import Finding, PatternFinder
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.rules import RULE_STEPS

Rank = Callable[[Position, Finding], float | None]
"""The rank of a step, lower is easier; None if it is not sought."""


@dataclass(frozen=True)
class TechniqueGroup:
    """Techniques whose steps are sought together; a round takes the steps of the lowest rank.

    With `places`, a round places the digits that this function gives for each step, and removes nothing.
    """

    techniques: frozenset[Technique]
    rank: Rank
    places: Callable[[Position, Finding], Collection[Candidate]] | None = None


class Round(NamedTuple):
    """Steps of the same `rank`, taken at once: all that they place and remove."""

    rank: float
    technique: Technique
    places: Collection[Candidate]
    removes: Collection[Candidate]


@dataclass(frozen=True)
class Rounds:
    """The rounds from a position, and the final position."""

    rounds: tuple[Round, ...]
    end: Position

    @property
    def is_complete(self) -> bool:
        """Whether the rounds lead to a solution."""
        return self.end.is_solved and not self.end.is_broken


def catalogue_groups(techniques: Collection[Technique]) -> tuple[TechniqueGroup, ...]:
    """These techniques in groups, in the order of trial."""
    parts = (frozenset(finder.techniques).intersection(techniques) for finder in every_finder())
    return tuple(TechniqueGroup(part, lambda _, found: PLACES[found.technique]) for part in parts if part)


def rounds(position: Position, groups: Sequence[TechniqueGroup], cancel: Callable[[], bool] | None = None) -> Rounds:
    """Take all steps of the first group that has any, again and again, until no group has one.

    Polls `cancel` before each round and raises Cancelled.
    """
    results: list[Round] = []
    search = PatternSearch(position.geometry)
    while not position.is_solved and not position.is_broken:
        poll(cancel)
        search.load(position.values, position.masks)
        found = next((found for group in groups if (found := round_of(position, group, search))), None)
        if found is None:
            break
        results.append(found)
        position = position.place(found.places).remove(found.removes)
    return Rounds(tuple(results), position)


def catalogue_rounds(
    position: Position, techniques: Collection[Technique], cancel: Callable[[], bool] | None = None
) -> Rounds:
    """The rounds of the catalogue (see `catalogue_groups`). Kernels, which are many times as fast, find what they can.

    Polls `cancel` before each round and raises Cancelled.
    """
    route = _route(position, techniques)
    results = [Round(PLACES[technique], technique, *found) for technique, *found in route.take_rounds(cancel)]
    return Rounds(tuple(results), route.position)


def counted_rounds(
    position: Position, techniques: Collection[Technique], cancel: Callable[[], bool] | None = None
) -> tuple[tuple[tuple[Technique, int], ...], Position]:
    """As `catalogue_rounds`, but only technique and number of digits placed per round; and the final position."""
    route = _route(position, techniques)
    return tuple(route.count_rounds(cancel)), route.position


def _route(position: Position, techniques: Collection[Technique]) -> Route:
    allowed = frozenset(techniques)
    return Route(position, finders_for(position, allowed), allowed | RULE_STEPS)


def round_of(position: Position, group: TechniqueGroup, search: PatternSearch) -> Round | None:
    """All steps of the lowest rank of a group in a position, loaded into `search`; None if there is none."""
    ranked = [
        (rank, found)
        for found in _all_findings(position, group, search)
        if (rank := group.rank(position, found)) is not None
    ]
    if not ranked:
        return None
    lowest = min(rank for rank, _ in ranked)
    least = [found for rank, found in ranked if rank == lowest]
    if group.places:
        placed = frozenset(place for found in least for place in group.places(position, found))
        return Round(lowest, least[0].technique, placed, frozenset())
    return Round(
        lowest,
        min((found.technique for found in least), key=PLACES.__getitem__),
        frozenset(place for found in least for place in found.places),
        frozenset(removed for found in least for removed in found.removes),
    )


def _all_findings(position: Position, group: TechniqueGroup, search: PatternSearch) -> Iterator[Finding]:
    """All findings of a group in a position, loaded into `search`."""
    for find in finders_of(group.techniques):
        found = find.valid(position, search) if isinstance(find, PatternFinder) else find(position)
        yield from (finding for finding in found if finding.technique in group.techniques)
