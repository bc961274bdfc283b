"""The options of the program: each is there, with what it takes and its default."""

from pathlib import Path

import pytest

from tui.__main__ import parser

SWITCHES = ("low_bandwidth", "accessible", "ascii", "mouse", "write_results", "tour")


def test_defaults() -> None:
    arguments = vars(parser().parse_args([]))
    assert {arguments[name] for name in (*SWITCHES, "path", "theme", "language", "lessons", "config")} == {None}
    assert (arguments["keys"], arguments["version"], arguments["print_completion"]) == (False, False, None)
    assert (arguments["restricted"], arguments["state"]) == (None, None)
    assert (arguments["most_seconds"], arguments["most_memory"], arguments["most_games"]) == (60, 1000, 200)


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_go_both_ways(name: str) -> None:
    option = name.replace("_", "-")
    assert getattr(parser().parse_args([f"--{option}"]), name) is True
    assert getattr(parser().parse_args([f"--no-{option}"]), name) is False


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        (["a.cnf"], "path", Path("a.cnf")),
        (["https://example.org//x"], "path", "https://example.org//x"),
        (["--theme", "mono"], "theme", "mono"),
        (["--lang", "de"], "language", "de"),
        (["--lessons", "mine"], "lessons", Path("mine")),
        (["--config", "c.toml"], "config", Path("c.toml")),
        (["--keys"], "keys", True),
        (["--version"], "version", True),
        (["--print-completion", "zsh"], "print_completion", "zsh"),
        (["--restricted", "shown"], "restricted", Path("shown")),
        (["--state", "kept"], "state", Path("kept")),
        (["--most-seconds", "5"], "most_seconds", 5),
        (["--most-memory", "300"], "most_memory", 300),
        (["--most-games", "7"], "most_games", 7),
    ],
)
def test_options(words: list[str], name: str, value: object) -> None:
    assert getattr(parser().parse_args(words), name) == value
