"""Foreign text is harmless on a terminal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.language import speaking
from engine.base.text import (
    MAX_TITLE_LENGTH,
    as_beginning,
    is_link,
    joined,
    joined_list,
    links_in,
    noun,
    one_line,
    paragraph,
    pluralized,
    printable,
    sanitized_input,
    title_of,
    whole_number,
    without_gaps,
)


@given(st.text(st.characters()))
def test_no_control_character_remains(text: str) -> None:
    assert {unicodedata.category(char) for char in printable(text)}.isdisjoint({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_ordinary_text_stays(text: str) -> None:
    assert printable(text) == text


def test_an_escape_sequence_and_an_undecodable_byte_are_spelled_out() -> None:
    assert printable("a\x1b[2Jb\udcff\u202e") == "a\\x1b[2Jb\\xff\\u202e"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("7", 7), ("0012", 12), ("0" * 5000 + "3", 3), ("9" * 18, 10**18 - 1), ("9" * 19, -1),
        ("", -1), ("-1", -1), ("+1", -1), (" 1", -1), ("1_0", -1), ("²", -1), ("٣", -1), ("0x1", -1), ("1" * 5000, -1),
    ],
)  # fmt: skip
def test_whole_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@given(st.text())
def test_a_title_is_safe_and_short_and_a_good_one_stays(text: str) -> None:
    title = title_of(text)
    assert len(title) <= MAX_TITLE_LENGTH
    assert printable(title) == title
    assert title_of(title) == title
    title.encode()


def test_titles() -> None:
    assert title_of("  a\t b\n\x1b[2J ") == r"a b \x1b[2J"
    assert len(title_of("x" * 10**6)) == MAX_TITLE_LENGTH
    assert title_of(f"{'x' * (MAX_TITLE_LENGTH - 1)} y") == "x" * (MAX_TITLE_LENGTH - 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see <https://x.org/z>, or (https://x.org/w).", ["https://x.org/z", "https://x.org/w"]),
        ("[name](https://x.org/?s=1)", ["https://x.org/?s=1"]),
        ("链接：https://x.org/c。好", ["https://x.org/c"]),
        ("**sudokupad.app/sclN4Ig**", ["sudokupad.app/sclN4Ig"]),
        ("someone@sudokupad.app/x and 53..7....", []),
    ],
)
def test_links_among_words(text: str, found: list[str]) -> None:
    assert links_in(text) == found


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""), ("one", "one"), ("one\ntwo", "one two"), ("  one  two \n\n three", "one two three"),
        ("漢\n字", "漢字"),
        ("漢\na", "漢 a"), ("a\n漢", "a 漢"), ("，\n漢", "，漢"), ("\n\none", "one"),
    ],
)  # fmt: skip
def test_lines_are_joined_as_their_script_does(text: str, line: str) -> None:
    assert one_line(text) == line


def test_lists_and_sentences_of_each_language() -> None:
    for language, found in (
        ("en", ("a, b, c", "a; b", "One. Two.", "no clauses", "1 clause", "2,708 clauses")),
        ("de", ("a, b, c", "a; b", "One. Two.", "0 Klauseln", "1 Klausel", "2.708 Klauseln")),
        ("zh_CN", ("a，b，c", "a；b", "One.Two.", "0 个子句", "1 个子句", "2,708 个子句")),
    ):
        with speaking(language):
            lists = joined("abc"), joined_list("ab"), paragraph(["One.", "", "Two."])
            assert (*lists, *(pluralized(number, "clause") for number in (0, 1, 2708))) == found
            assert (joined([]), joined(["a"]), paragraph([]), paragraph(["", "One."])) == ("", "a", "", "One.")


def test_small_changes_of_text() -> None:
    assert (as_beginning("abc d"), as_beginning(""), as_beginning("éa")) == ("Abc d", "", "Éa")
    assert sanitized_input("ｒ１ｃ２＝５ x") == "r1c2=5 x"
    assert without_gaps("漢 字 a b 漢") == "漢字 a b 漢"
    assert noun("clause") == "clause"
    assert [printable(sign) for sign in ("\t", "\n", "\u202e", "\udcff", "\x7f", "é")] == [
        " ",
        "\\x0a",
        "\\u202e",
        "\\xff",
        "\\x7f",
        "é",
    ]


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("https://example.org", True), ("http://a", True), ("sudokupad.app/abc", True), ("www.f-puzzles.com/?x", True),
        ("sudokupad.app", False), ("sclABC", False), ("sclN4abcdefgh", True), ("fpuzzlesN4abcdefg", False),
        ("m=edit&p=abc", True), ("#m=solve&p=abc", True), ("m=other&p=abc", False), ("<https://a.b>", True),
        ("file.cnf", False), ("ftp://a.b", False),
    ],
)  # fmt: skip
def test_text_that_is_a_link(word: str, answer: bool) -> None:
    assert is_link(word) == answer
