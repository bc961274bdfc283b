"""Runs a function on many items: in this process, in several processes, or on the workers of a cluster.

Callers open `workers`, which yields an executor of `concurrent.futures` in each case. Only a few items are in progress
at a time, so that neither the items nor the results fill the memory.
"""

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from multiprocessing import Event, parent_process
from multiprocessing.synchronize import Event as Flag
from typing import Any, ParamSpec, TypeVar

from engine.base.errors import Cancelled, InputError
from engine.base.language import _

AHEAD = 3
"""Items per worker in progress or waiting: enough to keep it busy, few enough for the memory."""

_CHECK_SECONDS = 0.25
"""How long to wait for a result before the pool is checked."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


def _never() -> bool:
    return False


stopping: ContextVar[Callable[[], bool]] = ContextVar("stopping", default=_never)
"""Returns whether the work of this thread is no longer needed; set by the code that starts the work."""


class Lost(InputError):
    """A worker is gone, and its work is lost."""


@dataclass(frozen=True)
class WorkerPool:
    """An executor and how to use it. `ahead` returns how many items may be in progress or wait now, at least 1.

    `signs` are the exceptions by which the executor reports that workers are gone for good, and `lost` converts one of
    them to an error for the user. `check` is called regularly while no result arrives; it raises Lost if none will.
    """

    executor: Executor
    ahead: Callable[[], int]
    signs: tuple[type[BaseException], ...] = ()
    lost: Callable[[BaseException], Lost] = lambda error: Lost(str(error))
    check: Callable[[], None] = lambda: None


@contextmanager
def workers(jobs: int = 1) -> Iterator[WorkerPool]:
    """Yield workers: this process if `jobs` is 1, or `jobs` processes.

    At the end of the block, running work is stopped (see `is_stopped`) and waiting work is dropped. For workers of a
    cluster, see `engine.base.cluster.connect`.
    """
    if jobs == 1:
        yield WorkerPool(_SerialExecutor(), lambda: 1)
    else:
        stopped = Event()
        pool = ProcessPoolExecutor(jobs, initializer=_prepare_process, initargs=(stopped,))
        try:
            yield WorkerPool(pool, lambda: AHEAD * jobs, (BrokenExecutor,), _process_killed)
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """The number of processes that this process may use: 1 if it is itself a worker."""
    return 1 if parent_process() else os.cpu_count() or 1


@contextmanager
def threads(jobs: int) -> Iterator[WorkerPool]:
    """Yield threads of this process as workers, for work that releases the GIL.

    Nothing has to pickle, and the threads inherit the context of the caller. At the end of the block, they are stopped
    like those of `workers`.
    """
    stopped = threading.Event()
    pool = _ThreadExecutor(jobs, stopped)
    try:
        yield WorkerPool(pool, lambda: AHEAD * jobs)
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)


def is_stopped() -> bool:
    """Whether the result of this thread's work is no longer needed; long work polls this."""
    return stopping.get()()


def in_order(
    work: Callable[[_Item], _Result], items: Iterable[_Item], pool: WorkerPool
) -> Generator[tuple[_Item, _Result]]:
    """Yield each item with its result, in the order of the items.

    In other processes `work`, the items and the results must pickle. Raises what `work` raises, and Lost if workers are
    gone.
    """
    return _results(work, items, pool, lambda waiting: [next(iter(waiting))])


def as_done(
    work: Callable[[_Item], _Result], items: Iterable[_Item], pool: WorkerPool
) -> Generator[tuple[_Item, _Result]]:
    """Like `in_order`, but yield each result as soon as it is there."""
    return _results(work, items, pool, list)


_Waiting = dict[Future[_Result], _Item]


def _results(
    work: Callable[[_Item], _Result],
    items: Iterable[_Item],
    pool: WorkerPool,
    choose: Callable[["_Waiting[_Result, _Item]"], list[Future[_Result]]],
) -> Generator[tuple[_Item, _Result]]:
    """Yield items with results; `choose` selects the futures, oldest first, whose results may come next."""
    waiting: _Waiting[_Result, _Item] = {}

    def next_result() -> Generator[tuple[_Item, _Result]]:
        """Yield the next result, if it arrives soon."""
        done = wait(choose(waiting), _CHECK_SECONDS, FIRST_COMPLETED).done
        if not done:
            pool.check()
            return
        future = next(iter(done))
        try:
            pair = waiting.pop(future), future.result()
        except pool.signs as error:
            raise pool.lost(error) from None
        yield pair

    for item in items:
        try:
            waiting[pool.executor.submit(_unless_stopped, work, item)] = item
        except pool.signs as error:
            raise pool.lost(error) from None
        while len(waiting) >= pool.ahead():
            yield from next_result()
    while waiting:
        yield from next_result()


def _unless_stopped(work: Callable[[_Item], _Result], item: _Item) -> _Result:
    if is_stopped():
        raise Cancelled
    return work(item)


class _SerialExecutor(Executor):
    """Runs work immediately in the calling thread; its exceptions come from `submit`."""

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Run the work and return its result as a future."""
        future: Future[Any] = Future()
        future.set_result(work(*args, **kwargs))
        return future


class _ThreadExecutor(ThreadPoolExecutor):
    """Runs work in the context in which it was submitted, until stopped."""

    def __init__(self, jobs: int, stopped: threading.Event) -> None:
        super().__init__(jobs)
        self._stopped = stopped

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Run the work in a thread."""
        context, outside = copy_context(), stopping.get()
        context.run(stopping.set, lambda: self._stopped.is_set() or outside())
        return super().submit(context.run, partial(work, *args, **kwargs))


def _process_killed(_unused: BaseException) -> Lost:
    return Lost(_("a process that did a part of the work was killed"), advice=_("try fewer --jobs if memory is short"))


def _prepare_process(stopped: Flag) -> None:
    """Set up a worker process: ignore ctrl-c and hang-ups, and end when the parent is killed.

    A process that ended while sending a result would leave its parent waiting for the rest forever.
    """
    stopping.set(stopped.is_set)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # used by a pool to end its processes when one is gone
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
