"""Saying one of the phrases."""

from engine.play.errors import GameError
from engine.together.member import Member
from engine.together.phrases import PHRASES
from tui.base.dialogs import Choice
from tui.base.page import Page
from tui.features.together import words


async def choose_phrase(page: Page, member: Member, match: int) -> None:
    """Ask which, and say it to all who are in a match. Only in workers, as `Page.ask`."""
    chosen = await page.ask(Choice(words.WHICH_PHRASE, PHRASES))
    if chosen is None:
        return
    try:
        member.say(match, chosen)
    except GameError as refusal:
        page.notify(str(refusal), severity="warning", markup=False)
