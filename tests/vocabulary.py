"""List names that the vocabulary of CONTRIBUTING does not allow: `python -m tests.vocabulary [FOLDER ...]`.

These are pronouns, participles and metaphors that are bound as names, each with the places where it is, and the classes
that several modules define.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

PRONOUNS = "it|one|ones|what|who|whom|somebody|nobody|something|anything|everything"
PARTICIPLES = "asked|begun|chosen|heard|kept|known|meant|said|seen|shown|taken|told|used|wanted"
METAPHORS = "eye|heed|keeper|lacks?|loupe|mend|wish|wishes"
ODD = re.compile(f"_*({PRONOUNS}|{PARTICIPLES}|{METAPHORS})", re.IGNORECASE)

ALLOWED = {
    "ONE": "the 64-bit constant 1 of the kernels, which C would make an int",
    "seen": "the set or the flags of what a traversal has visited",
    "SEEN": "the mark of a variable that conflict analysis has visited",
    "used": "the digits in a house, as in the literature on backtracking",
}
"""Odd names that stay, and why."""


def bindings(tree: ast.AST) -> Iterator[tuple[str, int]]:
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


def main() -> None:
    """Print the list and the two sums."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for folder in sys.argv[1:] or ["engine", "tui"]:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for bound, line in bindings(tree):
                if ODD.fullmatch(bound) and bound.lstrip("_") not in ALLOWED:
                    places[bound].add(f"{name}:{line}")
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    homes[node.name].add(name)
    for bound, where in sorted(places.items(), key=lambda item: -len(item[1])):
        print(f"{len(where):5} {bound:12} {', '.join(sorted(where)[:3])}")
    several = {name: where for name, where in homes.items() if len(where) > 1}
    for name, where in sorted(several.items()):
        print(f"class {name}: {', '.join(sorted(where))}")
    print(f"{sum(map(len, places.values()))} odd names, {len(several)} class names for several things")


if __name__ == "__main__":
    main()
