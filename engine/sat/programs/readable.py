"""The files that a program in a sandbox can read: those of the system, its interpreter, and its own.

Everything else is hidden, such as home folders of other accounts, configuration with passwords, and the Unix sockets
under /run and /tmp. A path is visible under its own name and under the name of its target.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
"""Programs and libraries of the system."""

CONFIGURATION = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "python*", "java*")
"""Files in /etc that programs and libraries need."""

_PROJECT = Path(__file__).parents[3]
_PACKAGE = "engine"
_SEPARATORS = re.compile(r"[=:,]")
_KERNEL = re.compile(r"/(dev|proc|sys)(/|$)")
_MAX_SHEBANG = 256  # bytes of a script's first line that the kernel reads
_MAX_LINKS = 40  # symbolic links followed in a row


@cache
def of_system() -> tuple[Path, ...]:
    """The files that every program can read: the system, and the current Python."""
    paths = [Path(text) for text in SYSTEM]
    paths += [path for name in CONFIGURATION for path in sorted(Path("/etc").glob(name))]
    paths += [Path(sys.prefix), Path(sys.base_prefix), *_interpreter(Path(sys.executable)), _PROJECT / _PACKAGE]
    return tuple(without_nested(path for path in paths if path.exists()))


def of_command(words: Sequence[str], *, file_only: bool = False) -> list[Path]:
    """The files that a program can read in addition to those of the system, by its command.

    These are the files and folders that the words name, also after `=`, `:` and `,`, as in `env LD_LIBRARY_PATH=...`.
    For a file it is the whole folder, unless `file_only` is set or the folder is a home or similarly broad; for a
    Python interpreter, also one named by a script, the whole installation.
    """
    paths: list[Path] = []
    for place, word in enumerate(words):
        for named_path in _named(word):
            if named_path.is_dir():
                paths += [] if _is_broad(named_path) else [named_path]
                continue
            paths.append(named_path if file_only or _is_broad(named_path.parent) else named_path.parent)
            paths += [*_interpreter(named_path), *_script_interpreter(named_path)]
        if place == 0 and os.sep not in word and (command := shutil.which(word)):
            paths += [*_interpreter(Path(command)), *_script_interpreter(Path(command))]
    return without_nested(paths)


def without_nested(paths: Iterable[Path]) -> list[Path]:
    """The paths without those inside another one, sorted."""
    normal_paths = {Path(os.path.normpath(path)) for path in paths}
    return sorted(path for path in normal_paths if normal_paths.isdisjoint(path.parents))


def _named(word: str) -> Iterator[Path]:
    """The files and folders that a word names by absolute paths."""
    for text in (word, *_SEPARATORS.split(word)):
        path = Path(text)
        if path.is_absolute() and path.exists() and not _KERNEL.match(text):
            yield path
            if path.resolve() != path:
                yield path.resolve()


def _is_broad(folder: Path) -> bool:
    """Whether a folder holds far more than a program."""
    home = Path.home()
    return folder in (home, *home.parents, home / ".local", Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))


def _script_interpreter(path: Path) -> list[Path]:
    """The files that the interpreter in a script's first line needs; none for other files."""
    try:
        with path.open("rb") as file:
            line = file.read(_MAX_SHEBANG).partition(b"\n")[0]
    except OSError:
        return []
    if not line.startswith(b"#!"):
        return []
    paths = []
    for word in os.fsdecode(line[2:]).split()[:3]:
        command = word if os.path.isabs(word) else shutil.which(word)
        if command is not None and Path(command).exists():
            paths += _interpreter(Path(command))
    return paths


def _interpreter(path: Path) -> list[Path]:
    """An executable and all targets of its symbolic links; for a Python, the whole installation."""
    paths = []
    for _ in range(_MAX_LINKS):
        prefix = path.parent.parent
        is_python = (prefix / "pyvenv.cfg").exists() or any(prefix.glob("lib/python3*/os.py"))
        paths.append(prefix if is_python and not _is_broad(prefix) else path)
        if not path.is_symlink():
            break
        path = Path(os.path.normpath(path.parent / path.readlink()))
    return [*paths, path.resolve()] if paths[-1] == path else paths
