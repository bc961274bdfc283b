"""LRAT, proofs that name what each clause follows from: writing, reading, and a check that has nothing to search.

A line adds a clause: its number, its literals, 0, its antecedents, 0; or it takes clauses out of use: a number, the
letter d, their numbers, 0. The formula's clauses have the numbers from 1. With the literals of the new clause false,
each antecedent in turn must have one literal left, which is true then, and the last one none. A clause with RAT on its
first literal has behind that, for each clause in use with the negation of it, minus the number of that clause, and the
antecedents that refute the resolvent. L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient
certified RAT verification. CADE 2017.

The check shares nothing with `antecedents_kernel`, nor with the solvers.
"""

import io
import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING

from engine.base import values
from engine.base.errors import InputError
from engine.base.polling import poll
from engine.base.slices import slices
from engine.base.streams import Source, open_regular
from engine.base.text import pluralized, printable
from engine.sat.formula.dimacs import MAX_LINE, most_variables
from engine.sat.formula.formula import MAX_LITERAL, Formula, Literals
from engine.sat.proof import lrat_kernel as kernel
from engine.sat.proof.trimming import TrimmedProof, ints, numbered, rows_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ADVICE = "give an LRAT proof as text"
_LINE = re.compile(rb"[0-9]+ (d( [0-9]+)*|(-?[1-9][0-9]* )*0( -?[1-9][0-9]*)*) 0")
_NAME = re.compile(r"\.lrat(\.(gz|bz2|xz))?$", re.IGNORECASE)
_IN_LINES = b"-0123456789 \t\v\f\r\nd"
_SEEN = 20  # lines that tell whether it is LRAT
_PIECE = 1 << 20  # bytes
_FIRST_WORK = 1000
_GAPS = 64
"""How many times higher the highest number of a clause may be than there are clauses: a table has them all."""

Cancel = Callable[[], bool] | None
Progress = Callable[[int, int], None] | None

VERIFIED = "LRAT proof verified ({steps})"
NO_EMPTY_CLAUSE = "the LRAT proof does not end in the empty clause"
AT_LINE = "line {line} of the LRAT proof: {fault}"
FAULTS = {
    kernel.NUMBER_TAKEN: "there is a clause {number} already",
    kernel.NOTHING_TO_DELETE: "there is no clause {number} to be deleted",
    kernel.NO_SUCH_CLAUSE: "there is no clause {number}",
    kernel.NOT_UNIT: "clause {number} is neither unit nor false",
    kernel.NO_CONFLICT: "the antecedents make no conflict",
    kernel.UNNAMED: "nothing is said of clause {number}, which has {literal}",
    kernel.NO_CONFLICT_FOR: "the antecedents for clause {number} make no conflict",
}
"""What can be wrong with a line; `literal` is the negation of the first one of its clause."""
TOO_HIGH = "clause {number} has too high a number for {clauses} in all"
TOO_MANY_VARIABLES = "{variables} variables are more than {most}, which so few literals may have"


@values.plain(
    numbers=array, deletions=array, lines=array, literals=array, starts=array, hints=array, hint_starts=array
)
class LratProof:
    """A proof in memory, step by step, in arrays of the type code "i".

    Step i stands in line `lines[i]` (from 1). If `deletions[i]` (of type "b") is 0, it adds the clause
    `literals[starts[i]:starts[i + 1]]` under `numbers[i]`, and `hints[hint_starts[i]:hint_starts[i + 1]]` are its
    antecedents; otherwise the hints are the clauses that it deletes.
    """

    def __init__(self) -> None:
        self.numbers, self.deletions, self.lines = array("i"), array("b"), array("i")
        self.literals, self.starts = array("i"), array("i", [0])
        self.hints, self.hint_starts = array("i"), array("i", [0])

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.numbers)

    def append(self, line: bytes, number: int) -> None:
        """Take a line of the text, from 1. Raises ValueError or OverflowError for what is no step."""
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
        """The clauses of the formula and behind them those that the proof adds."""
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
    """Whether a proof shows that a formula is unsatisfiable, after so many steps; if not, the `line` (from 1) that is
    wrong, and why.

    `derived` has of a proof that is verified the antecedents as rows from 1, where `LratProof` has their numbers: the
    formula's clauses, then those that are added. It is 0 for those that the check did not come to.
    """

    steps: int
    line: int | None = None
    fault: str = ""
    derived: "array[int]" = field(default_factory=lambda: array("i"), repr=False)

    def __bool__(self) -> bool:
        """Whether the formula is unsatisfiable, by this proof."""
        return not self.fault

    def __str__(self) -> str:
        if not self.fault:
            return VERIFIED.format(steps=pluralized(self.steps, "step"))
        return self.fault if self.line is None else AT_LINE.format(line=self.line, fault=self.fault)


def write(proof: TrimmedProof, formula: Formula) -> Iterator[str]:
    """The lines of a proof, with deletions of what is not needed any more.

    Checkers such as cake_lpr do not count a clause as unit while a literal occurs in it twice. So the first lemmas are
    copies of such clauses with each literal once, and take their place; the numbers of the other lemmas move up by
    the number of copies.
    """
    given = len(formula)
    repetitive = [clause for clause in proof.core if _repeats(formula[clause])]
    copies = {clause + 1: given + number for number, clause in enumerate(repetitive, 1)}

    def written(number: int) -> int:
        own = abs(number)
        new = copies.get(own, own) if own <= given else own + len(copies)
        return new if number > 0 else -new

    if proof.has_resolvents:
        core = set(proof.core)
        unneeded = [str(clause + 1) for clause in range(given) if clause not in core]
        if unneeded:
            yield f"{given} d {' '.join(unneeded)} 0\n"
    for original, copy in copies.items():
        yield f"{copy} {' '.join(map(str, dict.fromkeys(formula[original - 1])))} 0 {original} 0\n"
    if copies:
        yield f"{given + len(copies)} d {' '.join(map(str, copies))} 0\n"
    for lemma in proof:
        number, antecedents = written(lemma.number), map(written, lemma.antecedents)
        yield " ".join(map(str, (number, *lemma.literals, 0, *antecedents, 0))) + "\n"
        gone = proof.last_uses.get(lemma.number)
        if gone and lemma.literals:
            yield f"{number} d {' '.join(map(str, map(written, gone)))} 0\n"


def _repeats(clause: Literals) -> bool:
    return len(set(clause)) < len(clause)


def looks_like_lrat(head: bytes, name: str = "") -> bool:
    """Whether the first bytes of a file are lines of LRAT, or its name is that of such a file."""
    if _NAME.search(name):
        return True
    lines = [line.strip() for line in head.splitlines()[:_SEEN]]
    lines = [line for line in lines if line and not line.startswith(b"c")]
    whole = lines[:-1] if len(lines) > 1 else lines
    return bool(whole) and all(_LINE.fullmatch(line) for line in whole)


def read(path: "str | PathLike[str]", *, on_progress: Progress = None, cancel: Cancel = None) -> LratProof:
    """Read a proof from a file (plain, gzip, bzip2 or xz).

    `on_progress` is told the bytes of the file that are read and their total. Raises InputError with the line for what
    is no LRAT, and Cancelled.
    """
    with open_regular(path) as file:
        return _read(Source(file, path), path, on_progress, cancel)


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None) -> LratProof:
    """Read a proof from the bytes of a file, packed or not; `path` is only for messages. See `read`."""
    return _read(Source(io.BytesIO(data), path), path, None, None)


def _read(source: Source, path: "str | PathLike[str] | None", on_progress: Progress, cancel: Cancel) -> LratProof:
    proof, number, rest, ended = LratProof(), 0, b"", False

    def refuse(problem: str) -> InputError:
        return InputError(problem, path=path, line=number, advice=_ADVICE)

    while not ended:
        poll(cancel)
        piece = source.read(max(_PIECE, len(rest)))
        ended = not piece
        lines = (rest + piece + b"\n" * ended).split(b"\n")
        rest = lines.pop()
        for line in lines:
            number += 1
            if not line.strip() or line.startswith(b"c"):
                continue
            try:
                proof.append(line, number)
            except (ValueError, OverflowError):
                raise refuse(f"no step of LRAT: {printable(line[:60].decode('utf-8', 'replace'))}") from None
        if len(rest) > MAX_LINE:
            number += 1
            raise refuse(f"a line of more than {MAX_LINE} bytes")
        if max(len(proof.literals), len(proof.hints)) > MAX_LITERAL - 2 * MAX_LINE:
            raise refuse("more numbers than 2^31-1")
        if on_progress is not None:
            on_progress(source.done, source.size)
    return proof


def check(
    formula: Formula,
    proof: LratProof,
    *,
    path: "str | PathLike[str] | None" = None,
    on_progress: Progress = None,
    cancel: Cancel = None,
) -> LratVerdict:
    """Check that a proof shows the formula to be unsatisfiable; what comes after the empty clause is not looked at.

    `path` is only for messages. `on_progress` is told steps done and their total; it is called, and `cancel` asked,
    every 20 ms or so. Raises Cancelled, and InputError for clauses with too high numbers or variables.
    """
    clauses, hints = proof.clauses(formula), array("i", proof.hints)
    highest = _highest(formula, proof, path)
    if clauses.variables > (most := max(formula.variables, most_variables(len(clauses.literals)))):
        raise InputError(TOO_MANY_VARIABLES.format(variables=clauses.variables, most=most), path=path, advice=_ADVICE)
    checker = kernel.LratChecker(
        clauses.literals, clauses.starts, len(formula), clauses.variables, proof.numbers, proof.deletions, hints,
        proof.hint_starts, highest,
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
        return LratVerdict(len(proof), None, NO_EMPTY_CLAUSE)
    first = clauses.starts[checker.rows]
    literal = -clauses.literals[first] if answer == kernel.UNNAMED else 0
    fault = FAULTS[answer].format(number=checker.about, literal=literal)
    return LratVerdict(checker.step + 1, proof.lines[checker.step], fault)


def derived(
    proof: LratProof, verdict: LratVerdict
) -> "tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]":
    """The steps that add a clause, up to an empty one; their antecedents by rows from 1; where those of each begin.

    The proof must be VERIFIED with this verdict, else raises ValueError.
    """
    import numpy as np

    if not verdict:
        raise ValueError("only a proof that was verified derives anything")
    added = np.flatnonzero(np.frombuffer(proof.deletions, np.bool_)[: verdict.steps] == 0)
    hints, starts = rows_of(ints(verdict.derived), ints(proof.hint_starts), added)
    there = np.concatenate(([0], np.cumsum(hints != 0, dtype=np.int32)))
    return added, hints[hints != 0], there[starts]


def trim(formula: Formula, proof: LratProof, verdict: LratVerdict, *, cancel: Cancel = None) -> TrimmedProof:
    """Trim a proof that was verified with this verdict: its own antecedents, of what the empty clause needs.

    A lemma's `step` is its place in `proof`. Raises Cancelled, and ValueError for a proof that was not verified.
    """
    import numpy as np

    added, hints, starts = derived(proof, verdict)
    clauses = rows_of(ints(proof.literals), ints(proof.starts), added)
    return numbered(len(formula), np.arange(len(formula)), *clauses, hints, starts, added, cancel)


def _highest(formula: Formula, proof: LratProof, path: "str | PathLike[str] | None") -> int:
    """The highest number of any clause. Raises InputError for one that is too high."""
    import numpy as np

    highest = len(formula)
    most = _GAPS * (len(formula) + len(proof) + 1)
    for numbers, starts in ((proof.numbers, None), (proof.hints, proof.hint_starts)):
        if not numbers:
            continue
        sizes = np.abs(ints(numbers).astype(np.int64))
        place = int(sizes.argmax())
        if sizes[place] > most:
            step = place if starts is None else int(np.searchsorted(ints(starts), place, "right")) - 1
            problem = TOO_HIGH.format(number=int(sizes[place]), clauses=pluralized(len(formula) + len(proof), "clause"))
            raise InputError(problem, path=path, line=proof.lines[step], advice="number them without gaps")
        highest = max(highest, int(sizes[place]))
    return highest
