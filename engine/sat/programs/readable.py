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
_OWN = "engine"
_SEPARATORS = re.compile(r"[=:,]")
_KERNEL = re.compile(r"/(dev|proc|sys)(/|$)")
_SHEBANG = 256  # bytes of a script's first line that the kernel reads
_LINKS = 40  # symbolic links followed in a row


@cache
def of_system() -> tuple[Path, ...]:
    """The files that every program can read: the system, and the current Python."""
    found = [Path(text) for text in SYSTEM]
    found += [path for name in CONFIGURATION for path in sorted(Path("/etc").glob(name))]
    found += [Path(sys.prefix), Path(sys.base_prefix), *_interpreter(Path(sys.executable)), _PROJECT / _OWN]
    return tuple(without_nested(path for path in found if path.exists()))


def of_command(words: Sequence[str], *, alone: bool = False) -> list[Path]:
    """The files that a program can read in addition, judging by its command.

    These are the files and folders that the words name, also after `=`, `:` and `,`, as in `env LD_LIBRARY_PATH=...`.
    For a file it is the whole folder, unless `alone` is set or the folder is a home or similarly broad; for a Python
    interpreter, also one named by a script, the whole installation.
    """
    found: list[Path] = []
    for place, word in enumerate(words):
        for path in _named(word):
            if path.is_dir():
                found += [] if _is_broad(path) else [path]
                continue
            found.append(path if alone or _is_broad(path.parent) else path.parent)
            found += [*_interpreter(path), *_script_interpreter(path)]
        if place == 0 and os.sep not in word and (command := shutil.which(word)):
            found += [*_interpreter(Path(command)), *_script_interpreter(Path(command))]
    return without_nested(found)


def without_nested(paths: Iterable[Path]) -> list[Path]:
    """The paths without those inside another one, sorted."""
    found = {Path(os.path.normpath(path)) for path in paths}
    return sorted(path for path in found if found.isdisjoint(path.parents))


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
            line = file.read(_SHEBANG).partition(b"\n")[0]
    except OSError:
        return []
    if not line.startswith(b"#!"):
        return []
    found = []
    for word in os.fsdecode(line[2:]).split()[:3]:
        command = word if os.path.isabs(word) else shutil.which(word)
        if command is not None and Path(command).exists():
            found += _interpreter(Path(command))
    return found


def _interpreter(path: Path) -> list[Path]:
    """An executable and all targets of its symbolic links; for a Python, the whole installation."""
    found = []
    for _ in range(_LINKS):
        prefix = path.parent.parent
        is_python = (prefix / "pyvenv.cfg").exists() or any(prefix.glob("lib/python3*/os.py"))
        found.append(prefix if is_python and not _is_broad(prefix) else path)
        if not path.is_symlink():
            break
        path = Path(os.path.normpath(path.parent / path.readlink()))
    return [*found, path.resolve()] if found[-1] == path else found
