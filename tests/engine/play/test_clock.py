"""The stopwatch, compared with the sum of its running times."""

from hypothesis import given
from hypothesis import strategies as st

from engine.play.clock import Clock

ACTS = st.lists(st.tuples(st.sampled_from(["start", "pause", "look"]), st.integers(0, 1000)))


@given(st.integers(0, 100), ACTS)
def test_it_counts_only_while_it_runs(elapsed, acts):
    time = 50
    clock = Clock(elapsed, lambda: time)
    running = False
    for act, seconds in acts:
        if act != "look":
            getattr(clock, act)()
            running = act == "start"
        assert clock.running == running
        time += seconds
        elapsed += seconds * running
        assert clock.elapsed == elapsed
