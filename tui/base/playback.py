"""How fast a recording is played: events that are due, and pictures that a slow line has time for."""

import math

EVERYTHING = 1_000_000_000
"""A speed at which any recording is at its end at once."""
SPEEDS = (1, 2, 5, 10, 25, 100, 500, 2_500, 10_000, 100_000, 1_000_000, EVERYTHING)
"""Events a second."""


class Playback:
    """Whether and how fast something is played. Ask it `frames` times a second what is due."""

    def __init__(self, frames: int) -> None:
        self.playing = False
        self.rate = math.inf
        """Bytes a second that the line carries."""
        self._frames = frames
        self._speed = 0
        self._due = 0.0
        """Events that the speed allows by now; a fraction waits for the next picture."""
        self._next_picture = 0.0

    @property
    def speed(self) -> int:
        """Events a second."""
        return SPEEDS[self._speed]

    def change_speed(self, step: int) -> None:
        """Go so many speeds up or down, as far as there are."""
        self._speed = min(max(self._speed + step, 0), len(SPEEDS) - 1)

    def play(self, playing: bool) -> None:
        """Begin to play, or pause."""
        self.playing = playing
        self._due = 0.0

    def due(self, now: float) -> int:
        """How many events to go on now (in seconds); 0 while the last picture may still be on its way."""
        self._due += self.speed / self._frames
        events = int(self._due)
        if now < self._next_picture:
            return 0
        self._due -= events
        return events

    def sent(self, size: int, now: float) -> None:
        """A picture of so many bytes was sent."""
        self._next_picture = now + size / self.rate
