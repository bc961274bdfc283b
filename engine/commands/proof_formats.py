"""The proof formats of `satsudoku solve`: DRAT is written during the search, LRAT and VeriPB after it."""

from collections.abc import Callable, Iterable
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO, Protocol

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, veripb
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.certificate import expects_proof
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import ProofSink, ProofWriter
from engine.sat.proof.trimming import trim

CONVERTED = ("lrat", "veripb")
"""Formats written after the search."""

FORMATS = ("text", "binary", *CONVERTED)
"""All formats; text and binary are DRAT."""

LIMIT = 1 << 29
"""Maximum number of literals of a proof kept in memory (2 GiB)."""

Cancel = Callable[[], bool]


class ProofOutput(Protocol):
    """The output of a proof: `sink` receives it during the search, and `finish` completes it."""

    @property
    def sink(self) -> ProofSink:
        """Receives the steps of the solver."""

    def finish(self, certificate: str) -> None:
        """Complete the file. Raises Cancelled, and InputError if the proof can't be written in the format."""


def proof_output(form: str, file: BinaryIO, formula: Formula, cancel: Cancel) -> ProofOutput:
    """The output of a proof for a formula, in one of FORMATS, to an open file."""
    return _Converted(form, file, formula, cancel) if form in CONVERTED else _Drat(file, form == "binary")


class _Drat:
    """Writes DRAT during the search, and a certificate before it or instead of it."""

    def __init__(self, file: BinaryIO, binary: bool) -> None:
        self._file = file
        self._writer = ProofWriter(file, binary, certifiable=True)

    @property
    def sink(self) -> ProofSink:
        return self._writer

    def finish(self, certificate: str) -> None:
        self._writer.flush()
        if certificate:
            _write_certificate(certificate, self._file)


class _Converted:
    """Keeps the proof in memory, then checks, trims and writes it."""

    def __init__(self, form: str, file: BinaryIO, formula: Formula, cancel: Cancel) -> None:
        self._form, self._file, self._formula, self._cancel = form, file, formula, cancel
        self._proof = BoundedProof(LIMIT, certifiable=form == "veripb", hinted=True)

    @property
    def sink(self) -> ProofSink:
        return self._proof

    def finish(self, certificate: str) -> None:
        if self._proof.too_long:
            problem = f"the proof has more than {LIMIT} literals, which is too many for {self._form}"
            raise InputError(problem, advice="write it as text or binary")
        self._file.writelines(line.encode() for line in self._lines(certificate))

    def _lines(self, certificate: str) -> Iterable[str]:
        if self._form == "veripb":
            return veripb.write(self._formula, self._proof, certificate, cancel=self._cancel)
        verdict = check_proof(self._formula, self._proof, antecedents=True, cancel=self._cancel)
        if not verdict:
            raise InputError(str(verdict))
        return lrat.write(trim(self._formula, self._proof, verdict, cancel=self._cancel), self._formula)


def _write_certificate(certificate: str, file: BinaryIO) -> None:
    """Write a certificate to the file of a proof.

    The proof follows the certificate if it continues it; otherwise the certificate replaces it.
    """
    with TemporaryFile() as proof:
        if expects_proof(certificate):
            file.seek(0)
            copyfileobj(file, proof)
            proof.seek(0)
        file.seek(0)
        file.truncate()
        file.write(certificate.encode())
        copyfileobj(proof, file)
