//! `POST /invoices/{id}/reopen`: a manager opens the visit of a credited invoice again, so that it can be billed as it
//! should have been.

use parlour_app::bookings as use_cases;
use parlour_domain::ids::InvoiceId;
use parlour_http::error::HttpError;
use parlour_http::idempotency::FormBody;
use parlour_http::path_id::PathId;
use parlour_http::respond::HttpResult;
use parlour_http::sessions::Manager;

use super::detail::{DetailPage, InvoiceRead};
use super::parts::{invoice_path, read_reason};
use crate::desk::{DeskPage, refused_status};
use crate::visit::visit_path;
use parlour_web::flash::Flash;
use parlour_web::form::FormState;
use parlour_web::page::see_other;

const MAX_REASON_CHARS: usize = 500;

/// Somebody who opens the address of the form.
pub(super) async fn go_back(_: DeskPage<Manager>, PathId(id): PathId<InvoiceId>) -> HttpResult {
    Ok(see_other(&invoice_path(&id), None))
}

pub(super) async fn submit(page: DeskPage<Manager>, PathId(id): PathId<InvoiceId>, form: FormBody) -> HttpResult {
    let read = InvoiceRead::find(&page, &id).await?;
    let booking = read.found.invoice.booking_id.clone().ok_or_else(|| HttpError::not_found("This visit"))?;
    let mut fields = form.fields();
    let reason = read_reason(&mut fields, "why", MAX_REASON_CHARS, page.texts);
    let reopened = match fields.build(|| reason) {
        Ok(reason) => {
            let write = page.caller.submit_once(&form, move |tx, context| {
                use_cases::reopen(tx, context, &booking, &reason)?;
                Ok(visit_path(&booking))
            });
            write.await
        }
        Err(error) => Err(error),
    };
    match reopened {
        Ok(path) => Ok(see_other(&path, Some(Flash::VisitReopened))),
        Err(error) => {
            let Some(status) = refused_status(&error) else { return Err(error) };
            let state = FormState::refused(&form.fields(), &["why"], &error);
            page.show_with(status, &DetailPage::new(&page, &InvoiceRead::find(&page, &id).await?, state))
        }
    }
}
