//! Refusals of use cases about the team: profiles, working hours, leave and holidays.

use parlour_app::bookings::{ReassignFieldError, ReassignRefusal, RefusedBooking};
use parlour_app::holidays::HolidayRefusal;
use parlour_app::leave::{DecideLeaveRefusal, LeaveRequestRefusal, WithdrawLeaveRefusal};
use parlour_app::schedule::CopyWeekRefusal;
use parlour_app::staff::StaffRefusal;
use parlour_domain::ids::BookingId;
use parlour_texts::Texts;

use super::{conflict, field, fields};
use crate::form::PageRefusal;
use crate::form::ShownRefusal::{self, ErrorPage};

page_refusals! {
    StaffRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(errors) => fields(errors),
        AlreadyStaff => conflict(texts.refusal().already_staff()),
    }

    LeaveRequestRefusal |texts| {
        NotOnTheRoster => conflict(texts.refusal().not_on_roster()),
        Taken => conflict(texts.refusal().leave_taken()),
    }

    WithdrawLeaveRefusal |texts| {
        Unknown => ErrorPage,
        Decided => conflict(texts.refusal().leave_decided()),
    }

    CopyWeekRefusal |texts| {
        Unknown => ErrorPage,
        InvalidFields(_) => field("copyTo", texts.refusal().copied_elsewhere()),
    }

    ReassignRefusal |texts| {
        InvalidFields(errors) => conflict(wrong_moves(errors, texts)),
        Booking(refused) => refused_booking(refused, texts),
    }

    DecideLeaveRefusal |texts| {
        Unknown => ErrorPage,
        Decided => conflict(texts.refusal().leave_decided()),
        Moves(refusal) => refusal.shown(texts),
    }

    HolidayRefusal |texts| {
        Unknown => ErrorPage,
        UnknownBranch => field("branchId", texts.refusal().no_branch_of_ours()),
        Taken => field("date", texts.refusal().holiday_taken()),
    }
}

/// The name of the field that says who takes over a visit, in the form that answers a request for leave.
pub fn new_staff_field_name(booking: &BookingId) -> String {
    format!("to-{booking}")
}

fn wrong_moves(errors: &[ReassignFieldError], texts: Texts) -> &'static str {
    let is_stale = errors.iter().any(|error| matches!(error, ReassignFieldError::NotTouched(_)));
    if is_stale { texts.refusal().visits_changed() } else { texts.refusal().no_longer_staff() }
}

/// The refusal, beside the field of the visit that the chosen person cannot take over.
fn refused_booking(refused: &RefusedBooking, texts: Texts) -> ShownRefusal {
    let sentence = match refused.refusal.shown(texts) {
        ShownRefusal::Conflict(sentence) | ShownRefusal::Rule(sentence) => sentence,
        ShownRefusal::Fields(_) => texts.refusal().no_longer_staff().to_owned(),
        ShownRefusal::ErrorPage => return ErrorPage,
    };
    field(&new_staff_field_name(&refused.booking_id), &sentence)
}
