"""The decision tree around the present place: the path to it, and the subtrees beside it that were tried."""

from textual.geometry import Region

from engine.base.text import counted
from engine.sat.trace.search_tree import Branch, Tried, between, closed, forced_at_root, length, path, undone
from tui.draw.cells import clip
from tui.draw.picture import Picture
from tui.features.replay.scene import Scene

_NAME, _SAID = 8, 24
"""Columns for a literal, and for both it and what is said of it."""


def put_tree(picture: Picture, area: Region, scene: Scene) -> None:
    """Draw the lower end of the path, with the subtrees that were closed beside it, as much as there is room for."""
    palette, glyphs = scene.palette, scene.glyphs
    taken_back = undone(scene.trace, scene.position)
    room = area.height - 1 - bool(taken_back)
    branches = path(scene.state, min(room, max(area.width - _SAID, 1)))
    while branches and len(branches) + sum(branch.flipped for branch in branches) > room:
        branches.pop(0)
    hidden = length(scene.state) - len(branches)
    forced = forced_at_root(scene.state)
    root = f"{counted(hidden, 'step')} above" if hidden else "root" if branches else "no decision is in force"
    picture.put(area.x, area.y, root, palette.dim)
    if forced and not hidden:
        text = clip(f"{forced:,} forced", area.width - len(root) - 2, glyphs.ellipsis)
        picture.put(area.x + len(root) + 2, area.y, text, palette.dim)

    across, corner, tee, down = (glyphs.box[sign] for sign in (0, 4, 6, 8))
    y = area.y + 1
    for depth, branch in enumerate(branches):
        x = area.x + depth
        if branch.flipped:
            name = f"{tee}{across}{glyphs.wrong} {scene.words.literal(-branch.literal)}"
            _put_row(picture, area, x, y, name, f"closed: {_told(closed(scene.trace, branch))}", scene, "dim")
            y += 1
        last = depth == len(branches) - 1
        name = f"{corner}{across if last else down} {scene.words.literal(branch.literal)}"
        ink = "warning" if branch.flipped else "accent"
        _put_row(picture, area, x, y, name, _said(branch, last, scene), scene, ink)
        y += 1
    if taken_back:
        names = ", ".join(map(scene.words.literal, taken_back))
        picture.put(area.x, y, clip(f"{glyphs.wrong} undone: {names}", area.width, glyphs.ellipsis), palette.bad)


def _put_row(picture: Picture, area: Region, x: int, y: int, name: str, said: str, scene: Scene, ink: str) -> None:
    picture.put(x, y, name, getattr(scene.palette, ink))
    x += max(len(name), _NAME) + 2
    picture.put(x, y, clip(said, area.right - x, scene.glyphs.ellipsis), scene.palette.dim)


def _said(branch: Branch, last: bool, scene: Scene) -> str:
    """What there is to say of a step of the path."""
    here = f"{scene.glyphs.arrows[2]} here  " if last else ""
    facts = [] if branch.flipped else [f"level {branch.level:,}"]
    facts += [f"{branch.forced:,} forced"] * bool(branch.forced)
    if scene.learns:
        tried = between(scene.trace, branch.event + 1, scene.position)
        facts.append(f"{counted(tried.conflicts, 'conflict')} since")
    elif not branch.flipped:
        facts.append(f"{scene.words.literal(-branch.literal)} to try")
    return here + ", ".join(facts)


def _told(tried: Tried) -> str:
    """`12 decisions, 1 conflict`."""
    return f"{counted(tried.decisions, 'decision')}, {counted(tried.conflicts, 'conflict')}"
