"""Work off the event loop: which of its reports arrive."""

from collections.abc import Callable
from functools import partial
from threading import Event
from time import sleep
from typing import Any

import pytest
from screens import until
from textual.worker import WorkerState

from engine.base.errors import Cancelled
from tui.app import SatSudoku
from tui.base.background import Background, Job, call
from tui.terminal.options import Options


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """Calls like those of the app's timers: already queued when the timers are stopped."""
    called: list[Callable[[], object]] = []

    class Timer:
        def stop(self) -> None:
            pass

    def set_timer(_app: SatSudoku, _delay: float, callback: Callable[[], object]) -> Timer:
        called.append(callback)
        return Timer()

    monkeypatch.setattr(SatSudoku, "set_timer", set_timer)
    return called


async def test_work_that_is_done_is_not_called_slow(timers: list[Callable[[], object]]) -> None:
    app = SatSudoku(Options())
    reports: list[str] = []
    may_end = Event()

    def work(_: Job[Any]) -> str:
        may_end.wait(60)
        return "done"

    async with app.run_test() as pilot:
        Background(app).start("work", work, reports.append, slow=lambda: reports.append("slow"), here=True)
        (slow,) = timers
        slow()
        may_end.set()
        await until(pilot, lambda: "done" in reports)
        slow()
    assert reports == ["slow", "done"]


async def test_work_cancelled_before_starting_does_not_start(timers: list[Callable[[], object]]) -> None:
    app = SatSudoku(Options())
    reports: list[str] = []
    async with app.run_test() as pilot:
        background = Background(app)
        background.start("work", lambda _: reports.append("cancelled"), lambda _: None, after=1.0, here=True)
        background.cancel("work")
        (begin,) = timers
        begin()
        background.start("work", lambda _: "another", reports.append, here=True)
        await until(pilot, lambda: "another" in reports)
    assert reports == ["another"]


async def test_an_answer_or_a_failure_can_be_waited_for() -> None:
    app = SatSudoku(Options())

    def fail(_: Job[Any]) -> str:
        raise ValueError("no")

    async with app.run_test():
        background = Background(app)
        assert await background.result("work", call(str.upper, "yes")) == "YES"
        with pytest.raises(ValueError, match="no"):
            await background.result("work", fail)
        assert not background.is_running("work")


async def test_waiting_and_work_cancel_each_other() -> None:
    app = SatSudoku(Options())
    ended: list[str] = []

    def until_cancelled(name: str, job: Job[Any]) -> None:
        while not job.cancelled():
            sleep(0.01)
        ended.append(name)
        raise Cancelled

    async with app.run_test() as pilot:
        background = Background(app)
        first = app.run_worker(background.result("work", partial(until_cancelled, "first")))
        await until(pilot, lambda: background.is_running("work"))
        second = app.run_worker(background.result("work", partial(until_cancelled, "second")))
        await until(pilot, lambda: first.state is WorkerState.CANCELLED and "first" in ended)
        assert background.is_running("work")
        second.cancel()
        await until(pilot, lambda: "second" in ended and not background.is_running("work"))


async def test_stopping_is_reported_and_finished_work_can_not_be_stopped() -> None:
    app = SatSudoku(Options())
    reports: list[str] = []

    def work(job: Job[Any]) -> str:
        stopped = Event()
        job.on_stop(stopped.set)
        return "stopped" if stopped.wait(60) else "not stopped"

    async with app.run_test() as pilot:
        background = Background(app)
        assert not background.stop("work")
        background.start("work", work, reports.append, here=True)
        assert background.stop("work")
        await until(pilot, lambda: bool(reports))
        assert not background.stop("work")
    assert reports == ["stopped"]


async def test_unrequested_work_lets_keys_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    app = SatSudoku(Options())
    waits = Event()
    waits.set()
    monkeypatch.setattr(SatSudoku, "is_busy_with_keys", property(lambda _: waits.is_set()))
    start, polled = Event(), Event()

    def work(job: Job[Any]) -> None:
        start.set()
        job.cancelled()
        polled.set()

    async with app.run_test() as pilot:
        Background(app).start("work", work, lambda _: None, is_requested=False)
        await until(pilot, start.is_set)
        await pilot.pause(0.1)
        assert not polled.is_set()
        waits.clear()
        await until(pilot, polled.is_set)
