"""Words and pictures of positions in small recorded searches, and what is read of logs with something changed."""

from functools import cache

from outcomes import outcomes, short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula.names import variable_names
from engine.sat.formula.words import Words
from engine.sat.solvers.solve import solve
from engine.sat.trace import pictures
from engine.sat.trace.analysis import analyse
from engine.sat.trace.breakpoints import BreakCondition, Breakpoint, Stops
from engine.sat.trace.conflict_graph import conflict_graph
from engine.sat.trace.cut_sequence import beamer, cut_steps, page
from engine.sat.trace.diagrams import decision_tree, depth_curve, implication_graph
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import clause_at_work, clause_name, end_sentence, explain, result_sentences, sentences
from engine.sat.trace.search_log import log_lines, read_log
from engine.sat.trace.search_tree import (
    counts_between,
    forced_at_root,
    path,
    path_length,
    search_tree,
    undone_decisions,
)
from engine.sat.trace.timeline import Timeline
from engine.sat.trace.trace import Recorder, Trace

SEARCHES = (
    ("php 4 3", "cdcl"),
    ("php 4 3", "dpll"),
    ("parity 6 6", "cdcl"),
    ("random 3", "dpll"),
    ("ordering 4", "cdcl"),
)


@cache
def traces() -> dict[str, Trace]:
    found = {}
    for name, solver in SEARCHES:
        formula, recorder = small_formulas()[name], Recorder(1 << 20)
        found[f"{name}, {solver}"] = recorder.trace(formula, solve(formula, solver, trace=recorder))
    return found


def positions(trace: Trace) -> list[int]:
    """The beginning, the end, the first conflicts, and some others."""
    conflicts = [place + 1 for place in range(len(trace)) if trace.event(place).kind is EventKind.CONFLICT][:2]
    return sorted({0, 1, len(trace) // 3, len(trace) // 2, len(trace) - 1, len(trace), *conflicts})


def test_words(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, trace in traces().items():
        words = variable_names(trace.formula) or Words()
        found.append(f"{name}: {len(trace)} {end_sentence(trace)} {trace.levels_sampled(9)}")
        for position in positions(trace):
            state, analysis = trace.state(position), analyse(trace, position)
            at_work = clause_at_work(trace, position)
            texts = [*sentences(trace, position, words), at_work is not None and clause_name(trace, at_work)]
            if analysis is not None:
                texts += [*explain(trace, analysis, words), *result_sentences(trace, analysis, words)]
            steps = [*path(state), path_length(state), forced_at_root(state), path(state, 2)]
            facts = (
                [*state.trail], state.level, trace.level(position), trace.counters(position), steps,
                undone_decisions(trace, position), counts_between(trace, 0, position), search_tree(trace, position, 9),
                trace.next_position(position, EventKind.DECISION),
                trace.previous_position(position, EventKind.CONFLICT),
                trace.next_assignment(position, [1, 2]), trace.previous_assignment(position, [1, 2]),
                trace.last_decision(1, position), trace.uses(0).tolist(), analysis,
            )  # fmt: skip
            found.append(f"  {position}: {texts} {short(repr(facts))}")
    assert "\n".join(found) == snapshot


def test_pictures(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, trace in traces().items():
        for position in positions(trace):
            tree = decision_tree(search_tree(trace, position, 12), position)
            curve, graph = depth_curve(trace, position), conflict_graph(trace, position)
            made = [
                pictures.svg(tree), pictures.dot(tree), pictures.tikz(tree), pictures.curve_svg(curve),
                pictures.curve_tikz(curve),
            ]  # fmt: skip
            if graph is not None:
                steps = cut_steps(trace, graph)
                for number in (None, 0):
                    drawing = implication_graph(trace, graph, number=number)
                    made += [pictures.svg(drawing, 2), pictures.dot(drawing), pictures.tikz(drawing)]
                made += [beamer(steps), page(steps), repr(graph), repr(cut_steps(trace, graph, learns=False))]
                made.append(repr([graph.effects(each) for each in range(len(graph.nodes))]))
            found.append(f"{name} {position}: {[short(each)[-22:] for each in made]}")
    found += [pictures.tex("a_b%&#{}"), pictures.ascii_only("ä→b"), pictures.xml("<a & b>")]
    assert "\n".join(found) == snapshot


def test_breakpoints_and_times(snapshot: SnapshotAssertion) -> None:
    found = []
    for name, trace in traces().items():
        timeline, points = Timeline(trace), Stops(trace)
        ends = [timeline.clause_states(index) for index in (0, 3)]
        found.append(f"{name}: {short(repr([(a.tolist(), b.tolist()) for a, b in ends]))}")
        found.append(f"  {short(repr(timeline.assignments([1, 2]).tolist()))}")
        for condition in BreakCondition:
            for numbers in ((), (1,), (2,), (-1, 2)):
                point = Breakpoint(condition, numbers)
                if point.fits(trace):
                    places = points.positions(point).tolist()
                    near = (points.next(3, [point]), points.previous(9, [point]), points.breakpoints_at(5, [point]))
                    found.append(f"  {point.text()}: {short(repr(places))} {near}")
    assert "\n".join(found) == snapshot


def test_logs(snapshot: SnapshotAssertion) -> None:
    found = []
    for trace in traces().values():
        text = "\n".join(log_lines(trace)).encode()

        def read(data: bytes, trace: Trace = trace) -> str:
            log = read_log(trace.formula, data.decode("utf-8", "replace").splitlines())
            return f"{len(log.trace)} {log.faults} {log.unchecked}"

        found.append(outcomes(read, [text], (b"d ", b"p ", b"c ", b"l ", b"b ", b"-1 ", b"0\n", b"r\n"), 40))
    assert "\n".join(found) == snapshot
