"""The same work in one process or several: in order or as completed, nothing lost, stopped early."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from systems import unix

from engine.base.errors import InputError
from engine.base.executors import AHEAD, Lost, WorkerPool, as_done, in_order, is_stopped, workers


def _square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def _kill(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def _refuse(number: int) -> int:
    raise InputError("odd", line=number, advice="mend it")


def _until_stopped(path: Path) -> None:
    path.touch()
    while not is_stopped():
        time.sleep(0.005)
    path.unlink()


@pytest.mark.parametrize("deal", [in_order, as_done])
@pytest.mark.parametrize("jobs", [1, 2])
def test_in_one_process_or_several(jobs: int, deal: Callable) -> None:
    with workers(jobs) as by:
        squares = list(deal(_square, range(40), by))
    if deal is in_order:
        assert [number for number, _ in squares] == list(range(40))
    assert sorted((number, square) for number, (square, _) in squares) == [(n, n * n) for n in range(40)]
    assert (os.getpid() in {process for _, (_, process) in squares}) == (jobs == 1)


@settings(max_examples=amount(30), deadline=None)
@given(waits=st.lists(st.integers(0, 4), max_size=20), ahead=st.integers(1, 6))
def test_order_and_bound_whatever_takes_longest(waits: list[int], ahead: int) -> None:
    count = given_back = 0

    def things() -> Iterator[int]:
        nonlocal count
        for place in range(len(waits)):
            count += 1
            assert count - given_back <= ahead
            yield place

    def work(place: int) -> int:
        time.sleep(waits[place] / 2000)
        return -place

    for deal in (in_order, as_done):
        count = given_back = 0
        found = []
        with ThreadPoolExecutor(3) as threads:
            for pair in deal(work, things(), WorkerPool(threads, lambda: ahead)):
                given_back += 1
                found.append(pair)
        assert sorted(found) == [(place, -place) for place in range(len(waits))]
        if deal is in_order:
            assert found == sorted(found)


def test_no_more_is_taken_than_can_be_worked_on() -> None:
    count = 0

    def things() -> Iterator[int]:
        nonlocal count
        while True:
            count += 1
            yield count

    with workers(2) as by:
        assert next(in_order(_square, things(), by))[1][0] == 1
    assert count <= AHEAD * 2


@pytest.mark.parametrize("deal", [in_order, as_done])
def test_workers_that_come_get_work_while_the_others_are_busy(deal: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each item waits for the other one, which is started only because there is room for more."""
    monkeypatch.setattr("engine.base.executors._CHECK_SECONDS", 0.01)
    both, room = threading.Barrier(2, timeout=30), [1]
    with ThreadPoolExecutor(2) as threads:
        by = WorkerPool(threads, lambda: room[0], check=lambda: room.__setitem__(0, 2))
        assert sorted(place for place, _ in deal(lambda _: both.wait(), range(2), by)) == [0, 1]


def test_requests_are_served_in_order(tmp_path: Path) -> None:
    """The first item never ends by itself; leaving the block stops it."""
    endless, quick = tmp_path / "endless", tmp_path / "quick"

    with workers(2) as by:
        assert next(as_done(_end_if_quick, [endless, quick], by))[0] == quick
        while not endless.exists():
            time.sleep(0.005)
    assert not endless.exists()


def _end_if_quick(path: Path) -> None:
    if path.name != "quick":
        _until_stopped(path)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_passed_on(jobs: int) -> None:
    with workers(jobs) as by, pytest.raises(InputError, match="line 7: odd; mend it"):
        next(in_order(_refuse, [7], by))


@unix
def test_a_killed_process_is_reported() -> None:
    with workers(2) as by, pytest.raises(Lost, match="was killed; try fewer --jobs"):
        list(in_order(_kill, range(100), by))


def test_no_wait_for_impossible_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The executor does not report it, but the check does."""
    monkeypatch.setattr("engine.base.executors._CHECK_SECONDS", 0.01)

    def gone() -> None:
        raise Lost("gone")

    with workers(2) as by:
        silent = WorkerPool(by.executor, lambda: 4, check=gone)
        with pytest.raises(Lost, match="gone"):
            next(in_order(time.sleep, [0.5], silent))


def test_only_such_work_is_stopped() -> None:
    assert not is_stopped()
