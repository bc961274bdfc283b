"""Help in terminals of any width."""

import importlib
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.commands import cli
from engine.commands.folding import folded
from engine.commands.registry import COMMANDS

WORDS = st.lists(st.from_regex(r"[a-z]{1,12}", fullmatch=True), min_size=1, max_size=30).map(" ".join)


@pytest.mark.parametrize("columns", [80, 132])
@pytest.mark.parametrize("name", [*COMMANDS, ""])
def test_help_fits_the_terminal(
    name: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    with pytest.raises(SystemExit):
        cli.main([*name.split(), "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > columns] == []
    assert max(map(len, lines)) > columns / 2


@pytest.mark.parametrize("width", [30, 78])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_means_the_same_however_it_is_folded(name: str, width: int) -> None:
    text = importlib.import_module(f"engine.commands.{name}").EXAMPLES
    commands = [line.partition("   ")[0] for line in text.splitlines() if line.startswith("  satsudoku ")]
    for command in commands:
        pasted = "\n".join(folded(f"  {command.strip()}", width)).replace("\\\n", "")
        assert shlex.split(pasted) == shlex.split(command)


@given(WORDS, st.integers(20, 120))
def test_prose_is_wrapped_without_a_change_of_words(text: str, width: int) -> None:
    lines = list(folded(text.replace(" ", "\n", 3), width))
    assert " ".join(lines) == text
    assert all(len(line) <= width for line in lines)


def test_long_text_wraps_with_a_hanging_indent() -> None:
    text = """\
words:
  one  1
  two  the second of all the words

  satsudoku show file.cnf        (all of it)
  satsudoku show --json file.cnf   (not so short)
the
end"""
    assert (
        "\n".join(folded(text, 28))
        == """\
words:
  one  1
  two  the second of all the
       words

  satsudoku show file.cnf
      (all of it)
  satsudoku show --json \\
      file.cnf
      (not so short)
the end"""
    )
