"""Forcing: assume a candidate and follow singles. A last resort, but one that can be explained.

`engine.sudoku.techniques.assumptions` finds what follows from an assumption, and may use everything that it implies. If
no single assumption leads anywhere, assumptions are nested as deeply as necessary: in the end every candidate that is
false in all solutions is refuted.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import islice
from operator import itemgetter
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

MOST_TRIES = 1_500_000
"""Maximum number of assumptions in one position, for large layouts and puzzles with several solutions."""

DEEPEST = 4
"""Maximum depth of nested assumptions; depth 1 suffices for nearly all known puzzles."""

COMPARED = 4
"""Number of nested refutations compared; the shortest is taken."""

MOST_LINKS = 10
"""Maximum number of links in a sentence; a longer argument is given in parts."""


class AlternativeSet(NamedTuple):
    """A cell that must hold one of its candidates (`house` is None), or a complete house that must hold a digit."""

    house: int | None
    number: int


class CandidateImplications:
    """The implications between candidates of a position. Candidates and rules have numbers; a rule requires one of some
    candidates.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        layout = position.layout
        self._links = rule_links(position) if position.rules else {}
        self.search = Assumptions(
            layout.size, position.values, position.masks, layout.peers, _complete_houses(position.geometry),
            [(*first, *other) for first, others in self._links.items() for other in others],
        )  # fmt: skip

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
                removal=removal(layout, [candidate]), first=is_true(layout, [candidate]), end=self.end(within),
                steps=pluralized(within.length, "step"),
            )  # fmt: skip
        return is_true(layout, [candidate]) if rule == ASSUMED else link(layout, self.rule(rule).house, candidate)

    def describe(self, refuted: Refuted) -> str:
        """The sentence on a refutation: the placed candidates in order with their reasons, and nested refutations."""
        return linked([self.sentence(*each) for each in refuted.way])

    def parts(self, refuted: Refuted, before: tuple[Candidate, ...] = ()) -> tuple[Part, ...]:
        """The links of a refutation, each nested refutation as the parts of its link; then what can't be met.

        The candidates `before` are those that the refutations around it have placed.
        """
        layout, parts, placed = self.position.layout, list[Part](), before
        for number, rule, within in refuted.way:
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
        if refuted.broken >= 0:
            house, number = self.rule(refuted.broken)
            sentence = _as_sentence(layout.cell_name(number) if house is None else "", self.end(refuted))
            parts.append(Part(sentence, (), (), placed, () if house is None else (house,)))
        return tuple(parts)

    def end(self, refuted: Refuted) -> str:
        """The sentence on the rule that can't be met."""
        layout, (house, number) = self.position.layout, self.rule(refuted.broken)
        if house is None:
            return NO_CANDIDATE.format(cell=layout.cell_name(number))
        return NO_PLACE.format(house=layout.houses[house].label, digit=sign(number))

    def proof(self, refuted: Refuted) -> set[Candidate]:
        """The placed candidates, and all candidates of the rules used."""
        found = {self.candidate(number) for number, _, _ in refuted.way}
        rules = [rule for _, rule, _ in refuted.way if rule != ASSUMED] + [refuted.broken] * (refuted.broken >= 0)
        found.update(self.candidate(number) for rule in rules for number in self.search.alternatives(rule))
        for _candidate, _rule, within in refuted.way:
            if within is not None:
                found |= self.proof(within)
        return found

    def rules_of(self, refuted: Refuted) -> tuple[Rule, ...]:
        """The rules beyond the houses that remove candidates, in order."""
        placed = [self.candidate(number) for number, _rule, within in refuted.way if within is None]
        fallen = self.proof(refuted).difference(placed)
        found = [self._links[each][other] for each in placed for other in self._links.get(each, ()) if other in fallen]
        for _candidate, _rule, within in refuted.way:
            found += self.rules_of(within) if within is not None else ()
        return tuple(dict.fromkeys(found))

    def cells(self, refuted: Refuted) -> set[int]:
        """The cells in which a digit is placed or assumed."""
        found = {self.candidate(number).cell for number, _, _ in refuted.way}
        return found.union(*(self.cells(within) for _, _, within in refuted.way if within is not None))


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
        network.search.allow(MOST_TRIES)
        first = network.search.shortest()
        if first >= 0:
            yield from _refuted_by_singles(network, [first])
            yield from _refuted_by_singles(network, (n for n in range(network.search.count_candidates()) if n != first))


def _refuted_by_singles(network: CandidateImplications, numbers: Iterable[int]) -> Iterator[Step]:
    found = (network.search.refute(number, 0, TRIES) for number in numbers)
    for refuted in sorted(filter(None, found), key=lambda refutation: refutation.length):
        yield _refuted(network, Technique.NISHIO, refuted)


def refuted(position: Position) -> tuple[Candidate, ...]:
    """The candidates that `nishio` eliminates, ascending."""
    search = implications(position).search
    search.allow(MOST_TRIES)
    candidates = enumerate(implications(position).candidates)
    return tuple(candidate for number, candidate in candidates if search.refute(number, 0, TRIES) is not None)


@finds(Technique.NESTED_FORCING)
def nested_forcing(position: Position) -> Iterator[Step]:
    """Candidates refuted by nested assumptions, at the least sufficient depth; the shortest of a few first."""
    if not position.is_broken:
        network = implications(position)
        counts = [position.masks[cell].bit_count() for cell, _ in network.candidates]
        order = sorted(range(len(counts)), key=counts.__getitem__)
        network.search.allow(MOST_TRIES)
        for depth in range(1, DEEPEST + 1):
            found = filter(None, (network.search.refute(number, depth, TRIES) for number in order))
            is_any = False
            while some := list(islice(found, COMPARED)):
                is_any = True
                for refuted in sorted(some, key=lambda refutation: refutation.length):
                    yield _refuted(network, Technique.NESTED_FORCING, refuted)
            if is_any:
                return


def _refuted(network: CandidateImplications, technique: Technique, refuted: Refuted) -> Step:
    house, removed = network.rule(refuted.broken).house, network.candidate(refuted.candidate)
    rules, layout, is_short = network.rules_of(refuted), network.position.layout, refuted.length <= MOST_LINKS
    sentence = explained(
        technique,
        NISHIO if is_short else LONG_NISHIO,
        links=network.describe(refuted) if is_short else "",
        first=is_true(layout, [removed]),
        steps=pluralized(refuted.length, "step"),
        end=network.end(refuted),
        removal=removal(layout, [removed]),
    )
    return Step(
        technique,
        _with_rules(network, sentence, rules),
        tuple(sorted(network.cells(refuted))),
        () if house is None else (house,),
        tuple(sorted(network.proof(refuted))),
        removes=(removed,),
        rules=rules,
        parts=network.parts(refuted) if refuted.length > MOST_LINKS or _is_nested(refuted) else (),
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
    """The conclusions that follow from every way to meet a rule; for each rule the placements, or else the first
    elimination.

    Rules with a refuted way or only one way are ignored, and so are conclusions that follow without any assumption.
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
            for conclusion, is_place in _common([followed[alternative] for alternative in alternatives]):
                ways = [network.search.because(alternative, [conclusion]) for alternative in alternatives]
                if all(any(why == ASSUMED for _, why, _ in way.way) for way in ways):
                    found.append((sum(way.length for way in ways), ways, rule, conclusion, is_place))
    for _length, ways, rule, conclusion, is_place in sorted(found, key=itemgetter(0)):
        yield _forced(network, technique, ways, rule, conclusion, is_place)


def _common(ways: list[Consequences]) -> Iterator[tuple[int, bool]]:
    """The placements common to all ways, with True; or else the earliest common elimination, with False."""
    placed = set.intersection(*(set(way.placed) for way in ways))
    if placed:
        yield from ((candidate, True) for candidate in sorted(placed))
        return
    fallen = set.intersection(*(set(way.fallen) for way in ways))
    if fallen:
        yield min(fallen, key=lambda candidate: (sum(way.fallen.index(candidate) for way in ways), candidate)), False


def _forced(
    network: CandidateImplications, technique: Technique, ways: list[Refuted], rule: AlternativeSet, conclusion: int,
    is_place: bool,
) -> Step:  # fmt: skip
    layout, candidate = network.position.layout, network.candidates[conclusion]
    rules = tuple(dict.fromkeys(rule for way in ways for rule in network.rules_of(way)))
    end = is_true(layout, [candidate]) if is_place else removal(layout, [candidate])
    links = [FORCING_WAY.format(links=network.describe(way)) for way in ways]
    is_short = sum(way.length for way in ways) <= MOST_LINKS
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
        tuple(sorted({cell for way in ways for cell in network.cells(way)})),
        (),
        tuple(sorted({candidate}.union(*(network.proof(way) for way in ways)))),
        (candidate,) if is_place else (),
        () if is_place else (candidate,),
        rules=rules,
        parts=() if is_short else tuple(_way(network, way, candidate, is_place) for way in ways),
    )


def _way(network: CandidateImplications, way: Refuted, conclusion: Candidate, is_place: bool) -> Part:
    """What follows from one assumption, with its links as the parts."""
    layout, first = network.position.layout, network.candidate(way.candidate)
    end = is_true(layout, [conclusion]) if is_place else removal(layout, [conclusion])
    sentence = FORCING_LEADS.format(first=is_true(layout, [first]), steps=pluralized(way.length, "step"), end=end)
    return Part(sentence, places=(first,), parts=network.parts(way))


def _as_sentence(cell: str, words: str) -> str:
    """The words as a sentence; the name of a cell has no capital letter at its beginning."""
    return SENTENCE.format(words=words if cell and words.startswith(cell) else as_beginning(words))


def _is_nested(refuted: Refuted) -> bool:
    return any(within is not None for _, _, within in refuted.way)


def _with_rules(network: CandidateImplications, sentence: str, rules: tuple[Rule, ...]) -> str:
    """The sentence of a step, followed by those of the rules that it uses, if any."""
    words = " ".join(rule.sentence(network.position.layout) for rule in rules)
    return WITH_RULES.format(sentence=sentence, rules=words) if words else sentence
