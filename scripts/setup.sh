#!/usr/bin/env bash
# Installs what tests and benchmarks need in addition to Rust, Node.js and make. Prints nothing if nothing is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=target/tools
mkdir -p "$tools"

# Two runs in one checkout must not install at the same time.
if command -v flock >/dev/null; then
    exec 9>"$tools/setup.lock"
    flock 9
fi

report() { echo "setup: $*"; }
has() { command -v "$1" >/dev/null; }

# Debian installs the commands of the Postgres server outside PATH, in one folder per version.
has_server_command() { has "$1" || compgen -G "/usr/lib/postgresql/*/bin/$1" >/dev/null; }
has_postgres() { has_server_command initdb && has_server_command pgbench; }

missing=()
needs() { # $1: a Debian package; the rest: a command that succeeds if it is installed
    local package=$1
    shift
    "$@" 2>/dev/null || missing+=("$package")
}
needs postgresql has_postgres
needs redis-server has redis-server
needs openssl has openssl
needs qpdf has qpdf
needs poppler-utils has pdftotext
needs wrk has wrk
needs chromium has chromium
needs chromium-driver has chromedriver
needs npm has npm
needs python3 has python3
needs python3-venv python3 -c 'import ensurepip, venv'

if ((${#missing[@]})); then
    if ! has apt-get; then
        report "please install what Debian calls: ${missing[*]}" >&2
        exit 1
    elif ((EUID == 0)); then
        as_root=()
    elif has sudo; then
        as_root=(sudo)
    else
        report "please run as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    report "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -qq 9>&-
    # The installation may start services, which must not inherit the lock.
    "${as_root[@]}" apt-get install -qq --no-install-recommends "${missing[@]}" >"$tools/apt.log" 2>&1 9>&- || {
        cat "$tools/apt.log" >&2
        exit 1
    }
fi

# The list of packages is copied after the installation; an equal copy means that all of them are installed.
provider=crates/parlour-testkit/oidc-provider
if [[ -f $provider/package.json ]] && ! cmp -s "$provider/package-lock.json" "$provider/node_modules/.installed"; then
    report "installing the npm packages of $provider"
    npm ci --prefix "$provider" --silent --no-audit --no-fund
    cp "$provider/package-lock.json" "$provider/node_modules/.installed"
fi

if ! cmp -s scripts/requirements.txt "$tools/venv/installed.txt"; then
    report "installing schemathesis, a mail server and a storage server into $tools/venv"
    python3 -m venv --clear "$tools/venv"
    "$tools/venv/bin/pip" install --quiet --disable-pip-version-check --requirement scripts/requirements.txt
    cp scripts/requirements.txt "$tools/venv/installed.txt"
fi
