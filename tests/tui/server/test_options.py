"""The options of `satsudoku-tui serve`: defaults, help, and values that are refused."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tui.server.options import parser

VALUES = ("", "0", "1", "-1", "22", "65535", "65536", "100000", "x", "1.5", "1e3", "0.1", "nan", "127.0.0.1", "/")


def test_options(snapshot: SnapshotAssertion, capsys: pytest.CaptureFixture[str]) -> None:
    options = parser()
    found = [f"{options.description}\n{options.epilog}"]
    for action in options._actions:
        default = action.default if not isinstance(action.default, Path) else action.default.name
        found.append(f"{action.option_strings} {default!r} {action.metavar} {action.nargs} {action.help}")
        for value in VALUES if action.nargs is None and action.type not in (None, str, Path) else ():
            try:
                given = options.parse_args([f"{action.option_strings[-1]}={value}"])
            except SystemExit:
                found.append(f"  {value!r} refused: {capsys.readouterr().err.splitlines()[-1].partition(': ')[2]}")
            else:
                found.append(f"  {value!r} = {getattr(given, action.dest)!r}")
    assert "\n".join(found) == snapshot
