"""A screen from which one begins what needs no file: a game, new or saved or that of the day, a puzzle of one's own."""

from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from tui.base import requests as messages
from tui.base.page import Page


class BeginningPage(Page):
    """Adds the keys that begin something."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new_game", "new game", tooltip="make a puzzle and play it"),
        Binding("r", "resume", "resume", tooltip="saved games: go on with one, favourites, finished ones"),
        Binding("d", "daily", "daily", tooltip="the puzzle of the day"),
        Binding("t", "statistics", "statistics", show=False, tooltip="statistics: games solved, best times"),
        Binding("e", "set", "set", show=False, tooltip="set a puzzle of your own"),
    ]

    def own_bindings(self) -> list[Binding]:
        """The key that resumes tells how many games there are, and stays out of the key line if there are none."""
        saved: int = getattr(self.app, "saved_games", 0)
        return [
            replace(binding, show=saved > 0, description=f"resume {saved}" if saved else binding.description)
            if binding.action == "resume"
            else binding
            for binding in super().own_bindings()
        ]

    def action_new_game(self) -> None:
        self.post_message(messages.NewGame())

    def action_resume(self) -> None:
        self.post_message(messages.ResumeGame())

    def action_daily(self) -> None:
        self.post_message(messages.PlayDaily())

    def action_statistics(self) -> None:
        self.post_message(messages.ShowStatistics())

    def action_set(self) -> None:
        self.post_message(messages.SetPuzzle())
