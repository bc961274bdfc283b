"""A proof of unsatisfiability from the events of DPLL, without keeping them.

Every conflict gives a clause: not all decisions in force. It follows from the formula and the clauses before by unit
propagation (it has the property RUP), because the other value of a failed decision is what its clause implies. The
clause of a conflict takes the place of those that have its literals and more. That of the last conflict is empty.
RUP: E. Goldberg, Y. Novikov: Verification of proofs of unsatisfiability for CNF formulas. DATE 2003, 886-891.
"""

from engine.sat.proof.proof import ProofSink
from engine.sat.trace.events import EventKind, Tape

# As plain numbers, which are quicker to compare.
_DECISION, _PROPAGATION, _CONFLICT, _BACKTRACK = map(
    int, (EventKind.DECISION, EventKind.PROPAGATION, EventKind.CONFLICT, EventKind.BACKTRACK)
)


class DpllProof:
    """Listens to a search and writes its proof into the sink as it goes."""

    def __init__(self, sink: ProofSink) -> None:
        self._sink = sink
        self._decisions: list[int] = []
        self._clauses: list[list[int]] = []  # those in use, none longer than the next

    def take(self, tape: Tape, count: int) -> bool:
        """Read events; see `engine.sat.trace.events`."""
        for kind, literal in zip(tape.kinds[:count], tape.literals[:count], strict=True):
            if kind == _PROPAGATION:
                continue
            if kind == _DECISION:
                self._decisions.append(literal)
            elif kind == _CONFLICT:
                self._conflict()
            elif kind == _BACKTRACK:
                del self._decisions[literal:]
        return True

    def _conflict(self) -> None:
        clause = [-literal for literal in self._decisions]
        self._sink.add(clause)
        if clause:
            while self._clauses and len(self._clauses[-1]) > len(clause):
                self._sink.delete(self._clauses.pop())
            self._clauses.append(clause)
