"""Compile the kernels of `engine.base.kernels` if there is a C compiler; without one they run as plain Python.

Each kernel is compiled from a copy that ends with a stamp of its source. By the stamp, `engine.base.kernels` sees
whether a compiled module still belongs to the `.py` file next to it.
"""

import multiprocessing
import os
import sys
from pathlib import Path

import Cython
from Cython.Build import cythonize
from setuptools import Extension, find_namespace_packages, setup

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))
from engine.base.kernels import KERNELS, SHARED, stamp  # noqa: E402

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
INLINED = [] if sys.platform == "win32" else [("CYTHON_INLINE", "inline __attribute__((always_inline))")]
MACROS = {"engine.sudoku.search.bit_slices": INLINED}
"""C macros. In this kernel, constants reach the loops only if every function is inlined. MSVC has no such attribute."""
FLAGS = {"engine.sudoku.search.exact": ["-O2"], "engine.sat.kernels.cdcl": ["-fno-tree-slp-vectorize"]}
"""Compiler flags in addition to Python's own. With -O3 the exact search is a tenth slower; propagation is a few percent
slower where the compiler moves two ints as one vector."""
FOR_ALL = [] if sys.platform == "win32" else ["-g0"]
"""Compiler flags of all kernels: debug information takes a quarter of the compile time and most of the size."""
BUILD = Path("build", f"kernels-{Cython.__version__}")
"""The folder of the copies, one per version of Cython, as copies translated together share code."""


def write(file: Path, content: bytes) -> None:
    """Write a file, but not over the same content: what is compiled from it then stays valid."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_bytes() != content:
        file.write_bytes(content)


def kernel(module: str) -> Extension:
    """The extension for one kernel, from a stamped copy of its source (the copy changes only with the source)."""
    source = Path(*module.split(".")).with_suffix(".py")
    copy = BUILD / source
    types = (ROOT / source).with_suffix(".pxd")
    if types.exists():
        write(copy.with_suffix(".pxd"), types.read_bytes())
    write(copy, (ROOT / source).read_bytes() + f'\nSOURCE_STAMP = "{stamp(module)}"\n'.encode())
    # Strings stay uncompressed so that the stamp can be found.
    macros = [("CYTHON_COMPRESS_STRINGS", "0"), *MACROS.get(module, [])]
    flags = [*FOR_ALL, *FLAGS.get(module, [])]
    return Extension(module, [copy.as_posix()], define_macros=macros, extra_compile_args=flags)


def shared() -> Extension:
    """The extension with what all kernels share of Cython (memory views), compiled once instead of in each."""
    source = (BUILD / Path(*SHARED.split("."))).with_suffix(".c")
    source.parent.mkdir(parents=True, exist_ok=True)
    return Extension(SHARED, [source.as_posix()], extra_compile_args=FOR_ALL)


def processes() -> int:
    """The number of processes that translate kernels; 0 where a new process would run this file again."""
    if sys.platform != "linux":
        return 0
    multiprocessing.set_start_method("fork", force=True)  # not the default since Python 3.14
    return os.cpu_count() or 1


extensions = cythonize(
    [*map(kernel, KERNELS), shared()],
    shared_utility_qualified_name=SHARED,
    compiler_directives=DIRECTIVES,
    quiet=True,
    nthreads=processes(),
)
for extension in extensions:
    extension.optional = True  # a compiler that is missing or fails is a warning
setup(
    packages=[*find_namespace_packages(include=["engine*", "tui*", "puzzles*"]), "satsudoku"],
    package_dir={"satsudoku": "packaging/entry"},  # the commands, under a name that no other folder has
    ext_modules=extensions,
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
