#!/usr/bin/env python3
"""Prints which integration tests tell of what has changed since the main branch, as filters for `cargo test`: one line
for each folder of crates/parlour/tests/it, or for a file of its pages. Prints nothing if no test tells of it."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "crates/parlour/tests/it"
# What the rest of a crate is about, where the path does not name a folder of the tests.
FOLDER_OF_CRATE = {
    "parlour": "commands",
    "parlour-compression": "http",
    "parlour-db": "store",
    "parlour-demo": "commands",
    "parlour-http": "http",
    "parlour-integrations": "integrations",
    "parlour-invoicing": "billing",
    "parlour-store": "store",
    "parlour-worker": "jobs",
}
# Nouns of the code whose tests are in a folder of another name.
FOLDER_OF_NOUN = {
    "audit": "audit_log",
    "auth": "sign_in",
    "blocks": "availability",
    "calendar": "availability",
    "credit_notes": "billing",
    "day_close": "billing",
    "exports": "browser_files",
    "holidays": "availability",
    "imports": "browser_files",
    "invoices": "billing",
    "leave": "staff",
    "mail": "emails",
    "profile": "users",
    "schedule": "staff",
    "services": "catalogue",
    "setup": "salon",
    "sessions": "sign_in",
    "tiers": "memberships",
    "today": "reports",
    "working_time": "reports",
}


def git(*arguments: str) -> list[str]:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()


def changed_files() -> list[Path]:
    """Committed on this branch, changed since, or new."""
    base = git("merge-base", "HEAD", "main")[0] if git("branch", "--list", "main") else "HEAD"
    names = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in names]


def story_filters(file: Path, folders: set[str], pages: set[str]) -> set[str]:
    parts = [*file.parts[:-1], file.stem]
    if len(parts) < 3 or parts[0] != "crates":
        return set()
    crate, inside = parts[1], parts[3:]
    if file.is_relative_to(TESTS.relative_to(ROOT)):
        folder = parts[4]
        return {f"pages::{parts[5]}::"} if folder == "pages" and parts[5] in pages else {f"{folder}::"}
    if crate.startswith("parlour-web"):
        named = {page for noun in inside for page in (noun, f"desk_{noun}") if page in pages}
        return {f"pages::{page}::" for page in named} or {"pages::"}
    for noun in inside:
        for folder in (noun, f"{noun}s", FOLDER_OF_NOUN.get(noun, "")):
            if folder in folders:
                return {f"{folder}::"}
    return {f"{FOLDER_OF_CRATE[crate]}::"} if crate in FOLDER_OF_CRATE else set()


def main():
    folders = {entry.name for entry in TESTS.iterdir() if entry.is_dir()}
    pages = {entry.stem for entry in (TESTS / "pages").iterdir()} - {"mod", "harness"}
    filters = set().union(*(story_filters(file, folders, pages) for file in changed_files()))
    whole = {name for name in filters if name.count("::") == 1}
    # A folder includes its files.
    filters = {name for name in filters if name in whole or f"{name.split('::')[0]}::" not in whole}
    print("\n".join(sorted(filters)))


if __name__ == "__main__":
    main()
