//! How a row is known in another run, and what became of it.

use aws_lc_rs::digest::{SHA256, digest};
use parlour_domain::text::to_hex;

use super::sheet::CellError;

/// The column with the key of the other system. It identifies a row also after a correction.
pub(super) const SOURCE_ID: &str = "sourceId";

pub(super) enum RowOutcome {
    /// The id of the new record.
    Imported(String),
    Refused(Vec<CellError>),
}

/// A hash, because the key of another system may be too long for an index.
pub(super) fn source_id_key(id: &str) -> String {
    format!("id:{}", to_hex(digest(&SHA256, id.as_bytes()).as_ref()))
}
