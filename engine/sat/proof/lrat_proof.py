"""LRAT proofs in memory; see `engine.sat.proof.lrat`."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.base import values
from engine.sat.formula.formula import Formula, Literals


@dataclass(frozen=True)
class LratStep:
    """A step: its number, whether it deletes, the literals of the clause it adds, and its hints.

    The hints are the antecedents of the clause or, if the step deletes, the numbers of the clauses to delete.
    """

    number: int
    deletes: bool
    literals: Literals
    hints: tuple[int, ...]

    def renumbered(self, numbers: Mapping[int, int]) -> "LratStep":
        """The step with other clause numbers: `numbers` by the present ones."""
        hints = tuple(numbers[hint] if hint > 0 else -numbers[-hint] for hint in self.hints)
        return replace(self, number=numbers[self.number], hints=hints)

    def __str__(self) -> str:
        """The step as a line of text."""
        if self.deletes:
            return " ".join(map(str, (self.number, "d", *self.hints, 0)))
        return " ".join(map(str, (self.number, *self.literals, 0, *self.hints, 0)))


@values.plain(
    numbers=array, deletions=array, lines=array, literals=array, starts=array, hints=array, hint_starts=array,
    binary=bool,
)  # fmt: skip
class LratProof:
    """A proof in memory, as arrays of type code "i" indexed by step.

    Step i (from 0) is on line `lines[i]` (from 1); in a `binary` proof that is i + 1. If `deletions[i]` (of type "b")
    is 0, the step adds the clause `literals[starts[i]:starts[i + 1]]` with the number `numbers[i]` and the antecedents
    `hints[hint_starts[i]:hint_starts[i + 1]]`; otherwise the hints are the numbers of the clauses to delete.
    """

    def __init__(self) -> None:
        self.numbers, self.deletions, self.lines = array("i"), array("b"), array("i")
        self.literals, self.starts = array("i"), array("i", [0])
        self.hints, self.hint_starts = array("i"), array("i", [0])
        self.binary = False

    @classmethod
    def of(cls, steps: Iterable[LratStep]) -> "LratProof":
        """Build a proof from steps."""
        proof = cls()
        for line, step in enumerate(steps, 1):
            proof.append(line, step.number, step.deletes, step.literals, step.hints)
        return proof

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.numbers)

    def __getitem__(self, step: int) -> LratStep:
        """A step (from 0). Raises IndexError outside 0..len-1."""
        if not 0 <= step < len(self):
            raise IndexError(f"step {step} of {len(self)}")
        literals = self.literals[self.starts[step] : self.starts[step + 1]]
        hints = self.hints[self.hint_starts[step] : self.hint_starts[step + 1]]
        return LratStep(self.numbers[step], bool(self.deletions[step]), tuple(literals), tuple(hints))

    def append(self, line: int, number: int, deletes: bool, literals: Sequence[int], hints: Sequence[int]) -> None:
        """Append a step. Raises OverflowError for a number beyond 31 bits."""
        self.lines.append(line)
        self.numbers.append(number)
        self.deletions.append(deletes)
        self.literals.extend(literals)
        self.starts.append(len(self.literals))
        self.hints.extend(hints)
        self.hint_starts.append(len(self.hints))

    def clauses(self, formula: Formula) -> Formula:
        """The clauses of the formula, followed by those that the proof adds."""
        import numpy as np

        starts = np.frombuffer(self.starts, np.int32)
        if not len(self):
            return Formula(formula.variables, formula.literals, formula.starts)
        added = starts[1:][np.frombuffer(self.deletions, np.bool_) == 0]
        ends, literals = array("i", formula.starts), formula.literals + self.literals
        ends.frombytes((added + len(formula.literals)).astype(np.int32).tobytes())
        highest = max(formula.variables, max(self.literals, default=0), -min(self.literals, default=0))
        return Formula(highest, literals, ends)
