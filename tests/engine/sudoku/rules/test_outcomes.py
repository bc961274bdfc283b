"""Primitives of hundreds of rules in words, right ones and ones with something changed; saved rules; derived sums."""

import random

from outcomes import json_outcomes, outcomes, short
from rule_puzzles import random_rules
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.derived import cages_of, derived_sums, whole_houses
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.primitives import sets_with_sum
from engine.sudoku.rules.registry import broken, dump, load
from engine.sudoku.rules.rule_compiler import compiled
from engine.sudoku.rules.rule_parser import parse_rule
from engine.sudoku.search.exact import random_solution

WORDS = """
r1c1 + 2 r1c2 - r1c3 = 3
-r1c1 + 3 * r1c2 = r1c3 * 2
r1c1 / (r1c2 - 1) = 2; not r1c1 % r1c2 = 1
abs(r1c1 - r1c2) = 2 or r1c3 <> 1 and r1c4 > 2
r1c1 < r1c2 <= r1c3 != 4
r1c1-r1c3 r1c1: sum = 9
r1c1-r1c4: (sum + 1) % 3 = 2
r1c1-r1c3 r1c1: product < 20
r1c1-r1c4: max - min >= 2
box 2: count(x > 2 and x != 4) >= 1
sum(r1c1 r1c2) * max(r1c3 r1c4) > 9
distinct(r1c1-r1c3) = r1c4
row 1: side by side a + b >= c
column 3: any two a + r1c1 > b
row 1: matches 1(2|34)+
row 2: matches .+[^2-3]{1,2}1?
row 1: start s = 0 next s = s + n * x while x != n end s % 2 = 0
one of {row 1: any two a != b} {row 1: sum = 15}
row 1: one of {max = 2} {min = 3} {distinct = 1}
name "my rule" each row: sum = 10
each house: distinct = 4
draw line r1c1-r1c4: side by side a < b
draw cage "12" r1c1 r2c1: sum = 5
""".strip().splitlines()


def test_rules_in_words(snapshot: SnapshotAssertion) -> None:
    layout = LAYOUTS["4x4"]()

    def read(data: bytes) -> str:
        rule = parse_rule(data.decode("utf-8", "replace"), layout, (0, 1, 2))
        return f"{rule.name} {rule.cells} {rule.drawing} {compiled(rule.demands, 4)}"

    words = (
        b"sum",
        b" = ",
        b"r1c2",
        b" or ",
        b"not ",
        b"(",
        b")",
        b"x",
        b"count(",
        b"row 1: ",
        b"matches ",
        b"*",
        b"; ",
    )
    assert outcomes(read, [line.encode() for line in WORDS], words, 250) == snapshot


def test_saved_rules(snapshot: SnapshotAssertion) -> None:
    layout = LAYOUTS["6x6"]()
    rules = random_rules(KINDS, random_solution(layout, 1), layout, random.Random(1))
    saved = [dump(rules[at : at + 2]) for at in range(0, len(rules), 2)]

    def read(content: object) -> object:
        try:
            return load(content, layout)
        except TypeError as error:
            raise ValueError from error

    assert json_outcomes(read, saved, 200) == snapshot


def test_broken_rules_and_derived_sums(snapshot: SnapshotAssertion) -> None:
    found = []
    for name in ("4x4", "6x6"):
        layout = LAYOUTS[name]()
        values, other = random_solution(layout, 1), random_solution(layout, 2)
        rules = random_rules([*KINDS, "killer cage", "killer cage"], values, layout, random.Random(2))
        some = [digit if cell % 3 else 0 for cell, digit in enumerate(other)]
        found += [
            f"{each.sentence(layout)} {each}" for each in (*broken(rules, layout, other), *broken(rules, layout, some))
        ]
        cages = cages_of(layout, rules)
        found += [short(repr((cages, whole_houses(layout), neighbours(layout))))]
        found += [short(repr([*derived_sums(layout.size, cages, whole_houses(layout))]))]
    found += [f"{count} {total} {sets_with_sum(count, total, 9)}" for count in (0, 1, 2, 4, 9) for total in (3, 10, 45)]
    assert "\n".join(found) == snapshot
