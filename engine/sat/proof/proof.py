"""DRAT, the proofs of unsatisfiability that SAT solvers write: in memory, and as files in both forms.

A proof is a row of steps, each of which adds a clause or deletes one. An added clause has the property RUP or RAT with
respect to those in use, which are the formula's to begin with (see `engine.sat.proof.check`); the last one is empty.
In a text file a step is a clause as in DIMACS, after a `d` if it is deleted. In a binary one it is the letter a or d,
the literals, and a 0, where v is the number 2v, -v the number 2v + 1, and numbers are in groups of 7 bits, the lowest
first, with the highest bit of a byte set when more follow. N. Wetzler, M. Heule, W. Hunt: DRAT-trim. SAT 2014.
"""

from array import array
from collections.abc import Iterable, Sequence
from typing import BinaryIO, Protocol

from engine.base import values
from engine.sat.proof.steps import encode, split

_WAITING = 1 << 16  # numbers


class ProofSink(Protocol):
    """What takes a proof, step by step.

    `certifiable`: a verdict may come with a certificate (see `engine.sat.proof.certificate`) instead of all the steps.
    """

    certifiable: bool = False

    def add(self, literals: Sequence[int], /) -> None:
        """A clause that follows."""

    def delete(self, literals: Sequence[int], /) -> None:
        """A clause that is not needed any more."""

    def write_steps(self, steps: "array[int]", /) -> None:
        """Many steps in an array("i"): of each twice the number of its literals, 1 more if it deletes; then these."""
        place = 0
        while place < len(steps):
            end = place + 1 + (steps[place] >> 1)
            (self.delete if steps[place] & 1 else self.add)(steps[place + 1 : end])
            place = end


@values.plain(literals=array, starts=array, deletions=array)
class Proof(ProofSink):
    """A proof in memory. The literals of step i (from 0) are `literals[starts[i]:starts[i + 1]]`; `deletions[i]` is 1
    if it deletes them, else 0. The arrays have the type codes "i", "i" and "b"."""

    def __init__(self) -> None:
        self.literals, self.starts, self.deletions = array("i"), array("i", [0]), array("b")

    @classmethod
    def of(cls, steps: Iterable[tuple[bool, Sequence[int]]]) -> "Proof":
        """Build a proof from pairs of whether a step deletes, and its literals."""
        proof = cls()
        for deletes, literals in steps:
            (proof.delete if deletes else proof.add)(literals)
        return proof

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.deletions)

    def __getitem__(self, step: int) -> tuple[bool, tuple[int, ...]]:
        """Whether a step (from 0) deletes, and its literals. Raises IndexError outside 0..len-1."""
        if not 0 <= step < len(self):
            raise IndexError(f"step {step} of {len(self)}")
        return bool(self.deletions[step]), tuple(self.literals[self.starts[step] : self.starts[step + 1]])

    def copy_to(self, sink: ProofSink) -> None:
        """Give a sink all the steps."""
        for step in range(len(self)):
            deletes, literals = self[step]
            (sink.delete if deletes else sink.add)(literals)

    def add(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        self._append(literals, 0)

    def delete(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        self._append(literals, 1)

    def write_steps(self, steps: "array[int]", /) -> None:
        """See ProofSink."""
        literals, ends, deletions = split(steps, len(self.literals))
        self.literals += literals
        self.starts += ends
        self.deletions += deletions

    def _append(self, literals: Sequence[int], deletes: int) -> None:
        self.literals.extend(literals)
        self.starts.append(len(self.literals))
        self.deletions.append(deletes)


class ProofWriter(ProofSink):
    """Writes a proof into an open file, as text or binary. Steps wait until there are enough: `flush` at the end."""

    def __init__(self, file: BinaryIO, binary: bool = False, *, certifiable: bool = False) -> None:
        self.certifiable = certifiable
        self._file = file
        self._binary = binary
        self._waiting = array("i")

    def add(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        self._waiting.append(2 * len(literals))
        self._waiting.extend(literals)
        self._flush_if_full()

    def delete(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        self._waiting.append(2 * len(literals) + 1)
        self._waiting.extend(literals)
        self._flush_if_full()

    def write_steps(self, steps: "array[int]", /) -> None:
        """See ProofSink."""
        self._waiting += steps
        self._flush_if_full()

    def flush(self) -> None:
        """Write what waits."""
        self._file.write(encode(self._waiting, self._binary))
        self._waiting = array("i")

    def _flush_if_full(self) -> None:
        if len(self._waiting) >= _WAITING:
            self.flush()
