//! Where the data is, and which engine keeps it.

use std::path::PathBuf;

/// The two databases that Parlour runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Where the data is.
#[derive(Clone, PartialEq, Eq)]
pub enum DatabaseLocation {
    /// A file; its folder is made where missing.
    Sqlite(PathBuf),
    /// A `postgres://` URL.
    Postgres(String),
}

/// A Postgres URL holds a password.
impl std::fmt::Debug for DatabaseLocation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sqlite(path) => write!(out, "Sqlite({})", path.display()),
            Self::Postgres(_) => out.write_str("Postgres"),
        }
    }
}
