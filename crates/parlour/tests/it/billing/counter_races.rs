//! Money that several people move at the same time ends as if they had queued: in one process on both engines, and in two
//! processes on one Postgres.
//!
//! The long form is for `make soak`.

use axum::body::Body;
use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_store::DatabaseLocation;
use parlour_testkit::actions::bookings::get_booking;
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::counter::{
    DAY_CLOSE_PATH, OPENING_FLOAT_PAISE, PAYMENT_METHODS, create_walk_in, credit_part, desk_day_close, method_row,
    paise, payment, reopen_day, rows, sum_by_method, tips_in_row,
};
use parlour_testkit::actions::gems::verified_gems_balance;
use parlour_testkit::actions::invoices::{INVOICES_PATH, shown_invoice};
use parlour_testkit::actions::memberships::{create_membership, membership_detail, ten_hour_sale};
use parlour_testkit::actions::people::{own_profile, total_spent_paise};
use parlour_testkit::checks::json::{text_field, with_field};
use parlour_testkit::fixtures::small_salon::PUNE;
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::process::{Installation, ParlourProcess, http_client, send_and_read};
use parlour_testkit::{Engine, Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::parlour_binary::PARLOUR_BINARY;

const TODAY: &str = "2027-03-01";
const SHORT_ROUNDS: usize = 5;
const LONG_ROUNDS: usize = 60;

/// A request that is sent together with others.
struct Request {
    person: Person,
    method: Method,
    path: String,
    body: Value,
}

/// The salon, its people, and its processes if it has any.
struct Counter {
    processes: Vec<ParlourProcess>,
    salon: TestSalon,
    client: reqwest::Client,
    desks: Vec<Person>,
    managers: Vec<Person>,
    rounds: usize,
}

impl Counter {
    async fn open(rounds: usize) -> Self {
        let salon = spa_salon().await;
        let (mut desks, mut managers) = (Vec::new(), Vec::new());
        // Requests of one person run one after another.
        for number in 0..4 {
            desks.push(salon.member(&format!("desk{number}"), Role::Receptionist).await);
            managers.push(salon.member(&format!("manager{number}"), Role::Manager).await);
        }
        Self { processes: Vec::new(), salon, client: http_client(), desks, managers, rounds }
    }

    /// With two processes on the database of the salon, at its time of day.
    async fn open_with_two_processes(rounds: usize) -> Self {
        let mut counter = Self::open(rounds).await;
        let DatabaseLocation::Postgres(url) = counter.salon.location() else { panic!("Postgres serves two processes") };
        let installation = || {
            Installation::new(PARLOUR_BINARY)
                .without_rate_limits()
                .with("PARLOUR_DATABASE_URL", url)
                .with("PARLOUR_CLOCK_START", "2027-03-01T04:30:00Z")
        };
        counter.processes = vec![installation().serve(&[]), installation().serve(&[])];
        counter.salon.leaves_due_jobs("the processes run them");
        counter
    }

    async fn close(self) {
        if self.processes.is_empty() {
            self.salon.run_due_jobs().await;
        }
    }

    /// A guest with a confirmed booking.
    async fn guest(&self, name: &str, services: &[&str]) -> (Person, String) {
        let guest = self.salon.customer(name).await;
        let booking = create_walk_in(&self.salon, &self.desks[0], &guest, PUNE, services).await;
        (guest, booking)
    }

    /// A guest whose haircut for 1,200 rupees was paid in cash: the guest, the booking, the invoice.
    async fn paid_haircut(&self, name: &str) -> (Person, String, String) {
        let (guest, booking) = self.guest(name, &["service-cut"]).await;
        let cash = json!({ "paymentMethod": "cash" });
        let done = complete_booking(&self.desks[0], &booking, &cash).await.expect_ok();
        (guest, booking, text_field(&done["invoice"], "id").to_owned())
    }

    /// Sends everything at the same time, to the processes in turns; the replies are in the order of the requests.
    async fn send(&self, requests: Vec<Request>) -> Vec<Reply> {
        let mut sending = JoinSet::new();
        for (at, Request { person, method, path, body }) in requests.into_iter().enumerate() {
            if self.processes.is_empty() {
                sending.spawn(async move { (at, person.send(method, &path, Body::from(body.to_string())).await) });
            } else {
                let url = self.processes[at % self.processes.len()].url(person.app_kind, &path);
                let cookie = format!("{}={}", person.app_kind.session_cookie(), person.token());
                let request = self.client.request(method, url).header("cookie", cookie).json(&body);
                sending.spawn(async move { (at, send_and_read(request).await.expect("an answer")) });
            }
        }
        let mut replies = sending.join_all().await;
        replies.sort_by_key(|(at, _)| *at);
        replies.into_iter().map(|(_, reply)| reply).collect()
    }

    /// The cash that should be in the drawer.
    async fn expected_cash(&self) -> i64 {
        let report = desk_day_close(&self.desks[0], PUNE, TODAY).await;
        let row = method_row(&report, "cash");
        OPENING_FLOAT_PAISE + paise(&row, "takenPaise") - paise(&row, "givenBackPaise") + tips_in_row(&row)
    }

    fn closing(&self, desk: usize) -> Request {
        let body = json!({
            "branchId": PUNE, "date": TODAY, "openingFloatPaise": OPENING_FLOAT_PAISE, "countedCashPaise": 0,
        });
        Request { person: self.desks[desk].clone(), method: Method::POST, path: DAY_CLOSE_PATH.to_owned(), body }
    }

    fn correction(&self, desk: usize, invoice: &str, payments: &Value) -> Request {
        let path = format!("{INVOICES_PATH}/{invoice}/payments");
        let body = json!({ "payments": payments, "reason": "The other method" });
        Request { person: self.desks[desk].clone(), method: Method::PATCH, path, body }
    }

    fn credit(&self, manager: usize, invoice: &str, part: &Value) -> Request {
        let body = with_field(part.clone(), "reason", "Not satisfied");
        let path = format!("{INVOICES_PATH}/{invoice}/credit-note");
        Request { person: self.managers[manager].clone(), method: Method::POST, path, body }
    }

    fn checkout(&self, desk: usize, booking: &str, body: Value) -> Request {
        let path = format!("/api/bookings/{booking}/complete");
        Request { person: self.desks[desk].clone(), method: Method::POST, path, body }
    }

    fn reopening(&self, manager: usize, booking: &str) -> Request {
        let path = format!("/api/bookings/{booking}/reopen");
        let body = json!({ "reason": "The wrong service" });
        Request { person: self.managers[manager].clone(), method: Method::POST, path, body }
    }
}

/// How many succeeded; the others must be refused with this code.
#[track_caller]
fn count_successes(replies: &[Reply], code: &str) -> usize {
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status.is_success());
    for reply in lost {
        reply.expect_error(409, code);
    }
    won.len()
}

/// All corrections are granted, and the last one stands whole.
async fn correct_payments_at_once(counter: &Counter) {
    for round in 0..counter.rounds {
        let (_, _, invoice) = counter.paid_haircut(&format!("correction{round}")).await;
        let corrections = [
            json!([payment("upi", 120_000)]),
            json!([payment("cash", 20_000), payment("card", 100_000)]),
            json!([payment("card", 40_000), payment("upi", 40_000), payment("cash", 40_000)]),
            json!([payment("card", 119_999), payment("cash", 1)]),
        ];
        let requests = corrections.iter().enumerate().map(|(at, payments)| counter.correction(at, &invoice, payments));
        for reply in counter.send(requests.collect()).await {
            reply.expect_ok();
        }
        let shown = shown_invoice(&counter.desks[0], &invoice).await;
        let payments = rows(&shown, "payments");
        let sums = |payments: &[Value]| PAYMENT_METHODS.map(|method| sum_by_method(payments, method));
        let mut requested = corrections.iter().map(|payments| payments.as_array().unwrap());
        assert!(requested.any(|one| one.len() == payments.len() && sums(one) == sums(payments)), "{shown}");
    }
}

/// What is corrected is in the close; what comes after it is refused.
async fn correct_payments_while_the_day_is_closed(counter: &Counter) {
    for round in 0..counter.rounds {
        let (_, _, invoice) = counter.paid_haircut(&format!("closing{round}")).await;
        let before = counter.expected_cash().await;
        let upi = json!([payment("upi", 120_000)]);
        let replies = counter.send(vec![counter.correction(1, &invoice, &upi), counter.closing(2)]).await;
        let close = replies[1].expect_created()["dayClose"].clone();
        let is_corrected = count_successes(&replies[..1], "CONFLICT") == 1;
        let expected = if is_corrected { before - 120_000 } else { before };
        assert_eq!(paise(&close, "expectedCashPaise"), expected, "corrected {is_corrected}: {close}");
        assert_eq!(counter.expected_cash().await, expected);
        reopen_day(&counter.managers[0], text_field(&close, "id")).await.expect_ok();
    }
}

/// What is billed is in the close, once; what comes after it is refused. Of several closes one is made.
async fn check_out_and_credit_while_the_day_is_closed(counter: &Counter) {
    for round in 0..counter.rounds {
        let (_, booking) = counter.guest(&format!("late{round}"), &["service-wash"]).await;
        let (_, _, invoice) = counter.paid_haircut(&format!("sorry{round}")).await;
        let before = counter.expected_cash().await;
        let requests = vec![
            counter.checkout(0, &booking, json!({ "paymentMethod": "cash" })),
            counter.credit(0, &invoice, &json!({ "amountPaise": 50_000 })),
            counter.closing(1),
            counter.closing(2),
        ];
        let replies = counter.send(requests).await;
        let (billed, credited) =
            (count_successes(&replies[..1], "CONFLICT"), count_successes(&replies[1..2], "CONFLICT"));
        assert_eq!(count_successes(&replies[2..], "CONFLICT"), 1);
        let close = replies[2..].iter().find(|reply| reply.status == 201).unwrap().expect_created()["dayClose"].clone();
        let in_close = |is_in: usize, paise: i64| if is_in == 1 { paise } else { 0 };
        let expected = before + in_close(billed, 30_000) - in_close(credited, 50_000);
        assert_eq!(paise(&close, "expectedCashPaise"), expected, "{billed} {credited}: {close}");
        assert_eq!(counter.expected_cash().await, expected);
        reopen_day(&counter.managers[0], text_field(&close, "id")).await.expect_ok();
    }
}

/// Notes that together exceed the invoice: as many as fit, and the tax of each follows from those before it.
async fn credit_parts_at_once(counter: &Counter) {
    for round in 0..counter.rounds {
        for (amount, granted) in [(70_000, 1), (50_000, 2), (30_000, 4), (40_000, 3)] {
            let (guest, _, invoice) = counter.paid_haircut(&format!("part{amount}round{round}")).await;
            let part = json!({ "amountPaise": amount });
            let requests = (0..4).map(|manager| counter.credit(manager, &invoice, &part));
            let replies = counter.send(requests.collect()).await;
            assert_eq!(count_successes(&replies, "CONFLICT"), granted, "notes of {amount}");
            let notes: Vec<Value> = replies
                .iter()
                .filter(|reply| reply.status == 201)
                .map(|reply| reply.expect_created()["creditNote"].clone())
                .collect();
            let credited = amount * i64::try_from(granted).unwrap();
            let half_tax: i64 = notes.iter().map(|note| paise(note, "cgstPaise")).sum();
            assert_eq!(half_tax, (2 * 5 * credited + 210) / 420, "{notes:?}");
            let refunded: i64 = notes.iter().map(|note| sum_by_method(rows(note, "refunds"), "cash")).sum();
            let shown = shown_invoice(&counter.desks[0], &invoice).await;
            assert_eq!((paise(&shown, "creditedPaise"), refunded), (credited, credited));
            assert_eq!(rows(&shown, "creditNotes").len(), granted);
            let left = 120_000 - credited;
            assert_eq!(total_spent_paise(&guest).await, left);
            assert_eq!(verified_gems_balance(&counter.salon, &guest).await, left / 10_000);
        }
    }
}

/// A correction comes before the credit note and decides the refund, or after it and is refused.
async fn correct_payments_while_crediting(counter: &Counter) {
    for round in 0..counter.rounds {
        let (_, _, invoice) = counter.paid_haircut(&format!("refund{round}")).await;
        let card = json!([payment("card", 120_000)]);
        let requests = vec![counter.correction(1, &invoice, &card), counter.credit(1, &invoice, &json!({}))];
        let replies = counter.send(requests).await;
        let note = replies[1].expect_created()["creditNote"].clone();
        let method = if count_successes(&replies[..1], "CONFLICT") == 1 { "card" } else { "cash" };
        assert_eq!(sum_by_method(rows(&note, "refunds"), method), 120_000, "{note}");
        let shown = shown_invoice(&counter.desks[0], &invoice).await;
        assert_eq!(sum_by_method(rows(&shown, "payments"), method), 120_000, "{shown}");
    }
}

/// One checkout of a booking; and hours are used once.
async fn check_out_at_once(counter: &Counter) {
    for round in 0..counter.rounds {
        let (guest, booking) = counter.guest(&format!("checkout{round}"), &["service-cut"]).await;
        let halves = json!({ "payments": [payment("cash", 60_000), payment("upi", 60_000)] });
        let requests = vec![
            counter.checkout(0, &booking, json!({ "paymentMethod": "cash" })),
            counter.checkout(1, &booking, json!({ "paymentMethod": "card" })),
            counter.checkout(2, &booking, halves),
        ];
        let replies = counter.send(requests).await;
        assert_eq!(count_successes(&replies, "BOOKING_INVALID_STATUS_TRANSITION"), 1);
        let invoices = guest.get("/api/invoices").await.expect_ok();
        assert_eq!((rows(&invoices, "invoices").len(), total_spent_paise(&guest).await), (1, 120_000));

        let member = counter.salon.customer(&format!("member{round}")).await;
        let sale = with_field(ten_hour_sale(&member), "hoursMinutes", 130);
        let membership = create_membership(&counter.desks[0], &sale).await;
        let mut requests = Vec::new();
        for desk in 0..4 {
            let visit = create_walk_in(&counter.salon, &counter.desks[0], &member, PUNE, &["service-massage"]).await;
            requests.push(counter.checkout(desk, &visit, json!({ "membershipId": membership })));
        }
        let replies = counter.send(requests).await;
        assert_eq!(count_successes(&replies, "MEMBERSHIP_INSUFFICIENT_HOURS"), 2, "two hours and ten minutes");
        assert_eq!(membership_detail(&counter.desks[0], &membership).await["usedHoursMinutes"], 120);
        assert_eq!(own_profile(&member).await["totalVisits"], 2);
    }
}

/// A booking is reopened once, and only after the last credit note.
async fn reopen_while_crediting(counter: &Counter) {
    for round in 0..counter.rounds {
        let (guest, booking, invoice) = counter.paid_haircut(&format!("reopened{round}")).await;
        credit_part(&counter.managers[0], &invoice, &json!({ "amountPaise": 70_000 })).await.expect_created();
        let requests = vec![
            counter.credit(1, &invoice, &json!({})),
            counter.reopening(2, &booking),
            counter.reopening(3, &booking),
        ];
        let replies = counter.send(requests).await;
        assert_eq!(replies[0].expect_created()["creditNote"]["totalAmountPaise"], 50_000);
        let reopened = count_successes(&replies[1..], "CONFLICT");
        assert!(reopened <= 1, "twice");
        let shown = get_booking(&counter.desks[0], &booking).await.expect_ok()["booking"].clone();
        assert_eq!(shown["status"], if reopened == 1 { "in_progress" } else { "completed" });
        assert_eq!(own_profile(&guest).await["totalVisits"], 1 - i64::try_from(reopened).unwrap());
        assert_eq!((total_spent_paise(&guest).await, verified_gems_balance(&counter.salon, &guest).await), (0, 0));
    }
}

#[test_on_both_engines]
async fn of_concurrent_payment_corrections_one_stands_whole() {
    let counter = Counter::open(SHORT_ROUNDS).await;
    correct_payments_at_once(&counter).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn a_correction_is_in_the_day_close_or_refused() {
    let counter = Counter::open(SHORT_ROUNDS).await;
    correct_payments_while_the_day_is_closed(&counter).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn checkouts_and_credit_notes_are_in_the_day_close_or_refused() {
    let counter = Counter::open(SHORT_ROUNDS).await;
    check_out_and_credit_while_the_day_is_closed(&counter).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn concurrent_credit_notes_never_exceed_the_invoice() {
    let counter = Counter::open(2).await;
    credit_parts_at_once(&counter).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn a_correction_decides_the_refund_or_is_refused() {
    let counter = Counter::open(SHORT_ROUNDS).await;
    correct_payments_while_crediting(&counter).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn of_concurrent_checkouts_one_succeeds_and_hours_are_used_once() {
    let counter = Counter::open(SHORT_ROUNDS).await;
    check_out_at_once(&counter).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn a_booking_is_reopened_once_and_after_the_last_credit_note() {
    let counter = Counter::open(SHORT_ROUNDS).await;
    reopen_while_crediting(&counter).await;
    counter.close().await;
}

async fn run_all_races(counter: Counter) {
    correct_payments_at_once(&counter).await;
    correct_payments_while_the_day_is_closed(&counter).await;
    check_out_and_credit_while_the_day_is_closed(&counter).await;
    credit_parts_at_once(&counter).await;
    correct_payments_while_crediting(&counter).await;
    check_out_at_once(&counter).await;
    reopen_while_crediting(&counter).await;
    counter.close().await;
}

#[test]
fn two_processes_behave_as_if_their_requests_had_queued() {
    parlour_testkit::run(Engine::Postgres, async || {
        run_all_races(Counter::open_with_two_processes(SHORT_ROUNDS).await).await;
    });
}

#[test_on_both_engines]
#[ignore = "long: for `make soak`"]
async fn soak_concurrent_money_ends_as_if_it_had_queued() {
    run_all_races(Counter::open(LONG_ROUNDS).await).await;
}

#[test]
#[ignore = "long: for `make soak`"]
fn soak_concurrent_money_through_two_processes_ends_as_if_it_had_queued() {
    parlour_testkit::run(Engine::Postgres, async || {
        run_all_races(Counter::open_with_two_processes(LONG_ROUNDS).await).await;
    });
}
