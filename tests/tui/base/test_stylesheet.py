"""The style sheet is parsed again only for other colours."""

import pytest
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
