"""Watched literals by the textbook's rule: each clause watches two, and replaces one that becomes false.

M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik: Chaff: engineering an efficient SAT solver. DAC 2001.
Solvers may visit clauses in another order, or skip a visit because of a stored literal; this is the underlying scheme.
"""

from engine.base import values
from engine.sat.formula.formula import Literals
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


@values.plain(_trace=object, _clauses=object, _trail=object, _true=object, watched=object)
class Watches:
    """The watched literals of every clause at a position of a recorded search.

    A clause first watches its first two literals, a learned one the two that became false last. When a watched literal
    becomes false, the clause is visited: unless the other watched literal is true, it replaces the false one by its
    first literal that is neither false nor watched. If there is none, the clause is unit or false and nothing changes.
    Nor does anything change when literals become free.
    """

    def __init__(self, trace: Trace, position: int) -> None:
        self._trace = trace
        self._clauses = [tuple(dict.fromkeys(clause)) for clause in trace.formula]
        self._trail: list[int] = []
        self._true: set[int] = set()
        self.watched: list[Literals] = [clause[:2] for clause in self._clauses]
        """By clause (from 0; learned ones after those of the formula)."""
        for index in range(position):
            self._follow(index)

    def visited(self, literal: int) -> list[int]:
        """The clauses that must be visited when the literal becomes true."""
        return [index for index, watched in enumerate(self.watched) if -literal in watched]

    def _follow(self, index: int) -> None:
        """Apply an event of the trace."""
        kind, literal, clause, _ = self._trace.event(index)
        if kind <= EventKind.PROPAGATION:
            self._trail.append(literal)
            self._true.add(literal)
            for visited in self.visited(literal):
                self._visit(visited, -literal)
        elif kind is EventKind.LEARNED:
            assert clause is not None, "a learned clause has a number"
            literals = self._trace.clause(clause)
            place = {literal: at for at, literal in enumerate(self._trail)}
            latest = sorted(literals, key=lambda literal: -place[-literal])
            self._clauses.append(literals)
            self.watched.append(tuple(latest[:2]))
        elif kind in (EventKind.BACKTRACK, EventKind.RESTART):
            del self._trail[int(self._trace.clauses[index]) :]
            self._true = set(self._trail)

    def _visit(self, clause: int, false: int) -> None:
        """Replace a watched literal that became false, if the clause allows it."""
        others = [literal for literal in self.watched[clause] if literal != false]
        if any(literal in self._true for literal in others):
            return
        for literal in self._clauses[clause]:
            if -literal not in self._true and literal not in others:
                self.watched[clause] = (*others, literal)
                return
