"""Solving in rounds: all steps of the easiest kind at once, so that nothing depends on which of them is found first.

What rows, columns and digits are called, and in which order they come, decides which step is found first, and so how
many steps there are and what they are worth in all. A round takes every step of the easiest kind that there is, from
one position; the rounds of a puzzle are those of any puzzle that differs from it in names alone.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.base.polling import poll
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import finders_for, finders_of
from engine.sudoku.techniques.pattern import Finding, PatternFinder
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.rules import RULE_STEPS

Rank = Callable[[Position, Finding], float | None]
"""How hard a step is; None if it is not of the kind that is looked for."""


@dataclass(frozen=True)
class TechniqueGroup:
    """Steps by techniques that are looked for together; of those found, the ones of the lowest rank are taken.

    With `places` a step stands for the digits that it leaves one place: these are placed, and nothing is removed.
    """

    techniques: frozenset[Technique]
    rank: Rank
    places: Callable[[Position, Finding], Collection[Candidate]] | None = None


class Round(NamedTuple):
    """What is done at once: steps that are equally hard, `rank`, and what follows from them all."""

    rank: float
    technique: Technique
    places: Collection[Candidate]
    removes: Collection[Candidate]


@dataclass(frozen=True)
class Rounds:
    """The rounds from a position on, and the position where they end."""

    rounds: tuple[Round, ...]
    end: Position

    @property
    def is_complete(self) -> bool:
        """Whether they lead to a solution."""
        return self.end.is_solved and not self.end.is_broken


def catalogue_kinds(techniques: Collection[Technique]) -> tuple[TechniqueGroup, ...]:
    """These techniques as kinds, in the order in which they are tried one after the other."""
    order = {technique: place for place, technique in enumerate(Technique)}
    group_techniques = (frozenset(finder.techniques).intersection(techniques) for finder in every_finder())
    return tuple(TechniqueGroup(kind, lambda _, found: order[found.technique]) for kind in group_techniques if kind)


def rounds(position: Position, kinds: Sequence[TechniqueGroup], cancel: Callable[[], bool] | None = None) -> Rounds:
    """Take every step of the first kind of which there is one, again and again, as far as that leads.

    Polls `cancel` before each round and raises Cancelled.
    """
    done_rounds: list[Round] = []
    search = PatternSearch(position.geometry)
    while not position.is_solved and not position.is_broken:
        poll(cancel)
        search.load(position.values, position.masks)
        found = next((found for kind in kinds if (found := round_of(position, kind, search))), None)
        if found is None:
            break
        done_rounds.append(found)
        position = position.place(found.places).remove(found.removes)
    return Rounds(tuple(done_rounds), position)


def catalogue_rounds(
    position: Position, techniques: Collection[Technique], cancel: Callable[[], bool] | None = None
) -> Rounds:
    """The rounds of the catalogue (see `catalogue_kinds`), those of a kernel by that: many times as fast.

    Polls `cancel` before each round and raises Cancelled.
    """
    route = _route(position, techniques)
    done_rounds = [Round(_ORDER[technique], technique, *found) for technique, *found in route.take_rounds(cancel)]
    return Rounds(tuple(done_rounds), route.position)


def counted_rounds(
    position: Position, techniques: Collection[Technique], cancel: Callable[[], bool] | None = None
) -> tuple[tuple[tuple[Technique, int], ...], Position]:
    """The same, of each round only the technique and how many digits it places; and the position where they end."""
    route = _route(position, techniques)
    return tuple(route.count_rounds(cancel)), route.position


def _route(position: Position, techniques: Collection[Technique]) -> Route:
    allowed = frozenset(techniques)
    return Route(position, finders_for(position, allowed), allowed | RULE_STEPS)


_ORDER = {technique: float(place) for place, technique in enumerate(Technique)}


def round_of(position: Position, kind: TechniqueGroup, search: PatternSearch) -> Round | None:
    """All steps of the lowest rank of a kind in a position, which is loaded; None if there is none."""
    ranked = [
        (rank, found)
        for found in _all_findings(position, kind, search)
        if (rank := kind.rank(position, found)) is not None
    ]
    if not ranked:
        return None
    lowest = min(rank for rank, _ in ranked)
    least = [found for rank, found in ranked if rank == lowest]
    if kind.places:
        placed = frozenset(place for found in least for place in kind.places(position, found))
        return Round(lowest, least[0].technique, placed, frozenset())
    return Round(
        lowest,
        min((found.technique for found in least), key=list(Technique).index),
        frozenset(place for found in least for place in found.places),
        frozenset(removed for found in least for removed in found.removes),
    )


def _all_findings(position: Position, kind: TechniqueGroup, search: PatternSearch) -> Iterator[Finding]:
    """All that is found of a kind in a position, which is loaded."""
    for find in finders_of(kind.techniques):
        found = find.patterns(search) if isinstance(find, PatternFinder) else find(position)
        yield from (finding for finding in found if finding.technique in kind.techniques)
