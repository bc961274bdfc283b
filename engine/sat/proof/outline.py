"""The outline of a proof file: its format, and how many clauses it adds and deletes; nothing is checked."""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike

import numpy as np

from engine.sat.proof import lrat, reader
from engine.sat.proof.proof import Proof


@dataclass(frozen=True)
class ProofOutline:
    """The format of a proof, whether it is binary, and its steps; `lengths` counts lemmas by number of literals."""

    form: str
    binary: bool
    added: int
    deleted: int
    lengths: dict[int, int]


def outline(path: "str | PathLike[str]", head: bytes, *, cancel: Callable[[], bool] | None = None) -> ProofOutline:
    """Read a proof as DRAT or LRAT, whichever its first bytes and its name look like.

    Raises InputError and Cancelled.
    """
    proof: lrat.LratProof | Proof
    if lrat.looks_like_lrat(head, str(path)):
        proof = lrat.read(path, cancel=cancel)
        form, binary = "LRAT", proof.binary
    else:
        proof = reader.read(path, cancel=cancel)
        form, binary = "DRAT", reader.is_binary_drat(head)
    deletions = np.frombuffer(proof.deletions, np.bool_)
    lengths = np.diff(np.frombuffer(proof.starts, np.int32))[~deletions]
    deleted = int(np.count_nonzero(deletions))
    names, counts = np.unique(lengths, return_counts=True)
    return ProofOutline(
        form, binary, len(deletions) - deleted, deleted, dict(zip(names.tolist(), counts.tolist(), strict=True))
    )
