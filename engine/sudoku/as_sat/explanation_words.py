"""An explanation in words: the claim, the facts it rests on, and the argument from one to the other."""

from collections.abc import Sequence
from dataclasses import replace

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list, noun, paragraph, pluralized
from engine.sudoku.as_sat.argument import Argument, argue
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.as_sat.proof_steps import ClaimStep
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques import wording
from engine.sudoku.techniques.part import Part, unfolded
from engine.sudoku.techniques.position import Candidate, Position

IS = _("{digit} in {cell} follows from {grounds}.")
IS_NOT = _("That {cell} can't be {digit} follows from {grounds}.")
NO_SOLUTION = _("There is no solution, as these contradict each other: {grounds}.")

SMALL_STEPS = _("It follows in {steps}.")
SUPPOSE = _("Suppose that {cell} is {digit}.")
SUPPOSE_NOT = _("Suppose that {cell} isn't {digit}.")
STEP = _("{number}. From {grounds}: {claim}.")
EARLIER_STEP = _("Step {number}: {claim}.")
CAN_NOT = _("{cell} can't be {digit}")
IF_THEN = _("if {premises}, then {claim}")
CONTRADICTION = _("a contradiction")
DIGIT_IN = _("{digit} in {place}")
STEP_NUMBER = _("step {number}")
SUPPOSITION = _("the supposition")

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

INDENT = "  "

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
    grounds = _grounds(explanation)
    return (
        NO_SOLUTION.format(grounds=grounds)
        if explanation.claim is None
        else _claim_sentence(layout, explanation, IS, IS_NOT)
    )


def _claim_sentence(layout: Layout, explanation: Explanation, holds: Sentence, fails: Sentence) -> str:
    assert explanation.claim, "it is about a candidate"
    cell, digit = layout.cell_name(explanation.claim.cell), sign(explanation.claim.digit)
    return (holds if explanation.holds else fails).format(cell=cell, digit=digit, grounds=_grounds(explanation))


def _grounds(explanation: Explanation) -> str:
    houses = {house for house, _ in explanation.houses}.union(explanation.distinct)
    counts = {
        noun("digit"): len(explanation.digits),
        noun("removed candidate"): len(explanation.removed),
        noun("house"): len(houses),
        noun("cell"): len(explanation.cells),
        noun("rule"): len(explanation.puzzle_rules),
    }
    return wording.listing([pluralized(count, noun) for noun, count in counts.items() if count])


def small_steps(explanation: Explanation, steps: Sequence[ClaimStep], layout: Layout) -> str:
    """The number of small steps, and what they suppose."""
    number, claim = SMALL_STEPS.format(steps=pluralized(len(steps), "step")), explanation.claim
    if claim is None:
        return number
    template = SUPPOSE_NOT if explanation.holds else SUPPOSE
    return paragraph((number, template.format(cell=layout.cell_name(claim.cell), digit=sign(claim.digit))))


def step_parts(explanation: Explanation, steps: Sequence[ClaimStep], layout: Layout) -> tuple[Part, ...]:
    """The steps as parts, each with what it follows from; the last one with the conclusion."""
    parts = [_step_part(steps, number, layout) for number in range(1, len(steps) + 1)]
    end = _claim_sentence(layout, explanation, SO_IS, SO_IS_NOT) if explanation.claim else str(SO_NOTHING)
    sentence = paragraph((parts[-1].sentence, end))
    return (*parts[:-1], replace(parts[-1], sentence=sentence, places=explanation.places, removes=explanation.removes))


def _step_part(steps: Sequence[ClaimStep], number: int, layout: Layout) -> Part:
    """A step with what it follows from; the earlier steps among these are inside."""
    step = steps[number - 1]
    grounds = [DIGIT_IN.format(digit=sign(digit), place=layout.houses[house].label) for house, digit in step.houses]
    grounds += [DIGIT_IN.format(digit=A_DIGIT, place=layout.cell_name(cell)) for cell in step.cells]
    grounds += [rule.name(layout) for rule in step.puzzle_rules]
    grounds += [STEP_NUMBER.format(number=other + 1) for other in step.steps]
    if step.supposes:
        grounds.append(str(SUPPOSITION))
    earlier_parts = tuple(
        Part(
            EARLIER_STEP.format(number=other + 1, claim=step_claim(steps[other], layout)),
            steps[other].places,
            steps[other].removes,
            steps[other].conditions,
        )
        for other in step.steps
    )
    sentence = STEP.format(number=number, claim=step_claim(step, layout), grounds=wording.listing(grounds))
    houses = tuple(dict.fromkeys(house for house, _ in step.houses))
    return Part(sentence, step.places, step.removes, step.conditions, houses, earlier_parts)


def step_claim(step: ClaimStep, layout: Layout) -> str:
    """The claim of a step in words, such as "if r1c1 is 5, then r2c3 can't be 5"."""

    def sentences(template: Sentence, candidates: Sequence[Candidate]) -> list[str]:
        return [template.format(cell=layout.cell_name(cell), digit=sign(digit)) for cell, digit in candidates]

    premises, options = sentences(wording.IS, step.premises), sentences(wording.IS, step.options)
    if not premises and not options:
        return str(CONTRADICTION)
    if not options:
        premises, options = premises[:-1], sentences(CAN_NOT, step.removes)
    conclusion = wording.listing(options, "or")
    return IF_THEN.format(premises=wording.listing(premises), claim=conclusion) if premises else conclusion


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


def text(explanation: Explanation, position: Position, steps: Sequence[ClaimStep] = ()) -> tuple[str, ...]:
    """The whole explanation in paragraphs, for use without a board; `steps`, if any, replace the argument."""
    layout = position.layout
    if steps:
        sentences = (part.sentence for part in step_parts(explanation, steps, layout))
        return (claim(layout, explanation), small_steps(explanation, steps, layout), *sentences)
    parts = argument(explanation, position)
    head = (claim(layout, explanation), enough(layout, explanation), *facts(layout, explanation), str(NEEDED))
    return (*filter(None, head), *(INDENT * depth + part.sentence for depth, part in unfolded(parts)))


def facts(layout: Layout, explanation: Explanation) -> tuple[str, ...]:
    """The digits by name, and the candidates removed before."""
    sentences = []
    if explanation.digits:
        digits = [DIGIT.format(cell=layout.cell_name(cell), digit=sign(digit)) for cell, digit in explanation.digits]
        sentences.append(DIGITS.format(digits=wording.listing(digits)))
    if explanation.removed:
        sentences.append(REMOVED.format(removed=wording.removal(layout, explanation.removed)))
    return tuple(sentences)


def argument(explanation: Explanation, position: Position) -> tuple[Part, ...]:
    """The argument with its cases inside, and the claim; empty if digits on the board are enough."""
    layout = position.layout
    if explanation.puzzle_rules:
        return ()
    argued = argue(explanation, position)
    if argued is None:
        return (Part(str(TOO_LONG)),) if explanation.demand_count else ()
    case = _case(layout, argued)
    end = _claim_sentence(layout, explanation, SO_IS, SO_IS_NOT) if explanation.claim else str(SO_NOTHING)
    if not case.parts:
        return (replace(case, sentence=paragraph((case.sentence, end))),)
    return case, Part(end, explanation.places, explanation.removes)


def _holds(holder: str, count: int, content: str) -> str:
    return (HOLDS if count == 1 else EACH_HOLDS).format(holder=holder, content=content)


def _case(layout: Layout, argument: Argument, number: str = "", before: tuple[Candidate, ...] = ()) -> Part:
    """The argument, with its cases inside, numbered 1, 2, 2.1, 2.2, ..."""
    links = [wording.link(layout, step.demand.house, step.candidate) for step in argument.consequences]
    places, removes = tuple(step.candidate for step in argument.consequences), tuple[Candidate, ...]()
    if argument.supposition:
        first = wording.IS if argument.holds else IS_FALSE
        links.insert(
            0, first.format(cell=layout.cell_name(argument.supposition.cell), digit=sign(argument.supposition.digit))
        )
        if argument.holds:
            places = (argument.supposition, *places)
        else:
            removes = (argument.supposition,)
    links.append(_end(layout, argument))
    template = CASE if number else SUPPOSED if argument.supposition else NOT_SUPPOSED
    cases = tuple(
        _case(layout, case, f"{number}.{place}" if number else str(place), before + places)
        for place, case in enumerate(argument.cases, 1)
    )
    houses = () if argument.end.house is None else (argument.end.house,)
    return Part(template.format(number=number, chain=wording.linked(links)), places, removes, before, houses, cases)


def _end(layout: Layout, argument: Argument) -> str:
    """The end of an argument: no option is left, or a choice between cases."""
    house, about = argument.end.house, argument.end.about
    cases = [case.supposition for case in argument.cases if case.supposition]
    if house is None:
        cell, digits = layout.cell_name(about), wording.digit_names([digit for _, digit in cases]) if cases else ""
        return (wording.LINK_IN_CELL if cases else wording.NO_CANDIDATE).format(cell=cell, digit=digits)
    cells = wording.cell_names(layout, [cell for cell, _ in cases], "or") if cases else ""
    template = wording.LINK_IN_HOUSE if cases else wording.NO_PLACE
    return template.format(house=layout.houses[house].label, cells=cells, digit=sign(about))
