//! Refusals of use cases about leave.

use parlour_app::leave::{LeaveRequestRefusal, WithdrawLeaveRefusal};

use super::conflict;
use crate::form::ShownRefusal::ErrorPage;

page_refusals! {
    LeaveRequestRefusal |texts| {
        NotOnTheRoster => conflict(texts.refusal().not_on_roster()),
        Taken => conflict(texts.refusal().leave_taken()),
    }

    WithdrawLeaveRefusal |texts| {
        Unknown => ErrorPage,
        Decided => conflict(texts.refusal().leave_decided()),
    }
}
