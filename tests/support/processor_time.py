"""The processor time of tests, with that of the programs that they start: `pytest --processor-time` lists the most
expensive tests and files.
"""

import resource
import time
from collections import Counter
from collections.abc import Generator

import pytest

LINES = 30
"""Number of tests, and of files, in the list."""
NAME = "processor time"


def spent() -> float:
    """Seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class ProcessorTime:
    """Measures each test where it runs, and lists the sums where pytest reports."""

    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()
        self._start = 0.0

    def pytest_runtest_logstart(self) -> None:
        """Begin to measure a test."""
        self._start = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Add the seconds to the last report, which a worker sends."""
        report = yield
        if call.when == "teardown":
            report.user_properties.append((NAME, spent() - self._start))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the seconds from a report."""
        if report.when == "teardown":
            self._seconds[report.nodeid] += dict(report.user_properties)[NAME]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """List the most expensive tests and files."""
        files: Counter[str] = Counter()
        for test, seconds in self._seconds.items():
            files[test.split("::")[0]] += seconds
        for title, costs in (("tests", self._seconds), ("files", files)):
            terminalreporter.section(f"seconds of processor time: {title}, {sum(costs.values()):.1f} in all")
            for name, seconds in costs.most_common(LINES):
                terminalreporter.write_line(f"{seconds:7.2f}  {name}")
