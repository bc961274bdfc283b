"""Optimisation from below (OLL) compared with RC2 of python-sat, on made formulas with soft clauses.

Run from the root of the project: python -m tests.benchmarks.bench_maxsat [NAME ...] [--seeds N] [--seconds S]

Prints for each family and seed the optimum, processor time in seconds of both, the course of ours, and the ratio of the
times; then the geometric mean of the ratios by family and of all. RC2 is stratified, with at-most-one detection, core
exhaustion and core minimisation, on Glucose 3, as in the MaxSAT evaluations. Beyond `--seconds` ours stops, and the
time counts as it is.
"""

import argparse
from collections.abc import Callable, Sequence
from random import Random
from statistics import geometric_mean
from time import process_time

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from engine.base import kernels
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.optimisation.optimise import optimise
from engine.sat.solvers.limits import Limits

Soft = list[tuple[int, list[int]]]
Wcnf = tuple[int, list[list[int]], Soft]


def _clauses(dice: Random, variables: int, count: int, length: int) -> list[list[int]]:
    return [
        [variable * dice.choice((1, -1)) for variable in dice.sample(range(1, variables + 1), length)]
        for _ in range(count)
    ]


def max_sat(dice: Random) -> Wcnf:
    """Random 3-clauses, 4.6 per variable, of which most are hard."""
    hard, soft = _clauses(dice, 100, 400, 3), _clauses(dice, 100, 90, 3)
    return 100, hard, [(1, clause) for clause in soft]


def units(dice: Random) -> Wcnf:
    """As many variables as possible true, under random hard 3-clauses of mixed signs."""
    hard = [[-abs(clause[0]), -abs(clause[1]), clause[2]] for clause in _clauses(dice, 70, 180, 3)]
    return 70, hard, [(1, [variable]) for variable in range(1, 71)]


def cover(dice: Random) -> Wcnf:
    """A vertex cover of a sparse random graph with weighted vertices."""
    edges = [dice.sample(range(1, 201), 2) for _ in range(330)]
    return 200, edges, [(dice.randint(1, 20), [-vertex]) for vertex in range(1, 201)]


def cover_of_one_weight(dice: Random) -> Wcnf:
    """A vertex cover of a sparse random graph."""
    edges = [dice.sample(range(1, 101), 2) for _ in range(175)]
    return 100, edges, [(1, [-vertex]) for vertex in range(1, 101)]


def sets(dice: Random) -> Wcnf:
    """Each of 60 elements in one of the selected sets, which have weights."""
    count = 100
    members = [dice.sample(range(60), dice.randint(3, 7)) for _ in range(count)]
    hard = [[place + 1 for place, own in enumerate(members) if element in own] for element in range(60)]
    soft: Soft = [(dice.randint(1, 9), [-place]) for place in range(1, count + 1)]
    return count, [clause for clause in hard if clause], soft


def timetable(dice: Random) -> Wcnf:
    """Lessons in slots: some exclude each other, and each slot has a price for each lesson."""
    lessons, slots = 24, 6
    at = [[lesson * slots + slot + 1 for slot in range(slots)] for lesson in range(lessons)]
    hard = [list(own) for own in at]
    hard += [[-own[a], -own[b]] for own in at for a in range(slots) for b in range(a)]
    pairs = [dice.sample(range(lessons), 2) for _ in range(70)]
    hard += [[-at[first][slot], -at[other][slot]] for first, other in pairs for slot in range(slots)]
    return lessons * slots, hard, [(dice.randint(1, 30), [-variable]) for own in at for variable in own]


def debugging(dice: Random) -> Wcnf:
    """A random circuit whose wrong output must be explained by as few broken gates as possible."""
    inputs, gates = 16, 500
    hard: list[list[int]] = []
    soft: Soft = []
    values = [dice.random() < 0.5 for _ in range(inputs)]
    hard += [[variable + 1 if value else -variable - 1] for variable, value in enumerate(values)]
    top = inputs
    for _ in range(gates):
        top += 1
        first, other = dice.sample(range(max(1, top - 40), top), 2)
        signs = dice.choice((1, -1)), dice.choice((1, -1))
        a, b = first * signs[0], other * signs[1]
        works = top + gates + 1
        hard += [[-top, a, -works], [-top, b, -works], [top, -a, -b, -works]]
        soft.append((1, [works]))
        values.append((values[first - 1] == (signs[0] > 0)) and (values[other - 1] == (signs[1] > 0)))
    for output in range(top - 60, top + 1):
        wrong = dice.random() < 0.5
        value = values[output - 1] != wrong
        hard.append([output if value else -output])
    return top + gates + 2, hard, soft


FAMILIES: dict[str, Callable[[Random], Wcnf]] = {
    made.__name__: made for made in (max_sat, units, cover, cover_of_one_weight, sets, timetable, debugging)
}


def ours(wcnf: Wcnf, seconds: float) -> tuple[float, int | None, str]:
    """Processor time, the optimum (None if not found), and a summary."""
    variables, hard, soft = wcnf
    objective = Objective(tuple((weight, tuple(clause)) for weight, clause in soft))
    start = process_time()
    found = optimise(Formula.of(hard, variables), objective, limits=Limits(seconds))
    spent = process_time() - start
    best = found.bounds[0] if found.bounds and found.bounds[0] == found.bounds[1] else None
    return spent, best, found.plan[0].outcome if found.plan else ""


def rc2(wcnf: Wcnf) -> tuple[float, int]:
    """Processor time and the optimum."""
    _, hard, soft = wcnf
    formula = WCNF()
    for clause in hard:
        formula.append(clause)
    for weight, clause in soft:
        formula.append(clause, weight=weight)
    start = process_time()
    with RC2Stratified(formula, solver="g3", adapt=True, exhaust=True, incr=False, minz=True) as search:
        search.compute()
        return process_time() - start, search.cost


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(FAMILIES)}")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    print(kernels.state())
    ratios: dict[str, list[float]] = {}
    print(f"{'family':<22}seed  optimum     ours      RC2    ratio")
    for name in options.names or FAMILIES:
        for seed in range(options.seeds):
            wcnf = FAMILIES[name](Random(seed))
            theirs, cost = rc2(wcnf)
            spent, best, summary = ours(wcnf, options.seconds)
            assert best in (None, cost), f"{name} {seed}: {best} instead of {cost}"
            ratios.setdefault(name, []).append(spent / theirs)
            print(f"{name:<22}{seed:4}{cost:9}{spent:9.2f}{theirs:9.2f}{spent / theirs:9.2f}  {summary}", flush=True)
    for name, found in ratios.items():
        print(f"{name:<22}{geometric_mean(found):9.2f}")
    print(f"{'all':<22}{geometric_mean([ratio for found in ratios.values() for ratio in found]):9.2f}")


if __name__ == "__main__":
    main()
