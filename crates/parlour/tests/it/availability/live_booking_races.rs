//! Everybody wants the same time at once: one has it.

use parlour_db::{DbError, params};
use parlour_domain::auth::role::Role;
use parlour_domain::ist::{Timestamp, parse_date};
use parlour_testkit::actions::availability::{
    expect_slot_unavailable, friday_haircut_at, friday_haircut_for, occupied_time_of, reschedule_on_friday,
};
use parlour_testkit::actions::bookings::{
    approve_booking, create_booking, created_booking_id, haircut_request_with, post_booking, reschedule_booking,
};
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::{
    FRIDAY, insert_daily_shifts, insert_stylist, live_salon, switch_availability_mode,
};
use parlour_testkit::fixtures::small_salon::{STYLIST, small_salon};
use parlour_testkit::{Reply, TestSalon, test_on_both_engines};
use serde_json::json;
use tokio::task::JoinSet;

/// Of every booking that is agreed on: whom it has, from and until when. All are on one day.
async fn occupied_ranges(salon: &TestSalon) -> Vec<(String, Timestamp, Timestamp)> {
    let day = parse_date(FRIDAY).unwrap();
    let read = salon.app.db.read(move |conn| -> Result<_, DbError> {
        conn.all_with(
            "select s.staff_id, b.start_time, b.end_time
             from bookings b join booking_services s on s.booking_id = b.id and s.display_order = 1
             where b.status in ('confirmed', 'in_progress') and s.staff_id is not null
             order by s.staff_id, b.start_time",
            params![],
            |row| {
                let staff = row.take()?;
                let (start, end) = (Timestamp::from_ist(day, row.take()?), Timestamp::from_ist(day, row.take()?));
                Ok((staff, start, end))
            },
        )
    });
    read.await.unwrap()
}

#[track_caller]
fn assert_no_overlap(visits: &[(String, Timestamp, Timestamp)]) {
    for pair in visits.windows(2) {
        assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1, "{pair:?}");
    }
}

#[track_caller]
fn assert_one_created(replies: &[Reply]) {
    let won = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(won, 1);
    for reply in replies.iter().filter(|reply| reply.status != 201) {
        assert_eq!(expect_slot_unavailable(reply).len(), 3);
    }
}

#[test_on_both_engines]
async fn of_twenty_four_requests_for_one_time_one_succeeds() {
    let salon = live_salon().await;
    let mut asking = JoinSet::new();
    for number in 0..24 {
        let customer = salon.customer(&format!("customer{number}")).await;
        asking.spawn(async move {
            post_booking(&customer, &friday_haircut_at(["11:00", "11:15", "11:30"][number % 3])).await
        });
    }
    assert_one_created(&asking.join_all().await);
}

#[test_on_both_engines]
async fn three_stylists_get_three_of_twenty_four_requests() {
    let salon = live_salon().await;
    for id in ["staff-kavya", "staff-meena"] {
        insert_stylist(&salon, id, "female").await;
        insert_daily_shifts(&salon, id, "10:00", "19:00").await;
    }
    let mut asking = JoinSet::new();
    for number in 0..24 {
        let customer = salon.customer(&format!("customer{number}")).await;
        asking.spawn(async move { post_booking(&customer, &friday_haircut_at("11:00")).await });
    }
    let replies = asking.join_all().await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 3);
    let mut held = Vec::new();
    for reply in &replies {
        match reply.status.as_u16() {
            201 => held.extend(occupied_time_of(&salon, &created_booking_id(reply)).await),
            _ => assert_eq!(expect_slot_unavailable(reply), ["10:15", "11:45", "10:10"]),
        }
    }
    held.sort();
    let all = ["staff-kavya", "staff-meena", STYLIST].map(|staff| format!("{staff} 11:00-11:45 held"));
    assert_eq!(held, all);
}

#[test_on_both_engines]
async fn concurrent_desk_and_customer_actions_never_overlap() {
    let salon = live_salon().await;
    update_rows(&salon, "branch-pune", "update branches set hold_minutes = 0 where id = $1").await;
    let asha = salon.customer("Asha").await;
    let mut waiting = Vec::new();
    for number in 0..12 {
        let time = ["11:00", "11:10", "11:35", "12:00"][number % 4];
        waiting.push(create_booking(&asha, &friday_haircut_at(time)).await);
    }
    let mut racing = JoinSet::new();
    for (number, id) in waiting.into_iter().enumerate() {
        let desk = salon.member(&format!("desk{number}"), Role::Receptionist).await;
        let customer = salon.customer(&format!("customer{number}")).await;
        racing.spawn(async move {
            let approved = approve_booking(&desk, &id, STYLIST).await;
            let time = ["11:05", "11:45", "12:30"][number % 3];
            let booked = post_booking(&desk, &friday_haircut_for(&customer, time, Some(STYLIST))).await;
            let moved = reschedule_on_friday(&desk, &id, ["11:20", "12:10", "13:00"][number % 3]).await;
            let action = json!({ "action": "assign", "staffId": STYLIST });
            let assigned = desk.patch(&format!("/api/bookings/{id}"), &action).await;
            [approved, booked, moved, assigned]
        });
    }
    for reply in racing.join_all().await.iter().flatten() {
        if ![200, 201].contains(&reply.status.as_u16()) {
            expect_slot_unavailable(reply);
        }
    }
    let visits = occupied_ranges(&salon).await;
    assert!(visits.len() >= 2, "{visits:?}");
    assert_no_overlap(&visits);
}

#[test_on_both_engines]
async fn two_bookings_swapping_times_keep_theirs() {
    let salon = live_salon().await;
    let (asha, tara) = (salon.customer("Asha").await, salon.customer("Tara").await);
    let (one, other) = (
        create_booking(&asha, &friday_haircut_at("11:00")).await,
        create_booking(&tara, &friday_haircut_at("12:00")).await,
    );
    let (first, second) = tokio::join!(
        reschedule_booking(&asha, &one, FRIDAY, "12:00"),
        reschedule_booking(&tara, &other, FRIDAY, "11:00")
    );
    assert_eq!(expect_slot_unavailable(&first).len(), 3, "each is there until it has gone");
    assert_eq!(expect_slot_unavailable(&second).len(), 3);
    assert_eq!(occupied_time_of(&salon, &one).await, [format!("{STYLIST} 11:00-11:45 held")]);
    assert_eq!(occupied_time_of(&salon, &other).await, [format!("{STYLIST} 12:00-12:45 held")]);
}

/// Whoever books while the owner turns the branch is either seen by it or sees it.
#[test_on_both_engines]
async fn switching_to_live_misses_no_concurrent_booking() {
    let salon = small_salon().await;
    insert_daily_shifts(&salon, STYLIST, "10:00", "19:00").await;
    let mut racing = JoinSet::new();
    for number in 0..16 {
        let desk = salon.member(&format!("desk{number}"), Role::Receptionist).await;
        let customer = salon.customer(&format!("customer{number}")).await;
        racing.spawn(async move {
            let mut request_body = haircut_request_with("customerId", customer.id().as_str());
            request_body["staffId"] = STYLIST.into();
            request_body["startTime"] = format!("{}:{:02}", 10 + number / 2, 30 * (number % 2)).into();
            request_body["serviceIds"] = json!(["service-small-01"]);
            let reply = desk.post("/api/bookings", &request_body).await;
            created_booking_id(&reply)
        });
    }
    switch_availability_mode(&salon, "branch-pune", "live").await;
    for id in racing.join_all().await {
        assert_eq!(occupied_time_of(&salon, &id).await.len(), 1);
    }
}
