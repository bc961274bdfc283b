"""Whole sessions of the line mode: the answer to each command in games of several kinds, and to mistyped ones."""

import re
from pathlib import Path
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.thermometer import Thermometer
from tests.fuzz.mutation import mutate
from tui.linear.program import LinearProgram
from tui.linear.words import TOPICS
from tui.terminal.options import Options

LINES = """
help
help moves
help hint
help nothing
here
houses
can
can 1b
row 1
row
column 2
box 2
box 9
missing box 1
missing row 2
where 4 box 1
where 1 row 2
board
grids
rules
rules here
rules 1b
left
right
up
down
next
1a
1b3
r1c2=4
1b0
b1 2
9z9
here
progress
note 4
note 1b 4
notes
notes box 1
fill
notes
corner 3
corner 1b 3
colour a
colour 1b none
colour q
hint
details
hint
hint
hint again
why
why 1b4
check
correct
reveal
undo
undo
redo
restart
yes
signs
level
files
open nowhere
resume
games
drill
new nothing
123
why 2c
where 9
can 2d
box 1 grid 2
2c1
2c2
check
progress
""".strip().splitlines()


def puzzles() -> dict[str, Puzzle]:
    six, double = LAYOUTS["6x6"](), LAYOUTS["double"]()
    made = generate(six, 20, seed=1)
    small = LAYOUTS["4x4"]()
    rules = (KillerCage((0, 1), 3), Thermometer((4, 5, 6)))
    return {
        "six": made.puzzle, "double": generate(double, 60, seed=1).puzzle,
        "rules": Puzzle(small, (0,) * 16, "with rules", rules=rules),
        "several": Puzzle(small, (1, 0, 0, 2) + (0,) * 12, "several solutions"),
    }  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["six", "double", "rules", "several"])
def test_every_command(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = puzzles()[name]
    path = tmp_path / ("a.json" if puzzle.rules else "a.txt")
    path.write_text(write(puzzle, "rules" if puzzle.rules else "grid"))
    program, dice = LinearProgram(Options(path=path)), Random(1)
    found = list(program.start())
    lines = [*LINES, *(f"help {topic}" for topic in TOPICS)] if name == "six" else LINES
    mistyped = [mutate(line.encode(), dice, (b"1b", b"box", b"4 ", b"row"), (b"here", b"1b4")) for line in LINES]
    for line in (*lines, *(text.decode("utf-8", "replace")[:40] for text in mistyped if b"quit" not in text)):
        answer = program.answer(line)
        found.append(f"> {line!r}\n{answer}")
        if answer is None:
            break
    found.append(program.end())
    text = "\n".join(found).replace(str(tmp_path), "")
    assert re.sub(r"[0-9]+(?::[0-9]{2})+|[0-9]+ (seconds?|minutes?)", "T", text) == snapshot
