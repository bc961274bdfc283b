"""The Python files of the project, and their syntax."""

import ast
import gc
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "tui")


def modules(folders: Iterable[str] = FOLDERS) -> list[Path]:
    """The Python files of folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def syntax(paths: Iterable[Path]) -> Iterator[tuple[Path, list[ast.AST]]]:
    """Each file with the nodes of its syntax tree, outer ones first.

    Meanwhile the garbage collector is off: it would look through the nodes again and again, and take most of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        for path in paths:
            yield path, list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    finally:
        if enabled:
            gc.enable()
