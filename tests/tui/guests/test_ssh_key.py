"""Guests of one account are distinguished by their keys, and no guest can pose as another."""

import os
import re
import sys
from pathlib import Path

import pytest

from engine.base.errors import InputError
from tui.guests import ssh_key
from tui.guests.ssh_key import VARIABLE, key_mark

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="restricted needs a Unix system")
ONE, OTHER = "publickey ssh-ed25519 AAAAC3Nz", "publickey ssh-ed25519 AAAAC3Nx"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in place of the one where sshd writes."""
    monkeypatch.setattr(ssh_key, "_AUTH_FILE", re.compile(re.escape(str(tmp_path)) + r"/sshauth\.[A-Za-z0-9]+"))
    return tmp_path


def mark(path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str | None:
    path.write_text(text)
    monkeypatch.setenv(VARIABLE, str(path))
    return key_mark()


def test_each_key_has_its_own_mark_in_every_session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, later = folder / "sshauth.abc", folder / "sshauth.DEF123"
    assert mark(first, f"{ONE}\n", monkeypatch) == mark(later, f"{ONE}\n", monkeypatch)
    assert mark(first, f"{ONE}\n", monkeypatch) == mark(later, f"{ONE}\npassword\n", monkeypatch)
    contents = [f"{ONE}\n", f"{OTHER}\n", f"{ONE}\n{OTHER}\n", f"{OTHER}\n{ONE}\n"]
    marks = [mark(first, text, monkeypatch) for text in contents]
    assert len(set(marks)) == len(contents)
    assert all(each is not None and re.fullmatch("[0-9a-f]{32}", each) for each in marks)


@pytest.mark.parametrize("content", ["", "password\n", "keyboard-interactive\n", "publickey\n", "publickey \n"])
def test_sessions_without_a_key_have_no_mark(folder: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    assert mark(folder / "sshauth.abc", content, monkeypatch) is None


def test_without_information_of_sshd_there_is_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert key_mark() is None


def test_files_not_written_by_sshd_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = folder / "own"
    own.write_text(f"{ONE}\n")
    (folder / "sshauth.link").symlink_to(own)
    os.mkfifo(folder / "sshauth.fifo")
    (folder / "sshauth.folder").mkdir()
    (folder / "sshauth.x").mkdir()
    for name in (own, "/proc/self/environ", "/dev/stdin", folder / "sshauth.x/../own", f"{folder}/sshauth.abc\n",
                 *(folder / f"sshauth.{kind}" for kind in ("link", "fifo", "folder", "gone"))):  # fmt: skip
        monkeypatch.setenv(VARIABLE, str(name))
        with pytest.raises(InputError):
            key_mark()
