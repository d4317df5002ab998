//! One integration-test binary: stories told over HTTP, on both engines.

mod identity;
mod public_reads;
