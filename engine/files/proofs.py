"""Finds the formula of a proof in its folder."""

import os
import re
from pathlib import Path

from engine.base.patterns import pattern
from engine.files.kinds import CNF_NAME, PROOF_NAME

_PACKED = pattern(r"\.(gz|bz2|xz)$", re.IGNORECASE)


def formula_beside(proof: Path) -> Path | None:
    """The formula of a proof: the file with the same stem, or else the only formula in the folder.

    `php.drat` or `php.cnf.drat` belong to `php.cnf`, packed or not. None if there is none, or several are possible.
    """
    try:
        names = sorted(entry.name for entry in os.scandir(proof.parent) if CNF_NAME.search(entry.name))
    except OSError:
        return None
    stem = _stem(PROOF_NAME.sub("", proof.name))
    same = [name for name in names if _stem(name) == stem][:1] or names
    return proof.with_name(same[0]) if len(same) == 1 else None


def _stem(name: str) -> str:
    """A file name without the suffixes of formulas and of packed files."""
    return _PACKED.sub("", CNF_NAME.sub("", name))
