"""Which dataclasses of the program can be changed: state has few owners, and all other values are frozen."""

import sys
from collections.abc import Iterator
from dataclasses import is_dataclass

OWNERS = {
    "engine.commands.grade._Output", "engine.play.salvage._RecoveredRows", "engine.sat.parity.elimination._UnsolvedRow",
    "engine.sat.programs.sandbox._Supervisor", "engine.sat.solvers.auto._Runner", "engine.sat.trace.search_log._Answer",
    "engine.sudoku.as_sat.rule_clauses._ClauseWriter", "engine.sudoku.formats.drawn_rules._DrawingReader",
    "engine.sudoku.layout.plan.LayoutPlan",
    "engine.sudoku.search.rule_tables._Builder", "engine.together.salvage._Rows",
    "engine.together.shared_board._PlayerMoves", "engine.together.topic._TopicListener",
    "tui.features.proof.lists.ListLeft",
}  # fmt: skip
"""Dataclasses that change while they are built or used, by module and name. Messages of Textual are among them, too."""


def changeable() -> list[str]:
    """The dataclasses of the loaded modules of the program that are neither frozen nor owners of state."""
    found = []
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] in ("engine", "tui"):
            for kind in _classes(vars(module), name):
                place = f"{name}.{kind.__qualname__}"
                if "__dataclass_params__" in vars(kind) and is_dataclass(kind) and place not in OWNERS:
                    is_message = any(base.__module__ == "textual.message" for base in kind.__mro__)
                    found += [] if kind.__dataclass_params__.frozen or is_message else [place]
    return found


def _classes(names: "dict[str, object]", module: str) -> Iterator[type]:
    """The classes that a module defines, also inside classes."""
    for value in [*names.values()]:
        if isinstance(value, type) and value.__module__ == module:
            yield value
            yield from _classes(dict(vars(value)), module)
