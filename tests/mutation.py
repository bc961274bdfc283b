"""Mutation testing: change the code at random places and see whether the tests of the mirrored folder notice.

    python -m tests.mutation [PATH ...] --count 200 --seed 1 [--jobs 2] [--kernels]

Each mutant is one small change (an operator, a condition, a number, a removed call) in a copy of the repository. First
the test file of the mutated module runs, then the files of its folder. A mutant dies when a test fails or takes too
long; survivors, and mutants that took too long, are listed with file, line and change. Kernels are left out, as the
compiled ones run; `--kernels` mutates only them and runs the tests with SATSUDOKU_PURE=1.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from engine.base.kernels import KERNELS

ROOT = Path(__file__).parent.parent
SECONDS = 600
"""Time limit for the tests of a mutant."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


class Mutant(NamedTuple):
    """A change: its file, its line, and the new text of the file."""

    path: Path
    line: int
    before: str
    after: str
    text: str


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a module, which is given by its path from the root of the repository."""
    text = (ROOT / path).read_text(encoding="utf-8")
    lines = text.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
    tree = ast.parse(text)
    untouched = {
        id(inner)
        for node in ast.walk(tree)
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None), _f_string(node))
        if part is not None
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        if id(node) in untouched:
            continue
        for changed in _changes(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            after = ast.unparse(changed)
            if isinstance(node, ast.expr):
                after = f"({after})"
            data = text.encode()
            before = data[begin:end].decode()
            yield Mutant(path, node.lineno, before, after, (data[:begin] + after.encode() + data[end:]).decode())


def _f_string(node: ast.AST) -> ast.AST | None:
    """An f-string: before Python 3.12, positions inside it are wrong."""
    return node if isinstance(node, ast.JoinedStr) else None


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left, [operator], comparators) if type(operator) in SWAPS:
            yield ast.Compare(left, [SWAPS[type(operator)]()], comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(SWAPS[type(operator)](), values)
        case ast.BinOp(left, operator, right) if type(operator) in SWAPS:
            yield ast.BinOp(left, SWAPS[type(operator)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub(), ast.Constant(int()) as operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Expr(ast.Call()):
            yield ast.Pass()


def modules(paths: list[str], kernels: bool) -> list[Path]:
    """The modules under the paths (all if there are none), or only the kernels among them."""
    compiled = {Path(*name.split(".")).with_suffix(".py") for name in KERNELS}
    roots = [ROOT / path for path in paths] or [ROOT / "engine", ROOT / "tui"]
    files = (path for root in roots for path in (root.rglob("*.py") if root.is_dir() else [root]))
    return sorted(path for path in (file.relative_to(ROOT) for file in files) if (path in compiled) == kernels)


def verdict(mutant: Mutant, copy: Path, kernels: bool) -> str:
    """The fate of the mutant in a copy of the repository: "died", "too long", or "survived" the mirrored tests."""
    place = copy / mutant.path
    original = place.read_text(encoding="utf-8")
    place.write_text(mutant.text, encoding="utf-8")
    folder = Path("tests") / mutant.path.parent
    file = folder / f"test_{mutant.path.stem}.py"
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""}
    if kernels:
        environment["SATSUDOKU_PURE"] = "1"
    try:
        others = sorted(path.relative_to(copy) for path in (copy / folder).glob("test_*.py"))
        for targets in ([file] if (copy / file).exists() else [], [path for path in others if path != file]):
            if targets:
                options = ("-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile", "thorough")
                command = [sys.executable, "-m", "pytest", *options, *map(str, targets)]
                done = subprocess.run(
                    command, cwd=copy, env=environment, capture_output=True, timeout=SECONDS, check=False
                )
                if done.returncode not in (0, 5):  # 5: no tests
                    return "died"
    except subprocess.TimeoutExpired:
        return "too long"
    finally:
        place.write_text(original, encoding="utf-8")
        for cached in (place.parent / "__pycache__").glob(f"{place.stem}.*"):
            cached.unlink()  # it may have been written in the same second as the current file
    return "survived"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders to mutate (all of engine and tui)")
    parser.add_argument("--count", type=int, default=200, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants at the same time")
    parser.add_argument("--kernels", action="store_true", help="mutate the kernels, as plain Python")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    every = [mutant for path in modules(arguments.paths, arguments.kernels) for mutant in mutants(path)]
    selection = rng.sample(every, min(arguments.count, len(every)))
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
    compiled = [path.relative_to(ROOT).as_posix() for path in (ROOT / "engine").rglob("*.so")]
    survivors = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(arguments.jobs):
            copy = Path(folder) / str(number)
            for name in (*tracked, *compiled):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
            copies.put(copy)

        def attempt(mutant: Mutant) -> str:
            copy = copies.get()
            try:
                return verdict(mutant, copy, arguments.kernels)
            finally:
                copies.put(copy)

        for number, (mutant, end) in enumerate(zip(selection, pool.map(attempt, selection), strict=True), 1):
            survivors += end == "survived"
            if end != "died":
                print(f"{end} {mutant.path}:{mutant.line}: {mutant.before!r} -> {mutant.after!r}", flush=True)
            if number % 10 == 0:
                print(f"{number} of {len(selection)}, {survivors} survived", flush=True)
    print(f"{len(selection) - survivors} of {len(selection)} mutants died")


if __name__ == "__main__":
    main()
