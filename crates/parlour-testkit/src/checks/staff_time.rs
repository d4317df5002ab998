//! What everybody has to do, by the bookings and blocks themselves.

use chrono::{NaiveDate, NaiveTime, Timelike};
use parlour_db::{DbError, params};

use crate::TestSalon;

/// Something that somebody has to do, in minutes since midnight.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StaffTask {
    pub staff_id: String,
    pub date: NaiveDate,
    pub start: i64,
    pub end: i64,
    /// The booking or the block.
    pub id: String,
}

fn minute_of(time: NaiveTime) -> i64 {
    i64::from(time.num_seconds_from_midnight() / 60)
}

/// A line of a booking, which begins after those before it.
struct BookedLine {
    booking_id: String,
    date: NaiveDate,
    booking_starts: NaiveTime,
    staff_id: Option<String>,
    duration_minutes: i64,
}

/// The lines of confirmed and begun bookings, and the blocks at live branches, by person and time.
pub async fn staff_tasks(salon: &TestSalon) -> Vec<StaffTask> {
    let read = salon.app.db.read(|conn| -> Result<_, DbError> {
        let lines: Vec<BookedLine> = conn.all_with(
            "select b.id, b.booking_date, b.start_time, s.staff_id, s.duration_minutes
             from bookings b join booking_services s on s.booking_id = b.id
             where b.status in ('confirmed', 'in_progress') order by b.id, s.display_order",
            params![],
            |row| {
                let (booking_id, date, booking_starts) = (row.take()?, row.take()?, row.take()?);
                Ok(BookedLine {
                    booking_id,
                    date,
                    booking_starts,
                    staff_id: row.take()?,
                    duration_minutes: row.take()?,
                })
            },
        )?;
        let blocks: Vec<StaffTask> = conn.all_with(
            "select k.staff_id, k.block_date, k.start_time, k.end_time, k.id
             from staff_blocks k join staff s on s.id = k.staff_id join branches b on b.id = s.branch_id
             where b.availability_mode = 'live'",
            params![],
            |row| {
                let (staff_id, date) = (row.take()?, row.take()?);
                let (start, end) = (minute_of(row.take()?), minute_of(row.take()?));
                Ok(StaffTask { staff_id, date, start, end, id: row.take()? })
            },
        )?;
        Ok((lines, blocks))
    });
    let (lines, mut tasks) = read.await.expect("bookings can be read");
    for booking in lines.chunk_by(|one, next| one.booking_id == next.booking_id) {
        let mut start = minute_of(booking[0].booking_starts);
        for line in booking {
            let (end, id) = (start + line.duration_minutes, line.booking_id.clone());
            if let Some(staff_id) = line.staff_id.clone() {
                tasks.push(StaffTask { staff_id, date: line.date, start, end, id });
            }
            start = end;
        }
    }
    tasks.sort();
    tasks
}

/// Asserts that nobody has two things to do at once, and returns everything that they have.
pub async fn assert_nobody_is_double_booked(salon: &TestSalon) -> Vec<StaffTask> {
    assert_nobody_is_double_booked_since(salon, NaiveDate::MIN).await
}

/// Asserts that from a day on nobody has two things to do at once. What is written down for a past day is not refused.
pub async fn assert_nobody_is_double_booked_since(salon: &TestSalon, date: NaiveDate) -> Vec<StaffTask> {
    let mut tasks = staff_tasks(salon).await;
    tasks.retain(|task| task.date >= date);
    for pair in tasks.windows(2) {
        let is_apart = pair[0].staff_id != pair[1].staff_id || pair[0].date != pair[1].date;
        assert!(is_apart || pair[0].end <= pair[1].start, "{pair:?}");
    }
    tasks
}
