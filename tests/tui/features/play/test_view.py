"""How a player looks at a game survives saving, and nonsense that was saved does no harm."""

import json

from hypothesis import given
from hypothesis import strategies as st

from engine.play.board import NoteKind
from engine.play.game import Game
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from tui.base.zoom import Zoom
from tui.draw.game import Marks
from tui.features.play.view import PlayView

GAME = Game(Puzzle(single(), (5, *[0] * 80)))
KEYS = tuple(PlayView(0).saved())

views = st.builds(
    PlayView,
    st.integers(0, 80),
    st.builds(
        Marks,
        noting=st.booleans(),
        note_kind=st.sampled_from(NoteKind),
        digit_first=st.booleans(),
        candidates=st.booleans(),
        highlighted=st.frozensets(st.integers(1, 9)),
        pairs=st.booleans(),
    ),
    cleaning=st.booleans(),
    filling=st.booleans(),
    hints=st.sampled_from(Level),
    zoom=st.sampled_from(Zoom),
)
values = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers() | st.text())


@given(views)
def test_a_view_is_read_as_it_was_saved(view: PlayView) -> None:
    assert PlayView.read(json.loads(json.dumps(view.saved())), GAME) == view


@given(st.dictionaries(st.sampled_from(KEYS), values))
def test_nonsense_is_as_if_it_had_not_been_saved(saved: dict[str, object]) -> None:
    view = PlayView.read(saved, GAME)
    assert PlayView.read(json.loads(json.dumps(view.saved())), GAME) == view
    assert 0 <= view.cursor <= 80
    assert view.marks.highlighted <= frozenset(range(1, 10))


def test_the_cursor_begins_on_the_first_empty_cell() -> None:
    assert PlayView.read({}, GAME) == PlayView(1)
