"""Byte streams of files: reads regular files only, unpacks them by content, and writes files atomically."""

import io
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.polling import poll
from engine.base.unpacking import FOREIGN, MAX_MEMORY, PACKED, DamagedDataError, Unpacker, UnpackingMemoryError

MAX_UNPACKED = 1 << 30
"""Maximum unpacked size of a file in bytes (1 GiB), so that a small file can't fill the memory."""

MAX_FACTOR, ANY_FACTOR_BYTES = 200, 1 << 26
"""Maximum ratio of unpacked to packed size, above an unpacked size of 64 MiB; text grows 5 to 50 times."""

_PIECE_BYTES = 1 << 20
_UNPACK_ADVICE = lazy_gettext("unpack it yourself first")
_OPEN_FLAGS = os.O_RDONLY
for _name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):  # each system has its own
    _OPEN_FLAGS |= getattr(os, _name, 0)
_OTHER_KINDS = {
    stat.S_IFDIR: lazy_gettext("a folder"),
    stat.S_IFIFO: lazy_gettext("a pipe"),
    stat.S_IFSOCK: lazy_gettext("a socket"),
    stat.S_IFCHR: lazy_gettext("a device"),
    stat.S_IFBLK: lazy_gettext("a device"),
}


def open_regular(path: "str | PathLike[str]") -> io.FileIO:
    """Open a regular file for reading, unbuffered.

    Raises InputError if it can't be opened or is not a regular file (a folder, a pipe, a device); never waits for the
    other end of a pipe.
    """
    try:
        descriptor = os.open(path, _OPEN_FLAGS)
    except (OSError, ValueError) as error:
        kind = _kind(path)
        raise _kind_error(path, kind) if kind else _access_error(_("can't be read"), path, error) from None
    kind = _OTHER_KINDS.get(stat.S_IFMT(os.fstat(descriptor).st_mode))
    if kind:
        os.close(descriptor)
        raise _kind_error(path, kind)
    return io.FileIO(descriptor, "r")


def read_at_most(path: "str | PathLike[str]", most: int) -> bytes | None:
    """The content of a file of at most this many bytes; None if it is larger. Raises as `open_regular` and OSError."""
    with open_regular(path) as file:
        data = file.read(most + 1)
    return data if len(data) <= most else None


class Source:
    """The bytes of an open file (or of a BytesIO) in pieces, unpacked if it begins like gzip, bzip2 or xz.

    `size` is the size of the file in bytes and `done` the number of them read: both as stored, so packed if it is
    packed. Bytes appended after opening are not read.
    """

    def __init__(self, file: "io.FileIO | io.BytesIO", path: "str | PathLike[str] | None" = None) -> None:
        """Raises InputError for unsupported compression, or if the file can't be read."""
        self._file = file
        self._path = path
        self.done = 0
        try:
            self.size = file.seek(0, io.SEEK_END)
            file.seek(0)
            self._limit = self._remaining = min(MAX_UNPACKED, max(ANY_FACTOR_BYTES, MAX_FACTOR * self.size))
            self._unpacker = self._unpacker_of(file.read(6) or b"")
            file.seek(0)
        except OSError as error:
            raise _access_error(_("can't be read"), path, error) from None

    def read(self, count: int) -> bytes:
        """The next bytes, at most `count`; empty at the end of the file.

        Raises InputError if the file can't be read, is truncated meanwhile or damaged, or exceeds the limits of the
        unpacked size.
        """
        try:
            if self._unpacker is None:
                return self._read_stored(count)
            piece = self._unpacker.read(count)
        except OSError as error:
            raise _access_error(_("can't be read"), self._path, error) from None
        except DamagedDataError as error:
            problem = _("the compressed file is cut off or damaged ({error})").format(error=error)
            raise InputError(problem, path=self._path, advice=_("get it again")) from None
        except UnpackingMemoryError:
            problem = _("unpacking takes more than {most} MB of memory").format(most=MAX_MEMORY >> 20)
            raise InputError(problem, path=self._path, advice=_UNPACK_ADVICE) from None
        self._remaining -= len(piece)
        if self._remaining < 0:
            raise InputError(
                _("unpacks to more than {most} bytes").format(most=self._limit), path=self._path, advice=_UNPACK_ADVICE
            )
        return piece

    def _read_stored(self, count: int) -> bytes:
        """The next bytes as stored."""
        size_needed = min(count, self.size - self.done)
        piece = self._file.read(size_needed) or b""
        if size_needed and not piece:
            raise InputError(_("it was truncated while being read"), path=self._path, advice=_("try again"))
        self.done += len(piece)
        return piece

    def _unpacker_of(self, start: bytes) -> Unpacker | None:
        """The unpacker for the first bytes of a file; None if it is not packed."""
        for mark, name in FOREIGN.items():
            if start.startswith(mark):
                problem = _("compressed with {name}, which can't be read here").format(name=name)
                raise InputError(problem, path=self._path, advice=_("unpack it first"))
        for mark, name in PACKED.items():
            if start.startswith(mark):
                try:
                    return Unpacker(self._read_stored, mark)
                except ImportError:
                    problem = _("this Python has no {name} module").format(name=name)
                    raise InputError(problem, path=self._path, advice=_("unpack it first")) from None
        return None


def read_whole(
    path: "str | PathLike[str]",
    *,
    most: int | None = None,
    too_long: InputError | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> bytes:
    """All bytes of a regular file, unpacked. Raises what `open_regular` and `Source` raise, and Cancelled.

    Raises `too_long` if there are more than `most` bytes. `on_progress` is called with the number of bytes read and the
    total.
    """
    data = bytearray()
    with open_regular(path) as file:
        source = Source(file, path)
        while piece := source.read(_PIECE_BYTES):
            poll(cancel)
            data += piece
            if on_progress is not None:
                on_progress(source.done, source.size)
            if most is not None and too_long is not None and len(data) > most:
                raise too_long
    return bytes(data)


@contextmanager
def replacing(path: "str | PathLike[str]") -> Iterator[BinaryIO]:
    """Write a file that replaces `path` at the end of the block, or not at all if the block raises.

    The bytes go to a new file in the same folder, which then replaces an older one; until then they can be read again.
    Raises InputError if that fails, or if `path` exists and is not a regular file.
    """
    target = Path(os.path.realpath(path))
    kind = _kind(target)
    if kind:
        raise _kind_error(path, kind)
    import secrets  # only to write

    draft = target.with_name(f".satsudoku-{secrets.token_hex(4)}")
    try:
        with draft.open("x+b") as file:
            if target.exists():
                draft.chmod(stat.S_IMODE(target.stat().st_mode))
            yield file
        draft.replace(target)
    except BaseException as error:
        with suppress(OSError):  # in a read-only folder the draft does not exist, and its removal fails too
            draft.unlink()
        if isinstance(error, OSError):
            raise _access_error(_("can't be written"), path, error) from None
        raise


def _kind(path: "str | PathLike[str]") -> Sentence | None:
    """The kind of an existing path that is not a regular file."""
    try:
        return _OTHER_KINDS.get(stat.S_IFMT(os.stat(path).st_mode))
    except (OSError, ValueError):
        return None


def _kind_error(path: "str | PathLike[str]", kind: Sentence) -> InputError:
    return InputError(_("is {kind}, not a regular file").format(kind=kind), path=path, advice=_("name a regular file"))


def _access_error(problem: str, path: "str | PathLike[str] | None", error: Exception) -> InputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(f"{problem}: {reason}", path=path, advice=_("check the path and its permissions"))
