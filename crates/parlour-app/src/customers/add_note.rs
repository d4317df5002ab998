//! The desk adds a note to a customer.

use parlour_domain::audit::AuditAction;
use parlour_domain::ids::{BookingId, UserId};
use parlour_store::bookings::booking_records;
use parlour_store::customers::customer_records::{self, CustomerNote};
use parlour_store::{DbError, Tx};

use crate::audit::{self, AuditedChange, state_json};
use crate::request_context::RequestContext;

#[derive(Debug, Clone)]
pub struct NewNote {
    pub content: String,
    pub booking_id: Option<BookingId>,
}

#[derive(Debug, thiserror::Error)]
pub enum AddNoteRefusal {
    #[error("is not a customer of ours")]
    UnknownCustomer,
    #[error("is not a booking of this customer")]
    UnknownBooking,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn add_note(
    tx: &mut Tx<'_>,
    context: &RequestContext,
    author: &UserId,
    customer: &UserId,
    new: &NewNote,
) -> Result<CustomerNote, AddNoteRefusal> {
    if !customer_records::lock_customer(tx, customer)? {
        return Err(AddNoteRefusal::UnknownCustomer);
    }
    if let Some(booking) = &new.booking_id
        && booking_records::find_own_booking(tx, booking, customer)?.is_none()
    {
        return Err(AddNoteRefusal::UnknownBooking);
    }
    let note = CustomerNote {
        id: context.new_id(),
        customer_id: customer.clone(),
        author_id: author.clone(),
        booking_id: new.booking_id.clone(),
        content: new.content.clone(),
        created_at: context.now,
    };
    customer_records::insert_note(tx, &note)?;
    let change = AuditedChange {
        action: AuditAction::CustomerNoteWrite,
        record_id: &note.id,
        concerns: Some(customer),
        before: None,
        after: state_json(&note),
    };
    audit::record(tx, context, change)?;
    Ok(note)
}
