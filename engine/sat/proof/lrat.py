"""LRAT proofs, which name the antecedents of each clause: checking them without a search, trimming and writing them.

A step adds a clause or deletes clauses by number. The clauses of the formula are numbered from 1; numbers may have
gaps. With the literals of the new clause false, each antecedent in turn must be unit, which makes its last literal
true, and the last antecedent must be false. As in cake_lpr, lrat-check and lrat-trim, that literal may be true already,
so that an antecedent may be repeated. A clause that is RAT on its first literal has further antecedents: for each
current clause with the negation of that literal, minus the number of that clause, and then the antecedents that refute
the resolvent. L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification.
CADE 2017. `lrat_reader` has the file formats.

The checker shares no code with `antecedents_kernel` or the solvers.
"""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING

from engine.base.errors import InputError
from engine.base.flat_rows import int_view, selected_rows
from engine.base.language import lazy_gettext as _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.base.text import pluralized
from engine.sat.formula.dimacs import most_variables
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat_kernel as kernel
from engine.sat.proof.lrat_proof import LratProof
from engine.sat.proof.lrat_reader import ADVICE
from engine.sat.proof.steps import encode_lrat
from engine.sat.proof.trimming import TrimmedProof, renumbered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_WORK = 1000  # visits of literals
_CHUNK_SIZE = 1 << 12  # lemmas written at once
_MAX_GAP_FACTOR = 64
"""If numbers exceed the number of clauses by this factor, they are replaced by their ranks, because a table is indexed
by number."""

Cancel = Callable[[], bool] | None
Progress = Callable[[int, int], None] | None

INCOMPLETE = kernel.INCOMPLETE
"""The kind of a verdict on a proof without the empty clause."""
_VERIFIED = _("LRAT proof verified ({steps})")
_NO_EMPTY_CLAUSE = _("the LRAT proof does not end in the empty clause")
_FAULT_AT_LINE = _("line {line} of the LRAT proof: {fault}")
_FAULT_AT_STEP = _("step {step} of the LRAT proof: {fault}")
_FAULTS = {
    kernel.NUMBER_TAKEN: _("clause {number} already exists"),
    kernel.NOTHING_TO_DELETE: _("there is no clause {number} to delete"),
    kernel.NO_SUCH_CLAUSE: _("there is no clause {number}"),
    kernel.NOT_UNIT: _("clause {number} is neither unit nor false"),
    kernel.NO_CONFLICT: _("the antecedents lead to no conflict"),
    kernel.MISSING_RESOLVENT: _("the resolvent with clause {number}, which has {literal}, is missing"),
    kernel.NO_CONFLICT_FOR: _("the antecedents for clause {number} lead to no conflict"),
}
"""Messages for faults of a step; `literal` is the negation of the first literal of its clause."""
_TOO_MANY_VARIABLES = _("{variables} variables are too many for so few literals: the limit is {most}")


@dataclass(frozen=True)
class LratVerdict:
    """The result of a check: the number of checked steps and, if the proof is wrong, the `line` (from 1) and `fault`.

    There is no line if the proof is binary, or has no empty clause. `kind` is VERIFIED, INCOMPLETE or the kind of the
    fault, as in `lrat_kernel`. `derived` are the hints of a verified proof, with rows from 1 (of the clauses of the
    formula, then of the added ones) in place of numbers, and 0 in place of hints that the check did not need.
    """

    steps: int
    line: int | None = None
    fault: str = ""
    kind: int = kernel.VERIFIED
    derived: "array[int]" = field(default_factory=lambda: array("i"), repr=False)

    def __bool__(self) -> bool:
        """Whether the proof shows the formula to be unsatisfiable."""
        return not self.fault

    def __str__(self) -> str:
        if not self.fault:
            return _VERIFIED.format(steps=pluralized(self.steps, "step"))
        return self.fault if self.line is None else _FAULT_AT_LINE.format(line=self.line, fault=self.fault)


def write(proof: TrimmedProof, formula: Formula) -> Iterator[str]:
    """Yield the lines of a proof, many at a time, with deletions of clauses that are no longer needed.

    Checkers such as cake_lpr do not treat a clause as unit while a literal occurs in it twice. So the first lemmas are
    copies of such clauses without duplicate literals, which replace them; the numbers of the other lemmas increase by
    the number of copies.
    """
    import numpy as np

    clauses = len(formula)
    repetitive = _repetitive(formula, proof.core)
    copies = {clause + 1: clauses + number for number, clause in enumerate(repetitive, 1)}
    if proof.has_resolvents:
        core = set(proof.core)
        unneeded = [str(clause + 1) for clause in range(clauses) if clause not in core]
        if unneeded:
            yield f"{clauses} d {' '.join(unneeded)} 0\n"
    for original, copy in copies.items():
        yield f"{copy} {' '.join(map(str, dict.fromkeys(formula[original - 1])))} 0 {original} 0\n"
    first = clauses + len(copies) + 1
    if copies:
        yield f"{first - 1} d {' '.join(map(str, copies))} 0\n"
    numbers = np.arange(clauses + len(proof) + 1, dtype=np.int32)
    numbers[clauses + 1 :] += len(copies)
    numbers[list(copies)] = list(copies.values())
    antecedents, (deleted, deleted_starts) = renumbered(int_view(proof.antecedents), numbers), proof.deletions
    rows = antecedents, proof.antecedent_starts, numbers[deleted], deleted_starts
    for begin in range(0, len(proof), _CHUNK_SIZE):
        end = min(begin + _CHUNK_SIZE, len(proof))
        yield encode_lrat(begin, end, first, proof.literals, proof.starts, *rows).decode("ascii")


def _repetitive(formula: Formula, clauses: "array[int]") -> list[int]:
    """The clauses, of those given by index, in which a literal occurs twice, ascending."""
    import numpy as np

    rows = int_view(clauses).astype(np.int64)
    literals, starts = selected_rows(int_view(formula.literals), int_view(formula.starts), rows)
    pairs = np.sort((np.repeat(rows, np.diff(starts)) << 32) + literals + (1 << 31))
    repetitive: list[int] = np.unique(pairs[1:][pairs[1:] == pairs[:-1]] >> 32).tolist()
    return repetitive


def check(
    formula: Formula,
    proof: LratProof,
    *,
    path: "str | PathLike[str] | None" = None,
    on_progress: Progress = None,
    cancel: Cancel = None,
) -> LratVerdict:
    """Check that a proof shows the formula to be unsatisfiable; steps after the empty clause are ignored.

    `path` is for messages. `on_progress` gets the steps done and their total; it is called, and `cancel` polled, about
    every 20 ms. Raises Cancelled, and InputError for more variables than `dimacs.most_variables` allows.
    """
    clauses, numbering = proof.clauses(formula), _numbering(formula, proof)
    hints = numbering.hints
    if clauses.variables > (limit := max(formula.variables, most_variables(len(clauses.literals)))):
        raise InputError(_TOO_MANY_VARIABLES.format(variables=clauses.variables, most=limit), path=path, advice=ADVICE)
    checker = kernel.LratChecker(
        clauses.literals, clauses.starts, len(formula), clauses.variables, numbering.numbers, proof.deletions, hints,
        proof.hint_starts, numbering.highest,
    )  # fmt: skip
    poll(cancel)
    kind = kernel.RUNNING
    for kind in slices(checker.run, _FIRST_WORK):
        if on_progress is not None:
            on_progress(checker.step, len(proof))
        if kind != kernel.RUNNING:
            break
        poll(cancel)
    if kind == kernel.VERIFIED:
        return LratVerdict(checker.step, derived=hints)
    if kind == kernel.INCOMPLETE:
        return LratVerdict(len(proof), None, str(_NO_EMPTY_CLAUSE), kind)
    first = clauses.starts[checker.rows]
    literal = -clauses.literals[first] if kind == kernel.MISSING_RESOLVENT else 0
    fault = _FAULTS[kind].format(number=numbering.original(checker.clause), literal=literal)
    if proof.binary:
        return LratVerdict(checker.step + 1, None, _FAULT_AT_STEP.format(step=checker.step + 1, fault=fault), kind)
    return LratVerdict(checker.step + 1, proof.lines[checker.step], fault, kind)


def derived(proof: LratProof, verdict: LratVerdict) -> "tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]":
    """The indexes of the steps that add clauses, up to the empty one; their antecedents as rows from 1; their offsets.

    Raises ValueError unless `verdict` verifies the proof.
    """
    import numpy as np

    if not verdict:
        raise ValueError("the proof is not verified")
    added = np.flatnonzero(np.frombuffer(proof.deletions, np.bool_)[: verdict.steps] == 0)
    hints, starts = selected_rows(int_view(verdict.derived), int_view(proof.hint_starts), added)
    needed_counts = np.concatenate(([0], np.cumsum(hints != 0, dtype=np.int32)))
    return added, hints[hints != 0], needed_counts[starts]


def trim(formula: Formula, proof: LratProof, verdict: LratVerdict, *, cancel: Cancel = None) -> TrimmedProof:
    """Trim a verified proof to the lemmas that the empty clause needs, with their own antecedents.

    The `step` of a lemma is its index in `proof`. Raises Cancelled, and ValueError if the proof is not verified.
    """
    import numpy as np

    added, hints, starts = derived(proof, verdict)
    lemmas = selected_rows(int_view(proof.literals), int_view(proof.starts), added)
    return TrimmedProof.of_rows(len(formula), np.arange(len(formula)), *lemmas, hints, starts, added, cancel)


@dataclass(frozen=True)
class _Numbering:
    """The clause numbers of the steps and their hints, up to `highest`.

    If these are ranks, `file_numbers` are the numbers in the file by rank, from 1.
    """

    numbers: "array[int]"
    hints: "array[int]"
    highest: int
    file_numbers: "NDArray[np.int32] | None" = None

    def original(self, number: int) -> int:
        """The number in the file."""
        return number if self.file_numbers is None or number < 1 else int(self.file_numbers[number - 1])


def _numbering(formula: Formula, proof: LratProof) -> _Numbering:
    """The clause numbers of a proof or, if they have large gaps, the ranks of these numbers."""
    import numpy as np

    clauses, numbers, hints = len(formula), int_view(proof.numbers), int_view(proof.hints)
    highest = max(clauses, int(numbers.max(initial=0)), int(hints.max(initial=0)), -int(hints.min(initial=0)))
    if highest <= _MAX_GAP_FACTOR * (clauses + len(proof) + 1):
        return _Numbering(proof.numbers, array("i", proof.hints), highest)
    formula_numbers = np.arange(1, clauses + 1, dtype=np.int32)
    file_numbers = np.unique(np.concatenate((formula_numbers, numbers[numbers > 0], np.abs(hints))))
    ranks = np.searchsorted(file_numbers, numbers) + 1
    hint_ranks = (np.searchsorted(file_numbers, np.abs(hints)) + 1) * np.sign(hints)
    return _Numbering(_array(ranks), _array(hint_ranks), len(file_numbers), file_numbers)


def _array(numbers: "NDArray[np.integer]") -> "array[int]":
    import numpy as np

    return array("i", numbers.astype(np.int32).tobytes())
