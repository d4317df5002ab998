#!/usr/bin/env python3
"""Finds circles of files of one crate that import each other, directly or through others. Prints the files of each
circle with the imports that make it, and exits with 1.

    scripts/check_module_circles.py [CRATE…]    without a crate, all
    scripts/check_module_circles.py --test      the tests of this script

An import is a `use` or a path in code that leads to an item of another file. A name that a `mod.rs` publishes with
`pub use` leads to the file that defines it, so that publishing alone is no import. `mod name;` is none either, and
what stands under `#[cfg(test)]` does not count."""

import re
import sys
import tempfile
import tomllib
import unittest
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>b?r(?P<hashes>\#*)".*?"(?P=hashes)|b?"(?:[^"\\]|\\.)*"|b?'(?:[^'\\]|\\[^u]|\\u\{\w+\}|\\x\w\w)')
    |(?P<lifetime>'\w+)
    |(?P<word>(?:r\#)?\w+)
    |(?P<sign>::|.)""",
    re.DOTALL | re.VERBOSE,
)
OPENING = {"{": "}", "(": ")", "[": "]"}
# Their item ends with a semicolon; every other item ends with its braces.
ENDS_WITH_SEMICOLON = {"use", "const", "static", "type", "let"}
DEFINING = {"fn", "struct", "enum", "union", "trait", "type", "const", "static"}


def tokens_of(text):
    """The words and signs of a Rust file with their lines; neither comments nor texts."""
    tokens = []
    line = 1
    for match in TOKEN.finditer(text):
        if match["word"] or match["sign"]:
            tokens.append((match[0], line))
        line += match[0].count("\n")
    return tokens


class Module:
    """A module: a file, or a part of one in braces."""

    def __init__(self, file, parent):
        self.file = file
        self.parent = parent
        self.children = {}
        self.defined = set()
        # Name in this module → path it stands for.
        self.bindings = {}
        self.public_bindings = set()
        self.globs = []
        # (path, line) of every import that counts by itself.
        self.paths = []
        self.words = set()


class Crate:
    """All modules that a root file reaches."""

    def __init__(self, root_file):
        self.modules = []
        self.exported_macros = {}
        self.root = self.read_file(root_file, None, root_file.parent)

    def read_file(self, file, parent, folder):
        module = Module(file, parent)
        self.modules.append(module)
        tokens = tokens_of(file.read_text())
        Reader(self, module, folder, tokens).read(0, len(tokens))
        return module


class Reader:
    """Reads the tokens of one module."""

    def __init__(self, crate, module, folder, tokens):
        self.crate = crate
        self.module = module
        # Where the files of child modules are.
        self.folder = folder
        self.tokens = tokens

    def word(self, place):
        return self.tokens[place][0] if place < len(self.tokens) else ""

    def closing(self, place):
        """The place of the bracket that closes the one at `place`."""
        depth = 0
        while place < len(self.tokens):
            if self.word(place) in OPENING:
                depth += 1
            elif self.word(place) in OPENING.values():
                depth -= 1
                if depth == 0:
                    return place
            place += 1
        return place

    def end_of_item(self, place):
        """The place behind the item that begins at `place`."""
        ends_with_semicolon = False
        while place < len(self.tokens):
            word = self.word(place)
            if word in ENDS_WITH_SEMICOLON and not (word == "const" and self.word(place + 1) in ("fn", "unsafe")):
                ends_with_semicolon = True
            if word in OPENING:
                place = self.closing(place)
                if word == "{" and not ends_with_semicolon:
                    return place + 1
            elif word in (";", ","):
                return place + 1
            elif word == "}":
                return place
            elif word == "fn":
                ends_with_semicolon = False
            place += 1
        return place

    def read(self, place, end):
        is_exported = False
        while place < end:
            word, line = self.tokens[place]
            following = self.word(place + 1)
            if word == "#" and following == "[":
                closing = self.closing(place + 1)
                attribute = "".join(token for token, _ in self.tokens[place + 2 : closing])
                is_exported = is_exported or attribute == "macro_export"
                place = self.end_of_item(closing + 1) if attribute == "cfg(test)" else closing + 1
            elif word == "mod" and self.word(place + 2) in (";", "{"):
                place = self.read_module(following, place + 2)
            elif word == "use":
                is_public = self.word(place - 1) in ("pub", ")")
                place = self.read_use(place + 1, [], is_public, line) + 1
            elif word == "macro_rules" and following == "!":
                name = self.word(place + 2)
                self.module.defined.add(name)
                if is_exported:
                    self.crate.exported_macros[name] = self.module.file
                is_exported = False
                place += 3
            else:
                place = self.read_code(place)

    def read_module(self, name, place):
        if self.word(place) == ";":
            file = next(
                (file for file in (self.folder / f"{name}.rs", self.folder / name / "mod.rs") if file.exists()), None
            )
            if file:
                self.module.children[name] = self.crate.read_file(file, self.module, self.folder / name)
            return place + 1
        child = Module(self.module.file, self.module)
        self.module.children[name] = child
        self.crate.modules.append(child)
        end = self.closing(place)
        Reader(self.crate, child, self.folder / name, self.tokens).read(place + 1, end)
        return end + 1

    def read_use(self, place, prefix, is_public, line):
        """Reads one tree of a `use` and returns the place behind it."""
        path = list(prefix)
        while True:
            word = self.word(place)
            if word == "{":
                place += 1
                while self.word(place) != "}":
                    place = self.read_use(place, path, is_public, line)
                    if self.word(place) == ",":
                        place += 1
                return place + 1
            if word == "*":
                self.module.globs.append((tuple(path), is_public))
                self.add_path(path, line)
                return place + 1
            if word == "::":
                place += 1
                continue
            if word != "self" or not path:
                path.append(word)
            place += 1
            if self.word(place) == "::":
                continue
            name = path[-1]
            if self.word(place) == "as":
                name = self.word(place + 1)
                place += 2
            self.module.bindings[name] = tuple(path)
            if is_public:
                self.module.public_bindings.add(name)
            else:
                self.add_path(path, line)
            return place

    def read_code(self, place):
        word, line = self.tokens[place]
        following = self.word(place + 1)
        if word in DEFINING and re.match(r"\w", following):
            self.module.defined.add(following)
            return place + 2
        if not re.match(r"[A-Za-z_]", word):
            return place + 1
        if self.word(place - 1) == "::":
            return place + 1
        path = [word]
        place += 1
        while self.word(place) == "::" and re.match(r"[A-Za-z_]", self.word(place + 1)):
            path.append(self.word(place + 1))
            place += 2
        if len(path) > 1:
            self.add_path(path, line)
        self.module.words.add(path[0])
        return place

    def add_path(self, path, line):
        self.module.paths.append((tuple(path), line))


def resolve(crate, module, path, seen=()):
    """Where a path leads: a module, a file that defines an item, or None for what is not of this crate."""
    if (module, path) in seen:
        return module.file
    seen = (*seen, (module, path))
    first, rest = path[0], path[1:]
    if first == "crate":
        return descend(crate, crate.root, rest, seen) if rest else crate.root
    if first == "self":
        return descend(crate, module, rest, seen) if rest else module
    if first == "super":
        parent = module.parent
        if not parent:
            return None
        if rest and rest[0] == "super":
            return resolve(crate, parent, rest, seen)
        return descend(crate, parent, rest, seen) if rest else parent
    if first in module.children or first in module.bindings:
        return descend(crate, module, path, seen)
    return None


def descend(crate, module, path, seen):
    name, rest = path[0], path[1:]
    if name in module.children:
        child = module.children[name]
        return descend(crate, child, rest, seen) if rest else child
    if name in module.bindings and module.bindings[name] != (name,):
        target = resolve(crate, module, module.bindings[name], seen)
        if isinstance(target, Module) and rest:
            return descend(crate, target, rest, seen)
        return target
    if name in module.defined:
        return module.file
    if module.parent is None and name in crate.exported_macros:
        return crate.exported_macros[name]
    for glob, _ in module.globs:
        target = resolve(crate, module, glob, seen)
        if isinstance(target, Module) and (name in target.defined or name in target.public_bindings):
            return descend(crate, target, path, seen)
    return module.file


def imports_of(crate):
    """File → file it imports from → the imports, as `line: path`."""
    imports = defaultdict(lambda: defaultdict(list))
    for module in crate.modules:
        paths = list(module.paths)
        # A name that is published and used here as well is an import.
        for name in module.public_bindings & module.words:
            paths.append((module.bindings[name], 0))
        for path, line in paths:
            target = resolve(crate, module, path)
            # Who imports a module uses it in paths, and those are followed.
            if target is None or isinstance(target, Module):
                continue
            if target != module.file:
                imports[module.file][target].append((line, "::".join(path)))
    return imports


def circles_of(imports):
    """The strongly connected parts of more than one file (Tarjan's algorithm)."""
    order, lowest, stack, circles = {}, {}, [], []

    def visit(file):
        order[file] = lowest[file] = len(order)
        stack.append(file)
        for target in imports.get(file, ()):
            if target not in order:
                visit(target)
                lowest[file] = min(lowest[file], lowest[target])
            elif target in stack:
                lowest[file] = min(lowest[file], order[target])
        if lowest[file] == order[file]:
            circle = stack[stack.index(file) :]
            del stack[stack.index(file) :]
            if len(circle) > 1:
                circles.append(sorted(circle))

    for file in sorted(imports):
        if file not in order:
            visit(file)
    return sorted(circles)


def roots_of(folder):
    source = folder / "src"
    candidates = [source / "lib.rs", source / "main.rs", *sorted((source / "bin").glob("*.rs"))]
    return [file for file in candidates if file.exists()]


def check_crate(folder):
    """Prints the circles of a crate and returns how many there are."""
    found = 0
    for root in roots_of(folder):
        imports = imports_of(Crate(root))
        for circle in circles_of(imports):
            found += 1
            print(f"{folder.name}: {len(circle)} files import each other")
            for file in circle:
                for target in sorted(imports[file].keys() & set(circle)):
                    names = sorted({path for _, path in imports[file][target]})
                    print(f"    {file.relative_to(folder)} → {target.relative_to(folder)}: {', '.join(names)}")
    return found


def crate_folders():
    members = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["members"]
    return sorted(manifest.parent for member in members for manifest in ROOT.glob(f"{member}/Cargo.toml"))


class Tests(unittest.TestCase):
    def circles(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "src"
            for name, text in files.items():
                file = source / f"{name.replace('__', '/')}.rs"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            circles = circles_of(imports_of(Crate(source / "lib.rs")))
            return [[str(file.relative_to(source)) for file in circle] for circle in circles]

    def test_files_that_import_each_other_are_found(self):
        b = "fn f() { super::a::A; } struct B;"
        found = self.circles(lib="mod a; mod b;", a="use crate::b::B; pub struct A;", b=b)
        self.assertEqual(found, [["a.rs", "b.rs"]])

    def test_a_circle_through_a_third_file_is_found(self):
        files = {"a": "use crate::b::B;", "b": "use crate::c::C;", "c": "use crate::a; fn f() { a::A }"}
        found = self.circles(lib="mod a; mod b; mod c;", **files)
        self.assertEqual(found, [["a.rs", "b.rs", "c.rs"]])

    def test_a_published_name_leads_to_its_file(self):
        parts = {"a__x": "use super::Y;", "a__y": "pub struct Y;", "lib": "mod a;"}
        self.assertEqual(self.circles(a__mod="mod x; mod y; pub use x::X; pub use y::Y;", **parts), [])
        parts["a__y"] = "use super::x::X; pub struct Y;"
        found = self.circles(a__mod="mod x; mod y; pub use x::X; pub use y::Y;", **parts)
        self.assertEqual(found, [["a/x.rs", "a/y.rs"]])

    def test_a_published_name_that_is_used_is_an_import(self):
        child = "use super::LIMIT; pub struct X;"
        module = "mod x; pub use x::X; const LIMIT: u8 = 1;"
        self.assertEqual(self.circles(lib="mod a;", a__mod=module, a__x=child), [])
        found = self.circles(lib="mod a;", a__mod=module + "fn f(x: X) {}", a__x=child)
        self.assertEqual(found, [["a/mod.rs", "a/x.rs"]])

    def test_tests_comments_and_texts_do_not_count(self):
        a = "use crate::b::B; pub struct A;"
        test = "#[cfg(test)] mod tests { use crate::a::A; }"
        for b in (test, "// crate::a::A\nstruct B;", 'const T: &str = "crate::a::A";'):
            self.assertEqual(self.circles(lib="mod a; mod b;", a=a, b=b), [])


def main(arguments):
    if arguments == ["--test"]:
        unittest.main(argv=sys.argv[:1])
    folders = crate_folders()
    checked = [folder for folder in folders if not arguments or folder.name in arguments]
    return 1 if sum(check_crate(folder) for folder in checked) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
