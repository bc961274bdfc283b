"""Inprocessing: verdicts, models and proofs with each technique, invariants, slices, injected faults, plain Python."""

import random
from array import array
from collections.abc import Iterable

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat

from engine.base import kernels
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import elimination
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.preprocessing import Preprocessor
from engine.sat.kernels.probing import Probing
from engine.sat.kernels.subsumption import Subsumption
from engine.sat.kernels.vivification import Vivification
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status, falsified
from engine.sat.solvers import inprocessing, structure
from engine.sat.solvers.inprocessing import INPROCESSING, Inprocessing, Schedule
from engine.sat.solvers.solve import solve
from engine.sat.trace.trace import Recorder

OFTEN = Schedule(distance=5, probing=1, vivification=1, irredundant=1, subsumption=1, elimination=10)
compiled = pytest.mark.skipif(not kernels.state().compiled, reason="the search is long, so that rounds come")
COMBINATIONS = [(name,) for name in INPROCESSING] + [INPROCESSING]


def crowded(seed: int) -> Formula:
    """A random formula with some conflicts, and definitions of variables that can be eliminated."""
    rng = random.Random(seed)
    n = rng.randint(10, 60)
    clauses = [
        [v * rng.choice((1, -1)) for v in rng.sample(range(1, n + 1), rng.choice((2, 3, 3, 3, 3, 4)))]
        for _ in range(int(n * rng.uniform(3, 4.4)))
    ]
    for v in range(n + 1, n + 11):
        a, b = (w * rng.choice((1, -1)) for w in rng.sample(range(1, v), 2))
        clauses += [[-v, a], [-v, b], [v, -a, -b]]
    clauses += [[v * rng.choice((1, -1)) for v in rng.sample(range(1, n + 11), 3)] for _ in range(8)]
    return Formula.of(clauses, n + 10)


def searched(
    formula: Formula, techniques: Iterable[str], work: int = 10**9, kernel: object = None
) -> tuple[Status, Inprocessing, Proof]:
    """Search with many rounds, checking the invariants between slices and every verdict."""
    proof = Proof()
    kernel = kernel or Cdcl(formula, proof=True)
    search = Inprocessing(kernel, formula, tuple(techniques), proof, OFTEN)
    while not (answer := search.run(work)):
        if kernel.level == 0:
            kernel.sanity()
    kernel.sanity()
    if answer == 10:
        assert falsified(formula, search.model()) is None
        return Status.SATISFIABLE, search, proof
    verdict = check_proof(formula, proof)
    assert verdict, verdict
    return Status.UNSATISFIABLE, search, proof


def satisfiable(formula: Formula) -> bool:
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        return oracle.solve()


@pytest.mark.few(1)
@pytest.mark.parametrize("techniques", COMBINATIONS, ids=",".join)
@settings(max_examples=amount(24))
@given(seed=st.integers(0, 2**30), work=st.sampled_from((500, 3000, 10**9)))
def test_right_with_each(techniques: tuple[str, ...], seed: int, work: int) -> None:
    formula = crowded(seed)
    assert (searched(formula, techniques, work)[0] is Status.SATISFIABLE) == satisfiable(formula)


@pytest.mark.slow
@pytest.mark.parametrize("techniques", COMBINATIONS, ids=",".join)
def test_right_on_thousands(techniques: tuple[str, ...]) -> None:
    did: dict[str, float] = {}
    for seed in range(3000):
        formula = crowded(seed)
        status, search, _ = searched(formula, techniques, 1000)
        assert (status is Status.SATISFIABLE) == satisfiable(formula)
        did = {name: did.get(name, 0) + count for name, count in search.details.items()}
    assert all(did.values())


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "family", ["factor 65521", "factor 40301", "miter 4", "php 7 6", "parity-twice 14", "colour 40 95"]
)
def test_families(family: str) -> None:
    name, *arguments = family.split()
    formula = make(name, arguments, 1)
    assert (searched(formula, INPROCESSING)[0] is Status.SATISFIABLE) == satisfiable(formula)


@pytest.mark.parametrize("technique", INPROCESSING)
def test_each_does_something(technique: str) -> None:
    formula = make("factor", ["65521"])
    details = searched(formula, [technique])[1].details
    assert all(details.values())
    assert list(details)[-1] == f"seconds of {technique}"


@pytest.mark.long
def test_slices_make_no_difference() -> None:
    formula = make("factor", ["65521"])
    counts, proofs = [], []
    for work in (10**9, 50_000):
        _, search, proof = searched(formula, INPROCESSING, work)
        counts.append({name: count for name, count in search.details.items() if not name.startswith("seconds")})
        proofs.append(list(proof))
    assert counts[0] == counts[1]
    assert proofs[0] == proofs[1]


def test_slices_make_no_difference_to_an_elimination_that_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inprocessing, "_ELIMINATION_COST", 0)
    formula = make("factor", ["65521"])
    eliminated = []
    for work in (10**9, 7_000, 100):
        search = Inprocessing(Cdcl(formula), formula, ("elimination",), None, Schedule(distance=5, elimination=1))
        while not search.run(work):
            pass
        eliminated.append(search.details["variables eliminated"])
    assert len(set(eliminated)) == 1


def test_clauses_are_kept_for_as_long_as_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inprocessing, "_ELIMINATION_COST", 0)
    formula = make("factor", ["65521"])
    kernel = Cdcl(formula)
    search = Inprocessing(kernel, formula, ("vivification", "elimination"), None, OFTEN)
    search.keeps_clauses = True
    rounds_running: set[bool] = set()
    while kernel.conflicts < 40 and not search.run(2_000):
        rounds_running.add(search.is_running)
    assert rounds_running == {False, True}
    assert search.details["variables eliminated"] == 0
    search.keeps_clauses = False
    while not search.run(10_000):
        pass
    assert search.details["variables eliminated"] > 0


def test_plain_python_does_the_same() -> None:
    """Every kernel in plain Python, on the same formula."""
    formula = crowded(3)
    plain = {name: uncompiled(f"engine.sat.kernels.{name}") for name in ("cdcl", *INPROCESSING)}
    first, other = Cdcl(formula, proof=True), plain["cdcl"].Cdcl(formula, proof=True)
    for kernel, modules in ((first, None), (other, plain)):
        kernel.run(10**9, 40)
        for begin in rounds(kernel, modules):
            begin()
            kernel.sanity()
    assert first.take_proof() == other.take_proof()


def rounds(kernel: object, modules: "dict[str, object] | None") -> list:
    """A round of each kind, uncompiled if the modules are given."""
    probing = modules["probing"].Probing(kernel) if modules else Probing(kernel)
    vivification = modules["vivification"].Vivification(kernel) if modules else Vivification(kernel)
    subsumption = modules["subsumption"].Subsumption(kernel) if modules else Subsumption(kernel)

    def vivify(learned: bool) -> None:
        vivification.begin(10**6, learned)
        assert vivification.run(10**9)

    def probe() -> None:
        probing.begin(10**6)
        assert probing.run(10**9)

    def subsume() -> None:
        subsumption.begin(10**6)
        assert subsumption.run(10**9)

    return [probe, lambda: vivify(True), lambda: vivify(False), subsume]


# --- the effect of each technique, on hand-made clauses ---


def loaded(clauses: list[list[int]], variables: int = 9) -> Cdcl:
    return Cdcl(Formula.of(clauses, variables), proof=True)


def left(kernel: Cdcl) -> list[list[int]]:
    """The current clauses of the formula in the kernel."""
    literals, starts = elimination.take_clauses(kernel)
    return [sorted(clause) for clause in Formula(9, literals, starts)]


def vivified(kernel: Cdcl) -> Vivification:
    vivification = Vivification(kernel)
    vivification.begin(10**6, learned=False)
    assert vivification.run(10**9)
    kernel.sanity()
    return vivification


@pytest.mark.parametrize(
    ("clauses", "after"),
    [
        # not 1 makes 5 true, which makes 2 or 6 true: the conflict needs only 1 and 2
        ([[1, 2, 3, 4], [1, 5], [-5, 2, 6], [-5, 2, -6]], [1, 2]),
        # not 1 makes 2 true: the rest is redundant
        ([[1, 2, 3, 4], [1, 5], [-5, 2, 9]], None),
        # not 1 makes 2 false: 2 is redundant
        ([[1, 2, 3], [1, -2, 7], [1, -2, -7]], [1, 3]),
    ],
)
def test_vivification_shortens(clauses: list[list[int]], after: list[int] | None) -> None:
    kernel = loaded(clauses)
    found = vivified(kernel)
    assert found.tried > 0
    if after:
        assert found.shortened >= 1
        assert after in left(kernel)
    else:
        assert found.shortened == 0


def test_vivification_drops_subsumed_clauses() -> None:
    kernel = loaded([[1, 2, 3, 4], [1, 2, 3]])
    assert vivified(kernel).subsumed == 1
    assert left(kernel) == [[1, 2, 3]]


def test_probing_finds_the_unit_that_implies_the_conflict() -> None:
    """1 implies 2, which implies 3 and 4, of which one must be false."""
    kernel = loaded([[-1, 2], [-2, 3], [-2, 4], [-3, -4]])
    probing = Probing(kernel)
    probing.begin(10**6)
    assert probing.run(10**9)
    assert (probing.tried, probing.failed) == (1, 1)
    assert kernel.assignment()[:3].tolist() == [0, -1, -1]
    kernel.sanity()
    assert kernel.take_proof().tolist()[:2] == [2, -2]


def test_a_literal_that_did_not_fail_is_not_tried_again_before_there_are_new_units() -> None:
    kernel = loaded([[-1, 2], [-2, 3]])
    probing = Probing(kernel)
    for tried in (2, 2):  # 1 and not 3
        probing.begin(10**6)
        assert probing.run(10**9)
        assert probing.tried == tried
    kernel.add_clause([9])
    probing.begin(10**6)
    assert probing.run(10**9)
    assert probing.tried == 4


def test_subsumption_of_learned_clauses() -> None:
    """No learned clause is left that another one subsumes or almost subsumes."""
    formula = make("php", ["7", "6"])
    kernel = Cdcl(formula)
    kernel.run(10**9, 300)
    before = kernel.learned
    subsumption = Subsumption(kernel)
    subsumption.begin(10**9)
    assert subsumption.run(10**9)
    kernel.sanity()
    assert subsumption.subsumed > 0
    assert kernel.learned <= before - subsumption.subsumed


def test_inserted_text_replaces_deleted_text() -> None:
    kernel = loaded([[1, 2, 3], [-1, 4, 5], [6, 7]])
    literals, starts = elimination.take_clauses(kernel)
    assert [sorted(clause) for clause in Formula(9, literals, starts)] == [[1, 2, 3], [-1, 4, 5], [6, 7]]
    elimination.put_clauses(kernel, array("i", [2, 3, 4, 5]), array("i", [0, 4]))
    kernel.sanity()
    assert left(kernel) == [[2, 3, 4, 5]]
    assert kernel.run(10**9) == 10


def test_a_learned_clause_with_an_eliminated_variable_is_dropped() -> None:
    formula = make("factor", ["16777213"])
    kernel = Cdcl(formula)
    kernel.run(10**9, 500)
    literals, starts = elimination.take_clauses(kernel)
    learned, preprocessor = kernel.learned, Preprocessor(Formula(formula.variables, literals, starts))
    assert preprocessor.run(10**9)
    elimination.put_clauses(kernel, *preprocessor.clauses())
    assert preprocessor.eliminated > 0
    assert 0 < kernel.learned < learned
    kernel.sanity()


# --- properties of all techniques ---


@pytest.mark.long
@compiled
def test_off_while_a_search_is_recorded() -> None:
    formula, recorder = make("factor", ["16777213"]), Recorder()
    result = solve(formula, "cdcl", trace=recorder)
    assert result.details == {}
    alone = solve(formula, "cdcl", without=frozenset((*INPROCESSING, *structure.TECHNIQUES)))
    assert alone.conflicts == result.conflicts
    assert solve(formula, "cdcl").details["variables eliminated"] > 0


@pytest.mark.few(1)
@compiled
@pytest.mark.parametrize("technique", INPROCESSING)
def test_each_can_be_left_out(technique: str) -> None:
    formula = make("factor", ["16777213"])
    details = solve(formula, "cdcl", without=frozenset([technique])).details
    assert {name for name in INPROCESSING if f"seconds of {name}" in details} == set(INPROCESSING) - {technique}


@pytest.mark.parametrize("technique", INPROCESSING)
def test_slices_of_a_round_end(technique: str) -> None:
    """So any driver of the search can stop there."""
    formula = make("factor", ["65521"])
    search = Inprocessing(Cdcl(formula), formula, [technique], None, OFTEN)
    while not search.details[f"seconds of {technique}"]:
        assert search.run(1000) == 0
    before = search.details
    assert [search.run(1) for _ in range(50)] == [0] * 50
    assert all(search.details[name] <= count + 50 for name, count in before.items())


# --- faults that must be detected ---


def faulty(monkeypatch: pytest.MonkeyPatch, fault: str) -> int:
    """With a fault in elimination, how many of a hundred satisfiable formulas get a wrong model or verdict."""

    class Faulty:
        def __init__(self, *arguments: object) -> None:
            self._kernel = Preprocessor(*arguments)

        def __getattr__(self, name: str) -> object:
            return getattr(self._kernel, name)

        def witness(self) -> "array[int]":
            return array("i") if fault == "witness" else self._kernel.witness()

        def clauses(self) -> tuple["array[int]", "array[int]"]:
            literals, starts = self._kernel.clauses()
            if fault == "clause" and len(starts) > 1:
                literals, starts = literals[: starts[-2]], starts[:-1]
            return literals, starts

    monkeypatch.setattr(inprocessing, "Preprocessor", Faulty)
    caught = 0
    for seed in range(100):
        formula = crowded(seed)
        try:
            status = searched(formula, ["elimination"])[0]
            caught += (status is Status.SATISFIABLE) != satisfiable(formula)
        except AssertionError:
            caught += 1
    return caught


@pytest.mark.few(1)
@pytest.mark.parametrize("fault", ["witness", "clause"])
def test_a_fault_in_elimination_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert faulty(monkeypatch, "") == 0
    assert faulty(monkeypatch, fault) > 0
