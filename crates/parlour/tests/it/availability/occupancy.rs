//! The database has the last word on whose time is given away, also where nobody has looked or waited first.

use parlour_domain::booking::availability::CellRange;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::{parse_date, parse_time};
use parlour_store::DbError;
use parlour_store::bookings::occupancy::{self, StaffTime, TimeUse};
use parlour_testkit::actions::availability::{friday_haircut_at, occupied_time_of};
use parlour_testkit::actions::bookings::create_booking;
use parlour_testkit::checks::database::update_rows;
use parlour_testkit::fixtures::live_salon::{FRIDAY, live_salon};
use parlour_testkit::fixtures::small_salon::STYLIST;
use parlour_testkit::{TestSalon, test_on_both_engines};
use tokio::task::JoinSet;

/// Requests that keep nobody's time.
async fn insert_requests(salon: &TestSalon, count: usize) -> Vec<BookingId> {
    update_rows(salon, "branch-pune", "update branches set hold_minutes = 0 where id = $1").await;
    let asha = salon.customer("Asha").await;
    let mut ids = Vec::new();
    for _ in 0..count {
        ids.push(BookingId::new(create_booking(&asha, &friday_haircut_at("11:00")).await));
    }
    update_rows(salon, STYLIST, "delete from occupied_times where staff_id = $1").await;
    ids
}

/// Takes time without asking whether there is any; whether it got it.
async fn occupy(salon: &TestSalon, id: &BookingId, from: &str, minutes: i64, held: Option<i64>) -> bool {
    let (id, now) = (id.clone(), salon.now());
    let (date, cells) = (parse_date(FRIDAY).unwrap(), CellRange::of(parse_time(from).unwrap(), minutes));
    let write = salon.app.db.write(move |tx| -> Result<bool, DbError> {
        let staff = occupancy::lock_staff_member(tx, &StaffId::new(STYLIST))?.unwrap();
        let expires_at = held.map(|minutes| now.plus_millis(minutes * 60_000));
        occupancy::occupy(tx, StaffTime { staff: &staff, date, cells }, TimeUse::Booking(&id, expires_at), now)
    });
    write.await.expect("the time is taken or not")
}

#[test_on_both_engines]
async fn confirmed_time_cannot_be_taken() {
    let salon = live_salon().await;
    let [one, other, third]: [BookingId; 3] = insert_requests(&salon, 3).await.try_into().unwrap();
    assert!(occupy(&salon, &one, "11:00", 45, None).await);
    assert!(!occupy(&salon, &other, "11:30", 45, None).await);
    assert!(!occupy(&salon, &other, "10:30", 35, None).await);
    assert!(!occupy(&salon, &third, "10:00", 120, None).await, "around it");
    assert!(!occupy(&salon, &third, "11:10", 10, None).await, "within it");
    assert!(occupy(&salon, &other, "11:45", 30, None).await, "beside it");
    assert!(occupy(&salon, &third, "10:30", 30, None).await, "beside it");
    assert!(occupy(&salon, &one, "11:00", 45, None).await, "its own stays its own");
    assert_eq!(occupied_time_of(&salon, one.as_str()).await, [format!("{STYLIST} 11:00-11:45")]);
    assert_eq!(occupied_time_of(&salon, other.as_str()).await, [format!("{STYLIST} 11:45-12:15")]);
}

#[test_on_both_engines]
async fn held_time_is_free_after_the_hold_expires() {
    let salon = live_salon().await;
    let [one, other, third]: [BookingId; 3] = insert_requests(&salon, 3).await.try_into().unwrap();
    assert!(occupy(&salon, &one, "11:00", 45, Some(30)).await);
    salon.advance_seconds(30 * 60 - 1);
    assert!(!occupy(&salon, &other, "11:00", 45, None).await);
    salon.advance_seconds(1);
    assert!(occupy(&salon, &other, "11:00", 45, None).await);
    assert!(!occupy(&salon, &third, "11:15", 45, None).await);
}

#[test_on_both_engines]
async fn of_concurrent_occupations_that_overlap_one_succeeds() {
    let salon = std::sync::Arc::new(live_salon().await);
    let mut racing = JoinSet::new();
    for (number, id) in insert_requests(&salon, 24).await.into_iter().enumerate() {
        let salon = salon.clone();
        racing.spawn(async move { occupy(&salon, &id, ["11:00", "11:10", "11:25"][number % 3], 30, None).await });
    }
    assert_eq!(racing.join_all().await.into_iter().filter(|taken| *taken).count(), 1);
}
