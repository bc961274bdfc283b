"""What the shells are told: every command and option there is, in words they understand."""

import shutil
import subprocess

import pytest
import shtab

from engine.commands.everything import COMMANDS, parser


@pytest.mark.parametrize("shell", shtab.SUPPORTED_SHELLS)
def test_every_command_is_told(satsudoku, shell: str) -> None:
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
    ],
)
def test_bash_completes(typed: list[str], answer: str) -> None:
    words = " ".join(["satsudoku", *typed])
    script = f"{shtab.complete(parser(), 'bash')}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed)}\n_shtab_satsudoku\n"
    told = subprocess.run(["bash", "-c", script + 'echo "${COMPREPLY[@]}"'], capture_output=True, text=True, check=True)
    assert told.stdout.split() == [answer]


def test_a_shell_that_is_unknown(satsudoku) -> None:
    assert satsudoku("completion", "cmd").code == 2
