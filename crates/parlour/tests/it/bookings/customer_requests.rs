//! A visit is asked for: what the customer is told, what is kept, and who hears of it.

use parlour_db::{DbError, params, row};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{HOUR_MS, Timestamp};
use parlour_http::limits::Quotas;
use parlour_store::cache_topics::{self, CacheTopic};
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, booking_row_counts, cancel_booking, create_booking, created_booking_id, created_booking_number,
    get_booking, haircut_request, haircut_request_at, haircut_request_with, list_own_bookings, massage_request,
    post_booking, reschedule_booking, shown_booking,
};
use parlour_testkit::actions::jobs::{open_booking_jobs, stale_booking_alert_job};
use parlour_testkit::actions::notifications::{booking_notifications, notified_users};
use parlour_testkit::actions::people::sorted_user_ids;
use parlour_testkit::browser::Browser;
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::checks::database::write_transaction;
use parlour_testkit::fixtures::small_salon::{GOA, add_service, small_salon, small_salon_at, small_salon_with};
use parlour_testkit::{Person, SalonOptions, TestSalon, test_on_both_engines};
use reqwest::Url;
use serde_json::{Value, json};

/// Signs somebody new in as a browser does, and gives them to the stories that speak JSON.
async fn sign_in_by_email(salon: &TestSalon, email: &str) -> Person {
    let mut browser = Browser::new();
    let url = Url::parse(&format!("{}/api/auth/sign-in", salon.url(AppKind::Customer))).unwrap();
    let page = browser.get(&url).await;
    let page = browser.follow(page, |next| next.path() == "/api/auth/callback").await;
    let back = browser.submit(&page.form_with("email").with("name", "Meera Iyer").with("email", email)).await;
    let landed = browser.get(&back.redirect_target().expect("the way back")).await;
    assert_eq!(landed.headers["location"], "/onboarding");
    let token = browser.cookie(&url, "__Host-parlour").expect("a session").to_owned();
    salon.visitor().with_header("cookie", &format!("__Host-parlour={token}"))
}

#[test_on_both_engines]
async fn a_customer_signs_in_books_and_cancels() {
    let salon = TestSalon::with(SalonOptions { listens: true, has_demo_data: true, ..SalonOptions::default() }).await;
    let meera = sign_in_by_email(&salon, "meera@example.in").await;
    let told = json!({
        "phone": "9876543210", "dateOfBirth": "1992-08-14", "gender": "female", "marketingConsent": false,
    });
    meera.post("/api/onboarding/complete", &told).await.expect_ok();
    assert_eq!(list_own_bookings(&meera).await, Vec::<Value>::new());

    let catalogue = meera.get("/api/services").await.expect_ok();
    let categories = catalogue["categories"].as_array().expect("categories");
    let salon_services = &categories.iter().find(|one| one["serviceType"] == "salon").expect("one")["services"];
    let branch = meera.get("/api/branches").await.expect_ok()["branches"][0].clone();
    let question = format!("/api/availability?date=2027-03-04&branchId={}", branch["id"].as_str().unwrap());
    let slot = meera.get(&question).await.expect_ok()["slots"][4].clone();
    assert_eq!((&slot["startTime"], &slot["available"]), (&json!("12:00"), &json!(true)));

    let request = json!({
        "branchId": branch["id"], "serviceType": "salon", "bookingDate": "2027-03-04",
        "startTime": slot["startTime"], "serviceIds": [salon_services[0]["id"], salon_services[1]["id"]],
        "notes": "First visit",
    });
    let reply = post_booking(&meera, &request).await;
    let (id, number) = (created_booking_id(&reply), created_booking_number(&reply));
    assert!(number.starts_with("BK-BLR-2703-H-") && number.len() == 19, "{number}");

    let listed = list_own_bookings(&meera).await;
    assert_eq!(listed.len(), 1);
    let seen = shown_booking(&meera, &id).await;
    assert_eq!(listed[0], seen);
    assert_eq!((&seen["bookingNumber"], &seen["status"]), (&json!(number), &json!("pending")));
    assert_eq!((&seen["bookingDate"], &seen["startTime"]), (&json!("2027-03-04"), &json!("12:00:00")));
    let sum = |field: &str| [0, 1].iter().map(|&at| salon_services[at][field].as_i64().unwrap()).sum::<i64>();
    assert_eq!(seen["totalAmountPaise"], sum("pricePaise"));
    assert_eq!(seen["totalDurationMinutes"], sum("durationMinutes"));

    let moved = reschedule_booking(&meera, &id, "2027-03-06", "15:30").await.expect_ok()["booking"].clone();
    assert_eq!((&moved["bookingDate"], &moved["rescheduleCount"]), (&json!("2027-03-06"), &json!(1)));
    assert_eq!(shown_booking(&meera, &id).await, moved);

    let gone = cancel_booking(&meera, &id).await.expect_ok();
    assert_eq!(gone, json!({ "id": id, "status": "cancelled", "cancelledAt": salon.now().to_string() }));
    assert_eq!(shown_booking(&meera, &id).await["status"], "cancelled");
    let feed = meera.get("/api/notifications").await.expect_ok();
    let rows = feed["notifications"].as_array().expect("a feed").iter();
    let mut types: Vec<_> = rows.map(|row| (row["type"].as_str().unwrap(), row["bookingId"] == *id)).collect();
    types.sort_unstable();
    assert_eq!(types, [("booking_cancelled", true), ("booking_rescheduled", true)]);
    assert_eq!(feed["unreadCount"], 2);
    cancel_booking(&meera, &id).await.expect_error(409, "BOOKING_ALREADY_CANCELLED");
}

#[test_on_both_engines]
async fn a_request_returns_only_id_and_number() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let reply = post_booking(&asha, &haircut_request()).await;
    let id = created_booking_id(&reply);
    let data = json!({ "id": id, "bookingNumber": "BK-PUN-2703-H-00001", "status": "pending" });
    assert_eq!(reply.json(), json!({ "success": true, "data": data }));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
}

#[test_on_both_engines]
async fn every_requested_field_is_stored() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let mut request = haircut_request_with("serviceIds", json!(["service-wash", "service-colour", "service-cut"]));
    request["notes"] = json!("  चमेली का तेल नहीं, please  \n");
    let id = create_booking(&asha, &request).await;
    let seen = shown_booking(&asha, &id).await;
    for (field, kept) in [
        ("id", json!(id)),
        ("bookingNumber", json!("BK-PUN-2703-H-00001")),
        ("branchId", json!("branch-pune")),
        ("customerId", json!(asha.id().as_str())),
        ("status", json!("pending")),
        ("serviceType", json!("salon")),
        ("bookingDate", json!("2027-03-05")),
        ("startTime", json!("11:00:00")),
        ("endTime", json!("13:45:00")),
        ("totalAmountPaise", json!(400_050)),
        ("totalDurationMinutes", json!(165)),
        ("isWalkin", json!(false)),
        ("isMembershipSession", json!(false)),
        ("rescheduleCount", json!(0)),
        ("createdAt", json!("2027-03-01T04:30:00.000Z")),
        ("updatedAt", json!("2027-03-01T04:30:00.000Z")),
    ] {
        assert_eq!(seen[field], kept, "{field}");
    }
    assert!(seen["notes"].as_str().unwrap().contains("चमेली का तेल नहीं, please"));
    for empty in [
        "offerId",
        "spaMembershipId",
        "confirmedAt",
        "completedAt",
        "cancelledAt",
        "rejectedAt",
        "cancellationReason",
        "rejectionReason",
    ] {
        assert_eq!(seen[empty], Value::Null, "{empty}");
    }
    let rows = seen["services"].as_array().expect("services");
    let kept: Vec<_> = rows
        .iter()
        .map(|row| {
            (&row["serviceId"], &row["serviceNameSnapshot"], &row["priceAtBookingPaise"], &row["durationMinutes"])
        })
        .collect();
    assert_eq!(
        json!(kept),
        json!([
            ["service-wash", "wash", 30_000, 30],
            ["service-colour", "colour", 250_050, 90],
            ["service-cut", "cut", 120_000, 45]
        ]),
        "in the order in which they were asked for"
    );
    assert!(rows.iter().all(|row| row["bookingId"] == *id && row["staffId"].is_null()));
    let orders: Vec<_> = rows.iter().map(|row| row["displayOrder"].as_i64().unwrap()).collect();
    assert!(orders.windows(2).all(|pair| pair[1] == pair[0] + 1), "{orders:?}");
}

#[test_on_both_engines]
async fn a_customer_cannot_set_fields_the_salon_decides() {
    let salon = small_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let mut request = haircut_request();
    for (field, value) in [
        ("id", json!("mine")),
        ("bookingNumber", json!("BK-1")),
        ("customerId", json!(tara.id().as_str())),
        ("status", json!("confirmed")),
        ("endTime", json!("11:01")),
        ("totalAmountPaise", json!(1)),
        ("totalDurationMinutes", json!(1)),
        ("isWalkin", json!(true)),
        ("isMembershipSession", json!(true)),
        ("staffId", json!("staff-stylist-branch-pune")),
        ("offerId", json!("x")),
        ("createdAt", json!(5)),
    ] {
        request[field] = value;
    }
    let id = create_booking(&asha, &request).await;
    assert_ne!(id, "mine");
    let seen = shown_booking(&asha, &id).await;
    let plain = shown_booking(&asha, &create_booking(&asha, &haircut_request()).await).await;
    for field in [
        "customerId",
        "status",
        "endTime",
        "totalAmountPaise",
        "totalDurationMinutes",
        "isWalkin",
        "isMembershipSession",
        "offerId",
        "createdAt",
    ] {
        assert_eq!(seen[field], plain[field], "{field}");
    }
    assert_eq!(seen["services"][0]["staffId"], Value::Null);
    assert_eq!(list_own_bookings(&tara).await, Vec::<Value>::new());
}

#[test_on_both_engines]
async fn a_service_named_twice_is_booked_once() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let services = json!(["service-wash", "service-cut", "service-wash", "service-wash", "service-cut"]);
    let seen = shown_booking(&asha, &create_booking(&asha, &haircut_request_with("serviceIds", services)).await).await;
    let names: Vec<_> = seen["services"].as_array().unwrap().iter().map(|row| &row["serviceId"]).collect();
    assert_eq!(names, ["service-wash", "service-cut"]);
    assert_eq!((&seen["totalAmountPaise"], &seen["endTime"]), (&json!(150_000), &json!("12:15:00")));
}

#[test_on_both_engines]
async fn a_booking_keeps_the_prices_of_its_request() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let before = shown_booking(&asha, &create_booking(&asha, &haircut_request()).await).await;
    write_transaction(&salon.app, |tx| {
        tx.execute(
            "update services set price_paise = 150000, duration_minutes = 60, name = 'Signature cut'
             where id = 'service-cut'",
            params![],
        )?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
    })
    .await;
    let after = shown_booking(&asha, &create_booking(&asha, &haircut_request()).await).await;
    assert_eq!(shown_booking(&asha, before["id"].as_str().unwrap()).await, before);
    assert_eq!(after["totalAmountPaise"], 150_000);
    assert_eq!(after["endTime"], "12:00:00");
    assert_eq!(after["services"][0]["serviceNameSnapshot"], "Signature cut");
}

const TWENTY_SERVICES: [&str; 20] =
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s", "t"];

#[test_on_both_engines]
async fn the_largest_possible_total_is_added_up() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for name in TWENTY_SERVICES {
        add_service(&salon, name, 1, 10_000_000_000).await;
    }
    let services: Vec<_> = TWENTY_SERVICES.iter().map(|name| format!("service-{name}")).collect();
    let seen = shown_booking(&asha, &create_booking(&asha, &haircut_request_with("serviceIds", services)).await).await;
    assert_eq!(seen["totalAmountPaise"], 200_000_000_000_i64);
    assert_eq!((&seen["totalDurationMinutes"], &seen["endTime"]), (&json!(20), &json!("11:20:00")));
    add_service(&salon, "free", 15, 0).await;
    let seen = shown_booking(
        &asha,
        &create_booking(&asha, &haircut_request_with("serviceIds", json!(["service-free"]))).await,
    )
    .await;
    assert_eq!(seen["totalAmountPaise"], 0);
}

#[test_on_both_engines]
async fn numbers_count_up_for_each_branch_month_and_type() {
    let salon = small_salon_at("2027-03-31 23:58").await;
    let asha = salon.customer("Asha").await;
    let spring = |mut body: Value| {
        body["bookingDate"] = json!("2027-05-20");
        body
    };
    let in_goa = spring(haircut_request_with("branchId", GOA));
    for (request, number) in [
        (spring(haircut_request()), "BK-PUN-2703-H-00001"),
        (spring(massage_request()), "BK-PUN-2703-S-00001"),
        (spring(haircut_request()), "BK-PUN-2703-H-00002"),
        (in_goa.clone(), "BK-GOA-2703-H-00001"),
        (spring(massage_request()), "BK-PUN-2703-S-00002"),
        (spring(haircut_request()), "BK-PUN-2703-H-00003"),
    ] {
        assert_eq!(created_booking_number(&post_booking(&asha, &request).await), number);
    }
    // The month is the one in which it is asked for, whenever the visit is.
    salon.advance_seconds(120);
    for (request, number) in [
        (spring(haircut_request()), "BK-PUN-2704-H-00001"),
        (spring(massage_request()), "BK-PUN-2704-S-00001"),
        (in_goa, "BK-GOA-2704-H-00001"),
        (spring(haircut_request()), "BK-PUN-2704-H-00002"),
    ] {
        assert_eq!(created_booking_number(&post_booking(&asha, &request).await), number);
    }
}

#[test_on_both_engines]
async fn a_number_may_exceed_five_digits() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    create_booking(&asha, &haircut_request()).await;
    write_transaction(&salon.app, |tx| {
        tx.execute("update booking_counters set last_number = 99998", params![]).map(drop)
    })
    .await;
    for number in ["BK-PUN-2703-H-99999", "BK-PUN-2703-H-100000", "BK-PUN-2703-H-100001"] {
        assert_eq!(created_booking_number(&post_booking(&asha, &haircut_request()).await), number);
    }
}

#[test_on_both_engines]
async fn a_refused_request_writes_nothing_and_leaves_no_gap() {
    let salon = small_salon().await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "refused");
    salon.visitor().post("/api/leads", &json!({ "name": "Asha", "phone": "9876543210" })).await.expect_created();
    let before = booking_row_counts(&salon).await;
    for (field, value) in [
        ("serviceIds", json!(["service-cut", "service-nope"])),
        ("startTime", json!("09:59")),
        ("branchId", json!("branch-nope")),
        ("notes", json!("x".repeat(501))),
        ("bookingDate", json!("2027-02-28")),
    ] {
        post_booking(&asha, &haircut_request_with(field, value)).await.expect_invalid_fields();
    }
    assert_eq!(booking_row_counts(&salon).await, before);
    // The key is free for a request that is taken.
    let reply = post_booking(&asha, &haircut_request()).await;
    assert_eq!(created_booking_number(&reply), "BK-PUN-2703-H-00001");
    assert_eq!(notified_users(&salon, &created_booking_id(&reply), "booking_created").await, sorted_user_ids(&[&desk]));
}

#[test_on_both_engines]
async fn a_booking_that_cannot_be_audited_is_not_made() {
    let salon = small_salon().await;
    salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "again");
    let before = booking_row_counts(&salon).await;
    for lost in [
        ["alter table queued_jobs rename to mislaid", "alter table mislaid rename to queued_jobs"],
        ["alter table notifications rename to mislaid", "alter table mislaid rename to notifications"],
        ["alter table audit_log rename to mislaid", "alter table mislaid rename to audit_log"],
    ] {
        write_transaction(&salon.app, move |tx| tx.execute(lost[0], params![]).map(drop)).await;
        let error = post_booking(&asha, &haircut_request()).await.expect_error(500, "INTERNAL_ERROR");
        assert_eq!(error["retryable"], true);
        write_transaction(&salon.app, move |tx| tx.execute(lost[1], params![]).map(drop)).await;
        assert_eq!(booking_row_counts(&salon).await, before, "{}", lost[0]);
    }
    assert_eq!(created_booking_number(&post_booking(&asha, &haircut_request()).await), "BK-PUN-2703-H-00001");
}

#[test_on_both_engines]
async fn a_stale_booking_alert_is_due_two_hours_after_the_request() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    let due = salon.now().plus_millis(2 * HOUR_MS);
    assert_eq!(open_booking_jobs(&salon, &id).await, [stale_booking_alert_job(&id, due)]);
}

#[test_on_both_engines]
async fn every_receptionist_is_notified_and_nobody_else() {
    let salon = small_salon().await;
    for role in [Role::Staff, Role::Manager, Role::Owner, Role::Developer] {
        salon.member(role.as_str(), role).await;
    }
    let ravi = salon.member("Ravi", Role::Receptionist).await;
    let sona = salon.member("Sona", Role::Receptionist).await;
    let asha = salon.customer("Asha").await;
    let id = create_booking(&asha, &haircut_request()).await;
    assert_eq!(notified_users(&salon, &id, "booking_created").await, sorted_user_ids(&[&ravi, &sona]));
    for notice in booking_notifications(&salon, &id, "booking_created").await {
        assert_eq!(notice.created_at, salon.now());
    }
    // Each booking is an event of its own.
    let second = create_booking(&asha, &haircut_request()).await;
    assert_eq!(notified_users(&salon, &second, "booking_created").await, sorted_user_ids(&[&ravi, &sona]));
}

#[test_on_both_engines]
async fn without_a_receptionist_managers_and_above_are_notified() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let unheard = create_booking(&asha, &haircut_request()).await;
    assert_eq!(notified_users(&salon, &unheard, "booking_created").await, Vec::<String>::new());
    salon.member("Sita", Role::Staff).await;
    let manager = salon.member("Mira", Role::Manager).await;
    let owner = salon.member("Omar", Role::Owner).await;
    let developer = salon.member("Dev", Role::Developer).await;
    let id = create_booking(&asha, &haircut_request()).await;
    assert_eq!(notified_users(&salon, &id, "booking_created").await, sorted_user_ids(&[&manager, &owner, &developer]));
}

#[derive(Debug)]
struct AuditEntry {
    actor_id: Option<String>,
    actor_role: Option<String>,
    origin: String,
    record_type: String,
    record_id: String,
    concerns_user_id: Option<String>,
    request_id: Option<String>,
    address: Option<String>,
    created_at: Timestamp,
}
row! { AuditEntry {
    actor_id, actor_role, origin, record_type, record_id, concerns_user_id, request_id, address, created_at,
} }

#[test_on_both_engines]
async fn a_request_is_audited() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await.from_address("203.0.113.9");
    let reply = post_booking(&asha, &haircut_request()).await;
    let read = salon.app.db.read(|conn| -> Result<Vec<AuditEntry>, DbError> {
        conn.all(
            "select actor_id, actor_role, origin, record_type, record_id, concerns_user_id, request_id, address,
                 created_at
             from audit_log where action = 'booking.request'",
            params![],
        )
    });
    let lines = read.await.unwrap();
    let [line] = lines.as_slice() else { panic!("one line: {lines:?}") };
    assert_eq!((line.record_type.as_str(), &line.record_id), ("booking", &created_booking_id(&reply)));
    assert_eq!(line.actor_id.as_deref(), Some(asha.id().as_str()));
    assert_eq!(line.concerns_user_id.as_deref(), Some(asha.id().as_str()));
    assert_eq!((line.actor_role.as_deref(), line.origin.as_str()), (Some("customer"), "customer"));
    assert_eq!(line.request_id.as_deref(), reply.header("x-request-id"));
    assert_eq!((line.address.as_deref(), line.created_at), (Some("203.0.113.9"), salon.now()));
}

#[test_on_both_engines]
async fn every_role_can_book_for_themselves() {
    let salon = small_salon().await;
    salon.visitor().post(BOOKINGS_PATH, &haircut_request()).await.expect_error(401, "UNAUTHENTICATED");
    for &role in Role::ALL {
        let someone = salon.person(role.as_str(), role, AppKind::Customer).await;
        let id = create_booking(&someone, &haircut_request()).await;
        assert_eq!(shown_booking(&someone, &id).await["customerId"], someone.id().as_str());
        assert_eq!(list_own_bookings(&someone).await.len(), 1);
    }
}

async fn insert_lead(salon: &TestSalon, status: &'static str) -> String {
    let reply = salon.visitor().post("/api/leads", &json!({ "name": "Asha", "phone": "9876543210" })).await;
    let id = reply.expect_created()["leadId"].as_str().unwrap().to_owned();
    let lead = id.clone();
    write_transaction(&salon.app, move |tx| {
        tx.execute("update leads set status = $2 where id = $1", params![lead, status]).map(drop)
    })
    .await;
    id
}

#[derive(Debug, PartialEq)]
struct StoredLead {
    status: String,
    converted_booking_id: Option<String>,
    booked_at: Option<Timestamp>,
    updated_at: Timestamp,
}
row! { StoredLead { status, converted_booking_id, booked_at, updated_at } }

async fn stored_lead(salon: &TestSalon, id: &str) -> StoredLead {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<Option<StoredLead>, DbError> {
        conn.one("select status, converted_booking_id, booked_at, updated_at from leads where id = $1", params![id])
    });
    read.await.unwrap().expect("the lead")
}

#[test_on_both_engines]
async fn an_open_lead_becomes_booked_with_its_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for status in ["new", "contacted", "follow_up"] {
        let id = insert_lead(&salon, status).await;
        salon.advance_seconds(60);
        let booked = create_booking(&asha, &haircut_request_with("leadId", id.as_str())).await;
        let expected = StoredLead {
            status: "booked".to_owned(),
            converted_booking_id: Some(booked),
            booked_at: Some(salon.now()),
            updated_at: salon.now(),
        };
        assert_eq!(stored_lead(&salon, &id).await, expected, "{status}");
        let lines = actions_on_record(&salon, &id).await;
        assert_eq!(lines.len(), 2, "captured, and then this: {lines:?}");
    }
}

#[test_on_both_engines]
async fn a_closed_lead_is_not_changed_by_a_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for status in ["booked", "won", "lost"] {
        let id = insert_lead(&salon, status).await;
        let before = stored_lead(&salon, &id).await;
        salon.advance_seconds(60);
        create_booking(&asha, &haircut_request_with("leadId", id.as_str())).await;
        assert_eq!(stored_lead(&salon, &id).await, before, "{status}");
        assert_eq!(actions_on_record(&salon, &id).await, ["lead.capture"]);
    }
    // One that this customer's first booking converted is not moved to the second.
    let id = insert_lead(&salon, "new").await;
    let first = create_booking(&asha, &haircut_request_with("leadId", id.as_str())).await;
    create_booking(&asha, &haircut_request_with("leadId", id.as_str())).await;
    assert_eq!(stored_lead(&salon, &id).await.converted_booking_id, Some(first));
}

#[test_on_both_engines]
async fn an_unknown_lead_never_stops_a_booking() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let bystander = insert_lead(&salon, "new").await;
    for unknown in [json!("nope"), json!(""), json!("' or 1=1 --"), json!("💇".repeat(3_000)), Value::Null] {
        create_booking(&asha, &haircut_request_with("leadId", unknown)).await;
    }
    assert_eq!(stored_lead(&salon, &bystander).await.status, "new");
    for wrong in [json!(5), json!(true), json!([bystander]), json!({ "id": bystander })] {
        assert_eq!(
            post_booking(&asha, &haircut_request_with("leadId", wrong)).await.expect_invalid_fields(),
            ["leadId"]
        );
    }
}

#[test_on_both_engines]
async fn the_same_idempotency_key_and_body_book_once() {
    let salon = small_salon().await;
    let desk = salon.member("Ravi", Role::Receptionist).await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "tap-1");
    let first = post_booking(&asha, &haircut_request()).await;
    let id = created_booking_id(&first);
    let before = booking_row_counts(&salon).await;
    let again = post_booking(&asha, &haircut_request()).await;
    assert_eq!(first.json(), again.json());
    assert_ne!(first.header("x-request-id"), again.header("x-request-id"));
    // What was answered then is answered now, whatever has become of the booking.
    cancel_booking(&asha, &id).await.expect_ok();
    salon.advance_seconds(24 * 3_600 - 1);
    assert_eq!(post_booking(&asha, &haircut_request()).await.json(), first.json());
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    assert_eq!(booking_row_counts(&salon).await[..3], before[..3]);
    assert_eq!(notified_users(&salon, &id, "booking_created").await, sorted_user_ids(&[&desk]));
    salon.advance_seconds(1);
    assert_ne!(create_booking(&asha, &haircut_request()).await, id, "a key is good for a day");
}

#[test_on_both_engines]
async fn a_repeated_request_is_replayed_even_if_it_would_now_be_invalid() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "tap-1");
    let request = haircut_request_at("2027-03-01", "10:30");
    let first = post_booking(&asha, &request).await;
    first.expect_created();
    salon.advance_seconds(3_600);
    write_transaction(&salon.app, |tx| {
        tx.execute("update services set is_active = false where id = 'service-cut'", params![])?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Catalogue)
    })
    .await;
    let again = post_booking(&asha, &request).await;
    again.expect_created();
    assert_eq!(again.json(), first.json());
}

#[test_on_both_engines]
async fn an_idempotency_key_is_for_one_body_of_one_customer() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await.with_header("idempotency-key", "tap-1");
    let tara = salon.customer("Tara").await.with_header("idempotency-key", "tap-1");
    let first = create_booking(&asha, &haircut_request()).await;
    for other in [haircut_request_with("startTime", "11:30"), haircut_request_with("notes", "x"), massage_request()] {
        post_booking(&asha, &other).await.expect_error(422, "BUSINESS_RULE_VIOLATION");
    }
    assert_eq!(list_own_bookings(&asha).await.len(), 1);
    let theirs = create_booking(&tara, &haircut_request()).await;
    assert_ne!(theirs, first);
    assert_eq!(shown_booking(&tara, &theirs).await["customerId"], tara.id().as_str());
    get_booking(&tara, &first).await.expect_error(404, "NOT_FOUND");
}

#[test_on_both_engines]
async fn an_idempotency_key_has_1_to_255_characters() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for length in [1, 254, 255] {
        let keyed = asha.clone().with_header("idempotency-key", &"k".repeat(length));
        assert_eq!(create_booking(&keyed, &haircut_request()).await, create_booking(&keyed, &haircut_request()).await);
    }
    for length in [0, 256] {
        let keyed = asha.clone().with_header("idempotency-key", &"k".repeat(length));
        assert_eq!(post_booking(&keyed, &haircut_request()).await.expect_invalid_fields(), ["Idempotency-Key"]);
    }
    assert_eq!(list_own_bookings(&asha).await.len(), 3);
    assert_ne!(
        create_booking(&asha, &haircut_request()).await,
        create_booking(&asha, &haircut_request()).await,
        "no key, no memory"
    );
}

#[test_on_both_engines]
async fn the_sixth_request_in_a_minute_is_refused_and_changes_nothing() {
    let salon = small_salon_with(SalonOptions { quotas: Quotas::default(), ..SalonOptions::default() }).await;
    let asha = salon.customer("Asha").await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        let reply = post_booking(&asha, &haircut_request()).await;
        assert_eq!(reply.header("ratelimit-policy"), Some("\"bookings\";q=5;w=60"));
        ids.push(created_booking_id(&reply));
    }
    let before = booking_row_counts(&salon).await;
    let refused = post_booking(&asha.clone().with_header("idempotency-key", "k"), &haircut_request()).await;
    refused.expect_error(429, "RATE_LIMITED");
    assert_eq!(refused.header("retry-after"), Some("60"));
    assert_eq!(booking_row_counts(&salon).await, before);
    // Looking, moving and cancelling are not asking.
    for id in &ids {
        shown_booking(&asha, id).await;
        reschedule_booking(&asha, id, "2027-03-08", "10:00").await.expect_ok();
        cancel_booking(&asha, id).await.expect_ok();
        list_own_bookings(&asha).await;
    }
    salon.app.clock.advance_millis(59_999);
    post_booking(&asha, &haircut_request()).await.expect_error(429, "RATE_LIMITED");
    salon.app.clock.advance_millis(1);
    assert_eq!(created_booking_number(&post_booking(&asha, &haircut_request()).await), "BK-PUN-2703-H-00006");
}
