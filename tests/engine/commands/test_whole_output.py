"""All that commands print and write about small files, with every option: texts, exit codes, error messages."""

import re
from collections.abc import Callable
from pathlib import Path
from shlex import join, split
from typing import Any
from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage

ROW = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FILES = {
    "a.cnf": "c varname 1 rain\np cnf 4 5\n1 2 0\n-1 3 0\n-3 -2 0\n2 -4 1 0\n4 4 0\n",
    "odd.cnf": "p cnf 2 9\n1 -2 0\n2 2 -1 0\n3 0\n",
    "no.cnf": "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n",
    "broken.cnf": "p cnf 2 2\n1 x 0\n",
    "sum.opb": "* #variable= 3 #constraint= 2\nmin: +2 x1 +3 x2 +1 x3 ;\n+1 x1 +1 x2 >= 1 ;\n+1 x2 +1 x3 >= 1 ;\n",
    "soft.wcnf": "h 1 2 0\nh -1 -2 0\n3 1 0\n2 2 0\n1 -2 3 0\n",
    "cubes.icnf": "p inccnf\n1 2 0\n-1 3 0\na 1 0\na -1 -2 0\n",
    "one.txt": ROW + "\n",
    "two.txt": f"{ROW}\n{ROW.replace('5', '.', 1)}\n",
    "none.txt": "55" + "." * 79 + "\n",
    "bad.txt": "53..7\n",
    "right.res": "s 1\nv 1 -2 3 4\nt 3\n",
    "wrong.res": "s 1\nv 1 2 3 4\nt 3\n",
    "unsat.res": "s 0\nv\nt 3\n",
    "no.drat": "1 0\n0\n",
    "bad.drat": "d 1 2 0\n2 0\n0\n",
    "no.lrat": "5 1 0 1 2 0\n6 0 5 3 4 0\n",
    "search.log": "d 1\np 2 3\n",
}
LINES = [split(line) for line in Path(__file__).with_name("command_lines.txt").read_text().splitlines()]
"""Command lines about these files."""


def masked(text: str, folder: Path) -> str:
    """The text without times and places."""
    text = text.replace(f"{folder}/", "").replace(str(folder), "")
    text = re.sub(r'("(?:seconds|wall|milliseconds|memory)": )[0-9.e+-]+', r"\1T", text)
    text = re.sub(r"(?m)^t [0-9.]+", "t T", text)
    text = re.sub(r"choose from [^)]*", "choose from ...", text)  # in other words in each version of Python
    return re.sub(r"[0-9][0-9.,]* ?(s|ms|µs|MB|MiB|a second|seconds)\b", r"T \1", text)


@pytest.mark.parametrize("command", sorted({line[0] for line in LINES}))
def test_everything(
    command: str,
    satsudoku: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    small = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, "small")
    killer = Puzzle(small.layout, (0,) * 16, "killer", rules=(KillerCage((0, 1), 3), KillerCage((2, 6, 7), 8)))
    made = FILES | {"small.txt": formats.write(small, "grid"), "killer.json": formats.write(killer, "rules")}
    made["php.cnf"] = dimacs.dumps(make("php", ["4", "3"])).decode()
    for name, content in made.items():
        Path(name).write_text(content, encoding="utf-8")
    satsudoku("encode", "small.txt", "-o", "puzzle.cnf")
    before, found = {*tmp_path.rglob("*")}, []
    for words in (line for line in LINES if line[0] == command):
        outcome = satsudoku(*words)
        out, err = masked(outcome.out, tmp_path), masked(outcome.err, tmp_path)
        long = f"... {crc32(out.encode())}" if len(out) > 1500 else ""
        found.append(f"$ {join(words)}\n{out[:1500]}{long}{err}= {outcome.code}")
        for path in sorted({*tmp_path.rglob("*")} - before):
            if path.is_file():
                text = masked(path.read_bytes().decode("latin-1"), tmp_path)
                found.append(f"  {path.name}: {crc32(text.encode()) if path.suffix != '.rec' else ''}")
                path.unlink()
    assert "\n".join(found) == snapshot
