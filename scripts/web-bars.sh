#!/usr/bin/env bash
# Measures the pages against their bars, with a release build and Debian's Chromium, and prints one line per bar. Results of a
# run are kept in bench/web.md. Needs `make setup`; takes about ten minutes for each app. Run it on a quiet machine.
#
#   scripts/web-bars.sh              the customer app, everything but the build
#   scripts/web-bars.sh B1 B11       only these
#   scripts/web-bars.sh desk         the desk; B17 makes a million bookings, which takes 3 GB for a while
#   scripts/web-bars.sh desk B12     only these
#   scripts/web-bars.sh build        CPU time of a clean debug build, as `make run` does it (B21)
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${1-} == build ]]; then
    folder=$(mktemp -d target/web-bars-build.XXXX)
    trap 'rm -rf "$folder"' EXIT
    # What is downloaded does not count.
    cargo fetch --quiet --locked
    TIMEFORMAT='B21 clean debug build: %U s user + %S s system, %R s elapsed'
    time CARGO_TARGET_DIR=$folder CARGO_INCREMENTAL=0 cargo build --quiet --locked
    exit
fi

# The list of packages is copied after the installation; an equal copy means that all of them are installed.
if ! cmp -s scripts/web-bars/package-lock.json scripts/web-bars/node_modules/.installed; then
    npm ci --prefix scripts/web-bars --ignore-scripts --silent --no-audit --no-fund
    cp scripts/web-bars/package-lock.json scripts/web-bars/node_modules/.installed
fi
# The two packages together, as `make bench` builds them: other sets of features would build everything again.
[[ -n ${PARLOUR_BINARY-} ]] || cargo build --release --locked -p parlour -p parlour-bench
bars=bars.mjs
if [[ ${1-} == desk ]]; then
    bars=desk.mjs
    shift
fi
exec node "scripts/web-bars/$bars" "$@"
