"""The panels of the implication graph: the drawing with its cut, the clause of the cut, and the selected node."""

from collections.abc import Iterable
from functools import partial
from itertools import compress, islice

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Size

from engine.base.language import _, lazy_gettext, ngettext
from engine.sat.trace.conflict_graph import ConflictGraph, GraphCut
from engine.sat.trace.cut_sequence import STEP, cut_sentences
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import clause_name, clause_text, literals_text
from tui.draw.cells import Line, clip, wrap
from tui.draw.layered_graph import GraphLine
from tui.draw.panels import Panel, Stack
from tui.draw.picture import Picture
from tui.features.replay.graph_view import GraphDetail, GraphDrawing, drawing, signs
from tui.features.replay.scene import ReplayScene

GRAPH = "graph"
"""The panel with the drawing, on which the mouse selects a node."""

NO_CONFLICT = lazy_gettext("There is no conflict up to this event.")
DECISION = lazy_gettext("decision, level {level:,}, event {event:,}")
FLIPPED = lazy_gettext("other value of a failed decision, event {event:,}")
EARLIER = lazy_gettext("true since level {level:,}, event {event:,}")
FORCED = lazy_gettext("forced by {clause} at event {event:,}")
FALSE = lazy_gettext("{clause} is false")
FIRST_POINT = lazy_gettext("first UIP")
CAUSES = lazy_gettext("from {literals}")
FOLLOWING = lazy_gettext("leads to {literals}")
THE_CONFLICT = lazy_gettext("the conflict")
LEGEND = lazy_gettext("{decision} decision   {point} first UIP   {conflict} conflict   {cut} cut")
LEGEND_OTHER = lazy_gettext("{decision} other value   {point} first UIP   {conflict} conflict   {cut} cut")
FIRST_CUT = lazy_gettext("This is the first cut: only the conflict is behind it.")
LAST_CUT = lazy_gettext("This is the last cut: that of the first unique implication point.")

_HEAD = 2
"""Rows above the drawing: the names of its layers and of the cut."""
_TALL = 30
"""Minimum rows for higher panels below the graph."""
_NARROW = 60
"""Minimum columns for the panel of the selected node."""


def graph_page(scene: ReplayScene, width: int, height: int) -> Stack:
    """Return the graph of the last conflict; below it the clause of the cut, and the selected node."""
    graph = scene.conflict
    if graph is None:
        return Stack([Panel([[Segment(str(NO_CONFLICT), scene.palette.dim)]], _("implication graph"))])
    node = _("selected: {node}").format(node=_name(scene, graph, selected(scene, graph)))
    parts = [
        Panel(partial(clause_of_cut, scene, graph), cut_title(scene, graph)),
        Panel(partial(selected_node, scene, graph), node),
    ]
    parts = parts if width >= _NARROW else parts[:1]
    needed = len(clause_of_cut(scene, graph, width // len(parts) - 4, height)) + 1
    rows = max(8 if height >= _TALL else 6, min(needed, height // 3))
    below = Stack(parts, 2, across=True, rows=rows)
    title = _("why {clause} is false").format(clause=clause_name(scene.trace, graph.conflict.clause or 0))
    return Stack([Panel(partial(graph_picture, scene, graph), title, _facts(scene, graph), name=GRAPH), below])


def _facts(scene: ReplayScene, graph: ConflictGraph) -> str:
    conflicts = scene.trace.where(EventKind.CONFLICT)
    number = int(conflicts.searchsorted(graph.position))
    nodes = ngettext("{count} node", "{count} nodes", len(graph.nodes)).format(count=len(graph.nodes))
    return _("conflict {number:,} of {total:,}, level {level:,}, {nodes}").format(
        number=number, total=len(conflicts), level=graph.level, nodes=nodes
    )


def cut_of(scene: ReplayScene, graph: ConflictGraph) -> GraphCut:
    """Return the current cut: the selected one, or by default the one at the first unique implication point."""
    last = len(graph.cuts) - 1
    return graph.cuts[last if scene.view.cut is None else min(scene.view.cut, last)]


def selected(scene: ReplayScene, graph: ConflictGraph) -> int:
    """Return the selected node: by default, the one that the last resolution replaced."""
    node = scene.view.node
    return cut_of(scene, graph).first if node is None or node >= len(graph.nodes) else node


def graph_drawing(scene: ReplayScene, graph: ConflictGraph, size: Size) -> GraphDrawing:
    """Return the drawing of the graph for a panel of this size."""
    names = {node.literal: scene.words.literal(node.literal) for node in graph.nodes if node.literal}
    clauses = {}
    for number, node in enumerate(graph.nodes):
        if number == graph.start:
            both = _("decision, first UIP") if number == graph.point else _("decision")
            clauses[number] = _("other value") if node.flipped else both
        elif number == graph.point:
            clauses[number] = str(FIRST_POINT)
        elif node.earlier:
            clauses[number] = _("level {level:,}").format(level=node.level)
        elif node.clause is not None:
            clauses[number] = clause_name(scene.trace, node.clause)
    words = signs(graph, names, clauses, scene.glyphs)
    only = selected(scene, graph) if scene.view.detail is GraphDetail.REASON else None
    return drawing(graph, words, scene.view.detail, only, size.width, size.height - _HEAD - 1)


def origin(scene: ReplayScene, graph: ConflictGraph, drawn: GraphDrawing, size: Size) -> Offset:
    """Return the cell of the drawing at the upper left of a panel of this size.

    The selection is visible, and the decision if both fit.
    """
    width, height = size.width, size.height - _HEAD - 1
    place = drawn.place(selected(scene, graph))
    x, y = drawn.layout.places[place] if place is not None else (drawn.layout.width, 0)
    columns = None if scene.view.node is not None else drawn.cut_columns(cut_of(scene, graph))
    if columns:
        x = columns[min(y, len(columns) - 1)]
    left = min(max(x - width // 2, 0), max(drawn.layout.width - width, 0))
    lowest = max(drawn.layout.height - height, 0)
    top = min(max(y - height // 2, 0), lowest)
    start = drawn.place(graph.start)
    if start is not None:
        _, row = drawn.layout.places[start]
        with_start = min(max(top, row - height + 1), row)
        top = min(max(with_start, y - height + 2, 0), y, lowest)
    return Offset(left, top)


def node_at(scene: ReplayScene, point: Offset, size: Size) -> int | None:
    """Return the node whose box is at a point of the graph's panel."""
    graph = scene.conflict
    if graph is None or point.y < _HEAD:
        return None
    drawn = graph_drawing(scene, graph, size)
    cell = point - Offset(0, _HEAD) + origin(scene, graph, drawn, size)
    return drawn.node_at(cell.x, cell.y)


def graph_picture(scene: ReplayScene, graph: ConflictGraph, width: int, height: int) -> Picture:
    """Draw the graph with its cut; if the graph is larger than the panel, the part around the selection."""
    size = Size(width, height)
    drawn, cut = graph_drawing(scene, graph, size), cut_of(scene, graph)
    left, top = origin(scene, graph, drawn, size)
    inside = Picture(width, max(height - _HEAD - 1, 0), left, top)
    _draw_lines(inside, scene, drawn, cut)
    _draw_boxes(inside, scene, graph, drawn)
    columns = drawn.cut_columns(cut)
    if columns:
        _draw_cut(inside, scene, drawn, columns)
    picture = Picture(width, height)
    picture.paste(inside, 0, min(_HEAD, height - inside.height))
    _draw_head(picture, scene, graph, drawn, left, columns[0] if columns else None)
    glyphs = scene.glyphs
    flipped = graph.start is not None and graph.nodes[graph.start].flipped
    legend = (LEGEND_OTHER if flipped else LEGEND).format(
        decision="!" if flipped else "?", point=glyphs.level, conflict=glyphs.wrong, cut=glyphs.box[12]
    )
    picture.put(0, height - 1, clip(legend, width, glyphs.ellipsis), scene.palette.dim)
    beyond = top > 0, top + inside.height < drawn.layout.height, left > 0, left + width < drawn.layout.width
    more = " ".join(compress(glyphs.arrows, beyond))
    picture.put(width - len(more), height - 1, more, scene.palette.accent)
    return picture


def _draw_lines(picture: Picture, scene: ReplayScene, drawn: GraphDrawing, cut: GraphCut) -> None:
    palette, visible = scene.palette, drawn.visible
    selected_place = drawn.place(scene.view.node)

    def is_crossing(line: GraphLine) -> bool:
        if line.source is None:
            return line.target is not None and visible[line.target] >= cut.first
        crosses = line.target is None or visible[line.target] >= cut.first
        return crosses and visible[line.source] in cut.crossing

    def ink(line: GraphLine) -> Style:
        if selected_place is not None and selected_place in (line.source, line.target):
            return palette.title
        return palette.accent if is_crossing(line) else palette.line

    for cell in drawn.layout.lines:
        picture.put(*cell, drawn.layout.sign(cell, scene.glyphs), ink(drawn.layout.front(cell)))
    arrow = scene.glyphs.folder
    for cell, target in drawn.layout.arrows.items():
        beyond_cut = palette.accent if visible[target] >= cut.first else palette.line
        picture.put(*cell, arrow, palette.title if target == selected_place else beyond_cut)


def _draw_boxes(picture: Picture, scene: ReplayScene, graph: ConflictGraph, drawn: GraphDrawing) -> None:
    palette = scene.palette
    for number, (x, y), box, below in zip(drawn.visible, drawn.layout.places, drawn.boxes, drawn.below, strict=True):
        node = graph.nodes[number]
        if number == scene.view.node:
            ink, box = palette.selected, f"[{box[1:-1]}]"
        elif not node.literal:
            ink = palette.clash + palette.bad if palette.clash.bgcolor is None else palette.clash
        elif number in (graph.point, graph.start):
            ink = palette.cursor
        else:
            ink = palette.peer if node.earlier else palette.premise
        picture.put(x, y, box, ink)
        if below:
            picture.put(x, y + 1, below, palette.dim)


def _draw_cut(picture: Picture, scene: ReplayScene, drawn: GraphDrawing, columns: list[int]) -> None:
    across, upright = scene.glyphs.box[11], scene.glyphs.box[12]
    bottom = max(picture.top + picture.height, drawn.layout.height)
    columns = [*columns, *[columns[-1]] * (bottom - len(columns))]
    for row in range(picture.top, bottom):
        picture.put(columns[row], row, upright, scene.palette.warning)
    for row in range(1, bottom):
        if columns[row - 1] != columns[row]:
            between = range(min(columns[row - 1 : row + 1]) + 1, max(columns[row - 1 : row + 1]))
            free = (at for at in (row - 1, row) if not any(drawn.node_at(column, at) is not None for column in between))
            for at in islice(free, 1):
                for column in between:
                    if picture.char(column, at) == " ":
                        picture.put(column, at, across, scene.palette.warning)


def _draw_head(
    picture: Picture, scene: ReplayScene, graph: ConflictGraph, drawn: GraphDrawing, left: int, cut: int | None
) -> None:
    """Draw the names of the layers, and below them the name of the cut."""
    start = drawn.place(graph.start)
    first = drawn.layers[start] if start is not None else 0
    columns = [*drawn.layout.columns, drawn.layout.width]
    end = -1  # of the last name
    for layer, column in enumerate(drawn.layout.columns):
        number = ""
        if drawn.detail is GraphDetail.REASON:
            name = (_("causes"), _("selected"), _("follows"))[min(layer, 2)] if len(columns) == 4 else ""
        elif layer == drawn.layers[-1]:
            name = _("conflict")
        elif layer < first or start is None:
            name = _("before")
        else:
            level = _("level {level:,}").format(level=graph.level)
            name = level if layer == first else _("step {number:,}").format(number=layer - first)
            number = str(layer - first) if layer > first else ""
        place, room = column - left, columns[layer + 1] - column - 1
        if layer == drawn.layers[-1] and place < picture.width:
            place, room = min(place, picture.width - cell_len(name)), cell_len(name)
        room = min(room, picture.width - place)
        label = next((text for text in (name, number) if cell_len(text) <= room), "")
        if place > end and label:
            picture.put(place, 0, label, scene.palette.dim)
            end = place + cell_len(label)
    if cut is not None:
        name = f" {_('cut')} "
        picture.put(max(cut - left - cell_len(name) // 2, 0), 1, name, scene.palette.warning + Style(reverse=True))


def cut_title(scene: ReplayScene, graph: ConflictGraph) -> str:
    """Return the number of the cut, and how many there are."""
    return STEP.format(number=graph.cuts.index(cut_of(scene, graph)) + 1, total=len(graph.cuts))


def clause_of_cut(scene: ReplayScene, graph: ConflictGraph, width: int, height: int) -> list[Line]:
    """Return the clause of the cut, then its derivation; if space is short, the last sentences stay."""
    palette, cut = scene.palette, cut_of(scene, graph)
    clause = literals_text(cut.resolvent, scene.words, whole=True)[1:-1]
    head = wrap(clause, width)
    if len(head) > max(height // 2, 1):
        head = [clip(" ".join(head), width, scene.glyphs.ellipsis)]
    lines: list[Line] = [[Segment(line, palette.title)] for line in head]
    number = graph.cuts.index(cut)
    sentences = list(cut_sentences(scene.trace, graph, number, scene.words, learns=scene.learns))
    texts = _texts(sentences, width, palette.plain)
    while len(sentences) > 1 and len(lines) + len(texts) > height:
        del sentences[0]
        texts = _texts(sentences, width, palette.plain)
    return [*lines, *texts]


def selected_node(scene: ReplayScene, graph: ConflictGraph, width: int, _height: int) -> list[Line]:
    """Describe the selected node, its causes and its consequences."""
    number = selected(scene, graph)
    node, words = graph.nodes[number], scene.words
    clause = "" if node.clause is None else clause_name(scene.trace, node.clause)
    if not node.literal:
        kind = FALSE.format(clause=clause)
    elif node.clause is not None:
        kind = FORCED.format(clause=clause, event=node.event + 1)
    elif number == graph.start:
        kind = (FLIPPED if node.flipped else DECISION).format(level=node.level, event=node.event + 1)
    else:
        kind = EARLIER.format(level=node.level, event=node.event + 1)

    def listed(nodes: Iterable[int]) -> str:
        return words.between.join(_name(scene, graph, other) for other in nodes)

    texts = [kind, *[str(FIRST_POINT)] * (number == graph.point)]
    if node.clause is not None:
        texts.append(clause_text(scene.trace, node.clause, words))
    if node.causes:
        texts.append(CAUSES.format(literals=listed(node.causes)))
    if following := graph.effects(number):
        texts.append(FOLLOWING.format(literals=listed(following)))
    return _texts(texts, width, scene.palette.plain)


def _texts(texts: Iterable[str], width: int, ink: Style) -> list[Line]:
    return [[Segment(line, ink)] for text in texts for line in wrap(text, width)]


def _name(scene: ReplayScene, graph: ConflictGraph, number: int) -> str:
    literal = graph.nodes[number].literal
    return scene.words.literal(literal) if literal else str(THE_CONFLICT)
