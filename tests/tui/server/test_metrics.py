"""The metrics of a server."""

import asyncio

import pytest

from tui.server.metrics import LoopMonitor


async def test_the_rate_of_keys_and_the_lateness_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoopMonitor, "INTERVAL_SECONDS", 0.001)
    keys = 0
    monitor = LoopMonitor(lambda: keys)
    assert (monitor.keys_a_second, monitor.lateness) == (0.0, 0.0)
    run = asyncio.create_task(monitor.run())
    await asyncio.sleep(0.02)
    assert monitor.keys_a_second == 0.0
    keys = 5
    await asyncio.sleep(0.02)
    assert monitor.keys_a_second > 0.0
    assert monitor.lateness > 0.0
    run.cancel()
