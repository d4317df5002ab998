#!/usr/bin/env python3
"""Writes the SHA-256 of every wheel that may be installed into scripts/requirements.txt, as the package index lists
them. Run it after a change of a version there. Needs the network, and nothing but Python.

Only wheels: an sdist would run code of the package while it is installed. Only those for Linux with glibc, which the
tests need, on both of our processors, and for the Python versions of `PYTHONS`."""

import os
import re
import sys
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
INDEX = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
PYTHONS = ("cp311", "cp312", "cp313", "cp314")
PROCESSORS = ("x86_64", "aarch64")


class FileList(HTMLParser):
    """The list of a package's files in the form that every index has (PEP 503): one link per file, hash included."""

    def __init__(self):
        super().__init__()
        self.hashes = {}

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "data-yanked" not in attributes:
            address, _, digest = attributes["href"].partition("#sha256=")
            self.hashes[unquote(address.rpartition("/")[2])] = digest


def files_of(name):
    """The files that the index has of a package: the SHA-256 by the file's name."""
    normal_name = re.sub(r"[-_.]+", "-", name).lower()
    request = urllib.request.Request(f"{INDEX}/{normal_name}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60) as response:
        files = FileList()
        files.feed(response.read().decode())
        return files.hashes


def fits(file, version):
    """Whether a file is a wheel of this version that our machines can install."""
    if not file.endswith(".whl"):
        return False
    _, wheel_version, *_, python, abi, platforms = file.removesuffix(".whl").split("-")
    is_for_python = abi in ("none", "abi3") or (python in PYTHONS and abi == python)
    is_for_platform = any(
        platform == "any" or (platform.startswith("manylinux") and platform.endswith(PROCESSORS))
        for platform in platforms.split(".")
    )
    return wheel_version == version and is_for_python and is_for_platform


def main():
    lines = []
    for line in REQUIREMENTS.read_text().splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif pinned := re.match(r"([\w.-]+)==([\w.]+)", line):
            name, version = pinned.groups()
            hashes = sorted({digest for file, digest in files_of(name).items() if fits(file, version)})
            if not hashes:
                sys.exit(f"{name} {version}: the index has no wheel for us")
            lines.append(" \\\n    ".join([f"{name}=={version}", *(f"--hash=sha256:{hash}" for hash in hashes)]))
    REQUIREMENTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
