//! The migrations and what they leave.
#![expect(clippy::unused_async, reason = "a story is async, whether it waits or not")]

use std::collections::BTreeSet;
use std::sync::{Arc, Barrier};

use parlour_db::{Conn, DatabaseLocation, Db, DbError, migrations, params};
use parlour_domain::customer::DirectorySort;
use parlour_domain::ist::Timestamp;
use parlour_store::customers::directory;
use parlour_testkit::{Engine, TestSalon, test_on_both_engines};
use tempfile::TempDir;

use super::{EmptyDatabase, open_db, postgres_url, read, with_postgres_client, write};

#[test_on_both_engines]
async fn processes_that_start_together_migrate_once() {
    let home = EmptyDatabase::new();
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let location = home.location.clone();
            std::thread::spawn(move || migrations::run(&location))
        })
        .collect();
    let applied: Vec<Vec<String>> = starts.into_iter().map(|start| start.join().unwrap().unwrap()).collect();
    let counts: BTreeSet<usize> = applied.iter().map(Vec::len).collect();
    assert!(counts.len() == 2 && counts.contains(&0), "{applied:?}");
    assert_eq!(applied.iter().filter(|names| !names.is_empty()).count(), 1, "{applied:?}");
    assert_eq!(migrations::run(&home.location).unwrap(), Vec::<String>::new(), "and never again");
    if let DatabaseLocation::Sqlite(path) = &home.location {
        let left: BTreeSet<_> =
            std::fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(left, BTreeSet::from(["salon.db".into()]));
    }
}

#[test_on_both_engines]
async fn an_unknown_migration_history_is_refused() {
    let home = EmptyDatabase::new();
    migrations::run(&home.location).unwrap();
    home.execute_directly("update refinery_schema_history set checksum = '1' where version = 2");
    let refusal = Db::open(&home.location, None).unwrap_err().to_string();
    assert!(refusal.contains("V2__catalogue in the database is not the one"), "{refusal}");

    let home = EmptyDatabase::new();
    migrations::run(&home.location).unwrap();
    home.execute_directly(
        "insert into refinery_schema_history (version, name, applied_on, checksum)
         values (4711, 'time_travel', '2030-01-01T00:00:00Z', '1')",
    );
    let refusal = Db::open(&home.location, None).unwrap_err().to_string();
    assert!(refusal.contains("V4711__time_travel, which this version of Parlour does not know"), "{refusal}");
}

/// A migration that fails half-way must find its tables gone when it runs again.
#[test_on_both_engines]
async fn a_failed_migration_is_rolled_back() {
    let home = EmptyDatabase::new();
    if let DatabaseLocation::Sqlite(path) = &home.location {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    }
    home.execute_directly("create table directory_counts (in_the_way bigint)");
    migrations::run(&home.location).unwrap_err();
    // It was in the way of the last one; nothing is left of the first either.
    home.execute_directly("drop table directory_counts; create table users (probe bigint); drop table users");
    assert!(!migrations::run(&home.location).unwrap().is_empty());
    drop(open_db(&home.location).await);
}

/// But for `directory_search`, which each has of its own kind.
#[test]
fn both_engines_have_the_same_schema() {
    parlour_testkit::run(Engine::Postgres, async || {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("salon.db");
        migrations::run(&DatabaseLocation::Sqlite(path.clone())).unwrap();
        let sqlite = rusqlite::Connection::open(&path).unwrap();
        let salon = TestSalon::open().await;
        let both = |for_sqlite: &str, for_postgres: &str| {
            let here: BTreeSet<String> = sqlite
                .prepare(for_sqlite)
                .unwrap()
                .query_map([], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let there: BTreeSet<String> = with_postgres_client(postgres_url(salon.location()), |client| {
                client.query(for_postgres, &[]).unwrap().iter().map(|row| row.get(0)).collect()
            });
            let only_here: Vec<_> = here.difference(&there).collect();
            let only_there: Vec<_> = there.difference(&here).collect();
            assert!(here == there, "on SQLite only {only_here:?}, on Postgres only {only_there:?}");
            here.len()
        };
        let count = both(
            "select t.name || '.' || c.name || ' ' || replace(lower(c.type), 'timestamptz', 'timestamp with time zone')
                 || case when c.\"notnull\" then ' not null' else '' end
             from sqlite_master t join pragma_table_info(t.name) c
             where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'refinery_schema_history'
                 and t.name not like 'directory_search%'",
            "select table_name || '.' || column_name || ' '
                 || replace(data_type, 'time without time zone', 'time')
                 || case when is_nullable = 'NO' then ' not null' else '' end
             from information_schema.columns
             where table_schema = 'public' and table_name <> 'refinery_schema_history'
                 and table_name not like 'directory_search%'",
        );
        assert!(count > 300, "{count} columns");
        let count = both(
            "select t.name || ' on ' || t.tbl_name
                 || case when l.\"unique\" then ' unique' else '' end || case when l.partial then ' partial' else '' end
             from sqlite_master t join pragma_index_list(t.tbl_name) l on l.name = t.name
             where t.type = 'index' and t.sql is not null",
            "select i.relname || ' on ' || t.relname
                 || case when x.indisunique then ' unique' else '' end
                 || case when x.indpred is not null then ' partial' else '' end
             from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
                 join pg_namespace n on n.oid = t.relnamespace
             where n.nspname = 'public' and i.relname not like 'directory_search%' and not exists
                 (select 1 from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u'))",
        );
        assert!(count > 80, "{count} indexes");
        // What foreign keys and unique constraints say: SQLite keeps no names of these.
        let foreign_keys = both(
            "select t.name || ' ' || count(distinct f.id) from sqlite_master t join pragma_foreign_key_list(t.name) f
             where t.type = 'table' group by t.name",
            "select t.relname || ' ' || count(*) from pg_constraint c join pg_class t on t.oid = c.conrelid
             where c.contype = 'f' and c.connamespace = 'public'::regnamespace group by t.relname",
        );
        let keys = both(
            // Of a number that is SQLite's own it keeps no index.
            "select t.name || ' ' || (count(*) + (select count(*) from pragma_table_info(t.name) c
                 where c.pk and lower(c.type) = 'integer')) from sqlite_master t join pragma_index_list(t.name) l
             where t.type = 'table' and l.origin in ('u', 'pk') and t.name <> 'refinery_schema_history'
                 and t.name not like 'directory_search%' group by t.name",
            "select t.relname || ' ' || count(*) from pg_constraint c join pg_class t on t.oid = c.conrelid
             where c.contype in ('u', 'p') and c.connamespace = 'public'::regnamespace
                 and t.relname <> 'refinery_schema_history' and t.relname not like 'directory_search%'
             group by t.relname",
        );
        assert!(foreign_keys > 20 && keys > 30, "{foreign_keys} and {keys} tables");
    });
}

/// As they were before the directory had texts of its own, and then today's.
#[test_on_both_engines]
async fn customers_of_an_older_version_are_in_the_directory() {
    let home = EmptyDatabase::new();
    migrate_up_to(&home, 5);
    home.execute_directly(
        "insert into users (id, name, name_folded, created_at, updated_at) values
             ('a', 'Asha', 'asha', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('b', 'Asha', 'asha', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('c', 'Asha', 'asha', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
         insert into profiles (id, user_id, in_directory, name_folded, search_text, created_at, updated_at)
             select id, id, id <> 'c', 'asha', 'asha rao asharao', created_at, updated_at from users;",
    );
    assert_eq!(migrations::run(&home.location).unwrap()[0], "V6__directory");
    let db = open_db(&home.location).await;
    for search in ["", "as", "asha rao"] {
        let wanted = directory::DirectoryFilter::new(search, None);
        let found = read(&db, move |conn| directory::page(conn, &wanted, DirectorySort::Name, 10, 0));
        let (entries, count) = found.await.unwrap();
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!((ids, count), (vec!["a", "b"], 2), "{search:?}");
    }
}

/// As they were while names were compared letter by letter.
#[test_on_both_engines]
async fn names_of_an_older_version_are_found_without_a_nukta() {
    let home = EmptyDatabase::new();
    migrate_up_to(&home, 32);
    home.execute_directly(
        "insert into users (id, name, name_folded, created_at, updated_at) values
             ('a', 'Asha', 'asha', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('z1', 'ज\u{93C}ारा', 'ज\u{93C}ारा', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('z2', '\u{95B}ारा', '\u{95B}ारा', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
         insert into profiles (id, user_id, language, in_directory, name_folded, created_at, updated_at)
             select id, id, 'hi', true, name_folded, created_at, updated_at from users;
         insert into directory_texts (user_id, name_folded, search_text) select id, name_folded, name_folded from users;",
    );
    assert!(migrations::run(&home.location).unwrap().contains(&"V35__devanagari_names".to_owned()));
    let db = open_db(&home.location).await;
    for search in ["जारा", "ज\u{93C}ारा", "\u{95B}ारा"] {
        let wanted = directory::DirectoryFilter::new(search, None);
        let found = read(&db, move |conn| directory::page(conn, &wanted, DirectorySort::Name, 10, 0));
        let (entries, count) = found.await.unwrap();
        let ids: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
        assert_eq!((ids, count), (vec!["z1", "z2"], 2), "{search:?}");
    }
    let names = "select count(*) from users where name_folded in ('asha', 'जारा') and name <> 'जारा'";
    assert_eq!(read(&db, |conn| conn.one::<(i64,)>(names, params![])).await.unwrap(), Some((3,)));
}

/// What had failed when there was one time for both keeps it; what waits is tried when it is due.
#[test_on_both_engines]
async fn jobs_of_an_older_version_keep_their_due_time() {
    let home = EmptyDatabase::new();
    migrate_up_to(&home, 8);
    home.execute_directly(
        "insert into work (id, kind, due_at, created_at) values
             ('w1', 'retention', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('w2', 'retention', '2027-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');",
    );
    assert_eq!(migrations::run(&home.location).unwrap()[0], "V9__work_tries");
    let db = open_db(&home.location).await;
    let others = "select count(*) from queued_jobs where try_at <> due_at";
    assert_eq!(read(&db, |conn| conn.one::<(i64,)>(others, params![])).await.unwrap(), Some((0,)));
}

/// The extension is the server's: without it the directory is searched all the same.
#[test]
fn a_database_opens_without_the_trigram_index() {
    parlour_testkit::run(Engine::Postgres, async || {
        let home = EmptyDatabase::new();
        home.execute_directly(
            "drop extension if exists pg_trgm; do $$ begin
                 execute format('revoke create on database %I from parlour, public', current_database());
             end $$",
        );
        let db = open_db(&home.location).await;
        let indexes = "select count(*) from pg_indexes where indexname like 'directory_search%' and indexname <> 'directory_search_bytes_pk'";
        let found = read(&db, |conn| {
            let indexes = conn.one::<(i64,)>(indexes, params![])?;
            let wanted = directory::DirectoryFilter::new("asha", None);
            Ok((indexes, directory::page(conn, &wanted, DirectorySort::Ltv, 10, 0)?.1))
        });
        assert_eq!(found.await.unwrap(), (Some((0,)), 0));
    });
}

#[test]
fn every_sqlite_connection_has_the_required_settings() {
    parlour_testkit::run(Engine::Sqlite, async || {
        let settings = |conn: &mut Conn<'_>| -> Result<(String, i64, i64), DbError> {
            Ok((
                conn.one::<(String,)>("pragma journal_mode", params![])?.unwrap().0,
                conn.one::<(i64,)>("pragma synchronous", params![])?.unwrap().0,
                conn.one::<(i64,)>("pragma foreign_keys", params![])?.unwrap().0,
            ))
        };
        let promised = ("wal".to_owned(), 2, 1);
        let salon = TestSalon::demo().await;
        let db = &salon.app.db;
        assert_eq!(write(db, move |tx| settings(tx)).await.unwrap(), promised);
        // All four readers at the same time.
        let meeting = Arc::new(Barrier::new(4));
        let reads: Vec<_> = (0..4)
            .map(|_| {
                let (db, meeting) = (db.clone(), Arc::clone(&meeting));
                tokio::spawn(async move {
                    read(&db, move |conn| {
                        meeting.wait();
                        settings(conn)
                    })
                    .await
                })
            })
            .collect();
        for found in reads {
            assert_eq!(found.await.unwrap().unwrap(), promised);
        }
        let broken = read(db, |conn| conn.all::<(String,)>("pragma foreign_key_check", params![]));
        assert_eq!(broken.await.unwrap(), Vec::<(String,)>::new());
        let sound = read(db, |conn| conn.one::<(String,)>("pragma integrity_check", params![])).await.unwrap();
        assert_eq!(sound, Some(("ok".to_owned(),)));
    });
}

/// Id, language, last sign-in and invitation.
type KnownUser = (String, Option<String>, Option<Timestamp>, Option<Timestamp>);

/// What sessions, profiles and the log knew of people is known of them.
#[test_on_both_engines]
async fn people_of_an_older_version_keep_their_language_and_last_sign_in() {
    let home = EmptyDatabase::new();
    migrate_up_to(&home, 29);
    home.execute_directly(
        "insert into users (id, name, name_folded, invitation_expires_at, created_at, updated_at) values
             ('accepted', 'Asha', 'asha', null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('invited', 'Asha', 'asha', '2026-01-15T00:00:00.000Z', '2026-01-01T00:00:00.000Z',
              '2026-01-01T00:00:00.000Z'),
             ('never', 'Asha', 'asha', null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'),
             ('reads', 'Asha', 'asha', null, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
         insert into profiles (id, user_id, language, name_folded, created_at, updated_at)
             select id, id, case when id = 'reads' then 'hi' else 'en' end, 'asha', created_at, updated_at from users;
         insert into sessions (token_hash, id, user_id, app, created_at, extended_at, expires_at) values
             ('h1', 's1', 'reads', 'admin', '2026-02-01T00:00:00.000Z', '2026-02-05T00:00:00.000Z',
              '2026-02-12T00:00:00.000Z'),
             ('h2', 's2', 'reads', 'customer', '2026-02-02T00:00:00.000Z', '2026-02-02T00:00:00.000Z',
              '2026-02-09T00:00:00.000Z');
         insert into audit_log (id, origin, action, record_type, record_id, concerns_user_id, created_at) values
             ('a1', 'admin', 'user.invite', 'user', 'accepted', 'accepted', '2026-01-01T00:00:00.000Z'),
             ('a2', 'admin', 'session.start', 'session', 's0', 'accepted', '2026-01-02T00:00:00.000Z'),
             ('a3', 'admin', 'session.start', 'session', 's1', 'reads', '2026-02-01T00:00:00.000Z');",
    );
    assert!(migrations::run(&home.location).unwrap().contains(&"V30__own_visits".to_owned()));
    let db = open_db(&home.location).await;
    let known = read(&db, |conn| {
        conn.all::<KnownUser>("select id, language, last_sign_in_at, invited_at from users order by id", params![])
    });
    let day = |at: Option<Timestamp>| at.map_or("-".to_owned(), |at| at.to_string()[..10].to_owned());
    let known: Vec<String> = known
        .await
        .unwrap()
        .into_iter()
        .map(|(id, language, signed_in, invited)| {
            format!("{id} {} {} {}", language.unwrap_or("-".to_owned()), day(signed_in), day(invited))
        })
        .collect();
    assert_eq!(
        known,
        ["accepted - 2026-01-02 2026-01-01", "invited - - 2026-01-01", "never - - -", "reads hi 2026-02-02 -",]
    );
}

/// The database of an older version of Parlour.
fn migrate_up_to(home: &EmptyDatabase, version: i32) {
    let location = home.location.clone();
    // The Postgres client blocks on a runtime of its own, which a runtime's thread does not allow.
    std::thread::spawn(move || migrations::run_up_to(&location, version)).join().unwrap().unwrap();
}
