"""Which form of a kernel is loaded: never a library that is older than its source."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.base import kernels


def loaded_from(package_root: Path, **environment: str) -> str:
    """The file that `engine.sudoku.search.exact` comes from in a new Python that sees only this package."""
    code = "import engine.sudoku.search.exact as kernel; print(kernel.__file__)"
    paths = [str(package_root), *(entry for entry in sys.path if entry and "site-packages" in entry)]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {code}"],
        capture_output=True, text=True, check=True, cwd=package_root, env=environment,
    )
    return Path(run.stdout.strip()).suffix


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the engine's sudoku package and its compiled search."""
    import shutil

    source = Path(kernels.__file__).parents[1]
    if not kernels.state().compiled:
        pytest.skip("the kernels are not compiled here")
    shutil.copytree(source, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_the_library_is_taken_when_it_belongs_to_the_source(package: Path) -> None:
    assert loaded_from(package) != ".py"


def test_a_source_changed_after_compiling_is_taken_instead_of_the_library(package: Path) -> None:
    with (package / "engine" / "sudoku" / "search" / "exact.py").open("a") as file:
        file.write("\n# changed\n")
    assert loaded_from(package) == ".py"


def test_plain_python_on_request(package: Path) -> None:
    assert loaded_from(package, SATSUDOKU_PURE="1") == ".py"


def test_the_state_names_a_reason_exactly_when_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATSUDOKU_PURE", "1")
    assert not kernels.state().compiled
    assert "SATSUDOKU_PURE" in str(kernels.state())
