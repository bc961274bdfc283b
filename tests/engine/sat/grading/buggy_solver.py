"""A small DPLL solver, as a student would write it, with a selectable bug: buggy_solver.py BUG CNF [PROOF].

With the bug `none` it is correct. It imports only the standard library, and tests run it as a script.
"""

import os
import random
import signal
import sys
from itertools import chain

BUG = sys.argv[1]
GIVEN_UP = 6  # decisions


def read(path: str) -> tuple[int, list[list[int]]]:
    """The number of variables, and the clauses."""
    variables, clauses, clause = 0, [], []
    for line in open(path, newline=""):  # noqa: SIM115 (a student's)
        if BUG != "windows line ends" and line.endswith("\r\n"):
            line = line[:-2]
        words = line.strip("\n ").split("\t" if BUG == "tabs" else None)
        if BUG == "windows line ends" and line.endswith("\r\n") and words:
            words[-1] = line.strip("\n ").split(" ")[-1]
        if BUG == "comment in the body" and words[:1] == ["c"] and clauses:
            words = [word for word in words if word.lstrip("-").isdigit()]
        if words[:1] == ["c"]:
            continue
        if words[:1] == ["p"]:
            variables = int(words[2])
            continue
        if words[:1] == ["%"] and BUG != "% tail":
            break
        for word in words:
            if word == "0":
                clauses.append(clause)
                clause = []
            else:
                clause.append(int(word))
        if BUG == "clause over several lines" and clause:
            clauses.append(clause)
            clause = []
        if BUG == "one clause a line" and words:
            clauses = clauses[: len(clauses) - words.count("0") + 1]
    if clause and BUG != "missing last 0":
        clauses.append(clause)
    return variables, clauses


class Solver:
    """Plain DPLL; `decisions` counts decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    def solve(self, clauses: list[list[int]], values: dict[int, bool]) -> dict[int, bool] | None:
        while True:
            true = {variable if value else -variable for variable, value in values.items()}
            clauses = [clause for clause in clauses if true.isdisjoint(clause)]
            clauses = [[literal for literal in clause if abs(literal) not in values] for clause in clauses]
            if not all(clauses):
                return None
            units = [clause[0] for clause in clauses if len(clause) == 1]
            if BUG == "dropped unit" and len(units) > 1:
                clauses.remove([units.pop()])
            if not units:
                break
            values = {**values, abs(units[0]): units[0] > 0}
        if not clauses:
            return values
        self.decisions += 1
        if BUG == "unsatisfiable when it takes long" and self.decisions > 1:
            return None
        variable = abs(clauses[0][0])
        signs = (True, True) if BUG == "wrong sign at backtrack" else (True, False)
        if BUG == "no backtracking":
            signs = (True,)
        for sign in signs:
            found = self.solve(clauses, {**values, variable: sign})
            if found is not None:
                return found
        return None


def main() -> int:
    variables, clauses = read(sys.argv[2])
    if BUG == "crash on an empty formula":
        max(map(len, clauses))
    if BUG == "file written":
        open("debug.txt", "w").write("here")  # noqa: SIM115
    if BUG == "formula changed":
        open(sys.argv[2], "a").write("c seen")  # noqa: SIM115
    if BUG == "process left over":
        os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "60")
    if BUG == "segmentation fault" and any(len(clause) > 5 for clause in clauses):
        os.kill(os.getpid(), signal.SIGSEGV)
    if BUG == "endless loop" and not all(clauses):
        while True:
            pass
    if BUG == "memory hog":
        hog = []
        while True:
            hog.append(bytearray(1 << 22))
    if BUG == "flood":
        while True:
            print("c " + 1000 * "still searching ")
    if BUG == "silent":
        return 0
    if BUG == "header-only variables":
        used = len(set(map(abs, chain(*clauses))))
        values = [None] * (used + 1)
        for literal in chain(*clauses):
            values[abs(literal)] = literal > 0
    if BUG == "empty clause ignored":
        clauses = [clause for clause in clauses if clause]
    if BUG == "duplicate literals":  # counts false literals once, but the length with repetitions
        clauses = [[x if x not in clause[:n] else 10**6 + n for n, x in enumerate(clause)] for clause in clauses]
    if BUG == "tautology":
        clauses = [[literal for literal in clause if -literal not in clause] for clause in clauses]
    if BUG == "last clause forgotten":
        clauses = clauses[:-1]
    model = Solver().solve(clauses, {})
    if BUG == "nondeterministic" and random.random() < 0.5:
        model = None
    if BUG == "debugging output":
        print("reading done,", len(clauses), "clauses")
    if model is None:
        print("s UNSATISFIABLE")
        if len(sys.argv) > 3:
            write_proof(variables, clauses)
        return 20
    literals = [v if model.get(v) else -v for v in range(1, variables + 1)]
    if BUG == "no model":
        print("s SATISFIABLE")
        return 10
    if BUG == "two verdicts":
        print("s UNKNOWN")
    if BUG == "model cut short":
        literals = literals[: len(literals) // 2]
    if BUG == "off by one":
        literals = [literal + (1 if literal > 0 else -1) for literal in literals]
    if BUG == "signs flipped":
        literals = [-literal for literal in literals]
    if BUG == "another order":
        order = list(dict.fromkeys(abs(literal) for clause in clauses for literal in clause))
        literals = [place if model.get(v) else -place for place, v in enumerate(order, 1)]
    if BUG == "both signs":
        literals += [-literal for literal in literals]
    end = [] if BUG == "no 0 behind the model" else [0]
    print("SATISFIABLE" if BUG == "wrong words" else "s SATISFIABLE")
    print("v", *literals, *end)
    return 20 if BUG == "wrong exit code" else 10


def write_proof(variables: int, clauses: list[list[int]]) -> None:
    """All refuted decisions, longest first: every clause over all variables follows by propagation."""
    with open(sys.argv[3], "w") as file:
        if BUG != "wrong proof":
            for length in range(variables, 0, -1):
                for bits in range(1 << length):
                    print(*(v + 1 if bits >> v & 1 else -v - 1 for v in range(length)), 0, file=file)
        print(0, file=file)


if __name__ == "__main__":
    sys.exit(main())
