"""Things to do after a while, each of which can be put off or called off."""

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


class Delays:
    """The pending things of one screen or widget, by name."""

    def __init__(self, owner: MessagePump) -> None:
        self._owner = owner
        self._pending: dict[str, Timer] = {}

    def after(self, seconds: float, name: str, do: Callable[[], object]) -> None:
        """Do it after so many seconds; what was pending under the name is called off."""
        self.stop(name)
        self._pending[name] = self._owner.set_timer(seconds, do)

    def stop(self, name: str) -> None:
        """Call off what is pending under the name, if anything."""
        timer = self._pending.pop(name, None)
        if timer is not None:
            timer.stop()
