"""Which literals a clause watches, by the textbook's rule: two of them, and one that becomes false is exchanged.

M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik: Chaff: engineering an efficient SAT solver. DAC 2001. A
solver may look at clauses in another order, or spare a look by a literal that it remembers; this is what it rests on.
"""

from engine.base import values
from engine.sat.formula.formula import Literals
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


@values.plain(_trace=object, _clauses=object, _trail=object, _true=object, watched=object)
class Watches:
    """The watched literals of every clause at a position of a recorded search.

    A clause first watches its first two literals, a learned one the two that became false last. As soon as a watched
    literal is false the clause is looked at: unless the other watched literal is true, it watches the first literal
    instead that is not false and not watched. Where there is none, the clause is unit or false and nothing changes.
    Nothing changes either when literals become free.
    """

    def __init__(self, trace: Trace, position: int) -> None:
        self._trace = trace
        self._clauses = [tuple(dict.fromkeys(clause)) for clause in trace.formula]
        self._trail: list[int] = []
        self._true: set[int] = set()
        self.watched: list[Literals] = [clause[:2] for clause in self._clauses]
        """By clause (from 0; the learned ones after those of the formula)."""
        for index in range(position):
            self._follow(index)

    def visited(self, literal: int) -> list[int]:
        """The clauses that have to be looked at when the literal becomes true."""
        return [index for index, watched in enumerate(self.watched) if -literal in watched]

    def _follow(self, index: int) -> None:
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
            latest = sorted(literals, key=lambda each: -place[-each])
            self._clauses.append(literals)
            self.watched.append(tuple(latest[:2]))
        elif kind in (EventKind.BACKTRACK, EventKind.RESTART):
            del self._trail[int(self._trace.clauses[index]) :]
            self._true = set(self._trail)

    def _visit(self, clause: int, false: int) -> None:
        others = [literal for literal in self.watched[clause] if literal != false]
        if any(literal in self._true for literal in others):
            return
        for literal in self._clauses[clause]:
            if -literal not in self._true and literal not in others:
                self.watched[clause] = (*others, literal)
                return
