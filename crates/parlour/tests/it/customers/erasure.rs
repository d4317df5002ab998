//! Someone asks to be forgotten.

use parlour_domain::auth::app_side::AppSide;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::UserId;
use parlour_domain::ist::{parse_date, time_at_minute};
use parlour_store::db::Engine;
use parlour_store::{DbError, Tx, params};
use parlour_testkit::browser::Browser;
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const ERASE_PATH: &str = "/api/profile/erase";
const NAME: &str = "Asha Raghunath";
const EMAIL: &str = "asha@test.invalid";
const PHONE: &str = "+919812345678";

/// Every table and column that holds text, on either engine.
pub(crate) async fn text_columns(salon: &TestSalon) -> Vec<(String, String)> {
    let listed = salon.app.db.read(|conn| -> Result<Vec<(String, String)>, DbError> {
        conn.all(
            match conn.engine() {
                Engine::Sqlite => {
                    "select m.name, c.name from sqlite_master m join pragma_table_info(m.name) c
                     where m.type = 'table' and lower(c.type) = 'text' order by m.name, c.name"
                }
                Engine::Postgres => {
                    "select cast(table_name as text), cast(column_name as text) from information_schema.columns
                     where table_schema = 'public' and data_type in ('text', 'character varying')
                     order by table_name, column_name"
                }
            },
            params![],
        )
    });
    let columns = listed.await.expect("the tables");
    assert!(columns.len() > 100, "{columns:?}");
    columns
}

/// Where any of these is written, as `table.column: text`, whatever the case of its letters.
pub(crate) async fn every_text(salon: &TestSalon, sought: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (table, column) in text_columns(salon).await {
        let sql: &'static str = format!("select {column} from {table} where {column} is not null").leak();
        let texts = salon.app.db.read(move |conn| conn.all::<(String,)>(sql, params![]));
        for (text,) in texts.await.expect("a column of text") {
            let folded = text.to_lowercase();
            if sought.iter().any(|sought| folded.contains(&sought.to_lowercase())) {
                found.push(format!("{table}.{column}: {text}"));
            }
        }
    }
    found
}

/// A customer's traces in every table that names customers.
#[derive(Clone)]
pub(crate) struct Records {
    user: UserId,
    email: String,
    /// Stands in every text that is about this customer alone.
    mark: String,
}

impl Records {
    /// The texts that belong into an export, each after the mark.
    pub(crate) const EXPORTED: [&str; 17] = [
        "booking note",
        "cancelled",
        "rejected",
        "service",
        "invoice",
        "line",
        "credit",
        "gems",
        "membership",
        "notification",
        "push",
        "note about",
        "tag",
        "lead",
        "lead note",
        "staff",
        "leave",
    ];

    pub(crate) fn of(person: &Person, email: &str, mark: &str) -> Self {
        Self { user: person.id().clone(), email: email.to_owned(), mark: mark.to_owned() }
    }

    fn text(&self, what: &str) -> String {
        format!("{} {what}", self.mark)
    }

    fn id(&self, what: &str) -> String {
        format!("{what}-{}", self.user.as_str())
    }
}

/// Writes the traces, in a demo salon whose clock shows 2027-03-01 10:00.
pub(crate) async fn leaves_records(salon: &TestSalon, records: &Records) {
    let records = records.clone();
    let written = salon.app.db.write(move |tx| {
        visits(tx, &records)?;
        money(tx, &records)?;
        desk(tx, &records)?;
        machinery(tx, &records)
    });
    written.await.expect("records");
}

fn visits(tx: &mut Tx<'_>, records: &Records) -> Result<(), DbError> {
    // What, status, day, minutes after midnight.
    for (what, status, day, start) in [
        ("visited", "completed", "2027-02-01", 660),
        ("called-off", "cancelled", "2027-02-02", 660),
        ("turned-down", "rejected", "2027-02-03", 660),
        ("begun", "confirmed", "2027-03-01", 570),
        ("in-an-hour", "pending", "2027-03-01", 660),
        ("next-week", "confirmed", "2027-03-08", 660),
    ] {
        let (day, id) = (parse_date(day).expect("a date"), records.id(what));
        let (start, end) = (time_at_minute(start), time_at_minute(start + 30));
        let only = |wanted: &str, text: &str| (status == wanted).then(|| records.text(text));
        tx.execute(
            "insert into bookings (id, booking_number, branch_id, customer_id, status, service_type, booking_date,
                 start_time, end_time, total_amount_paise, total_duration_minutes, notes, requested_at, confirmed_at,
                 completed_at, cancelled_at, rejected_at, cancellation_reason, rejection_reason, created_at, updated_at)
             values ($1, $1, (select id from branches where is_primary), $2, $3, 'salon', $4, $5, $6, 50000, 30, $7,
                 '2027-01-31T04:30:00.000Z', '2027-01-31T04:30:00.000Z', '2027-02-01T06:30:00.000Z',
                 '2027-02-01T06:30:00.000Z', '2027-02-01T06:30:00.000Z', $8, $9, '2027-01-31T04:30:00.000Z',
                 '2027-01-31T04:30:00.000Z')",
            params![
                id, records.user, status, day, start, end, records.text("booking note"),
                only("cancelled", "cancelled"), only("rejected", "rejected")
            ],
        )?;
        tx.execute(
            "insert into booking_services (id, booking_id, booking_date, service_id, service_name_snapshot,
                 price_at_booking_paise, duration_minutes, display_order)
             values ($1, $1, $2, (select min(id) from services), $3, 50000, 30, 0)",
            params![
                id,
                day,
                if records.mark.contains('@') { "Haircut".to_owned() } else { records.text("service") }
            ],
        )?;
        tx.execute(
            "insert into queued_jobs (id, kind, subject, due_at, created_at)
             values ($1, 'noshow-check', $2, '2027-03-08T06:30:00.000Z', '2027-01-31T04:30:00.000Z')",
            params![id, format!("booking:{id}")],
        )?;
    }
    tx.execute(
        "insert into occupancy (staff_id, slot_starts_at, booking_id)
         values ((select min(id) from staff where id not in (select staff_id from occupancy)), $1, $2)",
        params![parlour_domain::ist::Timestamp::parse("2027-03-08T05:30:00Z"), records.id("next-week")],
    )
    .map(drop)
}

fn money(tx: &mut Tx<'_>, records: &Records) -> Result<(), DbError> {
    let invoice = records.id("invoice");
    // Invoice numbers have at most 16 characters.
    let number = format!("T/2627/{}", records.mark.len());
    tx.execute(
        "insert into invoices (id, invoice_number, invoice_type, invoice_date, branch_id, booking_id, customer_id,
             seller_name, seller_address, gst_registered, customer_name, customer_gstin, search_text, subtotal_paise,
             total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
             payment_method, paid_at, created_at)
         values ($1, $2, 'service', '2027-02-01', (select id from branches where is_primary), $3, $4, 'Parlour', 'Pune',
             true, $5, '27ABCDE1234F1Z5', $6, 50000, 50000, 500, 47620, 1190, 1190, 2380, 'upi',
             '2027-02-01T06:30:00.000Z', '2027-02-01T06:30:00.000Z')",
        params![
            invoice, number, records.id("visited"), records.user, records.text("invoice"),
            records.text("invoice").to_lowercase()
        ],
    )?;
    tx.execute(
        "insert into invoice_lines (invoice_id, line_number, description, sac, price_paise, total_amount_paise,
             gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise)
         values ($1, 1, $2, '999721', 50000, 50000, 500, 47620, 1190, 1190)",
        params![invoice, records.text("line")],
    )?;
    tx.execute(
        "insert into credit_notes (id, credit_note_number, invoice_id, branch_id, customer_id, credit_date, reason,
             total_amount_paise, gst_rate_basis_points, taxable_value_paise, cgst_paise, sgst_paise, gst_amount_paise,
             created_by, created_at)
         values ($1, $2, $1, (select id from branches where is_primary), $3, '2027-02-02', $4, 50000, 500, 47620, 1190,
             1190, 2380, (select min(id) from users where role = 'manager'), '2027-02-02T06:30:00.000Z')",
        params![invoice, number, records.user, records.text("credit")],
    )?;
    tx.execute(
        "insert into gems_accounts (user_id, balance, total_adjusted, created_at, updated_at)
         values ($1, 10, 10, '2027-02-01T06:30:00.000Z', '2027-02-01T06:30:00.000Z')",
        params![records.user],
    )?;
    tx.execute(
        "insert into gems_transactions (id, user_id, type, gems_amount, description, created_at)
         values ($1, $2, 'adjusted', 10, $3, '2027-02-01T06:30:00.000Z')",
        params![records.id("gems"), records.user, records.text("gems")],
    )?;
    membership(tx, records, "expired")
}

pub(crate) fn membership(tx: &mut Tx<'_>, records: &Records, status: &str) -> Result<(), DbError> {
    let ended = parlour_domain::ist::Timestamp::parse("2027-02-20T06:30:00Z").filter(|_| status != "active");
    tx.execute(
        "insert into memberships (id, membership_number, customer_id, tier_id, tier_name_snapshot, total_hours_minutes,
             price_paid_paise, starts_at, expires_at, status, ended_at, created_by, invoice_id, notes, created_at,
             updated_at)
         values ($1, $1, $2, (select min(id) from membership_tiers), 'Gold', 600, 1000000, '2027-01-01T18:30:00.000Z',
             '2027-06-01T18:30:00.000Z', $3, $4, (select min(id) from users where role = 'manager'), $1, $5,
             '2027-01-01T18:30:00.000Z', '2027-01-01T18:30:00.000Z')",
        params![records.id(status), records.user, status, ended, records.text("membership")],
    )
    .map(drop)
}

fn desk(tx: &mut Tx<'_>, records: &Records) -> Result<(), DbError> {
    for (what, email, booking) in [
        ("converted", Some(records.email.clone()), Some(records.id("visited"))),
        ("by-mail", Some(records.email.to_uppercase()), None),
    ] {
        let id = records.id(what);
        tx.execute(
            "insert into leads (id, name, phone, email, source, converted_booking_id, created_at, updated_at)
             values ($1, $2, '+919812345678', $3, 'meta_ad', $4, '2027-01-20T06:30:00.000Z', '2027-01-20T06:30:00.000Z')",
            params![id, records.text("lead"), email, booking],
        )?;
        tx.execute(
            "insert into lead_notes (id, lead_id, author_id, content, created_at)
             values ($1, $1, (select min(id) from users where role = 'manager'), $2, '2027-01-20T06:30:00.000Z')",
            params![id, records.text("lead note")],
        )?;
    }
    tx.execute(
        "insert into customer_notes (id, customer_id, author_id, content, created_at)
         values ($1, $2, (select min(id) from users where role = 'manager'), $3, '2027-01-20T06:30:00.000Z')",
        params![records.id("note"), records.user, records.text("note about")],
    )?;
    let tag = if records.mark.contains('@') { "Regular".to_owned() } else { records.text("tag") };
    tx.execute(
        "insert into tags (id, name, name_folded, slug, color, created_at)
         values ($1, $2, lower($2), $1, 'teal', '2027-01-20T06:30:00.000Z')",
        params![records.id("tag"), tag],
    )?;
    tx.execute(
        "insert into customer_tags (customer_id, tag_id, assigned_by, assigned_at)
         values ($1, $2, (select min(id) from users where role = 'manager'), '2027-01-20T06:30:00.000Z')",
        params![records.user, records.id("tag")],
    )?;
    tx.execute(
        "insert into staff (id, user_id, branch_id, display_name, serves_spa, created_at, updated_at)
         values ($1, $2, (select id from branches where is_primary), $3, true, '2027-01-20T06:30:00.000Z',
             '2027-01-20T06:30:00.000Z')",
        params![records.id("staff"), records.user, records.text("staff")],
    )?;
    tx.execute(
        "insert into staff_leave (id, staff_id, start_date, end_date, reason, created_at, updated_at)
         values ($1, $1, '2027-04-01', '2027-04-02', $2, '2027-01-20T06:30:00.000Z', '2027-01-20T06:30:00.000Z')",
        params![records.id("staff"), records.text("leave")],
    )
    .map(drop)
}

fn machinery(tx: &mut Tx<'_>, records: &Records) -> Result<(), DbError> {
    tx.execute("update profiles set gstin = '27ABCDE1234F1Z5' where user_id = $1", params![records.user])?;
    tx.execute(
        "insert into push_subscriptions (id, endpoint, user_id, p256dh, auth, created_at, updated_at)
         values ($1, $2, $3, 'p', 'a', '2027-01-20T06:30:00.000Z', '2027-01-20T06:30:00.000Z')",
        params![records.id("push"), records.text("push"), records.user],
    )?;
    tx.execute(
        "insert into calendar_feeds (id, user_id, kind, secret_hash, created_at)
         values ($1, $2, 'customer', $1, '2027-01-20T06:30:00.000Z')",
        params![records.id("feed"), records.user],
    )?;
    tx.execute(
        "insert into notifications (id, user_id, booking_id, type, title, body, channel, created_at)
         values ($1, $2, $3, 'booking_confirmed', 'Confirmed', $4, 'push', '2027-01-20T06:30:00.000Z')",
        params![records.id("own"), records.user, records.id("visited"), records.text("notification")],
    )?;
    tx.execute(
        "insert into notifications (id, user_id, booking_id, type, title, body, channel, subject, created_at)
         values ($1, (select min(id) from users where role = 'receptionist'), $2, 'booking_created', 'New', $3, 'push',
             $1, '2027-01-20T06:30:00.000Z')",
        params![records.id("desk"), records.id("next-week"), records.text("wants to come")],
    )?;
    tx.execute(
        "insert into emails (id, message_id, kind, user_id, recipient, created_at)
         values ($1, $1, 'review_request', $2, $3, '2027-01-20T06:30:00.000Z')",
        params![records.id("mail"), records.user, records.email],
    )?;
    tx.execute(
        "insert into idempotency_keys (scope, key, body_hash, user_id, response_status, response_body, created_at)
         values ('own', $1, 'h', $1, 201, $2, '2027-01-20T06:30:00.000Z')",
        params![records.user, records.text("response")],
    )?;
    tx.execute(
        "insert into idempotency_keys (scope, key, body_hash, user_id, concerns_user_id, response_status,
             response_body, created_at)
         values ('desk', $1, 'h', (select min(id) from users where role = 'receptionist'), $1, 201, $2,
             '2027-01-20T06:30:00.000Z')",
        params![records.user, records.text("response")],
    )?;
    tx.execute(
        "insert into audit_log (id, actor_id, actor_role, origin, action, record_type, record_id, concerns_user_id,
             before_json, after_json, address, created_at)
         values ($1, (select min(id) from users where role = 'manager'), 'manager', 'admin', 'customer.change',
             'customer', $2, $2, $3, $3, '192.0.2.7', '2027-01-20T06:30:00.000Z')",
        params![records.id("audit"), records.user, records.text("state")],
    )
    .map(drop)
}

/// Asha, who has told everything and left traces everywhere.
async fn asha_with_full_profile(salon: &TestSalon) -> Person {
    let asha = salon.customer("Asha").await;
    let told = json!({
        "phone": PHONE, "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true,
        "acquisitionSource": "friend", "utmSource": "insta",
    });
    asha.post("/api/onboarding/complete", &told).await.expect_ok();
    asha.patch("/api/profile", &json!({ "name": NAME })).await.expect_ok();
    asha
}

async fn post_erasure(person: &Person, confirm: impl Into<Value>) -> Reply {
    person.post(ERASE_PATH, &json!({ "confirm": confirm.into() })).await
}

async fn count_rows_by_id(salon: &TestSalon, sql: &'static str, id: &str) -> i64 {
    let id = id.to_owned();
    let counted = salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![id]));
    counted.await.expect("a count").map_or(0, |(count,)| count)
}

#[test_on_both_engines]
async fn erasing_is_confirmed_by_ones_own_address() {
    let salon = TestSalon::open().await;
    let (asha, _tara) = (asha_with_full_profile(&salon).await, salon.customer("Tara").await);
    for wrong in
        [json!("tara@test.invalid"), json!(""), json!("yes"), json!(true), Value::Null, json!([EMAIL])]
    {
        assert_eq!(post_erasure(&asha, wrong).await.expect_invalid_fields(), ["confirm"]);
    }
    assert_eq!(asha.post(ERASE_PATH, &json!({})).await.expect_invalid_fields(), ["confirm"]);
    salon.visitor().post(ERASE_PATH, &json!({ "confirm": EMAIL })).await.expect_error(401, "UNAUTHENTICATED");
    asha.get("/api/profile").await.expect_ok();
    post_erasure(&asha, "ASHA@test.invalid").await.expect_ok();
}

#[test_on_both_engines]
async fn erasing_needs_a_recent_sign_in() {
    let salon = TestSalon::open().await;
    let asha = asha_with_full_profile(&salon).await;
    salon.advance_seconds(11 * 60);
    post_erasure(&asha, EMAIL).await.expect_error(403, "FORBIDDEN");
    asha.get("/api/profile").await.expect_ok();
    let back = salon.customer("Asha").await;
    salon.advance_seconds(10 * 60);
    post_erasure(&back, EMAIL).await.expect_ok();
}

#[test_on_both_engines]
async fn using_a_session_does_not_make_its_sign_in_recent() {
    let salon = TestSalon::open().await;
    let asha = asha_with_full_profile(&salon).await;
    salon.advance_seconds(24 * 60 * 60);
    assert!(asha.get("/api/profile").await.header("set-cookie").is_some(), "extended just now");
    post_erasure(&asha, EMAIL).await.expect_error(403, "FORBIDDEN");
}

#[test_on_both_engines]
async fn erasing_is_refused_with_an_active_membership() {
    let salon = TestSalon::demo().await;
    let asha = asha_with_full_profile(&salon).await;
    let records = Records::of(&asha, EMAIL, "x");
    let sold = salon.app.db.write(move |tx| membership(tx, &records, "active"));
    sold.await.expect("sold");
    post_erasure(&asha, EMAIL).await.expect_error(409, "CONFLICT");
    asha.get("/api/profile").await.expect_ok();
    let ended = salon.app.db.write(|tx| {
        tx.execute(
            "update memberships set status = 'cancelled', ended_at = created_at where status = 'active'",
            params![],
        )
    });
    ended.await.expect("ended");
    post_erasure(&asha, EMAIL).await.expect_ok();
}

#[test_on_both_engines]
async fn the_last_owner_cannot_be_erased() {
    let salon = TestSalon::open().await;
    let asha = salon.person("Asha", Role::Owner, AppSide::Customer).await;
    post_erasure(&asha, EMAIL).await.expect_error(409, "CONFLICT");
    let tara = salon.person("Tara", Role::Owner, AppSide::Customer).await;
    let (one, other) = tokio::join!(post_erasure(&asha, EMAIL), post_erasure(&tara, "tara@test.invalid"));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "of two who leave at once, one is the last");
}

#[test_on_both_engines]
async fn after_erasing_personal_data_is_on_invoices_only() {
    let salon = TestSalon::demo().await;
    let asha = asha_with_full_profile(&salon).await;
    let mark = format!("{NAME} {EMAIL} {PHONE}");
    leaves_records(&salon, &Records::of(&asha, EMAIL, &mark)).await;
    let digits = &PHONE[3..];
    let sought = [NAME, EMAIL, digits];
    let before = every_text(&salon, &sought).await;
    assert!(before.len() > 30, "the traces are there: {before:#?}");

    post_erasure(&asha, EMAIL).await.expect_ok();

    let left: Vec<_> = every_text(&salon, &sought)
        .await
        .into_iter()
        .filter(|found| {
            !["invoices.", "invoice_lines.", "credit_notes."].iter().any(|kept| found.starts_with(kept))
        })
        .collect();
    assert!(left.is_empty(), "{left:#?}");
    let id = asha.id().as_str();
    let snapshots =
        "select count(*) from invoices where customer_id = $1 and customer_name like 'Asha Raghunath%'
         and customer_gstin is not null";
    assert_eq!(count_rows_by_id(&salon, snapshots, id).await, 1, "what tax law requires");
    for gone in [
        "select count(*) from sessions where user_id = $1",
        "select count(*) from identities where user_id = $1",
        "select count(*) from push_subscriptions where user_id = $1",
        "select count(*) from calendar_feeds where user_id = $1",
        "select count(*) from notifications where user_id = $1",
        "select count(*) from idempotency_keys where user_id = $1 or concerns_user_id = $1",
        "select count(*) from audit_log where concerns_user_id = $1
             and (before_json is not null or after_json is not null or address is not null)",
        "select count(*) from audit_log where actor_id = $1 and address is not null",
        "select count(*) from profiles where user_id = $1 and (date_of_birth is not null or gstin is not null
             or gender is not null or marketing_consent or in_directory or utm_source is not null)",
        "select count(*) from users where id = $1 and (email is not null or image is not null)",
        "select count(*) from staff where user_id = $1 and is_active",
    ] {
        assert_eq!(count_rows_by_id(&salon, gone, id).await, 0, "{gone}");
    }
    let told = "select count(*) from audit_log where action = 'user.erase' and record_id = $1";
    assert_eq!(count_rows_by_id(&salon, told, id).await, 1);
}

#[test_on_both_engines]
async fn future_bookings_are_cancelled_and_past_ones_kept() {
    let salon = TestSalon::demo().await;
    let (asha, tara) = (asha_with_full_profile(&salon).await, salon.customer("Tara").await);
    leaves_records(&salon, &Records::of(&asha, EMAIL, "x")).await;
    let hers = Records::of(&tara, "tara@test.invalid", "her own");
    let next = hers.clone();
    salon.app.db.write(move |tx| visits(tx, &next)).await.expect("booked");
    post_erasure(&asha, EMAIL).await.expect_ok();

    let status = "select count(*) from bookings where id = $1 and status = ";
    for (what, now) in [
        ("visited", "completed"),
        ("called-off", "cancelled"),
        ("turned-down", "rejected"),
        ("begun", "confirmed"),
        ("in-an-hour", "cancelled"),
        ("next-week", "cancelled"),
    ] {
        let sql: &'static str = format!("{status}'{now}'").leak();
        assert_eq!(
            count_rows_by_id(&salon, sql, &format!("{what}-{}", asha.id().as_str())).await,
            1,
            "{what} is {now}"
        );
    }
    let moment = "select count(*) from bookings where id = $1 and cancelled_at = '2027-03-01T04:30:00.000Z'";
    assert_eq!(count_rows_by_id(&salon, moment, &format!("next-week-{}", asha.id().as_str())).await, 1);
    let work = "select count(*) from queued_jobs where id = $1 and done_at is null";
    assert_eq!(
        count_rows_by_id(&salon, work, &format!("next-week-{}", asha.id().as_str())).await,
        0,
        "nothing follows"
    );

    let untouched =
        "select count(*) from bookings where customer_id = $1 and status in ('pending', 'confirmed')";
    assert_eq!(count_rows_by_id(&salon, untouched, tara.id().as_str()).await, 3);
    let occupied = "select count(*) from occupancy where booking_id = $1";
    assert_eq!(count_rows_by_id(&salon, occupied, &hers.id("next-week")).await, 1);
    assert_eq!(count_rows_by_id(&salon, work, &hers.id("next-week")).await, 1);
}

#[test_on_both_engines]
async fn other_customers_are_not_touched() {
    let salon = TestSalon::demo().await;
    let (asha, tara) = (asha_with_full_profile(&salon).await, salon.customer("Tara").await);
    let told =
        json!({ "phone": PHONE, "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true });
    tara.post("/api/onboarding/complete", &told).await.expect_ok();
    leaves_records(&salon, &Records::of(&tara, "tara@test.invalid", "Tara")).await;
    let before = tara.get("/api/profile/export").await.expect_ok();
    post_erasure(&asha, EMAIL).await.expect_ok();
    let after = tara.get("/api/profile/export").await.expect_ok();
    for part in before.as_object().expect("an object").keys() {
        assert_eq!(after[part], before[part], "{part}");
    }
    let staff_log = "select count(*) from audit_log where concerns_user_id = $1 and after_json is not null";
    assert!(count_rows_by_id(&salon, staff_log, tara.id().as_str()).await > 0);
}

/// Somebody leaves a lead; its id.
async fn insert_lead(salon: &TestSalon, name: &str, phone: &str, email: Option<&str>) -> String {
    let visitor = salon.visitor().from_address("203.0.113.9");
    let body = json!({ "name": name, "phone": phone, "email": email });
    let data = visitor.post("/api/leads", &body).await.expect_created();
    data["leadId"].as_str().expect("a lead's id").to_owned()
}

/// Whether the lead still tells who left it, and the log from where. Both or neither.
async fn lead_exists(salon: &TestSalon, lead: &str) -> bool {
    let named =
        "select count(*) from leads where id = $1 and name <> 'Erased customer' and phone <> '+910000000000'";
    let located = "select count(*) from audit_log where record_type = 'lead' and record_id = $1
         and action = 'lead.capture' and address = '203.0.113.9'";
    let (named, located) =
        (count_rows_by_id(salon, named, lead).await, count_rows_by_id(salon, located, lead).await);
    assert_eq!(named, located, "lead and log agree on {lead}");
    named == 1
}

#[test_on_both_engines]
async fn an_unverified_phone_erases_no_other_person_s_leads() {
    let salon = TestSalon::open().await;
    let mallory = salon.customer("Mallory").await;
    let left = [
        insert_lead(&salon, "Vidya", PHONE, Some("vidya@elsewhere.in")).await,
        insert_lead(&salon, "Vidya", PHONE, None).await,
        // Her name may be guessed; her address says that it is she.
        insert_lead(&salon, "Mallory", PHONE, Some("vidya@elsewhere.in")).await,
    ];
    mallory.patch("/api/profile", &json!({ "phone": PHONE })).await.expect_ok();
    post_erasure(&mallory, "mallory@test.invalid").await.expect_ok();
    for id in &left {
        assert!(lead_exists(&salon, id).await, "{id}");
    }
}

#[test_on_both_engines]
async fn own_leads_and_their_sources_are_erased() {
    let salon = TestSalon::open().await;
    let (asha, _tara) = (asha_with_full_profile(&salon).await, salon.customer("Tara").await);
    asha.patch("/api/profile", &json!({ "name": "Élodie Rao" })).await.expect_ok();
    let own = [
        insert_lead(&salon, "Someone", "9000000001", Some("ASHA@test.invalid")).await,
        // SQLite folds no letter beyond ASCII.
        insert_lead(&salon, "ÉLODIE rao", PHONE, None).await,
        insert_lead(&salon, "Élodie Rao", PHONE, Some(EMAIL)).await,
    ];
    let others = [
        insert_lead(&salon, "Élodie Rao", "9000000001", None).await,
        insert_lead(&salon, "Élodie", PHONE, None).await,
        insert_lead(&salon, "Élodie Rao", PHONE, Some("tara@test.invalid")).await,
    ];
    post_erasure(&asha, EMAIL).await.expect_ok();
    for id in &own {
        assert!(!lead_exists(&salon, id).await, "{id}");
    }
    for id in &others {
        assert!(lead_exists(&salon, id).await, "{id}");
    }
}

#[test_on_both_engines]
async fn an_unverified_email_erases_no_leads() {
    let salon = TestSalon::open().await;
    let asha = asha_with_full_profile(&salon).await;
    let id = asha.id().clone();
    let doubted = salon
        .app
        .db
        .write(move |tx| tx.execute("update users set email_verified = false where id = $1", params![id]));
    doubted.await.expect("doubted");
    let of_address = insert_lead(&salon, "Someone", "9000000001", Some(EMAIL)).await;
    let of_all_three = insert_lead(&salon, NAME, PHONE, Some(EMAIL)).await;
    post_erasure(&asha, EMAIL).await.expect_ok();
    assert!(lead_exists(&salon, &of_address).await);
    assert!(!lead_exists(&salon, &of_all_three).await);
}

#[test_on_both_engines]
async fn erasing_a_team_member_keeps_records_about_others() {
    let salon = TestSalon::open().await;
    let (ravi, tara) =
        (salon.person("Ravi", Role::Manager, AppSide::Customer).await, salon.customer("Tara").await);
    let (actor, concerned) = (ravi.id().clone(), tara.id().clone());
    let logged = salon.app.db.write(move |tx| {
        tx.execute(
            "insert into audit_log (id, actor_id, origin, action, record_type, record_id, concerns_user_id, before_json,
                 after_json, address, created_at)
             values ('trail', $1, 'admin', 'customer.change', 'customer', $2, $2, 'before', 'after', '192.0.2.7',
                 '2027-01-20T06:30:00.000Z')",
            params![actor, concerned],
        )
    });
    logged.await.expect("logged");
    post_erasure(&ravi, "ravi@test.invalid").await.expect_ok();
    let kept =
        "select count(*) from audit_log where id = $1 and before_json = 'before' and after_json = 'after'
         and address is null";
    assert_eq!(
        count_rows_by_id(&salon, kept, "trail").await,
        1,
        "what was done to Tara's record stays, where from does not"
    );
}

#[test_on_both_engines]
async fn after_erasing_every_session_is_over() {
    let salon = TestSalon::open().await;
    let asha = asha_with_full_profile(&salon).await;
    let laptop = salon.customer("Asha").await;
    let desk = salon.person("Asha", Role::Customer, AppSide::Admin).await;
    let reply = post_erasure(&laptop, EMAIL).await;
    reply.expect_ok();
    assert!(reply.header("set-cookie").is_some_and(|cookie| cookie.starts_with("__Host-parlour=;")));
    for ended in [&asha, &laptop, &desk] {
        ended.get("/api/auth/session").await.expect_error(401, "UNAUTHENTICATED");
    }
    post_erasure(&laptop, EMAIL).await.expect_error(401, "UNAUTHENTICATED");
}

#[test_on_both_engines]
async fn after_erasing_the_same_identity_signs_in_as_a_new_user() {
    let salon = TestSalon::with(SalonOptions { listens: true, ..SalonOptions::default() }).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let mut browser = Browser::new();
        let home = salon.url(AppSide::Customer);
        let page = browser.open(&format!("{home}/api/auth/sign-in?returnTo=/wanted")).await;
        let form = page.form_with("email").with("name", NAME).with("email", EMAIL);
        let page = browser.submit(&form).await;
        let page = browser.follow(page, |_| false).await;
        assert_eq!(page.url.path(), "/onboarding");
        let session = browser.open(&format!("{home}/api/auth/session")).await;
        let session: Value = serde_json::from_str(&session.body).expect("JSON");
        ids.push(session["data"]["user"]["id"].clone());
        assert_eq!(session["data"]["user"]["onboarded"], false);

        let token = browser.cookie(&page.url, AppSide::Customer.session_cookie()).expect("a session");
        let asha = salon.visitor().with_header("cookie", &format!("__Host-parlour={token}"));
        post_erasure(&asha, EMAIL).await.expect_ok();
    }
    assert_ne!(ids[0], ids[1]);
}
