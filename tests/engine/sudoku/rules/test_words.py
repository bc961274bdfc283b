"""The words, drawings, demands and files of rules of every kind."""

import random
from zlib import crc32

import pytest
from rule_puzzles import random_rule
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.rules import KINDS, Rule, dump, load
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule
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
