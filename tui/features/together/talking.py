"""Parts that the screens of a server share: topics, phrases, refusals, the removal of players."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from engine.play.errors import GameError
from engine.together.match import MatchView
from engine.together.member import Member
from engine.together.phrases import PHRASES
from engine.together.topic import Topic
from tui.base.dialogs import Choice
from tui.base.page import Page
from tui.features.together import words

Value = TypeVar("Value")


class TopicPage(Page, Generic[Value]):
    """A screen that follows a topic of the server. `_view` is its latest value; `follow` is called after changes."""

    def __init__(self, member: Member, topic: Topic[Value]) -> None:
        super().__init__()
        self._member = member
        self._topic = topic
        self._view = self.visible_part(topic.value)
        self._is_due = False
        """Whether `follow` will be called."""
        self._stop: Callable[[], None] | None = None

    def on_mount(self) -> None:
        self._stop = self._topic.subscribe(self._take)

    def on_unmount(self) -> None:
        if self._stop:
            self._stop()

    def _take(self, view: Value) -> None:
        self._view = self.visible_part(view)
        if not self._is_due:
            self._is_due = self.call_later(self._follow_now)

    def _follow_now(self) -> None:
        self._is_due = False
        self.follow()

    def visible_part(self, value: Value) -> Value:
        """Return the part of the topic that the player may see."""
        return value

    def follow(self) -> None:
        """Show the latest value."""
        self.redraw()


@contextmanager
def refusal_notice(page: Page) -> Iterator[None]:
    """End the block if the server refuses something, and notify the player."""
    try:
        yield
    except GameError as refusal:
        page.notify(str(refusal), severity="warning")


async def remove_player(page: Page, member: Member, view: MatchView) -> None:
    """Ask an owner which player to remove, and remove them. Only in workers, as `Page.ask`."""
    others = [seat for seat in view.seats if seat.player != member.player.id and not seat.gone]
    if not others:
        page.notify(str(words.NOBODY_TO_REMOVE))
        return
    choice = await page.ask(Choice(str(words.REMOVE), [seat.name for seat in others]))
    if choice is not None:
        with refusal_notice(page):
            await member.remove(view.number, others[choice].player)


async def say_phrase(page: Page, member: Member, match: int) -> None:
    """Ask for a phrase, and say it to all players of a match. Only in workers, as `Page.ask`."""
    choice = await page.ask(Choice(str(words.WHICH_PHRASE), [str(phrase) for phrase in PHRASES]))
    if choice is not None:
        with refusal_notice(page):
            await member.say(match, choice)
