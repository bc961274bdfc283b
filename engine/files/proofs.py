"""Finds the formula of a proof in its folder."""

import os
import re
from pathlib import Path

from engine.base.patterns import pattern
from engine.files.kinds import CNF_NAME, LINEAR_NAME, PROOF_NAME, VERIPB_HEADER

_VERIPB_NAME = pattern(r"\.(pbp|veripb)(\.|$)", re.IGNORECASE)
_PACKED = pattern(r"\.(gz|bz2|xz)$", re.IGNORECASE)


def formula_beside(proof: Path) -> Path | None:
    """The formula of a proof: the file with the same stem, or else the only formula in the folder.

    `php.drat` or `php.cnf.drat` belong to `php.cnf`, packed or not, and `load.pbp` to `load.opb` or `load.wcnf` if
    there is one. None if there is none, or several are possible.
    """
    kinds = (LINEAR_NAME, CNF_NAME) if _VERIPB_NAME.search(proof.name) else (CNF_NAME,)
    try:
        all_names = sorted(entry.name for entry in os.scandir(proof.parent))
    except OSError:
        return None
    names = [name for kind in kinds for name in all_names if kind.search(name)]
    stem = _stem(PROOF_NAME.sub("", proof.name))
    same = [name for name in names if _stem(name) == stem][:1] or names
    return proof.with_name(same[0]) if len(same) == 1 else None


def is_veripb(proof: Path) -> bool:
    """Whether a file begins like a VeriPB proof. Raises InputError."""
    from engine.files.reading import read_head

    return read_head(proof, len(VERIPB_HEADER)).data == VERIPB_HEADER


def _stem(name: str) -> str:
    """A file name without the suffixes of formulas and of packed files."""
    return _PACKED.sub("", LINEAR_NAME.sub("", CNF_NAME.sub("", name)))
