//! Where a test's data lives, and goes with it.

use std::path::PathBuf;
use std::sync::LazyLock;

use parlour_store::{DatabaseLocation, migrations};
use tempfile::TempDir;

use crate::Engine;
use crate::servers::PrivatePostgres;
use crate::temporary_folder::temporary_folder;

/// A migrated, empty database of its own.
#[derive(Debug)]
pub(crate) struct TestDatabase {
    pub(crate) location: DatabaseLocation,
    /// Removed with the database.
    _folder: Option<TempDir>,
}

/// Migrating takes longer than copying the result.
static TEMPLATE: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = temporary_folder();
    let path = folder.path().join("template.db");
    migrations::run(&DatabaseLocation::Sqlite(path.clone())).expect("an empty SQLite file can be migrated");
    (folder, path)
});

impl TestDatabase {
    pub(crate) fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => {
                let folder = temporary_folder();
                let path = folder.path().join("salon.db");
                std::fs::copy(&TEMPLATE.1, &path).expect("the template can be copied");
                Self { location: DatabaseLocation::Sqlite(path), _folder: Some(folder) }
            }
            Engine::Postgres => {
                let server = PrivatePostgres::shared();
                server.template(|url| {
                    migrations::run(&DatabaseLocation::Postgres(url.to_owned()))
                        .expect("an empty database can be migrated");
                });
                Self { location: DatabaseLocation::Postgres(server.fresh_database()), _folder: None }
            }
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let DatabaseLocation::Postgres(url) = &self.location {
            PrivatePostgres::shared().drop_database(url);
        }
    }
}
