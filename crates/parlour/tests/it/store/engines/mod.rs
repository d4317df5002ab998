//! The promises of `db.read` and `db.write`, kept by both engines.
#![expect(clippy::unwrap_used, reason = "a story that cannot go on has failed")]

mod changes;
mod counters;
mod errors;
mod postgres_failures;
mod schema;
mod sent_statements;
mod transactions;
mod values;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use parlour_db::{Conn, DatabaseLocation, Db, DbError, Tx, params};
use parlour_domain::ist::Timestamp;
use parlour_testkit::Engine;
use parlour_testkit::servers::PrivatePostgres;
use tempfile::TempDir;

async fn write<T: Send + 'static>(
    db: &Db,
    work: impl Fn(&mut Tx<'_>) -> Result<T, DbError> + Send + 'static,
) -> Result<T, DbError> {
    db.write(work).await
}

async fn read<T: Send + 'static>(
    db: &Db,
    work: impl Fn(&mut Conn<'_>) -> Result<T, DbError> + Send + 'static,
) -> Result<T, DbError> {
    db.read(work).await
}

/// Two plain tables of the schema serve as scratch paper: names, and numbers under a name.
fn insert_name(tx: &mut Tx<'_>, name: &str) -> Result<u64, DbError> {
    tx.execute(
        "insert into secrets (name, value, created_at) values ($1, 'x', $2)",
        params![name, Timestamp::from_millis(0)],
    )
}

fn add_to_number(tx: &mut Tx<'_>, name: &str, amount: i64) -> Result<u64, DbError> {
    tx.execute(
        "insert into change_counters (topic, version) values ($1, $2)
         on conflict (topic) do update set version = change_counters.version + excluded.version",
        params![name, amount],
    )
}

fn stored_number(conn: &mut Conn<'_>, name: &str) -> Result<i64, DbError> {
    let found = conn.one::<(i64,)>("select version from change_counters where topic = $1", params![name])?;
    Ok(found.map_or(0, |(version,)| version))
}

fn stored_names(conn: &mut Conn<'_>) -> Result<BTreeSet<String>, DbError> {
    let names = conn.all::<(String,)>("select name from secrets", params![])?;
    Ok(names.into_iter().map(|(name,)| name).collect())
}

/// A panic without the message that would fill the test's output.
fn panic_quietly() -> ! {
    std::panic::resume_unwind(Box::new(()))
}

/// A unit that lasts until its sender is dropped.
type OccupiedWriter = (mpsc::Sender<()>, tokio::task::JoinHandle<Result<(), DbError>>);

/// Occupies every thread that writes until the answer is sent; returns when all are occupied.
fn occupy_writers(db: &Db) -> Vec<OccupiedWriter> {
    let threads = if db.engine() == parlour_db::Engine::Sqlite { 1 } else { 16 };
    let (begun, begins) = mpsc::channel();
    let held = (0..threads)
        .map(|_| {
            let (release, released) = mpsc::channel();
            let (db, begun) = (db.clone(), begun.clone());
            let unit = tokio::spawn(async move {
                write(&db, move |_| {
                    let _ = begun.send(());
                    let _ = released.recv();
                    Ok(())
                })
                .await
            });
            (release, unit)
        })
        .collect();
    for _ in 0..threads {
        begins.recv_timeout(Duration::from_secs(20)).expect("every thread begins");
    }
    held
}

async fn release_writers(held: Vec<OccupiedWriter>) {
    for (release, unit) in held {
        drop(release);
        unit.await.unwrap().unwrap();
    }
}

async fn open_db(location: &DatabaseLocation) -> Db {
    let location = location.clone();
    tokio::task::spawn_blocking(move || Db::open(&location, None)).await.unwrap().unwrap()
}

/// A connection of somebody else's. Its calls block, so they run on a thread of their own.
fn with_postgres_client<T: Send>(url: &str, act: impl FnOnce(&mut postgres::Client) -> T + Send) -> T {
    let on_a_thread = || act(&mut postgres::Client::connect(url, postgres::NoTls).unwrap());
    std::thread::scope(|scope| scope.spawn(on_a_thread).join().unwrap())
}

const END_OTHER_SESSIONS: &str = "select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()";

fn sqlite_path(location: &DatabaseLocation) -> &Path {
    let DatabaseLocation::Sqlite(path) = location else { panic!("not on SQLite") };
    path
}

fn postgres_url(location: &DatabaseLocation) -> &str {
    let DatabaseLocation::Postgres(url) = location else { panic!("not on Postgres") };
    url
}

/// An empty place: no tables yet.
struct EmptyDatabase {
    location: DatabaseLocation,
    _folder: TempDir,
}

impl EmptyDatabase {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let location = match Engine::current() {
            Engine::Sqlite => DatabaseLocation::Sqlite(folder.path().join("a folder that is missing/salon.db")),
            Engine::Postgres => {
                let server = PrivatePostgres::shared();
                let url = server.fresh_database();
                // It may be a copy of the template that other tests share.
                with_postgres_client(&url, |client| {
                    client.batch_execute("drop schema public cascade; create schema public")
                })
                .unwrap();
                DatabaseLocation::Postgres(url)
            }
        };
        Self { location, _folder: folder }
    }

    fn execute_directly(&self, sql: &str) {
        match &self.location {
            DatabaseLocation::Sqlite(path) => {
                rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
            }
            DatabaseLocation::Postgres(url) => {
                with_postgres_client(url, |client| client.batch_execute(sql)).unwrap();
            }
        }
    }
}

impl Drop for EmptyDatabase {
    fn drop(&mut self) {
        if let DatabaseLocation::Postgres(url) = &self.location {
            PrivatePostgres::shared().drop_database(url);
        }
    }
}
