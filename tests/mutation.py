"""Mutation testing: change the code at random places and see whether the tests of the mirrored folder notice.

    python -m tests.mutation [PATH ...] --count 200 --seed 1 [--jobs 2] [--kernels]

Each mutant is one small change (an operator, a condition, a number, a removed call) in a copy of the repository. First
the test file of the mutated module runs, then the files of its folder, then those with examples again, with all of
them. A mutant dies when a test fails; survivors, and mutants whose tests did not end in time, are listed with file,
line and change. Kernels are left out, as the compiled ones run; `--kernels` mutates only them and runs the tests with
SATSUDOKU_PURE=1.

What changes no result of a correct program is not mutated: annotations, decorators of Cython, what only the compiled
kernel runs, the sizes of caches (`maxsize`), and what only notices mistakes of the program itself (`strict` of `zip`,
`frozen` and `slots` of dataclasses, and `sanity` of kernels, which checks their invariants for tests: only a kernel can
read its memory). A number below ten is raised by one. A larger one is a limit, a width, a colour or the like, of which
nobody sees a difference by one: it becomes 0.

On Linux, a test process that needs more than 12 GiB of addresses fails.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from engine.base.kernels import KERNELS

if sys.platform == "linux":
    import resource

ROOT = Path(__file__).parent.parent
SECONDS = 600
"""Time limit for the tests of a mutant."""
BYTES = 12 << 30
"""Limit of the address space of each process: some mutants never stop to allocate."""
LAYERS = "not slow and not release"
"""Which tests run, as pytest's marks say it."""

GUARDS = {"zip": ("strict",), "dataclass": ("frozen", "slots"), "lru_cache": ("maxsize",)}
"""Arguments that change no result of a correct program, by the function."""

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
    untouched = {id(inner) for node in ast.walk(tree) for part in _untouched(node) for inner in ast.walk(part)}
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


def _untouched(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are not mutated."""
    match node:
        case ast.JoinedStr():  # before Python 3.12, positions inside it are wrong
            yield node
        case ast.If(ast.Attribute(ast.Name("cython"), "compiled"), body):
            yield from body
        case ast.Call(ast.Name(name), keywords=keywords) if name in GUARDS:
            yield from (keyword for keyword in keywords if keyword.arg in GUARDS[name])
        case ast.FunctionDef("sanity"):
            yield node
        case ast.FunctionDef(decorator_list=decorators):
            yield from (decorator for decorator in decorators if ast.unparse(decorator).startswith("cython."))
    yield from (part for name in ("annotation", "returns") if (part := getattr(node, name, None)) is not None)


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
            yield ast.Constant(value + 1 if value < 10 else 0)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.UnaryOp(ast.USub(), ast.Constant(int()) as operand):
            yield operand
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Expr(ast.Call()):
            yield ast.Pass()


@cache
def imports(path: Path) -> frozenset[Path]:
    """The modules of the repository that a file names in its imports, or in a text as `plain` takes it."""
    names = set[str]()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        match node:
            case ast.Import(aliases):
                names |= {alias.name for alias in aliases}
            case ast.ImportFrom(module=str(module), names=aliases):
                names |= {module, *(f"{module}.{alias.name}" for alias in aliases)}
            case ast.Constant(str(text)) if text.startswith(("engine.", "tui.")) and len(text) < 200:
                names.add(text.partition(":")[0])
    places = (Path(*name.removeprefix("cython.cimports.").split(".")) for name in names)
    files = (file for place in places for file in (place.with_suffix(".py"), place / "__init__.py"))
    return frozenset(file for file in files if file.parts[0] in ("engine", "tui") and (ROOT / file).is_file())


@cache
def distance(test: Path, module: Path) -> int:
    """How many imports lead from a test file to a module; many if none do."""
    seen, layer = {test}, {test}
    for steps in count():
        if module in layer or not layer:
            return steps if layer else 1000
        layer = {file for path in layer for file in imports(path)} - seen
        seen |= layer
    raise AssertionError


@cache
def has_examples(test: Path) -> bool:
    """Whether a test file runs more examples in the thorough profile than in the quick one."""
    text = (ROOT / test).read_text(encoding="utf-8")
    return "@given(" in text or "from amounts import" in text


def modules(paths: list[str], kernels: bool) -> list[Path]:
    """The modules under the paths (all if there are none), or only the kernels among them."""
    compiled = {Path(*name.split(".")).with_suffix(".py") for name in KERNELS}
    roots = [ROOT / path for path in paths] or [ROOT / "engine", ROOT / "tui"]
    files = (path for root in roots for path in (root.rglob("*.py") if root.is_dir() else [root]))
    return sorted(path for path in (file.relative_to(ROOT) for file in files) if (path in compiled) == kernels)


def verdict(mutant: Mutant, copy: Path, kernels: bool) -> str:
    """The fate of the mutant in a copy of the repository: "died", "too long", or "survived" the mirrored tests.

    Most mutants die soon, so what is quick runs first, and of the other files those that import the module directly.
    """
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
        own = [file] if (copy / file).exists() else []
        rest = sorted((path for path in others if path != file), key=lambda path: distance(path, mutant.path))
        varied = [path for path in own or rest if has_examples(path)]
        for targets, profile in ((own, "quick"), (rest, "quick"), (varied, "thorough")):
            if targets:
                options = ("-q", "-x", "-p", "no:cacheprovider", "--hypothesis-profile", profile, "-m", LAYERS)
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
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
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
    ends = Counter[str]()
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
            ends[end] += 1
            if end != "died":
                print(f"{end} {mutant.path}:{mutant.line}: {mutant.before!r} -> {mutant.after!r}", flush=True)
            if number % 10 == 0:
                print(f"{number} of {len(selection)}, {ends['survived']} survived", flush=True)
    died, late, alive = (ends[end] for end in ("died", "too long", "survived"))
    print(f"{died} of {len(selection)} mutants died, {late} took too long, {alive} survived")


if __name__ == "__main__":
    main()
