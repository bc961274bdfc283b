"""The sentences that explain a step, each whole, and how cells, houses and digits are named in them."""

from collections.abc import Iterable, Sequence
from functools import reduce

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.text import without_gaps
from engine.sudoku.layout import Layout
from engine.sudoku.layout.model import together
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate

ARROW = " -> "
"""What stands between the links of a chain."""

# Singles

FULL_HOUSE = _("{cell} is the last empty cell of {house} and takes its last digit, {digit}.")
NAKED_SINGLE = _("{cell} can only be {digit}: no other digit is left for it.")
HIDDEN_SINGLE = _("{cell} is the only place for {digit} in {house}.")

# Two houses that meet, and subsets

LOCKED_CANDIDATES = _("in {first}, {digit} can only go in {cells}, which lie in {second} too, so {removal}.")
NAKED_SUBSET = _("{cells} hold {digits} between them, so no other cell of {houses} can hold these: {removal}.")
HIDDEN_SUBSET = _("in {house}, {digits} can only go in {cells}, so these cells hold nothing else: {removal}.")
CROSS_GRID_LINE = (
    _("outside the cells they share, {first} and {second} hold the same digits. {cells} can only be {digits}, and in "
    "the rest of {second} these can only go in {room}: {removal}.")
)

# Fish

FISH = _("in {base}, {digit} can only go in {cover}, so {removal}.")
FINNED_FISH = (
    _("in {base}, {digit} can only go in {cover} or in {fins}. If {fin} is {digit}, it is seen by {targets}; if not, "
    "each of {cover} has its {digit} in {base}. Either way {removal}.")
)

# Two links of one digit

TWO_STRONG_LINKS = _(
    "in {first}, {digit} goes in {start} or {near}; in {second}, it goes in {far} or {end}. {near} and {far} see each "
    "other, so one of {start} and {end} is {digit}, and {removal}."
)
EMPTY_RECTANGLE = (
    _("in {box}, {digit} can only go in {near} or {far}; in {line}, only in {start} or {end}. If {end} is not {digit}, "
    "{start} is, and {box} has its {digit} in {far}. Either way {removal}.")
)

# Wings

W_WING = (
    _("in {house}, {digit} goes in {one} or {two}, so {ends} can't both be {digit}: one of them is {other}, and "
    "{removal}.")
)
PIVOT_WING = _("whether {pivot} is {digits}, one of {ends} is {digit}, so {removal}.")

# Colours

SIMPLE_COLOURS_TRAP = _(
    "either all cells of colour A ({A}) are {digit} or all of colour B ({B}). What sees both colours is not: {removal}."
)
SIMPLE_COLOURS_WRAP = (
    _("either all cells of colour A ({A}) are {digit} or all of colour B ({B}). Two cells of colour {wrong} see each "
    "other, so {removal}.")
)
MULTI_COLOURS = _(
    "either all cells of colour A ({A}) are {digit} or all of colour B ({B}), and either all of colour C ({C}) or all "
    "of colour D ({D}). {reasons}: {removal}."
)
MULTI_COLOURS_TRAP = (
    _("Colours {one} and {other} see each other, so all of colour {left} or all of colour {right} are {digit}")
)
MULTI_COLOURS_WRAP = _("Colour {wrong} sees both colours {one} and {other}, one of which is {digit}")
REMOTE_PAIR = (
    _("one of {pair} is in all cells of colour A ({A}), the other in all of colour B ({B}). What sees both colours is "
    "neither: {removal}.")
)

# Uniqueness

RECTANGLE_1 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions; so {roof} must "
    "be something else: {removal}."
)
RECTANGLE_2 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} "
    "is {digit}, and {removal}."
)
RECTANGLE_3 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} "
    "is {extras}. Together with {cells}, that cell takes {digits}: {removal}."
)
RECTANGLE_4 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions. In {houses}, "
    "{digit} goes in one of {roof}; if the other were {other}, that would be the case: {removal}."
)
RECTANGLE_6 = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions. In {houses}, "
    "{digit} goes in these corners only: if {roof} were {digit}, {floor} would be {other}. So {removal}."
)
HIDDEN_RECTANGLE = _(
    "if {corners} held nothing but {pair}, these could be exchanged and there would be two solutions. In {houses}, "
    "{digit} goes in these corners only: if {corner} were {other}, {sides} would be {digit} and {opposite} would be "
    "{other}. So {removal}."
)
BUG_PLUS_ONE = (
    _("if {cell} were not {digit}, every candidate would appear twice in each of its houses and there would be two "
    "solutions: {removal}.")
)
BUG_PLUS_N = (
    _("{extras}; otherwise every candidate would appear twice in each of its houses and there would be two solutions: "
    "{removal}.")
)
AVOIDABLE_1 = _(
    "if {corners} held nothing but {pair}, none of them given, these could be exchanged for a second solution: "
    "{removal}."
)
AVOIDABLE_2 = _(
    "if {corners} held nothing but {pair}, none of them given, these could be exchanged for a second solution; so one "
    "of {roof} is {digit}, and {removal}."
)
UNIQUE_LOOP_1 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; so {roof} must be "
    "something else: {removal}."
)
UNIQUE_LOOP_2 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} is "
    "{digit}, and {removal}."
)
UNIQUE_LOOP_3 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; so one of {roof} is "
    "{extras}. Together with {cells}, that cell takes {digits}: {removal}."
)
UNIQUE_LOOP_4 = _(
    "if {loop} held nothing but {pair}, these could be exchanged and there would be two solutions; but in {house}, "
    "{digit} goes in one of {roof}. So {removal}."
)

# Patterns with names of their own

FIREWORKS_AT = (
    _("{digits} have one place at most in each of {lines} outside {box}, and if one of them is in none of these, it is "
    "in {cross}, where both lines meet")
)
FIREWORKS = _("{fireworks}. So {cells} hold {digits}, each of them once: {removal}.")
SK_LOOP_IN = _("{digits} in {house}")
SK_LOOP = (
    _("the {count} cells {cells} have room for no more than {count} digits, since each of these goes there once at "
    "most: {links}. So each of them does go there, and {removal}.")
)
EXOCET_ONLY = _("{digit} can only go in {houses}")
EXOCET_NOWHERE = _("{digit} can go nowhere")
EXOCET = (
    _("{base} hold two of {digits}. What they hold must also be in each of {lines}, but outside {targets} there are "
    "too few places there: {places}. So {targets} hold the same two digits, and {removal}.")
)
TRIDAGON = _(
    "{cells} can't all hold {digits}: in four boxes and their lines these would run out. So {guardians}: {removal}."
)

# Chains and forcing

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
IS_NONE_OF = _("none of {cells} is {digit}")
CHAIN = _("if {start} -> {links}. Either way {removal}.")
PROVING_CHAIN = _("if {start} -> {links}. So {end} in any case: {removal}.")
LOOP = _("if {start} -> {links} -> {start}. Every link of the loop holds both ways: {removal}.")
NISHIO = _("if {links} -> {end}. So {removal}.")
FORCING = _("{ways}. In any case {end}.")
NESTED = _("{removal} (if {links} -> {end})")
FORCING_WAY = _("if {links}")
NO_CANDIDATE = _("{cell} has no candidate left")
NO_PLACE = _("{house} has no place left for {digit}")

# Almost locked sets

ALS_ONE_COMMON = (
    _("{one} must hold all but one of {one_digits}, and {other} all but one of {other_digits}. {common} fits in only "
    "one of the two sets, so the other holds all its other digits: {removal}.")
)
ALS_TWO_COMMON = (
    _("{one} must hold all but one of {one_digits}, and {other} all but one of {other_digits}. Each of {common} "
    "fits in only one of the two sets, so each set holds one of these and all its other digits: {removal}.")
)
SUE_DE_COQ = (
    _("{cells} hold only {digits}, as many digits as cells, and those that can hold the same digit see each other. So "
    "each of these digits is in one of them: {removal}.")
)
PETAL = _("if {start}, {cells} must hold {digits}")
DEATH_BLOSSOM = _("{petals}. In any case {removal}.")

TITLED = _("{technique}: {sentence}")
_JOINED = {"and": _("{others} and {last}"), "or": _("{others} or {last}")}
_BETWEEN = _("{one}, {other}")
ONE_OF = _("one of {cells}")
REMOVAL = _("{cells} can't be {digits}")
AND_LAST = _("{others}, and {last}")


def explained(technique: Technique, sentence: Sentence, **parts: str) -> str:
    """The sentence with its parts filled in, after the name of the technique."""
    return TITLED.format(technique=technique.title, sentence=sentence.format(**parts))


def listing(words: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; `last` is `and` or `or`."""
    if len(words) < 2:
        return "".join(words)
    return without_gaps(_JOINED[last].format(others=enumeration(words[:-1]), last=words[-1]))


def enumeration(words: Sequence[str]) -> str:
    """`a, b, c`."""
    return reduce(lambda first, other: _BETWEEN.format(one=first, other=other), words)


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
        together(kind, listing(of_kind, last), len(of_kind), grid) for (kind, grid), of_kind in numbers.items()
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


def link(layout: Layout, house: int | None, to: Candidate) -> str:
    """Why a candidate is true: a house has no other place for its digit, or (None) its cell no other candidate."""
    return link_in_cell(layout, to) if house is None else link_in_house(layout, house, [to])


def link_in_cell(layout: Layout, to: Candidate) -> str:
    """Why a candidate is true: its cell has no other."""
    return LINK_IN_CELL.format(cell=layout.cell_name(to.cell), digit=sign(to.digit))


def link_in_house(layout: Layout, house: int, to: Sequence[Candidate]) -> str:
    """Why one of some candidates of a digit is true: a house has no other place for it."""
    return LINK_IN_HOUSE.format(
        house=layout.houses[house].label,
        cells=cell_names(layout, (candidate.cell for candidate in to), "or"),
        digit=sign(to[0].digit),
    )


def link_in_set(
    layout: Layout, cells: Sequence[int], missing: int, digits: Iterable[int], to: Sequence[Candidate]
) -> str:
    """Why one of some candidates of a digit is true: an almost locked set without another must hold all its digits."""
    if len(cells) == 1:
        return set_holds(layout, cells, missing, digits)
    return LINK_IN_SET.format(
        cells=cell_names(layout, cells),
        missing=sign(missing),
        digits=digit_names(digits, "and"),
        digit=sign(to[0].digit),
        places=cell_names(layout, (candidate.cell for candidate in to), "or"),
    )


def set_lacks(layout: Layout, cells: Sequence[int], digits: Iterable[int]) -> str:
    """`r1c2 and r1c3 lack 4 or 5`, `r1c2 lacks 4`: an almost locked set without a digit."""
    sentence = CELL_LACKS if len(cells) == 1 else SET_LACKS
    return sentence.format(
        cell=layout.cell_name(cells[0]), cells=cell_names(layout, cells), digits=digit_names(digits)
    )


def place_in_set(layout: Layout, cells: Sequence[int], to: Sequence[Candidate]) -> str:
    """Where an almost locked set just named holds a digit."""
    sentence = PLACE_IN_CELL if len(cells) == 1 else PLACE_IN_SET
    return sentence.format(
        cell=layout.cell_name(cells[0]),
        digit=sign(to[0].digit),
        places=cell_names(layout, (candidate.cell for candidate in to), "or"),
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
    """What follows from what."""
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
