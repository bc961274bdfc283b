"""The palette."""

from screens import until_screen
from textual.command import CommandList, CommandPalette

from tui.app import SatSudoku
from tui.base.commands import CommandSearch
from tui.terminal.options import Options


async def test_a_palette_that_closes_while_it_is_to_look_for_something_ends_nothing_else() -> None:
    app = SatSudoku(Options())
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p")
        palette = app.screen
        assert isinstance(palette, CommandSearch)
        await palette.query_one(CommandList).remove()
        palette._gather_commands("theme")
        await app.workers.wait_for_complete(list(palette.workers))
        await pilot.press("escape")
        assert not CommandPalette.is_open(app)


async def test_it_opens_again_while_it_closes(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p")
        before = await until_screen(pilot, CommandSearch)
        app.pop_screen()
        app.action_command_palette()
        after = await until_screen(pilot, CommandSearch)
        assert after is not before


async def test_it_may_close_before_the_program_knows_that_it_opened(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p", "escape")
        app.post_message(CommandPalette.Opened())
        await pilot.pause()
        assert app.is_running
