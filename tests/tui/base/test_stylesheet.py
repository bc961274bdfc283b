"""The style sheet is parsed again only for other colours, and once for all apps."""

from typing import Any

import pytest
from textual.css import stylesheet
from textual.css.stylesheet import Stylesheet

from tui.base.stylesheet import StyleSheet


def test_it_is_parsed_again_only_for_other_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[dict[str, str]] = []
    reparse = Stylesheet.reparse

    def count_parse(sheet: Stylesheet) -> None:
        parsed.append(sheet._variables)
        reparse(sheet)

    monkeypatch.setattr(Stylesheet, "reparse", count_parse)
    sheet = StyleSheet(variables={"ink": "red"})
    sheet.add_source("Label { color: $ink; }")
    assert sheet.rules[0].styles.color.rich_color.triplet == (255, 0, 0)
    sheet.set_variables({"ink": "red"})
    sheet.reparse()
    assert parsed == []
    sheet.set_variables({"ink": "blue"})
    sheet.reparse()
    sheet.reparse()
    assert parsed == [{"ink": "blue"}]
    assert sheet.rules[0].styles.color.rich_color.triplet == (0, 0, 255)
    sheet.add_source("Button { color: $ink; }", ("elsewhere", ""))
    assert len(sheet.rules) == 2


def test_a_source_is_parsed_once_for_all_sheets_of_the_same_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = stylesheet.parse

    def count_parse(scope: str, css: str, *arguments: Any, **options: Any) -> Any:
        parsed.append(css)
        return parse(scope, css, *arguments, **options)

    monkeypatch.setattr(stylesheet, "parse", count_parse)

    def colours(ink: str) -> list[object]:
        sheet = StyleSheet(variables={"ink": "green"})
        sheet.set_variables({"ink": ink})
        sheet.add_source("Input { color: $ink; }")
        return [rule.styles.color.rich_color.triplet for rule in sheet.rules]

    assert [colours(ink) for ink in ("red", "blue", "red", "blue")] == [[(255, 0, 0)], [(0, 0, 255)]] * 2
    assert len(parsed) == 2
