//! Everything in a folder, for whoever leaves or just wants to look.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use parlour_db::{Conn, DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_testkit::test_on_both_engines;
use serde_json::Value;

use crate::parlour_binary::demo_on_current_engine;

fn exported_records(folder: &Path, table: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(format!("{table}.json"))).unwrap();
    serde_json::from_str::<Vec<Value>>(&text).unwrap()
}

fn exported_csv_rows(folder: &Path, table: &str) -> Vec<csv::StringRecord> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).from_path(folder.join(format!("{table}.csv"))).unwrap();
    reader.records().map(Result::unwrap).collect()
}

#[test_on_both_engines]
async fn an_export_has_every_record_as_json_and_csv_and_no_secrets() {
    let salon = demo_on_current_engine();
    let process = salon.serve(&[]);
    let boss = process.session("boss@example.invalid", "owner");
    let ran = salon.run(&["export", "out"]);
    assert!(ran.status.success(), "{ran:?}");
    assert!(ran.stdout.starts_with("Exported to out: "), "{ran:?}");
    assert!(ran.stderr.contains("bookings"), "progress is shown: {ran:?}");
    let folder = salon.folder().join("out");

    let contents: Value = serde_json::from_str(&fs::read_to_string(folder.join("contents.json")).unwrap()).unwrap();
    let tables = contents["tables"].as_object().unwrap();
    for secret in ["sessions", "secrets", "idempotency_keys", "push_subscriptions", "calendar_feeds"] {
        assert!(!tables.contains_key(secret), "{secret}");
    }
    for (table, about) in tables {
        let (records, csv_rows) = (exported_records(&folder, table), exported_csv_rows(&folder, table));
        assert_eq!(records.len() as u64, about["rows"].as_u64().unwrap(), "{table}");
        assert_eq!(csv_rows.len(), records.len() + 1, "{table}");
        let header = &csv_rows[0];
        for (record, row) in records.iter().zip(&csv_rows[1..]) {
            assert_eq!(record.as_object().unwrap().len(), header.len(), "{table}");
            for (name, cell) in header.iter().zip(row) {
                let is_same = match &record[name] {
                    Value::Null => cell.is_empty(),
                    Value::String(text) => cell == text || cell.strip_prefix('\'') == Some(text),
                    other => format!("{other}") == cell,
                };
                assert!(is_same, "{table}.{name}: {} and {cell:?}", record[name]);
            }
        }
    }
    // What the apps show and what was exported are the same records, by the same names.
    let listed = process.get_as(&boss, AppKind::Admin, "/api/bookings").await.expect_ok();
    let listed = listed["bookings"].as_array().unwrap();
    assert_eq!(listed.len() as u64, tables["bookings"]["rows"].as_u64().unwrap());
    let exported = exported_records(&folder, "bookings");
    let same = exported.iter().find(|record| record["id"] == listed[0]["id"]).unwrap();
    for name in ["bookingNumber", "customerId", "status", "bookingDate", "startTime", "totalAmountPaise", "createdAt"] {
        assert_eq!(same[name], listed[0][name], "{name}");
    }
    for name in ["bookings.csv", "bookings.json", "contents.json"] {
        let mode = fs::metadata(folder.join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name} is for the owner's eyes only");
    }

    let again = salon.run(&["export", "out"]);
    assert!(again.expect_error_line().contains("not empty"), "{again:?}");
}

/// Whatever table a later version brings is exported, or left out on purpose.
#[test_on_both_engines]
async fn every_table_is_exported_or_excluded_on_purpose() {
    let salon = parlour_testkit::TestSalon::open().await;
    let tables = salon.app.db.read(|conn: &mut Conn<'_>| -> Result<_, DbError> {
        let exported = parlour_store::import_export::full_export::list_tables(conn)?;
        let names: BTreeSet<String> = exported.into_iter().map(|table| table.name().to_owned()).collect();
        Ok((names, conn.one::<(i64,)>("select count(*) from branches", params![])?))
    });
    let (tables, _) = tables.await.unwrap();
    for table in ["users", "profiles", "bookings", "booking_services", "invoices", "invoice_lines", "audit_log"] {
        assert!(tables.contains(table), "{table}");
    }
    assert!(tables.len() >= 37, "{tables:?}");
}
