"""Drafts are restored from the file unchanged, and other contents are harmless."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.text import printable
from engine.play.draft import Draft, Drafts
from engine.play.draft_file import dump_drafts, load_drafts, read_drafts, write_drafts
from engine.play.errors import StoreError
from engine.sudoku.layout import LAYOUTS, Layout, double, from_grids

OWN = from_grids("mine", "two by two", 2, 2, [(0, 0), (2, 2)])
FOUR = LAYOUTS["4x4"]()


def draft(layout: Layout) -> st.SearchStrategy[Draft]:
    cells = len(layout.cells)
    givens = st.lists(st.integers(0, layout.size), min_size=cells, max_size=cells).map(tuple)
    return st.builds(Draft, st.just(layout), st.text(max_size=5).map(printable), givens)


def contents(drafts: tuple[Draft, ...]) -> list[tuple[Layout, str, tuple[int, ...]]]:
    return [(item.layout, item.name, item.values) for item in drafts]


@given(st.tuples(draft(OWN), draft(FOUR)))
def test_dumped_data_can_be_loaded(drafts: tuple[Draft, ...]) -> None:
    dumped = tuple(first for n, first in enumerate(drafts) if n == 0 or any(first.values) or first.name)
    assert contents(load_drafts(dump_drafts(Drafts(drafts))).all) == contents(dumped)


def test_givens_that_were_loaded_are_where_undo_ends() -> None:
    desk = load_drafts(dump_drafts(Drafts([Draft(FOUR, "", (1,) + (0,) * 15)])))
    assert desk.draft.undo() is None
    assert desk.draft.values[0] == 1


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "3", "[3]", "[{}]", '[{"layout": "none", "name": "", "givens": []}]',
        '[{"layout": "4x4", "name": "", "givens": [9]}]', '[{"layout": {"name": "x"}, "name": "", "givens": []}]',
        '[{"layout": 3, "name": "", "givens": []}]', "null", "\udc80", "[" * 100_000,
        '[{"layout": "4x4", "name": "", "givens": [' + "true, " * 15 + "0.0]}]",
    ],
)  # fmt: skip
def test_anything_else_is_set_aside_and_reported(tmp_path: Path, text: str) -> None:
    path = tmp_path / "drafts.json"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    desk, notice = read_drafts(path)
    assert contents(desk.all) == contents((Draft(double()),))
    assert "drafts-damaged-1.json" in notice
    assert [file.name for file in tmp_path.iterdir()] == ["drafts-damaged-1.json"]
    path.write_bytes(b"also no drafts")
    assert "drafts-damaged-2.json" in read_drafts(path)[1], "what was set aside before stays"


def test_damaged_drafts_that_cannot_be_renamed_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, target: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "drafts.json").write_text("{")
    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(StoreError, match="damaged, and their file can't be renamed: Permission denied"):
        read_drafts(tmp_path / "drafts.json")


def test_names_and_layouts_of_a_file_are_harmless() -> None:
    text = dump_drafts(Drafts([Draft(OWN, "\x1b[2J\u202e")])).replace("two by two", "\\u001b]0;x")
    (loaded,) = load_drafts(text).all
    assert (loaded.name, loaded.layout.title) == ("\\x1b[2J\\u202e", "\\x1b]0;x")


@pytest.mark.parametrize(
    ("message", "becomes"),
    [
        ('"row": 2', '"row": 1'),
        ('"size": 4', '"size": 5'),
        ("[[0, 0]", "[[0, 1000000000]"),
        ('"box_rows": 2', '"box_rows": 3'),
    ],
)
def test_a_layout_that_makes_no_sense_is_refused(message: str, becomes: str) -> None:
    text = dump_drafts(Drafts([Draft(OWN, "x")]))
    assert load_drafts(text)
    assert message in text
    with pytest.raises(ValueError, match="is invalid"):
        load_drafts(text.replace(message, becomes))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_special_files_of_drafts_never_block(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    os.mkfifo(path)
    with pytest.raises(StoreError, match="is a pipe"):
        read_drafts(path)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(1 << 34)
    assert "damaged" in read_drafts(path)[1]


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    for name in ("one", "two"):
        write_drafts(dump_drafts(Drafts([Draft(FOUR, name)])), path)
    assert read_drafts(path)[0].draft.name == "two"
    assert list(tmp_path.iterdir()) == [path]


def test_unwritable_output_is_reported_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "drafts.json"
    path.mkdir()
    with pytest.raises(StoreError, match="not saved"):
        write_drafts("[]", path)
    with pytest.raises(StoreError, match="can't be read"):
        read_drafts(path)
    assert list(tmp_path.iterdir()) == [path]
