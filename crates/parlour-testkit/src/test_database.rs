//! Where a test's data lives, and goes with it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};
use std::{panic, thread};

use parlour_db::{DatabaseLocation, Db, migrations};
use tempfile::TempDir;

use crate::Engine;
use crate::servers::PrivatePostgres;
use crate::starting_data::StartingData;
use crate::temporary_folder::temporary_folder;

/// A migrated database of its own.
#[derive(Debug)]
pub(crate) struct TestDatabase {
    pub(crate) location: DatabaseLocation,
    /// Removed with the database.
    _folder: Option<TempDir>,
}

impl TestDatabase {
    /// Copies a template: migrating and inserting take longer. The first test that asks for this data makes the template.
    pub(crate) fn new(engine: Engine, data: StartingData) -> Self {
        match engine {
            Engine::Sqlite => {
                let folder = temporary_folder();
                let path = folder.path().join("salon.db");
                write_sqlite_copy(data, &path);
                Self { location: DatabaseLocation::Sqlite(path), _folder: Some(folder) }
            }
            Engine::Postgres => {
                let server = migrated_postgres();
                let insert = |url: &str| insert_into(&DatabaseLocation::Postgres(url.to_owned()), data);
                let url = if data.is_nothing() {
                    server.fresh_database()
                } else {
                    server.fresh_database_with(&data.to_string(), insert)
                };
                Self { location: DatabaseLocation::Postgres(url), _folder: None }
            }
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let DatabaseLocation::Postgres(url) = &self.location {
            drop_later(url.clone());
        }
    }
}

/// Lets the next test begin: Postgres first waits for connections to end, and writes down what others have changed. What
/// is left at the end goes with the server.
fn drop_later(url: String) {
    static DROPPED: LazyLock<Sender<String>> = LazyLock::new(|| {
        let (sender, urls) = mpsc::channel::<String>();
        thread::spawn(move || {
            for url in urls {
                // A failure is printed; the others are dropped all the same, or they would fill the memory.
                let _ = panic::catch_unwind(|| PrivatePostgres::shared().drop_database(&url));
            }
        });
        sender
    });
    // The thread ends with the process.
    let _ = DROPPED.send(url);
}

/// The shared server; its fresh databases are migrated, whichever test runs first.
pub(crate) fn migrated_postgres() -> &'static PrivatePostgres {
    let server = PrivatePostgres::shared();
    server.template(|url| {
        migrations::run(&DatabaseLocation::Postgres(url.to_owned())).expect("an empty database can be migrated");
    });
    server
}

/// Kept in memory: a static folder would stay behind.
type SqliteTemplate = Arc<OnceLock<Vec<u8>>>;

fn write_sqlite_copy(data: StartingData, path: &Path) {
    write_copy_of_sqlite_template(data.to_string(), path, |template| {
        let location = DatabaseLocation::Sqlite(template.to_owned());
        if data.is_nothing() {
            migrations::run(&location).expect("an empty SQLite file can be migrated");
        } else {
            write_sqlite_copy(StartingData::Nothing, template);
            insert_into(&location, data);
        }
    });
}

/// Writes a copy of the file that `make` makes at the path it gets. Only the first call with this name runs it; later and
/// simultaneous calls wait for it.
pub(crate) fn write_copy_of_sqlite_template(name: String, path: &Path, make: impl FnOnce(&Path)) {
    static TEMPLATES: LazyLock<Mutex<HashMap<String, SqliteTemplate>>> = LazyLock::new(Mutex::default);
    let template = {
        let mut templates = TEMPLATES.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(templates.entry(name).or_default())
    };
    let file = template.get_or_init(|| {
        let folder = temporary_folder();
        let template = folder.path().join("template.db");
        make(&template);
        assert!(!folder.path().join("template.db-wal").exists(), "everything is in the one file");
        std::fs::read(template).expect("the template can be read")
    });
    std::fs::write(path, file).expect("the template can be copied");
}

/// On a thread and in a runtime of its own: the test that needs the template first must not leave anything in it.
fn insert_into(location: &DatabaseLocation, data: StartingData) {
    let insert = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let db = Db::open_without_migrating(location, None).expect("the template can be opened");
        runtime.block_on(db.bulk_write(move |tx| data.insert(tx))).expect("the data can be inserted");
    };
    let done = thread::scope(|scope| scope.spawn(insert).join());
    done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
