"""Line coverage: finds inputs that reach lines which none reached before."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import engine

_FOLDERS = tuple(str(Path(engine.__file__).parent.with_name(name)) + "/" for name in ("engine", "tui"))
_TRACED = 10
"""If Python can only trace, which is slow, one in this many inputs is measured."""


class Coverage:
    """Observes calls. Since Python 3.12 this costs next to nothing, because each line is reported only once."""

    def __init__(self) -> None:
        self.lines: set[tuple[CodeType, int]] = set()
        """The lines reached so far. Compiled modules report nothing."""
        self._calls = 0

    def watch(self, call: Callable[[], object]) -> bool:
        """Call a function; returns whether that reached new lines, False if it was not observed."""
        before = len(self.lines)
        self._calls += 1
        if hasattr(sys, "monitoring"):
            self._monitor(call)
        elif self._calls % _TRACED == 1:
            self._trace(call)
        else:
            call()
        return len(self.lines) > before

    def _monitor(self, call: Callable[[], object]) -> None:
        monitoring = sys.monitoring  # type: ignore[attr-defined, unused-ignore]
        tool, event = monitoring.COVERAGE_ID, monitoring.events.LINE
        monitoring.use_tool_id(tool, "fuzz")
        monitoring.register_callback(tool, event, self._line)
        monitoring.set_events(tool, event)
        try:
            call()
        finally:
            monitoring.set_events(tool, 0)
            monitoring.free_tool_id(tool)

    def _line(self, code: CodeType, line: int) -> Any:
        if code.co_filename.startswith(_FOLDERS):
            self.lines.add((code, line))
        return sys.monitoring.DISABLE  # type: ignore[attr-defined, unused-ignore]

    def _trace(self, call: Callable[[], object]) -> None:
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            call()
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, _event: str, _argument: object) -> Any:
        return self._step if frame.f_code.co_filename.startswith(_FOLDERS) else None

    def _step(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            self.lines.add((frame.f_code, frame.f_lineno))
        return self._step
