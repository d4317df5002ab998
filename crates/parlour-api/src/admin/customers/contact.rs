//! The desk changes a customer's contact details, and erases customers who cannot do it themselves.

use chrono::NaiveDate;
use parlour_app::customers as use_cases;
use parlour_app::customers::ContactPatch;
use parlour_domain::customer::Gender;
use parlour_domain::email_address::EmailAddress;
use parlour_domain::ids::UserId;
use parlour_domain::phone::Phone;
use parlour_http::request::Clearable;
use parlour_http::respond::stored_ok;

use super::{CustomerView, view};
use crate::admin::branches::GstinText;
use crate::prelude::*;
use crate::shared::auth::Done;

request_shape! {
    pub(crate) struct ContactBody {
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
        gstin: Clearable<GstinText>,
        legal_name: Clearable<Name<120>>,
        billing_address: Clearable<Text<500>>,
        /// Shown first at the desk, such as an allergy.
        pinned_note: Clearable<Text<500>>,
    }

    pub(crate) struct EraseCustomerBody {
        /// The customer's phone, or their name if they have none.
        confirm: AnyText,
    }
}

/// Change a customer's contact details
///
/// Absent fields stay, and empty text clears an optional one. 409 CONFLICT if the e-mail is another person's, or if the
/// customer has signed in and the e-mail would change.
#[utoipa::path(
    patch, path = "/api/customers/{id}/contact", tag = "Customers", security(("session" = ["receptionist"])),
    request_body = ContactBody,
    responses((status = 200, body = Envelope<CustomerView>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn change(caller: Receptionist, PathId(id): PathId<UserId>, body: RequestBody) -> HttpResult {
    let patch = contact_patch(&body, caller.state.today())?;
    let changed = caller.write(move |tx, context| {
        let customer = use_cases::change_contact(tx, context, &id, &patch)?;
        view(tx, customer)
    });
    ok(changed.await?)
}

fn contact_patch(body: &RequestBody, today: NaiveDate) -> Result<ContactPatch, HttpError> {
    let (mut fields, partial) = body.read::<ContactBody>()?;
    check_date_of_birth(&mut fields, partial.date_of_birth.flatten(), today);
    let body = fields.build(|| ContactBody::complete(partial))?;
    let ContactBody { name, phone, email, gender, date_of_birth, gstin, legal_name, billing_address, pinned_note } =
        body;
    Ok(ContactPatch { name, phone, email, gender, date_of_birth, gstin, legal_name, billing_address, pinned_note })
}

/// Erase a customer
///
/// For customers who never signed in; the others erase their own data. Future bookings are cancelled and personal data is
/// anonymised; invoices keep what tax law requires. This cannot be undone.
#[utoipa::path(
    post, path = "/api/customers/{id}/erase", tag = "Customers", security(("session" = ["manager"])),
    params(IdempotencyKey),
    request_body = EraseCustomerBody,
    responses((status = 200, body = Envelope<Done>), (status = 409, response = ErrorResponse)),
)]
pub(crate) async fn erase(caller: Manager, PathId(id): PathId<UserId>, body: KeyedBody) -> HttpResult {
    let EraseCustomerBody { confirm } = body.parse()?;
    caller
        .write_once(&body, move |tx, context| {
            use_cases::erase(tx, context, &id, &confirm)?;
            Ok(stored_ok(Done { ok: true })?.about_no_user())
        })
        .await
}
