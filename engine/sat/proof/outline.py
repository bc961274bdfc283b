"""The outline of a proof file: its format, and how many clauses it adds and deletes, without checking it."""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike

import numpy as np

from engine.sat.proof import lrat_reader, reader
from engine.sat.proof.lrat_proof import LratProof
from engine.sat.proof.proof import Proof


@dataclass(frozen=True)
class ProofOutline:
    """The format of a proof, whether it is binary, and the numbers of added and deleted clauses.

    `lengths` are the numbers of added clauses by number of literals.
    """

    form: str
    binary: bool
    added: int
    deleted: int
    lengths: dict[int, int]


def outline(path: "str | PathLike[str]", head: bytes, *, cancel: Callable[[], bool] | None = None) -> ProofOutline:
    """Read a proof as DRAT or LRAT, depending on its first bytes `head` and its name.

    Raises InputError and Cancelled.
    """
    proof: LratProof | Proof
    if lrat_reader.looks_like_lrat(head, str(path)):
        proof = lrat_reader.read(path, cancel=cancel)
        form, binary = "LRAT", proof.binary
    else:
        proof = reader.read(path, cancel=cancel)
        form, binary = "DRAT", reader.is_binary_drat(head)
    deletions = np.frombuffer(proof.deletions, np.bool_)
    lengths = np.diff(np.frombuffer(proof.starts, np.int32))[~deletions]
    deleted = int(np.count_nonzero(deletions))
    distinct, counts = np.unique(lengths, return_counts=True)
    return ProofOutline(
        form, binary, len(deletions) - deleted, deleted, dict(zip(distinct.tolist(), counts.tolist(), strict=True))
    )
