//! Somebody who came through an advertisement books without having left a name before.

use parlour_domain::ids::{LeadId, UserId};
use parlour_domain::lead::{NewLead, Utm};
use parlour_store::bookings::booking_records;
use parlour_store::customers::profiles;
use parlour_store::users::user_records;
use parlour_store::{DbError, Tx};

use super::capture::{CaptureLeadRefusal, capture};
use crate::request_context::RequestContext;

/// Captures the lead that a customer's first booking converts, so that its campaign is credited with it.
///
/// None without a campaign, for whoever has booked before, and for whoever has not told us a phone number yet: a lead
/// has one.
pub fn capture_new_customer(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    utm: &Utm,
) -> Result<Option<LeadId>, CaptureLeadRefusal> {
    if *utm == Utm::default() || booking_records::has_booking(tx, customer)? {
        return Ok(None);
    }
    let phone = profiles::find_by_user(tx, customer)?.and_then(|profile| profile.phone);
    let user = user_records::by_id(tx, customer)?.ok_or_else(unknown_customer)?;
    let Some(phone) = phone.filter(|_| !user.name.is_empty()) else { return Ok(None) };
    let lead = NewLead {
        name: user.name,
        phone,
        email: user.email,
        service_interested_id: None,
        source: context.policy.lead_source.clone(),
        utm: utm.clone(),
    };
    capture(tx, context, &lead).map(Some)
}

fn unknown_customer() -> DbError {
    DbError::Statement("the customer who books is missing".into())
}
