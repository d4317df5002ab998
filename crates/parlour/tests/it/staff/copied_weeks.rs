//! The weekly shifts of one person are given to others.

use axum::http::Method;
use parlour_domain::auth::role::Role;
use parlour_testkit::actions::people::{manager, receptionist, staff_member_in_pune};
use parlour_testkit::checks::audit_log::actions_on_record;
use parlour_testkit::fixtures::small_salon::{STYLIST, STYLIST_IN_GOA, THERAPIST, small_salon};
use parlour_testkit::{Person, Reply, test_on_both_engines};
use serde_json::{Value, json};

async fn put_week(manager: &Person, staff: &str, shifts: &Value) {
    let body = json!({ "shifts": shifts }).to_string();
    manager.send(Method::PUT, &format!("/api/schedule/{staff}"), body).await.expect_ok();
}

async fn shown_week(manager: &Person, staff: &str) -> Value {
    manager.get(&format!("/api/schedule/{staff}")).await.expect_ok()["shifts"].clone()
}

async fn copy_week(manager: &Person, from: &str, to: &[&str]) -> Reply {
    manager.post(&format!("/api/schedule/{from}/copy"), &json!({ "toStaffIds": to })).await
}

/// From Monday to Wednesday, with a lunch.
fn early_week() -> Value {
    let day = |weekday: i64| {
        json!({
            "weekday": weekday, "startTime": "09:00", "endTime": "17:00",
            "breaks": [{ "startTime": "12:00", "endTime": "12:30" }],
        })
    };
    (1..=3).map(day).collect()
}

fn late_week() -> Value {
    json!([{ "weekday": 6, "startTime": "14:00", "endTime": "22:00", "breaks": [] }])
}

#[test_on_both_engines]
async fn a_week_is_copied_to_several_people() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    staff_member_in_pune(&salon, "Kiran", Role::Staff).await;
    put_week(&meera, STYLIST, &early_week()).await;
    put_week(&meera, THERAPIST, &late_week()).await;
    let copied = copy_week(&meera, STYLIST, &[THERAPIST, "staff-kiran", THERAPIST, STYLIST]).await.expect_ok();
    assert_eq!(copied, json!({ "shifts": early_week() }));
    for staff in [STYLIST, THERAPIST, "staff-kiran"] {
        assert_eq!(shown_week(&meera, staff).await, early_week(), "{staff}");
    }
    // Once for each week that was set, whoever is named twice, and not for the one that was copied.
    assert_eq!(actions_on_record(&salon, STYLIST).await, ["staff.set_week"]);
    assert_eq!(actions_on_record(&salon, THERAPIST).await, ["staff.set_week"; 2]);
    assert_eq!(actions_on_record(&salon, "staff-kiran").await, ["staff.set_week"]);

    // A week without shifts is one too.
    assert_eq!(copy_week(&meera, STYLIST_IN_GOA, &[STYLIST_IN_GOA]).await.expect_ok(), json!({ "shifts": [] }));
    put_week(&meera, STYLIST, &json!([])).await;
    copy_week(&meera, STYLIST, &[THERAPIST]).await.expect_ok();
    assert_eq!(shown_week(&meera, THERAPIST).await, json!([]));
}

#[test_on_both_engines]
async fn a_refused_copy_changes_nobodys_week() {
    let salon = small_salon().await;
    let (meera, desk) = (manager(&salon).await, receptionist(&salon).await);
    put_week(&meera, STYLIST, &early_week()).await;
    put_week(&meera, THERAPIST, &late_week()).await;
    let refused = copy_week(&meera, STYLIST, &[THERAPIST, STYLIST_IN_GOA, "nope"]).await;
    assert_eq!(refused.expect_invalid_fields(), ["toStaffIds.1", "toStaffIds.2"]);
    let path = format!("/api/schedule/{STYLIST}/copy");
    let many: Vec<String> = (0..51).map(|number| format!("staff-{number}")).collect();
    for (body, wrong) in [
        (json!({}), &["toStaffIds"][..]),
        (json!({ "toStaffIds": [] }), &["toStaffIds"]),
        (json!({ "toStaffIds": many }), &["toStaffIds"]),
        (json!({ "toStaffIds": THERAPIST }), &["toStaffIds"]),
        (json!({ "toStaffIds": ["", "nope", 5, THERAPIST] }), &["toStaffIds.0", "toStaffIds.1", "toStaffIds.2"]),
    ] {
        assert_eq!(meera.post(&path, &body).await.expect_invalid_fields(), wrong, "{body}");
    }
    copy_week(&meera, "nope", &[THERAPIST]).await.expect_error(404, "NOT_FOUND");
    copy_week(&desk, STYLIST, &[THERAPIST]).await.expect_error(403, "FORBIDDEN");
    assert_eq!(shown_week(&meera, THERAPIST).await, late_week());
    assert_eq!(actions_on_record(&salon, THERAPIST).await, ["staff.set_week"]);
}

#[test_on_both_engines]
async fn a_repeated_copy_is_carried_out_once() {
    let salon = small_salon().await;
    let meera = manager(&salon).await;
    let again = meera.clone().with_header("idempotency-key", "copy-1");
    put_week(&meera, STYLIST, &early_week()).await;
    let first = copy_week(&again, STYLIST, &[THERAPIST]).await.expect_ok();
    put_week(&meera, THERAPIST, &late_week()).await;
    assert_eq!(copy_week(&again, STYLIST, &[THERAPIST]).await.expect_ok(), first);
    assert_eq!(shown_week(&meera, THERAPIST).await, late_week());
}

#[test_on_both_engines]
async fn of_two_copies_in_both_directions_one_comes_first() {
    let salon = small_salon().await;
    let (meera, om) = (manager(&salon).await, salon.member("Om", Role::Owner).await);
    for _ in 0..12 {
        put_week(&meera, STYLIST, &early_week()).await;
        put_week(&meera, THERAPIST, &late_week()).await;
        let (one, other) =
            tokio::join!(copy_week(&meera, STYLIST, &[THERAPIST]), copy_week(&om, THERAPIST, &[STYLIST]));
        one.expect_ok();
        other.expect_ok();
        let weeks = [shown_week(&meera, STYLIST).await, shown_week(&meera, THERAPIST).await];
        assert_eq!(weeks[0], weeks[1]);
        assert!([early_week(), late_week()].contains(&weeks[0]), "{}", weeks[0]);
    }
}
