"""Names follow the vocabulary of CONTRIBUTING: nouns of the field, and no class name for two things."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for package in ("engine", "tui") for path in (ROOT / package).rglob("*.py"))

PRONOUNS = "it|one|ones|what|who|whom|somebody|nobody|something|anything|everything"
PARTICIPLES = "asked|begun|chosen|counted|heard|kept|known|listed|meant|said|seen|shown|taken|told|used|wanted"
METAPHORS = "eye|heed|keeper|lacks?|loupe|mend|wish|wishes"
ODD = re.compile(f"_*({PRONOUNS}|{PARTICIPLES}|{METAPHORS})", re.IGNORECASE)

ALLOWED = {
    "ONE": "the 64-bit constant 1 of the kernels, which C would make an int",
    "seen": "the set or the flags of what a traversal has visited",
    "SEEN": "the mark of a variable that conflict analysis has visited",
    "used": "the digits in a house, as in the literature on backtracking",
    "listed": "whether a kernel has made its occurrence lists",
}
"""Odd names that stay, and why."""

SHARED_CLASSES: dict[str, str] = {}
"""Class names that several modules define, and why."""


def names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The names that a module binds, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.arg():
                yield node.arg, node.lineno


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_are_nouns(path: Path) -> None:
    odd = {
        f"line {line}: {name}"
        for name, line in names(ast.parse(path.read_text(encoding="utf-8")))
        if ODD.fullmatch(name) and name.lstrip("_") not in ALLOWED
    }
    assert not odd, "see Vocabulary in CONTRIBUTING"


def test_a_class_name_means_one_thing() -> None:
    homes = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(path.relative_to(ROOT).as_posix())
    several = {name: places for name, places in homes.items() if len(places) > 1 and name not in SHARED_CLASSES}
    assert not several
