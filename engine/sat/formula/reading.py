"""Reads formula files by their content: DIMACS CNF, WCNF, or constraints in OPB."""

from collections.abc import Callable
from os import PathLike

from engine.base.streams import Source, open_regular
from engine.sat.formula import dimacs, opb, wcnf
from engine.sat.formula.dimacs import Document

_HEAD = 1 << 12


def read(
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read a file (plain, gzip, bzip2 or xz), in the format of its first bytes.

    See `dimacs.read`, `opb.read` and `wcnf.read`.
    """
    with open_regular(path) as file:
        head = Source(file, path).read(_HEAD)
    if opb.begins_like_opb(head):
        return opb.read(path, on_progress=on_progress, cancel=cancel)
    if wcnf.begins_like_wcnf(head):
        return wcnf.read(path, on_progress=on_progress, cancel=cancel)
    return dimacs.read(path, on_progress=on_progress, cancel=cancel)


def parse(data: bytes, *, path: "str | PathLike[str] | None" = None) -> Document:
    """Read the bytes of an unpacked file; see `read`. Raises InputError."""
    head = data[:_HEAD]
    if opb.begins_like_opb(head):
        return opb.parse(data, path=path)
    return wcnf.parse(data, path=path) if wcnf.begins_like_wcnf(head) else dimacs.parse(data, path=path)
