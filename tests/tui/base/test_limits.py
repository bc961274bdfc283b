"""Limits of time and memory."""

import os

import pytest

from engine.base.errors import InputError
from engine.base.language import speaking
from tests.support import systems
from tui.base.limits import memory_limit, time_limit


@pytest.mark.parametrize(
    ("text", "seconds"), [("", None), ("  ", None), ("5", 5.0), (" 0.25 ", 0.25), ("1e3", 1000.0), ("0.001", 0.001)]
)
def test_seconds(text: str, seconds: float | None) -> None:
    assert time_limit(text) == seconds


@pytest.mark.parametrize("text", ["0", "-1", "inf", "-inf", "nan", "soon", "1 2"])
def test_invalid_times(text: str) -> None:
    with pytest.raises(InputError, match="is not a time limit") as error:
        time_limit(f" {text}")
    assert f"'{text}'" in str(error.value)
    assert error.value.advice == "give the seconds, a number above 0"


def test_the_point_of_a_language() -> None:
    with speaking("de"):
        assert time_limit("1,5") == 1.5


@systems.linux
def test_three_quarters_of_the_memory_of_the_machine() -> None:
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert memory_limit() == whole * 3 // 4
