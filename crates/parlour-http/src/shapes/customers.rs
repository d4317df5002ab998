//! Customers, as the desk adds and changes them.

use chrono::NaiveDate;
use parlour_app::customers::{ContactPatch, NewCustomer, NewNote, NoshowRecordPatch};
use parlour_domain::billing::gstin::Gstin;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::{BookingId, TagId};
use parlour_domain::phone::Phone;

use crate::error::FieldErrors;
use crate::request::{BlankAsNone, Clearable, Int, Name, ReadFields, RequestShape, Text};
use crate::request_shape;
use crate::validation::check_date_of_birth;

/// The most gems that are given or taken at once.
pub const MAX_GEMS: i64 = 1_000_000;
/// The largest accepted no-show count.
const MAX_NOSHOWS: i64 = 100_000;

request_shape! {
    pub struct NewCustomerBody {
        name: Name<120>,
        phone: Phone,
        email: BlankAsNone<EmailAddress>,
        gender: Option<Gender>,
        /// In the past.
        date_of_birth: Option<NaiveDate>,
    }

    pub struct ContactBody {
        name: Option<Name<120>>,
        /// Empty text clears it, as of every field below.
        phone: Clearable<Phone>,
        /// Only of somebody who never signed in.
        email: Clearable<EmailAddress>,
        gender: Clearable<Gender>,
        /// In the past.
        date_of_birth: Clearable<NaiveDate>,
        /// On the customer's invoices from now on, as are the next two.
        #[example = "29AAGCB7383J1Z4"]
        gstin: Clearable<Gstin>,
        legal_name: Clearable<Name<120>>,
        billing_address: Clearable<Text<500>>,
        /// Shown first at the desk, such as an allergy.
        pinned_note: Clearable<Text<500>>,
    }

    pub struct NoshowRecordBody {
        noshow_count: Option<Int<0, MAX_NOSHOWS>>,
        booking_requires_approval: Option<bool>,
    }

    pub struct NoteBody {
        content: Text<1000>,
        /// A booking of this customer that the note is about.
        booking_id: Option<BookingId>,
    }

    pub struct AssignBody {
        tag_id: TagId,
    }
}

/// The new customer, or every wrong field.
pub fn new_customer(
    (mut fields, partial): ReadFields<NewCustomerBody>,
    today: NaiveDate,
) -> Result<NewCustomer, FieldErrors> {
    check_date_of_birth(&mut fields, partial.date_of_birth, today);
    let body = fields.finish(|| NewCustomerBody::complete(partial))?;
    let NewCustomerBody { name, phone, email, gender, date_of_birth } = body;
    Ok(NewCustomer { name, phone, email, gender, date_of_birth })
}

/// The changed contact details, or every wrong field.
pub fn contact_patch(
    (mut fields, partial): ReadFields<ContactBody>,
    today: NaiveDate,
) -> Result<ContactPatch, FieldErrors> {
    check_date_of_birth(&mut fields, partial.date_of_birth.flatten(), today);
    let body = fields.finish(|| ContactBody::complete(partial))?;
    let ContactBody { name, phone, email, gender, date_of_birth, gstin, legal_name, billing_address, pinned_note } =
        body;
    Ok(ContactPatch { name, phone, email, gender, date_of_birth, gstin, legal_name, billing_address, pinned_note })
}

impl From<NoshowRecordBody> for NoshowRecordPatch {
    fn from(NoshowRecordBody { noshow_count, booking_requires_approval }: NoshowRecordBody) -> Self {
        Self { noshow_count, booking_requires_approval }
    }
}

impl From<NoteBody> for NewNote {
    fn from(NoteBody { content, booking_id }: NoteBody) -> Self {
        Self { content, booking_id }
    }
}
