//! What Parlour writes is for its own user only: files 0600, folders 0700, whatever the umask.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use image::codecs::png::PngEncoder;
use image::{DynamicImage, RgbImage};
use parlour_domain::auth::app_kind::AppKind::Admin;
use parlour_testkit::process::Installation;
use parlour_testkit::{Engine, test_on_both_engines};
use reqwest::Method;

use crate::parlour_binary::{PARLOUR_BINARY, demo_on_sqlite, installation_on_current_engine};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// Everything below the folder.
fn contents(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let nested = |path: PathBuf| {
        let below = if path.is_dir() { contents(&path) } else { Vec::new() };
        below.into_iter().chain([path])
    };
    entries.flat_map(nested).collect()
}

/// The binary, started by somebody whose files are open to everybody.
fn installation_with_open_umask() -> Installation {
    let salon = installation_on_current_engine();
    let script = salon.folder().join("parlour-with-open-umask");
    fs::write(&script, format!("#!/bin/sh\numask 000\nexec '{PARLOUR_BINARY}' \"$@\"\n")).unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    salon.with_binary(script)
}

#[test_on_both_engines]
async fn every_file_is_for_its_owner_only() {
    let salon = installation_with_open_umask();
    let mail = format!("file://{}/deep/mail", salon.folder().display());
    let salon = salon
        .with("PARLOUR_MAIL_URL", &mail)
        .with("PARLOUR_MAIL_FROM", "desk@test.invalid")
        .with("PARLOUR_REPORT_RECIPIENTS", "owner@test.invalid");
    let process = salon.serve(&["--demo"]);
    let owner = process.session("owner@demo.invalid", "owner");
    let services = process.get_as(&owner, Admin, "/api/desk/services").await.json();
    let service = services["data"]["categories"][0]["services"][0]["id"].as_str().unwrap().to_owned();
    let mut picture = Vec::new();
    DynamicImage::from(RgbImage::new(8, 8)).write_with_encoder(PngEncoder::new(&mut picture)).unwrap();
    let path = format!("/api/services/{service}/image");
    let upload = process.send_request(Admin, Method::PUT, &path, |request| {
        request.header("cookie", &owner).header("content-type", "image/png").body(picture)
    });
    upload.await.unwrap().expect_ok();
    process.run(&["job", "daily-sales-report"]).expect_success();
    process.run(&["backup", "copy"]).expect_success();
    assert!(process.run(&["export", "exported"]).status.success());
    let given = salon.folder().join("rows.csv");
    fs::write(&given, "name,phone\nNobody,12\n").unwrap();
    assert_eq!(process.run(&["import", "customers", "rows.csv"]).status.code(), Some(3));

    let found: Vec<PathBuf> = contents(salon.folder())
        .into_iter()
        .filter(|path| *path != given && !path.ends_with("parlour-with-open-umask"))
        .collect();
    let open: Vec<String> = found
        .iter()
        .filter(|path| mode(path) != if path.is_dir() { 0o700 } else { 0o600 })
        .map(|path| format!("{} {:o}", path.display(), mode(path)))
        .collect();
    assert_eq!(open, [""; 0]);
    let mut expected = vec!["data/files", ".eml", "copy", "exported/", "rows.csv.errors.csv", "deep"];
    if Engine::current() == Engine::Sqlite {
        expected.extend(["data/parlour.db", "data/parlour.db-wal", "data/parlour.db-shm"]);
    }
    for expected in expected {
        assert!(found.iter().any(|path| path.display().to_string().contains(expected)), "{expected}: {found:?}");
    }
}

/// As an older version left it: the database readable by everybody, in a folder that the operator made.
#[test]
fn an_older_database_is_withdrawn_from_others_and_its_folder_left_alone() {
    let salon = demo_on_sqlite();
    let (folder, database) = (salon.folder().join("data"), salon.folder().join("data/parlour.db"));
    fs::write(folder.join("notes.txt"), "of the operator").unwrap();
    for (path, open) in [(&folder, 0o755), (&database, 0o644), (&folder.join("notes.txt"), 0o644)] {
        fs::set_permissions(path, Permissions::from_mode(open)).unwrap();
    }
    let process = salon.serve(&[]);
    assert_eq!(mode(&database), 0o600);
    assert_eq!(mode(&folder.join("parlour.db-wal")), 0o600);
    assert_eq!((mode(&folder), mode(&folder.join("notes.txt"))), (0o755, 0o644));
    drop(process);
}
