"""Headers, chips and titles as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.draw.cells import Line, width_of
from tui.draw.face import Chip, ScreenHeader, choice_ground, edge_line, title_line
from tui.draw.palette import ASCII, PALETTES, UNICODE

DARK = PALETTES["dark"]
words = st.text("ab c漢", max_size=30)
headers = st.builds(
    ScreenHeader,
    st.lists(words, min_size=1, max_size=5).map(tuple),
    st.lists(words, max_size=4).map(tuple),
    st.lists(st.builds(Chip, st.text("ab", max_size=8)), max_size=1).map(tuple),
    st.just("") | words,
)


def text(line: Line) -> str:
    return "".join(segment.text for segment in line)


@given(headers, st.integers(30, 200), st.sampled_from([UNICODE, ASCII]), st.sampled_from(sorted(PALETTES)))
def test_a_header_fills_its_line(header: ScreenHeader, width: int, glyphs: type(UNICODE), theme: str) -> None:  # type: ignore[valid-type]
    assert width_of(header.line(width, PALETTES[theme], glyphs)) == width


def test_the_parts_left_out_where_there_is_no_room() -> None:
    facts, chips = ("64 variables", "744 clauses"), (Chip("MODEL", "good"),)
    header = ScreenHeader(("puzzles", "cnf", "queens-8.cnf", "solve"), facts, chips)
    wide, narrow, narrowest = (text(header.line(width, DARK, UNICODE)) for width in (80, 40, 16))
    assert wide.startswith(" ▚ puzzles › cnf › queens-8.cnf › solve ")
    assert wide.endswith(" 64 variables · 744 clauses  MODEL  ")
    assert narrow.startswith(" ▚ … › queens-8.cnf › solve ")
    assert narrow.endswith("  MODEL  ")
    assert text(header.line(28, DARK, UNICODE)).startswith(" ▚ … › solve ")
    assert narrowest.strip() == "▚ so…e  MODEL"


def test_a_notice_replaces_the_facts() -> None:
    line = text(ScreenHeader(("puzzles",), ("8 files",), notice="nothing is here").line(40, DARK, UNICODE))
    assert "nothing is here" in line
    assert "8 files" not in line


def test_a_long_notice_leaves_the_path_only_its_last_place() -> None:
    notice = "bad.recording: a recorded search, not a formula"
    header = ScreenHeader(("a long folder", "another long folder", "recordings"), ("8 files",), notice=notice)
    assert text(header.line(63, DARK, UNICODE)) == f" ▚ recordings  {notice} "
    assert text(header.line(40, DARK, UNICODE)) == " ▚ recordings bad.recording: a recorde… "


@pytest.mark.parametrize("theme", sorted(PALETTES))
def test_a_chip_differs_from_the_ground_of_the_header_and_names_its_state(theme: str) -> None:
    chip = Chip("hard", "warning").drawn(PALETTES[theme], is_raised=True)
    assert chip.text == " hard "
    assert chip.style is not None
    assert bool(chip.style.reverse) is not bool(PALETTES[theme].raised.reverse)


@pytest.mark.parametrize("theme", sorted(PALETTES))
def test_of_several_choices_the_selected_one_stands_out_most(theme: str) -> None:
    chip, ground = Chip("hard", "warning").drawn(PALETTES[theme]), choice_ground(PALETTES[theme])
    assert chip.style is not None
    assert chip.style.reverse
    assert not ground.reverse


def test_a_title_without_a_frame_keeps_to_its_line() -> None:
    aside = edge_line("3 of 4", (), None, DARK, UNICODE)
    assert text(title_line("trail", aside, 20, DARK, glyphs=UNICODE)) == " trail       3 of 4 "
    assert text(title_line("a long title", aside, 10, DARK, glyphs=UNICODE)).strip() == "a lo…tle"
