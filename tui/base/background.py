"""Work off the event loop: one way to run it, to cancel it and to hear of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar, cast, get_type_hints

from textual.dom import DOMNode
from textual.timer import Timer
from textual.worker import Worker

from engine.base import values
from engine.base.errors import Cancelled, InputError
from engine.base.language import current, speaking
from engine.base.language import lazy_gettext as _
from engine.base.text import printable
from tui.base.base_app import BaseApp

Answer = TypeVar("Answer")
News = TypeVar("News")

OnNews = Callable[[News], Awaitable[object] | object]
"""Called on the event loop with what a thread has to tell."""

PATIENCE = 0.3
"""Seconds after which work that is not done yet is mentioned."""

WAITING = _("waiting for a free worker{ellipsis}")


class Executor(Protocol):
    """Where work is done other than on a thread of this process: the work, its answer and its news must pickle."""

    async def __call__(
        self, work: Callable[[Job[News]], Answer], job: Job[News], waits: Callable[[], object], /
    ) -> Answer:
        """Do the work; `waits` is called if others come first. Raises what the work raises, and InputError."""


class Job(Generic[News]):
    """One piece of work, as whoever does it sees it: a thread, or a process of a place."""

    def __init__(self, deliver: Callable[[Job[News]], None]) -> None:
        self._deliver = deliver
        self._cancelled = False
        self._stopped = False
        self._on_stop: Callable[[], object] = _nothing
        self._news: list[News] = []
        self._lock = Lock()
        self.worker: Worker[Any] | None = None

    def cancelled(self) -> bool:
        """Whether nobody waits for the work any more; the work then raises Cancelled."""
        return self._cancelled or (self.worker is not None and self.worker.is_cancelled)

    def cancel(self) -> None:
        """Have the work end as soon as it can; nothing is heard of it any more."""
        self._cancelled = True

    def stop(self) -> None:
        """Have the work end as soon as it can; what it has found by then is heard."""
        self._stopped = True
        self._on_stop()

    def on_stop(self, stop: Callable[[], object]) -> None:
        """Have this called when the work is to stop, at once if that was so before."""
        self._on_stop = stop
        if self._stopped:
            stop()

    def stopped(self) -> bool:
        """Whether the work is to end: it was stopped or cancelled."""
        return self._stopped or self.cancelled()

    def tell(self, news: News) -> None:
        """Tell how far the work is, from its thread; of what is told before it was heard only the last counts."""
        with self._lock:
            waiting = bool(self._news)
            self._news = [news]
        if not waiting:
            self._deliver(self)

    def take_news(self) -> list[News]:
        """What was told last, if it was not taken before."""
        with self._lock:
            news, self._news = self._news, []
        return news


def _nothing(*_: object) -> None:
    """Nothing is heard, or done."""


@dataclass(frozen=True)
class Live(Generic[Answer]):
    """What work that runs in this process knows by now; of work in another process nothing is known until it tells."""

    ask: Callable[[], Answer | None]

    def __call__(self) -> Answer | None:
        return self.ask()

    def __reduce__(self) -> tuple[Any, ...]:
        return Live, (_nothing,)


values.sent_as(Live, lambda _: 0, lambda _: Live(_nothing))


def call(function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Callable[[Job[Any]], Answer]:
    """The work of calling a function with these arguments. It pickles if they do."""
    return partial(_call_function, partial(function, *arguments, **named))


def _call_function(function: Callable[[], Answer], _job: Job[Any]) -> Answer:
    return function()


def cancellable(function: Callable[..., Answer], /, *arguments: Any, **named: Any) -> Callable[[Job[Any]], Answer]:
    """The same for a function that can be told to end by its argument `cancel`."""
    return partial(_call_cancellable, partial(function, *arguments, **named))


def _call_cancellable(function: Callable[..., Answer], job: Job[Any]) -> Answer:
    return function(cancel=job.cancelled)


def answer_type(work: Any) -> Any:
    """What the function at the bottom of some work returns, by its annotation; Any where that is not known."""
    while isinstance(work, partial):
        wraps = work.func in (in_language, _call_function, _call_cancellable)
        work = next((each for each in reversed(work.args) if callable(each)), None) if wraps else work.func
    if isinstance(work, type):
        return work
    try:
        return get_type_hints(work).get("return", Any)
    except (TypeError, NameError, AttributeError):
        return Any


def tell_share(job: Job[float], done: int, total: int) -> None:
    """Tell which part of the work is done (0..1)."""
    job.tell(done / max(total, 1))


def in_language(language: str, work: Callable[[Job[News]], Answer], job: Job[News]) -> Answer:
    """Do work in the language of the player who began it, wherever that is."""
    with speaking(language):
        return work(job)


def on_thread(work: Callable[[Job[News]], Answer], job: Job[News]) -> Answer:
    """Do the work on this thread."""
    return work(job)


class Background:
    """The work of one screen or widget off the event loop.

    Every piece has a name; what is begun takes the place of what runs under the same name. All of it is cancelled with
    its owner, by Textual.
    """

    def __init__(self, owner: DOMNode) -> None:
        self._owner = owner
        self._jobs: dict[str, Job[Any]] = {}
        self._timers: dict[str, Timer] = {}
        self._awaited: dict[str, asyncio.Future[Any]] = {}

    @property
    def _program(self) -> BaseApp:
        return cast(BaseApp, self._owner.app)

    def start(
        self,
        name: str,
        work: Callable[[Job[News]], Answer],
        done: OnNews[Answer],
        *,
        failed: OnNews[Exception] | None = None,
        news: OnNews[News] | None = None,
        slow: Callable[[], object] | None = None,
        after: float = 0.0,
        here: bool = False,
        is_requested: bool = True,
    ) -> Job[News]:
        """Have `work` done; `done` hears its answer, `news` what it tells meanwhile, `failed` an exception.

        It is done on a thread, or for a player of a server in another process: so it is a function of a module with the
        values that it needs (`call`, `cancellable`, `functools.partial`), and its answer and news are values, all of
        which pickle. What is to be done on a thread wherever the program runs, because it needs what only this process
        has or writes files, is begun with `here`; it must be cheap. The user is told that it waits for a process,
        unless nobody has `asked` for it.

        `slow` is called if it is not done after PATIENCE. `after` is how many seconds to wait first, for something else
        to be started under the name, such as while a cursor moves on. Nothing is heard of work that was cancelled, by
        `cancel` or by raising Cancelled. A failure that nobody asked for is shown to the user.
        """
        self.cancel(name)

        def deliver(job: Job[News]) -> None:
            if news:
                self._owner.call_later(self._hear_all, name, job, news)

        job = Job(deliver)
        self._jobs[name] = job
        work = partial(in_language, current(), work)

        def conclude(callback: OnNews[Any], value: object) -> None:
            self._owner.call_later(self._finish, name, job, callback, value)

        @contextmanager
        def concluding() -> Iterator[None]:
            try:
                yield
            except Cancelled:
                conclude(_nothing, None)
            except Exception as error:  # noqa: BLE001  (told on the screen)
                conclude(failed or self._complain, error)

        def run() -> None:
            with concluding():
                conclude(done, work(job) if here else on_thread(work, job))

        async def run_at(place: Executor) -> None:
            with concluding():
                conclude(done, await place(work, job, self._tell_waiting if is_requested else _nothing))

        def unless_over(act: Callable[[], object]) -> Callable[[], None]:
            """What a timer calls: that may wait its turn while the work ends."""

            def act_if_wanted() -> None:
                if self._jobs.get(name) is job:
                    act()

            return act_if_wanted

        def begin() -> None:
            place = None if here else self._program.place
            work_begun = partial(run_at, place) if place else run
            job.worker = self._owner.run_worker(work_begun, name, group=name, thread=place is None, exit_on_error=False)
            if slow:
                self._timers[name] = self._owner.set_timer(PATIENCE, unless_over(slow))

        if after:
            self._timers[name] = self._owner.set_timer(after, unless_over(begin))
        else:
            begin()
        return job

    async def result(
        self, name: str, work: Callable[[Job[Any]], Answer], *, slow: Callable[[], object] | None = None
    ) -> Answer:
        """Have `work` done as by `start`, and wait for its answer. Only in workers, which are cancelled with the work.

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
        """Cancel what runs under a name, if anything does."""
        if answer := self._awaited.pop(name, None):
            answer.cancel()
        if job := self._jobs.pop(name, None):
            job.cancel()
            if job.worker and self._program.place:
                job.worker.cancel()
        if timer := self._timers.pop(name, None):
            timer.stop()

    def stop(self, name: str) -> bool:
        """Have what runs under a name end as soon as it can; what it has found by then is heard. Whether any runs."""
        job = self._jobs.get(name)
        if job:
            job.stop()
        return job is not None

    def is_running(self, name: str) -> bool:
        """Whether work of that name is going on."""
        return name in self._jobs

    async def _hear_all(self, name: str, job: Job[News], callback: OnNews[News]) -> None:
        for news in job.take_news():
            if self._jobs.get(name) is job:
                await _call(callback, news)

    async def _finish(self, name: str, job: Job[Any], callback: OnNews[Any], value: object) -> None:
        if self._jobs.get(name) is job:
            answer = self._awaited.pop(name, None)
            self.cancel(name)
            await _call(callback, value)
            if answer:
                answer.cancel()  # does nothing unless the work was cancelled, and so has no answer

    def _tell_waiting(self) -> None:
        self._program.notify(WAITING.format(ellipsis=self._program.glyphs.ellipsis))

    def _complain(self, error: Exception) -> None:
        self._program.notify(complaint(error), severity="error")


def complaint(error: BaseException | None) -> str:
    """What went wrong, fit to be shown; of an error that nobody has foreseen also its kind."""
    foreseen = isinstance(error, InputError | OSError)
    return printable(str(error) if foreseen else f"{type(error).__name__}: {error}")


async def _call(callback: OnNews[Any], value: object) -> None:
    answer = callback(value)
    if isinstance(answer, Awaitable):
        await answer
