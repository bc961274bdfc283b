"""Small formulas of many kinds, always the same ones, to compare what is made of them with snapshots."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

from structures import at_most, at_most_one_in_sequence, equation, planted

from engine.sat.formula import circuits
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula

_FAMILIES = (
    "php 4 3", "queens 4", "parity 6 6", "parity-twice 4", "tseitin 6", "ordering 4", "flat 6 5", "colour 5 8",
    "planted 8 20", "random-ksat 7 30", "chessboard 3",
)  # fmt: skip
_NAMES = (
    "c varname 1 a",
    "c varname 2 b[0]",
    "c varname -3 b[1]",
    "c x 4 5",
    "c p show 1 2 0",
    "c main::1::x!0@1#2 5 -6 TRUE",
)


def _circuits() -> Iterator[Formula]:
    for made in (circuits.factor(9), circuits.miter(2)):
        yield Formula.of(made.clauses, made.variables)


def _random(seed: int) -> Formula:
    """Clauses of any length with repeated literals, tautologies and duplicates."""
    dice = Random(seed)
    size = dice.randint(2, 7)
    clauses = [
        [dice.choice((1, -1)) * dice.randint(1, size) for _ in range(dice.choice((1, 2, 2, 3, 3, 4)))]
        for _ in range(dice.randint(3, 3 * size))
    ]
    return Formula.of([*clauses, clauses[0]], size + seed % 2, [name[2:] for name in _NAMES if seed % 3 == 0])


def _gates() -> Formula:
    """Conjunctions, sums, choices, and counts in two encodings."""
    clauses = [[-1, 2], [-1, 3], [1, -2, -3], *equation((1, 4, 5), 1), [-6, -1, 7], [-6, 1, 8], [6, -1, -7], [6, 1, -8]]
    clauses += [*at_most(1, (9, 10, 11)), [9, 10, 11], *at_most(2, (12, 13, 14, 15))]
    return Formula.of([*clauses, *at_most_one_in_sequence((16, 17, 18, 19), count(20))])


@cache
def small_formulas() -> dict[str, Formula]:
    """The formulas by name."""
    found = {name: make(name.split()[0], name.split()[1:], seed=3) for name in _FAMILIES}
    found |= {f"circuit {number}": formula for number, formula in enumerate(_circuits())}
    found |= {f"planted {seed}": planted(Random(seed)) for seed in range(6)}
    found |= {f"random {seed}": _random(seed) for seed in range(12)}
    return found | {"gates": _gates(), "empty": Formula.of([]), "false": Formula.of([[1], []])}
