//! `POST /invoices/{id}/reopen`: a manager opens the booking of a credited invoice again, so that it can be billed as it
//! should have been.

use parlour_app::bookings as use_cases;
use parlour_app::bookings::ReopenRefusal;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::form::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::request::Text;
use parlour_http::request_shape;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;

use super::detail::{InvoiceRead, label, show_with};
use super::parts::invoice_path;
use crate::booking::booking_path;
use crate::desk::DeskPage;
use parlour_web::flash::Flash;
use parlour_web::page::see_other;

request_shape! {
    struct ReopenForm {
        why: Text<500>,
    }
}

/// Somebody who opens the address of the form.
pub(super) async fn go_back(_: DeskPage<Manager>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    Ok(see_other(&invoice_path(&id), None))
}

pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    let booking = read.found.invoice.booking_id.clone().ok_or_else(|| HttpError::not_found("This visit"))?;
    let reopened = page.form(&form, label).write(form.parse::<ReopenForm>(), move |tx, context, ReopenForm { why }| {
        use_cases::reopen(tx, context, &booking, why)?;
        Ok::<_, ReopenRefusal>(booking_path(&booking))
    });
    reopened.await?.answer(Flash::BookingReopened, |state| show_with(&page, &id, state)).await
}
