//! Notes what pages that are open can watch. They are told once the transaction commits, and read again what they show.

use parlour_domain::audit::AuditAction;
use parlour_domain::booking::BookingStatus;
use parlour_domain::ids::{StaffId, UserId};
use parlour_domain::page_update::PageUpdate;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{Booking, BookingService};

/// A booking was made or changed. Its day and its staff are noted as they were and as they are.
pub(crate) fn note_booking_change<S: AsRef<BookingService>>(
    tx: &mut Tx<'_>,
    before: Option<&Booking<S>>,
    after: &Booking<S>,
) {
    for state in before.into_iter().chain([after]) {
        for staff in state.services.iter().filter_map(|line| line.as_ref().staff_id.as_ref()) {
            note_staff_change(tx, staff);
        }
        let offered = state.offered_time.as_ref().map(|offered| offered.booking_date);
        for date in [Some(state.booking_date), offered].into_iter().flatten() {
            tx.note_page_update(PageUpdate::Board { branch_id: state.branch_id.clone(), date });
        }
        if state.status == BookingStatus::Pending {
            tx.note_page_update(PageUpdate::Requests);
        }
    }
}

/// Requests are no longer what they were, though it is not known which.
pub(crate) fn note_request_change(tx: &mut Tx<'_>) {
    tx.note_page_update(PageUpdate::Requests);
}

/// The day of one of the staff changed other than by a booking.
pub(crate) fn note_staff_change(tx: &mut Tx<'_>, staff: &StaffId) {
    tx.note_page_update(PageUpdate::Staff(staff.clone()));
}

/// A person's bookings or notifications changed.
pub(crate) fn note_customer_change(tx: &mut Tx<'_>, customer: &UserId) {
    tx.note_page_update(PageUpdate::Customer(customer.clone()));
}

/// What follows from the kind of the change alone. The days of bookings are noted by [`note_booking_change`].
pub(crate) fn note_audited_change(tx: &mut Tx<'_>, action: AuditAction, concerns: Option<&UserId>) {
    let is_of_booking = action.record_type() == "booking";
    debug_assert!(!is_of_booking || tx.has_board_change(), "{} does not note the day of the booking", action.as_str());
    if let Some(customer) = concerns
        && (is_of_booking || action == AuditAction::CustomerMerge)
    {
        note_customer_change(tx, customer);
    }
    if action.record_type() == "lead" {
        tx.note_page_update(PageUpdate::Leads);
    }
}
