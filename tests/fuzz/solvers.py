"""Random formulas on which all our solvers must agree with CaDiCaL; every model and every proof is checked."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from pysat.solvers import Solver as PySat

from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status, falsified
from engine.sat.solvers.solve import SOLVERS, solve

STRATEGIES: tuple[tuple[str, str], ...] = tuple(
    (name, branching) for name in ("backtracking", "naive", "dpll", "cdcl") for branching in SOLVERS[name].branchings
)
"""All our solvers with each of their branchings."""


@dataclass
class Tally:
    """The results of a run: formulas by verdict, our verdicts, checked proofs, and sentences on faults."""

    formulas: Counter[str] = field(default_factory=Counter)
    verdicts: int = 0
    proofs: int = 0
    wrong: list[str] = field(default_factory=list)


def random_formula(random: Random) -> Formula:
    """A small formula, satisfiable about half of the time.

    Some have empty clauses, duplicate literals and clauses, tautologies, units, and variables that do not occur.
    """
    variables = random.randint(1, random.choice((3, 6, 10, 16)))
    # Few gaps: DPLL with random branching decides on variables that do not occur, and each doubles its work.
    number = sorted(random.sample(range(1, variables + 4), variables)) if random.random() < 0.3 else range(1, 100)
    lengths = random.choice(((3,), (2, 3), (1, 2, 3), (2, 3, 4), (1, 2, 3, 4, 5)))
    count = round(variables * random.uniform(0.5, 2.2) * sum(lengths) / len(lengths))
    clauses = [
        [random.choice((-1, 1)) * number[random.randrange(variables)] for _ in range(random.choice(lengths))]
        for _ in range(count)
    ]
    if random.random() < 0.7:  # the others keep their tautologies and duplicates
        clauses = [list(dict.fromkeys(clause)) for clause in clauses if not {-lit for lit in clause} & set(clause)]
    if clauses and random.random() < 0.2:
        clauses += random.choices(clauses, k=2)
    if random.random() < 0.02:
        clauses.insert(random.randint(0, len(clauses)), [])
    return Formula.of(clauses, random.choice((0, 0, 0, variables + 2)))


def satisfiable(formula: Formula) -> bool:
    """CaDiCaL's verdict, computed in this process."""
    if 0 in formula.lengths:
        return False
    with PySat("cadical153", bootstrap_with=[list(clause) for clause in formula]) as solver:
        return bool(solver.solve())


def faults(
    formula: Formula, expected: bool, strategies: Sequence[tuple[str, str]] = STRATEGIES, tally: Tally | None = None
) -> Iterator[str]:
    """Sentences on wrong answers, with and without preprocessing."""
    tally = tally or Tally()
    for preprocessed in (False, True):
        for name, branching in strategies:
            proof = Proof()
            result = solve(formula, name, branching=branching, proof=proof, preprocess=preprocessed)
            tally.verdicts += 1
            where = f"{name}:{branching}{' after preprocessing' * preprocessed}"
            if result.status is not (Status.SATISFIABLE if expected else Status.UNSATISFIABLE):
                yield f"{where} says {result.status.value}"
            elif result.model is not None and (clause := falsified(formula, result.model)) is not None:
                yield f"{where}: its model falsifies clause {clause + 1}"
            elif result.model is None:
                tally.proofs += 1
                if not (verdict := check_proof(formula, proof)):
                    yield f"{where}: {verdict}"


def run(inputs: int, seed: int, seconds: float | None = None, report: Callable[[int], None] | None = None) -> Tally:
    """Try a number of random formulas, or continue for some seconds; `report` gets the number after every 1000."""
    random, tally = Random(seed), Tally()
    end = None if seconds is None else monotonic() + seconds
    for number in range(inputs):
        if end is not None and monotonic() > end:
            break
        formula = random_formula(random)
        expected = satisfiable(formula)
        tally.formulas["satisfiable" if expected else "unsatisfiable"] += 1
        for fault in faults(formula, expected, tally=tally):
            tally.wrong.append(f"{[list(clause) for clause in formula]} of {formula.variables} variables: {fault}")
        if report is not None and (number + 1) % 1000 == 0:
            report(number + 1)
    return tally
