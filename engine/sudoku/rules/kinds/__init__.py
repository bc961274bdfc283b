"""The kinds of rules, a file each; similar ones share a file.

A kind is a subclass of `Rule` with a `kind`, which is its name in files and saved games. No list names them: each one
in a file of this folder is read, searched, drawn, hinted and saved.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from engine.sudoku.rules.rule import Rule


def kinds() -> Iterator[type[Rule]]:
    """Each kind."""
    for module in sorted(module.name for module in iter_modules(__path__)):
        path = f"{__name__}.{module}"
        classes = (value for value in vars(import_module(path)).values() if isinstance(value, type))
        own = (each for each in classes if each.__module__ == path and issubclass(each, Rule))
        yield from (each for each in own if "kind" in vars(each))
