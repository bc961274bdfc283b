"""Foreign text is harmless on a terminal."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from engine.text import printable


@given(st.text(st.characters()))
def test_nothing_that_a_terminal_acts_on_is_left(text: str) -> None:
    assert {unicodedata.category(char) for char in printable(text)}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_ordinary_text_stays(text: str) -> None:
    assert printable(text) == text


def test_an_escape_sequence_and_an_undecodable_byte_are_spelled_out() -> None:
    assert printable("a\x1b[2Jb\udcff\u202e") == "a\\x1b[2Jb\\xff\\u202e"
