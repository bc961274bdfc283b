"""Text fitted to its room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.language import lazy_gettext, speaking
from tui.draw.bars import bar, grouped_lengths, meter
from tui.draw.cells import COLUMN_GAP, Labels, clip, clip_middle, clip_start, in_columns, pad, pad_left, space_out, wrap
from tui.draw.palette import ASCII, PALETTES, UNICODE

texts = st.text("ab 1漢é\u0301", max_size=30)


@given(texts, st.integers(0, 40), st.sampled_from(["…", "..."]))
@pytest.mark.parametrize("cut", [clip, clip_middle, clip_start])
def test_cut_text_fits_and_short_text_stays(cut: object, text: str, width: int, ellipsis: str) -> None:
    result = cut(text, width, ellipsis)  # type: ignore[operator]
    assert cell_len(result) <= max(width, 0)
    if cell_len(text) <= width:
        assert result == text


def test_how_text_is_cut() -> None:
    assert clip("abcdefgh", 5, "…") == "abcd…"
    assert clip_middle("abcdefgh", 5, "…") == "ab…gh"
    assert clip_start("abcdefgh", 5, "…") == "…efgh"


@given(texts, st.integers(2, 12))
def test_wrapped_text_keeps_its_words_and_fits(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_values_stand_next_to_labels_in_terminal_columns() -> None:
    literals, clauses = lazy_gettext("literals"), lazy_gettext("clauses")
    reports = [(clauses, [[Segment("12")], [Segment("and more")]]), (literals, [[Segment("34")]])]
    for spoken, names in (("en", ("clauses  ", "literals ")), ("zh_CN", ("子句 ", "文字 "))):
        with speaking(spoken):
            labels = Labels.of((literals, clauses), 2)
        lines = ["".join(part.text for part in line) for line in labels.table(reports, Style())]
        assert lines == [f"{names[0]}12", " " * labels.width + "and more", f"{names[1]}34"]
        assert labels.width == cell_len(names[0]) == cell_len(names[1])


@given(st.floats(0, 1), st.integers(1, 40), st.sampled_from([UNICODE, ASCII]))
def test_bars(share: float, width: int, glyphs: object) -> None:
    drawn = bar(share, width, glyphs)  # type: ignore[arg-type]
    assert len(drawn) <= width
    assert bool(drawn) == (share > 0)
    if share == 1:
        assert drawn == glyphs.bar_full * width  # type: ignore[attr-defined]


@given(
    st.dictionaries(st.integers(0, 50), st.integers(1, 99), min_size=1).map(lambda d: dict(sorted(d.items()))),
    st.integers(1, 9),
)
def test_groups_of_lengths_leave_no_clause_out(lengths: dict[int, int], most: int) -> None:
    groups = grouped_lengths(lengths, most)
    assert len(groups) <= most
    assert sum(count for _, count in groups) == sum(lengths.values())


@given(texts, st.integers(0, 40))
def test_blanks_before_or_after_a_text(text: str, width: int) -> None:
    blanks = " " * max(width - cell_len(text), 0)
    assert pad(text, width) == text + blanks
    assert pad_left(text, width) == blanks + text


@pytest.mark.parametrize(("done", "signs"), [(0, (0, 3)), (1, (1, 2)), (3, (3, 0)), (9, (3, 0))])
def test_a_block_for_each_step(done: int, signs: tuple[int, int]) -> None:
    palette = PALETTES["dark"]
    open_steps = Segment(f"{UNICODE.step_open} " * signs[1], palette.dim)
    assert meter(done, 3, palette, UNICODE) == [Segment(f"{UNICODE.step} " * signs[0], palette.good), open_steps]


@given(st.lists(st.text("ab", max_size=9), max_size=30), st.integers(1, 60), st.integers(1, 12))
def test_lines_fill_columns_from_the_top(names: list[str], width: int, height: int) -> None:
    rows = ["".join(part.text for part in line) for line in in_columns([[Segment(n)] for n in names], width, height)]
    column = max(map(len, names), default=0) + COLUMN_GAP
    assert len(rows) == min(len(names), height)
    assert all(len(row.rstrip()) <= max(width, column) for row in rows)
    most = max((width + COLUMN_GAP) // column, 1)
    for place, name in enumerate(names[: most * height]):
        start = column * (place // height)
        assert rows[place % height][start : start + column].rstrip() == name


@given(st.integers(0, 30), st.integers(0, 40))
def test_rows_are_spaced_if_there_is_room(count: int, height: int) -> None:
    lines = [[] for _ in range(count)]
    assert len(space_out(lines, height)) == (max(2 * count - 1, 0) if 2 * count <= height else count)
