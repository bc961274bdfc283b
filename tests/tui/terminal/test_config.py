"""The config file: its settings apply, its errors are reported, and the command line has precedence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.language import ENGLISH, VARIABLE
from engine.play.state_directory import state_directory
from tui.__main__ import _options, main, parser
from tui.guests.confinement import GuestLimits
from tui.terminal.config import Config, after_command, config_path, read, remember, stored_choice, stored_theme
from tui.terminal.options import PAUSE_AFTER, THEMES, Options


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program looks for a config file."""
    path = tmp_path / "config.toml"
    monkeypatch.setenv("SATSUDOKU_CONFIG", str(path))
    return path


def options(*arguments: str) -> Options:
    return _options(parser().parse_args(arguments), read())


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("serve --port 0", "--port 0"),
        ("--lang de serve --port 0", "--lang de --port 0"),
        ("--lang=xx --config serve serve serve", "--lang xx serve"),
        ("--theme light serve", None),
        ("--config serve", None),
        ("puzzles serve", None),
        ("puzzles", None),
    ],
)
def test_a_command_follows_its_language_and_the_config_file(words: str, expected: str | None) -> None:
    assert after_command("serve", words.split()) == (None if expected is None else expected.split())


def test_a_server_takes_a_language_before_the_command_and_after_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, ENGLISH)  # the program sets another one
    for words in ("--lang de serve --block nobody", "serve --lang zh_CN --block nobody"):
        assert main(words.split()) == 2
        assert "no server has its state in this folder" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--lang", "xx", "serve"])
    assert "invalid choice: 'xx'" in capsys.readouterr().err


def test_no_message_without_a_file(file: Path) -> None:
    assert read() == Config()


def test_every_statement_a_file_can_contain(file: Path) -> None:
    file.write_text(
        'theme = "light"\nlow_bandwidth = true\nascii = true\nmouse = false\n'
        "tour = true\nwrite_results = true\npause_after = 0.5\n"
        '[keys.board]\nhint = "H, f3"\nundo = ["z", "ctrl+z"]\n'
    )
    keys = {"board": {"hint": "H, f3", "undo": "z, ctrl+z"}}
    switches = {"low_bandwidth": True, "ascii": True, "mouse": False, "tour": True, "write_results": True}
    assert read() == Config(file, {"theme": "light", **switches, "pause_after": 0.5}, keys)


def test_the_command_line_comes_first(file: Path) -> None:
    file.write_text('theme = "light"\nlow_bandwidth = true\nmouse = false\n')
    parsed = options()
    assert (parsed.theme, parsed.low_bandwidth, parsed.mouse) == ("light", True, False)
    parsed = options("--theme", "contrast", "--no-low-bandwidth", "--mouse")
    assert (parsed.theme, parsed.low_bandwidth, parsed.mouse) == ("contrast", False, True)


def test_options_for_results_and_paused_clocks(file: Path, tmp_path: Path) -> None:
    assert (options().write_results, options().pause_after) == (False, PAUSE_AFTER)
    assert options("--write-results").write_results
    file.write_text("write_results = true\npause_after = 0\n")
    assert (options().write_results, options().pause_after) == (True, 0)
    assert not options("--no-write-results").write_results
    guest = _options(parser().parse_args(["--write-results"]), read(), GuestLimits(tmp_path, tmp_path, 1, 1, 1))
    assert not guest.write_results  # guests write no files


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('theme = "lihgt"', 'theme = "lihgt": the themes are dark'),
        ("mouse = 1", "mouse = 1: write true or false"),
        ("pause_after = true", "pause_after = true: write a number of minutes"),
        ("pause_after = -1", "pause_after = -1: write a number of minutes"),
        ("pause_after = inf", "pause_after = inf: write a number of minutes"),
        ("low-bandwidth = true", "did you mean low_bandwidth?"),
        ("[keys.board]\nhint = 5", "[keys.board] hint = 5: write the key in quotes"),
        ('keys = "x"', "write a section"),
        ('[keys]\nhint = "x"', "write a section"),
        ("theme = ", "line 1: this is not valid TOML: Invalid value"),
        ('theme = "dark"\n\nmouse = tru\n', "line 3: this is not valid TOML: Invalid value"),
        ('theme = "dark"\n[keys.board', "line 2: this is not valid TOML: Expected ']'"),
        ("theme = " + "9" * 5000, "not valid TOML"),
        ("theme = 0x" + "f" * 5000, "not valid TOML"),
        ("theme = " + "[" * 5000, "not valid TOML"),
    ],
)
def test_errors_are_reported_in_one_line(file: Path, text: str, problem: str) -> None:
    file.write_text(text)
    (line,) = read().problems
    assert problem in line
    assert "\n" not in line


@pytest.mark.parametrize("content", [b"theme = ", b"\xff", b'theme = "light"\nmouse = tru'])
def test_a_file_that_is_not_toml_is_ignored_entirely(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    result = read()
    assert (result.settings, result.is_ignored, options().ignores_config) == ({}, True, True)


def test_the_rest_of_a_file_counts(file: Path) -> None:
    file.write_text('nonsense = 1\ntheme = "light"\nmouse = "off"\n[keys.board]\nhint = "H"\nundo = 7\n')
    result = read()
    assert (result.settings, result.keys, len(result.problems)) == ({"theme": "light"}, {"board": {"hint": "H"}}, 3)
    assert not result.is_ignored


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=amount(50))
@given(st.one_of(st.binary(max_size=60), st.text("[]keys.=\"'\n{}1a#", max_size=60).map(str.encode)))
def test_any_bytes_are_read_or_reported(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    result = read()
    assert not any("\n" in problem for problem in result.problems)


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.toml"):
        read(tmp_path / "missing.toml")


def test_the_usual_place_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SATSUDOKU_CONFIG", raising=False)
    assert config_path().name == "config.toml"
    assert "satsudoku" in str(config_path().parent).lower()


def test_the_last_given_theme_is_used(file: Path) -> None:
    assert stored_theme(read()) is None
    remember("theme", "contrast")
    assert stored_theme(read()) == "contrast"
    file.write_text('theme = "light"')
    os.utime(file, (9e9, 9e9))
    assert stored_theme(read()) == "light"
    os.utime(file, (1, 1))
    assert stored_theme(read()) == "contrast"


def test_a_choice_is_remembered_and_other_text_is_not_read_as_a_choice(tmp_path: Path) -> None:
    assert stored_choice("anything") == ""
    remember("anything", "this one")
    assert stored_choice("anything") == "this one"
    (state_directory() / "folder").mkdir()
    assert stored_choice("folder") == ""


def test_a_theme_that_cannot_be_remembered_does_no_harm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    monkeypatch.setenv("SATSUDOKU_STATE", str(tmp_path / "plain" / "state"))
    remember("theme", "light")
    assert stored_theme(Config()) is None


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_can_be_chosen_everywhere(file: Path, theme: str) -> None:
    file.write_text(f'theme = "{theme}"')
    assert options().theme == theme == options("--theme", theme).theme


@pytest.mark.long
def test_the_keys_in_force_are_printed(file: Path) -> None:
    file.write_text('[keys.board]\nhint = "H1"\nundo = "f12"\n')
    command = [sys.executable, "-m", "tui", "--keys"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    assert 'undo = "f12"' in run.stdout
    assert run.stderr.count("\n") == 1
    assert "hint" in run.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name here")
def test_endless_files_are_not_read(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(1 << 34)
    for path, answer in ((pipe, "not a regular file"), (large, "more than 1 mb"), (Path("/dev/zero"), "not a regular")):
        with pytest.raises(InputError, match=answer):
            read(path)
