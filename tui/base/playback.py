"""The playback of recordings: position, speed and animation; and the pages that play one."""

from collections.abc import Callable

from textual.binding import Binding
from textual.timer import Timer

from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace
from tui.base.page import Page
from tui.base.throttle import Throttle

NO_LIMIT = 1_000_000_000
"""A speed that plays any recording at once, and a position beyond the end of any."""
SPEEDS = (1, 2, 5, 10, 25, 100, 500, 2_500, 10_000, 100_000, 1_000_000, NO_LIMIT)
"""Speeds in events per second."""
FRAMES = 10
"""Maximum frames per second."""

ALONG_THE_SEARCH = (
    Binding("greater_than_sign", "decision(1)", "decision", key_display="<>", tooltip="to the next decision"),
    Binding("less_than_sign", "decision(-1)", "to the previous decision", key_display="<", show=False),
    Binding("right_curly_bracket", "conflict(1)", "conflict", key_display="{}", tooltip="to the next conflict"),
    Binding("left_curly_bracket", "conflict(-1)", "to the previous conflict", key_display="{", show=False),
)
"""The keys to decisions and conflicts, for screens that show a recorded search."""
SPEED = (
    Binding("plus,equals_sign", "speed(1)", "speed", key_display="+-", tooltip="faster"),
    Binding("minus", "speed(-1)", "slower", key_display="-", show=False),
)
"""The keys that play faster and slower."""


class Playback:
    """The position in a recording, and its animation."""

    def __init__(self, length: Callable[[], int], show: Callable[[], object], *, speed: int = SPEEDS[0]) -> None:
        """`length` returns the present number of events; `show` draws the current position.

        `show` is called after each change, but during playback no more often than the line can send its output.
        """
        self.position = 0
        """Number of events before the current position."""
        self.playing = False
        self._length = length
        self._show = show
        self._speed = SPEEDS.index(speed)
        self._due = 0.0
        """Events due by now; the fraction is carried over to the next frame."""
        self._throttle: Throttle | None = None
        self._timer: Timer | None = None

    def begin(self, owner: Page) -> None:
        """Start the timer on the owner, a mounted screen."""
        self._throttle = Throttle(owner.options, owner.program.bytes_sent, 1 / FRAMES)
        self._timer = owner.set_interval(1 / FRAMES, self.tick, pause=not self.playing)

    @property
    def speed(self) -> int:
        """The speed in events per second."""
        return SPEEDS[self._speed]

    @property
    def is_at_end(self) -> bool:
        """Whether the position is at the end."""
        return self.position >= self._length()

    def change_speed(self, step: int) -> None:
        """Change the speed by `step` entries of SPEEDS, as far as there are such entries."""
        self._speed = min(max(self._speed + step, 0), len(SPEEDS) - 1)
        self._show()

    def toggle(self) -> None:
        """Play or pause; at the end, restart from the beginning."""
        if not self.playing and self.is_at_end:
            self.position = 0
        self._play(not self.playing)
        self._show()

    def pause(self) -> None:
        """Stop at the current position."""
        self._play(False)
        self._show()

    def go_to(self, position: int) -> None:
        """Pause at a position, clamped to the recording."""
        self.position = min(max(position, 0), self._length())
        self.pause()

    def tick(self) -> None:
        """Advance by the due events, unless the line is still busy with the last frame."""
        self._due += self.speed / FRAMES
        events = int(self._due)
        if not events or (self._throttle and not self._throttle.try_acquire()):
            return
        self._due -= events
        self.position = min(self.position + events, self._length())
        if self.is_at_end:
            self._play(False)
        self._show()

    def _play(self, playing: bool) -> None:
        if playing != self.playing:
            self._due = 0.0
        self.playing = playing
        if self._timer:
            (self._timer.resume if playing else self._timer.pause)()


class PlayerPage(Page):
    """A page that plays a recording."""

    player: Playback

    def go_to(self, position: int | None) -> None:
        """Pause at a position, clamped to the recording; None means the current one."""
        if position is None:
            self.player.pause()
        else:
            self.player.go_to(position)

    def action_play(self) -> None:
        self.player.toggle()

    def action_step(self, step: int) -> None:
        self.go_to(self.player.position + step)

    def action_start(self) -> None:
        self.go_to(0)

    def action_finish(self) -> None:
        self.go_to(NO_LIMIT)

    def action_speed(self, step: int) -> None:
        self.player.change_speed(step)


class SearchPage(PlayerPage):
    """A page that plays a recorded search, with the keys of ALONG_THE_SEARCH."""

    @property
    def trace(self) -> Trace:
        """The recorded search."""
        raise NotImplementedError

    def position_after(self, kind: EventKind, step: int) -> int | None:
        """Return the position after the next event of a kind, or the previous one if `step` is negative; else None."""
        search = self.trace.next_position if step > 0 else self.trace.previous_position
        return search(self.player.position, kind)

    def action_decision(self, step: int) -> None:
        self.go_to(self.position_after(EventKind.DECISION, step))

    def action_conflict(self, step: int) -> None:
        self.go_to(self.position_after(EventKind.CONFLICT, step))
