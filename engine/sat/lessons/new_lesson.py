"""A new lesson from a recorded search: the text of a file with one stop, which an author continues."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import MISSING, fields
from typing import Any, cast

import numpy as np

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import one_line
from engine.sat.formula.families import MADE_BY
from engine.sat.formula.formula import Formula
from engine.sat.lessons.kinds import KINDS
from engine.sat.lessons.lesson import START, LessonSearch, LessonStop, LessonView, rows_of, visible_answers
from engine.sat.lessons.lesson_file import EVENTS, MAX_LITERALS, TOO_MANY, make_formula
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.solvers.solve import RECORDED
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace

OTHER_SOLVER = lazy_gettext("a lesson repeats its search, and {solver} is not a solver of this program")
OTHER_SETTINGS = lazy_gettext("a lesson can't leave out techniques or prescribe decisions, as this search did")
ADVICE = lazy_gettext("record a search of your own, without settings")
OTHER_EVENTS = lazy_gettext("a new run of the search takes a different course from this recording")

_FIRST_KINDS = ("first-uip", "backjump", "learned", "clause", "forced", "reason", "decision", "other-value")
"""Preferred kinds of questions, the best first."""


def new_lesson(trace: Trace, position: int, title: str) -> str:
    """The text of a lesson file with one stop, after the first `position` events of a recorded search.

    It asks a question that has an answer there, and lists other kinds that have one. Raises InputError for a search
    that a lesson can't make again.
    """
    head = "\n".join(_head(trace, title))
    show = _view(trace, position)
    kinds = [*_kinds(TracePosition(trace, position), show)]
    stop = [
        "[[stop]]",
        f"at = {_quoted(_place(trace, position))}",
        f"show = {_quoted(show.value)}",
        'text = """',
        _("Describe here what happened and what to look at."),
        '"""',
    ]
    if kinds:
        stop.append(f"ask = {_quoted(kinds[0])}")
    if len(kinds) > 1:
        stop.append(_("# Other questions with an answer here: {kinds}").format(kinds=", ".join(kinds[1:])))
    return "\n".join((head, *stop, ""))


def _head(trace: Trace, title: str) -> Iterator[str]:
    """The lines before the first stop."""
    formula, setup, solver, branching = trace.formula, trace.setup, trace.result.solver, trace.result.branching
    if solver not in {description.name for description in RECORDED}:
        raise InputError(OTHER_SOLVER.format(solver=solver), advice=str(ADVICE))
    if setup.without or setup.instead:
        raise InputError(str(OTHER_SETTINGS), advice=str(ADVICE))
    if len(formula.literals) > MAX_LITERALS:
        raise InputError(TOO_MANY.format(most=MAX_LITERALS, literals=len(formula.literals)), advice=str(ADVICE))
    search = LessonSearch(
        "main", formula, solver=solver, branching=branching, seed=setup.seed, decide=tuple(setup.prefix)
    )
    if not _is_same(search.record(), trace):
        raise InputError(str(OTHER_EVENTS), advice=str(ADVICE))
    yield _("# A lesson of satsudoku-tui: docs/lessons.md explains how to write one.")
    about = _quoted(_("Say here what the lesson is about."))
    yield from ("lesson = 1", f"title = {_quoted(one_line(title))}", f"about = {about}", "", "[[search]]")
    command = _command(formula)
    yield f"make = {_quoted(command)}" if command else f"clauses = {json.dumps([*map(list, formula)])}"
    yield f"solver = {_quoted(solver)}"
    if branching:
        yield f"branching = {_quoted(branching)}"
    if setup.seed:
        yield f"seed = {setup.seed}"
    if setup.prefix:
        yield f"decide = {json.dumps([*setup.prefix])}"
    yield ""


def _is_same(trace: Trace, other: Trace) -> bool:
    """Whether one of two traces is the beginning of the other: a recording may have been stopped."""
    count = min(len(trace), len(other))
    return all(
        np.array_equal(first[:count], second[:count])
        for first, second in ((trace.kinds, other.kinds), (trace.literals, other.literals))
    )


def _command(formula: Formula) -> str:
    """The words after `satsudoku make` that make the formula, if its comments have the command; else empty."""
    texts = (comment.text for comment in formula.comments)
    command = next((text.removeprefix(MADE_BY) for text in texts if text.startswith(MADE_BY)), "")
    try:
        return command if command and [*make_formula(command)] == [*formula] else ""
    except InputError:
        return ""


def _place(trace: Trace, position: int) -> str:
    """A position in the notation of lesson files."""
    if not position:
        return "start"
    kind = EventKind(trace.kinds[position - 1])
    name = next((name for name, event_kind in EVENTS.items() if event_kind is kind), "")
    return f"{name} {int((trace.kinds[:position] == kind).sum())}" if name else f"event {position}"


def _view(trace: Trace, position: int) -> LessonView:
    """The view of the stop: the graph of a conflict, else the clauses."""
    is_conflict = position and trace.kinds[position - 1] == EventKind.CONFLICT
    return LessonView.GRAPH if is_conflict else LessonView.CLAUSES


def _kinds(position: TracePosition, show: LessonView) -> Iterator[str]:
    """The kinds of questions without required fields that have an answer there, the preferred ones first."""
    rows = rows_of(LessonStop("main", START, "", show), position)
    names = sorted(KINDS, key=lambda name: _FIRST_KINDS.index(name) if name in _FIRST_KINDS else len(_FIRST_KINDS))
    for name in names:
        kind = cast("type[Any]", KINDS[name])
        if all(field.default is not MISSING for field in fields(kind)):
            with suppress(InputError):
                if visible_answers(kind(), position, rows):
                    yield name


def _quoted(text: str) -> str:
    """The text as a JSON string, which is a TOML string too."""
    return json.dumps(text, ensure_ascii=False)
