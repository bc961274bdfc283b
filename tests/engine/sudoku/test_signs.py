"""A digit is written the same everywhere."""

from engine.sudoku.layout import LAYOUTS, MAX_DIGITS, conflicts
from engine.sudoku.puzzle import repeated_digit
from engine.sudoku.signs import SIGNS, digit_of, sign
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.singles import naked_singles
from engine.sudoku.techniques.wording import digit_names, removal

LARGE = LAYOUTS["16x16"]()


def test_every_digit_has_a_sign_of_its_own() -> None:
    assert len(set(SIGNS)) == MAX_DIGITS
    assert [sign(digit) for digit in (1, 9, 10, 25)] == ["1", "9", "A", "P"]


def test_a_sign_or_a_number_is_read() -> None:
    for digit in range(1, MAX_DIGITS + 1):
        assert digit_of(sign(digit)) == digit_of(sign(digit).lower()) == digit_of(str(digit)) == digit
    assert [digit_of(text) for text in ("", "0", "Z", "AB", "-1", "9" * 5000)] == [0] * 6


def test_sentences_describe_the_board() -> None:
    values = (13, 13, *[0] * 254)
    assert repeated_digit(LARGE, conflicts(LARGE, values)[0]) == "D appears twice in row 1"
    assert digit_names((9, 10, 16)) == "9, A or G"
    assert removal(LARGE, [Candidate(0, 13)]) == "r1c1 can't be D"
    row = (*range(1, 13), 0, *range(14, 17))
    (step,) = naked_singles(Position.of(LARGE, row + (0,) * 240))
    assert step.sentence == "Naked single: r1c13 can only be D: no other digit is left for it."
