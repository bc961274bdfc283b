"""What the screens of this feature do alike: say a phrase, and tell what the server refuses."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine.play.errors import GameError
from engine.together.member import Member
from engine.together.phrases import PHRASES
from tui.base.dialogs import Choice
from tui.base.page import Page
from tui.features.together import words


@contextmanager
def telling(page: Page) -> Iterator[None]:
    """What the server refuses ends the block, and the player is told."""
    try:
        yield
    except GameError as refusal:
        page.notify(str(refusal), severity="warning", markup=False)


async def choose_phrase(page: Page, member: Member, match: int) -> None:
    """Ask which, and say it to all who are in a match. Only in workers, as `Page.ask`."""
    chosen = await page.ask(Choice(str(words.WHICH_PHRASE), [str(one) for one in PHRASES]))
    if chosen is not None:
        with telling(page):
            await member.say(match, chosen)
