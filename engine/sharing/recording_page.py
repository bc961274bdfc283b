"""A recorded search as one HTML page, which needs no network: its script steps through the embedded events.

All of its texts (sentences, names of literals, implication graphs) are generated here, in the current language.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _, current, lazy_gettext
from engine.base.text import pluralized, printable
from engine.sat.formula.words import Words
from engine.sat.trace.analysis import analyse
from engine.sat.trace.conflict_graph import conflict_graph
from engine.sat.trace.diagrams import implication_graph
from engine.sat.trace.events import DECIDED, EventKind
from engine.sat.trace.narration import clause_at_work, explain, sentences
from engine.sat.trace.pictures import svg
from engine.sat.trace.search_log import ANOTHER, OTHER_SOLVER
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.signs import sign

MAX_EVENTS = 5_000
"""The usual maximum number of events on a page: about a megabyte, and more where many conflicts are large."""
MAX_GRAPH = 400
"""Larger implication graphs, by number of nodes, are left out; their sentences remain."""

NO_SUCH_EVENT = lazy_gettext("the recording has {count:,} events: there is none at {number:,}")

_PARTS = {
    "clause": lazy_gettext("clause of this event"),
    "trail": lazy_gettext("trail, a row for each level"),
    "board": lazy_gettext("board"),
    "graph": lazy_gettext("implication graph, and how the clause is learned"),
    "keys": lazy_gettext(
        "Keys: right and left for one event, > and < for decisions, }} and {{ for conflicts, home and end, space to "
        "play, f for large letters."
    ),
    "no_script": lazy_gettext("This page needs JavaScript to step through the search."),
}
_WORDS = {
    "begin": lazy_gettext("to the first event"),
    "conflictBack": lazy_gettext("previous conflict"),
    "decisionBack": lazy_gettext("previous decision"),
    "back": lazy_gettext("one event back"),
    "play": lazy_gettext("play and pause"),
    "forward": lazy_gettext("one event forward"),
    "decision": lazy_gettext("next decision"),
    "conflict": lazy_gettext("next conflict"),
    "end": lazy_gettext("to the last event"),
    "large": lazy_gettext("large letters"),
    "slider": lazy_gettext("position in the search"),
    "noClause": lazy_gettext("This event refers to no clause."),
    "nothing": lazy_gettext("every variable is free"),
}


@dataclass(frozen=True)
class PageRange:
    """The events that a page shows: at most `count`, after the first `start`."""

    start: int = 0
    count: int = MAX_EVENTS


def page(
    trace: Trace, title: str, words: Words, sudoku: SudokuFormula | None = None, events: PageRange = PageRange(),
    position: int | None = None,
) -> str:  # fmt: skip
    """The page as HTML, opened at a position of the trace, by default at its first event.

    Raises InputError if the trace has no event after the start of the range.
    """
    if not 0 <= events.start <= len(trace):
        raise InputError(NO_SUCH_EVENT.format(count=len(trace), number=events.start))
    stop = min(events.start + events.count, len(trace))
    data = _data(trace, words, events.start, stop)
    data["board"] = None if sudoku is None else _board(sudoku)
    data["start"] = min(max(events.start if position is None else position, events.start), stop) - events.start
    script = _part("recording.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    texts = {name: escape(sentence.format()) for name, sentence in _PARTS.items()}
    return Template(_part("recording.html")).substitute(
        texts, language=current().replace("_", "-"), hash=f"sha256-{digest}", title=escape(printable(title)),
        about=escape(_about(trace, events.start, stop)), style=_part("recording.css"), script=script, data=_json(data),
    )  # fmt: skip


def _part(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _json(data: Mapping[str, Any]) -> str:
    """JSON that is safe in a script element: no text in it can end the element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _about(trace: Trace, start: int, stop: int) -> str:
    """A sentence on the formula and the solver, and on the range of events if it is not complete."""
    result, formula = trace.result, trace.formula
    strategy = ":".join(filter(None, (result.solver, result.branching)))
    if result.solver == OTHER_SOLVER:
        strategy = str(ANOTHER)
    sizes = pluralized(formula.variables, "variable"), pluralized(len(formula), "clause")
    about = _("A search by {strategy} in a formula of {variables} and {clauses}.").format(
        strategy=strategy, variables=sizes[0], clauses=sizes[1]
    )
    if (start, stop) == (0, len(trace)):
        return about
    part = _("This page has the events {first:,} to {last:,} of {total:,}.")
    return f"{about} {part.format(first=start + 1, last=stop, total=len(trace))}"


def _data(trace: Trace, words: Words, start: int, stop: int) -> dict[str, Any]:
    """The events of a range, with the names, clauses and conflicts that they refer to."""
    state = trace.state(start)
    positions = range(start + 1, stop + 1)
    events = [trace.event(index) for index in range(start, stop)]
    at_work = [clause_at_work(trace, at) for at in positions]
    clauses = {index: trace.clause(index) for index in at_work if index is not None}
    literals = {event.literal for event in events if event.literal} | set(state.trail)
    literals.update(literal for clause in clauses.values() for literal in clause)
    return {
        "language": current().replace("_", "-"),
        "words": {
            **{name: str(sentence) for name, sentence in _WORDS.items()},
            "clauseName": _("clause {number}"),
            "learnedName": _("learned clause {number}"),
            "place": _("event {event} of {total}"),
        },
        "first": start,
        "total": len(trace),
        "formula": len(trace.formula),
        "names": _names(words, literals),
        "trail": [
            [literal, level, reason == DECIDED]
            for literal, level, reason in zip(state.trail, state.levels, state.reasons, strict=True)
        ],
        "kinds": [int(event.kind) for event in events],
        "literals": [event.literal for event in events],
        "levels": [event.level for event in events],
        "left": [
            int(trace.clauses[index]) if _goes_back(event.kind) else 0 for index, event in enumerate(events, start)
        ],
        "clauses": [-1 if index is None else index for index in at_work],
        "literalsOf": clauses,
        "rules": {index: rule for index in clauses if index < len(trace.formula) and (rule := words.rule(index))},
        "sentences": ["\n".join(sentences(trace, at, words)) for at in (start, *positions)],
        "conflicts": {
            at - start: conflict
            for at, event in zip(positions, events, strict=True)
            if event.kind is EventKind.CONFLICT and (conflict := _conflict(trace, at, words))
        },
    }


def _goes_back(kind: EventKind) -> bool:
    return kind in (EventKind.BACKTRACK, EventKind.RESTART)


def _names(words: Words, literals: Iterable[int]) -> dict[int, str]:
    """The names of literals that differ from their numbers."""
    return {literal: name for literal in sorted(literals) if (name := words.literal(literal)) != str(literal)}


def _conflict(trace: Trace, position: int, words: Words) -> dict[str, Any] | None:
    """The implication graph of a conflict and, if a clause is learned, its derivation."""
    graph = conflict_graph(trace, position)
    if graph is None:
        return None
    drawn = svg(implication_graph(trace, graph, words)) if len(graph.nodes) <= MAX_GRAPH else ""
    analysis = analyse(trace, position)
    is_of_here = analysis is not None and analysis.position == position
    return {"graph": drawn, "lines": explain(trace, analysis, words) if analysis and is_of_here else []}


def _board(sudoku: SudokuFormula) -> dict[str, Any]:
    """The cells of the puzzle, the lines between its boxes, and the cell and digit of each variable."""
    layout, puzzle = sudoku.layout, sudoku.puzzle
    boxes = {cell: number for number, house in enumerate(layout.houses) if house.kind == "box" for cell in house.cells}
    givens = [sign(digit) if digit else "" for digit in puzzle.givens]

    def edge(cell: int, down: int, right: int) -> bool:
        row, column = layout.cells[cell]
        neighbour = layout.index.get((row + down, column + right))
        return neighbour is None or boxes.get(neighbour) != boxes.get(cell)

    cells = []
    for cell, (row, column) in enumerate(layout.cells):
        edges = ["below"] * edge(cell, 1, 0) + ["right"] * edge(cell, 0, 1)
        cells.append([row, column, " ".join(edges)])
    variables = [
        (variable, *sudoku.meaning(variable)) for variable in range(1, len(sudoku.reading.frame_variables) + 1)
    ]
    return {
        "columns": layout.columns,
        "cells": cells,
        "givens": givens,
        "variables": [[variable, cell, sign(digit)] for variable, cell, digit in variables],
    }
