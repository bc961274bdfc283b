"""Numbers of any size as text, compared with Python's own `str`."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.language import numeral, speaking
from engine.base.large_numbers import all_digits, decimal_logarithm, large_numeral
from engine.base.text import pluralized


@given(st.integers(0, 10**9), st.integers(0, 12_000))
def test_all_digits(factor: int, exponent: int) -> None:
    number = factor << exponent
    # Converted in pieces of digits, so that no limit applies.
    pieces = []
    while number:
        number, piece = divmod(number, 10**1000)
        pieces.append(f"{piece:01000d}")
    assert all_digits(factor << exponent) == ("".join(reversed(pieces)).lstrip("0") or "0")


def test_digits_of_numbers_other_than_powers() -> None:
    assert all_digits(3**200) == str(3**200)
    assert large_numeral(3**300) == str(3**300)


@pytest.mark.parametrize(
    ("factor", "exponent", "text"),
    [(3, 14288, "3 * 2^14288"), (1, 99_999_999, "2^99999999"), (1, 400, "2^400")],
)
def test_powers(factor: int, exponent: int, text: str) -> None:
    number = factor << exponent
    assert large_numeral(number) == text
    assert numeral(number) == text
    assert pluralized(number, "model") == f"{text} models"


def test_long_numbers_are_rounded_near_a_power_of_ten() -> None:
    number = (1 << 4_000_000) + 1
    assert all_digits(number) == ""
    assert large_numeral(number) == "10^1204119.982656"


def test_small_numbers_keep_their_signs() -> None:
    assert numeral(10**100) == f"{10**100:,}"
    assert decimal_logarithm(1000) == pytest.approx(3)


def test_a_plain_import_of_the_language_takes_no_decimal() -> None:
    code = "import sys, engine.base.language; sys.exit('decimal' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_power_of_ten_has_the_signs_of_the_language() -> None:
    number = 3**2_200_000
    assert numeral(number).startswith("10^1049666.76")
    with speaking("de"):
        assert numeral(number).startswith("10^1049666,76")
