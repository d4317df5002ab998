//! What a message says of the booking that it is about, and what takes back what it tells of.

use parlour_app::bookings::AuditedPlace;
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingAct;
use parlour_domain::ids::{BookingId, StaffId};
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::desk_bookings::{self, DeskBooking};
use parlour_store::bookings::desk_requests;
use parlour_store::{Conn, DbError};

use crate::named_booking::NamedBooking;
use parlour_web::flash::{Flash, LeftFlash};
use parlour_web::format;

/// The booking that a message is about, as it is now.
#[derive(Debug, Clone)]
pub(crate) struct MessageBooking {
    pub(crate) booking: NamedBooking,
    /// Plans it again as it was before.
    undo: Option<UndoForm>,
}

/// A form with what it sends.
#[derive(Debug, Clone)]
struct UndoForm {
    path: String,
    fields: Vec<(&'static str, String)>,
}

impl MessageBooking {
    pub(crate) fn find(conn: &mut Conn<'_>, left: &LeftFlash, now: Timestamp) -> Result<Option<Self>, DbError> {
        let Some(id) = left.about.as_deref() else { return Ok(None) };
        let Some(found) = desk_bookings::find_desk_booking(conn, &BookingId::new(id))? else { return Ok(None) };
        let undo = find_undo_of_plan(conn, left, &found)?;
        Ok(Some(Self { booking: NamedBooking::of(&found, now), undo }))
    }
}

/// What takes back a move, or that it was given to somebody else: the same act, which asks and refuses as always. `None`
/// where it cannot restore all of it, or something else has happened since.
fn find_undo_of_plan(conn: &mut Conn<'_>, left: &LeftFlash, found: &DeskBooking) -> Result<Option<UndoForm>, DbError> {
    let (action, form) = match left.flash {
        Flash::BookingMoved | Flash::BookingMovedTold => (AuditAction::BookingPlace, "move"),
        Flash::BookingAssigned => (AuditAction::BookingAssign, "assign"),
        _ => return Ok(None),
    };
    let booking = &found.booking;
    // Somebody else may have moved it again before this message is shown.
    if left.done_at != Some(booking.updated_at) {
        return Ok(None);
    }
    let now_at = AuditedPlace::of(booking);
    let Some((before, after)) = desk_requests::find_last_states(conn, &booking.id, action)? else {
        return Ok(None);
    };
    let before = AuditedPlace::parse(&before).filter(|_| AuditedPlace::parse(&after).as_ref() == Some(&now_at));
    let Some(before) = before else { return Ok(None) };
    let mut fields = vec![("seen", booking.updated_at.millis().to_string())];
    if before.staff != now_at.staff || form == "assign" {
        let Some(staff) = before.sole_staff().map(StaffId::to_string) else { return Ok(None) };
        fields.push(("staffId", staff));
    }
    if form == "assign" {
        fields.push(("undo", "true".to_owned()));
    }
    if form == "move" {
        fields.push(("bookingDate", before.booking_date.to_string()));
        fields.push(("startTime", format::time_value(before.start_time)));
    }
    // Who was told of the move is told that it is taken back.
    if left.flash == Flash::BookingMovedTold {
        fields.push(("tellCustomer", "true".to_owned()));
    }
    Ok(Some(UndoForm { path: format!("/bookings/{}/{form}", booking.id), fields }))
}

/// What takes back an act that a message tells of.
#[derive(Debug)]
pub(crate) struct UndoOffer {
    pub(crate) path: String,
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl UndoOffer {
    /// `here` is where it returns to.
    pub(crate) fn of(left: &LeftFlash, booking: Option<&MessageBooking>, here: &str) -> Option<Self> {
        let back = ("back", here.to_owned());
        if let Some(UndoForm { path, mut fields }) = booking.and_then(|booking| booking.undo.clone()) {
            fields.push(back);
            return Some(Self { path, fields });
        }
        let act = match left.flash {
            Flash::BoardArrived | Flash::BookingArrived => BookingAct::Arrive,
            Flash::BoardStarted | Flash::BookingStarted | Flash::WalkInStarted => BookingAct::Start,
            Flash::BoardNoShow | Flash::BookingNoShow => BookingAct::NoShow,
            Flash::BookingRejected => BookingAct::Reject,
            Flash::BookingCancelled => BookingAct::Cancel,
            _ => return None,
        };
        // A walk-in begins on the page of a new booking, which leads to the booking's own.
        let id =
            left.about.as_deref().or_else(|| here.strip_prefix("/bookings/").filter(|id| !id.contains(['/', '?'])))?;
        // It names the act, so that nothing else is taken back that was done meanwhile.
        Some(Self { path: format!("/bookings/{id}/undo"), fields: vec![back, ("act", act.as_str().to_owned())] })
    }
}
