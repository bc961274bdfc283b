"""What is estimated, ranked and prepared for small formulas, and what is read of strategies."""

import pytest
from outcomes import outcomes, short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.solvers import memory, survey, techniques
from engine.sat.solvers.branching import BRANCHINGS
from engine.sat.solvers.candidates import candidates
from engine.sat.solvers.preprocess import preprocess
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder


@pytest.mark.compiled
def test_memory_and_structure(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, formula in small_formulas().items():
        sizes = [
            estimate(formula)
            for estimate in (
                memory.of_naive, memory.of_dpll, memory.of_cdcl, memory.of_walk, memory.of_preprocessing,
                memory.of_counting,
            )
        ]  # fmt: skip
        counts = survey.survey(formula)
        waits = (survey.look_at_cardinality, survey.look_at_parity, survey.look_at_equivalence)
        found.append(f"{name}: {sizes} {counts} {[wait(counts) for wait in waits]}")
        prepared = preprocess(formula)
        found.append(f"  {short(repr([*prepared.formula]))} {prepared.summary(len(formula))}")
    assert "\n".join(found) == snapshot


def test_ranked_candidates(snapshot: SnapshotAssertion) -> None:
    found = []
    for name in ("php 4 3", "random-ksat 7 30", "gates"):
        formula = small_formulas()[name]
        for solver in ("naive", "dpll", "cdcl"):
            for branching in SOLVERS[solver].branchings:
                recorder = Recorder(1 << 20)
                trace = recorder.trace(formula, solve(formula, solver, branching=branching, seed=2, trace=recorder))
                forks = [place for place in range(len(trace)) if trace.event(place).kind is EventKind.DECISION][:3]
                ranked = [candidates(trace, fork) for fork in forks]
                found.append(f"{name} {solver}:{branching} {len(trace)} {short(repr(ranked))}")
    assert "\n".join(found) == snapshot


def test_strategies(snapshot: SnapshotAssertion) -> None:
    inputs = [b"naive:first", b"cadical", b"cdcl:vsids", b"dpll:moms", b"dpll", b"nobody:first", b"auto"]
    words = (b":", b"dpll", b"first", b",", b"cdcl")
    found = [outcomes(lambda data: Strategy.parse(data.decode("utf-8", "replace")), inputs, words, 60)]
    for solver in SOLVERS.values():
        for without in ((), ("nothing",), ("vivification",), (*solver.techniques[:2], "x")):
            try:
                techniques.check(without, solver.name, solver.techniques)
                found.append(f"{solver.name} {without}")
            except InputError as error:
                found.append(f"{solver.name} {without}: {error}")
        found.append(f"{solver.name} {solver.title} {solver.techniques} {solver.branchings}")
    found += [f"{name} {short(repr(rule))}" for name, rule in BRANCHINGS.items()]
    assert "\n".join(found) == snapshot
