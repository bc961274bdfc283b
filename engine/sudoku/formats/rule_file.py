"""Our own format, for any rules on any layout: one JSON object per line.

    {"layout": "double", "name": "...", "givens": "5..9...", "candidates": [[1, 2], ...], "rules": [...]}

`layout` is a name of the catalogue, or the layout as an object. `givens` has a sign for each cell in reading order. If
the puzzle excludes candidates, `candidates` has the possible digits of each cell. A rule is a text (as in
`docs/rule-language.md`) or an object with its kind, its cells by name, and its other values.
"""

import json
from collections.abc import Mapping
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import title_of
from engine.sudoku.bit_sets import union
from engine.sudoku.formats.grid_rules import MAX_RULES
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.layout.values import dump_layout, load_layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule, dump, load
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.signs import SIGNS

_CELLS = ("cells", "shaft", "copy")
"""The values of rules that are lists of cells."""


def is_puzzle(content: Mapping[str, Any]) -> bool:
    """Whether an object is of this form."""
    return "layout" in content and "givens" in content and isinstance(content.get("rules", []), list)


def write(puzzle: Puzzle) -> str:
    """The puzzle as an object in one line."""
    layout = puzzle.layout
    content: dict[str, Any] = {"layout": dump_layout(layout) or layout.name}
    content |= {"name": " ".join(puzzle.name.split())} if puzzle.name.split() else {}
    content["givens"] = "".join(("." + SIGNS)[digit] for digit in puzzle.givens)
    if puzzle.candidates is not None:
        digits = range(1, layout.size + 1)
        content["candidates"] = [[digit for digit in digits if mask >> digit & 1] for mask in puzzle.candidates]
    content["rules"] = [_rule_value(rule, layout) for rule in puzzle.rules]
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


def _rule_value(rule: Rule, layout: Layout) -> object:
    """A rule in words as its text, any other as an object with names of cells."""
    if isinstance(rule, RuleInWords) and not rule.cells:
        return rule.text
    (content,) = dump([rule])
    return content | {name: [layout.cell_name(cell) for cell in content[name]] for name in _CELLS if name in content}


def read(content: Mapping[str, Any]) -> Puzzle:
    """The puzzle of an object. Raises InputError without a place, which the reader of the file adds."""
    layout = _layout(content["layout"])
    signs = dict(zip("." + SIGNS, range(len(SIGNS) + 1), strict=True)) | {"0": 0}
    givens = content["givens"]
    if not isinstance(givens, str) or len(givens) != len(layout.cells):
        raise InputError(
            _("the givens are not a text with a sign for each of the {count} cells").format(count=len(layout.cells))
        )
    digits = tuple(signs.get(sign.upper(), -1) for sign in givens)
    if not all(0 <= digit <= layout.size for digit in digits):
        raise InputError(_("a given is not a digit from 1 to {size}").format(size=layout.size))
    values, rules = content.get("rules", []), list[Rule]()
    if len(values) > MAX_RULES:
        raise InputError(_("the puzzle has more than {most} rules").format(most=MAX_RULES))
    for number, value in enumerate(values, 1):
        try:
            rules.append(_rule(value, layout))
        except InputError as error:
            raise InputError(_("rule {number}: {problem}").format(number=number, problem=str(error))) from None
        except (ValueError, TypeError):
            raise InputError(_("rule {number} can't be read").format(number=number)) from None
    name = content.get("name")
    title = title_of(name) if isinstance(name, str) else ""
    return Puzzle(layout, digits, title, candidates=_candidates(content.get("candidates"), layout), rules=tuple(rules))


def _rule(content: object, layout: Layout) -> Rule:
    if isinstance(content, str):
        return RuleInWords.drawn(layout, [()], content)
    if isinstance(content, Mapping):
        index = {layout.cell_name(cell): cell for cell in range(len(layout.cells))}
        lists = {key: content[key] for key in _CELLS if isinstance(content.get(key), list)}
        cells = {key: [index.get(str(name).lower(), -1) for name in names] for key, names in lists.items()}
        content = {**content, **cells}
    return load([content], layout)[0]


def _layout(content: object) -> Layout:
    if isinstance(content, str):
        if content in LAYOUTS:
            return LAYOUTS[content]()
        raise InputError(_("there is no layout {name!r}").format(name=content[:30]))
    try:
        return load_layout(content if isinstance(content, dict) else {})
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(_("the layout can't be read")) from None


def _candidates(content: object, layout: Layout) -> tuple[int, ...] | None:
    if content is None:
        return None
    valid = range(1, layout.size + 1)
    cells = content if isinstance(content, list) else []
    if len(cells) != len(layout.cells) or not all(
        isinstance(digits, list) and digits and all(type(digit) is int and digit in valid for digit in digits)
        for digits in cells
    ):
        raise InputError(_("the candidates are not lists of digits, one for each cell"))
    return tuple(map(union, cells))
