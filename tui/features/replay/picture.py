"""One moment of a recorded search, as large as the terminal allows."""

from collections.abc import Callable

from textual.geometry import Region, Size

from engine.sat.trace.analysis import Analysis, analyse
from engine.sat.trace.narration import explain, outcome, sentences
from tui.draw.assignment_strip import put_shares, shares
from tui.draw.cells import clip
from tui.draw.picture import Picture
from tui.features.replay.board import fitted, put_board, put_cell
from tui.features.replay.clause_at_work import put_clause
from tui.features.replay.conflict_words import paragraphs, put_lines, unbroken
from tui.features.replay.counters import HEIGHT as COUNTERS
from tui.features.replay.counters import put_counters
from tui.features.replay.decision_tree import put_tree
from tui.features.replay.depth_curve import put_depth
from tui.features.replay.head import put_head
from tui.features.replay.implication_graph import graph_rows, put_graph
from tui.features.replay.scene import Scene, View
from tui.features.replay.trail import put_trail

_WIDE, _TALL = 120, 36
"""From these columns and rows on there is room for the tree, the graph and the board beside the rest."""
_LABEL = 8
_HEAD, _STRIPS = 4, 2
"""Rows above the panels with the line that names them, and rows of the assignment."""
_WIDEST_PANEL, _NARROWEST_PANEL = 46, 32
_GRAPH_WORDS, _BOARD_WORDS = 36, 26
"""Columns for the words beside a graph and beside a board."""
_CELL_ROWS = 5
"""Rows that what is known of a cell takes at least."""

Drawing = Callable[[Picture, Region, Scene], None]


def is_wide(width: int, height: int) -> bool:
    """Whether a picture of that size shows the tree, the graph and the board beside the rest."""
    return width >= _WIDE and height >= _TALL


def curve_area(width: int, height: int) -> Region:
    """Where the course of the level stands in a picture of that size, where it is shown."""
    rows = 4 if height >= _TALL else 2
    return Region(_LABEL, height - rows - _STRIPS, width - _LABEL - 1, rows)


def draw(scene: Scene, width: int, height: int) -> Picture:
    """Draw everything that is known of the moment, or the one thing that is in front."""
    picture = Picture(width, height)
    put_head(picture, scene)
    wide = is_wide(width, height)
    if scene.view is View.BOARD and not wide:
        _put_board_page(picture, scene)
        return picture
    _put_sentences(picture, scene)
    page = {View.TREE: ("decision tree", put_tree), View.GRAPH: ("last conflict", _put_graph_page)}.get(scene.view)
    if page:
        _put_panel(picture, _page_area(width, height), *page, scene)
        return picture
    at_curve = curve_area(width, height)
    panels = _panels(width, height)
    if wide:
        _put_wide(picture, panels, scene)
    else:
        left, right = _columns(panels, (width - 3) // 2 - 1, width // 2 - 2)
        _put_panel(picture, left, "trail", put_trail, scene)
        _put_work(picture, right, scene)
    picture.put(1, at_curve.bottom - 1, "depth", scene.palette.dim)
    here = _column(scene.position, len(scene.trace), at_curve.width)
    put_depth(picture, at_curve, scene.levels, here, scene.palette, scene.glyphs)
    picture.put(1, height - 2, "true", scene.palette.dim)
    picture.put(1, height - 1, "false", scene.palette.dim)
    strip = shares(scene.state.assignment, at_curve.width)
    put_shares(picture, _LABEL, height - 2, strip, scene.palette, scene.glyphs)
    return picture


def _column(position: int, total: int, width: int) -> int:
    """The column of the curve for a position; where an event has several columns, the last of them."""
    return max((position - 1) * width // total, position * width // total - 1, 0) if total else 0


def board_area(scene: Scene, width: int, height: int) -> Region | None:
    """Where the board stands in a picture of that size; None where there is none."""
    if scene.cells is None:
        return None
    if is_wide(width, height):
        if scene.view not in (View.ALL, View.BOARD):
            return None
        area = _panels(width, height)
        return _wide_columns(area, scene)[2].crop_size(_wide_board(area, scene))
    if scene.view is not View.BOARD:
        return None
    return _page_board(scene, width, height)


def rows_below(scene: Scene, width: int, height: int) -> int:
    """How far what is in front can be scrolled in a picture of that size, where it has more rows than that."""
    analysis = analyse(scene.trace, scene.position) if scene.view is View.GRAPH else None
    if analysis is None:
        return 0
    area = _page_area(width, height)
    return max(_graph_page_rows(analysis, scene, area) - area.height, 0)


def _page_area(width: int, height: int) -> Region:
    """Where one thing in front stands."""
    return Region(1, _HEAD, width - 2, height - _HEAD)


def _put_sentences(picture: Picture, scene: Scene) -> None:
    """The last event in words, in two rows; at the end the second one is for what the search came to.

    At the beginning they say what was left out because of the recording.
    """
    said, *end = sentences(scene.trace, scene.position, scene.words)
    if scene.position == 0 and scene.recording:
        said = f"{said} {scene.recording}"
    width, ellipsis = picture.width - 2, scene.glyphs.ellipsis
    rows = 2 - len(end)
    lines = unbroken(said, width)
    if len(lines) > rows:
        lines = [*lines[: rows - 1], clip(" ".join(lines[rows - 1 :]), width, ellipsis)]
    for y, line in enumerate([*lines, *(clip(text, width, ellipsis) for text in end)], 1):
        picture.put(1, y, line, scene.palette.plain)


def _put_panel(picture: Picture, area: Region, title: str, drawing: Drawing, scene: Scene) -> None:
    """Something in an area, below its name and a line, which stand in the row above."""
    picture.put(area.x, area.y - 1, f"{title} ", scene.palette.dim)
    rest = scene.glyphs.box[0] * (area.width - len(title) - 1)
    picture.put(area.x + len(title) + 1, area.y - 1, rest, scene.palette.line)
    drawing(picture, area, scene)


def _put_work(picture: Picture, area: Region, scene: Scene) -> None:
    """The clause at work, and the counters at the foot."""
    _put_panel(picture, area.shrink((0, 0, COUNTERS + 1, 0)), "clause at work", put_clause, scene)
    put_counters(picture, Region(area.x, area.bottom - COUNTERS, area.width, COUNTERS), scene)


def _panels(width: int, height: int) -> Region:
    """Where the panels stand, between the head and the curve."""
    return Region(1, _HEAD, width - 2, curve_area(width, height).y - _HEAD)


def _wide_board(area: Region, scene: Scene) -> Size:
    """How large the board is beside two columns; nothing where there is none."""
    return fitted(scene, area.width - 4 - 2 * _NARROWEST_PANEL, area.height) if scene.cells else Size(0, 0)


def _wide_columns(area: Region, scene: Scene) -> list[Region]:
    """Three columns, of which the last holds the board."""
    room, board = area.width - 4, _wide_board(area, scene)
    side = min((room - board.width) // 2 if scene.cells else room // 3, _WIDEST_PANEL)
    return _columns(area, side, side, room - 2 * side)


def _put_wide(picture: Picture, area: Region, scene: Scene) -> None:
    """Three columns: the trail, the clause at work, and what else there is: tree, graph and board."""
    left, middle, right = _wide_columns(area, scene)
    tree, graph = ("decision tree", put_tree), ("last conflict", _put_graph)
    if scene.cells is None:
        right, below = _halves(right) if scene.learns else (right, None)
        _put_panel(picture, right, *tree, scene)
    else:
        board = right.crop_size(_wide_board(area, scene))
        left, at_tree = _halves(left)
        middle, below = _halves(middle) if scene.learns else (middle, None)
        _put_panel(picture, board, "board", put_board, scene)
        at_cell = right.shrink((board.height + 1, 0, 0, 0))
        if scene.cell is None or at_cell.height > _CELL_ROWS:
            _put_panel(picture, at_tree, *tree, scene)
        else:
            at_cell = at_tree
        if scene.cell is not None:
            _put_panel(picture, at_cell, f"cell {_cell_name(scene)}", put_cell, scene)
    _put_panel(picture, left, "trail", put_trail, scene)
    _put_work(picture, middle, scene)
    if below is not None:
        _put_panel(picture, below, *graph, scene)


def _columns(area: Region, *widths: int) -> list[Region]:
    """Columns of an area from its left edge on, two blank ones between them."""
    lefts = [area.x + sum(widths[:n]) + 2 * n for n in range(len(widths))]
    return [Region(x, area.y, width, area.height) for x, width in zip(lefts, widths, strict=True)]


def _halves(area: Region) -> tuple[Region, Region]:
    """The upper and the lower half of an area, a blank row and one for a name between them."""
    upper, lower = area.split_horizontal(area.height // 2 - 1)
    return upper, lower.shrink((2, 0, 0, 0))


def _put_graph(picture: Picture, area: Region, scene: Scene) -> None:
    """The implication graph of the last conflict, and below it what was learned."""
    analysis = _analysis(picture, area, scene)
    if analysis is not None:
        said = paragraphs(outcome(scene.trace, analysis, scene.words), area.width)
        room = max(area.height - len(said) - 1, area.height // 2)
        used = put_graph(picture, Region(area.x, area.y, area.width, room), analysis, scene)
        put_lines(picture, area.shrink((used + 1, 0, 0, 0)), said, scene)


def _put_graph_page(picture: Picture, area: Region, scene: Scene) -> None:
    """The implication graph of the last conflict, and beside it how the clause was learned, as far as scrolled."""
    analysis = _analysis(picture, area, scene)
    if analysis is not None:
        graph, beside = _graph_columns(area)
        put_graph(picture, graph, analysis, scene, scene.top)
        said = _story(analysis, scene, beside)
        put_lines(picture, beside, said[scene.top : scene.top + beside.height], scene)
        rows = _graph_page_rows(analysis, scene, area)
        if rows > area.height:
            title = f"last conflict, rows {scene.top + 1:,}-{min(scene.top + area.height, rows):,} of {rows:,} "
            picture.put(area.x, area.y - 1, title, scene.palette.dim)


def _graph_columns(area: Region) -> list[Region]:
    """Where the graph and the words stand on a page."""
    words = max(_GRAPH_WORDS, area.width // 3)
    return _columns(area, area.width - words - 2, words)


def _graph_page_rows(analysis: Analysis, scene: Scene, area: Region) -> int:
    """How many rows the page of a conflict has."""
    graph, beside = _graph_columns(area)
    return max(graph_rows(analysis, scene, graph.height), len(_story(analysis, scene, beside)))


def _story(analysis: Analysis, scene: Scene, area: Region) -> list[str]:
    """How the clause was learned, in lines for that area."""
    return paragraphs(explain(scene.trace, analysis, scene.words), area.width)


def _analysis(picture: Picture, area: Region, scene: Scene) -> Analysis | None:
    """How the last conflict was analysed; says where it is, or that there is none."""
    analysis = analyse(scene.trace, scene.position)
    if analysis is None:
        picture.put(area.x, area.y, "no clause learned from a conflict here", scene.palette.dim)
        return None
    title = f" at event {analysis.position:,}"
    picture.put(area.right - len(title), area.y - 1, title, scene.palette.dim)
    return analysis


def _page_board(scene: Scene, width: int, height: int) -> Region:
    """Where the board stands when it is in front, words beside it."""
    return Region(1, 1, *fitted(scene, width - 2 - _BOARD_WORDS - 1, height - 1))


def _put_board_page(picture: Picture, scene: Scene) -> None:
    """The board, and beside it the event in words, the clause at work, and what is known of the cell."""
    board = _page_board(scene, picture.width, picture.height)
    put_board(picture, board, scene)
    beside = Region(board.right + 1, 1, picture.width - board.right - 2, picture.height - 1)
    upper, lower = _halves(beside)
    said = paragraphs(sentences(scene.trace, scene.position, scene.words), beside.width)
    put_lines(picture, upper, said, scene)
    if upper.height - len(said) > _CELL_ROWS:
        _put_panel(picture, upper.shrink((len(said) + 2, 0, 0, 0)), "clause at work", put_clause, scene)
    if scene.cell is not None:
        _put_panel(picture, lower, f"cell {_cell_name(scene)}", put_cell, scene)


def _cell_name(scene: Scene) -> str:
    assert scene.cells is not None, "there is a board"
    assert scene.cell is not None, "there is a cursor"
    return scene.cells.sudoku.puzzle.layout.cell_name(scene.cell)
