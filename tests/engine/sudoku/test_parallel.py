"""Work in several processes: in order, nothing lost, and stopped early when it is closed."""

import os
from collections.abc import Iterator

from engine.sudoku.parallel import AHEAD, in_order


def _square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def test_in_order_in_one_process_or_several() -> None:
    for jobs in (1, 2):
        squares = list(in_order(_square, range(40), jobs))
        assert [square for square, _ in squares] == [number * number for number in range(40)]
        assert (os.getpid() in {process for _, process in squares}) == (jobs == 1)


def test_no_more_is_taken_than_can_be_worked_on() -> None:
    taken = 0

    def things() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken

    results = in_order(_square, things(), 2)
    assert next(results)[0] == 1
    assert taken <= AHEAD * 2
    results.close()
