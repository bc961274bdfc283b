"""The quick layer contains every test function, with the promised values of its parameters."""

import subprocess
import sys
from pathlib import Path

import pytest
from quick_layer import cover

ROOT = Path(__file__).resolve().parents[1]

EXAMPLE = """
import pytest
from engine.sudoku.layout import LAYOUTS

@pytest.mark.parametrize("form", "abcde")
@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(form, name): ...

@pytest.mark.parametrize("name", ["samurai", "triple"])
def test_large_layouts(name): ...

@pytest.mark.parametrize(("one", "two"), [(1, 2), (1, 3), (2, 3)])
def test_pairs(one, two): ...

@pytest.mark.parametrize("one", range(3))
@pytest.mark.parametrize("two", range(4))
def test_products(one, two): ...

@pytest.mark.every_combination
@pytest.mark.parametrize("one", range(3))
@pytest.mark.parametrize("two", range(4))
def test_whole_products(one, two): ...

@pytest.mark.parametrize("workers", [1, 2])
def test_workers(workers): ...

@pytest.mark.few(3)
@pytest.mark.parametrize("one", range(8))
def test_few(one): ...

@pytest.mark.few(1)
@pytest.mark.parametrize("one", range(8))
def test_fewest(one): ...

@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)])
def test_sizes(size): ...
"""


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The parameters that the quick layer keeps, by test."""
    folder = tmp_path_factory.mktemp("layer")
    (folder / "test_example.py").write_text(EXAMPLE)
    (folder / "conftest.py").write_text(
        "from quick_layer import mark_slow\n\ndef pytest_collection_modifyitems(items):\n    mark_slow(items)\n"
    )
    options = ["-q", "--collect-only", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    command = [sys.executable, "-m", "pytest", *options, f"--rootdir={folder}", str(folder)]
    out = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout
    rest: dict[str, list[str]] = {}
    for line in out.splitlines():
        if "::" in line:
            name, _, parameters = line.partition("::")[2].rstrip("]").partition("[")
            rest.setdefault(name, []).append(parameters)
    return rest


def test_no_test_is_left_out(collected: dict[str, list[str]]) -> None:
    assert len(collected) == EXAMPLE.count("def test_")


def test_every_value_occurs_once(collected: dict[str, list[str]]) -> None:
    layouts = [tuple(each.split("-")) for each in collected["test_layouts"]]
    assert {form for form, _ in map(sorted, layouts)} | {form for _, form in map(sorted, layouts)} >= set("abcde")
    assert len(layouts) == 5
    assert collected["test_products"] != collected["test_whole_products"]
    assert len(collected["test_products"]) == 4
    assert {each.split("-")[0] for each in collected["test_products"]} == set("0123")
    assert {each.split("-")[1] for each in collected["test_products"]} == set("012")
    assert len(collected["test_whole_products"]) == 12


def test_values_that_belong_together_are_kept(collected: dict[str, list[str]]) -> None:
    assert collected["test_pairs"] == ["1-2", "1-3", "2-3"]


def test_supersets_are_left_out(collected: dict[str, list[str]]) -> None:
    assert collected["test_large_layouts"] == ["samurai"]
    assert collected["test_workers"] == ["2"]
    assert collected["test_sizes"] == ["size0", "size1"]


def test_the_first_and_last_of_few_are_kept(collected: dict[str, list[str]]) -> None:
    assert collected["test_few"] == ["0", "3", "7"]
    assert collected["test_fewest"] == ["0"]


def test_a_cover_has_all_elements() -> None:
    assert cover([{1}, {1, 2}, {3}, {2, 3}]) == [1, 2]
    assert cover([]) == []
