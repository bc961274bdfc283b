"""Collect the sentences to translate, and compile the translations: `python docs/translations.py`.

Writes `messages.pot` from the sources, updates the `.po` file of each language (new sentences are empty, old ones are
removed), and compiles it to the `.mo` file that the program reads. All of these are in `engine/base/locale`, and are
kept in the repository. Only this script needs Babel: `pip install -e '.[docs]'`.

With `--check`, writes nothing and lists the sentences without a translation, which the program shows in English. The
exit code is 1 if there are any: a release needs all of them.
"""

import argparse
import ast
import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from engine.base.language import ENGLISH, FOLDER, LANGUAGES  # noqa: E402
from engine.commands.registry import TRANSLATED  # noqa: E402

PACKAGES = ("engine", "tui")
ENGLISH_ONLY = ("engine/commands",)
"""Folders whose texts stay English: commands, whose output is also for programs, except those in TRANSLATED."""

PROJECT = "satsudoku-tui"
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the files: always the same, so that only changed sentences change them."""

OTHERS = tuple(language for language in LANGUAGES if language != ENGLISH)
"""The languages with a catalogue."""

Message = tuple[str | None, str | tuple[str, str]]
"""A context (None: any) and a sentence, or its forms for 1 and for other numbers."""


def messages(source: str) -> Iterator[tuple[int, Message]]:
    """The messages of a module, each with its line.

    These are the arguments of `_`, `N_`, `lazy_gettext`, `pgettext` and `ngettext`, the nouns that `pluralized` counts,
    and the descriptions and tooltips of bindings.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        values = [argument.value if isinstance(argument, ast.Constant) else None for argument in node.args]
        context: str | None = None
        found: list[str | tuple[str, str] | None] = []
        match name, values:
            case (("_" | "N_" | "lazy_gettext"), [str() as sentence]):
                found = [sentence]
            case (("lazy_gettext" | "_"), [str() as sentence, str() as context]):
                found = [sentence]
            case "pgettext", [str() as context, str() as sentence]:
                found = [sentence]
            case "ngettext", [str() as singular, str() as plural, _]:
                found = [(singular, plural)]
            case ("pluralized", [_, str() as noun]) | ("noun", [str() as noun]):
                found = [(f"{{number}} {noun}", f"{{number}} {noun}s"), f"no {noun}s"]
            case "Binding" | "MovedBinding", _:
                options = {word.arg: word.value.value for word in node.keywords if isinstance(word.value, ast.Constant)}
                found = [values[2] if len(values) > 2 else None, options.get("description"), options.get("tooltip")]
        yield from ((node.lineno, (context, message)) for message in found if message)


def template() -> Catalog:
    """All messages, in the order of the files, with the files that contain them."""
    catalog = Catalog(project=PROJECT, fuzzy=False)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            is_translated = path.stem in TRANSLATED and path.parent.name == "commands"
            if is_translated or not name.startswith(ENGLISH_ONLY):
                found = sorted(messages(path.read_text(encoding="utf-8")), key=itemgetter(0))
                for _line, (context, message) in found:
                    catalog.add(message, locations=[(name, None)], context=context)
    return catalog


def read(language: str) -> Catalog:
    """The translations into a language, from its file."""
    path = FOLDER / f"{language}.po"
    if not path.exists():
        return Catalog(language, project=PROJECT, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, language)


def updated(language: str, all_messages: Catalog) -> Catalog:
    """The translations of the current messages into a language."""
    former, catalog = read(language), Catalog(language, project=PROJECT, fuzzy=False)
    for message in all_messages:
        if message.id:
            before = former.get(message.id, message.context)
            empty = ("",) * catalog.num_plurals if message.pluralizable else ""
            catalog.add(
                message.id,
                before.string if before else empty,
                locations=message.locations,
                context=message.context,
            )
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """A catalogue as text, without the current date."""
    catalog.revision_date = catalog.creation_date = DATE
    file = io.BytesIO()
    write_po(file, catalog, width=120, include_lineno=False)
    return file.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    """A catalogue in the compiled form that the program reads."""
    catalog.revision_date = catalog.creation_date = DATE
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """The messages of a catalogue without a translation, or with one marked as fuzzy."""
    return [
        (message.context, message.id)
        for message in catalog
        if message.id and (message.fuzzy or not all(message.string if message.pluralizable else [message.string]))
    ]


def update(found: Catalog) -> None:
    """Write the template, and each language's catalogue and its compiled form."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "messages.pot").write_bytes(as_po(found))
    for language in OTHERS:
        catalog = updated(language, found)
        (FOLDER / f"{language}.po").write_bytes(as_po(catalog))
        (FOLDER / f"{language}.mo").write_bytes(as_mo(catalog))
        print(f"{language}: {len(catalog) - len(untranslated(catalog))} of {len(catalog)} translated")


def check(found: Catalog) -> int:
    """List the untranslated messages; return 1 if there are any."""
    missing = [
        f"{language}: {message if isinstance(message, str) else message[0]}"
        for language in OTHERS
        for _context, message in untranslated(updated(language, found))
    ]
    for line in missing:
        print(line)
    return int(bool(missing))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Collect what is to be translated, and compile the translations.")
    parser.add_argument("--check", action="store_true", help="list what is not translated, and change nothing")
    sys.exit(check(template()) if parser.parse_args().check else update(template()))
