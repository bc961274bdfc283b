"""The palette."""

import pytest
from screens import until, until_screen, until_shown
from textual._context import visible_screen_stack
from textual.command import CommandList, CommandPalette

from tui.app import SatSudoku
from tui.base.commands import CommandSearch
from tui.base.dialogs import GreyedScreen
from tui.terminal.options import THEMES, Options


async def test_closing_the_palette_during_a_search_ends_only_the_search() -> None:
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


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("remote", [False, True])
async def test_the_screen_behind_it_is_grey_but_not_under_a_preview_or_over_a_slow_line(remote: bool) -> None:
    app = SatSudoku(Options(remote=remote))
    async with app.run_test(size=(120, 40)) as pilot:
        await until_shown(pilot, "folders")
        await pilot.press("ctrl+p")
        palette = await until_screen(pilot, CommandSearch)

        def is_grey() -> bool:
            visible_screen_stack.set(app._background_screens)
            return isinstance(palette.render(), GreyedScreen)

        assert is_grey() is not remote
        await pilot.press(*"theme light")
        await until_shown(pilot, "light, on white")
        await until(pilot, lambda: palette._preview)
        assert not is_grey()


@pytest.mark.few(1)
@pytest.mark.parametrize("theme", ["dark", "mono"])
async def test_each_command_has_one_row_and_the_chosen_one_stands_out(theme: str) -> None:
    app = SatSudoku(Options(theme=theme))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "folders")
        await pilot.press("ctrl+p", *"theme")
        await until_shown(pilot, "no reliance on red and green")
        commands = app.screen.query_one(CommandList)
        first, second = (list(commands.render_line(row))[2].style for row in range(2))
        assert commands.highlighted == 0
        assert first != second
        assert commands.virtual_size.height == commands.option_count


@pytest.mark.long
async def test_headings_part_the_commands_and_can_not_be_chosen() -> None:
    app = SatSudoku(Options())
    async with app.run_test(size=(120, 40)) as pilot:
        await until_shown(pilot, "folders")
        await pilot.press("ctrl+p")
        commands = (await until_screen(pilot, CommandSearch)).query_one(CommandList)
        await until(pilot, lambda: commands.highlighted is not None)
        headings = [str(option.prompt).strip() for option in commands.options if option.disabled]
        assert headings == ["browser", "everywhere", "list", "program"]
        assert commands.highlighted == 1
        await pilot.press("up")
        assert commands.highlighted == commands.option_count - 1
        await pilot.press(*"folder")
        await until(pilot, lambda: commands.option_count < len(THEMES))
        assert not any(option.disabled for option in commands.options)
