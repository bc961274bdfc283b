"""A hook of mkdocs that adds README, CONTRIBUTING and CHANGELOG to the site, with their links adapted."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.zh_CN.md": "zh_CN.md",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from the root of the repository."""
    for name, page in PAGES.items():
        files.append(File.generated(config, page, content=moved((ROOT / name).read_text(encoding="utf-8"))))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Adapt links that lead out of the folder `docs`."""
    names = "|".join(map(re.escape, PAGES))
    return re.sub(rf"\]\(\.\./((?:\.\./)*)({names})", lambda link: f"]({link[1]}{PAGES[link[2]]}", markdown)


def moved(text: str) -> str:
    """The text of a page, with its links adapted to the folder `docs`."""
    text = text.replace("](docs/", "](")
    return re.sub(r"\]\(([\w.]+\.md)", lambda link: f"]({PAGES.get(link[1], link[1])}", text)
