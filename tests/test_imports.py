"""Modules are loaded when needed, by whichever thread needs them first."""

import ast
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[1]

BOTH_AT_ONCE = """
import sys
import threading
from pathlib import Path
from engine.files.reading import glance_at

failed = []

def second():
    try:
        glance_at(Path(sys.argv[1]))
    except Exception as error:
        failed.append(error)

class Between:
    "Has another thread want a part of the package while this one loads the package."
    def find_spec(self, name, path, target=None):
        if name == "engine.sudoku.formats.reading":
            other.start()
            other.join(0.5)

other = threading.Thread(target=second)
sys.meta_path.insert(0, Between())
from engine.sudoku.formats import parse
other.join()
assert not failed, failed
"""


def test_two_threads_that_need_the_formats_first_both_get_them(tmp_path: Path) -> None:
    """A thread that reads pasted text loads all of them, while the list checks whether a text is a puzzle."""
    text = tmp_path / "text"
    text.write_text("Nothing but words.\n")
    ran = subprocess.run(
        [sys.executable, "-c", BOTH_AT_ONCE, text], cwd=HOME, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_no_part_is_loaded_before_a_package_that_loads_its_parts() -> None:
    """Otherwise a thread that needs the part and one that needs the package wait for each other; Python then gives one
    of them a partially loaded module. (Commands have one thread.)"""
    loading = {
        name
        for init in HOME.glob("engine/*/**/__init__.py")
        if any(module.startswith(f"{(name := _name(init.parent))}.") for _, module in _imports(init, at_once=True))
    }
    assert "engine.sudoku.formats" in loading
    commands = {*HOME.glob("engine/commands/*.py"), HOME / "engine/sudoku/batch.py"}
    for file in {*HOME.glob("engine/**/*.py"), *HOME.glob("tui/**/*.py")} - commands:
        outside = {package for package in loading if not _name(file).startswith(package)}
        if not any(f"{package}." in file.read_text(encoding="utf-8") for package in outside):
            continue  # without a parser, which takes longer
        before: set[str] = set()
        for line, module in _imports(file):
            early = {package for package in outside - before if module.startswith(f"{package}.")}
            assert not early, f"{file}:{line}: {module} before {early}"
            before.add(module)


def _name(place: Path) -> str:
    return ".".join(place.relative_to(HOME).with_suffix("").parts)


def _imports(file: Path, *, at_once: bool = False) -> list[tuple[int, str]]:
    """The import lines of a file, and the modules that they load; with `at_once`, only those loaded with the file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = tree.body if at_once else list(ast.walk(tree))
    plain = [(node.lineno, name.name) for node in nodes if isinstance(node, ast.Import) for name in node.names]
    others = [(node.lineno, node.module or "") for node in nodes if isinstance(node, ast.ImportFrom)]
    return sorted(plain + others)


def test_the_supervisor_loads_no_puzzles() -> None:
    """This process begins each server, and stays; so do those that ask for its status."""
    code = "import sys, tui.server.command, tui.server.supervisor, tui.server.status; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True, timeout=60)
    loaded = {".".join(name.split(".")[:2]) for name in ran.stdout.split()}
    assert "tui.server" in loaded
    assert loaded.isdisjoint({"numpy", "textual", "engine.sat", "engine.sudoku"})
