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
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sources import FOLDERS, ROOT, modules, syntax

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


class Oddities(NamedTuple):
    """The names that the vocabulary does not allow, in some modules."""

    names: list[tuple[str, int, str]]
    """Names that a module binds, and placeholders in its strings: each with the module and the line."""
    classes: dict[str, list[str]]
    """The names of classes that several modules define, each with these modules."""


def oddities(paths: Iterable[Path], scripts: Iterable[Path] = ()) -> Oddities:
    """The odd names of modules, and of scripts, whose classes may have the names of others."""
    shared = set(scripts)
    names: list[tuple[str, int, str]] = []
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path, nodes in syntax((*paths, *shared)):
        place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
        names += ((place, line, name) for name, line in _bindings(nodes) if _is_odd(name))
        names += ((place, line, f"{{{name}}}") for name, line in _placeholders(nodes))
        for node in nodes:
            if isinstance(node, ast.ClassDef) and path not in shared and node.name not in SHARED_CLASSES:
                homes[node.name].append(place)
    return Oddities(sorted(names), {name: places for name, places in homes.items() if len(places) > 1})


def _placeholders(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """The odd placeholders in strings; f-strings are code and don't count."""
    code: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            code.update(id(part) for part in ast.walk(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in code:
            yield from ((name, node.lineno) for name in ODD_PLACEHOLDER.findall(node.value))


@cache
def _is_odd(name: str) -> bool:
    if name.lstrip("_") in ALLOWED or name.startswith("test_"):
        return False
    words = re.findall("[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return bool(ODD.fullmatch(name)) or any(word.lower() in VERBS for word in words)


def _bindings(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    for node in nodes:
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
    odd = oddities(modules(folders or FOLDERS), () if folders else modules(SCRIPTS))
    print(*(f"{place}:{line}: {name}" for place, line, name in odd.names), sep="\n")
    print(*(f"class {name}: {', '.join(places)}" for name, places in sorted(odd.classes.items())), sep="\n")
    print(f"{len(odd.names)} odd names, {len(odd.classes)} class names for several things")


if __name__ == "__main__":
    main()
