"""Small queries with assumptions: our incremental solver compared with CaDiCaL and MiniSat through python-sat.

Run from the root of the project: python -m tests.benchmarks.bench_library [QUERIES]

The formulas are random 3-SAT and an encoded double sudoku. Each solver gets the same queries (100,000 by default, fewer
on larger formulas), and the answers are compared. Prints processor time in seconds and its ratio to ours.
"""

import random
import sys
from collections.abc import Sequence
from time import process_time

from pysat.solvers import Solver as PythonSat

from engine.sat import Solver
from engine.sat.formula import families
from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate

RIVALS = "cadical195", "minisat22"


def formulas(queries: int) -> dict[str, tuple[Formula, int]]:
    """The formulas by name, with the number of queries."""
    puzzle = generate(double(), 90, seed=1).puzzle
    return {
        "random 3-SAT, 100 variables": (families.make("random-ksat", ["100", "350"], seed=3), queries),
        "random 3-SAT, 200 variables": (families.make("random-ksat", ["200", "800"], seed=3), queries // 100),
        "double sudoku": (encode(puzzle).formula, queries // 10),
    }


def seconds(solver: Solver | PythonSat, queries: Sequence[Sequence[int]]) -> tuple[float, int]:
    """The processor time of some queries, and how many are satisfiable."""
    begin = process_time()
    count = sum(bool(solver.solve(assumptions=query)) for query in queries)
    return process_time() - begin, count


def main() -> None:
    """Run the queries, and print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for name, (formula, number) in formulas(count).items():
        chance = random.Random(1)
        variables = range(1, formula.variables + 1)
        queries = [
            [chance.choice((1, -1)) * variable for variable in chance.sample(variables, 5)] for _ in range(number)
        ]
        ours, answers = seconds(Solver(formula), queries)
        print(f"{name}, {number:,} queries: ours {ours:.2f} s", end="", flush=True)
        for rival in RIVALS:
            took, others = seconds(PythonSat(name=rival, bootstrap_with=list(map(list, formula))), queries)
            assert others == answers, f"{rival} answers otherwise"
            print(f"; {rival} {took:.2f} s, {took / ours:.2f} times ours", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
