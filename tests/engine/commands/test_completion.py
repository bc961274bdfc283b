"""The completion scripts have every command and option, in the syntax of each shell."""

import shutil
import subprocess
from pathlib import Path

import pytest
import shtab

from engine.commands.completion import script
from engine.commands.registry import COMMANDS, parser

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("shell", shtab.SUPPORTED_SHELLS)
def test_every_command_is_documented(satsudoku, shell: str) -> None:
    outcome = satsudoku("completion", shell)
    assert outcome.code == 0
    assert all(name in outcome.out for name in COMMANDS)


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["gen"], "generate"),
        (["generate", "--diff"], "--difficulty"),
        (["solve", "--branch"], "--branching"),
        (["completion", "fi"], "fish"),
        (["solve", "puzzles/bro"], "puzzles/broken.cnf"),
        (["check", "--proof", "CHANG"], "CHANGELOG.md"),
        (["generate", "--certify", "puzz"], "puzzles"),
        (["generate", "--layout", "samu"], "samurai"),
        (["make", "quee"], "queens"),
    ],
)
def test_bash_completes(typed: list[str], answer: str) -> None:
    words = " ".join(["satsudoku", *typed])
    line = f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}\n_shtab_satsudoku\n" + 'echo "${COMPREPLY[@]}"'
    command = ["bash", "-c", f"{script(parser(), 'bash')}\n{line}"]
    output = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert output.stdout.split() == [answer]


def test_a_shell_that_is_unknown(satsudoku) -> None:
    assert satsudoku("completion", "cmd").code == 2
