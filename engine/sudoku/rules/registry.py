"""The registry of the kinds of rules, and rules as plain data for all code that reads, writes or saves rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, NamedTuple

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.layout import Layout
from engine.sudoku.rules.kinds import kinds
from engine.sudoku.rules.primitives import Primitive
from engine.sudoku.rules.rule import Rule

KINDS: Mapping[str, type[Rule]] = {
    kind.kind: kind for kind in sorted(kinds(), key=lambda kind: kind.title.message.lower())
}
"""The kinds of rules by their names in files, in the order of their titles."""


@lru_cache(maxsize=4096)
def primitives_of(rule: Rule, layout: Layout) -> tuple[Primitive, ...]:
    """The primitives of a rule on a layout."""
    return tuple(rule.primitives(layout))


class BrokenRule(NamedTuple):
    """A rule broken by digits on a board, and the cells of the broken constraint."""

    rule: Rule
    cells: tuple[int, ...]

    def sentence(self, layout: Layout) -> str:
        """A description without a full stop: `the cage of 15 at r1c1 is broken`."""
        return _("{rule} is broken").format(rule=self.rule.name(layout))


def broken(rules: Iterable[Rule], layout: Layout, values: Sequence[int]) -> list[BrokenRule]:
    """The rules that `values` (one digit per cell, 0: empty) break, judged by one constraint at a time."""
    found = []
    for rule in rules:
        for primitive in primitives_of(rule, layout):
            if not primitive.allows(values):
                found.append(BrokenRule(rule, tuple(cell for cell in primitive.cells if values[cell])))
                break
    return found


def dump(rules: Iterable[Rule]) -> list[dict[str, Any]]:
    """Rules as JSON values."""
    return [{"kind": rule.kind} | {field.name: getattr(rule, field.name) for field in fields(rule)} for rule in rules]


def load(content: object, layout: Layout) -> tuple[Rule, ...]:
    """The rules that `dump` wrote. Raises ValueError for anything else."""
    if not isinstance(content, list):
        raise ValueError("the rules are not a list")
    return tuple(_load(rule, layout) for rule in content)


def _load(content: object, layout: Layout) -> Rule:
    if not isinstance(content, dict) or content.get("kind") not in KINDS:
        raise ValueError("there is no such kind of rule")
    kind = KINDS[content["kind"]]
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in content.items()}
    del values["kind"]
    types: dict[str, object] = {field.name: field.type for field in fields(kind)}
    for name, value in values.items():
        expected = types.get(name)
        if expected in {bool, int, str}:
            fits = type(value) is expected
        else:
            fits = name in types and isinstance(value, tuple) and all(type(item) is int for item in value)
        if not fits:
            raise ValueError(f"{name} of a rule has the wrong type")
    rule = kind(**values)
    try:
        rule.primitives(layout)
    except (IndexError, KeyError, InputError) as error:
        raise ValueError("a rule has too few cells") from error
    if not rule.cells and rule.scope(layout) == ():
        raise ValueError("a rule has no cells")
    if not all(0 <= cell < len(layout.cells) for cell in rule.scope(layout)):
        raise ValueError("a rule has cells outside the layout")
    return rule
