#!/usr/bin/env python3
"""Checks the dependency tree against deny.toml (licences, banned crates, duplicate versions, sources, advisories),
finds dependencies that no code uses, and checks that every package of npm and PyPI is pinned with its hash. Prints one
line per problem and exits with 1; warnings do not fail.

    scripts/check_dependencies.py [CHECK…]    the names are in `CHECKS`; without one, all

Advisories are read from a clone of the RustSec database: the folder in ADVISORY_DB, else where cargo-deny and
cargo-audit keep theirs. Without one they are not checked, and a line says so.

Why a script and not cargo-deny: docs/adr/0021-supply-checks.md."""

import json
import operator
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = tomllib.loads((ROOT / "deny.toml").read_text())
REGISTRY = "registry+"
NPM = "https://registry.npmjs.org/"
COMPARISONS = {"<": operator.lt, "<=": operator.le, "=": operator.eq, ">=": operator.ge, ">": operator.gt}


def built_packages():
    """The packages that are built for the targets of deny.toml. `cargo metadata` alone also lists optional ones."""
    targets = [argument for target in RULES["graph"]["targets"] for argument in ("--target", target)]
    tree = run_cargo("tree", "--workspace", "--prefix", "none", "--format", "{p}", *targets)
    built = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    packages = json.loads(run_cargo("metadata", "--format-version", "1"))["packages"]
    return [package for package in packages if (package["name"], f"v{package['version']}") in built]


def run_cargo(*arguments):
    result = subprocess.run(["cargo", *arguments, "--locked"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(result.returncode)
    return result.stdout


def is_licence_allowed(expression, allowed):
    """Evaluates an SPDX expression; `A/B` is the old spelling of `A OR B`."""
    tokens = re.findall(r"[()]|[\w.+-]+", expression.replace("/", " OR "))

    def any_of():
        result = all_of()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            result = all_of() or result
        return result

    def all_of():
        result = term()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            result = term() and result
        return result

    def term():
        token = tokens.pop(0)
        if token == "(":
            result = any_of()
            tokens.pop(0)
            return result
        if tokens and tokens[0] == "WITH":
            tokens.pop(0)
            token = f"{token} WITH {tokens.pop(0)}"
        return token in allowed

    return any_of()


def check_licences(packages):
    allowed = set(RULES["licenses"]["allow"])
    texts = [package["license"] or "" for package in packages]
    for package, licence in zip(packages, texts):
        if not licence or not is_licence_allowed(licence, allowed):
            yield f"{package['name']} {package['version']}: licence {licence} is not allowed"
    for licence in sorted(allowed):
        if not any(re.search(rf"(?<![\w.+-]){re.escape(licence)}(?![\w.+-])", text) for text in texts):
            yield f"deny.toml: the licence {licence} is allowed, but no crate has it"


def check_sources(packages):
    allowed = set(RULES["sources"]["allow-registry"])
    for package in packages:
        source = package["source"]
        if source and source.removeprefix(REGISTRY) not in allowed:
            yield f"{package['name']} {package['version']}: comes from {source}"
    for package in tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]:
        if "source" in package and "checksum" not in package:
            yield f"Cargo.lock: {package['name']} {package['version']} has no checksum"


def check_banned(packages):
    for rule in RULES["bans"]["deny"]:
        for package in packages:
            if package["name"] == rule["crate"]:
                yield f"{package['name']} {package['version']} is banned: {rule['reason']}"
    for package in packages:
        for dependency in package["dependencies"]:
            if package["source"] is None and dependency["source"] and dependency["req"] == "*":
                yield f"{package['name']}: the dependency {dependency['name']} has no version"


def is_version_of(version, wanted):
    return version == wanted or version.startswith(f"{wanted}.")


def duplicate_versions(packages):
    """Crates in several versions, without the exceptions; and exceptions that are no longer needed."""
    versions = defaultdict(set)
    for package in packages:
        versions[package["name"]].add(package["version"])
    for rule in RULES["bans"]["skip"]:
        name, wanted = rule["crate"].split("@")
        skipped = {version for version in versions[name] if is_version_of(version, wanted)}
        if not skipped or len(versions[name]) == 1:
            yield f"deny.toml: the exception for {rule['crate']} is no longer needed"
        versions[name] -= skipped
    for name, found in sorted(versions.items()):
        if len(found) > 1:
            yield f"{name} is built in several versions: {', '.join(sorted(found))}"


def source_text(folder, parts):
    """The Rust code of a crate without line comments."""
    files = [file for part in parts for file in sorted((folder / part).rglob("*.rs"))]
    return "\n".join(re.sub(r"//.*", "", file.read_text()) for file in files)


def is_used(crate, text):
    """A path such as `crate::…` that does not continue another path, an import, or an attribute."""
    name = re.escape(crate.replace("-", "_"))
    return re.search(rf"(?<![\w:.]){name}::|\buse {name}\b|(?<!:)::{name}::", text) is not None


def check_unused(packages):
    members = [package for package in packages if package["source"] is None]
    for member in members:
        folder = Path(member["manifest_path"]).parent
        product = source_text(folder, ["src"])
        everything = product + source_text(folder, ["tests", "benches", "examples"])
        # The script of a build keeps its modules beside it.
        build = source_text(folder, ["build"])
        for dependency in member["dependencies"]:
            name = dependency["rename"] or dependency["name"]
            text = {"dev": everything, "build": build}.get(dependency["kind"], product)
            if not is_used(name, text):
                yield f"{member['name']}: the dependency {name} is not used"
    declared = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["dependencies"]
    used = {dependency["name"] for member in members for dependency in member["dependencies"]}
    for name in sorted(declared.keys() - used):
        yield f"Cargo.toml: no crate uses the workspace dependency {name}"


def numbers(version):
    """`1.2.3-rc.1+build` as something to compare; a pre-release comes before its release."""
    release, _, pre_release = version.partition("+")[0].partition("-")
    parts = [int(part) for part in release.split(".")]
    return parts + [0] * (3 - len(parts)), not pre_release, pre_release


def is_in_range(version, requirement):
    """Whether a version satisfies all parts of a requirement such as `>= 1.2, < 2` or `^0.3.4`."""
    found = numbers(version)

    def satisfies(part):
        sign, wanted_text = re.fullmatch(r"(\^|[<>]=?|=)?\s*(\S+)", part.strip()).groups()
        wanted = numbers(wanted_text)
        if sign in (None, "^"):
            # The first number that is not zero must be equal.
            fixed = next((place for place, number in enumerate(wanted[0]) if number), 2) + 1
            return found >= wanted and found[0][:fixed] == wanted[0][:fixed]
        return COMPARISONS[sign](found, wanted)

    return all(satisfies(part) for part in requirement.split(","))


def advisory_folder():
    """The folder `crates` of a copy of the RustSec database."""
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    named = os.environ.get("ADVISORY_DB")
    places = [Path(named)] if named else [home / "advisory-db", *sorted((home / "advisory-dbs").glob("*"))]
    found = [place / "crates" for place in places if (place / "crates").is_dir()]
    if named and not found:
        sys.exit(f"check_dependencies: ADVISORY_DB={named} has no folder `crates`")
    return found[0] if found else None


def check_advisories(packages):
    folder = advisory_folder()
    if not folder:
        print("check_dependencies: advisories not checked: no copy of the RustSec database", file=sys.stderr)
        return
    read = 0
    for package in packages:
        name, version = package["name"], package["version"]
        for file in sorted((folder / name).glob("*.md")) if package["source"] else ():
            read += 1
            entry = tomllib.loads(re.search(r"```toml\n(.*?)```", file.read_text(), re.DOTALL)[1])
            advisory, versions = entry["advisory"], entry["versions"]
            fine = versions.get("patched", []) + versions.get("unaffected", [])
            is_settled = "withdrawn" in advisory or advisory["id"] in RULES["advisories"]["ignore"]
            if not is_settled and not any(is_in_range(version, requirement) for requirement in fine):
                yield f"{name} {version}: {advisory['id']} ({advisory.get('informational', 'vulnerability')})"
    print(f"check_dependencies: {read} advisories about our crates read", file=sys.stderr)


def npm_locks():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in ("node_modules", "target") and not name.startswith(".")]
        if "package-lock.json" in files:
            yield Path(folder) / "package-lock.json"


def check_pinned(_packages):
    """Every package of npm and PyPI has a version and a hash, and npm's come from no other place than its registry."""
    for file in npm_locks():
        for name, package in json.loads(file.read_text())["packages"].items():
            if name and not package.get("integrity", "").startswith("sha512-"):
                yield f"{file.relative_to(ROOT)}: {name} has no hash"
            if not package.get("resolved", NPM).startswith(NPM):
                yield f"{file.relative_to(ROOT)}: {name} comes from {package['resolved']}"
    requirements = (ROOT / "scripts/requirements.txt").read_text().replace("\\\n", "")
    for line in requirements.splitlines():
        if not line.startswith("#") and not re.fullmatch(r"[\w.-]+==[\w.]+\s+(--hash=sha256:[0-9a-f]{64}\s*)+", line):
            yield f"scripts/requirements.txt: {line.split()[0]} has no version or no hash"


CHECKS = {
    "licences": check_licences,
    "sources": check_sources,
    "bans": check_banned,
    "versions": duplicate_versions,
    "unused": check_unused,
    "advisories": check_advisories,
    "pins": check_pinned,
}


def main(names):
    packages = built_packages()
    problems = []
    for name, check in CHECKS.items():
        if name in names or not names:
            is_warning = name == "versions" and RULES["bans"]["multiple-versions"] != "deny"
            for problem in check(packages):
                print(f"{'warning' if is_warning else 'error'}: {problem}", file=sys.stderr)
                problems += [] if is_warning else [problem]
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
