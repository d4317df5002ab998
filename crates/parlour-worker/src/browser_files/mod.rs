//! Files that browsers send, as they lie in the file storage.

mod check;
mod stored_sheet;

pub use check::{CheckFailure, check_stored_import};
pub use stored_sheet::SheetFormat;
pub(crate) use stored_sheet::stored_sheet;
