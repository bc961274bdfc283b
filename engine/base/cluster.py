"""The workers of a Dask cluster (the optional library `distributed`) as an executor of `concurrent.futures`.

Scheduler and workers are there before: `dask scheduler` on one machine and `dask worker ADDRESS` on each that is to
work, with this program installed. Everything that is sent is pickled, and workers do what they are sent: an address
should be reached by those alone who may use the machines (Dask has TLS for this).
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
"""Seconds for the scheduler to answer, and for it to have a worker."""

COUNT_LIFETIME = 1.0
"""Seconds for which a count of the workers is good."""

_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


@contextmanager
def connect(address: str) -> Iterator[WorkerPool]:
    """The workers of the cluster whose scheduler has this address, for the block; as many as there are at any time.

    At the end of the block all that is not done is cancelled. What a worker that is gone had under way goes to another
    one; Lost is raised when there is none for TIMEOUT seconds. One that comes later without this program ends itself.
    Raises InputError if the library is missing, nothing answers within TIMEOUT seconds, or the workers lack this
    program.
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
    """Keep the library from telling at length what is told here in one line."""
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
        with suppress(TimeoutError):  # one that does not answer is no reason to do without the others
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

    A Client that finds none takes its time to say so, and waits for ever for what takes a connection but is silent.
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
    except MemoryError:  # by numbers that were none
        why = "something else answers there"
    except Exception as error:  # noqa: BLE001 (whatever it is, it is told)
        why = str(error) or type(error).__name__
    if why:
        raise _unreached(address, why)


def _unreached(address: str, why: str) -> InputError:
    advice = "start one by: dask scheduler; its first lines tell the address"
    return InputError(f"no scheduler was reached ({why})", path=f"cluster {address}", advice=advice)


def _signs(distributed: Any) -> tuple[type[BaseException], ...]:
    """What futures raise when the connection breaks, what taking more work does after it, and what kills workers."""
    client, comm = importlib.import_module("distributed.client"), importlib.import_module("distributed.comm")
    return CancelledError, comm.CommClosedError, client.ClosedClientError, distributed.KilledWorker


class _Link:
    """What became of a connection."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._where = f"cluster {address}"
        self._alone: float | None = None  # since when there is no worker
        self._threads, self._count_again = 0, 0.0

    def lost(self, error: BaseException) -> Lost:
        """What the user is told."""
        if type(error).__name__ == "KilledWorker":
            advice = "give them more memory, and satsudoku-tui to each"
            return Lost("one worker after the other was killed at the same piece", path=self._where, advice=advice)
        return Lost("the scheduler is gone", path=self._where, advice="start it again")

    def ahead(self) -> int:
        """How much may be under way: more when workers have come. Raises Lost if the scheduler is gone."""
        if time.monotonic() >= self._count_again:
            self._count()
        return AHEAD * max(self._threads, 1)

    def check(self) -> None:
        """Raise Lost if the scheduler is gone, or every worker for too long."""
        self._count()
        if self._threads:
            self._alone = None
        elif self._alone is None:
            self._alone = time.monotonic()
        elif time.monotonic() - self._alone > TIMEOUT:
            raise Lost(f"it has no worker left, for {TIMEOUT} s", path=self._where, advice="start some again")

    def _count(self) -> None:
        """Ask how many threads the workers have."""
        try:
            if self._client.status != "running":
                raise ConnectionError
            self._threads = sum(self._client.nthreads(callback_timeout=TIMEOUT).values())
        except OSError as error:
            raise self.lost(error) from None
        self._count_again = time.monotonic() + COUNT_LIFETIME


class _OnCluster(Executor):
    """The executor of a client, whose work learns when nobody waits for it any more."""

    def __init__(self, client: Any) -> None:
        # Not pure: equal pieces are to be done each for itself, without a look at what they are made of.
        self._executor = client.get_executor(pure=False)

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """See Executor."""
        future: Future[_Result] = self._executor.submit(_in_worker, work, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = True) -> None:  # noqa: ARG002
        """Cancel what is not done, without waiting for it."""
        self._executor.shutdown(wait=False)


def _in_worker(work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
    """Do it in a worker's thread: what is cancelled, and what is for a client that is gone, the worker knows of."""
    worker = importlib.import_module("distributed").get_worker()
    task = worker.state.tasks[worker.get_current_task()]
    token = stopping.set(lambda: bool(task.state == "cancelled"))
    try:
        return work(*args, **kwargs)
    finally:
        stopping.reset(token)
