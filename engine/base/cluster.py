"""The workers of a Dask cluster (the optional library `distributed`) as an executor of `concurrent.futures`.

Scheduler and workers must be running: `dask scheduler` on one machine and `dask worker ADDRESS` on each machine that
works, with this program installed. Everything sent is pickled, and workers execute what they receive: let only people
who may use the machines reach an address (Dask supports TLS for this).
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

TIMEOUT_SECONDS = 10
"""Seconds to wait for the scheduler to answer, and to have a worker."""

COUNT_SECONDS = 1.0
"""Seconds for which a count of the workers is valid."""

_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


@contextmanager
def connect(address: str) -> Iterator[WorkerPool]:
    """Connect to the scheduler at this address; yield its workers, whose number may change.

    At the end of the block, all unfinished work is cancelled. The work of a lost worker goes to another one; Lost is
    raised if there is none for TIMEOUT_SECONDS. A worker that joins later without this program stops itself. Raises
    InputError if the library is missing, nothing answers within TIMEOUT_SECONDS, or the workers lack this program.
    """
    distributed = _library()
    with _quiet():
        client = _client(distributed, address)
        executor = _ClusterExecutor(client)
        connection = _ClusterConnection(client, address)
        try:
            yield WorkerPool(executor, connection.ahead, _signs(distributed), connection.lost, connection.check)
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
    location = f"cluster {address}"
    _check_scheduler(distributed, address)
    try:
        client = distributed.Client(address, timeout=TIMEOUT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise _scheduler_error(address, str(error) or f"no answer for {TIMEOUT_SECONDS} s") from None
    try:
        client.wait_for_workers(1, timeout=TIMEOUT_SECONDS)
    except (TimeoutError, OSError):
        client.close(timeout=1)
        advice = f"start some by: dask worker {address}"
        raise InputError(f"it has no worker, for {TIMEOUT_SECONDS} s", path=location, advice=advice) from None
    try:
        with suppress(TimeoutError):  # the others may answer
            client.run(importlib.import_module, __name__, callback_timeout=TIMEOUT_SECONDS)
    except OSError as error:
        client.close(timeout=1)
        raise _ClusterConnection(client, address).lost(error) from None
    except ImportError as error:
        client.close(timeout=1)
        advice = "install satsudoku-tui for each worker"
        raise InputError(f"a worker lacks this program ({error})", path=location, advice=advice) from None
    return client


def _check_scheduler(distributed: Any, address: str) -> None:
    """Raise InputError if no scheduler answers there.

    A Client without a scheduler reports this late, and waits forever for a server that accepts a connection but is
    silent.
    """

    async def ask() -> Any:
        security = distributed.Security().get_connection_args("client")
        comm = await distributed.core.connect(address, timeout=TIMEOUT_SECONDS, **security)
        try:
            return await distributed.core.send_recv(comm, op="identity")
        finally:
            comm.abort()

    try:
        answer = asyncio.run(asyncio.wait_for(ask(), TIMEOUT_SECONDS))
        reason = "" if answer["type"] == "Scheduler" else f"that is a {answer['type'].lower()}"
    except TimeoutError:
        reason = f"no answer for {TIMEOUT_SECONDS} s"
    except MemoryError:  # by numbers from another protocol
        reason = "something else answers there"
    except Exception as error:  # noqa: BLE001 (reported, whatever it is)
        reason = str(error) or type(error).__name__
    if reason:
        raise _scheduler_error(address, reason)


def _scheduler_error(address: str, reason: str) -> InputError:
    advice = "start one by: dask scheduler; its first lines tell the address"
    return InputError(f"no scheduler was reached ({reason})", path=f"cluster {address}", advice=advice)


def _signs(distributed: Any) -> tuple[type[BaseException], ...]:
    """The exceptions raised by futures when the connection breaks, by `submit` after that, and for killed workers."""
    client, comm = importlib.import_module("distributed.client"), importlib.import_module("distributed.comm")
    return CancelledError, comm.CommClosedError, client.ClosedClientError, distributed.KilledWorker


class _ClusterConnection:
    """The state of a connection."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._location = f"cluster {address}"
        self._empty_since: float | None = None
        """When the last worker left (`time.monotonic`)."""
        self._threads = 0
        """Number of threads of the workers, as last counted."""
        self._count_expiry = 0.0
        """When that count expires (`time.monotonic`)."""

    def lost(self, error: BaseException) -> Lost:
        """The error for the user."""
        if type(error).__name__ == "KilledWorker":
            advice = "give them more memory, and satsudoku-tui to each"
            problem = "one worker after the other was killed by the same piece of work"
            return Lost(problem, path=self._location, advice=advice)
        return Lost("the scheduler is gone", path=self._location, advice="start it again")

    def ahead(self) -> int:
        """Maximum amount of pending work for the current number of workers. Raises Lost if the scheduler is gone."""
        if time.monotonic() >= self._count_expiry:
            self._count()
        return AHEAD * max(self._threads, 1)

    def check(self) -> None:
        """Raise Lost if the scheduler is gone, or all workers for too long."""
        self._count()
        if self._threads:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = time.monotonic()
        elif time.monotonic() - self._empty_since > TIMEOUT_SECONDS:
            problem = f"it has no worker left, for {TIMEOUT_SECONDS} s"
            raise Lost(problem, path=self._location, advice="start some again")

    def _count(self) -> None:
        """Ask for the number of threads of the workers."""
        try:
            if self._client.status != "running":
                raise ConnectionError
            self._threads = sum(self._client.nthreads(callback_timeout=TIMEOUT_SECONDS).values())
        except OSError as error:
            raise self.lost(error) from None
        self._count_expiry = time.monotonic() + COUNT_SECONDS


class _ClusterExecutor(Executor):
    """The executor of a client, whose work can poll whether it is cancelled."""

    def __init__(self, client: Any) -> None:
        # Not pure: equal pieces of work are executed separately, and are not hashed.
        self._executor = client.get_executor(pure=False)

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Run the work in a worker."""
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
