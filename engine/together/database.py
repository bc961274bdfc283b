"""Access to the server's file: one thread reads and writes it for all sessions, with many requests per transaction."""

import logging
import sqlite3
from collections.abc import Callable, Collection
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from engine.play.database import exclusive_lock, is_damage, set_aside
from engine.together import schema
from engine.together.salvage import salvage

Answer = TypeVar("Answer")
Work = Callable[[sqlite3.Connection], Answer]
_Result = tuple[Future[Any], Any, Exception | None]

BUSY_SECONDS = 10.0
"""Seconds to wait for a command of the host, another process, that locks the file."""

log = logging.getLogger("satsudoku.server")


class ServerDatabase:
    """The file and its thread. Requests run in the order of their submission, each completely or not at all."""

    def __init__(self, path: Path, players_with_games: Callable[[], Collection[int]] | None = None) -> None:
        """Open the file, creating or upgrading it as needed. Raises OSError or sqlite3.Error.

        With `players_with_games`, which returns their numbers, a damaged file is set aside and replaced by
        one with everything that can be recovered, now or when it turns out to be damaged.
        """
        self._path, self._players_with_games = path, players_with_games
        try:
            self._connection = _open_connection(path, is_checked=players_with_games is not None)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if players_with_games is None or not is_damage(error):
                raise
            self._repair()
        self._requests: SimpleQueue[tuple[Work[Any], Future[Any]] | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name="database")
        self._thread.start()

    def submit(self, work: Work[Answer]) -> Future[Answer]:
        """Run `work` on the thread; once the future is done, its changes are in the file."""
        future: Future[Answer] = Future()
        self._requests.put((work, future))
        return future

    def run(self, work: Work[Answer]) -> Answer:
        """Run `work` on the thread and wait for its result."""
        return self.submit(work).result()

    def close(self) -> None:
        """Finish the submitted requests and close the file."""
        self._requests.put(None)
        self._thread.join()

    def _serve(self) -> None:
        with closing(self._connection):
            is_open = True
            while is_open:
                batch = [self._requests.get()]
                while not self._requests.empty():
                    batch.append(self._requests.get())
                is_open = None not in batch
                self._process([request for request in batch if request])

    def _repair(self) -> None:
        """Set the damaged file aside, and open a recovered one. Raises OSError or sqlite3.Error."""
        assert self._players_with_games is not None
        new = self._path.with_suffix(".salvaged")
        with exclusive_lock(self._path):
            new.unlink(missing_ok=True)
            recovered = salvage(self._path, new, self._players_with_games())
            damaged_file = set_aside(self._path, "damaged")
            new.rename(self._path)
        self._connection = _open_connection(self._path, is_checked=False)
        log.error(
            "%s is damaged: %d players recovered, %d of them without their names, and %d matches; the damaged file is "
            "now %s",
            self._path,
            recovered.players,
            recovered.nameless,
            recovered.matches,
            damaged_file.name,
            extra={"event": "damage"},
        )

    def _process(self, batch: list[tuple[Work[Any], Future[Any]]]) -> None:
        """Run requests in one transaction, once more if the file has to be repaired before."""
        try:
            results = self._transaction_results(batch)
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            results = [(future, None, error) for _, future in batch]
            if self._players_with_games is not None and is_damage(error):
                self._connection.close()
                try:
                    self._repair()
                    results = self._transaction_results(batch)
                except (OSError, sqlite3.Error, UnicodeDecodeError) as second_error:
                    log.exception("%s is damaged and can't be repaired", self._path)
                    results = [(future, None, second_error) for _, future in batch]
        for future, answer, failure in results:
            if failure:
                future.set_exception(failure)
            else:
                future.set_result(answer)

    def _transaction_results(self, batch: list[tuple[Work[Any], Future[Any]]]) -> list[_Result]:
        """Run requests in one transaction, and return the results once it is committed.

        Raises sqlite3.Error, or UnicodeDecodeError for some damage, if no change was made.
        """
        connection = self._connection
        results: list[_Result] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for work, future in batch:
                connection.execute("SAVEPOINT request")
                try:
                    results.append((future, work(connection), None))
                except Exception as error:
                    if is_damage(error):
                        raise
                    connection.execute("ROLLBACK TO request")
                    results.append((future, None, error))
                connection.execute("RELEASE request")
            connection.execute("COMMIT")
        except (sqlite3.Error, UnicodeDecodeError):
            if connection.in_transaction:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
            raise
        return results


def _open_connection(path: Path, *, is_checked: bool) -> sqlite3.Connection:
    """Open the file. Raises sqlite3.Error, also for damage that a check finds."""
    connection = sqlite3.connect(path, BUSY_SECONDS, check_same_thread=False, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.row_factory = sqlite3.Row
        schema.bring_up_to_date(connection)
        if is_checked and (problems := [row[0] for row in connection.execute("PRAGMA quick_check(1)")]) != ["ok"]:
            error = sqlite3.DatabaseError(*problems)
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error
    except (sqlite3.Error, UnicodeDecodeError):
        connection.close()
        raise
    return connection


def back_up(path: Path, copy: Path) -> None:
    """Copy the file in its current state, even while a server uses it. Raises sqlite3.Error."""
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", BUSY_SECONDS, uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
