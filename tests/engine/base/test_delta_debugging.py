"""Delta debugging: what is left fails, and each piece of it is needed."""

import random
from collections.abc import Iterator

import pytest

from engine.base.delta_debugging import ddmin, ddmin_in_batches


def test_what_is_left_fails_and_needs_each_piece() -> None:
    dice = random.Random(1)
    for _ in range(60):
        pieces = list(range(dice.randint(1, 40)))
        causes = [set(dice.sample(pieces, min(len(pieces), dice.randint(1, 4)))) for _ in range(2)]
        tries = list[list[int]]()

        def fails(some: list[int], causes: list[set[int]] = causes, tries: list[list[int]] = tries) -> bool:
            tries.append(some)
            assert len(tries) < 1000, "the search ends"
            return any(cause <= set(some) for cause in causes)

        left = ddmin(pieces, fails)
        assert set(left) in causes
        assert left == sorted(left)
        assert pieces == list(range(len(pieces))), "the input stays"
        assert all(len(some) < len(pieces) for some in tries)


def test_a_single_piece_is_found_by_halves() -> None:
    tries = list[list[int]]()

    def fails(some: list[int]) -> bool:
        tries.append(some)
        assert len(tries) <= 20
        return 37 in some

    assert ddmin(list(range(64)), fails) == [37]


def test_nothing_is_left_if_nothing_is_needed() -> None:
    assert ddmin([1, 2, 3], lambda _some: True) == []
    assert ddmin([], lambda _some: pytest.fail("there is nothing to try")) == []


def test_batches_hold_the_sublists_without_each_part() -> None:
    batches = list[list[list[int]]]()

    def first_failing(sublists: Iterator[list[int]]) -> int | None:
        batches.append([*sublists])
        assert len(batches) < 100, "the search ends"
        return next((place for place, some in enumerate(batches[-1]) if {2, 3} <= set(some)), None)

    assert ddmin_in_batches([1, 2, 3, 4], first_failing) == [2, 3]
    assert batches[:3] == [[[]], [[3, 4], [1, 2]], [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]]]
