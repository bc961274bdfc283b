"""The same work on many things, wherever it is done: here, in several processes, or on the workers of a cluster.

Whoever has work to deal out opens `workers` and sees an executor of `concurrent.futures`, whichever it is. Only some
things are under way at a time, so that neither the things nor the results fill the memory.
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
"""Things a worker that wait or are done before their turn: enough to keep it busy, few enough for the memory."""

_LOOK = 0.25
"""Seconds without a result after which it is asked whether there will be one."""

_Thing = TypeVar("_Thing")
_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


def _never() -> bool:
    return False


stopping: ContextVar[Callable[[], bool]] = ContextVar("stopping", default=_never)
"""What tells the work of this thread that nobody waits for it any more; set where it is begun for someone else."""


class Lost(InputError):
    """A worker is gone, and with it what it had under way."""


@dataclass(frozen=True)
class WorkerPool:
    """Where work is done. `ahead` tells how many things may be under way or wait for their turn now, at least 1.

    `signs` are the exceptions by which the executor tells that workers are gone for good, and `lost` makes of one what
    the user is told. `check`, called now and then while no result comes, raises Lost where none will come.
    """

    executor: Executor
    ahead: Callable[[], int]
    signs: tuple[type[BaseException], ...] = ()
    lost: Callable[[BaseException], Lost] = lambda error: Lost(str(error))
    check: Callable[[], None] = lambda: None


@contextmanager
def workers(jobs: int = 1, cluster: str | None = None) -> Iterator[WorkerPool]:
    """Workers for the block: this process if `jobs` is 1, so many other ones, or those of the cluster at an address.

    At the end of the block what is under way is stopped (see `is_stopped`) and what waits is dropped. Raises what
    `engine.base.cluster.connect` raises.
    """
    if cluster is not None:
        from engine.base.cluster import connect

        with connect(cluster) as connected:
            yield connected
    elif jobs == 1:
        yield WorkerPool(_Here(), lambda: 1)
    else:
        stopped = Event()
        pool = ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(stopped,))
        try:
            yield WorkerPool(pool, lambda: AHEAD * jobs, (BrokenExecutor,), _killed)
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)


def cores() -> int:
    """How many things this process may work on at a time: one if it is itself the worker of another one."""
    return 1 if parent_process() else os.cpu_count() or 1


@contextmanager
def threads(jobs: int) -> Iterator[WorkerPool]:
    """So many threads of this process as workers for the block: for work that leaves the interpreter to others.

    Nothing has to pickle, and what is set in the context of the caller is set in them. At the end of the block they
    are stopped as those of `workers` are.
    """
    stopped = threading.Event()
    pool = _Threads(jobs, stopped)
    try:
        yield WorkerPool(pool, lambda: AHEAD * jobs)
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)


def is_stopped() -> bool:
    """Whether nobody waits for what this thread works on: long work polls this."""
    return stopping.get()()


def in_order(
    work: Callable[[_Thing], _Result], things: Iterable[_Thing], by: WorkerPool
) -> Generator[tuple[_Thing, _Result]]:
    """Each thing and what `work` makes of it, in the order of the things.

    Unless it is done here `work`, the things and the results must pickle. Raises what `work` raises, and Lost when
    workers are gone.
    """
    return _results(work, things, by, lambda waiting: [next(iter(waiting))])


def as_done(
    work: Callable[[_Thing], _Result], things: Iterable[_Thing], by: WorkerPool
) -> Generator[tuple[_Thing, _Result]]:
    """The same as `in_order`, each as soon as it is done."""
    return _results(work, things, by, list)


_Waiting = dict[Future[_Result], _Thing]


def _results(
    work: Callable[[_Thing], _Result],
    things: Iterable[_Thing],
    by: WorkerPool,
    choose: Callable[["_Waiting[_Result, _Thing]"], list[Future[_Result]]],
) -> Generator[tuple[_Thing, _Result]]:
    """`choose` tells which of those under way, oldest first, may come next."""
    waiting: _Waiting[_Result, _Thing] = {}

    def take() -> Generator[tuple[_Thing, _Result]]:
        """The next result, if it is there soon."""
        done = wait(choose(waiting), _LOOK, FIRST_COMPLETED).done
        if not done:
            by.check()
            return
        future = next(iter(done))
        try:
            pair = waiting.pop(future), future.result()
        except by.signs as error:
            raise by.lost(error) from None
        yield pair

    for thing in things:
        try:
            waiting[by.executor.submit(_unless_stopped, work, thing)] = thing
        except by.signs as error:
            raise by.lost(error) from None
        while len(waiting) >= by.ahead():
            yield from take()
    while waiting:
        yield from take()


def _unless_stopped(work: Callable[[_Thing], _Result], thing: _Thing) -> _Result:
    if is_stopped():
        raise Cancelled
    return work(thing)


class _Here(Executor):
    """Does everything at once, in the calling thread; what it raises comes from `submit`."""

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Do it and return the result in a future."""
        done: Future[Any] = Future()
        done.set_result(work(*args, **kwargs))
        return done


class _Threads(ThreadPoolExecutor):
    """Does everything in the context in which it was submitted, until it is stopped."""

    def __init__(self, jobs: int, stopped: threading.Event) -> None:
        super().__init__(jobs)
        self._stopped = stopped

    def submit(
        self, work: Callable[_Arguments, _Result], /, *args: _Arguments.args, **kwargs: _Arguments.kwargs
    ) -> Future[_Result]:
        """Have it done by a thread."""
        context, outside = copy_context(), stopping.get()
        context.run(stopping.set, lambda: self._stopped.is_set() or outside())
        return super().submit(context.run, partial(work, *args, **kwargs))


def _killed(_unused: BaseException) -> Lost:
    return Lost(_("a process that did a part of the work was killed"), advice=_("try fewer --jobs if memory is short"))


def _prepare(stopped: Flag) -> None:
    """Leave ctrl-c and a lost terminal to the process that this one works for, and end when that was killed.

    A process that ended while it sends a result would have the other one wait for the rest of it for ever.
    """
    stopping.set(stopped.is_set)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # by which a pool ends its other processes when one is gone
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
