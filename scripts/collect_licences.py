#!/usr/bin/env python3
"""Prints the licence texts of everything inside of the release binary: each text once, after the names of the crates
and fonts that it belongs to. Most licences ask that their text is passed on with the binary."""

import json
import sys
from collections import defaultdict
from pathlib import Path

from check_dependencies import ROOT, run_cargo
from make_sbom import crates_of_tree, host_target

NAMES = ("licen", "copying", "notice", "unlicense", "copyright")
FONTS = {"Noto Sans": "crates/parlour-invoicing/fonts/OFL.txt", "Fraunces": "crates/parlour-web/assets/fonts/OFL.txt"}


def texts_of(package):
    files = [file for file in sorted(Path(package["manifest_path"]).parent.iterdir()) if file.is_file()]
    return [file.read_text(errors="replace") for file in files if file.name.lower().startswith(NAMES)]


def main():
    target = host_target()
    running = crates_of_tree(target, "normal", "no-proc-macro")
    metadata = json.loads(run_cargo("metadata", "--format-version", "1", "--filter-platform", target))
    owners = defaultdict(list)
    for package in metadata["packages"]:
        if package["source"] and (package["name"], f"v{package['version']}") in running:
            title = f"{package['name']} {package['version']} ({package['license']})"
            # A crate without a file has only the name of its licence.
            for text in texts_of(package) or [f"The crate names its licence: {package['license']}.\n"]:
                owners[text.strip()].append(title)
    for font, file in FONTS.items():
        owners[(ROOT / file).read_text().strip()].append(f"the font {font} (OFL-1.1)")
    for text, titles in sorted(owners.items(), key=lambda entry: entry[1]):
        print("=" * 80, *titles, "-" * 80, text, sep="\n", end="\n\n")


if __name__ == "__main__":
    sys.exit(main())
