"""The rows of the list of steps: grouped by technique, filtered, unfolded, and with labels that differ."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from engine.play.steps import Steps
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.step import Step
from tui.features.steps import words
from tui.features.steps.lists import ListRow, PartRow, StepGroup, StepRow


def concerns(step: Step, cell: int | None) -> bool:
    """Whether the pattern or the effect of a step includes the cell."""
    return cell in step.cells or any(cell == candidate.cell for candidate in (*step.places, *step.removes))


def group_rows(
    layout: Layout, steps: Steps, unfolded: Collection[Technique], cell: int | None, filter_words: str = ""
) -> list[StepGroup | StepRow]:
    """Return a heading for each technique, followed by its steps if it is unfolded; those that concern the cell first.

    With `filter_words`, only steps with all these words are counted and listed, and all techniques are unfolded.
    """
    by_technique: dict[Technique, list[int]] = {}
    for index, step in enumerate(steps):
        by_technique.setdefault(step.technique, []).append(index)
    rows: list[StepGroup | StepRow] = []
    for technique, indexes in by_technique.items():
        is_open = bool(filter_words) or technique in unfolded
        inside = _step_rows(layout, steps, indexes, cell) if is_open else []
        if filter_words:
            names = f"{technique.title} {technique.level.title}"
            inside = [row for row in inside if matches(filter_words, f"{names} {row.title} {row.effect}")]
        if inside or not filter_words:
            count = len(inside) if filter_words else len(indexes)
            concerns_cell = any(concerns(steps[index], cell) for index in indexes)
            rows += [StepGroup(technique, count, is_open, concerns_cell), *inside]
    return rows


def with_parts(
    rows: Sequence[StepGroup | StepRow], steps: Steps, unfolded: Collection[tuple[int, ...]]
) -> list[ListRow]:
    """Return the rows, in which each unfolded step or part is followed by its parts.

    `unfolded` has the index of a step, and for a part also its path.
    """
    result = list[ListRow]()
    for row in rows:
        if isinstance(row, StepGroup) or row.index >= len(steps) or not steps[row.index].parts:
            result.append(row)
            continue
        is_open = (row.index,) in unfolded
        result.append(replace(row, is_open=is_open))
        result += _part_rows(steps[row.index].parts, (row.index,), unfolded) if is_open else ()
    return result


def _part_rows(
    parts: Sequence[Part], outer_path: tuple[int, ...], unfolded: Collection[tuple[int, ...]]
) -> Iterator[PartRow]:
    for number, part in enumerate(parts):
        path = (*outer_path, number)
        is_open = path in unfolded if part.parts else None
        yield PartRow(part.sentence, path[0], path[1:], is_open)
        if is_open:
            yield from _part_rows(part.parts, path, unfolded)


def part_at(step: Step, path: Sequence[int]) -> Part:
    """Return the part of a step at a path of at least one index (see `PartRow`)."""
    parts = step.parts
    for number in path[:-1]:
        parts = parts[number].parts
    return parts[path[-1]]


def matches(filter_words: str, text: str) -> bool:
    """Whether a text contains all the words, in upper or lower case."""
    return all(word in text.lower() for word in filter_words.lower().split())


def _step_rows(layout: Layout, steps: Steps, indexes: Sequence[int], cell: int | None) -> list[StepRow]:
    group = [steps[index] for index in indexes]
    rows = [
        StepRow(label, words.effect(layout, step), index, in_group=True, concerns_cell=concerns(step, cell))
        for index, step, label in zip(indexes, group, distinct_labels(group, layout), strict=True)
    ]
    return sorted(rows, key=lambda row: not row.concerns_cell)


def distinct_labels(steps: Sequence[Step], layout: Layout) -> list[str]:
    """Return the shortest labels that distinguish steps of one technique with the same effect, with numbers if none do.

    The labels, from short to long, name the house, the cells, or all candidates.
    """
    effects = [words.effect(layout, step) for step in steps]
    labels = [""] * len(steps)
    ambiguous: Iterable[int] = range(len(steps))
    for label_of in (_by_house, _by_cells, _by_candidates):
        longer = {index: label_of(layout, steps[index]) for index in ambiguous}
        counts = Counter((label, effects[index]) for index, label in longer.items())
        for index, label in longer.items():
            labels[index] = label
        ambiguous = [index for index, label in longer.items() if counts[label, effects[index]] > 1]
    numbers: Counter[tuple[str, str]] = Counter()
    for index in ambiguous:
        key = labels[index], effects[index]
        numbers[key] += 1
        labels[index] = words.NUMBERED.format(text=labels[index], number=numbers[key])
    return labels


def _digits(step: Step) -> str:
    digits = {candidate.digit for candidate in step.places or step.candidates or step.removes}
    return " ".join(map(sign, sorted(digits)))


def _by_house(layout: Layout, step: Step) -> str:
    if step.chain or not step.houses:
        return _by_cells(layout, step)
    return words.IN_HOUSE.format(digits=_digits(step), house=layout.houses[step.houses[0]].label)


def _by_cells(layout: Layout, step: Step) -> str:
    cells = dict.fromkeys(candidate.cell for node in step.chain for candidate in node) or step.cells
    return f"{_digits(step)} {' '.join(map(layout.cell_name, cells))}"


def _by_candidates(layout: Layout, step: Step) -> str:
    houses = ", ".join(layout.houses[house].label for house in step.houses)
    candidates = " ".join(f"{layout.cell_name(cell)}={sign(digit)}" for cell, digit in step.candidates)
    return f"{houses} {candidates}".strip()
