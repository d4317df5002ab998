#!/usr/bin/env python3
"""Prints the components of the release binary as a CycloneDX 1.6 document (an SBOM): every crate that is built into it
or helps to build it, the C libraries and the Swagger UI inside of those crates, the Rust toolchain, and the fonts and
icons inside of the binary.

    scripts/make_sbom.py [--binary FILE] [--target TRIPLE]

The same sources give the same document. Why a script and not cargo-cyclonedx: docs/adr/0021-supply-checks.md."""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path
from urllib.parse import quote

from check_dependencies import ROOT, run_cargo

ROOT_CRATE = "parlour"

# What crates bring along that is not theirs: the crate, the name, the licence if it is another than the crate's, the
# purl, and where the version stands.
INSIDE_CRATES = [
    ("libsqlite3-sys", "SQLite", "blessing", "pkg:generic/sqlite@{}",
     "sqlite3/sqlite3.h", r'SQLITE_VERSION\s+"([\d.]+)"'),
    ("aws-lc-sys", "AWS-LC", None, "pkg:github/aws/aws-lc@v{}",
     "aws-lc/include/openssl/base.h", r'AWSLC_VERSION_NUMBER_STRING\s+"([\d.]+)"'),
    ("libmimalloc-sys", "mimalloc", None, "pkg:github/microsoft/mimalloc@v{}",
     "c_src/mimalloc/v3/include/mimalloc.h", r"MI_MALLOC_VERSION\s+(\d+)"),
    ("utoipa-swagger-ui-vendored", "swagger-ui", "Apache-2.0", "pkg:npm/swagger-ui-dist@{}", "README.md",
     r"Swagger UI version: `([\d.]+)`"),
]

# Says `links` in its Cargo.toml, and has no library of its own inside.
LINKS_ONLY = {"aws-lc-rs"}

# Files inside the binary that are not code: a folder, the endings, the licence, and what they are.
FILES = [
    ("crates/parlour-invoicing/fonts", (".ttf",), "OFL-1.1", "font of invoices and charts"),
    ("crates/parlour-web/assets/fonts", (".woff2",), "OFL-1.1", "font of the pages"),
    ("crates/parlour-web/assets/icons", (".png", ".svg"), "MIT OR Apache-2.0", "icon of the apps"),
    ("crates/parlour-web/assets/svg", (".svg",), "MIT OR Apache-2.0", "picture on the pages"),
    ("crates/parlour-web/templates/icons", (".svg",), "MIT OR Apache-2.0", "icon on the pages"),
    ("crates/parlour-web/templates/svg", (".svg",), "MIT OR Apache-2.0", "picture on the pages"),
]


def crates_of_tree(target, *edges):
    """Name and version of every crate in the tree of the release build, with the features that it uses."""
    tree = run_cargo("tree", "--package", ROOT_CRATE, "--prefix", "none", "--format", "{p}", "--target", target,
                     "--edges", ",".join(edges))
    return {tuple(line.split()[:2]) for line in tree.splitlines() if line}


def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def hashes(digest):
    return [{"alg": "SHA-256", "content": digest}]


def licences(expression):
    """`A/B` is the old spelling of `A OR B`."""
    return [{"expression": re.sub(r"\s*/\s*", " OR ", expression)}]


def purl(package):
    return f"pkg:cargo/{package['name']}@{quote(package['version'])}"


def crate_component(package, checksum, runs):
    component = {
        "type": "library",
        "bom-ref": purl(package),
        "name": package["name"],
        "version": package["version"],
        # `excluded`: runs while the binary is built (build scripts and procedural macros), and is not inside of it.
        "scope": "required" if runs else "excluded",
        "licenses": licences(package["license"]),
        "purl": purl(package),
    }
    if checksum:
        component["hashes"] = hashes(checksum)
    return component


def inside_components(packages):
    """Yields what stands inside of a crate, and the crate's reference."""
    by_name = {package["name"]: package for package in packages}
    known = {crate for crate, *_ in INSIDE_CRATES} | LINKS_ONLY
    for package in by_name.values():
        if package["links"] and package["name"] not in known:
            sys.exit(f"make_sbom: which library does {package['name']} bring along? Add it to INSIDE_CRATES.")
    for crate, name, licence, purl_form, file, pattern in INSIDE_CRATES:
        package = by_name[crate]
        text = (Path(package["manifest_path"]).parent / file).read_text()
        found = re.search(pattern, text)
        if not found:
            sys.exit(f"make_sbom: the version of {name} does not stand in {file} of {crate} {package['version']}")
        version = found[1]
        if version.isdigit():
            # mimalloc writes 3.3.2 as 30302.
            version = f"{int(version) // 10000}.{int(version) // 100 % 100}.{int(version) % 100}"
        reference = purl_form.format(version)
        yield purl(package), {
            "type": "library",
            "bom-ref": reference,
            "name": name,
            "version": version,
            "scope": "required",
            "licenses": licences(licence or package["license"]),
            "purl": reference,
        }


def toolchain_component():
    version = tomllib.loads((ROOT / "rust-toolchain.toml").read_text())["toolchain"]["channel"]
    return {
        "type": "library",
        "bom-ref": f"pkg:generic/rust@{version}",
        "name": "rust",
        "version": version,
        "description": "compiler and standard library",
        "scope": "required",
        "licenses": licences("MIT OR Apache-2.0"),
        "purl": f"pkg:generic/rust@{version}",
    }


def file_components():
    for folder, endings, licence, description in FILES:
        for file in sorted((ROOT / folder).iterdir()):
            if file.suffix in endings:
                yield {
                    "type": "file",
                    "bom-ref": f"{folder}/{file.name}",
                    "name": f"{folder}/{file.name}",
                    "description": description,
                    "licenses": licences(licence),
                    "hashes": hashes(sha256(file)),
                }


def commit_time():
    """When the sources were committed; the time of the build would make every document different."""
    result = subprocess.run(["git", "log", "-1", "--format=%cI"], cwd=ROOT, capture_output=True, text=True)
    return result.stdout.strip()


def make_document(target, binary):
    metadata = json.loads(run_cargo("metadata", "--format-version", "1", "--filter-platform", target))
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in lock}

    # `cargo metadata` alone also lists optional crates that no feature turns on.
    built = crates_of_tree(target, "normal", "build")
    running = crates_of_tree(target, "normal", "no-proc-macro")
    packages = {
        package["id"]: package
        for package in sorted(metadata["packages"], key=purl)
        if (package["name"], f"v{package['version']}") in built
    }
    root = next(package for package in packages.values() if package["name"] == ROOT_CRATE)

    edges = {purl(package): set() for package in packages.values()}
    for node in metadata["resolve"]["nodes"]:
        if node["id"] in packages:
            edges[purl(packages[node["id"]])] |= {
                purl(packages[dependency["pkg"]])
                for dependency in node["deps"]
                if dependency["pkg"] in packages and any(kind["kind"] != "dev" for kind in dependency["dep_kinds"])
            }

    components = [
        crate_component(
            package,
            checksums[package["name"], package["version"]],
            (package["name"], f"v{package['version']}") in running,
        )
        for package in packages.values()
        if package is not root
    ]
    for crate, component in inside_components(packages.values()):
        components.append(component)
        edges[crate].add(component["bom-ref"])
        edges[component["bom-ref"]] = set()
    for component in (toolchain_component(), *file_components()):
        components.append(component)
        edges[purl(root)].add(component["bom-ref"])
        edges[component["bom-ref"]] = set()

    main_component = crate_component(root, None, True) | {"type": "application"}
    if binary:
        main_component["hashes"] = hashes(sha256(binary))
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": main_component,
            "tools": {"components": [{"type": "application", "name": "scripts/make_sbom.py"}]},
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(needed)} for ref, needed in sorted(edges.items())],
    }
    if time := commit_time():
        document["metadata"]["timestamp"] = time
    content = json.dumps(document, sort_keys=True)
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"
    return document


def host_target():
    version = subprocess.run(["rustc", "-vV"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.search(r"^host: (\S+)$", version, re.MULTILINE)[1]


def main():
    parser = argparse.ArgumentParser(description="Prints the components of the release binary as CycloneDX JSON.")
    parser.add_argument("--binary", type=Path, help="the binary, whose SHA-256 the document then has")
    parser.add_argument("--target", help="the target that it was built for; else this machine's")
    arguments = parser.parse_args()
    print(json.dumps(make_document(arguments.target or host_target(), arguments.binary), indent=1))


if __name__ == "__main__":
    main()
