"""Forcing: assume a candidate and follow singles. This is a last resort, but every step can be explained.

`engine.sudoku.techniques.assumptions` finds what follows from an assumption, and may use everything that it implies. If
no single assumption leads anywhere, assumptions are nested as deeply as necessary: in the end every candidate that is
false in all solutions is refuted.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import islice
from operator import attrgetter, itemgetter
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.base.text import as_beginning, joined_list, pluralized
from engine.sudoku.rules import Rule
from engine.sudoku.signs import sign
from engine.sudoku.techniques.assumptions import ASSUMED, Assumptions, Consequences, Refuted
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import finds
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate, Geometry, Position, members
from engine.sudoku.techniques.rule_links import rule_links
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import NO_CANDIDATE, NO_PLACE, explained, is_true, link, linked, removal

NISHIO = _("if {links} -> {end}. So {removal}.")
FORCING = _("{ways}. In any case {end}.")
NESTED = _("{removal}: {steps} after {first}, {end}")
LONG_NISHIO = _("if {first}, then after {steps} {end}. So {removal}.")
FORCING_LEADS = _("If {first}, then after {steps} {end}.")
LONG_CELL_FORCING = _("whichever digit {cell} holds, {end}.")
LONG_HOUSE_FORCING = _("wherever {digit} goes in {house}, {end}.")
SUPPOSE = _("Suppose {assumption}.")
SENTENCE = _("{words}.")
FORCING_WAY = _("if {links}")
WITH_RULES = _("{sentence} Rules used: {rules}")

TRIES = 100_000
"""Maximum number of assumptions within one, which takes some tenths of a second."""

MAX_TRIES = 1_500_000
"""Maximum number of assumptions in one position, for large layouts and puzzles with several solutions."""

MAX_DEPTH = 4
"""Maximum depth of nested assumptions; depth 1 suffices for nearly all known puzzles."""

COMPARED = 4
"""Number of nested refutations compared; the shortest is taken."""

MAX_LINKS = 10
"""Maximum number of links in a sentence; a longer argument is given in parts."""


class AlternativeSet(NamedTuple):
    """A cell that must hold one of its candidates (`house` is None), or a complete house that must hold a digit."""

    house: int | None
    number: int


class CandidateImplications:
    """The implications between candidates of a position.

    Candidates and rules have numbers. A rule requires one of several candidates to be true.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        layout = position.layout
        self._links = rule_links(position) if position.rules else {}
        self.search = Assumptions(
            layout.size,
            position.values,
            position.masks,
            layout.peers,
            _complete_houses(position.geometry),
            [(*first, *other) for first, others in self._links.items() for other in others],
        )

    def candidate(self, number: int) -> Candidate:
        """The candidate with a number."""
        return Candidate(*self.search.candidate(number))

    def rule(self, number: int) -> AlternativeSet:
        """The rule with a number."""
        house, content = self.search.rule(number)
        return AlternativeSet(None if house < 0 else house, content)

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """All candidates by number: in the order of cells, then digits."""
        return tuple(map(self.candidate, range(self.search.count_candidates())))

    @cached_property
    def rules(self) -> tuple[AlternativeSet, ...]:
        """All rules by number."""
        return tuple(map(self.rule, range(self.search.count_rules())))

    def sentence(self, number: int, rule: int, within: Refuted | None) -> str:
        """The sentence on a link of a refutation: why the candidate is true, or false by a refutation `within`."""
        layout, candidate = self.position.layout, self.candidate(number)
        if within is not None:
            return NESTED.format(
                removal=removal(layout, [candidate]),
                first=is_true(layout, [candidate]),
                steps=pluralized(within.length, "step"),
                end=self.contradiction(within),
            )
        return is_true(layout, [candidate]) if rule == ASSUMED else link(layout, self.rule(rule).house, candidate)

    def describe(self, refutation: Refuted) -> str:
        """The sentence on a refutation: the placed candidates in order with their reasons, and nested refutations."""
        return linked([self.sentence(*item) for item in refutation.way])

    def parts(self, refutation: Refuted, before: tuple[Candidate, ...] = ()) -> tuple[Part, ...]:
        """The links of a refutation, each nested one as parts of its link; then the rule that can't be satisfied.

        The candidates `before` are those that the refutations around it have placed.
        """
        layout, parts, placed = self.position.layout, list[Part](), before
        for number, rule, within in refutation.way:
            candidate = self.candidate(number)
            sentence = _as_sentence(layout.cell_name(candidate.cell), self.sentence(number, rule, within))
            if within is not None:
                parts.append(Part(sentence, (), (candidate,), placed, parts=self.parts(within, placed)))
                continue
            if rule == ASSUMED:
                sentence = SUPPOSE.format(assumption=is_true(layout, [candidate]))
            house = None if rule == ASSUMED else self.rule(rule).house
            parts.append(Part(sentence, (candidate,), (), placed, () if house is None else (house,)))
            placed += (candidate,)
        if refutation.broken >= 0:
            house, number = self.rule(refutation.broken)
            sentence = _as_sentence(layout.cell_name(number) if house is None else "", self.contradiction(refutation))
            parts.append(Part(sentence, (), (), placed, () if house is None else (house,)))
        return tuple(parts)

    def contradiction(self, refutation: Refuted) -> str:
        """The sentence on the rule that can't be satisfied."""
        layout, (house, number) = self.position.layout, self.rule(refutation.broken)
        if house is None:
            return NO_CANDIDATE.format(cell=layout.cell_name(number))
        return NO_PLACE.format(house=layout.houses[house].label, digit=sign(number))

    def proof(self, refutation: Refuted) -> set[Candidate]:
        """The placed candidates, and all candidates of the rules used."""
        found = {self.candidate(number) for number, _, _ in refutation.way}
        rules = [rule for _, rule, _ in refutation.way if rule != ASSUMED]
        if refutation.broken >= 0:
            rules.append(refutation.broken)
        found.update(self.candidate(number) for rule in rules for number in self.search.alternatives(rule))
        for _candidate, _rule, within in refutation.way:
            if within is not None:
                found |= self.proof(within)
        return found

    def rules_of(self, refutation: Refuted) -> tuple[Rule, ...]:
        """The rules beyond the houses that remove candidates, in order."""
        placed = [self.candidate(number) for number, _rule, within in refutation.way if within is None]
        eliminated = self.proof(refutation).difference(placed)
        found = [rule for first in placed for other, rule in self._links.get(first, {}).items() if other in eliminated]
        for _candidate, _rule, within in refutation.way:
            found += self.rules_of(within) if within is not None else ()
        return tuple(dict.fromkeys(found))

    def cells(self, refutation: Refuted) -> set[int]:
        """The cells in which a digit is placed or assumed."""
        found = {self.candidate(number).cell for number, _, _ in refutation.way}
        return found.union(*(self.cells(within) for _, _, within in refutation.way if within is not None))


@lru_cache(maxsize=16)
def _complete_houses(geometry: Geometry) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The numbers and cells of the complete houses, ascending."""
    return tuple(
        (house, tuple(members(cells))) for house, cells in enumerate(geometry.houses) if geometry.complete[house]
    )


@lru_cache(maxsize=2)
def implications(position: Position) -> CandidateImplications:
    """The implications of a position; cached for the last positions."""
    return CandidateImplications(position)


@finds(Technique.NISHIO)
def nishio(position: Position) -> Iterator[Step]:
    """Candidates from which singles lead to a cell without candidates or a house without a digit, shortest first.

    None if there already is such a cell or house.
    """
    if not position.is_broken:
        network = implications(position)
        network.search.allow(MAX_TRIES)
        first = network.search.shortest()
        if first >= 0:
            yield from _nishio_steps(network, [first])
            yield from _nishio_steps(network, (n for n in range(network.search.count_candidates()) if n != first))


def _nishio_steps(network: CandidateImplications, numbers: Iterable[int]) -> Iterator[Step]:
    found = (network.search.refute(number, 0, TRIES) for number in numbers)
    for refutation in sorted(filter(None, found), key=attrgetter("length")):
        yield _refutation_step(network, Technique.NISHIO, refutation)


def refuted(position: Position) -> tuple[Candidate, ...]:
    """The candidates that `nishio` eliminates, ascending."""
    search = implications(position).search
    search.allow(MAX_TRIES)
    candidates = enumerate(implications(position).candidates)
    return tuple(candidate for number, candidate in candidates if search.refute(number, 0, TRIES) is not None)


@finds(Technique.NESTED_FORCING)
def nested_forcing(position: Position) -> Iterator[Step]:
    """Candidates refuted by nested assumptions, at the least sufficient depth; the shortest of a few first."""
    if not position.is_broken:
        network = implications(position)
        counts = [position.masks[cell].bit_count() for cell, _ in network.candidates]
        order = sorted(range(len(counts)), key=counts.__getitem__)
        network.search.allow(MAX_TRIES)
        for depth in range(1, MAX_DEPTH + 1):
            found = filter(None, (network.search.refute(number, depth, TRIES) for number in order))
            is_refuted = False
            while batch := list(islice(found, COMPARED)):
                is_refuted = True
                for refutation in sorted(batch, key=attrgetter("length")):
                    yield _refutation_step(network, Technique.NESTED_FORCING, refutation)
            if is_refuted:
                return


def _refutation_step(network: CandidateImplications, technique: Technique, refutation: Refuted) -> Step:
    house, removed = network.rule(refutation.broken).house, network.candidate(refutation.candidate)
    rules, layout, is_short = network.rules_of(refutation), network.position.layout, refutation.length <= MAX_LINKS
    sentence = explained(
        technique,
        NISHIO if is_short else LONG_NISHIO,
        links=network.describe(refutation) if is_short else "",
        first=is_true(layout, [removed]),
        steps=pluralized(refutation.length, "step"),
        end=network.contradiction(refutation),
        removal=removal(layout, [removed]),
    )
    return Step(
        technique,
        _with_rules(network, sentence, rules),
        tuple(sorted(network.cells(refutation))),
        () if house is None else (house,),
        tuple(sorted(network.proof(refutation))),
        removes=(removed,),
        rules=rules,
        parts=network.parts(refutation) if refutation.length > MAX_LINKS or _is_nested(refutation) else (),
    )


@finds(Technique.CELL_FORCING)
def cell_forcing(position: Position) -> Iterator[Step]:
    """Cells whose candidates all lead to the same conclusion by singles, shortest first."""
    return _forcing(position, Technique.CELL_FORCING)


@finds(Technique.HOUSE_FORCING)
def house_forcing(position: Position) -> Iterator[Step]:
    """Places of a digit in a house that all lead to the same conclusion by singles, shortest first."""
    return _forcing(position, Technique.HOUSE_FORCING)


def _forcing(position: Position, technique: Technique) -> Iterator[Step]:
    """The conclusions from all alternatives of a rule: for each rule the placements or, without one, an elimination.

    Rules with one alternative or a refuted one are ignored, and so are conclusions that need no assumption.
    """
    network, found = implications(position), list[tuple[int, list[Refuted], AlternativeSet, int, bool]]()
    in_cells = technique is Technique.CELL_FORCING
    followed = [network.search.follow(number) for number in range(len(network.candidates))]
    for number, rule in enumerate(network.rules):
        alternatives = network.search.alternatives(number)
        if (
            (rule.house is None) == in_cells
            and len(alternatives) > 1
            and not any(followed[alternative].is_refuted for alternative in alternatives)
        ):
            for conclusion, is_place in _common_conclusions([followed[alternative] for alternative in alternatives]):
                branches = [network.search.because(alternative, [conclusion]) for alternative in alternatives]
                if all(any(rule_number == ASSUMED for _, rule_number, _ in branch.way) for branch in branches):
                    found.append((sum(branch.length for branch in branches), branches, rule, conclusion, is_place))
    for _length, branches, rule, conclusion, is_place in sorted(found, key=itemgetter(0)):
        yield _forcing_step(network, technique, branches, rule, conclusion, is_place)


def _common_conclusions(branches: list[Consequences]) -> Iterator[tuple[int, bool]]:
    """The placements common to all branches, with True; without any, the earliest common elimination, with False."""
    placed = set.intersection(*(set(branch.placed) for branch in branches))
    if placed:
        yield from ((candidate, True) for candidate in sorted(placed))
        return
    fallen = set.intersection(*(set(branch.fallen) for branch in branches))
    if fallen:
        places = {candidate: sum(branch.fallen.index(candidate) for branch in branches) for candidate in fallen}
        yield min(sorted(places), key=places.__getitem__), False


def _forcing_step(
    network: CandidateImplications, technique: Technique, branches: list[Refuted], rule: AlternativeSet,
    conclusion: int, is_place: bool,
) -> Step:  # fmt: skip
    layout, candidate = network.position.layout, network.candidates[conclusion]
    rules = tuple(dict.fromkeys(rule for branch in branches for rule in network.rules_of(branch)))
    end = is_true(layout, [candidate]) if is_place else removal(layout, [candidate])
    links = [FORCING_WAY.format(links=network.describe(branch)) for branch in branches]
    is_short = sum(branch.length for branch in branches) <= MAX_LINKS
    if is_short:
        sentence = explained(technique, FORCING, ways=joined_list(links), end=end)
    elif rule.house is None:
        sentence = explained(technique, LONG_CELL_FORCING, cell=layout.cell_name(rule.number), end=end)
    else:
        house = layout.houses[rule.house].label
        sentence = explained(technique, LONG_HOUSE_FORCING, digit=sign(rule.number), house=house, end=end)
    return Step(
        technique,
        _with_rules(network, sentence, rules),
        tuple(sorted({cell for branch in branches for cell in network.cells(branch)})),
        (),
        tuple(sorted({candidate}.union(*(network.proof(branch) for branch in branches)))),
        (candidate,) if is_place else (),
        () if is_place else (candidate,),
        rules=rules,
        parts=() if is_short else tuple(_alternative_part(network, branch, candidate, is_place) for branch in branches),
    )


def _alternative_part(network: CandidateImplications, branch: Refuted, conclusion: Candidate, is_place: bool) -> Part:
    """The conclusion from one assumption, with its links as the parts."""
    layout, first = network.position.layout, network.candidate(branch.candidate)
    end = is_true(layout, [conclusion]) if is_place else removal(layout, [conclusion])
    sentence = FORCING_LEADS.format(first=is_true(layout, [first]), steps=pluralized(branch.length, "step"), end=end)
    return Part(sentence, places=(first,), parts=network.parts(branch))


def _as_sentence(cell: str, words: str) -> str:
    """The words as a sentence; the name of a cell has no capital letter at its beginning."""
    return SENTENCE.format(words=words if cell and words.startswith(cell) else as_beginning(words))


def _is_nested(refutation: Refuted) -> bool:
    return any(within is not None for _, _, within in refutation.way)


def _with_rules(network: CandidateImplications, sentence: str, rules: tuple[Rule, ...]) -> str:
    """The sentence of a step, followed by those of the rules that it uses, if any."""
    words = " ".join(rule.sentence(network.position.layout) for rule in rules)
    return WITH_RULES.format(sentence=sentence, rules=words) if words else sentence
