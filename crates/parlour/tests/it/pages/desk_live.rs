//! How soon a change at one desk is on the others: twenty desks of one branch, at one process or at two.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::availability::friday_haircut_for;
use parlour_testkit::actions::bookings::{BOOKINGS_PATH, create_booking};
use parlour_testkit::chromium::{Chromium, ChromiumOptions};
use parlour_testkit::fixtures::busy_saturday::time_text;
use parlour_testkit::fixtures::live_salon::FRIDAY;
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::process::{Actor, Installation, ParlourProcess};
use parlour_testkit::{Engine, Person, TestSalon, run_within, test_on_both_engines};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::timeout;

use super::desk_visit::live_friday;
use crate::parlour_binary::PARLOUR_BINARY;

/// The bar: so soon, in 95 of 100 cases.
const BAR_MS: u64 = 1_000;
/// Who has heard nothing by then never will.
const LONGEST: Duration = Duration::from_secs(10);
const STREAMS: usize = 18;

#[expect(clippy::disallowed_methods, reason = "it is compared with the clock of the browsers")]
fn now_ms() -> u64 {
    u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

fn serve(salon: &TestSalon) -> ParlourProcess {
    let url = salon.database_url();
    let installation = Installation::new(PARLOUR_BINARY).without_rate_limits().with("PARLOUR_DATABASE_URL", &url);
    installation.with("PARLOUR_CLOCK_START", &salon.now().to_string()).serve(&[])
}

/// A desk that only listens: the time of the last event of its board.
async fn listen(url: &str, person: &Person) -> watch::Receiver<u64> {
    let cookie = format!("{}={}", person.app_kind.session_cookie(), person.token());
    // No time limit: it listens as long as the story goes on.
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let topics = format!("board:{PUNE}:{FRIDAY},requests");
    let request = client.get(format!("{url}/live")).query(&[("topics", &topics)]).header("cookie", cookie);
    let mut response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    let (sender, receiver) = watch::channel(0);
    tokio::spawn(async move {
        while let Ok(Some(part)) = response.chunk().await {
            if String::from_utf8_lossy(&part).contains("board:") {
                sender.send_replace(now_ms());
            }
        }
    });
    receiver
}

/// A desk whose board notes when its only visit has come to another row.
async fn open_board(page: &Chromium, url: &str, person: &Person) {
    page.sign_in_as(person).await;
    page.go(&format!("{url}/board?at={PUNE}&day={FRIDAY}")).await;
    let script = "
        let last;
        window.seen = {};
        new MutationObserver(() => {
            const item = document.querySelector('.board li.at');
            const row = /\\br(\\d+)/.exec(item?.className ?? '')?.[1];
            if (row && row !== last) window.seen[last = row] = Date.now();
        }).observe(document.querySelector('.board'), { subtree: true, childList: true, attributes: true });";
    page.execute(script, &[]).await;
}

fn report(what: &str, mut waits: Vec<u64>) {
    waits.sort_unstable();
    let at = |percent: usize| waits[(waits.len() * percent).div_ceil(100) - 1];
    println!("{what}: {} waits, p50 {} ms, p95 {} ms, max {} ms", waits.len(), at(50), at(95), at(100));
    assert!(at(95) <= BAR_MS, "{what}: {waits:?}");
}

async fn measure(changes: usize) {
    let salon = live_friday().await;
    let mut desks = Vec::new();
    for number in 0..STREAMS + 2 {
        desks.push(salon.member(&format!("Desk{number}"), Role::Receptionist).await);
    }
    let id =
        create_booking(&desks[0], &friday_haircut_for(&salon.customer("Asha").await, "10:30", Some(STYLIST))).await;
    let count = if Engine::current() == Engine::Postgres { 2 } else { 1 };
    let processes: Vec<ParlourProcess> = (0..count).map(|_| serve(&salon)).collect();
    let url = |desk: usize| processes[desk % count].url(AppKind::Admin, "");
    let pages = Chromium::start_two([ChromiumOptions::desktop(), ChromiumOptions::desktop()]).await;
    for (desk, page) in pages.iter().enumerate() {
        open_board(page, &url(desk), &desks[desk]).await;
    }
    let mut streams = Vec::new();
    for (desk, person) in desks.iter().enumerate().skip(2) {
        streams.push(listen(&url(desk), person).await);
    }
    // What the start of the processes told is over.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let (mut heard, mut shown) = (Vec::new(), Vec::new());
    for change in 0..changes {
        let row = 12 + change % 72;
        let time = time_text(i64::try_from(600 + row * 5).unwrap());
        let desk = Actor::at(Some(&processes[change % count]), desks[change % desks.len()].clone());
        let body = json!({ "bookingDate": FRIDAY, "startTime": time, "staffId": STYLIST, "tellCustomer": false });
        let sent = now_ms();
        desk.post(&format!("{BOOKINGS_PATH}/{id}/place"), &body).await.expect_ok();
        for stream in &mut streams {
            let at = timeout(LONGEST, stream.wait_for(|at| *at >= sent)).await.expect("it is heard").unwrap();
            heard.push(*at - sent);
        }
        for page in &pages {
            let script = format!("return window.seen[{row}] >= {sent}");
            page.wait_until("the change is shown", &script).await;
            let at = page.execute(&format!("return window.seen[{row}]"), &[]).await.as_u64().unwrap();
            shown.push(at - sent);
        }
        // A second event of the same change is not the first of the next.
        tokio::time::sleep(Duration::from_millis(150 + 37 * (u64::try_from(change).unwrap() % 7))).await;
    }
    let engine = Engine::current();
    report(&format!("{engine}, {count} processes, heard by {STREAMS} desks"), heard);
    report(&format!("{engine}, {count} processes, shown on two screens"), shown);
}

#[test_on_both_engines]
async fn a_change_is_on_twenty_desks_within_a_second() {
    measure(20).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_two_hundred_changes_are_on_twenty_desks_within_a_second_on_sqlite() {
    run_within(Duration::from_mins(10), Engine::Sqlite, async || measure(200).await);
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_two_hundred_changes_are_on_twenty_desks_within_a_second_on_postgres() {
    run_within(Duration::from_mins(10), Engine::Postgres, async || measure(200).await);
}
