#!/usr/bin/env bash
# Saves the pictures of README.md in docs/pictures, from the demo of a fixed day, with Debian's Chromium. Needs `make setup`.
#
#   scripts/readme-pictures.sh               builds Parlour as `make run` does, and takes all pictures
#   scripts/readme-pictures.sh today         only this one
#   PARLOUR_BINARY=… scripts/readme-pictures.sh   with a binary that is there
set -euo pipefail
cd "$(dirname "$0")/.."

# The list of packages is copied after the installation; an equal copy means that all of them are installed.
if ! cmp -s scripts/web-bars/package-lock.json scripts/web-bars/node_modules/.installed; then
    npm ci --prefix scripts/web-bars --ignore-scripts --silent --no-audit --no-fund
    cp scripts/web-bars/package-lock.json scripts/web-bars/node_modules/.installed
fi
if [[ -z ${PARLOUR_BINARY-} ]]; then
    cargo build --locked
    export PARLOUR_BINARY=target/debug/parlour
fi
# The demo of a busy afternoon; every run shows the same.
export PARLOUR_CLOCK_START=2026-11-20T15:30:00+05:30
exec node scripts/web-bars/pictures.mjs "$@"
