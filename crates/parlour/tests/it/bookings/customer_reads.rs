//! A customer looks at their bookings: the list and each one.

use parlour_domain::ist::Timestamp;
use parlour_testkit::actions::bookings::{
    BOOKINGS_PATH, create_booking, customer_booking_fields, get_booking, haircut_request, haircut_request_with,
    list_own_bookings, listed_bookings, mark_confirmed, massage_request, next_page_path, read_service_fields,
    set_booking_status, shown_booking, two_customers_with_250_bookings,
};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::checks::json::assert_exact_fields;
use parlour_testkit::fixtures::small_salon::small_salon;
use parlour_testkit::test_on_both_engines;
use serde_json::{Value, json};

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
    let plain = create_booking(&asha, &haircut_request()).await;
    let full = create_booking(&asha, &haircut_request_with("notes", "Window seat")).await;
    mark_confirmed(&salon, &full).await;
    update_rows(
        &salon,
        &full,
        "update bookings set completed_at = confirmed_at, cancelled_at = confirmed_at, rejected_at = confirmed_at,
             cancellation_reason = 'c', rejection_reason = 'r' where id = $1",
    )
    .await;
    for id in [&plain, &full] {
        let reply = get_booking(&asha, id).await;
        assert_exact_fields(&reply.expect_ok(), &["booking"]);
        assert_exact_fields(&reply.json(), &["data", "success"]);
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        let seen = shown_booking(&asha, id).await;
        assert_exact_fields(&seen, &customer_booking_fields());
        for row in seen["services"].as_array().expect("services") {
            assert_exact_fields(row, &read_service_fields());
            assert_eq!(row["staffName"], if *id == full { json!("stylist") } else { Value::Null });
        }
        assert_eq!(seen["branchName"], "PUN");
        assert_eq!((&seen["bookingDate"], &seen["startTime"]), (&json!("2027-03-05"), &json!("11:00:00")));
        assert_eq!(seen["endTime"], "11:45:00");
        assert_timestamp(&seen["createdAt"]);
        assert_timestamp(&seen["updatedAt"]);
    }
    let seen = shown_booking(&asha, &full).await;
    for moment in ["confirmedAt", "completedAt", "cancelledAt", "rejectedAt"] {
        assert_timestamp(&seen[moment]);
    }
    assert_eq!((&seen["cancellationReason"], &seen["rejectionReason"]), (&json!("c"), &json!("r")));
    assert_eq!(seen["services"][0]["staffId"], "staff-stylist-branch-pune");
    assert_eq!(seen["notes"], "Window seat");
    assert_eq!(shown_booking(&asha, &plain).await["notes"], Value::Null);
}

#[test_on_both_engines]
async fn a_booking_is_shown_in_every_status() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    for status in ["pending", "confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
        assert_eq!(shown_booking(&asha, &id).await["status"], status);
        assert_eq!(list_own_bookings(&asha).await[0]["status"], status);
        salon.advance_seconds(1);
    }
    assert_eq!(list_own_bookings(&asha).await.len(), 7);
}

#[test_on_both_engines]
async fn the_list_is_newest_first_and_complete() {
    let salon = small_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let reply = asha.get(BOOKINGS_PATH).await;
    assert_eq!(reply.json(), json!({ "success": true, "data": { "bookings": [] } }));
    let mut expected = Vec::new();
    for request in [
        haircut_request_with("serviceIds", json!(["service-wash", "service-cut", "service-colour"])),
        massage_request(),
        haircut_request_with("bookingDate", "2027-03-02"),
        haircut_request_with("bookingDate", "2027-12-31"),
    ] {
        expected.insert(0, create_booking(&asha, &request).await);
        create_booking(&tara, &request).await;
        salon.advance_seconds(1);
    }
    let listed = list_own_bookings(&asha).await;
    let ids: Vec<_> = listed.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids, expected, "in order of asking, not of the visits");
    for entry in &listed {
        assert_eq!(*entry, shown_booking(&asha, entry["id"].as_str().unwrap()).await);
    }
    let names: Vec<_> =
        listed[3]["services"].as_array().unwrap().iter().map(|row| &row["serviceNameSnapshot"]).collect();
    assert_eq!(names, ["wash", "cut", "colour"]);
    let reply = asha.get(BOOKINGS_PATH).await;
    assert_exact_fields(&reply.json(), &["data", "success"]);
    assert_eq!(reply.header("link"), None);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
}

#[test_on_both_engines]
async fn a_long_list_is_returned_completely() {
    let salon = small_salon().await;
    let (asha, _) = two_customers_with_250_bookings(&salon).await;
    let reply = asha.get(BOOKINGS_PATH).await;
    let listed = listed_bookings(&reply);
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
        let services: Vec<_> =
            entry["services"].as_array().unwrap().iter().map(|row| row["serviceId"].as_str().unwrap()).collect();
        assert_eq!(services, ["service-wash", "service-cut", "service-colour"][..=number % 3], "{number}");
        assert!(entry["services"].as_array().unwrap().iter().all(|row| row["bookingId"] == entry["id"]));
        assert_exact_fields(entry, &customer_booking_fields());
    }
    assert_eq!(shown_booking(&asha, "asha-137").await, listed.into_iter().find(|one| one["id"] == "asha-137").unwrap());
}

#[test_on_both_engines]
async fn a_list_can_be_read_in_pages() {
    let salon = small_salon().await;
    let (asha, _) = two_customers_with_250_bookings(&salon).await;
    let whole = listed_bookings(&asha.get(BOOKINGS_PATH).await);
    for (limit, pages) in [(1, 250), (7, 36), (50, 5), (100, 3), (249, 2), (250, 1), (251, 1)] {
        let mut page = Some(format!("{BOOKINGS_PATH}?limit={limit}"));
        let (mut read, mut count) = (Vec::new(), 0);
        while let Some(path) = page {
            let reply = asha.get(&path).await;
            let shown = listed_bookings(&reply);
            assert!(shown.len() <= limit, "at most {limit}");
            assert_exact_fields(&reply.json(), &["data", "success"]);
            read.extend(shown);
            count += 1;
            assert!(count <= pages, "{pages} pages of {limit}");
            page = next_page_path(&reply);
        }
        assert_eq!((read.len(), count), (250, pages), "by {limit}");
        assert_eq!(read, whole, "by {limit}");
    }
}

#[test_on_both_engines]
async fn pages_neither_skip_nor_repeat_while_bookings_are_created() {
    let salon = small_salon().await;
    let (asha, _) = two_customers_with_250_bookings(&salon).await;
    let whole = listed_bookings(&asha.get(BOOKINGS_PATH).await);
    salon.advance_seconds(24 * 3_600);
    let first = asha.get(&format!("{BOOKINGS_PATH}?limit=120")).await;
    create_booking(&asha, &haircut_request()).await;
    let second = asha.get(&next_page_path(&first).expect("more")).await;
    let third = asha.get(&next_page_path(&second).expect("more")).await;
    let read: Vec<_> = [&first, &second, &third].into_iter().flat_map(listed_bookings).collect();
    assert_eq!(read, whole);
}

#[test_on_both_engines]
async fn a_cursor_shows_nobody_else_s_bookings() {
    let salon = small_salon().await;
    let (asha, tara) = two_customers_with_250_bookings(&salon).await;
    let asha_s = asha.get(&format!("{BOOKINGS_PATH}?limit=10")).await;
    let shown = listed_bookings(&tara.get(&next_page_path(&asha_s).expect("more")).await);
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
        let reply = tara.get(&format!("{BOOKINGS_PATH}?{}", query.replace(' ', "%20"))).await;
        if reply.status == 400 {
            reply.expect_invalid_fields();
        } else {
            let shown = listed_bookings(&reply);
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
    create_booking(&asha, &haircut_request_with("notes", odd)).await;
    create_booking(&asha, &massage_request()).await;
    for status in ["confirmed", "in_progress", "completed", "cancelled", "no_show", "rejected"] {
        let id = create_booking(&asha, &haircut_request()).await;
        set_booking_status(&salon, &id, status).await;
    }
    let listed = list_own_bookings(&asha).await;
    assert_eq!(listed.len(), 8);
    for one in &listed {
        assert_eq!(*one, shown_booking(&asha, one["id"].as_str().unwrap()).await);
    }
    assert!(listed.iter().any(|one| one["notes"] == odd));
}
