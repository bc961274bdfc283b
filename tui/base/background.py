"""Work off the event loop: one way to run it, to cancel it and to hear of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextvars import copy_context
from threading import Lock
from typing import Any, Generic, TypeVar

from textual.dom import DOMNode
from textual.timer import Timer
from textual.worker import Worker

from engine.base.errors import Cancelled, InputError
from engine.base.text import printable

Answer = TypeVar("Answer")
News = TypeVar("News")

Hear = Callable[[News], Awaitable[object] | object]
"""Called on the event loop with what a thread has to tell."""

PATIENCE = 0.3
"""Seconds after which work that is not done yet is mentioned."""


class Job(Generic[News]):
    """One piece of work, as the thread that does it sees it."""

    def __init__(self, deliver: Callable[[Job[News]], None]) -> None:
        self._deliver = deliver
        self._cancelled = False
        self._stopped = False
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


class Background:
    """The work of one screen or widget off the event loop.

    Every piece has a name; what is begun takes the place of what runs under the same name. All of it is cancelled with
    its owner, by Textual.
    """

    def __init__(self, owner: DOMNode) -> None:
        self._owner = owner
        self._jobs: dict[str, Job[Any]] = {}
        self._timers: dict[str, Timer] = {}

    def start(
        self,
        name: str,
        work: Callable[[Job[News]], Answer],
        done: Hear[Answer],
        *,
        failed: Hear[Exception] | None = None,
        news: Hear[News] | None = None,
        slow: Callable[[], object] | None = None,
        after: float = 0.0,
    ) -> Job[News]:
        """Run `work` on a thread; `done` hears its answer, `news` what it tells meanwhile, `failed` an exception.

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
        context = copy_context()  # the thread speaks the player's language

        def run() -> None:
            try:
                answer = context.run(work, job)
            except Cancelled:
                self._owner.call_later(self._finish, name, job, lambda _: None, None)
            except Exception as error:  # noqa: BLE001  (told on the screen)
                self._owner.call_later(self._finish, name, job, failed or self._complain, error)
            else:
                self._owner.call_later(self._finish, name, job, done, answer)

        def begin() -> None:
            job.worker = self._owner.run_worker(run, name, group=name, thread=True, exit_on_error=False)
            if slow:
                self._timers[name] = self._owner.set_timer(PATIENCE, slow)

        if after:
            self._timers[name] = self._owner.set_timer(after, begin)
        else:
            begin()
        return job

    def cancel(self, name: str) -> None:
        """Cancel what runs under a name, if anything does."""
        if job := self._jobs.pop(name, None):
            job.cancel()
        if timer := self._timers.pop(name, None):
            timer.stop()

    def is_running(self, name: str) -> bool:
        """Whether work of that name is going on."""
        return name in self._jobs

    async def _hear_all(self, name: str, job: Job[News], hear: Hear[News]) -> None:
        for news in job.take_news():
            if self._jobs.get(name) is job:
                await _call(hear, news)

    async def _finish(self, name: str, job: Job[Any], hear: Hear[Any], what: object) -> None:
        if self._jobs.get(name) is job:
            self.cancel(name)
            await _call(hear, what)

    def _complain(self, error: Exception) -> None:
        self._owner.app.notify(complaint(error), severity="error", markup=False)


def complaint(error: BaseException | None) -> str:
    """What went wrong, fit to be shown; of an error that nobody has foreseen also its kind."""
    foreseen = isinstance(error, InputError | OSError)
    return printable(str(error) if foreseen else f"{type(error).__name__}: {error}")


async def _call(hear: Hear[Any], what: object) -> None:
    answer = hear(what)
    if isinstance(answer, Awaitable):
        await answer
