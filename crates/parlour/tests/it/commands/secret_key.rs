//! The keys that Parlour keeps in its database are encrypted under `PARLOUR_SECRET_KEY`.

use std::fs;

use parlour_app::secrets::{SecretKey, Secrets};
use parlour_db::{DatabaseLocation, Db, DbError, params};
use parlour_domain::auth::app_kind::AppKind::Admin;
use parlour_testkit::fixtures::secrets::SECRET_KEY;
use parlour_testkit::process::Installation;
use parlour_testkit::test_on_both_engines;
use serde_json::json;

use crate::parlour_binary::{demo_on_current_engine, production_installation};

const OTHER_KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

async fn stored_keys(db: &Db) -> Vec<(String, String)> {
    let read =
        db.read(|conn| -> Result<_, DbError> { conn.all("select name, value from secrets order by name", params![]) });
    read.await.unwrap()
}

/// Starts, makes a link to a file so that its key exists, and ends.
async fn serve_once(salon: &Installation) {
    let mut process = salon.serve(&[]);
    let owner = process.session("owner@demo.invalid", "owner");
    let invoices = process.get_as(&owner, Admin, "/api/billing/invoices").await.expect_ok();
    let id = invoices["invoices"][0]["id"].as_str().unwrap().to_owned();
    let made = json!({ "invoiceId": id }).to_string();
    assert!(process.run(&["job", "invoice-pdf", "--body", &made]).status.success());
    let linked = process.get_as(&owner, Admin, &format!("/api/billing/invoices/{id}/pdf")).await;
    let path = linked.header("location").unwrap_or_else(|| panic!("{}", linked.text())).to_owned();
    let file = process.get(Admin, &path[path.find("/files/").unwrap()..]).await;
    assert_eq!(file.status, 200);
    process.terminate();
    assert!(process.wait().success());
}

/// The bytes of the database's files; of Postgres, the text of a dump.
fn stored_bytes(salon: &Installation) -> Vec<u8> {
    match salon.location() {
        DatabaseLocation::Sqlite(path) => ["", "-wal", "-shm"]
            .iter()
            .flat_map(|suffix| fs::read(format!("{}{suffix}", path.display())).unwrap_or_default())
            .collect(),
        DatabaseLocation::Postgres(url) => {
            std::process::Command::new("pg_dump").arg(url).output().expect("pg_dump runs").stdout
        }
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(text)
}

#[test_on_both_engines]
async fn stored_keys_are_encrypted_at_the_first_start_with_a_key() {
    let plain = demo_on_current_engine();
    serve_once(&plain).await;
    let before = stored_keys(&plain.database().await).await;
    assert!(before.iter().any(|(name, _)| name == "invoicing"), "{before:?}");
    let bytes = stored_bytes(&plain);
    for (name, value) in &before {
        assert!(contains(&bytes, value), "{name} is plain in development");
    }

    let encrypted = plain.clone().with("PARLOUR_SECRET_KEY", SECRET_KEY);
    for _ in 0..2 {
        serve_once(&encrypted).await;
    }
    encrypted.run(&["job", "session-cleanup"]).expect_success();
    let db = encrypted.database().await;
    let after = stored_keys(&db).await;
    assert_eq!(after.len(), before.len());
    assert!(after.iter().all(|(_, value)| value.starts_with("aes-256-gcm:1:")), "{after:?}");
    let secrets = Secrets::new(SecretKey::parse(SECRET_KEY));
    for (name, value) in &before {
        let (secrets, key) = (secrets.clone(), name.clone());
        let read = db.read(move |conn| secrets.get(conn, &key)).await.unwrap();
        assert_eq!(read.as_ref(), Some(value), "the same key as before, so that links stay valid");
    }
    drop(db);
    let bytes = stored_bytes(&encrypted);
    for (name, value) in &before {
        assert!(!contains(&bytes, value), "{name} is still plain somewhere");
    }
    assert!(encrypted.run(&["doctor"]).stdout.contains("ok    keys in the database"));
}

#[test_on_both_engines]
async fn another_key_or_none_stops_the_start_and_changes_nothing() {
    let salon = demo_on_current_engine().with("PARLOUR_SECRET_KEY", SECRET_KEY);
    serve_once(&salon).await;
    let before = stored_keys(&salon.database().await).await;
    assert!(!before.is_empty() && before.iter().all(|(_, value)| value.starts_with("aes-256-gcm:1:")));
    for wrong in [salon.clone().with("PARLOUR_SECRET_KEY", OTHER_KEY), salon.clone().without("PARLOUR_SECRET_KEY")] {
        for command in [&["serve"][..], &["job", "session-cleanup"]] {
            let refused = wrong.run(command);
            let line = refused.stderr.lines().last().unwrap_or_default();
            assert!(
                !refused.status.success() && line.starts_with("parlour: PARLOUR_SECRET_KEY is not "),
                "{refused:?}"
            );
            assert!(!refused.stderr.contains(OTHER_KEY), "{refused:?}");
        }
        let looked = wrong.run(&["doctor"]);
        assert!(!looked.status.success() && looked.stdout.contains("FAIL  keys in the database: PARLOUR_SECRET_KEY"));
        // Commands that use no key need none.
        wrong.run(&["user", "list"]).expect_success();
    }
    assert_eq!(stored_keys(&salon.database().await).await, before);
    serve_once(&salon).await;
}

#[test]
fn production_does_not_start_without_a_key() {
    let salon = production_installation().without("PARLOUR_SECRET_KEY");
    for command in [&["serve"][..], &["job", "session-cleanup"]] {
        let refused = salon.run(command);
        assert!(
            refused.expect_error_line().starts_with("parlour: PARLOUR_SECRET_KEY: production needs"),
            "{refused:?}"
        );
    }
    assert!(production_installation().run(&["job", "session-cleanup"]).status.success());
}

#[test_on_both_engines]
#[expect(clippy::unused_async, reason = "a story is async, whether it waits or not")]
async fn an_export_has_no_keys() {
    let salon = demo_on_current_engine().with("PARLOUR_SECRET_KEY", SECRET_KEY);
    salon.run(&["job", "session-cleanup"]).expect_success();
    assert!(salon.run(&["export", "out"]).status.success());
    for file in fs::read_dir(salon.folder().join("out")).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        assert!(!name.starts_with("secrets"), "{name}");
        assert!(!contains(&fs::read(&file).unwrap(), "aes-256-gcm"), "{name}");
    }
}
