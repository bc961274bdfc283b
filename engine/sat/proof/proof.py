"""DRAT proofs of unsatisfiability, in memory and as text or binary files.

A proof is a list of steps, each of which adds or deletes a clause. An added clause has the RUP or RAT property with
respect to the current clauses, initially those of the formula (see `engine.sat.proof.check`); the last one is empty. In
a text file, a step is a clause as in DIMACS, preceded by `d` if it is deleted. In a binary file, it is the letter a or
d, the literals, and a 0: v is the number 2v and -v the number 2v + 1, and numbers are stored in groups of 7 bits,
lowest first, with the high bit set in all bytes but the last. N. Wetzler, M. Heule, W. Hunt: DRAT-trim. SAT 2014.
"""

from array import array
from collections.abc import Iterable, Sequence
from typing import BinaryIO, Protocol

from engine.base import values
from engine.sat.proof.steps import encode, split

_BUFFER_SIZE = 1 << 16  # numbers


class ProofSink(Protocol):
    """A receiver of the steps of a proof.

    If `certifiable`, a verdict may come with a certificate (see `engine.sat.proof.certificate`) instead of a complete
    proof. `hinted`: each added clause may have hints, the clauses that it follows from.
    """

    certifiable: bool = False
    hinted: bool = False

    def add(self, literals: Sequence[int], /) -> None:
        """Add a clause that follows."""

    def delete(self, literals: Sequence[int], /) -> None:
        """Delete a clause that is no longer needed."""

    def write_steps(self, steps: "array[int]", /) -> None:
        """Append many steps from an array("i").

        Each step is twice the number of its literals, plus 1 if it deletes, followed by the literals. Only if the
        proof is `hinted`, hints may precede it: their negated number, then a signature of each clause, roughly in the
        order in which they become unit. The signature of a clause without duplicates is the sum modulo 2^31 of those of
        its literals. For v let x be 2v, for -v 2v + 1; then y = 0x1E3779B1 x, z = 0x2C1B3C6D (y xor [y / 2^15]), both
        modulo 2^31, and the signature is z xor [z / 2^12].
        """
        place = 0
        while place < len(steps):
            end = place + 1 + (steps[place] >> 1)
            (self.delete if steps[place] & 1 else self.add)(steps[place + 1 : end])
            place = end


@values.plain(literals=array, starts=array, deletions=array, hints=array, hint_starts=array, hinted=bool)
class Proof(ProofSink):
    """A proof in memory, as arrays of the type codes "i", "i" and "b".

    The literals of step i (from 0) are `literals[starts[i]:starts[i + 1]]`; `deletions[i]` is 1 if the step deletes the
    clause, else 0. In a `hinted` proof its hints are `hints[hint_starts[i]:hint_starts[i + 1]]`.
    """

    def __init__(self, *, hinted: bool = False) -> None:
        self.hinted = hinted
        self._clear()

    def _clear(self) -> None:
        self.literals, self.starts, self.deletions = array("i"), array("i", [0]), array("b")
        self.hints, self.hint_starts = array("i"), array("i", [0])

    @classmethod
    def of(cls, steps: Iterable[tuple[bool, Sequence[int]]]) -> "Proof":
        """Build a proof from pairs (whether the step deletes, its literals)."""
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
        """Write all steps to a sink."""
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
        literals, ends, deletions, hints, hint_ends = split(steps, len(self.literals), len(self.hints))
        self.literals += literals
        self.starts += ends
        self.deletions += deletions
        if self.hinted:
            self.hints += hints
        else:
            hint_ends = array("i", [len(self.hints)]) * len(ends)
        self.hint_starts += hint_ends

    def _append(self, literals: Sequence[int], deletes: int) -> None:
        self.literals.extend(literals)
        self.starts.append(len(self.literals))
        self.deletions.append(deletes)
        self.hint_starts.append(len(self.hints))


class ProofWriter(ProofSink):
    """Writes a proof to an open file, as text or binary. Steps are buffered: call `flush` at the end."""

    def __init__(self, file: BinaryIO, binary: bool = False, *, certifiable: bool = False) -> None:
        self.certifiable = certifiable
        self._file = file
        self._binary = binary
        self._buffer = array("i")

    def add(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        self._buffer.append(2 * len(literals))
        self._buffer.extend(literals)
        self._flush_if_full()

    def delete(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        self._buffer.append(2 * len(literals) + 1)
        self._buffer.extend(literals)
        self._flush_if_full()

    def write_steps(self, steps: "array[int]", /) -> None:
        """See ProofSink."""
        self._buffer += steps
        self._flush_if_full()

    def flush(self) -> None:
        """Write the buffered steps."""
        self._file.write(encode(self._buffer, self._binary))
        self._buffer = array("i")

    def _flush_if_full(self) -> None:
        if len(self._buffer) >= _BUFFER_SIZE:
            self.flush()
