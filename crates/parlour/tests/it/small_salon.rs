//! A salon small enough to know by heart, for stories in which every value counts.
//!
//! Two branches that take customers, one that will and one that did; a stylist and a therapist.

use parlour_domain::auth::role::Role;
use parlour_domain::ids::{CategoryId, ServiceId};
use parlour_domain::ist::{HOUR_MS, Timestamp, parse_time};
use parlour_domain::service::ServiceType;
use parlour_store::catalogue::catalogue_records::{self, Category, Service};
use parlour_store::{DbError, Tx, params, row};
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon};
use serde_json::{Value, json};

use crate::catalogue::public_reads::{category, change, service};

/// Open from 10:00 to 21:00; has a stylist and a therapist.
pub(crate) const PUNE: &str = "branch-pune";
/// The same hours; its therapist has left.
pub(crate) const GOA: &str = "branch-goa";
pub(crate) const BOOKINGS: &str = "/api/bookings";

pub(crate) async fn small_salon() -> TestSalon {
    small_salon_at("2027-03-01 10:00").await
}

/// `at` is what the clock on the wall shows.
pub(crate) async fn small_salon_at(at: &'static str) -> TestSalon {
    small_salon_with(SalonOptions { at, ..SalonOptions::default() }).await
}

pub(crate) async fn small_salon_with(options: SalonOptions) -> TestSalon {
    furnished(TestSalon::with(options).await).await
}

/// An empty one becomes small.
pub(crate) async fn furnished(salon: TestSalon) -> TestSalon {
    change(&salon.app, |tx| {
        stock(tx)?;
        for (branch, code, number, status) in [
            (PUNE, "PUN", 1_i64, "operational"),
            (GOA, "GOA", 2, "operational"),
            ("branch-soon", "SOON", 3, "coming_soon"),
            ("branch-shut", "SHUT", 4, "closed"),
        ] {
            tx.execute(
                "insert into branches (id, code, number, name, address, status, is_primary, created_at, updated_at)
                 values ($1, $2, $3, $2, 'MG Road', $4, $5, '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
                params![branch, code, number, status, number == 1],
            )?;
            employ(tx, branch, "stylist", true)?;
            employ(tx, branch, "therapist", branch != GOA)?;
        }
        Ok(())
    })
    .await;
    salon
}

fn stock(tx: &mut Tx<'_>) -> Result<(), DbError> {
    let hair = category("hair", 1);
    let body = Category { service_type: ServiceType::Spa, ..category("body", 2) };
    let retired = Category { is_active: false, ..category("retired", 3) };
    for category in [&hair, &body, &retired] {
        catalogue_records::insert_category(tx, category)?;
    }
    let of = |category: &Category, name: &str, duration_minutes: i64, price_paise: i64| Service {
        duration_minutes,
        price_paise,
        ..service(category, name, 1)
    };
    let perm = Service { is_active: false, ..of(&hair, "perm", 60, 200_000) };
    let mut services = vec![
        of(&hair, "cut", 45, 120_000),
        of(&hair, "colour", 90, 250_050),
        of(&hair, "wash", 30, 30_000),
        of(&body, "massage", 60, 300_000),
        of(&body, "steam", 20, 80_000),
        of(&retired, "henna", 30, 50_000),
        perm,
    ];
    services.extend((0..25).map(|number| of(&hair, &format!("small-{number:02}"), 5, 100 + number)));
    services.iter().try_for_each(|service| catalogue_records::insert_service(tx, service, "999721"))
}

/// A user and their staff profile, `staff-stylist-branch-pune`.
fn employ(tx: &mut Tx<'_>, branch: &str, craft: &str, is_active: bool) -> Result<(), DbError> {
    let id = format!("staff-{craft}-{branch}");
    tx.execute(
        "insert into users (id, name, name_folded, role, created_at, updated_at)
         values ($1, $2, $2, 'staff', '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
        params![id, craft],
    )?;
    tx.execute(
        "insert into staff (id, user_id, branch_id, display_name, serves_salon, serves_spa, is_active, created_at,
             updated_at)
         values ($1, $1, $2, $3, $4, $5, $6, '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
        params![id, branch, craft, craft == "stylist", craft == "therapist", is_active],
    )
    .map(drop)
}

/// Puts one more salon service on show, `service-NAME`.
pub(crate) async fn add_service(
    salon: &TestSalon,
    name: &'static str,
    duration_minutes: i64,
    price_paise: i64,
) {
    change(&salon.app, move |tx| {
        let id = ServiceId::new(format!("service-{name}"));
        let category_id = CategoryId::new("category-hair");
        let new = Service {
            id,
            category_id,
            duration_minutes,
            price_paise,
            ..service(&category("hair", 1), name, 9)
        };
        catalogue_records::insert_service(tx, &new, "999721")
    })
    .await;
}

/// A cut in Pune on Friday, 5 March 2027, from 11:00 to 11:45.
pub(crate) fn haircut() -> Value {
    json!({
        "branchId": PUNE, "serviceType": "salon", "bookingDate": "2027-03-05", "startTime": "11:00",
        "serviceIds": ["service-cut"],
    })
}

/// The same with one field more, or another.
pub(crate) fn haircut_with(field: &str, value: impl Into<Value>) -> Value {
    let mut body = haircut();
    body[field] = value.into();
    body
}

pub(crate) fn haircut_at(date: &str, time: &str) -> Value {
    let mut body = haircut_with("bookingDate", date);
    body["startTime"] = time.into();
    body
}

pub(crate) fn massage() -> Value {
    let mut body = haircut_with("serviceType", "spa");
    body["serviceIds"] = json!(["service-massage"]);
    body
}

pub(crate) async fn asks(person: &Person, body: &Value) -> Reply {
    person.post(BOOKINGS, body).await
}

/// The new booking's id.
pub(crate) async fn books(person: &Person, body: &Value) -> String {
    id_of(&asks(person, body).await)
}

#[track_caller]
pub(crate) fn id_of(reply: &Reply) -> String {
    reply.expect_created()["id"].as_str().expect("a booking's id").to_owned()
}

#[track_caller]
pub(crate) fn number_of(reply: &Reply) -> String {
    reply.expect_created()["bookingNumber"].as_str().expect("a booking's number").to_owned()
}

pub(crate) async fn views(person: &Person, id: &str) -> Reply {
    person.get(&format!("{BOOKINGS}/{id}")).await
}

/// What its owner sees of it.
pub(crate) async fn booking(person: &Person, id: &str) -> Value {
    views(person, id).await.expect_ok()["booking"].clone()
}

pub(crate) async fn lists(person: &Person) -> Vec<Value> {
    let data = person.get(BOOKINGS).await.expect_ok();
    data["bookings"].as_array().expect("a list of bookings").clone()
}

pub(crate) async fn cancels(person: &Person, id: &str) -> Reply {
    person.post_empty(&format!("{BOOKINGS}/{id}/cancel")).await
}

pub(crate) async fn cancels_saying(person: &Person, id: &str, body: &Value) -> Reply {
    person.post(&format!("{BOOKINGS}/{id}/cancel"), body).await
}

pub(crate) async fn moves(person: &Person, id: &str, date: &str, time: &str) -> Reply {
    let body = json!({ "bookingDate": date, "startTime": time });
    person.post(&format!("{BOOKINGS}/{id}/reschedule"), &body).await
}

/// Two dozen of one role. Races are run by different people: whoever acts is held until their act is done, so one person
/// alone never races.
pub(crate) async fn two_dozen(salon: &TestSalon, role: Role) -> Vec<Person> {
    let mut people = Vec::with_capacity(24);
    for number in 0..24 {
        people.push(salon.member(&format!("{role}{number}"), role).await);
    }
    people
}

/// Changes rows of which `$1` is the id.
pub(crate) async fn set(salon: &TestSalon, id: &str, sql: &'static str) {
    let id = id.to_owned();
    change(&salon.app, move |tx| {
        let changed = tx.execute(sql, params![id])?;
        assert!(changed > 0, "nothing to change with {sql}");
        Ok(())
    })
    .await;
}

/// What approving leaves behind: the stylist has every service, and somebody will look for the customer.
pub(crate) async fn approve(salon: &TestSalon, id: &str) {
    let (id, now) = (id.to_owned(), salon.now());
    change(&salon.app, move |tx| {
        tx.execute(
            "update bookings set status = 'confirmed', confirmed_at = $2, updated_at = $2
             where id = $1 and status = 'pending'",
            params![id, now],
        )?;
        tx.execute(
            "update booking_services set staff_id = 'staff-stylist-branch-pune' where booking_id = $1",
            params![id],
        )?;
        let payload = json!({ "bookingId": id }).to_string();
        tx.execute(
            "insert into queued_jobs (id, kind, payload, subject, due_at, created_at)
             values ($1, 'noshow-check', $2, $3, $4, $5)",
            params![
                format!("check-{id}"),
                payload,
                format!("booking:{id}"),
                now.plus_millis(96 * HOUR_MS),
                now
            ],
        )
        .map(drop)
    })
    .await;
}

/// Brings a booking into a status, with the moments that belong to it.
pub(crate) async fn bring_to(salon: &TestSalon, id: &str, status: &'static str) {
    let (id, now) = (id.to_owned(), salon.now());
    change(&salon.app, move |tx| {
        let at = |wanted: &[&str]| wanted.contains(&status).then_some(now);
        tx.execute(
            "update bookings set status = $2, confirmed_at = $3, completed_at = $4, cancelled_at = $5,
                 rejected_at = $6, noshow_at = $7 where id = $1",
            params![
                id,
                status,
                at(&["confirmed", "in_progress", "completed", "no_show"]),
                at(&["completed"]),
                at(&["cancelled"]),
                at(&["rejected"]),
                at(&["no_show"])
            ],
        )
        .map(drop)
    })
    .await;
}

pub(crate) async fn set_hours(salon: &TestSalon, opens_at: &'static str, closes_at: &'static str) {
    change(&salon.app, move |tx| {
        let (opens_at, closes_at) = (parse_time(opens_at), parse_time(closes_at));
        tx.execute(
            "update branches set opens_at = $1, closes_at = $2 where id = 'branch-pune'",
            params![opens_at, closes_at],
        )
        .map(drop)
    })
    .await;
}

pub(crate) async fn set_cancel_window(salon: &TestSalon, minutes: Option<i64>) {
    change(&salon.app, move |tx| {
        tx.execute(
            "update branches set cancel_window_minutes = $1 where id = 'branch-pune'",
            params![minutes],
        )
        .map(drop)
    })
    .await;
}

/// How many rows, of which `$1` is the id.
pub(crate) async fn count(salon: &TestSalon, id: &str, sql: &'static str) -> i64 {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| conn.one::<(i64,)>(sql, params![id]));
    read.await.expect("rows can be counted").expect("a count is one row").0
}

/// Later work of a booking that nobody has done or withdrawn: kind, payload, when.
pub(crate) async fn open_work(salon: &TestSalon, id: &str) -> Vec<(String, Value, Timestamp)> {
    let subject = format!("booking:{id}");
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, String, Timestamp)>, DbError> {
        conn.all(
            "select kind, payload, due_at from queued_jobs
             where subject = $1 and done_at is null and parked_at is null order by due_at, kind",
            params![subject],
        )
    });
    let rows = read.await.expect("work can be read").into_iter();
    rows.map(|(kind, payload, due)| (kind, serde_json::from_str(&payload).expect("JSON"), due)).collect()
}

/// Two hours after the customer asked.
pub(crate) fn stale_alert(id: &str, due: Timestamp) -> (String, Value, Timestamp) {
    let told = json!({ "bookingId": id, "requestedAt": due.plus_millis(-2 * HOUR_MS) });
    ("stale-booking-alert".to_owned(), told, due)
}

#[derive(Debug)]
pub(crate) struct Notice {
    pub(crate) user_id: String,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) channel: String,
    pub(crate) status: String,
    pub(crate) read_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
}
row! { Notice { user_id, title, body, channel, status, read_at, created_at } }

/// The feed rows of a type about a booking, by user.
pub(crate) async fn notices(salon: &TestSalon, id: &str, kind: &'static str) -> Vec<Notice> {
    let id = id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all(
            "select user_id, title, body, channel, status, read_at, created_at from notifications
             where booking_id = $1 and type = $2 order by user_id, created_at",
            params![id, kind],
        )
    });
    read.await.expect("notices can be read")
}

/// Who has heard of it, in order of their ids; every row must be as a new one is.
pub(crate) async fn told(salon: &TestSalon, id: &str, kind: &'static str) -> Vec<String> {
    let notices = notices(salon, id, kind).await;
    for notification in &notices {
        assert_eq!(
            (notification.channel.as_str(), notification.status.as_str()),
            ("push", "pending"),
            "{notification:?}"
        );
        assert!(
            !notification.title.is_empty() && !notification.body.is_empty() && notification.read_at.is_none(),
            "{notification:?}"
        );
    }
    notices.into_iter().map(|notification| notification.user_id).collect()
}

pub(crate) fn ids_of(people: &[&Person]) -> Vec<String> {
    let mut ids: Vec<_> = people.iter().map(|person| person.id().to_string()).collect();
    ids.sort();
    ids
}

/// What was done to a record, in order of the alphabet: the clock stands still, so no other order is known.
pub(crate) async fn done_to(salon: &TestSalon, record_id: &str) -> Vec<String> {
    let record_id = record_id.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String,)>, DbError> {
        conn.all("select action from audit_log where record_id = $1 order by action", params![record_id])
    });
    read.await.expect("the log can be read").into_iter().map(|(action,)| action).collect()
}

/// Everything that an act on bookings might leave behind, counted.
pub(crate) async fn traces(salon: &TestSalon) -> Vec<i64> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        conn.all_with(
            "select (select count(*) from bookings), (select count(*) from booking_services),
                 (select cast(coalesce(sum(last_number), 0) as bigint) from booking_counters),
                 (select cast(coalesce(sum(reschedule_count + customer_reschedule_count), 0) as bigint) from bookings),
                 (select count(*) from bookings where status = 'cancelled'),
                 (select count(*) from queued_jobs where done_at is null and parked_at is null),
                 (select count(*) from notifications), (select count(*) from audit_log),
                 (select count(*) from idempotency_keys), (select count(*) from leads where status = 'booked'),
                 (select cast(coalesce(sum(late_cancellation_count), 0) as bigint) from profiles)",
            params![],
            |columns| (0..11).map(|_| columns.take()).collect::<Result<Vec<i64>, _>>(),
        )
    });
    read.await.expect("rows can be counted").remove(0)
}

/// The profile's count of late cancellations, as its owner sees it.
pub(crate) async fn late_cancellations(person: &Person) -> Value {
    person.get("/api/profile").await.expect_ok()["profile"]["lateCancellationCount"].clone()
}
