"""Steps by technique: which are listed, in which order, and what distinguishes each from the others."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.play.steps import Steps
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.step import Step
from tui.features.steps import words
from tui.features.steps.lists import ListRow, PartRow, StepGroup, StepRow

Wording = Callable[[Layout, Step], str]


def concerns(step: Step, cell: int | None) -> bool:
    """Whether a step speaks of the cell."""
    return cell in step.cells or any(cell == candidate.cell for candidate in (*step.places, *step.removes))


def listed(
    layout: Layout, steps: Steps, unfolded: Collection[Technique], cell: int | None, sought: str = ""
) -> list[StepGroup | StepRow]:
    """The groups of steps in their order, and the steps of those that are unfolded; those that concern the cell first.

    Only those with all the words that are sought, all of them unfolded.
    """
    by_technique: dict[Technique, list[int]] = {}
    for index, step in enumerate(steps):
        by_technique.setdefault(step.technique, []).append(index)
    rows: list[StepGroup | StepRow] = []
    for technique, indexes in by_technique.items():
        is_open = bool(sought) or technique in unfolded
        inside = _rows(layout, steps, indexes, cell) if is_open else []
        if sought:
            head = f"{technique.title} {technique.level.title}"
            inside = [row for row in inside if matches(sought, f"{head} {row.title} {row.effect}")]
        if inside or not sought:
            count = len(inside) if sought else len(indexes)
            level, here = technique.level, any(concerns(steps[index], cell) for index in indexes)
            rows += [StepGroup(technique.title, count, level.value, level.title, is_open, here), *inside]
    return rows


def with_parts(
    rows: Sequence[StepGroup | StepRow], steps: Steps, unfolded: Collection[tuple[int, ...]]
) -> list[ListRow]:
    """The rows, each step that has parts with a fold, and followed by them if it is unfolded.

    A step is named by its index, a part by that and its path.
    """
    found = list[ListRow]()
    for row in rows:
        if isinstance(row, StepGroup) or row.index >= len(steps) or not steps[row.index].parts:
            found.append(row)
            continue
        is_open = (row.index,) in unfolded
        found.append(replace(row, is_open=is_open))
        found += _part_rows(steps[row.index].parts, (row.index,), unfolded) if is_open else ()
    return found


def _part_rows(
    parts: Sequence[Part], within: tuple[int, ...], unfolded: Collection[tuple[int, ...]]
) -> Iterator[PartRow]:
    for number, part in enumerate(parts):
        path = (*within, number)
        is_open = path in unfolded if part.parts else None
        yield PartRow(part.sentence, within[0], path[1:], is_open)
        if is_open:
            yield from _part_rows(part.parts, path, unfolded)


def part_at(step: Step, path: Sequence[int]) -> Part:
    """The part of a step at a path of at least one number."""
    parts = step.parts
    for number in path[:-1]:
        parts = parts[number].parts
    return parts[path[-1]]


def matches(sought: str, text: str) -> bool:
    """Whether a text has all the words."""
    return all(word in text.lower() for word in sought.lower().split())


def _rows(layout: Layout, steps: Steps, indexes: Sequence[int], cell: int | None) -> list[StepRow]:
    texts = distinct([steps[index] for index in indexes], layout)
    rows = [
        StepRow(text, words.effect(layout, steps[index]), index, in_group=True, concerns=concerns(steps[index], cell))
        for index, text in zip(indexes, texts, strict=True)
    ]
    return sorted(rows, key=lambda row: not row.concerns)


def distinct(steps: Sequence[Step], layout: Layout) -> list[str]:
    """Return the shortest labels that distinguish steps of one technique with the same effect."""
    effects = [words.effect(layout, step) for step in steps]
    texts = [""] * len(steps)
    todo: Iterable[int] = range(len(steps))
    for wording in (_by_house, _by_cells, _by_all):
        found = {index: wording(layout, steps[index]) for index in todo}
        counts = Counter((text, effects[index]) for index, text in found.items())
        for index, text in found.items():
            texts[index] = text
        todo = [index for index, text in found.items() if counts[text, effects[index]] > 1]
    seen: Counter[tuple[str, str]] = Counter()
    for index in todo:
        seen[texts[index], effects[index]] += 1
        texts[index] = words.ANOTHER_WAY.format(text=texts[index], number=seen[texts[index], effects[index]])
    return texts


def _digits(step: Step) -> str:
    digits = {candidate.digit for candidate in step.candidates or step.places or step.removes}
    if step.places:
        digits = {candidate.digit for candidate in step.places}
    return " ".join(map(sign, sorted(digits)))


def _by_house(layout: Layout, step: Step) -> str:
    if step.chain or not step.houses:
        return _by_cells(layout, step)
    return words.IN_HOUSE.format(digits=_digits(step), house=layout.houses[step.houses[0]].label)


def _by_cells(layout: Layout, step: Step) -> str:
    cells = dict.fromkeys(candidate.cell for node in step.chain for candidate in node) or step.cells
    return f"{_digits(step)} {' '.join(map(layout.cell_name, cells))}"


def _by_all(layout: Layout, step: Step) -> str:
    houses = ", ".join(layout.houses[house].label for house in step.houses)
    candidates = " ".join(f"{layout.cell_name(cell)}={sign(digit)}" for cell, digit in step.candidates)
    return f"{houses} {candidates}".strip()
