"""The workers of a Dask cluster (the optional library `distributed`) as an executor of `concurrent.futures`.

Scheduler and workers must be running: `dask scheduler` on one machine and `dask worker ADDRESS` on each machine that is
to work, with this program installed. Everything sent is pickled, and workers execute what they are sent: only people
who may use the machines should be able to reach an address (Dask supports TLS for this).
"""

import asyncio
import importlib
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from typing import Any, ParamSpec, TypeVar

from engine.base.errors import InputError
from engine.base.executors import AHEAD, Lost, WorkerPool, stopping

TIMEOUT = 10
"""Seconds to wait for the scheduler to answer, and to have a worker."""

COUNT_LIFETIME = 1.0
"""Seconds for which a count of the workers is valid."""

_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


@contextmanager
def connect(address: str) -> Iterator[WorkerPool]:
    """Connect to the scheduler at this address; yields its workers, however many there are at any time.

    At the end of the block all unfinished work is cancelled. The work of a lost worker is given to another one; Lost is
    raised if there is none for TIMEOUT seconds. A worker that joins later without this program stops itself. Raises
    InputError if the library is missing, nothing answers within TIMEOUT seconds, or the workers lack this program.
    """
    distributed = _library()
    with _quiet():
        client = _client(distributed, address)
        executor = _OnCluster(client)
        link = _Link(client, address)
        try:
            yield WorkerPool(executor, link.ahead, _signs(distributed), link.lost, link.check)
        finally:
            if client.status == "running":  # otherwise it would wait for the scheduler
                executor.shutdown()
            client.close(timeout=1)


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the long log messages of the library; errors are reported in one line here."""
    levels = {handler: handler.level for handler in logging.getLogger("distributed").handlers}
    for handler in levels:
        handler.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for handler, level in levels.items():
            handler.setLevel(level)


def _library() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        advice = "install it by: pip install 'satsudoku-tui[cluster]'"
        raise InputError("--cluster needs the library distributed", advice=advice) from None


def _client(distributed: Any, address: str) -> Any:
    """A client that has workers with this program."""
    where = f"cluster {address}"
    _greet(distributed, address)
    try:
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _unreached(address, str(error) or f"no answer for {TIMEOUT} s") from None
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except (TimeoutError, OSError):
        client.close(timeout=1)
        advice = f"start some by: dask worker {address}"
        raise InputError(f"it has no worker, for {TIMEOUT} s", path=where, advice=advice) from None
    try:
        with suppress(TimeoutError):  # one worker that does not answer does not exclude the others
            client.run(importlib.import_module, __name__, callback_timeout=TIMEOUT)
    except OSError as error:
        client.close(timeout=1)
        raise _Link(client, address).lost(error) from None
    except ImportError as error:
        client.close(timeout=1)
        advice = "install satsudoku-tui for each worker"
        raise InputError(f"a worker lacks this program ({error})", path=where, advice=advice) from None
    return client


def _greet(distributed: Any, address: str) -> None:
    """Raise InputError if no scheduler answers there.

    A Client without a scheduler reports this late, and waits forever for a server that accepts a connection but is
    silent.
    """

    async def ask() -> Any:
        security = distributed.Security().get_connection_args("client")
        comm = await distributed.core.connect(address, timeout=TIMEOUT, **security)
        try:
            return await distributed.core.send_recv(comm, op="identity")
        finally:
            comm.abort()

    try:
        answer = asyncio.run(asyncio.wait_for(ask(), TIMEOUT))
        why = "" if answer["type"] == "Scheduler" else f"that is a {answer['type'].lower()}"
    except TimeoutError:
        why = f"no answer for {TIMEOUT} s"
    except MemoryError:  # by numbers from another protocol
        why = "something else answers there"
    except Exception as error:  # noqa: BLE001 (reported, whatever it is)
        why = str(error) or type(error).__name__
    if why:
        raise _unreached(address, why)


def _unreached(address: str, why: str) -> InputError:
    advice = "start one by: dask scheduler; its first lines tell the address"
    return InputError(f"no scheduler was reached ({why})", path=f"cluster {address}", advice=advice)


def _signs(distributed: Any) -> tuple[type[BaseException], ...]:
    """The exceptions raised by futures when the connection breaks, by `submit` after that, and for killed workers."""
    client, comm = importlib.import_module("distributed.client"), importlib.import_module("distributed.comm")
    return CancelledError, comm.CommClosedError, client.ClosedClientError, distributed.KilledWorker


class _Link:
    """The state of a connection."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._where = f"cluster {address}"
        self._alone: float | None = None  # when the last worker left
        self._threads, self._count_again = 0, 0.0

    def lost(self, error: BaseException) -> Lost:
        """The error for the user."""
        if type(error).__name__ == "KilledWorker":
            advice = "give them more memory, and satsudoku-tui to each"
            return Lost("one worker after the other was killed at the same piece", path=self._where, advice=advice)
        return Lost("the scheduler is gone", path=self._where, advice="start it again")

    def ahead(self) -> int:
        """Maximum amount of pending work for the current number of workers. Raises Lost if the scheduler is gone."""
        if time.monotonic() >= self._count_again:
            self._count()
        return AHEAD * max(self._threads, 1)

    def check(self) -> None:
        """Raise Lost if the scheduler is gone, or all workers for too long."""
        self._count()
        if self._threads:
            self._alone = None
        elif self._alone is None:
            self._alone = time.monotonic()
        elif time.monotonic() - self._alone > TIMEOUT:
            raise Lost(f"it has no worker left, for {TIMEOUT} s", path=self._where, advice="start some again")

    def _count(self) -> None:
        """Ask for the number of threads of the workers."""
        try:
            if self._client.status != "running":
                raise ConnectionError
            self._threads = sum(self._client.nthreads(callback_timeout=TIMEOUT).values())
        except OSError as error:
            raise self.lost(error) from None
        self._count_again = time.monotonic() + COUNT_LIFETIME


class _OnCluster(Executor):
    """The executor of a client, whose work can poll whether it is cancelled."""

    def __init__(self, client: Any) -> None:
        # Not pure: equal pieces of work are executed separately, and are not hashed.
        self._executor = client.get_executor(pure=False)

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """See Executor."""
        future: Future[_Result] = self._executor.submit(_in_worker, work, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:  # noqa: ARG002
        """Cancel unfinished work, without waiting for it."""
        self._executor.shutdown(wait=False)


def _in_worker(work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
    """Run work in a thread of a worker, where `stopping` tells whether it was cancelled or its client is gone."""
    worker = importlib.import_module("distributed").get_worker()
    task = worker.state.tasks[worker.get_current_task()]
    token = stopping.set(lambda: bool(task.state == "cancelled"))
    try:
        return work(*args, **kwargs)
    finally:
        stopping.reset(token)
