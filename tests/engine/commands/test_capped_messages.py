"""Many messages: the first ones are printed, the others counted."""

import pytest

from engine.commands.capped_messages import MAX_SHOWN, Complaints
from engine.commands.progress import ProgressLine


@pytest.mark.parametrize("count", [0, 1, MAX_SHOWN, MAX_SHOWN + 1, MAX_SHOWN + 500])
def test_the_first_are_listed_and_the_others_counted(count: int, capsys: pytest.CaptureFixture[str]):
    with Complaints(ProgressLine()) as complaints:
        for number in range(count):
            complaints.add(f"number {number}")
    assert complaints.count == count
    errors = capsys.readouterr().err.splitlines()
    assert errors[:MAX_SHOWN] == [f"satsudoku: number {number}" for number in range(min(count, MAX_SHOWN))]
    assert errors[MAX_SHOWN:] == ([f"satsudoku: and {count - MAX_SHOWN} more like these"] if count > MAX_SHOWN else [])


def test_at_the_end_or_not_at_all(capsys: pytest.CaptureFixture[str]):
    with Complaints(ProgressLine(), at_the_end=True) as complaints:
        for number in range(MAX_SHOWN + 2):
            complaints.add(f"number {number}")
        assert capsys.readouterr().err == ""
    errors = capsys.readouterr().err.splitlines()
    assert errors == [
        *(f"satsudoku: number {number}" for number in range(MAX_SHOWN)),
        "satsudoku: and 2 more like these",
    ]

    def work() -> None:
        with Complaints(ProgressLine(), at_the_end=True) as complaints:
            complaints.add("odd")
            raise KeyError

    with pytest.raises(KeyError):
        work()
    assert capsys.readouterr().err == ""


def test_likewise_when_another_event_ends_the_work(capsys: pytest.CaptureFixture[str]):
    def work() -> None:
        with Complaints(ProgressLine()) as complaints:
            for _ in range(MAX_SHOWN + 3):
                complaints.add("odd")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert capsys.readouterr().err.endswith("satsudoku: and 3 more like these\n")
