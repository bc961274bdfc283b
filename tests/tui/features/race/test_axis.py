"""The times of an axis."""

from hypothesis import given
from hypothesis import strategies as st

from engine.sat.compare.comparison import Time
from engine.sat.compare.report import Scale
from tui.features.race.axis import powers_of_ten, scale_times, time_axis

seconds = st.floats(1e-7, 1e4)


@given(st.lists(seconds, min_size=1, max_size=5), st.integers(6, 90))
def test_times_stand_in_order_within_their_columns(times: list[float], columns: int) -> None:
    scale = Scale.of(map(Time, times))
    line = time_axis(scale_times(scale), lambda time: scale.share(Time(time)), columns)
    assert len(line) <= columns
    figures = [float(word.replace(",", "")) for word in line.split() if word != "ms"]
    assert figures == sorted(figures)


@given(seconds, seconds)
def test_powers_of_ten_lie_between_the_times(first: float, second: float) -> None:
    shortest, longest = sorted((first, second))
    found = powers_of_ten(shortest, longest)
    assert all(shortest * 0.999 <= time <= longest * 1.001 for time in found)


def test_each_power_stands_at_its_place() -> None:
    scale = Scale(longest=1.0, shortest=0.001)
    line = time_axis(scale_times(scale), lambda time: scale.share(Time(time)), 60)
    assert line.split() == ["1", "ms", "10", "100", "1,000"]
    assert line.index("10 ") == round(scale.share(Time(0.01)) * 60) - 1
