"""Foreign text is harmless on a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.text import LONGEST_TITLE, links_in, printable, title_of, whole_number


@given(st.text(st.characters()))
def test_nothing_that_a_terminal_acts_on_is_left(text: str) -> None:
    assert {unicodedata.category(char) for char in printable(text)}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_ordinary_text_stays(text: str) -> None:
    assert printable(text) == text


def test_an_escape_sequence_and_an_undecodable_byte_are_spelled_out() -> None:
    assert printable("a\x1b[2Jb\udcff\u202e") == "a\\x1b[2Jb\\xff\\u202e"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("7", 7), ("0012", 12), ("0" * 5000 + "3", 3), ("9" * 18, 10**18 - 1), ("9" * 19, -1),
        ("", -1), ("-1", -1), ("+1", -1), (" 1", -1), ("1_0", -1), ("²", -1), ("٣", -1), ("0x1", -1), ("1" * 5000, -1),
    ],
)  # fmt: skip
def test_whole_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@given(st.text())
def test_a_title_is_safe_short_and_stays_as_it_is(text: str) -> None:
    title = title_of(text)
    assert len(title) <= LONGEST_TITLE
    assert printable(title) == title
    assert title_of(title) == title
    title.encode()


def test_titles() -> None:
    assert title_of("  a\t b\n\x1b[2J ") == r"a b \x1b[2J"
    assert len(title_of("x" * 10**6)) == LONGEST_TITLE
    assert title_of(f"{'x' * (LONGEST_TITLE - 1)} y") == "x" * (LONGEST_TITLE - 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see <https://x.org/z>, or (https://x.org/w).", ["https://x.org/z", "https://x.org/w"]),
        ("[name](https://x.org/?s=1)", ["https://x.org/?s=1"]),
        ("链接：https://x.org/c。好", ["https://x.org/c"]),
        ("**sudokupad.app/sclN4Ig**", ["sudokupad.app/sclN4Ig"]),
        ("someone@sudokupad.app/x and 53..7....", []),
    ],
)
def test_links_among_words(text: str, found: list[str]) -> None:
    assert links_in(text) == found
