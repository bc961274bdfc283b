"""Panels: their positions, omissions, and the wrapping of lines."""

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tui.draw.cells import Line, justify, side_by_side, width_of, wrap_line
from tui.draw.palette import PALETTES, UNICODE
from tui.draw.panels import Drawing, Excerpt, Panel, Stack, draw, pages
from tui.draw.picture import Picture

INK = Style.parse("red")


def drawn(root: Panel | Stack, width: int, height: int, *, cut: bool = False) -> Drawing:
    return draw(root, Region(0, 0, width, height), PALETTES["dark"], UNICODE, cut=cut)


def rows(picture: Picture) -> list[str]:
    return ["".join(segment.text for segment in picture.segments(y)).rstrip() for y in range(picture.height)]


def lines(*texts: str) -> list[Line]:
    return [[Segment(text, INK)] for text in texts]


@given(st.lists(st.none() | st.integers(1, 9), min_size=1, max_size=6), st.integers(0, 2), st.booleans())
def test_panels_fill_their_room_and_do_not_overlap(sizes: list[int | None], gap: int, across: bool) -> None:
    names = [str(number) for number in range(len(sizes))]
    parts = [
        Panel([], columns=size if across else None, rows=None if across else size, name=name)
        for name, size in zip(names, sizes, strict=True)
    ]
    needed = sum(size or 1 for size in sizes) + gap * (len(sizes) - 1)
    room = needed + 7
    areas = drawn(Stack(parts, gap, across), *((room, 3) if across else (3, room))).areas
    at = 0
    for name, size in zip(names, sizes, strict=True):
        start, length = (areas[name].x, areas[name].width) if across else (areas[name].y, areas[name].height)
        assert start == at
        assert length == size or (size is None and length >= 1)
        at += length + gap
    if None in sizes:
        assert at - gap == room


def test_items_without_room_are_omitted_from_the_end() -> None:
    parts = [Panel(lines("one"), "first", min_rows=3), Panel(lines("two"), "second", min_rows=3)]
    assert rows(drawn(Stack(parts, 1), 12, 7).picture)[::4] == ["first", "second"]
    assert rows(drawn(Stack(parts, 1), 12, 6).picture) == ["first", "one", "", "", "", ""]


def test_content_takes_its_rows_and_empty_content_takes_none() -> None:
    views = lines("a", "b"), [], lambda *_: lines("c")
    parts = [Panel(view, "" if view else "nothing", fits=True) for view in views]
    assert rows(drawn(Stack(parts, 1), 5, 9, cut=True).picture) == ["a", "b", "", "c"]


def test_an_excerpt_reports_its_rows_and_scroll_range() -> None:
    panel = Panel(lambda _, height: Excerpt(lines(*"cdefgh"[:height]), 2, 9), "list", " aside")
    found = drawn(panel, 40, 4)
    assert found.hidden == 6
    assert rows(found.picture) == ["list, rows 3-5 of 9               aside", "c", "d", "e"]


@given(text=st.text("ab  \n宽", max_size=60), width=st.integers(2, 12))
def test_wrapped_lines_fit_and_lose_no_word(text: str, width: int) -> None:
    found = wrap_line([Segment(text[:20], INK), Segment(text[20:])], width)
    assert all(width_of(line) <= width for line in found)
    whole = "".join(part.text for line in found for part in line)
    assert whole.replace(" ", "") == "".join(text.split())


@given(text=st.text("ab宽 ", max_size=12), width=st.integers(1, 9))
def test_wide_characters_take_two_columns_of_a_picture(text: str, width: int) -> None:
    """The rest of a row keeps its position, whatever precedes it."""
    picture = drawn(Panel([[Segment(text)]]), width, 1).picture
    assert width_of(picture.segments(0)) == width
    assert len(picture.chars) == width


def test_lines_side_by_side() -> None:
    assert [width_of(line) for line in side_by_side(lines("ab", "c"), lines("x"), 5)] == [6, 1]
    assert "".join(part.text for part in justify(*lines("ab", "cd"), 6)) == "ab  cd"
    assert justify(*lines("ab", "cd"), 3) == lines("ab")[0]


def test_cut_text_ends_with_an_ellipsis_even_between_two_inks() -> None:
    line = [Segment("exactly 9", INK), Segment(" and more", Style.parse("blue"))]
    assert rows(drawn(Panel([line]), 9, 1).picture) == ["exactly…"]


def test_panels_may_be_drawn_by_a_view() -> None:
    """They take its place, and their names show their positions."""
    below = Stack([Panel(lines("one"), rows=1), Panel(lambda width, _: lines("2" * width), name="two")])
    drawing = drawn(Stack([Panel(lines("first"), rows=1), Panel(lambda *_: below, "title")]), 8, 4)
    assert rows(drawing.picture) == ["first", "title", "one", "22222222"]
    assert drawing.areas["two"] == Region(0, 3, 8, 1)


def test_pages_have_the_height_and_end_with_the_way_on() -> None:
    some, on = lines("1", "2", "3", "4", "5"), lines("more")[0]
    assert pages(some, 5, on) == [some]
    assert pages(some, 4, on) == [[*some[:3], on], [*some[3:], on]]
    assert pages(some, 2, on) == [[line, on] for line in some]
    assert pages(some, 1, on) == pages(some, 0, on) == pages(some, 2, on)
    assert pages([], 0, on) == [[]]
