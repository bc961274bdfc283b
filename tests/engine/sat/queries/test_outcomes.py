"""The complete results of all queries about small formulas."""

import pytest
from outcomes import short
from small_formulas import small_formulas
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.formula.names import variable_names
from engine.sat.formula.words import Words
from engine.sat.queries.query import Values, ask, read_count, read_flag, read_literals, read_variables
from engine.sat.queries.registry import QUERIES
from engine.sat.solvers.limits import Limits, SearchProgress, Watch

CASES: list[tuple[str, Values]] = [
    ("models", {}), ("models", {"limit": 2}), ("models", {"project": (1, 2)}), ("models", {"assume": (1, -2)}),
    ("count", {}), ("count", {"project": (1, 2), "assume": (1,)}), ("backbone", {}), ("backbone", {"assume": (-1,)}),
    ("equivalences", {}), ("equivalences", {"assume": (1,)}), ("core", {}), ("core", {"steps": True}),
    ("assumptions", {"cubes": ((1,), (-1, 2), ())}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "values"), CASES, ids=str)
def test_results(name: str, values: Values, snapshot: SnapshotAssertion) -> None:
    found = []
    for title, formula in list(small_formulas().items())[:: 4 if "steps" in values else 2]:
        if formula.variables > 12:
            continue
        progress: list[SearchProgress] = []
        watch = Watch(Limits(), progress.append, None, 0)
        try:
            result = ask(QUERIES[name], formula, values, watch)
            fault = QUERIES[name].check(formula, values, result, Watch(Limits(), None, None, 1))
        except InputError as error:
            found.append(f"{title}: {error}")
            continue
        words = variable_names(formula) or Words()
        rows = [(row.title, row.text(words), row.text(words, 20)) for row in result.rows]
        reports = {report.found for report in progress if report.found}
        added = [*result.formula][-5:] if result.formula else None
        found.append(f"{title}: {result.status.name} {result.sentence} {result.reason} {dict(result.facts)}")
        found.append(f"  {len(result.rows)} {short(repr((sorted(rows), result.lines, sorted(reports), added, fault)))}")
    assert "\n".join(found) == snapshot


def test_texts_of_parameters(snapshot: SnapshotAssertion) -> None:
    found = []
    for text in (
        "",
        "0",
        "1",
        "3 -4",
        "1-4",
        "2..5",
        "7,8",
        "x1",
        "-1",
        "99999999999",
        "1 0",
        "a",
        "4-1",
        "1e3",
        " 5 ",
    ):
        for read in (read_count, read_flag, read_literals, read_variables):
            try:
                found.append(f"{read.__name__}({text!r}) = {short(repr(read(text)))}")
            except ValueError as error:
                found.append(f"{read.__name__}({text!r}): {error}")
    for name, query in QUERIES.items():
        parameters = [(each.name, each.form, str(each.title)) for each in query.parameters]
        found.append(f"{name} {query.title} {query.any_size} {parameters}")
    assert "\n".join(found) == snapshot
