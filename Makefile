SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test quick check gen bench soak release setup clean

# `gen` writes here; `check` writes to another folder and compares.
docs := docs
generated := openapi/customer.json openapi/admin.json settings.md

# `release` writes here.
dist := target/dist

# More threads than processors: most tests wait for a disk or another process.
test_threads := 6

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Incremental compilation would take a third longer to build our crates the first time. Whoever changes code calls
# `cargo run -- serve --demo`, which compiles incrementally.
run: ## Start Parlour with demo data; needs only Rust, a C compiler and make
	CARGO_INCREMENTAL=0 cargo run --locked -- serve --demo

# Unit tests first: they are built before the large integration-test binary. `--workspace` in both commands selects the
# same features, so nothing is built twice.
test: setup ## Run all tests, on SQLite and on a private Postgres
	RUST_TEST_THREADS=$(test_threads) cargo test --locked --workspace --lib
	RUST_TEST_THREADS=$(test_threads) scripts/run_timed_tests.py cargo test --locked --workspace --no-fail-fast --bins --test '*'

# One of the folders in crates/parlour/tests/it, or the start of a test's name; by default the folders of what has changed
# since the main branch.
folder =
stories = $(if $(folder),$(folder)::,$(shell scripts/changed_stories.py))

quick: setup ## Run the unit tests, and the stories of what changed or of one folder: make quick folder=bookings
	RUST_TEST_THREADS=$(test_threads) cargo test --locked --workspace --lib
	@if [ -n "$(stories)" ]; then set -x; \
		RUST_TEST_THREADS=$(test_threads) scripts/run_timed_tests.py cargo test --locked --workspace --test it -- $(stories); \
	else echo "no story tells of what has changed"; fi

check: ## Check format, dependencies, imports, scripts, lints, and that the generated files are up to date
	cargo fmt --all --check
	scripts/check_dependencies.py
	scripts/check_module_circles.py --test
	scripts/check_module_circles.py
	scripts/check_scripts.sh
	scripts/check_texts.py
	cargo clippy --locked --workspace --all-targets -- -D warnings
	@rm -rf target/gen
	@$(MAKE) --no-print-directory gen docs=target/gen
	@for file in $(generated); do \
		diff -u docs/$$file target/gen/$$file || { echo "docs/$$file is out of date: run \`make gen\` and commit it" >&2; exit 1; }; \
	done

# Features and profile of the tests, so that nothing is built twice.
gen: ## Write the OpenAPI documents and the settings reference
	@mkdir -p $(docs)/openapi
	cargo build --locked --workspace --profile test --bin parlour
	target/debug/parlour openapi customer >$(docs)/openapi/customer.json.new
	target/debug/parlour openapi admin >$(docs)/openapi/admin.json.new
	target/debug/parlour settings >$(docs)/settings.md.new
	@cd $(docs) && for file in $(generated); do mv $$file.new $$file; done

bench: setup ## Compare Parlour with a minimal server in the same run
	cargo build --release --locked -p parlour -p parlour-bench
	target/release/parlour-bench

soak: setup ## Run the long tests: killed processes, races, large databases, each page on every screen
	cargo test --release --locked -p parlour --test it -- --ignored soak
	PARLOUR_TEST_EVERY_SCREEN=1 cargo test --release --locked -p parlour --test it -- on_all_screens

release: ## Build what is shipped, in target/dist: binary, list of components (SBOM), licences, checksums
	cargo build --release --locked -p parlour
	@rm -rf $(dist) && mkdir -p $(dist)
	install -m 755 target/release/parlour $(dist)/parlour
	scripts/make_sbom.py --binary $(dist)/parlour >$(dist)/parlour.cdx.json
	scripts/collect_licences.py >$(dist)/THIRD-PARTY-LICENCES.txt
	cp LICENSE-APACHE LICENSE-MIT SECURITY.md $(dist)
	cd $(dist) && sha256sum * >SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS

setup: ## Install what tests and benchmarks need: Debian, npm and Python packages
	@scripts/setup.sh

clean: ## Remove everything that was built
	cargo clean
