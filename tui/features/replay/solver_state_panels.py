"""Panels for the state of a solver besides its trail: watch lists and visits, counters, ranks and saved phases."""

from collections.abc import Iterable

import numpy as np
from rich.cells import cell_len
from rich.segment import Segment

from engine.base.flat_rows import view
from engine.base.language import numeral
from engine.base.text import paragraph, pluralized
from engine.sat.solvers.solve import description_of
from engine.sat.solvers.variable_ranking import Basis, VariableRanking
from engine.sat.solvers.watches import VisitResult, WatchList
from tui.draw.bars import bar
from tui.draw.cells import Line, clip, fit, pad_left, side_by_side, widest, wrap
from tui.draw.panels import Excerpt
from tui.features.replay import words
from tui.features.replay.scene import ReplayScene

_BAR, _LITERAL, _BESIDE_BAR = 32, 20, 35
"""Maximum columns of a bar and of a literal, and columns of the rank and the state beside a bar."""
_TWO_COLUMNS = 110
"""Minimum columns for ranks in two columns."""


def watches(scene: ReplayScene, width: int, height: int) -> Excerpt | list[Line]:
    """Return the watch list of a literal with the results of visits; for a search that does not learn, its counters."""
    if not scene.learns:
        return _excerpt(_counter_clauses(scene, width), scene, height)
    if not isinstance(scene.solver_state, WatchList):
        return _sentence(str(scene.solver_state), scene, width)
    watch_list, palette = scene.solver_state, scene.palette
    lines = [*_sentence(_watch_summary(watch_list, scene), scene, width), []]
    if watch_list.visits:
        lines.append([Segment(str(words.VISITS), palette.dim)])
        results = [
            words.VISIT_RESULTS[visit.outcome].format(literal=scene.words.literal(visit.found))
            for visit in watch_list.visits
        ]
        others = [None if visit.outcome is VisitResult.TRUE_BLOCKER else visit.other for visit in watch_list.visits]
        lines += _clauses([visit.clause for visit in watch_list.visits], results, others, scene, width)
        lines.append([])
    clauses = pluralized(len(_clauses_with(scene, watch_list.literal)), "clause")
    literal, count = scene.words.literal(watch_list.literal), len(watch_list.watches)
    lines += _sentence(words.WATCHED.format(literal=literal, clauses=clauses, count=count), scene, width)
    blockers = [words.BLOCKER.format(literal=scene.words.literal(watch.blocker)) for watch in watch_list.watches]
    numbers = [watch.clause for watch in watch_list.watches]
    lines += _clauses(numbers, blockers, [watch.other for watch in watch_list.watches], scene, width)
    return _excerpt(lines, scene, height)


def _watch_summary(watch_list: WatchList, scene: ReplayScene) -> str:
    """Describe the value of the literal, and the results of its visits."""
    literal = scene.words.literal(watch_list.literal)
    if watch_list.since is None:
        return words.UNVISITED.format(literal=literal, state=words.STATES[scene.state.value(watch_list.literal)])
    event = watch_list.since + 1
    if watch_list.pending:
        return words.PENDING.format(literal=literal, event=event)
    outcomes = [visit.outcome for visit in watch_list.visits]
    return words.FALSE_SINCE.format(
        literal=literal,
        event=event,
        visited=pluralized(len(watch_list.visits), "visit"),
        looks=pluralized(sum(visit.looks for visit in watch_list.visits), "look"),
        skipped=outcomes.count(VisitResult.TRUE_BLOCKER),
        moved=outcomes.count(VisitResult.MOVED),
    )


def _clauses(
    numbers: list[int], remarks: list[str], others: Iterable[int | None], scene: ReplayScene, width: int
) -> list[Line]:
    """Return a line for each clause: its number, a remark, and its literals, watched ones first."""
    palette = scene.palette
    names = [numeral(number + 1) for number in numbers]
    room, remark_room = max(map(len, names), default=0), min(widest(remarks, 0), width // 2)
    watched = scene.solver_state.literal if isinstance(scene.solver_state, WatchList) else None
    return [
        [
            Segment(f" {name:>{room}}  ", palette.plain),
            Segment(f"{fit(remark, remark_room, scene.glyphs.ellipsis)}  ", palette.dim),
            *_literals(scene, number, watched, other),
        ]
        for number, name, remark, other in zip(numbers, names, remarks, others, strict=True)
    ]


def _literals(scene: ReplayScene, number: int, watched: int | None, other: int | None) -> Line:
    """Return the literals of a clause, each with a sign for its value; a line separates watched ones from the rest."""
    literals = dict.fromkeys(scene.trace.clause(number))
    first = [literal for literal in (watched, other) if literal in literals]
    line: Line = []
    for place, literal in enumerate([*first, *(literal for literal in literals if literal not in first)]):
        sign, ink = scene.look(literal)
        gap = "" if place == 0 else f" {scene.glyphs.box[1]} " if place == len(first) > 0 else " "
        line += [Segment(gap, scene.palette.dim), Segment(f"{scene.words.literal(literal)}{sign}", ink)]
    return line


def _counter_clauses(scene: ReplayScene, width: int) -> list[Line]:
    """Return the clauses in which a literal and its negation are counted, with the counts."""
    literal = scene.selected_literal
    if literal is None:
        if not len(scene.state.trail):
            return _sentence(str(words.NO_SOLVER_STATE), scene, width)
        literal = -scene.state.trail[-1]
    formula, name = scene.trace.formula, scene.words.literal
    solver = description_of(scene.trace.result.solver)
    own, others = _clauses_with(scene, literal), _clauses_with(scene, -literal)
    text = words.COUNTERS.format(
        solver=solver.name,
        title=solver.title,
        literal=name(literal),
        other=name(-literal),
        total=len(formula),
        own=pluralized(len(own), "clause"),
        others=pluralized(len(others), "clause"),
    )
    numbers = [*own, *others]
    counts = []
    for number in numbers:
        values = [scene.state.value(literal) for literal in formula[number]]
        counts.append(words.COUNTS.format(true=values.count(1), free=values.count(0), length=len(values)))
    return [*_sentence(text, scene, width), [], *_clauses(numbers, counts, [None] * len(numbers), scene, width)]


def _clauses_with(scene: ReplayScene, literal: int) -> list[int]:
    """Return the clauses of the formula that contain a literal."""
    formula = scene.trace.formula
    places = np.flatnonzero(view(formula.literals) == literal)
    found: list[int] = np.unique(view(formula.starts).searchsorted(places, "right") - 1).tolist()
    return found


def ranks(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the solver's ranking of variables as bars, with their saved values."""
    ranking = scene.solver_state
    if not isinstance(ranking, VariableRanking):
        return _sentence(str(ranking), scene, width)
    text = str(words.RANKED[ranking.basis])
    if ranking.basis is not Basis.RULE and scene.learns:
        text = paragraph([text, words.PHASES])
    lines = [*_sentence(text, scene, width), []]
    rows = max(height - len(lines), 0)
    columns = 2 if width >= _TWO_COLUMNS else 1
    room = (width - 4 * (columns - 1)) // columns
    visible = range(min(len(ranking.literals), rows * columns))
    name_width = min(widest((scene.words.literal(ranking.literals[place]) for place in visible), 0), _LITERAL)
    drawn = [_rank(scene, ranking, place, room, name_width) for place in visible]
    return [*lines, *side_by_side(drawn[:rows], drawn[rows:], room + 4)]


def _rank(scene: ReplayScene, ranking: VariableRanking, place: int, width: int, name_width: int) -> Line:
    palette, glyphs, literal = scene.palette, scene.glyphs, ranking.literals[place]
    place_on_trail, state_text = scene.state.place(abs(literal)), words.STATES[scene.state.value(literal)]
    sign, ink = scene.look(literal)
    name = f" {pad_left(clip(scene.words.literal(literal), name_width, glyphs.ellipsis), name_width)}"
    state = str(state_text)
    if place_on_trail is not None:
        state = words.SINCE.format(state=state_text, level=scene.state.levels[place_on_trail])
    rank = numeral(ranking.ranks[place], ">10,.4g") if any(ranking.ranks) else words.IN_ORDER
    columns = min(max(width - cell_len(name) - _BESIDE_BAR, 0), _BAR)
    drawn = bar(ranking.shares[place], columns, glyphs)
    return [
        Segment(name, ink),
        Segment(f" {rank}  ", palette.dim),
        Segment(f"{drawn:<{columns}}", palette.bar),
        Segment(f"  {sign} ", ink),
        Segment(state, palette.dim),
    ]


def _sentence(sentence: str, scene: ReplayScene, width: int) -> list[Line]:
    return [[Segment(line, scene.palette.plain)] for line in wrap(sentence, width)]


def _excerpt(lines: list[Line], scene: ReplayScene, height: int) -> Excerpt:
    top = max(min(scene.view.top, len(lines) - height), 0)
    return Excerpt(lines[top : top + height], top, len(lines))
