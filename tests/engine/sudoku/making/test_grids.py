"""Complete grids: correct, different, as many as promised, and stopped on request."""

from itertools import islice

import pytest

from engine.base.errors import Cancelled, InputError
from engine.sudoku.formats import parse
from engine.sudoku.layout import conflicts, single
from engine.sudoku.making.grids import BYTES, ORDERS, grids, max_grids

MILLION = 1_000_000


@pytest.mark.parametrize("count", [MILLION // 10, pytest.param(MILLION, marks=pytest.mark.slow)])
def test_a_million_grids_are_different_and_of_the_promised_form(count: int) -> None:
    text = b"".join(grids(count))
    assert len(text) == count * BYTES - 1
    separators = (b" " * 8 + b"\n") * 9 + b"\n"
    assert bytes(set(text[161::BYTES])) == bytes(set(text[162::BYTES])) == b"\n"
    assert text[1:161:2] == separators[:80]
    assert len(set(text.removesuffix(b"\n").split(b"\n\n"))) == count


@pytest.mark.parametrize("first", [None, 1, 5, 9])
@pytest.mark.parametrize("seed", [0, 7])
def test_every_grid_is_complete_and_keeps_the_rules(first: int | None, seed: int) -> None:
    text = b"".join(grids(3 * ORDERS, first=first, seed=seed))
    made = parse(text, layout=single())
    assert len({puzzle.givens for puzzle in made}) == 3 * ORDERS
    for puzzle in made:
        assert puzzle.holes == 0
        assert not conflicts(single(), puzzle.givens)
        assert first in (None, puzzle.givens[0])


def test_how_many_there_are() -> None:
    assert (max_grids(), max_grids(5)) == (52_254_720, 5_806_080)
    assert sum(max_grids(first) for first in range(1, 10)) == max_grids()


@pytest.mark.long
def test_all_those_with_one_first_digit_can_be_made() -> None:
    size = sum(map(len, grids(max_grids(3), first=3)))
    assert size == max_grids(3) * BYTES - 1


@pytest.mark.parametrize("count", [1, 2, ORDERS - 1, ORDERS, ORDERS + 1, 5 * ORDERS])
def test_fewer_are_the_beginning_of_more_without_an_empty_line_at_the_end(count: int) -> None:
    few, many = b"".join(grids(count, seed=3)), b"".join(grids(6 * ORDERS, seed=3))
    assert many.startswith(few)
    assert few.count(b"\n\n") == count - 1
    assert few.endswith(tuple(b"%d\n" % digit for digit in range(1, 10)))
    assert not few.endswith(b"\n\n")


def test_seeds_differ() -> None:
    assert len({next(grids(1, seed=seed)) for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("count", "first", "expected"),
    [
        (0, None, "0 grids asked for; ask for 1 to 52254720"),
        (-1, None, "-1 grids asked for; ask for 1 to 52254720"),
        (max_grids() + 1, None, "ask for 1 to 52254720"),
        (max_grids(1) + 1, 1, "ask for 1 to 5806080"),
        (1, 0, "upper left digit 0 asked for; ask for 1 to 9"),
        (1, 10, "upper left digit 10 asked for"),
    ],
)
def test_out_of_range(count: int, first: int | None, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        grids(count, first=first)


def test_cancelled_between_pieces() -> None:
    polls: list[int] = []

    def cancel() -> bool:
        polls.append(1)
        return len(polls) == 4

    pieces = grids(MILLION, cancel=cancel)
    assert len(list(islice(pieces, 3))) == 3
    with pytest.raises(Cancelled):
        next(pieces)
