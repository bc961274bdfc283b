"""The work between two polls of `cancel`, in lines of Python and steps of kernels."""

import random
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from types import FrameType

import pytest

from engine.base import polling
from engine.base.errors import Cancelled
from engine.base.kernels import plain as uncompiled
from engine.base.kernels import state
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import uniform_length
from engine.sat.kernels import units
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.dpll import Dpll
from engine.sat.kernels.naive import Naive
from engine.sat.kernels.preprocessing import Preprocessor
from engine.sat.kernels.walk import Walk
from engine.sat.result import Status
from engine.sat.solvers import inprocessing
from engine.sat.solvers.inprocessing import Inprocessing
from engine.sat.solvers.phase_walk import PhaseWalk
from engine.sat.solvers.preprocess import preprocess
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.solvers.structure import TECHNIQUES, look_for_structure

MAX_LINES = 3 * polling.WORK
"""Lines of Python that take some milliseconds; loops count at least one step per line."""


class LineGauge:
    """Counts the lines of our Python code in a `with` block, and the maximum between two polls."""

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
    """Groups with at most one true literal, and clauses across them."""
    for group in range(groups):
        own = [group * size + place + 1 for place in range(size)]
        yield own
        yield from ([-variable, -other] for variable in own for other in own if variable < other)
    for _ in range(3 * groups):
        yield [-literal for literal in rng.sample(range(1, groups * size + 1), 2)]
    for _ in range(2 * groups):
        yield rng.sample(range(1, groups * size + 1), 4)


STRUCTURED: dict[str, Callable[[], Formula]] = {
    "equations": lambda: Formula.of(equations(2500, 2200, random.Random(1))),
    "exclusions": lambda: Formula.of(exclusions(220, 9, random.Random(1))),
    "queens": lambda: make("queens", ["16"]),
    "chessboard": lambda: make("chessboard", ["12"]),
    "multipliers": lambda: make("multipliers", ["8"]),
}


@pytest.mark.long
@pytest.mark.skipif(not state().compiled, reason="kernels that are Python have lines too")
@pytest.mark.parametrize("name", STRUCTURED)
@pytest.mark.few(1)
def test_a_look_for_structure_polls(name: str) -> None:
    with LineGauge() as gauge:
        look_for_structure(STRUCTURED[name](), cancel=gauge.poll)
    assert gauge.lines > 2 * gauge.longest
    assert gauge.longest < MAX_LINES


@pytest.mark.few(1)
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_a_look_ends_at_any_poll(technique: str) -> None:
    """Any poll can end it, and none comes after that."""
    formula = make("chessboard", ["12"]) if technique == "cardinality" else make("multipliers", ["6"])
    without = {*TECHNIQUES} - {technique}
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


@pytest.mark.long
def test_a_large_formula_is_added_piece_by_piece() -> None:
    size = 150_000
    rng = random.Random(1)
    formula = Formula.of([v, -(v % 1000) - 1001, rng.choice((-1, 1)) * (v % 777 + 2000)] for v in range(1, size))
    kernel = Cdcl(formula)
    loaded = [kernel.loaded]
    while kernel.loaded < len(formula):
        assert kernel.run(1) == 0
        loaded.append(kernel.loaded)
    assert len(loaded) > 3
    assert all(0 < 3 * (after - before) < (1 << 16) + 3 for before, after in pairwise(loaded))
    kernel.add_clause([1])
    kernel.sanity()


def test_an_added_clause_follows_those_of_a_large_formula() -> None:
    formula = Formula.of([v, v + 1, v + 2] for v in range(1, 100_000))
    kernel = Cdcl(formula)
    kernel.add_clause([-1])
    assert kernel.loaded == len(formula)
    while not (answer := kernel.run(1_000_000)):
        pass
    assert answer == 10
    assert kernel.model()[0] == -1


@pytest.mark.few(1)
@pytest.mark.skipif(not state().compiled, reason="takes long")
@pytest.mark.parametrize("family", [["factor", "1000036000099"], ["miter", "6"], ["flat", "150", "360"]])
def test_a_slice_of_inprocessing_does_no_more_than_its_work(family: list[str]) -> None:
    """No slice greatly exceeds its steps, for any technique."""
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
    # A step finishes a propagation or a pass through all clauses, however small the slice is.
    assert most < work + 12 * (len(formula.literals) + 10 * len(formula) + formula.variables)


@pytest.mark.parametrize("clauses", [10_000, 200_000])
def test_the_look_of_a_random_formula_is_at_a_sample(clauses: int) -> None:
    formula = make("random-ksat", [str(clauses // 4), str(clauses)], seed=1)
    with LineGauge() as gauge:
        assert uniform_length(formula) == 3
    assert gauge.lines < 50_000


OURS = [name for name, solver in SOLVERS.items() if not solver.library and not solver.delegates]


@cache
def large() -> Formula:
    clauses = ([v, -(v % 1000) - 1001, v % 777 + 2000] for v in range(1, 150_000))
    return Formula.of([*clauses, [-5], [5, -6], [6, 7, -5]])


LOADING: dict[str, Callable[[Callable[[], bool]], object]] = {
    "cdcl": lambda cancel: Cdcl(large(), cancel=cancel),
    "dpll": lambda cancel: Dpll(large(), cancel=cancel),
    "naive": lambda cancel: Naive(large(), cancel=cancel),
    "walk": lambda cancel: Walk(large(), cancel=cancel),
    "preprocessing": lambda cancel: Preprocessor(large(), cancel=cancel),
    "units": lambda cancel: units.implied(large(), cancel),
}


def stops_at(poll: int) -> Callable[[], bool]:
    """A `cancel` that is true at this poll, counted from 0, after which none may come."""
    left = [poll]

    def stops() -> bool:
        assert left[0] >= 0, "it was asked once more after it was told to stop"
        left[0] -= 1
        return left[0] < 0

    return stops


@pytest.mark.few(1)
@pytest.mark.parametrize("name", LOADING)
def test_a_large_formula_is_loaded_in_pieces(name: str) -> None:
    """Each reads all literals at least once, and any poll can end it."""
    polls = [0]

    def count() -> bool:
        polls[0] += 1
        return False

    LOADING[name](count)
    assert polls[0] > len(large().literals) / polling.PIECE
    for last in range(polls[0]):
        with pytest.raises(Cancelled):
            LOADING[name](stops_at(last))


@pytest.mark.few(1)
@pytest.mark.parametrize("preprocess", [False, True])
@pytest.mark.parametrize("solver", OURS)
def test_a_search_is_cancelled_while_it_loads(solver: str, preprocess: bool) -> None:
    for last in range(0, 12, 5):
        left = [last]

        def stops(left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        result = solve(large(), solver, cancel=stops, preprocess=preprocess)
        assert (result.status, result.reason, result.solver) == (Status.UNKNOWN, "cancelled", solver)


def test_preprocessing_ends_at_any_poll() -> None:
    """Also while the simplified formula is written."""
    polls = [0]

    def count() -> bool:
        polls[0] += 1
        return False

    preprocess(large(), cancel=count, work=1000)
    for last in range(polls[0]):
        with pytest.raises(Cancelled):
            preprocess(large(), cancel=stops_at(last), work=1000)
    kernel = Preprocessor(large())
    with pytest.raises(Cancelled):
        kernel.clauses(stops_at(2))
    assert len(kernel.clauses()[1]) == len(large()) + 1


@pytest.mark.parametrize("branching", SOLVERS["dpll"].branchings)
def test_loading_does_not_change_a_search(branching: str, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = make("random-ksat", ["30", "128"], seed=3)
    module = uncompiled("engine.sat.kernels.dpll")
    whole = module.Dpll(formula, branching, 5)
    monkeypatch.setattr(polling, "PIECE", 7)
    pieces = module.Dpll(formula, branching, 5)
    for kernel in (whole, pieces):
        while not kernel.run(10_000):
            pass
    assert (whole.decisions, whole.propagations, whole.visits) == (pieces.decisions, pieces.propagations, pieces.visits)
    assert whole.assignment() == pieces.assignment()


@pytest.mark.parametrize("unit", [False, True])
def test_loading_does_not_change_a_walk(unit: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = make("random-ksat", ["40", "160"], seed=4)
    formula = Formula.of([*formula, *([[-1], [1, 2], [-2, 3, 4]] if unit else [])])
    module = uncompiled("engine.sat.kernels.walk")
    monkeypatch.setattr(module, "MIN_TRY_FLIPS", 200)
    monkeypatch.setattr(module, "FLIPS_PER_VARIABLE", 1)
    seen = []
    for piece in (1 << 16, 7):
        monkeypatch.setattr(polling, "PIECE", piece)
        monkeypatch.setattr(module, "MAX_COUNTED", piece)
        kernel = module.Walk(formula, 5)
        answers = []
        for slices in (300, 300, 300, 5000, 100_000):
            end = kernel.work + slices
            answer = 0
            while (kernel.beginning or kernel.work < end) and not answer:
                answer = kernel.run(end - kernel.work)
            kernel.sanity()
            answers.append((answer, kernel.flips, kernel.restarts, kernel.lowest, kernel.assignment()))
        kernel.start_from(array("b", [0, *([1, -1] * 20)]))
        while kernel.beginning:
            kernel.run(0)
        kernel.sanity()
        seen.append((answers, kernel.lowest, kernel.flips, kernel.lowest_assignment()))
    assert seen[0] == seen[1]


def test_loading_in_pieces_gives_cdcl_the_same_data(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = make("random-ksat", ["40", "170"], seed=4)
    module = uncompiled("engine.sat.kernels.cdcl")
    for seed in (0, 3):
        seen = []
        for piece in (1 << 16, 7):
            monkeypatch.setattr(polling, "PIECE", piece)
            monkeypatch.setattr(module, "WORK", piece)
            monkeypatch.setattr(module, "MAX_LOADED", piece)
            kernel = module.Cdcl(formula, "vsids", seed)
            while not kernel.run(10_000):
                pass
            seen.append((kernel.decisions, kernel.conflicts, kernel.work, kernel.moves, kernel.assignment()))
        assert seen[0] == seen[1]


def test_units_and_preprocessing_are_the_same_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = [[1], *([-v, v + 1] for v in range(1, 60)), [3, -7], [-60, 61, 62], [61, 61, 62], [-61, 62, 5, -5]]
    kernel = "engine.sat.kernels."
    for formula in (Formula.of(chain), Formula.of([*chain, [-40, -50]]), Formula.of([*chain, []])):
        seen = []
        for piece in (1 << 16, 3):
            monkeypatch.setattr(polling, "PIECE", piece)
            propagation, preprocessing = (uncompiled(kernel + name) for name in ("units", "preprocessing"))
            monkeypatch.setattr(propagation, "MAX_STEPS", piece)
            smaller = preprocessing.Preprocessor(formula, True)
            while not smaller.run(1000):
                pass
            seen.append((propagation.implied(formula), smaller.clauses(), smaller.take_proof(), smaller.witness()))
        assert seen[0] == seen[1]


def test_a_phase_walk_starts_in_slices() -> None:
    kernel = Cdcl(large())
    while kernel.loaded < len(large()):
        kernel.run(1)
    walk = PhaseWalk(kernel, large())
    yields = sum(1 for _ in walk.run(1000, 1000))
    assert yields > len(large().literals) / polling.PIECE
    assert walk.walks == 1
    assert walk.lowest is not None
    assert walk.lowest < len(large()) / 2


@pytest.mark.skipif(not state().compiled, reason="takes long")
@pytest.mark.parametrize("branching", ["vsids", "static"])
def test_a_run_ends_in_the_middle_of_a_long_propagation(branching: str) -> None:
    """And where the search undoes its assignments, again and again."""
    size = 100_000
    chain = [[-v, v + 1] for v in range(1, size)]
    wrong = [[a * (size + 1), b * (size + 2), c * (size + 3), 1] for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    end = [[-size, a * (size + 4), b * (size + 5)] for a in (1, -1) for b in (1, -1)]
    kernel = Cdcl(Formula.of([*chain, *wrong, *end]), branching)
    work, most, runs, answer = 20_000, 0, 0, 0
    while not answer:
        before = kernel.work + kernel.moves
        answer = kernel.run(work)
        runs += kernel.loaded == size + 11
        most = max(most, kernel.work + kernel.moves - before)
    assert answer == 20
    assert kernel.propagations >= size
    assert runs > 8 * size / work
    assert most < work + 5 * size  # the phases of a long trail are saved at once, in a millisecond


@pytest.mark.parametrize("proof", [False, True])
def test_slices_do_not_change_a_search(proof: bool) -> None:
    """Also in the middle of undoing a conflict's assignments, and of a collection."""
    formula = make("random-ksat", ["110", "470"], seed=2)
    seen = []
    for work in (1 << 40, 37, 1):
        kernel = Cdcl(formula, proof=proof)
        runs, steps, answer = 0, 0, 0
        while not answer:
            answer = kernel.run(work)
            runs += 1
            if work == 37 and runs % 5000 == 0:
                kernel.sanity()
        steps = kernel.work + kernel.moves
        assert work > 37 or runs > steps // 100
        counters = kernel.decisions, kernel.conflicts, kernel.learned, kernel.work
        seen.append((answer, counters, kernel.assignment(), kernel.take_proof()))
    assert seen[0] == seen[1] == seen[2]
    assert 2 * kernel.learned < kernel.conflicts, "clauses were dropped"
    assert kernel.conflicts > 600


@pytest.mark.parametrize("collecting", [False, True])
def test_the_rest_of_a_run_comes_before_other_work(collecting: bool) -> None:
    """Clauses, assumptions and phases may be changed after any run."""
    formula = make("random-ksat", ["90", "380"], seed=4)
    whole = Cdcl(formula)
    while not whole.run(1 << 40):
        pass
    for stop in range(1, 40):
        kernel = Cdcl(formula)
        answer = 0
        while kernel.conflicts < (150 if collecting else stop) and not answer:
            answer = kernel.run(3)
        for _ in range(stop if collecting else 0):
            answer = answer or kernel.run(20)
        if answer:
            break
        if stop % 3 == 0:
            kernel.add_clause([1, 2, -1])
        elif stop % 3 == 1:
            kernel.set_phases(kernel.phases())
        kernel.sanity()
        while not answer:
            answer = kernel.run(10_000)
        assert answer == whole.run(1)
