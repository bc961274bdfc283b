"""The file of the store: opening, transactions, and recovery from damage."""

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from engine.play import schema
from engine.play.errors import StoreError

if TYPE_CHECKING:
    from engine.play.salvage import Salvaged

log = logging.getLogger("satsudoku.games")
log.addHandler(logging.NullHandler())  # without a handler, Python would write errors to stderr, over the screen

_FileId = tuple[int, int]
"""The device and the inode of a file."""

_BUSY_SECONDS = 5.0
_MIN_FREE_BYTES = 1 << 20
"""A disk with fewer free bytes counts as full."""
_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_ERRORS = (sqlite3.Error, UnicodeDecodeError)  # the latter if a message of SQLite quotes a damaged schema
_UNKNOWN_FORMAT = "unsupported file format"  # SQLite's message for a format number in the header that it does not know
_REASONS = {
    sqlite3.SQLITE_FULL: lazy_gettext("the disk is full"),
    sqlite3.SQLITE_READONLY: lazy_gettext("it is read-only"),
    sqlite3.SQLITE_BUSY: lazy_gettext("another program has locked it"),
    sqlite3.SQLITE_CANTOPEN: lazy_gettext("it can't be opened for writing"),
    sqlite3.SQLITE_IOERR: lazy_gettext("the disk reports errors"),
}
NO_ROOM = lazy_gettext("there is no room for more games; delete finished ones")


class DamagedDatabaseError(StoreError):
    """The file was damaged; it was renamed, and replaced by one with everything that could be recovered."""


class GameDatabase:
    """An SQLite file in WAL mode with synchronous=NORMAL: committed data survives the end of the process.

    Any thread may use it; a lock serializes transactions. Other programs may have the same file open.
    """

    def __init__(self, path: Path, max_bytes: int | None = None, *, names_only: bool = False) -> None:
        """Open the file, creating it if necessary. Raises StoreError if that fails or a newer version wrote the file.

        The file does not grow beyond `max_bytes`; None: until the disk is full. A damaged file is renamed and replaced
        by one with everything that could be recovered, which `notice` reports; this can also happen after a
        transaction. With `names_only`, sentences contain file names without folders.
        """
        self.path = path
        self.notice = ""
        self._max_bytes = max_bytes
        self._names_only = names_only
        self._lock = RLock()
        self._connection: sqlite3.Connection | None = None
        self._file_id: _FileId | None = None
        with self._lock, self._errors_converted():
            self._open()

    @contextmanager
    def transaction(self, kind: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
        """Run the block as a transaction. `kind` is IMMEDIATE for writing, DEFERRED for reading a consistent state.

        Raises StoreError if it failed, DamagedDatabaseError if the file turned out to be damaged.
        """
        with self._lock, self._errors_converted():
            connection = self._open()
            try:
                connection.execute(f"BEGIN {kind}")
                yield connection
                connection.execute("COMMIT")
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if _is_damage(error):
                    self._set_aside(self._file_id)
                    self._open()
                    message, self.notice = self.notice, ""
                    raise DamagedDatabaseError(message) from error
                raise

    def close(self) -> None:
        """Close the file. The next transaction opens it again."""
        with self._lock, self._errors_converted():
            if self._connection:
                self._connection.close()
            self._connection = None

    def _path_text(self, path: Path) -> str:
        """A path as shown to players."""
        return path.name if self._names_only else str(path)

    def _open(self) -> sqlite3.Connection:
        """The connection; a new one if there is none, or the file was removed or replaced.

        Data written to a removed file would be lost.
        """
        deadline = time.monotonic() + _BUSY_SECONDS
        while (file := _file_id(self.path)) is None or file != self._file_id or self._connection is None:
            self.close()
            try:
                self._connection = self._connect()
                self._file_id = _file_id(self.path)  # None if it was removed while it was being opened
                if self._file_id is None and time.monotonic() > deadline:
                    raise sqlite3.OperationalError(_("the file keeps disappearing"))
            except _ERRORS as error:
                if time.monotonic() > deadline:
                    raise
                if _is_damage(error):
                    self._set_aside(file)
                elif _primary(error) == sqlite3.SQLITE_BUSY:
                    time.sleep(0.01)  # SQLite itself does not wait for the change to WAL mode
                else:
                    raise
        return self._connection

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # In one statement, so that both describe the same state of the file.
        version, tables = connection.execute(
            "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
        ).fetchone()
        if version > schema.VERSION:
            raise StoreError(
                _(
                    "{path}: written by a newer version of this program; update it, or name another "
                    "directory in SATSUDOKU_STATE."
                ).format(path=self._path_text(self.path))
            )
        if version < 0 or (version == 0 and tables):
            raise StoreError(
                _("{path}: belongs to another program; name another directory in SATSUDOKU_STATE.").format(
                    path=self._path_text(self.path)
                )
            )
        connection.text_factory = _decoded
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            schema.make(connection)
        elif version < schema.VERSION:
            schema.upgrade(connection)
        schema.check(connection)
        if self._max_bytes is not None:
            (page_size,) = connection.execute("PRAGMA page_size").fetchone()
            connection.execute(f"PRAGMA max_page_count = {self._max_bytes // page_size}")

    def _set_aside(self, damaged: _FileId | None) -> None:
        """Rename the damaged file, unless another program did, and replace it with the recovered data."""
        self.close()
        with exclusive_lock(self.path):
            if _file_id(self.path) != damaged:
                self.notice = _("The saved games were damaged; another program has repaired them.")
                return
            new = self.path.with_suffix(".salvaged")
            salvaged = _salvage(self.path, new)
            aside = set_aside(self.path, "damaged")
            if salvaged.games:
                new.rename(self.path)
            else:
                new.unlink(missing_ok=True)
        counts = {"whole": salvaged.whole, "shortened": salvaged.shortened, "lost": salvaged.lost}
        log.error(
            "%s is damaged: %d games came back whole, %d shortened, %d are lost; the damaged file is now %s",
            self.path,
            *counts.values(),
            aside.name,
            extra={"event": "damage"},
        )
        message = _("The saved games were damaged. A new, empty file is in use; the old one is now {aside}.")
        if salvaged.games:
            message = _(
                "The saved games were damaged. Recovered: {whole}; recovered up to an earlier move: {shortened}; "
                "lost: {lost}. The damaged file is now {aside}."
            )
        self.notice = message.format(aside=self._path_text(aside), **counts)

    @contextmanager
    def _errors_converted(self) -> Iterator[None]:
        """Convert errors of the file system and SQLite to StoreError."""
        try:
            yield
        except (*_ERRORS, OSError) as error:
            reason = self._reason(error)
            raise StoreError(
                _("Games are not being saved: {reason} ({path}).").format(
                    reason=reason, path=self._path_text(self.path)
                )
            ) from error

    def _reason(self, error: Exception) -> object:
        """Why the file can't be used, in words."""
        if isinstance(error, OSError):
            return (error.strerror or str(error)).lower()
        code = _primary(error)
        if code == sqlite3.SQLITE_FULL and self._max_bytes is not None and _has_room(self.path.parent):
            return NO_ROOM
        return _REASONS.get(code) or printable(str(error))


@contextmanager
def exclusive_lock(path: Path) -> Iterator[None]:
    """Lock out other programs while a file is replaced. Raises sqlite3.Error."""
    with closing(sqlite3.connect(path.with_suffix(".lock"), timeout=_BUSY_SECONDS, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def set_aside(path: Path, reason: str) -> Path:
    """Rename a file of games, if it exists, to a name with the reason; returns the new path. Raises OSError.

    Its journals are renamed first, so that a new file never meets them.
    """
    number = 1
    while (aside := path.with_stem(f"{path.stem}-{reason}-{number}")).exists():
        number += 1
    for suffix in ("-wal", "-shm", ""):
        part = Path(f"{path}{suffix}")
        if part.exists():
            part.rename(f"{aside}{suffix}")
    return aside


def _salvage(damaged: Path, path: Path) -> "Salvaged":
    """Recover a damaged file into a new one. Raises OSError or sqlite3.Error."""
    from engine.play.salvage import Salvaged, salvage  # rarely needed

    path.unlink(missing_ok=True)
    try:
        return salvage(damaged, path)
    except (OSError, sqlite3.OperationalError):  # such as a full disk: it may work later
        raise
    except Exception:
        log.exception("%s: nothing can be salvaged", damaged)
        return Salvaged(0, 0, 0)


def _primary(error: BaseException) -> int:
    """The primary result code of SQLite; 0 if the error has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _is_damage(error: BaseException) -> bool:
    """Whether the file is damaged, or its tables are not those of its version."""
    return isinstance(error, schema.SchemaError) or is_damage(error)


def is_damage(error: BaseException) -> bool:
    """Whether the error says that the file is damaged."""
    return isinstance(error, UnicodeDecodeError) or _primary(error) in _DAMAGE_CODES or str(error) == _UNKNOWN_FORMAT


def _has_room(folder: Path) -> bool:
    """Whether the disk has space left."""
    try:
        return shutil.disk_usage(folder).free > _MIN_FREE_BYTES
    except OSError:
        return False


def _decoded(data: bytes) -> str:
    """Decode text of the file, replacing damaged bytes."""
    return data.decode(errors="replace")


def _file_id(path: Path) -> _FileId | None:
    """The identity of the file that the path names now; None if there is none."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
