"""Elimination over GF(2) compared with its definition: sums of equations, and all their solutions."""

from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat.parity import elimination
from engine.sat.parity.elimination import Elimination

equations = st.lists(st.tuples(st.sets(st.integers(1, 7)).map(sorted), st.integers(0, 1)), max_size=12)
System = list[tuple[list[int], int]]


def solutions(system: System) -> list[tuple[int, ...]]:
    """Values of the variables 1 to 7, after an unused one."""
    return [
        (0, *values)
        for values in product((0, 1), repeat=7)
        if all(sum((0, *values)[name] for name in names) % 2 == right for names, right in system)
    ]


def added(system: System, places: list[int]) -> tuple[set[int], int]:
    names: set[int] = set()
    for place in places:
        names ^= set(system[place][0])
    return names, sum(system[place][1] for place in places) % 2


@pytest.mark.parametrize("dense_from", [0, 20_000_000])
@settings(max_examples=amount(300))
@given(system=equations)
def test_its_results_are_true(system: System, dense_from: int) -> None:
    """For rows that stay sets, and for rows that are bits from the beginning."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elimination, "MAX_SPARSE", dense_from - 1)
        solved = Elimination(system)
    possible = solutions(system)
    assert (solved.contradiction is None) == bool(possible)
    if solved.contradiction is not None:
        assert added(system, solved.contradiction) == (set(), 1)
        return
    values = solved.values()
    assert set(values) == {name for names, _ in system for name in names}
    for name, bits in values.items():
        fixed = {solution[name] for solution in possible}
        assert (bits in (0, 2**elimination.SOLUTIONS - 1)) == (len(fixed) == 1)
        for other, other_bits in values.items():
            sums = {(solution[name] + solution[other]) % 2 for solution in possible}
            assert (bits ^ other_bits in (0, 2**elimination.SOLUTIONS - 1)) == (len(sums) == 1)
            if len(sums) == 1 and name != other:
                assert added(system, solved.parts([name, other])) == ({name, other}, *sums)
            elif name != other:
                with pytest.raises(ValueError, match="no sum of the equations"):
                    solved.parts([name, other])


def test_cancelled() -> None:
    chain = [([i, i + 1], 1) for i in range(1, 1000)]
    with pytest.raises(Cancelled):
        Elimination(chain, lambda: True)


def test_a_dense_part_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elimination, "MAX_DENSE", 1)
    monkeypatch.setattr(elimination, "MAX_SPARSE", -1)
    assert Elimination([([1], 0), ([1], 1)]).contradiction is None
