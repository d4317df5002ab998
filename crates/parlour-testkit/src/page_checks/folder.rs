//! Where the npm packages are.

/// The folder of the npm packages that check pages.
pub(super) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page-checks");
