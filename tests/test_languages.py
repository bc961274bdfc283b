"""The translations are complete, and the program speaks the selected language."""

import ast
import asyncio
import importlib.util
import io
import os
import re
import string
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from sources import ROOT, modules, syntax

from engine.base import language
from engine.base.errors import InputError
from engine.base.language import (
    FOLDER,
    LANGUAGES,
    lazy_gettext,
    numeral,
    preferred_language,
    supported_language,
    ungrouped,
    with_point,
)
from engine.base.text import pluralized
from engine.commands.registry import TRANSLATED
from tui.base.limits import time_limit
from tui.terminal import config

FAST = (
    "files", "new game", "help of the browser", "second stage of a hint", "solve again", "contestants", "pause",
    "a mistake", "a replay", "a later page of the tour",
)  # fmt: skip
"""Stops that the quick layer visits."""


def tool() -> ModuleType:
    """The script that collects the messages."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "docs" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def collected() -> Catalog:
    return tool().template()


@pytest.fixture(params=[item for item in LANGUAGES if item != language.ENGLISH])
def catalog(request: pytest.FixtureRequest) -> Catalog:
    with (FOLDER / f"{request.param}.po").open("rb") as file:
        return read_po(file, request.param)


def key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id[0] if message.pluralizable else message.id


def fields(text: str) -> set[tuple[str, str, str]]:
    """The placeholders of a message, each with how it is formatted."""
    return {(name, form or "", how or "") for _, name, form, how in string.Formatter().parse(text) if name is not None}


@pytest.mark.release
def test_every_sentence_is_translated():
    """Only for a release: a missing sentence is shown in English, so that people who speak nothing else can change
    it."""
    command = [sys.executable, ROOT / "docs" / "translations.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_untranslated_sentences_are_listed_and_shown_in_english(capsys: pytest.CaptureFixture[str]):
    translations = tool()
    found = Catalog()
    found.add("A sentence of tomorrow")
    found.add(("{number} sentence of tomorrow", "{number} sentences of tomorrow"))
    assert translations.check(found) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{name}: {text}"
        for name in translations.OTHERS
        for text in ("A sentence of tomorrow", "{number} sentence of tomorrow")
    ]
    for name in translations.OTHERS:
        with language.speaking(name):
            assert f"{lazy_gettext('A sentence of tomorrow')}" == "A sentence of tomorrow"


def test_translated_sentences_are_not_listed(capsys: pytest.CaptureFixture[str]):
    found = Catalog()
    for message in tool().read("zh_CN"):
        if message.id and not message.pluralizable:
            found.add(message.id, context=message.context)
            break
    assert tool().check(found) == 0
    assert capsys.readouterr().out == ""


def test_translations_have_the_placeholders_of_the_original(catalog: Catalog):
    for message in catalog:
        if not message.id:
            continue
        originals = message.id if message.pluralizable else (message.id,)
        texts = message.string if message.pluralizable else (message.string,)
        for original, text in zip(originals[-len(texts) :], texts, strict=True):  # one form serves all numbers
            if text:
                assert fields(text) == fields(original), message.id


def messages(compiled: bytes) -> dict[object, object]:
    """The translations of a compiled catalogue, without its header, which names the version of Babel."""
    return {(each.context, str(each.id)): each.string for each in read_mo(io.BytesIO(compiled)) if each.id}


@pytest.mark.parametrize("name", [item for item in LANGUAGES if item != language.ENGLISH])
def test_compiled_catalogues_match_their_texts(name: str):
    """Run docs/translations.py after a change; otherwise the program shows the old text."""
    assert messages((FOLDER / f"{name}.mo").read_bytes()) == messages(tool().as_mo(tool().read(name)))


@pytest.mark.parametrize(("name", "means"), [
    ("de", "de"), ("de_AT.UTF-8", "de"), ("de_DE@euro", "de"), ("zh_CN.UTF-8", "zh_CN"), ("zh-Hans-CN", "zh_CN"),
    ("zh", "zh_CN"), ("zh_SG", "zh_CN"), ("zh_TW", None), ("zh_Hant_TW", None), ("en_GB.UTF-8", "en"), ("C", "en"),
    ("C.UTF-8", "en"), ("POSIX", "en"), ("fr_FR", None), ("", None),
])  # fmt: skip
def test_names_of_languages(name: str, means: str | None):
    assert supported_language(name) == means


@pytest.mark.parametrize(("environment", "language"), [
    ({}, "en"), ({"LANG": "de_DE.UTF-8"}, "de"), ({"LANG": "zh_CN.GB18030"}, "en"),
    ({"LANG": "C", "LANGUAGE": "de"}, "en"),
    ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:zh_CN:de"}, "zh_CN"), ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
    ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"), ({"LC_ALL": "", "LANG": "de"}, "de"),
    ({"LANG": "de_DE.UTF-8", "SATSUDOKU_LANG": "zh_CN"}, "zh_CN"), ({"LANG": "de", "SATSUDOKU_LANG": "xx"}, "de"),
])  # fmt: skip
def test_the_language_of_the_environment(environment: dict[str, str], language: str):
    assert preferred_language(environment) == language


def test_the_command_line_goes_before_the_config_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "config.toml"
    file.write_text('language = "zh_CN"\n')
    assert config.language(["--config", str(file)]) == "zh_CN"
    assert config.language(["--config", str(file), "--lang=de"]) == "de"
    monkeypatch.setenv("SATSUDOKU_CONFIG", str(file))
    assert config.language([]) == "zh_CN"
    file.write_text('language = "Klingon"\n')
    assert config.language([]) == ""
    file.write_text("language = \n")
    assert config.language(["puzzles"]) == ""


def in_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh interpreter without a language."""
    clean = {name: value for name, value in os.environ.items() if name not in ("LANGUAGE", "LC_ALL", "SATSUDOKU_LANG")}
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "support")])
    return subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**clean, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8", **environment},
    )


@pytest.mark.long
def test_nothing_is_looked_up_while_modules_are_imported():
    """Constants are created before their reader is known, so they must be made by `lazy_gettext`.

    Commands, which speak English, are left out.
    """
    code = """
import importlib, pkgutil
from engine.base import language
def looked_up(spoken):
    raise AssertionError("looked up while it was imported")
language._catalogue = looked_up
import engine, tui
for package in (engine, tui):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.startswith("engine.commands.") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""
    done = in_python(code)
    assert done.returncode == 0, done.stderr


def test_tasks_and_threads_speak_the_language_they_were_started_in():
    async def greeting(spoken: str) -> tuple[str, str, str]:
        with language.speaking(spoken):
            task = asyncio.get_running_loop().create_task(asyncio.sleep(0, language._("easy")))
            thread = asyncio.to_thread(str, language.lazy_gettext("easy"))
            return language.ngettext("{number} clause", "{number} clauses", 2), await task, await thread

    async def together() -> list[tuple[str, str, str]]:
        return await asyncio.gather(*map(greeting, LANGUAGES))

    english, german, chinese = asyncio.run(together())
    assert english == ("{number} clauses", "easy", "easy")
    assert german == ("{number} Klauseln", "leicht", "leicht")
    assert chinese == ("{number} 个子句", "简单", "简单")
    assert language._("easy") == "easy"


def test_one_word_of_english_may_be_two_elsewhere():
    with language.speaking("de"):
        assert (language._("done"), language.pgettext("race", "done")) == ("alle", "fertig")


def test_values_derived_from_sentences_are_made_once_a_language():
    made: list[str] = []

    @language.once_a_language
    def label() -> str:
        made.append(language.current())
        return f"{language._('conflicts')}:"

    reports = []
    for item in ("zh_CN", "de", "zh_CN", "de"):
        with language.speaking(item):
            reports.append(label())
    assert reports == ["冲突:", "Konflikte:"] * 2
    assert made == ["zh_CN", "de"]


def test_a_sentence_is_in_the_current_language():
    sentence = language.lazy_gettext("line {line}")
    with language.speaking("de"):
        assert (str(sentence), sentence.format(line=3)) == ("Zeile {line}", "Zeile 3")
        assert f"{sentence:>14}" == "  Zeile {line}"
    assert str(sentence) == "line {line}"


@pytest.mark.parametrize(("arguments", "message"), [
    (["--lang", "zh_CN"], "语言"), (["--lang", "en"], "language (default"), ([], "language (default"),
])  # fmt: skip
def test_the_program_uses_the_requested_language(arguments: list[str], message: str):
    done = in_python(f"from tui.__main__ import main; main({[*arguments, '--help']!r})", LANG="C.UTF-8")
    assert message in done.stdout


def test_the_locale_is_the_fallback_language():
    done = in_python("from tui.__main__ import main; main(['--help'])", LANG="zh_CN.UTF-8")
    assert "语言" in done.stdout


def test_nothing_in_the_help_of_the_program_is_left_in_english():
    done = in_python("from tui.__main__ import main; main(['--lang', 'zh_CN', '--help'])")
    assert done.stdout.startswith("用法：")
    assert not [word for word in ("usage", "options:", "arguments", "show this", "default") if word in done.stdout]


def test_commands_speak_english_in_every_locale():
    """Programs read the output."""
    code = "from engine.commands.cli import main; main(['rate', 'puzzles/single/easy-1.txt'])"
    done = in_python(code, LANG="zh_CN.UTF-8")
    assert done.stdout
    assert done.stdout.isascii()


def test_the_commands_that_are_translated_are_documented():
    page = " ".join((ROOT / "docs" / "languages.md").read_text(encoding="utf-8").split())
    [listed] = re.findall(r"commands of `satsudoku`, (.*?) use that language", page)
    assert re.findall(r"`([a-z]+)`", listed) == sorted(TRANSLATED)


def looked_at(folder: Path, *stops: str, size: str = "80x24") -> str:
    """The texts that are cut off at stops of the tour, or at all stops, in longer and wider letters."""
    code = f"import sys, runpy; sys.argv = ['tour', {str(folder)!r}, *{stops!r}]; " + (
        f"runpy.run_path({str(ROOT / 'tests' / 'support' / 'pseudo_tour.py')!r}, run_name='__main__')"
    )
    done = in_python(code, TEXTUAL_ANIMATIONS="none", TOUR_SIZE=size)
    return done.stdout.strip() + done.stderr.strip()


@pytest.mark.slow
def test_nothing_is_cut_in_a_language_of_long_words(tmp_path: Path):
    assert not looked_at(tmp_path, *FAST)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["80x24", "160x50"])
def test_nothing_is_cut_on_any_screen_in_a_language_of_long_words(tmp_path: Path, size: str):
    assert not looked_at(tmp_path, size=size)


SENTENCE_PLUS = re.compile(r"(\b_|gettext)\(.*\+|\+.*(\b_|gettext)\(", re.DOTALL)
"""Only a file that has both can put a sentence together; the others need no parser."""


@pytest.mark.long
def test_no_sentence_is_put_together_with_a_plus():
    """A sentence is one whole literal: a language may have another order of its parts."""
    paths = (path for path in modules() if SENTENCE_PLUS.search(path.read_text(encoding="utf-8")))
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, nodes in syntax(paths)
        for node in nodes
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add)
        and (greeting(node.left) or greeting(node.right))
    ]
    assert found == []


def test_every_message_stands_whole(collected: Catalog, catalog: Catalog):
    """Text that begins or ends with a blank or a comma is part of a sentence: blanks are added where it is shown."""
    texts = (text for item in (*collected, *catalog) if item.id for text in (item.id, item.string or ""))
    every = {form for text in texts for form in ([text] if isinstance(text, str) else text)} - {""}
    assert {form for form in every if form != form.strip() or form[0] in ",;:.，；：。" or form[-1] in ",，"} == set()


def greeting(node: ast.expr) -> bool:
    """Whether an expression is a sentence that is translated, formatted or not."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="format")):
            return greeting(inner)
        case ast.Call(func=ast.Name(id=name)):
            return name in ("_", "lazy_gettext", "ngettext", "pgettext")
        case ast.IfExp(body=first, orelse=other) | ast.BinOp(left=first, op=ast.Mult(), right=other):
            return greeting(first) or greeting(other)
    return False


def test_numbers_have_the_signs_of_the_language():
    answer = lazy_gettext("{number:,} of {share:.1f} with {name!r}, {count:>5}")
    values = {"number": 1234567, "share": 12.5, "name": "1,5", "count": 7}
    assert (numeral(1234), numeral(0.5, ".3f"), numeral(-1234.5, ",.1f")) == ("1,234", "0.500", "-1,234.5")
    assert answer.format(**values) == "1,234,567 of 12.5 with '1,5',     7"
    assert with_point("0.5") == "0.5"
    with pytest.raises(InputError):
        time_limit("0,5")
    assert ungrouped(numeral(1234567)) == "1234567"
    with language.speaking("de"):
        assert ungrouped(numeral(1234567)) == "1234567"
        assert (numeral(1234), numeral(0.5, ".3f"), numeral(-1234.5, ",.1f")) == ("1.234", "0,500", "-1.234,5")
        assert answer.format(**values) == "1.234.567 of 12,5 with '1,5',     7"
        assert pluralized(2708, "clause") == "2.708 Klauseln"
        assert time_limit("0,5") == time_limit("0.5") == 0.5
    with language.speaking("zh_CN"):
        assert answer.format(**values).startswith("1,234,567 of 12.5")


FOR_PROGRAMS = (
    "engine/commands/", "engine/sat/compare/", "engine/sat/grading/", "engine/sat/formula/", "engine/sudoku/printing/",
    "engine/sat/trace/pictures.py",
)  # fmt: skip
"""Modules that write English, or for programs: their numbers have the signs that Python writes."""


NUMBER_FORMAT = re.compile(r":\S*(,|[%fg]\})")
"""Only a file that has one can write a number past the language; the others need no parser."""


@pytest.mark.long
def test_no_number_is_written_past_the_language():
    """Between the words of a sentence, and by `numeral`, numbers get its signs; in an f-string they would not."""
    found = []
    paths = (path for path in modules() if NUMBER_FORMAT.search(path.read_text(encoding="utf-8")))
    for path, nodes in syntax(paths):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(FOR_PROGRAMS):
            continue
        for node in nodes:
            if isinstance(node, ast.FormattedValue) and node.format_spec:
                form = ast.unparse(node.format_spec)[2:-1]
                if "," in form or re.search(r"\.[1-9]\d*[%fg]$", form):
                    found.append(f"{name}:{node.lineno} {form}")
    assert not found
