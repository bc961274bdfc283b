"""Statements of the replay about cuts of a conflict are true: checked on thousands of them by plain resolution, and
by all paths of the graph."""

import pytest
from conflicts import CONFLICT, Case, many

from engine.sat.trace import cut_sequence
from engine.sat.trace.conflict_graph import ConflictGraph, conflict_graph
from engine.sat.trace.cut_sequence import cut_sentences
from engine.sat.trace.narration import clause_name, clause_text, literals_text


def check_graph(case: Case, graph: ConflictGraph) -> None:
    """Each literal that leads to the conflict on its level is a node, with the causes by its reason."""
    nodes = graph.nodes
    for node in nodes:
        if not node.earlier:
            assert {nodes[cause].literal for cause in node.causes} == case.causes[node.literal]
    drawn = {node.literal for node in nodes if not node.earlier} - {CONFLICT}
    on_level = {literal for literal in case.trail if case.levels[literal] == case.top}
    assert {literal for literal in on_level if case.reaches(literal)} <= drawn <= on_level
    assert all(node.level == case.levels[node.literal] for node in nodes[:-1])


def check_cuts(case: Case, graph: ConflictGraph) -> None:
    """Each clause is the resolvent of the one before with the reason of its latest literal, until one of the level is
    left, which is the first unique implication point."""
    trace, clause = case.trace, {*case.reasons[CONFLICT]}
    for number, cut in enumerate(graph.cuts):
        sentence, *more = cut_sentences(trace, graph, number)
        on_level = [literal for literal in case.trail if -literal in clause and case.levels[literal] == case.top]
        if number == 0:
            false = trace.event(case.index - 1).clause
            named = f"{clause_name(trace, false)} {clause_text(trace, false)}"
            assert sentence == cut_sequence.FALSE_CLAUSE.format(level=case.top, clause=named)
        else:
            assert len(on_level) > 1, "a cut before was that of the first point"
            latest = on_level[-1]
            reason = trace.clause(graph.nodes[cut.first].clause)
            assert {*reason} == {*case.reasons[latest]}
            assert sentence.startswith(str(latest))
            clause = (clause | {*reason}) - {latest, -latest}
        assert {each for each in cut.resolvent if case.levels[-each]} == {each for each in clause if case.levels[-each]}
        assert all(-each in case.levels for each in cut.resolvent), "all are false"
        crossing = {graph.nodes[each].literal for each in cut.crossing}
        assert crossing == {-each for each in clause if case.levels[-each]}
        assert bool(more) == (number == len(graph.cuts) - 1)
    check_last(case, graph, more)


def check_last(case: Case, graph: ConflictGraph, sentences: list[str]) -> None:
    left_over, learned, back = sentences
    resolvent = {*graph.cuts[-1].resolvent}
    point = case.points[-1]
    assert left_over == cut_sequence.LEFT_OVER.format(point=point, level=case.top)
    number = case.trace.event(case.index).clause + 1
    if case.learned == resolvent:
        assert learned == cut_sequence.LEARNED.format(number=number)
    else:
        literals = literals_text(case.trace.clause(number - 1))
        assert learned == cut_sequence.LEARNED_SHORTER.format(number=number, literals=literals)
        assert case.learned < resolvent
        follow = {-literal for literal in case.learned}
        for literal in case.trail:
            if case.causes[literal] <= follow and (case.causes[literal] or not case.levels[literal]):
                follow.add(literal)
        assert {-literal for literal in resolvent} <= follow, "what is left out is redundant"
    unit = [level for level in range(case.top) if sum(case.levels[-literal] > level for literal in case.learned) == 1]
    assert back == cut_sequence.BACK_TO.format(level=min(unit), literal=-point)


@pytest.mark.parametrize("count", [100, pytest.param(2000, marks=pytest.mark.slow)])
def test_statements_about_cuts_are_true(count: int) -> None:
    for case in many(count):
        graph = conflict_graph(case.trace, case.index)
        assert graph is not None
        check_graph(case, graph)
        check_cuts(case, graph)


def test_sentences_shown_alone_name_their_clause() -> None:
    for case in many(20):
        graph = conflict_graph(case.trace, case.index)
        assert graph is not None
        for number, cut in enumerate(graph.cuts):
            sentences = cut_sentences(case.trace, graph, number, alone=True)
            assert not any(word in sentence for sentence in sentences for word in ("this clause", "This clause"))
            if number:
                assert sentences[0].endswith(f"gives {literals_text(cut.resolvent)}.")
        clause = case.trace.event(case.index).clause
        learned = cut_sequence.LEARNED_FROM_CONFLICT.format(
            clause=literals_text(case.trace.clause(clause)), number=clause + 1
        )
        assert sentences[-1].startswith(learned)
