"""The released packages: an sdist and a wheel that install anywhere, and the packages built from them."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
COMMANDS = ("satsudoku", "satsudoku-tui")


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """The output of a command, which must succeed."""
    words, variables = [str(word) for word in command], {**os.environ, **(env or {})}
    done = subprocess.run(words, env=variables, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 10), done.stdout + done.stderr
    return done.stdout


def needs(*tools: str) -> "pytest.MarkDecorator":
    """Skip where one of the tools is missing."""
    missing = [tool for tool in tools if not shutil.which(tool)]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


def test_the_version_is_in_the_changelog() -> None:
    headings = re.findall(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0].split()[0] == VERSION


@pytest.mark.long
def test_every_document_is_a_page_of_the_site(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    run(sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", tmp_path / "site", cwd=ROOT)
    documents = [path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in ROOT.glob("docs/**/*.md")]
    pages = [*documents, "contributing", "changelog", "zh_CN"]
    assert [page for page in pages if not (tmp_path / "site" / page / "index.html").exists()] == []
    found = json.loads((tmp_path / "site" / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert {entry["location"].rpartition("/")[0] for entry in found["docs"]} >= set(pages)
    assert (tmp_path / "site" / "pictures" / "board.svg").exists()
    navigation = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert [page for page in pages if f'href="{page}/"' not in navigation] == []


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel, made from the files under version control as a release is."""
    pytest.importorskip("build")
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    listed = run("git", "ls-files", "-z", cwd=ROOT).rstrip("\0").split("\0")
    for name in listed:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    run(sys.executable, "-m", "build", "--outdir", folder, source)
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The programs of a fresh virtual environment."""
    venv.create(tmp_path / "venv", with_pip=True)
    return tmp_path / "venv" / "bin"


def wheel(distributions: Path) -> Path:
    (found,) = distributions.glob("*.whl")
    return found


def sdist(distributions: Path) -> Path:
    (found,) = distributions.glob("*.tar.gz")
    return found


def try_out(programs: Path, folder: Path, kernels: str) -> None:
    """The first steps of a user, away from any checkout."""
    for command in COMMANDS:
        assert f"{VERSION}" in (answer := run(programs / command, "--version", cwd=folder))
        assert kernels in answer
    (folder / "small.cnf").write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    assert "v -1 2 0" in run(programs / "satsudoku", "solve", "small.cnf", cwd=folder)
    run(programs / "satsudoku", "generate", "--holes", "60", "--seed", "1", "-o", "one.txt", cwd=folder)
    assert "is" in run(programs / "satsudoku", "hint", "one.txt", cwd=folder)


@pytest.mark.slow
def test_descriptions_are_as_an_index_wants_them(distributions: Path) -> None:
    pytest.importorskip("twine")
    run(sys.executable, "-m", "twine", "check", "--strict", wheel(distributions), sdist(distributions))


@pytest.mark.slow
def test_contents_of_the_distributions(distributions: Path) -> None:
    names = zipfile.ZipFile(wheel(distributions)).namelist()
    tracked = run("git", "ls-files", "engine", "tui", "puzzles", cwd=ROOT).split()
    assert sorted(set(tracked) - set(names)) == []
    with tarfile.open(sdist(distributions)) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    listed = set(run("git", "ls-files", cwd=ROOT).split())
    hidden = {name for name in listed if name.startswith(".")}
    assert sorted(listed - hidden - inside) == []


@pytest.mark.slow
def test_the_wheel_installs(distributions: Path, environment: Path, tmp_path: Path) -> None:
    run(environment / "pip", "install", "-q", wheel(distributions), env={"CC": "false"})
    run(environment / "pip", "check")
    try_out(environment, tmp_path, "compiled kernels" if shutil.which("cc") else "kernels not compiled")


@pytest.mark.slow
def test_the_sdist_installs_without_a_compiler(distributions: Path, environment: Path, tmp_path: Path) -> None:
    run(environment / "pip", "install", "-q", sdist(distributions), env={"CC": "false"})
    try_out(environment, tmp_path, "kernels not compiled")


@pytest.mark.slow
@pytest.mark.parametrize("tool", [pytest.param("uvx", marks=needs("uvx")), pytest.param("pipx", marks=needs("pipx"))])
def test_installers_of_programs_take_the_wheel(distributions: Path, tmp_path: Path, tool: str) -> None:
    before = ["uvx", "--from"] if tool == "uvx" else ["pipx", "run", "--spec"]
    assert VERSION in run(*before, wheel(distributions), "satsudoku-tui", "--version", cwd=tmp_path)


@pytest.mark.slow
@needs("dpkg-buildpackage", "dh_virtualenv")
def test_a_debian_package(distributions: Path, tmp_path: Path) -> None:
    run(ROOT / "packaging" / "debian.sh", sdist(distributions), tmp_path)
    (package,) = tmp_path.glob("*.deb")
    listed = run("dpkg-deb", "--contents", package)
    assert all(f"./usr/games/{command} -> " in listed for command in COMMANDS)
    assert "./usr/share/man/man1/satsudoku-tui.1.gz" in listed
    assert "./usr/share/man/zh_CN/man1/satsudoku-tui.1.gz" in listed
    run("dpkg-deb", "--extract", package, tmp_path / "root")
    python = tmp_path / "root" / "opt" / "venvs" / "satsudoku-tui" / "bin" / "python"
    assert VERSION in run(python, "-m", "tui", "--version", cwd=tmp_path)
    run(python, "-c", "import asyncssh")


@pytest.mark.slow
def test_a_homebrew_formula(distributions: Path) -> None:
    written = run(sys.executable, ROOT / "packaging" / "homebrew.py", sdist(distributions), "file:///sdist.tar.gz")
    names = set(re.findall(r'resource "(.*)" do', written))
    assert names >= {"textual", "numpy", "python-sat", "cython"}
    assert "satsudoku-tui" not in names
    assert len(re.findall(r'^    sha256 "[0-9a-f]{64}"$', written, re.MULTILINE)) == len(names)
    if shutil.which("ruby"):
        subprocess.run(["ruby", "-c"], input=written, text=True, check=True, capture_output=True)


@pytest.mark.slow
@needs("podman")
def test_a_container(tmp_path: Path) -> None:
    run("podman", "build", "-t", "satsudoku-tui-test", "-f", ROOT / "packaging" / "Containerfile", ROOT)
    assert VERSION in run("podman", "run", "--rm", "--entrypoint", "satsudoku-tui", "satsudoku-tui-test", "--version")
