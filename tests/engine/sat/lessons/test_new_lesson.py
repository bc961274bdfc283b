"""Lessons that begin at an event of a recording: they can be read, and their questions have answers."""

import tomllib
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.lessons.lesson import prepare
from engine.sat.lessons.lesson_file import parse
from engine.sat.lessons.new_lesson import new_lesson
from engine.sat.solvers.solve import RECORDED, solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Setup, Trace

OWN = Formula.of([[1, 2, 3], [-1, 2], [-2, 3], [-3, 1], [-1, -2, -3]])


def recorded(formula: Formula, solver: str, setup: Setup) -> Trace:
    recorder = Recorder(1 << 22, setup=setup)
    result = solve(
        formula,
        solver,
        seed=setup.seed,
        trace=recorder,
        prefix=setup.prefix,
        instead=setup.instead,
        without=setup.without,
    )
    return recorder.trace(formula, result)


TRACES = {
    (solver.name, name): recorded(formula, solver.name, setup)
    for solver in RECORDED
    for name, formula, setup in (
        ("php", make("php", ["4", "3"]), Setup()),
        ("own", OWN, Setup()),
        ("random", make("random-ksat", ["12", "50"], 3), Setup(seed=5)),
        ("first", OWN, Setup(prefix=(-2, 1))),
    )
    if not setup.prefix or solver.follow
}


@given(trace=st.sampled_from(list(TRACES.values())), data=st.data())
@settings(max_examples=amount(200), deadline=None)
def test_a_new_lesson_is_at_its_event_and_has_answers(trace: Trace, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(trace)))
    text = new_lesson(trace, position, 'A "title"\nin two lines')
    (stop,) = prepare(parse(text, Path("new.toml")))
    assert stop.position.index == position
    assert [*stop.position.trace.kinds[:position]] == [*trace.kinds[:position]]
    assert tomllib.loads(text)["title"] == 'A "title" in two lines'
    assert stop.right or "ask" not in text


def test_a_conflict_is_shown_as_its_graph_with_a_question() -> None:
    trace = TRACES["cdcl", "php"]
    position = int(trace.where(EventKind.CONFLICT)[0]) + 1
    (stop,) = tomllib.loads(new_lesson(trace, position, "php"))["stop"]
    assert (stop["at"], stop["show"], stop["ask"]) == ("conflict 1", "graph", "first-uip")


def test_a_formula_of_a_family_is_made_and_any_other_written() -> None:
    text = new_lesson(TRACES["dpll", "random"], 0, "random")
    assert 'make = "random-ksat 12 50 --seed 3"' in text
    assert tomllib.loads(new_lesson(TRACES["dpll", "own"], 0, "own"))["search"][0]["clauses"] == [*map(list, OWN)]


@pytest.mark.parametrize("setup", [Setup(without=frozenset({"reason-bumping"})), Setup(instead={0: -1})])
def test_unreproducible_lesson_content_is_refused(setup: Setup) -> None:
    with pytest.raises(InputError):
        new_lesson(recorded(OWN, "cdcl", setup), 0, "own")
