"""Which kinds of rules each format holds: the table in docs/rules.md is what writing and reading show."""

import random
from functools import cache
from pathlib import Path

from rule_puzzles import random_rule

from engine.base.errors import InputError
from engine.sudoku.formats import FORMATS, parse, write
from engine.sudoku.formats.drawn_rules import DRAWN
from engine.sudoku.layout import Layout, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.rules.rule import Rule, complete
from engine.sudoku.search.exact import random_solution

PAGE = Path(__file__).parents[4] / "docs" / "rules.md"
COLUMNS = ("rules", "fpuzzles", "sudokupad", "ksudoku")
HEAD = f"| kind | {' | '.join(f'`{name}`' for name in COLUMNS)} | drawings |"


@cache
def puzzle_with(kind: str, layout: Layout) -> Puzzle:
    """A puzzle with a rule of this kind."""
    solution, dice = random_solution(layout, 1), random.Random(kind)
    rule: Rule | None
    if kind == RuleInText.kind:
        rule = RuleInText(text="Odd cells tell lies.")
    elif issubclass(KINDS[kind], BoardRule):
        rule = KINDS[kind]()
    else:
        rule = next(rule for _ in range(20) if (rule := random_rule(kind, solution, layout, dice)) is not None)
    assert rule is not None
    return Puzzle(layout, (*solution[:-1], 0), rules=complete([rule]))


def holds(form: str, kind: str, layout: Layout) -> bool:
    """Whether a puzzle with a rule of this kind comes back from the format as it was; refused by name otherwise."""
    puzzle = puzzle_with(kind, layout)
    try:
        text = write(puzzle, form)
    except InputError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert str(KINDS[kind].title) in refusal or layout.title in refusal
        return False
    (found,) = parse(text.encode())
    assert found == puzzle, (form, kind)
    return True


def table() -> list[str]:
    """The lines of the table: `all` on every layout, `one grid` on a single one, `-` where it is refused."""
    lines = [HEAD, "|---" * (len(COLUMNS) + 2) + "|"]
    for name, kind in KINDS.items():
        cells = []
        for form in COLUMNS:
            on_all = [holds(form, name, layout) for layout in (single(), double())]
            cells.append("all" if all(on_all) else "one grid" if on_all[0] else "-")
        is_drawn = name in DRAWN or issubclass(kind, NoMarks)
        lines.append(f"| {kind.title} | {' | '.join(cells)} | {'yes' if is_drawn else '-'} |")
    return lines


def test_the_page_lists_the_kinds_that_each_format_holds() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "\n".join(table()) in text


def test_formats_without_rules_refuse_every_kind_by_its_name() -> None:
    for form in FORMATS.keys() - {*COLUMNS, "fpuzzles-link"}:
        for kind in KINDS:
            assert not holds(form, kind, single())
