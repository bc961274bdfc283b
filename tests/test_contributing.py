"""CONTRIBUTING names files and classes that exist."""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Vocabulary")
TERMS = re.findall(r"`([^`\s]+)`", PAGE[0] + PAGE[2].partition("\n## Three ways")[2])
"""The code within the text, without the vocabulary, which also lists words that are not used."""
SUFFIXES = "py|md|sql|js|c|pxd|toml|tcss|txt|sh"


def tracked() -> list[str]:
    try:
        return subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not in a checkout")


def is_there(term: str, files: Iterable[str]) -> bool:
    """Whether a term is a file, a folder or the end of a path, with `*` for any name."""
    path = re.escape(term.rstrip("/")).replace(r"\*", "[^/]*")
    return any(re.search(rf"(?:^|/){path}(?:/|$)", file) for file in files)


def test_its_files_exist() -> None:
    files = tracked()
    paths = [term for term in TERMS if re.fullmatch(rf"\S+\.({SUFFIXES})", term)]
    assert len(paths) > 50
    assert [path for path in paths if not is_there(path, files)] == []


def test_its_classes_exist() -> None:
    sources = [ROOT / file for file in tracked() if file.endswith(".py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    defined = {*re.findall(r"^\s*class (\w+)", text, re.MULTILINE), "Binding", "TypeError"}
    classes = [term for term in TERMS if re.fullmatch(r"(?:[A-Z][a-z]+)+", term)]
    assert len(classes) > 15
    assert [name for name in classes if name not in defined] == []
