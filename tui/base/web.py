"""The keys that the page of `serve --web` types for a screen."""

from collections.abc import Iterable, Sequence

from textual.binding import Binding

from engine.sudoku.signs import sign
from tui.base.key_names import action_name, keys_of
from tui.draw.web_board import WebKeys
from tui.terminal.web_keys import typed_by


def web_keys(bindings: Iterable[Binding], size: int, actions: Sequence[str], others: Sequence[str]) -> WebKeys:
    """Return the characters to type for `actions`, for digits up to `size`, and for `others` with their labels.

    Actions are names. One without a key that types a character is left out.
    """
    characters: dict[str, str] = {}
    labels: dict[str, str] = {}
    for binding in bindings:
        name = action_name(binding.action)
        character = next(filter(None, map(typed_by, keys_of(binding))), "")
        if character and name not in characters:
            characters[name], labels[name] = character, binding.description or binding.tooltip
    letter = characters.get("letter", "")
    return WebKeys(
        {name: characters[name] for name in actions if name in characters},
        [str(digit) if digit < 10 else letter + sign(digit) for digit in range(1, size + 1)],
        [(labels[name], characters[name]) for name in others if name in characters],
    )
