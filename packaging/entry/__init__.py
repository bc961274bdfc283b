"""The installed commands: they import our `engine`, `tui` and `puzzles`, even where other folders have these names.

Such folders come first in `PYTHONPATH` or, with `python -m`, in the current directory. Importing this package, whose
name is our own, puts our packages before them.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

OWN = ("engine", "tui", "puzzles")
ROOT = next(folder for folder in Path(__file__).resolve().parents if (folder / "engine" / "commands").is_dir())
"""The folder that holds our packages: `site-packages`, or the checkout of an editable installation."""


class OwnPackages:
    """A finder (PEP 451) that looks for our packages in `ROOT` alone."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of one of our packages; None for any other module."""
        return PathFinder.find_spec(name, [str(ROOT)], target) if path is None and name in OWN else None


sys.meta_path.insert(0, OwnPackages)


def command() -> int:
    """Run `satsudoku`; returns its exit code."""
    from engine.commands.cli import main

    return main()


def program() -> int:
    """Run `satsudoku-tui`; returns its exit code."""
    from tui.__main__ import main

    return main()
