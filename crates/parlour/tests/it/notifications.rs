//! What people are told, read and marked as read.

use axum::http::Method;
use parlour_domain::app_side::AppSide;
use parlour_domain::ids::{NotificationId, UserId};
use parlour_domain::notice::{Channel, NotificationType};
use parlour_domain::role::Role;
use parlour_store::notices::{self, DeskNotice, Notice};
use parlour_store::{DbError, Tx, params};
use parlour_testkit::{Person, Reply, TestSalon, test_on_both_engines};
use serde_json::{Value, json};

const FEED: &str = "/api/notifications";

/// Tells somebody something about a subject; true if it was news.
async fn told(salon: &TestSalon, user: &UserId, id: &str, subject: &str) -> bool {
    let (id, user, subject) = (NotificationId::new(id), user.clone(), subject.to_owned());
    let now = salon.now();
    let telling = salon.app.db.write(move |tx: &mut Tx<'_>| -> Result<bool, DbError> {
        let notice = Notice {
            id: &id,
            user_id: &user,
            booking_id: None,
            kind: NotificationType::GemsExpiry7d,
            title: "Your gems",
            body: "120 gems expire on 8 March.",
            subject: &subject,
            period: "2027-03-01",
        };
        notices::write(tx, &notice, Channel::Push, now)
    });
    telling.await.unwrap()
}

/// One notice a second, `count` of them, oldest first: `asha-000`, `asha-001`, …
async fn told_often(salon: &TestSalon, person: &Person, name: &str, count: usize) {
    for number in 0..count {
        assert!(told(salon, person.id(), &format!("{name}-{number:03}"), &number.to_string()).await);
        salon.advance_seconds(1);
    }
}

#[track_caller]
fn ids(reply: &Reply) -> Vec<String> {
    let shown = reply.expect_ok()["notifications"].as_array().unwrap().clone();
    shown.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

async fn read_times(person: &Person) -> Vec<(String, Value)> {
    let feed = person.get(&format!("{FEED}?pageSize=100")).await.expect_ok();
    let unread =
        feed["notifications"].as_array().unwrap().iter().filter(|one| one["readAt"].is_null()).count();
    assert_eq!(feed["unreadCount"], unread);
    let each = feed["notifications"].as_array().unwrap().iter();
    each.map(|one| (one["id"].as_str().unwrap().to_owned(), one["readAt"].clone())).collect()
}

async fn unread(person: &Person) -> i64 {
    person.get(FEED).await.expect_ok()["unreadCount"].as_i64().unwrap()
}

async fn marks(person: &Person, body: &Value) {
    assert_eq!(person.patch(FEED, body).await.expect_ok(), json!({ "ok": true }));
}

#[test_on_both_engines]
async fn a_notice_has_every_field_of_the_contract_and_no_other() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let asha = salon.customer("Asha").await;
    let empty = asha.get(FEED).await;
    assert_eq!(empty.expect_ok(), json!({ "notifications": [], "unreadCount": 0 }));
    assert_eq!(empty.json()["meta"], json!({ "page": 1, "totalPages": 1 }));
    assert_eq!(empty.header("cache-control"), Some("no-store"));
    assert!(told(&salon, asha.id(), "n1", "asha").await);
    assert_eq!(
        asha.get(FEED).await.expect_ok(),
        json!({
            "notifications": [{
                "id": "n1", "userId": asha.id().as_str(), "bookingId": null, "type": "gems_expiry_7d",
                "title": "Your gems", "body": "120 gems expire on 8 March.", "channel": "push", "status": "pending",
                "sentAt": null, "readAt": null, "createdAt": "2027-03-01T04:30:00.000Z",
            }],
            "unreadCount": 1,
        })
    );
    let sent = salon.app.db.write(|tx: &mut Tx<'_>| {
        tx.execute(
            "update notifications set status = 'sent', sent_at = created_at where id = 'n1'",
            params![],
        )
    });
    assert_eq!(sent.await.unwrap(), 1);
    let one = asha.get(FEED).await.expect_ok()["notifications"][0].clone();
    assert_eq!((&one["status"], &one["sentAt"]), (&json!("sent"), &json!("2027-03-01T04:30:00.000Z")));
}

#[test_on_both_engines]
async fn a_feed_comes_in_pages_the_newest_first() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    told_often(&salon, &asha, "n", 41).await;
    // Of the same moment: by id.
    for id in ["same-a", "same-c", "same-b"] {
        told(&salon, asha.id(), id, id).await;
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
        let reply = asha.get(&format!("{FEED}{query}")).await;
        let found = ids(&reply);
        assert_eq!((found.first().map_or("", String::as_str), found.len()), (first, shown), "{query}");
        assert_eq!(reply.json()["meta"], json!({ "page": page, "totalPages": total_pages }), "{query}");
        assert_eq!(reply.expect_ok()["unreadCount"], 44, "{query}");
    }
    assert_eq!(ids(&asha.get(&format!("{FEED}?pageSize=5")).await), newest);
    let far = asha.get(&format!("{FEED}?page=99999999999999999999&pageSize=100")).await;
    assert_eq!(ids(&far), Vec::<String>::new());
    assert_eq!(far.json()["meta"], json!({ "page": (1_i64 << 53) - 1, "totalPages": (1_i64 << 53) - 1 }));
}

#[test_on_both_engines]
async fn those_named_are_marked_once_and_nobody_elses() {
    let salon = TestSalon::open_at("2027-03-01 10:00").await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    for (person, name) in [(&asha, "a"), (&ravi, "r")] {
        for number in 0..3 {
            told(&salon, person.id(), &format!("{name}{number}"), &number.to_string()).await;
        }
    }
    marks(&asha, &json!({ "ids": ["a1", "a1", "r0", "nobody's"] })).await;
    salon.advance_seconds(60);
    marks(&asha, &json!({ "ids": ["a0", "a1"], "other": 1 })).await;
    let (first, second) = ("2027-03-01T04:30:00.000Z", "2027-03-01T04:31:00.000Z");
    let expected = [("a2", Value::Null), ("a1", json!(first)), ("a0", json!(second))];
    assert_eq!(read_times(&asha).await, expected.map(|(id, at)| (id.to_owned(), at)));
    assert_eq!(unread(&ravi).await, 3);
    // None is not all.
    marks(&asha, &json!({ "ids": [] })).await;
    assert_eq!(unread(&asha).await, 1);
    salon.advance_seconds(60);
    marks(&asha, &json!({})).await;
    let expected = [("a2", "2027-03-01T04:32:00.000Z"), ("a1", first), ("a0", second)];
    assert_eq!(read_times(&asha).await, expected.map(|(id, at)| (id.to_owned(), json!(at))));
    assert_eq!(unread(&ravi).await, 3);
}

#[test_on_both_engines]
async fn all_are_marked_where_none_are_named() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for (round, body) in ["", "{}", r#"{"ids": null}"#, r#"{"other": ["x"]}"#].into_iter().enumerate() {
        told(&salon, asha.id(), &format!("n{round}"), &round.to_string()).await;
        assert_eq!(unread(&asha).await, 1, "{body:?}");
        let marked = asha.send(Method::PATCH, FEED, body).await;
        assert_eq!(marked.expect_ok(), json!({ "ok": true }), "{body:?}");
        assert_eq!(unread(&asha).await, 0, "{body:?}");
    }
}

#[test_on_both_engines]
async fn a_thousand_can_be_named_at_once_and_nonsense_marks_nothing() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    told_often(&salon, &asha, "n", 43).await;
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
        assert_eq!(asha.patch(FEED, &body).await.expect_invalid(), [complaint], "{body}");
    }
    let malformed = asha.send(Method::PATCH, FEED, "{").await;
    assert_eq!(malformed.expect_invalid(), ["body"]);
    assert_eq!(unread(&asha).await, 43);
    // All but one, among many that are not there.
    let named: Vec<String> = (1..=1_000).map(|number| format!("n-{number:03}")).collect();
    marks(&asha, &json!({ "ids": named })).await;
    let left: Vec<_> = read_times(&asha).await.into_iter().filter(|(_, at)| at.is_null()).collect();
    assert_eq!(left, [("n-000".to_owned(), Value::Null)]);
}

#[test_on_both_engines]
async fn one_event_is_told_once() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    assert!(told(&salon, asha.id(), "a1", "one").await);
    assert!(!told(&salon, asha.id(), "a2", "one").await);
    assert!(told(&salon, asha.id(), "a3", "another").await);
    assert!(told(&salon, ravi.id(), "r1", "one").await);
    assert_eq!(ids(&asha.get(FEED).await), ["a3", "a1"]);
    assert_eq!(ids(&ravi.get(FEED).await), ["r1"]);
}

#[test_on_both_engines]
async fn the_feed_is_ones_own_and_needs_a_session() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    told(&salon, asha.id(), "a1", "one").await;
    salon.visitor().get(FEED).await.expect_error(401, "UNAUTHENTICATED");
    salon.visitor().patch(FEED, &json!({ "ids": 5 })).await.expect_error(401, "UNAUTHENTICATED");
    let owner = salon.person("Owner", Role::Owner, AppSide::Customer).await;
    for other in [&ravi, &owner] {
        assert_eq!(other.get(FEED).await.expect_ok(), json!({ "notifications": [], "unreadCount": 0 }));
        marks(other, &json!({})).await;
        marks(other, &json!({ "ids": ["a1"] })).await;
    }
    assert_eq!(unread(&asha).await, 1);
}

async fn desk_told(salon: &TestSalon, subject: &'static str) -> u64 {
    let occasion = salon.occasion();
    let telling = salon.app.db.write(move |tx: &mut Tx<'_>| {
        let notice = DeskNotice {
            id_prefix: &occasion.new_id(),
            booking_id: None,
            kind: NotificationType::BookingCreated,
            title: "A new request",
            body: "Somebody would like to come.",
            subject,
            period: "",
        };
        notices::write_to_desk(tx, &notice, occasion.now)
    });
    telling.await.unwrap()
}

#[test_on_both_engines]
async fn the_desk_is_everyone_at_it_or_whoever_stands_above() {
    let salon = TestSalon::open().await;
    assert_eq!(desk_told(&salon, "before anyone came").await, 0);
    salon.customer("Asha").await;
    salon.person("Sita", Role::Staff, AppSide::Customer).await;
    assert_eq!(desk_told(&salon, "nobody decides").await, 0);
    let mut above = Vec::new();
    for (name, role) in [("Meera", Role::Manager), ("Om", Role::Owner), ("Dev", Role::Developer)] {
        above.push(salon.person(name, role, AppSide::Customer).await);
    }
    assert_eq!(desk_told(&salon, "no desk").await, 3);
    for person in &above {
        assert_eq!(unread(person).await, 1);
    }
    let mut desk = Vec::new();
    for name in ["Ravi", "Rani"] {
        desk.push(salon.person(name, Role::Receptionist, AppSide::Customer).await);
    }
    assert_eq!(desk_told(&salon, "a desk").await, 2);
    assert_eq!(desk_told(&salon, "a desk").await, 0);
    for person in &desk {
        let feed = person.get(FEED).await.expect_ok();
        let one = &feed["notifications"][0];
        assert_eq!((&feed["unreadCount"], &one["title"]), (&json!(1), &json!("A new request")));
        assert_eq!((&one["channel"], &one["userId"]), (&json!("push"), &json!(person.id().as_str())));
        // Ids like any other: each can be marked by itself.
        marks(person, &json!({ "ids": [one["id"]] })).await;
        assert_eq!(unread(person).await, 0);
    }
    for person in &above {
        assert_eq!(unread(person).await, 1);
    }
    // Those who left are not told.
    for person in &desk {
        let email = if person.id() == desk[0].id() { "ravi@test.invalid" } else { "rani@test.invalid" };
        person.post("/api/profile/erase", &json!({ "confirm": email })).await.expect_ok();
    }
    assert_eq!(desk_told(&salon, "the desk is gone").await, 3);
}

#[test_on_both_engines]
async fn marking_and_telling_at_once_lose_nothing() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    told_often(&salon, &asha, "old", 5).await;
    let marking: Vec<_> = (0..16)
        .map(|round| {
            let asha = asha.clone();
            let body = if round % 2 == 0 { json!({}) } else { json!({ "ids": ["old-004", "old-000"] }) };
            tokio::spawn(async move { asha.patch(FEED, &body).await.status.as_u16() })
        })
        .collect();
    let (db, user, now) = (salon.app.db.clone(), asha.id().clone(), salon.now());
    let telling = tokio::spawn(async move {
        let counted = db.write(move |tx: &mut Tx<'_>| -> Result<u32, DbError> {
            let mut news = 0;
            for number in 0..20 {
                let (id, subject) = (NotificationId::new(format!("new-{number}")), format!("new {number}"));
                let notice = Notice {
                    id: &id,
                    user_id: &user,
                    booking_id: None,
                    kind: NotificationType::ReviewRequest,
                    title: "How was it?",
                    body: "",
                    subject: &subject,
                    period: "",
                };
                news += u32::from(notices::write(tx, &notice, Channel::Email, now)?);
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
