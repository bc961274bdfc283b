"""The names of cells, houses, digits and candidates in the sentences that explain steps.

The sentence of each technique is in its own file, and takes its names from the functions here.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.text import without_gaps
from engine.sudoku.layout import Layout
from engine.sudoku.layout.model import house_label
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate

ARROW = " -> "
"""The separator of the links of a chain."""

LINK_IN_CELL = _("{cell} is left with {digit}")
LINK_IN_HOUSE = _("in {house}, {digit} goes to {cells}")
LINK_IN_SET = _("{cells}, without {missing}, hold {digits}: {digit} goes to {places}")
SET_LACKS = _("{cells} lack {digits}")
CELL_LACKS = _("{cell} lacks {digits}")
PLACE_IN_SET = _("in these cells, {digit} goes to {places}")
PLACE_IN_CELL = _("{cell} holds {digit}")
SET_HOLDS = _("{cells}, without {missing}, hold {digits}")
CELL_HOLDS = _("{cell}, without {missing}, holds {digits}")
IS = _("{cell} is {digit}")
IS_ONE_OF = _("one of {cells} is {digit}")
IS_NOT = _("{cell} isn't {digit}")
IS_NEITHER = _("neither {cell} nor {other} is {digit}")
NO_CANDIDATE = _("{cell} has no candidate left")
NO_PLACE = _("{house} has no place left for {digit}")
IS_NONE_OF = _("none of {cells} is {digit}")

TITLED = _("{technique}: {sentence}")
_JOINED = {"and": _("{others} and {last}"), "or": _("{others} or {last}")}
_BETWEEN = _("{first}, {second}")
ONE_OF = _("one of {cells}")
REMOVAL = _("{cells} can't be {digits}")
AND_LAST = _("{others}, and {last}")


def explained(technique: Technique, sentence: Sentence, **parts: str) -> str:
    """The name of a technique, followed by a sentence with these parts."""
    return TITLED.format(technique=technique.title, sentence=sentence.format(**parts))


def listing(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `last` is `and` or `or`."""
    if len(words) < 2:
        return "".join(words)
    return without_gaps(_JOINED[last].format(others=enumeration(words[:-1]), last=words[-1]))


def enumeration(words: Sequence[str]) -> str:
    """`a, b, c`."""
    return reduce(lambda first, second: _BETWEEN.format(first=first, second=second), words)


def cell_names(layout: Layout, cells: Iterable[int], last: str = "and") -> str:
    """`r1c2, r1c5 and r3c4`, in the order given."""
    return listing([layout.cell_name(cell) for cell in cells], last)


def one_of(layout: Layout, cells: Iterable[int]) -> str:
    """`r1c2`, `one of r1c2 and r1c5`."""
    names = [layout.cell_name(cell) for cell in cells]
    return names[0] if len(names) == 1 else ONE_OF.format(cells=listing(names))


def house_names(layout: Layout, houses: Iterable[int], last: str = "and") -> str:
    """`rows 1 and 4 of grid 2`, `row 2 of grid 1 and box 3 of grid 2`: houses of one kind and grid together."""
    numbers: dict[tuple[str, str], list[str]] = {}
    words: list[str] = []
    for house in map(layout.houses.__getitem__, houses):
        number, grid = house.place
        if number:
            numbers.setdefault((house.kind, grid), []).append(number)
        else:
            words.append(house.label)
    words[:0] = [
        house_label(kind, listing(of_kind, last), len(of_kind), grid) for (kind, grid), of_kind in numbers.items()
    ]
    return listing(words, last)


def digit_names(digits: Iterable[int], last: str = "or") -> str:
    """`5 or 7`, in the order given."""
    return listing([sign(digit) for digit in digits], last)


def is_true(layout: Layout, node: Sequence[Candidate]) -> str:
    """`r1c2 is 5`, `one of r1c2 and r1c3 is 5`: one of these candidates of a digit is true."""
    cells = [candidate.cell for candidate in node]
    sentence = IS if len(cells) == 1 else IS_ONE_OF
    return sentence.format(cell=layout.cell_name(cells[0]), cells=cell_names(layout, cells), digit=sign(node[0].digit))


def one_is_true(layout: Layout, candidates: Iterable[Candidate]) -> str:
    """`r1c2 is 5 or r1c3 is 6`."""
    return listing([is_true(layout, [candidate]) for candidate in candidates], "or")


def is_false(layout: Layout, node: Sequence[Candidate]) -> str:
    """`r1c2 isn't 5`, `neither r1c2 nor r1c3 is 5`: none of these candidates of a digit is true."""
    cells, digit = [candidate.cell for candidate in node], sign(node[0].digit)
    if len(cells) == 2:
        first, other = map(layout.cell_name, cells)
        return IS_NEITHER.format(cell=first, other=other, digit=digit)
    sentence = IS_NOT if len(cells) == 1 else IS_NONE_OF
    return sentence.format(cell=layout.cell_name(cells[0]), cells=cell_names(layout, cells), digit=digit)


def link(layout: Layout, house: int | None, candidate: Candidate) -> str:
    """The reason why a candidate is true: a house has no other place for its digit, or (None) its cell no other
    candidate.
    """
    return link_in_cell(layout, candidate) if house is None else link_in_house(layout, house, [candidate])


def link_in_cell(layout: Layout, candidate: Candidate) -> str:
    """The reason why a candidate is true: its cell has no other."""
    return LINK_IN_CELL.format(cell=layout.cell_name(candidate.cell), digit=sign(candidate.digit))


def link_in_house(layout: Layout, house: int, candidates: Sequence[Candidate]) -> str:
    """The reason why one of some candidates of a digit is true: a house has no other place for it."""
    return LINK_IN_HOUSE.format(
        house=layout.houses[house].label,
        cells=cell_names(layout, (candidate.cell for candidate in candidates), "or"),
        digit=sign(candidates[0].digit),
    )


def link_in_set(
    layout: Layout, cells: Sequence[int], missing: int, digits: Iterable[int], candidates: Sequence[Candidate]
) -> str:
    """The reason why one of some candidates of a digit is true: an almost locked set without `missing` holds all its
    digits.
    """
    if len(cells) == 1:
        return set_holds(layout, cells, missing, digits)
    return LINK_IN_SET.format(
        cells=cell_names(layout, cells),
        missing=sign(missing),
        digits=digit_names(digits, "and"),
        digit=sign(candidates[0].digit),
        places=cell_names(layout, (candidate.cell for candidate in candidates), "or"),
    )


def set_lacks(layout: Layout, cells: Sequence[int], digits: Iterable[int]) -> str:
    """`r1c2 and r1c3 lack 4 or 5`, `r1c2 lacks 4`: an almost locked set without a digit."""
    sentence = CELL_LACKS if len(cells) == 1 else SET_LACKS
    return sentence.format(cell=layout.cell_name(cells[0]), cells=cell_names(layout, cells), digits=digit_names(digits))


def place_in_set(layout: Layout, cells: Sequence[int], candidates: Sequence[Candidate]) -> str:
    """The places of a digit in an almost locked set just named."""
    sentence = PLACE_IN_CELL if len(cells) == 1 else PLACE_IN_SET
    return sentence.format(
        cell=layout.cell_name(cells[0]),
        digit=sign(candidates[0].digit),
        places=cell_names(layout, (candidate.cell for candidate in candidates), "or"),
    )


def set_holds(layout: Layout, cells: Sequence[int], missing: int, digits: Iterable[int]) -> str:
    """`r1c2 and r1c3, without 4, hold 5 and 6`: an almost locked set without a digit is locked."""
    sentence = CELL_HOLDS if len(cells) == 1 else SET_HOLDS
    return sentence.format(
        cell=layout.cell_name(cells[0]),
        cells=cell_names(layout, cells),
        missing=sign(missing),
        digits=digit_names(digits, "and"),
    )


def linked(links: Iterable[str]) -> str:
    """The links of a chain, joined by arrows."""
    return ARROW.join(links)


def removal(layout: Layout, removes: Iterable[Candidate]) -> str:
    """`r1c3 and r1c4 can't be 5, and r2c2 can't be 5 or 7`: cells that lose the same digits together."""
    digits_of: dict[int, tuple[int, ...]] = {}
    for cell, digit in sorted(removes):
        digits_of[cell] = (*digits_of.get(cell, ()), digit)
    cells_of: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in digits_of.items():
        cells_of.setdefault(digits, []).append(cell)
    *parts, last = [
        REMOVAL.format(cells=cell_names(layout, cells), digits=digit_names(digits))
        for digits, cells in cells_of.items()
    ]
    return AND_LAST.format(others=enumeration(parts), last=last) if parts else last
