//! What an owner should know before a branch goes live: which bookings stand in each other's way then, and who could not be
//! booked.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use parlour_domain::ids::{BookingId, BranchId, StaffId};
use parlour_store::bookings::live_conflicts::{self, OverlappingBooking, PlacedBooking};
use parlour_store::branches::branch_changes;
use parlour_store::staff::roster;
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

use super::check::BranchRefusal;

/// Of more bookings with a conflict than this, the first ones are shown.
const MAX_CONFLICTS: i64 = 500;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveCheck {
    /// Bookings from today on that need the same person at the same time: each list is of one person, in the order of the
    /// day. Those of the first 500 bookings with a conflict.
    pub conflicts: Vec<Vec<BookingId>>,
    /// Active staff without working hours, whom nobody could book.
    pub staff_without_shifts: Vec<StaffId>,
}

/// Whether the branch is live already does not matter.
pub fn live_check(conn: &mut Conn<'_>, branch: &BranchId, today: NaiveDate) -> Result<LiveCheck, BranchRefusal> {
    if branch_changes::by_id(conn, branch)?.is_none() {
        return Err(BranchRefusal::Unknown);
    }
    let rostered = roster::list_rostered_staff_ids(conn, branch)?;
    let mut without_shifts = roster::list_active_staff_ids(conn, branch)?;
    without_shifts.retain(|staff| !rostered.contains(staff));
    without_shifts.sort();
    Ok(LiveCheck { conflicts: find_conflicts(conn, branch, today)?, staff_without_shifts: without_shifts })
}

fn find_conflicts(conn: &mut Conn<'_>, branch: &BranchId, today: NaiveDate) -> Result<Vec<Vec<BookingId>>, DbError> {
    let mut clashes = Vec::new();
    for booking in live_conflicts::list_from(conn, branch, today, MAX_CONFLICTS)? {
        for other in live_conflicts::list_overlapping(conn, &booking.id)? {
            add_overlap(&mut clashes, &booking, other);
        }
    }
    // Two people who do the same bookings have the same conflict.
    let bookings: BTreeSet<BTreeSet<PlacedBooking>> = clashes.into_iter().map(|clash| clash.bookings).collect();
    let ids = |bookings: BTreeSet<PlacedBooking>| bookings.into_iter().map(|booking| booking.id).collect::<Vec<_>>();
    Ok(bookings.into_iter().map(ids).collect())
}

/// Bookings of one person, each of which overlaps another one of them.
#[derive(Debug)]
struct Clash {
    staff_id: StaffId,
    bookings: BTreeSet<PlacedBooking>,
}

/// Joins the clashes of this person that have either of the two bookings.
fn add_overlap(clashes: &mut Vec<Clash>, booking: &PlacedBooking, other: OverlappingBooking) {
    let OverlappingBooking { staff_id, booking: other } = other;
    let joins = |clash: &Clash| {
        clash.staff_id == staff_id && (clash.bookings.contains(booking) || clash.bookings.contains(&other))
    };
    let (joined, mut rest): (Vec<Clash>, Vec<Clash>) = std::mem::take(clashes).into_iter().partition(joins);
    let mut bookings: BTreeSet<PlacedBooking> = joined.into_iter().flat_map(|clash| clash.bookings).collect();
    bookings.extend([booking.clone(), other]);
    rest.push(Clash { staff_id, bookings });
    *clashes = rest;
}

#[cfg(test)]
mod tests {
    use chrono::NaiveTime;

    use super::*;

    fn placed(id: &str, hour: u32) -> PlacedBooking {
        PlacedBooking {
            booking_date: NaiveDate::from_ymd_opt(2027, 3, 5).unwrap(),
            start_time: NaiveTime::from_hms_opt(hour, 0, 0).unwrap(),
            id: BookingId::new(id),
        }
    }

    #[test]
    fn overlaps_of_one_person_join() {
        let [ten, eleven, noon, three, four] =
            [("a", 10), ("b", 11), ("c", 12), ("d", 15), ("e", 16)].map(|(id, hour)| placed(id, hour));
        let mut clashes = Vec::new();
        for (staff, one, other) in [
            ("meera", &ten, &eleven),
            ("meera", &three, &four),
            ("meera", &noon, &eleven),
            ("nina", &noon, &three),
            ("meera", &eleven, &ten),
        ] {
            let other = OverlappingBooking { staff_id: StaffId::new(staff), booking: other.clone() };
            add_overlap(&mut clashes, one, other);
        }
        let ids = |clash: &Clash| clash.bookings.iter().map(|booking| booking.id.to_string()).collect::<Vec<_>>();
        let mut found: Vec<(String, String)> =
            clashes.iter().map(|clash| (clash.staff_id.to_string(), ids(clash).join(" "))).collect();
        found.sort();
        let expected = [("meera", "a b c"), ("meera", "d e"), ("nina", "c d")];
        assert_eq!(found, expected.map(|(staff, ids)| (staff.to_owned(), ids.to_owned())));
    }
}
