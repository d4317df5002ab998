#!/usr/bin/env python3
"""Finds texts of locales/en.ftl that nothing shows.

The build finds a text that is missing, misspelt or lacks an argument. It cannot find one that nobody asks for. A text
`section-name` counts as used where a file calls `.name(`, or names the function `SectionTexts::name`, and has to do with the section: it, the code that renders it, or
a template that includes it, names the section.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Sections that one section hands out: `text.one()` of `customers` is `customer`.
NESTED = re.compile(r"impl (\w+)Texts \{|pub fn \w+\(self\) -> (\w+)Texts \{")


def camel_case(name):
    return "".join(part.capitalize() for part in name.split("_"))


def read_ids():
    ids = re.findall(r"^([a-z0-9_]+)-([a-z0-9_]+) =", (ROOT / "locales/en.ftl").read_text(), re.MULTILINE)
    if not ids:
        sys.exit("check_texts: no texts found in locales/en.ftl")
    return ids


def nested_sections():
    """The sections that a section hands out, both as `LeadsTexts` without its ending."""
    nested, current = defaultdict(set), None
    for section, inner in NESTED.findall((ROOT / "crates/parlour-texts/src/lists.rs").read_text()):
        if section:
            current = section
        else:
            nested[current].add(inner)
    return nested


def files():
    crates = ROOT / "crates"
    for path in [*crates.glob("*/src/**/*.rs"), *crates.glob("*/templates/**/*.html"), *crates.glob("*/templates/**/*.txt")]:
        yield path.relative_to(crates).as_posix(), path.read_text()


def sections_by_file(sources, sections):
    """Which sections each file has to do with."""
    nested = nested_sections()
    known = defaultdict(set)
    kinds = {camel_case(section) for section in sections}
    for path, text in sources.items():
        named = {camel_case(section) for section in re.findall(r"\.([a-z0-9_]+)\(\)", text)}
        named |= set(re.findall(r"\b(\w+)Texts\b", text))
        for kind in named & kinds:
            known[path] |= {kind, *nested[kind]}
    # A template gets sections from the code that renders it and from the templates that include it.
    templates = {path.split("/templates/")[1]: path for path in sources if "/templates/" in path}
    gives = defaultdict(set)
    for path, text in sources.items():
        for name in re.findall(r'(?:path = |extends |include |import )"([^"]+)"', text):
            if name in templates:
                gives[path].add(templates[name])
    while any(not known[to] >= known[path] for path in list(gives) for to in gives[path]):
        for path, targets in list(gives.items()):
            for target in targets:
                known[target] |= known[path]
    return known


def main():
    ids = read_ids()
    sources = dict(files())
    known = sections_by_file(sources, {section for section, _ in ids})
    calls = {path: set(re.findall(r"(?:\.|Texts::)([a-z0-9_]+)[(,;]", text)) for path, text in sources.items()}
    flashes = set(re.findall(r"\bFlash::(\w+)", "\n".join(sources.values())))
    unused = []
    for section, name in ids:
        kind = camel_case(section)
        if section == "flash":
            is_used = camel_case(name) in flashes
        else:
            is_used = any(name in calls[path] and kind in known[path] for path in sources)
        if not is_used:
            unused.append(f"{section}-{name}")
    for text in unused:
        print(f"locales/en.ftl: nothing shows {text}")
    sys.exit(1 if unused else 0)


main()
