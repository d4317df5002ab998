//! The desk sells memberships and takes visits from their hours.

use std::collections::BTreeSet;

use parlour_app::chance::Chance;
use parlour_app::invoices::Taxes;
use parlour_app::memberships::{MembershipSale, sell};
use parlour_app::occasion::Occasion;
use parlour_domain::app_side::AppSide;
use parlour_domain::ids::{TierId, UserId};
use parlour_domain::invoice::PaymentMethod;
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_domain::membership::Term;
use parlour_domain::role::Role;
use parlour_store::tiers::{self, Tier};
use parlour_store::{DbError, params};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::installed::new;
use crate::public_reads::change;
use crate::small_salon::{PUNE, asks, count, done_to, massage, number_of, set, small_salon_at};

const MEMBERSHIPS: &str = "/api/memberships";
const TIERS: &str = "/api/membership-tiers";
const THERAPIST: &str = "staff-therapist-branch-pune";
/// A Monday morning on which the small salon has just opened.
const MORNING: &str = "2027-03-01 10:00";

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn tier(id: &str, display_order: i64, is_active: bool) -> Tier {
    Tier {
        id: TierId::new(id),
        name: id.to_uppercase(),
        slug: id.into(),
        description: "Spa hours".into(),
        default_hours_minutes: 600,
        default_price_paise: 1_800_000,
        default_validity_days: 180,
        is_active,
        display_order,
        created_at: at("2024-01-01T04:30:00Z"),
        updated_at: at("2024-01-02T04:30:00Z"),
    }
}

/// A small salon that sells two packages, and no longer a third.
async fn spa_at(wall: &'static str) -> TestSalon {
    let salon = small_salon_at(wall).await;
    change(&salon.app, |tx| {
        for (id, order, is_active) in [("silver", 2, true), ("gold", 1, true), ("founders", 0, false)] {
            tiers::insert(tx, &tier(id, order, is_active))?;
        }
        Ok(())
    })
    .await;
    salon
}

pub(crate) async fn spa() -> TestSalon {
    spa_at(MORNING).await
}

pub(crate) async fn desk(salon: &TestSalon) -> Person {
    salon.member("Ravi", Role::Receptionist).await
}

async fn manager(salon: &TestSalon) -> Person {
    salon.member("Meera", Role::Manager).await
}

/// Ten hours for 18,000 rupees, for half a year from 1 March 2027.
pub(crate) fn ten_hours(customer: &Person) -> Value {
    json!({
        "customerId": customer.id().as_str(), "tierId": "gold", "hoursMinutes": 600, "pricePaise": 1_800_000,
        "startDate": "2027-03-01", "validityDays": 180, "paymentMethod": "upi",
    })
}

pub(crate) fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

pub(crate) async fn sells(desk: &Person, body: &Value) -> Reply {
    desk.post(MEMBERSHIPS, body).await
}

/// The new membership's id.
pub(crate) async fn sold(desk: &Person, body: &Value) -> String {
    let data = sells(desk, body).await.expect_created();
    data["membership"]["id"].as_str().unwrap().to_owned()
}

/// An hour in March 2027, as the act takes it.
pub(crate) fn an_hour(customer: &UserId) -> MembershipSale {
    MembershipSale {
        customer_id: customer.clone(),
        tier_id: TierId::new("gold"),
        hours_minutes: 60,
        price_paise: 100_000,
        term: Term::of(parse_date("2027-03-01").unwrap(), 30).unwrap(),
        payment_method: PaymentMethod::Cash,
        notes: None,
        number_prefix: "PRL".to_owned(),
        taxes: Taxes::default(),
    }
}

fn line(service: &str, minutes: i64) -> Value {
    json!({ "serviceId": format!("service-{service}"), "staffId": THERAPIST, "durationMinutes": minutes })
}

pub(crate) fn visit(minutes: i64) -> Value {
    json!({ "services": [line("massage", minutes)] })
}

pub(crate) async fn records(desk: &Person, id: &str, body: &Value) -> Reply {
    desk.post(&format!("{MEMBERSHIPS}/{id}/sessions"), body).await
}

pub(crate) async fn cancels(manager: &Person, id: &str, reason: &str) -> Reply {
    manager.post(&format!("{MEMBERSHIPS}/{id}/cancel"), &json!({ "reason": reason })).await
}

pub(crate) async fn detail(desk: &Person, id: &str) -> Value {
    desk.get(&format!("{MEMBERSHIPS}/{id}")).await.expect_ok()
}

pub(crate) async fn lists(desk: &Person, query: &str) -> Vec<Value> {
    desk.get(&format!("{MEMBERSHIPS}{query}")).await.expect_ok().as_array().expect("a bare array").clone()
}

pub(crate) fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

fn keys(row: &Value) -> BTreeSet<&str> {
    row.as_object().expect("an object").keys().map(String::as_str).collect()
}

const MEMBERSHIP_KEYS: [&str; 16] = [
    "id",
    "membershipNumber",
    "customerId",
    "tierId",
    "tierNameSnapshot",
    "totalHoursMinutes",
    "usedHoursMinutes",
    "pricePaidPaise",
    "startsAt",
    "expiresAt",
    "status",
    "createdBy",
    "invoiceId",
    "notes",
    "createdAt",
    "updatedAt",
];

fn membership_keys_and(more: &[&'static str]) -> BTreeSet<&'static str> {
    MEMBERSHIP_KEYS.into_iter().chain(more.iter().copied()).collect()
}

/// Everything that an act on memberships might leave behind, counted.
async fn traces(salon: &TestSalon) -> Vec<i64> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select (select count(*) from memberships),
                 (select cast(coalesce(sum(used_hours_minutes), 0) as bigint) from memberships),
                 (select count(*) from memberships where status = 'active'),
                 (select count(*) from bookings), (select count(*) from booking_services),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from booking_counters),
                 (select count(*) from invoices), (select count(*) from invoice_lines),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from invoice_counters),
                 (select count(*) from work), (select count(*) from notifications),
                 (select count(*) from audit_log), (select count(*) from idempotency_keys),
                 (select cast(coalesce(sum(total_visits), 0) as bigint) from profiles)",
            params![],
            |columns| (0..14).map(|_| columns.take()).collect::<Result<Vec<i64>, _>>(),
        )
    });
    read.await.expect("rows can be counted").remove(0)
}

pub(crate) async fn invoice_numbers(salon: &TestSalon) -> Vec<String> {
    let read = salon.app.db.read(|conn| -> Result<Vec<(String,)>, DbError> {
        conn.all("select invoice_number from invoices order by invoice_number", params![])
    });
    read.await.unwrap().into_iter().map(|(number,)| number).collect()
}

pub(crate) fn series(prefix: &str, digits: usize, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{prefix}{number:0digits$}")).collect()
}

/// Later work about a membership: kind, payload, when.
async fn open_work(salon: &TestSalon, id: &str) -> Vec<(String, Value, Timestamp)> {
    let subject = format!("membership:{id}");
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, String, Timestamp)>, DbError> {
        conn.all(
            "select kind, payload, due_at from work
             where subject = $1 and done_at is null and parked_at is null order by kind",
            params![subject],
        )
    });
    let rows = read.await.unwrap().into_iter();
    rows.map(|(kind, payload, due)| (kind, serde_json::from_str(&payload).unwrap(), due)).collect()
}

/// The states that the log keeps of an act on a record.
async fn logged(salon: &TestSalon, id: &str, action: &'static str) -> (Value, Value) {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.one::<(Option<String>, Option<String>)>(
            "select before_json, after_json from audit_log where record_id = $1 and action = $2",
            params![id, action],
        )
    });
    let (before, after) = read.await.unwrap().expect("a line in the log");
    let state =
        |state: Option<String>| state.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
    (state(before), state(after))
}

pub(crate) async fn profile(person: &Person) -> Value {
    person.get("/api/profile").await.expect_ok()["profile"].clone()
}

#[test_on_both_engines]
async fn a_membership_is_sold_used_up_refused_cancelled_and_sold_again() {
    let salon = spa().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, desk(&salon).await, manager(&salon).await);
    let first = sold(&desk, &with(ten_hours(&asha), "notes", "Prefers mornings")).await;
    sells(&desk, &ten_hours(&asha)).await.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");

    for left in [480, 360, 240, 120, 0] {
        salon.advance_seconds(86_400);
        let data = records(&desk, &first, &visit(120)).await.expect_created();
        assert_eq!(data["remainingMinutes"], left);
    }
    records(&desk, &first, &visit(1)).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let seen = asha.get("/api/membership").await.expect_ok();
    assert_eq!((&seen["active"]["id"], &seen["active"]["usedHoursMinutes"]), (&json!(first), &json!(600)));
    assert_eq!(seen["sessions"].as_array().map(Vec::len), Some(5));

    let row = cancels(&manager, &first, "Moves to Goa").await.expect_ok();
    assert_eq!(
        (&row["status"], &row["notes"]),
        (&json!("cancelled"), &json!("Prefers mornings\nMoves to Goa"))
    );
    records(&desk, &first, &visit(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");

    let second = sold(&desk, &with(ten_hours(&asha), "startDate", "2027-03-06")).await;
    let data = records(&desk, &second, &visit(60)).await.expect_created();
    assert_eq!(data["remainingMinutes"], 540);
    let seen = asha.get("/api/membership").await.expect_ok();
    assert_eq!((&seen["active"]["id"], &seen["past"][0]["id"]), (&json!(second), &json!(first)));
    assert_eq!(
        invoice_numbers(&salon).await,
        [series("PUN/2627/", 6, 2), series("PUN/2627/S", 5, 6)].concat(),
        "purchases and slips each count for themselves"
    );
    assert_eq!(profile(&asha).await["totalVisits"], 6);
}

#[test_on_both_engines]
async fn tiers_on_sale_come_bare_and_in_order() {
    let salon = spa().await;
    let tiers = desk(&salon).await.get(TIERS).await.expect_ok();
    let shown = |id: &str, order: i64| {
        json!({
            "id": id, "name": id.to_uppercase(), "slug": id, "description": "Spa hours", "defaultHoursMinutes": 600,
            "defaultPricePaise": 1_800_000, "defaultValidityDays": 180, "isActive": true, "displayOrder": order,
            "createdAt": "2024-01-01T04:30:00.000Z", "updatedAt": "2024-01-02T04:30:00.000Z",
        })
    };
    assert_eq!(tiers, json!([shown("gold", 1), shown("silver", 2)]));
}

#[test_on_both_engines]
async fn a_sale_answers_with_the_membership_and_its_invoice() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let body = with(ten_hours(&asha), "notes", "Prefers mornings");
    let data = sells(&desk, &body).await.expect_created();
    let (membership, invoice) = (&data["membership"], &data["invoice"]);
    assert_eq!(keys(&data), BTreeSet::from(["invoice", "membership"]));
    let number = membership["membershipNumber"].as_str().unwrap();
    let code = number.strip_prefix("PRL-MEM-27-1-").expect(number);
    assert!(
        code.len() == 5 && code.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()),
        "{number}"
    );
    assert_eq!(
        *membership,
        json!({
            "id": membership["id"], "membershipNumber": number, "customerId": asha.id().as_str(), "tierId": "gold",
            "tierNameSnapshot": "GOLD", "totalHoursMinutes": 600, "usedHoursMinutes": 0, "pricePaidPaise": 1_800_000,
            "startsAt": "2027-02-28T18:30:00.000Z", "expiresAt": "2027-08-27T18:30:00.000Z", "status": "active",
            "createdBy": desk.id().as_str(), "invoiceId": invoice["id"], "notes": "Prefers mornings",
            "createdAt": "2027-03-01T04:30:00.000Z", "updatedAt": "2027-03-01T04:30:00.000Z",
        })
    );
    assert_eq!(
        *invoice,
        json!({
            "id": invoice["id"], "invoiceNumber": "PUN/2627/000001", "branchId": PUNE, "bookingId": null,
            "customerId": asha.id().as_str(), "subtotalPaise": 1_800_000, "discountPaise": 0,
            "taxableValuePaise": 1_714_286, "gstAmountPaise": 85_714, "totalAmountPaise": 1_800_000,
            "invoiceType": "membership_purchase", "paymentMethod": "upi", "paymentStatus": "paid", "gemsEarned": 0,
            "paidAt": "2027-03-01T04:30:00.000Z", "invoiceDate": "2027-03-01",
            "createdAt": "2027-03-01T04:30:00.000Z",
        })
    );
    let id = membership["id"].as_str().unwrap();
    assert_eq!(detail(&desk, id).await["membershipNumber"], number, "what was answered is what is stored");
    let gems = "select count(*) from loyalty_transactions where user_id = $1";
    assert_eq!(count(&salon, asha.id().as_str(), gems).await, 0);
    let lines = "select count(*) from invoice_lines where invoice_id = $1 and sac = '999721'
                 and total_amount_paise = 1800000 and cgst_paise = 42857";
    assert_eq!(count(&salon, invoice["id"].as_str().unwrap(), lines).await, 1);
}

#[test_on_both_engines]
async fn a_sale_tells_the_customer_and_thinks_of_the_end() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let data = sells(&desk, &ten_hours(&asha)).await.expect_created();
    let id = data["membership"]["id"].as_str().unwrap();
    let feed = asha.get("/api/notifications").await.expect_ok();
    let notices = feed["notifications"].as_array().unwrap();
    assert_eq!(notices.len(), 1);
    assert_eq!(
        (&notices[0]["type"], &notices[0]["status"]),
        (&json!("membership_created"), &json!("pending"))
    );
    let told = notices[0]["body"].as_str().unwrap();
    assert!(told.contains("GOLD, 10 h, until 27 Aug 2027"), "{told}");
    let later = ("membership-expired-notice".to_owned(), json!({ "membershipId": id }));
    assert_eq!(open_work(&salon, id).await, [(later.0, later.1, at("2027-08-27T19:30:00Z"))]);
    assert_eq!(done_to(&salon, id).await, ["membership.sell"]);
    assert_eq!(logged(&salon, id, "membership.sell").await, (Value::Null, data["membership"].clone()));
    let invoice = data["invoice"]["id"].as_str().unwrap();
    assert_eq!(logged(&salon, invoice, "invoice.issue").await, (Value::Null, data["invoice"].clone()));
    let by =
        "select count(*) from audit_log where actor_id = $1 and origin = 'admin' and request_id is not null
              and address is not null and concerns_user_id is not null";
    assert_eq!(count(&salon, desk.id().as_str(), by).await, 2);
}

#[test_on_both_engines]
async fn the_day_of_the_sale_decides_on_tax_year_and_number() {
    for (wall, invoice, number, taxable, gst) in [
        ("2025-09-21 23:59", "PUN/2526/000001", "PRL-MEM-25-1-", 1_525_424, 274_576),
        ("2025-09-22 00:00", "PUN/2526/000001", "PRL-MEM-25-1-", 1_714_286, 85_714),
        ("2027-03-31 23:59", "PUN/2627/000001", "PRL-MEM-27-1-", 1_714_286, 85_714),
        ("2027-04-01 00:00", "PUN/2728/000001", "PRL-MEM-27-1-", 1_714_286, 85_714),
        ("2027-12-31 23:59", "PUN/2728/000001", "PRL-MEM-27-1-", 1_714_286, 85_714),
        ("2028-01-01 00:00", "PUN/2728/000001", "PRL-MEM-28-1-", 1_714_286, 85_714),
    ] {
        let salon = spa_at(wall).await;
        let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
        let data = sells(&desk, &ten_hours(&asha)).await.expect_created();
        assert_eq!(data["invoice"]["invoiceNumber"], invoice, "{wall}");
        assert_eq!(data["invoice"]["taxableValuePaise"], taxable, "{wall}");
        assert_eq!(data["invoice"]["gstAmountPaise"], gst, "{wall}");
        let drawn = data["membership"]["membershipNumber"].as_str().unwrap();
        assert!(drawn.starts_with(number), "{wall}: {drawn}");
    }
}

#[test_on_both_engines]
async fn a_branch_without_registration_charges_no_tax_and_a_gift_costs_nothing() {
    let salon = spa().await;
    let (asha, tara, desk) = (salon.customer("Asha").await, salon.customer("Tara").await, desk(&salon).await);
    let gift = sells(&desk, &with(ten_hours(&tara), "pricePaise", 0)).await.expect_created();
    assert_eq!(gift["membership"]["pricePaidPaise"], 0);
    assert_eq!(
        (&gift["invoice"]["totalAmountPaise"], &gift["invoice"]["gstAmountPaise"]),
        (&json!(0), &json!(0))
    );
    set(&salon, PUNE, "update branches set gst_registered = false where id = $1").await;
    let invoice = sells(&desk, &ten_hours(&asha)).await.expect_created()["invoice"].clone();
    assert_eq!((&invoice["taxableValuePaise"], &invoice["gstAmountPaise"]), (&json!(1_800_000), &json!(0)));
    assert_eq!(invoice["invoiceNumber"], "PUN/2627/000002");
}

#[test_on_both_engines]
async fn every_field_of_a_sale_has_its_bounds() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let before = traces(&salon).await;
    let long = "x".repeat(501);
    for (field, values) in [
        ("customerId", vec![json!(null), json!(""), json!(5), json!("nobody"), json!("a\u{0}b")]),
        ("tierId", vec![json!(null), json!(""), json!(5), json!("bronze"), json!("founders")]),
        (
            "hoursMinutes",
            vec![json!(null), json!(0), json!(-60), json!(1.5), json!("600"), json!(52_560_001)],
        ),
        ("pricePaise", vec![json!(null), json!(-1), json!(0.5), json!("0"), json!(10_000_000_001_i64)]),
        (
            "startDate",
            vec![json!(null), json!(""), json!("2027-02-29"), json!("01-03-2027"), json!(20_270_301)],
        ),
        ("validityDays", vec![json!(null), json!(0), json!(-1), json!(36_501), json!("180"), json!(1e300)]),
        ("paymentMethod", vec![json!(null), json!(""), json!("cheque"), json!("UPI"), json!(1)]),
        ("notes", vec![json!(long), json!(5), json!("a\u{0}b")]),
    ] {
        for value in values {
            let reply = sells(&desk, &with(ten_hours(&asha), field, value.clone())).await;
            assert_eq!(reply.expect_invalid(), [field], "{field} = {value}");
        }
    }
    let beyond = with(ten_hours(&asha), "startDate", "9999-12-31");
    assert_eq!(sells(&desk, &beyond).await.expect_invalid(), ["validityDays"]);
    let all =
        ["customerId", "hoursMinutes", "paymentMethod", "pricePaise", "startDate", "tierId", "validityDays"];
    assert_eq!(desk.press(MEMBERSHIPS).await.expect_invalid(), all);
    let body = json!({ "customerId": "nobody", "tierId": "founders", "notes": 5 });
    let mut with_notes = all.to_vec();
    with_notes.insert(2, "notes");
    assert_eq!(sells(&desk, &body).await.expect_invalid(), with_notes, "what can be read is looked at too");
    let both = with(with(ten_hours(&asha), "customerId", "nobody"), "tierId", "founders");
    assert_eq!(sells(&desk, &both).await.expect_invalid(), ["customerId", "tierId"]);
    assert_eq!(traces(&salon).await, before, "nothing refused leaves a trace");
}

#[test_on_both_engines]
async fn the_bounds_themselves_are_allowed() {
    let salon = spa().await;
    let desk = desk(&salon).await;
    for (name, field, value) in [
        ("a", "hoursMinutes", json!(1)),
        ("b", "hoursMinutes", json!(52_560_000)),
        ("c", "pricePaise", json!(10_000_000_000_i64)),
        ("d", "validityDays", json!(1)),
        ("e", "validityDays", json!(36_500)),
        ("f", "notes", json!("आ".repeat(500))),
        ("g", "startDate", json!("9899-01-01")),
        ("h", "startDate", json!("1999-01-01")),
        ("i", "notes", json!(null)),
        ("j", "notes", json!("")),
        ("k", "tierId", json!("silver")),
        ("l", "paymentMethod", json!("card")),
    ] {
        let customer = salon.customer(name).await;
        let data = sells(&desk, &with(ten_hours(&customer), field, value)).await.expect_created();
        assert_eq!(detail(&desk, data["membership"]["id"].as_str().unwrap()).await["status"], "active");
    }
    // Whoever works here may be a customer too, and even sell to themselves.
    sells(&desk, &ten_hours(&desk)).await.expect_created();
}

#[test_on_both_engines]
async fn without_a_primary_branch_nothing_is_sold_or_used() {
    let salon = spa().await;
    let (asha, tara, desk) = (salon.customer("Asha").await, salon.customer("Tara").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    set(&salon, PUNE, "update branches set is_primary = false where id = $1").await;
    let before = traces(&salon).await;
    sells(&desk, &ten_hours(&tara)).await.expect_error(404, "NOT_FOUND");
    records(&desk, &id, &visit(60)).await.expect_error(404, "NOT_FOUND");
    assert_eq!(traces(&salon).await, before);
}

#[test_on_both_engines]
async fn somebody_who_is_erased_buys_nothing() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(sells(&desk, &ten_hours(&asha)).await.expect_invalid(), ["customerId"]);
}

#[test_on_both_engines]
async fn an_overdue_membership_makes_room_for_the_next() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let short = with(ten_hours(&asha), "validityDays", 1);
    let first = sold(&desk, &short).await;
    // A minute before midnight it is valid, at midnight it is over, whatever is stored.
    salon.advance_seconds(14 * 3_600 - 60);
    records(&desk, &first, &visit(10)).await.expect_created();
    sells(&desk, &ten_hours(&asha)).await.expect_error(409, "MEMBERSHIP_ALREADY_ACTIVE");
    salon.advance_seconds(60);
    records(&desk, &first, &visit(10)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(detail(&desk, &first).await["status"], "active", "reads show what is stored");

    sells(&desk, &with(ten_hours(&asha), "tierId", "founders")).await.expect_invalid();
    assert_eq!(detail(&desk, &first).await["status"], "active", "a refused sale changes nothing");
    let second = sold(&desk, &ten_hours(&asha)).await;
    assert_eq!(detail(&desk, &first).await["status"], "expired");
    let states = (json!({ "status": "active" }), json!({ "status": "expired" }));
    assert_eq!(logged(&salon, &first, "membership.expire").await, states);
    let ended = "select count(*) from memberships where id = $1 and ended_at = expires_at";
    assert_eq!(count(&salon, &first, ended).await, 1);
    assert_eq!(open_work(&salon, &first).await.len(), 1, "the customer still hears that it is over");
    assert_eq!(ids(&lists(&desk, "?status=active").await), [&second]);
    assert_eq!(ids(&lists(&desk, "?status=expired").await), [&first]);
}

#[test_on_both_engines]
async fn a_sale_that_is_sent_twice_is_made_once() {
    let salon = spa().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = desk(&salon).await.with_header("idempotency-key", "impatient");
    let first = sells(&desk, &ten_hours(&asha)).await.expect_created();
    assert_eq!(sells(&desk, &ten_hours(&asha)).await.expect_created(), first);
    sells(&desk, &ten_hours(&tara)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(invoice_numbers(&salon).await, ["PUN/2627/000001"]);
    let id = first["membership"]["id"].as_str().unwrap();
    let session = records(&desk, id, &visit(60)).await.expect_created();
    assert_eq!(records(&desk, id, &visit(60)).await.expect_created(), session);
    records(&desk, id, &visit(61)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(detail(&desk, id).await["usedHoursMinutes"], 60);
}

#[test_on_both_engines]
async fn a_session_is_a_completed_spa_booking_with_a_slip() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    salon.advance_seconds(2 * 3_600 + 47);
    let body = json!({ "services": [line("steam", 20), line("massage", 55), line("massage", 15)] });
    let data = records(&desk, &id, &body).await.expect_created();
    assert_eq!(keys(&data), BTreeSet::from(["booking", "invoice", "remainingMinutes"]));
    assert_eq!(data["remainingMinutes"], 510);
    let (booking, invoice, now) = (&data["booking"], &data["invoice"], "2027-03-01T06:30:47.000Z");
    let service = |order: usize, name: &str, minutes: i64| {
        json!({
            "id": booking["services"][order - 1]["id"], "bookingId": booking["id"], "staffId": THERAPIST,
            "serviceId": format!("service-{name}"), "serviceNameSnapshot": name, "priceAtBookingPaise": 0,
            "durationMinutes": minutes, "displayOrder": order,
        })
    };
    assert_eq!(
        *booking,
        json!({
            "id": booking["id"], "bookingNumber": "BK-PUN-2703-S-00001-M", "branchId": PUNE,
            "customerId": asha.id().as_str(), "status": "completed", "serviceType": "spa",
            "bookingDate": "2027-03-01", "startTime": "10:30:00", "endTime": "12:00:00", "totalAmountPaise": 0,
            "totalDurationMinutes": 90, "notes": null, "isWalkin": false, "isMembershipSession": true,
            "offerId": null, "spaMembershipId": id, "confirmedAt": null, "completedAt": now, "cancelledAt": null,
            "rejectedAt": null, "cancellationReason": null, "rejectionReason": null, "rescheduleCount": 0,
            "createdAt": now, "updatedAt": now,
            "services": [service(1, "steam", 20), service(2, "massage", 55), service(3, "massage", 15)],
        })
    );
    assert_eq!(
        *invoice,
        json!({
            "id": invoice["id"], "invoiceNumber": "PUN/2627/S00001", "branchId": PUNE, "bookingId": booking["id"],
            "customerId": asha.id().as_str(), "subtotalPaise": 0, "discountPaise": 0, "taxableValuePaise": 0,
            "gstAmountPaise": 0, "totalAmountPaise": 0, "invoiceType": "membership_session", "paymentMethod": null,
            "paymentStatus": "paid", "gemsEarned": 0, "paidAt": now, "invoiceDate": "2027-03-01", "createdAt": now,
        })
    );
    let booking_id = booking["id"].as_str().unwrap();
    assert_eq!(asha.get(&format!("/api/bookings/{booking_id}")).await.expect_ok()["booking"], *booking);
    let work = "select count(*) from work where subject = $1";
    assert_eq!(count(&salon, &format!("booking:{booking_id}"), work).await, 0);
    let (before, after) = logged(&salon, &id, "membership.record_session").await;
    assert_eq!((&before["usedHoursMinutes"], &after["usedHoursMinutes"]), (&json!(0), &json!(90)));
    assert_eq!(logged(&salon, booking_id, "booking.record_session").await, (Value::Null, booking.clone()));
    let slip = invoice["id"].as_str().unwrap();
    assert_eq!(logged(&salon, slip, "invoice.issue").await, (Value::Null, invoice.clone()));
}

#[test_on_both_engines]
async fn sessions_share_the_numbers_of_spa_bookings() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    assert_eq!(number_of(&asks(&asha, &massage()).await), "BK-PUN-2703-S-00001");
    let session = records(&desk, &id, &visit(60)).await.expect_created();
    assert_eq!(session["booking"]["bookingNumber"], "BK-PUN-2703-S-00002-M");
    assert_eq!(number_of(&asks(&asha, &massage()).await), "BK-PUN-2703-S-00003");
}

#[test_on_both_engines]
async fn a_session_of_an_earlier_day_ends_at_closing_time() {
    let salon = spa_at("2027-03-03 00:45").await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    let times = |data: &Value| {
        ["bookingDate", "startTime", "endTime", "completedAt"]
            .map(|field| data["booking"][field].as_str().unwrap().to_owned())
    };
    let late = records(&desk, &id, &visit(90)).await.expect_created();
    assert_eq!(times(&late), ["2027-03-03", "00:00:00", "00:45:00", "2027-03-02T19:15:00.000Z"]);
    let earlier = with(visit(90), "bookingDate", "2027-03-01");
    let earlier = records(&desk, &id, &earlier).await.expect_created();
    assert_eq!(times(&earlier), ["2027-03-01", "19:30:00", "21:00:00", "2027-03-01T15:30:00.000Z"]);
    assert_eq!(earlier["invoice"]["invoiceDate"], "2027-03-03", "a slip is written when it is written");
    let seen = profile(&asha).await;
    assert_eq!(
        ["firstVisitAt", "lastVisitAt"].map(|field| seen[field].as_str().unwrap()),
        ["2027-03-01T15:30:00.000Z", "2027-03-02T19:15:00.000Z"],
        "a visit that is written down later is not the last for that"
    );
}

#[test_on_both_engines]
async fn a_session_is_a_visit_without_spend() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    assert_eq!(profile(&asha).await["totalVisits"], 0, "buying is no visit");
    let flag = "update profiles set booking_requires_approval = true where user_id = $1";
    set(&salon, asha.id().as_str(), flag).await;
    for visits in 1..=5 {
        records(&desk, &id, &visit(10)).await.expect_created();
        let seen = profile(&asha).await;
        assert_eq!((&seen["totalVisits"], &seen["totalSpentPaise"]), (&json!(visits), &json!(0)));
        assert_eq!(seen["consecutiveCompletedBookings"], visits);
        assert_eq!(seen["bookingRequiresApproval"], visits < 5);
    }
    assert_eq!(asha.get("/api/gems").await.expect_ok()["summary"]["balance"], 0);
}

#[test_on_both_engines]
async fn a_session_is_refused_for_what_is_wrong_with_it() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &with(ten_hours(&asha), "startDate", "2027-02-27")).await;
    let before = traces(&salon).await;
    let one = |field: &str, value: Value| json!({ "services": [with(line("massage", 60), field, value)] });
    let gone = "staff-therapist-branch-goa";
    for (body, fields) in [
        (json!({}), vec!["services"]),
        (json!({ "services": [] }), vec!["services"]),
        (json!({ "services": null }), vec!["services"]),
        (json!({ "services": "massage" }), vec!["services"]),
        (json!({ "services": vec![line("massage", 1); 21] }), vec!["services"]),
        (json!({ "services": ["service-massage", line("massage", 60)] }), vec!["services.0"]),
        (
            json!({ "services": [{}] }),
            vec!["services.0.durationMinutes", "services.0.serviceId", "services.0.staffId"],
        ),
        (one("serviceId", json!("service-nothing")), vec!["services.0.serviceId"]),
        (one("serviceId", json!("")), vec!["services.0.serviceId"]),
        (one("serviceId", json!("a\u{0}b")), vec!["services.0.serviceId"]),
        (one("staffId", json!("staff-nobody")), vec!["services.0.staffId"]),
        (one("staffId", json!(gone)), vec!["services.0.staffId"]),
        (one("staffId", json!(null)), vec!["services.0.staffId"]),
        (one("durationMinutes", json!(0)), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!(-60)), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!(1.5)), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!("60")), vec!["services.0.durationMinutes"]),
        (one("durationMinutes", json!(1_441)), vec!["services.0.durationMinutes"]),
        (with(visit(60), "bookingDate", "2027-03-02"), vec!["bookingDate"]),
        (with(visit(60), "bookingDate", "2027-02-29"), vec!["bookingDate"]),
        (with(visit(60), "bookingDate", 5), vec!["bookingDate"]),
        (
            json!({ "services": [line("nothing", 0), line("massage", 5), with(line("no", 5), "staffId", gone)] }),
            vec![
                "services.0.durationMinutes",
                "services.0.serviceId",
                "services.2.serviceId",
                "services.2.staffId",
            ],
        ),
    ] {
        assert_eq!(records(&desk, &id, &body).await.expect_invalid(), fields, "{body}");
    }
    records(&desk, "nothing", &visit(60)).await.expect_error(404, "NOT_FOUND");
    let too_early = with(visit(60), "bookingDate", "2027-02-26");
    records(&desk, &id, &too_early).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    records(&desk, &id, &visit(601)).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let in_parts = json!({ "services": [line("massage", 600), line("steam", 1)] });
    records(&desk, &id, &in_parts).await.expect_error(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    assert_eq!(traces(&salon).await, before, "nothing refused leaves a trace");

    let first_day = with(visit(1), "bookingDate", "2027-02-27");
    records(&desk, &id, &first_day).await.expect_created();
    let not_offered = json!({ "services": [line("perm", 1)], "bookingDate": null });
    records(&desk, &id, &not_offered).await.expect_created();
    records(&desk, &id, &json!({ "services": vec![line("massage", 1); 20] })).await.expect_created();
    records(&desk, &id, &visit(578)).await.expect_created();
    assert_eq!(detail(&desk, &id).await["usedHoursMinutes"], 600);
}

#[test_on_both_engines]
async fn a_membership_that_has_not_begun_is_not_used() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let id = sold(&desk, &with(ten_hours(&asha), "startDate", "2027-03-02")).await;
    records(&desk, &id, &visit(60)).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    salon.advance_seconds(14 * 3_600);
    records(&desk, &id, &visit(60)).await.expect_created();
}

#[test_on_both_engines]
async fn the_list_is_whole_bare_and_newest_first() {
    let salon = spa().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    assert_eq!(lists(&desk, "").await, Vec::<Value>::new());
    let mut made = Vec::new();
    for (name, tier) in [("asha", "gold"), ("tara", "silver"), ("uma", "gold")] {
        let customer = salon.customer(name).await;
        made.push(sold(&desk, &with(ten_hours(&customer), "tierId", tier)).await);
        salon.advance_seconds(60);
    }
    cancels(&manager, &made[0], "Moves away").await.expect_ok();
    set(&salon, "gold", "update membership_tiers set name = 'Gilded', is_active = false where id = $1").await;
    let rows = lists(&desk, "").await;
    assert_eq!(ids(&rows), [&made[2], &made[1], &made[0]]);
    for (row, name, tier) in
        [(&rows[0], "uma", "Gilded"), (&rows[1], "tara", "SILVER"), (&rows[2], "asha", "Gilded")]
    {
        assert_eq!(keys(row), membership_keys_and(&["customerName", "tierName"]));
        assert_eq!((&row["customerName"], &row["tierName"]), (&json!(name), &json!(tier)));
    }
    assert_eq!(rows[0]["tierNameSnapshot"], "GOLD", "a membership keeps the name under which it was sold");
    for (query, found) in [
        ("?tier=gold", vec![&made[2], &made[0]]),
        ("?status=active", vec![&made[2], &made[1]]),
        ("?status=cancelled", vec![&made[0]]),
        ("?status=expired", vec![]),
        ("?tier=gold&status=active", vec![&made[2]]),
        ("?tier=silver&status=cancelled", vec![]),
        ("?tier=nothing", vec![]),
        ("?other=1", vec![&made[2], &made[1], &made[0]]),
    ] {
        assert_eq!(ids(&lists(&desk, query).await), found, "{query}");
    }
    for query in ["?status=overdue", "?status=Active", "?status="] {
        assert_eq!(desk.get(&format!("{MEMBERSHIPS}{query}")).await.expect_invalid(), ["status"], "{query}");
    }
    assert_eq!(desk.get(&format!("{MEMBERSHIPS}?limit=0&cursor=x&status=x")).await.expect_invalid().len(), 3);
}

#[test_on_both_engines]
async fn hundreds_of_memberships_come_whole_or_in_pages() {
    let salon = spa().await;
    let desk = desk(&salon).await;
    let seller = desk.id().clone();
    change(&salon.app, move |tx| {
        let (now, later) = (at("2027-03-01T04:30:00Z"), at("2027-08-01T18:30:00Z"));
        for number in 0..250_i64 {
            let tier = if number % 5 == 0 { "silver" } else { "gold" };
            let id = format!("m-{number:03}");
            tx.execute(
                "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot,
                     total_hours_minutes, price_paid_paise, starts_at, expires_at, status, ended_at, created_by,
                     invoice_id, created_at, updated_at)
                 values ($1, $1, $2, $3, 'Then', 600, 0, $4, $5, 'expired', $4, $2, $1, $6, $6)",
                params![id, seller, tier, now, later, now.plus_millis(number / 2)],
            )?;
        }
        Ok(())
    })
    .await;
    let all: Vec<_> = (0..250).rev().map(|number| format!("m-{number:03}")).collect();
    assert_eq!(ids(&lists(&desk, "").await), all);
    let silver: Vec<_> = all.iter().filter(|id| id.ends_with(['0', '5'])).cloned().collect();
    for filter in ["tier=silver", "tier=silver&status=expired"] {
        let (mut path, mut found) = (format!("{MEMBERSHIPS}?{filter}&limit=20"), Vec::new());
        loop {
            let reply = desk.get(&path).await;
            found.extend(reply.expect_ok().as_array().unwrap().iter().map(|row| row["id"].clone()));
            let Some(link) = reply.header("link") else { break };
            link.strip_prefix('<').unwrap().split_once('>').unwrap().0.clone_into(&mut path);
        }
        assert_eq!(found, silver, "{filter}");
    }
}

#[test_on_both_engines]
async fn a_membership_is_shown_with_all_that_belongs_to_it() {
    let salon = spa().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let data = sells(&desk, &ten_hours(&asha)).await.expect_created();
    let id = data["membership"]["id"].as_str().unwrap();
    let seen = detail(&desk, id).await;
    assert_eq!(keys(&seen), membership_keys_and(&["customerName", "customerEmail", "tier", "sessions"]));
    for field in MEMBERSHIP_KEYS {
        assert_eq!(seen[field], data["membership"][field], "{field}");
    }
    assert_eq!(
        (&seen["customerName"], &seen["customerEmail"]),
        (&json!("Asha"), &json!("asha@test.invalid"))
    );
    assert_eq!((keys(&seen["tier"]).len(), &seen["tier"]["slug"]), (11, &json!("gold")));
    assert_eq!(seen["sessions"], json!([]));

    let first = records(&desk, id, &visit(60)).await.expect_created();
    salon.advance_seconds(60);
    let second = json!({ "services": [line("steam", 20), line("massage", 40)] });
    let second = records(&desk, id, &second).await.expect_created();
    let sessions = detail(&desk, id).await["sessions"].clone();
    let sessions = sessions.as_array().unwrap();
    assert_eq!(
        ids(sessions),
        [&second["booking"]["id"], &first["booking"]["id"]].map(|id| id.as_str().unwrap())
    );
    let service = |name: &str, minutes: i64, order: i64| {
        json!({
            "bookingId": second["booking"]["id"], "serviceId": format!("service-{name}"), "staffId": THERAPIST,
            "serviceNameSnapshot": name, "durationMinutes": minutes, "displayOrder": order, "staffName": "therapist",
        })
    };
    let services = json!([service("steam", 20, 1), service("massage", 40, 2)]);
    assert_eq!(sessions[0], with(second["booking"].clone(), "services", services));
    desk.get(&format!("{MEMBERSHIPS}/nothing")).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_cancelled_membership_keeps_its_reason_and_forgets_its_work() {
    let salon = spa().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let id = sold(&desk, &ten_hours(&asha)).await;
    let other = sold(&desk, &ten_hours(&tara)).await;
    records(&desk, &id, &visit(60)).await.expect_created();
    let before = traces(&salon).await;
    for body in [json!({}), json!({ "reason": "" }), json!({ "reason": "  " }), json!({ "reason": 5 })] {
        let reply = manager.post(&format!("{MEMBERSHIPS}/{id}/cancel"), &body).await;
        assert_eq!(reply.expect_invalid(), ["reason"], "{body}");
    }
    assert_eq!(cancels(&manager, &id, &"x".repeat(501)).await.expect_invalid(), ["reason"]);
    cancels(&manager, "nothing", "Why not").await.expect_error(404, "NOT_FOUND");
    assert_eq!(traces(&salon).await, before);

    salon.advance_seconds(60);
    let was = detail(&desk, &id).await;
    let row = cancels(&manager, &id, &"x".repeat(500)).await.expect_ok();
    assert_eq!(keys(&row), membership_keys_and(&[]));
    assert_eq!((&row["status"], &row["notes"]), (&json!("cancelled"), &json!("x".repeat(500))));
    assert_eq!((&row["usedHoursMinutes"], &row["updatedAt"]), (&json!(60), &json!(salon.now().to_string())));
    assert_eq!(row["createdAt"], was["createdAt"]);
    assert_eq!(open_work(&salon, &id).await, []);
    assert_eq!(open_work(&salon, &other).await.len(), 1, "what belongs to others stays");
    let ended = "select count(*) from memberships where id = $1 and ended_at = updated_at";
    assert_eq!(count(&salon, &id, ended).await, 1);
    let (before, after) = logged(&salon, &id, "membership.cancel").await;
    assert_eq!((&before["status"], &after), (&json!("active"), &row));
    cancels(&manager, &id, "Again").await.expect_error(409, "CONFLICT");
    set(&salon, &other, "update memberships set status = 'expired', ended_at = expires_at where id = $1")
        .await;
    cancels(&manager, &other, "Too late").await.expect_error(409, "CONFLICT");
    records(&desk, &other, &visit(60)).await.expect_error(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(detail(&desk, &id).await["notes"], "x".repeat(500));
}

#[test_on_both_engines]
async fn only_the_desk_sells_and_only_managers_cancel() {
    let salon = spa().await;
    let asha = salon.customer("Asha").await;
    let id = sold(&desk(&salon).await, &ten_hours(&asha)).await;
    let stranger = salon.stranger_at_the_desk();
    let shown = format!("{MEMBERSHIPS}/{id}");
    for path in [TIERS, MEMBERSHIPS, "/api/memberships?status=wrong", &shown] {
        stranger.get(path).await.expect_error(401, "UNAUTHENTICATED");
    }
    sells(&stranger, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    records(&stranger, &id, &json!({})).await.expect_error(401, "UNAUTHENTICATED");
    cancels(&stranger, &id, "").await.expect_error(401, "UNAUTHENTICATED");
    for &role in Role::ALL {
        let someone = salon.member(role.as_str(), role).await;
        let replies = [
            someone.get(TIERS).await,
            someone.get(MEMBERSHIPS).await,
            someone.get(&shown).await,
            sells(&someone, &ten_hours(&asha)).await,
            records(&someone, &id, &visit(1)).await,
            cancels(&someone, &id, "").await,
        ];
        let statuses = replies.map(|reply| reply.status.as_u16());
        let expected = match role {
            Role::Customer | Role::Staff => [403; 6],
            Role::Receptionist => [200, 200, 200, 409, 201, 403],
            Role::Manager | Role::Owner | Role::Developer => [200, 200, 200, 409, 201, 400],
        };
        assert_eq!(statuses, expected, "{role}");
    }
    let elsewhere = salon.person("Owner", Role::Owner, AppSide::Customer).await;
    sells(&elsewhere, &ten_hours(&asha)).await.expect_error(404, "NOT_FOUND");
}

/// A number is drawn, and now and then one that is taken.
#[test_on_both_engines]
async fn a_number_that_is_taken_is_drawn_again() {
    let salon = spa().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = desk(&salon).await;
    let draws = |seed| Occasion { chance: Chance::seeded(seed), ..salon.occasion() };
    let (first, drawn, seller) = (an_hour(asha.id()), draws(7), desk.id().clone());
    let number = salon.app.db.write(move |tx| sell(tx, &drawn, &seller, &first)).await.unwrap();
    let number = number.membership.membership_number;
    let id = lists(&desk, "").await[0]["id"].as_str().unwrap().to_owned();
    // Other ids, so that it is the number that stands in the way.
    let (second, drawn, seller) = (an_hour(tara.id()), draws(7), desk.id().clone());
    change(&salon.app, move |tx| {
        tx.execute("delete from invoice_lines", params![])?;
        tx.execute("delete from invoices", params![])?;
        tx.execute("delete from notifications", params![])?;
        tx.execute("delete from audit_log", params![])?;
        tx.execute("delete from work", params![])?;
        tx.execute("update memberships set id = 'moved', invoice_id = 'moved' where id = $1", params![id])?;
        Ok(())
    })
    .await;
    let again = salon.app.db.write(move |tx| sell(tx, &drawn, &seller, &second)).await.unwrap();
    assert_ne!(again.membership.membership_number, number);
    assert_eq!(lists(&desk, "").await.len(), 2);
}

#[tokio::test]
async fn the_salon_s_own_prefix_and_rate_are_on_what_it_sells() {
    let salon = new().with("PARLOUR_MEMBERSHIP_PREFIX", "SPA").with("PARLOUR_GST_RATE", "12.5");
    let process = salon.serve(&["--demo"]);
    let cookie = process.session("desk@test.invalid", "receptionist");
    let me = process.get_as(&cookie, AppSide::Admin, "/api/auth/session").await.expect_ok();
    let tiers = process.get_as(&cookie, AppSide::Admin, TIERS).await.expect_ok();
    assert!(tiers.as_array().is_some_and(|tiers| tiers.len() >= 3), "{tiers}");
    let body = json!({
        "customerId": me["user"]["id"], "tierId": tiers[0]["id"], "hoursMinutes": 60, "pricePaise": 112_500,
        "startDate": "2027-03-01", "validityDays": 30, "paymentMethod": "cash",
    });
    let sale = process.ask(AppSide::Admin, reqwest::Method::POST, MEMBERSHIPS, |request| {
        request.header("cookie", &cookie).json(&body)
    });
    let sold = sale.await.unwrap().expect_created();
    let number = sold["membership"]["membershipNumber"].as_str().unwrap();
    assert!(number.starts_with("SPA-MEM-"), "{number}");
    assert_eq!(sold["invoice"]["taxableValuePaise"], 100_000);
    assert_eq!(sold["invoice"]["gstAmountPaise"], 12_500);
}
