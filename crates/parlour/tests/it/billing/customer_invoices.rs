//! A customer looks at what they have paid.

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::small_salon::{PUNE, small_salon};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const OWN_INVOICES_PATH: &str = "/api/invoices";

/// An invoice; those for visits have a booking of the same name.
#[derive(Clone, Copy)]
struct InvoiceFixture<'a> {
    id: &'a str,
    day: &'a str,
    kind: &'a str,
    subtotal_paise: i64,
    discount_paise: i64,
    half_gst_paise: i64,
    gems_earned: i64,
    method: Option<&'a str>,
    paid_at: Option<&'a str>,
}

impl<'a> InvoiceFixture<'a> {
    /// For a haircut of 500 rupees.
    fn haircut(id: &'a str, day: &'a str) -> Self {
        Self {
            id,
            day,
            kind: "service",
            subtotal_paise: 50_000,
            discount_paise: 0,
            half_gst_paise: 1_190,
            gems_earned: 5,
            method: Some("upi"),
            paid_at: Some("2027-02-01T06:30:00Z"),
        }
    }

    fn insert(self, tx: &mut Tx<'_>, customer: &UserId) -> Result<(), DbError> {
        let day = parse_date(self.day);
        let booking = (self.kind != "membership_purchase").then_some(self.id);
        if booking.is_some() {
            tx.execute(
                "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                     start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, completed_at,
                     created_at, updated_at)
                 values ($1, $1, $2, $3, 'completed', 'salon', $4, '11:00:00', '11:45:00', 50000, 45,
                     '2027-02-01T06:30:00.000Z', '2027-02-01T06:30:00.000Z', '2027-02-01T06:30:00.000Z',
                     '2027-02-01T06:30:00.000Z')",
                params![self.id, PUNE, customer, day],
            )?;
        }
        let (total, gst) = (self.subtotal_paise - self.discount_paise, 2 * self.half_gst_paise);
        tx.execute(
            "insert into invoices (id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, membership_id,
                 customer_id, seller_name, seller_address, gst_registered, customer_name, search_text, offer_id,
                 subtotal_paise, discount_paise, total_amount_paise, gst_rate_basis_points, taxable_value_paise,
                 cgst_paise, sgst_paise, gst_amount_paise, payment_method, payment_status, gems_earned, paid_at,
                 created_at)
             values ($1, $1, $2, $3, $4, $5, $6, $7, 'Parlour', 'Pune', true, 'Asha', 'asha', $8, $9, $10, $11, 500,
                 $12, $13, $13, $14, $15, $16, $17, $18, '2027-02-01T06:31:00.000Z')",
            params![
                self.id,
                self.kind,
                day,
                PUNE,
                booking,
                (self.kind != "service").then_some("hers"),
                customer,
                (self.discount_paise > 0).then_some("holi"),
                self.subtotal_paise,
                self.discount_paise,
                total,
                total - gst,
                self.half_gst_paise,
                gst,
                self.method,
                if self.paid_at.is_some() { "paid" } else { "pending" },
                self.gems_earned,
                self.paid_at.and_then(Timestamp::parse)
            ],
        )
        .map(drop)
    }
}

async fn insert_invoice(salon: &TestSalon, customer: &Person, bill: InvoiceFixture<'static>) {
    let customer = customer.id().clone();
    write_transaction(&salon.app, move |tx| bill.insert(tx, &customer)).await;
}

/// Invoices `mine-000` and so on, three a day.
async fn insert_invoices(salon: &TestSalon, customer: &Person, numbers: Range<i64>) {
    let customer = customer.id().clone();
    write_transaction(&salon.app, move |tx| {
        numbers.clone().try_for_each(|number| {
            let day = format!("2026-{:02}-{:02}", 1 + number / 3 / 28, 1 + number / 3 % 28);
            InvoiceFixture::haircut(&format!("mine-{number:03}"), &day).insert(tx, &customer)
        })
    })
    .await;
}

/// What those are called, newest first.
fn expected_ids(times: i64) -> Vec<String> {
    (0..times).rev().map(|number| format!("mine-{number:03}")).collect()
}

#[track_caller]
fn listed_invoices(reply: &Reply) -> Vec<Value> {
    reply.expect_ok()["invoices"].as_array().unwrap().clone()
}

#[track_caller]
fn listed_ids(reply: &Reply) -> Vec<String> {
    listed_invoices(reply).iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

/// Where the link to the next page leads.
fn next_cursor(reply: &Reply) -> Option<String> {
    let link = reply.header("link")?;
    Some(link.strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap().to_owned())
}

#[test_on_both_engines]
async fn an_invoice_shows_exactly_the_contract_s_fields() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    assert_eq!(asha.get(OWN_INVOICES_PATH).await.expect_ok(), json!({ "invoices": [] }));
    write_transaction(&salon.app, |tx| {
        tx.execute(
            "insert into offers (id, name, slug, offer_type, discount_percentage, start_date, end_date, created_at,
                 updated_at)
             values ('holi', 'Holi', 'holi', 'percentage', 20, '2027-01-01', '2027-03-31', '2027-01-01T04:30:00.000Z',
                 '2027-01-01T04:30:00.000Z')",
            params![],
        )
        .map(drop)
    })
    .await;
    let with_offer = InvoiceFixture {
        discount_paise: 10_000,
        half_gst_paise: 952,
        gems_earned: 4,
        ..InvoiceFixture::haircut("a", "2027-02-01")
    };
    insert_invoice(&salon, &asha, with_offer).await;
    assert_eq!(
        listed_invoices(&asha.get(OWN_INVOICES_PATH).await),
        [json!({
            "id": "a", "invoiceNumber": "a", "branchId": PUNE, "bookingId": "a", "customerId": asha.id().as_str(),
            "subtotalPaise": 50_000, "discountPaise": 10_000, "taxableValuePaise": 38_096, "gstAmountPaise": 1_904,
            "totalAmountPaise": 40_000, "invoiceType": "service", "paymentMethod": "upi", "paymentStatus": "paid",
            "gemsEarned": 4, "paidAt": "2027-02-01T06:30:00.000Z", "invoiceDate": "2027-02-01",
            "createdAt": "2027-02-01T06:31:00.000Z", "payments": [], "discountReason": null, "discountedBy": null,
            "roundingPaise": 0, "creditedPaise": 0, "voidedAt": null, "creditNotes": [],
        })]
    );
}

#[test_on_both_engines]
async fn memberships_and_sessions_have_invoices() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let customer = asha.id().clone();
    write_transaction(&salon.app, move |tx| {
        tx.execute(
            "insert into membership_tiers (id, name, slug, description, default_hours_minutes, default_price_paise,
                 default_validity_days, created_at, updated_at)
             values ('gold', 'Gold', 'gold', '', 600, 1800000, 180, '2026-01-01T04:30:00.000Z',
                 '2026-01-01T04:30:00.000Z')",
            params![],
        )?;
        tx.execute(
            "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot,
                 total_hours_minutes, price_paid_paise, starts_at, expires_at, created_by, invoice_id, created_at,
                 updated_at)
             values ('hers', 'PRL-1', $1, 'gold', 'Gold', 600, 1800000, '2027-02-01T18:30:00.000Z',
                 '2027-07-31T18:30:00.000Z', $1, 'purchase', '2027-02-01T18:30:00.000Z', '2027-02-01T18:30:00.000Z')",
            params![customer],
        )
        .map(drop)
    })
    .await;
    let free = InvoiceFixture { gems_earned: 0, ..InvoiceFixture::haircut("purchase", "2027-02-02") };
    let purchase = InvoiceFixture { kind: "membership_purchase", method: Some("card"), paid_at: None, ..free };
    let session = InvoiceFixture {
        id: "session",
        kind: "membership_session",
        subtotal_paise: 0,
        half_gst_paise: 0,
        method: None,
        ..free
    };
    insert_invoice(&salon, &asha, purchase).await;
    insert_invoice(&salon, &asha, session).await;
    let told = |row: &Value| {
        ["id", "invoiceType", "bookingId", "totalAmountPaise", "paymentMethod", "paymentStatus", "paidAt"]
            .map(|field| row[field].clone())
    };
    let rows = listed_invoices(&asha.get(OWN_INVOICES_PATH).await);
    assert_eq!(
        rows.iter().map(told).collect::<Vec<_>>(),
        [
            [
                json!("session"),
                json!("membership_session"),
                json!("session"),
                json!(0),
                json!("cash"),
                json!("paid"),
                json!("2027-02-01T06:30:00.000Z"),
            ],
            [
                json!("purchase"),
                json!("membership_purchase"),
                Value::Null,
                json!(50_000),
                json!("card"),
                json!("pending"),
                Value::Null,
            ],
        ]
    );
}

#[test_on_both_engines]
async fn the_newest_invoice_comes_first() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for (id, day) in [("c", "2026-12-31"), ("a", "2027-01-01"), ("d", "2026-03-31"), ("b", "2027-01-01")] {
        insert_invoice(&salon, &asha, InvoiceFixture::haircut(id, day)).await;
    }
    assert_eq!(listed_ids(&asha.get(OWN_INVOICES_PATH).await), ["b", "a", "c", "d"]);
}

#[test_on_both_engines]
async fn nobody_sees_another_customer_s_invoices() {
    let salon = small_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    for id in ["a", "b", "c"] {
        insert_invoice(&salon, &asha, InvoiceFixture::haircut(id, "2027-02-01")).await;
    }
    salon.visitor().get(OWN_INVOICES_PATH).await.expect_error(401, "UNAUTHENTICATED");
    let owner = salon.person("Meera", Role::Owner, AppKind::Customer).await;
    let cursor = next_cursor(&asha.get("/api/invoices?limit=1").await).unwrap();
    for other in [&tara, &desk, &owner] {
        for path in [OWN_INVOICES_PATH, "/api/invoices?limit=5", &cursor] {
            assert_eq!(other.get(path).await.expect_ok(), json!({ "invoices": [] }));
        }
    }
    salon.visitor().get(&cursor).await.expect_error(401, "UNAUTHENTICATED");
    insert_invoice(&salon, &desk, InvoiceFixture::haircut("of-the-desk", "2027-02-01")).await;
    assert_eq!(listed_ids(&desk.get(OWN_INVOICES_PATH).await), ["of-the-desk"]);
    assert_eq!(listed_ids(&asha.get(OWN_INVOICES_PATH).await), ["c", "b", "a"]);
    let at_the_desk = salon.member("Ravi", Role::Receptionist).await;
    at_the_desk.get(OWN_INVOICES_PATH).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn a_long_list_is_returned_completely() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    insert_invoices(&salon, &asha, 0..100).await;
    let short = asha.get(OWN_INVOICES_PATH).await;
    assert_eq!(listed_ids(&short), expected_ids(100));
    assert_eq!(short.header("content-length"), Some(short.bytes.len().to_string().as_str()));

    insert_invoices(&salon, &asha, 100..250).await;
    let long = asha.get(OWN_INVOICES_PATH).await;
    assert_eq!(listed_ids(&long), expected_ids(250));
    assert_eq!((long.header("content-length"), long.header("link")), (None, None), "it is streamed");
    assert_eq!(long.header("content-type"), Some("application/json"));
    let at_once = asha.get("/api/invoices?limit=1000").await;
    assert!(at_once.bytes == long.bytes, "the same bytes, streamed or not");

    let packed = asha.clone().with_header("accept-encoding", "gzip").get(OWN_INVOICES_PATH).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed.bytes[..]).read_to_end(&mut unpacked).unwrap();
    assert!(unpacked == long.bytes);
}

#[test_on_both_engines]
async fn paging_shows_every_invoice_once_while_others_are_added() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    insert_invoices(&salon, &asha, 0..250).await;
    for limit in [7, 100, 249] {
        let mut met = Vec::new();
        let mut path = Some(format!("{OWN_INVOICES_PATH}?limit={limit}"));
        let mut page = 0;
        while let Some(at) = path {
            let reply = asha.get(&at).await;
            let found = listed_ids(&reply);
            path = next_cursor(&reply);
            let left = 250 - met.len();
            assert_eq!((found.len(), path.is_some()), (left.min(limit), left > limit), "{at}");
            met.extend(found);
            page += 1;
            let id = format!("new-{limit}-{page}").leak();
            insert_invoice(&salon, &asha, InvoiceFixture::haircut(id, "2027-02-28")).await;
        }
        let old: Vec<_> = met.iter().filter(|id| id.starts_with("mine")).cloned().collect();
        assert_eq!(old, expected_ids(250), "in steps of {limit}");
        assert_eq!(met.iter().collect::<BTreeSet<_>>().len(), met.len(), "none came twice");
        write_transaction(&salon.app, |tx| {
            tx.execute("delete from invoices where id like 'new-%'", params![])?;
            tx.execute("delete from bookings where id like 'new-%'", params![]).map(drop)
        })
        .await;
    }
}

#[test_on_both_engines]
async fn a_cursor_stays_valid_when_its_invoice_is_deleted() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    insert_invoices(&salon, &asha, 0..10).await;
    let first = asha.get("/api/invoices?limit=3&year=2026").await;
    assert_eq!(listed_ids(&first), ["mine-009", "mine-008", "mine-007"]);
    let rest = next_cursor(&first).unwrap();
    assert!(rest.starts_with("/api/invoices?year=2026&limit=3&cursor="), "{rest}");
    write_transaction(&salon.app, |tx| tx.execute("delete from invoices where id = 'mine-007'", params![]).map(drop))
        .await;
    assert_eq!(listed_ids(&asha.get(&rest).await), ["mine-006", "mine-005", "mine-004"]);
    let without_limit = rest.replace("limit=3&", "");
    let all_the_rest = asha.get(&without_limit).await;
    assert_eq!((listed_ids(&all_the_rest), next_cursor(&all_the_rest)), (expected_ids(7), None));
}

#[test_on_both_engines]
async fn an_invalid_limit_or_cursor_is_refused() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    insert_invoices(&salon, &asha, 0..2).await;
    for limit in ["0", "1001", "-1", "ten", "1.0", "", "%00", "99999999999999999999"] {
        let reply = asha.get(&format!("{OWN_INVOICES_PATH}?limit={limit}")).await;
        assert_eq!(reply.expect_invalid_fields(), ["limit"], "{limit}");
    }
    for limit in ["1", "1000", "001"] {
        asha.get(&format!("{OWN_INVOICES_PATH}?limit={limit}&unknown=%00")).await.expect_ok();
    }
    let cursor = |text: &str| URL_SAFE_NO_PAD.encode(text);
    for hostile in [
        "",
        "x",
        "%00",
        "!!!!",
        "2026-01-01",
        &cursor(""),
        &cursor("2026-01-01"),
        &cursor("2026-02-30 x"),
        &cursor("2026-1-1 x"),
        &cursor("2026-01-01 a\0b"),
        &cursor("2026-01-01T00:00:00.000Z x"),
        &cursor("99999-01-01 x"),
        &cursor("0000-01-01 x"),
        &cursor(" "),
        &"A".repeat(5_000),
    ] {
        let reply = asha.get(&format!("{OWN_INVOICES_PATH}?cursor={hostile}")).await;
        assert_eq!(reply.expect_invalid_fields(), ["cursor"], "{hostile}");
    }
    for (strange, found) in [
        ("0001-01-01 x", 0),
        ("9999-12-31 ", 2),
        ("2026-01-01 ", 0),
        ("2026-01-01 mine-001", 1),
        ("2026-01-01 '; drop table invoices; --", 0),
        ("2026-01-02 \u{10ffff}", 2),
    ] {
        let reply = asha.get(&format!("{OWN_INVOICES_PATH}?cursor={}", cursor(strange))).await;
        assert_eq!(listed_ids(&reply).len(), found, "{strange}");
    }
    assert_eq!(
        asha.get(&format!("{OWN_INVOICES_PATH}?limit=x&cursor=x")).await.expect_invalid_fields(),
        ["cursor", "limit"]
    );
}

#[test_on_both_engines]
async fn a_pdf_can_be_read_once_it_exists() {
    let salon = small_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let desk = salon.person("Ravi", Role::Receptionist, AppKind::Customer).await;
    insert_invoice(&salon, &asha, InvoiceFixture::haircut("hers", "2027-02-01")).await;
    let pdf = "/api/invoices/hers/pdf";
    let not_ready = asha.get(pdf).await.expect_error(404, "NOT_FOUND");
    assert!(not_ready["message"].as_str().unwrap().contains("not ready yet"), "{not_ready}");

    write_transaction(&salon.app, |tx| {
        tx.execute("update invoices set pdf_url = 'https://salon.invalid/' where id = 'hers'", params![]).map(drop)
    })
    .await;
    let found = asha.get(pdf).await;
    assert_eq!(found.status.as_u16(), 303);
    let files = format!("{}/files/", salon.url(AppKind::Customer));
    assert!(found.header("location").unwrap().starts_with(&files), "{:?}", found.header("location"));
    assert_eq!((found.header("cache-control"), found.text()), (Some("no-store"), String::new()));

    salon.visitor().get(pdf).await.expect_error(401, "UNAUTHENTICATED");
    let unknown = tara.get("/api/invoices/nobodys/pdf").await.expect_error(404, "NOT_FOUND");
    for other in [&tara, &desk] {
        let foreign = other.get(pdf).await.expect_error(404, "NOT_FOUND");
        assert_eq!(foreign["message"], unknown["message"], "as if it were not there");
    }
    for odd in ["%00", "%ff", "hers%00", "HERS", "hers%20", "%27", "a%2Fb"] {
        asha.get(&format!("/api/invoices/{odd}/pdf")).await.expect_error(404, "NOT_FOUND");
    }
    salon.run_due_jobs().await;
}
