//! A customer requests a booking.

use chrono::{NaiveDate, NaiveTime};
use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BookingId, BranchId, LeadId, OfferId, ServiceId, StaffId, UserId};
use parlour_domain::service::ServiceType;
use parlour_store::Tx;
use parlour_store::bookings::booking_records::{self, Booking, BookingOrigin};
use parlour_store::branches::branch_records;

use crate::audit::{self, AuditedChange};
use crate::bookings::check_request::{BookingRequestFields, Requester, check_request};
use crate::bookings::convert_lead::{LeadNamedBy, convert_lead};
use crate::bookings::follow_up_jobs;
use crate::bookings::insert::{NewBooking, insert_booking, requested_json};
use crate::bookings::notifications::notify_desk_of_request;
use crate::bookings::request_refusal::RequestRefusal;
use crate::bookings::staff_wish::StaffWish;
use crate::page_updates;
use crate::request_context::RequestContext;

/// A booking request of which every field could be read.
#[derive(Debug, Clone)]
pub struct BookingRequest {
    pub branch_id: BranchId,
    pub service_type: ServiceType,
    pub booking_date: NaiveDate,
    pub start_time: NaiveTime,
    /// Each with its index in the list that was sent.
    pub service_ids: Vec<(usize, ServiceId)>,
    pub notes: Option<String>,
    /// The lead that the campaign page named. The booking converts it.
    pub lead_id: Option<LeadId>,
    pub wish: StaffWish,
    /// The offer that the customer books with. The checkout proposes it.
    pub promised_offer_id: Option<OfferId>,
}

impl BookingRequest {
    pub(in crate::bookings) fn fields(&self) -> BookingRequestFields<'_> {
        BookingRequestFields {
            branch: Some(&self.branch_id),
            service_type: Some(self.service_type),
            booking_date: Some(self.booking_date),
            start_time: Some(self.start_time),
            services: &self.service_ids,
            wished_staff: self.wish.staff_id.as_ref(),
            has_older_names: self.wish.has_older_names,
        }
    }
}

pub fn request(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    request: &BookingRequest,
) -> Result<Booking, RequestRefusal> {
    let mut fields = request.fields();
    fields.requested_services().ask_ahead(tx)?;
    let branch = branch_records::lock_for_booking(tx, &request.branch_id)?;
    // A live branch locks whom it chooses, and looks at them again: there the database need not be asked about somebody
    // who is known.
    let is_live = branch.as_ref().is_some_and(|branch| branch.is_live);
    fields.wished_staff = fields.wished_staff.filter(|staff| !is_live || !is_known(context, &request.branch_id, staff));
    let valid =
        check_request(tx, &fields, branch, Requester::Customer, context.now)?.map_err(RequestRefusal::InvalidFields)?;
    // Two requests of one customer run one after the other: the session check of a write locks the user.
    if let Some(most) = valid.branch.max_pending_per_customer
        && booking_records::count_pending(tx, customer, &valid.branch_id)? >= most
    {
        return Err(RequestRefusal::TooManyPending);
    }
    let id = BookingId::new(context.new_id());
    // Before the booking number is taken, to keep the lock on the branch's numbers short.
    follow_up_jobs::schedule_stale_alert(tx, context, &id, context.now)?;
    let new = NewBooking {
        id,
        customer,
        notes: request.notes.as_deref(),
        staff: None,
        wish: &request.wish,
        promised_offer: request.promised_offer_id.as_ref(),
        is_walkin: false,
        origin: BookingOrigin::Customer,
        guest_name: None,
    };
    let booking = insert_booking(tx, context, new, &valid)?;
    notify_desk_of_request(tx, context, &booking)?;
    page_updates::note_booking_change(tx, None, &booking);
    let change = AuditedChange {
        action: AuditAction::BookingRequest,
        record_id: booking.id.as_str(),
        concerns: Some(customer),
        before: None,
        after: Some(requested_json(&booking, None)),
    };
    audit::record(tx, context, change)?;
    if let Some(lead) = &request.lead_id {
        convert_lead(tx, context, lead, &booking, LeadNamedBy::Customer)?;
    }
    Ok(booking)
}

/// Whether somebody works at the branch, according to memory.
fn is_known(context: &RequestContext, branch: &BranchId, staff: &StaffId) -> bool {
    context.availability_cache.as_ref().is_some_and(|cache| cache.has_staff(branch, staff))
}
