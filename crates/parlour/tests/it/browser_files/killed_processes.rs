//! Real processes that are killed in the middle of an import: all rows are imported, and none twice.

use std::fmt::Write as _;
use std::time::Duration;

use parlour_domain::auth::app_kind::AppKind::Admin;
use parlour_testkit::process::{ParlourProcess, eventually};
use parlour_testkit::{Reply, test_on_both_engines};
use reqwest::Method;
use serde_json::{Value, json};

use crate::parlour_binary::installation_on_current_engine;

const ROWS: usize = 3_000;

async fn post(process: &ParlourProcess, cookie: &str, path: &str, body: String) -> Reply {
    let reply = process.send_request(Admin, Method::POST, path, |request| {
        request.header("cookie", cookie).header("content-type", "text/csv").body(body)
    });
    reply.await.unwrap()
}

async fn shown(process: &ParlourProcess, cookie: &str, path: &str) -> Value {
    process.get_as(cookie, Admin, path).await.expect_ok()["import"].clone()
}

#[test_on_both_engines]
async fn an_import_goes_on_after_its_process_was_killed() {
    let salon = installation_on_current_engine();
    // Later than all that a process has to itself.
    let at = |time: &str| salon.clone().with("PARLOUR_CLOCK_START", &format!("2027-03-03T{time}:00+05:30"));
    let mut process = at("10:00").serve(&[]);
    let boss = process.session("boss@example.invalid", "manager");
    let mut file = "name,phone\n".to_owned();
    for number in 0..ROWS {
        writeln!(file, "Guest {number},98{number:08}").unwrap();
    }
    let checked = post(&process, &boss, "/api/imports?kind=customers", file).await.expect_created();
    assert_eq!(checked["import"]["accepted"], ROWS, "{checked}");
    let path = format!("/api/imports/{}", checked["import"]["id"].as_str().unwrap());
    post(&process, &boss, &format!("{path}/apply"), String::new()).await.expect_ok();
    let begun = || async { (shown(&process, &boss, &path).await["done"] != 0).then_some(()) };
    eventually(Duration::from_mins(1), begun).await;
    process.kill();

    let process = at("10:05").serve(&[]);
    let over = || async {
        let import = shown(&process, &boss, &path).await;
        (import["status"] != "running").then_some(import)
    };
    let done = eventually(Duration::from_mins(2), over).await;
    assert_eq!((&done["status"], &done["done"]), (&json!("done"), &json!(ROWS)), "{done}");
    assert_eq!((&done["accepted"], &done["duplicates"], &done["refused"]), (&json!(ROWS), &json!(0), &json!([])));
    let listed = process.get_as(&boss, Admin, "/api/customers").await.json();
    assert_eq!(listed["meta"]["totalCount"], ROWS, "{}", listed["meta"]);
}
