"""A small solver with clause learning, as a student would write it, with a selectable bug: planted_cdcl.py BUG CNF.

With the bug `none` it is correct. It imports only the standard library, and tests run it as a script.
"""

import sys

BUG = sys.argv[1]


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
    return variables, clauses[:-1]


class Solver:
    def __init__(self, variables: int, clauses: list[list[int]]) -> None:
        self.variables, self.clauses = variables, []
        self.value: dict[int, bool] = {}
        self.level: dict[int, int] = {}
        self.reason: dict[int, list[int] | None] = {}
        self.trail: list[int] = []
        self.limits: list[int] = []
        self.head = 0
        self.watches: dict[int, list[list[int]]] = {}
        self.ok = True
        for clause in clauses:
            distinct = list(dict.fromkeys(clause))
            if any(-literal in distinct for literal in distinct):
                continue
            if not self.add(distinct):
                self.ok = False

    def add(self, clause: list[int]) -> bool:
        """Add a clause of the formula; returns False for a contradiction."""
        if not clause:
            return False
        if len(clause) == 1:
            value = self.truth(clause[0])
            if value is None:
                self.assign(clause[0], None)
            return value is not False
        self.watch(clause)
        return True

    def watch(self, clause: list[int]) -> None:
        self.clauses.append(clause)
        for literal in clause[:2]:
            self.watches.setdefault(literal, []).append(clause)

    def truth(self, literal: int) -> bool | None:
        value = self.value.get(abs(literal))
        return None if value is None else value == (literal > 0)

    def assign(self, literal: int, reason: list[int] | None) -> None:
        variable = abs(literal)
        self.value[variable], self.level[variable] = literal > 0, len(self.limits)
        self.reason[variable] = reason
        self.trail.append(literal)

    def propagate(self) -> list[int] | None:
        while self.head < len(self.trail):
            false = -self.trail[self.head]
            self.head += 1
            watching, remaining = self.watches.get(false, []), []
            for place, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], clause[0]
                other = clause[0]
                blocked = self.truth(other)
                if blocked or (BUG == "blocked by any value" and blocked is not None and len(clause) > 2):
                    remaining.append(clause)
                    continue
                last = len(clause) - (BUG == "watch stops one early" and len(clause) > 2)
                for index in range(2, last):
                    if self.truth(clause[index]) is not False:
                        clause[1], clause[index] = clause[index], clause[1]
                        self.watches.setdefault(clause[1], []).append(clause)
                        break
                else:
                    remaining.append(clause)
                    if self.truth(other) is False:
                        self.watches[false] = remaining + watching[place + 1 :]
                        return clause
                    self.assign(other, clause)
                    if BUG == "watchers lost after a unit":
                        break
            self.watches[false] = remaining
        return None

    def analyze(self, conflict: list[int]) -> tuple[list[int], int]:
        """The learned clause with its asserting literal first, and the backjump level."""
        seen: set[int] = set()
        learned: list[int] = []
        paths, place, clause = 0, len(self.trail) - 1, conflict
        pivot = 0
        while True:
            for literal in clause:
                variable = abs(literal)
                if literal == pivot or variable in seen or self.level[variable] == 0:
                    continue
                seen.add(variable)
                if self.level[variable] == len(self.limits):
                    paths += 1
                else:
                    learned.append(literal)
            while abs(self.trail[place]) not in seen:
                place -= 1
            pivot = self.trail[place]
            place -= 1
            paths -= 1
            if paths == 0:
                break
            clause = self.reason[abs(pivot)] or []
        asserting = pivot if BUG == "learns the wrong sign" else -pivot
        if BUG == "forgets a literal" and len(learned) > 1:
            learned.pop()
        learned.sort(key=lambda literal: -self.level[abs(literal)])
        back = self.level[abs(learned[0])] if learned else 0
        if BUG == "level off by one" and back > 1:
            back -= 1
            learned.reverse()
        return [asserting, *learned], back

    def backjump(self, level: int) -> None:
        length = self.limits[level]
        for place, literal in enumerate(self.trail[length:]):
            if BUG == "trail not restored" and place == 1:
                continue
            del self.value[abs(literal)]
        del self.trail[length:]
        del self.limits[level:]
        if BUG != "queue not reset":
            self.head = len(self.trail)

    def solve(self) -> bool:
        if not self.ok:
            return False
        while True:
            conflict = self.propagate()
            if conflict is not None:
                if len(self.limits) <= (BUG == "unsatisfiable at level 1"):
                    return False
                learned, back = self.analyze(conflict)
                self.backjump(back)
                if len(learned) > 1:
                    self.watch(learned)
                if BUG == "learned units forgotten" and len(learned) == 1:
                    continue
                lost = BUG == "reason not kept" or len(learned) == 1
                self.assign(learned[0], None if lost else learned)
                continue
            free = next((v for v in range(1, self.variables + 1) if v not in self.value), None)
            if free is None:
                return True
            self.limits.append(len(self.trail))
            self.assign(free, None)


def main() -> None:
    variables, clauses = read(sys.argv[2])
    if BUG == "clauses sorted in place":  # by size, keeping only one of each size
        clauses = list({tuple(map(abs, clause)): clause for clause in clauses}.values())
    solver = Solver(variables, clauses)
    if not solver.solve():
        print("s UNSATISFIABLE")
        return
    print("s SATISFIABLE")
    print("v", *(v if solver.value.get(v) else -v for v in range(1, variables + 1)), 0)


if __name__ == "__main__":
    main()
