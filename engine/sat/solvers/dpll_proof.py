"""Proofs of unsatisfiability from the events of DPLL, written as the search runs.

Each conflict adds the clause that negates the current decisions. It follows from the formula and the earlier clauses by
unit propagation (the RUP property), because the second value of a failed decision is implied by the clause of the
failure. A new clause replaces the longer ones that contain it. The clause of the last conflict is empty. RUP: E.
Goldberg, Y. Novikov: Verification of proofs of unsatisfiability for CNF formulas. DATE 2003, 886-891.
"""

from engine.sat.proof.proof import ProofSink
from engine.sat.trace.events import EventKind, Tape

# Plain ints compare faster than enum members.
_DECISION, _PROPAGATION, _CONFLICT, _BACKTRACK = map(
    int, (EventKind.DECISION, EventKind.PROPAGATION, EventKind.CONFLICT, EventKind.BACKTRACK)
)


class DpllProof:
    """A listener that writes the proof of a DPLL search into a sink."""

    def __init__(self, sink: ProofSink) -> None:
        self._sink = sink
        self._decisions: list[int] = []
        self._clauses: list[list[int]] = []  # the clauses not deleted yet, sorted by length

    def take(self, tape: Tape, count: int) -> bool:
        """Read `count` events; see `engine.sat.trace.events`."""
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
