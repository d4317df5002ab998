//! Bad requests at the counter: each is refused with its field or code, and nothing is changed.

use axum::body::Body;
use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, haircut_request};
use parlour_testkit::actions::checkout::complete_booking;
use parlour_testkit::actions::counter::{
    CASH_MOVEMENTS_PATH, DAY_CLOSE_PATH, close_day, create_walk_in, credit_part, money_row_counts, paise,
    patch_branch_as_owner, payment, quote_booking, reopen_day, rows,
};
use parlour_testkit::actions::invoices::{INVOICES_PATH, shown_invoice};
use parlour_testkit::actions::memberships::{
    MEMBERSHIPS_PATH, cancel_membership, create_membership, massage_session, record_session, ten_hour_sale,
};
use parlour_testkit::actions::offers::insert_offer;
use parlour_testkit::actions::people::{manager, receptionist};
use parlour_testkit::checks::json::{text_field, with_field};
use parlour_testkit::fixtures::small_salon::{GOA, PUNE, STYLIST};
use parlour_testkit::fixtures::spa_salon::spa_salon;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const TODAY: &str = "2027-03-01";

/// A salon in which everything that a route needs exists.
struct Counter {
    salon: TestSalon,
    desk: Person,
    manager: Person,
    asha: Person,
    tara: Person,
    /// A confirmed haircut of Asha for 1,200 rupees.
    haircut: String,
    /// A confirmed massage of Asha of 60 minutes.
    massage: String,
    /// A haircut of Asha that was paid in cash: booking and invoice.
    billed: (String, String),
    /// Ten hours of Asha.
    membership: String,
    /// A recorded session of that membership.
    session: String,
}

impl Counter {
    async fn open() -> Self {
        let salon = spa_salon().await;
        let (desk, manager) = (receptionist(&salon).await, manager(&salon).await);
        let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
        insert_offer(&salon, "tenth", "percentage", 10, &["service-cut"]).await;
        let haircut = create_walk_in(&salon, &desk, &asha, PUNE, &["service-cut"]).await;
        let massage = create_walk_in(&salon, &desk, &asha, PUNE, &["service-massage"]).await;
        let booking = create_walk_in(&salon, &desk, &asha, PUNE, &["service-cut"]).await;
        let done = complete_booking(&desk, &booking, &json!({ "paymentMethod": "cash" })).await.expect_ok();
        let billed = (booking, text_field(&done["invoice"], "id").to_owned());
        let membership = create_membership(&desk, &ten_hour_sale(&asha)).await;
        let recorded = record_session(&desk, &membership, &massage_session(60)).await.expect_created();
        let session = text_field(&recorded["booking"], "id").to_owned();
        Self { salon, desk, manager, asha, tara, haircut, massage, billed, membership, session }
    }

    /// Sends each body and checks the fields that are refused. A name that ends with `*` is the beginning of a field.
    async fn refuse_fields(&self, person: &Person, method: Method, path: &str, table: Vec<(Value, Vec<&str>)>) {
        let before = money_row_counts(&self.salon).await;
        for (body, expected) in table {
            let reply = person.send(method.clone(), path, Body::from(body.to_string())).await;
            let fields = reply.expect_invalid_fields();
            let is_meant = |expected: &str, field: &str| match expected.strip_suffix('*') {
                Some(beginning) => field.starts_with(beginning),
                None => field == expected,
            };
            // Without names any field may be complained about.
            let is_same = fields.len() == expected.len()
                && expected.iter().zip(&fields).all(|(expected, field)| is_meant(expected, field));
            assert!(expected.is_empty() || is_same, "{path} {body}: {fields:?}, not {expected:?}");
        }
        assert_eq!(money_row_counts(&self.salon).await, before, "{path} changed something");
    }

    /// Sends each request and checks status and code.
    async fn refuse_codes(&self, table: Vec<(Reply, u16, &str)>, before: &[i64]) {
        for (at, (reply, status, code)) in table.into_iter().enumerate() {
            assert_eq!(reply.status.as_u16(), status, "request {at}: {}", reply.text());
            reply.expect_error(status, code);
        }
        assert_eq!(money_row_counts(&self.salon).await, before, "something was changed");
    }

    async fn close(self) {
        self.salon.run_due_jobs().await;
    }
}

fn cash_with(field: &str, value: Value) -> Value {
    with_field(json!({ "paymentMethod": "cash" }), field, value)
}

fn tip(staff: &str, method: &str, paise: i64) -> Value {
    json!({ "staffId": staff, "method": method, "amountPaise": paise })
}

/// Discounts that are refused wherever they are sent.
fn bad_discounts() -> Vec<(Value, Vec<&'static str>)> {
    let of = |discount: Value| json!({ "discount": discount });
    let friend = json!({ "percent": 5, "reason": "A friend" });
    vec![
        (of(with_field(friend.clone(), "percent", 0)), vec!["discount.percent"]),
        (of(with_field(friend.clone(), "percent", 101)), vec!["discount.percent"]),
        (of(with_field(friend.clone(), "percent", 1.5)), vec!["discount.percent"]),
        (of(with_field(friend.clone(), "percent", "5")), vec!["discount.percent"]),
        (of(with_field(friend.clone(), "amountPaise", 5)), vec!["discount*"]),
        (of(json!({ "reason": "A friend" })), vec!["discount*"]),
        (of(json!({ "amountPaise": 0, "reason": "A friend" })), vec!["discount.amountPaise"]),
        (of(json!({ "amountPaise": 120_001, "reason": "A friend" })), vec!["discount*"]),
        (of(json!({ "percent": 5 })), vec!["discount.reason"]),
        (of(with_field(friend.clone(), "reason", "")), vec!["discount.reason"]),
        (of(with_field(friend.clone(), "reason", "x".repeat(201))), vec!["discount.reason"]),
        (with_field(of(friend.clone()), "offerId", "tenth"), vec![]),
        (with_field(of(friend.clone()), "redeemGems", true), vec![]),
        (with_field(of(friend), "gemsRedeemedServiceId", "service-cut"), vec![]),
    ]
}

#[test_on_both_engines]
async fn an_invalid_checkout_is_refused() {
    let counter = Counter::open().await;
    let path = format!("/api/bookings/{}/complete", counter.haircut);
    let paid = |payments: Value| json!({ "payments": payments });
    let mut table = vec![
        (json!({}), vec!["payment*"]),
        (paid(json!([])), vec!["payment*"]),
        (paid(json!("cash")), vec!["payments"]),
        (paid(json!([payment("cash", 119_999)])), vec!["payments"]),
        (paid(json!([payment("cash", 60_000), payment("upi", 60_001)])), vec!["payments"]),
        (cash_with("payments", json!([payment("cash", 120_000)])), vec!["payments"]),
        (paid(json!(vec![payment("cash", 20_000); 6])), vec!["payments"]),
        (paid(json!([payment("cheque", 120_000)])), vec!["payments.0.method"]),
        (paid(json!([payment("cash", 120_000), payment("upi", 0)])), vec!["payments.1.amountPaise"]),
        (paid(json!([payment("cash", 120_001), payment("upi", -1)])), vec!["payments.1.amountPaise"]),
        (paid(json!([{ "method": "cash", "amountPaise": 0.5 }])), vec!["payments.0.amountPaise"]),
        (paid(json!([{ "amountPaise": 120_000 }])), vec!["payments.0.method"]),
        (paid(json!([with_field(payment("upi", 120_000), "reference", "x".repeat(65))])), vec!["payments.0.reference"]),
        (paid(json!([payment("cash", 10_000_000_001)])), vec!["payments*"]),
        (cash_with("tips", json!(vec![tip(STYLIST, "cash", 1); 11])), vec!["tips"]),
        (cash_with("tips", json!([tip("staff-nobody", "cash", 1)])), vec!["tips.0.staffId"]),
        (cash_with("tips", json!([tip(STYLIST, "cash", 1), tip(STYLIST, "gold", 1)])), vec!["tips.1.method"]),
        (cash_with("tips", json!([tip(STYLIST, "cash", 0)])), vec!["tips.0.amountPaise"]),
        (
            json!({ "payments": [{}], "tips": [{}] }),
            vec![
                "payments.0.amountPaise",
                "payments.0.method",
                "tips.0.amountPaise",
                "tips.0.method",
                "tips.0.staffId",
            ],
        ),
        (cash_with("membershipId", json!(counter.membership)), vec![]),
    ];
    let discounts = bad_discounts().into_iter();
    table.extend(discounts.map(|(body, fields)| (with_field(body, "paymentMethod", "cash"), fields)));
    counter.refuse_fields(&counter.manager, Method::POST, &path, table).await;

    // The membership pays for a massage, and nothing else does.
    let path = format!("/api/bookings/{}/complete", counter.massage);
    let hours = json!({ "membershipId": counter.membership });
    let table = vec![
        (with_field(hours.clone(), "paymentMethod", "cash"), vec![]),
        (with_field(hours.clone(), "payments", json!([payment("cash", 300_000)])), vec![]),
        (with_field(hours.clone(), "redeemGems", true), vec![]),
        (with_field(hours.clone(), "offerId", "tenth"), vec![]),
        (with_field(hours, "discount", json!({ "percent": 5, "reason": "A friend" })), vec![]),
    ];
    counter.refuse_fields(&counter.manager, Method::POST, &path, table).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_quote_is_refused() {
    let counter = Counter::open().await;
    let path = format!("/api/bookings/{}/quote", counter.haircut);
    let mut table = bad_discounts();
    table.push((json!({ "offerId": "tenth", "redeemGems": true }), vec!["offerId"]));
    table.push((json!({ "membershipId": counter.membership }), vec![]));
    counter.refuse_fields(&counter.manager, Method::POST, &path, table).await;
    let before = money_row_counts(&counter.salon).await;
    quote_booking(&counter.desk, &counter.haircut, &json!({})).await.expect_ok();
    quote_booking(&counter.desk, &counter.massage, &json!({ "membershipId": counter.membership })).await.expect_ok();
    assert_eq!(money_row_counts(&counter.salon).await, before, "a quote writes nothing");
    counter.close().await;
}

/// Quote and checkout refuse for the same reasons.
#[test_on_both_engines]
async fn quote_and_checkout_refuse_alike() {
    let counter = Counter::open().await;
    let Counter { salon, desk, manager, asha, tara, .. } = &counter;
    let pending = create_booking(asha, &haircut_request()).await;
    let foreign = create_membership(desk, &ten_hour_sale(tara)).await;
    let zoya = salon.customer("Zoya").await;
    let later = create_membership(desk, &with_field(ten_hour_sale(&zoya), "startDate", "2027-03-05")).await;
    let zoyas = create_walk_in(salon, desk, &zoya, PUNE, &["service-massage"]).await;
    let noor = salon.customer("Noor").await;
    let short = create_membership(desk, &with_field(ten_hour_sale(&noor), "hoursMinutes", 59)).await;
    let noors = create_walk_in(salon, desk, &noor, PUNE, &["service-massage"]).await;
    let leela = salon.customer("Leela").await;
    let ended = create_membership(desk, &ten_hour_sale(&leela)).await;
    cancel_membership(manager, &ended, "Moves away").await.expect_ok();
    let leelas = create_walk_in(salon, desk, &leela, PUNE, &["service-massage"]).await;
    let discount = json!({ "discount": { "amountPaise": 1, "reason": "A friend" } });
    let hours = |membership: &str| json!({ "membershipId": membership });
    let before = money_row_counts(salon).await;
    let mut table = Vec::new();
    for (booking, body, status, code) in [
        (&counter.haircut, discount, 403, "FORBIDDEN"),
        (&counter.haircut, json!({ "offerId": "nope" }), 404, "NOT_FOUND"),
        (&counter.haircut, json!({ "gemsRedeemedServiceId": "service-wash" }), 409, "GEMS_SERVICE_NOT_REDEEMABLE"),
        (&counter.massage, json!({ "offerId": "tenth" }), 409, "OFFER_NOT_APPLICABLE"),
        (&pending, json!({}), 409, "BOOKING_INVALID_STATUS_TRANSITION"),
        (&counter.billed.0, json!({}), 409, "BOOKING_INVALID_STATUS_TRANSITION"),
        (&"nope".to_owned(), json!({}), 404, "NOT_FOUND"),
        (&counter.massage, hours(&foreign), 404, "NOT_FOUND"),
        (&counter.massage, hours("nope"), 404, "NOT_FOUND"),
        (&zoyas, hours(&later), 422, "BUSINESS_RULE_VIOLATION"),
        (&noors, hours(&short), 409, "MEMBERSHIP_INSUFFICIENT_HOURS"),
        (&leelas, hours(&ended), 409, "MEMBERSHIP_EXPIRED"),
    ] {
        table.push((quote_booking(desk, booking, &body).await, status, code));
        let is_paid = body.get("membershipId").is_none();
        let paid = if is_paid { with_field(body, "paymentMethod", "cash") } else { body };
        table.push((complete_booking(desk, booking, &paid).await, status, code));
    }
    counter.refuse_codes(table, &before).await;

    // Up to the limit of the branch the desk decides alone: 10 % of 1,200 rupees.
    patch_branch_as_owner(salon, PUNE, &json!({ "deskDiscountPercent": 10 })).await;
    let of = |discount: Value| json!({ "discount": discount });
    let amount = |paise: i64| of(json!({ "amountPaise": paise, "reason": "A friend" }));
    quote_booking(desk, &counter.haircut, &amount(12_001)).await.expect_error(403, "FORBIDDEN");
    let eleven = of(json!({ "percent": 11, "reason": "A friend" }));
    quote_booking(desk, &counter.haircut, &eleven).await.expect_error(403, "FORBIDDEN");
    let quote = quote_booking(desk, &counter.haircut, &amount(12_000)).await.expect_ok()["quote"].clone();
    assert_eq!((paise(&quote, "discountPaise"), paise(&quote, "totalAmountPaise")), (12_000, 108_000));
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_payment_correction_is_refused() {
    let counter = Counter::open().await;
    let path = format!("{INVOICES_PATH}/{}/payments", counter.billed.1);
    let body = |payments: Value| json!({ "payments": payments, "reason": "The other card" });
    let good = json!([payment("upi", 120_000)]);
    let table = vec![
        (json!({}), vec!["payments", "reason"]),
        (json!({ "payments": good }), vec!["reason"]),
        (with_field(body(good.clone()), "reason", "  "), vec!["reason"]),
        (body(json!([])), vec!["payments"]),
        (body(json!([payment("upi", 119_999)])), vec!["payments"]),
        (body(json!([payment("upi", 120_000), payment("cash", 1)])), vec!["payments"]),
        (body(json!(vec![payment("upi", 20_000); 6])), vec!["payments"]),
        (body(json!([payment("gold", 120_000)])), vec!["payments.0.method"]),
        (body(json!([payment("upi", 120_000), payment("cash", 0)])), vec!["payments.1.amountPaise"]),
        (body(json!([with_field(payment("upi", 120_000), "reference", "x".repeat(65))])), vec!["payments.0.reference"]),
    ];
    counter.refuse_fields(&counter.desk, Method::PATCH, &path, table).await;
    counter
        .desk
        .patch(&format!("{INVOICES_PATH}/nope/payments"), &body(good.clone()))
        .await
        .expect_error(404, "NOT_FOUND");
    // A credit note of a part is enough.
    credit_part(&counter.manager, &counter.billed.1, &json!({ "amountPaise": 100 })).await.expect_created();
    let before = money_row_counts(&counter.salon).await;
    counter.desk.patch(&path, &body(good)).await.expect_error(409, "CONFLICT");
    assert_eq!(money_row_counts(&counter.salon).await, before);
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_credit_note_is_refused() {
    let counter = Counter::open().await;
    let path = format!("{INVOICES_PATH}/{}/credit-note", counter.billed.1);
    let part = |field: &str, value: Value| with_field(json!({ "reason": "Not satisfied" }), field, value);
    let line = json!([{ "lineNumber": 1 }]);
    let table = vec![
        (json!({ "amountPaise": 1_000 }), vec!["reason"]),
        (part("amountPaise", json!(99)), vec!["amountPaise"]),
        (part("amountPaise", json!(0)), vec!["amountPaise"]),
        (part("amountPaise", json!(-100)), vec!["amountPaise"]),
        (part("amountPaise", json!(100.5)), vec!["amountPaise"]),
        (part("amountPaise", json!(119_999)), vec!["amountPaise"]),
        (part("amountPaise", json!(119_901)), vec!["amountPaise"]),
        (with_field(part("amountPaise", json!(1_000)), "lines", line.clone()), vec![]),
        (part("lines", json!("1")), vec!["lines"]),
        (part("lines", json!([{ "lineNumber": 2 }])), vec!["lines*"]),
        (part("lines", json!([{}])), vec!["lines.0.lineNumber"]),
        (part("lines", json!([{ "lineNumber": 1, "amountPaise": -1 }])), vec!["lines.0.amountPaise"]),
        (part("lines", json!([{ "lineNumber": 1, "amountPaise": 119_999 }])), vec!["lines*"]),
        (part("refunds", json!([payment("cash", 119_999)])), vec!["refunds"]),
        (part("refunds", json!([payment("cash", 120_001)])), vec!["refunds"]),
        (part("refunds", json!(vec![payment("cash", 20_000); 6])), vec!["refunds"]),
        (part("refunds", json!([payment("gold", 120_000)])), vec!["refunds.0.method"]),
        (part("refunds", json!([payment("cash", 120_000), payment("upi", 0)])), vec!["refunds.1.amountPaise"]),
        (with_field(part("amountPaise", json!(1_000)), "refunds", json!([payment("cash", 120_000)])), vec!["refunds"]),
    ];
    counter.refuse_fields(&counter.manager, Method::POST, &path, table).await;
    let before = money_row_counts(&counter.salon).await;
    let (manager, invoice) = (&counter.manager, &counter.billed.1);
    let too_much = json!({ "lines": [{ "lineNumber": 1, "amountPaise": 120_001 }] });
    let table = vec![
        (credit_part(manager, invoice, &json!({ "amountPaise": 120_001 })).await, 409, "CONFLICT"),
        (credit_part(manager, invoice, &too_much).await, 409, "CONFLICT"),
        (credit_part(manager, "nope", &json!({ "amountPaise": 1_000 })).await, 404, "NOT_FOUND"),
        (credit_part(&counter.desk, invoice, &json!({})).await, 403, "FORBIDDEN"),
    ];
    counter.refuse_codes(table, &before).await;
    credit_part(manager, invoice, &json!({})).await.expect_created();
    let before = money_row_counts(&counter.salon).await;
    let table = vec![
        (credit_part(manager, invoice, &json!({})).await, 409, "CONFLICT"),
        (credit_part(manager, invoice, &json!({ "amountPaise": 100 })).await, 409, "CONFLICT"),
    ];
    counter.refuse_codes(table, &before).await;
    counter.close().await;
}

/// What is left counts with the rounding: 2,500.50 rupees were billed as 2,501.
#[test_on_both_engines]
async fn a_credit_note_may_not_leave_the_rounding() {
    let counter = Counter::open().await;
    let Counter { salon, desk, manager, tara, .. } = &counter;
    patch_branch_as_owner(salon, GOA, &json!({ "roundInvoices": "rupee" })).await;
    let booking = create_walk_in(salon, desk, tara, GOA, &["service-colour"]).await;
    let done = complete_booking(desk, &booking, &json!({ "paymentMethod": "upi" })).await.expect_ok();
    let id = text_field(&done["invoice"], "id");
    assert_eq!(done["invoice"]["totalPaise"], 250_100);
    let before = money_row_counts(salon).await;
    let fields = credit_part(manager, id, &json!({ "amountPaise": 250_050 })).await.expect_invalid_fields();
    assert_eq!(fields, ["amountPaise"], "50 paise would be left");
    assert_eq!(money_row_counts(salon).await, before);
    let first = credit_part(manager, id, &json!({ "amountPaise": 100_000 })).await.expect_created();
    assert_eq!(first["creditNote"]["roundingPaise"], 0);
    let last = credit_part(manager, id, &json!({ "amountPaise": 150_100 })).await.expect_created();
    assert_eq!(
        (&last["creditNote"]["totalAmountPaise"], &last["creditNote"]["roundingPaise"]),
        (&json!(150_100), &json!(50))
    );
    let shown = shown_invoice(desk, id).await;
    assert_eq!(shown["creditedPaise"], shown["totalAmountPaise"]);
    let tax = paise(&first["creditNote"], "gstAmountPaise") + paise(&last["creditNote"], "gstAmountPaise");
    assert_eq!(tax, paise(&shown, "gstAmountPaise"));
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_reopening_or_reversal_is_refused() {
    let counter = Counter::open().await;
    let Counter { desk, manager, .. } = &counter;
    let reopen = |booking: &str| format!("/api/bookings/{booking}/reopen");
    let reverse = format!("{MEMBERSHIPS_PATH}/{}/sessions/{}/reverse", counter.membership, counter.session);
    let no_reason = || vec![(json!({}), vec!["reason"]), (json!({ "reason": " " }), vec!["reason"])];
    counter.refuse_fields(manager, Method::POST, &reopen(&counter.billed.0), no_reason()).await;
    counter.refuse_fields(manager, Method::POST, &reverse, no_reason()).await;
    let before = money_row_counts(&counter.salon).await;
    let why = json!({ "reason": "A mistake" });
    let elsewhere =
        |membership: &str, booking: &str| format!("{MEMBERSHIPS_PATH}/{membership}/sessions/{booking}/reverse");
    let table = vec![
        (manager.post(&reopen(&counter.billed.0), &why).await, 409, "CONFLICT"),
        (manager.post(&reopen(&counter.haircut), &why).await, 409, "CONFLICT"),
        (manager.post(&reopen(&counter.session), &why).await, 409, "CONFLICT"),
        (manager.post(&reopen("nope"), &why).await, 404, "NOT_FOUND"),
        (desk.post(&reopen(&counter.billed.0), &why).await, 403, "FORBIDDEN"),
        (manager.post(&elsewhere("nope", &counter.session), &why).await, 404, "NOT_FOUND"),
        (manager.post(&elsewhere(&counter.membership, "nope"), &why).await, 404, "NOT_FOUND"),
        (desk.post(&reverse, &why).await, 403, "FORBIDDEN"),
    ];
    counter.refuse_codes(table, &before).await;
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_day_close_is_refused() {
    let counter = Counter::open().await;
    let Counter { salon, desk, manager, .. } = &counter;
    let good = json!({ "branchId": PUNE, "date": TODAY, "openingFloatPaise": 0, "countedCashPaise": 120_000 });
    let with = |field: &str, value: Value| with_field(good.clone(), field, value);
    let table = vec![
        (json!({}), vec!["branchId", "countedCashPaise", "date", "openingFloatPaise"]),
        (with("branchId", json!("nope")), vec!["branchId"]),
        (with("date", json!("2027-03-02")), vec!["date"]),
        (with("date", json!("yesterday")), vec!["date"]),
        (with("openingFloatPaise", json!(-1)), vec!["openingFloatPaise"]),
        (with("countedCashPaise", json!(-1)), vec!["countedCashPaise"]),
        (with("countedCashPaise", json!(1.5)), vec!["countedCashPaise"]),
        (with("countedCashPaise", json!(10_000_000_001_i64)), vec!["countedCashPaise"]),
        (with("note", json!(5)), vec!["note"]),
    ];
    counter.refuse_fields(desk, Method::POST, DAY_CLOSE_PATH, table).await;

    let close = desk.post(DAY_CLOSE_PATH, &good).await.expect_created()["dayClose"].clone();
    let id = text_field(&close, "id");
    let reopen = format!("{DAY_CLOSE_PATH}/{id}/reopen");
    let no_reason = vec![(json!({}), vec!["reason"]), (json!({ "reason": "" }), vec!["reason"])];
    counter.refuse_fields(manager, Method::POST, &reopen, no_reason).await;
    let other = salon.member("Sunil", Role::Receptionist).await;
    let before = money_row_counts(salon).await;
    let table = vec![
        (desk.post(DAY_CLOSE_PATH, &good).await, 409, "CONFLICT"),
        (reopen_day(&other, id).await, 403, "FORBIDDEN"),
        (reopen_day(manager, "nope").await, 404, "NOT_FOUND"),
    ];
    counter.refuse_codes(table, &before).await;
    // Another branch and another day are open.
    close_day(desk, GOA, TODAY, 0).await.expect_created();
    close_day(desk, PUNE, "2027-02-28", 0).await.expect_created();
    // The next day only a manager opens it again.
    salon.advance_seconds(24 * 3_600);
    reopen_day(desk, id).await.expect_error(403, "FORBIDDEN");
    reopen_day(manager, id).await.expect_ok();
    reopen_day(manager, id).await.expect_error(409, "CONFLICT");
    desk.post(DAY_CLOSE_PATH, &good).await.expect_created();
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_cash_movement_is_refused() {
    let counter = Counter::open().await;
    let good = json!({ "branchId": PUNE, "amountPaise": -5_000, "reason": "Milk" });
    let with = |field: &str, value: Value| with_field(good.clone(), field, value);
    let table = vec![
        (json!({}), vec!["amountPaise", "branchId", "reason"]),
        (with("branchId", json!("nope")), vec!["branchId"]),
        (with("amountPaise", json!(0)), vec!["amountPaise"]),
        (with("amountPaise", json!(0.5)), vec!["amountPaise"]),
        (with("amountPaise", json!("5000")), vec!["amountPaise"]),
        (with("amountPaise", json!(10_000_000_001_i64)), vec!["amountPaise"]),
        (with("amountPaise", json!(-10_000_000_001_i64)), vec!["amountPaise"]),
        (with("reason", json!("")), vec!["reason"]),
        (with("reason", json!("a\u{0}b")), vec!["reason"]),
    ];
    counter.refuse_fields(&counter.desk, Method::POST, CASH_MOVEMENTS_PATH, table).await;
    let fields =
        async |query: &str| counter.desk.get(&format!("/api/desk/day-close?{query}")).await.expect_invalid_fields();
    assert_eq!(fields("date=someday").await, ["date"]);
    assert_eq!(fields(&format!("date={TODAY}&branchId=nope")).await, ["branchId"]);
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_membership_sale_is_refused() {
    let counter = Counter::open().await;
    let mut sale = ten_hour_sale(&counter.tara);
    sale.as_object_mut().unwrap().remove("paymentMethod");
    let paid = |payments: Value| with_field(sale.clone(), "payments", payments);
    let whole = json!([payment("cash", 1_800_000)]);
    let table = vec![
        (sale.clone(), vec!["payment*"]),
        (paid(json!([])), vec!["payment*"]),
        (paid(json!([payment("cash", 1_799_999)])), vec!["payments"]),
        (with_field(paid(whole.clone()), "paymentMethod", "cash"), vec!["payments"]),
        (paid(json!(vec![payment("cash", 300_000); 6])), vec!["payments"]),
        (paid(json!([payment("gold", 1_800_000)])), vec!["payments.0.method"]),
        (with_field(paid(whole), "branchId", "nope"), vec!["branchId"]),
        (with_field(paid(json!([payment("cash", 1)])), "pricePaise", 0), vec!["payments"]),
    ];
    counter.refuse_fields(&counter.desk, Method::POST, MEMBERSHIPS_PATH, table).await;
    let session = format!("{MEMBERSHIPS_PATH}/{}/sessions", counter.membership);
    let table = vec![(with_field(massage_session(60), "branchId", "nope"), vec!["branchId"])];
    counter.refuse_fields(&counter.desk, Method::POST, &session, table).await;
    // Nothing is due: no payment is stored.
    let free = with_field(paid(json!([])), "pricePaise", 0);
    let sold = counter.desk.post(MEMBERSHIPS_PATH, &free).await.expect_created();
    let shown = shown_invoice(&counter.desk, text_field(&sold["invoice"], "id")).await;
    assert_eq!((rows(&shown, "payments").len(), &shown["paymentMethod"]), (0, &json!("cash")));
    counter.close().await;
}

#[test_on_both_engines]
async fn an_invalid_branch_setting_is_refused() {
    let counter = Counter::open().await;
    let owner = counter.salon.member("Olga", Role::Owner).await;
    let table = vec![
        (json!({ "roundInvoices": "paisa" }), vec!["roundInvoices"]),
        (json!({ "deskDiscountPercent": -1 }), vec!["deskDiscountPercent"]),
        (json!({ "deskDiscountPercent": 101 }), vec!["deskDiscountPercent"]),
        (json!({ "deskDiscountPercent": 101, "roundInvoices": 1 }), vec!["deskDiscountPercent", "roundInvoices"]),
    ];
    counter.refuse_fields(&owner, Method::PATCH, &format!("/api/branches/{PUNE}"), table).await;
    let branches = owner.get("/api/branches").await.expect_ok();
    let pune = rows(&branches, "branches").iter().find(|branch| branch["id"] == PUNE).unwrap().clone();
    assert_eq!((&pune["roundInvoices"], &pune["deskDiscountPercent"]), (&json!("none"), &json!(0)));
    assert_eq!((&pune["upiId"], &pune["upiName"]), (&Value::Null, &Value::Null));
    let tiers = counter.desk.get("/api/membership-tiers").await.expect_ok();
    assert_eq!(tiers[0]["sacCode"], "999721");
    counter.close().await;
}

/// Every POST that writes is done once per `Idempotency-Key`.
#[test_on_both_engines]
async fn a_repeated_request_is_answered_alike_and_done_once() {
    let counter = Counter::open().await;
    let Counter { salon, desk, manager, .. } = &counter;
    let invoice = &counter.billed.1;
    let close_body = json!({ "branchId": GOA, "date": TODAY, "openingFloatPaise": 0, "countedCashPaise": 0 });
    let credit = format!("{INVOICES_PATH}/{invoice}/credit-note");
    let reopen = format!("/api/bookings/{}/reopen", counter.billed.0);
    let reverse = format!("{MEMBERSHIPS_PATH}/{}/sessions/{}/reverse", counter.membership, counter.session);
    let checkout = format!("/api/bookings/{}/complete", counter.haircut);
    let halves = json!({ "payments": [payment("cash", 60_000), payment("upi", 60_000)] });
    let movement = json!({ "branchId": PUNE, "amountPaise": 1, "reason": "Found" });
    let why = json!({ "reason": "A mistake" });
    let mut closed = String::new();
    for (person, path, body) in [
        (desk, CASH_MOVEMENTS_PATH, movement),
        (desk, &*checkout, halves),
        (manager, &*credit, json!({ "reason": "A mistake", "amountPaise": 50_000 })),
        (manager, &*credit, why.clone()),
        (manager, &*reopen, why.clone()),
        (manager, &*reverse, why.clone()),
        (desk, DAY_CLOSE_PATH, close_body),
    ] {
        let keyed = person.clone().with_header("idempotency-key", &format!("{path} {}", body.to_string().len()));
        let first = keyed.post(path, &body).await;
        assert!(first.status.is_success(), "{path}: {}", first.text());
        let counts = money_row_counts(salon).await;
        let second = keyed.post(path, &body).await;
        assert_eq!((second.status, second.json()), (first.status, first.json()), "{path}");
        keyed
            .post(path, &with_field(body, "reason", "Another body"))
            .await
            .expect_error(422, "BUSINESS_RULE_VIOLATION");
        assert_eq!(money_row_counts(salon).await, counts, "{path} was done twice");
        if path == DAY_CLOSE_PATH {
            text_field(&first.json()["data"]["dayClose"], "id").clone_into(&mut closed);
        }
    }
    let keyed = manager.clone().with_header("idempotency-key", "open");
    let path = format!("{DAY_CLOSE_PATH}/{closed}/reopen");
    let first = keyed.post(&path, &why).await;
    first.expect_ok();
    assert_eq!(keyed.post(&path, &why).await.json(), first.json());
    counter.close().await;
}

/// Whoever works in the salon without a desk may do none of it.
#[test_on_both_engines]
async fn staff_without_the_role_are_refused() {
    let counter = Counter::open().await;
    let staff = counter.salon.member("Kiran", Role::Staff).await;
    let before = money_row_counts(&counter.salon).await;
    let empty = json!({});
    let table = vec![
        (quote_booking(&staff, &counter.haircut, &empty).await, 403, "FORBIDDEN"),
        (staff.patch(&format!("{INVOICES_PATH}/{}/payments", counter.billed.1), &empty).await, 403, "FORBIDDEN"),
        (staff.post(DAY_CLOSE_PATH, &empty).await, 403, "FORBIDDEN"),
        (staff.post(CASH_MOVEMENTS_PATH, &empty).await, 403, "FORBIDDEN"),
        (staff.get(&format!("/api/desk/day-close?date={TODAY}&branchId={PUNE}")).await, 403, "FORBIDDEN"),
        (counter.desk.get(&format!("/api/reports/day-close?date={TODAY}")).await, 403, "FORBIDDEN"),
        (staff.post(&format!("{DAY_CLOSE_PATH}/nope/reopen"), &empty).await, 403, "FORBIDDEN"),
        (counter.salon.admin_visitor().post(CASH_MOVEMENTS_PATH, &empty).await, 401, "UNAUTHENTICATED"),
    ];
    counter.refuse_codes(table, &before).await;
    counter.close().await;
}
