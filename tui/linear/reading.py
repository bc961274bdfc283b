"""Answers about the board of a game, each in a sentence."""

from collections.abc import Iterable

from engine.base.language import _, ngettext
from engine.base.text import as_beginning, joined, joined_list, paragraph, pluralized, without_gaps
from engine.play.board import COLOUR_LETTERS
from engine.play.cell_rules import rule_sentences
from engine.play.errors import GameError
from engine.play.fog import (
    dark_cells,
    lit_position,
    lit_puzzle,
    lit_rules,
    lit_values,
    visible_broken_rules,
    visible_conflicts,
)
from engine.play.game import Game
from engine.sudoku import puzzle
from engine.sudoku.layout import House, Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.wording import ARROW, cell_names, digit_names, listing
from tui.linear import words


def describe_cell(game: Game, cell: int) -> str:
    """Describe a cell."""
    name, entry, is_dark = game.layout.cell_name(cell), game.board.entries[cell], cell in dark_cells(game)
    if is_dark and (game.is_given(cell) or not (entry.value or entry.notes or entry.corners or entry.colour)):
        return words.IN_FOG.format(cell=name)
    if game.is_given(cell):
        sentence = words.GIVEN
    elif entry.value:
        sentence = words.REVEALED if entry.revealed else words.PLACED
    else:
        sentence = words.EMPTY_NOTED if entry.notes else words.EMPTY
    noted = digit_names(_digits(entry.notes), "and") if entry.notes else ""
    sentences = [sentence.format(cell=name, digit=sign(entry.value) if entry.value else "", digits=noted)]
    if entry.corners and not entry.value:
        sentences.append(words.CORNERS.format(digits=digit_names(_digits(entry.corners), "and")))
    if entry.colour:
        sentences.append(words.COLOUR.format(letter=COLOUR_LETTERS[entry.colour]))
    if not entry.value:
        sentences += [words.TINT.format(digit=sign(digit), letter=COLOUR_LETTERS[tint]) for digit, tint in entry.tints]
    return paragraph(sentences)


def describe_houses(layout: Layout, cell: int) -> str:
    """Return the houses of a cell."""
    names = [layout.houses[number].label for number in layout.houses_of[cell]]
    return words.LIES_IN.format(cell=layout.cell_name(cell), houses=listing(names))


def describe_house(game: Game, house: House) -> str:
    """Describe a house, cell by cell."""
    return words.IN_HOUSE.format(house=as_beginning(house.label), cells=_values(game, house.cells))


def describe_board(game: Game) -> str:
    """Return a line for each row of the canvas, with the column of the first cell of each stretch."""
    layout = game.layout
    lines: list[str] = []
    for row in range(layout.rows):
        cells = [cell for cell, (line, _) in enumerate(layout.cells) if line == row]
        stretches: list[list[int]] = []
        for cell in cells:
            if stretches and layout.cells[cell][1] == layout.cells[stretches[-1][-1]][1] + 1:
                stretches[-1].append(cell)
            else:
                stretches.append([cell])
        lines += [
            words.ROW_OF_BOARD.format(row=row + 1, column=layout.cells[part[0]][1] + 1, cells=_values(game, part))
            for part in stretches
        ]
    return "\n".join(lines)


def describe_missing(game: Game, house: House) -> str:
    """Return the missing digits and the empty cells of a house."""
    visible = lit_values(game)
    values = [visible[cell] for cell in house.cells]
    absent = [digit for digit in range(1, game.layout.size + 1) if digit not in values]
    empty = [cell for cell in house.cells if not visible[cell]]
    if not empty:
        return words.COMPLETE.format(house=as_beginning(house.label))
    return words.MISSING.format(
        house=as_beginning(house.label), digits=digit_names(absent, "and"), cells=cell_names(game.layout, empty)
    )


def describe_places(game: Game, digit: int, house: House) -> str:
    """Return the possible cells of a digit in a house."""
    visible, masks = lit_values(game), lit_position(game).masks
    placed = [cell for cell in house.cells if visible[cell] == digit]
    free = [cell for cell in house.cells if not visible[cell] and masks[cell] >> digit & 1]
    if placed:
        sentence = words.STANDS
    else:
        sentence = words.NO_PLACE if not free else words.ONLY_PLACE if len(free) == 1 else words.CAN_GO
    names = cell_names(game.layout, placed or free, "and" if placed else "or") if placed or free else ""
    return sentence.format(house=house.label, digit=sign(digit), cells=names)


def describe_candidates(game: Game, cell: int) -> str:
    """Return the candidates of a cell."""
    if lit_values(game)[cell]:
        return describe_cell(game, cell)
    found = _digits(lit_position(game).masks[cell])
    sentence = words.CAN_BE_NOTHING if not found else words.CAN_ONLY_BE if len(found) == 1 else words.CAN_BE
    return sentence.format(cell=game.layout.cell_name(cell), digits=digit_names(found) if found else "")


def describe_notes(game: Game, house: House | None = None) -> str:
    """Return all notes, or those of a house, in reading order."""
    lines: dict[int, list[str]] = {}
    for cell in sorted(house.cells) if house else range(len(game.values)):
        entry = game.board.entries[cell]
        for sentence, mask in ((words.NOTE, entry.notes), (words.CORNER_NOTE, entry.corners)):
            if mask and not entry.value:
                note = sentence.format(cell=game.layout.cell_name(cell), digits=digit_names(_digits(mask), "and"))
                lines.setdefault(game.layout.cells[cell][0], []).append(str(note))
    if not lines:
        return words.NO_NOTES_THERE.format(house=house.label) if house else str(words.NO_NOTES)
    return "\n".join(words.NOTES.format(notes=joined_list(sentences)) for sentences in lines.values())


def describe_grids(layout: Layout) -> str:
    """Return the place of each grid on the board."""
    return "\n".join(
        words.GRID_LIES.format(
            grid=grid.number,
            top=grid.row + 1,
            bottom=grid.row + layout.size,
            left=grid.column + 1,
            right=grid.column + layout.size,
        )
        for grid in layout.grids
    )


def describe_broken_rules(game: Game, cell: int) -> str:
    """Return the rule broken in a cell, with its cells, and the number of other broken rules."""
    conflicts = visible_conflicts(game)
    here = [conflict for conflict in conflicts if cell in conflict.cells]
    if not here:
        return puzzle.broken_rules(game.layout, conflicts) if conflicts else _broken_rule(game)
    sentences = [words.BROKEN.format(text=puzzle.contradiction(game.layout, conflict)) for conflict in here]
    others = len(conflicts) - len(here)
    more = ngettext("Another rule is broken.", "{number} other rules are broken.", others).format(number=others)
    return paragraph([*sentences, more if others else ""])


def _broken_rule(game: Game) -> str:
    """Return the first broken rule beyond houses; "" if there is none."""
    broken = visible_broken_rules(game)
    return words.BROKEN.format(text=broken[0].sentence(game.layout)) if broken else ""


def describe_rules(game: Game, cell: int | None = None) -> str:
    """Return the rules beyond houses, or those at a cell with the rest of each sum."""
    if cell is None:
        return paragraph(rule.sentence(game.layout) for rule in lit_rules(game)) or str(words.NO_RULES)
    if cell in dark_cells(game):
        return words.IN_FOG.format(cell=game.layout.cell_name(cell))
    found = rule_sentences(lit_puzzle(game), lit_values(game), cell)
    return paragraph(found) or words.NO_RULES_HERE.format(cell=game.layout.cell_name(cell))


def without_arrows(sentence: str) -> str:
    """Replace arrows in a sentence by words."""
    return without_gaps(sentence.replace(ARROW, words.THEN.format(first="", second="")))


def cells_left(game: Game) -> str:
    """Return the number of empty cells: `59 cells to fill`."""
    return _("{cells} to fill").format(cells=pluralized(len(game.values) - game.board.filled, "cell"))


def find_house(layout: Layout, kind: str, number: int | None, grid: int | None, cell: int) -> House:
    """The house of a kind: with this number, in this grid if one is given; without a number the cell's own.

    Without a grid it is in the grid of the cell. A box that two grids share has a number in both. Raises GameError if
    there is none, or more than one.
    """
    if number is None:
        own = [house for house in layout.houses if house.kind == kind and cell in house.cells]
        if own:
            return own[0]
        raise GameError(words.NO_SUCH_HOUSE.format(house=kind))
    if grid is not None:
        found = _numbered(layout, kind, number, [grid])
    else:
        around = [grid_of_cell.number for grid_of_cell in layout.grids_of(cell)]
        found = _numbered(layout, kind, number, around) or _numbered(layout, kind, number, range(len(layout.grids) + 1))
    if len(found) > 1:
        of_cell = [house for house in found if cell in house.cells]
        if len(of_cell) != 1:
            raise GameError(words.WHICH_GRID.format(example=f"{kind} {number} grid 2"))
        found = of_cell
    if not found:
        name = f"{kind} {number}"
        if len(layout.grids) > 1 and number > layout.size:
            example = f"{kind} {layout.size} grid {len(layout.grids)}"
            raise GameError(words.COUNTED_IN_GRID.format(house=name, size=layout.size, example=example))
        raise GameError(words.NO_SUCH_HOUSE.format(house=name))
    return found[0]


def _numbered(layout: Layout, kind: str, number: int, grids: Iterable[int]) -> list[House]:
    """Return the houses of a kind and number in these grids, by position or name."""
    cell_sets = {_cells_in_grid(layout, kind, number, grid) for grid in grids}
    names = {f"{kind} {number}", *(f"{kind} {number} of grid {grid}" for grid in grids)}
    by_cells = [house for house in layout.houses if house.cells in cell_sets]
    return by_cells or [house for house in layout.houses if house.name in names]


def _cells_in_grid(layout: Layout, kind: str, number: int, grid: int) -> tuple[int, ...]:
    """Return the cells of a row, column or box of a grid, both counted from 1; none if there is no such house."""
    size, down, across = layout.size, layout.box_rows, layout.box_columns
    if not (1 <= grid <= len(layout.grids) and 1 <= number <= size):
        return ()
    cells, nth = layout.grids[grid - 1].cells, number - 1
    if kind == "row":
        return tuple(cells[nth * size : (nth + 1) * size])
    if kind == "column":
        return tuple(sorted(cells[nth::size]))
    if kind != "box" or not down:
        return ()
    top, start = nth // down * down, nth % down * across
    return tuple(sorted(cells[(top + i) * size + start + j] for i in range(down) for j in range(across)))


def _values(game: Game, cells: Iterable[int]) -> str:
    visible, dark = lit_values(game), dark_cells(game)
    empty = {cell: str(words.FOG if cell in dark else words.EMPTY_CELL) for cell in cells}
    return joined(sign(visible[cell]) if visible[cell] else empty[cell] for cell in empty)


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length()) if mask >> digit & 1]
