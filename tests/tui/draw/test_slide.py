"""Slides: the sentence is complete, and pictures are as large as their room allows."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style
from textual.geometry import Region

from tui.draw.block_digits import SCALES, block_number
from tui.draw.cells import width_of
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import Panel, draw
from tui.draw.slide import LargeWord, Slide, large_words, slide_panels, space_out

DARK = PALETTES["dark"]
words_of_text = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=12)


def rows(slide: Slide, width: int, height: int) -> list[str]:
    stack = Panel(lambda columns, lines: slide_panels(slide, DARK, columns, lines))
    picture = draw(stack, Region(0, 0, width, height), DARK, UNICODE).picture
    return ["".join(picture.chars[y * width : (y + 1) * width]) for y in range(height)]


@given(st.lists(words_of_text, min_size=1, max_size=20), st.integers(30, 160))
def test_the_whole_sentence_is_shown_in_the_middle(spoken: list[str], width: int) -> None:
    drawn = [row for row in rows(Slide(" ".join(spoken)), width, 40) if row.strip()]
    assert " ".join(drawn).split() == spoken
    for row in drawn:
        left, right = len(row) - len(row.lstrip()), len(row) - len(row.rstrip())
        assert 0 <= right - left <= 1
        assert len(row.strip()) <= 64


numbers = st.integers(-9999, 9999).filter(bool).map(str)


@given(st.lists(numbers, min_size=1, max_size=8), st.integers(10, 160), st.integers(4, 50))
def test_large_words_fit_or_are_plain(texts: list[str], width: int, height: int) -> None:
    words = [LargeWord(text, "+", Style()) for text in texts]
    lines = large_words(words, width, height, UNICODE)
    text = ["".join(piece.text for piece in line) for line in lines]
    if "█" in "".join(text):
        assert len(lines) <= height
        assert all(width_of(line) <= width for line in lines)
    else:
        assert " ".join(text[::3]).split() == texts
    assert "".join(text).count("+") == len(texts)


@pytest.mark.parametrize("scale", SCALES)
def test_every_number_looks_different(scale: int) -> None:
    drawn = {block_number(str(number), scale) for number in range(-120, 121)}
    assert None not in drawn
    assert len(drawn) == 241
    assert block_number("r1c1 = 2", scale) is None
    assert block_number("", scale) is None


def test_names_and_terminals_without_blocks_get_plain_text() -> None:
    words = [LargeWord("12", "+", Style()), LargeWord("x", "-", Style())]
    [first, _signs] = large_words(words, 80, 24, UNICODE)
    assert "".join(piece.text for piece in first).split() == ["12", "x"]
    [first, _signs] = large_words(words[:1], 80, 24, ASCII)
    assert "".join(piece.text for piece in first).split() == ["12"]


def test_numbers_are_farther_apart_than_their_digits() -> None:
    lines = large_words([LargeWord("11", "", Style()), LargeWord("1", "", Style())], 120, 12, UNICODE)
    row = "".join(piece.text for piece in lines[-2])
    between, apart = [len(gap) for gap in re.findall(r"(?<=█) +(?=█)", row)]
    assert apart >= 2 * between


@given(st.integers(0, 30), st.integers(0, 40))
def test_rows_are_spaced_if_there_is_room(count: int, height: int) -> None:
    lines = [[] for _ in range(count)]
    assert len(space_out(lines, height)) == (max(2 * count - 1, 0) if 2 * count <= height else count)
