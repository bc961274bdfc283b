"""An ASCII terminal gets only ASCII, in the same columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.terminal.ascii import in_ascii


@given(st.text())
def test_each_sign_keeps_its_columns(text: str) -> None:
    sent = in_ascii(text)
    assert sent.isascii()
    assert len(sent) == sum(len(char) if char.isascii() else cell_len(char) for char in text)


@given(st.text(st.characters(max_codepoint=127)))
def test_ascii_stays_as_it_is(text: str) -> None:
    assert in_ascii(text) == text


@pytest.mark.parametrize(
    ("text", "sent"),
    [("├─┼─┤│", "+-+-+|"), ("▔▁▊█", "--##"), ("Ärger…", "Arger."), ("🔎 数", "?? ??")],
)
def test_lines_and_letters_are_recognised(text: str, sent: str) -> None:
    assert in_ascii(text) == sent
