"""Fixtures that all tests share."""

import gc
import os
import random
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from engine.base import kernels
from engine.sudoku.layout import LAYOUTS, Layout

collect_ignore = ["terminal"] * (sys.platform == "win32") + ["fuzz"] * (sys.platform != "linux")
"""The first needs pseudo-terminals, the second measures memory in the way of Linux."""

# No test asserts times, however busy the machine. `amount` of tests/support takes its share from these numbers.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", UNTIMED, max_examples=12, derandomize="CI" in os.environ)
settings.register_profile("thorough", UNTIMED, max_examples=100)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that lists what takes the processor's time."""
    parser.addoption("--processor-time", action="store_true", help="list the tests and files with the most of it")


def let_ctrl_c_act() -> None:
    """Let ctrl-c act as usual here and in all programs that tests start: background jobs ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Prepare this process, and what `--processor-time` lists."""
    let_ctrl_c_act()
    if config.getoption("--processor-time", default=False):
        from processor_time import ProcessorTime  # reads what Windows does not have

        config.pluginmanager.register(ProcessorTime())


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: two for each processor, because tests of screens and servers wait part of their time."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without the garbage collector, which would look through all tests again and again; then and later."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def folder_names() -> Counter[str]:
    """How many tests have had a folder, by the beginning of their names."""
    return Counter()


@pytest.fixture
def folder_path(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, folder_names: Counter[str]
) -> Path:
    """Where the folder of the test is, or would be: most tests need none."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    folder_names[name] += 1
    return tmp_path_factory.getbasetemp() / f"{name}{folder_names[name] - 1}"


@pytest.fixture
def tmp_path(folder_path: Path) -> Path:
    """A folder of the test. Pytest's own fixture looks for its number among the folders of all tests before."""
    folder_path.mkdir(mode=0o700)
    return folder_path


@pytest.fixture(autouse=True)
def own_state(folder_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """No test may see or touch the saved games and keys of the person who runs it, or depend on chance.

    The games are kept next to the folder of the test, which the program may show: there they would appear at any time.
    """
    monkeypatch.setattr("engine.base.seeds._chance", random.Random(request.node.nodeid))
    monkeypatch.setenv("SATSUDOKU_STATE", str(folder_path.with_name(f"{folder_path.name}-state")))
    monkeypatch.setenv("SATSUDOKU_CONFIG", str(folder_path / "config.toml"))
    monkeypatch.setenv("SATSUDOKU_LANG", "en")
    for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True, scope="session")
def frozen_values() -> Iterator[None]:
    """Fail if a module that the tests have loaded defines a value that can be changed."""
    yield
    from frozen import changeable

    assert changeable() == []


@pytest.fixture(scope="session")
def data() -> Path:
    """Other people's files to measure on, if available: SATSUDOKU_DATA, or `shared/data` next to the checkout."""
    folder = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no data folder; set SATSUDOKU_DATA")
    return folder


MAX_ID_LENGTH = 100
"""Characters of a parameter's value in the name of a test. The name is sent between processes with each test and each
report; one of several megabytes would take seconds."""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name a test with a long text by the beginning of the text."""
    if not isinstance(val, str | bytes) or len(val) <= MAX_ID_LENGTH:
        return None
    start = val[:MAX_ID_LENGTH]
    text = start if isinstance(start, str) else start.decode("ascii", "backslashreplace")
    return f"{text.encode('unicode_escape').decode('ascii')}... {len(val)}"


LARGE = 200
"""Number of cells from which work on a layout is slow without a compiler."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests that the quick layer leaves out; without compiled kernels also those that need them, and of large
    layouts. Among several workers, mix files whose tests wait with files whose tests compute.
    """
    from quick_layer import mark_slow, mixed  # this file is also imported without pytest's settings

    mark_slow(items)
    if hasattr(config, "workerinput"):
        items[:] = mixed(items)
    if kernels.state().compiled:
        return
    large = {name for name, make in LAYOUTS.items() if len(make().cells) > LARGE}
    for item in items:
        if item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.slow)
        callspec = getattr(item, "callspec", None)
        for value in callspec.params.values() if callspec else ():
            if len(value.cells) > LARGE if isinstance(value, Layout) else isinstance(value, str) and value in large:
                item.add_marker(pytest.mark.slow)
