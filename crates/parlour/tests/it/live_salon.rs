//! The small salon with a branch that knows who is free: Pune is live, its stylist works every day from 10:00 to 19:00.
//!
//! The story's day is Friday, 5 March 2027.

use parlour_domain::ids::BranchId;
use parlour_domain::ist::{parse_date, parse_time};
use parlour_store::cache_topics::{self, CacheTopic};
use parlour_store::{DbError, Tx, params};
use parlour_testkit::{Person, Reply, SalonOptions, TestSalon};
use serde_json::{Value, json};

use crate::bookings::desk_reads::STYLIST;
use crate::catalogue::public_reads::change;
use crate::small_salon::{haircut_at, set, small_salon_with};

pub(crate) const FRIDAY: &str = "2027-03-05";

pub(crate) async fn live_salon() -> TestSalon {
    live_salon_at("2027-03-01 10:00").await
}

pub(crate) async fn live_salon_at(at: &'static str) -> TestSalon {
    let salon = small_salon_with(SalonOptions { at, ..SalonOptions::default() }).await;
    without_buffers(&salon).await;
    turn(&salon, "branch-pune", "live").await;
    works(&salon, STYLIST, "10:00", "19:00").await;
    salon
}

/// As a branch that was so from the beginning: nothing is done about its bookings.
pub(crate) async fn turn(salon: &TestSalon, branch: &'static str, mode: &'static str) {
    change(&salon.app, move |tx| {
        tx.execute("update branches set availability_mode = $2 where id = $1", params![branch, mode])?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Branches)
    })
    .await;
}

/// The owner turns a branch, as the back office does.
pub(crate) async fn switch(salon: &TestSalon, branch: &'static str, mode: &'static str) {
    let now = salon.now();
    change(&salon.app, move |tx| {
        tx.execute("update branches set availability_mode = $2 where id = $1", params![branch, mode])?;
        cache_topics::mark_topic_changed(tx, CacheTopic::Branches)?;
        match mode {
            "live" => {
                parlour_app::availability::occupy_time_of_existing_bookings(tx, &BranchId::new(branch), now)
            }
            _ => parlour_app::availability::release_time_of_branch(tx, &BranchId::new(branch), now),
        }
    })
    .await;
}

/// The same hours every day of the week.
pub(crate) async fn works(salon: &TestSalon, staff: &'static str, from: &'static str, until: &'static str) {
    change(&salon.app, move |tx| {
        for weekday in 1..=7_i64 {
            put_shift(tx, staff, weekday, (from, until))?;
        }
        Ok(())
    })
    .await;
}

fn put_shift(tx: &mut Tx<'_>, staff: &str, weekday: i64, (from, until): (&str, &str)) -> Result<(), DbError> {
    tx.execute(
        "insert into staff_shifts (id, staff_id, weekday, start_time, end_time) values ($1, $2, $3, $4, $5)",
        params![
            format!("shift-{staff}-{weekday}-{from}"),
            staff,
            weekday,
            parse_time(from),
            parse_time(until)
        ],
    )
    .map(drop)
}

/// Other hours, or none, on Fridays.
pub(crate) async fn works_on_friday(salon: &TestSalon, staff: &'static str, hours: &'static [(&str, &str)]) {
    change(&salon.app, move |tx| {
        tx.execute("delete from staff_shifts where staff_id = $1 and weekday = 5", params![staff])?;
        hours.iter().try_for_each(|hours| put_shift(tx, staff, 5, *hours))
    })
    .await;
}

/// In the shift that begins at `shift`, on Fridays.
pub(crate) async fn pauses(salon: &TestSalon, shift: &'static str, from: &'static str, until: &'static str) {
    change(&salon.app, move |tx| {
        tx.execute(
            "insert into staff_shift_breaks (shift_id, start_time, end_time) values ($1, $2, $3)",
            params![format!("shift-{STYLIST}-5-{shift}"), parse_time(from), parse_time(until)],
        )
        .map(drop)
    })
    .await;
}

pub(crate) async fn takes_leave(
    salon: &TestSalon,
    staff: &'static str,
    dates: [&'static str; 2],
    status: &'static str,
) {
    let now = salon.now();
    change(&salon.app, move |tx| {
        tx.execute(
            "insert into staff_leave (id, staff_id, start_date, end_date, status, decided_at, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $7)",
            params![
                format!("leave-{staff}-{status}"),
                staff,
                parse_date(dates[0]),
                parse_date(dates[1]),
                status,
                (status != "pending").then_some(now),
                now
            ],
        )
        .map(drop)
    })
    .await;
}

pub(crate) async fn holiday(salon: &TestSalon, branch: &'static str, date: &'static str) {
    let now = salon.now();
    change(&salon.app, move |tx| {
        tx.execute(
            "insert into branch_holidays (id, branch_id, holiday_date, created_at) values ($1, $1, $2, $3)",
            params![branch, parse_date(date), now],
        )
        .map(drop)
    })
    .await;
}

/// One more stylist in Pune, who has no hours yet.
pub(crate) async fn hires(salon: &TestSalon, id: &'static str, gender: &'static str) {
    change(&salon.app, move |tx| {
        tx.execute(
            "insert into users (id, name, name_folded, role, created_at, updated_at)
             values ($1, $1, $1, 'staff', '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
            params![id],
        )?;
        tx.execute(
            "insert into staff (id, user_id, branch_id, display_name, gender, serves_salon, created_at, updated_at)
             values ($1, $1, 'branch-pune', $1, $2, true, '2026-01-01T04:30:00.000Z', '2026-01-01T04:30:00.000Z')",
            params![id, gender],
        )
        .map(drop)
    })
    .await;
}

/// Nothing is to be tidied up, unless a story says so.
pub(crate) async fn without_buffers(salon: &TestSalon) {
    set(salon, "service-", "update services set buffer_minutes = 0 where id like $1 || '%'").await;
}

/// Ten minutes to tidy up after a service.
pub(crate) async fn with_buffer(salon: &TestSalon, service: &str) {
    set(salon, service, "update services set buffer_minutes = 10 where id = $1").await;
}

pub(crate) async fn looks(salon: &TestSalon, query: &str) -> Reply {
    salon.visitor().get(&format!("/api/availability?branchId=branch-pune&{query}")).await
}

/// When one can come on the story's day.
pub(crate) async fn free(salon: &TestSalon, more: &str) -> Vec<String> {
    free_on(salon, FRIDAY, more).await
}

pub(crate) async fn free_on(salon: &TestSalon, date: &str, more: &str) -> Vec<String> {
    let data = looks(salon, &format!("date={date}&{more}")).await.expect_ok();
    let slots = data["slots"].as_array().expect("slots");
    let free = slots.iter().filter(|slot| slot["available"] == true);
    free.map(|slot| slot["startTime"].as_str().expect("a time").to_owned()).collect()
}

/// A cut of 45 minutes on the story's day.
pub(crate) fn cut_at(time: &str) -> Value {
    haircut_at(FRIDAY, time)
}

/// The same, booked at the desk for a customer; with somebody named it is confirmed.
pub(crate) fn cut_for(customer: &Person, time: &str, staff: Option<&str>) -> Value {
    let mut body = cut_at(time);
    body["customerId"] = customer.id().as_str().into();
    if let Some(staff) = staff {
        body["staffId"] = staff.into();
    }
    body
}

/// The nearest free times, where a time is refused.
#[track_caller]
pub(crate) fn refused(reply: &Reply) -> Vec<String> {
    let error = reply.expect_error(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(error["retryable"], false);
    let details = error["details"].as_object().expect("details");
    assert_eq!(details.keys().collect::<Vec<_>>(), ["startTime"]);
    let times = details["startTime"].as_array().expect("times");
    times.iter().map(|time| time.as_str().expect("a time").to_owned()).collect()
}

/// Whose time a booking has: the person, from when, until when, and whether for good.
pub(crate) async fn time_of(salon: &TestSalon, booking: &str) -> Vec<String> {
    let booking = booking.to_owned();
    let read = salon.app.db.read(move |conn| -> Result<Vec<(String, _, _)>, DbError> {
        conn.all_with(
            "select staff_id, slot_starts_at, expires_at from occupancy where booking_id = $1
             order by staff_id, slot_starts_at",
            params![booking],
            |row| Ok((row.take()?, row.take()?, row.take()?)),
        )
    });
    let mut runs: Vec<(String, Vec<parlour_domain::ist::Timestamp>, bool)> = Vec::new();
    for (staff, slot, expires_at) in read.await.expect("occupancy can be read") {
        let expires_at: Option<parlour_domain::ist::Timestamp> = expires_at;
        let is_firm = expires_at.is_none();
        match runs.last_mut() {
            Some((who, slots, firm))
                if *who == staff
                    && *firm == is_firm
                    && slots.last().is_some_and(|last| last.plus_millis(300_000) == slot) =>
            {
                slots.push(slot);
            }
            _ => runs.push((staff, vec![slot], is_firm)),
        }
    }
    let wall = |at: parlour_domain::ist::Timestamp| at.ist_time().format("%H:%M").to_string();
    let told = runs.into_iter().map(|(staff, slots, is_firm)| {
        let (from, until) = (wall(slots[0]), wall(slots[slots.len() - 1].plus_millis(300_000)));
        format!("{staff} {from}-{until}{}", if is_firm { "" } else { " held" })
    });
    told.collect()
}

pub(crate) async fn moves_at_desk(desk: &Person, id: &str, time: &str) -> Reply {
    let body = json!({ "bookingDate": FRIDAY, "startTime": time });
    desk.post(&format!("/api/bookings/{id}/reschedule"), &body).await
}
