"""A solver that goes through the table of all assignments, with a selectable bug: planted_table.py BUG CNF.

With the bug `none` it is correct. It imports only the standard library, and tests run it as a script.
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
for number in range(1 if BUG == "first assignment" else 0, 2**variables - (BUG == "last assignment")):
    if all(any((number >> abs(literal) - 1 & 1) == (literal > 0) for literal in clause) for clause in clauses):
        print("s SATISFIABLE")
        print("v", *(v if number >> v - 1 & 1 else -v for v in range(1, variables + 1)), 0)
        sys.exit(10)
print("s UNSATISFIABLE")
sys.exit(20)
