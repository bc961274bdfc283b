"""Memory left by ended sessions and connections."""

import asyncio
import gc
import sys
import weakref
from contextlib import suppress
from itertools import count

import pytest
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.color import Color

if sys.platform == "win32":
    pytest.skip("serve needs a Unix system", allow_module_level=True)

from tui.server import hosted
from tui.server.textual_caches import keep_no_instances


def test_caches_keep_results_and_no_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in ((StylesCache, "get_inner_outer"), (XTermParser, "_parse_extended_key")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # restored at the end
    styles, parser = StylesCache(), XTermParser()
    black, white = Color(0, 0, 0), Color(255, 255, 255)
    before = styles.get_inner_outer(black, white), parser._parse_extended_key("\x1b[97;5u")
    keep_no_instances()
    styles, parser = StylesCache(), XTermParser()
    after = styles.get_inner_outer(black, white), parser._parse_extended_key("\x1b[97;5u")
    assert after[0] == before[0]
    assert after[1]
    assert before[1]
    assert [key.key for key in after[1]] == [key.key for key in before[1]] == ["ctrl+a"]
    assert parser._parse_extended_key("a") is None
    references = weakref.ref(styles), weakref.ref(parser)
    del styles, parser
    gc.collect()
    assert [reference() for reference in references] == [None, None]


class _Ended:
    """Refers to itself, like a session."""

    def __init__(self) -> None:
        self.me = self


async def test_garbage_of_ended_sessions_is_collected_when_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted, "_QUIET_SECONDS", 0)
    ended, numbers = _Ended(), count()
    reference = weakref.ref(ended)
    gc.collect()
    gc.disable()
    try:
        del ended
        assert reference()
        task = asyncio.create_task(hosted.collect_when_quiet(lambda: 0, lambda: next(numbers)))
        async with asyncio.timeout(30):
            while reference():
                await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    finally:
        gc.enable()
