"""A solver that assigns pure literals before it propagates units, with a selectable bug: planted_pure.py BUG CNF.

With the bug `pure literals kept` those of one branch stay assigned in the other one, where they need not be pure. With
the bug `none` it is correct. It imports only the standard library, and tests run it as a script.
"""

import sys

BUG = sys.argv[1]
words: list[int] = []
variables = 0
for line in open(sys.argv[2]):  # noqa: SIM115 (a student's)
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
clauses.pop()


def open_part(values: dict[int, bool]) -> list[list[int]]:
    """The clauses that are not satisfied, without their false literals."""
    left = [clause for clause in clauses if not any(values.get(abs(x)) == (x > 0) for x in clause)]
    return [[x for x in clause if abs(x) not in values] for clause in left]


def search(values: dict[int, bool]) -> dict[int, bool] | None:
    pure = values if BUG == "pure literals kept" else dict(values)
    literals = {literal for clause in open_part(values) for literal in clause}
    pure.update((abs(literal), literal > 0) for literal in literals if -literal not in literals)
    values = dict(pure)
    while True:
        left = open_part(values)
        if not all(left):
            return None
        if not left:
            return values
        unit = next((clause[0] for clause in left if len(clause) == 1), None)
        if unit is None:
            break
        values[abs(unit)] = unit > 0
    for value in (True, False):
        values[abs(left[0][0])] = value
        found = search(values)
        if found is not None:
            return found
    return None


model = search({})
if model is None:
    print("s UNSATISFIABLE")
else:
    print("s SATISFIABLE")
    print("v", *(v if model.get(v) else -v for v in range(1, variables + 1)), 0)
