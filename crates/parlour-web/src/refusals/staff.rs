//! Refusals of use cases about the team: profiles and leave.

use parlour_app::leave::{LeaveRequestRefusal, WithdrawLeaveRefusal};
use parlour_app::staff::StaffRefusal;

use super::{conflict, fields};
use crate::form::ShownRefusal::ErrorPage;

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
}
