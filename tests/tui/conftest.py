"""Fixtures for tests of screens."""

import io
import pickle
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from screens import effect, settled
from textual import _wait
from textual.pilot import Pilot

from engine.base import values
from tui.app import SatSudoku
from tui.base import background
from tui.base.background import Job, Live, answer_type
from tui.features.browse.files import Files
from tui.features.browse.listing import shown_path
from tui.terminal.options import Options

_wait.SLEEP_GRANULARITY = 1 / 200
"""Seconds that Textual's pilot waits before it looks whether the process is idle. With its own 1/50, tests of screens
wait for most of their time."""
_wait.SLEEP_IDLE = 1 / 1000
"""Maximum seconds of processor time meanwhile in an idle process."""


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run jobs as if in another process: whatever a server could not send there fails in every test."""

    lives: list[Live[Any]] = []

    def keep(live: Live[Any]) -> int:
        lives.append(live)
        return len(lives) - 1

    def find(number: int) -> Live[Any]:
        return lives[number] if number < len(lives) else Live(background._nothing)  # it came from another process

    monkeypatch.setitem(values._shared_classes, values._name(Live), (Live, keep, find))

    def as_elsewhere(work: Callable[[Job[Any]], object], job: Job[Any]) -> object:
        report = job.report
        job.report = lambda news: report(values.unpack(values.pack(news)))  # type: ignore[method-assign]
        return values.unpack(values.pack(_copy(work)(job)), answer_type(work))

    monkeypatch.setattr(background, "on_thread", as_elsewhere)


@pytest.fixture(autouse=True)
def whole_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the full effect of pressed keys. Textual's pilot waits until the process is idle, which it seems to be
    on a busy machine.
    """
    press = Pilot.press

    async def press_and_wait(pilot: Pilot[Any], *keys: str) -> None:
        await press(pilot, *keys)
        await effect(pilot)
        if pilot.app.is_running:
            pilot.app.screen._on_timer_update()  # as its `pause` does: the layout is that after the keys

    monkeypatch.setattr(Pilot, "press", press_and_wait)


def _copy(value: Any) -> Any:
    """A value after it was sent; functions of a test, and values that start anew there, stay the same."""
    rest: list[object] = []

    class Pickler(pickle.Pickler):
        def persistent_id(self, item: object) -> int | None:
            is_of_test = isinstance(item, FunctionType) and "test_" in item.__module__
            if not is_of_test and not isinstance(item, Live | Files):
                return None
            rest.append(item)
            return len(rest) - 1

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, number: int) -> object:
            return rest[number]

    file = io.BytesIO()
    Pickler(file).dump(value)
    file.seek(0)
    return Unpickler(file).load()


@pytest.fixture
def app(tmp_path: Path) -> SatSudoku:
    """The program on an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return SatSudoku(Options(path=folder))


@pytest.fixture
def snap_compare(
    snap_compare: Callable[..., bool],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Callable[..., bool]:
    """The original snapshot fixture, but pictures are taken only once the screen has come to rest.

    Paths in headers do not depend on the folder of this run, or on other runs in it.
    """
    always = "/tmp/pytest/run/" + re.sub(r"\W", "_", request.node.name)[:30] + "0"
    monkeypatch.setattr(
        "tui.features.browse.screen.shown_path",
        lambda path, shipped: shown_path(path, shipped).replace(str(tmp_path), always),
    )

    def compare(
        app: Any, *arguments: Any, run_before: Callable[[Pilot[Any]], Any] | None = None, **options: Any
    ) -> bool:
        async def before(pilot: Pilot[Any]) -> None:
            answer = run_before(pilot) if run_before else None
            if isinstance(answer, Awaitable):
                await answer
            await settled(pilot)

        return snap_compare(app, *arguments, run_before=before, **options)

    return compare
