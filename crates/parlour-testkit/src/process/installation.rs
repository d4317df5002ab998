//! The binary, and what it is told.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use parlour_store::{DatabaseLocation, Db};
use tempfile::TempDir;

use crate::Engine;
use crate::temporary_folder::temporary_folder;
use crate::test_database::migrated_postgres;

/// The binary, a folder it works in, and what it is told through its environment: these settings and nothing else.
#[derive(Debug, Clone)]
pub struct Installation {
    binary: PathBuf,
    folder: Arc<TempDir>,
    settings: Vec<(String, String)>,
}

impl Installation {
    /// In an empty folder, so on an empty `SQLite` file; apps on free loopback ports, log lines in JSON.
    pub fn new(binary: impl Into<PathBuf>) -> Self {
        let folder = temporary_folder();
        let new = Self { binary: binary.into(), folder: Arc::new(folder), settings: Vec::new() };
        new.with("PARLOUR_CUSTOMER_ADDR", "127.0.0.1:0")
            .with("PARLOUR_ADMIN_ADDR", "127.0.0.1:0")
            .with("PARLOUR_LOG_FORMAT", "json")
    }

    /// On a database without data; a Postgres one lives on the tests' shared server and is migrated already.
    pub fn on(engine: Engine, binary: impl Into<PathBuf>) -> Self {
        let new = Self::new(binary);
        match engine {
            Engine::Sqlite => new,
            Engine::Postgres => new.with("PARLOUR_DATABASE_URL", &migrated_postgres().fresh_database()),
        }
    }

    /// With another program in the place of the binary, which starts it.
    #[must_use]
    pub fn with_binary(&self, binary: impl Into<PathBuf>) -> Self {
        Self { binary: binary.into(), ..self.clone() }
    }

    /// With a setting more, or another value of one.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.settings.retain(|(known, _)| known != name);
        self
    }

    #[must_use]
    pub fn without_rate_limits(mut self) -> Self {
        for name in ["BOOKINGS", "LEADS", "AVAILABILITY", "SERVICES", "HEALTH", "AUTH"] {
            self = self.with(&format!("PARLOUR_RATE_LIMIT_{name}"), "off");
        }
        self
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where the data is, for a test that looks for itself.
    pub fn location(&self) -> DatabaseLocation {
        match self.setting("PARLOUR_DATABASE_URL") {
            Some(url) if url.starts_with("postgres") => DatabaseLocation::Postgres(url.to_owned()),
            Some(url) => DatabaseLocation::Sqlite(self.folder().join(url.trim_start_matches("sqlite://"))),
            None => DatabaseLocation::Sqlite(self.folder().join("data/parlour.db")),
        }
    }

    /// The database itself, seen past Parlour.
    pub async fn database(&self) -> Db {
        let location = self.location();
        let opened = tokio::task::spawn_blocking(move || Db::open_without_migrating(&location, None)).await;
        opened.expect("opening does not panic").expect("the database can be opened")
    }

    pub(super) fn has_tls(&self) -> bool {
        self.setting("PARLOUR_TLS_CERT").is_some()
    }

    pub(super) fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        // `pg_dump` is found by PATH; nothing else of the outside comes in.
        let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        command.args(arguments).current_dir(self.folder()).env_clear().env("PATH", path);
        command.envs(self.settings.iter().map(|(name, value)| (OsStr::new(name), OsStr::new(value))));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}
