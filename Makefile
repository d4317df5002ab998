SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test check gen bench soak setup clean

# Where `gen` writes; `check` writes elsewhere and compares.
docs := docs
generated := openapi/customer.json openapi/admin.json settings.md

# More than there are processors: most stories wait for a disk or another process.
at_once := 6

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-6s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Start Parlour with the demo salon; needs nothing but Rust
	cargo run --release -- serve --demo

test: setup ## Run every test, on SQLite and on a private Postgres
	cargo test --workspace --no-run
	RUST_TEST_THREADS=$(at_once) cargo test --workspace

check: ## Check the format, the lints and that generated files are up to date
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	@rm -rf target/gen
	@$(MAKE) --no-print-directory gen docs=target/gen
	@for file in $(generated); do \
		diff -u docs/$$file target/gen/$$file || { echo "docs/$$file is stale: run \`make gen\` and commit it" >&2; exit 1; }; \
	done

gen: ## Write the OpenAPI documents and the settings reference
	@mkdir -p $(docs)/openapi
	cargo build
	cargo run --quiet -- openapi customer >$(docs)/openapi/customer.json.new
	cargo run --quiet -- openapi admin >$(docs)/openapi/admin.json.new
	cargo run --quiet -- settings >$(docs)/settings.md.new
	@cd $(docs) && for file in $(generated); do mv $$file.new $$file; done

bench: setup ## Measure Parlour against a bare server in the same run
	cargo build --release -p parlour -p parlour-bench
	target/release/parlour-bench

soak: setup ## Run the long kill, race and scale tests
	cargo test --release -p parlour --test it -- --ignored soak

setup: ## Install what tests and benchmarks need: Debian, npm and Python packages
	@scripts/setup.sh

clean: ## Remove everything that was built
	cargo clean
