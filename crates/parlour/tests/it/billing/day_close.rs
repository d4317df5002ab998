//! The desk closes a day: cash is counted, and the money of the day stays as it is.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use parlour_db::{Conn, DbError, params};
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::haircut_request;
use parlour_testkit::actions::checkout::{cash_payment, complete_booking, create_confirmed_booking};
use parlour_testkit::actions::invoices::{bill_booking, bill_haircut, create_credit_note, post_credit_note};
use parlour_testkit::actions::people::{manager, manager_mira, receptionist, sign_in_24};
use parlour_testkit::checks::audit_log::{actions_on_record, admin_changes_of_record};
use parlour_testkit::checks::database::{count_rows, write_transaction};
use parlour_testkit::checks::json::{expect_only_field, with_field};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST, THERAPIST, small_salon};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const PATH: &str = "/api/day-close";
const MOVEMENTS_PATH: &str = "/api/desk/cash-movements";
const DAY_SECONDS: i64 = 86_400;

fn close_of(branch: &str, date: NaiveDate, float: i64, counted: i64) -> Value {
    json!({ "branchId": branch, "date": date, "openingFloatPaise": float, "countedCashPaise": counted })
}

fn movement_of(branch: &str, paise: i64) -> Value {
    json!({ "branchId": branch, "amountPaise": paise, "reason": "Milk" })
}

async fn close_day(desk: &Person, body: &Value) -> Value {
    expect_only_field(&desk.post(PATH, body).await.expect_created(), "dayClose")
}

async fn reopen_day(manager: &Person, close: &Value) -> Reply {
    let path = format!("{PATH}/{}/reopen", close["id"].as_str().unwrap());
    manager.post(&path, &json!({ "reason": "A coin was found" })).await
}

async fn move_cash(desk: &Person, branch: &str, paise: i64) -> Value {
    expect_only_field(&desk.post(MOVEMENTS_PATH, &movement_of(branch, paise)).await.expect_created(), "cashMovement")
}

/// Tips of today's first invoice: method, member of staff, paise.
async fn insert_tips(salon: &TestSalon, tips: &'static [(&'static str, &'static str, i64)]) {
    let today = salon.now().ist_date();
    write_transaction(&salon.app, move |tx| {
        for (number, (method, staff, paise)) in tips.iter().enumerate() {
            tx.execute(
                "insert into tips (id, invoice_id, branch_id, staff_id, tip_date, method, amount_paise)
                 select $1, min(id), $2, $3, $4, $5, $6 from invoices where branch_id = $2",
                params![format!("tip-{today}-{number}"), PUNE, *staff, today, *method, *paise],
            )?;
        }
        Ok(())
    })
    .await;
}

#[test_on_both_engines]
async fn the_expected_cash_is_what_came_in_less_what_went_out() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let today = salon.now().ist_date();
    bill_haircut(&salon, &desk, &asha).await;
    let wrong = bill_haircut(&salon, &desk, &asha).await;
    bill_booking(&salon, &desk, &asha, &haircut_request(), &json!({ "paymentMethod": "upi" })).await;
    create_credit_note(&meera, &wrong).await;
    insert_tips(&salon, &[("cash", STYLIST, 5_000), ("upi", STYLIST, 7_000), ("cash", THERAPIST, 1_050)]).await;
    let milk = move_cash(&desk, PUNE, -30_000).await;
    assert_eq!(
        (&milk["branchId"], &milk["date"], &milk["amountPaise"], &milk["reason"], &milk["createdBy"]),
        (&json!(PUNE), &json!(today), &json!(-30_000), &json!("Milk"), &json!(desk.id().as_str()))
    );
    salon.advance_seconds(1);
    let change = move_cash(&desk, PUNE, 12_000).await;
    move_cash(&desk, GOA, 99).await;

    let expected = 200_000 + 240_000 + 6_050 - 120_000 - 18_000;
    let body = with_field(close_of(PUNE, today, 200_000, expected - 500), "note", "Five short");
    let close = close_day(&desk, &body).await;
    let id = close["id"].as_str().unwrap().to_owned();
    let now = salon.now().to_string();
    assert_eq!(
        close,
        json!({
            "id": id, "branchId": PUNE, "date": today, "openingFloatPaise": 200_000,
            "countedCashPaise": expected - 500, "expectedCashPaise": expected, "differencePaise": -500,
            "note": "Five short", "closedBy": desk.id().as_str(), "closedAt": now, "reopenedAt": null,
            "reopenedBy": null, "reopenReason": null,
        })
    );
    assert_eq!(actions_on_record(&salon, &id).await, ["day_close.close"]);
    assert_eq!(actions_on_record(&salon, milk["id"].as_str().unwrap()).await, ["cash_movement.record"]);
    let log = admin_changes_of_record(&salon, &id, "day_close.close").await;
    assert_eq!(log, [(Some(desk.id().to_string()), Value::Null, close.clone())]);

    // The desk reads what the manager's report says.
    let report = desk.get(&format!("/api/desk/day-close?date={today}&branchId={PUNE}")).await.expect_ok();
    let of_manager = meera.get(&format!("/api/reports/day-close?date={today}&branchId={PUNE}")).await.expect_ok();
    assert_eq!(report, of_manager);
    let report = &report["report"];
    assert_eq!((&report["dayClose"], &report["dayCloses"]), (&close, &json!([close])));
    assert_eq!(report["cashMovements"], json!([milk, change]));
    assert_eq!(
        report["cash"],
        json!({ "paymentsPaise": 240_000, "tipsPaise": 6_050, "refundsPaise": 120_000, "movementsPaise": -18_000,
            "changePaise": expected - 200_000 })
    );
    let method = |at: usize| {
        let row = &report["methods"][at];
        ["invoiceCount", "takenPaise", "givenBackPaise", "netPaise", "tipsPaise"]
            .map(|name| row[name].as_i64().unwrap())
    };
    assert_eq!(method(0), [2, 240_000, 120_000, 120_000, 6_050]);
    assert_eq!(method(1), [1, 120_000, 0, 120_000, 7_000]);
    assert_eq!(method(2), [0; 5]);
    assert_eq!((&report["totals"]["netPaise"], &report["totals"]["tipsPaise"]), (&json!(240_000), &json!(13_050)));
    assert_eq!(report["differencePaise"], 0);
    let all = desk.get("/api/desk/day-close").await.expect_ok()["report"].clone();
    assert_eq!((&all["dayClose"], &all["dayCloses"], &all["branchId"]), (&json!(null), &json!([close]), &json!(null)));
    assert_eq!(all["cashMovements"].as_array().unwrap().len(), 3);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn an_invoice_paid_by_two_methods_counts_under_both_and_once_in_all() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    bill_haircut(&salon, &desk, &asha).await;
    let free = bill_haircut(&salon, &desk, &asha).await;
    write_transaction(&salon.app, move |tx| {
        // The first is paid in two parts, and of the second nothing was due.
        tx.execute("delete from invoice_payments where invoice_id = $1", params![free])?;
        tx.execute(
            "update invoices set subtotal_paise = 0, taxable_value_paise = 0, cgst_paise = 0, sgst_paise = 0,
                 gst_amount_paise = 0, total_amount_paise = 0 where id = $1",
            params![free],
        )?;
        tx.execute("update invoice_payments set amount_paise = 100000", params![])?;
        tx.execute(
            "insert into invoice_payments (invoice_id, payment_number, method, amount_paise)
             select invoice_id, 2, 'card', 20000 from invoice_payments",
            params![],
        )?;
        Ok(())
    })
    .await;
    let report = meera.get("/api/reports/day-close").await.expect_ok()["report"].clone();
    let figures = |row: &Value| ["invoiceCount", "takenPaise"].map(|name| row[name].as_i64().unwrap());
    assert_eq!(figures(&report["methods"][0]), [1, 100_000]);
    assert_eq!(figures(&report["methods"][2]), [1, 20_000]);
    assert_eq!((figures(&report["totals"]), &report["differencePaise"]), ([1, 120_000], &json!(0)));
    let sales = meera.get("/api/reports/sales").await.expect_ok()["report"]["totals"].clone();
    assert_eq!((&sales["invoiceCount"], &sales["averageBillPaise"]), (&json!(2), &json!(120_000)));
    salon.leaves_due_jobs("what was billed was changed");
}

#[test_on_both_engines]
async fn the_average_bill_is_empty_when_no_sale_remains() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let average =
        async || meera.get("/api/reports/sales").await.expect_ok()["report"]["totals"]["averageBillPaise"].clone();
    assert_eq!(average().await, json!(null));
    let invoice = bill_haircut(&salon, &desk, &asha).await;
    assert_eq!(average().await, json!(120_000));
    create_credit_note(&meera, &invoice).await;
    assert_eq!(average().await, json!(null));
    let csv = meera.get("/api/reports/sales?format=csv").await.text();
    let columns: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let at = columns.iter().position(|column| *column == "Average bill (INR)").unwrap();
    assert_eq!(csv.lines().nth(1).unwrap().split(',').nth(at), Some(""));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn staff_get_their_tips_in_the_staff_report() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let invoice = bill_haircut(&salon, &desk, &asha).await;
    insert_tips(&salon, &[("cash", STYLIST, 5_000), ("card", STYLIST, 700), ("cash", THERAPIST, 1_000)]).await;
    create_credit_note(&meera, &invoice).await;
    let report = meera.get("/api/reports/staff").await.expect_ok()["report"].clone();
    let row = |at: usize| {
        let row = &report["staff"][at];
        (row["staffId"].clone(), row["netPaise"].clone(), row["tipCount"].clone(), row["tipsPaise"].clone())
    };
    assert_eq!(row(0), (json!(STYLIST), json!(0), json!(2), json!(5_700)), "a credit note leaves tips");
    assert_eq!(row(1), (json!(THERAPIST), json!(0), json!(1), json!(1_000)));
    assert_eq!((&report["totals"]["tipCount"], &report["totals"]["tipsPaise"]), (&json!(3), &json!(6_700)));
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn the_money_of_a_closed_day_stays_as_it_is() {
    let salon = small_salon().await;
    let (desk, meera, asha) = (receptionist(&salon).await, manager(&salon).await, salon.customer("Asha").await);
    let today = salon.now().ist_date();
    let invoice = bill_haircut(&salon, &desk, &asha).await;
    let booking = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
    let close = close_day(&desk, &close_of(PUNE, today, 0, 120_000)).await;
    assert_eq!(close["differencePaise"], 0);
    let read = async || desk.get(&format!("/api/desk/day-close?branchId={PUNE}")).await.expect_ok();
    let before = read().await;
    desk.post(MOVEMENTS_PATH, &movement_of(PUNE, 1)).await.expect_error(409, "CONFLICT");
    complete_booking(&desk, &booking, &cash_payment()).await.expect_error(409, "CONFLICT");
    post_credit_note(&meera, &invoice).await.expect_error(409, "CONFLICT");
    assert_eq!(read().await, before);
    // Other branches and other days are open.
    move_cash(&desk, GOA, 1).await;
    salon.advance_seconds(DAY_SECONDS);
    move_cash(&desk, PUNE, 1).await;
    complete_booking(&desk, &booking, &cash_payment()).await.expect_ok();
    create_credit_note(&meera, &invoice).await;
    let yesterday = desk.get(&format!("/api/desk/day-close?branchId={PUNE}&date={today}")).await.expect_ok();
    assert_eq!(yesterday, before, "a credit note counts on its own day");
    let close = close_day(&desk, &close_of(PUNE, today + Days::new(1), 50, 0)).await;
    assert_eq!(close["expectedCashPaise"], 51);
    salon.run_due_jobs().await;
}

#[test_on_both_engines]
async fn a_reopened_day_can_be_changed_and_closed_again() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let today = salon.now().ist_date();
    let body = close_of(PUNE, today, 1_000, 1_000);
    let first = close_day(&desk, &body).await;
    desk.post(PATH, &body).await.expect_error(409, "CONFLICT");
    meera.post(PATH, &body).await.expect_error(409, "CONFLICT");
    close_day(&desk, &close_of(GOA, today, 0, 0)).await;
    close_day(&desk, &close_of(PUNE, today - Days::new(1), 0, 0)).await;
    let reopened = expect_only_field(&reopen_day(&meera, &first).await.expect_ok(), "dayClose");
    let mut expected = first.clone();
    expected["reopenedAt"] = json!(salon.now().to_string());
    expected["reopenedBy"] = json!(meera.id().as_str());
    expected["reopenReason"] = json!("A coin was found");
    assert_eq!(reopened, expected);
    reopen_day(&meera, &first).await.expect_error(409, "CONFLICT");
    let shown = desk.get(&format!("/api/desk/day-close?branchId={PUNE}")).await.expect_ok();
    assert_eq!((&shown["report"]["dayClose"], &shown["report"]["dayCloses"]), (&json!(null), &json!([])));
    move_cash(&desk, PUNE, 5).await;
    let second = close_day(&desk, &body).await;
    assert_ne!(second["id"], first["id"]);
    assert_eq!(second["differencePaise"], -5);
    desk.post(PATH, &body).await.expect_error(409, "CONFLICT");
    let id = first["id"].as_str().unwrap();
    assert_eq!(actions_on_record(&salon, id).await, ["day_close.close", "day_close.reopen"]);
    let log = admin_changes_of_record(&salon, id, "day_close.reopen").await;
    assert_eq!(log, [(Some(meera.id().to_string()), first.clone(), reopened)]);
}

#[test_on_both_engines]
async fn a_manager_reopens_or_on_the_same_day_whoever_closed() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let (other, stylist) = (salon.member("Other", Role::Receptionist).await, salon.member("S", Role::Staff).await);
    let today = salon.now().ist_date();
    // A day before that is closed today counts as closed today.
    for date in [today, today - Days::new(3)] {
        let close = close_day(&desk, &close_of(PUNE, date, 0, 0)).await;
        for person in [&other, &stylist] {
            reopen_day(person, &close).await.expect_error(403, "FORBIDDEN");
        }
        reopen_day(&desk, &close).await.expect_ok();
        reopen_day(&desk, &close).await.expect_error(409, "CONFLICT");
    }
    // With a difference, whoever closed must not count until it agrees.
    for counted in [99, 101] {
        let close = close_day(&desk, &close_of(PUNE, today, 100, counted)).await;
        reopen_day(&desk, &close).await.expect_error(403, "FORBIDDEN");
        let id = close["id"].as_str().unwrap();
        assert_eq!(actions_on_record(&salon, id).await, ["day_close.close"]);
        reopen_day(&meera, &close).await.expect_ok();
        assert_eq!(actions_on_record(&salon, id).await, ["day_close.close", "day_close.reopen"]);
    }
    let close = close_day(&desk, &close_of(PUNE, today, 0, 0)).await;
    salon.advance_seconds(DAY_SECONDS);
    reopen_day(&desk, &close).await.expect_error(403, "FORBIDDEN");
    reopen_day(&meera, &close).await.expect_ok();
    let nowhere = json!({ "id": "nope" });
    reopen_day(&meera, &nowhere).await.expect_error(404, "NOT_FOUND");
    reopen_day(&desk, &nowhere).await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn wrong_fields_are_reported_together_and_nothing_is_written() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    let today = salon.now().ist_date();
    let right = close_of(PUNE, today, 0, 0);
    let wrong = async |path: &str, body: &Value| desk.post(path, body).await.expect_invalid_fields();
    assert_eq!(
        wrong(PATH, &json!({})).await,
        ["branchId", "countedCashPaise", "date", "openingFloatPaise"],
        "all that is required"
    );
    let all = json!({
        "branchId": "nope", "date": today + Days::new(1), "openingFloatPaise": -1,
        "countedCashPaise": 10_000_000_001_i64, "note": "n".repeat(501),
    });
    assert_eq!(wrong(PATH, &all).await, ["branchId", "countedCashPaise", "date", "note", "openingFloatPaise"]);
    for (field, value) in [
        ("branchId", json!("nope")),
        ("branchId", json!("")),
        ("date", json!(today + Days::new(1))),
        ("date", json!("2027-02-30")),
        ("date", json!(7)),
        ("openingFloatPaise", json!(-1)),
        ("openingFloatPaise", json!(0.5)),
        ("countedCashPaise", json!("100")),
        ("countedCashPaise", json!(null)),
        ("note", json!(["x"])),
    ] {
        assert_eq!(wrong(PATH, &with_field(right.clone(), field, value.clone())).await, [field], "{value}");
    }
    assert_eq!(wrong(MOVEMENTS_PATH, &json!({})).await, ["amountPaise", "branchId", "reason"]);
    let all = json!({ "branchId": "nope", "amountPaise": 0, "reason": "" });
    assert_eq!(wrong(MOVEMENTS_PATH, &all).await, ["amountPaise", "branchId", "reason"]);
    for (field, value) in [
        ("branchId", json!("nope")),
        ("amountPaise", json!(0)),
        ("amountPaise", json!(-10_000_000_001_i64)),
        ("amountPaise", json!(1.5)),
        ("reason", json!("  ")),
        ("reason", json!("\u{200b}")),
        ("reason", json!("r".repeat(501))),
    ] {
        let body = with_field(movement_of(PUNE, 1), field, value.clone());
        assert_eq!(wrong(MOVEMENTS_PATH, &body).await, [field], "{value}");
    }
    for query in ["date=someday&branchId=nope", "date=1999-12-31&branchId=nope"] {
        let found = desk.get(&format!("/api/desk/day-close?{query}")).await.expect_invalid_fields();
        assert_eq!(found, ["branchId", "date"]);
    }
    for table in
        ["select count(*) from day_closes where id <> $1", "select count(*) from cash_movements where id <> $1"]
    {
        assert_eq!(count_rows(&salon, "", table).await, 0, "{table}");
    }
    let close = close_day(&desk, &right).await;
    let path = format!("{PATH}/{}/reopen", close["id"].as_str().unwrap());
    for body in [json!({}), json!({ "reason": " " }), json!({ "reason": "r".repeat(501) }), json!({ "reason": 1 })] {
        assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), ["reason"]);
    }
    desk.post(PATH, &right).await.expect_error(409, "CONFLICT");
}

#[test_on_both_engines]
async fn the_desk_closes_and_reports_stay_with_managers() {
    let salon = small_salon().await;
    let (desk, stylist) = (receptionist(&salon).await, salon.member("S", Role::Staff).await);
    let today = salon.now().ist_date();
    let close = close_of(PUNE, today, 0, 0);
    for (path, body) in [(PATH, &close), (MOVEMENTS_PATH, &movement_of(PUNE, 1))] {
        salon.admin_visitor().post(path, body).await.expect_error(401, "UNAUTHENTICATED");
        stylist.post(path, body).await.expect_error(403, "FORBIDDEN");
        desk.post(path, body).await.expect_created();
        if path == PATH {
            let shown = desk.get(&format!("/api/desk/day-close?branchId={PUNE}")).await.expect_ok();
            reopen_day(&desk, &shown["report"]["dayClose"]).await.expect_ok();
        }
    }
    salon.admin_visitor().get("/api/desk/day-close").await.expect_error(401, "UNAUTHENTICATED");
    stylist.get("/api/desk/day-close").await.expect_error(403, "FORBIDDEN");
    desk.get("/api/desk/day-close").await.expect_ok();
    desk.get("/api/reports/day-close").await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn a_request_with_the_same_key_closes_once() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await.with_header("idempotency-key", "evening");
    let today = salon.now().ist_date();
    let body = close_of(PUNE, today, 100, 100);
    let close = close_day(&desk, &body).await;
    assert_eq!(close_day(&desk, &body).await, close);
    let other = desk.post(PATH, &close_of(PUNE, today, 100, 101)).await;
    other.expect_error(422, "BUSINESS_RULE_VIOLATION");
    let reopened = reopen_day(&desk, &close).await.expect_ok();
    assert_eq!(reopen_day(&desk, &close).await.expect_ok(), reopened);
    let milk = move_cash(&desk, PUNE, -100).await;
    assert_eq!(move_cash(&desk, PUNE, -100).await, milk);
    assert_eq!(count_rows(&salon, "", "select count(*) from cash_movements where id <> $1").await, 1);
}

#[test_on_both_engines]
async fn of_24_who_close_a_day_one_does() {
    let salon = small_salon().await;
    let today = salon.now().ist_date();
    let people = sign_in_24(&salon, Role::Receptionist).await;
    let mut closing = JoinSet::new();
    for (person, counted) in people.into_iter().zip(0_i64..) {
        closing.spawn(async move { person.post(PATH, &close_of(PUNE, today, 0, counted)).await });
    }
    let replies = closing.join_all().await;
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 201);
    assert_eq!((won.len(), lost.len()), (1, 23));
    for reply in lost {
        reply.expect_error(409, "CONFLICT");
    }
    let desk = receptionist(&salon).await;
    let shown = desk.get(&format!("/api/desk/day-close?branchId={PUNE}")).await.expect_ok();
    assert_eq!(shown["report"]["dayClose"], won[0].expect_created()["dayClose"]);
}

/// Each change of money is either counted by the close, or refused because of it.
#[test_on_both_engines]
async fn a_change_is_counted_by_the_close_or_refused() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager(&salon).await);
    // Requests of one person run one after another.
    let (till, safe) = (salon.member("Till", Role::Receptionist).await, salon.member("Safe", Role::Receptionist).await);
    let mira = manager_mira(&salon).await;
    let today = salon.now().ist_date();
    let mut cash = 0;
    let (mut done, mut refused) = (0, 0);
    for round in 0..10 {
        let asha = salon.customer(&format!("asha{round}")).await;
        let wrong = bill_haircut(&salon, &desk, &asha).await;
        cash += 120_000;
        let booking = create_confirmed_booking(&salon, &asha, &haircut_request()).await;
        let (movement, payment, close) = (movement_of(PUNE, -700), cash_payment(), close_of(PUNE, today, 0, 0));
        let (closed, moved, paid, credited) = tokio::join!(
            safe.post(PATH, &close),
            till.post(MOVEMENTS_PATH, &movement),
            complete_booking(&desk, &booking, &payment),
            post_credit_note(&mira, &wrong),
        );
        for (reply, status, paise) in [(&moved, 201, -700), (&paid, 200, 120_000), (&credited, 201, -120_000)] {
            if reply.status == status {
                cash += paise;
                done += 1;
            } else {
                reply.expect_error(409, "CONFLICT");
                refused += 1;
            }
        }
        let close = closed.expect_created()["dayClose"].clone();
        assert_eq!(close["expectedCashPaise"], cash, "round {round}");
        let shown = desk.get(&format!("/api/desk/day-close?branchId={PUNE}")).await.expect_ok();
        assert_eq!(shown["report"]["cash"]["changePaise"], cash, "nothing came after the close");
        reopen_day(&meera, &close).await.expect_ok();
    }
    assert_eq!(done + refused, 30);
    salon.run_due_jobs().await;
}

/// Cash of each branch and day, from the rows themselves.
fn read_cash(conn: &mut Conn<'_>) -> Result<BTreeMap<(String, NaiveDate), i64>, DbError> {
    let mut cash = BTreeMap::new();
    for sql in [
        "select i.branch_id, i.invoice_date, p.amount_paise from invoice_payments p join invoices i on i.id = p.invoice_id
         where p.method = 'cash'",
        "select branch_id, tip_date, amount_paise from tips where method = 'cash'",
        "select c.branch_id, c.credit_date, -r.amount_paise from credit_note_refunds r
             join credit_notes c on c.id = r.credit_note_id
         where r.method = 'cash'",
        "select branch_id, movement_date, amount_paise from cash_movements",
    ] {
        for (branch, day, paise) in conn.all::<(String, NaiveDate, i64)>(sql, params![])? {
            *cash.entry((branch, day)).or_default() += paise;
        }
    }
    Ok(cash)
}

#[test_on_both_engines]
async fn closes_of_the_demo_salon_are_the_sums_of_its_rows() {
    let salon = TestSalon::demo().await;
    let desk = receptionist(&salon).await;
    let cash = salon.app.db.read(read_cash).await.unwrap();
    assert!(cash.len() > 30, "only {} days with cash", cash.len());
    for ((branch, day), paise) in cash.iter().step_by(2) {
        let report = desk.get(&format!("/api/desk/day-close?date={day}&branchId={branch}")).await.expect_ok();
        assert_eq!(report["report"]["cash"]["changePaise"], *paise, "{branch} on {day}");
        if report["report"]["dayClose"].is_null() {
            let close = close_day(&desk, &close_of(branch, *day, 300_000, 300_000)).await;
            assert_eq!(close["differencePaise"], -paise, "{branch} on {day}");
        }
    }
    salon.leaves_due_jobs("the demo salon has work to do");
}
