"""What the palette finds by the words that are typed."""

from textual.command import Hit, Hits
from textual.system_commands import SystemCommandsProvider

from engine.base.language import later

NOTHING_FOUND = later("nothing of that name can be done here")


class Commands(SystemCommandsProvider):
    """The commands of the program and its screen; where none is found that is told, which Textual does in English."""

    async def search(self, query: str) -> Hits:
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(0, str(NOTHING_FOUND), lambda: None)
