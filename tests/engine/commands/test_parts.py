"""Input in parts: files, compressed or not, standard input, and unreadable input."""

import gzip
import io
import os
import threading
from pathlib import Path

import pytest
from systems import unix

from engine.base.errors import InputError
from engine.commands import reading
from engine.commands.parts import PART, parts_of

CONTENT = bytes(range(256)) * 1000


def test_a_file_and_how_much_of_it_was_read(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(CONTENT)
    with parts_of(str(path)) as (parts, share):
        first = next(parts)
        assert (len(first), share()) == (PART, ", 25 % of the file")
        assert first + b"".join(parts) == CONTENT
        assert share() == ", 100 % of the file"


def test_a_packed_file(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(gzip.compress(CONTENT))
    with parts_of(str(path)) as (parts, _):
        assert b"".join(parts) == CONTENT


def test_standard_input(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(CONTENT)))
    with parts_of("-") as (parts, share):
        assert b"".join(parts) == CONTENT
        assert share() == ""


@unix
def test_a_named_pipe_is_read_as_it_comes(tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = threading.Event()

    def feed() -> None:
        with path.open("wb", buffering=0) as pipe:
            pipe.write(b"first")
            read.wait(10)
            pipe.write(b"second")

    feeder = threading.Thread(target=feed)
    feeder.start()
    with parts_of(str(path)) as (parts, _):
        assert next(parts) == b"first"
        read.set()
        assert b"".join(parts) == b"second"
    feeder.join()


class Broken(io.BytesIO):
    def read1(self, size: int | None = -1, /) -> bytes:
        raise OSError(5, "Input/output error")


def test_unreadable_items_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Broken()))
    with (
        pytest.raises(InputError, match="standard input: can't be read: Input/output error"),
        parts_of("-") as (parts, _),
    ):
        next(parts)


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input: it is closed"), parts_of("-"):
        pass


@unix
def test_a_named_pipe_that_no_program_writes_to_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    monkeypatch.setattr(reading, "PATIENCE", 0.1)
    with pytest.raises(InputError, match="no program began to write"), parts_of(str(path)):
        pass
