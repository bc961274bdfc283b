"""Drawings of the solve screen, from values."""

from tui.features.solve.job import Sample
from tui.features.solve.panels import _evenly


def sample(seconds: float) -> Sample:
    return Sample(seconds, 1, 1, 1, 0, 0, None, None)


def test_strips_go_by_time_and_not_by_reports() -> None:
    """A young search reports more often, which must not make its beginning look longer."""
    times = [0.01 * n for n in range(1, 100)] + [1.0 + n for n in range(10)]
    visible = [item.seconds for item in _evenly([sample(seconds) for seconds in times], 20)]
    assert len(visible) <= 20
    assert visible[-1] == times[-1]
    assert sum(seconds < 1 for seconds in visible) <= 3
    few = [sample(seconds) for seconds in (0.002, 0.005, 0.01)]
    assert _evenly(few, 20)[-1] is few[-1]
    assert list(_evenly([sample(0.0)], 5)) == [sample(0.0)]
