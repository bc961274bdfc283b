"""Which form of a kernel is loaded: never a library that is older than its source."""

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base import kernels

SHARING = ["cdcl", "dpll", "naive", "preprocessing"]
"""The kernels that cimport `engine.sat.kernels.arrays`."""


def loaded_from(package_root: Path, kernel: str = "engine.sudoku.search.exact", **environment: str) -> str:
    """The suffix of the file from which a kernel is loaded in a new Python that sees only this package."""
    code = f"import {kernel} as kernel; print(kernel.__file__)"
    paths = [str(package_root), *(entry for entry in sys.path if entry and "site-packages" in entry)]
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=package_root,
        env=environment,
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


@pytest.mark.long
def test_the_library_is_taken_when_it_belongs_to_the_source(package: Path) -> None:
    assert loaded_from(package) != ".py"


@pytest.mark.long
def test_a_source_changed_after_compiling_is_taken_instead_of_the_library(package: Path) -> None:
    with (package / "engine" / "sudoku" / "search" / "exact.py").open("a") as file:
        file.write("\n# changed\n")
    assert loaded_from(package) == ".py"


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("kernel", SHARING)
@pytest.mark.parametrize("changed", ["arrays.py", "arrays.pxd"])
def test_shared_code_belongs_to_the_source_of_each_kernel(package: Path, kernel: str, changed: str) -> None:
    assert loaded_from(package, f"engine.sat.kernels.{kernel}") != ".py"
    with (package / "engine" / "sat" / "kernels" / changed).open("a") as file:
        file.write("\n# changed\n")
    assert loaded_from(package, f"engine.sat.kernels.{kernel}") == ".py"
    assert loaded_from(package, "engine.sat.formula.scanner") != ".py"


def test_a_library_is_not_taken_without_those_that_it_needs(package: Path) -> None:
    for library in (package / "engine" / "sat" / "kernels").glob("arrays.*.so"):
        library.unlink()
    assert loaded_from(package, "engine.sat.kernels.cdcl") == ".py"


def test_no_library_is_taken_without_what_all_of_them_share(package: Path) -> None:
    for library in (package / "engine" / "base").glob("_cyutility.*"):
        library.unlink()
    assert loaded_from(package) == ".py"


@pytest.fixture
def with_two_more(package: Path) -> Path:
    """The package with one kernel that cimports `cdcl` and one that cimports that kernel, neither of them compiled."""
    folder = package / "engine" / "sat" / "kernels"
    for name, used in (("upper", "middle"), ("middle", "cdcl")):
        folder.joinpath(f"{name}.py").write_text(
            f"import cython\nif cython.compiled:\n    from cython.cimports.engine.sat.kernels import {used}\n"
        )
    listed = package / "engine" / "base" / "kernels.py"
    more = "".join(f'    "engine.sat.kernels.{name}",\n' for name in ("middle", "upper"))
    listed.write_text(listed.read_text().replace("KERNELS = (\n", f"KERNELS = (\n{more}"))
    return package


def test_a_stamp_is_of_all_that_is_cimported_through_others(with_two_more: Path) -> None:
    before = kernels.stamp("engine.sat.kernels.middle", with_two_more)
    other = kernels.stamp("engine.sat.kernels.dpll", with_two_more)
    with (with_two_more / "engine" / "sat" / "kernels" / "cdcl.pxd").open("a") as file:
        file.write("\n# changed\n")
    kernels._linked_sources.cache_clear()
    assert kernels.stamp("engine.sat.kernels.middle", with_two_more) != before
    assert kernels.stamp("engine.sat.kernels.dpll", with_two_more) == other
    assert set(kernels._linked_sources("engine.sat.kernels.upper", with_two_more)) == {
        f"engine.sat.kernels.{name}" for name in ("upper", "middle", "cdcl", "arrays")
    }


def test_kernels_that_work_on_each_others_objects_are_all_plain_or_all_compiled(with_two_more: Path) -> None:
    """A kernel in plain Python can't access the C fields of a compiled object."""
    assert loaded_from(with_two_more, "engine.sat.kernels.cdcl") == ".py"
    assert loaded_from(with_two_more, "engine.sat.formula.scanner") != ".py"


def test_plain_python_on_request(package: Path) -> None:
    assert loaded_from(package, SATSUDOKU_PURE="1") == ".py"


@pytest.fixture
def anew() -> Iterator[None]:
    """The state is computed again in the test and after it."""
    kernels.state.cache_clear()
    yield
    kernels.state.cache_clear()


@pytest.mark.usefixtures("anew")
def test_the_state_names_a_reason_exactly_when_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATSUDOKU_PURE", "1")
    assert not kernels.state().compiled
    assert "SATSUDOKU_PURE" in str(kernels.state())


@pytest.mark.usefixtures("anew")
def test_the_state_says_what_is_wrong_with_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATSUDOKU_PURE", "0")
    monkeypatch.setattr(kernels, "_library", lambda name, package: package / f"{name}.so")
    stale = set[str]()
    monkeypatch.setattr(kernels, "_is_current", lambda name, _package: name not in stale)
    assert kernels.state() == kernels.KernelState(True, "")
    for name in (kernels.KERNELS[0], kernels.KERNELS[-1]):
        kernels.state.cache_clear()
        stale.add(name)
        file = f"{name.rpartition('.')[2]}.py"
        assert kernels.state() == kernels.KernelState(False, f"{file} changed since it was compiled; install again")
        stale.clear()
    kernels.state.cache_clear()
    monkeypatch.setattr(kernels, "_library", lambda name, package: None if name == kernels.SHARED else package)
    assert kernels.state() == kernels.KernelState(False, kernels.NOT_COMPILED)


@pytest.mark.usefixtures("anew")
def test_the_state_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens ask for it each time they are drawn."""
    first = kernels.state()

    def refuse(_: Path) -> bytes:
        raise AssertionError("a file was read again")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert kernels.state() is first


def test_every_kernel_is_there_and_plain_python_too() -> None:
    for name in kernels.KERNELS:
        assert kernels.plain(name).__file__.endswith(".py")


def test_the_type_checker_passes_over_just_the_kernels() -> None:
    config = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    ignored = [each["module"] for each in config["tool"]["mypy"]["overrides"] if each.get("ignore_errors")]
    assert [sorted(modules) for modules in ignored] == [sorted(kernels.KERNELS)]
