//! What the desk did to bookings and can take back. All statements run while the booking is locked; those about counted
//! no-shows also while the customer's profile is.

use parlour_db::{Conn, DbError, Tx, insert, params, row, select, sql};
use parlour_domain::booking::no_show::{CountedNoShow, NoShowStanding};
use parlour_domain::booking::{BookingAct, BookingStatus};
use parlour_domain::ids::{BookingId, UserId};
use parlour_domain::ist::Timestamp;

/// An act that the desk may still take back.
#[derive(Debug, Clone)]
pub struct RecordedAct {
    pub act_number: i64,
    pub act: BookingAct,
    pub previous_status: BookingStatus,
    pub is_customer_told: bool,
    pub noshow_number: Option<i64>,
    pub ended_streak: Option<i64>,
    pub acted_at: Timestamp,
}
row! { RecordedAct {
    act_number, act, previous_status, is_customer_told, noshow_number, ended_streak, acted_at,
} }

#[derive(Debug, Clone, Copy)]
pub struct NewAct<'a> {
    pub booking_id: &'a BookingId,
    pub act: BookingAct,
    pub previous_status: BookingStatus,
    pub is_customer_told: bool,
}

/// Adds the latest act of a booking.
pub fn record(tx: &mut Tx<'_>, act: &NewAct<'_>, now: Timestamp) -> Result<(), DbError> {
    let last_number = tx.number(
        "select cast(coalesce(max(act_number), 0) as bigint) from booking_acts where booking_id = $1",
        params![act.booking_id],
    )?;
    insert! { tx.run, "booking_acts", act {
        booking_id, act_number: last_number + 1, act, previous_status, is_customer_told, acted_at: now,
    } }
}

/// The last act that was not taken back.
pub fn find_last(conn: &mut Conn<'_>, booking: &BookingId) -> Result<Option<RecordedAct>, DbError> {
    conn.one(
        sql!(
            select!(RecordedAct, ""),
            " from booking_acts where booking_id = $1 and undone_at is null order by act_number desc limit 1"
        ),
        params![booking],
    )
}

/// Takes back an act: the booking has the status from before it, and nothing of the act is left. Its arrival is taken
/// back only with the act that recorded it.
pub fn take_back(tx: &mut Tx<'_>, booking: &BookingId, act: &RecordedAct, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "update booking_acts set undone_at = $3 where booking_id = $1 and act_number = $2",
        params![booking, act.act_number, now],
    )?;
    let takes_back_arrival = act.act == BookingAct::Arrive;
    tx.run(
        "update bookings set status = $2, started_at = null, finished_at = null, noshow_at = null,
             noshow_counted_at = null, rejected_at = null, rejection_reason = null, cancelled_at = null,
             cancellation_reason = null, arrived_at = case when $3 then null else arrived_at end,
             undo_count = undo_count + 1, updated_at = $4
         where id = $1",
        params![booking, act.previous_status, takes_back_arrival, now],
    )
}

/// Whether the booking was completed before, and its staff time released.
pub fn was_billed(conn: &mut Conn<'_>, booking: &BookingId) -> Result<bool, DbError> {
    conn.exists("select 1 from invoices where booking_id = $1", params![booking])
}

/// Notes what counting a no-show has changed, so that it can be taken back.
pub fn record_counted_no_show(
    tx: &mut Tx<'_>,
    booking: &BookingId,
    noshow_number: i64,
    ended_streak: i64,
) -> Result<(), DbError> {
    tx.run(
        "update booking_acts set noshow_number = $2, ended_streak = $3
         where booking_id = $1 and act = 'no_show' and undone_at is null",
        params![booking, noshow_number, ended_streak],
    )
}

#[derive(Debug)]
struct StandingRow {
    noshow_count: i64,
    consecutive_completed_bookings: i64,
    booking_requires_approval: bool,
    approval_booking_id: Option<BookingId>,
}
row! { StandingRow {
    noshow_count, consecutive_completed_bookings, booking_requires_approval, approval_booking_id,
} }

/// What a customer's no-shows have come to. Locked until the transaction ends.
pub fn lock_standing(tx: &mut Tx<'_>, customer: &UserId) -> Result<Option<NoShowStanding>, DbError> {
    let found = tx.one::<StandingRow>(
        sql!(select!(StandingRow, ""), " from profiles where user_id = $1 for no key update"),
        params![customer],
    )?;
    Ok(found.map(|row| NoShowStanding {
        noshow_count: row.noshow_count,
        consecutive_completed_bookings: row.consecutive_completed_bookings,
        booking_requires_approval: row.booking_requires_approval,
        approval_booking_id: row.approval_booking_id,
    }))
}

pub fn save_standing(
    tx: &mut Tx<'_>,
    customer: &UserId,
    standing: &NoShowStanding,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.run(
        "update profiles set noshow_count = $2, consecutive_completed_bookings = $3, booking_requires_approval = $4,
             approval_booking_id = $5, updated_at = $6
         where user_id = $1",
        params![
            customer,
            standing.noshow_count,
            standing.consecutive_completed_bookings,
            standing.booking_requires_approval,
            standing.approval_booking_id,
            now
        ],
    )
}

#[derive(Debug)]
struct CountedNoShowRow {
    booking_id: BookingId,
    number: i64,
    ended_streak: i64,
}
row! { CountedNoShowRow { booking_id, number: "a.noshow_number", ended_streak } }

/// The customer's no-shows that were counted after this one, the earliest first.
pub fn list_no_shows_counted_after(
    conn: &mut Conn<'_>,
    customer: &UserId,
    no_show: &CountedNoShow,
) -> Result<Vec<CountedNoShow>, DbError> {
    let found = conn.all::<CountedNoShowRow>(
        sql!(
            select!(CountedNoShowRow, "a"),
            " from bookings b join booking_acts a on a.booking_id = b.id
             where b.customer_id = $1 and a.act = 'no_show' and a.undone_at is null
                 and (b.noshow_counted_at, a.noshow_number) >
                     ((select t.noshow_counted_at from bookings t where t.id = $2), $3)
             order by b.noshow_counted_at, a.noshow_number"
        ),
        params![customer, no_show.booking_id, no_show.number],
    )?;
    let counted = |row: CountedNoShowRow| CountedNoShow {
        booking_id: row.booking_id,
        number: row.number,
        ended_streak: row.ended_streak,
    };
    Ok(found.into_iter().map(counted).collect())
}
