"""LRAT proofs, which name the antecedents of each clause: writing, reading, and checking without a search.

A line adds a clause (its number, its literals, 0, its antecedents, 0) or deletes clauses (a number, the letter d, their
numbers, 0); `lrat_binary` has the binary form. The clauses of the formula are numbered from 1; numbers may have gaps.
With the literals of the new clause false, each antecedent in turn must be unit, which makes its last literal true, and
the last antecedent must be false. As in cake_lpr, lrat-check and lrat-trim, that literal may be true already, so that
an antecedent may be repeated. A clause that is RAT on its first literal continues, for each current clause with the
negation of that literal, with minus the number of that clause and the antecedents that refute the resolvent.
L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification. CADE 2017.

The checker shares no code with `antecedents_kernel` or the solvers.
"""

import io
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING

from engine.base import values
from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.base.streams import Source, open_regular
from engine.base.text import pluralized, printable
from engine.sat.formula.dimacs import MAX_LINE, most_variables
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.proof import lrat_kernel as kernel
from engine.sat.proof.lrat_binary import BinarySteps
from engine.sat.proof.reader import is_binary_drat
from engine.sat.proof.steps import encode_lrat
from engine.sat.proof.trimming import TrimmedProof, ints, numbered, renumbered, rows_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADVICE = _("give an LRAT proof, text or binary")
_LINE = re.compile(rb"[0-9]+ (d( [0-9]+)*|(-?[1-9][0-9]* )*0( -?[1-9][0-9]*)*) 0")
_NAME = re.compile(r"\.lr[ai]t(\.(gz|bz2|xz))?$", re.IGNORECASE)
_IN_LINES = b"-0123456789 \t\v\f\r\nd"
_SAMPLE_LINES = 20  # number of lines examined to detect LRAT
_PIECE = 1 << 20  # bytes
_FIRST_WORK = 1000
_AT_ONCE = 1 << 12  # lemmas
_GAPS = 64
"""If numbers exceed the number of clauses by this factor, they are replaced by their ranks, because a table is indexed
by number.
"""

Cancel = Callable[[], bool] | None
Progress = Callable[[int, int], None] | None

INCOMPLETE = kernel.INCOMPLETE
"""The kind of a verdict on a proof without the empty clause."""
VERIFIED = _("LRAT proof verified ({steps})")
NO_EMPTY_CLAUSE = _("the LRAT proof does not end in the empty clause")
AT_LINE = _("line {line} of the LRAT proof: {fault}")
AT_STEP = _("step {step} of the LRAT proof: {fault}")
FAULTS = {
    kernel.NUMBER_TAKEN: _("there is a clause {number} already"),
    kernel.NOTHING_TO_DELETE: _("there is no clause {number} to be deleted"),
    kernel.NO_SUCH_CLAUSE: _("there is no clause {number}"),
    kernel.NOT_UNIT: _("clause {number} is neither unit nor false"),
    kernel.NO_CONFLICT: _("the antecedents make no conflict"),
    kernel.UNNAMED: _("nothing is said of clause {number}, which has {literal}"),
    kernel.NO_CONFLICT_FOR: _("the antecedents for clause {number} make no conflict"),
}
"""Messages for faults of a line; `literal` is the negation of the first literal of its clause."""
TOO_MANY_VARIABLES = _("{variables} variables are too many for so few literals: the limit is {most}")


@dataclass(frozen=True)
class LratStep:
    """A step: its number, whether it deletes, the literals of the clause it adds, and its hints."""

    number: int
    deletes: bool
    literals: Literals
    hints: tuple[int, ...]

    def renumbered(self, numbers: Mapping[int, int]) -> "LratStep":
        """The step with other clause numbers."""
        hints = tuple(numbers[hint] if hint > 0 else -numbers[-hint] for hint in self.hints)
        return replace(self, number=numbers[self.number], hints=hints)

    def __str__(self) -> str:
        """The line of a file."""
        if self.deletes:
            return " ".join(map(str, (self.number, "d", *self.hints, 0)))
        return " ".join(map(str, (self.number, *self.literals, 0, *self.hints, 0)))


@values.plain(
    numbers=array, deletions=array, lines=array, literals=array, starts=array, hints=array, hint_starts=array,
    binary=bool,
)  # fmt: skip
class LratProof:
    """A proof in memory, as arrays of type code "i" indexed by step.

    Step i is on line `lines[i]` (from 1); in a `binary` proof that is i + 1. If `deletions[i]` (of type "b") is 0, the
    step adds the clause `literals[starts[i]:starts[i + 1]]` with the number `numbers[i]` and the antecedents
    `hints[hint_starts[i]:hint_starts[i + 1]]`; otherwise the hints are the clauses to delete.
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
            proof.append(str(step).encode(), line)
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

    def append(self, line: bytes, number: int) -> None:
        """Parse line `number` (from 1) of the text. Raises ValueError or OverflowError if it is not a step."""
        if line.translate(None, _IN_LINES):
            raise ValueError("other characters than those of numbers")
        words = line.split()
        deletes = words[1:2] == [b"d"]
        found = list(map(int, words[1 + deletes :]))
        own = int(words[0])
        if own < deletes ^ 1 or found[-1:] != [0] or min(found) < -MAX_LITERAL:
            raise ValueError("not ended, or a number that none has")
        middle = 0 if deletes else found.index(0)
        hints = found[middle + (not deletes) : -1]
        if 0 in hints or (not deletes and middle == len(found) - 1) or (deletes and min(hints, default=1) < 0):
            raise ValueError("a clause without its end, or a 0 too many")
        self.literals.extend(found[:middle])
        self.hints.extend(hints)
        self.numbers.append(own)
        self.lines.append(number)
        self.deletions.append(deletes)
        self.starts.append(len(self.literals))
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


@dataclass(frozen=True)
class LratVerdict:
    """The result of a check: the number of steps, and if the proof is wrong, its `line` (from 1) and the `fault`.

    There is no line if the proof is binary, or has no empty clause. `kind` is VERIFIED, INCOMPLETE or the kind of the
    fault, as the kernel numbers them.

    `derived` has the antecedents of a verified proof as rows from 1 (the clauses of the formula, then the added ones),
    where `LratProof` has their numbers. It is 0 for steps that the checker did not reach.
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
            return VERIFIED.format(steps=pluralized(self.steps, "step"))
        return self.fault if self.line is None else AT_LINE.format(line=self.line, fault=self.fault)


def write(proof: TrimmedProof, formula: Formula) -> Iterator[str]:
    """The lines of a proof, many at a time, with deletions of clauses that are no longer needed.

    Checkers such as cake_lpr do not treat a clause as unit while a literal occurs in it twice. So the first lemmas are
    copies of such clauses without duplicate literals, which replace them; the numbers of the other lemmas increase by
    the number of copies.
    """
    import numpy as np

    given = len(formula)
    repetitive = _repetitive(formula, proof.core)
    copies = {clause + 1: given + number for number, clause in enumerate(repetitive, 1)}
    if proof.has_resolvents:
        core = set(proof.core)
        unneeded = [str(clause + 1) for clause in range(given) if clause not in core]
        if unneeded:
            yield f"{given} d {' '.join(unneeded)} 0\n"
    for original, copy in copies.items():
        yield f"{copy} {' '.join(map(str, dict.fromkeys(formula[original - 1])))} 0 {original} 0\n"
    if copies:
        yield f"{given + len(copies)} d {' '.join(map(str, copies))} 0\n"
    number = np.arange(given + len(proof) + 1, dtype=np.int32)
    number[given + 1 :] += len(copies)
    number[list(copies)] = list(copies.values())
    gone, gone_starts = proof.deletions
    rows = renumbered(ints(proof.antecedents), number), proof.antecedent_starts, number[gone], gone_starts
    for begin in range(0, len(proof), _AT_ONCE):
        end = min(begin + _AT_ONCE, len(proof))
        yield encode_lrat(begin, end, given + 1 + len(copies), proof.literals, proof.starts, *rows).decode("ascii")


def _repetitive(formula: Formula, clauses: "array[int]") -> list[int]:
    """Those of the clauses in which a literal occurs twice, ascending."""
    import numpy as np

    rows = ints(clauses).astype(np.int64)
    literals, starts = rows_of(ints(formula.literals), ints(formula.starts), rows)
    pairs = np.sort((np.repeat(rows, np.diff(starts)) << 32) + literals + (1 << 31))
    found: list[int] = np.unique(pairs[1:][pairs[1:] == pairs[:-1]] >> 32).tolist()
    return found


def looks_like_lrat(head: bytes, name: str = "") -> bool:
    """Whether the first bytes of a file are lines or binary steps of LRAT, or its name ends in .lrat or .lrit."""
    if _NAME.search(name):
        return True
    if b"\0" in head:
        return not is_binary_drat(head) and _is_binary_lrat(head)
    lines = [line.strip() for line in head.splitlines()[:_SAMPLE_LINES]]
    lines = [line for line in lines if line and not line.startswith(b"c")]
    whole = lines[:-1] if len(lines) > 1 else lines
    return bool(whole) and all(_LINE.fullmatch(line) for line in whole)


def _is_binary_lrat(head: bytes) -> bool:
    try:
        return len(BinarySteps(LratProof(), None).take(head, False)) < len(head)
    except InputError:
        return False


def read(path: "str | PathLike[str]", *, on_progress: Progress = None, cancel: Cancel = None) -> LratProof:
    """Read a proof from a file (plain, gzip, bzip2 or xz).

    `on_progress` gets the bytes read and their total. Raises InputError with the line if the file is not LRAT, and
    Cancelled.
    """
    with open_regular(path) as file:
        return _read(Source(file, path), path, on_progress, cancel)


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None) -> LratProof:
    """Read a proof from the bytes of a file, packed or not; `path` is for messages. See `read`."""
    return _read(Source(io.BytesIO(data), path), path, None, None)


def _read(source: Source, path: "str | PathLike[str] | None", on_progress: Progress, cancel: Cancel) -> LratProof:
    proof, rest, ended = LratProof(), b"", False
    steps: BinarySteps | _TextSteps | None = None
    while not ended:
        poll(cancel)
        piece = source.read(max(_PIECE, len(rest)))
        ended = not piece
        if steps is None:
            proof.binary = piece[:1] in (b"a", b"d")
            steps = (BinarySteps if proof.binary else _TextSteps)(proof, path)
        rest = steps.take(rest + piece, ended)
        if max(len(proof.literals), len(proof.hints)) > MAX_LITERAL - 2 * MAX_LINE:
            raise InputError(_("more numbers than 2^31-1"), path=path, advice=_ADVICE)
        if on_progress is not None:
            on_progress(source.done, source.size)
    return proof


class _TextSteps:
    """Parses text in pieces and appends its steps to `proof`."""

    def __init__(self, proof: LratProof, path: "str | PathLike[str] | None") -> None:
        self._proof = proof
        self._path = path
        self._line = 0

    def take(self, data: bytes, ended: bool) -> bytes:
        """Parse the complete lines and return the rest. Raises InputError with the line of a fault."""
        lines = (data + b"\n" * ended).split(b"\n")
        rest = lines.pop()
        for line in lines:
            self._line += 1
            if not line.strip() or line.startswith(b"c"):
                continue
            try:
                self._proof.append(line, self._line)
            except (ValueError, OverflowError):
                excerpt = printable(line[:60].decode("utf-8", "replace"))
                raise self._error(_("no step of LRAT: {line}").format(line=excerpt)) from None
        if len(rest) > MAX_LINE:
            self._line += 1
            raise self._error(_("a line of more than {most} bytes").format(most=MAX_LINE))
        return rest

    def _error(self, problem: str) -> InputError:
        return InputError(problem, path=self._path, line=self._line, advice=_ADVICE)


def check(
    formula: Formula,
    proof: LratProof,
    *,
    path: "str | PathLike[str] | None" = None,
    on_progress: Progress = None,
    cancel: Cancel = None,
) -> LratVerdict:
    """Check that a proof shows the formula to be unsatisfiable; lines after the empty clause are ignored.

    `path` is for messages. `on_progress` gets the steps done and their total; it is called, and `cancel` polled, about
    every 20 ms. Raises Cancelled, and InputError if variables are too high.
    """
    clauses, numbering = proof.clauses(formula), _numbering(formula, proof)
    hints = numbering.hints
    if clauses.variables > (most := max(formula.variables, most_variables(len(clauses.literals)))):
        raise InputError(TOO_MANY_VARIABLES.format(variables=clauses.variables, most=most), path=path, advice=_ADVICE)
    checker = kernel.LratChecker(
        clauses.literals, clauses.starts, len(formula), clauses.variables, numbering.numbers, proof.deletions, hints,
        proof.hint_starts, numbering.highest,
    )  # fmt: skip
    poll(cancel)
    answer = kernel.RUNNING
    for answer in slices(checker.run, _FIRST_WORK):
        if on_progress is not None:
            on_progress(checker.step, len(proof))
        if answer != kernel.RUNNING:
            break
        poll(cancel)
    if answer == kernel.VERIFIED:
        return LratVerdict(checker.step, derived=hints)
    if answer == kernel.INCOMPLETE:
        return LratVerdict(len(proof), None, str(NO_EMPTY_CLAUSE), answer)
    first = clauses.starts[checker.rows]
    literal = -clauses.literals[first] if answer == kernel.UNNAMED else 0
    fault = FAULTS[answer].format(number=numbering.original(checker.about), literal=literal)
    if proof.binary:
        return LratVerdict(checker.step + 1, None, AT_STEP.format(step=checker.step + 1, fault=fault), answer)
    return LratVerdict(checker.step + 1, proof.lines[checker.step], fault, answer)


def derived(proof: LratProof, verdict: LratVerdict) -> "tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]":
    """The steps that add clauses up to the empty one; their antecedents as rows from 1; the offsets of these.

    Raises ValueError unless the proof is verified by this verdict.
    """
    import numpy as np

    if not verdict:
        raise ValueError("only a proof that was verified derives anything")
    added = np.flatnonzero(np.frombuffer(proof.deletions, np.bool_)[: verdict.steps] == 0)
    hints, starts = rows_of(ints(verdict.derived), ints(proof.hint_starts), added)
    there = np.concatenate(([0], np.cumsum(hints != 0, dtype=np.int32)))
    return added, hints[hints != 0], there[starts]


def trim(formula: Formula, proof: LratProof, verdict: LratVerdict, *, cancel: Cancel = None) -> TrimmedProof:
    """Trim a verified proof to the lemmas that the empty clause needs, with their own antecedents.

    The `step` of a lemma is its index in `proof`. Raises Cancelled, and ValueError if the proof was not verified.
    """
    import numpy as np

    added, hints, starts = derived(proof, verdict)
    clauses = rows_of(ints(proof.literals), ints(proof.starts), added)
    return numbered(len(formula), np.arange(len(formula)), *clauses, hints, starts, added, cancel)


@dataclass(frozen=True)
class _Numbering:
    """The clause numbers of the steps and their hints, up to `highest`; `ranked`: the numbers of the file by rank."""

    numbers: "array[int]"
    hints: "array[int]"
    highest: int
    ranked: "NDArray[np.int32] | None" = None

    def original(self, number: int) -> int:
        """The number in the file."""
        return number if self.ranked is None or number < 1 else int(self.ranked[number - 1])


def _numbering(formula: Formula, proof: LratProof) -> _Numbering:
    """The clause numbers of a proof or, if they have large gaps, the ranks of these numbers."""
    import numpy as np

    given, hints = len(formula), ints(proof.hints)
    own = ints(proof.numbers)
    highest = max(given, int(own.max(initial=0)), int(hints.max(initial=0)), -int(hints.min(initial=0)))
    if highest <= _GAPS * (given + len(proof) + 1):
        return _Numbering(proof.numbers, array("i", proof.hints), highest)
    ranked = np.unique(np.concatenate((np.arange(1, given + 1, dtype=np.int32), own[own > 0], np.abs(hints))))
    new = (np.searchsorted(ranked, np.abs(hints)) + 1) * np.sign(hints)
    return _Numbering(_array(np.searchsorted(ranked, own) + 1), _array(new), len(ranked), ranked)


def _array(numbers: "NDArray[np.integer]") -> "array[int]":
    import numpy as np

    return array("i", numbers.astype(np.int32).tobytes())
