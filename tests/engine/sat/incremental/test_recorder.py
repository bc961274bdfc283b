"""Recordings of queries: one that continues a search begins with its events."""

import pytest

from engine.sat.formula.families import make
from engine.sat.incremental.recorder import QueryRecorder
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.result import Result, Status
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


@pytest.fixture(scope="module")
def search() -> Trace:
    """A search that learns and deletes clauses."""
    trace = LessonSearch("", make("random-ksat", ["110", "470"], 3), solver="cdcl").record()
    assert len(trace.where(EventKind.DELETION))
    return trace


def learned_in_force(trace: Trace, fork: int) -> list[int]:
    first = len(trace.formula)
    deletions = trace.where(EventKind.DELETION)
    deleted = {index for event in deletions[deletions < fork].tolist() for index in trace.deleted(event) or ()}
    return [index for index in range(first, first + trace.counters(fork).learned) if index not in deleted]


def test_a_continued_search_begins_with_the_events_before(search: Trace) -> None:
    decisions, deletion = search.where(EventKind.DECISION), int(search.where(EventKind.DELETION)[0])
    later = decisions[decisions > deletion]
    for fork in map(int, (decisions[0], decisions[len(decisions) // 3], later[0], later[-1])):
        recorder = QueryRecorder.after(search, fork, learned_in_force(search, fork), 1000)
        trace = recorder.trace(search.formula, Result(Status.UNKNOWN, "cdcl", ""))
        assert len(trace) == fork
        assert trace.kinds.tolist() == search.kinds[:fork].tolist()
        assert trace.literals.tolist() == search.literals[:fork].tolist()
        assert trace.clauses.tolist() == search.clauses[:fork].tolist()
        assert trace.counters(fork) == search.counters(fork)
        first = len(search.formula)
        for index in range(first, first + search.counters(fork).learned):
            assert trace.clause(index) == search.clause(index)
        for event in search.where(EventKind.DELETION).tolist():
            if event < fork:
                assert trace.deleted(event) == search.deleted(event)
        count = search.notes_before(fork)
        assert [*trace.notes[: trace.notes_before(fork)]] == [*search.notes[:count]]


def test_a_new_kernel_deletes_what_was_learned(search: Trace) -> None:
    """As its clauses are loaded again without them."""
    fork = int(search.where(EventKind.DECISION)[-1])
    learned = learned_in_force(search, fork)
    recorder = QueryRecorder.after(search, fork, learned, 1000)
    recorder.begin(len(search.formula), 0)
    trace = recorder.trace(search.formula, Result(Status.UNKNOWN, "cdcl", ""))
    assert len(trace) == fork + 1
    assert sorted(trace.deleted(fork) or ()) == learned
    recorder.begin(len(search.formula), 0)
    assert len(recorder.trace(search.formula, Result(Status.UNKNOWN, "cdcl", ""))) == fork + 1, "once"
