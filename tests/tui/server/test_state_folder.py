"""The state folder disappears or becomes unwritable while people play."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tui.server.state_folder import StateFolder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="serve needs a Unix system")


def test_a_removed_replaced_or_locked_folder_is_reported_until_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, elsewhere, inside = tmp_path / "state", tmp_path / "moved", tmp_path / "state" / "players"
    inside.mkdir(parents=True)
    folder = StateFolder(place, (inside, place / "later.db"))
    assert folder.problem() == ""
    place.rename(elsewhere)
    assert "gone" in folder.problem()
    place.mkdir()
    assert "another folder" in folder.problem()
    place.rmdir()
    elsewhere.rename(place)
    assert folder.problem() == ""
    real = os.access  # root may write anywhere: a failing system call replaces the mode
    monkeypatch.setattr(os, "access", lambda path, mode: path != inside and real(path, mode))
    assert folder.problem() == f"{inside} is read-only"


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_moved_folder_is_reported_once_to_players_and_the_log(start: Any, tmp_path: Path) -> None:
    asyncssh = pytest.importorskip("asyncssh")
    from ssh_players import DIGITS, HOLES, playing

    server = start()
    state, elsewhere = tmp_path / "state", tmp_path / "elsewhere"
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with server.connect("alice", key) as connection:
        async with playing(connection) as player:
            await player.leave_tour()
            player.press("enter")
            await player.see(f"{HOLES} to fill")
            player.press(str(DIGITS[0]))
            await player.see(f"{HOLES - 1} to fill")
            state.rename(elsewhere)
            await player.see("write its files")
            player.press("right", str(DIGITS[1]))
            await player.see("folder is gone")
            async with server.connect("bob", asyncssh.generate_private_key("ssh-ed25519")) as other:
                with pytest.raises(asyncssh.ChannelOpenError):
                    await other.create_process(term_type="xterm", term_size=(80, 24))
            assert not state.exists(), "a new one would hide what was saved before"
            elsewhere.rename(state)
            await player.see("can write its files again")
            player.press("right", str(DIGITS[2]))
            await player.see("Games are saved again")
        async with playing(connection) as player:
            await player.see("resume 1")
            player.press("r")
            await player.see("nearly")
            player.press("enter")
            await player.see(f"{HOLES - 3} to fill")
    assert server.log.count("can't be used, so nothing is saved") == 1
    assert server.log.count("can be used again") == 1
    assert "Traceback" not in server.log
