"""Reads formula files by their content: DIMACS CNF, WCNF, or constraints in OPB."""

import re
from collections.abc import Callable
from os import PathLike, fspath

from engine.base.streams import Source, open_regular
from engine.sat.formula import dimacs, opb, wcnf
from engine.sat.formula.dimacs import Document

_HEAD = 1 << 12
_WCNF_NAME = re.compile(r"\.wcnf(\.(gz|bz2|xz))?$", re.IGNORECASE)


def read(
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a file (plain, gzip, bzip2 or xz), in the format of its first bytes; soft clauses alone by the name `.wcnf`.

    See `dimacs.read`, `opb.read` and `wcnf.read`.
    """
    with open_regular(path) as file:
        head = Source(file, path).read(_HEAD)
    if opb.begins_like_opb(head):
        return opb.read(path, on_progress=on_progress, cancel=cancel)
    if _is_wcnf(head, path):
        return wcnf.read(path, on_progress=on_progress, cancel=cancel)
    return dimacs.read(path, on_progress=on_progress, cancel=cancel)


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None) -> Document:
    """Read the bytes of an unpacked file; see `read`. Raises InputError."""
    head = data[:_HEAD]
    if opb.begins_like_opb(head):
        return opb.parse(data, path=path)
    return wcnf.parse(data, path=path) if _is_wcnf(head, path) else dimacs.parse(data, path=path)


def _is_wcnf(head: bytes, path: "str | PathLike[str] | None") -> bool:
    return wcnf.begins_like_wcnf(head) or (path is not None and bool(_WCNF_NAME.search(fspath(path))))
