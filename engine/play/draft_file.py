"""Stores drafts in a file, without their histories, so that they survive the end of the program."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.streams import read_at_most
from engine.play.database import set_aside
from engine.play.draft import Draft, Drafts
from engine.play.errors import StoreError
from engine.play.validation import label, parsed
from engine.sudoku.layout import Layout
from engine.sudoku.layout.values import dump_layout, layout_named, load_layout
from engine.sudoku.rules import dump, load

MAX_BYTES = 1 << 24
"""Maximum size of the file in bytes: thousands of drafts."""


def dump_drafts(drafts: Drafts) -> str:
    """The drafts as JSON, the current one first; without other empty drafts that have no name."""
    saved = [draft for draft in drafts.all if draft is drafts.draft or not draft.is_empty or draft.name]
    return json.dumps([_content(draft) for draft in saved])


def load_drafts(text: str) -> Drafts:
    """Parse dumped drafts. Raises ValueError if they are invalid."""
    try:
        return Drafts([_draft(value) for value in parsed(text)])
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"these are not drafts: {error}") from error


def read_drafts(path: Path) -> tuple[Drafts, str]:
    """Read the drafts in a file (a new one if there is none), and a sentence for the player, if any.

    An invalid file is renamed. Raises StoreError if the file can't be read, or is invalid and can't be renamed.
    """
    if not os.path.lexists(path):
        return Drafts(), ""
    try:
        return load_drafts(_read_text(path)), ""
    except InputError as error:
        raise StoreError(_("The drafts can't be read: {error}.").format(error=error)) from error
    except OSError as error:
        raise StoreError(_("The drafts can't be read: {strerror}.").format(strerror=error.strerror)) from error
    except ValueError:
        return Drafts(), _("The drafts were damaged: their file is set aside as {name}.").format(name=_set_aside(path))


def write_drafts(text: str, path: Path) -> None:
    """Write dumped drafts atomically. Raises StoreError."""
    new = path.with_name(f"{path.name}-{os.getpid()}")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise StoreError(_("The drafts are not saved: {strerror}.").format(strerror=error.strerror)) from error


def _read_text(path: Path) -> str:
    """Raises InputError or OSError if the file can't be read, ValueError if it can't contain drafts."""
    data = read_at_most(path, MAX_BYTES)
    if data is None:
        raise ValueError(f"more than {MAX_BYTES} bytes")
    return data.decode()


def _set_aside(path: Path) -> str:
    """Rename a damaged file; returns its new name. Raises StoreError."""
    try:
        return set_aside(path, "damaged").name
    except OSError as error:
        raise StoreError(
            _("The drafts are damaged, and their file can't be renamed: {strerror}.").format(strerror=error.strerror)
        ) from error


def _content(draft: Draft) -> dict[str, Any]:
    layout = dump_layout(draft.layout) or draft.layout.name
    content = {"layout": layout, "name": draft.name, "givens": draft.values}
    content |= {"candidates": draft.notes} if any(draft.notes) else {}
    return content | ({"rules": dump(draft.board.rules)} if draft.board.rules else {})


def _draft(value: dict[str, Any]) -> Draft:
    layout, givens = _layout(value["layout"]), tuple(value["givens"])
    if len(givens) != len(layout.cells) or not all(
        type(given) is int and 0 <= given <= layout.size for given in givens
    ):
        raise ValueError("the givens do not fit the layout")
    notes = tuple(value.get("candidates", ()))
    masks = range(0, 2 << layout.size, 2)
    if notes and (len(notes) != len(givens) or not all(type(mask) is int and mask in masks for mask in notes)):
        raise ValueError("the candidates do not fit the layout")
    return Draft(layout, label(value["name"]), givens, load(value.get("rules", []), layout), notes)


def _layout(value: Any) -> Layout:
    layout = layout_named(value) if isinstance(value, str) else load_layout(value)
    if layout is None:
        raise ValueError(f"there is no layout {value}")
    return layout
