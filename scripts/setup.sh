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

# Without it browsers show Hindi as empty boxes.
has_hindi_font() { compgen -G "/usr/share/fonts/truetype/noto/NotoSansDevanagari-*" >/dev/null; }

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
# All three of one version, so all are installed where one is missing.
if ! { has chromium && has chromium-headless-shell && has chromedriver; } 2>/dev/null; then
    missing+=(chromium chromium-headless-shell chromium-driver)
fi
needs fonts-noto-core has_hindi_font
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

# Packages are installed by their hashes, and none of them runs code of its own while it is installed.
# The list of packages is copied after the installation; an equal copy means that all of them are installed.
for packages in crates/parlour-testkit/{oidc-provider,page-checks}; do
    if [[ -f $packages/package.json ]] && ! cmp -s "$packages/package-lock.json" "$packages/node_modules/.installed"; then
        report "installing the npm packages of $packages"
        npm ci --prefix "$packages" --ignore-scripts --silent --no-audit --no-fund
        cp "$packages/package-lock.json" "$packages/node_modules/.installed"
    fi
done

if ! cmp -s scripts/requirements.txt "$tools/venv/installed.txt"; then
    report "installing schemathesis, a mail server and a storage server into $tools/venv"
    python3 -m venv --clear "$tools/venv"
    "$tools/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        --requirement scripts/requirements.txt
    cp scripts/requirements.txt "$tools/venv/installed.txt"
fi
