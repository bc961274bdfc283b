"""Text from files, their names or the command line is harmless to the terminal, whatever the command."""

import json
import unicodedata
from pathlib import Path

import pytest

from engine.commands.registry import COMMANDS
from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle

ESCAPES = "\x1b[31m\x1b]0;title\x07\x1bP+q\x1b\\\x9b2J\x90\x85"
INVISIBLE = "\u202e\u2066\u200b\u200f\u2028\u2029\ufeff\u00ad\U000e0041\ue000"
CONTROLS = "".join(map(chr, [*range(1, 10), 11, 12, *range(14, 32), 127, *range(128, 160)]))
HOSTILE = f"{ESCAPES}{INVISIBLE}{CONTROLS}宽😀e\u0301"
NAME = HOSTILE.replace("/", "")[:60] + "\udcff\udc9b"
"""For a file; the last two stand for invalid UTF-8."""

UNSAFE = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
ROW = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SMALL = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, HOSTILE)
CNF = f"c {HOSTILE}\nc  {HOSTILE}\np cnf 2 2 {HOSTILE}\n1 -2 0\n2 0\n"

PUZZLES = {
    "text": f"# {HOSTILE}\n{ROW}\n",
    "hodoku": f":{HOSTILE.replace(':', '').replace(' ', '')}:x:{ROW}:::\n",
    "fpuzzles": json.dumps({"size": 4, "title": HOSTILE + "\ud800\udfff\ud800", "grid": [[{}] * 4] * 4}),
    "opensudoku": f'<opensudoku><game data="{ROW}" note="{INVISIBLE}\x7f\x9b&#x202e;&#9;"/></opensudoku>',
    "ksudoku": formats.write(SMALL, "ksudoku").replace('name="sudoku', f'name="{INVISIBLE}\x7f\x9b'),
}
BROKEN = {
    "token": f"p cnf 1 1\n1 {HOSTILE} 0\n",
    "header": f"p {ESCAPES} 1 1\n",
    "puzzle": f"{ROW[:40]}\u009b{ROW[41:]}\n",
    "short": ROW[:-9] + ESCAPES + "\n",
    "xml": f"<{INVISIBLE}opensudoku>",
    "root": "<a\u0301\u0640/>",
    "encoding": '<?xml version="1.0" encoding="x-' + "y" * 300 + '"?><opensudoku/>',
    "rule": json.dumps({"size": 4, HOSTILE: [1], "grid": [[{}] * 4] * 4}),
    "answer": f"s {HOSTILE}\n",
    "layout": f"layout {HOSTILE}\n",
    "proof": f"1 0\n{HOSTILE}\n",
}


def unsafe(text: str) -> list[str]:
    """The control characters in the output."""
    return sorted({sign for sign in text if sign not in "\t\n" and unicodedata.category(sign) in UNSAFE})


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


COMMAND_LINES = [
    "show", "solve", "solve --json", "solve --res=out.res", "solve --solver dpll", "rate", "rate --steps", "hint",
    "encode", "encode --form course", "decode", "compare --run dpll:first", "compare --json --run dpll:first",
    "compare --run dpll:first --csv -", "print", "batch -o -", "batch", "check", "check {} --proof",
    "generate --layout", "encode --layout {}", "rate --layout {}", "-s", "solve --proof out.drat",
]  # fmt: skip


@pytest.mark.few(9)
@pytest.mark.parametrize("line", COMMAND_LINES)
def test_no_command_prints_what_a_terminal_could_act_on(line: str, place: Path, satsudoku) -> None:
    files = {"cnf": CNF, **PUZZLES, **BROKEN}
    for kind, text in files.items():
        path = place / f"{kind}{NAME}"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        words = [word.replace("{}", path.name) for word in line.split()]
        outcome = satsudoku(*words, path.name)

        assert not unsafe(outcome.out), (line, kind, outcome.out)
        assert not unsafe(outcome.err), (line, kind, outcome.err)
        if outcome.code == 2:
            assert outcome.err.startswith("satsudoku: ")
            assert outcome.err.count("\n") == 1, outcome.err
            assert len(outcome.err) < 3000


@pytest.mark.parametrize("command", COMMANDS)
def test_messages_about_arguments_contain_no_control_characters(command: str, place: Path, satsudoku) -> None:
    for words in ([NAME], ["--" + NAME], ["--layout", NAME], ["--seed", NAME], ["-o", NAME + "/x", NAME]):
        outcome = satsudoku(command, *words)
        assert not unsafe(outcome.out + outcome.err), (words, outcome)
        assert outcome.err.count("\n") <= 1
