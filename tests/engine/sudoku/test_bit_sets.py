"""Sets of small numbers as ints."""

from engine.sudoku.bit_sets import members, union


def test_a_set_has_the_numbers_it_was_made_of():
    numbers = [70, 3, 0, 3]
    assert list(members(union(numbers))) == [0, 3, 70]


def test_the_empty_set():
    assert union([]) == 0
    assert list(members(0)) == []
