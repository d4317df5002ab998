//! What the desk looks at all day.

use chrono::NaiveDate;
use parlour_domain::ids::BranchId;
use parlour_store::desk_bookings::{self, DeskBooking};
use parlour_store::staff::{self, Colleague};
use parlour_store::{Conn, DbError};
use serde::Serialize;
use utoipa::ToSchema;

/// A day at a branch: who is busy with what.
#[derive(Debug, Serialize, ToSchema)]
pub struct Board {
    pub board: Vec<BoardRow>,
    /// Visits in which something is for nobody yet.
    pub unassigned: Vec<DeskBooking>,
}

/// A member of staff, and the visits in which they do something, in the order of the day.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardRow {
    pub staff: Colleague,
    pub bookings: Vec<DeskBooking>,
}

/// What is cancelled or rejected keeps nobody busy.
pub fn board(conn: &mut Conn<'_>, branch: &BranchId, date: NaiveDate) -> Result<Board, DbError> {
    conn.in_one_state(|conn| {
        let bookings = desk_bookings::of_day(conn, branch, date)?;
        let of = |staff: Option<&Colleague>| {
            let id = staff.map(|staff| &staff.id);
            let is_theirs = |one: &&DeskBooking| {
                one.booking.services.iter().any(|service| service.staff_id.as_ref() == id)
            };
            bookings.iter().filter(is_theirs).cloned().collect::<Vec<_>>()
        };
        let unassigned = of(None);
        let staff = staff::of_day(conn, branch, date)?.into_iter();
        Ok(Board {
            board: staff.map(|staff| BoardRow { bookings: of(Some(&staff)), staff }).collect(),
            unassigned,
        })
    })
}
