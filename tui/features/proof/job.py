"""The background work of the proof explorer: reading, checking, trimming, selecting."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from engine.base.errors import InputError
from engine.files.reading import read_head
from engine.sat.formula import dimacs, reading
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import variable_names
from engine.sat.formula.words import Words
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof import reader as drat
from engine.sat.proof.check import check_proof
from engine.sat.proof.derivation import Derivation
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.proof.trimming import TrimmedProof, trim
from engine.sat.solvers.wrong_step import explanation
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from tui.base.background import Job
from tui.base.export import Export
from tui.features.proof import words

REPORT_SECONDS = 0.1
"""Seconds between progress reports."""
MAX_SIZE = 200_000
"""Maximum number of clauses of a formula in which the job looks for a sudoku."""


@dataclass(frozen=True, eq=False)
class ProofSubject:
    """A formula and a proof of it, in memory or in files; see `requests.ExploreProof`."""

    name: str
    formula: Formula | Path
    proof: Proof | Path
    folder: Path


@dataclass(frozen=True)
class ProofProgress:
    """The current activity, and its finished share (0..1; None if unknown)."""

    activity: str
    share: float | None = None


@dataclass(frozen=True, eq=False)
class VerifiedProof:
    """A proof that holds, and the formula that it is about."""

    formula: Formula
    derivation: Derivation
    trimmed: TrimmedProof
    in_lrat: bool = False
    """Whether the proof itself names antecedents."""
    sudoku: SudokuFormula | None = None
    names: Words | None = None
    """The names of the literals in the file, if any."""
    by_line: bool = False
    """Whether the places of lemmas are lines of the file; otherwise, they are steps."""

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The number of needed lemmas, and of all; the number of needed clauses of the formula, and of all."""
        core, lemmas = self.derivation.needed_rows
        return len(lemmas), len(self.derivation) - self.derivation.formula_size, len(core), self.derivation.formula_size


@dataclass(frozen=True)
class InvalidProof:
    """A proof that does not hold: the fault, and sentences on the reason."""

    fault: str
    reasons: tuple[str, ...] = ()


def explore(subject: ProofSubject, job: Job[ProofProgress]) -> VerifiedProof | InvalidProof:
    """Read the files, check the proof, and find the antecedents of each clause.

    Reports its progress to the job. Raises InputError with the file and the line if something can't be read, and
    Cancelled.
    """
    last_report = 0.0

    def begin(activity: str) -> Callable[[int, int], None]:
        job.report(ProofProgress(activity))

        def progress(done: int, total: int) -> None:
            nonlocal last_report
            if monotonic() - last_report > REPORT_SECONDS:
                last_report = monotonic()
                job.report(ProofProgress(activity, done / max(total, 1)))

        return progress

    try:
        return _read_and_check(subject, begin, job.cancelled)
    except MemoryError:
        raise InputError(words.NO_MEMORY) from None


def _read_and_check(
    subject: ProofSubject, begin: Callable[[str], Callable[[int, int], None]], cancel: Callable[[], bool]
) -> VerifiedProof | InvalidProof:
    """Like `explore`; `begin` reports an activity, and returns the function that reports its progress."""
    formula, proof = subject.formula, subject.proof
    if isinstance(formula, Path):
        formula = reading.read(formula, on_progress=begin(str(words.READING_FORMULA)), cancel=cancel).formula
    sudoku = recognise(formula) if len(formula) <= MAX_SIZE else None
    names = variable_names(formula)
    if isinstance(proof, Path):
        path, report = proof, begin(str(words.READING_PROOF))
        if lrat_reader.looks_like_lrat(read_head(path).data, path.name):
            steps = lrat_reader.read(path, on_progress=report, cancel=cancel)
            result = lrat.check(formula, steps, path=path, on_progress=begin(str(words.CHECKING)), cancel=cancel)
            if not result:
                return InvalidProof(str(result))
            derivation = Derivation.of_lrat(formula, steps, result, cancel=cancel)
            trimmed = lrat.trim(formula, steps, result, cancel=cancel)
            return VerifiedProof(formula, derivation, trimmed, True, sudoku, names, not steps.binary)
        proof = drat.read(path, on_progress=report, cancel=cancel)
    verdict = check_proof(formula, proof, antecedents=True, on_progress=begin(str(words.CHECKING)), cancel=cancel)
    if not verdict:
        file, step = subject.proof, verdict.step
        line = drat.line_of_step(file, step) if isinstance(file, Path) and step is not None else None
        fault = str(verdict) if line is None else words.FAULT_AT.format(fault=verdict, line=line)
        begin(str(words.EXPLAINING))
        return InvalidProof(fault, tuple(explanation(formula, proof, verdict, cancel)))
    trimmed = trim(formula, proof, verdict, on_progress=begin(str(words.TRIMMING)), cancel=cancel)
    derivation = Derivation.of_trimmed(formula, proof, trimmed, cancel=cancel)
    return VerifiedProof(formula, derivation, trimmed, False, sudoku, names)


# files that can be written


def exports(subject: ProofSubject, proof: VerifiedProof) -> list[Export]:
    """Return exports of the formula's core and the trimmed proof, in DRAT and LRAT."""
    place, trimmed, formula = subject.folder / subject.name, proof.trimmed, proof.formula
    lrat_place = place.with_suffix(".less.lrat" if proof.in_lrat else ".lrat")
    return [
        Export(str(words.CORE_FILE), place.with_suffix(".core.cnf"), lambda file: _write_core(proof, file)),
        Export(str(words.LRAT_FILE), lrat_place, lambda file: _write_lrat(trimmed, formula, file)),
        Export(str(words.DRAT_FILE), place.with_suffix(".less.drat"), lambda file: _write_drat(trimmed, formula, file)),
    ]


def _write_core(proof: VerifiedProof, file: BinaryIO) -> None:
    core = proof.derivation.needed[: proof.derivation.formula_size].nonzero()[0].tolist()
    comments = (words.FROM_CLAUSE.format(number=row + 1) for row in core)
    dimacs.write(Formula.of((proof.formula[row] for row in core), proof.formula.variables, comments), file)


def _write_lrat(trimmed: TrimmedProof, formula: Formula, file: BinaryIO) -> None:
    file.writelines(line.encode() for line in lrat.write(trimmed, formula))


def _write_drat(trimmed: TrimmedProof, formula: Formula, file: BinaryIO) -> None:
    writer = ProofWriter(file)
    trimmed.drat(formula).copy_to(writer)
    writer.flush()
