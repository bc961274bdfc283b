"""Which formula a proof is of: the one that lies beside it."""

import os
import re
from pathlib import Path

from engine.files.kinds import CNF_NAME, PROOF_NAME

_PACKED = re.compile(r"\.(gz|bz2|xz)$", re.IGNORECASE)


def formula_beside(proof: Path) -> Path | None:
    """The formula of a proof: the file with its name but for the endings, or else the only one in the folder.

    `php.drat` or `php.cnf.drat` are of `php.cnf`, packed or not. None if there is none, or several might be meant.
    """
    try:
        names = sorted(entry.name for entry in os.scandir(proof.parent) if CNF_NAME.search(entry.name))
    except OSError:
        return None
    stem = _stem(PROOF_NAME.sub("", proof.name))
    same = [name for name in names if _stem(name) == stem][:1] or names
    return proof.with_name(same[0]) if len(same) == 1 else None


def _stem(name: str) -> str:
    """A file's name without the endings of a formula and of packed files."""
    return _PACKED.sub("", CNF_NAME.sub("", name))
