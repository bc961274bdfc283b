"""The slides of the replay: events, or with the implication graph in front, its cuts."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from textual.geometry import Size

from engine.sat.trace.conflict_graph import ConflictGraph
from engine.sat.trace.cut_sequence import cut_sentences
from engine.sat.trace.narration import clause_at_work, sentences
from tui.draw.cells import Line
from tui.draw.panels import View
from tui.draw.picture import Picture
from tui.draw.slide import LargeWord, Slide, large_words, projector_palette
from tui.features.replay.board import board, board_part
from tui.features.replay.graph_panels import graph_drawing, graph_picture
from tui.features.replay.panels import tree
from tui.features.replay.scene import ReplayPane, ReplayScene
from tui.features.replay.solver_state_panels import ranks

_AROUND, _BESIDE, _MIN_WIDTH = 4, 6, 60
"""Rows above and below a graph, columns for the name of its last layer, and columns of its legend."""


def event_slide(scene: ReplayScene) -> Slide:
    """Return a slide with the last event in a sentence, and the pane in front or the current clause."""
    scene = replace(scene, palette=projector_palette(scene.palette))
    return Slide(sentences(scene.trace, scene.position, scene.words)[-1], _picture(scene))


def _picture(scene: ReplayScene) -> View:
    if scene.view.pane is ReplayPane.BOARD and scene.cells is not None:
        return partial(_board, scene)
    views = {ReplayPane.TREE: tree, ReplayPane.RANKS: ranks}
    return partial(views.get(scene.view.pane, large_clause), scene)


def _board(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the board."""
    drawn = board(scene, width, height)
    size = board_part(scene, Size(width, height)).visible_region
    return [[*drawn.segments(row)] for row in range(min(size.height, height))]


def large_clause(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the literals of the current clause with their values, or the decided literal, as large as possible."""
    index = clause_at_work(scene.trace, scene.position)
    event = scene.event
    literals: Sequence[int] = () if event is None or not event.literal else (event.literal,)
    if index is not None:
        literals = scene.trace.clause(index)
    words = [LargeWord(scene.words.literal(literal), *scene.look(literal)) for literal in literals]
    return large_words(words, width, height, scene.glyphs)


def cut_slides(scene: ReplayScene) -> list[tuple[int, Slide]]:
    """Return a slide for each sentence on the cuts of the last conflict, after the number of its cut."""
    graph = scene.conflict
    if graph is None:
        return []
    slides: list[tuple[int, Slide]] = []
    scene = replace(scene, palette=projector_palette(scene.palette))
    for number in range(len(graph.cuts)):
        picture = partial(_centred_graph, replace(scene, view=replace(scene.view, cut=number, node=None)), graph)
        spoken = cut_sentences(scene.trace, graph, number, scene.words, learns=scene.learns, alone=True)
        slides += [(number, Slide(sentence, picture)) for sentence in spoken]
    return slides


def _centred_graph(scene: ReplayScene, graph: ConflictGraph, width: int, height: int) -> Picture:
    """Draw the graph in the middle."""
    drawn = graph_drawing(scene, graph, Size(width, height)).layout
    columns, rows = min(width, max(drawn.width + _BESIDE, _MIN_WIDTH)), min(height, drawn.height + _AROUND)
    picture = Picture(width, height)
    picture.paste(graph_picture(scene, graph, columns, rows), (width - columns) // 2, (height - rows) // 2)
    return picture
