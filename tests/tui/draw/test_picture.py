"""A rectangle of characters, compared with a dictionary of places."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tui.draw.picture import Picture

INKS = [Style.parse(text) for text in ("red", "bold blue", "green on black", "on white", "reverse")]
TEXTS = ["a", "some text", "漢字", "x漢", "é", "", "─│"]
Places = dict[tuple[int, int], tuple[str, Style]]


def _expected(seed: int) -> tuple[Picture, Places]:
    """A window of a larger drawing after random changes, and the whole drawing."""
    dice, whole = random.Random(seed), Places()
    picture = Picture(11, 5, dice.choice((0, 3)), dice.choice((0, 2)))
    for _ in range(12):
        x, y, ink = dice.randint(-6, 18), dice.randint(-1, 8), dice.choice(INKS)
        match dice.randrange(2):
            case 0:
                text = dice.choice(TEXTS)
                picture.put(x, y, text, ink)
                column = x
                for char in text:
                    for part in (char, "")[: cell_len(char)]:
                        whole[column, y] = part, ink
                        column += 1
            case 1:
                picture.put_over(x, y, "*", ink)
                before = whole.get((x, y), (" ", Style.null()))[1]
                whole[x, y] = "*", Style(bgcolor=before.bgcolor) + ink
    return picture, whole


def _content(picture: Picture) -> Places:
    return {
        (x, y): (picture.char(x, y), picture.style(x, y))
        for x in range(picture.left, picture.left + picture.width)
        for y in range(picture.top, picture.top + picture.height)
    }


@pytest.mark.parametrize("seed", range(30))
def test_written_output_stays_and_the_rest_is_dropped(seed: int) -> None:
    picture, whole = _expected(seed)
    assert len(picture.chars) == len(picture.styles) == picture.width * picture.height
    assert _content(picture) == {place: whole.get(place, (" ", Style.null())) for place in _content(picture)}
    copy = picture.copy()
    assert (copy.left, copy.top, _content(copy)) == (picture.left, picture.top, _content(picture))
    assert copy.changes(picture) == []
    copy.put(copy.left, copy.top, "!", INKS[0])
    assert picture.char(picture.left, picture.top) != "!"
    assert copy.changes(picture) == picture.changes(copy) == [Region(0, 0, copy.changes(picture)[0].width, 1)]


@pytest.mark.parametrize("place", [(-1, 0), (11, 0), (0, -1), (0, 5)])
def test_nothing_is_drawn_outside(place: tuple[int, int]) -> None:
    picture = Picture(11, 5)
    for y in range(5):
        picture.put(0, y, "x" * 11, INKS[0])
    before = picture.copy()
    writes: list[Callable[[], None]] = [
        lambda: picture.put(*place, "yy"[: 1 + (place[0] == 0)], INKS[1]),
        lambda: picture.put_over(*place, "y", INKS[1]),
    ]
    for write in writes:
        write()
    assert picture.changes(before) == []
    assert (picture.char(*place), picture.style(*place)) == (" ", Style.null())


def test_changes_are_the_smallest_part_of_each_row() -> None:
    before = Picture(9, 4)
    before.put(2, 2, "漢字", INKS[0])
    after = before.copy()
    after.put(1, 0, "a", INKS[0])
    after.put(6, 0, "b", INKS[0])
    after.put(2, 2, "汉", INKS[0])
    after.put(8, 3, "", INKS[1])
    after.styles[3 * 9 + 8] = INKS[1]
    assert after.changes(before) == [Region(1, 0, 6, 1), Region(2, 2, 2, 1), Region(8, 3, 1, 1)]


def test_a_picture_is_pasted_whole() -> None:
    large, small = Picture(5, 4), Picture(2, 2)
    small.put(0, 0, "ab", INKS[0])
    small.put(0, 1, "cd", INKS[1])
    large.paste(small, 2, 1)
    assert ["".join(large.chars[5 * y : 5 * y + 5]) for y in range(4)] == ["     ", "  ab ", "  cd ", "     "]
    assert [large.style(x, 1) for x in range(5)] == [Style.null(), Style.null(), INKS[0], INKS[0], Style.null()]
    assert large.style(3, 2) == INKS[1]


def test_lines_are_cut_and_stand_below_each_other() -> None:
    picture = Picture(8, 3)
    picture.put_lines(
        1, 0, [[Segment("漢a", INKS[0]), Segment("b")], [Segment("123", INKS[1]), Segment("4567")]], 5, "…"
    )
    assert ["".join(picture.chars[8 * y : 8 * y + 8]) for y in range(3)] == [" 漢ab   ", " 1234…  ", "        "]
    assert [picture.style(x, 0) for x in range(1, 5)] == [*[INKS[0]] * 3, Style.null()]
    assert picture.style(1, 1) == picture.style(3, 1) == INKS[1]
    assert picture.style(4, 1) == Style.null()


def test_few_segments_show_the_same() -> None:
    red, ground, under = Style.parse("red"), Style.parse("blue on white"), Style.parse("underline")
    picture = Picture(9, 1)
    picture.put(1, 0, "ab", red)
    picture.put(4, 0, "c", Style.parse("green"))
    picture.put(5, 0, " d", ground)
    picture.put(7, 0, " ", under)
    expected = [(" ab ", red), ("c", Style.parse("green")), (" d", ground), (" ", under), (" ", Style.null())]
    assert [(segment.text, segment.style) for segment in picture.segments(0)] == expected
    two = Picture(3, 2)
    two.put(0, 1, "xyz", red)
    assert [[(segment.text, segment.style) for segment in two.segments(y)] for y in (0, 1)] == [
        [("   ", Style.null())],
        [("xyz", red)],
    ]


STYLES = tuple(
    map(Style.parse, ("none", "bold", "red", "on red", "reverse", "red reverse", "blue reverse", "bold blue reverse"))
)
_cells = st.lists(st.tuples(st.sampled_from("a  "), st.sampled_from(STYLES)), min_size=1, max_size=12)


def ground(style: Style) -> tuple[object, object]:
    """The visible part of a style on a blank."""
    return (style.color if style.reverse else style.bgcolor), bool(style.reverse)


@given(_cells)
def test_blanks_keep_their_ground_and_characters_their_style(cells: list[tuple[str, Style]]) -> None:
    picture = Picture(len(cells), 1)
    for x, (char, style) in enumerate(cells):
        picture.put(x, 0, char, style)
    drawn = [(char, segment.style) for segment in picture.segments(0) for char in segment.text]
    assert [char for char, _style in drawn] == [char for char, _style in cells]
    for (char, ink), (_char, style) in zip(drawn, cells, strict=True):
        assert ink is not None
        assert ink == style if char != " " else ground(ink) == ground(style)
