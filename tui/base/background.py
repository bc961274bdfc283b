"""Work off the event loop, on threads or in processes: started, followed and cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from itertools import count
from threading import Lock
from time import sleep
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast, get_type_hints

from textual.dom import DOMNode
from textual.timer import Timer
from textual.worker import Worker

from engine.base import values
from engine.base.errors import Cancelled, InputError
from engine.base.language import current, speaking
from engine.base.language import lazy_gettext as _
from engine.base.lazy_dataclasses import dataclass
from engine.base.text import printable

if TYPE_CHECKING:  # it imports this module
    from tui.base.base_app import BaseApp

Answer = TypeVar("Answer")
News = TypeVar("News")

OnNews = Callable[[News], Awaitable[object] | object]
"""A callback on the event loop for an answer, an error or progress."""

PATIENCE = 0.3
"""Seconds after which unfinished work is reported to the user."""

SECOND = 1.0
"""Seconds between two reports of the elapsed time."""

_POLL_INTERVAL = 0.005
"""Seconds between two polls of whether keys are still waiting."""

WAITING = _("waiting for a free worker{ellipsis}")


class Executor(Protocol):
    """Runs work outside of this process. The work must pickle, and its answer and news must be values."""

    async def __call__(
        self, work: Callable[[Job[News]], Answer], job: Job[News], waits: Callable[[], object], /
    ) -> Answer:
        """Return the answer of the work; `waits` is called if it has to queue.

        Raises what the work raises, and InputError.
        """


class Job(Generic[News]):
    """A handle to a piece of work, shared by its owner and the thread or process that runs it."""

    def __init__(self, deliver: Callable[[Job[News]], None]) -> None:
        """`deliver` is called, in the work's thread, when there is unread news."""
        self._deliver = deliver
        self._cancelled = False
        self._stopped = False
        self._on_stop: Callable[[], object] = _nothing
        self.gives_way: Callable[[], object] = _nothing
        """Returns whether keys are waiting, so that work which nobody requested pauses."""
        self._news: list[News] = []
        self._lock = Lock()
        self.worker: Worker[Any] | None = None

    def cancelled(self) -> bool:
        """Whether the work was cancelled; it should raise Cancelled then. Sleeps while it gives way to keys."""
        while not (is_cancelled := self._cancelled or (self.worker is not None and self.worker.is_cancelled)):
            if not self.gives_way():
                break
            sleep(_POLL_INTERVAL)
        return is_cancelled

    def cancel(self) -> None:
        """Cancel the work and discard its answer."""
        self._cancelled = True

    def stop(self) -> None:
        """Ask the work to end early with its result so far."""
        self._stopped = True
        self._on_stop()

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Set the callback for `stop`; it is called at once if the job was stopped before."""
        self._on_stop = stop
        if self._stopped:
            stop()

    def stopped(self) -> bool:
        """Whether the work was stopped or cancelled."""
        return self._stopped or self.cancelled()

    def report(self, news: News) -> None:
        """Report progress from the work's thread. Newer news replaces unread news."""
        with self._lock:
            has_unread = bool(self._news)
            self._news = [news]
        if not has_unread:
            self._deliver(self)

    def take_news(self) -> list[News]:
        """Return and clear the unread news."""
        with self._lock:
            news, self._news = self._news, []
        return news


def _nothing(*_: object) -> None:
    """Do nothing."""


@dataclass(frozen=True)
class Live(Generic[Answer]):
    """Access to the partial result of work in this process; gives None for work in another process."""

    ask: Callable[[], Answer | None]

    def __call__(self) -> Answer | None:
        return self.ask()

    def __reduce__(self) -> tuple[Any, ...]:
        return Live, (_nothing,)


values.send_by_key(Live, lambda _: 0, lambda _: Live(_nothing))


def call(function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Callable[[Job[Any]], Answer]:
    """Return work that calls a function with these arguments. It pickles if they do."""
    return partial(_call_function, partial(function, *arguments, **named))


def _call_function(function: Callable[[], Answer], _job: Job[Any]) -> Answer:
    return function()


def cancellable(function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Callable[[Job[Any]], Answer]:
    """Like `call`, for a function with an argument `cancel` that returns whether to end."""
    return partial(_call_cancellable, partial(function, *arguments, **named))


def _call_cancellable(function: Callable[..., Answer], job: Job[Any]) -> Answer:
    return function(cancel=job.cancelled)


def call_named(name: str, /, *arguments: Any) -> Callable[[Job[Any]], Any]:
    """Return work that calls a function by its path, with these arguments and the job.

    Its module is loaded only by the thread or process that works.
    """
    return partial(_call_named, name, arguments)


def _call_named(name: str, arguments: tuple[Any, ...], job: Job[Any]) -> Any:
    return _function(name)(*arguments, job)


def _function(name: str) -> Callable[..., Any]:
    module, _, attribute = name.rpartition(".")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    return function


def answer_type(work: Any) -> Any:
    """Return the annotated return type of the function that the work wraps; Any if unknown."""
    while isinstance(work, partial):
        if work.func is _call_named:
            work = _function(work.args[0])
            continue
        wraps = work.func in (in_language, _call_function, _call_cancellable)
        work = next(filter(callable, reversed(work.args)), None) if wraps else work.func
    if isinstance(work, type):
        return work
    try:
        return get_type_hints(work).get("return", Any)
    except (TypeError, NameError, AttributeError):
        return Any


def report_share(job: Job[float], done: int, total: int) -> None:
    """Report the finished share of the work (0 to 1)."""
    job.report(done / max(total, 1))


def in_language(language: str, work: Callable[[Job[News]], Answer], job: Job[News]) -> Answer:
    """Run work in the language of the player who started it."""
    with speaking(language):
        return work(job)


def on_thread(work: Callable[[Job[News]], Answer], job: Job[News]) -> Answer:
    """Run the work on this thread."""
    return work(job)


class Background:
    """The background work of a screen or widget.

    Starting work cancels the work with the same name. All work is cancelled when its owner closes.
    """

    def __init__(self, owner: DOMNode) -> None:
        self._owner = owner
        self._jobs: dict[str, Job[Any]] = {}
        self._timers: dict[str, list[Timer]] = {}
        self._awaited: dict[str, asyncio.Future[Any]] = {}

    @property
    def _program(self) -> BaseApp:
        return cast("BaseApp", self._owner.app)

    def start(
        self,
        name: str,
        work: Callable[[Job[News]], Answer],
        done: OnNews[Answer],
        *,
        failed: OnNews[Exception] | None = None,
        news: OnNews[News] | None = None,
        slow: Callable[[], object] | None = None,
        elapsed: Callable[[int], object] | None = None,
        after: float = 0.0,
        here: bool = False,
        is_requested: bool = True,
    ) -> Job[News]:
        """Run `work`; `done` is called with its answer, `news` with its progress, `failed` with an exception.

        Work runs on a thread, or on a server in another process. It must therefore be a module-level function with
        picklable arguments (`call`, `cancellable`, `functools.partial`), and its answer and news must be values. With
        `here`, it always runs on a thread, for cheap work that needs this process or writes files. A message says
        when the work waits for a process. Work with `is_requested` false shows none, and pauses at its polls of
        `cancelled` while keys are waiting.

        `slow` is called if the work takes longer than PATIENCE; `elapsed` too, with the seconds so far (0), and again
        after each second. `after` delays the start by some seconds, for debouncing. No callback is called for
        cancelled work (`cancel`, or raising Cancelled). Without `failed`, errors are shown to the user.
        """
        self.cancel(name)
        job = self._jobs[name] = Job(partial(self._deliver, name, news))
        work = partial(in_language, current(), work)
        guard = partial(self._while_running, name, job)
        concluding = partial(self._concluding, name, job, failed or self._show_error)

        def run() -> None:
            with concluding():
                self._conclude(name, job, done, work(job) if here else on_thread(work, job))

        async def run_elsewhere(executor: Executor) -> None:
            with concluding():
                answer = await executor(work, job, self._show_waiting if is_requested else _nothing)
                self._conclude(name, job, done, answer)

        def begin() -> None:
            program, owner = self._program, self._owner
            executor = None if here else program.executor
            if not (executor or is_requested):
                job.gives_way = lambda: program.is_busy_with_keys
            runner = partial(run_elsewhere, executor) if executor else run
            job.worker = owner.run_worker(runner, name, group=name, thread=executor is None, exit_on_error=False)
            timers = self._timers[name] = list[Timer]()
            if slow:
                timers.append(owner.set_timer(PATIENCE, guard(slow)))
            if elapsed:
                seconds = count(1)
                timers.append(owner.set_timer(PATIENCE, guard(partial(elapsed, 0))))
                timers.append(owner.set_interval(SECOND, guard(lambda: elapsed(next(seconds)))))

        if after:
            self._timers[name] = [self._owner.set_timer(after, guard(begin))]
        else:
            begin()
        return job

    def _while_running(self, name: str, job: Job[Any], callback: Callable[[], object]) -> Callable[[], None]:
        """Return a timer callback that does nothing after the work has ended."""

        def call_if_running() -> None:
            if self._jobs.get(name) is job:
                callback()

        return call_if_running

    @contextmanager
    def _concluding(self, name: str, job: Job[Any], failed: OnNews[Exception]) -> Iterator[None]:
        """Call `failed` with an exception of the work, unless it is Cancelled."""
        try:
            yield
        except Cancelled:
            self._conclude(name, job, _nothing, None)
        except Exception as error:  # noqa: BLE001  (shown on the screen)
            self._conclude(name, job, failed, error)

    def _conclude(self, name: str, job: Job[Any], callback: OnNews[Any], value: object) -> None:
        """Call back on the event loop, as the last act of the work; from any thread."""
        self._owner.call_later(self._finish, name, job, callback, value)

    def _deliver(self, name: str, callback: OnNews[News] | None, job: Job[News]) -> None:
        """Call back on the event loop for news; from any thread."""
        if callback:
            self._owner.call_later(self._take_news, name, job, callback)

    async def result(
        self, name: str, work: Callable[[Job[Any]], Answer], *, slow: Callable[[], object] | None = None
    ) -> Answer:
        """Return the answer of `work`, which runs as by `start`. Only in workers, which are cancelled with the work.

        Raises what the work raises.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        job = self.start(name, work, answer.set_result, failed=answer.set_exception, slow=slow)
        self._awaited[name] = answer
        try:
            return await answer
        finally:
            if self._jobs.get(name) is job:
                self.cancel(name)

    def cancel(self, name: str) -> None:
        """Cancel the work with this name, if any."""
        if answer := self._awaited.pop(name, None):
            answer.cancel()
        if job := self._jobs.pop(name, None):
            job.cancel()
            if job.worker and self._program.executor:
                job.worker.cancel()
        for timer in self._timers.pop(name, ()):
            timer.stop()

    def stop(self, name: str) -> bool:
        """Ask the work with this name to end early with its result so far; return whether there is such work."""
        job = self._jobs.get(name)
        if job:
            job.stop()
        return job is not None

    def is_running(self, name: str) -> bool:
        """Whether work with this name is running."""
        return name in self._jobs

    async def _take_news(self, name: str, job: Job[News], callback: OnNews[News]) -> None:
        for news in job.take_news():
            if self._jobs.get(name) is job:
                await _call(callback, news)

    async def _finish(self, name: str, job: Job[Any], callback: OnNews[Any], value: object) -> None:
        if self._jobs.get(name) is job:
            answer = self._awaited.pop(name, None)
            self.cancel(name)
            await _call(callback, value)
            if answer:
                answer.cancel()  # has no effect unless the work was cancelled, and so gave no answer

    def _show_waiting(self) -> None:
        self._program.notify(WAITING.format(ellipsis=self._program.glyphs.ellipsis))

    def _show_error(self, error: Exception) -> None:
        self._program.notify(complaint(error), severity="error")


def complaint(error: BaseException | None) -> str:
    """Return the printable message of an error; that of an unexpected one begins with its class."""
    is_expected = isinstance(error, InputError | OSError)
    return printable(str(error) if is_expected else f"{type(error).__name__}: {error}")


async def _call(callback: OnNews[Any], value: object) -> None:
    result = callback(value)
    if isinstance(result, Awaitable):
        await result
