#!/usr/bin/env bash
# Checks the types of the scripts of the pages, which are written by hand with JSDoc types. Needs Node.js and npm.
set -euo pipefail
cd "$(dirname "$0")/../crates/parlour-web"

# The list of packages is copied after the installation; an equal copy means that all of them are installed.
if ! cmp -s package-lock.json node_modules/.installed; then
    echo "check_scripts: installing the npm packages of crates/parlour-web"
    npm ci --ignore-scripts --silent --no-audit --no-fund
    cp package-lock.json node_modules/.installed
fi

check() { # $1: the libraries of the place where the scripts run; the rest: the scripts
    local libraries=$1
    shift
    node_modules/.bin/tsc --allowJs --checkJs --strict --noEmit --skipLibCheck --types '' --moduleDetection force \
        --target es2022 --module esnext --moduleResolution bundler --lib "$libraries" "$@"
}
check es2022,dom,dom.iterable assets/js/*.js assets/js/desk/*.js
# A service worker has other globals than a page.
check es2022,webworker assets/sw.js
