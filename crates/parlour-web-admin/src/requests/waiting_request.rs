//! A request that waits for an answer.

use parlour_app::availability::DayForBooking;
use parlour_app::hindi_names::{HindiNames, NamedInEnglish};
use parlour_app::offers::PromisedOffer;
use parlour_domain::ist::Timestamp;
use parlour_store::bookings::desk_bookings::DeskBooking;
use parlour_store::bookings::desk_requests::OwnBooking;
use parlour_store::customers::customer_records::CustomerDetail;

/// A request with what the desk needs to know to answer it.
#[derive(Debug)]
pub(super) struct WaitingRequest {
    pub(super) found: DeskBooking,
    pub(super) requested_at: Timestamp,
    /// It waits until the desk answers.
    pub(super) made_at_desk: bool,
    /// The offer that it was booked with.
    pub(super) promise: Option<PromisedOffer>,
    /// `None` for a customer whose data was erased.
    pub(super) customer: Option<CustomerDetail>,
    pub(super) day: DayForBooking,
    /// What else the customer has at that time.
    pub(super) own_bookings: Vec<OwnBooking>,
}

impl NamedInEnglish for WaitingRequest {
    fn translate(&mut self, names: &HindiNames) {
        self.found.translate(names);
        self.promise.translate(names);
    }
}
