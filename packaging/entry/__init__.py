"""The installed commands: they import our `engine`, `tui` and `puzzles`, even where other folders have these names.

Such folders come first in `PYTHONPATH` or, with `python -m`, in the current directory. Importing this package, whose
name is our own, puts our packages before them. ctrl+c ends the process without a traceback while modules are loaded.
"""

import signal

_ON_INTERRUPT = signal.getsignal(signal.SIGINT)
"""Python's own handler, or none where the signal is ignored, such as in the background of a script."""
if _ON_INTERRUPT is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

# ruff: noqa: E402 (the imports below take most of the time before `main`)
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
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
    return _run("engine.commands.cli")


def program() -> int:
    """Run `satsudoku-tui`; returns its exit code."""
    return _run("tui.__main__")


def _run(module: str) -> int:
    """Run the `main` function of a module; returns its exit code."""
    main: Callable[[], int] = import_module(module).main
    signal.signal(signal.SIGINT, _ON_INTERRUPT)
    return main()
