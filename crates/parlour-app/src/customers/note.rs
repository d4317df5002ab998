//! The desk writes down what it wants to remember of someone.

use parlour_domain::ids::{BookingId, UserId};
use parlour_store::customers::{self, CustomerNote};
use parlour_store::{DbError, Tx, bookings};

use crate::audit::{self, Change, state};
use crate::occasion::Occasion;

#[derive(Debug, Clone)]
pub struct NewNote {
    pub content: String,
    pub booking_id: Option<BookingId>,
}

#[derive(Debug, thiserror::Error)]
pub enum NoteRefusal {
    #[error("is not a customer of ours")]
    UnknownCustomer,
    #[error("is not a booking of this customer")]
    UnknownBooking,
    #[error(transparent)]
    Db(#[from] DbError),
}

pub fn note(
    tx: &mut Tx<'_>,
    occasion: &Occasion,
    author: &UserId,
    customer: &UserId,
    new: &NewNote,
) -> Result<CustomerNote, NoteRefusal> {
    if !customers::hold(tx, customer)? {
        return Err(NoteRefusal::UnknownCustomer);
    }
    if let Some(booking) = &new.booking_id
        && bookings::own(tx, booking, customer)?.is_none()
    {
        return Err(NoteRefusal::UnknownBooking);
    }
    let note = CustomerNote {
        id: occasion.new_id(),
        customer_id: customer.clone(),
        author_id: author.clone(),
        booking_id: new.booking_id.clone(),
        content: new.content.clone(),
        created_at: occasion.now,
    };
    customers::insert_note(tx, &note)?;
    let change = Change {
        action: "customer_note.write",
        record_id: &note.id,
        concerns: Some(customer),
        before: None,
        after: state(&note),
    };
    audit::record(tx, occasion, change)?;
    Ok(note)
}
