//! Visits on people's own calendars, read by another's reader.

use axum::http::Method;
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use parlour_db::params;
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::bookings::{
    approve_booking, cancel_booking, create_booking, haircut_request, haircut_request_at, haircut_request_with,
    patch_booking, reschedule_booking, set_booking_status,
};
use parlour_testkit::actions::people::{receptionist, staff_member_in_pune};
use parlour_testkit::checks::database::{count_rows, find_text, update_rows, write_transaction};
use parlour_testkit::fixtures::small_salon::{add_service, small_salon};
use parlour_testkit::process::Installation;
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

use crate::parlour_binary::PARLOUR_BINARY;

const CUSTOMER_CALENDAR_PATH: &str = "/api/profile/calendar";
const STAFF_CALENDAR_PATH: &str = "/api/me/calendar";

/// The path of a new feed, without the app's origin.
async fn create_feed_url(person: &Person, path: &str) -> String {
    let shared = person.post_empty(path).await.expect_created();
    let url = shared["calendar"]["url"].as_str().unwrap().to_owned();
    let origin = format!("https://{}.parlour.test", person.app_kind.as_str());
    let path = url.strip_prefix(&origin).unwrap_or_else(|| panic!("{url} is not of {origin}"));
    let secret = path.strip_prefix("/calendar/").unwrap().strip_suffix(".ics").unwrap();
    assert_eq!(secret.len(), 43, "256 bits");
    path.to_owned()
}

/// What a program without a session gets: what it reads of it, after a look at the form.
fn parse_events(reply: &Reply) -> Vec<Event> {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    let text = reply.text();
    assert!(!text.replace("\r\n", "").contains(['\r', '\n']));
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    let calendar: Calendar = text.parse().unwrap();
    calendar.events().cloned().collect()
}

fn event_property<'a>(event: &'a Event, name: &str) -> &'a str {
    event.property_value(name).unwrap_or_else(|| panic!("no {name} in {event:?}"))
}

fn event_uid(booking: &str) -> String {
    format!("booking-{booking}@parlour")
}

#[test_on_both_engines]
async fn a_customer_s_bookings_are_on_the_calendar_in_every_status() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Asha").await);
    assert_eq!(asha.get(CUSTOMER_CALENDAR_PATH).await.expect_ok(), json!({ "calendar": null }));
    let feed = create_feed_url(&asha, CUSTOMER_CALENDAR_PATH).await;
    assert_eq!(
        asha.get(CUSTOMER_CALENDAR_PATH).await.expect_ok(),
        json!({ "calendar": { "createdAt": "2027-03-01T04:30:00.000Z" } })
    );
    let look = async || parse_events(&salon.visitor().get(&feed).await);
    assert_eq!(look().await, []);

    add_service(&salon, "Gloss; \"shine\",\r\nand more \\ आशा सैलून में बालों की चमक के लिए", 15, 10_000).await;
    let services = json!(["service-cut", "service-Gloss; \"shine\",\r\nand more \\ आशा सैलून में बालों की चमक के लिए"]);
    let id = create_booking(&asha, &haircut_request_with("serviceIds", services)).await;
    create_booking(&salon.customer("Kiran").await, &haircut_request()).await;
    let events = look().await;
    assert_eq!(events.len(), 1);
    let event = &events[0];
    assert_eq!(event.get_uid(), Some(event_uid(&id).as_str()));
    assert_eq!(event.get_summary(), Some("cut, Gloss; \"shine\",\nand more \\ आशा सैलून में बालों की चमक के लिए at PUN"));
    assert_eq!(
        (event_property(event, "DTSTART"), event_property(event, "DTEND")),
        ("20270305T110000", "20270305T120000")
    );
    assert_eq!(event.properties()["DTSTART"].params()["TZID"].value(), "Asia/Kolkata");
    assert_eq!(
        (event_property(event, "DTSTAMP"), event_property(event, "LAST-MODIFIED")),
        ("20270301T043000Z", "20270301T043000Z")
    );
    assert_eq!((event_property(event, "SEQUENCE"), event.get_status()), ("0", Some(EventStatus::Tentative)));
    assert_eq!(event.get_location(), Some("PUN, MG Road"));
    assert_eq!(event.get_description(), Some("Booking BK-PUN-2703-H-00001, pending."));

    salon.advance_seconds(60);
    approve_booking(&desk, &id, "staff-stylist-branch-pune").await.expect_ok();
    let confirmed = look().await;
    assert_eq!(confirmed[0].get_status(), Some(EventStatus::Confirmed));
    assert_eq!(event_property(&confirmed[0], "DTSTAMP"), "20270301T043100Z");
    reschedule_booking(&asha, &id, "2027-03-09", "20:30").await.expect_ok();
    let moved = look().await;
    assert_eq!((moved[0].get_uid(), event_property(&moved[0], "SEQUENCE")), (Some(event_uid(&id).as_str()), "1"));
    assert_eq!(event_property(&moved[0], "DTSTART"), "20270309T203000");
    assert_eq!(moved[0].get_status(), Some(EventStatus::Tentative));
    cancel_booking(&asha, &id).await.expect_ok();
    let cancelled = look().await;
    assert_eq!(cancelled[0].get_status(), Some(EventStatus::Cancelled));
    assert_eq!(event_property(&cancelled[0], "TRANSP"), "TRANSPARENT");
    for (status, expected) in [
        ("rejected", EventStatus::Cancelled),
        ("no_show", EventStatus::Confirmed),
        ("in_progress", EventStatus::Confirmed),
        ("completed", EventStatus::Confirmed),
    ] {
        set_booking_status(&salon, &id, status).await;
        assert_eq!(look().await[0].get_status(), Some(expected), "{status}");
    }
    // What was long ago or is far off is not on it.
    let on = async |date: &'static str| {
        let id = id.clone();
        write_transaction(&salon.app, move |tx| {
            let date = parlour_domain::ist::parse_date(date);
            tx.execute("update bookings set booking_date = $2 where id = $1", params![id, date]).map(drop)
        })
        .await;
        look().await.len()
    };
    assert_eq!([on("2026-12-01").await, on("2026-11-30").await], [1, 0]);
    assert_eq!([on("2028-04-04").await, on("2028-04-05").await], [1, 0]);
}

#[test_on_both_engines]
async fn staff_see_their_own_services_without_customer_names() {
    let salon = small_salon().await;
    let (desk, asha) = (receptionist(&salon).await, salon.customer("Zenobia").await);
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let feed = create_feed_url(&kiran, STAFF_CALENDAR_PATH).await;
    let services = json!(["service-wash", "service-cut", "service-colour"]);
    let mut request_body = haircut_request_with("serviceIds", services);
    request_body["notes"] = "Zenobia has a cat".into();
    let id = create_booking(&asha, &request_body).await;
    approve_booking(&desk, &id, "staff-stylist-branch-pune").await.expect_ok();
    let nothing = salon.admin_visitor().get(&feed).await;
    assert_eq!(parse_events(&nothing), []);
    update_rows(
        &salon,
        &id,
        "update booking_services set staff_id = 'staff-kiran' where booking_id = $1 and display_order = 2",
    )
    .await;
    let reply = salon.admin_visitor().get(&feed).await;
    let events = parse_events(&reply);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].get_summary(), Some("cut at PUN"));
    assert_eq!(
        (event_property(&events[0], "DTSTART"), event_property(&events[0], "DTEND")),
        ("20270305T113000", "20270305T121500")
    );
    assert!(!reply.text().to_lowercase().contains("zenobia"));
    // Each app opens its own.
    salon.visitor().get(&feed).await.expect_error(404, "NOT_FOUND");
    let at_home = salon.person("Kiran", Role::Staff, AppKind::Customer).await;
    let own = create_feed_url(&at_home, CUSTOMER_CALENDAR_PATH).await;
    assert_eq!(parse_events(&salon.visitor().get(&own).await), []);
    salon.admin_visitor().get(&own).await.expect_error(404, "NOT_FOUND");
    assert_eq!(parse_events(&salon.admin_visitor().get(&feed).await).len(), 1);
    // Whoever no longer works here has no work to look at.
    update_rows(&salon, kiran.id().as_str(), "update users set role = 'customer' where id = $1").await;
    salon.admin_visitor().get(&feed).await.expect_error(404, "NOT_FOUND");
    assert_eq!(parse_events(&salon.visitor().get(&own).await), []);
}

#[test_on_both_engines]
async fn staff_see_their_blocked_time() {
    let salon = small_salon().await;
    let desk = receptionist(&salon).await;
    let kiran = staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    let tara = staff_member_in_pune(&salon, "Tara", Role::Staff).await;
    let feed = create_feed_url(&kiran, STAFF_CALENDAR_PATH).await;
    let others = create_feed_url(&tara, STAFF_CALENDAR_PATH).await;
    let block = async |date: &str, reason: Value| {
        let body = json!({
            "staffId": "staff-kiran", "date": date, "startTime": "13:00", "endTime": "14:30", "reason": reason,
        });
        let made = desk.post("/api/desk/blocks", &body).await.expect_created();
        made["block"]["id"].as_str().unwrap().to_owned()
    };
    let dentist = block("2027-03-05", json!("Dentist, then home")).await;
    let unexplained = block("2028-04-04", json!(null)).await;
    block("2028-04-05", json!("Too far ahead")).await;
    let look = async || parse_events(&salon.admin_visitor().get(&feed).await);
    let events = look().await;
    assert_eq!(events.len(), 2);
    let event = &events[0];
    assert_eq!(event.get_uid(), Some(format!("block-{dentist}@parlour").as_str()));
    assert_eq!((event.get_summary(), event.get_description()), (Some("Blocked"), Some("Dentist, then home")));
    assert_eq!(event.get_status(), Some(EventStatus::Confirmed));
    assert_eq!(
        (event_property(event, "DTSTART"), event_property(event, "DTEND")),
        ("20270305T130000", "20270305T143000")
    );
    assert_eq!(event_property(event, "DTSTAMP"), "20270301T043000Z");
    assert_eq!(events[1].get_uid(), Some(format!("block-{unexplained}@parlour").as_str()));
    assert_eq!(events[1].get_description().unwrap_or_default(), "");
    assert_eq!(parse_events(&salon.admin_visitor().get(&others).await), []);
    desk.send(Method::DELETE, &format!("/api/desk/blocks/{dentist}"), "").await.expect_ok();
    assert_eq!(look().await.len(), 1);
}

#[test_on_both_engines]
async fn a_feed_url_works_until_it_is_replaced_or_revoked() {
    let salon = small_salon().await;
    let asha = salon.customer("Asha").await;
    let first = create_feed_url(&asha, CUSTOMER_CALENDAR_PATH).await;
    let open = async |path: &str| salon.visitor().get(path).await.status.as_u16();
    assert_eq!(open(&first).await, 200);
    let second = create_feed_url(&asha, CUSTOMER_CALENDAR_PATH).await;
    assert_eq!([open(&first).await, open(&second).await], [404, 200]);
    let secret = second.strip_prefix("/calendar/").unwrap().strip_suffix(".ics").unwrap();
    assert_eq!(find_text(&salon, &[secret]).await, Vec::<String>::new(), "only the hash is kept");
    for wrong in [secret, &format!("{secret}.ICS"), "x.ics", ".ics", "%00.ics", "%ff.ics", &"a".repeat(5_000)] {
        let refused = salon.visitor().get(&format!("/calendar/{wrong}")).await;
        refused.expect_error(404, "NOT_FOUND");
        assert_eq!(refused.header("cache-control"), Some("no-store"));
    }
    assert_eq!(salon.visitor().send(Method::HEAD, &second, "").await.status, 200);
    salon.visitor().send(Method::POST, &second, "").await.expect_error(405, "METHOD_NOT_ALLOWED");
    for _ in 0..2 {
        let revoked = asha.send(Method::DELETE, CUSTOMER_CALENDAR_PATH, "").await;
        assert_eq!(revoked.expect_ok(), json!({ "ok": true }));
        assert_eq!([open(&first).await, open(&second).await], [404, 404]);
        assert_eq!(asha.get(CUSTOMER_CALENDAR_PATH).await.expect_ok(), json!({ "calendar": null }));
    }
    let logged = "select count(*) from audit_log where action = $1 and before_json is null and after_json is null";
    assert_eq!(count_rows(&salon, "calendar.share", logged).await, 2);
    assert_eq!(count_rows(&salon, "calendar.revoke", logged).await, 1);
    let third = create_feed_url(&asha, CUSTOMER_CALENDAR_PATH).await;
    assert_eq!(open(&third).await, 200);
    asha.post("/api/profile/erase", &json!({ "confirm": "asha@test.invalid" })).await.expect_ok();
    assert_eq!(open(&third).await, 404);
    assert_eq!(count_rows(&salon, "", "select count(*) from calendar_feeds where id <> $1").await, 0);
}

#[test_on_both_engines]
async fn of_feed_urls_created_concurrently_one_works() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let making: Vec<_> = (0..24)
        .map(|_| {
            let asha = asha.clone();
            tokio::spawn(async move { create_feed_url(&asha, CUSTOMER_CALENDAR_PATH).await })
        })
        .collect();
    let mut made = Vec::new();
    for one in making {
        made.push(one.await.unwrap());
    }
    let mut open = 0;
    for path in &made {
        open += usize::from(salon.visitor().get(path).await.status == 200);
    }
    assert_eq!(open, 1);
}

#[test_on_both_engines]
async fn one_booking_can_be_downloaded_as_a_calendar_file() {
    let salon = small_salon().await;
    let (desk, asha, kiran) = (receptionist(&salon).await, salon.customer("Asha").await, salon.customer("Kiran").await);
    let id = create_booking(&asha, &haircut_request_at("2027-03-05", "10:00")).await;
    let path = format!("/api/bookings/{id}/calendar.ics");
    approve_booking(&desk, &id, "staff-stylist-branch-pune").await.expect_ok();
    let reply = asha.get(&path).await;
    assert_eq!(reply.header("content-disposition"), Some("attachment; filename=\"visit.ics\""));
    let events = parse_events(&reply);
    assert_eq!((events.len(), events[0].get_uid()), (1, Some(event_uid(&id).as_str())));
    assert_eq!(events[0].get_summary(), Some("cut at PUN"));
    assert!(!reply.text().contains("REFRESH-INTERVAL"));
    kiran.get(&path).await.expect_error(404, "NOT_FOUND");
    salon.visitor().get(&path).await.expect_error(401, "UNAUTHENTICATED");
    asha.get("/api/bookings/nope/calendar.ics").await.expect_error(404, "NOT_FOUND");
    let rejected = create_booking(&asha, &haircut_request_at("2027-03-05", "16:00")).await;
    patch_booking(&desk, &rejected, &json!({ "action": "reject", "rejectionReason": "Full" })).await.expect_ok();
    let events = parse_events(&asha.get(&format!("/api/bookings/{rejected}/calendar.ics")).await);
    assert_eq!(events[0].get_status(), Some(EventStatus::Cancelled));
}

#[tokio::test]
async fn the_feed_secret_is_not_logged() {
    let salon = Installation::new(PARLOUR_BINARY).with("PARLOUR_LOG", "trace").without_rate_limits();
    let mut process = salon.serve(&[]);
    let cookie = process.session("kiran@test.invalid", "staff");
    let asked = process
        .send_request(AppKind::Admin, Method::POST, STAFF_CALENDAR_PATH, |request| request.header("cookie", &cookie))
        .await
        .unwrap();
    let calendar: Value = asked.expect_created()["calendar"].clone();
    let url = calendar["url"].as_str().unwrap();
    let path = url.strip_prefix(&process.url(AppKind::Admin, "")).unwrap();
    for (method, status) in [(Method::GET, 200), (Method::HEAD, 200), (Method::POST, 405)] {
        let reply = process.send_request(AppKind::Admin, method, path, |request| request).await.unwrap();
        assert_eq!(reply.status, status);
    }
    process.terminate();
    assert!(process.wait().success());
    let said = process.log_lines().join("\n") + &process.stdout();
    assert!(said.contains("/calendar/{file}"), "the route was to be named");
    let secret = path.strip_prefix("/calendar/").unwrap().strip_suffix(".ics").unwrap();
    assert!(!said.contains(secret));
}
