//! The database settings.

use std::path::PathBuf;

use parlour_db::is_postgres_verified;

use super::reader::SettingsReader;
use super::secret::ConnectionUrl;
use super::values::Expected;

const EXPECTED_DATABASE: Expected =
    "a database such as sqlite://data/parlour.db or postgres://user:password@host/parlour";

/// The main database: an SQLite file or a Postgres server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DatabaseUrl {
    Sqlite(PathBuf),
    Postgres(ConnectionUrl),
}

impl DatabaseUrl {
    pub(crate) fn parse(text: &str) -> Result<Self, Expected> {
        match text.strip_prefix("sqlite:") {
            Some(rest) => parse_sqlite_path(rest.strip_prefix("//").unwrap_or(rest)).map(Self::Sqlite),
            None => parse_postgres_url(text).map(Self::Postgres),
        }
    }
}

/// Accepts only the path of a file. `:memory:` is refused because a second connection would not see its data, and
/// options after `?` are not supported.
fn parse_sqlite_path(path: &str) -> Result<PathBuf, Expected> {
    let is_refused = |c: char| c.is_control() || "?#".contains(c);
    if path.is_empty() || path.starts_with(':') || path.ends_with('/') || path.contains(is_refused) {
        return Err(EXPECTED_DATABASE);
    }
    Ok(PathBuf::from(path))
}

fn parse_postgres_url(text: &str) -> Result<ConnectionUrl, Expected> {
    ConnectionUrl::parse(text, &["postgres", "postgresql"], EXPECTED_DATABASE)
}

/// The main database and, optionally, a replica that reports and exports read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DatabaseSettings {
    pub(crate) url: DatabaseUrl,
    pub(crate) read_url: Option<ConnectionUrl>,
}

impl DatabaseSettings {
    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let url = reader.required("PARLOUR_DATABASE_URL", DatabaseUrl::parse);
        let read_url = reader.optional("PARLOUR_DATABASE_READ_URL", |text| {
            parse_postgres_url(text).map_err(|_| "a replica such as postgres://user:password@host/parlour")
        });
        if read_url.is_some() && matches!(url, Some(DatabaseUrl::Sqlite(_))) {
            let why = "a replica needs a postgres:// PARLOUR_DATABASE_URL";
            reader.add_problem("PARLOUR_DATABASE_READ_URL", why);
        }
        Some(Self { url: url?, read_url })
    }
}

impl DatabaseSettings {
    /// Whether somebody on the way to the Postgres server could pretend to be it.
    pub(super) fn is_unverified(&self) -> bool {
        matches!(&self.url, DatabaseUrl::Postgres(url) if !is_postgres_verified(url.expose()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_files_are_relative_or_absolute() {
        for (text, path) in [
            ("sqlite://data/parlour.db", "data/parlour.db"),
            ("sqlite:///var/lib/parlour.db", "/var/lib/parlour.db"),
            ("sqlite:parlour.db", "parlour.db"),
            ("sqlite:/var/lib/parlour.db", "/var/lib/parlour.db"),
        ] {
            assert_eq!(DatabaseUrl::parse(text), Ok(DatabaseUrl::Sqlite(path.into())), "{text}");
        }
        for text in ["sqlite:", "sqlite://", "sqlite::memory:", "sqlite://a.db?mode=rwc", "sqlite:a/"] {
            assert_eq!(DatabaseUrl::parse(text), Err(EXPECTED_DATABASE), "{text}");
        }
    }

    #[test]
    fn postgres_has_two_spellings() {
        for text in ["postgres://app:hunter2@db/salon", "postgresql://app:hunter2@db/salon"] {
            let Ok(DatabaseUrl::Postgres(url)) = DatabaseUrl::parse(text) else { panic!("{text} is a Postgres URL") };
            assert_eq!(url.expose(), text);
        }
        for text in ["mysql://db/salon", "postgres", "host=db dbname=salon", "data/parlour.db"] {
            assert_eq!(DatabaseUrl::parse(text), Err(EXPECTED_DATABASE), "{text}");
        }
    }
}
