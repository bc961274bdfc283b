"""The compiled modules (kernels), and which form of each is loaded.

A kernel is an ordinary `.py` file in Cython's pure-Python mode. Once compiled, a shared library lies beside the source,
and Python would always prefer it, even if the source has changed since. The finder in this module takes the library
only if it carries the stamp of the current source, and never with `SATSUDOKU_PURE=1`. The source of a kernel is its
`.py` file with its `.pxd`, if any, and those of the kernels that it cimports. Kernels linked by cimports work on each
other's objects, so they run all compiled or all as plain Python.
"""

import os
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from engine.base.lazy_dataclasses import dataclass
from engine.base.patterns import pattern

_PACKAGE = Path(__file__).parents[2]
"""The folder that contains the engine."""
_CIMPORT = pattern(rb"^ *from cython\.cimports\.(\w+(?:\.\w+)*) import (\w+(?:, \w+)*)$", re.MULTILINE)

KERNELS = (
    "engine.sat.kernels.arrays",
    "engine.sat.formula.scanner",
    "engine.sat.kernels.naive",
    "engine.sat.kernels.dpll",
    "engine.sat.kernels.cdcl",
    "engine.sat.kernels.counting",
    "engine.sat.kernels.walk",
    "engine.sat.kernels.vivification",
    "engine.sat.kernels.elimination",
    "engine.sat.kernels.rounds",
    "engine.sat.kernels.probing",
    "engine.sat.kernels.subsumption",
    "engine.sat.kernels.equations",
    "engine.sat.kernels.cutting_planes",
    "engine.sat.kernels.external",
    "engine.sat.proof.antecedents_kernel",
    "engine.sat.proof.check_kernel",
    "engine.sat.proof.lrat_kernel",
    "engine.sat.proof.steps",
    "engine.sat.kernels.preprocessing",
    "engine.sat.kernels.units",
    "engine.sat.kernels.retracing",
    "engine.sat.parity.gathering",
    "engine.sat.equivalence.functions_kernel",
    "engine.sudoku.search.exact",
    "engine.sudoku.search.bit_slices",
    "engine.sudoku.search.rule_search",
    "engine.sudoku.search.backtracking",
    "engine.sudoku.techniques.patterns.boards",
    "engine.sudoku.techniques.patterns.houses",
    "engine.sudoku.techniques.patterns.digits",
    "engine.sudoku.techniques.patterns.cells",
    "engine.sudoku.techniques.patterns.search",
    "engine.sudoku.techniques.assumptions",
    "engine.sudoku.techniques.patterns.sets",
    "engine.sudoku.techniques.patterns.chains",
    "engine.sudoku.techniques.patterns.franken",
    "engine.sudoku.techniques.patterns.exocet",
    "engine.sudoku.techniques.patterns.placements",
    "engine.sudoku.techniques.patterns.explainer_grid",
    "engine.sudoku.techniques.patterns.explainer_nets",
)

SHARED = "engine.base._cyutility"
"""The library of the Cython code that all compiled kernels share; it has no source in this repository."""

NOT_COMPILED = "the installation compiles them if it finds a C compiler and the headers of Python"


@dataclass(frozen=True)
class KernelState:
    """Whether every kernel is compiled and, if not, why."""

    compiled: bool
    reason: str

    def __str__(self) -> str:
        return "compiled kernels" if self.compiled else f"kernels not compiled: {self.reason}"


def stamp(name: str, package: Path = _PACKAGE) -> str:
    """A hash of a kernel's source, which its library contains."""
    import hashlib  # only where a kernel is needed: it loads OpenSSL

    digest = hashlib.sha256()
    for file in _sources(name, package):
        digest.update(file.read_bytes())
    return "satsudoku-kernel-" + digest.hexdigest()[:32]


@cache
def state() -> KernelState:
    """Whether the kernels run compiled. Imports nothing; the result is cached."""
    if _is_pure():
        return KernelState(False, "SATSUDOKU_PURE is set")
    if any(_library(name, _PACKAGE) is None for name in (SHARED, *KERNELS)):
        return KernelState(False, NOT_COMPILED)
    for name in KERNELS:
        if not _is_current(name, _PACKAGE):
            source = _source(name, _PACKAGE).name
            return KernelState(False, f"{source} changed since it was compiled; install again")
    return KernelState(True, "")


@cache
def plain(name: str) -> ModuleType:
    """A kernel as plain Python, even if it is compiled; the same module each time.

    A compiled kernel exposes less to Python than to other kernels.
    """
    spec = spec_from_file_location(f"plain_{name}", _source(name, _PACKAGE))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def install() -> None:
    """Put the finder in front of Python's own, once."""
    if not any(isinstance(finder, _KernelFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _KernelFinder())


class _KernelFinder:
    @staticmethod
    def find_spec(fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname not in KERNELS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or spec.origin.endswith(".py"):
            return spec
        package = Path(spec.origin).parents[fullname.count(".")]
        source = _source(fullname, package)
        if source.exists() and (_is_pure() or not _is_loadable(fullname, package)):
            return spec_from_file_location(fullname, source)
        return spec


def _is_pure() -> bool:
    return os.environ.get("SATSUDOKU_PURE", "") not in ("", "0")


def _source(name: str, package: Path) -> Path:
    return package.joinpath(*name.split(".")).with_suffix(".py")


@cache
def _linked_sources(name: str, package: Path) -> tuple[str, ...]:
    """The kernel and those that it cimports, directly or indirectly."""
    linked_names = [name]
    for kernel in linked_names:
        source = _source(kernel, package).read_bytes()
        imports = ((match[1].decode(), match[2].decode().split(", ")) for match in _CIMPORT.finditer(source))
        cimported = (f"{folder}.{name}" for folder, names in imports for name in names)
        linked_names += [other for other in dict.fromkeys(cimported) if other not in linked_names]
    return tuple(linked_names)


def _linked(name: str, package: Path) -> set[str]:
    """The kernel and those linked with it by cimports in either direction, which work on each other's objects."""
    groups = [set(_linked_sources(kernel, package)) for kernel in KERNELS]
    linked = {name}
    while added := set().union(*(group for group in groups if group & linked)) - linked:
        linked |= added
    return linked


def _sources(name: str, package: Path) -> list[Path]:
    files = (
        _source(linked, package).with_suffix(suffix)
        for linked in _linked_sources(name, package)
        for suffix in (".py", ".pxd")
    )
    return [file for file in files if file.exists()]


def _library(name: str, package: Path) -> Path | None:
    source = _source(name, package)
    candidates = (source.with_name(source.stem + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in candidates if path.exists()), None)


@cache
def _is_current(name: str, package: Path) -> bool:
    """Whether the kernel has a library made from its current source."""
    library = _library(name, package)
    return library is not None and stamp(name, package).encode() in library.read_bytes()


@cache
def _is_loadable(name: str, package: Path) -> bool:
    """Whether the kernel's library may be loaded.

    That is if the libraries of the kernel and of all linked with it match their sources, and the shared library exists.
    """
    linked_names = _linked(name, package)
    return _library(SHARED, package) is not None and all(_is_current(linked, package) for linked in linked_names)
