//! What people are told, read and marked as read.

use axum::http::Method;
use chrono::Days;
use parlour_db::{DbError, Tx, params};
use parlour_domain::auth::app_kind::AppKind;
use parlour_domain::auth::role::Role;
use parlour_domain::ids::{NotificationId, UserId};
use parlour_domain::notification::NotificationChannel;
use parlour_domain::notification::message::{BookingFacts, NotificationMessage};
use parlour_store::notifications::notification_records::{self, DeskNotification, UserNotification};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const NOTIFICATIONS_PATH: &str = "/api/notifications";

/// Tells somebody something about a subject; true if it was news.
async fn insert_notification(salon: &TestSalon, user: &UserId, id: &str, subject: &str) -> bool {
    let (id, user, subject) = (NotificationId::new(id), user.clone(), subject.to_owned());
    let now = salon.now();
    let telling = salon.app.db.write(move |tx: &mut Tx<'_>| -> Result<bool, DbError> {
        let notice = UserNotification {
            id: &id,
            user_id: &user,
            booking_id: None,
            message: &NotificationMessage::GemsExpireSoon { gems: 120, expire_on: now.ist_date() + Days::new(7) },
            subject: &subject,
            period: "2027-03-01",
        };
        notification_records::insert_for_user(tx, &notice, NotificationChannel::Push, now)
    });
    telling.await.unwrap()
}

/// One notice a second, `count` of them, oldest first: `asha-000`, `asha-001`, …
async fn insert_notifications(salon: &TestSalon, person: &Person, name: &str, count: usize) {
    for number in 0..count {
        assert!(insert_notification(salon, person.id(), &format!("{name}-{number:03}"), &number.to_string()).await);
        salon.advance_seconds(1);
    }
}

#[track_caller]
fn listed_ids(reply: &Reply) -> Vec<String> {
    let shown = reply.expect_ok()["notifications"].as_array().unwrap().clone();
    shown.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

async fn read_times(person: &Person) -> Vec<(String, Value)> {
    let feed = person.get(&format!("{NOTIFICATIONS_PATH}?pageSize=100")).await.expect_ok();
    let unread = feed["notifications"].as_array().unwrap().iter().filter(|one| one["readAt"].is_null()).count();
    assert_eq!(feed["unreadCount"], unread);
    let each = feed["notifications"].as_array().unwrap().iter();
    each.map(|one| (one["id"].as_str().unwrap().to_owned(), one["readAt"].clone())).collect()
}

async fn unread_count(person: &Person) -> i64 {
    person.get(NOTIFICATIONS_PATH).await.expect_ok()["unreadCount"].as_i64().unwrap()
}

async fn mark_read(person: &Person, body: &Value) {
    assert_eq!(person.patch(NOTIFICATIONS_PATH, body).await.expect_ok(), json!({ "ok": true }));
}

#[test_on_both_engines]
async fn a_notification_shows_exactly_the_contract_s_fields() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let empty = asha.get(NOTIFICATIONS_PATH).await;
    assert_eq!(empty.expect_ok(), json!({ "notifications": [], "unreadCount": 0 }));
    assert_eq!(empty.json()["meta"], json!({ "page": 1, "totalPages": 1 }));
    assert_eq!(empty.header("cache-control"), Some("no-store"));
    assert!(insert_notification(&salon, asha.id(), "n1", "asha").await);
    assert_eq!(
        asha.get(NOTIFICATIONS_PATH).await.expect_ok(),
        json!({
            "notifications": [{
                "id": "n1", "userId": asha.id().as_str(), "bookingId": null, "type": "gems_expiry_7d",
                "title": "Some of your gems are about to expire", "body": "120 gems expire on 8 Mar 2027",
                "channel": "push", "status": "pending", "sentAt": null, "readAt": null, "createdAt": "2027-03-01T04:30:00.000Z",
            }],
            "unreadCount": 1,
        })
    );
    let sent = salon.app.db.write(|tx: &mut Tx<'_>| {
        tx.execute("update notifications set status = 'sent', sent_at = created_at where id = 'n1'", params![])
    });
    assert_eq!(sent.await.unwrap(), 1);
    let one = asha.get(NOTIFICATIONS_PATH).await.expect_ok()["notifications"][0].clone();
    assert_eq!((&one["status"], &one["sentAt"]), (&json!("sent"), &json!("2027-03-01T04:30:00.000Z")));
}

#[test_on_both_engines]
async fn notifications_are_paged_newest_first() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    insert_notifications(&salon, &asha, "n", 41).await;
    // Of the same moment: by id.
    for id in ["same-a", "same-c", "same-b"] {
        insert_notification(&salon, asha.id(), id, id).await;
    }
    let newest = ["same-c", "same-b", "same-a", "n-040", "n-039"];
    // What is asked, the first that is shown, how many are, and the two figures of meta.
    let cases = [
        ("", "same-c", 20, 1, 2),
        ("?page=2", "n-023", 20, 2, 3),
        ("?page=3", "n-003", 4, 3, 3),
        ("?page=4", "", 0, 4, 4),
        ("?pageSize=44", "same-c", 44, 1, 2),
        ("?pageSize=45", "same-c", 44, 1, 1),
        ("?pageSize=100", "same-c", 44, 1, 1),
        ("?pageSize=101", "same-c", 44, 1, 1),
        ("?page=0&pageSize=0", "same-c", 20, 1, 2),
        ("?page=-1&pageSize=x", "same-c", 20, 1, 2),
        ("?page=1.5&pageSize=", "same-c", 20, 1, 2),
        ("?page=2&pageSize=3", "n-040", 3, 2, 3),
    ];
    for (query, first, shown, page, total_pages) in cases {
        let reply = asha.get(&format!("{NOTIFICATIONS_PATH}{query}")).await;
        let found = listed_ids(&reply);
        assert_eq!((found.first().map_or("", String::as_str), found.len()), (first, shown), "{query}");
        assert_eq!(reply.json()["meta"], json!({ "page": page, "totalPages": total_pages }), "{query}");
        assert_eq!(reply.expect_ok()["unreadCount"], 44, "{query}");
    }
    assert_eq!(listed_ids(&asha.get(&format!("{NOTIFICATIONS_PATH}?pageSize=5")).await), newest);
    let far = asha.get(&format!("{NOTIFICATIONS_PATH}?page=99999999999999999999&pageSize=100")).await;
    assert_eq!(listed_ids(&far), Vec::<String>::new());
    assert_eq!(far.json()["meta"], json!({ "page": (1_i64 << 53) - 1, "totalPages": (1_i64 << 53) - 1 }));
}

#[test_on_both_engines]
async fn only_own_named_notifications_are_marked_read_once() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    for (person, name) in [(&asha, "a"), (&ravi, "r")] {
        for number in 0..3 {
            insert_notification(&salon, person.id(), &format!("{name}{number}"), &number.to_string()).await;
        }
    }
    mark_read(&asha, &json!({ "ids": ["a1", "a1", "r0", "nobody's"] })).await;
    salon.advance_seconds(60);
    mark_read(&asha, &json!({ "ids": ["a0", "a1"], "other": 1 })).await;
    let (first, second) = ("2027-03-01T04:30:00.000Z", "2027-03-01T04:31:00.000Z");
    let expected = [("a2", Value::Null), ("a1", json!(first)), ("a0", json!(second))];
    assert_eq!(read_times(&asha).await, expected.map(|(id, at)| (id.to_owned(), at)));
    assert_eq!(unread_count(&ravi).await, 3);
    // None is not all.
    mark_read(&asha, &json!({ "ids": [] })).await;
    assert_eq!(unread_count(&asha).await, 1);
    salon.advance_seconds(60);
    mark_read(&asha, &json!({})).await;
    let expected = [("a2", "2027-03-01T04:32:00.000Z"), ("a1", first), ("a0", second)];
    assert_eq!(read_times(&asha).await, expected.map(|(id, at)| (id.to_owned(), json!(at))));
    assert_eq!(unread_count(&ravi).await, 3);
}

#[test_on_both_engines]
async fn all_notifications_are_marked_read_if_none_are_named() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for (round, body) in ["", "{}", r#"{"ids": null}"#, r#"{"other": ["x"]}"#].into_iter().enumerate() {
        insert_notification(&salon, asha.id(), &format!("n{round}"), &round.to_string()).await;
        assert_eq!(unread_count(&asha).await, 1, "{body:?}");
        let marked = asha.send(Method::PATCH, NOTIFICATIONS_PATH, body).await;
        assert_eq!(marked.expect_ok(), json!({ "ok": true }), "{body:?}");
        assert_eq!(unread_count(&asha).await, 0, "{body:?}");
    }
}

#[test_on_both_engines]
async fn up_to_a_thousand_ids_are_accepted_and_invalid_input_marks_nothing() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    insert_notifications(&salon, &asha, "n", 43).await;
    for (body, complaint) in [
        (json!({ "ids": "n-001" }), "ids"),
        (json!({ "ids": { "0": "n-001" } }), "ids"),
        (json!({ "ids": true }), "ids"),
        (json!({ "ids": ["n-001", ""] }), "ids.1"),
        (json!({ "ids": ["n-001", 2] }), "ids.1"),
        (json!({ "ids": [null, "n-001"] }), "ids.0"),
        (json!({ "ids": ["n-001", "a\u{0}"] }), "ids.1"),
        (json!({ "ids": vec!["n-001"; 1_001] }), "ids"),
        (json!(["n-001"]), "body"),
    ] {
        assert_eq!(asha.patch(NOTIFICATIONS_PATH, &body).await.expect_invalid_fields(), [complaint], "{body}");
    }
    let malformed = asha.send(Method::PATCH, NOTIFICATIONS_PATH, "{").await;
    assert_eq!(malformed.expect_invalid_fields(), ["body"]);
    assert_eq!(unread_count(&asha).await, 43);
    // All but one, among many that are not there.
    let named: Vec<String> = (1..=1_000).map(|number| format!("n-{number:03}")).collect();
    mark_read(&asha, &json!({ "ids": named })).await;
    let left: Vec<_> = read_times(&asha).await.into_iter().filter(|(_, at)| at.is_null()).collect();
    assert_eq!(left, [("n-000".to_owned(), Value::Null)]);
}

#[test_on_both_engines]
async fn one_event_makes_one_notification() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    assert!(insert_notification(&salon, asha.id(), "a1", "one").await);
    assert!(!insert_notification(&salon, asha.id(), "a2", "one").await);
    assert!(insert_notification(&salon, asha.id(), "a3", "another").await);
    assert!(insert_notification(&salon, ravi.id(), "r1", "one").await);
    assert_eq!(listed_ids(&asha.get(NOTIFICATIONS_PATH).await), ["a3", "a1"]);
    assert_eq!(listed_ids(&ravi.get(NOTIFICATIONS_PATH).await), ["r1"]);
}

#[test_on_both_engines]
async fn notifications_are_private_and_need_a_session() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    insert_notification(&salon, asha.id(), "a1", "one").await;
    salon.visitor().get(NOTIFICATIONS_PATH).await.expect_error(401, "UNAUTHENTICATED");
    salon.visitor().patch(NOTIFICATIONS_PATH, &json!({ "ids": 5 })).await.expect_error(401, "UNAUTHENTICATED");
    let owner = salon.person("Owner", Role::Owner, AppKind::Customer).await;
    for other in [&ravi, &owner] {
        assert_eq!(other.get(NOTIFICATIONS_PATH).await.expect_ok(), json!({ "notifications": [], "unreadCount": 0 }));
        mark_read(other, &json!({})).await;
        mark_read(other, &json!({ "ids": ["a1"] })).await;
    }
    assert_eq!(unread_count(&asha).await, 1);
}

async fn notify_desk(salon: &TestSalon, subject: &'static str) -> usize {
    let context = salon.context();
    let telling = salon.app.db.write(move |tx: &mut Tx<'_>| {
        let (date, start) = (context.now.ist_date(), context.now.ist_time());
        let request = BookingFacts { number: "B-1".to_owned(), date, start, services: vec![] };
        let notice = DeskNotification {
            id_prefix: &context.new_id(),
            booking_id: None,
            message: &NotificationMessage::RequestReceived(request),
            subject,
            period: "",
        };
        notification_records::insert_for_desk(tx, &notice, context.now)
    });
    telling.await.unwrap().len()
}

#[test_on_both_engines]
async fn desk_notifications_go_to_receptionists_or_else_to_higher_roles() {
    let salon = TestSalon::open().await;
    assert_eq!(notify_desk(&salon, "before anyone came").await, 0);
    salon.customer("Asha").await;
    salon.person("Sita", Role::Staff, AppKind::Customer).await;
    assert_eq!(notify_desk(&salon, "nobody decides").await, 0);
    let mut above = Vec::new();
    for (name, role) in [("Meera", Role::Manager), ("Om", Role::Owner), ("Dev", Role::Developer)] {
        above.push(salon.person(name, role, AppKind::Customer).await);
    }
    assert_eq!(notify_desk(&salon, "no desk").await, 3);
    for person in &above {
        assert_eq!(unread_count(person).await, 1);
    }
    let mut desk = Vec::new();
    for name in ["Ravi", "Rani"] {
        desk.push(salon.person(name, Role::Receptionist, AppKind::Customer).await);
    }
    assert_eq!(notify_desk(&salon, "a desk").await, 2);
    assert_eq!(notify_desk(&salon, "a desk").await, 0);
    for person in &desk {
        let feed = person.get(NOTIFICATIONS_PATH).await.expect_ok();
        let one = &feed["notifications"][0];
        assert_eq!((&feed["unreadCount"], &one["title"]), (&json!(1), &json!("New booking request")));
        assert_eq!((&one["channel"], &one["userId"]), (&json!("push"), &json!(person.id().as_str())));
        // Ids like any other: each can be marked by itself.
        mark_read(person, &json!({ "ids": [one["id"]] })).await;
        assert_eq!(unread_count(person).await, 0);
    }
    for person in &above {
        assert_eq!(unread_count(person).await, 1);
    }
    // Those who left are not told.
    for person in &desk {
        let email = if person.id() == desk[0].id() { "ravi@test.invalid" } else { "rani@test.invalid" };
        person.post("/api/profile/erase", &json!({ "confirm": email })).await.expect_ok();
    }
    assert_eq!(notify_desk(&salon, "the desk is gone").await, 3);
}

#[test_on_both_engines]
async fn concurrent_marking_and_inserting_lose_nothing() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    insert_notifications(&salon, &asha, "old", 5).await;
    let marking: Vec<_> = (0..16)
        .map(|round| {
            let asha = asha.clone();
            let body = if round % 2 == 0 { json!({}) } else { json!({ "ids": ["old-004", "old-000"] }) };
            tokio::spawn(async move { asha.patch(NOTIFICATIONS_PATH, &body).await.status.as_u16() })
        })
        .collect();
    let (db, user, now) = (salon.app.db.clone(), asha.id().clone(), salon.now());
    let telling = tokio::spawn(async move {
        let counted = db.write(move |tx: &mut Tx<'_>| -> Result<u32, DbError> {
            let mut news = 0;
            for number in 0..20 {
                let (id, subject) = (NotificationId::new(format!("new-{number}")), format!("new {number}"));
                let notice = UserNotification {
                    id: &id,
                    user_id: &user,
                    booking_id: None,
                    message: &NotificationMessage::BirthdayOffer,
                    subject: &subject,
                    period: "",
                };
                news += u32::from(notification_records::insert_for_user(tx, &notice, NotificationChannel::Email, now)?);
            }
            Ok(news)
        });
        counted.await.unwrap()
    });
    for marked in marking {
        assert_eq!(marked.await.unwrap(), 200);
    }
    assert_eq!(telling.await.unwrap(), 20);
    let times = read_times(&asha).await;
    assert_eq!(times.len(), 25);
    assert!(times.iter().filter(|(id, _)| id.starts_with("old")).all(|(_, at)| !at.is_null()));
}
