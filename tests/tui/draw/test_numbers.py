"""Numbers and times in little room."""

import pytest

from engine.base.language import speaking
from tui.draw.numbers import clock_text, compact, milliseconds


@pytest.mark.parametrize(
    ("count", "room", "text"),
    [
        (0, 1, "0"), (999, 3, "999"), (1000, 5, "1,000"), (1000, 4, "1k"), (1999, 4, "1k"), (999_999, 4, "999k"),
        (1_000_000, 9, "1,000,000"), (1_000_000, 8, "1,000k"), (1_000_000, 5, "1M"), (12_345_678, 7, "12,345k"),
        (12_345_678, 6, "12M"), (5 * 10**9, 4, "5G"), (5 * 10**12, 4, "5T"), (5 * 10**15, 3, "5,000T"),
    ],
)  # fmt: skip
def test_counts(count: int, room: int, text: str) -> None:
    assert compact(count, room) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "00:00:00"),
        (59.9, "00:00:59"),
        (60, "00:01:00"),
        (3599, "00:59:59"),
        (3600, "01:00:00"),
        (360_061, "100:01:01"),
    ],
)
def test_times(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "room", "text"),
    [
        (0.0001234, 20, "0.123"), (0.00099, 20, "0.990"), (0.001, 20, "1.0"), (0.01234, 20, "12.3"),
        (0.0999, 20, "99.9"), (0.1, 20, "100"), (1.2345, 20, "1,234"), (1.2345, 4, "1k"),
        (1234567, 20, "1,234,567,000"),
    ],
)  # fmt: skip
def test_milliseconds(seconds: float, room: int, text: str) -> None:
    assert milliseconds(seconds, room) == text
    if room == 20:
        assert milliseconds(seconds) == text


def test_signs_of_the_language() -> None:
    with speaking("de"):
        assert (compact(1234, 5), milliseconds(0.0015)) == ("1.234", "1,5")
