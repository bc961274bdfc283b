"""What each kind of rule says about random rules: names, sentences, shapes, primitives, f-puzzles entries."""

import random
from typing import Any

import pytest
from outcomes import json_outcomes, short
from rule_puzzles import random_rules
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.formats.fpuzzles_rules import read_rules, write_rules
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.rules import KINDS
from engine.sudoku.search.exact import random_solution


@pytest.mark.parametrize("name", ["6x6", "double"])
def test_random_rules(name: str, snapshot: SnapshotAssertion) -> None:
    layout, found = LAYOUTS[name](), []
    for seed in range(2):
        rules = random_rules(KINDS, random_solution(layout, seed), layout, random.Random(seed))
        for rule in rules:
            adapted = rule.among(rules)
            facts = (rule.shapes(layout), rule.scope(layout), adapted, adapted.primitives(layout))
            found.append(f"{rule.kind}: {rule.name(layout)}; {rule.sentence(layout)} {short(repr(facts))}")
    assert "\n".join(found) == snapshot


def test_drawn_rules(snapshot: SnapshotAssertion) -> None:
    layout, found, dice = LAYOUTS["6x6"](), [], random.Random(1)
    values = random_solution(layout, 1)
    for name, kind in KINDS.items():
        for marked in (
            [0],
            [0, 1],
            [0, 1, 2],
            [0, 7, 14, 21],
            [0, 1, 6, 7],
            [0, 5],
            [2, 8, 14, 20, 26, 32],
            [3, 3],
            [],
        ):
            for text in ("", "3", "12", "0", "x", "1 2", ">", "999"):
                if dice.random() > 0.3:
                    continue
                try:
                    rule = kind.draw(layout, [marked] if dice.random() < 0.7 else [marked, [9, 10]], text)
                    parameter = kind.parameter(layout, [tuple(marked)], values)
                    found.append(f"{name} {marked} {text!r}: {rule} {parameter}")
                except (InputError, IndexError) as error:
                    found.append(f"{name} {marked} {text!r}: {error}")
    assert "\n".join(found) == snapshot


def test_entries_of_f_puzzles(snapshot: SnapshotAssertion) -> None:
    layout, objects = LAYOUTS["6x6"](), []
    for seed in range(2):
        rules = random_rules(KINDS, random_solution(layout, seed), layout, random.Random(seed))
        objects += [write_rules([rule], layout) for rule in rules if rule.f_puzzles]

    def read(content: dict[str, Any]) -> object:
        return read_rules(content, layout)

    assert json_outcomes(read, objects, 200) == snapshot
