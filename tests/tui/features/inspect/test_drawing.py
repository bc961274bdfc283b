"""The inspector's drawings for formulas of all kinds: rows, the full clause, the lines of facts, the statistics."""

from array import array
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from amounts import amount
from drawn import drawn, in_rooms
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.selection import STATES, Selection
from engine.sat.formula.words import NUMBERS, Words
from tui.draw.cells import Line, width_of
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import Drawing, Panel, draw
from tui.features.inspect import inspection
from tui.features.inspect.clause_list import ClauseView
from tui.features.inspect.inspection import Inspection, Subject
from tui.features.inspect.panels import FormulaScene, counts, statistics
from tui.features.inspect.panels import clause as in_full

PALETTE = PALETTES["dark"]

literals = st.integers(1, 5000).flatmap(lambda variable: st.sampled_from([variable, -variable]))
formulas = st.lists(st.lists(literals, max_size=60), min_size=1, max_size=5)
signs = st.sampled_from([UNICODE, ASCII])


class Named(Words):
    """Names that are longer than numbers, with a separator between them."""

    between = ", "

    def literal(self, literal: int) -> str:
        return f"<{literal}>"


words = st.sampled_from([NUMBERS, Named()])


@st.composite
def inspections(draw: st.DrawFn) -> Inspection:
    """A formula, with an assignment or without."""
    formula = Formula.of(draw(formulas))
    if draw(st.booleans()):
        return Inspection.of(formula)
    values = draw(st.lists(st.integers(-1, 1), min_size=20, max_size=20))
    cycled = [values[number % 20] for number in range(formula.variables)]
    return Inspection.of(formula, (), array("b", [0, *cycled]))


def text_of(line: Any) -> str:
    return "".join(segment.text for segment in line)


@pytest.mark.parametrize("length", [0, 9_999, 100_000])
def test_the_columns_stay_apart_however_long_a_clause_is(length: int) -> None:
    view = ClauseView(Inspection.of(Formula.of([[1] * length, [2]])))
    row = text_of(view.draw(0, 80, False, PALETTE, UNICODE))
    assert row.split()[:2] == ["1", str(length)]
    assert row.index(str(length)) + len(str(length)) == view.columns.index("len") + len("len")


def test_excessive_memory_use_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(inspection.reading, "read", too_much)
    with pytest.raises(InputError, match="does not fit in memory"):
        inspection.inspect(Subject.of_file(tmp_path), lambda *_: None, lambda: False)


@settings(max_examples=amount(50))
@given(inspections(), st.integers(30, 100), signs, words, st.booleans())
def test_a_row_shows_whole_literals_and_never_more_than_fit(
    facts: Inspection, width: int, glyphs: Any, words: Words, filtered: bool
) -> None:
    selection = Selection.parse("x1 len > 0") if filtered else None
    view = ClauseView(facts, selection, words=words)
    for index, clause in enumerate(facts.formula):
        for selected in (True, False):
            line = view.draw(index, width, selected, PALETTE, glyphs)
            assert width_of(line) <= width
            number, length, *visible = text_of(line).replace(",", "").split()
            assert (int(number), int(length)) == (index + 1, len(clause))
            if facts.states is not None:
                assert visible.pop(0) == facts.state(index)
            if not clause:
                assert visible[0] == "the"
                continue
            whole = [words.literal(literal) for literal in clause]
            if visible and visible[-1].endswith(glyphs.ellipsis):
                assert visible[:-1] == whole[: len(visible) - 1]
                assert len(visible) - 1 < len(whole)
            else:
                assert visible == whole


@settings(max_examples=amount(50))
@given(inspections(), st.integers(40, 100), signs, words, st.data())
def test_the_clause_in_full_shows_the_chosen_literal(
    facts: Inspection, width: int, glyphs: Any, words: Words, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(facts.formula) - 1))
    literals = facts.formula[index]
    if not literals:
        assert "is empty" in text_of(in_full(FormulaScene(facts, PALETTE, glyphs, words), index, 0, width, 4)[0])
        return
    place = data.draw(st.integers(0, len(literals) - 1))
    lines = in_full(FormulaScene(facts, PALETTE, glyphs, words), index, place, width, 4)
    first = 1 + (facts.states is not None)
    assert len(lines) <= 4
    assert all(len(text_of(line).rstrip(", ")) <= width for line in lines[first:])
    marked = [segment.text for line in lines[first:] for segment in line if segment.style == PALETTE.selected]
    assert marked == [words.literal(literals[place])]
    visible = "".join(text_of(line) for line in lines[first:])
    assert visible.strip() in words.between.join(map(words.literal, literals))


@settings(max_examples=amount(40))
@given(inspections())
def test_the_state_of_a_clause_follows_from_its_literals(facts: Inspection) -> None:
    if facts.states is None:
        return
    for index, clause in enumerate(facts.formula):
        values = [facts.value(literal) for literal in clause]
        expected = "true" if 1 in values else ("false", "unit", "open")[min(values.count(0), 2)]
        assert facts.state(index) == expected
    states = [facts.state(index) for index in range(len(facts.formula))]
    assert facts.state_counts == {state: states.count(state) for state in STATES}


@settings(max_examples=amount(50))
@given(inspections(), st.integers(78, 160), st.integers(3, 40), signs)
def test_the_facts_fit(facts: Inspection, width: int, height: int, glyphs: Any) -> None:
    scene = FormulaScene(facts, PALETTE, glyphs)
    left, right = counts(scene, width)
    assert width_of(left) + width_of(right) <= width
    for across in (width, width // 2):
        lines = drawn_statistics(scene, across, height)
        assert lines[1].startswith("literals")


def drawn_statistics(scene: FormulaScene, width: int, height: int) -> list[str]:
    """The text of the panels, one per line."""
    view = Panel(lambda columns, rows: statistics(scene, columns, rows, ()))
    picture = draw(view, Region(0, 0, width, height), scene.palette, scene.glyphs).picture
    return ["".join(piece.text for piece in picture.segments(y)) for y in range(picture.height)]


def test_statistics_list_the_games() -> None:
    formula = Formula.of([[1, -2], [1, 2, 3], [1], [-7]], 9)
    facts = Inspection.of(formula, (), array("b", [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]))
    visible = "\n".join(drawn_statistics(FormulaScene(facts, PALETTE, UNICODE), 100, 20))
    for text in (
        "literals  7   positive 5 (71%)   negative 2",
        "variables 4   in one sign only 3   in no clause 5",
        "true 3   unit 1   open 0   false 0",
        "1  3 = +3 -0",
        "2  2 = +1 -1",
    ):
        assert text in visible


@pytest.mark.parametrize("assigned", [False, True])
def test_everything_in_any_room(assigned: bool, snapshot: SnapshotAssertion) -> None:
    """Rows, clauses in full, facts and statistics, with numbers and with names."""
    formula = make("random-ksat", ["30", "90", "4"], 3)
    clauses = [*formula, [], [7], [-7, 8], list(range(1, 31)), [1, 1, -1]]
    values = array("b", [0, *([1, -1, 0, 0, 1] * 6)]) if assigned else None
    facts, found = Inspection.of(Formula.of(clauses, 33), (), values), []
    for named in (NUMBERS, Named()):
        scene = FormulaScene(facts, PALETTE, UNICODE, named)
        view = ClauseView(facts, None, words=named)
        for width in (30, 57, 80):
            found += [_short(view.draw(index, width, index % 2 == 0, PALETTE, UNICODE)) for index in range(80, 95)]
            for index, place in ((2, 3), (90, 0), (91, 0), (92, 1), (93, 17), (93, 29), (94, 1)):
                found += [_short(*in_full(scene, index, place, width, height)) for height in (1, 2, 4)]
        found += [_short(*counts(scene, width)) for width in (78, 100, 160)]

        def drawing(width: int, height: int, scene: FormulaScene = scene) -> Drawing:
            panel = Panel(lambda columns, rows: statistics(scene, columns, rows, [("t", "structure")]))
            return draw(panel, Region(0, 0, width, height), scene.palette, scene.glyphs)

        found += [in_rooms(drawing, least=40), drawn(drawing(80, 24).picture)]
    assert "\n".join(found) == snapshot


def _short(*lines: Line) -> str:
    """A checksum of some lines with their styles, and the beginning of their text."""
    styles = [[(piece.text, str(piece.style)) for piece in line] for line in lines]
    return f"{crc32(repr(styles).encode())} {' / '.join(map(text_of, lines))[:90]}"
