//! The customer accepts or declines the time that the desk offers.

use chrono::NaiveTime;
use parlour_domain::audit::AuditAction;
use parlour_domain::booking::{BookingStatus, booking_end};
use parlour_domain::ids::{BookingId, UserId};
use parlour_store::bookings::booking_records::{self, Booking, NewBookingTime, OfferedTime};
use parlour_store::bookings::{desk_changes, offered_times};
use parlour_store::branches::branch_records::{self, BranchBookingRules};
use parlour_store::staff::staff_records;
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::availability::{SlotRefusal, StaffChoice, occupy_staff_time, release_offered_time};
use crate::bookings::follow_up_jobs;
use crate::bookings::notifications::{CustomerEvent, DeskEvent, notify_customer, notify_desk};
use crate::page_updates;
use crate::request_context::RequestContext;

#[derive(Debug, thiserror::Error)]
pub enum TimeOfferRefusal {
    #[error("there is no such booking of this customer")]
    Unknown,
    #[error("no time is offered at present")]
    NoneOpen,
    /// With the nearest times that are free.
    #[error("the offered time is no longer free")]
    SlotUnavailable(Vec<NaiveTime>),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<SlotRefusal> for TimeOfferRefusal {
    fn from(refusal: SlotRefusal) -> Self {
        match refusal {
            SlotRefusal::Taken(nearest) => Self::SlotUnavailable(nearest),
            SlotRefusal::Db(error) => error.into(),
        }
    }
}

/// A request whose offer the customer answers, locked until the transaction ends.
struct OpenOffer {
    before: Booking,
    offered: OfferedTime,
    branch: BranchBookingRules,
}

impl OpenOffer {
    fn lock(
        tx: &mut Tx<'_>,
        context: &RequestContext,
        customer: &UserId,
        id: &BookingId,
    ) -> Result<Self, TimeOfferRefusal> {
        booking_records::lock_own_booking(tx, id, customer)?.ok_or(TimeOfferRefusal::Unknown)?;
        let before = booking_records::find_own_booking(tx, id, customer)?.ok_or(TimeOfferRefusal::Unknown)?;
        let offered = before.open_offer(context.now).filter(|_| before.status == BookingStatus::Pending).cloned();
        let offered = offered.ok_or(TimeOfferRefusal::NoneOpen)?;
        let branch = branch_records::lock_for_booking(tx, &before.branch_id)?.ok_or(TimeOfferRefusal::Unknown)?;
        Ok(Self { before, offered, branch })
    }

    /// Reads the changed booking and writes the audit entry.
    fn reload_and_audit(
        &self,
        tx: &mut Tx<'_>,
        context: &RequestContext,
        action: AuditAction,
    ) -> Result<Booking, TimeOfferRefusal> {
        let (id, customer) = (&self.before.id, &self.before.customer_id);
        let booking = booking_records::find_own_booking(tx, id, customer)?.ok_or(TimeOfferRefusal::Unknown)?;
        page_updates::note_booking_change(tx, Some(&self.before), &booking);
        let change = AuditedChange {
            action,
            record_id: id.as_str(),
            concerns: Some(customer),
            before: state_json(&self.before),
            after: state_json(&booking),
        };
        audit::record(tx, context, change)?;
        Ok(booking)
    }
}

/// The booking is confirmed for the offered time, with the offered person.
pub fn accept_time(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    id: &BookingId,
) -> Result<Booking, TimeOfferRefusal> {
    let open = OpenOffer::lock(tx, context, customer, id)?;
    let offered = &open.offered;
    if !staff_records::lock_active(tx, &offered.staff_id)? {
        return Err(TimeOfferRefusal::SlotUnavailable(Vec::new()));
    }
    let end_time = booking_end(offered.start_time, open.before.total_duration_minutes)
        .map_err(|_| TimeOfferRefusal::SlotUnavailable(Vec::new()))?;
    let to = NewBookingTime { booking_date: offered.booking_date, start_time: offered.start_time, end_time };
    desk_changes::assign_staff(tx, id, &offered.staff_id, context.now)?;
    offered_times::accept(tx, id, to, context.now)?;
    let booking = open.reload_and_audit(tx, context, AuditAction::BookingAcceptTime)?;
    occupy_staff_time(tx, &open.branch, &booking, StaffChoice::Desk, context.now)?;
    follow_up_jobs::replace_jobs_with_noshow_check(tx, context, &booking)?;
    notify_customer(tx, context, CustomerEvent::Confirmed, &booking)?;
    notify_desk(tx, context, DeskEvent::TimeAccepted(offered.number), &booking)?;
    Ok(booking)
}

/// The request stays pending, for its own time.
pub fn decline_time(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    customer: &UserId,
    id: &BookingId,
) -> Result<Booking, TimeOfferRefusal> {
    let open = OpenOffer::lock(tx, context, customer, id)?;
    release_offered_time(tx, &open.branch, &open.before)?;
    offered_times::end_offer(tx, id, context.now)?;
    let booking = open.reload_and_audit(tx, context, AuditAction::BookingDeclineTime)?;
    notify_desk(tx, context, DeskEvent::TimeDeclined(open.offered.number), &booking)?;
    Ok(booking)
}
