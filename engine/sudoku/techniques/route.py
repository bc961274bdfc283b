"""Takes one step after the other: finders are tried in order, neighbouring kernel finders in one call."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeVar
from weakref import finalize

from engine.base.polling import poll
from engine.sudoku.techniques.catalogue import PLACES, Technique
from engine.sudoku.techniques.finder import Find
from engine.sudoku.techniques.pattern import TECHNIQUES, Pattern, PatternFinder
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Candidate, Geometry, Position
from engine.sudoku.techniques.step import Step

ALL_TECHNIQUES = frozenset(Technique)

RoundData = TypeVar("RoundData")

MAX_STEPS = 2**31
"""More steps than any position has candidates."""


class _Kernel(NamedTuple):
    """Neighbouring finders whose patterns a kernel finds: their kinds in order, and the finder of each kind.

    `groups` has for each kind those that are found with it.
    """

    kinds: bytes
    finders: dict[int, PatternFinder]
    groups: tuple[bytes, ...]


class TechniqueRound(NamedTuple):
    """All steps of a technique in one position: what they place and remove."""

    technique: Technique
    places: tuple[Candidate, ...]
    removes: tuple[Candidate, ...]


class Route:
    """The steps from a position on. Finders are tried in order, for steps by the techniques `accepted`."""

    def __init__(
        self, start: Position, finders: Sequence[Find], accepted: frozenset[Technique] = ALL_TECHNIQUES
    ) -> None:
        self._start = start
        self._position: Position | None = start
        self._stages = _stages(tuple(_with_rules(finders) if start.rules else finders))
        self._accepted = accepted
        self._search = _borrowed(start.geometry, self)
        self._search.load(start.values, start.masks)
        self._search.want(_marks(accepted))

    @property
    def position(self) -> Position:
        """The position after the steps taken."""
        if self._position is None:
            digits, masks = self._search.digits_placed(), self._search.candidates()
            self._position = Position(self._start.layout, digits, masks, self._start.givens, self._start.rules)
        return self._position

    def first(self, cancel: Callable[[], bool] | None = None) -> Step | None:
        """The first step from here, which is not taken. Raises Cancelled."""
        for stage in self._stages:
            for found in self._find(stage, 1, ALL_TECHNIQUES, cancel):
                return found.step(self.position) if isinstance(found, Pattern) else found
        return None

    def every(self, find: Find) -> Iterator[Pattern | Step]:
        """All findings of one of the finders here."""
        if isinstance(find, PatternFinder):
            return find.valid(self.position, self._search)
        return find(self.position)

    def take(
        self, beyond: frozenset[Technique] = frozenset(), cancel: Callable[[], bool] | None = None
    ) -> list[Pattern | Step]:
        """Take the first step again and again.

        Ends if there is none, before one in `beyond`, and if a cell or digit has no place left. Polls `cancel` before
        each step and raises Cancelled.
        """
        steps: list[Pattern | Step] = []
        number = 0
        while number < len(self._stages) and self._search.is_open:
            stage = self._stages[number]
            first = number == 0 and isinstance(stage, _Kernel)
            found = self._find(stage, MAX_STEPS if first else 1, beyond, cancel)
            steps += found
            if found and found[-1].technique in beyond:
                return steps[:-1]
            number = 0 if found and not first else number + 1
        return steps

    def take_rounds(self, cancel: Callable[[], bool] | None = None) -> list[TechniqueRound]:
        """Take all steps of the first applicable technique at once, again and again.

        Polls `cancel` before each round and raises Cancelled.
        """
        return self._rounds(
            lambda stage, most: [
                TechniqueRound(TECHNIQUES[kind], places, removes)
                for kind, places, removes in self._search.run_rounds(stage.kinds, stage.groups, most, cancel)
            ],
            lambda technique_round: technique_round,
            cancel,
        )

    def count_rounds(self, cancel: Callable[[], bool] | None = None) -> list[tuple[Technique, int]]:
        """Take rounds as `take_rounds` does; return the technique of each, and the number of digits that it places."""
        return self._rounds(
            lambda stage, most: [
                (TECHNIQUES[kind], placed)
                for kind, placed in self._search.count_rounds(stage.kinds, stage.groups, most, cancel)
            ],
            lambda technique_round: (technique_round.technique, len(technique_round.places)),
            cancel,
        )

    def _rounds(
        self,
        run_kernel: Callable[[_Kernel, int], list[RoundData]],
        data_of: Callable[[TechniqueRound], RoundData],
        cancel: Callable[[], bool] | None,
    ) -> list[RoundData]:
        """Take rounds stage by stage.

        `run_kernel` takes up to a number of rounds of a kernel stage; `data_of` describes a round of another stage.
        """
        rounds: list[RoundData] = []
        number = 0
        while number < len(self._stages) and self._search.is_open:
            stage = self._stages[number]
            if isinstance(stage, _Kernel):
                found = run_kernel(stage, MAX_STEPS if number == 0 else 1)
                if found:
                    self._position = None
                is_repeated = bool(found) and number > 0  # the first stage has taken all of its rounds
            else:
                technique_round = self._take_all(stage, cancel)
                found = [data_of(technique_round)] if technique_round else []
                is_repeated = bool(found)
            rounds += found
            number = 0 if is_repeated else number + 1
        return rounds

    def _take_all(self, stage: Find, cancel: Callable[[], bool] | None) -> TechniqueRound | None:
        """Take all steps of the first technique of a finder that has any."""
        poll(cancel)
        steps = [step for step in stage(self.position) if step.technique in self._accepted]
        if not steps:
            return None
        technique = min((step.technique for step in steps), key=PLACES.__getitem__)
        least = [step for step in steps if step.technique is technique]
        places = tuple({place for step in least for place in step.places})
        removes = tuple({candidate for step in least for candidate in step.removes})
        self._search.take(places, removes)
        self._position = None
        return TechniqueRound(technique, places, removes)

    def _find(
        self, stage: _Kernel | Find, most: int, beyond: frozenset[Technique], cancel: Callable[[], bool] | None
    ) -> list[Pattern | Step]:
        """Take up to `most` steps of a stage; a step in `beyond` is returned last and not taken."""
        if isinstance(stage, _Kernel):
            found = self._search.run(stage.kinds, _marks(beyond), most, cancel)
            if found:
                self._position = None
            return [stage.finders[pattern[0]].pattern(pattern) for pattern in found]
        poll(cancel)
        step = next((step for step in stage(self.position) if step.technique in self._accepted), None)
        if step is None:
            return []
        if step.technique not in beyond:
            self._search.take(step.places, step.removes)
            self._position = None
        return [step]


def _borrowed(geometry: Geometry, route: Route) -> PatternSearch:
    """A search for patterns, which other routes use after this one, because its memory takes time to allocate."""
    idle = _idle(geometry)
    try:
        search = idle.pop()
    except IndexError:
        search = PatternSearch(geometry)
    finalize(route, idle.append, search)
    return search


@lru_cache(maxsize=4)
def _idle(_geometry: Geometry) -> deque[PatternSearch]:
    """The unused searches of a layout, at most one for each of two threads."""
    return deque(maxlen=2)


def _with_rules(finders: Sequence[Find]) -> Iterator[Find]:
    """The finders for positions with rules: a kernel takes no step that a rule can make invalid."""
    for find in finders:
        yield find.__call__ if isinstance(find, PatternFinder) and find.keeps_rules else find


@lru_cache(maxsize=64)
def _stages(finders: tuple[Find, ...]) -> tuple[_Kernel | Find, ...]:
    """The finders in order, with neighbouring kernel finders as one stage."""
    stages: list[_Kernel | Find] = []
    for is_kernel, group in groupby(finders, lambda finder: isinstance(finder, PatternFinder)):
        if is_kernel:
            neighbours = [finder for finder in group if isinstance(finder, PatternFinder)]
            finder_of_kind = {
                TECHNIQUES.index(technique): finder for finder in neighbours for technique in finder.techniques
            }
            groups = tuple(bytes(map(TECHNIQUES.index, finder.techniques)) for finder in neighbours)
            stages.append(_Kernel(bytes(finder.kind for finder in neighbours), finder_of_kind, groups))
        else:
            stages += group
    return tuple(stages)


@lru_cache(maxsize=64)
def _marks(techniques: frozenset[Technique]) -> bytes:
    """For each kind of pattern, whether its technique is among these."""
    return bytes(technique in techniques for technique in TECHNIQUES)
