//! Someone asks to be forgotten.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use parlour_db::{DatabaseLocation, DbError, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{create_booking, haircut_request_with};
use parlour_testkit::actions::customers::CUSTOMERS_PATH;
use parlour_testkit::actions::people::{manager_mira, receptionist};
use parlour_testkit::browser::Browser;
use parlour_testkit::checks::database::find_text;
use parlour_testkit::checks::json::with_field;
use parlour_testkit::fixtures::customer_records::{
    CustomerRecords, insert_bookings, insert_customer_records, insert_desk_records, insert_membership,
    insert_technical_records,
};
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::process::eventually;
use parlour_testkit::{Engine, Person, Reply, SalonOptions, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const ERASE_PATH: &str = "/api/profile/erase";
const NAME: &str = "Asha Raghunath";
const EMAIL: &str = "asha@test.invalid";
const PHONE: &str = "+919812345678";

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
    for wrong in [json!("tara@test.invalid"), json!(""), json!("yes"), json!(true), Value::Null, json!([EMAIL])] {
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
    let records = CustomerRecords::of(&asha, EMAIL, "x");
    let sold = salon.app.db.write(move |tx| insert_membership(tx, &records, "active"));
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
    let asha = salon.person("Asha", Role::Owner, AppKind::Customer).await;
    post_erasure(&asha, EMAIL).await.expect_error(409, "CONFLICT");
    let tara = salon.person("Tara", Role::Owner, AppKind::Customer).await;
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
    insert_customer_records(&salon, &CustomerRecords::of(&asha, EMAIL, &mark)).await;
    let digits = &PHONE[3..];
    let sought = [NAME, EMAIL, digits];
    let before = find_text(&salon, &sought).await;
    assert!(before.len() > 30, "the traces are there: {before:#?}");

    post_erasure(&asha, EMAIL).await.expect_ok();

    let left: Vec<_> = find_text(&salon, &sought)
        .await
        .into_iter()
        .filter(|found| !["invoices.customer_", "invoice_lines."].iter().any(|kept| found.starts_with(kept)))
        .collect();
    assert!(left.is_empty(), "{left:#?}");
    let id = asha.id().as_str();
    let snapshots = "select count(*) from invoices where customer_id = $1 and customer_name like 'Asha Raghunath%'
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
        "select count(*) from users where id = $1 and (email is not null or image is not null or language is not null
             or last_sign_in_at is not null or invited_at is not null)",
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
    insert_customer_records(&salon, &CustomerRecords::of(&asha, EMAIL, "x")).await;
    let hers = CustomerRecords::of(&tara, "tara@test.invalid", "her own");
    let next = hers.clone();
    salon.app.db.write(move |tx| insert_bookings(tx, &next)).await.expect("booked");
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

    let untouched = "select count(*) from bookings where customer_id = $1 and status in ('pending', 'confirmed')";
    assert_eq!(count_rows_by_id(&salon, untouched, tara.id().as_str()).await, 3);
    let occupied = "select count(*) from occupied_times where booking_id = $1";
    assert_eq!(count_rows_by_id(&salon, occupied, &hers.id("next-week")).await, 1);
    assert_eq!(count_rows_by_id(&salon, work, &hers.id("next-week")).await, 1);
}

#[test_on_both_engines]
async fn other_customers_are_not_touched() {
    let salon = TestSalon::demo().await;
    let (asha, tara) = (asha_with_full_profile(&salon).await, salon.customer("Tara").await);
    let told = json!({ "phone": PHONE, "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true });
    tara.post("/api/onboarding/complete", &told).await.expect_ok();
    insert_customer_records(&salon, &CustomerRecords::of(&tara, "tara@test.invalid", "Tara")).await;
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
    let named = "select count(*) from leads where id = $1 and name <> 'Erased customer' and phone <> '+910000000000'";
    let located = "select count(*) from audit_log where record_type = 'lead' and record_id = $1
         and action = 'lead.capture' and address = '203.0.113.9'";
    let (named, located) = (count_rows_by_id(salon, named, lead).await, count_rows_by_id(salon, located, lead).await);
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
        insert_lead(&salon, "Élodie Rao", PHONE, Some(EMAIL)).await,
    ];
    let others = [
        // A mother and a daughter share name and phone.
        insert_lead(&salon, "Élodie Rao", PHONE, None).await,
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
    let doubted =
        salon.app.db.write(move |tx| tx.execute("update users set email_verified = false where id = $1", params![id]));
    doubted.await.expect("doubted");
    let of_address = insert_lead(&salon, "Someone", "9000000001", Some(EMAIL)).await;
    let of_all_three = insert_lead(&salon, NAME, PHONE, Some(EMAIL)).await;
    post_erasure(&asha, EMAIL).await.expect_ok();
    assert!(lead_exists(&salon, &of_address).await);
    assert!(lead_exists(&salon, &of_all_three).await);
}

/// A lead is known by the customer whom it became, not by name and phone.
#[test_on_both_engines]
async fn a_lead_is_erased_with_the_customer_it_became_and_a_namesake_keeps_theirs() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, asha_with_full_profile(&salon).await);
    let became =
        [insert_lead(&salon, "A. Raghunath", "9000000001", None).await, insert_lead(&salon, "Ashu", PHONE, None).await];
    let by_desk = with_field(haircut_request_with("leadId", became[0].as_str()), "customerId", asha.id().as_str());
    create_booking(&desk, &by_desk).await;
    create_booking(&asha, &haircut_request_with("leadId", became[1].as_str())).await;
    let others = [
        insert_lead(&salon, NAME, PHONE, None).await,
        // Whoever names a lead need not be the one who left it.
        insert_lead(&salon, NAME, "9000000002", None).await,
        // The visit is for somebody else, who left the lead.
        insert_lead(&salon, "Kavita", "9000000003", None).await,
    ];
    create_booking(&asha, &haircut_request_with("leadId", others[1].as_str())).await;
    let for_kavita = with_field(haircut_request_with("leadId", others[2].as_str()), "customerId", asha.id().as_str());
    create_booking(&desk, &with_field(for_kavita, "guestName", "Kavita")).await;
    let exported = asha.get("/api/profile/export").await.expect_ok()["leads"].clone();
    let exported: BTreeSet<&str> =
        exported.as_array().unwrap().iter().map(|lead| lead["id"].as_str().unwrap()).collect();
    assert_eq!(exported, became.iter().map(String::as_str).collect());

    post_erasure(&asha, EMAIL).await.expect_ok();
    for id in &became {
        assert!(!lead_exists(&salon, id).await, "{id}");
    }
    for id in &others {
        assert!(lead_exists(&salon, id).await, "{id}");
    }
}

#[test_on_both_engines]
async fn a_lead_follows_the_customer_through_a_merge() {
    let salon = small_salon().await;
    let (desk, meera) = (receptionist(&salon).await, manager_mira(&salon).await);
    let asha = asha_with_full_profile(&salon).await;
    let lead = insert_lead(&salon, "A. Raghunath", "9000000001", None).await;
    let walk_in = json!({ "name": "A. Raghunath", "phone": "9000000001" });
    let walk_in = desk.post("/api/customers", &walk_in).await.expect_created()["customer"]["id"].clone();
    let visit = with_field(haircut_request_with("leadId", lead.as_str()), "customerId", walk_in.clone());
    create_booking(&desk, &visit).await;
    let into = json!({ "intoId": asha.id().as_str() });
    meera.post(&format!("/api/customers/{}/merge", walk_in.as_str().unwrap()), &into).await.expect_ok();
    assert!(lead_exists(&salon, &lead).await);
    post_erasure(&asha, EMAIL).await.expect_ok();
    assert!(!lead_exists(&salon, &lead).await);
}

#[test_on_both_engines]
async fn erasing_a_team_member_keeps_records_about_others() {
    let salon = TestSalon::open().await;
    let (ravi, tara) = (salon.person("Ravi", Role::Manager, AppKind::Customer).await, salon.customer("Tara").await);
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
    let kept = "select count(*) from audit_log where id = $1 and before_json = 'before' and after_json = 'after'
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
    let desk = salon.person("Asha", Role::Customer, AppKind::Admin).await;
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
        let home = salon.url(AppKind::Customer);
        let page = browser.open(&format!("{home}/api/auth/sign-in?returnTo=/wanted")).await;
        let form = page.form_with("email").with("name", NAME).with("email", EMAIL);
        let page = browser.submit(&form).await;
        let page = browser.follow(page, |_| false).await;
        assert_eq!(page.url.path(), "/onboarding");
        let session = browser.open(&format!("{home}/api/auth/session")).await;
        let session: Value = serde_json::from_str(&session.body).expect("JSON");
        ids.push(session["data"]["user"]["id"].clone());
        assert_eq!(session["data"]["user"]["onboarded"], false);

        let token = browser.cookie(&page.url, AppKind::Customer.session_cookie()).expect("a session");
        let asha = salon.visitor().with_header("cookie", &format!("__Host-parlour={token}"));
        post_erasure(&asha, EMAIL).await.expect_ok();
    }
    assert_ne!(ids[0], ids[1]);
}

#[test_on_both_engines]
async fn an_invoice_is_not_found_by_the_name_of_somebody_erased() {
    let salon = TestSalon::demo().await;
    let (asha, desk) = (asha_with_full_profile(&salon).await, receptionist(&salon).await);
    insert_customer_records(&salon, &CustomerRecords::of(&asha, EMAIL, NAME)).await;
    let found = async |typed: &str| {
        let list =
            desk.get(&format!("/api/billing/invoices?from=2027-02-01&to=2027-02-01&q={typed}")).await.expect_ok();
        list["invoices"].as_array().expect("a list").len()
    };
    let number = format!("T/2627/{}", NAME.len());
    assert_eq!((found("raghunath").await, found(&number).await), (1, 1));
    post_erasure(&asha, EMAIL).await.expect_ok();
    assert_eq!((found("raghunath").await, found(&number).await), (0, 1));
    let left = find_text(&salon, &["raghunath"]).await;
    assert!(left.iter().all(|found| !found.contains("search_text")), "{left:?}");
}

#[test_on_both_engines]
async fn what_an_import_remembers_of_somebody_goes_with_them() {
    let salon = TestSalon::demo().await;
    let (asha, tara) = (asha_with_full_profile(&salon).await, salon.customer("Tara").await);
    for (person, email, mark) in [(&asha, EMAIL, "Asha's"), (&tara, "tara@test.invalid", "Tara's own")] {
        let records = CustomerRecords::of(person, email, mark);
        insert_customer_records(&salon, &records).await;
        let written = salon.app.db.write(move |tx| {
            let import = records.id("import");
            tx.execute(
                "insert into imports (id, kind, file_name, file_hash, total_rows, started_at)
                 values ($1, 'customers', 'old.csv', $1, 1, '2027-01-20T06:30:00.000Z')",
                params![import],
            )?;
            let (user, booking) = (records.user.to_string(), records.id("visited"));
            let (membership, staff) = (records.id("expired"), records.id("staff"));
            for (kind, record) in [
                ("customers", &user),
                ("gems", &user),
                ("bookings", &booking),
                ("memberships", &membership),
                ("staff", &staff),
            ] {
                tx.execute(
                    "insert into imported_records (kind, source_key, record_id, import_id) values ($1, $2, $3, $4)",
                    params![kind, format!("row:{kind}{user}"), record, import],
                )?;
            }
            Ok::<_, DbError>(())
        });
        written.await.expect("imported");
    }
    let remembered = async |person: &Person| {
        let of_import = "select count(*) from imported_records where import_id = $1";
        count_rows_by_id(&salon, of_import, &format!("import-{}", person.id())).await
    };
    assert_eq!((remembered(&asha).await, remembered(&tara).await), (5, 5));
    post_erasure(&asha, EMAIL).await.expect_ok();
    assert_eq!((remembered(&asha).await, remembered(&tara).await), (0, 5));
}

/// The bytes of the file, its log and its index.
fn database_bytes(path: &Path) -> [(String, Vec<u8>); 3] {
    let files = ["", "-wal", "-shm"].map(|suffix| format!("{}{suffix}", path.display()));
    files.map(|file| (file.clone(), std::fs::read(file).unwrap_or_default()))
}

/// Where the texts are, ignoring case: in the bytes of a file, or in a column of Postgres.
async fn find_anywhere(salon: &TestSalon, sought: &[&str]) -> Vec<String> {
    let DatabaseLocation::Sqlite(path) = salon.location() else { return find_text(salon, sought).await };
    let mut found = Vec::new();
    for (file, mut bytes) in database_bytes(path) {
        bytes.make_ascii_lowercase();
        for text in sought {
            let text = text.to_lowercase();
            if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(format!("{text} in {file}"));
            }
        }
    }
    found
}

/// Waits until the log is empty: readers may hold it for a moment.
async fn log_is_empty(salon: &TestSalon) {
    if let DatabaseLocation::Sqlite(path) = salon.location() {
        let empty = || async { database_bytes(path)[1].1.is_empty().then_some(()) };
        eventually(Duration::from_secs(10), empty).await;
    }
}

#[test_on_both_engines]
async fn after_erasing_nothing_is_found_in_the_bytes_of_the_database() {
    let salon = TestSalon::demo().await;
    let asha = asha_with_full_profile(&salon).await;
    let records = CustomerRecords::of(&asha, EMAIL, &format!("{NAME} {EMAIL} {PHONE}"));
    let written = salon.app.db.write(move |tx| {
        insert_bookings(tx, &records)?;
        insert_desk_records(tx, &records)?;
        insert_technical_records(tx, &records)
    });
    written.await.expect("records");
    let sought = [NAME, EMAIL, &PHONE[3..]];
    assert!(find_anywhere(&salon, &sought).await.len() >= 3, "{:?}", find_anywhere(&salon, &sought).await);
    post_erasure(&asha, EMAIL).await.expect_ok();
    log_is_empty(&salon).await;
    assert_eq!(find_anywhere(&salon, &sought).await, [""; 0]);
}

#[test_on_both_engines]
async fn a_reader_delays_emptying_the_log_and_not_the_erasure() {
    let salon = TestSalon::demo().await;
    let asha = asha_with_full_profile(&salon).await;
    let (reads, release) = (std::sync::mpsc::channel::<()>(), std::sync::mpsc::channel::<()>());
    let db = salon.app.db.clone();
    let reading = tokio::spawn(async move {
        db.snapshot(move |conn| {
            conn.one::<(i64,)>("select count(*) from users", params![])?;
            reads.0.send(()).expect("somebody waits");
            release.1.recv().expect("released");
            Ok::<_, DbError>(())
        })
        .await
    });
    tokio::task::spawn_blocking(move || reads.1.recv()).await.expect("joined").expect("reading");
    post_erasure(&asha, EMAIL).await.expect_ok();
    salon.customer("Tara").await;
    if Engine::current() == Engine::Sqlite {
        assert!(!find_anywhere(&salon, &[NAME]).await.is_empty(), "the reader still needs the old pages");
    }
    release.0.send(()).expect("reading");
    reading.await.expect("joined").expect("read");
    log_is_empty(&salon).await;
    assert_eq!(find_anywhere(&salon, &[NAME, EMAIL, &PHONE[3..]]).await, [""; 0]);
}

/// Rows move between pages as these fill and empty, and must not leave copies behind.
#[test_on_both_engines]
async fn of_many_who_were_erased_nobody_is_found_in_the_bytes_of_the_database() {
    let salon = TestSalon::demo().await;
    let mira = manager_mira(&salon).await;
    let mut ids = Vec::new();
    for nth in 0..120 {
        // Names in no order, so that rows are inserted between others.
        let name = format!("{}zqxerased{nth}x", (b'a' + u8::try_from(nth * 7 % 26).expect("a letter")) as char);
        let body = json!({
            "name": name, "phone": format!("98{:08}", nth * 7_919), "email": format!("{name}@test.invalid"),
        });
        let id = mira.post(CUSTOMERS_PATH, &body).await.expect_created()["customer"]["id"]
            .as_str()
            .expect("an id")
            .to_owned();
        let path = format!("{CUSTOMERS_PATH}/{id}");
        let contact = json!({ "pinnedNote": format!("{name} ").repeat(20), "billingAddress": format!("{name}, Pune") });
        mira.patch(&format!("{path}/contact"), &contact).await.expect_ok();
        mira.post(&format!("{path}/notes"), &json!({ "content": format!("{name} ").repeat(40) }))
            .await
            .expect_created();
        ids.push((path, body["phone"].clone()));
    }
    for (path, phone) in ids {
        mira.post(&format!("{path}/erase"), &json!({ "confirm": phone })).await.expect_ok();
    }
    if Engine::current() == Engine::Sqlite {
        // The file is rewritten in the next pause, and then has no free pages.
        let rewritten = || async {
            let free =
                salon.app.db.read(|conn| conn.one::<(i64,)>("select freelist_count from pragma_freelist_count", &[]));
            (free.await.expect("a count") == Some((0,))).then_some(())
        };
        eventually(Duration::from_secs(20), rewritten).await;
    }
    log_is_empty(&salon).await;
    assert_eq!(find_anywhere(&salon, &["zqxerased"]).await, [""; 0]);
}
