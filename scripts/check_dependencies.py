#!/usr/bin/env python3
"""Checks the dependency tree against deny.toml (licences, banned crates, duplicate versions, sources) and finds
dependencies that no code uses. Prints one line per problem and exits with 1; warnings do not fail.

Why a script and not cargo-deny: docs/adr/0021-supply-checks.md."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = tomllib.loads((ROOT / "deny.toml").read_text())
REGISTRY = "registry+"


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
    for package in packages:
        licence = package["license"]
        if not licence or not is_licence_allowed(licence, allowed):
            yield f"{package['name']} {package['version']}: licence {licence} is not allowed"


def check_sources(packages):
    allowed = set(RULES["sources"]["allow-registry"])
    for package in packages:
        source = package["source"]
        if source and source.removeprefix(REGISTRY) not in allowed:
            yield f"{package['name']} {package['version']}: comes from {source}"


def check_banned(packages):
    for rule in RULES["bans"]["deny"]:
        for package in packages:
            if package["name"] == rule["crate"]:
                yield f"{package['name']} {package['version']} is banned: {rule['reason']}"


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
        for dependency in member["dependencies"]:
            name = dependency["rename"] or dependency["name"]
            text = everything if dependency["kind"] == "dev" else product
            if not is_used(name, text):
                yield f"{member['name']}: the dependency {name} is not used"
    declared = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["dependencies"]
    used = {dependency["name"] for member in members for dependency in member["dependencies"]}
    for name in sorted(declared.keys() - used):
        yield f"Cargo.toml: no crate uses the workspace dependency {name}"


def check_advisories():
    """Runs cargo-deny if it is installed and has its database; neither can be expected offline."""
    databases = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "advisory-dbs"
    if shutil.which("cargo-deny") and databases.is_dir():
        return subprocess.call(["cargo", "deny", "--offline", "check", "advisories"], cwd=ROOT) == 0
    print("check_dependencies: advisories not checked: no cargo-deny with a database", file=sys.stderr)
    return True


def main():
    packages = built_packages()
    for warning in duplicate_versions(packages):
        print(f"warning: {warning}", file=sys.stderr)
    checks = (check_licences, check_sources, check_banned, check_unused)
    problems = [problem for check in checks for problem in check(packages)]
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 0 if check_advisories() and not problems else 1


if __name__ == "__main__":
    sys.exit(main())
