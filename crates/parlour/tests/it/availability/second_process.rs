//! What one process changes is soon seen in the free times of another on the same database.

use std::time::Duration;

use axum::http::Method;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_store::DatabaseLocation;
use parlour_testkit::Engine;
use parlour_testkit::actions::availability::{friday_haircut_at, friday_haircut_for};
use parlour_testkit::actions::bookings::BOOKINGS_PATH;
use parlour_testkit::checks::json::text_field;
use parlour_testkit::fixtures::live_salon::{FRIDAY, live_salon};
use parlour_testkit::fixtures::small_salon::{PUNE, STYLIST};
use parlour_testkit::process::{Actor, Installation, ParlourProcess, eventually};
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

const PROMPTLY: Duration = Duration::from_secs(2);

/// The free times of Friday, as customers see them at a process.
async fn free_times(process: &ParlourProcess) -> Vec<String> {
    let path = format!("/api/availability?branchId={PUNE}&date={FRIDAY}");
    let data = process.get(AppKind::Customer, &path).await.expect_ok();
    let slots = data["slots"].as_array().unwrap().iter().filter(|slot| slot["available"] == true);
    slots.map(|slot| slot["startTime"].as_str().unwrap().to_owned()).collect()
}

/// The free half hours of Friday, as the desk sees them at a process.
async fn free_count(desk: &Actor) -> usize {
    let days = desk.get(&format!("/api/desk/availability?branchId={PUNE}&from={FRIDAY}&days=1")).await.expect_ok();
    usize::try_from(days["days"][0]["freeCount"].as_u64().unwrap()).unwrap()
}

struct TwoProcesses {
    processes: [ParlourProcess; 2],
    desks: [Actor; 2],
    customers: [Actor; 2],
    /// Who makes the next change.
    turn: usize,
}

impl TwoProcesses {
    fn desk(&mut self) -> &Actor {
        self.turn = 1 - self.turn;
        &self.desks[self.turn]
    }

    fn customer(&mut self) -> &Actor {
        self.turn = 1 - self.turn;
        &self.customers[self.turn]
    }

    /// Both have asked before, so both have the day in memory.
    async fn expect_taken(&self, taken: &[&str]) {
        let half_hours = (20..38).map(|half| format!("{}:{:02}", half / 2, half % 2 * 30));
        let expected: Vec<String> = half_hours.filter(|time| !taken.contains(&time.as_str())).collect();
        for (process, desk) in self.processes.iter().zip(&self.desks) {
            eventually(PROMPTLY, async || (free_times(process).await == expected).then_some(())).await;
            eventually(PROMPTLY, async || (free_count(desk).await == expected.len()).then_some(())).await;
        }
    }
}

async fn start() -> (parlour_testkit::TestSalon, TwoProcesses) {
    let salon = live_salon().await;
    let DatabaseLocation::Postgres(url) = salon.location() else { panic!("only Postgres serves two processes") };
    let serve = || {
        let installation = Installation::new(PARLOUR_BINARY).without_rate_limits().with("PARLOUR_DATABASE_URL", url);
        installation.with("PARLOUR_CLOCK_START", "2027-03-01T04:30:00Z").serve(&[])
    };
    let processes = [serve(), serve()];
    let (desk, asha) = (salon.member("Ravi", Role::Receptionist).await, salon.customer("Asha").await);
    let desks = [&processes[0], &processes[1]].map(|process| Actor::at(Some(process), desk.clone()));
    let customers = [&processes[0], &processes[1]].map(|process| Actor::at(Some(process), asha.clone()));
    (salon, TwoProcesses { processes, desks, customers, turn: 0 })
}

async fn changes_are_seen() {
    let (_salon, mut two) = start().await;
    two.expect_taken(&[]).await;
    let path = |id: &str, act: &str| format!("{BOOKINGS_PATH}/{id}/{act}");

    let booking = friday_haircut_for(&two.customers[0].person, "11:00", Some(STYLIST));
    let booked = two.desk().post(BOOKINGS_PATH, &booking).await.expect_created();
    let id = text_field(&booked, "id").to_owned();
    two.expect_taken(&["11:00", "11:30"]).await;

    let requested = two.customer().post(BOOKINGS_PATH, &friday_haircut_at("14:00")).await.expect_created();
    let request = text_field(&requested, "id").to_owned();
    two.expect_taken(&["11:00", "11:30", "14:00", "14:30"]).await;

    let offer = json!({ "bookingDate": FRIDAY, "startTime": "16:00", "staffId": STYLIST });
    two.desk().post(&path(&request, "offer-time"), &offer).await.expect_ok();
    two.expect_taken(&["11:00", "11:30", "14:00", "14:30", "16:00", "16:30"]).await;
    two.customer().post(&path(&request, "accept-time"), &Value::Null).await.expect_ok();
    two.expect_taken(&["11:00", "11:30", "16:00", "16:30"]).await;

    let block = json!({ "staffId": STYLIST, "date": FRIDAY, "startTime": "12:00", "endTime": "13:00" });
    let blocked = two.desk().post("/api/desk/blocks", &block).await.expect_created();
    two.expect_taken(&["11:00", "11:30", "12:00", "12:30", "16:00", "16:30"]).await;
    let path_of_block = format!("/api/desk/blocks/{}", text_field(&blocked["block"], "id"));
    two.desk().send(Method::DELETE, &path_of_block, &Value::Null).await.expect_ok();
    two.expect_taken(&["11:00", "11:30", "16:00", "16:30"]).await;

    let lines = json!({ "lines": [{ "serviceId": "service-cut", "durationMinutes": 20 }] });
    two.desk().send(Method::PUT, &path(&id, "lines"), &lines).await.expect_ok();
    two.expect_taken(&["11:00", "16:00", "16:30"]).await;

    let place = json!({ "bookingDate": FRIDAY, "startTime": "18:00" });
    two.desk().post(&path(&id, "place"), &place).await.expect_ok();
    two.expect_taken(&["16:00", "16:30", "18:00"]).await;

    two.desk().post(&path(&id, "cancel"), &json!({ "reason": "Oops" })).await.expect_ok();
    two.expect_taken(&["16:00", "16:30"]).await;
    two.desk().post(&path(&id, "undo"), &Value::Null).await.expect_ok();
    two.expect_taken(&["16:00", "16:30", "18:00"]).await;
}

#[test]
fn changes_are_seen_in_the_free_times_of_another_process() {
    parlour_testkit::run(Engine::Postgres, changes_are_seen);
}
