"""Scheduling of practice: SuperMemo 2 as published, the training path, and what the store keeps."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from engine.play.schedule import AnsweredDrill, Practice, Quality, practice_by_technique
from engine.play.store import Store
from engine.play.training import DRILL_LAYOUTS, TrainingStage, next_technique, rare_techniques, stage, training_path
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.rules import RULE_STEPS

DAY = date(2026, 11, 21)
PAIR, WING = Technique.NAKED_PAIR, Technique.X_WING


def when_due(*qualities: Quality) -> Practice:
    """A technique that is always practised on the day when it is due."""
    practice = Practice()
    for quality in qualities:
        practice = practice.after(practice.due or DAY, quality)
    return practice


def test_good_answers_come_again_after_a_day_then_six_then_by_the_factor() -> None:
    assert [when_due(*[Quality.FIRST_TRY] * times).days for times in (1, 2, 3, 4)] == [1, 6, 17, 50]
    assert when_due(Quality.FIRST_TRY).due == DAY + timedelta(1)


@pytest.mark.parametrize(("quality", "factor"), [(Quality.FIRST_TRY, 2.6), (Quality.SECOND_TRY, 2.36)])
def test_the_factor_follows_the_formula_of_wozniak(quality: Quality, factor: float) -> None:
    assert when_due(quality).easiness == pytest.approx(factor)


def test_the_factor_is_never_below_its_least() -> None:
    assert when_due(*[Quality.SECOND_TRY] * 20).easiness == 1.3


def test_a_bad_answer_restarts_the_schedule_and_keeps_the_factor() -> None:
    before = when_due(*[Quality.FIRST_TRY] * 4)
    assert before.is_mastered
    assert before.due
    after = before.after(before.due, Quality.REVEAL)
    assert (after.streak, after.days, after.easiness, after.is_mastered) == (0, 1, before.easiness, False)
    assert (after.answered, after.good) == (5, 4)


def test_practice_before_it_is_due_counts_only_if_it_is_bad() -> None:
    once = when_due(Quality.FIRST_TRY)
    again = once.after(DAY, Quality.FIRST_TRY)
    assert (again.streak, again.due, again.answered) == (once.streak, once.due, 2)
    assert once.after(DAY, Quality.REVEAL).streak == 0


def test_due_items_come_before_new_ones() -> None:
    techniques = (PAIR, WING, Technique.XY_WING)
    assert next_technique(techniques, {}, DAY) is PAIR
    practice = practice_by_technique([AnsweredDrill(PAIR, DAY, Quality.FIRST_TRY)])
    assert next_technique(techniques, practice, DAY) is WING
    assert next_technique(techniques, practice, DAY + timedelta(1)) is PAIR
    answers = [AnsweredDrill(technique, DAY, Quality.FIRST_TRY) for technique in techniques]
    practice = practice_by_technique([*answers, AnsweredDrill(WING, DAY - timedelta(1), Quality.REVEAL)])
    assert next_technique(techniques, practice, DAY) is WING
    assert [stage(practice[PAIR], DAY + timedelta(days)) for days in (0, 1)] == [
        TrainingStage.PRACTISED,
        TrainingStage.DUE,
    ]
    assert stage(Practice(), DAY) is TrainingStage.NEW
    assert stage(when_due(*[Quality.FIRST_TRY] * 3), DAY) is TrainingStage.MASTERED


@pytest.mark.parametrize("name", DRILL_LAYOUTS)
def test_the_path_leads_from_full_house_to_chains(name: str) -> None:
    techniques = training_path(LAYOUTS[name]())
    assert techniques[0] is Technique.FULL_HOUSE
    assert Technique.AIC in techniques
    by_rules = [technique for technique in techniques if technique in RULE_STEPS]
    assert (
        list(techniques) == [technique for technique in Technique if technique in {*techniques} - RULE_STEPS] + by_rules
    )
    assert (Technique.CROSS_GRID_LINE in techniques) == (name in ("double", "samurai"))
    assert set(rare_techniques(LAYOUTS[name]())).isdisjoint(techniques)


def test_the_store_keeps_answers_and_techniques_of_moves(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    answers = [AnsweredDrill(PAIR, DAY, Quality.FIRST_TRY), AnsweredDrill(WING, DAY, Quality.REVEAL)]
    with Store(file) as store:
        for answer in answers:
            store.add_drill(answer, "double")
        store.add_usage(3, [(1, WING), (2, PAIR), (4, WING)])
        store.add_usage(3, [(1, PAIR), (5, WING)])  # mastery persists
    with Store(file) as store:
        assert store.drills_answered() == answers
        assert store.techniques_used() == {PAIR: 1, WING: 3}
        assert list(store.techniques_used()) == [PAIR, WING]


def test_rows_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.add_drill(AnsweredDrill(PAIR, DAY, Quality.FIRST_TRY), "single")
        with store._database.transaction() as connection:
            for row in (("NO_SUCH", "2026-11-21", 5), ("X_WING", "soon", 5), ("X_WING", "2026-11-21", 77)):
                connection.execute("INSERT INTO drill (technique, answered, layout, quality) VALUES (?, ?, '', ?)", row)
            connection.execute("INSERT INTO used VALUES (1, 1, 'NO_SUCH')")
        assert [answer.technique for answer in store.drills_answered()] == [PAIR]
        assert store.techniques_used() == {}
