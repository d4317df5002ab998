//! A customer looks at their bookings: the list and each one.

use parlour_domain::ist::{MINUTE_MS, Timestamp, parse_date, time_at_minute};
use parlour_store::params;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::catalogue::public_reads::change;
use crate::small_salon::{
    BOOKINGS, PUNE, approve, booking, books, bring_to, haircut, haircut_with, lists, massage, set,
    small_salon, views,
};

pub(crate) const FIELDS: [&str; 26] = [
    "bookingDate",
    "bookingNumber",
    "branchId",
    "cancellationReason",
    "cancelledAt",
    "completedAt",
    "confirmedAt",
    "createdAt",
    "customerId",
    "endTime",
    "id",
    "isMembershipSession",
    "isWalkin",
    "notes",
    "offerId",
    "rejectedAt",
    "rejectionReason",
    "rescheduleCount",
    "serviceType",
    "services",
    "spaMembershipId",
    "startTime",
    "status",
    "totalAmountPaise",
    "totalDurationMinutes",
    "updatedAt",
];

pub(crate) const SERVICE_FIELDS: [&str; 8] = [
    "bookingId",
    "displayOrder",
    "durationMinutes",
    "id",
    "priceAtBookingPaise",
    "serviceId",
    "serviceNameSnapshot",
    "staffId",
];

#[track_caller]
pub(crate) fn has_exactly(resource: &Value, fields: &[&str]) {
    let mut names: Vec<_> = resource.as_object().expect("an object").keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, fields);
}

#[track_caller]
fn assert_timestamp(value: &Value) {
    let text = value.as_str().unwrap_or_else(|| panic!("{value} is not a moment"));
    let at = Timestamp::parse(text).unwrap_or_else(|| panic!("{text} is not a moment"));
    assert_eq!(at.to_string(), text);
}

#[test_on_both_engines]
async fn a_booking_shows_exactly_the_contract_s_fields() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let plain = books(&asha, &haircut()).await;
    let full = books(&asha, &haircut_with("notes", "Window seat")).await;
    approve(&salon, &full).await;
    set(
        &salon,
        &full,
        "update bookings set completed_at = confirmed_at, cancelled_at = confirmed_at, rejected_at = confirmed_at,
             cancellation_reason = 'c', rejection_reason = 'r' where id = $1",
    )
    .await;
    for id in [&plain, &full] {
        let reply = views(&asha, id).await;
        has_exactly(&reply.expect_ok(), &["booking"]);
        has_exactly(&reply.json(), &["data", "success"]);
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        let seen = booking(&asha, id).await;
        has_exactly(&seen, &FIELDS);
        for row in seen["services"].as_array().expect("services") {
            has_exactly(row, &SERVICE_FIELDS);
        }
        assert_eq!((&seen["bookingDate"], &seen["startTime"]), (&json!("2027-03-05"), &json!("11:00:00")));
        assert_eq!(seen["endTime"], "11:45:00");
        assert_timestamp(&seen["createdAt"]);
        assert_timestamp(&seen["updatedAt"]);
    }
    let seen = booking(&asha, &full).await;
    for moment in ["confirmedAt", "completedAt", "cancelledAt", "rejectedAt"] {
        assert_timestamp(&seen[moment]);
    }
    assert_eq!((&seen["cancellationReason"], &seen["rejectionReason"]), (&json!("c"), &json!("r")));
    assert_eq!(seen["services"][0]["staffId"], "staff-stylist-branch-pune");
    assert_eq!(seen["notes"], "Window seat");
    assert_eq!(booking(&asha, &plain).await["notes"], Value::Null);
}

#[test_on_both_engines]
async fn a_booking_is_shown_in_every_status() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for status in ["pending", "confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        let id = books(&asha, &haircut()).await;
        bring_to(&salon, &id, status).await;
        assert_eq!(booking(&asha, &id).await["status"], status);
        assert_eq!(lists(&asha).await[0]["status"], status);
        salon.advance_seconds(1);
    }
    assert_eq!(lists(&asha).await.len(), 7);
}

#[test_on_both_engines]
async fn the_list_is_newest_first_and_complete() {
    let salon = small_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let reply = asha.get(BOOKINGS).await;
    assert_eq!(reply.json(), json!({ "success": true, "data": { "bookings": [] } }));
    let mut expected = Vec::new();
    for request in [
        haircut_with("serviceIds", json!(["service-wash", "service-cut", "service-colour"])),
        massage(),
        haircut_with("bookingDate", "2027-03-02"),
        haircut_with("bookingDate", "2027-12-31"),
    ] {
        expected.insert(0, books(&asha, &request).await);
        books(&tara, &request).await;
        salon.advance_seconds(1);
    }
    let listed = lists(&asha).await;
    let ids: Vec<_> = listed.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, expected, "in order of asking, not of the visits");
    for entry in &listed {
        assert_eq!(*entry, booking(&asha, entry["id"].as_str().unwrap()).await);
    }
    let names: Vec<_> =
        listed[3]["services"].as_array().unwrap().iter().map(|row| &row["serviceNameSnapshot"]).collect();
    assert_eq!(names, ["wash", "cut", "colour"]);
    let reply = asha.get(BOOKINGS).await;
    has_exactly(&reply.json(), &["data", "success"]);
    assert_eq!(reply.header("link"), None);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
}

/// Two hundred and fifty bookings with one to three services, two made in the same millisecond, and as many of another
/// customer's in between.
pub(crate) async fn regulars(salon: &TestSalon) -> (Person, Person) {
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (owners, opened) = ([asha.id().clone(), tara.id().clone()], salon.now());
    change(&salon.app, move |tx| {
        let date = parse_date("2027-03-05");
        let (start, end) = (time_at_minute(11 * 60), time_at_minute(12 * 60));
        for number in 0_i64..250 {
            for (owner, name) in owners.iter().zip(["asha", "tara"]) {
                let id = format!("{name}-{number:03}");
                let at = opened.plus_millis(number / 2 * MINUTE_MS);
                tx.execute(
                    "insert into bookings (id, booking_number, branch_id, customer_id, service_type, booking_date,
                         start_time, end_time, total_amount_paise, total_duration_minutes, requested_at, created_at,
                         updated_at)
                     values ($1, $1, $2, $3, 'salon', $4, $5, $6, 1000, 60, $7, $7, $7)",
                    params![id, PUNE, owner, date, start, end, at],
                )?;
                for order in 0..=number % 3 {
                    let service = ["service-wash", "service-cut", "service-colour"][usize::try_from(order).unwrap()];
                    tx.execute(
                        "insert into booking_services (id, booking_id, booking_date, service_id,
                             service_name_snapshot, price_at_booking_paise, duration_minutes, display_order)
                         values ($1, $2, $3, $4, $4, 1000, 20, $5)",
                        params![format!("{id}-{}", 9 - order), id, date, service, order],
                    )?;
                }
            }
        }
        Ok(())
    })
    .await;
    (asha, tara)
}

#[track_caller]
pub(crate) fn entries(reply: &Reply) -> Vec<Value> {
    reply.expect_ok()["bookings"].as_array().expect("a list of bookings").clone()
}

#[test_on_both_engines]
async fn a_long_list_is_returned_completely() {
    let salon = small_salon().await;
    let (asha, _) = regulars(&salon).await;
    let reply = asha.get(BOOKINGS).await;
    let listed = entries(&reply);
    assert_eq!(reply.header("link"), None);
    let mut ids: Vec<_> = listed.iter().map(|one| one["id"].as_str().unwrap()).collect();
    let created: Vec<_> = listed.iter().map(|one| one["createdAt"].as_str().unwrap()).collect();
    assert!(created.windows(2).all(|pair| pair[0] >= pair[1]), "newest first");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 250);
    assert!(ids.iter().all(|id| id.starts_with("asha-")), "nobody else's");
    for entry in &listed {
        let number: usize = entry["id"].as_str().unwrap()[5..].parse().unwrap();
        let services: Vec<_> = entry["services"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["serviceId"].as_str().unwrap())
            .collect();
        assert_eq!(services, ["service-wash", "service-cut", "service-colour"][..=number % 3], "{number}");
        assert!(entry["services"].as_array().unwrap().iter().all(|row| row["bookingId"] == entry["id"]));
        has_exactly(entry, &FIELDS);
    }
    assert_eq!(
        booking(&asha, "asha-137").await,
        listed.into_iter().find(|one| one["id"] == "asha-137").unwrap()
    );
}

/// Where `Link: <…>; rel="next"` leads, as a path on this app.
pub(crate) fn next_page(reply: &Reply) -> Option<String> {
    let link = reply.header("link")?;
    let (address, rest) = link.strip_prefix('<').expect("an address").split_once('>').expect("its end");
    assert!(rest.contains("rel=\"next\""), "{link}");
    let path = address.find("/api/bookings").expect("the same list");
    Some(address[path..].to_owned())
}

#[test_on_both_engines]
async fn a_list_can_be_read_in_pages() {
    let salon = small_salon().await;
    let (asha, _) = regulars(&salon).await;
    let whole = entries(&asha.get(BOOKINGS).await);
    for (limit, pages) in [(1, 250), (7, 36), (50, 5), (100, 3), (249, 2), (250, 1), (251, 1)] {
        let mut page = Some(format!("{BOOKINGS}?limit={limit}"));
        let (mut read, mut count) = (Vec::new(), 0);
        while let Some(path) = page {
            let reply = asha.get(&path).await;
            let shown = entries(&reply);
            assert!(shown.len() <= limit, "at most {limit}");
            has_exactly(&reply.json(), &["data", "success"]);
            read.extend(shown);
            count += 1;
            assert!(count <= pages, "{pages} pages of {limit}");
            page = next_page(&reply);
        }
        assert_eq!((read.len(), count), (250, pages), "by {limit}");
        assert_eq!(read, whole, "by {limit}");
    }
}

#[test_on_both_engines]
async fn pages_neither_skip_nor_repeat_while_bookings_are_created() {
    let salon = small_salon().await;
    let (asha, _) = regulars(&salon).await;
    let whole = entries(&asha.get(BOOKINGS).await);
    salon.advance_seconds(24 * 3_600);
    let first = asha.get(&format!("{BOOKINGS}?limit=120")).await;
    books(&asha, &haircut()).await;
    let second = asha.get(&next_page(&first).expect("more")).await;
    let third = asha.get(&next_page(&second).expect("more")).await;
    let read: Vec<_> = [&first, &second, &third].into_iter().flat_map(entries).collect();
    assert_eq!(read, whole);
}

#[test_on_both_engines]
async fn a_cursor_shows_nobody_else_s_bookings() {
    let salon = small_salon().await;
    let (asha, tara) = regulars(&salon).await;
    let asha_s = asha.get(&format!("{BOOKINGS}?limit=10")).await;
    let shown = entries(&tara.get(&next_page(&asha_s).expect("more")).await);
    assert!(!shown.is_empty());
    assert!(shown.iter().all(|one| one["customerId"] == tara.id().as_str()));
    for query in [
        "cursor=",
        "cursor=x",
        "cursor=%00",
        "cursor=%F0%9F%92%87",
        "cursor=' or 1=1 --",
        "cursor=asha-001",
        "limit=0",
        "limit=-1",
        "limit=x",
        "limit=99999999999999999999",
        "limit=",
        "limit=1&limit=2",
        "limit=10&cursor=2027-03-01T04:30:00.000Z",
        "customerId=x",
        "status=nope",
    ] {
        let reply = tara.get(&format!("{BOOKINGS}?{}", query.replace(' ', "%20"))).await;
        if reply.status == 400 {
            reply.expect_invalid_fields();
        } else {
            let shown = entries(&reply);
            assert!(shown.iter().all(|one| one["customerId"] == tara.id().as_str()), "{query}");
        }
    }
}

/// The list is written in another way than one booking: a row at a time, as it is read.
#[test_on_both_engines]
async fn the_list_shows_each_booking_like_the_single_view() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let odd = "Quiet \"chair\" \\ back\u{7f}\u{1}\n\ttab, é, आशा, 💇";
    books(&asha, &haircut_with("notes", odd)).await;
    books(&asha, &massage()).await;
    for status in ["confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        let id = books(&asha, &haircut()).await;
        bring_to(&salon, &id, status).await;
    }
    let listed = lists(&asha).await;
    assert_eq!(listed.len(), 8);
    for one in &listed {
        assert_eq!(*one, booking(&asha, one["id"].as_str().unwrap()).await);
    }
    assert!(listed.iter().any(|one| one["notes"] == odd));
}
