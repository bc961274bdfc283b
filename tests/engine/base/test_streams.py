"""Input and output files: opening, unpacking, and never leaving a half-written file."""

import bz2
import errno
import gzip
import io
import lzma
import os
import socket
from pathlib import Path

import pytest
from systems import unix

from engine.base import streams
from engine.base.errors import InputError
from engine.base.streams import Source, open_regular, replacing

TEXT = b"c hello\n" * 1000
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


def read_all(data: bytes) -> bytes:
    source, found = Source(io.BytesIO(data)), b""
    while piece := source.read(100):
        found += piece
    return found


def refusal(path: "str | Path") -> str:
    with pytest.raises(InputError) as caught:
        open_regular(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_missing_items_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "gone.cnf"
    assert refusal(path) == f"{path}: can't be read: No such file or directory; check the path and its permissions"


def test_a_path_that_no_file_can_have_is_refused() -> None:
    answer = refusal("a\0b")
    assert "can't be read: " in answer
    assert "embedded null" in answer  # Python's texts, which differ between versions


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="all may be read here, or by root")
def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "secret.cnf"
    path.write_bytes(TEXT)
    path.chmod(0)
    assert refusal(path) == f"{path}: can't be read: Permission denied; check the path and its permissions"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: is a folder, not a regular file; name a regular file"


@unix
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == f"{tmp_path}/pipe: is a pipe, not a regular file; name a regular file"


@unix
def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert refusal("socket") == "socket: is a socket, not a regular file; name a regular file"


@unix
def test_a_device_is_refused() -> None:
    assert refusal("/dev/zero") == "/dev/zero: is a device, not a regular file; name a regular file"


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_packed_files_are_unpacked_by_their_first_bytes(pack) -> None:
    assert read_all(pack(TEXT)) == TEXT
    assert read_all(pack(TEXT) + pack(b"more")) == TEXT + b"more"
    assert read_all(pack(b"")) == b""


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_a_packed_file_that_is_cut_off_or_damaged_is_refused(pack) -> None:
    packed = pack(os.urandom(1000))
    middle = len(packed) // 2
    broken = packed[:middle] + bytes(byte ^ 0xFF for byte in packed[middle : middle + 20]) + packed[middle + 20 :]
    for data in (packed[:-10], packed[:middle], packed[:7], broken):
        with pytest.raises(InputError, match=r"^the compressed file is cut off or damaged \(.+\); get it again$"):
            read_all(data)


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS)
def test_archives_that_unpack_to_too_much_are_refused(pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MAX_UNPACKED", len(TEXT))
    assert read_all(pack(TEXT)) == TEXT
    with pytest.raises(InputError, match=r"^unpacks to more than 8000 bytes; unpack it yourself first$"):
        read_all(pack(TEXT + b"x"))
    assert read_all(TEXT + b"x") == TEXT + b"x", "a file that is not packed has the size it has"


@pytest.mark.parametrize(
    ("start", "name"), [(b"\x28\xb5\x2f\xfd", "zstd"), (b"PK\x03\x04", "zip"), (b"7z\xbc\xaf\x27\x1c", "7z")]
)
def test_other_packers_are_named(start: bytes, name: str) -> None:
    with pytest.raises(InputError, match=f"^compressed with {name}, which can't be read here; unpack it first$"):
        read_all(start + TEXT)


def test_done_and_size_are_as_stored(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    path.write_bytes(gzip.compress(os.urandom(300_000)))
    with open_regular(path) as file:
        source, seen = Source(file, path), []
        while source.read(10_000):
            seen.append(source.done)
    assert seen == sorted(seen)
    assert 0 < seen[0] < seen[-1] == source.size == path.stat().st_size


@unix
def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "result.res"
    path.write_bytes(b"old")
    path.chmod(0o640)
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    with replacing(tmp_path / "new") as file:
        file.write(b"x")
    (tmp_path / "usual").touch()
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "result.res"
    path.write_bytes(b"old")

    def interrupted() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_where_nothing_may_be_written_the_file_itself_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a read-only file system, removing a missing file fails too."""

    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    path = tmp_path / "result.res"
    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(InputError) as caught, replacing(path):
        pass
    assert str(caught.value) == f"{path}: can't be written: Read-only file system; check the path and its permissions"


def test_a_link_is_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@unix
def test_no_device_or_folder_is_replaced(tmp_path: Path) -> None:
    for path, kind in ((tmp_path, "a folder"), (Path("/dev/null"), "a device")):
        with pytest.raises(InputError) as caught, replacing(path):
            pass
        assert str(caught.value) == f"{path}: is {kind}, not a regular file; name a regular file"


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "result.res"
    with pytest.raises(InputError) as caught, replacing(path):
        pass
    advice = "check the path and its permissions"
    assert str(caught.value) == f"{path}: can't be written: No such file or directory; {advice}"
