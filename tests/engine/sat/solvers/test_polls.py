"""How much is done between two looks at whether to go on, in units of work: lines of Python, and steps of kernels."""

import random
import sys
from collections.abc import Iterator
from itertools import pairwise
from types import FrameType

import pytest

from engine.base import polling
from engine.base.errors import Cancelled
from engine.base.kernels import state
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import uniform_length
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.solvers import inprocessing
from engine.sat.solvers.inprocessing import Inprocessing
from engine.sat.solvers.structure import look_for_structure

MOST_LINES = 3 * polling.WORK
"""Lines of Python that are some milliseconds; loops count one step or more for each line."""


class LineGauge:
    """Counts the lines of our own Python that run in a `with` block, and between two polls the most of them."""

    def __init__(self) -> None:
        self.lines = self.longest = self._since = 0

    def poll(self) -> bool:
        self.longest = max(self.longest, self._since)
        self._since = 0
        return False

    def _trace(self, frame: FrameType, event: str, _: object) -> object:
        if event == "line":
            self.lines += 1
            self._since += 1
        return self._trace if "/engine/" in frame.f_code.co_filename else None

    def __enter__(self) -> "LineGauge":
        self._before = sys.gettrace()
        sys.settrace(self._trace)  # type: ignore[arg-type]
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)
        self.poll()


def equations(variables: int, count: int, rng: random.Random) -> Iterator[list[int]]:
    """The clauses of equations of three variables."""
    for _ in range(count):
        a, b, c = rng.sample(range(1, variables + 1), 3)
        odd = rng.choice((1, -1))
        yield from ([odd * a, b, c], [odd * a, -b, -c], [-odd * a, b, -c], [-odd * a, -b, c])


def exclusions(groups: int, size: int, rng: random.Random) -> Iterator[list[int]]:
    """Clauses, of each of which at most one literal is true, and clauses across them."""
    for group in range(groups):
        own = [group * size + place + 1 for place in range(size)]
        yield own
        yield from ([-one, -other] for one in own for other in own if one < other)
    for _ in range(3 * groups):
        yield [-literal for literal in rng.sample(range(1, groups * size + 1), 2)]
    for _ in range(2 * groups):
        yield rng.sample(range(1, groups * size + 1), 4)


RNG = random.Random(1)
STRUCTURED = {
    "equations": Formula.of(equations(2500, 2200, RNG)),
    "exclusions": Formula.of(exclusions(220, 9, RNG)),
    "queens": make("queens", ["16"]),
    "chessboard": make("chessboard", ["12"]),
}


@pytest.mark.skipif(not state().compiled, reason="kernels that are Python have lines too")
@pytest.mark.parametrize("name", STRUCTURED)
def test_a_look_for_structure_polls(name: str) -> None:
    with LineGauge() as gauge:
        look_for_structure(STRUCTURED[name], cancel=gauge.poll)
    assert gauge.lines > 2 * gauge.longest
    assert gauge.longest < MOST_LINES


@pytest.mark.parametrize("technique", ["parity", "cardinality"])
def test_a_look_ends_at_any_poll(technique: str) -> None:
    """Each poll can end it, and none comes after that."""
    formula = STRUCTURED["chessboard"]
    without = {"parity", "cardinality"} - {technique}
    polls = [0]

    def count() -> bool:
        polls[0] += 1
        return False

    look_for_structure(formula, cancel=count, without=without)
    for last in range(polls[0]):
        left = [last]

        def stops(left: list[int] = left) -> bool:
            assert left[0] >= 0, "it was asked once more after it was told to stop"
            left[0] -= 1
            return left[0] < 0

        with pytest.raises(Cancelled):
            look_for_structure(formula, cancel=stops, without=without)


def test_a_large_formula_is_added_piece_by_piece() -> None:
    size = 400_000
    rng = random.Random(1)
    formula = Formula.of([v, -(v % 1000) - 1001, rng.choice((-1, 1)) * (v % 777 + 2000)] for v in range(1, size))
    kernel = Cdcl(formula)
    loaded = [kernel.loaded]
    while kernel.loaded < len(formula):
        assert kernel.run(1) == 0
        loaded.append(kernel.loaded)
    assert len(loaded) > 3
    assert all(0 < 3 * (after - before) < (1 << 18) + 3 for before, after in pairwise(loaded))
    kernel.add_clause([1])
    kernel.sanity()


def test_a_clause_that_is_added_comes_behind_those_of_a_large_formula() -> None:
    formula = Formula.of([v, v + 1, v + 2] for v in range(1, 100_000))
    kernel = Cdcl(formula)
    kernel.add_clause([-1])
    assert kernel.loaded == len(formula)
    while not (answer := kernel.run(1_000_000)):
        pass
    assert answer == 10
    assert kernel.model()[0] == -1


@pytest.mark.skipif(not state().compiled, reason="takes long")
@pytest.mark.parametrize("family", [["factor", "1000036000099"], ["miter", "6"], ["flat", "150", "360"]])
def test_a_slice_of_inprocessing_does_no_more_than_its_work(family: list[str]) -> None:
    """No slice goes far beyond the steps that it is given, whatever technique it is of."""
    formula = make(family[0], family[1:], seed=1)
    kernel = Cdcl(formula)
    search = Inprocessing(kernel, formula, inprocessing.INPROCESSING)
    parts = [search._probing, search._vivification, search._subsumption, kernel]
    work, most = 5_000, 0
    answer = 0
    while not answer and kernel.conflicts < 6_000:
        before = [part.work for part in parts]
        answer = search.run(work)
        most = max(most, *(part.work - start for part, start in zip(parts, before, strict=True)))
    # A step ends a propagation, or goes through all clauses once, however small the slice is.
    assert most < work + 12 * (len(formula.literals) + 10 * len(formula) + formula.variables)


@pytest.mark.parametrize("clauses", [10_000, 200_000])
def test_the_look_of_a_random_formula_is_at_a_sample(clauses: int) -> None:
    formula = make("random-ksat", [str(clauses // 4), str(clauses)], seed=1)
    with LineGauge() as gauge:
        assert uniform_length(formula) == 3
    assert gauge.lines < 50_000
