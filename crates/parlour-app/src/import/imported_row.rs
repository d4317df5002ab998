//! How a row is known in another run, and what became of it.

use parlour_domain::text::to_hex;
use sha2::{Digest, Sha256};

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
    format!("id:{}", to_hex(&Sha256::digest(id)))
}
