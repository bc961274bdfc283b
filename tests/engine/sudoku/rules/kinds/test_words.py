"""The words, drawings, demands and files of rules of every kind."""

import random
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from rule_puzzles import random_rule
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.rules import KINDS, Rule, dump, load
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.rules.rule import Entry
from engine.sudoku.search.exact import random_solution

BOARDS = {name: (LAYOUTS[name](), random_solution(LAYOUTS[name](), 1)) for name in ("single", "double")}


def _described(rule: Rule, name: str) -> str:
    layout, _ = BOARDS[name]
    primitives = [f"{type(primitive).__name__} {primitive.cells}" for primitive in rule.primitives(layout)]
    content = repr([*rule.primitives(layout)])
    return "\n".join(
        (
            f"{name}: {rule.name(layout)}",
            rule.sentence(layout),
            *(f"- {shape}"[:200] for shape in rule.shapes(layout)),
            f"{len(primitives)} primitives {crc32(content.encode())}: {'; '.join(primitives[:3])}"[:200],
            f"in {rule.scope(layout)}"[:200],
        )
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind(kind: str, snapshot: SnapshotAssertion) -> None:
    found = []
    for name, (layout, solution) in BOARDS.items():
        dice = random.Random(f"{kind} {name}")
        for _ in range(2):
            rule = random_rule(kind, solution, layout, dice)
            if rule is not None:
                assert load(dump([rule]), layout) == (rule,)
                found.append(_described(rule, name))
    assert "\n\n".join(found) == snapshot


def test_cages(snapshot: SnapshotAssertion) -> None:
    cages = [KillerCage((0, 1), *rest) for rest in ((), (3,), (3, True), (0, True), (1,))]
    assert "\n\n".join(_described(cage, "single") for cage in cages) == snapshot


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.f_puzzles and name != "fog"])
def test_entries_of_f_puzzles(kind: str, snapshot: SnapshotAssertion) -> None:
    """The text of some rules, which is read as the same rules."""
    layout, solution = BOARDS["single"]
    dice, found = random.Random(kind), []
    for _ in range(5):
        rule = random_rule(kind, solution, layout, dice)
        if rule is None:
            continue
        entry = rule.write(layout)
        found.append(str(entry))
        means_little = isinstance(rule, KillerCage) and not rule.total  # repeats in a cage without a sum
        has_order = isinstance(rule, Arrow) and len(rule.cells) > 1  # the format has its own
        if not (isinstance(rule, BoardRule | NoMarks) or means_little or has_order):
            assert [*type(rule).read(Entry(layout, kind, entry))] == [rule]
    assert "\n".join(found) == snapshot


def changes(entry: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """An entry with each of its values replaced or left out, and lists a cell shorter or longer."""
    for key, value in entry.items():
        yield f"without {key}", {name: other for name, other in entry.items() if name != key}
        others = ["", "x", "0", "7", "1000"]
        if isinstance(value, list):
            lists = [value[:1], value[:-1], [*value, "R9C9"], [*value, *value[:1]], value[::-1], ["R0C1"], [1], []]
            others = ["R1C1", *({repr(each): each for each in lists}.values())]
        yield from ((f"{key} {other}", {**entry, key: other}) for other in others if other != value)


CHANGED = [name for name, kind in KINDS.items() if kind.f_puzzles and not issubclass(kind, BoardRule | Fog)]


@pytest.mark.parametrize("kind", CHANGED)
def test_changed_entries_are_read_or_refused(kind: str, snapshot: SnapshotAssertion) -> None:
    layout, solution = BOARDS["single"]
    rule = random_rule(kind, solution, layout, random.Random(f"entries of {kind}"))
    assert rule is not None
    entry = rule.write(layout)
    found = [f"{entry}"]
    for change, changed in changes(entry):
        try:
            outcome = repr([*type(rule).read(Entry(layout, kind, changed))])
        except InputError as error:
            outcome = str(error)
        found.append(f"{change}: {outcome}")
    assert "\n".join(found) == snapshot
