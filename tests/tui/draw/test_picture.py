"""Rows of a picture as segments."""

from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from tui.draw.picture import Picture

STYLES = tuple(
    map(Style.parse, ("none", "bold", "red", "on red", "reverse", "red reverse", "blue reverse", "bold blue reverse"))
)
_cells = st.lists(st.tuples(st.sampled_from("a  "), st.sampled_from(STYLES)), min_size=1, max_size=12)


def ground(style: Style) -> tuple[object, object]:
    """What is seen of a style on a blank."""
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
