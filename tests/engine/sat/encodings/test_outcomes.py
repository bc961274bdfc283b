"""The clauses and sizes of all encodings of small constraints."""

from itertools import product

import pytest
from outcomes import short
from syrupy.assertion import SnapshotAssertion

from engine.sat.encodings.cardinality import ENCODINGS, at_least, at_most, exactly
from engine.sat.encodings.expressions import Variable, all_of, any_of, literal_of, require
from engine.sat.encodings.linear import sum_at_least, sum_at_most, sum_equals
from engine.sat.encodings.parity import parity
from engine.sat.encodings.sink import Clauses
from engine.sat.encodings.totalizer import Totalizer


@pytest.mark.parametrize("encoding", ["", *ENCODINGS])
def test_counts(encoding: str, snapshot: SnapshotAssertion) -> None:
    found = []
    for build, count, bound in product((at_most, at_least, exactly), (0, 1, 2, 4, 5, 7, 12), (-1, 0, 1, 2, 4, 5)):
        sink = Clauses(count)
        try:
            size = build(sink, [*range(1, count), -count] if count else [], bound, encoding)
        except ValueError as error:
            found.append(f"{build.__name__} {count} {bound}: {error}")
        else:
            found.append(f"{build.__name__} {count} {bound}: {size} {short(repr(sink.clauses))}")
    assert "\n".join(found) == snapshot


def test_sums(snapshot: SnapshotAssertion) -> None:
    found = []
    sums = ([], [(1, 1), (2, 2), (3, 3)], [(2, -1), (-3, 2), (2, 1), (4, 5)], [(7, 1), (7, 2), (7, 3), (7, 4), (1, 5)])
    for build, terms, bound in product((sum_at_most, sum_at_least, sum_equals), sums, (-4, 0, 1, 3, 7, 15)):
        sink = Clauses(5)
        found.append(f"{build.__name__} {terms} {bound}: {build(sink, terms, bound)} {short(repr(sink.clauses))}")
    for count, odd, widest in product((0, 1, 3, 4, 6, 9), (True, False), (3, 4)):
        sink = Clauses(count)
        size = parity(sink, [*range(1, count + 1)], odd=odd, widest=widest)
        found.append(f"parity {count} {odd} {widest}: {size} {short(repr(sink.clauses))}")
    for count, bounds in product((1, 2, 3, 5, 8), ((1,), (2, 3), (1, 4, 9))):
        sink = Clauses(count)
        total = Totalizer(sink, [*range(1, count + 1)])
        outputs = [total.output(bound) for bound in bounds if bound <= count]
        found.append(f"totalizer {count} {bounds}: {outputs} {short(repr(sink.clauses))}")
    assert "\n".join(found) == snapshot


def test_expressions(snapshot: SnapshotAssertion) -> None:
    a, b, c = map(Variable, (1, 2, -3))
    found = []
    for expression in (
        a, ~a, a & b, a | b, a ^ b, a >> b, ~(a & b & c), (a | b) & ~c, a ^ b ^ c, all_of([]), any_of([]), all_of([a]),
        any_of([a & b, b & c]), (a >> b) & (b >> c), ~(a ^ (b | c)), (a & b) ^ (a & b),
    ):  # fmt: skip
        required, named = Clauses(3), Clauses(3)
        size, literal = require(required, expression), literal_of(named, expression)
        found.append(f"{expression}: {size} {required.clauses} {literal} {named.clauses}")
    assert "\n".join(found) == snapshot
