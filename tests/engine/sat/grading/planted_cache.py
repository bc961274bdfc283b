"""A solver by splitting, with a cache whose keys are too coarse, the lengths of the clauses: planted_cache.py CNF.

It imports only the standard library, and tests run it as a script.
"""

import sys


def read(path: str) -> tuple[int, list[list[int]]]:
    words: list[int] = []
    variables = 0
    for line in open(path):  # noqa: SIM115 (a student's)
        if line.startswith("p"):
            variables = int(line.split()[2])
        elif not line.startswith("c"):
            words += map(int, line.split())
    clauses: list[list[int]] = [[]]
    for word in words:
        if word:
            clauses[-1].append(word)
        else:
            clauses.append([])
    distinct = [list(dict.fromkeys(clause)) for clause in clauses[:-1]]
    return variables, [clause for clause in distinct if not any(-literal in clause for literal in clause)]


def solve(clauses: list[list[int]], model: list[int], refuted: set[tuple[int, ...]]) -> list[int] | None:
    key = tuple(sorted(map(len, clauses)))
    if key in refuted:
        return None
    while unit := next((clause[0] for clause in clauses if len(clause) == 1), None):
        model = [*model, unit]
        clauses = [[literal for literal in clause if literal != -unit] for clause in clauses if unit not in clause]
    if not clauses:
        return model
    if all(clauses):
        first = clauses[0][0]
        for literal in (first, -first):
            found = solve([*clauses, [literal]], model, refuted)
            if found is not None:
                return found
    refuted.add(key)
    return None


variables, clauses = read(sys.argv[1])
found = solve(clauses, [], set())
if found is None:
    print("s UNSATISFIABLE")
else:
    print("s SATISFIABLE")
    print("v", *(-v if -v in found else v for v in range(1, variables + 1)), 0)
