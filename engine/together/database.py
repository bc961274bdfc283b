"""Access to the server's file: one thread reads and writes it for all sessions, with many requests per transaction."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from engine.together import schema

Answer = TypeVar("Answer")
Work = Callable[[sqlite3.Connection], Answer]

BUSY_SECONDS = 10.0
"""Seconds to wait for a command of the host, another process, that locks the file."""


class ServerDatabase:
    """The file and its thread. Requests run in the order of their submission, each completely or not at all."""

    def __init__(self, path: Path) -> None:
        """Open the file, creating or upgrading it as needed. Raises sqlite3.Error."""
        self._connection = sqlite3.connect(path, BUSY_SECONDS, check_same_thread=False, isolation_level=None)
        try:
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute("PRAGMA foreign_keys=ON")
            self._connection.row_factory = sqlite3.Row
            schema.bring_up_to_date(self._connection)
        except sqlite3.Error:
            self._connection.close()
            raise
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
            goes_on = True
            while goes_on:
                batch = [self._requests.get()]
                while not self._requests.empty():
                    batch.append(self._requests.get())
                goes_on = None not in batch
                self._do([request for request in batch if request])

    def _do(self, batch: list[tuple[Work[Any], Future[Any]]]) -> None:
        """Run requests in one transaction; their futures are done only after it is committed."""
        connection = self._connection
        results: list[tuple[Future[Any], Any, Exception | None]] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for work, future in batch:
                connection.execute("SAVEPOINT request")
                try:
                    results.append((future, work(connection), None))
                except Exception as error:  # noqa: BLE001 (it is for the one who asked)
                    connection.execute("ROLLBACK TO request")
                    results.append((future, None, error))
                connection.execute("RELEASE request")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            results = [(future, None, error) for _, future in batch]
        for future, answer, failure in results:
            if failure:
                future.set_exception(failure)
            else:
                future.set_result(answer)


def back_up(path: Path, copy: Path) -> None:
    """Copy the file in its current state, even while a server uses it. Raises sqlite3.Error."""
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", BUSY_SECONDS, uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
