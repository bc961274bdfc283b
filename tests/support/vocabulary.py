"""List names that the vocabulary of CONTRIBUTING does not allow: `python tests/support/vocabulary.py [FOLDER ...]`.

These are names that are pronouns, participles or metaphors, names with one of VERBS in them, placeholders like these in
sentences, and classes that several modules define. The names of test functions are sentences, and don't
count.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "tui")
SCRIPTS = ("tests", "docs", "packaging")
"""Folders whose classes may have the names of others."""

PRONOUNS = "it|one|ones|what|who|whom|somebody|nobody|something|anything|everything"
PARTICIPLES = "asked|begun|chosen|counted|heard|kept|known|listed|meant|said|seen|shown|taken|told|used|wanted"
ADVERBS = "at|by|here|how|there|when|where|why"
METAPHORS = "eye|heed|keeper|lacks?|loupe|mend|wish|wishes"
VERBS = frozenset(("asked", "begun", "chosen", "heard", "meant", "said", "told", "wanted"))
"""Words that are odd in longer names too; the other participles can be adjectives there, as in `known_names`."""

ODD = re.compile(f"_*({PRONOUNS}|{PARTICIPLES}|{METAPHORS})", re.IGNORECASE)
ODD_PLACEHOLDER = re.compile(rf"\{{({PRONOUNS}|{PARTICIPLES}|{ADVERBS})(?=[}}:!])")

ALLOWED = {
    "ONE": "the 64-bit constant 1 of the kernels, which C would make an int",
    "seen": "the set or the flags of what a traversal has visited",
    "SEEN": "the mark of a variable that conflict analysis has visited",
    "used": "the digits in a house, as in the literature on backtracking",
    "USED": "the breakpoint at which a clause is used",
    "listed": "whether a kernel has made its occurrence lists",
}
"""Odd names that stay, and why."""

SHARED_CLASSES = {
    "Board": "a position in the pattern kernels, which the board of a game never meets",
    "Frame": "the stack frames of two searches that know nothing of each other",
}
"""Class names that two modules define, and why."""


def modules(folders: Iterable[str] = FOLDERS) -> list[Path]:
    """The Python files of folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module's syntax tree, kept until another module is read."""
    return _nodes(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _nodes(text: str) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(text)))


def odd_names(path: Path) -> list[tuple[str, int]]:
    """The odd names that a module binds, each with its line."""
    return [(name, line) for name, line in _bindings(nodes(path)) if _is_odd(name)]


def odd_placeholders(path: Path) -> list[tuple[str, int]]:
    """The odd placeholders in the strings of a module, each with its line; f-strings are code and don't count."""
    code = {id(part) for node in nodes(path) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    return [
        (f"{{{name}}}", node.lineno)
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" in node.value and id(node) not in code
        for name in ODD_PLACEHOLDER.findall(node.value)
    ]


def classes_of_several_modules(paths: Iterable[Path]) -> dict[str, list[str]]:
    """The names of classes that several modules define, each with these modules."""
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and node.name not in SHARED_CLASSES:
                homes[node.name].append(path.relative_to(ROOT).as_posix())
    return {name: places for name, places in homes.items() if len(places) > 1}


@cache
def _is_odd(name: str) -> bool:
    if name.lstrip("_") in ALLOWED or name.startswith("test_"):
        return False
    words = re.findall("[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return bool(ODD.fullmatch(name)) or any(word.lower() in VERBS for word in words)


def _bindings(tree: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    for node in tree:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.alias(asname=str() as name) | ast.ExceptHandler(name=str() as name):
                yield name, node.lineno
            case ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name):
                yield name, node.lineno


def main() -> None:
    """Print the list and both totals."""
    folders = sys.argv[1:]
    paths = modules(folders or (*FOLDERS, *SCRIPTS))
    odd = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in paths
        for name, line in (*odd_names(path), *odd_placeholders(path))
    ]
    several = classes_of_several_modules(modules(folders or FOLDERS))
    print(*odd, *(f"class {name}: {', '.join(places)}" for name, places in sorted(several.items())), sep="\n")
    print(f"{len(odd)} odd names, {len(several)} class names for several things")


if __name__ == "__main__":
    main()
