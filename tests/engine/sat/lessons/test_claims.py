"""Claims about conflicts are true: independent code checks each one on thousands of conflicts.

Nothing here uses the analysis of the engine (`conflicts`), and consequences are found by plain propagation.
"""

from collections.abc import Sequence

import pytest
from conflicts import CONFLICT, Case, many

from engine.base.errors import InputError
from engine.sat.lessons import conflict_questions, questions
from engine.sat.lessons.conflict_questions import CoreDecision, LeftOutLiteral
from engine.sat.lessons.questions import Backjump, FirstUip, LearnedLiteral


def wording(sentence: object) -> str:
    """The text of a sentence before its first placeholder, or after the last one."""
    return max(str(sentence).replace("{", "}").split("}")[::2], key=len).strip()


def check_first_uip(case: Case) -> None:
    question, top, points = FirstUip(), case.top, case.points
    on_level = [literal for literal in case.trail if case.levels[literal] == top]
    assert on_level[0] in points
    assert question.right(case.position) == {points[-1]}
    why = question.why(case.position, points[-1])
    assert wording(questions.FIRST_UIP) in why
    for literal in on_level:
        if literal == points[-1]:
            continue
        why_not = question.why_not(case.position, literal)
        if literal in points:
            assert wording(questions.LATER_UIP) in why_not
        elif not case.reaches(literal):
            assert wording(questions.NOT_INVOLVED) in why_not
        else:
            assert wording(questions.NO_UIP) in why_not
    # the first point leads to the conflict together with earlier levels, and alone only if no cause is earlier
    after = on_level[on_level.index(points[-1]) + 1 :]
    blockers = {points[-1], *(literal for literal in case.trail if case.levels[literal] < top)}
    for literal in [*after, CONFLICT]:
        if case.causes[literal] <= blockers:
            blockers.add(literal)
    assert CONFLICT in blockers


def propagated(clauses: Sequence[Sequence[int]], true: set[int]) -> set[int] | None:
    """All consequences of true literals by propagation; None for a conflict."""
    true, changed = set(true), True
    while changed:
        changed = False
        for clause in clauses:
            if true.isdisjoint(clause):
                left = {literal for literal in clause if -literal not in true}
                if not left:
                    return None
                if len(left) == 1:
                    true |= left
                    changed = True
    return true


def check_learned(case: Case) -> None:
    question, position = LearnedLiteral(), case.position
    assert question.right(position) == case.learned
    assert all(-literal in case.levels for literal in case.learned)
    clauses = [position.trace.clause(index) for index in range(position.clauses)]
    point = next(iter(FirstUip().right(position)))
    cut = {-literal for literal in case.learned}
    left_out = [literal for literal in case.trail if -literal not in case.learned]
    implied = [each for each in left_out if wording(questions.IMPLIED) in question.why_not(position, -each)]
    for literal in left_out:
        why_not = question.why_not(position, -literal)
        if wording(questions.OF_LEVEL_0) in why_not:
            assert case.levels[literal] == 0
        elif wording(questions.IMPLIED) in why_not:
            total = propagated(clauses, cut)
            assert total is None or literal in total
        elif wording(questions.REPLACED) in why_not:
            assert case.levels[literal] == case.top
            assert case.trail.index(literal) > case.trail.index(point)
            assert case.reaches(literal)
        elif wording(questions.ONLY_BY_OTHERS) in why_not:
            assert case.reaches(literal, on_level=False)
            assert not case.reaches(literal, *cut, *implied, on_level=False)
        else:
            assert wording(questions.NOT_LEARNED) in why_not
            assert case.levels[literal] == 0 or not case.reaches(literal, on_level=False)


def check_backjump(case: Case) -> None:
    (back,) = Backjump().right(case.position)
    unit_levels = [
        level
        for level in range(case.top)
        if sum(-literal not in case.levels or case.levels[-literal] > level for literal in case.learned) == 1
    ]
    assert min(unit_levels) == back
    for level in range(case.top):
        if level != back:
            assert (wording(questions.TOO_NEAR) in Backjump().why_not(case.position, level)) == (level in unit_levels)


def closure(case: Case, true: set[int]) -> set[int]:
    """The consequences of true literals by the reasons of the trail, with level 0."""
    found = set(true)
    for literal in case.trail:
        decided = not case.causes[literal] and case.levels[literal]
        if literal not in found and not decided and case.causes[literal] <= found:
            found.add(literal)
    return found


def check_minimisation(case: Case) -> None:
    question, position = LeftOutLiteral(), case.position
    derived, point = derived_clause(case), next(iter(FirstUip().right(position)))
    left_out = {literal for literal in case.trail if -literal in derived - case.learned}
    assert {case.levels[-literal] for literal in case.learned} == {case.levels[-literal] for literal in derived}
    try:
        assert question.right(position) == left_out
    except InputError:
        assert not left_out
        return
    for literal in case.trail:
        if literal in left_out:
            assert literal in closure(case, {-each for each in case.learned})
            assert "adds nothing" in question.why(position, literal)
            continue
        why_not = question.why_not(position, literal)
        if -literal not in derived:
            assert "is not in" in why_not
        elif literal == point:
            assert wording(conflict_questions.ASSERTS) in why_not
        else:
            rest = {-each for each in derived} - {literal}
            assert ("was decided" in why_not) == (not case.causes[literal])
            assert literal not in closure(case, rest)
            if case.causes[literal]:
                named = int(why_not.removesuffix(" does not follow from the rest.").rsplit(" ", 1)[1])
                assert named in case.causes[literal] - closure(case, rest)


def derived_clause(case: Case) -> frozenset[int]:
    """The clause of the first unique implication point: what leads directly to literals between it and the conflict."""
    point = next(iter(FirstUip().right(case.position)))
    between = {each for each in case.trail[case.trail.index(point) + 1 :] if case.reaches(each)}
    causes = frozenset().union(case.causes[CONFLICT], *(case.causes[each] for each in between))
    return frozenset(-cause for cause in causes - between)


def check_core(case: Case) -> None:
    """The decisions of the core lead to a conflict by propagation alone, and the others have no path to it."""
    question, position = CoreDecision(), case.position
    core = question.right(position)
    decisions = {literal for literal in case.trail if case.levels[literal] and not case.causes[literal]}
    assert core == {literal for literal in decisions if case.reaches(literal, on_level=False)}
    assert propagated([position.trace.clause(index) for index in range(position.clauses)], set(core)) is None
    for literal in case.trail:
        if literal not in core:
            expected = "does not lead" if literal in decisions else "it was not decided"
            assert expected in question.why_not(position, literal)


@pytest.mark.parametrize("count", [30, pytest.param(2000, marks=pytest.mark.slow)])
def test_statements_about_conflicts_are_true(count: int) -> None:
    for case in many(count):
        check_first_uip(case)
        check_learned(case)
        check_backjump(case)
        check_minimisation(case)
        check_core(case)


@pytest.mark.long
def test_why_literals_are_left_out_of_a_learned_clause_is_seen_in_each_way() -> None:
    seen = set()
    kinds = (questions.IMPLIED, questions.REPLACED, questions.ONLY_BY_OTHERS, questions.NOT_LEARNED)
    for case in many(150):
        for literal in case.trail:
            if -literal not in case.learned:
                text = LearnedLiteral().why_not(case.position, -literal)
                seen |= {kind for kind in kinds if wording(kind) in text}
    assert len(seen) == len(kinds)
