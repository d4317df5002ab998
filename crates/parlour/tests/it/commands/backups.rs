//! A backup every night, without anybody's doing.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind;
use parlour_integrations::file_storage::FileStorage;
use parlour_testkit::process::{Installation, ParlourProcess, eventually};
use parlour_testkit::s3_server::S3Server;
use parlour_testkit::{Engine, test_on_both_engines};

use crate::parlour_binary::{
    demo_on_current_engine, demo_on_sqlite, installation_on_current_engine, sqlite_installation,
};

const SOON: Duration = Duration::from_secs(30);

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect()
}

async fn metric(process: &ParlourProcess, name: &str) -> Option<String> {
    let developer = process.session("dev@example.invalid", "developer");
    let metrics = process.get_as(&developer, AppKind::Admin, "/api/metrics").await.text();
    let line = metrics.lines().find(|line| line.starts_with(name))?;
    line.split(' ').next_back().map(str::to_owned)
}

/// Restores into another database, and reads from it.
fn assert_restores(salon: &Installation, backup: &Path) {
    if let Engine::Sqlite = Engine::current() {
        let elsewhere = sqlite_installation();
        elsewhere.run(&["restore", backup.to_str().unwrap()]).expect_success();
        assert!(elsewhere.run(&["doctor"]).stdout.contains("contains salon data"));
    } else {
        salon.run(&["restore", backup.to_str().unwrap()]).expect_success();
        assert!(salon.run(&["doctor"]).stdout.contains("contains salon data"));
    }
}

#[test_on_both_engines]
async fn a_backup_is_made_at_night_and_the_oldest_go() {
    // Two seconds before half past two.
    let salon = installation_on_current_engine()
        .with("PARLOUR_CLOCK_START", "2027-03-01T02:29:58+05:30")
        .with("PARLOUR_BACKUP_URL", "file://backups")
        .with("PARLOUR_BACKUP_KEEP", "2");
    salon.run(&["demo"]).expect_success();
    let folder = salon.folder().join("backups");
    fs::create_dir(&folder).unwrap();
    let (older, yesterday) = ("parlour-20270226T210003Z.db", "parlour-20270227T210003Z.dump");
    for name in [older, yesterday, "notes.txt", "parlour-old.db", "parlour-20270225T210001Z.db.partial-7-7-journal"] {
        fs::write(folder.join(name), name).unwrap();
    }
    let mut process = salon.serve(&[]);
    let made = |names: &BTreeSet<String>| {
        let is_made = |name: &&String| name.starts_with("parlour-20270228T2100") && !name.contains(".partial");
        names.iter().find(is_made).cloned()
    };
    let name = eventually(SOON, || async { made(&names_in(&folder)) }).await;
    let left = || async { Some(names_in(&folder)).filter(|names| !names.contains(older)) };
    let left = eventually(SOON, left).await;
    let expected = [&name, yesterday, "notes.txt", "parlour-old.db"].map(str::to_owned);
    assert_eq!(left, BTreeSet::from(expected), "what is not a backup of ours is left alone");
    let file = folder.join(&name);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let extension = if Engine::current() == Engine::Sqlite { "db" } else { "dump" };
    assert_eq!(Path::new(&name).extension().unwrap(), extension);
    let made_at = eventually(SOON, || metric(&process, "parlour_last_backup_timestamp_seconds")).await;
    assert!((1_803_848_400..1_803_848_430).contains(&made_at.parse::<i64>().unwrap()), "{made_at}");
    process.terminate();
    assert!(process.wait().success());
    assert_restores(&salon, &file);
}

#[test_on_both_engines]
async fn a_missed_backup_is_made_at_the_start_and_only_one() {
    let salon = installation_on_current_engine().with("PARLOUR_BACKUP_URL", "file://backups");
    let folder = salon.folder().join("backups");
    let doctor = salon.run(&["doctor"]);
    assert!(doctor.stdout.contains("warn  backups: there is none in backups yet"), "{doctor:?}");
    assert!(!folder.exists(), "doctor only looks");
    for _ in 0..2 {
        let mut process = salon.serve(&[]);
        eventually(SOON, || metric(&process, "parlour_last_backup_timestamp_seconds")).await;
        process.terminate();
        assert!(process.wait().success());
    }
    assert_eq!(names_in(&folder).len(), 1);
    let doctor = salon.run(&["doctor"]);
    assert!(doctor.stdout.contains("ok    backups: the newest in backups was made 0 hours ago"), "{doctor:?}");
}

#[test_on_both_engines]
async fn backups_go_to_a_bucket() {
    let server = tokio::task::spawn_blocking(S3Server::start).await.unwrap();
    let bucket = server.bucket("salon/backups");
    let salon = demo_on_current_engine()
        .with("PARLOUR_BACKUP_URL", &format!("s3://{}/salon/backups", bucket.name))
        .with("PARLOUR_BACKUP_KEEP", "1")
        .with("PARLOUR_STORAGE_ENDPOINT", bucket.endpoint.as_deref().unwrap())
        .with("PARLOUR_STORAGE_REGION", &bucket.region)
        .with("PARLOUR_STORAGE_ACCESS_KEY", &bucket.access_key)
        .with("PARLOUR_STORAGE_SECRET_KEY", &bucket.secret_key);
    let files = FileStorage::in_bucket(&bucket).unwrap();
    files.put("parlour-20200101T210000Z.db", "old").await.unwrap();
    files.put("notes.txt", "not ours").await.unwrap();
    let written = salon.run(&["backup"]);
    assert!(written.expect_success().contains(" as parlour-"), "{written:?}");
    let mut names = files.list().await.unwrap();
    names.sort_unstable();
    assert_eq!((names.len(), names[0].as_str()), (2, "notes.txt"), "{names:?}");
    let copy = salon.folder().join("fetched");
    fs::write(&copy, files.get(&names[1]).await.unwrap().unwrap()).unwrap();
    assert_restores(&salon, &copy);
    assert!(salon.run(&["doctor"]).stdout.contains("ok    backups: the newest in bucket "));
}

#[tokio::test]
async fn backups_at_the_same_time_and_of_the_future_do_no_harm() {
    let salon = demo_on_sqlite().with("PARLOUR_BACKUP_URL", "file://backups").with("PARLOUR_BACKUP_KEEP", "1");
    let folder = salon.folder().join("backups");
    fs::create_dir_all(folder.join("parlour-20200101T000000Z.db")).unwrap();
    // Made while the clock was wrong.
    let future = "parlour-20500101T000000Z.db";
    fs::write(folder.join(future), "later").unwrap();
    let doctor = salon.run(&["doctor"]);
    assert!(doctor.stdout.contains("warn  backups: there is none in backups yet"), "{doctor:?}");
    let mut all: Vec<_> = (0..4).map(|_| salon.spawn(&["backup"])).collect();
    for backup in &mut all {
        assert!(backup.wait().success(), "{:?}", backup.log_lines());
    }
    let left: Vec<String> =
        names_in(&folder).into_iter().filter(|name| name != future && !name.contains("2020")).collect();
    let [name] = left.as_slice() else { panic!("{left:?}") };
    assert!(name.starts_with("parlour-20"), "{name}");
    assert!(names_in(&folder).contains(future), "it is not counted");
    salon.run(&["restore", folder.join(name).to_str().unwrap()]).expect_success();
}

#[tokio::test]
async fn a_place_that_cannot_be_written_is_said_and_stops_nothing() {
    let salon = sqlite_installation().with("PARLOUR_BACKUP_URL", "file://file/backups");
    fs::write(salon.folder().join("file"), "").unwrap();
    let mut process = salon.serve(&[]);
    let line = process.wait_for_line(|line| line["message"] == "no backup was made; it is tried again");
    assert!(line["error"].as_str().unwrap().contains("file/backups"), "{line}");
    process.post_lead("Asha").await.unwrap().expect_created();
    let doctor = salon.run(&["doctor"]);
    assert!(doctor.stdout.contains("FAIL  backups: ") && !doctor.status.success(), "{doctor:?}");
    let refused = salon.run(&["backup"]);
    assert!(refused.expect_error_line().contains("file/backups"), "{refused:?}");
    let nowhere = sqlite_installation().run(&["backup"]);
    assert!(nowhere.expect_error_line().contains("name a file, or set PARLOUR_BACKUP_URL"), "{nowhere:?}");
}
