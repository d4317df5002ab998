//! A consistent copy of a `SQLite` database, also while others write.

use std::path::Path;

use crate::db::{DbError, open_sqlite_read_only};

/// Writes a compact copy as of one moment. The target must not exist.
pub fn copy_sqlite(from: &Path, to: &Path) -> Result<(), DbError> {
    let target = to.to_str().ok_or_else(|| DbError::Statement("the file's name is not UTF-8".into()))?;
    open_sqlite_read_only(from)?.execute("vacuum into ?1", [target])?;
    Ok(())
}
