"""The keys that the page of `serve --web` types for a screen."""

from collections.abc import Iterable, Sequence

from textual.binding import Binding

from engine.sudoku.signs import sign
from tui.base.key_names import action_name, keys_of
from tui.draw.web_board import WebKeys
from tui.terminal.web_keys import typed_by


def web_keys(bindings: Iterable[Binding], size: int, actions: Sequence[str], others: Sequence[str]) -> WebKeys:
    """Return what to type for `actions` by name, for digits up to `size`, and for `others` with their labels.

    An action without a key that types something is left out.
    """
    typed: dict[str, str] = {}
    words: dict[str, str] = {}
    for binding in bindings:
        name = action_name(binding.action)
        text = next(filter(None, map(typed_by, keys_of(binding))), "")
        if text and name not in typed:
            typed[name], words[name] = text, binding.description or binding.tooltip
    digits = [str(digit) if digit < 10 else typed.get("letter", "") + sign(digit) for digit in range(1, size + 1)]
    return WebKeys(
        {name: typed[name] for name in actions if name in typed},
        digits,
        [(words[name], typed[name]) for name in others if name in typed],
    )
