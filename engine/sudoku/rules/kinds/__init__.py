"""The kinds of rules, a file each; similar ones share a file.

A kind is a subclass of `Rule` with a `kind`, which is its name in files and saved games. No list names them: each one
in a file of this folder is read, searched, drawn, hinted and saved.
"""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from engine.sudoku.rules.rule import Rule


def kinds() -> Iterator[type[Rule]]:
    """The kinds of rules, file by file."""
    for name in sorted(module.name for module in iter_modules(__path__)):
        module = import_module(f"{__name__}.{name}")
        classes = (value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Rule))
        yield from (rule for rule in classes if rule.__module__ == module.__name__ and "kind" in vars(rule))
