"""The sentence on how jobs are confined."""

from pathlib import Path

import pytest

from tui.guests import jail
from tui.guests.confinement import GuestLimits
from tui.guests.jail import Jail

BOUNDS = GuestLimits(Path("/puzzles"), Path("/state"))


def test_only_active_keys_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jail.landlock, "version", lambda: 6)
    assert "(" not in str(Jail(BOUNDS))
    assert str(Jail(BOUNDS, calls=True)).endswith(" (seccomp)")
    assert str(Jail(BOUNDS, files=True, namespaces=True, users=True)).endswith(" (Landlock 6, namespaces, own users)")
