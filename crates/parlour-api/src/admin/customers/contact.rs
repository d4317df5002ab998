//! The desk changes a customer's contact details, and erases customers who cannot do it themselves.

use parlour_app::customers as use_cases;
use parlour_domain::ids::UserId;
use parlour_http::respond::stored_ok;
use parlour_http::shapes::customers::{ContactBody, contact_patch};

use super::{CustomerView, view};
use crate::prelude::*;
use crate::shared::auth::Done;

request_shape! {
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
    let patch = contact_patch(body.read::<ContactBody>()?, caller.state.today())?;
    let changed = caller.write(move |tx, context| {
        let customer = use_cases::change_contact(tx, context, &id, &patch)?;
        view(tx, customer)
    });
    ok(changed.await?)
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
