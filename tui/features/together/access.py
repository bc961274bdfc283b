"""The logins of a player: keys and browsers, which can be revoked, and codes that add more."""

from collections.abc import Mapping
from datetime import datetime

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import ScreenResume

from engine.base.language import lazy_gettext as _
from engine.base.text import printable
from engine.together.keys import CODE_SECONDS, IN_USE, Access, Key
from engine.together.member import Member
from tui.base.dialogs import Confirm, Notice
from tui.base.keymap import MovedBinding
from tui.base.page import Page
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextBlock
from tui.draw.cells import Line, clip, pad, wrap
from tui.features.together import words
from tui.features.together.talking import refusal_notice

_KIND, _LABEL, _FINGERPRINT, _TIME = 10, 18, 18, 16
"""Widths of the columns."""


class KeyList(ItemRows[Key]):
    """Keys with their kind, fingerprint and last use."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        key, ellipsis, palette = self.items[index], self.glyphs.ellipsis, self.palette
        label = clip(_label(key), _LABEL - 1, ellipsis)
        fingerprint = "" if key.is_browser else clip(key.fingerprint, _FINGERPRINT - 2, ellipsis)
        session = str(words.THIS_SESSION) if key.is_current else ""
        columns = (_kind(key), _KIND), (label, _LABEL), (fingerprint, _FINGERPRINT), (_time(key.last_used), _TIME)
        left = "".join(pad(text, width) for text, width in columns)
        return self.painted(((f" {left}", palette.plain), (f"  {session}", palette.accent)), is_selected)


class AccessScreen(Page):
    """Lists the keys and browsers of a player, and manages them."""

    HEADING = _("keys and browsers")
    FOLLOWS_SIZE = True
    PARTS = (KeyList,)
    AUTO_FOCUS = "KeyList"
    FIRST = ("code", "recovery", "revoke", "end_recovery")
    DEFAULT_CSS = "AccessScreen TextBlock { height: 9; }"
    BINDINGS = [
        MovedBinding("n", "code", "code", tooltip="a code for another key or browser", former="c"),
        MovedBinding("r", "recovery", "recovery code", tooltip="a recovery code to write down", former="w"),
        Binding("x,delete", "revoke", "revoke", key_display="x", tooltip="revoke the key or browser (asks)"),
        Binding("X", "end_recovery", "end the recovery code", show=False, tooltip="end the recovery code (asks)"),
    ]

    def __init__(self, member: Member) -> None:
        super().__init__()
        self._member = member
        self._access = Access((), None)

    def content(self) -> ComposeResult:
        self.list = KeyList()
        yield self.list
        yield TextBlock()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"revoke": self.list.item is not None}

    @property
    def topic(self) -> str:
        return self._member.player.name

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        """Read the player's logins from the server."""
        before = self.list.item
        with refusal_notice(self):
            self._access = await self._member.access()
        keys = self._access.keys
        place = next((number for number, key in enumerate(keys) if before and key.fingerprint == before.fingerprint), 0)
        self.list.fill(keys, place)
        self.redraw()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.redraw()

    def redraw(self) -> None:
        palette, width = self.palette, max(self.query_one(TextBlock).size.width, 1)
        self.refresh_header()
        self.refresh_keys()
        key, made = self.list.item, self._access.recovery
        self.list.notice = words.NO_KEYS.format(code=self.key("code"))
        self.put_frame(self.list, self.HEADING, *("revoke",) * (key is not None), "code", aside=self.list.row_text)
        about = ""
        if key:
            about = words.ABOUT_KEY.format(key=_key_text(key), added=_time(key.added), login=_time(key.last_used))
        recovery = words.NO_RECOVERY if made is None else words.RECOVERY_SINCE.format(date=_time(made))
        lines = [
            *([*wrap(about, width), ""] if key else []),
            *wrap(str(recovery).format(key=self.key("recovery")), width),
        ]
        block = self.query_one(TextBlock)
        self.put_frame(block, words.DETAILS, "recovery")
        block.put([[Segment(line, palette.dim)] for line in lines])

    async def action_code(self) -> None:
        with refusal_notice(self):
            code = await self._member.new_code()
            self.app.push_screen(Notice(words.CODE.format(code=code, minutes=CODE_SECONDS // 60)))

    @work
    async def action_recovery(self) -> None:
        made = self._access.recovery
        question = words.ANOTHER_RECOVERY.format(date=_time(made))
        if made is not None and not await self.ask(Confirm(question)):
            return
        with refusal_notice(self):
            code = await self._member.new_recovery_code()
            self.app.push_screen(Notice(words.RECOVERY.format(code=code)))

    @work
    async def action_end_recovery(self) -> None:
        if self._access.recovery is None:
            self.notify(words.NO_RECOVERY.format(key=self.key("recovery")))
        elif await self.ask(Confirm(str(words.END_RECOVERY))):
            with refusal_notice(self):
                await self._member.end_recovery_code()
                await self._read()

    @work
    async def action_revoke(self) -> None:
        key = self.list.item
        if key is None:
            return
        if key.is_current:
            self.notify(str(IN_USE), severity="warning")
        elif await self.ask(Confirm(words.REVOKE.format(key=_key_text(key)), str(words.REVOKE_YES))):
            with refusal_notice(self):
                await self._member.revoke(key.fingerprint)
                self.notify(words.REVOKED.format(key=_key_text(key)))
            await self._read()


def _kind(key: Key) -> str:
    return str(words.BROWSER if key.is_browser else words.SSH_KEY)


def _label(key: Key) -> str:
    return printable(key.label)


def _key_text(key: Key) -> str:
    """Describe a key in a sentence."""
    name = _label(key) if key.is_browser else f"{_label(key)} {key.fingerprint}"
    return f"{_kind(key)} {name}".strip()


def _time(when: float | None) -> str:
    """Return a date with the time of day; a dash if unknown."""
    return datetime.fromtimestamp(when).strftime("%Y-%m-%d %H:%M") if when is not None else words.UNKNOWN
