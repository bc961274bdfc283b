"""An explanation in words: the claim, the facts it rests on, and the argument from one to the other."""

from collections.abc import Iterator

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list, noun, pluralized
from engine.sudoku.as_sat.argument import Argument, argue
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques import wording
from engine.sudoku.techniques.position import Position

IS = _("{digit} in {cell} follows from {grounds}.")
IS_NOT = _("That {cell} can't be {digit} follows from {grounds}.")
NO_SOLUTION = _("There is no solution, as these contradict each other: {grounds}.")

LONG = _("{claim} The argument is long. An easier step first: {shorter}")

ENOUGH = _("It is enough that {rules}.")
DISTINCT = _("no digit occurs twice in {houses}")
HOLDS = _("{holder} holds {content}")
EACH_HOLDS = _("each of {holder} holds {content}")
A_DIGIT = _("a digit")
RULES_HOLD = _("these rules hold: {rules}")
NEEDED = _("Each of these is needed.")
DIGITS = _("The digits: {digits}.")
DIGIT = _("{digit} in {cell}")
REMOVED = _("Removed before: {removed}.")

IS_FALSE = _("{cell} isn't {digit}")
SUPPOSED = _("If {chain}.")
NOT_SUPPOSED = _("On this board {chain}.")
CASE = _("Case {number}: if {chain}.")
TOO_LONG = _("The argument needs too many cases to list here.")
SO_IS = _("So {cell} is {digit}.")
SO_IS_NOT = _("So {cell} can't be {digit}.")
SO_NOTHING = _("So there is no solution.")


def claim(layout: Layout, explanation: Explanation) -> str:
    """The claim, and the number of facts it rests on."""
    houses = {house for house, _ in explanation.houses}.union(explanation.distinct)
    counts = {
        noun("digit"): len(explanation.digits),
        noun("removed candidate"): len(explanation.removed),
        noun("house"): len(houses),
        noun("cell"): len(explanation.cells),
        noun("rule"): len(explanation.puzzle_rules),
    }
    grounds = wording.listing([pluralized(count, noun) for noun, count in counts.items() if count])
    if explanation.claim is None:
        return NO_SOLUTION.format(grounds=grounds)
    cell, digit = layout.cell_name(explanation.claim.cell), sign(explanation.claim.digit)
    return (IS if explanation.holds else IS_NOT).format(cell=cell, digit=digit, grounds=grounds)


def long(layout: Layout, explanation: Explanation, shorter: Explanation) -> str:
    """The length of a long explanation, and an easier conclusion."""
    return LONG.format(claim=claim(layout, explanation), shorter=claim(layout, shorter))


def enough(layout: Layout, explanation: Explanation) -> str:
    """The rules that imply the claim; "" if none are needed."""
    digits_of: dict[int, tuple[int, ...]] = {}
    for house, digit in explanation.houses:
        digits_of[house] = (*digits_of.get(house, ()), digit)
    houses_of: dict[tuple[int, ...], list[int]] = {}
    for house, digits in digits_of.items():
        houses_of.setdefault(digits, []).append(house)
    parts = [
        _holds(wording.house_names(layout, houses), len(houses), wording.digit_names(digits, "and"))
        for digits, houses in houses_of.items()
    ]
    if explanation.cells:
        parts.append(_holds(wording.cell_names(layout, explanation.cells), len(explanation.cells), str(A_DIGIT)))
    if explanation.distinct:
        parts.append(DISTINCT.format(houses=wording.house_names(layout, explanation.distinct)))
    if explanation.puzzle_rules:
        parts.append(RULES_HOLD.format(rules=wording.listing([rule.name(layout) for rule in explanation.puzzle_rules])))
    return ENOUGH.format(rules=joined_list(parts)) if parts else ""


def text(explanation: Explanation, position: Position) -> tuple[str, ...]:
    """The whole explanation in paragraphs, for use without a board."""
    layout = position.layout
    sentences = (claim(layout, explanation), enough(layout, explanation), *facts(layout, explanation), str(NEEDED))
    return (*filter(None, sentences), *argument(layout, explanation, position))


def facts(layout: Layout, explanation: Explanation) -> tuple[str, ...]:
    """The digits by name, and the candidates removed before."""
    sentences = []
    if explanation.digits:
        digits = [DIGIT.format(cell=layout.cell_name(cell), digit=sign(digit)) for cell, digit in explanation.digits]
        sentences.append(DIGITS.format(digits=wording.listing(digits)))
    if explanation.removed:
        sentences.append(REMOVED.format(removed=wording.removal(layout, explanation.removed)))
    return tuple(sentences)


def argument(layout: Layout, explanation: Explanation, position: Position) -> tuple[str, ...]:
    """The argument, a sentence or two for each case; empty if digits on the board are enough."""
    if explanation.puzzle_rules:
        return ()
    found = argue(explanation, position)
    if found is None:
        return (str(TOO_LONG),) if explanation.rules else ()
    if explanation.claim is None:
        return (*_cases(layout, found), str(SO_NOTHING))
    cell, digit = layout.cell_name(explanation.claim.cell), sign(explanation.claim.digit)
    return (*_cases(layout, found), (SO_IS if explanation.holds else SO_IS_NOT).format(cell=cell, digit=digit))


def _holds(holder: str, count: int, content: str) -> str:
    return (HOLDS if count == 1 else EACH_HOLDS).format(holder=holder, content=content)


def _cases(layout: Layout, argument: Argument, number: str = "") -> Iterator[str]:
    """The argument, then its cases, numbered 1, 2, 2.1, 2.2, ..."""
    links = [wording.link(layout, step.demand.house, step.candidate) for step in argument.decided]
    if argument.supposed:
        first = wording.IS if argument.holds else IS_FALSE
        links.insert(
            0, first.format(cell=layout.cell_name(argument.supposed.cell), digit=sign(argument.supposed.digit))
        )
    links.append(_end(layout, argument))
    template = CASE if number else SUPPOSED if argument.supposed else NOT_SUPPOSED
    yield template.format(number=number, chain=wording.linked(links))
    for place, case in enumerate(argument.cases, 1):
        yield from _cases(layout, case, f"{number}.{place}" if number else str(place))


def _end(layout: Layout, argument: Argument) -> str:
    """The end of an argument: no option is left, or a choice between cases."""
    house, about = argument.end.house, argument.end.about
    left = [case.supposed for case in argument.cases if case.supposed]
    if house is None:
        cell, digits = layout.cell_name(about), wording.digit_names([digit for _, digit in left]) if left else ""
        return (wording.LINK_IN_CELL if left else wording.NO_CANDIDATE).format(cell=cell, digit=digits)
    cells = wording.cell_names(layout, [cell for cell, _ in left], "or") if left else ""
    template = wording.LINK_IN_HOUSE if left else wording.NO_PLACE
    return template.format(house=layout.houses[house].label, cells=cells, digit=sign(about))
