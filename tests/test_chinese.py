"""The Chinese documents correspond to the English ones, as far as a test can tell without reading Chinese.

The code blocks of a Chinese page must equal those of its English page, whose commands `test_documents` runs. Only a
release needs this; until then an English page may be ahead.
"""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.commands.registry import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
CHINESE = sorted([ROOT / "README.zh_CN.md", *ROOT.glob("docs/zh_CN/*.md")])

pytestmark = pytest.mark.release
pages = pytest.mark.parametrize("page", CHINESE, ids=lambda page: page.name)


def english(page: Path) -> Path:
    """The page of which this one is the translation."""
    return ROOT / "README.md" if page.parent == ROOT else ROOT / "docs" / page.name


class Parts(NamedTuple):
    """The common parts of a page and its translation, in order except for code within the text."""

    code: list[str]
    """Code blocks, fenced ones with their language."""
    words: Counter[str]
    """Code within the text: keys, commands, options, files."""
    pictures: list[Path]
    headings: list[int]
    """The level of each."""
    rows: list[list[str]]
    """The code in each row of a table, in order, as the keys of a screen."""
    items: int
    """Lines of lists."""


def parts(page: Path) -> Parts:
    text = page.read_text(encoding="utf-8")
    code = re.compile(r"^```.*?^```$|(?<=\n\n)(?: {4}[^\n]+\n)+", re.MULTILINE | re.DOTALL)
    prose = code.sub("", text)
    span = re.compile(r"`([^`]+)`")
    return Parts(
        code=code.findall(text),
        words=Counter(" ".join(word.split()) for word in span.findall(prose)),
        pictures=[(page.parent / link).resolve() for link in re.findall(r"!\[[^]]+\]\(([^)]+)\)", prose)],
        headings=[len(marks) for marks in re.findall(r"^(#+) ", prose, re.MULTILINE)],
        rows=[span.findall(row) for row in re.findall(r"^\|.*", prose, re.MULTILINE)],
        items=len(re.findall(r"^(?:-|\d+\.) ", prose, re.MULTILINE)),
    )


@pages
def test_a_page_has_the_parts_of_the_english_one(page: Path) -> None:
    chinese, original = parts(page), parts(english(page))
    assert chinese._replace(words=Counter()) == original._replace(words=Counter())
    assert original.words - chinese.words == Counter()


@pages
def test_the_two_pages_lead_to_each_other(page: Path) -> None:
    for first, other, name in ((page, english(page), "English"), (english(page), page, "中文")):
        link = re.search(rf"^\[{name}\]\((.+)\)$", first.read_text(encoding="utf-8"), re.MULTILINE)
        assert link
        assert (first.parent / link[1]).resolve() == other


@pages
def test_translated_pages_are_linked_to_in_chinese(page: Path) -> None:
    translated = {english(other): other for other in CHINESE if other != page}
    links = re.findall(r"^(?!\[English\]).*?\]\(([^)#\s]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert [link for link in links if (page.parent / link).resolve() in translated] == []


def test_the_manual_page_has_every_command() -> None:
    page = (ROOT / "docs" / "man" / "zh_CN" / "satsudoku.1").read_text(encoding="utf-8")
    assert re.findall(r"^\.TP\n\\fB([a-z]+)\\fR", page, re.MULTILINE) == [*COMMANDS]


@pytest.mark.parametrize("name", ["satsudoku-tui.1", "satsudoku-tui-serve.1"])
def test_a_manual_page_has_every_option(name: str) -> None:
    chinese, original = (
        re.findall(r"\\fB(\\-[a-z\\-]+)\\fR", (ROOT / "docs" / "man" / where / name).read_text(encoding="utf-8"))
        for where in ("zh_CN", ".")
    )
    assert Counter(original) - Counter(chinese) == Counter()
