"""The compiled modules: which they are, and which form of each is loaded.

A kernel is an ordinary `.py` file in Cython's pure-Python mode. Where it was compiled, a shared library lies
beside the source and Python would always take that one, even when the source has changed since. The finder here
takes the library only if it carries the stamp of the present source, and never with `SATSUDOKU_PURE=1` set.
"""

import hashlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

KERNELS = (
    "engine.sat.formula.scanner",
    "engine.sat.kernels.naive",
    "engine.sat.kernels.dpll",
    "engine.sat.kernels.cdcl",
    "engine.sat.proof.check_kernel",
    "engine.sat.proof.steps",
    "engine.sat.kernels.preprocessing",
    "engine.sudoku.search.exact",
    "engine.sudoku.search.backtracking",
)


@dataclass(frozen=True)
class KernelState:
    """Whether every kernel is compiled and, where not, why."""

    compiled: bool
    reason: str

    def __str__(self) -> str:
        return "compiled kernels" if self.compiled else f"kernels not compiled: {self.reason}"


def stamp(source: bytes) -> str:
    """A mark of the source text, found in the library that was compiled from it."""
    return "satsudoku-kernel-" + hashlib.sha256(source).hexdigest()[:32]


def state() -> KernelState:
    """Tell whether the kernels run compiled (nothing is imported for it)."""
    if _pure():
        return KernelState(False, "SATSUDOKU_PURE is set")
    package = Path(__file__).parents[2]
    for name in KERNELS:
        source = package.joinpath(*name.split(".")).with_suffix(".py")
        library = _library(source)
        if library is None:
            return KernelState(False, "no C compiler was found when this was installed")
        if not _belongs(library, source):
            return KernelState(False, f"{source.name} changed since it was compiled; install again")
    return KernelState(True, "")


def install() -> None:
    """Put the finder in front of Python's own, once."""
    if not any(isinstance(finder, _KernelFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _KernelFinder())


class _KernelFinder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in KERNELS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or spec.origin.endswith(".py"):
            return spec
        library = Path(spec.origin)
        source = library.with_name(fullname.rpartition(".")[2] + ".py")
        if source.exists() and (_pure() or not _belongs(library, source)):
            return spec_from_file_location(fullname, source)
        return spec


def _pure() -> bool:
    return os.environ.get("SATSUDOKU_PURE", "") not in ("", "0")


def _library(source: Path) -> Path | None:
    candidates = (source.with_name(source.stem + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in candidates if path.exists()), None)


def _belongs(library: Path, source: Path) -> bool:
    return stamp(source.read_bytes()).encode() in library.read_bytes()
