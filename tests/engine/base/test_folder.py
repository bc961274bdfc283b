"""Listing folders."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.base.folder import FolderEntry, natural_key, nearest_folder, read_folder


def test_folders_first_then_numbers_as_numbers(tmp_path: Path) -> None:
    for name in ("uf10.cnf", "uf9.cnf", "UF9b.cnf", "readme", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "z").mkdir()
    (tmp_path / "link").symlink_to("z")
    (tmp_path / "broken").symlink_to("nowhere")
    names = ["link", "z", "broken", "readme", "uf9.cnf", "UF9b.cnf", "uf10.cnf"]
    assert [entry.name for entry in read_folder(tmp_path)] == names
    assert FolderEntry(".hidden") in read_folder(tmp_path, hidden=True)
    assert [entry.is_folder for entry in read_folder(tmp_path)] == [True] * 2 + [False] * 5


def test_reading_can_be_cancelled_and_fails_as_the_system_does(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(Cancelled):
        read_folder(tmp_path, cancel=lambda: True)
    with pytest.raises(FileNotFoundError):
        read_folder(tmp_path / "gone")
    with pytest.raises(NotADirectoryError):
        read_folder(tmp_path / "a")


@given(st.lists(st.text("aB01.²٣é\udcff", max_size=8), max_size=8))
def test_any_names_can_be_sorted(names: list[str]) -> None:
    ordered = sorted(names, key=natural_key)
    backwards = names[::-1]
    assert sorted(backwards, key=natural_key) == ordered


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_numbers_sort_by_value(first: int, other: int) -> None:
    keys = natural_key(f"a{first}b"), natural_key(f"a{other}b")
    assert (keys[0] < keys[1]) == (first < other)


def test_the_nearest_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert nearest_folder(tmp_path) == tmp_path
    assert nearest_folder(tmp_path / "gone" / "too") == tmp_path
    assert nearest_folder(tmp_path / "file") == tmp_path
