"""LZ-string, compared with output of others and by round trips."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.formats.lz_string import compress, decompress

MUCH = 1 << 16


@pytest.mark.parametrize(
    ("text", "data"),
    [  # written by pieroxy's own implementation
        ("", "Q==="),
        ("hello, hello, hello", "BYUwNmD2A0AEoRvcUg=="),
        ("数独 é", "g6mhunAECXQ="),
        (
            '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}',
            "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==",
        ),
    ],
)
def test_it_is_the_one_that_others_write(text: str, data: str) -> None:
    assert compress(text) == data
    assert decompress(data, MUCH) == text
    assert decompress(data.replace("/", "-").replace("=", "$"), MUCH) == text


@given(st.text(max_size=300) | st.text("ab", max_size=2000))
def test_compressed_data_is_restored(text: str) -> None:
    assert decompress(compress(text), MUCH) == text


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-", max_size=300))
def test_any_data_is_text_or_refused(data: str) -> None:
    with suppress(ValueError):
        assert len(decompress(data, MUCH)) <= MUCH


@pytest.mark.parametrize(
    ("data", "reason"), [("", "its end is missing"), ("N4Ig", "its end is missing"), ("N4I!", "a character '!'")]
)
def test_refusals(data: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        decompress(data, MUCH)


def test_growth_is_stopped_before_the_limit() -> None:
    data = compress("a" * 300_000)
    assert len(data) < 3_000
    with pytest.raises(ValueError, match="more than 1000 characters"):
        decompress(data, 1000)
