"""Parts of a screen that have keys and state, but no widget."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType

from engine.base.language import Sentence

if TYPE_CHECKING:  # it imports this module
    from tui.base.page import Page


class Controller:
    """A part of a screen whose keys and actions count as the screen's.

    The screen names the class in CONTROLLERS, and creates one of each. Subclasses declare the type of `page`.
    """

    BINDINGS: ClassVar[list[BindingType]] = []

    HEADING: ClassVar[Sentence | str] = ""
    """The heading of its keys in the help; those without one are listed with the screen's."""

    page: Any
    """The screen."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        page.controllers[type(self)] = self


def in_worker(method: Callable[[Any], Coroutine[Any, Any, None]]) -> Callable[[Any], None]:
    """Run an action of a controller in a worker of its screen, as Textual's `work` does for those of screens."""

    @wraps(method)
    def start(controller: Controller) -> None:
        controller.page.run_worker(method(controller))

    return start


def actions(controller: type[Controller]) -> dict[str, Callable[..., object]]:
    """Return methods for a screen that hand its actions to its controller of this class, by name."""
    return {name: _handed_on(controller, name) for name in dir(controller) if name.startswith("action_")}


def _handed_on(controller: type[Controller], name: str) -> Callable[..., object]:
    @wraps(getattr(controller, name))
    def act(page: "Page", *arguments: object) -> object:
        return getattr(page.controllers[controller], name)(*arguments)

    return act
